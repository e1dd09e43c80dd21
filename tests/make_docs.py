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

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from raceboard import messages
from raceboard.cube.rule import CubeRule
from raceboard.phase import Phase
from raceboard.registry import Registry
from raceboard.rulebook import FINDINGS, RULES
from raceboard.ruleset import CONTEXTS, Key, Schema
from raceboard.ruleset.kinds import as_text
from raceboard.ruleset.schema import json_schema
from raceboard.spec import VariantSpec
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
        ("raceboard_rulesets", "ruleset-1.schema.json"): schema + "\n",
    }


if __name__ == "__main__":
    for (package, path), compiled in catalogues().items():
        Path(str(resources.files(package) / path)).write_bytes(compiled)
    for (package, path), text in files().items():
        Path(str(resources.files(package) / path)).write_text(text, encoding="utf-8")
    README.write_text(readme(README.read_text("utf-8"), Registry.load().cube_rules), encoding="utf-8")
