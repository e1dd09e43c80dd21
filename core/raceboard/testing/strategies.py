"""Hypothesis strategies for any variant: positions, rolls, what a turn remembers, and all of it together.

`positions` scatters the checkers, `adversarial_positions` puts them where rules meet: in the reserves before closed
points, all home with gaps, in rows as long as a wall over every seam of the paths, alone everywhere. Both give valid
positions only, whether a game can lead there or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from attrs import frozen
from hypothesis import assume
from hypothesis import strategies as st

from raceboard.dice import Roll
from raceboard.finish import has_finished
from raceboard.position import OFF, Position, Setup
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.side import Side, others
from raceboard.spec import Hold, Run, VariantSpec

__all__ = [
    "Situation",
    "Throw",
    "adversarial_positions",
    "contexts",
    "endings",
    "positions",
    "rolls",
    "situations",
    "throws",
]

#: What `legal_plays(spec, *situation)` takes: a position, the side that plays a stage, the stage, the turn so far.
Situation: TypeAlias = tuple[Position, Side, Stage, TurnContext]

#: A position, the side on roll, what it has thrown, and the turn so far; no hook of the variant has been asked.
Throw: TypeAlias = tuple[Position, Side, Roll, TurnContext]


@st.composite
def situations(draw: st.DrawFn, spec: VariantSpec) -> Situation:
    """Any stage of any roll for any side, in a position that is no end of the game yet."""
    position = draw(positions(spec) | adversarial_positions(spec))
    side, roll, context = draw(st.sampled_from(range(spec.players))), draw(rolls(spec)), draw(contexts(spec))
    over = not spec.both_may_finish and any(has_finished(spec, position, seat) for seat in range(spec.players))
    assume(not over)
    assume(not spec.hooks.judge or spec.hooks.judge(spec, position, side, context) is None)
    program = stages(spec, position, side, roll, context)
    programs = [option for _, option in program.options] if isinstance(program, Choice) else [program]
    return position, side, draw(st.sampled_from([stage for option in programs for stage in option])), context


@st.composite
def throws(draw: st.DrawFn, spec: VariantSpec) -> Throw:
    """Any throw of any side, in a position in which it has not finished, nor has another that would end the game.

    Among the positions are those in which a game is nearly over.
    """
    side, roll, context = draw(st.sampled_from(range(spec.players))), draw(rolls(spec)), draw(contexts(spec))
    adversarial = adversarial_positions(spec)
    stuck = _positions(spec, (_pairs,), {side: _lone})
    position = draw(positions(spec) | adversarial | adversarial | endings(spec, side) | stuck)
    done = [seat for seat in range(spec.players) if has_finished(spec, position, seat)]
    assume(side not in done and (not done or spec.both_may_finish))
    return position, side, roll, context


def rolls(spec: VariantSpec) -> st.SearchStrategy[Roll]:
    """Every roll that the dice of the variant can give, each as likely as another."""
    return st.sampled_from(spec.dice.rolls)


def contexts(spec: VariantSpec) -> st.SearchStrategy[TurnContext]:
    """First and later turns of the starter and of others, perhaps with checkers taken from limited regions already."""
    limits = [limit for limit in spec.departure.limits if limit.most]
    taken = st.tuples(*(st.tuples(st.just(limit.region), st.integers(0, limit.most or 0)) for limit in limits))
    return st.builds(TurnContext, own_turn=st.integers(1, 3), starter=st.booleans(), taken=st.just(()) | taken)


def positions(spec: VariantSpec) -> st.SearchStrategy[Position]:
    """Positions with the checkers anywhere."""
    return _positions(spec, (_anywhere,))


def adversarial_positions(spec: VariantSpec) -> st.SearchStrategy[Position]:
    """Positions in which much is forbidden: each side is in one of the moods that try the rules."""
    return _positions(spec, (_anywhere, _waiting, _closed, _home, _row, _held, _blots, _at_the_start))


def endings(spec: VariantSpec, side: Side) -> st.SearchStrategy[Position]:
    """Positions in which a side has few checkers left to bring to the goal, and the others stand in any mood."""
    return _positions(spec, (_anywhere, _anywhere, _home, _waiting, _nearly_done), {side: _nearly_done})


# -- One side: where each of its checkers stands, by own index ---------------------------------------------------------


@frozen
class _Seat:
    """A side to place: `points` are the own indices that nobody else holds, `beside` its reserves and off."""

    spec: VariantSpec
    side: Side
    points: tuple[int, ...]

    @property
    def checkers(self) -> int:
        return self.spec.checkers[self.side]

    @property
    def reserves(self) -> tuple[int, ...]:
        return tuple(range(self.spec.track.points + 1, self.spec.layout.size))

    @property
    def beside(self) -> tuple[int, ...]:
        return (*([OFF] if self.spec.bear_off else []), *self.reserves)

    @property
    def home(self) -> tuple[int, ...]:
        """Where the path ends: the home of the bear-off or the goal, or all of it."""
        goal = self.spec.bear_off.home if self.spec.bear_off else self.spec.finish.goal
        inside = self.spec.region(goal).indices if goal != "off" else self.points
        return tuple(index for index in self.points if index in inside)


_Mood: TypeAlias = Callable[[st.DrawFn, _Seat, int], list[int]]


def _some(draw: st.DrawFn, spots: Iterable[int], most: int, seat: _Seat, count: int) -> list[int]:
    """So many checkers on at most `most` of the spots, or beside the board when there is none."""
    chosen = draw(
        st.lists(st.sampled_from(tuple(spots) or seat.beside or seat.points), min_size=1, max_size=most, unique=True)
    )
    return draw(st.lists(st.sampled_from(chosen), min_size=count, max_size=count))


def _anywhere(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """On a few points, beside the board, or everywhere."""
    return _some(draw, (*seat.points, *seat.beside), 9, seat, count)


def _waiting(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """Some in the reserves, the rest at home, where they close points to those that enter."""
    waiting = draw(st.integers(1, min(count, 4)))
    return _some(draw, seat.reserves, 2, seat, waiting) + _some(draw, seat.home, 6, seat, count - waiting)


def _home(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """At most one is still outside; some are home, with gaps, the others beside the board."""
    outside = draw(st.integers(0, 1))
    inside = draw(st.integers(0, count - outside))
    rest = count - outside - inside
    return (
        _some(draw, seat.points, 1, seat, outside)
        + _some(draw, seat.home, 4, seat, inside)
        + _some(draw, seat.beside or seat.home, 1, seat, rest)
    )


def _nearly_done(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """One to three are still on their way, near the end of the path; the rest is at the goal."""
    left = draw(st.integers(1, min(count, 3)))
    goal = [OFF] if seat.spec.finish.goal == "off" else [*seat.home]
    near = seat.home if goal == [OFF] else [index for index in seat.points if index not in seat.home]
    done = (goal * count)[: count - left] if goal else []
    return done + _some(draw, [*near][:8], 2, seat, count - len(done))


def _closed(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """All points of the home closed, or all but two."""
    block = seat.spec.landing.block
    shut = block * seat.home[draw(st.integers(0, 2)) :][: count // block]
    return [*shut, *_some(draw, (*seat.points, *seat.beside), 3, seat, count - len(shut))]


def _row(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """Five to seven points in a row, or about as many as a forbidden run has, also over the end of the path."""
    usual = min((run.length for run in seat.spec.formation if isinstance(run, Run)), default=6)
    length = draw(st.integers(max(1, usual - 1), usual + 1))
    first, points = draw(st.integers(0, seat.spec.track.points - 1)), seat.spec.track.points
    row = [index for step in range(length) if (index := (first + step) % points + 1) in seat.points][:count]
    return row + _some(draw, (*seat.points, *seat.beside), 4, seat, count - len(row))


def _held(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """As many points of a region as may be held, one more or fewer; a row where no region is forbidden."""
    holds = [one for one in seat.spec.formation if isinstance(one, Hold)]
    if not holds:
        return _row(draw, seat, count)
    hold = draw(st.sampled_from(holds))
    inside = [index for index in seat.points if index in seat.spec.region(hold.region).indices]
    shut = draw(st.permutations(inside))[: max(0, hold.most + draw(st.integers(-1, 1)))][:count]
    return [*shut, *_some(draw, (*seat.points, *seat.beside), 4, seat, count - len(shut))]


def _blots(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """One on each of many points."""
    most = min(count, len(seat.points))
    alone = draw(st.permutations(seat.points))[: draw(st.integers(0, most))]
    return alone + _some(draw, seat.beside or seat.points, 2, seat, count - len(alone))


def _pairs(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """As many closed points as there can be, anywhere."""
    block = seat.spec.landing.block if seat.spec.landing.contact != "forbid" else 1
    shut = draw(st.permutations(seat.points))[: count // block]
    return [*block * list(shut), *_some(draw, seat.beside or seat.points, 1, seat, count - block * len(shut))]


def _lone(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """One or two are on their way, and nothing else can move before they are home."""
    alone = draw(st.integers(1, min(count, 2)))
    return _some(draw, seat.points, 2, seat, alone) + _some(draw, seat.beside[:1] or seat.home, 1, seat, count - alone)


def _at_the_start(draw: st.DrawFn, seat: _Seat, count: int) -> list[int]:
    """Nearly all where the game begins."""
    moved = draw(st.integers(0, min(3, count)))
    start = max(seat.points, default=OFF)
    return [start] * (count - moved) + _some(draw, (*seat.points, *seat.beside), 3, seat, moved)


# -- The table ---------------------------------------------------------------------------------------------------------


@st.composite
def _positions(
    draw: st.DrawFn, spec: VariantSpec, moods: Sequence[_Mood], own: Mapping[Side, _Mood] = MappingProxyType({})
) -> Position:
    """Place the sides one after the other, each in its mood, on points that those before it have left.

    `own`: the moods of sides that are not left to chance; these sides are placed first.
    """
    held: set[int] = set()
    places: dict[Side, list[int]] = {}
    for side in sorted(draw(st.permutations(range(spec.players))), key=lambda side: side not in own):
        path = spec.track.paths[side]
        seat = _Seat(spec, side, tuple(index for index, point in enumerate(path, 1) if point not in held))
        mood = own[side] if side in own else draw(st.sampled_from(moods))
        places[side] = _within_caps(seat, mood(draw, seat, seat.checkers))
        held |= {path[index - 1] for index in places[side] if OFF < index <= len(path)}
    pins = _pinned(draw, spec, places) if spec.pins else {}
    setup = Setup(_rows(spec, places), _rows(spec, pins))
    assume(not setup.problems(spec))
    return setup.position(spec)


def _within_caps(seat: _Seat, places: Iterable[int]) -> list[int]:
    """The places, with what is too much for a point put beside the board (if the variant has anything there)."""
    landing, placed = seat.spec.landing, Counter[int]()
    for index in places:
        caps = [most for region, most in landing.caps if index in seat.spec.region(region).indices]
        caps += [] if landing.max_stack is None or index not in seat.points else [landing.max_stack]
        full = any(placed[index] >= most for most in caps)
        placed[seat.beside[0] if full and seat.beside else index] += 1
    return list(placed.elements())


def _pinned(draw: st.DrawFn, spec: VariantSpec, places: dict[Side, list[int]]) -> dict[Side, list[int]]:
    """Move checkers that can be spared under those of others, and say where they are pinned now."""
    pinned: dict[Side, list[int]] = {side: [] for side in places}
    above = [(side, index) for side, row in places.items() for index in set(row) if OFF < index <= spec.track.points]
    for side, index in draw(st.lists(st.sampled_from(above), max_size=4, unique=True)) if above else ():
        victim = draw(st.sampled_from(others(side, spec.players)))
        there = spec.track.cross(side, victim, index)
        spare = [place for place in places[victim] if place > spec.track.points or places[victim].count(place) > 1]
        if there and spare:
            places[victim].remove(spare[0])
            places[victim].append(there)
            pinned[victim].append(there)
    return pinned


def _rows(spec: VariantSpec, places: Mapping[Side, Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """How many stand at each index, a row for each seat."""
    counted = [Counter(places.get(side, ())) for side in range(spec.players)]
    return tuple(tuple(row[index] for index in range(spec.layout.size)) for row in counted)
