"""The command line of the third table: what live games take in memory."""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator, Sequence

from attrs import asdict, frozen

from benchmarks.agree import FLAGSHIPS
from benchmarks.arguments import new_file, positive, progress, write
from benchmarks.live import LIMIT, TURNS, TooShortError, bytes_of, live_games
from benchmarks.report import circumstances, head
from raceboard.registry import Registry
from raceboard.spec import VariantSpec

__all__ = ["main"]

_WARM = 20  # games that are played before, for what is made once and for all
_HEADER = f"{'variant':<22}{'games':>9}{'bytes':>9}{'history':>9}{'longest':>9}{'process':>9}"


@frozen
class _Kept:
    """What so many live games take, in bytes a game: all of it, its history, the longest history.

    `grown`: by how much the process grew, None where that cannot be told.
    """

    variant: str
    games: int
    bytes: float
    history: float
    longest: int
    grown: float | None

    def __str__(self) -> str:
        """A line of the table."""
        grown = "" if self.grown is None else f"{self.grown:.0f}"
        return (
            f"{self.variant:<22}{self.games:>9}{self.bytes:>9.0f}{self.history:>9.0f}{self.longest:>9}{grown:>9}"
            f"{'' if self.bytes <= LIMIT else '  MISSED'}"
        )


def main(arguments: Sequence[str]) -> int:
    """Measure, and write the file if one is named; 1 when games take more than the limit, 2 when it cannot run."""
    options = _parser().parse_args(arguments)
    registry = Registry.load()
    try:
        specs = [registry.variant(name) for name in dict.fromkeys(options.variants)]
    except ValueError as error:
        print(f"memory.py: {error}", file=sys.stderr)
        return 2
    facts = {**circumstances(), "bytes": f"of a live game of {TURNS} turns; at most {LIMIT}"}
    print(f"{head(facts)}\n\n{_HEADER}")
    try:
        kept = list(_measured(specs, options.games))
    except TooShortError as error:
        print(f"memory.py: {error}", file=sys.stderr)
        return 2
    write(options.json, {**facts, "limit": LIMIT, "variants": [asdict(one) for one in kept]})
    return int(any(one.bytes > LIMIT for one in kept))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memory.py",
        description=f"Bytes of a live game after {TURNS} turns.",
        epilog="example: python tests/benchmarks/memory.py backgammon --games 1000",
    )
    variants = f"what is played ({' '.join(FLAGSHIPS)})"
    parser.add_argument("variants", nargs="*", default=list(FLAGSHIPS), metavar="VARIANT", help=variants)
    parser.add_argument("--games", type=positive, default=100_000, metavar="N", help="games to keep (100000)")
    parser.add_argument("--json", type=new_file, metavar="FILE", help="write the figures to a file, too")
    return parser


def _measured(specs: Sequence[VariantSpec], number: int) -> Iterator[_Kept]:
    """Play so many games of each, keep them, count and tell; the process grows anew for the first variant only."""
    for spec in specs:
        progress(f"playing {spec.name}")
        live_games(spec, min(number, _WARM))
        before = _highest()
        games = live_games(spec, number)
        grown = (_highest() - before) / number if spec is specs[0] else None
        histories = [len(game.history.data) for game in games]
        kept = _Kept(spec.name, number, bytes_of(games), sum(histories) / number, max(histories), grown)
        progress("")
        print(kept, flush=True)
        yield kept


def _highest() -> int:
    """The highest number of bytes that the process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
