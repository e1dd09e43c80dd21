"""Where differences are looked for: the start, games that are played at random, and positions in which rules meet.

Everything comes from numbered streams (`raceboard.dice.Stream`), so that a search finds the same thing every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from attrs import frozen

from raceboard.bots import RacerBot, RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.errors import ConfigError
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.position import OFF, Position, Setup
from raceboard.program import TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["Moment", "moments", "placed", "played"]

#: The seed of every search.
_SEED = 5

#: Games that are played, and actions after which one is left.
_GAMES, _ACTIONS = 6, 400

#: The moods in which the checkers of a seat are placed.
_MOODS = 8

#: Turns that are looked at where the rules of a first turn may matter.
_TURNS = (TurnContext(own_turn=1, starter=True), TurnContext(own_turn=1), TurnContext())


@frozen
class Moment:
    """A position, who moves, the roll, and the turn."""

    position: Position
    side: Side
    roll: Roll
    context: TurnContext = TurnContext()


def moments(spec: VariantSpec, games: Sequence[Moment], budget: int) -> Iterator[Moment]:
    """So many moments to look at: the start, and by turns one of a game and one that is placed.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> [str(one.roll) for one in moments(spec, (), 3)]
    ['1-1', '1-1', '1-1']
    """
    begins = (
        Moment(spec.start, side, roll, turn)
        for roll in spec.dice.rolls
        for side in range(spec.players)
        for turn in _TURNS[: 3 if side == 0 else 2]
    )
    mixed = chain.from_iterable(_by_turns(iter(games), _placed_moments(spec)))
    return islice(chain(begins, mixed), budget)


def _by_turns(first: Iterator[Moment], second: Iterator[Moment]) -> Iterator[tuple[Moment, ...]]:
    for one in second:
        other = next(first, None)
        yield (one,) if other is None else (other, one)


def played(spec: VariantSpec) -> tuple[Moment, ...]:
    """The moments of some games; a game that stops with an error, which is no matter of a comparison, ends there."""
    found = []
    for number in range(1, _GAMES + 1):
        stream = Stream(_SEED, number, lane=9)
        bots = [RandomBot(stream) if (number + side) % 3 else RacerBot() for side in range(spec.players)]
        for game in islice(play_on(Game.start(spec), bots, SeededDice(_SEED, number), limit=10 * _ACTIONS), _ACTIONS):
            if game.phase is Phase.MOVING and not game.owed and game.roll and game.on_roll is not None:
                turn = TurnContext(own_turn=game.turns[game.on_roll], starter=game.on_roll == game.starter)
                found.append(Moment(game.position, game.on_roll, game.roll, turn))
    return tuple(found)


def _placed_moments(spec: VariantSpec) -> Iterator[Moment]:
    stream = Stream(_SEED, lane=11)
    rolls = spec.dice.rolls
    for position in placed(spec, stream):
        side = stream.below(spec.players)
        yield Moment(position, side, rolls[stream.below(len(rolls))], _TURNS[stream.below(3)])


def placed(spec: VariantSpec, stream: Stream) -> Iterator[Position]:
    """Positions without end in which much is forbidden, valid ones only."""
    while True:
        rows = [_row(spec, stream, side, stream.below(_MOODS)) for side in range(spec.players)]
        position = _position(spec, rows, stream)
        if position is not None:
            yield position


def _row(spec: VariantSpec, stream: Stream, side: Side, mood: int) -> Counter[int]:
    """The checkers of one seat in a mood; what a mood does not place stands on a few points."""
    points, count = spec.track.points, spec.checkers[side]
    row = _begun(spec, stream, count, mood)
    spots = _home(spec) if mood in (1, 2, 5) else range(1, points + 1)
    chosen = [spots[stream.below(len(spots))] for _ in range(2 + stream.below(5))]
    while row.total() < count:
        row[chosen[stream.below(len(chosen))]] += 1
    return row


def _begun(spec: VariantSpec, stream: Stream, count: int, mood: int) -> Counter[int]:
    """What a mood places: 1 some waiting beside, 3 a row, 4 blots, 5 and 6 nearly all off, 7 closed points."""
    points, block = spec.track.points, spec.landing.block
    reserves = range(points + 1, spec.layout.size)
    row = Counter[int]()
    if mood == 1 and reserves:
        row[reserves[stream.below(len(reserves))]] = 1 + stream.below(min(3, count))
    elif mood == 3:
        first, length = 1 + stream.below(points), 5 + stream.below(3)
        row.update(islice(((first + step - 1) % points + 1 for step in range(length)), count))
    elif mood == 4:
        row.update(1 + stream.below(points) for _ in range(count // 2))
    elif mood in (5, 6) and spec.bear_off:
        row[OFF] = count - 1 - stream.below(min(3, count))
    elif mood == 7:
        row.update([1 + stream.below(points) for _ in range(count // block)] * block)
    return row


def _home(spec: VariantSpec) -> range:
    """Where the path ends."""
    goal = spec.bear_off.home if spec.bear_off else spec.finish.goal
    return range(1, spec.track.points + 1) if goal == "off" else spec.region(goal).indices


def _position(spec: VariantSpec, rows: Sequence[Counter[int]], stream: Stream) -> Position | None:
    """The position of rows; whoever comes later gives way where a point is held, or pins there."""
    held: dict[int, Side] = {}
    pins = [Counter[int]() for _ in rows]
    for side, row in enumerate(rows):
        path = spec.track.paths[side]
        for index in sorted(row):
            if not 1 <= index <= spec.track.points:
                continue
            owner = held.setdefault(path[index - 1], side)
            if owner != side:
                _give_way(spec, rows, pins, held, (side, index, owner), stream)
    size = range(spec.layout.size)
    setup = Setup(tuple(tuple(row[i] for i in size) for row in rows), tuple(tuple(p[i] for i in size) for p in pins))
    try:
        return setup.position(spec)
    except ConfigError:
        return None


def _give_way(
    spec: VariantSpec,
    rows: Sequence[Counter[int]],
    pins: Sequence[Counter[int]],
    held: dict[int, Side],
    where: tuple[Side, int, Side],
    stream: Stream,
) -> None:
    side, index, owner = where
    there = spec.track.cross(side, owner, index)
    if spec.pins and there and rows[owner][there] == 1 and not pins[owner][there]:
        pins[owner][there] = 1
        return
    free = [i for i in range(1, spec.track.points + 1) if held.get(spec.track.paths[side][i - 1], side) == side]
    count = rows[side].pop(index)
    if free:
        spot = free[stream.below(len(free))]
        held[spec.track.paths[side][spot - 1]] = side
        rows[side][spot] += count
