"""Write the generated pages of the reference: `python tests/make_docs.py`. A test compares them with the code."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path

from raceboard.phase import Phase
from raceboard.registry import Registry
from raceboard.spec import VariantSpec
from raceboard.transitions import TRANSITIONS

FOLDER = Path(__file__).parents[1] / "core" / "raceboard" / "docs"


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
            cells = (f"`{option.key}`", str(option.kind), _shown(option.default), option.doc, option.source)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def pages() -> dict[str, str]:
    """The text of each page by file name."""
    return {"phases.md": phases(), "options.md": options(Registry.load().variants)}


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
