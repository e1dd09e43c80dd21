"""What a finished game counts, and when a session is over with it (cube.md 6, 7, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from attrs import evolve, frozen

from raceboard import event as ev
from raceboard.action import Penalty
from raceboard.finish import Outcome
from raceboard.scoring import points
from raceboard.side import Side, others
from raceboard.spec import Level
from raceboard.transitions import end_game

if TYPE_CHECKING:
    from raceboard.session import Session


__all__ = [
    "GameResult",
    "levels_of",
    "lost",
    "penalised",
    "scored",
    "with_score",
    "won_by",
    "worth",
]


@frozen
class GameResult:
    """A finished game: who won (None for a draw), the level that was reached, the points that count, and how."""

    number: int
    winner: Side | None
    level: str
    points: int
    how: str


def levels_of(session: Session) -> tuple[Level, ...]:
    """The levels of the variant, lowest first."""
    return session.table.spec.finish.levels


def worth(session: Session, winner: Side | None, level: Level, how: str = "finished") -> int:
    """Points that a win counts: by the ruleset, the lowest level where a rule says so, times the cube."""
    lowest = any(rule.counts_lowest(session.view) for rule in session.cube_rules)
    counted = levels_of(session)[0] if lowest else level
    outcome = Outcome(winner, counted.name, counted.points, how)
    return points(session.table, outcome) * (session.cube.value if session.cube else 1)


def lost(session: Session, loser: Side, level: int, how: str) -> Session:
    """A side has lost the game off the board, at the level of a place."""
    won = levels_of(session)[level]
    winner = others(loser, session.table.spec.players)[0]
    game = end_game(session.game, Outcome(winner, won.name, won.points, how))
    ended = evolve(
        session, game=game, resignation=None, events=(*session.events, ev.Ended(cast("Outcome", game.outcome)))
    )
    return scored(ended, cast("Outcome", game.outcome))


def scored(session: Session, outcome: Outcome) -> Session:
    """The finished game is added to the score; the session may be over with it."""
    if outcome.winner is None:
        gained = outcome.points if session.rules.number("series.wins") is None else 0
    else:
        level = next(level for level in levels_of(session) if level.name == outcome.level)
        gained = worth(session, outcome.winner, evolve(level, points=outcome.points), outcome.how)
    gains = [gained if outcome.winner in (None, side) else 0 for side in range(len(session.score))]
    score = tuple(before + gain for before, gain in zip(session.score, gains, strict=True))
    result = GameResult(session.number, outcome.winner, outcome.level, gained, outcome.how)
    after = evolve(
        session,
        cube=session.cube and session.cube.settled(),
        result=result,
        results=(*session.results, result),
        events=(*session.events, ev.Scored(outcome.winner, gained, _capped(session, score))),
    )
    return with_score(after, score)


def with_score(session: Session, score: tuple[int, ...]) -> Session:
    """The session with a new score, which may end it; a cap hides points, and decides nothing (cube.md 7)."""
    return evolve(_decided(evolve(session, score=score)), score=_capped(session, score))


def _capped(session: Session, score: tuple[int, ...]) -> tuple[int, ...]:
    """The score as it is shown."""
    if session.length is None or session.rules["match.score_cap"] is not True:
        return score
    return tuple(min(points, session.length) for points in score)


def _decided(session: Session) -> Session:
    """The session, over when its match, series or number of games is; None has won where the leaders are level."""
    rules = session.rules
    best = max(session.score)
    leaders = [side for side, points in enumerate(session.score) if points == best]
    target = session.length if session.length is not None else rules.number("series.wins")
    games = rules.number("session.games")
    is_reached = target is not None and best >= target
    if not is_reached and (games is None or session.number < games):
        return session
    return won_by(session, leaders[0] if len(leaders) == 1 else None, "score")


def won_by(session: Session, winner: Side | None, how: str) -> Session:
    """The session, over."""
    ended = ev.SessionEnded(winner, how)
    cube = session.cube and session.cube.settled()
    over = (*session.events, ended)
    return evolve(session, is_over=True, winner=winner, how=how, cube=cube, resignation=None, events=over)


def penalised(session: Session, action: Penalty) -> Session:
    """Points are added between games; they can end the match."""
    if action.points < 1:
        raise ValueError(f"a penalty is a number of points from 1 up, not {action.points}")
    score = tuple(points + action.points * (side == action.side) for side, points in enumerate(session.score))
    told = ev.Penalised(action.side, action.points)
    return with_score(evolve(session, events=(told,)), score)
