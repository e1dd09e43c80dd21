"""Draw boards and read pictures back: which checkers a text or SVG board shows, found by where the signs stand.

Nothing here asks the library where a point is drawn: a checker belongs to the label whose column it stands in. What
comes back counts checkers by seat and place; a place is a physical point of the track, the name of a reserve, or off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias
from xml.etree import ElementTree as Xml

from raceboard import Picture, Position, Region, Registry, Track, picture
from raceboard.side import SEAT_NAMES
from raceboard.snapshot import Snapshot
from raceboard.spec import Landing, Opening, Reserve, VariantSpec
from variants_for_tests import GAMES, HOOKS, RULES

__all__ = [
    "BACKGAMMON",
    "CROWD",
    "NARDY",
    "REGISTRY",
    "SIDING",
    "SPECS",
    "SVG",
    "Checkers",
    "board_lines",
    "in_svg",
    "in_text",
    "kind",
    "labels",
    "on_table",
    "seen",
    "shapes",
]

#: (seat, place, pinned) to a number of checkers.
Checkers: TypeAlias = Counter[tuple[int, int | str, bool]]

SVG = "{http://www.w3.org/2000/svg}"

_MARKS = ("○●◇◆", "XO#@")


def on_table(spec: VariantSpec, position: Position) -> Checkers:
    """Where the checkers of a position are."""
    found: Checkers = Counter()
    for seat in range(spec.players):
        for index, count in enumerate(position.counts(seat)):
            place = spec.track.paths[seat][index - 1] if 1 <= index <= spec.track.points else spec.layout.name(index)
            pinned = bool(position.pins(seat)[index])
            found[seat, place, pinned] += count
    return +found


# -- What is drawn ----------------------------------------------------------------------------------------------------

REGISTRY = Registry.load()
BACKGAMMON, NARDY = REGISTRY.variant("backgammon"), REGISTRY.variant("long-nardy")

#: An odd number of points; two players who share points where the third never comes; seven players and one bar.
ODD = VariantSpec("odd", Track.contrary(7), {7: 6, 5: 1}, entry=(Reserve("bar"),), regions=(Region("home", 1, 3),))
SIDING = VariantSpec(
    "siding",
    Track([[1, 2, 3, 4], [5, 6, 3, 7], [6, 5, 1, 8]]),
    {4: 2},
    landing=Landing(contact="forbid"),
    regions=(Region("home", 1, 2),),
    opening=Opening("fixed"),
)
CROWD = VariantSpec(
    "crowd",
    Track.shared(12, 7),
    {"bar": 3},
    entry=(Reserve("bar"),),
    regions=(Region("home", 1, 3),),
    opening=Opening("fixed"),
)
SPECS = [*REGISTRY.variants.values(), *GAMES, *RULES, *HOOKS, ODD, SIDING]


def seen(spec: VariantSpec, text: str | None = None, side: int = 0, **more: object) -> Picture:
    """The picture of a position for the seat that is on roll."""
    position = spec.start if text is None else Position.parse(spec, text, side)
    table = {"cube": 1 if spec.cube else None, **more}
    return picture(Snapshot(spec, position, side, **table))  # type: ignore[arg-type]


def board_lines(text: str) -> list[str]:
    """The lines between the edges of a text board."""
    lines = text.splitlines()
    begin, end = (number for number, line in enumerate(lines) if re.match(r"  [┌└+]", line))
    return lines[begin + 1 : end]


# -- Text --------------------------------------------------------------------------------------------------------------


def in_text(spec: VariantSpec, side: int, text: str) -> Checkers:
    """What a text board shows to `side`, labelled with pips to go."""
    lines = text.splitlines()
    edges = [number for number, line in enumerate(lines) if line[2:3] in "┌└+" and line[2:3]]
    inside = lines[edges[0] + 1 : edges[1]]
    half = len(inside) // 2
    found = _beside(lines)
    for label, rows in ((lines[edges[0] - 1], inside[:half]), (lines[edges[1] + 1], inside[:half:-1])):
        for index, end in _ends(label):
            _count(found, spec.track.paths[side][index - 1], _column(rows, end))
    for rows in (inside[half - 1 :: -1], inside[half + 1 :]):
        _count(found, "bar", [token for line in rows for token in _on_bar(line, inside[half])])
    for owner, tokens, indices in _lanes(lines):
        for index, token in zip(indices, tokens, strict=True):
            _count(found, spec.track.paths[owner][index - 1], re.findall(r"\D!?\d*", token))
    return +found


def _ends(label: str) -> Iterator[tuple[int, int]]:
    """The numbers in a line of labels, and where each ends."""
    for found in re.finditer(r"\d+", label):
        yield int(found[0]), found.end()


def _column(rows: Iterable[str], end: int) -> list[str]:
    """The tokens of a column that ends below its label; the sign of a pinned checker stands behind."""
    cells = [row.ljust(end + 1)[end - 3 : end + 1] for row in rows]
    return [cell.strip() for cell in cells if cell.strip()]


def _on_bar(line: str, middle: str) -> list[str]:
    """The token between the two uprights of a bar."""
    parts = re.split(r"[│|]", line)
    return parts[2].split() if len(parts) >= 5 and re.split(r"[│|]", middle)[2].strip() == "bar" else []


def _lanes(lines: Iterable[str]) -> Iterator[tuple[int, list[str], list[int]]]:
    """The owner, the tokens and the numbers of each lane."""
    before = ""
    for line in lines:
        if found := re.fullmatch(r" +own points of (\w+) +(.*)", line):
            yield SEAT_NAMES.index(found[1]), found[2].split(), [int(number) for number in before.split()]
        before = line


def _beside(lines: Iterable[str]) -> Checkers:
    """What the lines of the seats say: hand and off."""
    found: Checkers = Counter()
    for line in lines:
        if seat := re.match(rf"[▶> ] ([{''.join(_MARKS)}]) \w+", line):
            for name, number in re.findall(r"(hand|off) (\d+)", line):
                found[_seat(seat[1]), name, False] += int(number)
    return found


def _seat(mark: str) -> int:
    return next(marks.index(mark) for marks in _MARKS if mark in marks)


def _count(found: Checkers, place: int | str, tokens: Iterable[str]) -> None:
    """Add the tokens of a place: a mark is a checker, a number says how many its colour has there."""
    seen: Counter[tuple[int, bool]] = Counter()
    last = 0
    for token in tokens:
        mark, pinned, number = re.fullmatch(r"(\D?)(!?)(\d*)", token).groups()  # type: ignore[union-attr]
        if mark in ("·", "."):
            continue
        last = _seat(mark) if mark else last
        seen[last, bool(pinned)] = int(number) if number else seen[last, bool(pinned)] + 1
    for (seat, is_pinned), count in seen.items():
        found[seat, place, is_pinned] += count


# -- SVG ---------------------------------------------------------------------------------------------------------------


def shapes(svg: str, name: str) -> list[Xml.Element]:
    """The shapes that have a class."""
    return [shape for shape in Xml.fromstring(svg).iter() if name in shape.get("class", "").split()]


def labels(svg: str) -> list[tuple[str, float, float]]:
    """The numbers of points, and where they stand."""
    return [
        (shape.text or "", float(shape.get("x", "")), float(shape.get("y", ""))) for shape in shapes(svg, "rb-number")
    ]


def in_svg(spec: VariantSpec, side: int, svg: str) -> Checkers:
    """What an SVG board shows to `side`, labelled with pips to go."""
    found: Checkers = Counter()
    for stack in shapes(svg, "rb-stack"):
        discs = [shape for shape in stack if shape.get("class", "").startswith(("rb-disc", "rb-slab"))]
        if discs:
            owner = int(stack.get("data-lane", side))
            place = _place(svg, stack.get("data-index", ""), discs[0], spec.track.paths[owner])
            text = "".join(shape.text or "" for shape in stack.iter(f"{SVG}text"))
            number = text.rstrip("!")
            assert kind(stack) or len(discs) == int(number), "the number below a tray is that of its checkers"
            found[_colour(discs), place, "!" in text] += int(number) if number else len(discs)
    return found


def kind(stack: Xml.Element) -> bool:
    """Are the checkers of a stack drawn from above, not from their edge?"""
    return stack.find(f"{SVG}circle") is not None


def _colour(discs: Iterable[Xml.Element]) -> int:
    """The one seat in whose colour the checkers are."""
    (colour,) = {shape.get("class", "").split()[1] for shape in discs}
    return int(colour.removeprefix("rb-s"))


def _place(svg: str, index: str, disc: Xml.Element, path: tuple[int, ...]) -> int | str:
    """The point of the nearest label in the same column; only what is beside the points is taken by its name."""
    if not index.isdigit():
        return index
    x, y = float(disc.get("cx", "")), float(disc.get("cy", ""))
    _, nearest = min((abs(down - y), text) for text, across, down in labels(svg) if abs(across - x) < 1)
    assert nearest == index, "the data say what is drawn"
    return path[int(nearest) - 1]
