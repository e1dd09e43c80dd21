"""Match records in two columns, the Jellyfish text that nearly every backgammon program writes (`.mat`, often `.txt`).

The format was never specified, so the reader goes by what programs write:

    ; [Player 1 "Ann"]                  headers, and other comments
    7 point match                       0 is money
    Game 1
    Ann : 0          Bob : 0            names, and points before the game; Ann is side 0
      1)             31: 8/5 6/5        the second player may open
      2) 64: bar/18*  Doubles => 2
      3)  Drops       Wins 1 point

A cell begins with a roll or with a word. Columns drift, so they decide only for a row with a single cell: it belongs to
the nearer player. A cell that makes no sense becomes `Other`, and a line that belongs to no game is refused: nothing is
left out. A single game (`.gam`) has neither length nor title nor points; it is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from attrs import evolve, frozen

from raceboard.errors import NotationError
from raceboard.formats import set_pos
from raceboard.formats.board24 import STARTS
from raceboard.formats.mat_writer import cell, write
from raceboard.record import (
    CubeEntry,
    CubeKind,
    Entry,
    GameRecord,
    GameResult,
    MatchRecord,
    Move,
    Note,
    Other,
    Place,
    Resignation,
    RolledPlay,
    SetUp,
    UnplayedRoll,
)
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.side import Side

__all__ = ["cell", "decoded", "named", "read", "read_cell", "read_file", "ruleset", "variation", "write"]

_NAMED_PLACES = {"0": "off", "25": "bar", "bar": "bar", "off": "off"}
_DANCES = ("", "(no play)", "cannot move")
_CUBE_WORDS = {
    "beavers": CubeKind.BEAVER,
    "doubles": CubeKind.DOUBLE,
    "drops": CubeKind.PASS,
    "passes": CubeKind.PASS,
    "raccoons": CubeKind.RACCOON,
    "redoubles": CubeKind.DOUBLE,
    "takes": CubeKind.TAKE,
}
_CUBE = "|".join(_CUBE_WORDS)
_RESIGNS = "concedes|resigns"
_WINS = "wins"
_LOSES = "loses|losses"
#: What other programs call a game that the registry knows by another name.
_VARIATIONS = {"hypergammon (3)": "hypergammon"}
_CHECKERS = 15
_SHOWN = 60  # so much of a line is shown in an error
_EXPECTED = "expected 'N point match', 'Game N', or two names with their points: 'Ann : 0  Bob : 0'"
_NUMBER = r"(\d{1,9})"
_POINT = r"[1-9]|1\d|2[0-4]"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII | re.IGNORECASE)


_TITLE = _pattern(rf"\s*game\s+{_NUMBER}")
_LENGTH = _pattern(rf"\s*{_NUMBER}\s+points?\s+match")
_COMMENT = _pattern(r"\s*[;#]\s*(.*)")
_HEADER = _pattern(r'\[([^"]*[^"\s])\s+"(.*)"\]')
_SET_UP = _pattern(r"\s*;\s*set\s?pos=(.*)")  # the extension of eXtreme Gammon
# A name may hold a colon and a figure: the gap between the columns is two blanks wherever there is room. The look ahead
# keeps the search short in a long line that is something else.
_SCORES = tuple(_pattern(rf"(?=.*:\s*\d+$)(.*?):\s*{_NUMBER}{gap}(.*):\s*{_NUMBER}") for gap in (r"\s{2,}", r"\s+"))
_NAMES = _pattern(r"\s*(\S.*?)\s{2,}(\S.*)")
_ROW = _pattern(r"^\s*\d+\)")
# A roll or a known word begins a cell, and after a wide gap any other word that is not part of a play.
_CELL = _pattern(
    rf"(?<!\S)(?:[1-6]{{2}}:|(?:{_CUBE}|{_RESIGNS}|{_WINS}|{_LOSES})\b)|(?<=\s\s)(?!bar|off|cannot|illegal)[a-z]"
)
_ROLL_CELL = _pattern(r"([1-6])([1-6]):\s*(.*)")
_MOVE = _pattern(rf"(bar|25|{_POINT})((?:/(?:off|0|{_POINT})\*?)+)(?:\(([1-9])\))?")
_CUBE_CELL = _pattern(rf"({_CUBE})(?:\s*(?:=>|to)\s*{_NUMBER})?")
_RESIGNATION_CELL = _pattern(rf"(?:{_RESIGNS})\b.*")
_RESULT_CELL = _pattern(
    rf"(?:{_WINS}|(?P<loses>{_LOSES}))\s+(?P<points>\d{{1,9}})\s+points?(?P<last>\s+and\s+the\s+match)?"
)


@frozen
class _Line:
    number: int
    text: str


@frozen
class _Cell:
    side: Side
    text: str
    line: int


@frozen
class _Heading:
    """The line of names; a lone cell that begins at `border` or behind it belongs to the second player."""

    players: tuple[str, str]
    scores: tuple[int, int]
    border: int


def read_file(path: str | Path) -> MatchRecord:
    """The match in a file: UTF-8, with or without a byte order mark, or else Latin-1.

    Raises `NotationError` as `read` does, and `OSError` for a file that cannot be opened.
    """
    return read(decoded(Path(path).read_bytes()), str(path))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, with or without a byte order mark, or else Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read(text: str, name: str = "<text>") -> MatchRecord:
    """The match that a text records; `name` stands in the record and in errors.

    Raises `NotationError` that says `NAME:LINE` for a text that is no match or that holds more than one.

    >>> match = read('''
    ...  7 point match
    ...  Game 1
    ...  Ann : 0                        Bob : 0
    ...   1)                             31: 8/5 6/5
    ...   2) 64: 24/14*                   Doubles => 2
    ...   3)  Drops                       Wins 1 point
    ... ''')
    >>> match.length, match.players, [entry.text for entry in match.games[0].entries]
    (7, ('Ann', 'Bob'), ['31: 8/5 6/5', '64: 24/14*', 'Doubles => 2', 'Drops'])
    >>> match.games[0].results
    (GameResult(side=1, points=1, ends_match=False, text='Wins 1 point', line=7),)
    """
    lines = tuple(_lines(text))
    headers, notes = _headers_and_notes(filter(_is_comment, lines))
    body = [line for line in lines if not _is_comment(line)]
    if not body:
        raise _refusal(name, _Line(1, ""), _EXPECTED)
    length = _LENGTH.fullmatch(body[0].text)
    checkers = sum(STARTS.get(named(headers), {}).values()) or _CHECKERS
    games = tuple(_game(section, name, checkers) for section in _sections(body[1:] if length else body, name))
    if not games:
        raise _refusal(name, body[0], "no game follows; expected 'Game 1'")
    return MatchRecord(name, headers, int(length[1]) if length else None, games, notes)


def _lines(text: str) -> Iterator[_Line]:
    """All lines that are not blank, without tabs, numbered from one."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if line.strip():
            yield _Line(number, line.expandtabs().rstrip())


def _is_comment(line: _Line) -> bool:
    return bool(_COMMENT.fullmatch(line.text)) and not _SET_UP.fullmatch(line.text)


def _headers_and_notes(comments: Iterable[_Line]) -> tuple[dict[str, str], tuple[Note, ...]]:
    headers: dict[str, str] = {}
    notes: list[Note] = []
    for line in comments:
        text = _COMMENT.sub(r"\1", line.text)
        header = _HEADER.fullmatch(text)
        if header and header[1] not in headers:
            headers[header[1]] = header[2]
        else:
            notes.append(Note(text, line.number))
    return headers, tuple(notes)


def _sections(lines: Iterable[_Line], name: str) -> list[list[_Line]]:
    """The lines of each game, its title first where it has one."""
    sections: list[list[_Line]] = []
    for line in lines:
        if _LENGTH.fullmatch(line.text):
            raise _refusal(name, line, "a second match begins here; split the file")
        if not sections or _TITLE.fullmatch(line.text):
            sections.append([])
        sections[-1].append(line)
    return sections


def _game(section: list[_Line], name: str, checkers: int) -> GameRecord:
    title = _TITLE.fullmatch(section[0].text)
    lines = section[1:] if title else section
    set_up = next((line for line in lines[:2] if _SET_UP.fullmatch(line.text)), None)
    names, *rows = [line for line in lines if line is not set_up] or section
    heading = _heading(names.text)
    if not heading or not (title or (rows and _ROW.match(rows[0].text))):
        raise _refusal(name, names, _EXPECTED)
    said = [_read_cell(cell) for row in rows for cell in _cells(row, heading.border)]
    entries = tuple(entry for entry in said if not isinstance(entry, GameResult))
    return GameRecord(
        number=int(title[1]) if title else 1,
        players=heading.players,
        scores=heading.scores,
        start=_start(set_up, entries, checkers) if set_up else None,
        entries=entries,
        results=tuple(result for result in said if isinstance(result, GameResult)),
    )


def _start(line: _Line, entries: tuple[Entry, ...], checkers: int) -> SetUp:
    """What was set up; whose turn it was is told by the first entry alone."""
    start = set_pos.read(_SET_UP.sub(r"\1", line.text), checkers)
    return evolve(start, on_roll=entries[0].side) if entries else start


def _heading(text: str) -> _Heading | None:
    for pattern in _SCORES:
        if found := pattern.fullmatch(text):
            players = (found[1].strip(), found[3].strip())
            return _Heading(players, (int(found[2]), int(found[4])), found.start(3) // 2)
    names = None if _ROW.match(text) else _NAMES.fullmatch(text)
    return _Heading((names[1], names[2]), (0, 0), names.start(2) // 2) if names else None


def _cells(line: _Line, border: int) -> Iterator[_Cell]:
    """The cells of a row; with two of them the left one is the first player's wherever they stand."""
    text = _ROW.sub(lambda number: " " * len(number[0]), line.text)
    edges = [0, *(found.start() for found in _CELL.finditer(text)), len(text)]
    parts = [(start, text[start:end]) for start, end in pairwise(edges) if text[start:end].strip()]
    for place, (start, part) in enumerate(parts):
        column = start + len(part) - len(part.lstrip())
        yield _Cell(place if len(parts) == 2 else int(column >= border), part.strip(), line.number)


def read_cell(side: Side, text: str, line: int = 0) -> Entry | GameResult:
    """What stands in a cell of a player; `Other` when it makes no sense.

    >>> read_cell(1, "Doubles => 4")
    CubeEntry(side=1, kind=<CubeKind.DOUBLE: 'double'>, value=4, text='Doubles => 4', line=0)
    """
    return _read_cell(_Cell(side, text.strip(), line))


def _read_cell(cell: _Cell) -> Entry | GameResult:
    said = _roll(cell) or _cube_word(cell) or _resignation(cell) or _result(cell)
    return said or Other(cell.side, cell.text, cell.line)


def _roll(cell: _Cell) -> RolledPlay | UnplayedRoll | None:
    found = _ROLL_CELL.fullmatch(cell.text)
    if not found:
        return None
    roll = (int(found[1]), int(found[2]))
    if found[3] and not found[3].strip("?"):
        return UnplayedRoll(cell.side, roll, cell.text, cell.line)
    written = () if found[3].lower() in _DANCES else found[3].split()
    moves = tuple(filter(None, map(_move, written)))
    return RolledPlay(cell.side, roll, moves, cell.text, cell.line) if len(moves) == len(written) else None


def _move(token: str) -> Move | None:
    found = _MOVE.fullmatch(token.lower())
    if not found:
        return None
    words = found[2].split("/")[1:]
    stops = tuple(_place(word.rstrip("*")) for word in words)
    return Move(_place(found[1]), stops, tuple(word.endswith("*") for word in words), int(found[3] or 1))


def _place(word: str) -> Place:
    return _NAMED_PLACES.get(word) or int(word)


def _cube_word(cell: _Cell) -> CubeEntry | None:
    found = _CUBE_CELL.fullmatch(cell.text)
    if not found:
        return None
    value = int(found[2]) if found[2] else None
    return CubeEntry(cell.side, _CUBE_WORDS[found[1].lower()], value, cell.text, cell.line)


def _resignation(cell: _Cell) -> Resignation | None:
    found = _RESIGNATION_CELL.fullmatch(cell.text)
    return Resignation(cell.side, cell.text, cell.line) if found else None


def _result(cell: _Cell) -> GameResult | None:
    found = _RESULT_CELL.fullmatch(cell.text)
    if not found:
        return None
    winner = 1 - cell.side if found["loses"] else cell.side
    return GameResult(winner, int(found["points"]), bool(found["last"]), cell.text, cell.line)


def _refusal(name: str, line: _Line, reason: str) -> NotationError:
    return NotationError(line.text.strip()[:_SHOWN], f"{name}:{line.number}: {reason}")


def variation(record: MatchRecord) -> str:
    """The game that a record is of, as a name for the registry; a record that does not say it is of backgammon."""
    return named(record.headers)


def named(headers: Mapping[str, str]) -> str:
    """The game that headers name, as a name for the registry."""
    name = _folded(headers).get("variation", "backgammon")
    return _VARIATIONS.get(name, name)


def ruleset(record: MatchRecord, registry: Registry, variant: str | None = None) -> Ruleset:
    """The table of a record: a match to its length, or a money session where it states none.

    The headers say what the cube may do: `[CubeLimit "64"]`, in a match `[Crawford "Off"]`, and for money
    `[Jacoby "On"]` and `[Beaver "On"]`, which are off otherwise. No record says when a side gave a game up, so it may
    at any time. Raises UnknownNameError for a variant that the registry does not have.

    >>> record = read('''; [Jacoby "On"]
    ...  0 point match
    ...  Game 1
    ...  Ann : 0    Bob : 0
    ... ''')
    >>> rules = ruleset(record, Registry.load())
    >>> rules.context, rules["cube.jacoby"], rules["cube.beaver"]
    ('money', True, False)
    """
    spec = registry.variant(variant or variation(record))
    cube = _cube(record) if spec.cube else "none"
    body: dict[str, object] = {"cube": cube, "resign": {"when": "any_time"}}
    if not record.length:
        return Ruleset.of(spec, "money", body, name="money", cube_rules=registry.cube_rules)
    body["match"] = {"length": record.length}
    return Ruleset.of(spec, "match", body, name="match", cube_rules=registry.cube_rules)


def _cube(record: MatchRecord) -> str | dict[str, object]:
    """The section `cube` of a ruleset; a cube that is limited to 1 is none, and an odd limit is no limit."""
    said = _folded(record.headers)
    limit = int(said["cubelimit"]) if said.get("cubelimit", "").isdecimal() else 0
    if limit == 1:
        return "none"
    highest = {"max": limit} if limit and limit & (limit - 1) == 0 else {}
    if record.length:
        return {**highest, "crawford": said.get("crawford") != "off"}
    has_beavers = said.get("beaver") == "on"
    return {**highest, "jacoby": said.get("jacoby") == "on", "beaver": has_beavers, "raccoon": has_beavers}


def _folded(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Headers without capitals."""
    return {key.casefold(): value.casefold() for key, value in headers.items()}
