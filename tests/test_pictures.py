"""Pictures of boards: every checker once, everything where it belongs, for any variant, in text, SVG and sentences."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from operator import methodcaller

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from picture_tools import (
    BACKGAMMON,
    CROWD,
    NARDY,
    REGISTRY,
    SIDING,
    SPECS,
    SVG,
    board_lines,
    in_svg,
    in_text,
    labels,
    on_table,
    seen,
    shapes,
)
from raceboard import Game, OpeningRolled, Position, Region, Session, Track, picture
from raceboard.groups import LastTurn
from raceboard.messages import LANGUAGES, speaking
from raceboard.pictures.geometry import view
from raceboard.snapshot import Snapshot
from raceboard.spec import Reserve, VariantSpec
from raceboard.testing.strategies import adversarial_positions, positions
from variants_for_tests import LOOP4, PIN, TABULA_LIKE, TWO_RESERVES, UR_LIKE


def assert_shows_everything(spec: VariantSpec, position: Position) -> None:
    """Each seat sees each checker once, in each kind of board."""
    there = on_table(spec, position)
    for side in range(spec.players):
        drawn = picture(Snapshot(spec, position, cube=None), side, "down")
        assert in_text(spec, side, drawn.text()) == there
        assert in_text(spec, side, drawn.text(unicode=False)) == there
        assert in_svg(spec, side, drawn.svg()) == there


# -- Every checker -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_variant_can_be_drawn_from_its_start(spec: VariantSpec) -> None:
    """Any number of points and players, private lanes, reserves, pins."""
    assert_shows_everything(spec, spec.start)


@settings(max_examples=150)
@given(
    st.sampled_from(SPECS).flatmap(lambda spec: st.tuples(st.just(spec), positions(spec) | adversarial_positions(spec)))
)
def test_every_checker_is_drawn_exactly_once(placed: tuple[VariantSpec, Position]) -> None:
    """Counting the checkers of a board back gives the position."""
    assert_shows_everything(*placed)


@settings(max_examples=40)
@given(
    st.sampled_from(SPECS).flatmap(lambda spec: st.tuples(st.just(spec), positions(spec) | adversarial_positions(spec)))
)
def test_sentences_tell_every_checker(placed: tuple[VariantSpec, Position]) -> None:
    """The numbers behind the seats add up to the checkers that each has."""
    spec, position = placed
    told = picture(Snapshot(spec, position, cube=None)).words()
    facts = [line for line in told.splitlines() if re.match("Point |Own point |Bar|Hand|Borne|Out", line)]
    counted = Counter[str]()
    for fact in facts:
        for seat, number in re.findall(r"(\w+) (\d+)", fact.partition(":")[2]):
            counted[seat] += int(number)
    assert [counted[seat] for seat in ("white", "black", "red", "green")[: spec.players]] == [*spec.checkers]


# -- Where points are --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_way_of_either_seat_is_counter_clockwise_from_top_right_to_bottom_right(spec: VariantSpec) -> None:
    """To the left above, to the right below."""
    for side in range(spec.players):
        board = view(spec, side)
        spots = [board.spot(side, index) for index in range(spec.track.points, 0, -1)]
        for spot, following in pairwise(spots):
            assert spot
            assert following
            step = -1 if following.row == "top" else 1 if spot.row == "bottom" else 0
            assert following.column == spot.column + step
        assert [spots[0] and spots[0].row, spots[-1] and spots[-1].row] == ["top", "bottom"]
        assert spots[-1]
        assert spots[-1].column == board.columns - 1


@pytest.mark.parametrize("side", [0, 1])
def test_the_head_of_long_nardy_is_top_right_and_its_home_bottom_right(side: int) -> None:
    """In the own view of either seat, in the text and in the SVG; the other's head is bottom left."""
    drawn = seen(NARDY, "24:14 1:1 / 24:15", side)
    lines = board_lines(drawn.text(unicode=False))
    own, other = ("X", "O") if side == 0 else ("O", "X")
    assert [lines[0].rstrip(" |")[-1], lines[-1].rstrip(" |")[-1]] == [own, own]
    assert lines[-1].lstrip(" |")[0] == other
    assert lines[4].endswith(" 14 |")
    where = {(text, across, down) for text, across, down in labels(drawn.svg())}
    right, high, low = max(x for _, x, _ in where), min(y for _, _, y in where), max(y for _, _, y in where)
    assert {("1", right, high), ("24", right, low)} <= where


@pytest.mark.parametrize("side", [0, 1])
def test_the_homes_of_backgammon_are_on_the_right(side: int) -> None:
    """The own one below, the opponent's above, in the text and in the SVG."""
    drawn = seen(BACKGAMMON, "6:2 1:13 / 6:2 1:13", side)
    lines = board_lines(drawn.text(unicode=False))
    own, other = ("X", "O") if side == 0 else ("O", "X")
    assert re.split(r"\|", lines[-1])[3].split() == [own, ".", ".", ".", ".", own]
    assert re.split(r"\|", lines[0])[3].split() == [other, ".", ".", ".", ".", other]
    home = [stack for stack in shapes(drawn.svg(), "rb-stack") if stack.get("data-index") == "1"]
    assert [stack.get("data-seat") for stack in home] == [str(side)]


def test_labels_follow_the_variant_or_the_wish() -> None:
    """Nardy counts up, with the pips to go inside; a wish wins."""
    up = picture(Snapshot(NARDY, NARDY.start, 0, cube=None)).text().splitlines()
    down = picture(Snapshot(NARDY, NARDY.start, 0, cube=None), numbering="down").text().splitlines()
    assert up[2].split() == [*map(str, range(12, 0, -1))]
    assert up[3].split() == [*map(str, range(13, 25)), "pips", "to", "go"]
    assert [up[-4].split()[0], up[-3].split()[0]] == ["12", "13"]
    assert down[2].split() == [*map(str, range(13, 25))]
    assert down[3].startswith("  ┌")
    shown = picture(Snapshot(BACKGAMMON, BACKGAMMON.start), numbering="up").svg()
    assert sorted(labels(shown), key=lambda one: (one[2], -one[1]))[0][0] == "1"
    assert "Point 1: white 2." in picture(Snapshot(BACKGAMMON, BACKGAMMON.start), numbering="up").words()


def test_the_bar_is_in_the_middle_and_checkers_wait_where_they_enter() -> None:
    """Own ones on the half of the opponent's home, above; the opponent's below."""
    drawn = seen(BACKGAMMON, "bar:2 6:13 / bar:1 6:14")
    middle = [line.split("│")[2].strip() for line in board_lines(drawn.text())]
    assert middle == ["", "", "", "○", "○", "bar", "●", "", "", "", ""]
    stacks = [stack for stack in shapes(drawn.svg(), "rb-stack") if stack.get("data-index") == "bar"]
    heights = {
        stack.get("data-seat"): {float(disc.get("cy", "")) for disc in stack.iter(f"{SVG}circle")} for stack in stacks
    }
    assert max(heights["0"]) < min(heights["1"])


def test_the_bar_lies_between_the_points() -> None:
    """No label is above it, and none lies outside the field."""
    drawn = seen(BACKGAMMON).svg()
    (bar,), (field,) = shapes(drawn, "rb-bar"), shapes(drawn, "rb-field")
    left, right = (float(bar.get("x", "")) + side * float(bar.get("width", "")) for side in (0, 1))
    begin, end = (float(field.get("x", "")) + side * float(field.get("width", "")) for side in (0, 1))
    places = sorted({x for _, x, _ in labels(drawn)})
    assert len(places) == 12
    assert begin < places[0] < places[5] < left < right < places[6] < places[11] < end


def test_a_bar_has_room_for_every_seat() -> None:
    """Where the checkers of several seats are too many for it, each mark has its number."""
    told = picture(Snapshot(CROWD, CROWD.start, cube=None)).text(unicode=False)
    assert [line.split("|")[2].strip() for line in board_lines(told)[:7]] == ["C3", "B3", "A3", "@3", "#3", "O3", "X3"]


def test_a_board_without_a_bar_has_none() -> None:
    """Nardy has a hinge."""
    assert "bar" not in seen(NARDY).text()
    assert {line.count("│") for line in board_lines(seen(NARDY).text())} == {3}


def test_points_of_others_are_lanes_with_their_own_numbers() -> None:
    """What a seat never sees on its way is drawn beside the board."""
    told = seen(LOOP4, "20:3 / 1:1 9:2 / hand:3 / 3:1 28:1 hand:1").text()
    assert re.search(r"    4     3     2     1\n    own points of black     ·     ·     ·     ●\n", told)
    assert "own points of white" not in told
    assert "Own point 1 of black: black 1." in seen(LOOP4, "20:3 / 1:1 9:2 / hand:3 / 3:1 28:1 hand:1").words()
    assert "own points of white     ·" in picture(seen(LOOP4).moment, 2).text()


def test_a_lane_that_two_share_is_drawn_once() -> None:
    """It is the lane of the one who sits first; its points bear the checkers of both."""
    assert_shows_everything(SIDING, Position.parse(SIDING, "4:2 / 2:2 / 2:2"))


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_edges_of_a_text_board_are_straight(spec: VariantSpec) -> None:
    """All lines of a board end below each other."""
    for side in range(spec.players):
        told = picture(Snapshot(spec, spec.start, cube=None), side).text()
        edges = [line for line in told.splitlines() if re.match("  [┌│└]", line)]
        assert len({len(line) for line in edges}) == 1
        assert len(edges) == len(board_lines(told)) + 2


def test_borne_off_checkers_lie_where_the_path_ends() -> None:
    """Own ones bottom right; the opponent's top right in backgammon and top left in Long Nardy."""
    edges = {spec.name: [view(spec, 0).tray(seat) for seat in (0, 1)] for spec in (BACKGAMMON, NARDY)}
    assert edges["backgammon"] == [("bottom", "right"), ("top", "right")]
    assert edges["long-nardy"] == [("bottom", "right"), ("top", "left")]


# -- Marks -------------------------------------------------------------------------------------------------------------


def test_a_high_stack_has_its_number() -> None:
    """The column has five places; the last one tells how many there are."""
    drawn = seen(NARDY)
    column = [line.rstrip(" │")[-2:].strip() for line in board_lines(drawn.text())[:5]]
    assert column == ["○", "○", "○", "○", "15"]
    assert sum(stack.findtext(f"{SVG}text") == "15" for stack in shapes(drawn.svg(), "rb-stack")) == 2


def test_a_pinned_checker_is_marked() -> None:
    """It lies at the foot, with a sign that the ones above do not have."""
    drawn = seen(PIN, "12:4 9:1! / 12:2 4:3")
    columns = [line[13:15].strip() for line in board_lines(drawn.text())[:4]]
    assert columns == ["○!", "●", "●", "●"]
    assert "Point 9: white 1 pinned, black 3." in drawn.words()
    crowded = [line[13:15].strip() for line in board_lines(seen(PIN, "12:4 9:1! / 4:5").text())[:5]]
    assert crowded == ["○!", "●", "●", "●", "5"]
    assert [text.text for text in shapes(drawn.svg(), "rb-count") if text.text == "!"] == ["!"]


@pytest.mark.parametrize(("owner", "line"), [(None, 5), (0, 9), (1, 1)])
def test_the_cube_lies_with_its_owner(owner: int | None, line: int) -> None:
    """In the middle, below for the seat who looks, above for the opponent."""
    drawn = seen(BACKGAMMON, cube=1 if owner is None else 4, owner=owner)
    value = "1" if owner is None else "4"
    assert [at for at, text in enumerate(board_lines(drawn.text())) if text.endswith(f"│ {value} │")] == [line]
    ((x, y),) = (
        (float(cube[0].get("x", "")), float(cube[0].get("y", ""))) for cube in shapes(drawn.svg(), "rb-doubling")
    )
    field = shapes(drawn.svg(), "rb-field")[0]
    top, tall = float(field.get("y", "")), float(field.get("height", ""))
    assert x < float(field.get("x", ""))
    assert round((y - top) / tall * 10) == {5: 5, 9: 9, 1: 0}[line]


def test_there_is_no_cube_where_none_is_played() -> None:
    """A table without one shows none."""
    drawn = seen(NARDY, cube=None)
    assert all(line.endswith("│") and line.count("│") == 3 for line in board_lines(drawn.text()))
    assert shapes(drawn.svg(), "rb-doubling") == []
    assert "ube" not in drawn.words()


def test_an_offered_cube_lies_before_the_one_who_answers() -> None:
    """It shows the new value, with a question mark."""
    drawn = seen(BACKGAMMON, cube=2, owner=0, offered=4, offered_by=0)
    assert board_lines(drawn.text())[1].endswith("│ 4? │")
    assert drawn.text().endswith("white doubles to 4")
    (cube,) = shapes(drawn.svg(), "rb-doubling")
    assert cube.findtext(f"{SVG}text") == "4?"
    frame = shapes(drawn.svg(), "rb-field")[0]
    assert float(cube[0].get("x", "")) < float(frame.get("x", "")) + float(frame.get("width", "")) / 2
    assert "White doubles to 4." in drawn.words()
    assert "Cube: 2, owned by white." in drawn.words()


@pytest.mark.parametrize(("side", "half"), [(0, 3), (1, 1)])
def test_dice_lie_on_the_half_of_who_has_thrown(side: int, half: int) -> None:
    """Right for the seat who looks, left for the opponent; a die has its pips."""
    drawn = picture(Snapshot(BACKGAMMON, BACKGAMMON.start, side, (6, 3)), 0)
    parts = board_lines(drawn.text())[5].split("│")
    assert [number for number, part in enumerate(parts) if part.strip() == "[6] [3]"] == [half]
    dice = shapes(drawn.svg(), "rb-die")
    assert [len(die.findall(f"{SVG}circle")) for die in dice] == [6, 3]
    bar = float(shapes(drawn.svg(), "rb-bar")[0].get("x", ""))
    assert {float(die[0].get("x", "")) > bar for die in dice} == {half == 3}


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(number: int) -> None:
    """Each in a place of its own."""
    (first, _) = shapes(seen(BACKGAMMON, dice=(number, 1)).svg(), "rb-die")
    assert len({(pip.get("cx"), pip.get("cy")) for pip in first.iter(f"{SVG}circle")}) == number


def test_dice_without_a_face_are_written() -> None:
    """Sticks may show nothing."""
    drawn = seen(UR_LIKE, dice=(0,), cube=None)
    assert [die.findtext(f"{SVG}text") for die in shapes(drawn.svg(), "rb-die")] == ["0"]
    assert "[0]" in drawn.text()
    assert len(shapes(seen(TABULA_LIKE, dice=(6, 5, 1)).svg(), "rb-die")) == 3


def test_dice_that_find_no_room_are_told_below() -> None:
    """A narrow board keeps its edges straight."""
    narrow = VariantSpec("narrow", Track.contrary(6), {6: 2}, regions=(Region("home", 1, 3),), entry=(Reserve("bar"),))
    told = picture(Snapshot(narrow, narrow.start, 1, (6, 5), None), 0).text()
    assert {len(line) for line in board_lines(told)} == {23}
    assert "[6]" not in told
    assert told.endswith("black to play 6-5")


def test_score_match_and_crawford_are_shown() -> None:
    """Above the board, and beside the seats."""
    told = seen(BACKGAMMON, score=(6, 2), length=7, crawford=True).text().splitlines()
    assert told[0] == "Backgammon · match to 7 · Crawford game"
    assert [line.endswith(f"score {points}") for line, points in ((told[1], 2), (told[-2], 6))] == [True, True]
    assert seen(BACKGAMMON, length=7).text().splitlines()[-2].endswith("score 0")
    plain = seen(BACKGAMMON, jacoby=True, beavers=True).text(unicode=False).splitlines()
    assert plain[0] == "Backgammon, Jacoby rule, beavers"
    assert "score" not in plain[1]


def test_what_is_awaited_is_told() -> None:
    """The throw, the play, an answer, nothing more."""
    start = Snapshot(BACKGAMMON, BACKGAMMON.start, None)
    done = Position.parse(BACKGAMMON, "off:15 / 6:15")
    last = [
        picture(moment).text().splitlines()[-1].strip()
        for moment in (
            start,
            evolve(start, on_roll=1),
            evolve(start, on_roll=1, dice=(2, 1)),
            evolve(start, on_roll=0, resigned=2, resigned_by=0),
            evolve(start, position=done),
            evolve(start, position=done, on_roll=0),
            evolve(start, position=done, on_roll=1, dice=(2, 1)),
        )
    ]
    assert last == [
        "nobody is on roll",
        "black to throw",
        "black to play 2-1",
        "white offers to give up: gammon",
        *["the game is over"] * 3,
    ]
    assert "The game is over." in picture(evolve(start, position=done, on_roll=1, dice=(2, 1))).words().splitlines()


def test_a_last_turn_is_awaited_though_somebody_has_finished() -> None:
    """Where the rules give the other player one more turn, the game is not over before it."""
    spec = evolve(NARDY, finish=evolve(NARDY.finish, last_turn=LastTurn("equalise")))
    moment = Snapshot(spec, Position.parse(spec, "off:15 / 3:2 off:13"), 1, cube=None)
    assert picture(moment).words().splitlines()[1] == "Black to throw."
    assert picture(evolve(moment, on_roll=0)).words().splitlines()[1] == "The game is over."


def test_who_is_on_roll_is_marked() -> None:
    """At the line of the seat, whoever looks."""
    drawn = picture(Snapshot(BACKGAMMON, BACKGAMMON.start, 1), 0)
    assert [line[0] for line in drawn.text().splitlines() if re.match(". [○●] ", line)] == ["▶", " "]
    assert len(shapes(drawn.svg(), "rb-turn")) == 1


def test_checkers_out_of_play_are_told() -> None:
    """A game may go on with fewer."""
    drawn = seen(BACKGAMMON, "6:14 removed:1 / 6:15")
    assert "out of play 1" in drawn.text()
    assert "Out of play: white 1, black 0." in drawn.words()


def test_two_reserves_keep_apart() -> None:
    """The bar is on the board and the hand beside it."""
    told = seen(TWO_RESERVES, "bar:1 hand:3 12:1 / hand:2 12:2 off:1").text().splitlines()
    assert told[-2] == "▶ ○ white   pips 52   hand 3   off 0"
    assert told[1] == "  ● black   pips 42   hand 2   off 1"


def test_a_full_hand_is_one_checker_with_a_number() -> None:
    """Up to fifteen checkers lie beside each other."""
    for count, discs, number in ((15, 15, None), (16, 1, "16")):
        spec = evolve(TABULA_LIKE, setup={"hand": count})
        hand = shapes(picture(Snapshot(spec, spec.start, cube=None)).svg(), "rb-stack")[0]
        assert (len(hand.findall(f"{SVG}circle")), hand.findtext(f"{SVG}text")) == (discs, number)


def test_plain_boards_are_ascii() -> None:
    """For terminals and mails that know nothing else."""
    for spec in SPECS:
        assert (
            picture(Snapshot(spec, spec.start, dice=spec.dice.rolls[0].dice, cube=None)).text(unicode=False).isascii()
        )


# -- Sentences, languages, doors ---------------------------------------------------------------------------------------


def test_sentences_have_one_fact_a_line_and_no_symbols() -> None:
    """A screen reader reads every sign aloud."""
    told = seen(
        BACKGAMMON, "bar:1 13:5 8:3 6:5 5:1 / 24:2 13:4 8:4 6:5", cube=2, owner=1, dice=(6, 3), score=(1, 0), length=5
    ).words()
    assert re.fullmatch("([A-Z][A-Za-z0-9 ,:]*\\.\n?)+", told)
    assert told.splitlines()[:6] == [
        "Backgammon, seen by white.",
        "Match to 5.",
        "White to play 6, 3.",
        "Cube: 2, owned by black.",
        "Score: white 1, black 0.",
        "Pips to go: white 149, black 162.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_speak_every_language(language: str) -> None:
    """All that can be said is in the catalogues."""
    start = Snapshot(BACKGAMMON, BACKGAMMON.start, names=("a", "b"), cube=2, owner=1, jacoby=True, beavers=True)
    moments = [
        start,
        evolve(start, dice=(2, 1), length=5, crawford=True),
        evolve(start, cube=1, owner=None, offered=2, offered_by=0),
        evolve(start, resigned=1, resigned_by=1),
        evolve(start, on_roll=None),
        evolve(start, on_roll=None, position=Position.parse(BACKGAMMON, "off:15 / 6:14 removed:1")),
        Snapshot(NARDY, NARDY.start, cube=None),
        Snapshot(LOOP4, Position.parse(LOOP4, "hand:3 / 1:3 / hand:3 / hand:3"), cube=None),
        Snapshot(PIN, Position.parse(PIN, "12:4 9:1! / 12:3 4:2"), cube=None),
    ]
    with speaking(language):
        for moment in moments:
            drawn = picture(moment)
            assert drawn.words() + drawn.text() + drawn.svg()
        assert {"de": "Schwarz", "ru": "чёрные", "en": "black"}[language] in picture(start).text()


def in_notebook(thing: object) -> str:
    """What a notebook asks for."""
    return str(methodcaller("_repr_svg_")(thing))


def test_a_session_and_a_game_can_be_shown() -> None:
    """As the player on roll sees them; printed they are text, in a notebook SVG."""
    session = Session.start(REGISTRY.ruleset("money")).apply(OpeningRolled((1, 3)))
    assert str(picture(session)) == picture(session, 1).text()
    assert picture(session).text().endswith("black to play 3-1")
    assert in_notebook(picture(session)) == picture(session).svg()
    assert "┌───┐" not in picture(Game.start(BACKGAMMON)).text()
    moment = Snapshot.of(session)
    assert in_notebook(moment) == picture(moment).svg()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"side": 2}, "the sides 0 to 1, not 2"),
        ({"side": True}, "the sides 0 to 1, not True"),
        ({"numbering": "own"}, "down .pips to go. or up, not 'own'"),
    ],
)
def test_what_no_board_has_is_refused(arguments: dict[str, object], complaint: str) -> None:
    """Seats and numberings are those that there are."""
    with pytest.raises(ValueError, match=complaint):
        picture(Snapshot(BACKGAMMON, BACKGAMMON.start), **arguments)  # type: ignore[arg-type]
