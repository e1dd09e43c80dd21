"""Level 0, playable: a game can be begun, is played without an error, and ends."""

from __future__ import annotations

from raceboard.dice import Roll
from raceboard.finish import has_finished
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.testing import paste
from raceboard.testing.examples import each_throw, nearest
from raceboard.testing.report import Failure, Findings, counted
from raceboard.testing.subject import Subject
from raceboard.testing.walking import CAP, Walk, actions

__all__ = ["begins", "ends", "game_is_played", "plays_without_error", "throw_is_played"]


def begins(subject: Subject) -> Findings:
    """The start is a position in which nobody has finished, and somebody can play some roll."""
    spec = subject.spec
    try:
        start = spec.start
    except ValueError as error:
        return Findings((paste.of_check(subject, "playable.start", f"the start is no position: {error}"),))
    done = [side for side in range(spec.players) if has_finished(spec, start, side)]
    if done:
        return _fault(subject, f"at the start side {done[0]} has finished already")
    judge = spec.hooks.judge
    judged = [side for side in range(spec.players) if judge and judge(spec, start, side, TurnContext())]
    if judged:
        return _fault(subject, f"the judge says that the game is over at the start, when side {judged[0]} has moved")
    stuck = [side for side in range(spec.players) if not _can_move(spec, side)]
    return _fault(subject, f"no roll moves a checker of side {stuck[0]} from the start") if stuck else Findings()


def _fault(subject: Subject, what: str) -> Findings:
    return Findings((paste.of_check(subject, "playable.start", what),))


def _can_move(spec: VariantSpec, side: Side) -> bool:
    context = TurnContext(own_turn=1)
    return any(
        legal_plays(spec, spec.start, side, program[0], context)
        for roll in spec.dice.rolls
        for program in _programs(spec, spec.start, side, roll, context)
    )


def _programs(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext
) -> list[tuple[Stage, ...]]:
    """The programs of a throw: one, or those that the player may choose from."""
    program = stages(spec, position, side, roll, context)
    return [option for _, option in program.options] if isinstance(program, Choice) else [program]


def throw_is_played(spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext) -> None:
    """Expand a throw, list the plays of all its stages and walk into them; whatever the variant raises is raised."""
    if spec.hooks.judge and spec.hooks.judge(spec, position, side, context) is not None:
        return
    for program in _programs(spec, position, side, roll, context):
        for stage in program:
            plays = legal_plays(spec, position, side, stage, context)
            for step in plays.next_steps():
                plays.results_after([step])


def plays_without_error(subject: Subject) -> Findings:
    """No throw in any position makes the variant raise."""
    return each_throw(subject, throw_is_played)


def game_is_played(game: Game) -> None:
    """Do whatever can be done now, each from here; whatever the variant raises is raised."""
    for action in actions(game):
        game.apply(action)


def ends(subject: Subject) -> Findings:
    """Seeded games are played without an error, and some of them to an end; others are capped, or dead positions."""
    for walk in subject.walks:
        if walk.error is not None:
            return Findings((_crashed(subject, walk, walk.error),))
    capped = sum(walk.is_capped for walk in subject.walks)
    dead = sum(_is_dead(walk) for walk in subject.walks)
    if capped + dead == len(subject.walks):
        what = (
            f"none of {counted(capped + dead, 'game')} was finished:"
            f" {counted(dead, 'dead position')}, {capped} not over after {CAP} actions"
        )
        return Findings((paste.of_check(subject, "playable.ends", what),))
    longest = max(len(walk.script) for walk in subject.walks)
    games, deadlocks = counted(len(subject.walks), "game"), counted(dead, "dead position")
    told = f"{games}, {capped} capped, {deadlocks}, the longest of {counted(longest, 'action')}"
    return Findings(notes=(told,))


def _is_dead(walk: Walk) -> bool:
    """Has nobody been able to move any more?"""
    outcome = walk.states[-1].outcome
    return outcome is not None and outcome.how == "dead-position"


def _crashed(subject: Subject, walk: Walk, error: Exception) -> Failure:
    """A game that the variant ended with an error: set up right before it, if it fails there too."""
    return nearest(subject, game_is_played, walk.states[-1], error)
