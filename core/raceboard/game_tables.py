"""Whole games in numbers, for the kernel that plays them at random: throws, stages, releases, who throws again.

What these numbers cannot say (`too_special` tells what) is played by `raceboard.game`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from attrs import frozen

from raceboard.dice import Roll
from raceboard.ground import EXACT_DICE, EXACT_INDICES, LISTED, too_large
from raceboard.program import TurnContext, opening_roll, stages
from raceboard.random_games import FACES, OUTCOMES, STAGES, TICKETS
from raceboard.restrictions import usual
from raceboard.spec import Hooks, Release, VariantSpec
from raceboard.tables import tables

__all__ = ["GameTables", "game_tables", "too_special"]

_MODES = ("single_dice", "difference", "two_dice", "fixed", "random")


@frozen
class GameTables:
    """A spec in numbers, as far as a game goes beyond one stage.

    `tickets`: for each ticket of the dice the outcome that owns it; `die`: the same for one die, as the number thrown.
    `early` and `late`: for each outcome its stages, each as its dice, before and from the own turn `cascade_from` on.
    `openings[a][b]`: the outcome that opening dice make, -1 for none. `again`: does an outcome give another throw;
    `completed`: does it when it is played in full; `landings`: mask of the points that give one; `throws`: after how
    many there is no other. `released`: for each outcome whether each limit is released, and to how many.
    """

    start: bytes
    tickets: tuple[int, ...]
    die: tuple[int, ...]
    early: tuple[tuple[tuple[int, ...], ...], ...]
    late: tuple[tuple[tuple[int, ...], ...], ...]
    cascade_from: int
    opening: int
    openings: tuple[tuple[int, ...], ...]
    again: tuple[bool, ...]
    completed: tuple[bool, ...]
    landings: int
    throws: int
    usual: tuple[int, ...]
    released: tuple[tuple[int, ...], ...]
    first_only: tuple[bool, ...]
    who: tuple[int, ...]


def too_special(spec: VariantSpec) -> str:
    """What keeps the kernel from playing whole games of a variant; empty when nothing does."""
    rules = tables(spec, 0)
    releases = [limit.release for limit in spec.departure.limits if limit.release]
    reasons = {
        "hooks": spec.hooks != Hooks(),
        "more than two players": spec.players != 2,
        "pins": spec.pins,
        "paths that differ": spec.players == 2 and rules != tables(spec, 1),
        "what is left is owed": spec.program.leftover == "owed",
        "tries": spec.program.again.tries != 1,
        "no need to play the most dice": not spec.obligation.max_dice,
        "a last turn": spec.finish.last_turn.mode != "none" or spec.finish.places != 1,
        "a release that asks the board": any(
            release.rolls == "blocked_roll" or release.condition != "always" for release in releases
        ),
        f"more than {EXACT_INDICES} indices": rules.size > EXACT_INDICES,
        f"more than {EXACT_DICE} dice in a stage": spec.program.doubles > EXACT_DICE
        or len(_any_roll(spec)) > EXACT_DICE,
        f"more than {OUTCOMES} outcomes of the dice": len(spec.dice.rolls) > OUTCOMES,
        f"more than {TICKETS} equally likely throws": max(spec.dice.total, spec.dice.die.total) > TICKETS,
        f"a number from {FACES} up on a die": _highest(spec) >= FACES,
        "watched regions": len(rules.limits) + max(len(set(roll)) for roll in spec.dice.rolls) > LISTED,
        f"more than {STAGES} stages in a turn": spec.program.cascade_from is not None and _highest(spec) > STAGES,
    }
    found = [reason for reason, holds in reasons.items() if holds]
    return ", ".join([*found, too_large(rules)] if too_large(rules) else found)


def _any_roll(spec: VariantSpec) -> tuple[int, ...]:
    return max((roll.dice for roll in spec.dice.rolls), key=len)


def _highest(spec: VariantSpec) -> int:
    return max(max(roll) for roll in spec.dice.rolls)


@lru_cache(maxsize=64)
def game_tables(spec: VariantSpec) -> GameTables:
    """The tables of a spec for which nothing is too special."""
    rolls = spec.dice.rolls
    again = spec.program.again
    cascade_from = spec.program.cascade_from or 0
    limits = spec.departure.limits
    landings = {index for name in again.landing for index in spec.region(name).indices}
    return GameTables(
        start=spec.start.data,
        tickets=tuple(rolls.index(spec.dice.at(ticket)) for ticket in range(spec.dice.total)),
        die=tuple(spec.dice.die.at(ticket).dice[0] for ticket in range(spec.dice.die.total)),
        early=tuple(_stages(spec, roll, 0) for roll in rolls),
        late=tuple(_stages(spec, roll, cascade_from) for roll in rolls),
        cascade_from=cascade_from,
        opening=_MODES.index(spec.opening.mode),
        openings=_openings(spec),
        again=tuple(any(die in again.dice for die in roll) or (again.doubles and roll.is_double) for roll in rolls),
        completed=tuple(again.completed and roll.is_double for roll in rolls),
        landings=sum(1 << index for index in landings),
        throws=again.limit if again.limit is not None else 1 << 30,
        usual=usual(spec),
        released=tuple(
            tuple(_released(limit.release, most, roll) for limit, most in zip(limits, usual(spec), strict=True))
            for roll in rolls
        ),
        first_only=tuple(limit.release is not None and limit.release.turns == "first" for limit in limits),
        who=tuple(("each", "starter", "second").index(limit.release.who) if limit.release else 0 for limit in limits),
    )


def _stages(spec: VariantSpec, roll: Roll, own_turn: int) -> tuple[tuple[int, ...], ...]:
    program = stages(spec, spec.start, 0, roll, TurnContext(own_turn=own_turn))
    assert isinstance(program, tuple)  # only a hook offers a choice
    return tuple(stage.dice for stage in program)


def _openings(spec: VariantSpec) -> tuple[tuple[int, ...], ...]:
    """The outcome of each pair of opening dice."""
    rolls = spec.dice.rolls
    made = [[-1] * FACES for _ in range(FACES)]
    faces = {roll.dice[0] for roll in spec.dice.die.rolls}
    for one, other in product(faces, repeat=2):
        roll = opening_roll(spec, (one, other)) if one != other else None
        made[one][other] = rolls.index(roll) if roll is not None else -1
    return tuple(map(tuple, made))


def _released(release: Release | None, most: int, roll: Roll) -> int:
    """How many checkers may leave a region where a roll releases it."""
    if release is None or release.limit <= most or not roll.is_double:
        return most
    is_due = release.rolls == "any" or (isinstance(release.rolls, tuple) and roll.dice[0] in release.rolls)
    return release.limit if is_due else most
