"""The writer of match records in SGF GM[6]; the reader is `raceboard.formats.sgf`, where the properties are explained.

GNU Backgammon loads what is written here. Where a node alone would be read as something else than the entry, a cell of
.mat text stands beside it (`raceboard.formats.sgf_game`): for moves with merged stops, with counts, or with other marks
of hits than the board gives, for a double without its value, and for what no node can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from itertools import zip_longest
from typing import TypeAlias

from raceboard.formats import mat, mat_writer
from raceboard.formats.board24 import BAR, STARTS, Board, from_text, pairs
from raceboard.formats.sgf_game import COLOURS, OWN_CELLS, OWN_RESULT, OWN_START, Reading, letter, step
from raceboard.formats.sgf_tree import Node, escaped, node_text
from raceboard.record import (
    CubeEntry,
    CubeKind,
    Entry,
    GameRecord,
    GameResult,
    MatchRecord,
    Other,
    Resignation,
    RolledPlay,
    SetUp,
    UnplayedRoll,
)
from raceboard.side import Side

__all__ = ["HEADERS", "write"]

#: Headers that have a property of their own.
HEADERS = {
    "Player 1 Elo": "WR",
    "Player 2 Elo": "BR",
    "EventDate": "DT",
    "Event": "EV",
    "Round": "RO",
    "Site": "PC",
    "Transcriber": "AN",
}
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_DICE = (1, 2, 3, 4, 5, 6)
_WORDS = {
    CubeKind.DOUBLE: "double",
    CubeKind.BEAVER: "double",
    CubeKind.RACCOON: "double",
    CubeKind.TAKE: "take",
    CubeKind.PASS: "drop",
}
_VARIATIONS = {
    "nackgammon": "Nackgammon",
    "hypergammon": "Hypergammon3",
    "hypergammon (1)": "Hypergammon1",
    "hypergammon (2)": "Hypergammon2",
}

_Properties: TypeAlias = list[tuple[str, Sequence[str]]]


def write(record: MatchRecord) -> str:
    """The text of a match, a game tree for each game.

    Raises ValueError for a record that does not have two players, or is of a game that SGF GM[6] does not know.

    >>> from raceboard.record import Move
    >>> play = RolledPlay(0, (6, 4), (Move(24, (14,), (False,)),), "", 1)
    >>> game = GameRecord(1, ("Ann", "Bob"), (0, 0), None, (play,), (GameResult(1, 2, False, "", 2),))
    >>> print(write(MatchRecord("", {}, 7, (game,))).partition("CA[UTF-8]")[2].partition("MI")[2], end="")
    [length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[B+2]
    ;W[64xrrn]XW[64: 24/14])
    """
    variation = mat.variation(record)
    if variation not in STARTS:
        known = ", ".join(name for name in STARTS if " " not in name)
        raise ValueError(f"SGF GM[6] holds {known}, not {variation}; write it as lines of raceboard's own")
    if any(len(game.players) != len(COLOURS) for game in record.games):
        raise ValueError(f"SGF GM[6] is for two players; this record is of {len(record.players)}")
    crawford = _crawford_game(record)
    trees = [_tree(record, place, variation, is_crawford=place == crawford) for place in range(len(record.games))]
    return "".join(f"({text})\n" for text in map("\n".join, trees))


def _crawford_game(record: MatchRecord) -> int | None:
    """The place of the first game in which exactly one player needs one point."""
    if not record.length or not _has_crawford(record):
        return None
    last = record.length - 1
    found = (place for place, game in enumerate(record.games) if (game.scores[0] == last) != (game.scores[1] == last))
    return next(found, None)


def _folded(record: MatchRecord) -> Mapping[str, str]:
    return {key.casefold(): value.casefold() for key, value in record.headers.items()}


def _has_crawford(record: MatchRecord) -> bool:
    return bool(record.length) and _folded(record).get("crawford") != "off"


def _tree(record: MatchRecord, place: int, variation: str, *, is_crawford: bool) -> Iterator[str]:
    """The lines of a game tree, a node each."""
    game = record.games[place]
    yield node_text(_root(record, game, variation, is_first=place == 0, is_crawford=is_crawford))
    reading = Reading.begun(variation)
    for properties in _start(game.start):
        reading = step(reading, _node(properties))
        yield node_text(properties)
    resigns = _is_resigned(game)
    entries = game.entries[:-1] if resigns else game.entries
    for entry, following in zip_longest(entries, entries[1:]):
        properties, reading = _said(reading, entry, following)
        yield node_text(properties)


def _node(properties: _Properties) -> Node:
    return Node(dict(properties))


def _is_resigned(game: GameRecord) -> bool:
    """Does the game end with a resignation that RE can say?"""
    if not game.entries or game.result is None:
        return False
    last = game.entries[-1]
    return isinstance(last, Resignation) and game.result.side != last.side


# ---------------------------------------------------------------------- the first node


def _root(record: MatchRecord, game: GameRecord, variation: str, *, is_first: bool, is_crawford: bool) -> _Properties:
    info = [f"game:{game.number - 1}", f"ws:{game.scores[0]}", f"bs:{game.scores[1]}"]
    if record.length is not None:
        info.insert(0, f"length:{record.length}")
    found: _Properties = [("FF", ["4"]), ("GM", ["6"]), ("CA", ["UTF-8"]), ("AP", [_program()])]
    found += [("MI", info), ("PW", [escaped(game.players[0])]), ("PB", [escaped(game.players[1])])]
    found += _header_properties(record) if is_first else []
    rules = _rules(record, variation, is_crawford=is_crawford)
    found += [("RU", [rules])] if rules else []
    return found + _result_properties(game) + _start_properties(game.start)


@cache
def _program() -> str:
    return f"raceboard:{metadata.version('raceboard')}"


def _header_properties(record: MatchRecord) -> _Properties:
    """Headers and notes; what has no property of its own is a line of the comment on the game."""
    known = {key: value for key, value in record.headers.items() if _fits(key, value)}
    found: _Properties = [(name, [escaped(_date(known[key]))]) for key, name in HEADERS.items() if key in known]
    lines = [f'[{key} "{value}"]' for key, value in record.headers.items() if key not in known]
    lines += [note.text for note in record.notes]
    return [*found, ("GC", [escaped("\n".join(lines))])] if lines else found


def _fits(key: str, value: str) -> bool:
    return key in HEADERS and (key != "EventDate" or bool(_DATE.fullmatch(value)))


def _date(value: str) -> str:
    return _DATE.sub(r"\1-\2-\3", value) if _DATE.fullmatch(value) else value


def _rules(record: MatchRecord, variation: str, *, is_crawford: bool) -> str:
    said = _folded(record)
    words = ["NoCube"] if said.get("cubelimit") == "1" else []
    words += ["Crawford"] if _has_crawford(record) else []
    words += ["CrawfordGame"] if is_crawford else []
    words += ["Jacoby"] if not record.length and said.get("jacoby") == "on" else []
    return ":".join([*words, *([_VARIATIONS[variation]] if variation in _VARIATIONS else [])])


def _result_properties(game: GameRecord) -> _Properties:
    result = game.result
    if result is None:
        return []
    found: _Properties = [("RE", [f"{_points(result)}{'R' if _is_resigned(game) else ''}"])]
    if len(game.results) > 1 or result.ends_match:
        found.append((OWN_RESULT, [f"{_points(one)}{'M' if one.ends_match else ''}" for one in game.results]))
    return found


def _points(result: GameResult) -> str:
    return f"{COLOURS[result.side]}+{result.points}"


# ---------------------------------------------------------------------- set-ups


def _board(start: SetUp | None) -> Board | None:
    return from_text(start.position) if start and start.position is not None else None


def _start_properties(start: SetUp | None) -> _Properties:
    """What a first node says of a set-up: the position that cannot be read, or else the value of the cube alone."""
    if start is None:
        return []
    if start.position is not None:
        return [(OWN_START, [escaped(start.position)])] if _board(start) is None else []
    return [("CV", [str(start.cube)])] if start.cube != 1 else []


def _start(start: SetUp | None) -> Iterator[_Properties]:
    """The nodes of a set-up, in the order of GNU Backgammon."""
    if start is None:
        return
    board = _board(start)
    if board is not None:
        found: _Properties = [] if start.on_roll is None else [("PL", [COLOURS[start.on_roll]])]
        found += [("AE", ["a:y"])]
        for side, name in enumerate(("AW", "AB")):
            letters = [letter(side, index) for index in range(1, BAR + 1) for _ in range(board.has(side, index))]
            found += [(name, letters)] if letters else []
        yield found
    if start.position is not None:
        yield [("CV", [str(start.cube)])]
        yield [("CP", ["c" if start.owner is None else COLOURS[start.owner].lower()])]


# ---------------------------------------------------------------------- entries


def _said(reading: Reading, entry: Entry, following: Entry | None) -> tuple[_Properties, Reading]:
    """The node of an entry, and the reading after it; our own cell stands in it where it is needed."""
    plain = _plain(reading, entry, following)
    if plain:
        after = step(reading, _node(plain))
        waiting = () if reading.roll is None else (reading.roll,)
        if after.done().said == (*waiting, entry):
            return plain, after
    own: _Properties = [*plain, (OWN_CELLS[entry.side], [escaped(mat_writer.cell(entry))])]
    return own, step(reading, _node(own))


def _plain(reading: Reading, entry: Entry, following: Entry | None) -> _Properties:
    """What SGF itself can say of an entry; nothing where it cannot."""
    match entry:
        case RolledPlay():
            return _move(reading.board, entry)
        case CubeEntry():
            return [(COLOURS[entry.side], [_WORDS[entry.kind]])]
        case UnplayedRoll():
            is_played = isinstance(following, RolledPlay)
            return [] if is_played else [("PL", [COLOURS[entry.side]]), ("DI", [_dice(entry.roll)])]
        case Resignation() | Other():
            return []


def _dice(roll: Sequence[int]) -> str:
    return "".join(map(str, roll))


def _move(board: Board, entry: RolledPlay) -> _Properties:
    if len(entry.roll) != 2 or not set(entry.roll) <= set(_DICE):
        return []
    side: Side = entry.side
    ways = pairs(board, side, entry.roll, entry.moves)
    if ways is None:
        return []
    letters = "".join(f"{letter(side, source)}{letter(side, stop)}" for source, stop in ways)
    return [(COLOURS[side], [f"{_dice(entry.roll)}{letters}"])]
