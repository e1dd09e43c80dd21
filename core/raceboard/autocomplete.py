"""Steps that are made for the player: those that are forced, and the obvious bear-off."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from raceboard.contact import contact
from raceboard.legal import Plays
from raceboard.move import Step
from raceboard.position import OFF
from raceboard.spec import VariantSpec

__all__ = ["Autocomplete", "completed", "remembers_way"]

_Steps: TypeAlias = tuple[Step, ...]


class Autocomplete(StrEnum):
    """Which steps are made for the player.

    `FORCED`: a step is forced when every result that can still be reached can be reached after it as well. Where a turn
    remembers more than its result (a landing that throws again, a limit that a later stage asks for, a hook that looks
    at the turn), a step is forced only when it is the only one.

    `BEAR_OFF`: what is forced, and then the obvious bear-off. It is obvious when the sides have no contact any more,
    and every die that is left bears off at once the checker of its number or the farthest one (or all checkers are off
    before); so all are home already. It is not obvious where a die moves a checker inside, where only exact dice bear
    off, where the goal is on the board, or where the last player wins. No other play is faster on average, as a
    calculation of all homes with up to eight checkers shows. When a given throw is the last one that counts, some rare
    other play may be (1:3 2:1 5:2 with 2-1 and three throws left); a host that wants to leave that to the player takes
    `FORCED`.
    """

    NONE = "none"
    FORCED = "forced"
    BEAR_OFF = "bear_off"


def completed(plays: Plays, steps: _Steps, policy: Autocomplete) -> _Steps:
    """The steps, with those behind them that a policy makes; raises ValueError for what is no policy.

    >>> from raceboard import Position, Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> last = Position.parse(spec, "5:1 4:1 2:2 off:11 / 3:2 off:13")
    >>> plays = legal_plays(spec, last, 0, Roll(4, 2))
    >>> completed(plays, (), Autocomplete.FORCED)
    ()
    >>> [(step.source, step.die) for step in completed(plays, (), Autocomplete.BEAR_OFF)]
    [(4, 4), (2, 2)]
    """
    policy = Autocomplete(policy)
    made = steps if policy is Autocomplete.NONE else _forced(plays, steps)
    return _borne_off(plays, made) if policy is Autocomplete.BEAR_OFF else made


def remembers_way(spec: VariantSpec) -> bool:
    """Can it matter later by which steps a result was reached?

    A landing may give another throw, a later stage may ask what was taken from a region, and hooks may look at both.
    """
    program, hooks = spec.program, spec.hooks
    several = program.complement or program.cascade_from is not None or hooks.expand_roll is not None
    return bool(program.again.landing or (several and spec.watched) or hooks.judge or hooks.after_turn)


def _forced(plays: Plays, steps: _Steps) -> _Steps:
    """The steps, and all that are forced after them."""
    while following := plays.next_steps(steps):
        if plays.accepts(steps) or (len(following) > 1 and remembers_way(plays.problem.spec)):
            return steps
        open_to = plays.results_after(steps)
        forced = (step for step in following if plays.results_after((*steps, step)) == open_to)
        step = next(forced, None)
        if step is None:
            return steps
        steps = (*steps, step)
    return steps


def _borne_off(plays: Plays, steps: _Steps) -> _Steps:
    """The steps, and the obvious bear-off after them."""
    spec, position = plays.problem.spec, plays.after(steps)
    races = spec.finish.goal == "off" and spec.finish.winner == "first"
    exact = spec.bear_off is not None and spec.bear_off.overshoot == "exact"  # a gap may cost more than a checker
    if not races or exact or contact(spec, position):
        return steps
    return next(_all_off(plays, steps), steps)


def _all_off(plays: Plays, steps: _Steps) -> Iterator[_Steps]:
    """The whole plays that go on with nothing but checkers borne off, one by each die or until none is left.

    A die that is too high is spent on the farthest checker, also where the variant lets any be borne off by it. So
    the plays differ in the order of their dice only, and all have one result.
    """
    counts = plays.after(steps).counts(plays.side)
    if plays.accepts(steps) and (len(steps) == len(plays.dice) or not any(counts[OFF + 1 :])):
        yield steps
    for step in plays.next_steps(steps):
        if step.target == OFF and (step.die == step.source or not any(counts[step.source + 1 :])):
            yield from _all_off(plays, (*steps, step))
