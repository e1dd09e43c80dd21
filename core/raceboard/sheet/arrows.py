"""The ways of all seats as arrows on a drawn board, in the room between its rows, one inside the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from raceboard.sheet.blocks import Way

__all__ = ["arrows"]

#: The field of the drawing, as its author has marked it; it may be written in any size.
_FIELD = re.compile(r'class="rb-field" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')

# Lengths in units of the drawing.
_EDGE = 16.0
_BETWEEN = 11.0
_OUTERMOST, _INNERMOST = 28.0, 4.0
_HEAD = 9.0


@frozen
class _Room:
    """Where the arrow of a seat may be: left and right end, and the height of each row."""

    left: float
    right: float
    rows: dict[str, float]


def arrows(drawing: str, ways: Sequence[Way]) -> str:
    """An arrow for each way, to be added to a drawing; nothing for a drawing without a field."""
    field = _FIELD.search(drawing)
    return "" if field is None else "".join(_arrows([float(number) for number in field.groups()], ways))


def _arrows(field: Sequence[float], ways: Sequence[Way]) -> Iterator[str]:
    x, y, width, height = field
    for place, way in enumerate(ways):
        inset, away = _EDGE + _BETWEEN * place, _OUTERMOST - (_OUTERMOST - _INNERMOST) * place / len(ways)
        rows = {"top": y + height / 2 - away, "bottom": y + height / 2 + away}
        yield _arrow(way, _Room(x + inset, x + width - inset, rows))


def _arrow(way: Way, room: _Room) -> str:
    """A line along the rows, with a disc of the seat where it begins and a head where it ends."""
    legs = [leg.split(".") for leg in dict.fromkeys(way.legs) if "." in leg]
    if not legs:
        return ""
    (row, turn), (end_row, end_turn) = legs[0], legs[-1]
    start = room.right if turn == "left" else room.left, room.rows[row]
    line = "".join(f"V{room.rows[at]:g}H{room.left if to == 'left' else room.right:g}" for at, to in legs)
    end, back = (room.left, _HEAD) if end_turn == "left" else (room.right, -_HEAD)
    tip = room.rows[end_row]
    head = f"M{end + back:g} {tip - _HEAD / 2:g}L{end:g} {tip:g}L{end + back:g} {tip + _HEAD / 2:g}"
    return (
        f'<g class="rb-way"><path d="M{start[0]:g} {start[1]:g}{line}{head}"/>'
        f'<circle class="rb-s{way.side % 4}" cx="{start[0]:g}" cy="{start[1]:g}" r="4"/></g>'
    )
