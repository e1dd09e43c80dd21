"""The floors of the kernel: a module imports only from its own floor or from floors below it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import raceboard

KERNEL = Path(raceboard.__file__).parent

#: Every module or package of the kernel, the ground floor first. `raceboard` is the package's own `__init__`.
FLOORS = {
    "words": "errors side dice messages rulebook",
    "table": "track position move",
    "rules": "groups option spec hooks restrictions program finish tables _compiled uncompiled ground nodes generator"
    " random_games game_tables backend solver paths reasons refusal legal"
    " contact explaining",
    "stakes": "cube clock ruling scoring ruleset ruleset_file variant_file variant_keys yaml_text",
    "play": "action history event phase transitions game scores doubling giving_up conduct stakes session"
    " autocomplete asked turn",
    "plugins": "finding hookspecs manifest plugin registry shelves cube_rules",
    "text": "notation record snapshot pictures sheet report forcing judging crew pool replay perft state journal",
    "doors": "formats bots cli comparing playout scaffold simulation testing raceboard",
}
FLOOR_OF = {module: floor for floor, modules in enumerate(FLOORS.values()) for module in modules.split()}
PLUGINS = FLOOR_OF["registry"]

#: The modules below the plugins that may read YAML.
YAML_READERS = ("variant_file", "yaml_text")

#: The variants that we ship, and the one package that may name them: other programs write them into their files.
SHIPPED = re.compile("backgammon|nardy|nackgammon|hypergammon", re.IGNORECASE)
NAMING = "formats"


def _kernel() -> Iterator[tuple[str, str, ast.Module]]:
    """Each file of the kernel: its path below the kernel, its entry in the table of floors, its syntax tree."""
    for file in sorted(KERNEL.rglob("*.py")):
        path = file.relative_to(KERNEL)
        top = path.parts[0].removesuffix(".py")
        yield str(path), "raceboard" if top == "__init__" else top, ast.parse(file.read_text(encoding="utf-8"))


def _imports(tree: ast.AST) -> Iterator[str]:
    """The full names of what is imported anywhere in a tree, inside functions and under TYPE_CHECKING too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def _entry(name: str) -> str | None:
    """The entry in the table of floors that an imported name comes from; None when it is not of the kernel."""
    package, _, rest = name.partition(".")
    module = rest.partition(".")[0]
    return None if package != "raceboard" else module if module in FLOOR_OF else "raceboard"


def _importers(*packages: str) -> dict[str, str]:
    """The files that import something of one of the packages, each with its entry in the table of floors."""
    return {
        path: entry
        for path, entry, tree in _kernel()
        if any(name.partition(".")[0] in packages for name in _imports(tree))
    }


def _words(tree: ast.AST) -> Iterator[str]:
    """The identifiers and string constants of a tree, docstrings left out."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) not in docstrings:
            yield from (value for _, value in ast.iter_fields(node) if isinstance(value, str))


def test_an_import_counts_wherever_it_hides() -> None:
    """Functions and TYPE_CHECKING blocks are looked into."""
    code = "import a\ndef f():\n    from b.c import d\nif TYPE_CHECKING:\n    from . import e\n"
    assert set(_imports(ast.parse(code))) == {"a", "b.c.d", "..e"}


def test_every_module_has_a_floor() -> None:
    """Whoever adds a module to the kernel says in the table where it belongs."""
    assert {entry for _, entry, _ in _kernel()} <= FLOOR_OF.keys()


def test_no_module_imports_from_a_floor_above() -> None:
    """Below knows nothing of above; what the package itself exports is for callers only."""
    climbs = [
        f"{path} (floor {FLOOR_OF[entry]}) imports {name} (floor {FLOOR_OF[source]})"
        for path, entry, tree in _kernel()
        for name in _imports(tree)
        if (source := _entry(name)) and FLOOR_OF[source] > FLOOR_OF[entry]
    ]
    assert climbs == []


def test_the_rules_know_neither_plugins_nor_yaml() -> None:
    """The floors below the plugins can be used, and compiled, without either."""
    users = _importers("pluggy", "yaml")
    assert [path for path, entry in users.items() if FLOOR_OF[entry] < PLUGINS and entry not in YAML_READERS] == []


def test_only_the_dice_draw_chance() -> None:
    """Every random number comes from a dice source, so that a seed reproduces a game."""
    assert set(_importers("random", "secrets")) <= {"dice.py"}


def test_the_kernel_imports_nothing_that_it_ships() -> None:
    """Our variants and rulesets come in by the door that everybody else's use."""
    assert _importers("raceboard_variants", "raceboard_rulesets") == {}


def test_the_kernel_names_no_variant() -> None:
    """No code asks which game is played; docstrings may give examples."""
    named = [
        f"{path}: {word!r}"
        for path, entry, tree in _kernel()
        if entry != NAMING
        for word in _words(tree)
        if SHIPPED.search(word)
    ]
    assert named == []
