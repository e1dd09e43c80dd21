"""The command line of the comparison with other engines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.agree import MismatchError, agree, count_nodes
from benchmarks.arguments import CHECKED, new_file, positive, progress, write
from benchmarks.contest import Result, held
from benchmarks.contests import Field, check_counts, contests
from benchmarks.draw import SEED, drawn
from benchmarks.gates import gates, told
from benchmarks.report import circumstances, entries, head, table
from benchmarks.uncompiled import uncompiled
from raceboard.registry import Registry
from raceboard.testing.naive import naive_results

__all__ = ["main"]

_INSTALL = 'not installed: {}; install what is missing with: pip install -e ".[bench]"'
_CHECKED = 20  # turns of a check


def main(arguments: Sequence[str]) -> int:
    """Run the comparison and print its table; 0, 1 when engines differ, 2 when it cannot run."""
    options = _parser().parse_args(arguments)
    everybody = Field(Registry.load())
    missing = [name for name, engine in _engines(everybody).items() if engine is None]
    if missing:
        print(f"compare.py: {_INSTALL.format(', '.join(missing))}", file=sys.stderr)
    if everybody.open_spiel is None and not options.check:
        print(
            "compare.py: without OpenSpiel there is nothing to measure by; --check runs all the same", file=sys.stderr
        )
        return 2
    try:
        if options.check:
            _check_naive(everybody.registry)
        number, seconds = (_CHECKED, 0) if options.check else (options.positions, options.seconds)
        _compare(everybody, number, seconds, options.json, is_check=options.check)
    except MismatchError as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="compare.py",
        description="Time per call and per turn of raceboard and of other engines, on the same turns in one run.",
        epilog="example: python tests/benchmarks/compare.py --positions 500 --seconds 120 --json out.json",
    )
    parser.add_argument("--positions", type=positive, default=2000, metavar="N", help="turns to measure (2000)")
    parser.add_argument("--seconds", type=positive, default=60, metavar="S", help="CPU seconds to measure for (60)")
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file, too")
    parser.add_argument("--check", action="store_true", help=f"try it all on {_CHECKED} turns; the times mean little")
    return parser


def _engines(everybody: Field) -> Mapping[str, object | None]:
    """The other engines by their packages, None where one is not installed."""
    return {"open-spiel": everybody.open_spiel, "bgsage": everybody.sage, "gym-backgammon": everybody.gym}


def _compare(everybody: Field, number: int, seconds: int, file: Path | None, *, is_check: bool) -> None:
    """Count, measure, print, and write the file if one is named."""
    progress("counting nodes")
    counted = count_nodes(everybody.registry)
    results = _measured(everybody, number, seconds)
    check_counts(results)
    facts = {**circumstances(), "turns": f"{number} of seed {SEED}, in {results[0].rounds} rounds", "perft": counted}
    goals = () if is_check else gates(results)
    print(head({**facts, "time": "CPU time for a call or a turn; times: as fast as the first line of the work"}))
    print("\n".join(f"{'seen':<17}{note}" for note in everybody.notes))
    print(f"\n{table(results)}\n")
    print(CHECKED if is_check else told(goals, results))
    figures = {"results": entries(results), "goals": [gate.entry for gate in goals], "seen": everybody.notes}
    write(file, {**facts, **figures})


def _measured(everybody: Field, number: int, seconds: int) -> tuple[Result, ...]:
    """All contests, held in one run."""
    progress("drawing turns")
    with uncompiled(number) as source:
        results = held(contests(everybody, number, source), seconds, progress)
    progress("")
    return results


def _check_naive(registry: Registry) -> None:
    """Compare the results of drawn turns in all variants with those of the naive enumerator."""
    for spec in registry.variants.values():
        for turn in drawn(spec, _CHECKED):
            found = naive_results(spec, turn.position, turn.side, turn.stage, turn.context)
            agree(spec, turn, "the naive enumerator", {position.data for position in found})
