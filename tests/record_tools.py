"""What the tests of record formats share: the real records, and short ones of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from raceboard.formats import records
from raceboard.record import Entry, GameRecord, GameResult, MatchRecord, SetUp

__all__ = ["FILES", "GNUBG", "MATCHES", "real", "record_of", "spelled"]

MATCHES = Path(__file__).parent / "data" / "matches"
_SOURCES = ("bglab_online", "raccoon_vs_gnubg", "kevung_samples", "gammonview_samples/mat", "gnubg_converted")
_SUFFIXES = (".mat", ".txt", ".gam")

#: Every real record in two-column text.
FILES = tuple(
    f"{source}/{path.name}"
    for source in _SOURCES
    for path in sorted((MATCHES / source).iterdir())
    if path.suffix in _SUFFIXES
)
#: The matches that GNU Backgammon has written in both formats.
GNUBG = tuple(file.removesuffix(".mat") for file in FILES if file.startswith("gnubg") and file.endswith(".mat"))


@cache
def real(file: str) -> MatchRecord:
    """A real record."""
    return records.read_file(MATCHES / file)


def record_of(
    *entries: Entry,
    results: tuple[GameResult, ...] = (),
    start: SetUp | None = None,
    length: int | None = 7,
    headers: dict[str, str] | None = None,
    scores: tuple[int, ...] = (0, 0),
    players: tuple[str, ...] = ("Ann", "Bob"),
) -> MatchRecord:
    """A match of one game."""
    game = GameRecord(1, players, scores, start, entries, results)
    return MatchRecord("<test>", headers or {}, length, (game,))


def spelled(record: MatchRecord) -> list[tuple[str, int]]:
    """What equality passes over: the spelling and the line of everything that is said."""
    said = [statement for game in record.games for statement in (*game.entries, *game.results)]
    return [(statement.text, statement.line) for statement in (*said, *record.notes)]
