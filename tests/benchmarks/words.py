"""Random numbers that are drawn beforehand, so that no entrant is charged for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from benchmarks.contest import Block, Work, block
from benchmarks.draw import SEED
from raceboard.dice import Stream

__all__ = ["block_of_games", "words"]

_WORDS = 10_007


def words() -> Iterator[int]:
    """Random numbers without end."""
    stream = Stream(SEED)
    return cycle([stream.word() for _ in range(_WORDS)])


def block_of_games(play: Callable[[], int], games: int) -> Block:
    """A block that plays some games; `play` gives the turns of one."""
    return block(lambda: Work(sum(play() for _ in range(games)), games=games))
