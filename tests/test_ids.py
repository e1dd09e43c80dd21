"""Ids of moments: those of other programs as these write them, ours exactly, and every loss told."""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from binascii import crc32
from contextlib import suppress
from typing import Any, NotRequired, TypedDict

import pytest
import yaml
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from case_tools import DATA
from id_tools import CANNOT_HOLD, TABLES, differing, moments, walk
from raceboard.dice import Roll
from raceboard.errors import ConfigError, LossError, NotationError
from raceboard.formats import gnubg_id, gnubg_match_id, raceboard_id
from raceboard.formats.gnubg_match_id import GameState, MatchState
from raceboard.formats.ids import FORMATS, Written, format_of, read_id, write_id
from raceboard.formats.packing import letters
from raceboard.legal import legal_plays
from raceboard.position import Position
from raceboard.registry import UnknownNameError
from raceboard.session import Session
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.nackgammon import NACKGAMMON
from session_tools import REGISTRY
from variants_for_tests import GAMES, HOOKS, RULES

LONG_RUN = bool(os.environ.get("RACEBOARD_LONG"))
KEPT = "rb1-backgammon-080g000000000003ww3w01g1ye1y00r03ezjqwr"
NARDY = "rb1-long-nardy-001041g30000000003zzw00003zzw04rv4mt8"
START = "-b----E-C---eE---c-e----B-"

# -- As other programs write them --------------------------------------------------------------------------------------


class Known(TypedDict):
    """A line of the file of ids: X is player 1, `mine` is whose turn it is."""

    name: str
    on_roll: int
    dice: list[int]
    cube: int
    owner: int | None
    score: list[int]
    length: int
    crawford: bool
    xgid: str
    gnubg_id: str
    gnubg_id_after_set_xgid: str


class Step(TypedDict):
    """What GNU Backgammon shows after a command."""

    match_id: str
    state: str
    cube: int
    owner: int | None
    on_roll: int
    turn: int
    doubled: bool
    offered_value: NotRequired[int]
    score: list[int]
    length: int
    crawford: bool
    jacoby: NotRequired[bool]


class Example(TypedDict):
    """An XGID with the ids that GNU Backgammon makes of it."""

    xgid: str
    gnubg: dict[str, str]


KNOWN: tuple[Known, ...] = tuple(
    map(json.loads, (DATA / "oracle" / "ids.jsonl").read_text(encoding="utf-8").splitlines())
)
_CONSTANTS = yaml.safe_load((DATA / "constants.yaml").read_text(encoding="utf-8"))
EXAMPLES: list[Example] = _CONSTANTS["ids"]["examples"]
_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
STEPS: list[Step] = [
    step
    for scenario in yaml.load((DATA / "oracle" / "gnubg_cube.yaml").read_text(encoding="utf-8"), _LOADER)
    for step in scenario["steps"]
    if "match_id" in step
]


def _written(moment: Snapshot, name: str, bottom: Side = 0) -> str:
    return write_id(moment, name, bottom=bottom, lossy=True).text


@pytest.mark.parametrize("bottom", [0, 1])
def test_xgids_and_gnubg_ids_are_those_of_the_other_programs(bottom: Side) -> None:
    """One leads to the other, whichever seat is X; only beavers have no place in the second."""
    for known in KNOWN:
        moment = read_id(known["xgid"], BACKGAMMON, bottom=bottom)
        assert _written(moment, "gnubg", bottom) == known["gnubg_id"], known["name"]
        assert _written(moment, "xgid", bottom) == known["xgid"], known["name"]
        back = read_id(known["gnubg_id"], BACKGAMMON, bottom=bottom)
        assert evolve(back, beavers=moment.beavers) == moment, known["name"]
        assert _written(moment, "gnubg", moment.on_roll or 0) == known["gnubg_id_after_set_xgid"], known["name"]


def test_the_fields_of_an_xgid_are_read_as_they_were_meant() -> None:
    """Cube, owner, dice, scores, length and Crawford game of the file, X being its player 1."""
    for known in KNOWN:
        moment = read_id(known["xgid"], BACKGAMMON, bottom=1)
        said = (moment.on_roll, moment.cube, moment.owner, list(moment.score), moment.length or 0, moment.crawford)
        assert said == tuple(known[key] for key in ("on_roll", "cube", "owner", "score", "length", "crawford"))
        assert list(moment.dice or (0, 0)) == known["dice"], known["name"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["xgid"] for example in EXAMPLES])
def test_the_examples_lead_to_the_ids_of_gnu_backgammon(example: Example) -> None:
    """It seats the player on roll at the bottom, and forgets a pending double when it reads an XGID."""
    moment = read_id(example["xgid"], BACKGAMMON)
    if moment.offered:
        moment = evolve(moment, offered=0, offered_by=None)
    written = _written(moment, "gnubg", moment.on_roll or 0)
    assert written == f"{example['gnubg']['position_id']}:{example['gnubg']['match_id']}"


def test_match_ids_of_scenarios_are_read_and_written_as_gnu_backgammon_does() -> None:
    """All of them, with and without a double or a resignation that waits, during games and after them."""
    assert len(STEPS) > 400
    for step in STEPS:
        state = gnubg_match_id.decode(step["match_id"])
        assert gnubg_match_id.encode(state) == step["match_id"]
        assert (state.cube, state.owner, state.on_roll, state.turn) == tuple(
            step[key] for key in ("cube", "owner", "on_roll", "turn")
        )
        assert (state.doubled, list(state.score), state.length) == (step["doubled"], step["score"], step["length"])
        assert (state.crawford, state.state.name.lower()) == (step["crawford"], step["state"])
        assert step.get("jacoby", state.jacoby) == state.jacoby


def test_moments_of_scenarios_come_back_to_the_same_match_id() -> None:
    """Those in the middle of a game: the pending value too, that of a beaver and a raccoon as well."""
    played = [step for step in STEPS if step["state"] == "playing"]
    for step in played:
        text = f"4HPwATDgc/ABMA:{step['match_id']}"
        moment = read_id(text, BACKGAMMON, bottom=1)
        assert write_id(moment, "gnubg", bottom=1) == Written(text)
        assert moment.offered == step.get("offered_value", moment.offered)
        assert (moment.on_roll, moment.owner, list(moment.score)) == (step["on_roll"], step["owner"], step["score"])
    assert {moment.offers for step in played for moment in [_at(step)]} == {0, 1, 2, 3}


def _at(step: Step) -> Snapshot:
    return read_id(f"4HPwATDgc/ABMA:{step['match_id']}", BACKGAMMON, bottom=1)


def test_after_a_game_nobody_is_on_roll() -> None:
    """Over, resigned or dropped: the score is the new one, and the id written for it says that the game is over."""
    ended = [step for step in STEPS if step["state"] != "playing"]
    assert {step["state"] for step in ended} == {"over", "resigned", "dropped"}
    for step in ended:
        moment = read_id(f"4NvBATBw38ABMA:{step['match_id']}", BACKGAMMON, bottom=1)
        assert (moment.on_roll, moment.dice, list(moment.score)) == (None, (), step["score"])
        again = write_id(moment, "gnubg", bottom=1)
        assert read_id(again.text, BACKGAMMON, bottom=1) == moment
        assert gnubg_match_id.decode(again.text[15:]).state is GameState.OVER


# -- Games of eXtreme Gammon -------------------------------------------------------------------------------------------

GAMES_OF_XG = [
    pytest.param(game, id=f"{file.stem}-{number}")
    for file in sorted((DATA / "matches" / "xg_json").glob("*.json"))
    for number, game in enumerate(json.loads(file.read_text(encoding="utf-8"))["games"], 1)
]


@pytest.mark.parametrize("game", GAMES_OF_XG)
def test_the_ids_before_and_after_every_roll_of_a_game_are_ours(game: dict[str, list[dict[str, Any]]]) -> None:
    """Played from the start, one legal play leads to the id that was recorded."""
    position: Position | None = BACKGAMMON.start
    for action in game["actions"]:
        if "dice" not in action:
            continue
        if not action["legal"]:  # the ids of such a row are not those of the roll: it has not been played, or wrongly
            position = None
            continue
        side, roll = int(action["side"]) - 1, Roll(*action["dice"])
        position = position or gnubg_id.decode(BACKGAMMON, action["before"], side)
        assert gnubg_id.encode(BACKGAMMON, position, side) == action["before"]
        results = legal_plays(BACKGAMMON, position, side, roll).results
        (position,) = (one for one in results if gnubg_id.encode(BACKGAMMON, one, side) == action["after"])


# -- Nothing is lost in silence ----------------------------------------------------------------------------------------


def _check(moment: Snapshot, name: str, bottom: Side) -> None:
    """What comes back differs in what the format cannot hold and in nothing else, and that is told or refused."""
    expected = CANNOT_HOLD[name](moment, bottom)
    written = write_id(moment, name, bottom=bottom, lossy=True)
    assert format_of(written.text).name == name
    back = read_id(written.text, moment.spec, bottom=bottom)
    assert differing(moment, back) - {"digest"} == expected
    assert len(written.lost) == len(expected)
    assert _written(back, name, bottom) == written.text
    if expected:
        with pytest.raises(LossError) as refused:
            write_id(moment, name, bottom=bottom)
        assert refused.value.lost == written.lost
    else:
        assert write_id(moment, name, bottom=bottom) == written


@settings(max_examples=1000 if LONG_RUN else 25)
@pytest.mark.parametrize("name", [name for name in CANNOT_HOLD if name != "raceboard"])
@pytest.mark.parametrize("spec", [BACKGAMMON, HYPERGAMMON, NACKGAMMON], ids=lambda spec: spec.name)
@given(data=st.data())
def test_any_moment_comes_back_from_an_id_but_for_the_losses(spec: VariantSpec, name: str, data: st.DataObject) -> None:
    """Of backgammon and its kin, in the formats of other programs, from either seat."""
    moment, bottom = data.draw(moments(spec)), data.draw(st.integers(0, 1))
    if name == "xgid" and moment.length is not None and max(moment.score) >= moment.length:
        with pytest.raises(ValueError, match="this match is over"):
            write_id(moment, name, bottom=bottom, lossy=True)
    else:
        _check(moment, name, bottom)


@settings(max_examples=300 if LONG_RUN else 5)
@pytest.mark.parametrize("spec", [BACKGAMMON, LONG_NARDY, *GAMES, *RULES, *HOOKS], ids=lambda spec: spec.name)
@given(data=st.data())
def test_any_moment_of_any_variant_comes_back_from_a_raceboard_id(spec: VariantSpec, data: st.DataObject) -> None:
    """Exactly, with the digest: pins, reserves, checkers out of play, three dice, four players."""
    moment = data.draw(moments(spec))
    text = write_id(moment, "raceboard").text
    assert read_id(text, spec) == moment
    assert read_id(text.upper(), spec) == moment


@pytest.mark.parametrize("number", range(900 if LONG_RUN else 2 * len(TABLES)))
def test_moments_of_real_sessions_come_back_from_every_id(number: int) -> None:
    """Random sessions under many rulesets: every moment, in every format that the variant has."""
    for _, session in walk(number, 25):
        moment = Snapshot.of(session)
        for name in CANNOT_HOLD if moment.spec.name != LONG_NARDY.name else ("raceboard",):
            if name != "xgid" or not session.is_over:
                _check(moment, name, number % 2)


def test_the_digest_comes_back_from_a_raceboard_id_alone() -> None:
    """It is no part of the moment: an XGID without it has lost nothing."""
    moment = Snapshot.of(Session.resume(REGISTRY.ruleset("usbgf-match"), BACKGAMMON.start, 0, length=5))
    assert moment.digest == REGISTRY.ruleset("usbgf-match").digest[:16]
    assert read_id(write_id(moment, "raceboard").text, BACKGAMMON).digest == moment.digest
    assert read_id(write_id(moment, "xgid").text, BACKGAMMON).digest == ""


@pytest.mark.parametrize("name", ["position", "gnubg-position"])
def test_a_text_of_the_board_alone_loses_all_that_lies_beside_it(name: str) -> None:
    """And which seat is on roll, unless it is the one at the bottom."""
    bare = Snapshot(BACKGAMMON, Position.parse(BACKGAMMON, "bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 1), 1)
    assert write_id(bare, name, bottom=1).lost == ()
    assert read_id(write_id(bare, name, bottom=1).text, BACKGAMMON, bottom=1) == bare
    assert write_id(bare, name, lossy=True).lost == ("on roll: black, not white",)
    full = evolve(bare, dice=(3, 1), cube=4, owner=1, score=(1, 0), length=5, crawford=True, beavers=True)
    assert len(write_id(full, name, bottom=1, lossy=True).lost) == 7


def test_a_loss_is_told_in_words() -> None:
    """What was, and what it is read as."""
    moment = Snapshot(BACKGAMMON, BACKGAMMON.start, dice=(1, 6), beavers=True, cube_max=64, names=("Anna", "Bob"))
    with pytest.raises(LossError, match="the GNUBgID would lose 3") as refused:
        write_id(moment, "gnubg")
    assert refused.value.lost == (
        "beavers: yes, not no",
        "highest cube: 64, not none",
        "names: Anna, Bob, not none",
    )


# -- What cannot be read -----------------------------------------------------------------------------------------------


def _xgid(board: str = START, rest: str = "0:0:1:00:0:0:0:0:10") -> str:
    return f"XGID={board}:{rest}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (_xgid(rest="0:0:1:00:0:0:0:0"), "10 fields with colons between them, not 9"),
        (_xgid(rest="0:0:1:00:0:0:0:0:10:1"), "not 11"),
        (_xgid("-b----E-C---eE---c-e----B"), "field 1, board"),
        (_xgid("-b----E-C---eE---c-e----B1"), "field 1, board"),
        (_xgid("-b----E-C---eE---c-e----Bé"), "field 1, board"),
        (_xgid("Ab----E-C---eE---c-e----A-"), "the first place is the bar of O"),
        (_xgid("-b----E-C---eE---c-e----Bb"), "the last that of X"),
        (_xgid("-b----E-C---eE---c-e----C-"), "16 checkers of 15"),
        (_xgid("-" * 26), "have both borne off everything"),
        (_xgid(rest="x:0:1:00:0:0:0:0:10"), "field 2, cube"),
        (_xgid(rest="-1:0:1:00:0:0:0:0:10"), "field 2, cube"),
        (_xgid(rest="0:2:1:00:0:0:0:0:10"), "field 3, owner"),
        (_xgid(rest="0:1:1:00:0:0:0:0:10"), "nobody owns a cube that shows 1"),
        (_xgid(rest="0:0:0:00:0:0:0:0:10"), "field 4, turn"),
        (_xgid(rest="0:0:1:0:0:0:0:0:10"), "field 5, dice"),
        (_xgid(rest="0:0:1:07:0:0:0:0:10"), "field 5, dice"),
        (_xgid(rest="0:0:1:71:0:0:0:0:10"), "no throw has the dice 7-1"),
        (_xgid(rest="0:0:1:dd:0:0:0:0:10"), "field 5, dice"),
        (_xgid(rest="0:0:1:00:-1:0:0:0:10"), "field 6, points of X"),
        (_xgid(rest="0:0:1:00:0:0:4:0:10"), "field 8, rules"),
        (_xgid(rest="0:0:1:00:0:0:2:7:10"), "in a match it is 1"),
        (_xgid(rest="0:0:1:00:4:2:1:7:10"), "a Crawford game at 4-2 to 7, where no player needs one point"),
        (_xgid(rest="1:0:1:00:6:2:1:7:10"), "nobody doubles in the Crawford game"),
        (_xgid(rest="0:0:1:D:6:2:1:7:10"), "nobody doubles in the Crawford game"),
        (_xgid(rest="1:1:1:B:0:0:0:7:10"), "a redouble at once, in a match"),
        (_xgid(rest="1:-1:1:D:0:0:0:0:10"), "field 3, owner: who does not own the cube cannot double"),
        (_xgid("-" * 26), "white, black have both borne off everything"),
        (_xgid(rest="0:0:1:00:7:0:0:7:10"), "the match to 7 is over at 7-0"),
        (_xgid(rest="0:0:1:00:0:0:0:x:10"), "field 9, length"),
        (_xgid(rest="0:0:1:00:0:0:0:0:x"), "field 10, highest cube"),
        (_xgid(rest="3:0:1:00:0:0:0:0:2"), "the cube goes to 4, not to 8"),
        ("4HPwATDgc/ABM:cAkAAAAAAAAA", "a Position ID has 14 characters, not 13"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "a Match ID has 12 characters, not 11"),
        ("4HPwATDgc/ABMA:cAkAAAAAAA=A", "A to Z"),
        ("4HPwATDgc/ABMA:cAkAAAAAAA==", "A to Z"),
        ("4HPwATDgc/ABMA:", "not 0"),
        ("4HPwATDgc/ABMA", None),
        ("4HPwATDgc/ABM", "14 characters, not 13"),
        ("24:2 13:5 8:3 6:4 / 24:2 13:5 8:3 6:5", None),
        ("24:2 13:5 8:3 6:x / 24:2 13:5 8:3 6:5", "'6:x' is not index:count"),
        ("hello, world", "it looks like none of these: raceboard id, FIBS line, XGID"),
        ("", "it looks like none of these"),
        ("rb2-backgammon-0000", "version 2"),
        ("rb1-backgammon", "a raceboard id is"),
        ("rb1-backgammon-08!", "'!' is no letter of an id"),
        ("rb1-backgammon-", "its checksum is not right"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_the_reason(text: str, reason: str | None) -> None:
    """Which field, what stands there, and what should; a position that cannot be is told as everywhere."""
    if reason is None and ":" in text:
        with pytest.raises(ConfigError, match="14 checkers instead of 15"):
            read_id(text, BACKGAMMON)
    elif reason is None:
        assert read_id(text, BACKGAMMON).position == BACKGAMMON.start
    else:
        with pytest.raises(NotationError) as caught:
            read_id(text, BACKGAMMON)
        assert reason in caught.value.reason


def _match_id(**changes: int) -> str:
    """The Match ID of a start with some numbers changed, each where its bits are."""
    places = {"owner": (4, 2), "crawford": (7, 1), "state": (8, 3), "turn": (11, 1), "die": (15, 3), "spare": (67, 5)}
    bits = int.from_bytes(b64decode("cAkAAAAAAAAA"), "little")
    for name, value in changes.items():
        begin, width = places[name]
        bits = bits & ~((1 << width) - 1 << begin) | value << begin
    return b64encode(bits.to_bytes(9, "little")).decode()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"owner": 2}, "means nothing"),
        ({"state": 5}, "means nothing"),
        ({"spare": 1}, "means nothing"),
        ({"spare": 16}, "means nothing"),
        ({"die": 7}, "the dice 7-0"),
        ({"die": 3}, "the dice 3-0"),
        ({"crawford": 1}, "a Crawford game outside a match"),
        ({"turn": 0}, "nothing has been offered"),
        ({"owner": 1}, "nobody owns a cube that shows 1"),
    ],
)
def test_bits_of_a_match_id_that_mean_nothing_are_refused(changes: dict[str, int], reason: str) -> None:
    """Values out of range, half a throw, a decision without an offer."""
    with pytest.raises(NotationError) as caught:
        read_id(f"4HPwATDgc/ABMA:{_match_id(**changes)}", BACKGAMMON)
    assert reason in caught.value.reason


@pytest.mark.parametrize(("letter", "chain"), [("B", (2, 1, 4, 1)), ("R", (4, 1, 8, 0))])
def test_an_xgid_may_show_the_cube_as_it_lay_before_the_double(letter: str, chain: tuple[int, ...]) -> None:
    """A beaver or a raccoon on a cube that nobody owns can mean one thing only."""
    moment = read_id(_xgid(rest=f"0:0:1:{letter}:0:0:3:0:10"), BACKGAMMON)
    assert (moment.cube, moment.owner, moment.offered, moment.offered_by) == chain
    assert read_id(write_id(moment, "xgid").text, BACKGAMMON) == moment


def test_a_moment_that_its_own_text_could_not_tell_is_not_written() -> None:
    """Where the cube of the last game lies beside the Crawford flag of the next, an XGID would say both at once."""
    moment = read_id("4NvBATBw38ABMA:gQJgAAAAEAAE", BACKGAMMON)
    assert (moment.on_roll, moment.cube, moment.crawford) == (None, 2, True)
    for lossy in (False, True):
        with pytest.raises(ValueError, match="this moment has no XGID: nobody doubles in the Crawford game"):
            write_id(moment, "xgid", lossy=lossy)


def test_a_number_without_room_in_a_match_id_is_refused() -> None:
    """Four bits for the cube, fifteen for points."""
    for moment in (
        Snapshot(BACKGAMMON, BACKGAMMON.start, cube=65536),
        Snapshot(BACKGAMMON, BACKGAMMON.start, score=(32768, 0)),
    ):
        with pytest.raises(ValueError, match="a Match ID has"):
            write_id(moment, "gnubg", lossy=True)
    with pytest.raises(ValueError, match="a Match ID has 2 bits"):
        gnubg_match_id.encode(MatchState(resigned=4))


# -- Ids and what is played --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["xgid", "gnubg", "gnubg-position", "fibs"])
def test_a_variant_of_another_shape_is_pointed_to_the_raceboard_id(name: str) -> None:
    """Without a bar, or with pinned checkers, the fields would mean something else."""
    moment = Snapshot(LONG_NARDY, LONG_NARDY.start, cube=None)
    with pytest.raises(ValueError, match=r"long-nardy has no .*; the raceboard id is for every variant"):
        write_id(moment, name, lossy=True)
    text = write_id(Snapshot(BACKGAMMON, BACKGAMMON.start), name).text
    with pytest.raises(ValueError, match="long-nardy has no"):
        read_id(text, LONG_NARDY)


def test_an_unknown_format_is_refused_with_a_suggestion() -> None:
    """The names of all, or the near one."""
    moment = Snapshot(BACKGAMMON, BACKGAMMON.start)
    with pytest.raises(ValueError, match="did you mean xgid"):
        write_id(moment, "xgdi")
    with pytest.raises(ValueError, match=", ".join(FORMATS)):
        write_id(moment, "?")


def test_a_raceboard_id_finds_its_variant_in_a_registry() -> None:
    """And its options, when a ruleset there has the digest; other texts need to be told what is played."""
    rules = REGISTRY.ruleset("fnr2026")
    moment = Snapshot.of(Session.start(rules, length=3 if rules.context == "match" else None))
    text = write_id(moment, "raceboard").text
    assert read_id(text, REGISTRY).spec == rules.spec != LONG_NARDY
    assert read_id(text, rules) == moment
    plain = write_id(Snapshot(LONG_NARDY, LONG_NARDY.start, cube=None), "raceboard").text
    assert read_id(plain, REGISTRY).spec == LONG_NARDY
    with pytest.raises(ValueError, match="does not say what is played"):
        read_id(_xgid(), REGISTRY)
    with pytest.raises(UnknownNameError):
        read_id(write_id(Snapshot(RULES[0], RULES[0].start, cube=None), "raceboard").text, REGISTRY)


def test_a_raceboard_id_from_under_another_ruleset_is_refused_only_where_one_is_given() -> None:
    """The variant alone reads it and keeps the digest; an id without one is for any ruleset."""
    moment = Snapshot.of(Session.resume(REGISTRY.ruleset("money"), BACKGAMMON.start, 0))
    text = write_id(moment, "raceboard").text
    assert read_id(text, REGISTRY.ruleset("money")) == moment
    with pytest.raises(ValueError, match=f"digest {moment.digest}"):
        read_id(text, REGISTRY.ruleset("usbgf-match"))
    assert read_id(text, BACKGAMMON) == moment
    bare = write_id(evolve(moment, digest=""), "raceboard").text
    assert read_id(bare, REGISTRY.ruleset("usbgf-match")).digest == ""


def test_a_raceboard_id_of_another_variant_is_refused() -> None:
    """Hypergammon has the board of backgammon and another name."""
    text = write_id(Snapshot(HYPERGAMMON, HYPERGAMMON.start), "raceboard").text
    with pytest.raises(NotationError, match="a moment of hypergammon, not of backgammon"):
        read_id(text, BACKGAMMON)


@settings(max_examples=3000 if LONG_RUN else 40)
@given(data=st.data())
def test_a_mistyped_letter_of_a_raceboard_id_is_told(data: st.DataObject) -> None:
    """Up to six wrong letters in a row, two letters in the wrong order, one too many or too few."""
    text = write_id(data.draw(moments(BACKGAMMON)), "raceboard").text
    begin = data.draw(st.integers(len("rb1-"), len(text) - 1))
    letters = data.draw(st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=1, max_size=6))
    wrong = data.draw(
        st.sampled_from(
            [
                text[:begin] + letters + text[begin + len(letters) :],
                text[:begin] + text[begin : begin + 2][::-1] + text[begin + 2 :],
                text[:begin] + text[begin + 1 :],
                text[:begin] + letters[0] + text[begin:],
            ]
        )
    )
    if wrong != text:
        with pytest.raises(NotationError):
            read_id(wrong, BACKGAMMON)


def _sealed(data: bytes) -> str:
    """Any bytes as a raceboard id with the right checksum."""
    head = "rb1-backgammon-"
    return head + letters(data + crc32(head.encode() + data).to_bytes(4, "big"))


def test_a_raceboard_id_has_one_spelling() -> None:
    """A right checksum is not enough: bytes behind the end, and a number in more bytes than it needs, are refused."""
    data = raceboard_id.unpack(KEPT).data
    assert _sealed(data) == KEPT
    for other in (data + b"\0", data[:1] + b"\x81\0" + data[2:], data[:-1], data[:5]):
        with pytest.raises(NotationError):
            read_id(_sealed(other), BACKGAMMON)


def test_the_spare_bits_of_the_last_letter_are_zero() -> None:
    """They are under no checksum, and a slip there is told all the same."""
    for letter in set("0123456789abcdefghjkmnpqrstvwxyz") - {NARDY[-1]}:
        with pytest.raises(NotationError):
            read_id(NARDY[:-1] + letter, LONG_NARDY)


def test_a_raceboard_id_is_compact_and_of_plain_letters() -> None:
    """The start of a match in 72 letters and hyphens, digest of the ruleset included."""
    moment = Snapshot.of(Session.resume(REGISTRY.ruleset("usbgf-match"), BACKGAMMON.start, 0, length=7))
    text = write_id(moment, "raceboard").text
    assert len(text) <= 72
    assert set(text) <= set("0123456789abcdefghijklmnopqrstuvwxyz-")


def test_a_raceboard_id_stays_the_same_for_good() -> None:
    """Ids that people have kept are read by every later version."""
    assert read_id(KEPT, BACKGAMMON) == Snapshot(BACKGAMMON, BACKGAMMON.start)
    assert read_id(NARDY, LONG_NARDY) == Snapshot(LONG_NARDY, LONG_NARDY.start, 1, (6, 3), None)


@settings(max_examples=3000 if LONG_RUN else 100)
@given(st.text(max_size=80) | st.text("XGID=-aAbBcC:0123456789DBRrb+/", max_size=80))
def test_no_text_makes_a_reader_stumble(text: str) -> None:
    """It is read, or refused as a text that cannot be, and nothing else happens."""
    for spec in (BACKGAMMON, HYPERGAMMON):
        with suppress(NotationError, ConfigError):
            assert isinstance(read_id(text, spec), Snapshot)


@settings(max_examples=3000 if LONG_RUN else 40)
@given(data=st.data())
def test_no_slip_in_an_id_makes_a_reader_stumble(data: st.DataObject) -> None:
    """A letter of a good id is changed: it is read as another moment, or refused."""
    name = data.draw(st.sampled_from(sorted(FORMATS)))
    try:
        text = _written(data.draw(moments(BACKGAMMON)), name)
    except ValueError:
        return
    place, letter = data.draw(st.integers(0, len(text) - 1)), data.draw(st.characters(codec="utf-8"))
    with suppress(NotationError, ConfigError):
        assert isinstance(read_id(text[:place] + letter + text[place + 1 :], BACKGAMMON), Snapshot)
