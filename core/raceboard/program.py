"""From a roll to the stages of a turn, and what a turn remembers.

A turn is a list of stages. A stage is a set of dice that one player plays with the own checkers; who plays a stage is
not always whose roll it was. The obligation to play holds within a stage, without looking ahead (DECISIONS 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeVar, cast

from attrs import Attribute, field, frozen

from raceboard.dice import Roll
from raceboard.side import Side

if TYPE_CHECKING:
    from raceboard.position import Position
    from raceboard.spec import Program, VariantSpec

__all__ = [
    "Choice",
    "Stage",
    "TurnContext",
    "TurnEnd",
    "checked_end",
    "is_dice",
    "opening_roll",
    "opening_rolls",
    "rolls_again",
    "stages",
]

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
    """Dice that are played together. `side` plays the `dice`; `roll` is the throw they come from.

    Without dice a stage is played by the empty play. `again`, of the last stage of a program: who has played it in full
    throws once more.

    >>> Stage(0, (3, 3, 3, 3), Roll(3, 3)).dice
    (3, 3, 3, 3)
    """

    side: Side
    dice: tuple[int, ...]
    roll: Roll
    again: bool = field(default=False, kw_only=True)


@frozen
class Choice:
    """A decision of `side` between programs of stages; the action `Choose` answers it.

    `options`: a name and its stages, for each.
    """

    side: Side
    options: tuple[tuple[str, tuple[Stage, ...]], ...]

    def chosen(self, name: str) -> tuple[Stage, ...]:
        """The stages of a name; raises KeyError for a name that is not on offer."""
        return dict(self.options)[name]


@frozen
class TurnEnd:
    """What follows a turn: `side` is on roll, and plays the stages that are `owed` before any throw.

    `again`: the player of the turn throws once more within it; `side` is that player then, and nothing is owed.
    """

    side: Side
    owed: tuple[Stage, ...] = ()
    again: bool = field(default=False, kw_only=True)


def stages(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext = TurnContext()
) -> tuple[Stage, ...] | Choice:
    """The stages that a roll gives to the player who threw it, or a choice between several programs.

    Raises ValueError for a roll that the variant's dice cannot give, and for nonsense from the hook `expand_roll`.
    """
    if not isinstance(roll, Roll):
        raise ValueError(f"{roll!r} is no roll; give a Roll, for example Roll(6, 5)")
    if not spec.dice.weight(roll):
        raise ValueError(f"{roll} cannot be thrown in {spec.name}; its dice give {_some(spec.dice.rolls)}")
    if spec.hooks.expand_roll:
        expanded = spec.hooks.expand_roll(spec, position, side, roll, context)
        if expanded is not None:
            for wrong in _wrong_program(spec, side, expanded):
                raise ValueError(f"the hook expand_roll of {spec.name} gives {wrong}, for {roll}")
            return expanded
    *first, last = _dice_of_stages(spec.program, roll, context, _highest(spec))
    again = spec.program.again.completed and roll.is_double
    return (*(_stage(side, dice, roll) for dice in first), _stage(side, last, roll, again=again))


#: Stages are values and few: each is made once, and games share them.
_stage = lru_cache(maxsize=4096)(Stage)


def checked_end(spec: VariantSpec, active: Sequence[Side], end: TurnEnd) -> TurnEnd:
    """What the hook `after_turn` has given, if it can be; `active`: the sides that still play. Raises ValueError."""
    for wrong in _wrong_end(spec, active, end):
        raise ValueError(f"the hook after_turn of {spec.name} gives {wrong}")
    return end


def _wrong_end(spec: VariantSpec, active: Sequence[Side], end: object) -> Iterator[str]:
    if not isinstance(end, TurnEnd):
        yield f"{end!r}; give a TurnEnd, or None for what the data says"
        return
    if type(end.side) is not int or end.side not in active:
        yield f"the turn to side {end.side!r}; the sides that still play are {', '.join(map(str, active))}"
    yield from _wrong_stages(spec, end.side, end.owed)


def _wrong_program(spec: VariantSpec, side: Side, program: object) -> Iterator[str]:
    """What a program cannot be that a hook has given for a roll of a side."""
    if not isinstance(program, Choice):
        yield from _wrong_stages(spec, side, program) if program else ["no stages; one without dice plays nothing"]
        return
    if program.side != side:
        yield f"a choice to side {program.side!r}; side {side} has thrown"
    names = [name for name, _ in program.options]
    if not names or len(set(names)) < len(names):
        yield f"a choice between {names}; give one name or more, each once"
    for name, stages in program.options:
        if not stages:
            yield f"no stages under the name {name!r}; one without dice plays nothing"
        yield from _wrong_stages(spec, side, stages)


def _wrong_stages(spec: VariantSpec, side: Side, stages: object) -> Iterator[str]:
    if not isinstance(stages, Sequence) or not all(isinstance(one, Stage) and is_dice(one.dice) for one in stages):
        yield f"{stages!r}; give a tuple of Stage, each with a tuple of whole numbers, or None for what the data says"
        return
    for stage in cast("Sequence[Stage]", stages):
        if stage.side != side:
            yield f"a stage to side {stage.side!r}; it is side {side} that plays"
        for die in stage.dice:
            if die not in _numbers(spec):
                yield f"a stage with the die {die!r}; the dice show {', '.join(map(str, sorted(_numbers(spec))))}"


def is_dice(dice: object) -> bool:
    """Are these numbers that dice can show?"""
    return isinstance(dice, Sequence) and all(type(die) is int and die >= 0 for die in dice)


@lru_cache(maxsize=512)
def _numbers(spec: VariantSpec) -> frozenset[int]:
    """The numbers that the dice of a variant show."""
    return frozenset(die for roll in spec.dice.rolls for die in roll)


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
    >>> from raceboard.track import Region, Track
    >>> from raceboard.dice import Chance
    >>> from raceboard.spec import Landing, VariantSpec
    >>> spec = VariantSpec("tiny", Track.contrary(6), {6: 2}, dice=Chance.dice(1, 6), opening=Opening("difference"),
    ...     landing=Landing(contact="forbid"), regions=(Region("home", 1, 1),))
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


@lru_cache(maxsize=512)
def _highest(spec: VariantSpec) -> int:
    return max(die for roll in spec.dice.rolls for die in roll)


def _some(rolls: tuple[Roll, ...]) -> str:
    texts = list(map(str, rolls))
    return ", ".join(texts if len(texts) <= 8 else [*texts[:3], "...", texts[-1]])
