"""Lines of raceboard's own record are read strictly, and every mistake is told with its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard.errors import NotationError
from raceboard.formats import lines
from raceboard.record import (
    CubeEntry,
    CubeKind,
    GameResult,
    Move,
    Other,
    Resignation,
    RolledPlay,
    SetUp,
    UnplayedRoll,
)
from record_tools import record_of

HEAD = '{"record": 1, "name": "a.mat", "length": 7, "headers": {}, "notes": []}'
GAME = '{"game": 1, "players": ["Ann", "Bob"], "scores": [0, 0], "start": null}'
PLAY = '{"play": 0, "roll": [3, 1], "moves": ["24/20*/14(2)", "bar/off"], "text": "t", "line": 3}'
RESULT = '{"result": 1, "points": 2, "ends_match": true, "text": "t", "line": 9}'


def test_each_entry_is_a_line_that_says_what_it_is() -> None:
    """The first key names the kind, and its value the side."""
    record = record_of(
        RolledPlay(0, (3, 1), (Move(24, (20, 14), (True, False), 2), Move("hand", (5,), (False,))), "a", 1),
        UnplayedRoll(1, (6, 5, 1), "b", 2),
        CubeEntry(0, CubeKind.BEAVER, None, "c", 3),
        Resignation(1, "d", 4),
        Other(0, "é", 5),
        results=(GameResult(1, 3, True, "f", 6),),
        start=SetUp("x", 1, 4, 0),
        headers={"b": "1", "a": "2"},
    )
    assert lines.write(record).splitlines() == [
        '{"record": 1, "name": "<test>", "length": 7, "headers": {"b": "1", "a": "2"}, "notes": []}',
        '{"game": 1, "players": ["Ann", "Bob"], "scores": [0, 0], '
        '"start": {"position": "x", "on_roll": 1, "cube": 4, "owner": 0}}',
        '{"play": 0, "roll": [3, 1], "moves": ["24/20*/14(2)", "hand/5"], "text": "a", "line": 1}',
        '{"unplayed": 1, "roll": [6, 5, 1], "text": "b", "line": 2}',
        '{"cube": 0, "kind": "beaver", "value": null, "text": "c", "line": 3}',
        '{"resignation": 1, "text": "d", "line": 4}',
        '{"other": 0, "text": "é", "line": 5}',
        '{"result": 1, "points": 3, "ends_match": true, "text": "f", "line": 6}',
    ]
    assert lines.read(lines.write(record)) == record


def test_the_order_of_keys_does_not_matter() -> None:
    """Other programs may write them otherwise."""
    play = json.dumps(dict(reversed(json.loads(PLAY).items())))
    assert lines.read("\n".join([HEAD, GAME, play])) == lines.read("\n".join([HEAD, GAME, PLAY]))


def _changed(line: str, **values: object) -> str:
    return json.dumps({**json.loads(line), **values})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a.jsonl:1: expected a head"),
        (HEAD, "a.jsonl:2: expected a game"),
        ("[]", "a.jsonl:1: not an object"),
        ("{", "a.jsonl:1: no JSON"),
        ("[" * 100_000, "a.jsonl:1: "),
        ('{"journal": 1}', "a.jsonl:1: no record: the first line has the key 'record'"),
        (_changed(HEAD, record=2), "a.jsonl:1: record is version 2; this library reads 1"),
        (_changed(HEAD, record=True), "a.jsonl:1: record is version True"),
        (_changed(HEAD, length="7"), 'a.jsonl:1: length: "7" is no whole number'),
        (_changed(HEAD, headers={"a": 1}), "a.jsonl:1: headers.a: 1 is no text"),
        (_changed(HEAD, notes=["a"]), 'a.jsonl:1: notes: "a" is no object'),
        (_changed(HEAD, lenght=1), "a.jsonl:1: 'lenght' is no key here; did you mean length?"),
        ('{"record": 1, "record": 1}', "a.jsonl:1: a key stands twice"),
        ('{"record": 1}', "a.jsonl:1: the key 'name' is missing"),
        (f"{HEAD}\n{PLAY}", "a.jsonl:2: a play before the first game"),
        (f"{HEAD}\n\n{GAME}", "a.jsonl:2: no JSON"),
        (f"{HEAD}\n" + _changed(GAME, scores=[0]), "a.jsonl:2: 2 players and 1 scores"),
        (f"{HEAD}\n" + _changed(GAME, game=-1), "a.jsonl:2: game: -1 is below zero"),
        (f"{HEAD}\n" + _changed(GAME, start={"position": "x"}), "a.jsonl:2: the key 'on_roll' is missing"),
        (f"{HEAD}\n{GAME}\n" + _changed(PLAY, play=2), "a.jsonl:3: play: this game has the sides 0 to 1, not 2"),
        (f"{HEAD}\n{GAME}\n" + _changed(PLAY, play=True), "a.jsonl:3: play: true is no whole number"),
        (f"{HEAD}\n{GAME}\n" + _changed(PLAY, moves=["8"]), "a.jsonl:3: moves: '8' is no move"),
        (f"{HEAD}\n{GAME}\n" + _changed(PLAY, text="\ud800"), "a.jsonl:3: text: half of a character"),
        (f"{HEAD}\n{GAME}\n" + _changed(RESULT, ends_match=1), "a.jsonl:3: ends_match: 1 is no true or false"),
        (f"{HEAD}\n{GAME}\n" + '{"cube": 0, "kind": "redouble", "value": 2, "text": "", "line": 1}', "a.jsonl:3: kind"),
        (f"{HEAD}\n{GAME}\n" + '{"sneeze": 0}', "a.jsonl:3: expected a line with one of the keys game, play"),
        (f"{HEAD}\n{GAME}\n{PLAY[:-3]}", "a.jsonl:3: no JSON"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, told: str) -> None:
    """And nothing is guessed: true is no number, and a line that was cut off does not count."""
    with pytest.raises(NotationError) as refused:
        lines.read(text, "a.jsonl")
    assert refused.value.reason.startswith(told)
    assert len(refused.value.text) <= 60


PIECES = [HEAD, GAME, PLAY, RESULT, "\n", "\n", "{", "}", '"play": 0', ",", "[", "null"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    """Nothing but `NotationError` escapes."""
    try:
        record = lines.read(text)
    except NotationError:
        return
    assert lines.read(lines.write(record)) == record
