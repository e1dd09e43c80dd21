"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contest import Contest, Result, held
from benchmarks.contests import against_spiel, by_variant
from benchmarks.draw import SEED, drawn
from benchmarks.report import circumstances, entries, table
from benchmarks.spiel import MismatchError, load
from raceboard.legal import legal_plays
from raceboard.registry import Registry
from raceboard.spec import VariantSpec
from raceboard.testing.naive import naive_results

__all__ = ["main"]

_INSTALL = 'compare.py: OpenSpiel is not installed; install it with: pip install -e ".[bench]"'
_CHECKED = 20  # turns of a check
_PER_VARIANT = 4  # turns against OpenSpiel for each turn of a variant
_WIDTH = 40  # of a line of progress


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table; 0, 1 when engines differ, 2 when it cannot run."""
    options = _parser().parse_args(arguments)
    if load() is None:
        print(_INSTALL, file=sys.stderr)
        if not options.check:
            return 2
    try:
        return _check() if options.check else _compare(options.positions, options.seconds, options.json)
    except MismatchError as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="compare.py",
        description="Time per call of raceboard and of OpenSpiel's backgammon, on the same turns in one run.",
        epilog="example: python tests/benchmarks/compare.py --positions 500 --seconds 120 --json out.json",
    )
    parser.add_argument("--positions", type=_positive, default=200, metavar="N", help="turns to measure (200)")
    parser.add_argument("--seconds", type=_positive, default=60, metavar="S", help="CPU seconds to measure for (60)")
    parser.add_argument("--json", type=_new_file, metavar="FILE", help="write the figures to a file, too")
    parser.add_argument("--check", action="store_true", help=f"try it all on {_CHECKED} turns; the times mean little")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _new_file(text: str) -> Path:
    if not Path(text).parent.is_dir() or Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file in a folder that exists")
    return Path(text)


def _compare(number: int, seconds: int, file: Path | None) -> int:
    """Measure, print, and write the file if one is named."""
    results = _measured(number, max(1, number // _PER_VARIANT), seconds)
    _print(results)
    if file:
        facts = {**circumstances(), "seed": SEED, "positions": number, "results": entries(results)}
        file.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return 0


def _check() -> int:
    """Measure briefly, and compare the results in all variants with the naive enumerator."""
    for spec in Registry.load().variants.values():
        if not _is_as_naive(spec):
            print(f"compare.py: {spec.name}: not the results of the naive enumerator", file=sys.stderr)
            return 1
    _print(_measured(_CHECKED, _CHECKED, 0))
    return 0


def _is_as_naive(spec: VariantSpec) -> bool:
    """Has each drawn turn the results that the naive enumerator finds?"""
    return all(
        {*legal_plays(spec, turn.position, turn.side, turn.stage, turn.context).results}
        == naive_results(spec, turn.position, turn.side, turn.stage, turn.context)
        for turn in drawn(spec, _CHECKED)
    )


def _measured(number: int, per_variant: int, seconds: int) -> tuple[Result, ...]:
    """All contests, held in one run; those with OpenSpiel only where it is installed."""
    _progress("drawing turns")
    registry, game = Registry.load(), load()
    spec = registry.variant("backgammon")
    contests: tuple[Contest, ...] = against_spiel(spec, game, number) if game else ()
    results = held((*contests, by_variant(spec, registry.variants.values(), per_variant)), seconds, _progress)
    _progress("")
    return results


def _progress(text: str) -> None:
    """Show how far the work is, where somebody can see it."""
    if sys.stderr.isatty():
        print(f"\r{text:<{_WIDTH}}", end="" if text else "\r", file=sys.stderr, flush=True)


def _print(results: Sequence[Result]) -> None:
    for name, fact in circumstances().items():
        print(f"{name:<12}{fact}")
    print(f"{'time':<12}CPU time of the process for a call or a turn, in {results[0].rounds} rounds")
    print(f"\n{table(results)}")
