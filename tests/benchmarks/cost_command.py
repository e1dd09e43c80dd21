"""The command line of the second table: what each variant costs, how cost grows, and what an import costs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence

from attrs import asdict, frozen

from benchmarks.agree import FLAGSHIPS, MismatchError, agree_games
from benchmarks.arguments import CHECKED, new_file, positive, progress, write
from benchmarks.by_variant import Cost, costs
from benchmarks.gates import Gate, told
from benchmarks.growth import Aged, Played, aged, by_games, by_workers
from benchmarks.imports import AS_INSTALLED, DEPENDENCIES, IMPORTED, SOURCE, imports
from benchmarks.report import circumstances, head
from raceboard.registry import Registry

__all__ = ["main"]

_TWO_WORKERS, _IMPORT, _EXTENSION = 1.05, 1.5, 1.05  # at most: to one worker, to what it needs, to the source
_GAMES = (10, 100, 1000, 10_000)
_AGES = (10, 50, 100, 200)
_CHECKED = 3  # games of each variant


@frozen
class _Size:
    """How much is measured."""

    turns: int
    seconds: float
    games: Sequence[int]
    simulated: Sequence[int]
    ages: Sequence[int]
    imports: int


@frozen
class _Figures:
    """What came out, by variant."""

    variants: Sequence[Cost]
    games: Mapping[str, Sequence[Played]]
    workers: Mapping[str, Sequence[Played]]
    history: Mapping[str, Sequence[Aged]]
    imports_ms: Mapping[str, float]


def main(arguments: Sequence[str]) -> int:
    """Measure, print tables and goals, and write the file if one is named; 1 when games are not the same twice."""
    options = _parser().parse_args(arguments)
    size = _Size(200, options.seconds, _GAMES, (*_GAMES, options.games), _AGES, 25)
    if options.check:
        size = _Size(5, 0, _GAMES[:1], (2,), _AGES[:1], 1)
    registry = Registry.load()
    try:
        if options.check:
            _check_games(registry)
        figures = _measured(registry, size)
    except MismatchError as error:
        print(f"costs.py: {error}", file=sys.stderr)
        return 1
    facts = {**circumstances(), "time": "CPU time, of workers too"}
    goals = () if options.check else tuple(_goals(figures))
    print("\n\n".join([head(facts), *map("\n".join, _tables(figures)), told(goals) if goals else CHECKED]))
    write(options.json, {**facts, **asdict(figures), "goals": [gate.entry for gate in goals]})
    return 0


def _check_games(registry: Registry) -> None:
    """Compare whole games of all variants in the kernel with the same games by hand."""
    for spec in registry.variants.values():
        progress(f"playing {spec.name}")
        agree_games(spec, _CHECKED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="costs.py",
        description="What each variant costs, and how cost grows with games, workers and history.",
        epilog="example: python tests/benchmarks/costs.py --games 500000 --json costs.json",
    )
    parser.add_argument("--seconds", type=positive, default=30, metavar="S", help="CPU seconds for the variants (30)")
    games = "games of the longest simulation (200000)"
    parser.add_argument("--games", type=positive, default=200_000, metavar="N", help=games)
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file, too")
    parser.add_argument("--check", action="store_true", help="try it all on little; the times mean little")
    return parser


def _measured(registry: Registry, size: _Size) -> _Figures:
    flagships = {name: registry.variant(name) for name in FLAGSHIPS}
    variants = costs(tuple(registry.variants.values()), size.turns, size.seconds, progress)
    progress("playing games")
    games = {name: by_games(spec, size.games) for name, spec in flagships.items()}
    progress("simulating")
    workers = {name: by_workers(spec, size.simulated) for name, spec in flagships.items()}
    progress("playing on")
    history = {name: [aged(spec, turns) for turns in size.ages] for name, spec in flagships.items()}
    progress("importing")
    imported = imports(size.imports)
    progress("")
    return _Figures(variants, games, workers, history, imported)


def _goals(figures: _Figures) -> Iterator[Gate]:
    """What two workers may cost to one, starting them left out, and an import to that of the dependencies."""
    for name, rows in figures.workers.items():
        one, two = ([row for row in rows if row.workers == workers] for workers in (1, 2))
        if len(one) > 1:
            ratio = (two[-1].seconds - two[0].seconds) / (one[-1].seconds - one[0].seconds)
            yield Gate(f"{name}: CPU time of two workers to one", _TWO_WORKERS, ratio, is_most=True)
    times = figures.imports_ms
    for kernel in (AS_INSTALLED, SOURCE):
        ratio = times[f"{IMPORTED}, {kernel}"] / times[f"{DEPENDENCIES}, {kernel}"]
        yield Gate(f"import, {kernel}, to {DEPENDENCIES}", _IMPORT, ratio, is_most=True)
    ratio = times[f"{IMPORTED}, {AS_INSTALLED}"] / times[f"{IMPORTED}, {SOURCE}"]
    yield Gate(f"import, {AS_INSTALLED}, to {SOURCE}", _EXTENSION, ratio, is_most=True)


def _tables(figures: _Figures) -> Iterator[list[str]]:
    yield [
        f"{'variant':<22}{'us/call':>9}{'results':>9}{'us/turn':>10}  whole games in the kernel",
        *(
            f"{one.variant:<22}{one.call:>9.1f}{one.results:>9.1f}{one.turn:>10.2f}  {_kernel(one)}"
            for one in figures.variants
        ),
    ]
    yield [
        f"{'games in one call':<22}{'games':>9}{'turns':>12}{'s':>9}{'us/turn':>9}",
        *(
            f"{name:<22}{row.games:>9}{row.turns:>12}{row.seconds:>9.3f}{row.micros:>9.3f}"
            for name, rows in figures.games.items()
            for row in rows
        ),
    ]
    yield [
        f"{'simulation':<22}{'games':>9}{'workers':>9}{'turns':>12}{'s':>9}{'by clock':>9}{'us/turn':>9}",
        *(
            f"{name:<22}{row.games:>9}{row.workers:>9}{row.turns:>12}{row.seconds:>9.3f}{row.clock:>9.3f}{row.micros:>9.3f}"
            for name, rows in figures.workers.items()
            for row in rows
        ),
    ]
    yield [
        f"{'a game after':<22}{'turns':>9}{'games':>9}{'us/action':>11}{'bytes':>9}",
        *(
            f"{name:<22}{row.turns:>9}{row.games:>9}"
            + (f"{row.micros:>11.1f}{row.bytes:>9}" if row.games else "  no game lasts so long")
            for name, rows in figures.history.items()
            for row in rows
        ),
    ]
    yield [f"{'import':<50}{'ms':>9}", *(f"{row:<50}{ms:>9.2f}" for row, ms in figures.imports_ms.items())]


def _kernel(cost: Cost) -> str:
    return f"no: {cost.played_by_hand}" if cost.played_by_hand else "yes"
