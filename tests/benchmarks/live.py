"""Live games, and what they take in memory.

A game begins at the start, is played at random until 50 turns are over, and then waits for a throw. Counted are the
bytes of all objects that are reached from the games, each once: what games share costs each of them next to nothing,
and their variant costs nothing.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from enum import Enum
from types import FunctionType, ModuleType

from raceboard.bots import RandomBot, play_on
from raceboard.dice import SeededDice, Stream
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.spec import VariantSpec

__all__ = ["LIMIT", "TURNS", "TooShortError", "bytes_of", "live_games"]

#: A live game of so many turns takes at most so many bytes.
TURNS, LIMIT = 50, 1024

_TRIES = 200  # games in a row that are over too soon, after which a variant is given up


class TooShortError(Exception):
    """The games of a variant do not last so long."""


def live_games(spec: VariantSpec, number: int) -> list[Game]:
    """So many games that wait for a throw after so many turns; a game that ends before is left out.

    Raises TooShortError for a variant whose games all end before.
    """
    games: list[Game] = []
    seed = last = 0
    while len(games) < number:
        seed += 1
        game = _after_turns(spec, seed)
        if game:
            games.append(game)
            last = seed
        elif seed - last == _TRIES:
            raise TooShortError(f"{_TRIES} games of {spec.name} in a row are over before {TURNS} turns are played")
    return games


def _after_turns(spec: VariantSpec, seed: int) -> Game | None:
    """A game at random that has had its turns; None when it is over before."""
    bots = [RandomBot(Stream(seed, lane=seat + 1)) for seat in range(spec.players)]
    course = play_on(Game.start(spec), bots, SeededDice(seed))
    return next((game for game in course if sum(game.turns) > TURNS and game.phase is Phase.START), None)


def bytes_of(games: Sequence[Game]) -> float:
    """The bytes of a game, on average: all objects that are reached from the games and are not of their variant."""
    seen = {id(games[0].spec), id(games[0].spec.layout)}
    left: list[object] = list(games)
    total = 0
    while left:
        thing = left.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType | Enum):
            continue
        seen.add(id(thing))
        total += sys.getsizeof(thing)
        left += gc.get_referents(thing)
    return total / len(games)
