"""Backgammon in SGF is read as GNU Backgammon means it, and garbage is refused with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard import Registry
from raceboard.errors import NotationError
from raceboard.formats import mat, sgf, sgf_tree
from raceboard.formats.board24 import STARTS, Board, from_text, pairs
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
from raceboard.replay import replay
from record_tools import real, record_of

REGISTRY = Registry.load()


def _read(nodes: str, root: str = "") -> MatchRecord:
    return sgf.read(f"(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]{root}\n{nodes})")


def _game(nodes: str, root: str = "") -> GameRecord:
    return _read(nodes, root).games[0]


def _entries(nodes: str) -> tuple[Entry, ...]:
    return _game(nodes).entries


def _play(side: int, roll: tuple[int, int], text: str) -> Entry:
    said = mat.read_cell(side, f"{roll[0]}{roll[1]}: {text}")
    assert isinstance(said, RolledPlay)
    return said


# ---------------------------------------------------------------------- moves


def test_the_letters_are_the_points_of_white_upwards_and_of_black_downwards() -> None:
    """White is side 0; y is the bar and z is off, for both."""
    assert _entries(";W[31hefe];B[42qutv];W[66yzaz]") == (
        _play(0, (3, 1), "8/5 6/5"),
        _play(1, (4, 2), "8/4 5/3"),
        _play(0, (6, 6), "bar/off 1/off"),
    )


def test_a_hit_follows_from_the_board() -> None:
    """SGF marks none. The checker that was hit comes in from the bar, where it stands."""
    assert _entries(";W[41mlxw];B[21aclm];W[52ysyx]") == (
        _play(0, (4, 1), "13/12 24/23"),
        _play(1, (2, 1), "24/22 13/12"),
        _play(0, (5, 2), "bar/19 bar/24"),
    )
    assert _entries(";W[21xwml];B[21awlq];W[55ysyx]")[1:] == (
        _play(1, (2, 1), "24/2* 13/8"),
        _play(0, (5, 5), "bar/19 bar/24"),
    )


def test_a_dance_is_a_roll_without_moves() -> None:
    """And not a roll that nobody played."""
    assert _entries(";W[55]") == (_play(0, (5, 5), ""),)


def test_an_entry_has_the_words_of_two_column_text_and_the_line_of_its_node() -> None:
    """Reports of a replay show them."""
    first, second = _entries(";W[31hefe]\n;B[double]")
    assert [(entry.text, entry.line) for entry in (first, second)] == [("31: 8/5 6/5", 2), ("Doubles => 2", 3)]


def test_dice_that_are_set_are_a_roll_that_nobody_played_unless_the_move_follows() -> None:
    """GNU Backgammon sets the dice before it plays them, and when a game ends before the play."""
    assert _entries(";W[31hefe];PL[B]DI[64]") == (_play(0, (3, 1), "8/5 6/5"), UnplayedRoll(1, (6, 4), "", 1))
    assert _entries(";PL[W]DI[31];W[31hefe]") == (_play(0, (3, 1), "8/5 6/5"),)
    assert _entries(";PL[W]DI[13];W[31hefe]") == (_play(0, (3, 1), "8/5 6/5"),)
    assert _entries(";PL[W]DI[31];B[double]")[0] == UnplayedRoll(0, (3, 1), "", 1)
    assert _entries(";W[31hefe];DI[64]")[1] == UnplayedRoll(1, (6, 4), "", 1)


# ---------------------------------------------------------------------- the cube


def test_the_values_of_the_cube_are_counted() -> None:
    """A double is for twice what was taken last; a drop leaves it."""
    words = ";W[double];B[take];W[31hefe];B[double];W[take];B[31qtst];W[double];B[drop]"
    values = [entry.value for entry in _entries(words) if isinstance(entry, CubeEntry)]
    assert values == [2, None, 4, None, 8, None]


def test_a_double_that_answers_a_double_is_a_beaver_and_the_next_one_a_raccoon() -> None:
    """SGF has one word for all three; who plays on has taken the last."""
    entries = _entries(";W[double];B[double];W[double];B[take];B[double]")
    assert [(entry.kind, entry.value) for entry in entries if isinstance(entry, CubeEntry)] == [
        (CubeKind.DOUBLE, 2),
        (CubeKind.BEAVER, 4),
        (CubeKind.RACCOON, 8),
        (CubeKind.TAKE, None),
        (CubeKind.DOUBLE, 16),
    ]
    accepted = _entries(";W[double];B[double];W[31hefe];B[double]")[-1]
    assert accepted == CubeEntry(1, CubeKind.DOUBLE, 8, "", 1)


# ---------------------------------------------------------------------- the first node


def test_a_result_names_winner_and_points_and_r_a_resignation() -> None:
    """The loser gave up: the last entry says so."""
    game = _game(";W[31hefe]", "RE[B+2R]")
    assert game.results == (GameResult(1, 2, False, "", 1),)
    assert game.entries[-1] == Resignation(0, "", 1)
    assert _game(";W[31hefe]", "RE[B+2]").entries[-1] == _play(0, (3, 1), "8/5 6/5")
    assert _game("", "RE[?]").results == ()


def test_a_result_of_another_kind_is_a_note() -> None:
    """Nothing is skipped."""
    assert _read("", "RE[Void]").notes == (Note("RE[Void]", 1),)


def test_a_match_without_crawford_says_so_and_other_rules_are_headers() -> None:
    """As the headers of two-column text say it, which a replay goes by."""
    tree = "(;GM[6]MI[length:{}]RU[{}])"
    assert sgf.read(tree.format(7, "Crawford:CrawfordGame")).headers == {}
    assert sgf.read(tree.format(7, "")).headers == {"Crawford": "Off"}
    assert sgf.read(tree.format(1, "")).headers == {}
    assert sgf.read(tree.format(0, "Jacoby:NoCube")).headers == {"Jacoby": "On", "CubeLimit": "1"}
    assert mat.variation(sgf.read(tree.format(0, "Hypergammon3"))) == "hypergammon"
    assert mat.variation(sgf.read(tree.format(0, "Nackgammon"))) == "nackgammon"
    assert sgf.read(tree.format(0, "Murphy")).notes == (Note("RU[murphy]", 1),)


def test_place_date_and_comment_are_the_headers_of_two_column_text() -> None:
    """Lines of the comment on the game that are no header are notes."""
    record = _read("", 'PC[Club]DT[2026-01-31]EV[Cup]GC[[Clock "x"\\]\nrainy\\: [day\\]\n[Clock "y"\\]\n]')
    assert record.headers == {"Site": "Club", "EventDate": "2026.01.31", "Event": "Cup", "Clock": "x"}
    assert [note.text for note in record.notes] == ["rainy: [day]", '[Clock "y"]']


def test_comments_are_notes() -> None:
    """A line each."""
    assert [note.text for note in _read(";W[31hefe]C[good\n\nmove];B[55]C[oh]").notes] == ["good", "move", "oh"]


@pytest.mark.parametrize(("ap", "first"), [("GNU Backgammon:1.07", 3), ("raceboard:0", 3), ("other", 2)])
def test_games_count_from_zero_where_gnu_backgammon_wrote_them(ap: str, first: int) -> None:
    """SGF itself counts from one; who writes a game 0 counts from zero."""
    assert sgf.read(f"(;GM[6]AP[{ap}]MI[game:2])").games[0].number == first
    assert [game.number for game in sgf.read("(;GM[6]MI[game:0])(;GM[6]MI[game:1])").games] == [1, 2]
    assert [game.number for game in sgf.read("(;GM[6])(;GM[6])").games] == [1, 2]


def test_scores_are_those_before_the_game() -> None:
    """White's first."""
    assert sgf.read("(;GM[6]MI[length:7][ws:3][bs:5][odd:x])").games[0].scores == (3, 5)


# ---------------------------------------------------------------------- set-ups


def test_a_position_that_is_set_up_can_be_replayed() -> None:
    """Points emptied and filled, the cube and who is on roll; who stands nowhere is off."""
    record = _read(";PL[B]AE[a:y]AW[f][f][f][x]AB[s][s][y]\n;CV[4]\n;CP[b]\n;PL[B]DI[31]\n;B[31yccd]")
    start = SetUp("24:1 6:3 off:11 / bar:1 6:2 off:12", on_roll=1, cube=4, owner=1)
    assert record.games[0].start == start
    (game,) = replay(record, mat.ruleset(record, REGISTRY)).games
    assert (game.findings, game.cube, game.is_checked) == ((), 4, True)


@pytest.mark.parametrize(("program", "on_roll"), [("GNU Backgammon:1.07.001", 1), ("raceboard:0.1.0", 0)])
def test_who_is_on_roll_in_a_set_up_of_gnu_backgammon_is_told_by_the_first_entry(program: str, on_roll: int) -> None:
    """It writes PL[W] there for either player; elsewhere the property holds."""
    record = _read(";PL[W]AE[a:y]AW[f][f]AB[s][s][y]\n;CV[4]\n;CP[b]\n;B[42ybsw]", f"AP[{program}]")
    start = record.games[0].start
    assert start is not None
    assert start.on_roll == on_roll


def test_some_points_can_be_emptied_alone_and_the_owner_has_two_names() -> None:
    """SGF says CO, GNU Backgammon CP."""
    start = _game(";AE[x][y]AB[x]\n;CO[w]CV[2]").start
    assert start == SetUp("13:5 8:3 6:5 off:2 / 24:2 13:5 8:3 6:5 1:1", None, 2, 0)


def test_a_cube_of_automatic_doubles_begins_with_its_value() -> None:
    """The position is that of the start."""
    game = _game(";W[31hefe];B[double]", "CV[2]")
    assert game.start == SetUp(cube=2)
    assert game.entries[-1] == CubeEntry(1, CubeKind.DOUBLE, 4, "", 1)


def test_what_is_set_up_in_the_middle_of_a_game_is_not_skipped() -> None:
    """It changes the board, so a replay has to know."""
    assert _entries(";W[31hefe];PL[B]AE[a]AB[b][c]")[1] == Other(1, "AE[a]AB[b][c]", 1)


@pytest.mark.parametrize(("name", "counts"), STARTS.items())
def test_the_starts_are_those_of_the_variants(name: str, counts: dict[int, int]) -> None:
    """A board that began otherwise would find other hits."""
    known = {"hypergammon (1)": None, "hypergammon (2)": None, "hypergammon (3)": "hypergammon"}.get(name, name)
    if known is not None:
        assert Board.start(name).text() == REGISTRY.variant(known).start.text()
    assert sum(counts.values()) in (1, 2, 3, 15)


# ---------------------------------------------------------------------- writing


def test_a_node_says_no_more_than_it_must() -> None:
    """Where SGF alone is read as the entry, nothing of our own stands beside it."""
    text = sgf.write(real("gnubg_converted/g0001.mat"))
    assert ("XW[" in text, "XB[" in text, "XR[" in text) == (False, False, False)
    assert "RU[Crawford:CrawfordGame]" in text


def test_what_a_node_cannot_say_stands_beside_it_as_a_cell() -> None:
    """Merged stops are cut where the dice allow it, rather without a hit."""
    record = record_of(
        _play(0, (6, 4), "24/14"),
        _play(1, (3, 3), "13/10(2)"),
        CubeEntry(0, CubeKind.DOUBLE, None, "", 1),
        Other(1, "Sneezes [loud]", 1),
    )
    assert sgf.write(record).split("\n")[1:5] == [
        ";W[64xrrn]XW[64: 24/14]",
        ";B[33lolo]XB[33: 13/10(2)]",
        ";W[double]XW[Doubles]",
        ";XB[Sneezes [loud\\]])",
    ]


def test_a_way_is_cut_around_a_point_that_is_held_and_a_blot() -> None:
    """Either die may go first, at equal hits the first one; where neither can, the way stays in one piece."""
    start = SetUp("24:1 20:1 13:2 off:11 / 16:2 14:2 6:1 5:2 off:8", 0)
    plays = _play(0, (4, 2), "24/18"), _play(0, (1, 5), "20/14"), _play(0, (2, 1), "13/10"), _play(0, (4, 2), "13/7")
    assert sgf.write(record_of(*plays, start=start)).split("\n")[4:] == [
        ";W[42xvvr]XW[42: 24/18]",
        ";W[15toon]XW[15: 20/14]",
        ";W[21mllj]XW[21: 13/10]",
        ";W[42mg])",
        "",
    ]


def test_a_way_off_is_cut_where_the_higher_die_may_bear_off() -> None:
    """Behind 7/1 a 5 has to take the checker on 2; 7/2 and off with the 6 overtakes nobody."""
    board = from_text("7:1 2:1 1:1 off:12 / 6:2 off:13")
    assert board is not None
    for roll in ((6, 5), (5, 6)):
        assert pairs(board, 0, roll, [Move(7, ("off",), (False,))]) == ((7, 2), (2, 0))
    alone = from_text("7:1 1:1 off:13 / 6:2 off:13")
    assert alone is not None
    assert pairs(alone, 0, (6, 5), [Move(7, ("off",), (False,))]) == ((7, 1), (1, 0))


def test_statements_about_a_result_that_sgf_does_not_know_are_kept() -> None:
    """Two of them, or the end of the match."""
    results = (GameResult(1, 1, False, "", 1), GameResult(0, 3, True, "", 2))
    record = record_of(_play(0, (3, 1), "8/5 6/5"), results=results)
    text = sgf.write(record)
    assert "RE[W+3]XR[B+1][W+3M]" in text
    assert sgf.read(text) == record


def test_a_resignation_is_the_r_of_the_result_where_it_ends_the_game() -> None:
    """Elsewhere, or without a result, it is a cell."""
    lost = GameResult(0, 2, False, "", 1)
    assert "RE[W+2R]" in sgf.write(record_of(Resignation(1, "", 1), results=(lost,)))
    assert "XW[Resigns]" in sgf.write(record_of(Resignation(0, "", 1), results=(lost,)))
    assert "XB[Resigns]" in sgf.write(record_of(Resignation(1, "", 1)))


def test_a_roll_that_nobody_played_is_not_taken_for_the_one_that_follows() -> None:
    """Even if the dice are the same."""
    record = record_of(UnplayedRoll(0, (3, 1), "", 1), _play(0, (3, 1), "8/5 6/5"), UnplayedRoll(1, (3, 1), "", 1))
    assert sgf.read(sgf.write(record)) == record


def test_names_with_brackets_are_escaped() -> None:
    """And come back."""
    record = record_of(players=("a]b\\", "c:[d"))
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize(
    "start",
    [
        SetUp("bar:2 6:3 off:10 / 24:1 1:4 off:10", 1, 8, 0),
        SetUp("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 0),
        SetUp("no position", 0, 2, 1),
        SetUp(cube=4),
    ],
)
def test_a_set_up_comes_back(start: SetUp) -> None:
    """Also one that nobody can read."""
    record = record_of(_play(start.on_roll or 0, (3, 1), "8/5 6/5"), start=start)
    assert sgf.read(sgf.write(record)) == record


# ---------------------------------------------------------------------- what is left out, and garbage


def test_what_a_record_has_no_place_for_is_counted() -> None:
    """Analysis, other ways to play, and the places of comments; statistics are no part of the match."""
    text = "(;GM[6]GS[M:0]CP[me];W[31hefe]A[0][hefe E]C[good](;B[55]LU[0.1])(;B[54];W[11]))"
    assert sgf.left_out(text) == (
        "1 A: not read",
        "1 CP: not read",
        "1 LU: not read",
        "1 C: a comment kept, but not where it stood",
        "2 nodes beside the main line: not read",
    )
    assert sgf.left_out("(;GM[6];W[31hefe])") == ()


def test_a_second_move_in_a_node_and_rules_of_a_later_game_are_no_silent_loss() -> None:
    """A record has one of each; points that are set and statements about the result are read to the last."""
    game = ";AW[a][b];W[31hefe][31xuxw];B[64ai]B[65ai]"
    text = f"(;GM[6]RU[Crawford]RE[W+1][B+1]{game})(;GM[6]RU[Crawford:CrawfordGame])(;GM[6]RU[Jacoby])"
    assert sgf.left_out(text) == ("1 B: not read", "1 RU: not read", "1 W: not read")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a.sgf:1: expected a game tree"),
        ("Dear Bob", "a.sgf:1: expected '('"),
        ("(GM[6])", "a.sgf:1: expected ';'"),
        ("(;GM[6]", "a.sgf:1: the game tree is not closed"),
        ("(;GM[6]\n;W[31hefe)", "a.sgf:2: a property without a value"),
        ("(;GM[6]\n;W)", "a.sgf:2: a property without a value"),
        ("(;GM[6]\n;[a])", "a.sgf:2: a value without a property"),
        ("(;GM[6]\n;w[a])", "a.sgf:2: the name of a property has a capital"),
        ("(;GM[6]) more", "a.sgf:1: expected '('"),
        ("(;GM[1];B[aa])", "a.sgf:1: GM is '1'; backgammon is GM[6]"),
        ("(;FF[4])", "a.sgf:1: GM is None"),
        ("(;GM[6]MI[length:7])\n(;GM[6]MI[length:5])", "a.sgf:2: a second match begins"),
        ("(;GM[6]MI[length:x])", "a.sgf:1: MI[length:x] is no number"),
        ("(;GM[6]\n;W[31hef])", "a.sgf:2: '31hef' is neither a roll"),
        ("(;GM[6]\n;W[71hefe])", "a.sgf:2: '71hefe' is neither a roll"),
        ("(;GM[6]\n;W[31za])", "a.sgf:2: '31za' is neither a roll"),
        ("(;GM[6]\n;W[31]B[31])", "a.sgf:2: both sides move in one node"),
        ("(;GM[6]\n;PL[X])", "a.sgf:2: 'X' is no player"),
        ("(;GM[6]\n;DI[07])", "a.sgf:2: '07' is no roll"),
        ("(;GM[6]\n;CV[x])", "a.sgf:2: 'x' is no value of a cube"),
        ("(;GM[6]\n;CP[x])", "a.sgf:2: 'x' owns no cube"),
        ("(;GM[6]\n;AW[zz])", "a.sgf:2: 'zz' is no point"),
    ],
)
def test_what_is_no_backgammon_is_refused_with_its_place(text: str, told: str) -> None:
    """The error shows the text and says what was expected."""
    with pytest.raises(NotationError) as refused:
        sgf.read(text, "a.sgf")
    assert refused.value.reason.startswith(told)


def test_values_are_escaped_as_sgf_says() -> None:
    """A backslash takes the meaning from what follows it; at the end of a line it joins the lines."""
    (tree,) = sgf_tree.parse("(;GM[6]\tCoMment [a\\]b\\\\\\\nc\td\n]\n[e])")
    assert tree.nodes[0].properties["CM"] == ("a\\]b\\\\\\\nc\td\n", "e")
    assert tree.nodes[0].first("CM") == "a]b\\c d\n"


def test_the_main_line_is_the_first_of_all_ways() -> None:
    """At every branch."""
    record = sgf.read("(;GM[6](;W[31hefe](;B[55])(;B[66]))(;W[42]))")
    assert [entry.text for entry in record.games[0].entries] == ["31: 8/5 6/5", "55:"]


@pytest.mark.parametrize("text", ["(;GM[6]" * 100_000, "(" * 100_000, "(;GM[6]" + "(;W[55]" * 20_000 + ")" * 20_001])
def test_deep_nesting_overflows_nothing(text: str) -> None:
    """The reader keeps count of brackets and does not call itself."""
    try:
        record = sgf.read(text)
    except NotationError:
        return
    assert len(record.games[0].entries) == 20_000


@pytest.mark.parametrize("text", ["(;GM[" + "\\" * 200_000, "(;GM[6]C[" + "a" * 200_000, "(;" + "A" * 200_000])
def test_an_endless_value_is_refused_at_once(text: str) -> None:
    """A file of another kind is often one line."""
    with pytest.raises(NotationError) as refused:
        sgf.read(text)
    assert len(refused.value.text) <= 60


PIECES = (
    "(;GM[6]|(|)|;|W[31hefe]|B[55]|B[double]|W[take]|AE[a:y]|AW[f][x]|CV[4]|CP[b]|DI[31]|PL[W]|MI[length:7]|[|]|\\|"
)
PIECES += 'RE[W+2R]|RU[Jacoby]|GC[[a "b"\\]]|C[x]|XW[31: 8/5]|XB[]|XR[B+2M]|XS[x]|XW[Wins 1 point]|\n'


@given(st.lists(st.sampled_from(PIECES.split("|")) | st.text(max_size=4), max_size=25).map("".join), st.booleans())
def test_any_text_is_a_match_or_is_refused(text: str, begun: bool) -> None:
    """Nothing but `NotationError` escapes, and what is read can be written and read again."""
    text = f"(;GM[6]{text})" if begun else text
    try:
        record = sgf.read(text)
    except NotationError:
        return
    assert record.games
    assert sgf.left_out(text) == sgf.left_out(text)
    assert sgf.read(sgf.write(record)).games
