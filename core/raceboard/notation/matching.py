"""From written moves to legal plays: which of them moves its checkers that way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from raceboard.errors import NotationError
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.position import Layout, Position
from raceboard.record import Move, Place

__all__ = ["Leg", "begun", "legs", "matching"]

#: One checker on its way to a written stop: the index where it stands, and the index where it is to stop.
Leg: TypeAlias = tuple[int, int]


def matching(plays: Plays, moves: Sequence[Move]) -> tuple[Play, ...]:
    """The legal plays that fit recorded moves best; no moves are the empty play.

    Empty when the moves are no legal play; several when they leave open what is hit on the way. Raises NotationError
    for a place that the board does not have.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> str(*matching(legal_plays(spec, spec.start, 0, Roll(6, 5)), [Move(24, (13,), (False,))]))
    '24/13'
    """
    layout = plays.position.layout
    asked = legs(layout, moves)
    if len(asked) > len(plays.dice):
        return ()
    return _best(layout, moves, _Ways(plays).of(asked))


def begun(plays: Plays, steps: Sequence[Step], moves: Sequence[Move]) -> tuple[Play, ...]:
    """The beginnings of legal plays that go on from steps along the moves, those that fit the marks best.

    Each is a `Play` with the position so far. Empty when no legal play goes on so, several when the moves leave open
    what is hit on the way. Raises NotationError for a place that the board does not have, RuleError for steps with
    which no legal play begins.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> [str(found) for found in begun(plays, [Step(24, 6)], [Move(13, (8,), (False,))])]
    ['24/18 13/8']
    """
    layout = plays.position.layout
    asked = legs(layout, moves)
    if len(steps) + len(asked) > len(plays.dice):
        return ()
    walks = _Ways(plays).walks(_told(plays, steps), asked)
    return _best(layout, moves, tuple(dict.fromkeys(Play(plays.after(walk), walk) for walk in walks)))


def _told(plays: Plays, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with their targets and hits; raises RuleError when no legal play begins with them."""
    plays.after(steps)
    return tuple(next(full for full in plays.next_steps(steps[:at]) if full == step) for at, step in enumerate(steps))


def _best(layout: Layout, moves: Sequence[Move], ways: Sequence[Play]) -> tuple[Play, ...]:
    """The ways whose hits agree best with the marks."""
    stops = [stop for move in moves for stop in zip(move.stops, move.hits, strict=True)]
    marked = {_index(layout, stop) for stop, is_marked in stops if is_marked}
    misfits = [len(marked.symmetric_difference(way.hits)) for way in ways]
    return tuple(way for way, misfit in zip(ways, misfits, strict=True) if misfit == min(misfits))


def legs(layout: Layout, moves: Sequence[Move]) -> tuple[Leg, ...]:
    """What moves ask of single checkers, as own indices, in the written order.

    Raises NotationError for a place that the board does not have.

    >>> legs(Layout(2, 24, ("bar",)), [Move("bar", (20, 14), (False, True)), Move(6, ("off",), (False,), 2)])
    ((25, 20), (20, 14), (6, 0), (6, 0))
    """
    return tuple(
        leg
        for move in moves
        for _ in range(move.count)
        for leg in pairwise(_index(layout, place) for place in (move.source, *move.stops))
    )


class _Ways:
    """The orders of steps that move a checker along each leg, and move nothing else.

    On a way that takes several dice another checker may stand in: it goes on from a point on the way, and
    the first one takes its place there. A text cannot tell the two; where a point is full, there may be one only.
    """

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._seen: set[tuple[Position, tuple[tuple[int, int, str], ...], tuple[Leg, ...]]] = set()

    def of(self, asked: tuple[Leg, ...]) -> tuple[Play, ...]:
        """The plays that end when all legs are done; the written order comes first."""
        plays = self._plays
        return tuple(dict.fromkeys(plays.play(steps) for steps in self.walks((), asked) if plays.accepts(steps)))

    def walks(self, steps: tuple[Step, ...], left: tuple[Leg, ...]) -> Iterator[tuple[Step, ...]]:
        """The steps that do all legs and begin some legal play; the written order comes first."""
        if not left:
            yield steps
            return
        if self._has_been(steps, left):
            return
        following = self._plays.next_steps(steps)
        for stands_in in (False, True):
            for leg in dict.fromkeys(left):
                place = left.index(leg)
                for step in following:
                    if _is_along(leg, step, stands_in=stands_in):
                        yield from self.walks((*steps, step), (*left[:place], *_rest(leg, step), *left[place + 1 :]))

    def _has_been(self, steps: tuple[Step, ...], left: tuple[Leg, ...]) -> bool:
        """Has the search been here before, by the same steps in another order? Then the rest is known."""
        made = tuple(sorted((step.source, step.die, step.action) for step in steps))
        here = (self._plays.after(steps), made, tuple(sorted(left)))
        known = here in self._seen
        self._seen.add(here)
        return known


def _is_along(leg: Leg, step: Step, *, stands_in: bool) -> bool:
    """Does a step begin a leg, or, standing in, go on from a point on its way?"""
    source, stop = leg
    begins = stop < step.source < source if stands_in else step.source == source
    return begins and (step.target or 0) >= stop


def _rest(leg: Leg, step: Step) -> tuple[Leg, ...]:
    """What is left of a leg after a step along it."""
    source, stop = leg
    target = step.target or 0
    before = () if step.source == source else ((source, step.source),)
    return before if target == stop else (*before, (target, stop))


def _index(layout: Layout, place: Place) -> int:
    """The own index of a recorded place."""
    if isinstance(place, int) and 0 <= place < layout.size:
        return place
    try:
        return layout.index(str(place))
    except ValueError as error:
        raise NotationError(str(place), str(error)) from None
