"""Match records go from one format to another and back, equal; what a format cannot say is told or refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from raceboard.errors import LossError, NotationError
from raceboard.formats import lines, mat, records, sgf
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
    Resignation,
    RolledPlay,
    SetUp,
    UnplayedRoll,
)
from record_tools import FILES, GNUBG, MATCHES, real, record_of, spelled

PLAY = RolledPlay(0, (3, 1), (Move(8, (5,), (False,)), Move(6, (5,), (False,))), "31: 8/5 6/5", 1)


@pytest.mark.parametrize("file", FILES)
def test_a_real_record_goes_to_sgf_and_back_and_is_equal(file: str) -> None:
    """Illegal plays, unplayed rolls and absurd results too; and the text that is written last says the same."""
    record = real(file)
    again = sgf.read(sgf.write(record))
    assert again == record
    assert mat.read(mat.write(again)) == record


@pytest.mark.parametrize("file", FILES)
def test_a_real_record_goes_to_lines_and_back_and_nothing_is_lost(file: str) -> None:
    """Down to spelling and line numbers, which the equality of records passes over."""
    record = real(file)
    again = lines.read(lines.write(record))
    assert again == record
    assert spelled(again) == spelled(record)
    assert (again.name, list(again.headers)) == (record.name, list(record.headers))


@pytest.mark.parametrize("file", GNUBG)
def test_gnu_backgammon_says_the_same_in_both_formats(file: str) -> None:
    """Players, length, scores, rolls, moves with their hits, cube, results and headers."""
    assert real(f"{file}.sgf") == real(f"{file}.mat")


# ---------------------------------------------------------------------- equality


def test_records_are_equal_by_content() -> None:
    """Spelling, lines and the name of the file are no content."""
    other = evolve(record_of(evolve(PLAY, text="31: 8/5, 6/5", line=9)), name="other.mat")
    assert record_of(PLAY) == other


@pytest.mark.parametrize(
    "change",
    [
        evolve(PLAY, side=1),
        evolve(PLAY, roll=(1, 3)),
        evolve(PLAY, moves=PLAY.moves[::-1]),
        evolve(PLAY, moves=(evolve(PLAY.moves[0], hits=(True,)), PLAY.moves[1])),
        UnplayedRoll(0, (3, 1), PLAY.text, 1),
        Other(0, PLAY.text, 1),
    ],
)
def test_whatever_says_something_else_is_not_equal(change: Entry) -> None:
    """Marks of hits and the order of moves are content."""
    assert record_of(PLAY) != record_of(change)


def test_a_text_that_cannot_be_read_is_its_own_content() -> None:
    """Nobody knows what it says."""
    assert record_of(Other(0, "Sneezes", 1)) == record_of(Other(0, "Sneezes", 5))
    assert record_of(Other(0, "Sneezes", 1)) != record_of(Other(0, "Coughs", 1))


# ---------------------------------------------------------------------- what is lost


@pytest.mark.parametrize("name", records.FORMATS)
def test_a_record_that_a_format_can_say_is_written_without_loss(name: str) -> None:
    """The answer holds the text and an empty list."""
    written = records.write(record_of(PLAY), name)
    assert written.lost == ()
    assert records.FORMATS[name].read(written.text, "") == record_of(PLAY)


LOSSES = {
    "a roll of three dice": (record_of(evolve(PLAY, roll=(3, 2, 1))), "game 1, entry 1: '321: 8/5 6/5'"),
    "a place with another name": (record_of(evolve(PLAY, moves=(Move("hand", (5,), (False,)),))), "'31: hand/5'"),
    "a text that means something": (record_of(Other(1, "Takes", 1)), "'Takes', which cannot be read, is read as"),
    "a header with a quotation mark in its key": (record_of(headers={'a"b': "c"}), "the header a"),
    "a set-up with more than a cube": (record_of(start=SetUp(on_roll=1, cube=3, owner=1)), "game 1: the set-up"),
}


@pytest.mark.parametrize("name", ["mat", "sgf"])
@pytest.mark.parametrize("case", LOSSES)
def test_what_would_be_lost_is_refused_by_name_unless_it_is_allowed(case: str, name: str) -> None:
    """Nothing is lost in silence, in either format."""
    record, told = LOSSES[case]
    with pytest.raises(LossError) as refused:
        records.write(record, name)
    assert any(told in line for line in refused.value.lost)
    assert records.write(record, name, lossy=True).lost == refused.value.lost


@pytest.mark.parametrize("case", LOSSES)
def test_lines_say_what_the_others_cannot(case: str) -> None:
    """They are complete."""
    record, _ = LOSSES[case]
    assert records.write(record, "jsonl").lost == ()


@pytest.mark.parametrize("name", ["mat", "sgf"])
def test_a_game_of_three_is_refused_where_there_are_two_colours(name: str) -> None:
    """Even with a loss there would be no sense in it."""
    record = record_of(players=("Ann", "Bob", "Cem"), scores=(0, 0, 0))
    with pytest.raises(ValueError, match=r"3 players|is of 3"):
        records.write(record, name, lossy=True)
    assert records.write(record, "jsonl").lost == ()


def test_long_nardy_has_no_sgf_but_two_columns() -> None:
    """SGF knows the games of its own coordinates only."""
    record = record_of(RolledPlay(0, (6, 5), (Move(24, (13,), (False,)),), "", 1), headers={"Variation": "Long-Nardy"})
    with pytest.raises(ValueError, match="holds backgammon, nackgammon, hypergammon, not long-nardy"):
        records.write(record, "sgf")
    assert records.write(record, "mat").lost == ()


def test_a_text_that_could_not_be_read_again_is_not_written() -> None:
    """A line end in a name would break the text."""
    with pytest.raises(ValueError, match=r"mat cannot hold this record: .*expected"):
        records.write(record_of(players=("Ann\nLee", "Bob")), "mat", lossy=True)


# ---------------------------------------------------------------------- formats of files


@pytest.mark.parametrize(
    ("path", "name"), [("a.mat", "mat"), ("a.TXT", "mat"), ("a.gam", "mat"), ("a.b.sgf", "sgf"), ("a.jsonl", "jsonl")]
)
def test_the_suffix_tells_the_format(path: str, name: str) -> None:
    """In any case of its letters."""
    assert records.format_of(path).name == name


@pytest.mark.parametrize(
    ("path", "name", "told"),
    [
        ("a.xg", None, "a.xg: the suffix tells no format; known: .mat, .txt, .gam, .sgf, .jsonl"),
        ("match", None, "match: the suffix tells no format"),
        ("a.mat", "sfg", "no format 'sfg'; did you mean sgf?"),
    ],
)
def test_what_tells_no_format_is_refused(path: str, name: str | None, told: str) -> None:
    """With those that there are."""
    with pytest.raises(ValueError, match=re.escape(told)):
        records.format_of(path, name)


def test_a_file_of_latin_letters_is_read_in_every_format(tmp_path: Path) -> None:
    """Old files are not in UTF-8."""
    file = tmp_path / "a.sgf"
    file.write_bytes("(;GM[6]PW[Zoë]PB[Bob])".encode("latin-1"))
    assert records.read_file(file).players == ("Zoë", "Bob")


@pytest.mark.parametrize(
    ("named", "written", "players"),
    [
        ("windows-1251", "windows-1251", ("Иван", "Пётр")),
        ("windows-1251", "utf-8", ("Иван", "Пётр")),
        ("no-such-set", "latin-1", ("Zoë", "Jürg")),
        ("rot13", "latin-1", ("Zoë", "Jürg")),
    ],
)
def test_an_sgf_file_is_in_the_character_set_that_it_names(
    tmp_path: Path, named: str, written: str, players: tuple[str, str]
) -> None:
    """Unless it is UTF-8 all the same, or names one that nobody knows."""
    file = tmp_path / "a.sgf"
    file.write_bytes(f"(;GM[6]CA[{named}]PW[{players[0]}]PB[{players[1]}])".encode(written))
    assert records.read_file(file).players == players


# ---------------------------------------------------------------------- random records

_SIDES = st.integers(0, 1)
_ROLLS = st.tuples(st.integers(1, 6), st.integers(1, 6))
_NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
_PLACES = st.integers(1, 24) | st.just("bar")
_STOPS = st.integers(1, 24) | st.just("off")
_MOVES = st.lists(_STOPS, min_size=1, max_size=3).flatmap(
    lambda stops: st.builds(
        Move,
        _PLACES,
        st.just(tuple(stops)),
        st.tuples(*(st.booleans() for _ in stops)),
        st.integers(1, 4),
    )
)
_PLAYS = st.builds(RolledPlay, _SIDES, _ROLLS, st.lists(_MOVES, max_size=4).map(tuple), _NAMES, st.integers(0, 99))
_CUBES = st.builds(
    CubeEntry, _SIDES, st.sampled_from(CubeKind), st.none() | st.integers(0, 4096), _NAMES, st.integers(0, 99)
)
_ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    _PLAYS,
    _CUBES,
    st.builds(UnplayedRoll, _SIDES, _ROLLS, _NAMES, st.integers(0, 99)),
    st.builds(Resignation, _SIDES, _NAMES, st.integers(0, 99)),
    st.builds(Other, _SIDES, _NAMES, st.integers(0, 99)),
)
_RESULTS = st.builds(GameResult, _SIDES, st.integers(0, 5000), st.booleans(), _NAMES, st.integers(0, 99))
_SCORES = st.tuples(st.integers(0, 20), st.integers(0, 20))


def _games(names: st.SearchStrategy[str], entries: st.SearchStrategy[Entry]) -> st.SearchStrategy[GameRecord]:
    return st.builds(
        GameRecord,
        st.integers(1, 30),
        st.tuples(names, names),
        _SCORES,
        st.none(),
        st.lists(entries, max_size=8).map(tuple),
        st.lists(_RESULTS, max_size=2).map(tuple),
    )


_RECORDS = st.builds(
    MatchRecord,
    _NAMES,
    st.dictionaries(_NAMES, _NAMES, max_size=3),
    st.none() | st.integers(0, 25),
    st.lists(_games(_NAMES, _ENTRIES), min_size=1, max_size=2).map(tuple),
    st.lists(st.builds(Note, _NAMES, st.integers(0, 99)), max_size=2).map(tuple),
)
_SAYABLE = st.builds(
    MatchRecord,
    st.just(""),
    st.just({}),
    st.integers(0, 25),
    st.lists(_games(st.sampled_from(["Ann", "Bob Lee"]), _PLAYS | _CUBES), min_size=1, max_size=2).map(tuple),
)


@settings(max_examples=40)
@given(_RECORDS)
def test_lines_hold_any_record(record: MatchRecord) -> None:
    """Whatever stands in it."""
    again = lines.read(lines.write(record))
    assert again == record
    assert spelled(again) == spelled(record)


@settings(max_examples=40)
@given(_SAYABLE)
def test_two_columns_and_sgf_hold_any_play_and_any_word_about_the_cube(record: MatchRecord) -> None:
    """Legal or not: merged stops, counts, marks of hits, cubes without a value."""
    assert mat.read(mat.write(record)) == record
    assert sgf.read(sgf.write(record)) == record


@settings(max_examples=40)
@given(_RECORDS, st.sampled_from(["mat", "sgf"]))
def test_a_text_says_the_record_or_the_loss_is_told(record: MatchRecord, name: str) -> None:
    """There is no third way."""
    try:
        written = records.write(record, name, lossy=True)
    except NotationError:
        raise
    except ValueError:
        return
    assert (records.FORMATS[name].read(written.text, "") == record) == (written.lost == ())


def test_the_files_are_there() -> None:
    """A list that is empty would make every other test here pass."""
    assert (len(FILES), len(GNUBG)) == (81, 16)
    assert (MATCHES / f"{GNUBG[0]}.sgf").exists()
