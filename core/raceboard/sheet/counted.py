"""Tables that the engine counts: every number is a sum over all throws of what `legal_plays` allows.

Positions are made for the purpose: only the checkers that are spoken of stand on the board, all others are off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from raceboard.dice import Roll
from raceboard.legal import legal_plays
from raceboard.move import Play
from raceboard.position import OFF, Position
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.spec import Reserve, VariantSpec

__all__ = ["Entry", "entries", "hits", "one_off", "openings", "two_off"]

_ME, _OTHER = 0, 1
_Wanted = Callable[[Play], bool]


@frozen
class Entry:
    """Of all throws, against so many closed points: how many bring in one checker; both of two; none of two."""

    closed: int
    one: int
    both: int
    none: int


@lru_cache(maxsize=64)
def hits(spec: VariantSpec) -> tuple[tuple[int, int], ...]:
    """How many throws hit a blot, by its distance in pips, with one checker and nothing else on the board.

    Empty for a variant in which nothing is hit, or where it takes more than two players.

    >>> from raceboard import Registry
    >>> hits(Registry.load().variant("backgammon"))[:6]
    ((1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17))
    """
    if spec.landing.contact != "hit" or spec.landing.block < 2 or spec.players != 2:
        return ()
    pairs = ((distance, _aim(spec, distance)) for distance in range(1, spec.track.points + 1))
    return tuple(
        (distance, _throws(spec, _position(spec, {source: 1}, {blot: 1}), lambda play: bool(play.hits)))
        for distance, aim in pairs
        if aim is not None
        for source, blot in [aim]
    )


def _aim(spec: VariantSpec, distance: int) -> tuple[int, int] | None:
    """Own index of a checker and the other's index of a blot so many pips ahead; the farthest such place."""
    safe = {index for name in spec.landing.safe for index in spec.region(name).indices}
    origins = {spec.track.points + 1 + place: one for place, one in enumerate(spec.entry)}
    for source in (*range(spec.track.points, distance, -1), *origins):
        entered = origins[source].counts_from or spec.track.points + 1 if source in origins else source
        target = entered - distance
        there = spec.track.cross(_ME, _OTHER, target) if 1 <= target <= spec.track.points else None
        if there is not None and there not in safe and not (source in origins and origins[source].dice):
            return source, there
    return None


@lru_cache(maxsize=64)
def entries(spec: VariantSpec) -> tuple[Entry, ...]:
    """How many throws bring checkers in from the reserve of the hit ones, by the points that are closed to them.

    Empty for a variant in which nothing is hit.

    >>> from raceboard import Registry
    >>> entries(Registry.load().variant("backgammon"))[2]
    Entry(closed=2, one=32, both=16, none=4)
    """
    reserve = next((one for one in spec.entry if one.name == spec.landing.hit_to and one.first), None)
    if spec.landing.contact != "hit" or spec.players != 2 or reserve is None:
        return ()
    guards = enumerate(_guards(spec, reserve))
    return tuple(Entry(closed, *_brought_in(spec, reserve, guard)) for closed, guard in guards)


def _guards(spec: VariantSpec, reserve: Reserve) -> Iterator[Mapping[int, int]]:
    """The other's checkers that close 0, 1, 2 ... of the points of entry; the highest numbers are closed first."""
    numbers = sorted({number for roll in spec.dice.rolls for number in roll if number}, reverse=True)
    usable = [number for number in numbers if not reserve.dice or number in reserve.dice]
    origin = reserve.counts_from or spec.track.points + 1
    crossed = [spec.track.cross(_ME, _OTHER, origin - number) for number in usable]
    for closed in range(len(usable) + 1):
        held = [index for index in crossed[:closed] if index is not None]
        if len(held) < closed or closed * spec.landing.block > spec.checkers[_OTHER]:
            return
        yield dict.fromkeys(held, spec.landing.block) or _out_of_the_way(spec)


def _brought_in(spec: VariantSpec, reserve: Reserve, guards: Mapping[int, int]) -> tuple[int, int, int]:
    origin = spec.layout.index(reserve.name)
    alone, two = (_position(spec, {origin: number}, guards) for number in (1, 2))
    return (
        _throws(spec, alone, lambda play: not play.result.counts(_ME)[origin]),
        _throws(spec, two, lambda play: not play.result.counts(_ME)[origin]),
        spec.dice.total - _throws(spec, two, lambda play: play.result.counts(_ME)[origin] < 2),
    )


@lru_cache(maxsize=64)
def one_off(spec: VariantSpec) -> tuple[tuple[int, int], ...]:
    """How many throws bear off the last checker, by its pips to go inside the home."""
    if spec.bear_off is None:
        return ()
    return tuple((index, _all_off(spec, (index,))) for index in spec.region(spec.bear_off.home).indices)


@lru_cache(maxsize=64)
def two_off(spec: VariantSpec) -> Mapping[tuple[int, int], int]:
    """How many throws bear off the last two checkers, by their pips to go, the farther first.

    >>> from raceboard import Registry
    >>> two_off(Registry.load().variant("backgammon"))[6, 1]
    15
    """
    if spec.bear_off is None:
        return {}
    home = spec.region(spec.bear_off.home).indices
    return {(high, low): _all_off(spec, (high, low)) for high in home for low in home if low <= high}


def _all_off(spec: VariantSpec, places: Sequence[int]) -> int:
    position = _position(spec, {index: places.count(index) for index in places}, _out_of_the_way(spec))
    return _throws(spec, position, lambda play: play.result.off(_ME) == spec.checkers[_ME])


@lru_cache(maxsize=64)
def openings(spec: VariantSpec, *, starter: bool) -> tuple[tuple[Roll, int], ...]:
    """How many different plays each throw has in a player's first turn, from the start position.

    Throws that ask for a choice first are left out.
    """
    context = TurnContext(own_turn=1, starter=starter)
    programs = ((roll, stages(spec, spec.start, _ME, roll, context)) for roll in spec.dice.rolls)
    return tuple(
        (roll, len(legal_plays(spec, spec.start, _ME, program[0], context)))
        for roll, program in programs
        if not isinstance(program, Choice)
    )


# -- Counting ----------------------------------------------------------------------------------------------------------


def _position(spec: VariantSpec, mine: Mapping[int, int], other: Mapping[int, int]) -> Position:
    """Two players with these checkers; all others are off."""
    rows = []
    for side, places in ((_ME, mine), (_OTHER, other)):
        row = [places.get(index, 0) for index in range(spec.layout.size)]
        row[OFF] += spec.checkers[side] - sum(row)
        rows.append(row)
    return Position.from_counts(spec, rows)


def _out_of_the_way(spec: VariantSpec) -> Mapping[int, int]:
    """One checker of the other player, in a reserve or where this player's way is longest."""
    points = range(1, spec.track.points + 1)
    farthest = max(points, key=lambda index: spec.track.cross(_OTHER, _ME, index) or spec.track.points + 1)
    return {spec.track.points + 1 if spec.entry else farthest: 1}


def _throws(spec: VariantSpec, position: Position, wanted: _Wanted) -> int:
    """The weight of all throws with a way to play that does, in one of its stages, what is wanted."""
    return sum(weight for roll, weight in spec.dice.outcomes if _can(spec, position, roll, wanted))


def _can(spec: VariantSpec, position: Position, roll: Roll, wanted: _Wanted) -> bool:
    context = TurnContext()
    program = stages(spec, position, _ME, roll, context)
    programs = [option for _, option in program.options] if isinstance(program, Choice) else [program]
    return any(_comes_to(spec, [position], option, wanted) for option in programs)


def _comes_to(spec: VariantSpec, before: Iterable[Position], program: tuple[Stage, ...], wanted: _Wanted) -> bool:
    """Is it reached in the first stage, or after a stage that was played in full?"""
    if not program:
        return False
    stage, *rest = program
    plays = [play for position in before for play in legal_plays(spec, position, _ME, stage)]
    whole = {play.result for play in plays if len(play.steps) == len(stage.dice)}
    return any(map(wanted, plays)) or _comes_to(spec, whole, tuple(rest), wanted)
