"""Actions: everything that can happen to a game is one of these values, dice included.

`side` may be left out where only one side can be meant; given, it must be the side that is to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from attrs import Attribute, field, frozen

from raceboard.dice import Roll
from raceboard.move import Play
from raceboard.position import Position
from raceboard.ruling import Remedy, Situation
from raceboard.side import Side

__all__ = [
    "Accept",
    "Action",
    "Choose",
    "Double",
    "Drawn",
    "Flagged",
    "Forfeit",
    "Inactive",
    "Leave",
    "NextGame",
    "OpeningRolled",
    "Pass",
    "Penalty",
    "Played",
    "Redouble",
    "Reject",
    "Resign",
    "Rolled",
    "Ruled",
    "SessionAction",
    "Take",
]


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


def _number(action: object, field: Attribute[_T], value: _T) -> None:
    """A validator of seconds: finite, from 0 up."""
    if type(value) not in (int, float) or not 0 <= float(str(value)) < float("inf"):
        raise ValueError(f"{field.name} of {type(action).__name__} is {value!r}; give a number from 0 up")


def _positive(action: object, field: Attribute[int], value: int) -> None:
    """A validator of points: a whole number from 1 up."""
    if type(value) is not int or value < 1:
        raise ValueError(f"{field.name} of {type(action).__name__} is {value!r}; give a whole number from 1 up")


def _seat(action: object, field: Attribute[_T], value: _T) -> None:
    """A validator of the side of an action that cannot do without."""
    if type(value) is not int:
        raise ValueError(f"{field.name} of {type(action).__name__} is {value!r}; name a side, 0 is white")


@frozen
class OpeningRolled:
    """Every player has thrown one die; `dice` in seat order."""

    dice: tuple[int, ...] = field(converter=_dice)


@frozen
class Drawn:
    """A lot has decided who starts."""

    side: Side = field(validator=_seat)


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

    side: Side = field(validator=_seat)
    reason: str = field(default="left", validator=_is(str, "say in words why, for example 'left'"))


@frozen
class Double:
    """The player on roll offers twice the value."""

    side: Side | None = None


@frozen
class Take:
    """The offer is accepted."""

    side: Side | None = None


@frozen
class Pass:
    """The offer is declined, and the game lost at its value before."""

    side: Side | None = None


@frozen
class Redouble:
    """The offer is accepted and answered at once by one twice as high; `name`: which, as the table calls it."""

    name: str
    side: Side | None = None


@frozen
class Resign:
    """A player gives the game up at a level of the variant (None: the one that the ruleset says)."""

    side: Side = field(validator=_seat)
    level: str | None = None


@frozen
class Accept:
    """The offered resignation is accepted."""

    side: Side | None = None


@frozen
class Reject:
    """The offered resignation is refused; the game goes on where it was."""

    side: Side | None = None


@frozen
class Inactive:
    """The host reports that the player who is to act has done nothing for so many seconds."""

    side: Side = field(validator=_seat)
    seconds: float = field(validator=_number)


@frozen
class Leave:
    """A player has left the table."""

    side: Side = field(validator=_seat)


@frozen
class Flagged:
    """A player's clock has run out."""

    side: Side = field(validator=_seat)


@frozen
class Penalty:
    """Points that a player is given between games, for the opponent's lateness or the like."""

    side: Side = field(validator=_seat)
    points: int = field(validator=_positive)


@frozen
class NextGame:
    """The next game begins."""


@frozen
class Ruled:
    """What was decided in a situation at a real table; `position`: the board as it is then, where that matters."""

    situation: Situation = field(validator=_is(Situation, "give one of raceboard.ruling, for example CockedRoll()"))
    choice: Remedy = field(converter=Remedy)
    position: Position | None = None


#: What happens in a game.
Action: TypeAlias = OpeningRolled | Drawn | Rolled | Choose | Played | Forfeit

#: What happens around the board as well.
SessionAction: TypeAlias = (
    Action
    | Double
    | Take
    | Pass
    | Redouble
    | Resign
    | Accept
    | Reject
    | Inactive
    | Leave
    | Flagged
    | Penalty
    | NextGame
    | Ruled
)
