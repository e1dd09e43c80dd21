"""The verdict on steps that are no legal play: the first step that a rule forbids, or else the broken obligation."""

from __future__ import annotations

from collections.abc import Sequence

from raceboard.errors import Verdict
from raceboard.move import Play, Step
from raceboard.paths import Paths
from raceboard.reasons import forbidden_end, refusal_of_step, refused_step
from raceboard.solver import Problem

__all__ = ["refusal"]

#: What a formation breaks that is looked at when the turn is over: the key of its message.
_AT_THE_END = {"formation.wall": "formation.wall-at-end", "formation.hold": "formation.hold-at-end"}


def refusal(problem: Problem, plays: Sequence[Play], paths: Paths, steps: Sequence[Step]) -> Verdict:
    """Why steps are no legal play of a problem, whose plays and paths are given.

    An obligation that is broken is shown by a play that keeps it; it goes on from the given steps where it can.
    """
    place = refused_step(problem, steps)
    if place is not None:
        return refusal_of_step(problem, steps[: place + 1])
    most = max(len(play.steps) for play in plays)
    example = _example(paths, steps)
    if problem.spec.obligation.max_dice and len(example.steps) < most:  # an early win proves nothing here
        example = next(play for play in plays if len(play.steps) == most)
    said = {
        "steps": tuple(steps),
        "dice": problem.stage.dice,
        "side": problem.side,
        "count": len(example.steps),
        "example": str(example),
        "die": max((step.die for step in example.steps), default=0),
    }
    rule, key = _broken(problem, plays, steps, most)
    return Verdict(False, rule, said, key, counter_example=example)


def _broken(problem: Problem, plays: Sequence[Play], steps: Sequence[Step], most: int) -> tuple[str, str]:
    """The obligation that steps break which are legal one by one, and the key of its message."""
    rules, dice = problem.spec.obligation, problem.stage.dice
    if rules.max_dice and len(steps) < most:
        return _too_few(steps, dice, most), ""
    if formation := forbidden_end(problem, steps):
        return formation, _AT_THE_END[formation]
    if rules.higher_die and len(steps) == most == 1 and steps[0].die < max(play.steps[0].die for play in plays):
        return "obligation.higher-die", ""
    if problem.spec.hooks.filter_plays is not None and len(steps) == most:
        return "variant.play", ""
    return "obligation.play-on", ""


def _too_few(steps: Sequence[Step], dice: tuple[int, ...], most: int) -> str:
    """The rule that asks for more dice than the steps use."""
    if not steps:
        return "obligation.must-play"
    return "obligation.both-dice" if most == len(dice) == 2 and dice[0] != dice[1] else "obligation.most-dice"


def _example(paths: Paths, steps: Sequence[Step]) -> Play:
    """A legal play that begins with as many of the steps as any legal play does."""
    node, made = 0, list[Step]()
    for step in steps:
        if step not in paths.edges[node]:
            break
        full, node = paths.edges[node][step]
        made.append(full)
    while node not in paths.ends and paths.edges[node]:
        full, node = next(iter(paths.edges[node].values()))
        made.append(full)
    return Play(paths.positions[node], tuple(made))
