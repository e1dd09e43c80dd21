"""Actions: everything that can happen to a game is one of these values, dice included.

`side` may be left out where only one side can be meant; given, it must be the side that is to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from attrs import Attribute, field, frozen

from raceboard.dice import Roll
from raceboard.move import Play
from raceboard.side import Side

__all__ = ["Action", "Choose", "Drawn", "Forfeit", "OpeningRolled", "Played", "Rolled"]


_T = TypeVar("_T")


def _dice(dice: Iterable[int]) -> tuple[int, ...]:
    if isinstance(dice, Roll):
        raise ValueError("a Roll has no order; give the opening dice as a tuple in seat order")
    return tuple(dice)


def _is(kind: type[_T], remedy: str) -> Callable[[object, Attribute[_T], _T], None]:
    """A validator that says what to give instead."""

    def check(action: object, field: Attribute[_T], value: object) -> None:
        if not isinstance(value, kind):
            raise ValueError(f"{field.name} of {type(action).__name__} is {value!r}; {remedy}")

    return check


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

    roll: Roll = field(validator=_is(Roll, "give a Roll, for example Roll(6, 5)"))
    side: Side | None = None


@frozen
class Choose:
    """The player chooses one of the programs that a roll offers, by name."""

    option: str
    side: Side | None = None


@frozen
class Played:
    """The player has made a play; its steps must be legal in their order."""

    play: Play = field(validator=_is(Play, "give one of game.plays; raceboard.notation.read_play reads text"))
    side: Side | None = None


@frozen
class Forfeit:
    """A player loses the game by leaving, inactivity or the like; `reason` is kept in the outcome."""

    side: Side
    reason: str = "left"


Action: TypeAlias = OpeningRolled | Drawn | Rolled | Choose | Played | Forfeit
