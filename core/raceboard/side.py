"""Players are numbered 0..n-1 in the order of their turns; a seat has a name for people."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["SEAT_NAMES", "Side", "others", "seat_name"]

#: A player, 0..n-1.
Side: TypeAlias = int

#: Names of the seats in turn order. A game of more players than names numbers the rest.
SEAT_NAMES = ("white", "black", "red", "green")


def seat_name(side: Side) -> str:
    """The name of a seat.

    >>> seat_name(0), seat_name(1), seat_name(5)
    ('white', 'black', 'player 6')
    """
    return SEAT_NAMES[side] if side < len(SEAT_NAMES) else f"player {side + 1}"


def others(side: Side, players: int) -> tuple[Side, ...]:
    """The other players in turn order, the next one first.

    >>> others(1, 4)
    (2, 3, 0)
    """
    return tuple((side + step) % players for step in range(1, players))
