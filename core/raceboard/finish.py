"""When a game is finished, and what the win is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from raceboard.messages import text
from raceboard.position import OFF, Position
from raceboard.program import TurnContext
from raceboard.side import Side, others

if TYPE_CHECKING:
    from raceboard.spec import Count, Level, VariantSpec

__all__ = ["DEAD_POSITION", "DRAW", "Outcome", "has_finished", "judge", "outcome_of", "win_level"]

#: The level of a game that nobody won.
DRAW = "draw"

#: How a game ended in which nobody can ever move again.
DEAD_POSITION = "dead-position"


@frozen
class Outcome:
    """How a game ended: the `winner` (None for a draw), and the `level` of the win by its name.

    `points`: what the variant gives for it; in a draw they go to each player. `how`: `finished`, `dead-position`, or
    the reason of a forfeit. `ranking` lists the players that reached the goal, in order.
    """

    winner: Side | None
    level: str
    points: int
    how: str = "finished"
    ranking: tuple[Side, ...] = ()

    def __str__(self) -> str:
        """`white wins: gammon, 2 points`."""
        said = {"winner": self.winner, "level": self.level, "count": self.points}
        outcome = text("outcome.drawn" if self.winner is None else "outcome.won", said)
        return outcome if self.how == "finished" else text("outcome.how", {"outcome": outcome, "how": self.how})


def has_finished(spec: VariantSpec, position: Position, side: Side) -> bool:
    """Has a player reached the goal: all checkers that are not out of play off, or in the goal region?"""
    counts = position.counts(side)
    goal = spec.finish.goal
    there = counts[OFF] if goal == "off" else sum(counts[index] for index in spec.region(goal).indices)
    return there == sum(counts)


def win_level(spec: VariantSpec, position: Position, winner: Side) -> Level:
    """The highest level whose needs hold of every loser; the lowest level needs nothing."""
    data = position.data
    for level, needs in _needs(spec, winner):
        if all(any(test.holds(sum(data[slot] for slot in slots)) for test, slots in group) for group in needs):
            return level
    return spec.finish.levels[0]


def outcome_of(spec: VariantSpec, position: Position, finished: tuple[Side, ...]) -> Outcome | None:
    """The outcome when `finished` players have reached the goal, in this order; None while too few have.

    Several that reached it in the same round, where the variant knows a last turn, have drawn.
    """
    finish = spec.finish
    if len(finished) > 1 and finish.last_turn.mode == "equalise":
        return Outcome(None, DRAW, finish.draw_points, ranking=finished)
    if len(finished) < finish.places:
        return None
    is_last = finish.winner == "last"
    order = finished + tuple(side for side in range(spec.players) if is_last and side not in finished)
    winner = order[-1 if is_last else 0]
    level = win_level(spec, position, winner)
    return Outcome(winner, level.name, level.points, ranking=finished)


def judge(spec: VariantSpec, position: Position, side: Side, context: TurnContext = TurnContext()) -> Outcome | None:
    """The outcome of a position in which `side` has just moved, or None when the game goes on.

    The variant's judge is asked first. Of several players that have reached the goal, `side` came first; what a last
    turn may still change is the game's business.
    """
    if spec.hooks.judge:
        outcome = spec.hooks.judge(spec, position, side, context)
        if outcome is not None:
            return outcome
    order = (side, *others(side, spec.players))
    return outcome_of(spec, position, tuple(player for player in order if has_finished(spec, position, player)))


#: Tests, each with the places of the loser's checkers that it counts, in the flat data of a position.
_Group: TypeAlias = "tuple[tuple[Count, tuple[int, ...]], ...]"


@lru_cache(maxsize=256)
def _needs(spec: VariantSpec, winner: Side) -> tuple[tuple[Level, tuple[_Group, ...]], ...]:
    """The levels above the lowest, the highest one first, each with what it needs of all losers."""
    losers = others(winner, spec.players)

    def group(tests: tuple[Count, ...], loser: Side) -> _Group:
        return tuple((test, _slots(spec, winner, loser, test)) for test in tests)

    return tuple(
        (level, tuple(group(tests, loser) for loser in losers for tests in level.needs))
        for level in reversed(spec.finish.levels[1:])
    )


def _slots(spec: VariantSpec, winner: Side, loser: Side, test: Count) -> tuple[int, ...]:
    """Where the checkers of a loser stand that a test counts, in the flat data of a position."""
    if test.place == "off" or test.place in spec.layout.reserves:
        return (spec.layout.slot(loser, spec.layout.index(test.place)),)
    indices = spec.region(test.place).indices
    theirs = indices if test.path == "loser" else (spec.track.cross(winner, loser, index) for index in indices)
    return tuple(spec.layout.slot(loser, index) for index in theirs if index)
