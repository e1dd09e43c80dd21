"""What the tests of replays share: the real records with their reports, and short records of their own.

Run as a program it prints what `data/matches/judged.csv` pins.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path

from raceboard import Registry
from raceboard.formats import mat
from raceboard.record import MatchRecord
from raceboard.replay import replay
from raceboard.report import Report

__all__ = ["FILES", "INDEX", "JUDGED", "MATCHES", "REGISTRY", "judged", "judged_line", "report_on"]

REGISTRY = Registry.load()
MATCHES = Path(__file__).parent / "data" / "matches"
INDEX = tuple(csv.DictReader((MATCHES / "index.csv").read_text(encoding="utf-8").splitlines()))
FILES = tuple(f"{row['source']}/{row['file']}" for row in INDEX)

#: What the library makes of the real records, a line each.
JUDGED = MATCHES / "judged.csv"

_HEAD = "file,ruleset,length,games,score,winner,crawford_games,readings,findings"


@cache
def report_on(file: str) -> Report:
    """The report on a real record, judged by the table that it names."""
    return judged(mat.read_file(MATCHES / file))


def judged(record: MatchRecord) -> Report:
    """The report on a record, judged by the table that it names."""
    return replay(record, mat.ruleset(record, REGISTRY))


def judged_line(file: str) -> str:
    """A line of `judged.csv`: numbers of sides and games, and how often there is each reading and finding."""
    report = report_on(file)
    found = Counter(finding.rule for finding in report.findings)
    cells = (
        file,
        report.ruleset,
        report.length or 0,
        len(report.games),
        ":".join(map(str, report.score)),
        "" if report.winner is None else report.winner,
        " ".join(map(str, report.crawford_games)),
        " ".join(f"{reading}={report.readings[reading]}" for reading in sorted(report.readings)),
        " ".join(f"{rule}={found[rule]}" for rule in sorted(found)),
    )
    return ",".join(map(str, cells))


if __name__ == "__main__":
    print("\n".join([_HEAD, *map(judged_line, FILES)]))
