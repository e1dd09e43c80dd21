"""Two-column text is written as other programs write it."""

from __future__ import annotations

import pytest

from raceboard.formats import mat, set_pos
from raceboard.record import (
    CubeEntry,
    CubeKind,
    Entry,
    GameResult,
    Other,
    Resignation,
    RolledPlay,
    SetUp,
    UnplayedRoll,
)
from record_tools import record_of


def _said(side: int, cell: str) -> Entry:
    said = mat.read_cell(side, cell)
    assert not isinstance(said, GameResult)
    return said


def test_a_match_has_headers_length_title_names_and_rows() -> None:
    """A row has a cell of each player; the second may open, and a result stands in the winner's column.

    A row without a right cell is filled up: GNU Backgammon would read the right cell of the row before again.
    """
    entries = (
        _said(1, "31: 8/5* 6/5"),
        _said(0, "64: bar/15"),
        CubeEntry(1, CubeKind.DOUBLE, 2, "", 1),
        CubeEntry(0, CubeKind.BEAVER, None, "", 1),
        CubeEntry(0, CubeKind.TAKE, None, "", 1),
        _said(1, "55:"),
        UnplayedRoll(0, (2, 1), "", 1),
        Resignation(0, "", 1),
    )
    results = (GameResult(1, 2, False, "", 1), GameResult(0, 1, True, "", 1))
    headers = {"Site": "Club", "Variation": "Backgammon", "Crawford": "On", "CubeLimit": "1024"}
    record = record_of(*entries, results=results, headers=headers, start=SetUp("24:15 / 24:15", 1, 2, 0))
    assert mat.write(record).replace(" \n", "$\n").split("\n") == [
        '; [Site "Club"]',
        '; [Variation "Backgammon"]',
        '; [Crawford "On"]',
        '; [CubeLimit "1024"]',
        "",
        " 7 point match",
        "",
        " Game 1",
        " Ann : 0                        Bob : 0",
        "; Set Pos=-o----------------------O-/-1",
        "  1)                             31: 8/5* 6/5",
        "  2) 64: bar/15                   Doubles => 2",
        "  3)  Beavers                   $",
        "  4)  Takes                      55:",
        "  5) 21: ????                   $",
        "  6)  Resigns                     Wins 2 points",
        "      Wins 1 point and the match $",
        "",
    ]
    assert mat.read(mat.write(record)) == record


def test_a_long_name_and_a_long_play_push_their_neighbours() -> None:
    """And are told apart all the same."""
    play = "66: 24/18*/12*/6* 24/18 13/7 13/7"
    record = record_of(_said(0, play), _said(1, play), players=("A name as long as a whole column is", "B"))
    assert mat.read(mat.write(record)) == record


def test_a_game_without_a_length_has_neither_title_nor_points() -> None:
    """Unless there is something to say in them."""
    record = record_of(_said(1, "31: 8/5"), length=None)
    assert mat.write(record) == " Ann                            Bob\n  1)                             31: 8/5\n"
    assert mat.read(mat.write(record)) == record
    scored = record_of(_said(1, "31: 8/5"), length=None, scores=(1, 0))
    assert mat.write(scored).startswith(" Game 1\n Ann : 1")
    assert mat.read(mat.write(scored)) == scored


def test_notes_stand_with_the_headers() -> None:
    """As comments."""
    record = mat.read('; [Site "a"]\n; [Site "b"]\n# by hand\n 7 point match\n Game 1\n Ann : 0    Bob : 0\n')
    assert mat.write(record).splitlines()[:3] == ['; [Site "a"]', '; [Site "b"]', "; by hand"]
    assert mat.read(mat.write(record)) == record


def test_an_empty_cell_stops_nothing() -> None:
    """Other formats can have one."""
    assert mat.read(mat.write(record_of(Other(0, "", 1)))).games[0].entries == ()


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("-b----E-C---eE---c-e----B-/0", SetUp("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5")),
        ("aA----------------------b-/2", SetUp("1:1 off:14 / bar:1 1:2 off:12", None, 4, 1)),
        ("-------------------------B/-3", SetUp("bar:2 off:13 / off:15", None, 8, 0)),
    ],
)
def test_a_set_up_position_is_read_from_the_first_players_side(text: str, start: SetUp) -> None:
    """Capitals are his, the places count from the bar of the second player; the cube is a power of two."""
    assert set_pos.read(text) == start
    assert set_pos.write(start) == text


@pytest.mark.parametrize("text", ["", "nowhere", "A-------------------------/0", "-" * 26 + "/99", "-" * 25 + "/0"])
def test_a_set_up_position_that_makes_no_sense_is_kept_as_it_is(text: str) -> None:
    """A replay reports it."""
    assert set_pos.read(text) == SetUp(text)
    assert set_pos.write(SetUp(text)) == text


def test_the_checkers_of_a_set_up_are_those_of_the_game() -> None:
    """Who stands nowhere is off."""
    head = '; [Variation "HyperGammon (3)"]\n 1 point match\n Game 1\n Ann : 0    Bob : 0\n'
    record = mat.read(f"{head}; Set Pos=-A------------------------/0\n")
    assert record.games[0].start == SetUp("1:1 off:2 / off:3")
    assert mat.variation(record) == "hypergammon"
    assert mat.read(mat.write(record)) == record


def test_a_result_is_told_with_the_line_where_it_stands() -> None:
    """Equality passes over it."""
    (result,) = mat.read(" 7 point match\n Game 1\n Ann : 0    Bob : 0\n  1) Wins 1 point\n").games[0].results
    assert (result.text, result.line) == ("Wins 1 point", 4)
    assert RolledPlay(0, (3, 1), (), "", 1) == RolledPlay(0, (3, 1), (), "31:", 4)
