"""The spellings of people and of other programs are read as what they mean, and what we write is read back.

With RACEBOARD_LONG=1 the plays of 10,000 positions are written and read instead of those of 500.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard import (
    Game,
    NotationError,
    Play,
    Plays,
    Position,
    Registry,
    Roll,
    RuleError,
    Step,
    VariantSpec,
    Verdict,
    legal_plays,
)
from raceboard.bots import RandomBot, play_on
from raceboard.cli.person import Person
from raceboard.dice import SeededDice, Stream
from raceboard.notation import SPELLINGS, Numbering, Spelling, head_of, parse_play, read_play, read_steps, write_play
from raceboard.notation.sgf import sgf_letter, sgf_letters, sgf_moves, sgf_place
from raceboard.phase import Phase
from raceboard.record import Move
from raceboard.spec import Departure, Limit
from raceboard.track import Region
from variants_for_tests import GAMES, HOOKS, RULES

_REGISTRY = Registry.load()
BACKGAMMON = _REGISTRY.variant("backgammon")
LONG_NARDY = _REGISTRY.variant("long-nardy")

DATA = Path(__file__).parent / "data" / "notation"

POSITIONS = 10_000 if os.environ.get("RACEBOARD_LONG") else 500

#: A checker on the bar, blots on 22 and 16.
ENTERING = "bar:1 13:2 6:12 / 9:1 6:13 3:1"
BEARING_OFF = "6:2 5:1 off:12 / 3:2 off:13"
DANCING = "bar:1 6:14 / 6:15"

#: A blot on 23 and one on 19: from 24 with 5-1 either can be hit on the way to 18.
TWO_BLOTS = "24:1 6:14 / 20:13 6:1 2:1"


def _plays(position: str, roll: str, spec: VariantSpec = BACKGAMMON, side: int = 0) -> Plays:
    return legal_plays(spec, Position.parse(spec, position, side), side, Roll.parse(roll))


def _opening(roll: str, spec: VariantSpec = BACKGAMMON, side: int = 0) -> Plays:
    return legal_plays(spec, spec.start, side, Roll.parse(roll))


# -- Reading -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "24/18 13/8",
        "m 24-18 13-8",
        "move 24 18 13 8",
        "moves 24-18 13-8 .",
        "24 18 13 8",
        "24 - 18 13 -8",
        "24:18 13:8",
        "24/18,13/8",
        "24/18;13/8",
        "24\u201318 13\u20148",
        "24\u221218 13\u20448",
        "65: 24/18 13/8",
        "56:13/8 24/18",
        "6-5: 24/18 13/8",
        "(65): 24/18 13/8",
        "24/18* 13/8*",
        "24*/18 13/8",
        "024/18 13/08",
        "xrmh",
        "65xrmh",
        "W[65xrmh]",
        ";W[56mhxr]",
        "w[xrmh]",
    ],
)
def test_a_play_is_read_in_every_spelling(text: str) -> None:
    """GNU Backgammon, eXtreme Gammon, FIBS, UBGI and SGF, with dice or without."""
    assert str(read_play(_opening("6-5"), text)) == "24/18 13/8"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("13/7(2) 8/2(2)", "13/7(2) 8/2(2)"),
        ("13/7x2 8/2 x2", "13/7(2) 8/2(2)"),
        ("13/7 (2) 8/2*(2)", "13/7(2) 8/2(2)"),
        ("13/7(x2), 8/2(2)*", "13/7(2) 8/2(2)"),
        ("13 7 (2) 8 2 (2)", "13/7(2) 8/2(2)"),
        ("13/7\u00d72 8/2\u00d72", "13/7(2) 8/2(2)"),
        ("13-7-1 13/7 8/2", "13/1 13/7 8/2"),
    ],
)
def test_a_number_behind_a_move_repeats_it(text: str, canonical: str) -> None:
    """In brackets or behind a cross, with a star before or after."""
    assert str(read_play(_plays("13:2 8:2 6:11 / 1:15", "6-6"), text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["bar/22*/16*", "25/16", "b/22 22/16", "m b 22 22 16", "BAR-22-16", "\u0431\u0430\u0440/22/16", "b:22:16", "yvvp"],
)
def test_the_bar_has_many_names(text: str) -> None:
    """FIBS shortens it to a letter."""
    assert str(read_play(_plays(ENTERING, "6-3"), text)) == "bar/22*/16*"


@pytest.mark.parametrize(
    "text", ["6/off 5/off", "6/0 5/o", "m 6-o 5-off", "6/aus 5/Aus", "6 off 5 0", "fzez", "65fzez"]
)
def test_off_has_many_names(text: str) -> None:
    """Nought among them."""
    assert str(read_play(_plays(BEARING_OFF, "6-5"), text)) == "6/off 5/off"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "Passes",
        "dance",
        "(no play)",
        "no move",
        "Cannot Move",
        "can't move",
        "can\u2019t move",
        "pass.",
    ],
)
def test_there_are_many_words_for_the_empty_play(text: str) -> None:
    """Or none."""
    assert read_play(_plays(DANCING, "6-6"), text).is_pass


@pytest.mark.parametrize("text", ["-", "--", "---", "\u2014", "66:", "66: (no play)", "W[66]"])
def test_a_dash_or_dice_alone_are_the_empty_play(text: str) -> None:
    """As in match records, and as SGF has it."""
    assert read_play(_plays(DANCING, "6-6"), text).is_pass


@pytest.mark.parametrize("text", ["kopf/13", "HEAD/18/13", "\u0433\u043e\u043b\u043e\u0432\u0430-18 18-13", "Kopf 13"])
def test_the_head_is_a_point_of_its_name(text: str) -> None:
    """From the limit on departures of the variant, whatever that is called."""
    assert str(read_play(_opening("6-5", LONG_NARDY), text)) == "24/13"
    assert (
        str(read_play(_opening("6-5", LONG_NARDY), text.replace("18", "7").replace("13", "12"), numbering="up"))
        == "24/13"
    )


def test_a_game_without_one_single_start_has_no_head() -> None:
    """The head is the point that few may leave, or where all checkers begin; else the word is refused."""
    with pytest.raises(NotationError, match="no point of this game is a head"):
        read_play(_opening("6-5"), "head/18")
    heads = {spec.name: head_of(spec, 0) for spec in (*GAMES, *RULES)}
    assert heads["tabula-like"] is heads["two-reserves"] is None
    assert heads["long12"] == 12
    free = LONG_NARDY.with_rules({"head.limit": "none"})
    assert head_of(free, 1) == 24
    stem = (*BACKGAMMON.regions, Region("stem", 13, 13))
    limited = attrs.evolve(BACKGAMMON, regions=stem, departure=Departure((Limit("stem"),)))
    assert str(read_play(_opening("6-5", limited), "24/18 head/8")) == "24/18 13/8"


def test_on_fibs_one_of_the_players_counts_up() -> None:
    """The direction of the player decides; the host says it with the numbering."""
    plays = _plays(ENTERING, "6-3")
    assert str(read_play(plays, "m bar-3 3-9", numbering="up")) == "bar/22*/16*"
    assert str(read_play(plays, "0/9", numbering="up")) == "bar/22*/16*"
    assert str(read_play(_plays(BEARING_OFF, "6-5"), "m 19-off 20-25", numbering="up")) == "6/off 5/off"


@pytest.mark.parametrize("side", [0, 1])
def test_the_letters_of_sgf_are_points_of_the_board(side: int) -> None:
    """The same play is written by other letters for the other player, and read for the player to move only."""
    plays = _opening("3-1", side=side)
    texts = ["W[31hefe]", "B[31qtst]"]
    assert str(read_play(plays, texts[side])) == "8/5 6/5"
    with pytest.raises(NotationError, match=r"this is a play of [WB], and [WB] is to play"):
        read_play(plays, texts[1 - side])


def test_every_play_of_real_sgf_files_is_that_of_the_other_file() -> None:
    """GNU Backgammon has written these games as SGF and as text."""
    position, count = BACKGAMMON.start, 0
    for line in (DATA / "gnubg_sgf.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            position = BACKGAMMON.start
            continue
        node, text = line.split("\t")
        side = "WB".index(node[0])
        plays = legal_plays(BACKGAMMON, position, side, Roll(int(node[2]), int(node[3])))
        play = read_play(plays, node)
        assert play == read_play(plays, text)
        assert sorted(write_play(plays, play, "sgf")[4:-1]) == sorted(node[4:-1])
        position, count = play.result, count + 1
    assert count > 600


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("64: 24/18 13/8", "this is a play for 6-4, and 6-5 is to be played"),
        ("W[64xrmh]", "this is a play for 6-4, and 6-5 is to be played"),
        ("xrm", "'xrm' is no move"),
        ("jump", "'jump' is no move"),
        ("pass/18", "'/18' is no move"),
        ("head", "'head' is no move"),
        ("move", "'move' is no move"),
        ("24", "'24' is no move"),
        ("24 13/8", "'24' is no move"),
        ("24 18 13", "'13' is no move"),
        ("(2)", r"'\(2\)' is no move"),
        ("13/8(2)(2)", "is no move"),
        ("13/8(2) x2", "'x2' is no move"),
        ("24x2 18", "'24x2' is no move"),
        ("2\uff14/18", "is no move; numbers are written with the digits 0 to 9"),
        ("24/1\u00b2", "is no move; numbers are written with the digits 0 to 9"),
        ("24 \u00b2", "is no move; numbers are written with the digits 0 to 9"),
        ("24/\u2167", "is no move; numbers are written with the digits 0 to 9"),
        ("24\uff0f18", "is no move"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_word(text: str, reason: str) -> None:
    """Neither dice nor sides nor digits of other scripts are guessed."""
    with pytest.raises(NotationError, match=reason):
        read_play(_opening("6-5"), text)


def test_sgf_is_for_its_own_board() -> None:
    """A node of SGF is told so elsewhere; letters alone are no move there."""
    plays = _opening("6-5", LONG_NARDY)
    with pytest.raises(NotationError, match="the letters of SGF are for a board of 24 points"):
        read_play(plays, "W[65xrrm]")
    with pytest.raises(NotationError, match="'xrrm' is no move"):
        read_play(plays, "xrrm")


def test_an_answer_is_a_play_or_candidates_or_a_verdict_or_an_error() -> None:
    """As a value: nothing is raised, and hosts tell them apart by their class."""
    plays = _plays(TWO_BLOTS, "5-1")
    play, several = parse_play(plays, "24/23/18"), parse_play(plays, "24/18")
    assert isinstance(play, Play)
    assert isinstance(several, tuple)
    assert {str(found) for found in several} == {"24/23*/18", "24/19*/18"}
    assert play in several
    verdict, error = parse_play(plays, "24/17"), parse_play(plays, "24/")
    assert isinstance(verdict, Verdict)
    assert (verdict.ok, verdict.rule, verdict.parameters["text"]) == (False, "dice.not-left", "24/17")
    assert isinstance(error, NotationError)
    assert error.text == "24/"


# -- Step by step ------------------------------------------------------------------------------------------------------


def test_a_turn_can_be_typed_step_by_step() -> None:
    """Each text adds its steps, in any spelling; a host that left targets out gets them."""
    plays = _plays(ENTERING, "6-3")
    begun = read_steps(plays, [], "b-22")
    assert begun == (Step(25, 3),)
    assert read_steps(plays, begun, "22:16") == read_steps(plays, [Step(25, 3)], "22/16*") == (Step(25, 3), Step(22, 6))
    assert [step.target for step in read_steps(plays, [Step(25, 3)], "13/7")] == [22, 7]


def test_a_text_that_adds_no_legal_step_is_refused_with_the_rule() -> None:
    """The steps before it count; nothing is guessed here either."""
    plays = _plays(ENTERING, "6-3")
    with pytest.raises(RuleError, match=r"entry.first"):
        read_steps(plays, [], "13/7")
    with pytest.raises(RuleError, match=r"dice.not-left\]: 6-3 does not make 13/10"):
        read_steps(plays, [Step(25, 3)], "13/10")
    with pytest.raises(NotationError, match="this adds no step"):
        read_steps(plays, [Step(25, 3)], "pass")
    with pytest.raises(NotationError, match="several ways") as refused:
        read_steps(_plays(TWO_BLOTS, "5-1"), [], "24/18")
    assert len(refused.value.candidates) == 2


def test_a_person_at_the_terminal_types_any_spelling(capsys: pytest.CaptureFixture[str]) -> None:
    """A part of a play or all of it; what is refused is told in a line, and the turn goes on."""
    answers = iter(["m 24-18", "18-14", "jump", "undo", "64: 13/7 13/8", "65: 13-8; 24 18", "ok"])
    game = Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(6, 5))
    play = Person(read=lambda prompt, patience_s: next(answers)).play(game)
    assert str(play) == "24/18 13/8"
    shown = capsys.readouterr().out
    assert "illegal [dice.not-left]: 6-5 does not make 18-14; legal is, for example, 24/13" in shown
    assert "cannot read 'jump': 'jump' is no move" in shown
    assert "this is a play for 6-4, and 6-5 is to be played" in shown


# -- Writing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spelling", "entering", "doubles", "off", "dance"),
    [
        ("gnu", "bar/22*/16*", "13/7(2) 8/2(2)", "6/off 5/off", "cannot move"),
        ("xg", "Bar/22*/16*", "13/7(2) 8/2(2)", "6/Off 5/Off", "Cannot Move"),
        ("ubgi", "bar/22 22/16", "13/7 13/7 8/2 8/2", "6/off 5/off", ""),
        ("fibs", "m bar-22 22-16", "m 13-7 13-7 8-2 8-2", "m 6-off 5-off", ""),
        ("sgf", "B[63ycci]", "B[66lrlrqwqw]", "B[65sztz]", "B[66]"),
    ],
)
def test_each_program_has_its_own_spelling(
    spelling: Spelling, entering: str, doubles: str, off: str, dance: str
) -> None:
    """Of a hit on entering, of equal moves, of bearing off, and of a dance."""
    shown = [(ENTERING, "6-3", entering), ("13:2 8:2 6:11 / 1:15", "6-6", doubles), (BEARING_OFF, "6-5", off)]
    for position, roll, text in [*shown, (DANCING, "6-6", dance)]:
        plays = _plays(position, roll, side=1)
        assert write_play(plays, read_play(plays, text), spelling) == text


def test_only_a_command_to_fibs_counts_up() -> None:
    """Every other play text counts pips to go."""
    plays = _plays(ENTERING, "6-3")
    play = read_play(plays, "bar/16")
    assert write_play(plays, play, "fibs", numbering="up") == "m bar-3 3-9"
    assert read_play(plays, "m bar-3 3-9", numbering="up") == play
    for spelling in SPELLINGS:
        if spelling != "fibs":
            with pytest.raises(ValueError, match="every play text counts pips to go"):
                write_play(plays, play, spelling, numbering="up")


def test_a_spelling_that_cannot_tell_a_play_is_refused() -> None:
    """FIBS and SGF know one board; UBGI has no word for a hand; and a spelling must be one."""
    nardy, tabula = _opening("6-5", LONG_NARDY), _opening("6-5-4", GAMES[1])
    hit_or_pin = next(spec for spec in HOOKS if spec.name == "hit-or-pin")
    choosing = _opening("6-5", hit_or_pin)
    for plays, spelling, why in [
        (nardy, "fibs", "FIBS knows a board of 24 points.* no board like that of long-nardy"),
        (nardy, "sgf", "SGF knows a board of 24 points"),
        (tabula, "ubgi", "no reserve but a bar"),
        (choosing, "ubgi", "no choice whether to hit"),
        (nardy, "ubig", "'ubig' is no spelling; choose one of gnu, .*; did you mean ubgi"),
    ]:
        with pytest.raises(ValueError, match=why):
            write_play(plays, plays[0], cast(Spelling, spelling))


def _walk(spec: VariantSpec, number: int) -> Iterator[Plays]:
    """The plays of so many positions of random games; both seats come to move."""
    games = (
        game
        for seed in itertools.count(1)
        for game in play_on(
            Game.start(spec),
            [RandomBot(Stream(seed, 1, lane)) for lane in range(1, spec.players + 1)],
            SeededDice(seed),
        )
    )
    return itertools.islice((game.plays for game in games if game.phase is Phase.MOVING and game.stages), number)


_SHARES = dict.fromkeys((*GAMES, *RULES, *HOOKS), 0.005) | {LONG_NARDY: 0.45}
_SPELT: dict[VariantSpec, tuple[Spelling, ...]] = {BACKGAMMON: SPELLINGS, LONG_NARDY: ("gnu", "xg", "ubgi")}


def test_every_play_of_random_positions_is_read_back_in_every_spelling_that_we_write() -> None:
    """Of backgammon, of Long Nardy and of the test variants, as far as a spelling knows the board."""
    shares = {**_SHARES, BACKGAMMON: 1 - sum(_SHARES.values())}
    seats, written, positions = set(), dict.fromkeys(SPELLINGS, 0), 0
    for spec, share in shares.items():
        for plays in _walk(spec, round(POSITIONS * share)):
            positions += 1
            seats.add((spec.name, plays.side))
            for spelling in _SPELT.get(spec, ("gnu", "xg")):
                texts = [write_play(plays, play, spelling) for play in plays]
                assert [read_play(plays, text) for text in texts] == list(plays), f"{spec.name}: {texts}"
                written[spelling] += len(texts)
    assert positions >= 0.9 * POSITIONS
    assert {(name, side) for name in ("backgammon", "long-nardy") for side in (0, 1)} <= seats
    assert all(number > 5 * POSITIONS for number in written.values())


# -- The letters of SGF ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
def test_every_place_has_its_letter_and_back(side: int) -> None:
    """Twenty-six of them."""
    places = ["off", *range(1, 25), "bar"]
    assert [sgf_place(sgf_letter(place, side), side) for place in places] == places
    assert len({sgf_letter(place, side) for place in places}) == 26
    assert sgf_letter(25, side) == sgf_letter("bar", side) == "y"
    assert sgf_letters([("bar", 18), (18, 0)], side) == sgf_letters([(25, 18), (18, "off")], side)


def test_letters_that_are_none_are_refused() -> None:
    """And places that SGF does not know."""
    assert sgf_moves("", 0) == ()
    assert sgf_moves("hefe", 0) == (Move(8, (5,), (False,)), Move(6, (5,), (False,)))
    for letters in ("hef", "he f", "HEFE", "h\u00e9fe"):
        with pytest.raises(NotationError, match="pairs of letters from a to z"):
            sgf_moves(letters, 0)
    for place in ("hand", 26, -1):
        with pytest.raises(ValueError, match="SGF has no letter for"):
            sgf_letter(place, 0)
    for letter in ("", "ab", "1"):
        with pytest.raises(ValueError, match="is no letter of SGF"):
            sgf_place(letter, 0)


# -- Anything ----------------------------------------------------------------------------------------------------------

_SEEN = (
    _opening("6-5"),
    _opening("3-3", LONG_NARDY),
    _plays(ENTERING, "6-3", side=1),
    _plays(DANCING, "6-6"),
    _plays(TWO_BLOTS, "5-1"),
)
_SCRAPS = [
    "24/18",
    "13-8",
    "bar",
    "off",
    "6",
    "5",
    " ",
    "/",
    "-",
    ":",
    "*",
    "(2)",
    "x2",
    "65:",
    "kopf",
    "W[65",
    "xr",
    "]",
]
_ANYTHING = st.text(max_size=30) | st.lists(st.sampled_from([*_SCRAPS, "pass", "--", "m ", ";"]), max_size=12).map(
    "".join
)


@given(st.sampled_from(_SEEN), _ANYTHING, st.sampled_from(["down", "up"]))
def test_any_text_has_an_answer(plays: Plays, text: str, numbering: Numbering) -> None:
    """A play of the list, candidates of the list, a verdict that says no, or an error that keeps the text."""
    match parse_play(plays, text, numbering=numbering):
        case Play() as play:
            assert play in plays
        case Verdict() as verdict:
            assert not verdict.ok
            assert verdict.text
        case NotationError() as error:
            assert error.text == text
        case candidates:
            assert len(set(candidates)) >= 2
            assert all(play in plays for play in candidates)


@pytest.mark.parametrize(
    "scrap", ["24/23 ", "24/23", "24/", "2", " ", "-", "x2", "(", "xr", "bar", "24 ", "pass ", "m ", "65:", "no "]
)
def test_a_very_long_text_is_answered_at_once(scrap: str) -> None:
    """However it repeats itself."""
    plays = _opening("2-2")
    begin = time.perf_counter()
    answer = parse_play(plays, scrap * (10_000 // len(scrap)))
    assert time.perf_counter() - begin < 1
    assert isinstance(answer, Verdict | NotationError)
    assert len(answer.text if isinstance(answer, Verdict) else answer.reason) < 300
