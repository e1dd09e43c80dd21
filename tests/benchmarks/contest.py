"""Contests: entrants that do the same work in turns, timed block by block in one run.

A block does its work for some milliseconds. Blocks of all entrants alternate, and every other round goes backwards, so
that a machine that gets slower or faster meets them all alike. Time is the CPU time of the process that does the work:
what other processes do on the machine counts only as far as they disturb its caches.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from itertools import starmap
from statistics import median
from time import process_time
from typing import TypeAlias

from attrs import field, frozen

from benchmarks.agree import MismatchError

__all__ = ["Block", "Contest", "Result", "Sample", "Work", "block", "block_of_calls", "held"]

_ROUNDS = 3  # at least so many, however short the time
_LEAST_S = 0.01  # of a block: what the others have left in the caches shall not count


@frozen
class Work:
    """What a block has done: units are calls or turns; nodes are what the calls gave, games what the turns made up."""

    units: int
    nodes: int = 0
    games: int = 0

    def __add__(self, other: Work) -> Work:
        """Both together."""
        return Work(self.units + other.units, self.nodes + other.nodes, self.games + other.games)


@frozen
class Sample:
    """One block: CPU seconds and the work done in them."""

    seconds: float
    work: Work

    @property
    def micros(self) -> float:
        """Microseconds for one unit."""
        return self.seconds * 1e6 / self.work.units


#: Does its work and times it.
Block: TypeAlias = Callable[[], Sample]


@frozen
class Contest:
    """Work that several entrants do. `unit`: what is counted, `call` or `turn`.

    The yardstick is the first entrant of `against`, or of this contest.
    """

    name: str
    unit: str
    entrants: Mapping[str, Block]
    against: Contest | None = None

    @property
    def yardstick(self) -> tuple[str, str]:
        """The contest and the entrant that all are measured by."""
        contest = self.against or self
        return contest.name, next(iter(contest.entrants))


@frozen
class Result:
    """How an entrant did, round by round; `_yardstick` is the yardstick of the contest in the same rounds."""

    contest: Contest
    entrant: str
    _samples: Sequence[Sample] = field(repr=False)
    _yardstick: Sequence[Sample] = field(repr=False)

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
    def speed(self) -> float:
        """How many times as fast as the yardstick, as the median over the rounds."""
        pairs = zip(self._samples, self._yardstick, strict=True)
        return median(other.micros / sample.micros for sample, other in pairs)

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
    samples: dict[tuple[str, str], list[Sample]] = {key: [] for key, _ in _blocks(contests)}
    gc.collect()
    gc.freeze()  # the drawn turns are no garbage; no entrant shall be charged for looking
    spent, rounds = 0.0, 0
    while rounds < _ROUNDS or spent < seconds:
        blocks = list(_blocks(contests))
        for key, work in reversed(blocks) if rounds % 2 else blocks:
            samples[key].append(work())
            spent += samples[key][-1].seconds
        rounds += 1
        progress(f"round {rounds}, {spent:.0f} of {seconds:.0f} s")
    gc.unfreeze()
    return tuple(
        Result(contest, entrant, samples[contest.name, entrant], samples[contest.yardstick])
        for contest in contests
        for entrant in contest.entrants
    )


def _blocks(contests: Sequence[Contest]) -> Iterator[tuple[tuple[str, str], Block]]:
    """All blocks of a round, by contest and entrant."""
    for contest in contests:
        for entrant, work in contest.entrants.items():
            yield (contest.name, entrant), work


def block(work: Callable[[], Work]) -> Block:
    """A block that does some work in this process, again and again until it can be timed well."""

    def timed() -> Sample:
        before = process_time()
        done = work()
        while (seconds := process_time() - before) < _LEAST_S:
            done += work()
        return Sample(seconds, done)

    return timed


def block_of_calls(call: Callable[..., Sized], arguments: Sequence[tuple[object, ...]]) -> Block:
    """A block that calls once for each tuple of arguments; what a call gives has its nodes as length.

    The block raises MismatchError when the nodes are not as many as in the first pass, which is not timed.
    """
    nodes = sum(map(len, starmap(call, arguments)))

    def work() -> Work:
        found = sum(map(len, starmap(call, arguments)))
        if found != nodes:
            raise MismatchError(f"{len(arguments)} calls again", "the first pass", found, nodes, "nodes")
        return Work(len(arguments), nodes=nodes)

    return block(work)
