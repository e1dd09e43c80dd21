"""Contact: can the sides still meet?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.position import Position
from raceboard.side import Side

if TYPE_CHECKING:
    from raceboard.spec import VariantSpec

__all__ = ["contact"]


def contact(spec: VariantSpec, position: Position) -> bool:
    """Is there a point that checkers of two sides stand on or have still to pass?

    >>> from raceboard import Position, Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> contact(spec, spec.start), contact(spec, Position.parse(spec, "6:15 / 6:15"))
    (True, False)
    """
    ahead = [_ahead(spec, position, side) for side in range(spec.players)]
    return any(ahead[side] & ahead[other] for side in range(spec.players) for other in range(side))


def _ahead(spec: VariantSpec, position: Position, side: Side) -> set[int]:
    """The points from the rearmost checker of a side onwards."""
    occupied = [index for index, count in enumerate(position.counts(side)) if count]
    return set(spec.track.paths[side][: min(max(occupied, default=0), spec.track.points)])
