"""From a roll to the stages of a turn, and what a turn remembers.

A turn is a list of stages. A stage is a set of dice that one player plays with the own checkers; who plays a stage is
not always whose roll it was. The obligation to play holds within a stage, without looking ahead (DECISIONS 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from attrs import Attribute, field, frozen

from raceboard.dice import Roll
from raceboard.side import Side

if TYPE_CHECKING:
    from raceboard.position import Position
    from raceboard.spec import Program, VariantSpec

__all__ = ["Choice", "Stage", "TurnContext", "TurnEnd", "opening_roll", "opening_rolls", "rolls_again", "stages"]

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

    `again`, of the last stage of a program: who has played it in full throws once more.

    >>> Stage(0, (3, 3, 3, 3), Roll(3, 3)).dice
    (3, 3, 3, 3)
    """

    side: Side
    dice: tuple[int, ...]
    roll: Roll
    again: bool = field(default=False, kw_only=True)


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
    *first, last = _dice_of_stages(spec.program, roll, context, _highest(spec))
    again = spec.program.again.completed and roll.is_double
    return (*(Stage(side, dice, roll) for dice in first), Stage(side, last, roll, again=again))


def rolls_again(
    spec: VariantSpec, roll: Roll, context: TurnContext, landings: Iterable[int], *, completed: bool
) -> bool:
    """Does the player throw once more? `landings`: own indices where steps of the turn ended.

    `completed` says that the whole program was played, and that its last stage then gives another throw.
    """
    again = spec.program.again
    if again.limit is not None and context.throws > again.limit:
        return False
    return (
        any(die in again.dice for die in roll)
        or (again.doubles and roll.is_double)
        or completed
        or any(index in spec.region(name).indices for name in again.landing for index in landings)
    )


def opening_roll(spec: VariantSpec, dice: tuple[int, ...]) -> Roll | None:
    """The roll that opening dice without a tie, one of each player, make for the starter; None where they make none.

    >>> from raceboard.spec import Opening
    >>> from raceboard.track import Track
    >>> from raceboard.dice import Chance
    >>> from raceboard.spec import Landing, VariantSpec
    >>> spec = VariantSpec("tiny", Track.contrary(6), {6: 2}, dice=Chance.dice(1, 6), opening=Opening("difference"),
    ...     landing=Landing(contact="forbid"), bear_off=None)
    >>> opening_roll(spec, (2, 6))
    Roll(dice=(4,))
    """
    if not spec.opening.gives_roll:
        return None
    return Roll(max(dice) - min(dice)) if spec.opening.mode == "difference" else Roll(*dice)


def opening_rolls(spec: VariantSpec) -> Mapping[Roll, tuple[int, ...]]:
    """The rolls that an opening can make, in the order of the dice, each with dice that make the first player start."""
    faces = [roll.dice[0] for roll in reversed(spec.dice.die.rolls)]
    made = {opening_roll(spec, dice): dice for dice in product(faces, repeat=spec.players) if dice[0] > max(dice[1:])}
    return {roll: made[roll] for roll in spec.dice.rolls if roll in made}


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
