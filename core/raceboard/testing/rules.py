"""Level 1, rules: what holds of the plays of any position, held against the naive enumerator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from raceboard.finish import DRAW, Outcome, has_finished, outcome_of
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.move import Play, Step
from raceboard.phase import Phase
from raceboard.position import Position, Setup
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.testing import paste
from raceboard.testing.examples import each_situation, each_throw
from raceboard.testing.naive import naive_plays, setting_of
from raceboard.testing.naive_steps import Moment, Setting, broken, may_end, steps
from raceboard.testing.report import TWO_ANSWERS, Findings
from raceboard.testing.subject import Subject
from raceboard.testing.symmetry import same_in_every_seat, seats_are_alike, thrown_alike

__all__ = [
    "checkers_are_conserved",
    "conserved",
    "nothing_omitted_or_invented",
    "obligation_holds",
    "obliged",
    "outcomes",
    "refusals_have_ids",
    "refused",
    "replayed",
    "same_plays",
    "steps_replay",
    "symmetric",
]

#: More ways than this are compared by their results only.
_MOST_PATHS = 300

#: After so many first steps it is looked at the second.
_FIRST_STEPS = 3

#: The form of a rule id.
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")


# -- Checks of one situation -------------------------------------------------------------------------------------------


def checkers_are_conserved(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext
) -> None:
    """Raise AssertionError when a result is no position: checkers lost or doubled, points shared, pins of nobody."""
    for result in legal_plays(spec, position, side, stage, context).results:
        seats = range(spec.players)
        pins = tuple(map(result.pins, seats)) if spec.pins else ()
        removed = tuple(map(result.gone, seats)) if result.removed else ()
        problems = Setup(tuple(map(result.counts, seats)), pins, removed).problems(spec)
        if problems:
            raise AssertionError(f"{result.text(side)} is no position: {problems[0].what}")


def steps_replay(spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext) -> None:
    """Raise AssertionError when the steps of a play are not offered one by one, or lead elsewhere."""
    plays = legal_plays(spec, position, side, stage, context)
    for play in plays:
        for number, step in enumerate(play.steps):
            if step not in plays.next_steps(play.steps[:number]):
                raise AssertionError(f"{play}: its step {step.source} by {step.die} is not offered")
        if plays.play(play.steps).result != play.result:
            raise AssertionError(f"{play} leads to {plays.play(play.steps).result.text(side)} step by step")


def nothing_omitted_or_invented(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext
) -> None:
    """Raise AssertionError when the generator and the naive enumerator differ in results, or in ways to them.

    Both ask the same hooks, so a difference means that a hook depends on more than its arguments.
    """
    plays, lines = legal_plays(spec, position, side, stage, context), naive_plays(spec, position, side, stage, context)
    mine, meant = set(plays.results), {line.result for line in lines}
    _same("results", {one.text(side) for one in mine - meant}, {one.text(side) for one in meant - mine})
    if len(lines) <= _MOST_PATHS:
        offered, ways = set(_walks(plays)), {line.steps for line in lines}
        _same("ways", {_path(way) for way in offered - ways}, {_path(way) for way in ways - offered})


def _same(what: str, more: set[str], less: set[str]) -> None:
    if more or less:
        raise AssertionError(f"{what}: invented {sorted(more)[:3]}, omitted {sorted(less)[:3]}")


def _walks(plays: Plays, prefix: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Every way through `next_steps` that is accepted as a whole play."""
    if plays.accepts(prefix):
        yield prefix
    for step in plays.next_steps(prefix):
        yield from _walks(plays, (*prefix, step))


def _path(way: tuple[Step, ...]) -> str:
    return " ".join(f"{step.source}-{step.die}{step.action and ':'}{step.action}" for step in way)


def obligation_holds(spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext) -> None:
    """Raise AssertionError when somebody may pass, stop early or play the lower die although the rules owe more.

    Told from the steps that the naive rules let go on; what a formation forbids at the end of a turn is left out.
    """
    if not spec.obligation.max_dice or any(run.check == "end_of_turn" for run in spec.formation):
        return
    setting = setting_of(spec, position, side, stage, context)
    first = [die for die in {*stage.dice} if steps(setting, Moment(position, context), die)]
    plays = legal_plays(spec, position, side, stage, context)
    if plays.is_pass and first and may_end(setting, position):
        raise AssertionError(f"nothing may be played, although a {max(first)} can be")
    for play in plays:
        _cannot_go_on(setting, play)
    if spec.obligation.higher_die and len({*stage.dice}) > 1 and {len(play.steps) for play in plays} == {1}:
        lower = [play for play in plays if play.steps[0].die < max(first) and not _is_over(setting, play.result)]
        if lower:
            raise AssertionError(f"{lower[0]} plays the lower die, although a {max(first)} can be played")


def _cannot_go_on(setting: Setting, play: Play) -> None:
    """No die that a play leaves can be played after it, unless it has ended the game."""
    left, moment = list(setting.stage.dice), Moment(setting.start, setting.context)
    for step in play.steps:
        left.remove(step.die)
        moment = _moment_after(setting, moment, step)
    more = [die for die in left if steps(setting, moment, die)]
    if more and not _is_over(setting, play.result):
        raise AssertionError(f"{play} stops, although a {more[0]} can still be played")


def _moment_after(setting: Setting, moment: Moment, step: Step) -> Moment:
    """How it stands after a step that the generator has allowed."""
    found = next((after for one, after in steps(setting, moment, step.die) if one == step), None)
    if found is None:
        raise AssertionError(f"{step.source} by {step.die} was allowed, and is not any more: {TWO_ANSWERS}")
    return found


def _is_over(setting: Setting, position: Position) -> bool:
    ask = setting.spec.hooks.judge
    judged = ask is not None and ask(setting.spec, position, setting.side, setting.context) is not None
    return judged or has_finished(setting.spec, position, setting.side)


def refusals_have_ids(spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext) -> None:
    """Raise AssertionError when a step is refused without the id of a rule that it breaks, or for another one.

    It is looked at the first step, and at the second after some that may come first.
    """
    plays = legal_plays(spec, position, side, stage, context)
    setting, offered = setting_of(spec, position, side, stage, context), plays.next_steps()
    _refusals(plays, setting, Moment(position, context), ())
    for first in offered[:: max(1, len(offered) // _FIRST_STEPS)]:
        _refusals(plays, setting, _moment_after(setting, Moment(position, context), first), (first,))


def _refusals(plays: Plays, setting: Setting, moment: Moment, made: tuple[Step, ...]) -> None:
    """Hold each step that is not offered after others against the naive rules."""
    left = list(setting.stage.dice)
    for step in made:
        left.remove(step.die)
    if _is_over(setting, moment.position):
        return
    offered = {(step.source, step.die) for step in plays.next_steps(made)}
    there = [index for index, count in enumerate(moment.position.counts(setting.side)) if index and count]
    for source, die in product(there, sorted({*left})):
        if (source, die) not in offered:
            rule = plays.refusal((*made, Step(source, die))).rule
            _check_refusal(f"{source} by {die}", rule, broken(setting, moment, source, die))


def _check_refusal(step: str, rule: str, rules: frozenset[str]) -> None:
    """A step is refused by a rule that has an id and that it breaks, where it breaks any by itself."""
    odd = next((one for one in (rule, *sorted(map(str, rules))) if not _ID.fullmatch(one)), None)
    if odd is not None or rule == "play.not-legal":
        raise AssertionError(f"{step} is refused by {odd or rule!r}; a rule id is group.code")
    if rules and rule not in rules and not rule.startswith("landing."):
        raise AssertionError(f"{step} is refused by {rule}, but breaks {', '.join(sorted(rules))}")


# -- Checks of a variant -----------------------------------------------------------------------------------------------


def conserved(subject: Subject) -> Findings:
    """Checkers are conserved: every result is a position with all of them."""
    return each_situation(subject, checkers_are_conserved)


def replayed(subject: Subject) -> Findings:
    """Steps replay: a host that walks a play is offered each of its steps and arrives at its result."""
    return each_situation(subject, steps_replay, 0.5)


def same_plays(subject: Subject) -> Findings:
    """No legal play is omitted and none invented, against the naive enumerator."""
    return each_situation(subject, nothing_omitted_or_invented)


def obliged(subject: Subject) -> Findings:
    """The obligation holds: who can play must, with as many dice as the rules say."""
    return each_situation(subject, obligation_holds)


def symmetric(subject: Subject) -> Findings:
    """Seats are symmetric where the track claims it: the same rows in the next seat have the same plays and follow-up.

    That is what a throw gives to play, what the judge says of the results, and who goes on with what.
    """
    if not seats_are_alike(subject.spec):
        return Findings(notes=("the seats see different tracks, so nothing is claimed",))
    if len(set(subject.spec.checkers)) > 1:
        return Findings(notes=("the seats have different numbers of checkers, so nothing is claimed",))
    plays = each_situation(subject, same_in_every_seat, 0.5)
    if plays.failures:
        return plays
    throws = each_throw(subject, thrown_alike)
    return Findings(throws.failures, (*plays.notes, *throws.notes))


def refused(subject: Subject) -> Findings:
    """Refusals carry the id of a rule, `group.code`, that the naive rules confirm."""
    return each_situation(subject, refusals_have_ids, 0.5)


def outcomes(subject: Subject) -> Findings:
    """Every outcome names a level of the variant with its points, and who wins by the finish, or is a draw."""
    spec = subject.spec
    for walk in subject.walks:
        *_, last = walk.states
        outcome = last.outcome if last.phase is Phase.OVER else None
        what = (_odd_outcome(spec, outcome) or _odd_winner(last, outcome)) if outcome else None
        if what:
            return Findings((paste.of_check(subject, "rules.outcomes", f"{outcome!r}: {what}"),))
    seen = {walk.states[-1].outcome.level for walk in subject.walks if walk.states[-1].outcome}
    return Findings(notes=(f"seen: {', '.join(sorted(seen))}",))


def _odd_outcome(spec: VariantSpec, outcome: Outcome) -> str | None:
    if outcome.winner is None:
        return None if outcome.level == DRAW else f"nobody has won, so the level is {DRAW!r}"
    if outcome.winner not in range(spec.players):
        return f"there is no side {outcome.winner}"
    points = {level.name: level.points for level in spec.finish.levels}
    if outcome.level not in points:
        return f"finish declares the levels {', '.join(points)}"
    return None if outcome.points == points[outcome.level] else f"this level has {points[outcome.level]} points"


def _odd_winner(game: Game, outcome: Outcome) -> str | None:
    """A judge gives a finished game to a side that has not reached the goal, and the finish does not say so."""
    spec = game.spec
    done = tuple(side for side in range(spec.players) if has_finished(spec, game.position, side))
    said = outcome_of(spec, game.position, done)
    if said is None or said.winner is None or outcome.winner is None or outcome.how != "finished":
        return None
    fits = outcome.winner in done if spec.finish.winner == "first" else outcome.winner == said.winner
    return None if fits else f"side {said.winner} wins by the finish; mend the judge, or say it there (finish.winner)"
