"""Match records in any of their formats: found by the suffix of a file, read, and written without a silent loss.

What is written is read again and compared with the record, so that everything that a format cannot say is known. Then
the writing is refused, or, where the caller agrees to lose it, told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import frozen

from raceboard.errors import LossError, NotationError, did_you_mean
from raceboard.formats import lines, mat, sgf
from raceboard.record import Entry, GameRecord, GameResult, MatchRecord, Other

__all__ = ["FORMATS", "SUFFIXES", "Format", "Written", "format_of", "read_file", "write"]


def _nothing(text: str) -> tuple[str, ...]:
    return ()


@frozen
class Format:
    """A format: its name, the suffixes of its files, reader and writer, and what its reader leaves out of a text.

    `decode`: the text of the bytes of a file.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str, str], MatchRecord]
    write: Callable[[MatchRecord], str]
    left_out: Callable[[str], tuple[str, ...]] = _nothing
    decode: Callable[[bytes], str] = mat.decoded


#: The formats by name.
FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Format("mat", (".mat", ".txt", ".gam"), mat.read, mat.write),
            Format("sgf", (".sgf",), sgf.read, sgf.write, sgf.left_out, sgf.decoded),
            Format("jsonl", (".jsonl",), lines.read, lines.write),
        )
    }
)

#: Each suffix with its format.
SUFFIXES: Final[Mapping[str, Format]] = MappingProxyType(
    {suffix: one for one in FORMATS.values() for suffix in one.suffixes}
)


@frozen
class Written:
    """A record as text, and what the text does not say, a line each."""

    text: str
    lost: tuple[str, ...]


def format_of(path: str | Path, name: str | None = None) -> Format:
    """The format of a file, by its suffix or by name; raises ValueError with those that there are.

    >>> format_of("match.SGF").name, format_of("-", "mat").name
    ('sgf', 'mat')
    """
    if name is not None:
        if name in FORMATS:
            return FORMATS[name]
        raise ValueError(f"no format {name!r}; {did_you_mean(name, FORMATS) or 'known: ' + ', '.join(FORMATS)}")
    suffix = Path(path).suffix.lower()
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    raise ValueError(f"{path}: the suffix tells no format; known: {', '.join(SUFFIXES)}")


def read_file(path: str | Path, name: str | None = None) -> MatchRecord:
    """The match in a file, in the format that is named or that its suffix tells.

    Raises `NotationError` that says `FILE:LINE` for a text that is no match, `OSError` for a file that cannot be
    opened, and ValueError for a suffix that tells no format.
    """
    form = format_of(path, name)
    return form.read(form.decode(Path(path).read_bytes()), str(path))


def write(record: MatchRecord, name: str, *, lossy: bool = False) -> Written:
    """A record as text of the format that is named, and what is lost in it: nothing, unless `lossy`.

    Raises `LossError` when something would be lost and `lossy` does not allow it, and ValueError for a record that the
    format cannot hold at all.

    >>> from raceboard.record import Other
    >>> game = GameRecord(1, ("Ann", "Bob"), (0, 0), None, (Other(0, "Takes", 1),), ())
    >>> write(MatchRecord("", {}, 7, (game,)), "mat", lossy=True).lost
    ("game 1, entry 1: 'Takes', which cannot be read, is read as 'Takes'",)
    """
    form = format_of("-", name)
    text = form.write(record)
    try:
        again = form.read(text, record.name)
    except NotationError as error:
        raise ValueError(f"{form.name} cannot hold this record: {error.reason}") from None
    lost = tuple(_differences(record, again))
    if lost and not lossy:
        raise LossError(f"a .{form.name} record", lost)
    return Written(text, lost)


# ---------------------------------------------------------------------- what is lost


def _differences(record: MatchRecord, again: MatchRecord) -> Iterator[str]:
    """Where a record differs from the one that its text says, a line for each difference."""
    if record == again:
        return
    yield from _changed("the length", record.length, again.length)
    for key in dict.fromkeys((*record.headers, *again.headers)):
        yield from _changed(f"the header {key}", record.headers.get(key), again.headers.get(key))
    yield from _listed("note", [note.text for note in record.notes], [note.text for note in again.notes])
    for place, (game, read) in enumerate(zip_longest(record.games, again.games), start=1):
        if game is None or read is None:
            yield f"game {place} is {'missing' if read is None else 'new'}"
        else:
            yield from _game_differences(f"game {place}", game, read)


def _game_differences(where: str, game: GameRecord, again: GameRecord) -> Iterator[str]:
    yield from _changed(f"{where}: the number", game.number, again.number)
    yield from _changed(f"{where}: the players", game.players, again.players)
    yield from _changed(f"{where}: the score", game.scores, again.scores)
    yield from _changed(f"{where}: the set-up", game.start, again.start)
    yield from _listed(f"{where}, entry", game.entries, again.entries)
    yield from _listed(f"{where}, result", game.results, again.results)


def _listed(what: str, these: tuple[object, ...] | list[str], those: tuple[object, ...] | list[str]) -> Iterator[str]:
    for place, (one, other) in enumerate(zip_longest(these, those), start=1):
        yield from _changed(f"{what} {place}", one, other)


def _changed(what: str, value: object, read: object) -> Iterator[str]:
    if value != read:
        yield f"{what}: {_shown(value)} is read as {_shown(read)}"


def _shown(value: object) -> str:
    """A value for people: an entry as its cell."""
    if value is None:
        return "nothing"
    odd = ", which cannot be read," if isinstance(value, Other) else ""
    return f"{mat.cell(value)!r}{odd}" if isinstance(value, Entry | GameResult) else repr(value)
