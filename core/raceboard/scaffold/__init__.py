"""A new plugin package: files from templates, complete, so that it installs, passes its own tests and plays at once.

The templates are the files `*.in` beside this one; what stands in double braces is filled in.
"""

from __future__ import annotations

import keyword
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata, resources, util
from pathlib import Path

from raceboard.errors import spelling
from raceboard.finding import ENTRY_POINT_GROUP
from raceboard.legal import legal_plays
from raceboard.plugin import API
from raceboard.program import Choice, TurnContext, stages
from raceboard.registry import Registry
from raceboard.spec import BearOff, Landing, Reserve, VariantSpec
from raceboard.track import Region, Track

__all__ = ["write_package"]

#: The files of a package by the templates that they are made from.
_FILES: Mapping[str, str] = {
    "pyproject.toml": "pyproject.toml.in",
    "README.md": "README.md.in",
    "LICENSE": "LICENSE.in",
    ".gitignore": "gitignore.in",
    "src/{{package}}/{{variant}}.yaml": "ruleset.yaml.in",
    "src/{{package}}/py.typed": "py.typed.in",
    "tests/test_{{package}}.py": "test_variant.py.in",
}

_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")
_HOLE = re.compile(r"\{\{(\w+)\}\}")


def write_package(name: str, into: Path, registry: Registry, parent: str | None = None) -> Path:
    """Write the package of a new variant into a folder of its name below `into`; give that folder.

    Without `parent` the game is a small one of its own, else the cousin of a variant. Raises ValueError for a name that
    cannot be one or is taken, for a folder that is there already, and for a parent that no module has as a constant;
    nothing is written then.
    """
    _check_name(name, registry)
    target = into / name
    if target.exists():
        raise ValueError(f"{target} is there already; choose another name, or another folder with --into")
    values = _values(name, registry, parent)
    into.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=into))
    try:
        for path, text in _texts(values, parent):
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        made.chmod(0o755)
        made.rename(target)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return target


def _check_name(name: str, registry: Registry) -> None:
    """Raise ValueError for a name that cannot be that of a package and of a variant."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a package; take small letters, digits and single underscores")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in sys.stdlib_module_names or name == "test":
        raise ValueError(f"{name} is a word of Python; choose another name")
    variant = name.replace("_", "-")
    taken = {word for spec in registry.variants.values() for word in (spec.name, *spec.aliases)} | set(
        registry.rulesets
    )
    if variant in {word.casefold().replace(" ", "-") for word in taken}:
        raise ValueError(f"{variant} is played already (raceboard variants, raceboard rulesets); choose another name")
    plugins = [one.name for one in registry.plugins] + [one.plugin for one in registry.quarantined]
    if variant in map(spelling, (*plugins, *registry.left_out)):
        raise ValueError(f"a plugin is named {variant} already (raceboard doctor lists them); choose another name")
    if util.find_spec(name) is not None:
        raise ValueError(f"a package {name} is installed already; choose another name")


def _values(name: str, registry: Registry, parent: str | None) -> dict[str, str]:
    """What is filled into the templates."""
    major, minor = API.split(".")
    variant, title = name.replace("_", "-"), name.replace("_", " ").title()
    values = {
        "package": name,
        "variant": variant,
        "distribution": variant,
        "constant": name.upper(),
        "title": title,
        "api": f">={API},<{major}.{int(minor) + 1}",
        "raceboard": metadata.version("raceboard"),
    }
    spec = _own_game() if parent is None else registry.variant(parent)
    return {**values, **_case(spec), **({} if parent is None else _parent(spec, registry))}


def _own_game() -> VariantSpec:
    """The rules of the template `new.py.in`, for the case that is written beside it."""
    return VariantSpec(
        "own",
        Track.contrary(12),
        {12: 2, 7: 2, 4: 2},
        regions=(Region("home", 1, 4),),
        landing=Landing(),
        entry=(Reserve("bar"),),
        bear_off=BearOff("home"),
    )


def _case(spec: VariantSpec) -> dict[str, str]:
    """A throw of the first turn that offers no choice, with a play; cases are worked out for games without hooks."""
    turn = TurnContext(own_turn=1, starter=True)
    for roll in reversed(spec.dice.rolls):
        if not roll.is_double and not isinstance(stages(spec, spec.start, 0, roll, turn), Choice):
            plays = legal_plays(spec, spec.start, 0, roll)
            return {
                "roll": str(roll),
                "count": str(len(plays)),
                "play": str(plays[0]),
                "data": "None" if any(_hooks(spec)) else "DATA",
            }
    raise ValueError(f"every roll of {spec.name} offers a choice; write its plugin by hand, as examples/plugin does")


def _hooks(spec: VariantSpec) -> tuple[object, ...]:
    return tuple(getattr(spec.hooks, name) for name in type(spec.hooks).__annotations__)


def _parent(spec: VariantSpec, registry: Registry) -> dict[str, str]:
    """The parent: the module and the constant that it is imported from, and its set-up."""
    plugin = registry.origin("variant", spec.name)
    for point in metadata.entry_points(group=ENTRY_POINT_GROUP, name=plugin):
        module = point.load()
        constants = [name for name, value in vars(module).items() if value is spec and not name.startswith("_")]
        if constants:
            rows = [f"{{{', '.join(f'{index!r}: {count}' for index, count in row)}}}" for row in spec.setup]
            return {
                "parent": spec.title or spec.name,
                "parent_module": module.__name__,
                "parent_constant": constants[0],
                "setup": rows[0] if len(rows) == 1 else f"({', '.join(rows)})",
            }
    raise ValueError(f"the plugin {plugin} has no constant for {spec.name}; take another parent, or none")


def _texts(values: Mapping[str, str], parent: str | None) -> list[tuple[str, str]]:
    """The paths and texts of all files."""
    module = "new.py.in" if parent is None else "cousin.py.in"
    files = {**_FILES, "src/{{package}}/__init__.py": module}
    if values["data"] == "DATA":
        files["tests/data/cases/{{variant}}.yaml"] = "cases.yaml.in"
    folder = resources.files("raceboard.scaffold")
    return [
        (_filled(path, values), _filled((folder / template).read_text(encoding="utf-8"), values))
        for path, template in files.items()
    ]


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: values[hole[1]], text)
