"""`simulate`: hands chunks of games out, adds up what comes back, and keeps it in a checkpoint."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from attrs import define, field

from raceboard.crew import Crew
from raceboard.dice import fresh_seed
from raceboard.playout import LIMIT
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.simulation.checkpoint import Done, read_checkpoint, write_checkpoint
from raceboard.simulation.estimates import CONFIDENCE, quantile
from raceboard.simulation.games import play_chunk
from raceboard.simulation.job import Job
from raceboard.simulation.result import Simulation
from raceboard.spec import VariantSpec

__all__ = ["InterruptedSimulation", "simulate"]

#: A chunk is about so much work, and grows at most so fast: an interrupt loses little, and handing out is cheap.
_CHUNK_S, _GROWTH = 0.5, 8

#: At least so long apart a checkpoint is written.
_KEEP_S = 5.0


class InterruptedSimulation(KeyboardInterrupt):  # it is no error
    """A simulation was interrupted; `simulation` has what had been done by then."""

    def __init__(self, simulation: Simulation) -> None:
        """Hold what has been done."""
        super().__init__(f"interrupted after {simulation.done} of {simulation.wanted}")
        self.simulation = simulation


def simulate(
    played: str | Path | VariantSpec | Ruleset,
    games: int,
    *,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    length: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    limit: int = LIMIT,
    checkpoint: str | Path | None = None,
    confidence: float = CONFIDENCE,
    registry: Registry | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play many games between bots and give the figures; the same seed gives the same ones, whoever does the work.

    `played`: a variant by name, file or spec, or a ruleset; a match ruleset, or one of a series, is played in whole
    matches or series, and `games` counts these. `bots`: one name for all seats, or one for each, white first. `seed`
    (default: a fresh one, see `job.seed` of the result). `length`: of a match, before that of the ruleset.

    `workers`: processes of this machine (default: one for each core; with 1 all is done in this one). A script that
    uses more must do so below `if __name__ == "__main__":`. `executor`: any `concurrent.futures.Executor` instead, for
    example that of a Dask client; `workers` is then how many tasks it can work on at once. `chunk`: games in a task
    (default: about half a second of work).

    `limit`: a game (match, series) with more actions is given up and counted as unfinished. `checkpoint`: a file in
    which the run is kept, and from which it goes on; a run can be extended by asking for more games. `confidence` of
    the intervals. `progress` is called with how many have been done, and of how many, before the first chunk and after
    each one.

    Raises ValueError, UnknownNameError or ConfigError for what cannot be played, before anything is; FailedGameError,
    with the number of the game, when a bot or a variant raises an error; WorkerLostError when workers die again and
    again; InterruptedSimulation, a KeyboardInterrupt that holds what has been done. Whatever ends it, the checkpoint is
    written.

    >>> from raceboard import simulate
    >>> simulation = simulate("hypergammon", 20, bots=("racer", "random"), seed=1, workers=1)
    >>> simulation.games, simulation.wins(0).count + simulation.wins(1).count
    (20, 20)
    >>> simulation.tally == simulate("hypergammon", 20, bots=("racer", "random"), seed=1, workers=1, chunk=7).tally
    True
    """
    _positive("games", games)
    if chunk is not None:
        _positive("chunk", chunk)
    quantile(confidence)
    crew = Crew(workers, executor)
    job = Job.of(
        played,
        bots,
        fresh_seed() if seed is None else seed,
        length=length,
        registry=registry or Registry.load(),
        limit=limit,
    )
    keeper = _Keeper(job, Path(checkpoint) if checkpoint is not None else None)
    keeper.read(games)
    try:
        _run(job, games, keeper, crew, _Chunks(chunk), progress)
    except KeyboardInterrupt:
        raise InterruptedSimulation(Simulation(job, games, keeper.done.units, keeper.done.tally, confidence)) from None
    finally:
        keeper.write()
    return Simulation(job, games, keeper.done.units, keeper.done.tally, confidence)


def _positive(name: str, number: int) -> None:
    if type(number) is not int or number < 1:
        raise ValueError(f"{name} is a number from 1 up, not {number!r}")


def _run(
    job: Job,
    games: int,
    keeper: _Keeper,
    crew: Crew,
    chunks: _Chunks,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Play what has not been played."""
    tell = progress or _tell_nobody
    tell(keeper.done.units, games)
    tasks = ((job, first, last) for first, last in chunks.cut(list(keeper.done.gaps(games))))
    with crew:
        for (_, first, last), (tally, seconds) in crew.results(play_chunk, tasks):
            chunks.learn(last - first + 1, seconds)
            keeper.add(keeper.done.with_range(first, last, tally))
            tell(keeper.done.units, games)


def _tell_nobody(done: int, wanted: int) -> None:
    """Nobody wants to know how far it is."""


@define
class _Keeper:
    """What has been done, and the file in which it is kept."""

    job: Job
    path: Path | None
    done: Done = field(factory=Done)
    _written: float = field(factory=time.monotonic)

    def read(self, games: int) -> None:
        """Go on from the file; raises ValueError when it is of another run, or cannot be written."""
        if self.path is not None:
            try:
                self.done = read_checkpoint(self.path, self.job.settings(), games)
                write_checkpoint(self.path, self.job.settings(), self.done)
            except OSError as error:
                raise ValueError(f"the checkpoint {self.path} cannot be used: {error.strerror}") from error

    def add(self, done: Done) -> None:
        """Take the next state over; write it when the last time is long ago."""
        self.done = done
        if time.monotonic() - self._written >= _KEEP_S:
            self.write()

    def write(self) -> None:
        """Write the file. What has been played is worth more than it: when it cannot be written, that is a warning."""
        if self.path is not None:
            try:
                write_checkpoint(self.path, self.job.settings(), self.done)
            except OSError as error:
                warnings.warn(f"the checkpoint {self.path} cannot be written: {error}", RuntimeWarning, stacklevel=4)
            self._written = time.monotonic()


@define
class _Chunks:
    """Cuts what is to be played into chunks, of a fixed size or of about the same work."""

    fixed: int | None = None
    size: int = 1

    def cut(self, gaps: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Ranges of numbers, each of the size that is right when it is asked for."""
        for first, end in gaps:
            while first <= end:
                last = min(end, first + (self.fixed or self.size) - 1)
                yield first, last
                first = last + 1

    def learn(self, games: int, seconds: float) -> None:
        """So many games took so long: let the next chunks be as long as they should."""
        right = int(games * _CHUNK_S / max(seconds, 1e-6))
        self.size = max(1, min(right, _GROWTH * self.size))
