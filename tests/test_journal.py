"""A journal replays to the state that it was written with, and says where it does not, and what it lacks."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from attrs import evolve

from raceboard.action import Double, OpeningRolled, Played, Redouble, Rolled, SessionAction
from raceboard.dice import Roll, Stream
from raceboard.errors import ConfigError
from raceboard.journal import Journal, Replayed, read, read_text
from raceboard.session import Session
from session_tools import REGISTRY, rules_of
from state_tools import TABLES, TO_THROW, Shelf, course, library


def _written(start: Session, seed: int = 0, limit: int = 40) -> tuple[str, Session]:
    """A journal of actions at random, and the session after them."""
    stream = io.StringIO()
    journal, last = Journal.begin(stream, start), start
    for action, last in course(start, seed, limit):
        journal.write(action, last)
    return stream.getvalue(), last


TEXT, LAST = _written(TABLES["money"])
LINES = TEXT.splitlines(keepends=True)


def _read(text: str) -> Replayed:
    return read_text(text, library(TABLES["money"]), file="evening.jsonl")


def _found(replayed: Replayed) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in replayed.problems]


def _changed(number: int, **parts: object) -> str:
    """The journal with other parts in one line."""
    line = {**json.loads(LINES[number - 1]), **parts}
    return "".join([*LINES[: number - 1], f"{json.dumps(line)}\n", *LINES[number:]])


# -- Whole journals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_a_journal_replays_to_the_state_that_it_was_written_with(name: str, seed: int) -> None:
    """Over games, with cube, resignations, series and rotation; events of the last action included."""
    text, last = _written(TABLES[name], seed, limit=150)
    replayed = read_text(text, library(TABLES[name]))
    assert replayed.problems == ()
    assert (replayed.start, replayed.session) == (TABLES[name], last)
    assert replayed.session.events == last.events


def test_the_actions_of_a_journal_lead_from_its_start_to_its_session() -> None:
    """Whoever wants every state in between applies them."""
    replayed = _read(TEXT)
    session = replayed.start
    for action in replayed.actions:
        session = session.apply(action)
    assert session == replayed.session == LAST
    assert len(replayed.actions) == len(LINES) - 1


def test_a_session_may_begin_in_the_middle() -> None:
    """The header holds the whole state, so nothing need have been written before."""
    text, last = _written(TO_THROW.apply(Double()))
    assert read_text(text, library(TO_THROW)).session == last


def test_a_line_says_what_happened_in_words() -> None:
    """People read journals too."""
    stream = io.StringIO()
    journal = Journal.begin(stream, TO_THROW)
    thrown = TO_THROW.apply(Rolled(Roll(6, 5)))
    journal.write(Rolled(Roll(6, 5)), thrown)
    line = json.loads(stream.getvalue().splitlines()[1])
    assert line["do"] == {"kind": "Rolled", "roll": [6, 5], "side": None}
    assert line["happened"] == ["black throws 6-5", "black to move"]


def test_the_header_says_which_rules_were_played() -> None:
    """By name and digest, and which variant; and the seed of the host's dice, when there is one."""
    stream = io.StringIO()
    Journal.begin(stream, TO_THROW, seed=7)
    header = json.loads(stream.getvalue())
    rules = TO_THROW.rules
    assert header["start"]["ruleset"] == {"name": "match", "digest": rules.digest}
    assert header["start"]["variant"] == "backgammon"
    assert read_text(stream.getvalue(), REGISTRY).seed == 7


# -- Files -------------------------------------------------------------------------------------------------------------


def test_every_line_is_in_the_file_at_once(tmp_path: Path) -> None:
    """A host that is killed between two actions has lost nothing."""
    path = tmp_path / "evening.jsonl"
    with Journal.create(path, TO_THROW) as journal:
        for action, session in course(TO_THROW, seed=1, limit=20):
            journal.write(action, session)
            assert read(path, REGISTRY).session == session
    assert journal.stream.closed


def test_a_journal_is_never_written_over_another(tmp_path: Path) -> None:
    """The old one is as it was."""
    path = tmp_path / "evening.jsonl"
    path.write_text(TEXT)
    with pytest.raises(FileExistsError):
        Journal.create(path, TO_THROW)
    assert path.read_text() == TEXT


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_journal_goes_on_after_an_interruption(tmp_path: Path, cut: int) -> None:
    """What was cut off is taken away, and the action can be done again."""
    path = tmp_path / "evening.jsonl"
    path.write_text(TEXT[: len(TEXT) - cut])
    more = list(course(read(path, REGISTRY).session, seed=9, limit=5))
    with Journal.reopen(path) as journal:
        for action, session in more:
            journal.write(action, session)
    replayed = read(path, REGISTRY)
    assert (replayed.problems, replayed.session) == ((), more[-1][1])


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    """And is not made by reopening it."""
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.jsonl", REGISTRY)
    with pytest.raises(FileNotFoundError):
        Journal.reopen(tmp_path / "none.jsonl")


# -- Interrupted writes ------------------------------------------------------------------------------------------------


def test_an_interrupted_write_loses_no_more_than_the_last_line() -> None:
    """Cut at any byte of it, the lines before are all there, and the reader says that one is incomplete."""
    *whole, last = LINES[:10]
    before = _read("".join(whole))
    assert before.problems == ()
    for kept in range(1, len(last)):
        replayed = _read("".join([*whole, last[:kept]]))
        assert _found(replayed) == [("incomplete", 10)]
        assert (replayed.session, replayed.actions) == (before.session, before.actions)


@pytest.mark.parametrize("kept", range(0, len(LINES[0]), 50))
def test_a_journal_without_its_header_cannot_be_used(kept: int) -> None:
    """The file and its first line are named."""
    with pytest.raises(ConfigError, match=r"evening.jsonl:1:1: error\[incomplete\]: this is no journal"):
        _read(LINES[0][:kept])


# -- Journals that were changed ----------------------------------------------------------------------------------------


def _line_of(kind: type[SessionAction]) -> int:
    """The first line with an action of a kind, counted from 1."""
    return next(n for n, line in enumerate(LINES, 1) if f'"kind": "{kind.__name__}"' in line)


def test_another_roll_diverges_at_its_line() -> None:
    """What was expected and what came are told; the replay stands before the line."""
    number = _line_of(Rolled)
    said = json.loads(LINES[number - 1])
    roll = [1, 1] if said["do"]["roll"] != [1, 1] else [2, 2]
    replayed = _read(_changed(number, do={**said["do"], "roll": roll}))
    assert _found(replayed) == [("diverges", number)]
    (problem,) = replayed.problems
    assert problem.file == "evening.jsonl"
    assert f"expected {said['happened'][0]}" in problem.what
    assert f"came {said['happened'][0].rpartition(' ')[0]} {roll[0]}-{roll[1]}" in problem.what
    assert replayed.session == _read("".join(LINES[: number - 1])).session


def test_an_action_that_the_rules_refuse_is_named_with_the_reason() -> None:
    """The reason is that of the session."""
    number = _line_of(Played)
    replayed = _read(_changed(number, do={"kind": "Double", "side": None}))
    assert _found(replayed) == [("refused", number)]
    assert "cube.dice-rolled" in replayed.problems[0].what


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("\n", ""),
        ("garbage\n", ""),
        ('{"do": 1}\n', ""),
        ('{"do": {"kind": "Rolled"}, "happened": [], "state": ""}\n', "do"),
        ('{"do": {"kind": "Take", "side": "x"}, "happened": [], "state": ""}\n', "do.side"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, path: str) -> None:
    """The replay stops there, with the state before."""
    replayed = _read("".join([*LINES[:3], line, *LINES[4:]]))
    first = replayed.problems[0]
    assert (first.code, first.line, first.path) == ("unreadable", 4, path)
    assert len(replayed.actions) == 2


def test_a_missing_line_is_noticed_at_the_next_one() -> None:
    """An action that fits by chance leads to another state."""
    number = _line_of(Played)
    replayed = _read("".join([*LINES[: number - 1], *LINES[number:]]))
    assert _found(replayed)[0][1] == number


def test_both_a_wrong_line_and_an_incomplete_one_are_told() -> None:
    """In the order of the lines."""
    replayed = _read("".join([*LINES[:2], "garbage\n", *LINES[3:]])[:-5])
    assert _found(replayed) == [("unreadable", 3), ("incomplete", len(LINES))]


def test_whatever_byte_is_damaged_the_reader_says_where_or_it_does_not_matter(tmp_path: Path) -> None:
    """Only a header that cannot be used raises; nothing else comes out of reading."""
    path = tmp_path / "evening.jsonl"
    data = "".join(LINES[:8]).encode()
    whole = _read("".join(LINES[:8])).session
    header = len(LINES[0])
    chance = Stream(3)
    for _ in range(200):
        place = header + chance.below(len(data) - header)
        path.write_bytes(data[:place] + bytes([chance.below(256)]) + data[place + 1 :])
        replayed = read(path, REGISTRY)
        line = data[:place].count(b"\n") + 1
        assert replayed.session == whole or min(problem.line for problem in replayed.problems) in (line, line + 1)


# -- Rules that have changed -------------------------------------------------------------------------------------------


def test_a_ruleset_that_has_changed_is_a_warning_and_the_replay_goes_on() -> None:
    """Where the change does not matter the states are the same."""
    today = evolve(rules_of("money-jacoby-beavers", {"cube": {"max": 1024}}), name="money-jacoby-beavers")
    replayed = read_text(TEXT, Shelf((today,)), file="evening.jsonl")
    assert _found(replayed) == [("digest", 1)]
    assert replayed.problems[0].path == "ruleset.digest"
    assert replayed.session.rules == today
    assert replayed.session == evolve(LAST, rules=today)


def test_where_a_changed_ruleset_matters_the_replay_says_at_which_line() -> None:
    """The warning comes first, then the action that is not allowed any more."""
    stream, session = io.StringIO(), TABLES["money"].apply(OpeningRolled((3, 1)))
    session = session.apply(Played(session.game.plays[0]))
    journal = Journal.begin(stream, session)
    for action in (Double(), Redouble("beaver")):
        session = session.apply(action)
        journal.write(action, session)
    no_beaver = {"cube": {"beaver": False, "raccoon": False, "further_redoubles": 0}}
    today = evolve(rules_of("money-jacoby-beavers", no_beaver), name="money-jacoby-beavers")
    replayed = read_text(stream.getvalue(), Shelf((today,)))
    assert _found(replayed) == [("digest", 1), ("refused", 3)]
    assert replayed.actions == (Double(),)


def test_a_ruleset_under_which_the_start_cannot_be_makes_the_header_unusable() -> None:
    """A session with a cube does not go on where no cube is played."""
    today = evolve(rules_of("money-jacoby-beavers", {"cube": "none"}), name="money-jacoby-beavers")
    with pytest.raises(ConfigError, match=r"evening.jsonl:1:1: error\[impossible\]: session.cube: is there"):
        read_text(TEXT, Shelf((today,)), file="evening.jsonl")


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("journal", 2, "is version 2, of raceboard"),
        ("start", {}, "the key raceboard is missing"),
        ("start", {"raceboard": 3}, "is version 3"),
        ("more", 1, "'more' is no key here"),
    ],
)
def test_a_header_that_cannot_be_used_is_refused_with_its_place(key: str, value: object, what: str) -> None:
    """`FILE:1`, and what is wrong."""
    with pytest.raises(ConfigError) as caught:
        _read(_changed(1, **{key: value}))
    assert {(problem.file, problem.line) for problem in caught.value.problems} == {("evening.jsonl", 1)}
    assert what in str(caught.value)


def test_a_journal_of_an_unknown_ruleset_is_refused() -> None:
    """With a suggestion, when one is near."""
    start = cast("Mapping[str, Mapping[str, object]]", json.loads(LINES[0])["start"])
    text = _changed(1, start={**start, "ruleset": {**start["ruleset"], "name": "mony"}})
    with pytest.raises(ConfigError, match="did you mean money"):
        read_text(text, REGISTRY)
