"""From a roll to the stages of a turn, and what a turn remembers.

A turn is a list of stages. A stage is a set of dice that one player plays with the own checkers; who plays a stage is
not always whose roll it was. The obligation to play holds within a stage, without looking ahead (DECISIONS 4).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from attrs import Attribute, field, frozen

from raceboard.dice import Roll
from raceboard.side import Side

if TYPE_CHECKING:
    from raceboard.position import Position
    from raceboard.spec import Program, VariantSpec

__all__ = ["Choice", "Stage", "TurnContext", "TurnEnd", "rolls_again", "stages"]

_T = TypeVar("_T")


def _counts(context: object, field: Attribute[_T], value: _T) -> None:
    """Refuse what is no count."""
    numbers = [number for _, number in value] if isinstance(value, tuple) else [value]
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError(f"{field.name} of a turn context is {value!r}; it counts from 0 up")


@frozen
class TurnContext:
    """What a turn remembers, as part of the game state (DECISIONS 10).

    `own_turn`: the number of this turn among the player's own, 1 = the first; the default is a later one. `starter`:
    did this player start the game? `throws`: throws in this turn so far. `taken`: (region, checkers that left it this
    turn), for the regions that the variant limits, and for all where it has hooks. `hits`: own indices where this turn
    has hit.

    >>> TurnContext(own_turn=1).is_first
    True
    """

    own_turn: int = field(default=2, validator=_counts)
    starter: bool = False
    throws: int = field(default=1, validator=_counts)
    taken: tuple[tuple[str, int], ...] = field(default=(), validator=_counts)
    hits: tuple[int, ...] = ()

    @property
    def is_first(self) -> bool:
        """Is this the player's first turn of the game?"""
        return self.own_turn == 1

    def taken_from(self, region: str) -> int:
        """How many checkers have left a region in this turn."""
        return dict(self.taken).get(region, 0)


@frozen
class Stage:
    """Dice that are played together. `side` plays them; `roll` is the throw they come from.

    >>> Stage(0, (3, 3, 3, 3), Roll(3, 3)).dice
    (3, 3, 3, 3)
    """

    side: Side
    dice: tuple[int, ...]
    roll: Roll


@frozen
class Choice:
    """A decision between programs of stages, each under a name; the action `Choose` answers it."""

    side: Side
    options: tuple[tuple[str, tuple[Stage, ...]], ...]

    def chosen(self, name: str) -> tuple[Stage, ...]:
        """The stages of a name; raises KeyError for a name that is not on offer."""
        return dict(self.options)[name]


@frozen
class TurnEnd:
    """What follows a turn: whose turn it is, and stages to play before any throw (`owed`)."""

    side: Side
    owed: tuple[Stage, ...] = ()
    again: bool = field(default=False, kw_only=True)


def stages(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext = TurnContext()
) -> tuple[Stage, ...] | Choice:
    """The stages that a roll gives to the player who threw it, or a choice between several programs.

    Raises ValueError for a roll that the variant's dice cannot give.
    """
    if not isinstance(roll, Roll):
        raise ValueError(f"{roll!r} is no roll; give a Roll, for example Roll(6, 5)")
    if not spec.dice.weight(roll):
        raise ValueError(f"{roll} cannot be thrown in {spec.name}; its dice give {_some(spec.dice.rolls)}")
    if spec.hooks.expand_roll:
        expanded = spec.hooks.expand_roll(spec, position, side, roll, context)
        if expanded is not None:
            return expanded
    return tuple(Stage(side, dice, roll) for dice in _dice_of_stages(spec.program, roll, context, _highest(spec)))


def rolls_again(
    spec: VariantSpec, roll: Roll, context: TurnContext, landings: Iterable[int], *, completed: bool
) -> bool:
    """Does the player throw once more? `landings`: own indices where steps of the turn ended.

    `completed` says that every stage of the turn was played in full.
    """
    again = spec.program.again
    if again.limit is not None and context.throws > again.limit:
        return False
    region = spec.region(again.landing).indices if again.landing else ()
    return (
        any(die in again.dice for die in roll)
        or (again.doubles and roll.is_double)
        or (again.completed and completed and roll.is_double)
        or any(index in region for index in landings)
    )


def _dice_of_stages(program: Program, roll: Roll, context: TurnContext, highest: int) -> list[tuple[int, ...]]:
    if not roll.is_double:
        return [roll.dice]
    number = roll.dice[0]
    numbers = [number]
    if program.complement:
        numbers.append(highest + 1 - number)
    elif program.cascade_from is not None and context.own_turn >= program.cascade_from:
        numbers = list(range(number, highest + 1))
    return [(number,) * program.doubles for number in numbers]


def _highest(spec: VariantSpec) -> int:
    return max(die for roll in spec.dice.rolls for die in roll)


def _some(rolls: tuple[Roll, ...]) -> str:
    texts = list(map(str, rolls))
    return ", ".join(texts if len(texts) <= 8 else [*texts[:3], "...", texts[-1]])
