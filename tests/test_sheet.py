"""The rule sheet: its numbers are the known ones, both flagships have their rules, and it looks as it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
import yaml
from attrs import evolve

from case_tools import DATA
from raceboard import Ruleset, rule_sheet
from raceboard.cli.main import main
from raceboard.messages import LANGUAGES, speaking
from raceboard.pictures.shapes import STYLE
from raceboard.sheet import SECTIONS
from raceboard.sheet.blocks import Facts
from raceboard.sheet.counted import Entry, entries, hits, one_off, openings, two_off
from raceboard.spec import (
    Landing,
    VariantSpec,
)
from sheet_tools import BACKGAMMON, EVERYTHING, NARDY, REGISTRY, TABLES, grids, sentences
from variants_for_tests import (
    BLOCK3,
    CAPS,
    LAST_TURN,
    LOOP4,
    NANNON_LIKE,
    RULES,
    SAFE,
    TWO_RESERVES,
    UR_LIKE,
)

# -- The numbers -------------------------------------------------------------------------------------------------------

_CONSTANTS = yaml.safe_load((DATA / "constants.yaml").read_text(encoding="utf-8"))
STARTS = {
    "backgammon": _CONSTANTS["legal_plays_from_start"]["per_roll"],
    "hypergammon": _CONSTANTS["legal_plays_hyper_start"]["per_roll"],
    "nackgammon": _CONSTANTS["legal_plays_nackgammon_start"]["per_roll"],
    "long-nardy": _CONSTANTS["legal_plays_long_nardy_first_turn"]["per_roll"],
}


def test_the_hit_table_has_the_published_numbers() -> None:
    """Direct shots, combinations and doubles, at each distance up to the bar."""
    assert dict(hits(BACKGAMMON)) == _CONSTANTS["hits_by_distance"]["rolls_of_36"]


def test_the_entry_table_has_the_published_numbers() -> None:
    """One checker, both of two, and none of two, against each number of closed points."""
    known = {
        closed: Entry(closed, row["one_man_enters_of_36"], row["two_men_both_enter_of_36"], row["two_men_none_of_36"])
        for closed, row in _CONSTANTS["bar_entry"]["closed_points"].items()
    }
    assert {one.closed: one for one in entries(BACKGAMMON)} == known
    assert [one.closed for one in entries(REGISTRY.variant("hypergammon"))] == [0, 1]  # three checkers close no more


@pytest.mark.parametrize("spec", [BACKGAMMON, NARDY], ids=lambda spec: spec.name)
def test_the_bear_off_table_has_the_published_numbers(spec: VariantSpec) -> None:
    """One checker, and each pair of two."""
    known = _CONSTANTS["bear_off_in_one_roll"]
    assert dict(one_off(spec)) == known["one_man"]
    assert {f"{high}-{low}": throws for (high, low), throws in two_off(spec).items()} == known["two_men"]


@pytest.mark.parametrize("name", STARTS)
def test_the_table_of_first_turns_has_the_known_numbers(name: str) -> None:
    """By roll, for the player who begins as for the other one."""
    for starter in (True, False):
        found = openings(REGISTRY.variant(name), starter=starter)
        assert {"".join(map(str, roll)): plays for roll, plays in found} == STARTS[name]


def test_tables_are_counted_by_the_rules_of_the_table() -> None:
    """Three checkers to a closed point, safe points, exact dice and a head rule show in the numbers."""
    assert [one.closed for one in entries(BLOCK3)] == [0, 1]  # five checkers close one point of three, or two of two
    assert [one.closed for one in entries(RULES[0])] == [0, 1, 2]
    exact = BACKGAMMON.with_rules({"bear_off.overshoot": "exact"})
    assert dict(one_off(exact))[1] == 11
    second = NARDY.with_rules({"head.first.who": "second"})
    assert dict(openings(second, starter=True)) != dict(openings(second, starter=False))
    assert len(grids(rule_sheet(second), "counted")) == 2  # who begins can have no double, so nothing differs
    captions = [grid.caption for grid in grids(rule_sheet(second.with_rules({"opening.mode": "fixed"})), "counted")]
    assert sum("first turn of" in caption for caption in captions) == 2
    assert hits(NARDY) == ()
    assert entries(NARDY) == ()
    assert one_off(LOOP4) == ()


def test_the_numbers_stand_in_the_sheet() -> None:
    """In the order of the distances, the closed points and the dice."""
    distance, entry, off, plays = grids(rule_sheet(TABLES["usbgf-match"]), "counted")
    assert distance.head[:4] == ("Distance", "1", "2", "3")
    assert distance.rows[0][:7] == ("Throws", "11", "12", "14", "15", "15", "17")
    assert entry.rows[3] == ("3", "27", "75", "9", "9")
    assert off.rows[5] == ("6", "27", "15", "13", "10", "8", "6", "4")
    assert plays.rows[2] == ("3", "16", "17", "73", "", "", "")


# -- What the sheets of both flagships say -----------------------------------------------------------------------------


def test_the_sheet_of_a_nardy_table_has_its_rules() -> None:
    """The head, the wall, the closed points, the way round, the idle minutes."""
    sheet = rule_sheet(TABLES["nardy-online"])
    moving = sentences(sheet, "moving")
    assert "At most 1 checker may be taken from the head in a turn." in moving
    assert "In a player's first turn, 2 checkers may be taken with 3-3, 4-4, 6-6." in moving
    assert any(one.startswith("A wall of 6 own points in a row may stand only if an opposing") for one in moving)
    assert any("nothing is ever hit" in one for one in moving)
    board = sentences(sheet, "board")
    assert board[0].startswith("Points are numbered along each player's own way: 1 is its first point, 24 the last.")
    assert "White moves along the top row to the left, then along the bottom row to the right." in board
    assert "Black moves along the bottom row to the right, then along the top row to the left." in board
    assert "Start of each player, points with their checkers: 1 (15)." in board
    assert "Parts of each player's own way: home (points 19-24); head (point 1)." in board
    assert sentences(sheet, "forfeit")[0] == "A player who is idle for 300 seconds loses."
    (levels,) = grids(sheet, "worth")
    assert [row[:2] for row in levels.rows] == [("oyn", "1"), ("mars", "1")]
    assert sentences(sheet, "worth") == ("Higher wins count no more than this one: oyn.",)
    assert sentences(sheet, "cube") == ("This table plays without a doubling cube.",)
    assert "hit" not in "".join(grid.caption for grid in grids(sheet, "counted"))


def test_the_sheet_of_a_backgammon_match_has_its_rules() -> None:
    """The bar, the cube with the Crawford rule, what counts as a backgammon, the clock, the conduct."""
    sheet = rule_sheet(TABLES["usbgf-match"])
    moving = sentences(sheet, "moving")
    assert "A checker on the bar enters with a die: 1 leads to point 24, 6 to point 19." in moving
    assert "Nothing else moves while an own checker is on the bar." in moving
    assert "Black moves along the bottom row to the left, then along the top row to the right." in sentences(
        sheet, "board"
    )
    (levels,) = grids(sheet, "worth")
    assert levels.rows[2] == (
        "backgammon",
        "3",
        "the loser has no checker borne off, and at least 1 checker on the bar or at least 1 checker in the"
        " winner's home",
    )
    cube = sentences(sheet, "cube")
    assert any(one.startswith("Crawford rule: ") for one in cube)
    assert cube[-1] == "Not in force at this table: a limit of the cube, Holland rule."
    assert not any("Jacoby" in one or "aver" in one for one in cube)
    assert "The delay is 12 seconds in each segment." in sentences(sheet, "clock")
    assert "A turn ends when the player presses the clock." in sentences(sheet, "table")
    about = sheet.section("about")
    assert about is not None
    facts = about.blocks[0]
    assert isinstance(facts, Facts)
    assert ("Ruleset", "USBGF tournament match (usbgf-match)") in facts.rows
    assert ("Digest", TABLES["usbgf-match"].digest[:16]) in facts.rows


def test_rules_that_few_variants_have_are_told() -> None:
    """Safe regions, caps, several reserves, a last turn, throwing again, a ranking, and what is in code."""
    assert "Here one checker is enough to close its point to all others: home (points 1-4)." in sentences(
        rule_sheet(SAFE), "moving"
    )
    assert sentences(rule_sheet(BLOCK3), "moving")[1:3] == (
        "A point is closed where an opponent has 3 checkers or more.",
        "Up to 2 opposing checkers on a point are hit and put on the bar.",
    )
    safe = evolve(BLOCK3, landing=Landing(safe=("middle",)))
    assert sentences(rule_sheet(safe), "board")[-1].endswith("way: home (points 1-4); middle (points 5-8).")
    assert "At most 2 own checkers may stand on a point here: first quarter (points 10-12)." in sentences(
        rule_sheet(CAPS), "moving"
    )
    assert sentences(rule_sheet(UR_LIKE), "board")[-1].endswith("way: the whole way (points 1-14); rosette (point 7).")
    assert "A checker in hand enters only with: 1-3." in sentences(rule_sheet(TWO_RESERVES), "moving")
    assert "A checker in hand enters on point 28." in sentences(rule_sheet(LOOP4), "moving")
    assert "The player throws once more when a die shows one of 6." in sentences(rule_sheet(LOOP4), "turn")
    assert "The game ends when 3 players have reached this; they are ranked in that order." in sentences(
        rule_sheet(LOOP4), "object"
    )
    assert len(sentences(rule_sheet(LAST_TURN), "object")) == 4
    (own,) = grids(rule_sheet(NANNON_LIKE), "own")
    assert own.rows == (("meeting an opponent", "A checker with a friend on the next point cannot be hit."),)


def test_who_plays_with_more_than_two_cannot_resign() -> None:
    """The sheet says so whatever the ruleset has."""
    rules = Ruleset.of(LOOP4, "casual", {"resign": {"mode": "offer"}})
    assert sentences(rule_sheet(rules), "resign") == ("Nobody may resign.",)


def test_a_series_counts_a_draw_nothing() -> None:
    """Points of a draw are for tables that count points."""
    drawn = NARDY.with_rules({"last_turn.draw_points": 1})
    assert "A drawn game counts 1 point for each player." in sentences(rule_sheet(drawn), "object")
    casual = Ruleset.of(NARDY, "casual", {"rules": {"last_turn.draw_points": 1}})
    assert "A drawn game counts 0 points for each player." in sentences(rule_sheet(casual), "object")


# -- How it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_can_be_written_in_every_language(language: str) -> None:
    """All shipped variants and rulesets and all test variants, as text and as a well-formed page."""
    for played in EVERYTHING:
        english = rule_sheet(played)
        with speaking(language):
            text, page = english.text(), english.html()
            shape = [(section.name, len(section.blocks)) for section in english.sections]
        assert shape == [(section.name, len(section.blocks)) for section in english.sections]
        assert not re.search(r"sheet\.|[{}]", text)
        root = Xml.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
        assert root.get("lang") == language
        assert (root.findtext(".//{http://www.w3.org/1999/xhtml}h1") or "?") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_not_mixed_with_another(language: str) -> None:
    """What a player reads in German or Russian has none of the English sentences."""
    english = {
        block for name in ("nardy-online", "usbgf-match", "money-jacoby-beavers") for block in _all(TABLES[name])
    }
    with speaking(language):
        other = {
            block for name in ("nardy-online", "usbgf-match", "money-jacoby-beavers") for block in _all(TABLES[name])
        }
    assert (english & other == set()) is (language != "en")


def _all(rules: Ruleset) -> Iterator[str]:
    for name in SECTIONS:
        yield from sentences(rule_sheet(rules), name)


def test_text_is_wrapped_to_the_width() -> None:
    """All but the board, at any width."""
    sheet = rule_sheet(TABLES["usbgf-match"])
    for width in (72, 92):
        lines = sheet.text(width=width).splitlines()
        assert max(map(len, lines)) <= width
    assert sheet.text(width=72) != sheet.text(width=92)
    assert str(sheet) == sheet.text()
    assert sheet.text(unicode=False).isascii()


def test_the_page_stands_alone_and_is_for_paper() -> None:
    """A4, a title, headings in order, nothing from elsewhere, and the same sentences as the text."""
    sheet = rule_sheet(TABLES["usbgf-match"])
    page = sheet.html()
    assert "@page{size:A4" in page
    assert "<title>Rules of Backgammon: USBGF tournament match</title>" in page
    assert re.findall(r"<h[1-6]", page) == ["<h1", *["<h2"] * (len(sheet.sections) - 1)]
    addresses = set(re.findall(r"[a-z]+://[^\"' )]+", page))
    assert addresses <= {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|script|img|iframe)|@import|url\(", page)
    told = " ".join(Xml.fromstring(page.removeprefix("<!DOCTYPE html>\n")).itertext())
    for name in SECTIONS:
        for sentence in sentences(sheet, name):
            assert sentence in told


def test_names_from_outside_cannot_break_the_page() -> None:
    """A title is text, whatever stands in it."""
    rules = Ruleset.of(evolve(BACKGAMMON, title="<i>C & D</i>"), "casual", title="<b>A & B</b>")
    root = Xml.fromstring(rule_sheet(rules).html().removeprefix("<!DOCTYPE html>\n"))
    assert root.findtext(".//{http://www.w3.org/1999/xhtml}title") == "Rules of <i>C & D</i>: <b>A & B</b>"


def test_the_board_of_the_page_has_no_colours() -> None:
    """Each colour of the picture is painted over in black, white or grey."""
    page = rule_sheet(TABLES["usbgf-match"]).html()
    ink = page[page.rindex("<style>") : page.rindex("</style>")]
    coloured = {
        name
        for names, body in re.findall(r"((?:[.,]rb-[\w.-]+)+)\{([^}]*)\}", STYLE.partition("@media")[0])
        for colour in re.findall("(?:fill|stroke):#([0-9a-f]{6})", body)
        if _tint(colour) > 24
        for name in re.findall(r"rb-[\w-]+", names)
    }
    assert coloured >= {"rb-frame", "rb-point0"}
    assert {name for name in coloured if f".{name}" not in ink} == {"rb-offer"}  # nothing is offered at the start
    assert all(_tint(colour * (2 if len(colour) == 3 else 1)) == 0 for colour in re.findall("#([0-9a-f]+)", ink))


def _tint(colour: str) -> int:
    parts = [int(colour[place : place + 2], 16) for place in (0, 2, 4)]
    return max(parts) - min(parts)


def _corner(x: float, y: float, drawing: str) -> str:
    """In which corner of the board a place is."""
    found = re.search(r'class="rb-field" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawing)
    assert found
    left, top, width, height = map(float, found.groups())
    assert left < x < left + width
    assert top < y < top + height
    return f"{'top' if y < top + height / 2 else 'bottom'} {'left' if x < left + width / 2 else 'right'}"


@pytest.mark.parametrize(
    ("spec", "black"), [(BACKGAMMON, ("bottom right", "top right")), (NARDY, ("bottom left", "top left"))]
)
def test_arrows_on_the_board_show_the_way_of_each_seat(spec: VariantSpec, black: tuple[str, str]) -> None:
    """From the corner where a way begins to the one where it ends; white's is the same in every game."""
    page = rule_sheet(spec).html()
    found = []
    for line, seat in re.findall(r'<g class="rb-way"><path d="([^"]+)"/><circle class="(rb-s\d)"', page):
        start, head = line[1:].split("M")
        begin, end = re.match(r"([\d.]+) ([\d.]+)", start), re.search(r"L([\d.]+) ([\d.]+)L", head)
        assert begin is not None
        assert end is not None
        corners = tuple(_corner(float(place[1]), float(place[2]), page) for place in (begin, end))
        found.append((seat, corners))
    assert found == [("rb-s0", ("top right", "bottom right")), ("rb-s1", black)]


# -- The command -------------------------------------------------------------------------------------------------------


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `raceboard rules` as from a shell: the status, the output, what is complained about."""
    status = main(["rules", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_command_tells_the_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As text, in another language, in ASCII, as a page, of a variant alone."""
    sheet = rule_sheet(TABLES["nardy-online"])
    table = ("long-nardy", "--ruleset", "nardy-online")
    assert command(capsys, *table) == (0, f"{sheet.text()}\n", "")
    assert command(capsys, *table[1:], "--plain") == (0, f"{sheet.text(unicode=False)}\n", "")
    assert command(capsys, "narde") == (0, f"{rule_sheet(NARDY).text()}\n", "")
    with speaking("de"):
        german, page = sheet.text(), sheet.html()
    assert command(capsys, *table, "--lang", "de") == (0, f"{german}\n", "")
    assert command(capsys, *table, "--lang", "de", "--html", "-") == (0, f"{page}\n", "")
    target = tmp_path / "sheet.html"
    assert command(capsys, *table, "--lang", "de", "--html", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == f"{page}\n"
    status, told, _ = command(capsys, "--ruleset", "usbgf-match", "--length", "5")
    assert (status, "Whoever has 5 points first" in told) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "say which rules: a VARIANT or --ruleset NAME"),
        (["backgammon", "--ruleset", "nardy-online"], "plays long-nardy, not backgammon; leave backgammon out"),
        (["backgamon"], "did you mean backgammon?"),
        (["--ruleset", "nardy-onlin"], "did you mean nardy-online?"),
        (["backgammon", "--length", "5"], "give a match ruleset, or leave length out"),
        (["--ruleset", "points-match-no-cube", "--length", "4"], "4 is no length of this match"),
        (["backgammon", "--html", "no/such/folder/sheet.html"], "write it to another place"),
        (["backgammon", "--html", "-", "--plain"], "give one of them"),
    ],
)
def test_the_command_refuses_what_it_cannot_tell(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    """With status 2, a reason and a remedy, and nothing on standard output."""
    status, told, complained = command(capsys, *arguments)
    assert (status, told) == (2, "")
    assert complaint in complained
