"""The `board:` line of FIBS: its own lines are read, ours are such lines, and a wrong field is told."""

from __future__ import annotations

from itertools import product
from typing import Literal, NotRequired, TypedDict

import pytest
import yaml
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from case_tools import DATA
from id_tools import CANNOT_HOLD, differing, moments
from raceboard.errors import NotationError
from raceboard.formats import fibs
from raceboard.position import Position
from raceboard.side import SEAT_NAMES
from raceboard.snapshot import Snapshot
from raceboard_variants.backgammon import BACKGAMMON


class Line(TypedDict):
    """A line, how its player sees the board, and what it says."""

    line: str
    colour: Literal["X", "O"]
    direction: Literal[-1, 1]
    position: str
    on_roll: str
    dice: list[int]
    score: list[int]
    length: int
    crawford: NotRequired[bool]
    names: list[str]


_FILE = yaml.safe_load((DATA / "ids" / "fibs_lines.yaml").read_text(encoding="utf-8"))
LINES: list[Line] = _FILE["lines"]
BAR = Position.parse(BACKGAMMON, "bar:1 24:1 13:5 8:3 6:4 off:1 / bar:2 13:5 8:3 6:5")
GOOD = fibs.encode(Snapshot(BACKGAMMON, BAR, dice=(3, 1), length=5))
_CAN_MOVE = 49


@pytest.mark.parametrize("line", LINES, ids=[line["names"][1] for line in LINES])
def test_lines_of_fibs_are_read_and_written_again(line: Line) -> None:
    """What they say is what stands in the file; only whether checkers can move before a throw is not told by us."""
    moment = fibs.decode(BACKGAMMON, line["line"])
    assert moment.position == Position.parse(BACKGAMMON, line["position"])
    assert (moment.on_roll, list(moment.dice)) == (SEAT_NAMES.index(line["on_roll"]), line["dice"])
    assert (list(moment.score), moment.length, list(moment.names)) == (line["score"], line["length"], line["names"])
    assert (moment.crawford, moment.cube, moment.owner) == (line.get("crawford", False), 1, None)
    ours = fibs.encode(moment, colour=line["colour"], direction=line["direction"]).split(":")
    theirs = line["line"].split(":")
    if not line["dice"]:
        ours[_CAN_MOVE] = theirs[_CAN_MOVE]
    assert ours == theirs


def test_a_line_that_has_lost_a_checker_is_refused() -> None:
    """Nothing is filled up."""
    (bad,) = _FILE["bad"]
    with pytest.raises(NotationError) as caught:
        fibs.decode(BACKGAMMON, bad["line"])
    assert bad["reason"] in caught.value.reason


def test_a_line_has_52_fields_after_its_first_word() -> None:
    """As the protocol says: names, numbers, 26 places."""
    assert len(GOOD.removeprefix("board:").split(":")) == 52
    assert ":2:0:0:0:0:0:-4:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-1:-1:" in GOOD


@settings(max_examples=40)
@given(data=st.data())
def test_both_colours_and_both_directions_say_the_same(data: st.DataObject) -> None:
    """The four lines that one player can get of a moment are read as the same moment."""
    moment, bottom = data.draw(moments(BACKGAMMON)), data.draw(st.integers(0, 1))
    colours: tuple[Literal["X", "O"], ...] = ("X", "O")
    directions: tuple[Literal[-1, 1], ...] = (-1, 1)
    read = [
        fibs.decode(BACKGAMMON, fibs.encode(moment, bottom, colour=colour, direction=direction), bottom)
        for colour, direction in product(colours, directions)
    ]
    assert read == [read[0]] * 4
    assert differing(moment, read[0]) - {"digest"} == CANNOT_HOLD["fibs"](moment, bottom)


@pytest.mark.parametrize(("offered_by", "fields"), [(0, ["0", "0", "0"]), (1, ["1", "1", "1"])])
def test_who_has_doubled_may_not_double_and_the_other_is_told(offered_by: int, fields: list[str]) -> None:
    """May double, may the opponent, has the opponent doubled; the same moment from both sides."""
    moment = Snapshot(BACKGAMMON, BACKGAMMON.start, offered_by, offered=2, offered_by=offered_by)
    line = fibs.encode(moment)
    assert line.split(":")[38:41] == fields
    assert fibs.decode(BACKGAMMON, line) == moment


def test_the_crawford_game_shows_by_the_score_and_the_last_fields() -> None:
    """Both players may double in it, and the last field is 1 in the games after it; 3 says that there is no rule."""
    crawford = Snapshot(BACKGAMMON, BACKGAMMON.start, score=(4, 2), length=5, crawford=True)
    line, later = fibs.encode(crawford), fibs.encode(evolve(crawford, crawford=False))
    assert (line.split(":")[38:40], line[-6:], later[-6:]) == (["1", "1"], ":0:0:0", ":0:0:1")
    assert fibs.decode(BACKGAMMON, line).crawford
    assert not fibs.decode(BACKGAMMON, later).crawford
    assert not fibs.decode(BACKGAMMON, line.removesuffix("0:0") + "3:0").crawford
    assert not fibs.decode(BACKGAMMON, line.replace(":5:4:2:", ":5:4:4:")).crawford


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        (1, "", "names of the players"),
        (3, "0", "field 3, match length"),
        (3, "x", "field 3, match length"),
        (4, "5", "the match to 5 is over"),
        (4, "-1", "field 4, points"),
        (6, "-2", "wrong colour"),
        (7, "x", "field 7, board"),
        (12, "0", "not all that there are"),
        (12, "-9", "a player has"),
        (31, "1", "wrong colour"),
        (32, "2", "field 32, turn"),
        (32, "0", "only the player whose turn it is"),
        (33, "7", "no throw has the dice"),
        (33, "0", "no throw has the dice"),
        (35, "3", "only the player whose turn it is"),
        (37, "3", "power of two"),
        (37, "0", "field 37, cube"),
        (38, "2", "field 38, may double"),
        (40, "1", "no dice are thrown"),
        (41, "0", "field 41, colour"),
        (42, "0", "field 42, direction"),
        (42, "1", "wrong colour"),
        (43, "25", "do not fit the direction"),
        (44, "0", "do not fit the direction"),
        (45, "0", "not all that there are"),
        (47, "0", "on the bars"),
        (49, "5", "field 49, can move"),
        (52, "", "field 52"),
    ],
)
def test_a_wrong_field_is_refused_with_its_number(field: int, value: str, reason: str) -> None:
    """Fields are counted from the first name; what is said twice has to agree."""
    words = GOOD.split(":")
    words[field] = value
    with pytest.raises(NotationError) as caught:
        fibs.decode(BACKGAMMON, ":".join(words))
    assert reason in caught.value.reason


def test_a_line_of_another_length_is_refused() -> None:
    """One field too few or too many, another first word."""
    for text in (GOOD.rpartition(":")[0], f"{GOOD}:0", GOOD.removeprefix("board:")):
        with pytest.raises(NotationError, match="52 fields"):
            fibs.decode(BACKGAMMON, text)


def test_neither_player_may_double_only_when_one_has() -> None:
    """With dice on the table nobody waits for an answer."""
    words = GOOD.split(":")
    words[38:40] = "0", "0"
    with pytest.raises(NotationError, match="neither player may double"):
        fibs.decode(BACKGAMMON, ":".join(words))
