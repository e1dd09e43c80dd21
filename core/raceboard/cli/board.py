"""A board in plain text, as one player sees it: the farther half of the own path above, the nearer below.

The way runs counter-clockwise: the first point is top right, the last bottom right. Checkers that stand where the
player never comes are listed below the board.
"""

from __future__ import annotations

from raceboard.position import Position
from raceboard.side import Side, others, seat_name
from raceboard.spec import VariantSpec

__all__ = ["MARKS", "board"]

#: The checkers of the seats.
MARKS = "XO#@"

_HEIGHT = 5
_WIDTH = 4


def board(spec: VariantSpec, position: Position, side: Side, *, numbering: str = "down") -> str:
    """The board as `side` sees it, with pip counts.

    `numbering` labels the points: `down` to 1 as plays count them, or `up` from 1, with the pips to go beside them.
    """
    half = (spec.track.points + 1) // 2
    above, below = range(half + 1, spec.track.points + 1), range(half, 0, -1)
    lines = [
        *(_labels(spec, above, one) for one in _numberings(numbering)),
        *(_row(spec, position, side, above, height) for height in range(_HEIGHT)),
        "",
        *(_row(spec, position, side, below, height) for height in reversed(range(_HEIGHT))),
        *(_labels(spec, below, one) for one in reversed(_numberings(numbering))),
        *(_seat(spec, position, side, seat) for seat in (side, *others(side, spec.players))),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _numberings(numbering: str) -> tuple[str, ...]:
    """The rows of labels, from the edge of the board inwards."""
    return ("down",) if numbering == "down" else (numbering, "down")


def _labels(spec: VariantSpec, indices: range, numbering: str) -> str:
    """A row of labels."""
    numbers = (spec.track.points + 1 - index if numbering == "up" else index for index in indices)
    return "".join(str(number).rjust(_WIDTH) for number in numbers)


def _row(spec: VariantSpec, position: Position, side: Side, indices: range, height: int) -> str:
    return "".join(_cell(spec, position, side, index, height).rjust(_WIDTH) for index in indices)


def _cell(spec: VariantSpec, position: Position, side: Side, index: int, height: int) -> str:
    """One place of a point: a mark, the number of checkers at the end of a high stack, or a dot."""
    there = [(seat, count) for seat, count in _standing(spec, position, side, index) if count]
    if not there:
        return "." if height == 0 else ""
    marks = "".join(MARKS[seat % len(MARKS)] * count for seat, count in there)
    if height == _HEIGHT - 1 and len(marks) > _HEIGHT:
        return str(len(marks))
    return marks[height] if height < len(marks) else ""


def _standing(spec: VariantSpec, position: Position, side: Side, index: int) -> list[tuple[Side, int]]:
    """The checkers on a point, pinned ones first."""
    found = [(side, position.counts(side)[index], position.pins(side)[index])]
    for other in others(side, spec.players):
        there = spec.track.cross(side, other, index)
        if there:
            found.append((other, position.counts(other)[there], position.pins(other)[there]))
    return [(seat, count) for seat, count, _ in sorted(found, key=lambda standing: -standing[2])]


def _seat(spec: VariantSpec, position: Position, side: Side, seat: Side) -> str:
    """Mark, name, pips, and what of a seat is not on the board that `side` sees."""
    counts = position.counts(seat)
    beside = [f"{spec.layout.name(index)} {counts[index]}" for index in range(spec.track.points + 1, spec.layout.size)]
    unseen = [
        f"{index}:{counts[index]}"
        for index in range(spec.track.points, 0, -1)
        if counts[index] and seat != side and not spec.track.cross(seat, side, index)
    ]
    parts = [f"{spec.pips(position, seat)} pips", *beside, f"off {position.off(seat)}"]
    parts += [f"elsewhere {' '.join(unseen)}"] if unseen else []
    return f"  {MARKS[seat % len(MARKS)]} {seat_name(seat)}: {', '.join(parts)}"
