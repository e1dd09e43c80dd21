"""The end of a recorded game: what the rules count, and how the stated points are to be understood.

A game that ended on the board, or with a pass, counts what the rules say. One that nobody finished was given up or
forfeited, and of all ways to lose it so the one is taken that counts what is stated.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from raceboard.action import Accept, Forfeit, Resign
from raceboard.record import GameResult
from raceboard.report import Reading
from raceboard.scores import GameResult as Counted
from raceboard.scores import levels_of, with_score, worth
from raceboard.session import Session
from raceboard.side import Side, others

__all__ = ["Statement", "as_stated", "settled", "unstated"]


@frozen
class Statement:
    """The last statement about a game, and the points of each side before it, as recorded."""

    result: GameResult
    scores: tuple[int, ...]

    @property
    def winner(self) -> Side:
        """Who has won, as stated."""
        return self.result.side

    @property
    def points(self) -> int:
        """For how much."""
        return self.result.points

    def needed(self, length: int | None) -> int | None:
        """The points that the winner needed to win the match; None outside a match."""
        return None if length is None else length - self.scores[self.winner]


def unstated(session: Session, loser: Side | None) -> tuple[Session, Reading]:
    """A game that nothing is stated about; one that `loser` gave up counts as the lowest level."""
    if session.result is None and loser is None:
        return session, Reading.UNFINISHED
    ended = session if loser is None or session.result else next(_ways(session, loser))[1]
    return ended, Reading.UNSTATED


def settled(session: Session, statement: Statement) -> tuple[Session, Reading]:
    """The game at its end, and the reading of a statement whose winner is not in doubt.

    Where the rules do not count what is stated the session goes on with the stated points.
    """
    winner = statement.winner
    ways = [(Reading.AS_PLAYED, session)] if session.result else list(_ways(session, _loser(session, winner)))
    for reading, ended in ways:
        if ended.result and ended.result.points == statement.points:
            return ended, reading
    for _, ended in ways:
        if ended.result and (cap := _cap(ended.result, statement, session.length)):
            return ended, cap
    return as_stated(session, statement), _otherwise(session, statement)


def as_stated(session: Session, statement: Statement) -> Session:
    """The session with the stated points, whatever the rules count."""
    score = tuple(
        before + statement.points * (side == statement.winner) for side, before in enumerate(statement.scores)
    )
    return with_score(evolve(session, is_over=False, winner=None), score)


def _loser(session: Session, winner: Side) -> Side:
    return others(winner, session.table.spec.players)[0]


def _ways(session: Session, loser: Side) -> Iterator[tuple[Reading, Session]]:
    """The ways in which a side may lose a game that goes on: resignations, the lowest first, and a forfeit."""
    if session.table["resign.mode"] == "offer":
        for level in session.resign_levels(loser):
            yield Reading.GIVEN_UP, session.apply(Resign(loser, level)).apply(Accept())
    yield Reading.FORFEITED, session.apply(Forfeit(loser))


def _cap(result: Counted, statement: Statement, length: int | None) -> Reading | None:
    """The reading of a statement that is less than the rules count, because the match needed no more."""
    if statement.points >= result.points:
        return None
    if statement.points == statement.needed(length):
        return Reading.CAPPED
    return Reading.CAPPED_AT_LENGTH if statement.points == length else None


def _otherwise(session: Session, statement: Statement) -> Reading:
    """The reading of a statement that the rules do not count and no cap explains."""
    if session.result is None:
        is_match = statement.points == statement.needed(session.length)
        return Reading.FORFEITED if is_match else Reading.CONTRADICTED
    is_undoubled = session.cube is not None and not session.cube.is_doubled
    is_lowest = statement.points == worth(session, statement.winner, levels_of(session)[0])
    return Reading.JACOBY if is_undoubled and is_lowest else Reading.CONTRADICTED
