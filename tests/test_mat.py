"""The reader of two-column match records says what stands in a text, and leaves nothing out."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard.errors import NotationError
from raceboard.formats import mat
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

MATCHES = Path(__file__).parent / "data" / "matches"
INDEX = tuple(csv.DictReader((MATCHES / "index.csv").read_text(encoding="utf-8").splitlines()))
FILES = tuple(f"{row['source']}/{row['file']}" for row in INDEX)

#: A comment, a length, a title, a line of names, or nothing.
HEADING = r"\s*(;.*|\d+ point match|Game \d+|[^)]*: \d+ .*: \d+ *)?\s*"

NAMES = " Ann : 0                        Bob : 0"


def _record(file: str) -> MatchRecord:
    return mat.read_file(MATCHES / file)


def _game(*rows: str, names: str = NAMES) -> GameRecord:
    return mat.read("\n".join([" 7 point match", " Game 1", names, *rows])).games[0]


def _entry(cell: str) -> Entry:
    return _game(f"  1) {cell}").entries[0]


def _moves(play: str) -> tuple[Move, ...]:
    entry = _entry(f"31: {play}")
    assert isinstance(entry, RolledPlay)
    return entry.moves


def _statements(record: MatchRecord) -> Iterator[Entry | GameResult]:
    for game in record.games:
        yield from game.entries
        yield from game.results


def _rolls(game: GameRecord) -> list[RolledPlay | UnplayedRoll]:
    return [entry for entry in game.entries if isinstance(entry, RolledPlay | UnplayedRoll)]


def _is(entry: Entry, kind: CubeKind) -> bool:
    return isinstance(entry, CubeEntry) and entry.kind is kind


def _highest_cube(record: MatchRecord) -> int:
    """The highest value that a double named and that was taken, or 1."""
    pairs = [pair for game in record.games for pair in pairwise(game.entries)]
    taken = [double for double, answer in pairs if isinstance(double, CubeEntry) and _is(answer, CubeKind.TAKE)]
    return max((double.value or 0 for double in taken), default=1)


@pytest.mark.parametrize("row", INDEX, ids=FILES)
def test_a_record_has_the_games_rolls_and_cubes_that_an_independent_program_counted(row: Mapping[str, str]) -> None:
    """The counts of the index come from another reader."""
    record = _record(f"{row['source']}/{row['file']}")
    found = {
        "match_length": record.length,
        "games": len(record.games),
        "plies": sum(len(_rolls(game)) for game in record.games),
        "roll_without_move": sum(isinstance(roll, UnplayedRoll) for game in record.games for roll in _rolls(game)),
        "ended_by_pass": sum(any(_is(entry, CubeKind.PASS) for entry in game.entries) for game in record.games),
        "max_cube": _highest_cube(record),
    }
    assert {key: row[key] for key in found} == {key: str(value) for key, value in found.items()}


@pytest.mark.parametrize("file", FILES)
def test_every_character_of_every_row_is_in_the_record(file: str) -> None:
    """What the cells of a row say together is the row, its number and its blanks apart."""
    texts: dict[int, str] = {}
    for statement in _statements(_record(file)):
        texts[statement.line] = texts.get(statement.line, "") + statement.text
    for number, line in enumerate((MATCHES / file).read_text(encoding="utf-8").splitlines(), start=1):
        is_heading = re.fullmatch(HEADING, line)
        row = "" if is_heading else re.sub(r"^\s*\d+\)", "", line)
        assert "".join(texts.pop(number, "").split()) == "".join(row.split()), f"line {number}"
    assert texts == {}


@pytest.mark.parametrize("file", FILES)
def test_no_cell_of_a_real_record_is_unreadable_and_no_comment_is_unknown(file: str) -> None:
    """`Other` and notes are for texts that are out of order."""
    record = _record(file)
    assert [entry for entry in _statements(record) if isinstance(entry, Other)] == []
    assert record.notes == ()


@pytest.mark.parametrize("file", FILES)
def test_the_players_of_a_real_record_roll_in_turn(file: str) -> None:
    """A cell in the wrong column would let one player roll twice."""
    for game in _record(file).games:
        sides = [roll.side for roll in _rolls(game)]
        assert all(before != after for before, after in pairwise(sides)), f"game {game.number}"


@pytest.mark.parametrize("file", FILES)
def test_the_points_of_a_real_result_are_in_the_score_of_the_next_game(file: str) -> None:
    """A result that went to the wrong player, or to nobody, would not fit the score that the text states next."""
    for game, following in pairwise(_record(file).games):
        assert following.number == game.number + 1
        assert following.players == game.players
        assert game.result
        won = [game.result.points if side == game.result.side else 0 for side in (0, 1)]
        assert following.scores == tuple(before + points for before, points in zip(game.scores, won, strict=True))


@pytest.mark.parametrize("stem", ["g0002", "g0007", "g0013"])
def test_a_game_that_was_written_alone_reads_like_the_first_game_of_its_match(stem: str) -> None:
    """A `.gam` file has the rows of a game and neither length nor title nor points."""
    lone = _record(f"gnubg_converted/{stem}_g1.gam")
    first = _record(f"gnubg_converted/{stem}.mat").games[0]
    assert lone.length is None
    assert len(lone.games) == 1
    assert (lone.players, lone.games[0].scores) == (first.players, (0, 0))
    assert [(entry.side, entry.text) for entry in lone.games[0].entries] == [
        (entry.side, entry.text) for entry in first.entries
    ]


def test_of_two_statements_about_a_result_the_last_one_holds() -> None:
    """Galaxy wrote this loser's line without its column; the winner's line below is right."""
    game = _record("bglab_online/g0015.txt").games[1]
    assert [(result.text, result.side) for result in game.results] == [
        ("Losses 1 point", 1),
        ("Wins 1 point and the match", 0),
    ]
    assert game.result is game.results[-1]


def test_points_are_read_as_they_are_written_even_when_they_are_absurd() -> None:
    """One online export claims 4016 points."""
    result = _record("bglab_online/g0005.txt").games[1].result
    assert result
    assert result.points == 4016


@pytest.mark.parametrize(
    ("play", "move"),
    [
        ("24/20", Move(24, (20,), (False,))),
        ("24/20*/14(2)", Move(24, (20, 14), (True, False), 2)),
        ("6/4*(2)", Move(6, (4,), (True,), 2)),
        ("bar/21*", Move("bar", (21,), (True,))),
        ("Bar/21", Move("bar", (21,), (False,))),
        ("25/21", Move("bar", (21,), (False,))),
        ("4/off(3)", Move(4, ("off",), (False,), 3)),
        ("5/Off", Move(5, ("off",), (False,))),
        ("1/0", Move(1, ("off",), (False,))),
        ("6/8", Move(6, (8,), (False,))),
    ],
)
def test_a_move_is_read_as_it_is_written(play: str, move: Move) -> None:
    """Bar and off by either name, marks of hits, stops and counts; even a backward step, which a replay must report."""
    assert _moves(play) == (move,)


def test_a_play_keeps_the_order_of_its_dice_and_of_its_moves() -> None:
    """Nothing is sorted and nothing is merged."""
    entry = _entry("13: 13/10 24/23")
    assert entry == RolledPlay(0, (1, 3), (Move(13, (10,), (False,)), Move(24, (23,), (False,))), "13: 13/10 24/23", 4)


@pytest.mark.parametrize("cell", ["64:", "64: Cannot Move", "64:  cannot move", "64: (no play)"])
def test_a_dance_is_a_play_without_moves(cell: str) -> None:
    """Programs leave the cell empty or say so in words."""
    assert _entry(cell) == RolledPlay(0, (6, 4), (), cell, 4)


@pytest.mark.parametrize("cell", ["52: ????", "52: ???"])
def test_question_marks_are_a_roll_that_nobody_played(cell: str) -> None:
    """The game ended before the play, by resignation or on time."""
    assert _entry(cell) == UnplayedRoll(0, (5, 2), cell, 4)


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("Doubles => 2", CubeKind.DOUBLE, 2),
        ("Doubles", CubeKind.DOUBLE, None),
        ("Redoubles to 8", CubeKind.DOUBLE, 8),
        ("Takes", CubeKind.TAKE, None),
        ("Drops", CubeKind.PASS, None),
        ("Passes", CubeKind.PASS, None),
        ("Beavers => 4", CubeKind.BEAVER, 4),
        ("Raccoons => 8", CubeKind.RACCOON, 8),
    ],
)
def test_a_word_about_the_cube_is_read(cell: str, kind: CubeKind, value: int | None) -> None:
    """With the value that it names, if any."""
    assert _entry(cell) == CubeEntry(0, kind, value, cell, 4)


@pytest.mark.parametrize("cell", ["Resigns", "Concedes", "Resigns 2 points"])
def test_a_resignation_is_read(cell: str) -> None:
    """Who resigns is the writer of the cell."""
    assert _entry(cell) == Resignation(0, cell, 4)


@pytest.mark.parametrize(
    ("row", "side", "points", "ends_match"),
    [
        ("      Wins 1 point", 0, 1, False),
        ("  9) Wins 2 points", 0, 2, False),
        ("                                  Wins 3 points and the match", 1, 3, True),
        ("                                  Wins 2 point", 1, 2, False),
        ("  9)  Losses 2 point", 1, 2, False),
        ("  9)                             Loses 1 point", 0, 1, False),
    ],
)
def test_a_result_names_its_winner_and_the_points(row: str, side: int, points: int, ends_match: bool) -> None:
    """In the singular or the plural, from the winner's column or from the loser's (case BG077)."""
    result = _game(row).result
    assert result == GameResult(side, points, ends_match, row.partition(")")[2].strip() or row.strip(), 4)


@pytest.mark.parametrize(
    "cell",
    ["31: 8/5 6/", "31: 8-5 6-5", "31: 26/25", "71: 8/7", "Illegal", "31: Illegal play (7;0;1)", "Wins", "Takes 2x"],
)
def test_a_cell_that_makes_no_sense_is_kept_as_it_is(cell: str) -> None:
    """Nothing is skipped: a replay can report it with its place."""
    assert _game(f"  1) {cell}").entries == (Other(0, cell, 4),)


def test_a_lone_cell_belongs_to_the_player_whose_column_is_nearer() -> None:
    """The second player may open, and answers may stand alone."""
    game = _game(
        "  1)                             31: 8/5 6/5", "  2) 64: 24/14", "  3)                          Resigns"
    )
    assert [entry.side for entry in game.entries] == [1, 0, 1]


def test_of_two_cells_the_left_one_is_the_first_players_wherever_they_stand() -> None:
    """A long play pushes its neighbour out of the column, and some programs lose the column in other ways."""
    game = _game(
        "  1) 33: 25/22 25/22 24/21* 20/17* 16: 25/24",
        "  2) 66: 24/18* 24/18* 13/7* 13/7* Doubles => 2",
        "  3)  Losses 2 point                                               Wins 2 point",
    )
    assert [(entry.side, entry.text[:3]) for entry in game.entries] == [(0, "33:"), (1, "16:"), (0, "66:"), (1, "Dou")]
    assert [result.side for result in game.results] == [1, 1]


def test_an_unknown_word_beside_a_play_is_a_cell_of_its_own() -> None:
    """The play is not lost with it."""
    game = _game("  1) 31: 8/5 6/5                 Quits the table", "  2) Sneezes                     42: 8/4 6/4")
    assert [(type(entry), entry.side, entry.text) for entry in game.entries] == [
        (RolledPlay, 0, "31: 8/5 6/5"),
        (Other, 1, "Quits the table"),
        (Other, 0, "Sneezes"),
        (RolledPlay, 1, "42: 8/4 6/4"),
    ]


def test_rows_without_cells_say_nothing() -> None:
    """Some programs number one row more than they fill."""
    assert _game("  1) 31: 8/5 6/5", "  2)", "  3)            ").entries == (_entry("31: 8/5 6/5"),)


@pytest.mark.parametrize(
    ("names", "players", "scores"),
    [
        (" Ann : 3                        Bob : 0", ("Ann", "Bob"), (3, 0)),
        ("Ann Lee: 0     Bob 2: 12", ("Ann Lee", "Bob 2"), (0, 12)),
        (" : 1                            Bob : 0", ("", "Bob"), (1, 0)),
        (" Ann : 1                        : 0", ("Ann", ""), (1, 0)),
        (" a:1 b : 2                      c:d : 4", ("a:1 b", "c:d"), (2, 4)),
        (" A name that is as long as a column : 1 Bob : 0", ("A name that is as long as a column", "Bob"), (1, 0)),
        (" Änne, 1650 : 0                 Bob (x) : 0", ("Änne, 1650", "Bob (x)"), (0, 0)),
    ],
)
def test_names_and_scores_are_read_whatever_the_names_are(
    names: str, players: tuple[str, str], scores: tuple[int, int]
) -> None:
    """A name may be empty, and may hold blanks, figures and colons."""
    game = _game("  1)                             31: 8/5 6/5", names=names)
    assert (game.players, game.scores) == (players, scores)
    assert [entry.side for entry in game.entries] == [1]


def test_headers_keep_their_order_and_other_comments_are_notes() -> None:
    """A key that comes twice is a note as well, so that neither value is lost."""
    head = '; [Site "Club"]\n# typed by hand\n; [Player 1 "An "n" "]\n;[Site "Bar"]\n'
    record = mat.read(f"{head}0 point match\nGame 1\n{NAMES}\n  1) 31: 8/5 6/5\n; good roll\n", "a.mat")
    assert list(record.headers.items()) == [("Site", "Club"), ("Player 1", 'An "n" ')]
    assert record.notes == (Note("typed by hand", 2), Note('[Site "Bar"]', 4), Note("good roll", 9))
    assert (record.name, record.length) == ("a.mat", 0)


def test_a_set_up_position_is_the_start_of_its_game() -> None:
    """The extension that eXtreme Gammon writes below the names; who is on roll is told by the first cell."""
    game = _game("; Set Pos=ab----E-C---eE---c-d----B-/2", "  1)                             31: 8/5 6/5")
    assert game.start == SetUp("24:2 13:5 8:3 6:5 / bar:1 24:2 13:5 8:3 6:4", on_roll=1, cube=4, owner=1)
    assert len(game.entries) == 1
    assert _game("  1) 31: 8/5 6/5").start is None


def test_a_set_up_position_in_the_middle_of_a_game_is_not_skipped() -> None:
    """It changes the board, so a replay has to know."""
    assert _game("  1) 31: 8/5 6/5", "; Set Pos=x/00").entries[1] == Other(0, "; Set Pos=x/00", 5)


def test_games_without_an_end_have_no_result() -> None:
    """A record can stop at any line."""
    record = mat.read(f"Game 1\n{NAMES}\n  1) 31: 8/5\nGame 2\n{NAMES}\n")
    assert [(game.number, len(game.entries), game.result) for game in record.games] == [(1, 1, None), (2, 0, None)]
    assert record.length is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_file_is_read_in_every_encoding_and_with_every_line_end_in_use(
    tmp_path: Path, encoding: str, newline: str
) -> None:
    """Lines are counted alike, and tabs stand for the blanks up to the next multiple of eight."""
    text = newline.join(["7 point match", "", "Game 1", " Zoë : 0\t\t\tBob : 0", " 1)\t\t\t31: 8/5 6/5", ""])
    file = tmp_path / "match.mat"
    file.write_bytes(text.encode(encoding))
    record = mat.read_file(file)
    assert (record.name, record.players) == (str(file), ("Zoë", "Bob"))
    assert [(entry.side, entry.line) for entry in record.games[0].entries] == [(1, 5)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "a.mat:1: expected"),
        ("; only a comment", "a.mat:1: expected"),
        ("\n\nDear Bob,\nGame 1", "a.mat:3: expected"),
        ('{"a": 1, "b": 2}', "a.mat:1: expected"),
        ("Ann : 0    Bob : 0", "a.mat:1: expected"),
        ("7 point match", "a.mat:1: no game follows"),
        ("7 point match\nGame 1", "a.mat:2: expected"),
        ("7 point match\nGame 1\n  1) 31: 8/5 6/5    42: 8/4 6/4\n", "a.mat:3: expected"),
        (f"7 point match\nGame 1\n{NAMES}\n  1) 31: 8/5\n\n5 point match\n", "a.mat:6: a second match"),
        ("1234567890 point match\nGame 1", "a.mat:1: expected"),
    ],
)
def test_a_text_that_is_no_match_is_refused_with_its_place(text: str, place: str) -> None:
    """The error shows the line and says what was expected."""
    with pytest.raises(NotationError) as refused:
        mat.read(text, "a.mat")
    assert refused.value.reason.startswith(place)


def test_a_refusal_shows_the_beginning_of_an_endless_line_and_comes_at_once() -> None:
    """A file of another kind is often one line."""
    with pytest.raises(NotationError) as refused:
        mat.read(" , ".join(f'"{number}" : {number}' for number in range(100_000)))
    assert len(refused.value.text) <= 60


PIECES = f'Game 1|{NAMES}|7 point match|; |[a "b"]|  1) |31: |8/5*(2)| bar/off|Wins 1 point|: 0|  |\n|?'.split("|")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map("".join))
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    """Nothing but `NotationError` escapes, and what a record says stands in the text."""
    try:
        record = mat.read(text)
    except NotationError:
        return
    assert record.games
    assert all(statement.text in text.expandtabs() for statement in _statements(record))
