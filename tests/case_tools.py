"""What the readers of case files share: rows of counts, positions, and plays written as texts of single steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TypeAlias

from raceboard.dice import Roll
from raceboard.move import Step
from raceboard.position import OFF, Position
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["DATA", "ROLLS", "Counts", "after", "moves", "own_rows", "position", "row", "steps", "turned"]

DATA = Path(__file__).parent / "data"

#: The 21 rolls of two dice.
ROLLS = tuple(Roll(*dice) for dice in combinations_with_replacement(range(1, 7), 2))

#: Checkers of one player as a case file gives them: a point or the name of a place, and how many stand there.
Counts: TypeAlias = Mapping[int | str, int] | Mapping[int, int] | Mapping[str, int]

#: A step as text gives it: where a checker goes from and to, and whether it hits.
Move: TypeAlias = tuple[int, int, bool]


def turned(counts: Counts) -> dict[int | str, int]:
    """Counts of Long Nardy by pips to go, where the case counts points up from the head; names stay as they are."""
    return {25 - place if isinstance(place, int) else place: count for place, count in counts.items()}


def row(spec: VariantSpec, side: Side, counts: Counts) -> tuple[int, ...]:
    """The row of a player; checkers that a case does not mention are off."""
    cells = [0] * spec.layout.size
    for place, count in counts.items():
        cells[spec.layout.index(str(place))] = count
    cells[OFF] = spec.checkers[side] - sum(cells[OFF + 1 :])
    return tuple(cells)


def position(spec: VariantSpec, me: Counts, opponent: Counts, side: Side = 0) -> Position:
    """The position in which `side` has the first counts."""
    rows = {side: row(spec, side, me), 1 - side: row(spec, 1 - side, opponent)}
    return Position.from_counts(spec, [rows[0], rows[1]])


def own_rows(positions: Iterable[Position], side: Side) -> set[tuple[int, ...]]:
    """What the positions say of one player."""
    return {found.counts(side) for found in positions}


def moves(spec: VariantSpec, text: str) -> tuple[Move, ...]:
    """The steps of a play as a case writes it, one word a step: `bar/20 24/21*`."""
    return tuple(_move(spec, word) for word in text.split())


def _move(spec: VariantSpec, word: str) -> Move:
    source, target = word.removesuffix("*").split("/")
    return spec.layout.index(source), spec.layout.index(target), word.endswith("*")


def after(spec: VariantSpec, start: Position, side: Side, text: str) -> Position:
    """The position after the steps of a play, put there by hand: no rule is asked."""
    rows = {seat: list(start.counts(seat)) for seat in range(spec.players)}
    for source, target, hits in moves(spec, text):
        rows[side][source] -= 1
        rows[side][target] += 1
        if hits:
            rows[1 - side][spec.track.cross(side, 1 - side, target) or 0] -= 1
            rows[1 - side][spec.layout.index("bar")] += 1
    return Position.from_counts(spec, [rows[0], rows[1]])


def steps(spec: VariantSpec, text: str) -> tuple[Step, ...]:
    """The steps of a play in their order; a checker that is borne off has used the exact die."""
    return tuple(Step(source, source - target) for source, target, _ in moves(spec, text))
