"""Actions: everything that can happen to a game is one of these values, dice included.

`side` may be left out where only one side can be meant; given, it must be the side that is to act.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import field, frozen

from raceboard.dice import Roll
from raceboard.move import Play
from raceboard.side import Side

__all__ = ["Action", "Choose", "Drawn", "Forfeit", "OpeningRolled", "Played", "Rolled"]


def _dice(dice: Iterable[int]) -> tuple[int, ...]:
    return tuple(dice)


@frozen
class OpeningRolled:
    """Every player has thrown one die; `dice` in seat order."""

    dice: tuple[int, ...] = field(converter=_dice)


@frozen
class Drawn:
    """A lot has decided who starts."""

    side: Side


@frozen
class Rolled:
    """The player on roll has thrown."""

    roll: Roll
    side: Side | None = None


@frozen
class Choose:
    """The player chooses one of the programs that a roll offers, by name."""

    option: str
    side: Side | None = None


@frozen
class Played:
    """The player has made a play; its steps must be legal in their order."""

    play: Play
    side: Side | None = None


@frozen
class Forfeit:
    """A player loses the game by leaving, inactivity or the like; `reason` is kept in the outcome."""

    side: Side
    reason: str = "left"


Action: TypeAlias = OpeningRolled | Drawn | Rolled | Choose | Played | Forfeit
