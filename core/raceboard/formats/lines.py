"""Match records as lines of JSON, raceboard's own form: for every variant, and complete down to spelling and lines.

    {"record": 1, "name": "club.mat", "length": 7, "headers": {"Site": "Club"}, "notes": []}
    {"game": 1, "players": ["Ann", "Bob"], "scores": [0, 0], "start": null}
    {"play": 0, "roll": [3, 1], "moves": ["8/5*", "6/5"], "text": "31: 8/5* 6/5", "line": 8}
    {"cube": 1, "kind": "double", "value": 2, "text": "Doubles => 2", "line": 9}
    {"result": 1, "points": 1, "ends_match": false, "text": "Wins 1 point", "line": 10}

The first line is the head, with the version of the form. Each game begins with a line of its own, and each entry is
one: its first key says what it is, and its value whose. `start` is null or what was set up. Reading is strict: every
key must be there, in any order, and no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar, cast

import attrs
from attrs import evolve

from raceboard.errors import NotationError, did_you_mean
from raceboard.record import (
    CubeEntry,
    CubeKind,
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

__all__ = ["FORMAT", "read", "write"]

#: The version of the form that this module writes and reads.
FORMAT: Final = 1

_HEAD, _GAME = "record", "game"
_SHOWN = 60
_KINDS: Final[Mapping[str, type[attrs.AttrsInstance]]] = MappingProxyType(
    {
        "play": RolledPlay,
        "unplayed": UnplayedRoll,
        "cube": CubeEntry,
        "resignation": Resignation,
        "other": Other,
        "result": GameResult,
    }
)
_NAMES: Final = MappingProxyType({kind: name for name, kind in _KINDS.items()})
_PLACE = r"(?:\d{1,3}|[a-z]{1,20})"
_MOVE = re.compile(rf"({_PLACE})((?:/{_PLACE}\*?)+)(?:\(([1-9]\d?)\))?", re.ASCII)

_T = TypeVar("_T")
_Said: TypeAlias = RolledPlay | UnplayedRoll | CubeEntry | Resignation | Other | GameResult


def write(record: MatchRecord) -> str:
    """The lines of a match.

    >>> record = MatchRecord("", {}, 7, (GameRecord(1, ("Ann", "Bob"), (0, 0), None, (Resignation(1, "", 3),), ()),))
    >>> print(write(record), end="")
    {"record": 1, "name": "", "length": 7, "headers": {}, "notes": []}
    {"game": 1, "players": ["Ann", "Bob"], "scores": [0, 0], "start": null}
    {"resignation": 1, "text": "", "line": 3}
    """
    notes = [attrs.asdict(note) for note in record.notes]
    head = {_HEAD: FORMAT, "name": record.name, "length": record.length, "headers": dict(record.headers)}
    lines: list[Mapping[str, object]] = [{**head, "notes": notes}]
    for game in record.games:
        start = attrs.asdict(game.start) if game.start else None
        lines.append({_GAME: game.number, "players": game.players, "scores": game.scores, "start": start})
        lines += map(_plain, (*game.entries, *game.results))
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _plain(entry: attrs.AttrsInstance) -> Mapping[str, object]:
    side, *fields = attrs.fields(type(entry))
    values = {field.name: _value(getattr(entry, field.name)) for field in fields}
    return {_NAMES[type(entry)]: getattr(entry, side.name), **values}


def _value(value: object) -> object:
    if isinstance(value, tuple):
        return [str(one) if isinstance(one, Move) else one for one in value]
    return value


# ---------------------------------------------------------------------- reading


def read(text: str, name: str = "<text>") -> MatchRecord:
    """The match that lines record; `name` stands in errors, and the record keeps its own.

    Raises `NotationError` that says `NAME:LINE` for lines that are no record.

    >>> read('{"record": 2}')
    Traceback (most recent call last):
    ...
    raceboard.errors.NotationError: cannot read '{"record": 2}': <text>:1: record is version 2; this library reads 1
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    record: MatchRecord | None = None
    games: list[tuple[GameRecord, list[_Said]]] = []
    for number, line in enumerate(lines, start=1):
        try:
            data = _object(line)
            if record is None:
                record = _head(data)
            elif _GAME in data:
                games.append((_begun(data), []))
            else:
                _continue(games, data)
        except (ValueError, RecursionError) as error:
            raise NotationError(line[:_SHOWN], f"{name}:{number}: {error}") from None
    if record is None or not games:
        raise NotationError("", f"{name}:{len(lines) + 1}: expected {'a game' if record else 'a head'}")
    return evolve(record, games=tuple(_whole(game, said) for game, said in games))


def _whole(game: GameRecord, said: Sequence[_Said]) -> GameRecord:
    entries = tuple(one for one in said if not isinstance(one, GameResult))
    return evolve(game, entries=entries, results=tuple(one for one in said if isinstance(one, GameResult)))


def _object(line: str) -> dict[str, object]:
    """What a line says; raises ValueError."""
    try:
        data: object = json.loads(line, object_pairs_hook=_distinct)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg} at column {error.colno}") from None
    if not isinstance(data, dict):
        raise ValueError("not an object: expected {...}")
    return data


def _distinct(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _head(data: Mapping[str, object]) -> MatchRecord:
    """The record before its first game."""
    if _HEAD not in data:
        raise ValueError(f"no record: the first line has the key {_HEAD!r}")
    if data[_HEAD] != FORMAT or type(data[_HEAD]) is not int:
        raise ValueError(f"record is version {data[_HEAD]!r}; this library reads {FORMAT}")
    _check_keys(data, (_HEAD, "name", "length", "headers", "notes"))
    headers = _typed(data["headers"], dict, "headers")
    known = {key: _text(value, f"headers.{key}") for key, value in headers.items()}
    notes = tuple(_note(note) for note in _typed(data["notes"], list, "notes"))
    length = None if data["length"] is None else _count(data["length"], "length")
    return MatchRecord(_text(data["name"], "name"), known, length, (), notes)


def _note(data: object) -> Note:
    note = _typed(data, dict, "notes")
    _check_keys(note, ("text", "line"))
    return Note(_text(note["text"], "text"), _count(note["line"], "line"))


def _continue(games: Sequence[tuple[GameRecord, list[_Said]]], data: Mapping[str, object]) -> None:
    """Add what a line says to the last game."""
    kind = next((name for name in _KINDS if name in data), None)
    if kind is None:
        raise ValueError(f"expected a line with one of the keys {', '.join((_GAME, *_KINDS))}")
    if not games:
        raise ValueError(f"a {kind} before the first game")
    game, said = games[-1]
    said.append(_entry(kind, data, len(game.players)))


def _begun(data: Mapping[str, object]) -> GameRecord:
    _check_keys(data, (_GAME, "players", "scores", "start"))
    players = tuple(_text(name, "players") for name in _typed(data["players"], list, "players"))
    scores = tuple(_count(points, "scores") for points in _typed(data["scores"], list, "scores"))
    if not players or len(scores) != len(players):
        raise ValueError(f"{len(players)} players and {len(scores)} scores")
    start = None if data["start"] is None else _start(_typed(data["start"], dict, "start"), len(players))
    return GameRecord(_count(data[_GAME], _GAME), players, scores, start, (), ())


def _start(data: Mapping[str, object], players: int) -> SetUp:
    _check_keys(data, ("position", "on_roll", "cube", "owner"))
    position = None if data["position"] is None else _text(data["position"], "position")
    sides = [None if data[key] is None else _side(data[key], key, players) for key in ("on_roll", "owner")]
    return SetUp(position, sides[0], _count(data["cube"], "cube"), sides[1])


def _entry(kind: str, data: Mapping[str, object], players: int) -> _Said:
    made = _KINDS[kind]
    side, *fields = (field.name for field in attrs.fields(made))
    _check_keys(data, (kind, *fields))
    values = {name: _READERS[name](data[name], name) for name in fields}
    return cast("_Said", made(**{side: _side(data[kind], kind, players), **values}))


# ---------------------------------------------------------------------- values


def _check_keys(data: Mapping[str, object], keys: Sequence[str]) -> None:
    for key in data:
        if key not in keys:
            hint = did_you_mean(key, keys)
            raise ValueError(f"{key[:_SHOWN]!r} is no key here; {hint or 'expected ' + ', '.join(keys)}")
    missing = [key for key in keys if key not in data]
    if missing:
        raise ValueError(f"the key {missing[0]!r} is missing")


def _typed(value: object, kind: type[_T], name: str) -> _T:
    """A value of exactly a type: true is no number."""
    if type(value) is not kind:
        raise ValueError(f"{name}: {json.dumps(value)[:_SHOWN]} is no {_WORDS[kind]}")
    return value


_WORDS: Final[Mapping[type, str]] = MappingProxyType(
    {int: "whole number", str: "text", bool: "true or false", list: "list", dict: "object"}
)


def _text(value: object, name: str) -> str:
    text = _typed(value, str, name)
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"{name}: half of a character (a lone surrogate) is no text")
    return text


def _count(value: object, name: str) -> int:
    number = _typed(value, int, name)
    if number < 0:
        raise ValueError(f"{name}: {number} is below zero")
    return number


def _side(value: object, name: str, players: int) -> int:
    side = _count(value, name)
    if side >= players:
        raise ValueError(f"{name}: this game has the sides 0 to {players - 1}, not {side}")
    return side


def _roll(value: object, name: str) -> tuple[int, ...]:
    return tuple(_count(die, name) for die in _typed(value, list, name))


def _moves(value: object, name: str) -> tuple[Move, ...]:
    return tuple(_move(_text(move, name), name) for move in _typed(value, list, name))


def _move(text: str, name: str) -> Move:
    found = _MOVE.fullmatch(text)
    if not found:
        raise ValueError(f"{name}: {text[:_SHOWN]!r} is no move; expected one like '24/20*/14(2)' or 'bar/22'")
    words = found[2].split("/")[1:]
    stops = tuple(_place(word.rstrip("*")) for word in words)
    return Move(_place(found[1]), stops, tuple(word.endswith("*") for word in words), int(found[3] or 1))


def _place(word: str) -> Place:
    return int(word) if word.isdecimal() else word


def _kind(value: object, name: str) -> CubeKind:
    text = _text(value, name)
    if text not in list(CubeKind):
        raise ValueError(f"{name}: {text[:_SHOWN]!r} is none of {', '.join(CubeKind)}")
    return CubeKind(text)


#: How the value of each field of an entry is read.
_READERS: Final[Mapping[str, Callable[[object, str], object]]] = MappingProxyType(
    {
        "roll": _roll,
        "moves": _moves,
        "kind": _kind,
        "value": lambda value, name: None if value is None else _count(value, name),
        "points": _count,
        "ends_match": lambda value, name: _typed(value, bool, name),
        "text": _text,
        "line": _count,
    }
)
