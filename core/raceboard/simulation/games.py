"""Chunks of games: the loop that workers run."""

from __future__ import annotations

import time

from raceboard import event as ev
from raceboard.action import NextGame, Played, SessionAction
from raceboard.bots import bot_action, chance_action, session_action
from raceboard.dice import SeededDice
from raceboard.event import Event
from raceboard.game import Game
from raceboard.playout import LIMITED, playouts
from raceboard.session import Session
from raceboard.simulation.job import Job
from raceboard.simulation.tally import DOUBLED, PASSED, REDOUBLED, TAKEN, Tally

__all__ = ["FailedGameError", "play_chunk"]


class FailedGameError(RuntimeError):
    """A bot or a variant has raised an error in a simulation; the text says in which game, match or series.

    It travels from any process to any other, which an error of somebody else may not. Its cause is that error; from
    another process comes its traceback as text.
    """

    @classmethod
    def of(cls, job: Job, number: int, error: Exception) -> FailedGameError:
        """The error for a unit of a job."""
        where = f"{job.unit} {number} of the simulation with seed {job.seed}"
        return cls(f"{where} has failed: {type(error).__name__}: {error}")


def play_chunk(job: Job, first: int, last: int) -> tuple[Tally, float]:
    """Play the units from `first` to `last` inclusive; give the counts, and how many seconds it took.

    Raises FailedGameError.
    """
    begun, numbers = time.perf_counter(), range(first, last + 1)
    tally = _play_out(job, numbers) if job.is_random else _play(job, numbers)
    return tally, time.perf_counter() - begun


def _play(job: Job, numbers: range) -> Tally:
    """Play games, or at a table whatever is played there, and count them."""
    tally, session = Tally(), job.session()
    for number in numbers:
        try:
            if session is None:
                _play_game(job, number, tally)
            else:
                _play_session(job, session, number, tally)
        except Exception as error:
            raise FailedGameError.of(job, number, error) from error
    return tally


def _play_out(job: Job, numbers: range) -> Tally:
    """Play games that chance alone decides, and count them."""
    try:
        return _counted(job, numbers)
    except Exception:
        for number in numbers:  # which one was it?
            try:
                _counted(job, range(number, number + 1))
            except Exception as error:
                raise FailedGameError.of(job, number, error) from error
        raise


def _counted(job: Job, numbers: range) -> Tally:
    tally = Tally()
    for one in playouts(job.spec, job.seed, numbers, limit=job.limit, choices=tally.choices):
        if one.how == LIMITED:
            tally.unfinished += 1
        else:
            tally.game(one.winner, one.level, one.how, one.starter, one.turns)
    tally.passes = tally.choices.pop(0, 0)
    return tally


def _play_game(job: Job, number: int, tally: Tally) -> None:
    """Play a game without stakes and count it."""
    game, bots, dice = Game.start(job.spec), job.bots(number), SeededDice(job.seed, number)
    for _ in range(job.limit):
        action = chance_action(game, dice) or bot_action(game, bots[game.on_roll or 0])
        _count_stage(game, action, tally)
        game = game.apply(action)
        if game.outcome is not None:
            _count_game(game, tally)
            return
    tally.unfinished += 1


def _play_session(job: Job, session: Session, number: int, tally: Tally) -> None:
    """Play a match, a series or a session to its end, or one game where there is none, and count all games of it."""
    bots, dice = job.bots(number), SeededDice(job.seed, number)
    for _ in range(job.limit):
        action = session_action(session, bots, dice)
        _count_stage(session.game, action, tally)
        session = session.apply(action)
        for event in session.events:
            _count_cube(event, tally)
        if session.result is None:
            continue
        _count_game(session.game, tally)
        tally.stakes(session.result.winner, session.result.points, session.cube.value if session.cube else None)
        if session.is_over:
            tally.sessions[session.winner] += 1
        if session.is_over or job.unit == "game":
            return
        session = session.apply(NextGame())
    tally.unfinished += 1


def _count_stage(game: Game, action: SessionAction, tally: Tally) -> None:
    if isinstance(action, Played):
        tally.stage(len(game.plays), is_pass=game.plays.is_pass)


def _count_game(game: Game, tally: Tally) -> None:
    outcome = game.outcome
    assert outcome is not None
    tally.game(outcome.winner, outcome.level, outcome.how, game.starter, sum(game.turns))


def _count_cube(event: Event, tally: Tally) -> None:
    if isinstance(event, ev.Offered):
        tally.cube[DOUBLED if event.name == "double" else REDOUBLED, event.side] += 1
    elif isinstance(event, ev.Taken):
        tally.cube[TAKEN, event.side] += 1
    elif isinstance(event, ev.Passed):
        tally.cube[PASSED, event.side] += 1
