"""What came out: a table for people, and the same as data, with what is needed to read it later."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.contest import Result

__all__ = ["circumstances", "entries", "table"]

_HEADER = f"{'work':<26}{'engine':<16}{'us, min':>10}{'median':>9}{'ratio':>8}{'nodes':>7}{'games/s':>9}{'turns/s':>9}"


def circumstances() -> Mapping[str, str]:
    """Versions, machine and date."""
    return {
        "raceboard": _version("raceboard"),
        "open-spiel": _version("open-spiel"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{_processor()}, {os.cpu_count()} logical cores, {platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).date().isoformat(),
    }


def table(results: Sequence[Result]) -> str:
    """One line for each entrant: microseconds for a call or a turn, and their ratio to the first of the contest.

    Nodes are what one call gives: distinct results here, actions or states there.
    """
    return "\n".join([_HEADER, "-" * len(_HEADER), *map(_line, results)])


def entries(results: Sequence[Result]) -> list[Mapping[str, str | int | float]]:
    """The lines of the table as data."""
    return [
        {
            "work": result.contest.name,
            "unit": result.contest.unit,
            "engine": result.entrant,
            "rounds": result.rounds,
            "min_us": round(result.least, 3),
            "median_us": round(result.median, 3),
            "ratio": round(result.ratio, 4),
            "nodes": round(result.nodes, 3),
            "games_per_second": round(result.games_per_second, 2),
        }
        for result in results
    ]


def _line(result: Result) -> str:
    leads = result.entrant == next(iter(result.contest.entrants))
    figures = f"{result.least:>10.1f}{result.median:>9.1f}{result.ratio:>8.2f}"
    rates = f"{'':>7}{result.games_per_second:>9.1f}{1e6 / result.median:>9.0f}"
    what = rates if result.games_per_second else f"{result.nodes:>7.1f}"
    return f"{result.contest.name if leads else '':<26}{result.entrant:<16}{figures}{what}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    """The name of the processor as the kernel of Linux tells it, or what the platform knows."""
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    names = (fact.partition(":")[2].strip() for fact in facts if fact.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")
