"""Write what is generated from the code: `python tests/make_docs.py`. A test compares it with the code.

It is the pages of the reference, the JSON Schema of rulesets, the compiled catalogues of messages, and the table of
cube rules in the README.
"""

from __future__ import annotations

import inspect
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import get_args

import attrs
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from raceboard import groups, hooks, hookspecs, messages, variant_file, variant_keys
from raceboard.cube.rule import CubeRule
from raceboard.dice import Chance, Roll
from raceboard.finish import Outcome
from raceboard.move import Play, Step
from raceboard.option import Kind, Option
from raceboard.phase import Phase
from raceboard.position import Layout, Position
from raceboard.program import Choice, Stage, TurnContext, TurnEnd
from raceboard.registry import Registry
from raceboard.rulebook import FINDINGS, RULES
from raceboard.ruleset import CONTEXTS, Key, Schema
from raceboard.ruleset.kinds import as_text
from raceboard.ruleset.schema import json_schema
from raceboard.spec import Hooks, VariantSpec
from raceboard.track import Region, Track
from raceboard.transitions import TRANSITIONS

README = Path(__file__).parents[1] / "README.md"

#: The lines of the README between which the table of cube rules stands.
MARKERS = ("<!-- cube-rules -->", "<!-- end of cube-rules -->")


def first_line(thing: object) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def phases() -> str:
    """The phase table of a game."""
    rows = [
        f"| {phase.value} | {action.__name__} | {first_line(TRANSITIONS[phase, action])} |"
        for phase in Phase
        for action in sorted({key[1] for key in TRANSITIONS if key[0] is phase}, key=lambda action: action.__name__)
    ]
    head = "# Phases of a game\n\nGenerated from `raceboard.transitions.TRANSITIONS`. What is not in it is refused.\n\n"
    return head + "| phase | action | what follows |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def options(variants: Mapping[str, VariantSpec]) -> str:
    """The options that each variant declares."""
    lines = ["# Options of the variants", "", "Generated from the specs. Set under `rules:` of a ruleset.", ""]
    for name, spec in variants.items():
        lines += [f"## {name}", "", "| option | values | default | what it decides | source |", "|---|---|---|---|---|"]
        for option in spec.options:
            cells = (f"`{option.key}`", str(option.kind), as_text(option.default), option.doc, option.source)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


#: The classes of which a variant is made, the whole first, then its groups and their parts.
SPEC_CLASSES: tuple[type, ...] = (
    VariantSpec,
    Track,
    Region,
    Chance,
    *(getattr(groups, name) for name in groups.__all__),
    Option,
    Kind,
    Hooks,
)


def spec_page() -> str:
    """The page on the groups of a variant: what each says, and each field with what it takes and its default."""
    head = (
        "# A variant as data\n\nGenerated from the docstrings of `raceboard.spec`, `raceboard.groups`, "
        "`raceboard.track`, `raceboard.dice` and `raceboard.option`. A variant writes what differs from the defaults.\n"
    )
    return head + "".join(_class(one) for one in SPEC_CLASSES)


def _class(one: type) -> str:
    rows = [f"| `{field.name}` | {_type(field)} | {_default(field)} |" for field in attrs.fields(one) if field.init]
    table = "\n".join(["| field | type | default |", "|---|---|---|", *rows])
    return f"\n## {one.__name__}\n\n{_prose(one)}\n\n{table}\n"


def _prose(thing: object) -> str:
    """A docstring without its examples, which are tested where they stand."""
    text = (inspect.getdoc(thing) or "").split("\n>>> ")[0]
    return re.sub(r"\n+:param register: ", r"\n\n`register`: ", text).strip().replace("::\n", ":\n")


def _type(field: attrs.Attribute[object]) -> str:
    return f"`{field.type}`".replace("|", "\\|")


def _default(field: attrs.Attribute[object]) -> str:
    return "required" if field.default is attrs.NOTHING else f"`{_short(field.default)}`"


def _short(value: object) -> str:
    """A default in a word or two; a group with nothing changed is its name."""
    if isinstance(value, Chance):
        return "Chance.dice(2, 6)"
    if attrs.has(type(value)) and value == type(value)():
        return f"{type(value).__name__}()"
    return repr(value)


def hooks_page() -> str:
    """The page on all hooks: the seven of a variant, and those of a plugin."""
    head = (
        "# Hooks\n\nGenerated from the docstrings of `raceboard.hooks` and `raceboard.hookspecs`.\n\n## Of a variant\n"
    )
    own = [
        f"\n### {name}\n\n```python\n{name}{_signature(one)}\n```\n\n{_prose(one)}\n"
        for name, one in hook_protocols().items()
    ]
    plugin = [f"\n### {name}\n\n{_prose(getattr(hookspecs, name))}\n" for name in plugin_hooks()]
    given = hook_values_section()
    of_plugins = f"\n## Of a plugin\n\n{_prose(hookspecs)}\n{''.join(plugin)}"
    return f"{head}\n{_prose(hooks)}\n{''.join(own)}\n{given}{of_plugins}"


#: What the hooks of a variant are given and give, and what that is made of.
HOOK_VALUES: tuple[type, ...] = (Position, Layout, Roll, TurnContext, Step, Play, Stage, Choice, TurnEnd, Outcome)


def hook_values_section() -> str:
    """What hooks are given and give: the module, the fields and the questions of each class."""
    head = (
        "## What hooks get and give\n\n`spec` is the `VariantSpec` as the table plays it: spec.md. All values are "
        "frozen; `attrs.evolve` makes another one.\n"
    )
    meetings = " or ".join(f"`{word!r}`" for word in get_args(hooks.Meeting))
    words = (
        "\n### Side\n\n`from raceboard.side import Side`\n\nThe number of a player in the order of their turns, from "
        f"0: an `int`.\n\n### Meeting\n\n`from raceboard.hooks import Meeting`\n\nWhat becomes of an opponent's "
        f"checkers where a step lands: {meetings}.\n"
    )
    return head + "".join(map(_value, HOOK_VALUES)) + words


def _value(one: type) -> str:
    kinds = {name: f"`{kind}`".replace("|", "\\|") for name, kind in one.__annotations__.items()}  # as they are written
    given = [field for field in attrs.fields(one) if field.init]
    rows = [f"| `{field.name}` | {kinds[field.name]} | {_default(field)} |" for field in given]
    table = "\n".join(["| field | type | default |", "|---|---|---|", *rows])
    asked = "".join(f"- `{call}`: {first_line(thing)}\n" for call, thing in _questions(one))
    return f"\n### {one.__name__}\n\n`from {one.__module__} import {one.__name__}`\n\n{_prose(one)}\n\n{table}\n" + (
        f"\n{asked}" if asked else ""
    )


def _questions(one: type) -> Iterator[tuple[str, object]]:
    """The public properties and methods of a class, as they are written."""
    for name, thing in vars(one).items():
        if name.startswith("_") or not (isinstance(thing, (property, classmethod)) or inspect.isfunction(thing)):
            continue
        if isinstance(thing, property):
            yield name, thing
        else:
            names = [given for given in inspect.signature(getattr(one, name)).parameters if given != "self"]
            yield f"{one.__name__ + '.' if isinstance(thing, classmethod) else ''}{name}({', '.join(names)})", thing


def hook_protocols() -> Mapping[str, type]:
    """The protocol of each of the seven hooks, by the name of the hook."""
    return {field.name: getattr(hooks, field.name.title().replace("_", "")) for field in attrs.fields(Hooks)}


def plugin_hooks() -> list[str]:
    """The names of the hooks of a plugin."""
    return [name for name in hookspecs.__all__ if name.startswith("raceboard_")]


def _signature(one: type) -> str:
    signature = inspect.signature(one.__call__)
    ours = [parameter for name, parameter in signature.parameters.items() if name != "self"]
    return str(signature.replace(parameters=ours)).replace("'", "")


def variant_file_page() -> str:
    """The page on variant files: every key with what it takes."""
    kinds = variant_keys.fields_of(VariantSpec)
    said = {
        "regions": "a mapping of names to [lowest, highest] own points; added to the parent's",
        "setup": "a mapping of own points or reserves to numbers of checkers, or a list of such, one for each seat",
        "track": "`{contrary: POINTS}`, `{rotated: {points, shifts}}`, `{shared: {points, players}}`, `{paths: []}`",
        "dice": "`{count: N, faces: N}`, or `{table: {NUMBER: WEIGHT, ...}}`",
        "options": "a list of the parent's options that are kept, or none; without it all that still fit",
    }
    rows = [f"| `{key}` | {text} |" for key, text in variant_file.HEADER.items()]
    rows += [f"| `{key}` | {said.get(key) or variant_keys.takes(kinds[key])} |" for key in variant_file.GROUPS]
    parts = [
        f"\n## {one.__name__}\n\n| field | what it takes |\n|---|---|\n"
        + "".join(f"| `{name}` | {variant_keys.takes(kind)} |\n" for name, kind in variant_keys.fields_of(one).items())
        for one in (getattr(groups, name) for name in groups.__all__)
    ]
    table = "\n".join(["| key | what it takes |", "|---|---|", *rows])
    head = f"# Variant files\n\nGenerated from `raceboard.variant_file`.\n\n{_prose(variant_file)}\n\n"
    return f"{head}{table}\n{''.join(parts)}"


def cube_rules(rules: Iterable[CubeRule]) -> str:
    """The optional rules of the cube, key by key: its default in each context that has it, else why it has it not."""
    head = ["rule", "key", *CONTEXTS, "why not elsewhere"]
    rows = [_cube_key(rule, key) for rule in rules for key in rule.keys]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)) + "\n"


def _cube_key(rule: CubeRule, key: Key) -> list[str]:
    section = Schema.of([rule]).sections[key.section]
    defaults = [as_text(key.defaults[context]) if context in key.defaults else "-" for context in CONTEXTS]
    return [rule.name, f"`{key.path}`", *defaults, key.why or section.why]


def cube_rules_page(rules: Iterable[CubeRule]) -> str:
    """The page on the optional rules of the cube."""
    head = (
        "# Optional rules of the cube\n\nGenerated from the registered rules. A context shows the default of a key; "
        "where `-` stands it cannot be set.\n\n"
    )
    about = [
        f"\n## {rule.name}\n\nSource: {rule.source}.\n\n"
        + "".join(f"- `{key.path}`: {_takes(key)}. {key.doc}\n" for key in rule.keys)
        for rule in rules
    ]
    return head + cube_rules(rules) + "".join(about)


def rules_page() -> str:
    """The page on the rule ids: their names, what the library says, and where each comes from."""
    head = (
        "# Rules by their ids\n\nGenerated from `raceboard.rulebook` and the English catalogue. What a player or a "
        "host may not do is refused by one of these; a verdict carries its id. In braces: what a verdict fills in.\n\n"
        "| id | name | verdict | source |\n|---|---|---|---|\n"
    )
    refusals = [f"| `{rule}` | {messages.text(f'rule.{rule}')} | {_verdict(rule)} | {RULES[rule]} |" for rule in RULES]
    found = [f"| `{rule}` | {messages.text(f'rule.{rule}')} | {FINDINGS[rule]} |" for rule in FINDINGS]
    more = "\n\nFound in records besides:\n\n| id | name | source |\n|---|---|---|\n"
    return head + "\n".join(refusals) + more + "\n".join(found) + "\n"


def _verdict(rule: str) -> str:
    """The message of a rule, with its parameters in braces; the form for several where it counts."""
    catalogue = read_po(io.BytesIO(source_of_catalogue("en").encode()))
    message = catalogue[rule]
    assert message is not None
    return message.string if isinstance(message.string, str) else list(message.string or ())[-1]


def source_of_catalogue(language: str) -> str:
    """The source of a catalogue of messages."""
    return (resources.files("raceboard") / f"locale/{language}/LC_MESSAGES/raceboard.po").read_text(encoding="utf-8")


class _Undated(Catalog):
    """A catalogue without the dates and versions that Babel writes into its head, so that it stays as it is."""

    def __iter__(self) -> Iterator[Message]:
        """The head, then the messages."""
        yield Message("", f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {self.plural_forms}\n")
        yield from list(super().__iter__())[1:]


def catalogue(language: str) -> bytes:
    """A catalogue of messages, compiled."""
    undated = _Undated(charset="utf-8")
    for message in read_po(io.BytesIO(source_of_catalogue(language).encode())):
        undated[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, undated)
    return compiled.getvalue()


def catalogues() -> dict[tuple[str, str], bytes]:
    """The compiled catalogues, by their package and their path in it."""
    path = "locale/{}/LC_MESSAGES/raceboard.mo"
    return {("raceboard", path.format(language)): catalogue(language) for language in messages.LANGUAGES}


def _takes(key: Key) -> str:
    """The values of a key in words, as its kind puts them when a value does not fit."""
    return (key.kind.problem(None) or "").removeprefix("takes ")


def readme(text: str, rules: Iterable[CubeRule]) -> str:
    """The README with the table of cube rules between its markers; raises ValueError when it does not have them."""
    begin, end = MARKERS
    block = re.compile(f"(?<={re.escape(begin)}\n).*?(?={re.escape(end)})", re.DOTALL)
    if not block.search(text):
        raise ValueError(f"the README has no lines {begin} and {end}")
    return block.sub(lambda _: cube_rules(rules), text)


def files() -> dict[tuple[str, str], str]:
    """The text of each generated file, by its package and its path in it."""
    registry = Registry.load()
    schema = json.dumps(json_schema(Schema.of(registry.cube_rules)), indent=1, ensure_ascii=False)
    return {
        ("raceboard", "docs/phases.md"): phases(),
        ("raceboard", "docs/options.md"): options(registry.variants),
        ("raceboard", "docs/cube-rules.md"): cube_rules_page(registry.cube_rules),
        ("raceboard", "docs/rules.md"): rules_page(),
        ("raceboard", "docs/spec.md"): spec_page(),
        ("raceboard", "docs/hooks.md"): hooks_page(),
        ("raceboard", "docs/variant-file.md"): variant_file_page(),
        ("raceboard_rulesets", "ruleset-1.schema.json"): schema + "\n",
    }


if __name__ == "__main__":
    for (package, path), compiled in catalogues().items():
        Path(str(resources.files(package) / path)).write_bytes(compiled)
    for (package, path), text in files().items():
        Path(str(resources.files(package) / path)).write_text(text, encoding="utf-8")
    README.write_text(readme(README.read_text("utf-8"), Registry.load().cube_rules), encoding="utf-8")
