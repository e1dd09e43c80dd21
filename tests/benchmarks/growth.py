"""How cost grows with the work: games in the kernel, workers of a simulation, turns that a game has behind it."""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import median
from time import perf_counter, process_time

from attrs import frozen

from benchmarks.agree import MismatchError
from benchmarks.draw import SEED
from raceboard.bots import RandomBot, bot_action, chance_action, play_on
from raceboard.dice import SeededDice, Stream
from raceboard.game import Game
from raceboard.playout import playouts
from raceboard.simulation import simulate
from raceboard.spec import VariantSpec

__all__ = ["Aged", "Played", "aged", "by_games", "by_workers"]

_ROUNDS = 3
_ACTIONS = 20  # that a game of some age is measured for
_OLD = 20  # games of an age, at most
_SEARCHED = range(1, 3001)  # games among which such ones are looked for


@frozen
class Played:
    """What so many games cost: CPU seconds of all processes, seconds by the clock, turns."""

    games: int
    workers: int
    seconds: float
    clock: float
    turns: int

    @property
    def micros(self) -> float:
        """Microseconds of CPU time for one turn."""
        return self.seconds * 1e6 / self.turns


@frozen
class Aged:
    """Games with so many turns behind them: microseconds for an action, and bytes for a state that is kept.

    `games`: how many were found, at most so many as are measured; with 0 there are no figures.
    """

    turns: int
    games: int
    micros: float
    bytes: int


def by_games(spec: VariantSpec, numbers: Sequence[int]) -> tuple[Played, ...]:
    """The cost of so many games in one call, as the median of some rounds."""
    return _held([(games, 1) for games in numbers], lambda games, _: sum(_turns(spec, games)))


def by_workers(spec: VariantSpec, numbers: Sequence[int]) -> tuple[Played, ...]:
    """The cost of so many games of a simulation with one worker and with two, their start included."""

    def turns(games: int, workers: int) -> int:
        simulated = simulate(spec, games, seed=SEED, workers=workers)
        return sum(turns * times for turns, times in simulated.turns.items())

    return _held([(games, workers) for games in numbers for workers in (1, 2)], turns)


def _turns(spec: VariantSpec, games: int) -> list[int]:
    return [game.turns for game in playouts(spec, SEED, range(1, games + 1))]


def _held(work: Sequence[tuple[int, int]], play: Callable[[int, int], int]) -> tuple[Played, ...]:
    """All of the work in turns, some rounds of it; of each the median.

    Raises MismatchError when so many games have not the same turns each time, whatever plays them.
    """
    seen: dict[tuple[int, int], list[Played]] = {one: [] for one in work}
    known: dict[int, int] = {}
    for _ in range(_ROUNDS):
        for games, workers in work:
            before, clock = _cpu_seconds(), perf_counter()
            turns = play(games, workers)
            seen[games, workers].append(Played(games, workers, _cpu_seconds() - before, perf_counter() - clock, turns))
            if turns != known.setdefault(games, turns):
                where = f"{games} games with {workers} workers"
                raise MismatchError(where, "the same games before", turns, known[games], "turns")
    return tuple(
        Played(
            games,
            workers,
            median(one.seconds for one in seen[games, workers]),
            median(one.clock for one in seen[games, workers]),
            seen[games, workers][0].turns,
        )
        for games, workers in work
    )


def _cpu_seconds() -> float:
    """CPU time of this process and of those that it has started and that are over."""
    spent = os.times()
    return process_time() + spent.children_user + spent.children_system


def aged(spec: VariantSpec, turns: int) -> Aged:
    """The cost of random games that have so many turns behind them."""
    lasting = (game.game for game in playouts(spec, SEED, _SEARCHED) if game.turns > turns + _ACTIONS)
    numbers = list(islice(lasting, _OLD))
    if not numbers:
        return Aged(turns, 0, 0, 0)
    tracemalloc.start()
    games = [(number, _played_to(spec, number, turns)) for number in numbers]
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    del games[:]
    gc.collect()
    freed = kept - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    micros = [_seconds(number, _played_to(spec, number, turns)) * 1e6 / _ACTIONS for number in numbers]
    return Aged(turns, len(numbers), median(micros), freed // len(numbers))


def _played_to(spec: VariantSpec, number: int, turns: int) -> Game:
    bots = [RandomBot(Stream(SEED, number, lane=side + 1)) for side in range(spec.players)]
    states = play_on(Game.start(spec), bots, SeededDice(SEED, number))
    return next(game for game in states if sum(game.turns) > turns)


def _seconds(number: int, game: Game) -> float:
    """CPU seconds for some actions, as the median of some rounds."""
    return median(_go_on(number, game) for _ in range(_ROUNDS))


def _go_on(number: int, game: Game) -> float:
    bots = [RandomBot(Stream(SEED, number, lane=side + 1)) for side in range(game.spec.players)]
    dice = SeededDice(SEED, -number)
    before = process_time()
    for _ in range(_ACTIONS):
        game = game.apply(chance_action(game, dice) or bot_action(game, bots[game.on_roll or 0]))
    return process_time() - before
