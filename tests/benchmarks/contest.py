"""Contests: entrants that do the same work in turns, timed block by block in one run.

A block does its work once. Blocks of all entrants alternate, and every other round goes backwards, so that a machine
that gets slower or faster meets them all alike. Time is the CPU time of this process: what other processes do on the
machine counts only as far as they disturb its caches.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from time import process_time
from typing import TypeAlias, TypeVar

from attrs import field, frozen

__all__ = ["Block", "Contest", "Result", "Work", "block_of_calls", "held"]

_ROUNDS = 3  # at least so many, however short the time


@frozen
class Work:
    """What a block has done: units are calls or turns; nodes are what the calls gave, games what the turns made up."""

    units: int
    nodes: int = 0
    games: int = 0


#: Does its work once.
Block: TypeAlias = Callable[[], Work]


@frozen
class Contest:
    """Work that several entrants do; the first of them is the yardstick. `unit`: what is counted, `call` or `turn`."""

    name: str
    unit: str
    entrants: Mapping[str, Block]


@frozen
class _Sample:
    """One block: CPU seconds and the work done in them."""

    seconds: float
    work: Work

    @property
    def micros(self) -> float:
        """Microseconds for one unit."""
        return self.seconds * 1e6 / self.work.units


@frozen
class Result:
    """How an entrant did, round by round; `yardstick` is the first entrant of the contest in the same rounds."""

    contest: Contest
    entrant: str
    _samples: Sequence[_Sample] = field(repr=False)
    _yardstick: Sequence[_Sample] = field(repr=False)

    @property
    def rounds(self) -> int:
        """How many rounds were held."""
        return len(self._samples)

    @property
    def least(self) -> float:
        """Microseconds for one unit in the best round."""
        return min(sample.micros for sample in self._samples)

    @property
    def median(self) -> float:
        """Microseconds for one unit in the median round."""
        return median(sample.micros for sample in self._samples)

    @property
    def ratio(self) -> float:
        """How many times the yardstick's time, as the median over the rounds."""
        pairs = zip(self._samples, self._yardstick, strict=True)
        return median(sample.micros / other.micros for sample, other in pairs)

    @property
    def nodes(self) -> float:
        """Nodes for one call; 0 for games."""
        work = self._samples[0].work
        return work.nodes / work.units

    @property
    def games_per_second(self) -> float:
        """Whole games in a second of CPU time; 0 for work without games."""
        return sum(sample.work.games for sample in self._samples) / sum(sample.seconds for sample in self._samples)


def held(contests: Sequence[Contest], seconds: float, progress: Callable[[str], None]) -> tuple[Result, ...]:
    """The results of all contests after as many rounds as the CPU seconds allow."""
    samples: dict[tuple[str, str], list[_Sample]] = {key: [] for key, _ in _blocks(contests)}
    gc.collect()
    gc.freeze()  # the drawn turns are no garbage; neither entrant shall be charged for looking
    start, rounds = process_time(), 0
    while rounds < _ROUNDS or process_time() - start < seconds:
        blocks = list(_blocks(contests))
        for key, block in reversed(blocks) if rounds % 2 else blocks:
            samples[key].append(_timed(block))
        rounds += 1
        progress(f"round {rounds}, {process_time() - start:.0f} of {seconds:.0f} s")
    gc.unfreeze()
    return tuple(
        Result(contest, entrant, samples[contest.name, entrant], samples[contest.name, next(iter(contest.entrants))])
        for contest in contests
        for entrant in contest.entrants
    )


def _blocks(contests: Sequence[Contest]) -> Iterator[tuple[tuple[str, str], Block]]:
    """All blocks of a round, by contest and entrant."""
    for contest in contests:
        for entrant, block in contest.entrants.items():
            yield (contest.name, entrant), block


def _timed(block: Block) -> _Sample:
    before = process_time()
    work = block()
    return _Sample(process_time() - before, work)


_T = TypeVar("_T")


def block_of_calls(call: Callable[[_T], int], arguments: Sequence[_T]) -> Block:
    """A block that calls once for each argument; a call gives its number of nodes.

    The block raises RuntimeError when the nodes are not as many as in the first pass, which is not timed.
    """
    nodes = sum(map(call, arguments))

    def block() -> Work:
        found = sum(map(call, arguments))
        if found != nodes:
            raise RuntimeError(f"{found} nodes instead of {nodes}: an engine does not give the same answers twice")
        return Work(len(arguments), nodes=nodes)

    return block
