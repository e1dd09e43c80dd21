"""What came out: a table for people, and the same as data, with what is needed to read it later."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.contest import Result
from raceboard import backend

__all__ = ["circumstances", "entries", "head", "table"]

_PACKAGES = ("raceboard", "open-spiel", "bgsage", "gym-backgammon")
_HEADER = f"{'work':<27}{'engine':<27}{'us, min':>9}{'median':>9}{'times':>9}{'nodes':>8}{'games/s':>10}{'turns/s':>11}"


def circumstances() -> Mapping[str, str]:
    """Versions, machine and date."""
    return {
        **{package: _version(package) for package in _PACKAGES},
        "backend": f"{backend.name}{f' ({backend.why})' if backend.why else ''}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{_processor()}, {os.cpu_count()} logical cores, {platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).date().isoformat(),
    }


def head(facts: Mapping[str, str]) -> str:
    """Facts, a line each."""
    return "\n".join(f"{name:<17}{fact}" for name, fact in facts.items())


def table(results: Sequence[Result]) -> str:
    """One line for each entrant: microseconds for a call or a turn; how many times as fast as the yardstick it is.

    Nodes are what one call gives: distinct results of raceboard and bgsage, actions or states of OpenSpiel, plays of
    gym-backgammon.
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
            "times_as_fast": round(result.speed, 4),
            "nodes": round(result.nodes, 3),
            "games_per_second": round(result.games_per_second, 2),
        }
        for result in results
    ]


def _line(result: Result) -> str:
    leads = result.entrant == next(iter(result.contest.entrants))
    figures = f"{result.least:>9.2f}{result.median:>9.2f}{result.speed:>9.2f}"
    rates = f"{'':>8}{result.games_per_second:>10,.0f}{1e6 / result.median:>11,.0f}"
    what = rates if result.games_per_second else f"{result.nodes:>8.1f}"
    return f"{result.contest.name if leads else '':<27}{result.entrant:<27}{figures}{what}"


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
