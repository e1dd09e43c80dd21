"""A replay checks every play of a record, skips nothing, and goes on after a mistake.

What it makes of cube, points and scores is in `test_replay_judged`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from raceboard import Game, Play, Played, Rolled, SeededDice, VariantSpec
from raceboard.dice import Stream
from raceboard.formats import mat
from raceboard.record import Entry, GameRecord, MatchRecord, Move, RolledPlay, SetUp
from raceboard.replay import replay
from raceboard.report import Ending, GameReport, Report
from raceboard.ruleset import Ruleset
from replay_tools import FILES, INDEX, REGISTRY, report_on
from variants_for_tests import COMPLEMENT, LONG12, LOOP4, NANNON_LIKE, SHORT12, TABULA_LIKE

BACKGAMMON = REGISTRY.variant("backgammon")
LONG_NARDY = REGISTRY.variant("long-nardy")

LONE_GAMES = tuple(f"gnubg_converted/{stem}_g1.gam" for stem in ("g0002", "g0007", "g0013"))

#: The illegal plays of the real records (cases BG078 and BG080): game, ply, line, and the number of legal plays.
ILLEGAL = {
    "gammonview_samples/mat/5nqfGw9bWG3deTaU.mat": {"13: 14/10 13/12": (1, 18, 25, 72)},
    "gammonview_samples/mat/hQ8sVn2LbTdF4wRm.mat": {
        "65: 14/8 15/10 6/8": (2, 36, 71, 11),
        "63: 13/9 13/7": (3, 18, 98, 18),
        "41: 7/1": (3, 27, 104, 7),
    },
    "gammonview_samples/mat/rK7pXm4TqLb9NzWd.mat": {"33: 13/3 7/4": (12, 19, 232, 22)},
}

#: Two checkers left.
_ALMOST_OFF: Mapping[int | str, int] = {1: 2, "off": 13}

HEADING = " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def _game(*rows: str) -> GameReport:
    """The report on a game of these rows, which begin on line 5."""
    return _replayed(mat.read(HEADING + "\n".join(rows))).games[0]


def _replayed(record: MatchRecord, spec: VariantSpec = BACKGAMMON) -> Report:
    """The report on a record, judged as games for money."""
    body = {} if spec.cube else {"cube": "none"}
    return replay(record, Ruleset.of(spec, "money", body, cube_rules=REGISTRY.cube_rules))


def _rules(report: GameReport) -> list[tuple[str, int]]:
    """What was found, and at which ply."""
    return [(finding.rule, finding.ply) for finding in report.findings]


# -- Real records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", INDEX, ids=FILES)
def test_a_replay_finds_what_an_independent_program_found(row: Mapping[str, str]) -> None:
    """Rolls, illegal plays, ends, levels and the cube of a whole match; the index comes from another program."""
    report = report_on(f"{row['source']}/{row['file']}")
    endings = Counter(game.ending for game in report.games)
    finished = [game for game in report.games if game.ending is Ending.FINISHED]
    levels = Counter(game.counted.level for game in finished if game.counted)
    found = {
        "games": len(report.games),
        "plies": report.plies,
        "illegal_plays": len(report.illegal),
        "roll_without_move": sum(finding.rule == "record.unplayed-roll" for finding in report.findings),
        "ended_by_bearoff": endings[Ending.FINISHED],
        "ended_by_pass": endings[Ending.PASSED],
        "ended_otherwise": endings[Ending.RESIGNED] + endings[Ending.UNFINISHED],
        "max_cube": max(game.cube for game in report.games),
        "gammons": levels["gammon"],
        "backgammons": levels["backgammon"],
    }
    assert {key: row[key] for key in found} == {key: str(value) for key, value in found.items()}


@pytest.mark.parametrize("file", [*FILES, *LONE_GAMES])
def test_all_of_a_real_record_is_checked_and_only_known_oddities_are_found(file: str) -> None:
    """One statement of a result stands in the wrong column, two are absurd; the rest are known oddities of play."""
    report = report_on(file)
    odd = {
        "bglab_online/g0005.txt": [("result.points", "Wins 4016 point")],
        "bglab_online/g0015.txt": [("result.winner", "Losses 1 point")],
        "bglab_online/g0092.txt": [("result.points", "Wins 4016 point")],
    }
    usual = ("play.not-legal", "record.unplayed-roll")
    found = [(finding.rule, finding.said.text) for finding in report.findings if finding.said]
    assert all(game.is_checked for game in report.games)
    assert [pair for pair in found if pair[0] not in usual] == odd.get(file, [])


@pytest.mark.parametrize("file", ILLEGAL)
def test_an_illegal_play_of_a_real_record_is_told_with_its_place_and_the_legal_plays(file: str) -> None:
    """None is skipped, and the plays after it are still checked (cases BG078, BG080)."""
    found = {
        finding.said.text: (finding.game, finding.ply, finding.said.line, len(finding.legal))
        for finding in report_on(file).illegal
        if finding.said
    }
    assert found == ILLEGAL[file]


# -- Mistakes ----------------------------------------------------------------------------------------------------------


def test_an_illegal_play_is_made_as_it_is_written_and_the_game_goes_on() -> None:
    """Five pips with 3-1, and a hit with the wrong dice: what follows is legal only on the board that they leave."""
    report = _game(
        "  1) 31: 24/20 6/5               61: 24/20*",
        "  2) 41: bar/21 6/5*             65: bar/20*/14",
    )
    assert _rules(report) == [("play.not-legal", 1), ("play.not-legal", 2)]
    assert (report.plies, report.is_checked, report.ending) == (4, True, Ending.UNFINISHED)


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("8/1", "the game cannot go on after it; 1 is held by black"),
        ("23/22 6/5", "the game cannot go on after it; 23 is empty"),
        ("bar/22 6/5", "the game cannot go on after it; bar is empty"),
    ],
)
def test_a_play_that_the_board_does_not_allow_at_all_stops_the_game_and_says_so(play: str, why: str) -> None:
    """The illegal play is reported, and that the rest is not checked; the stated end is still read."""
    report = _game(f"  1) 31: {play}                    61: 24/1", "  2)                             Resigns")
    assert _rules(report) == [("play.not-legal", 1), ("replay.stopped", 1)]
    assert report.findings[1].why == f"not checked from here on: {why}"
    assert (report.is_checked, report.plies) == (False, 2)
    assert (report.ending, report.winner) == (Ending.RESIGNED, 0)


def test_a_finding_is_one_line_with_its_place_the_play_and_some_legal_plays() -> None:
    """For people."""
    (finding,) = _game("  1)                             65: 24/14").findings
    assert str(finding) == (
        "game 1, ply 1, line 5: black 65: 24/14 [play.not-legal]: not a legal play; "
        "7 legal: 24/13, 24/18 13/8, 13/8 13/7, 24/18 8/3, 13/7 8/3, ..."
    )


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ("31:", "play.not-legal"),
        ("31: 8/5 6/5 24/23", "play.not-legal"),
        ("33: 8/5(2) 6/3(2)", "opening.double"),
        ("31: ????", "record.unplayed-roll"),
        ("31: 8/5 6/", "record.unreadable"),
    ],
)
def test_every_oddity_of_an_entry_is_reported(row: str, rule: str) -> None:
    """A dance that is none, a step too many, a double that decides no opening, a roll without a play, an odd cell."""
    report = _game(f"  1) {row}")
    assert [finding.rule for finding in report.findings] == [rule]
    assert report.findings[0].said
    assert report.findings[0].said.text == row


def test_a_side_that_throws_twice_is_reported_and_its_play_is_checked() -> None:
    """An entry of the other side is missing."""
    report = _game("  1) 31: 8/5 6/5                 21: ????", "  2) 31: 8/5 6/5", "  3) 66: 24/18(2) 13/7(3)")
    assert _rules(report) == [
        ("record.unplayed-roll", 2),
        ("turn.not-your-turn", 3),
        ("turn.not-your-turn", 4),
        ("play.not-legal", 4),
    ]


@pytest.mark.parametrize(("end", "ending"), [("Drops", Ending.PASSED), ("Resigns", Ending.RESIGNED)])
def test_what_follows_the_end_of_a_game_is_reported(end: str, ending: Ending) -> None:
    """And not played."""
    report = _game("  1) 31: 8/5 6/5                 Doubles => 2", f"  2)  {end}                        66: 24/18(2)")
    assert _rules(report) == [("turn.game-over", 2)]
    assert (report.ending, report.winner) == (ending, 1)


def test_a_play_after_the_last_checker_is_reported() -> None:
    """A game ends by the rules, not by the record."""
    spec = evolve(BACKGAMMON, setup=(_ALMOST_OFF, {13: 15}))
    report = _replayed(mat.read(f"{HEADING}  1) 31: 1/off(2)      31: 24/20"), spec).games[0]
    assert _rules(report) == [("turn.game-over", 2)]
    assert (report.ending, report.winner, report.points) == (Ending.FINISHED, 0, 2)


def test_a_play_that_leaves_a_hit_open_is_read_one_way_and_reported() -> None:
    """Nothing is guessed in silence."""
    spec = evolve(BACKGAMMON, setup=({24: 1, 6: 14}, {20: 13, 6: 1, 2: 1}))
    (finding,) = _replayed(mat.read(f"{HEADING}  1) 51: 24/18"), spec).findings
    assert (finding.rule, finding.why) == ("play.ambiguous", "read as 24/19*/18; 24/23*/18 fits as well")


def test_a_game_from_a_set_up_position_is_played_from_there() -> None:
    """With the cube that lay there: a double is for twice its value."""
    rows = "; Set Pos=aa----E-C---eE---c-e----B-/1\n  1)                             31: 25/21\n  2) Doubles => 4"
    (game,) = _replayed(mat.read(HEADING + rows)).games
    assert [finding.rule for finding in game.findings] == ["cube.cube-not-yours"]
    assert (game.plies, game.is_checked, game.cube) == (1, True, 2)


def test_who_was_on_roll_is_known_without_a_position_too() -> None:
    """Then the game begins in the position of the variant, and no opening decides: equal dice are no mistake."""
    record = mat.read(f"{HEADING}  1)                             66: 24/18(2) 13/7(2)")
    told = evolve(record, games=(evolve(record.games[0], start=SetUp(on_roll=1)),))
    assert [_rules(*_replayed(one).games) for one in (record, told)] == [[("opening.double", 1)], []]


def test_a_cube_that_shows_nothing_is_no_set_up() -> None:
    """Its value would be nothing at all, doubled or not."""
    record = mat.read(f"{HEADING}  1) 31: 8/5 6/5")
    (game,) = _replayed(evolve(record, games=(evolve(record.games[0], start=SetUp(cube=0)),))).games
    assert [finding.rule for finding in game.findings] == ["replay.stopped"]
    assert "a cube shows 1 at least, not 0" in game.findings[0].why


def test_a_game_from_a_position_that_cannot_be_read_is_refused_by_name_and_the_others_are_replayed() -> None:
    """Nobody can check plays on an unknown board."""
    rows = "; Set Pos=nowhere\n  1) 31: 1/2\n Game 2\n Ann : 0    Bob : 0\n  1) 31: 8/1"
    first, second = _replayed(mat.read(HEADING + rows)).games
    assert [str(finding).partition("; ")[0] for finding in first.findings] == [
        "game 1, ply 0 [replay.stopped]: not checked from here on: the game begins in a set-up position, "
        "'nowhere', which cannot be played from"
    ]
    assert (first.plies, first.is_checked) == (1, False)
    assert ("play.not-legal", 1) in _rules(second)


# -- Other variants ----------------------------------------------------------------------------------------------------


def _played(spec: VariantSpec, seed: int, starter: int, most: int) -> tuple[Game, tuple[Entry, ...]]:
    """A game of random plays, cut off after so many turns, and its entries."""
    game, dice, chance = Game.start(spec, starter), SeededDice(seed), Stream(seed, lane=1)
    entries: list[Entry] = []
    while not game.is_over and len(entries) < most:
        roll = dice.roll(spec.dice)
        if not entries and roll.is_double:
            continue
        game = game.apply(Rolled(roll))
        side, play = game.plays.side, game.plays[chance.below(len(game.plays))]
        entries.append(RolledPlay(side, roll.dice, _moves(play), str(play), len(entries) + 1))
        game = game.apply(Played(play))
    return game, tuple(entries)


def _moves(play: Play) -> tuple[Move, ...]:
    return tuple(Move(step.source, (step.target or 0,), (step.hits,)) for step in play.steps)


def _record(spec: VariantSpec, entries: tuple[Entry, ...]) -> MatchRecord:
    names = tuple(f"player {side}" for side in range(spec.players))
    return MatchRecord("games", {}, None, (GameRecord(1, names, (0,) * spec.players, None, entries, ()),))


@given(
    st.sampled_from((BACKGAMMON, LONG_NARDY, SHORT12, LONG12, TABULA_LIKE, NANNON_LIKE, LOOP4)),
    st.integers(0, 10**6),
    st.integers(0, 1),
    st.integers(1, 60),
)
def test_the_record_of_any_legal_game_replays_to_its_end(spec: VariantSpec, seed: int, starter: int, most: int) -> None:
    """In every variant that plays a roll in one part; nothing is found."""
    game, entries = _played(spec, seed, starter, most)
    report = _replayed(_record(spec, entries), spec).games[0]
    assert report.findings == ()
    assert report.plies == len(entries)
    assert report.ending is (Ending.FINISHED if game.is_over else Ending.UNFINISHED)
    assert report.winner == (game.outcome.winner if game.outcome else None)


@pytest.mark.parametrize(
    ("spec", "roll", "source", "why"),
    [
        (COMPLEMENT, (3, 3), 12, "3-3 is played in several parts, and the record tells one"),
        (NANNON_LIKE, (3, 1), 6, "3-1 cannot be thrown in nannon-like; its dice give 1, 2, 3, 4, 5, 6"),
        (SHORT12, (3, 1), 24, "cannot read '24': '24' is not a point from 1 to 12 or off, bar"),
    ],
)
def test_a_record_that_does_not_fit_the_variant_is_not_checked(
    spec: VariantSpec, roll: tuple[int, ...], source: int, why: str
) -> None:
    """Rolls in several parts, other dice, another board."""
    entry = RolledPlay(0, roll, (Move(source, (source - 3,), (False,)),), "3-1: ...", 7)
    report = _replayed(_record(spec, (entry, entry)), spec).games[0]
    assert report.findings[-1].why == f"not checked from here on: {why}"
    assert (report.is_checked, report.plies) == (False, 2)


def test_a_variant_for_another_number_of_players_is_refused() -> None:
    """Before anything is replayed."""
    with pytest.raises(ValueError, match=r"^loop4 is a game for 4 players, and the record has 2$"):
        _replayed(mat.read(HEADING), LOOP4)


CELLS = (
    "31: 8/5 6/5",
    "42: 24/20 13/11",
    "66: 24/18(2) 13/7(2)",
    "66:",
    "51: bar/24*",
    "21: 6/off(2)",
    "11: 6/8",
    "54: 24/15*",
    "63: 24/24(9)",
    "52: ????",
    "Doubles => 2",
    "Takes",
    "Drops",
    "Beavers",
    "Resigns",
    "Sneezes",
    "Wins 1 point",
    "Loses 3 points",
    "",
)


@given(st.lists(st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS)), max_size=12))
def test_any_record_is_replayed_without_an_error(cells: list[tuple[str, str]]) -> None:
    """Every roll counts, and what is not checked is said."""
    rows = [f"  {number}) {left:34}  {right}" for number, (left, right) in enumerate(cells, start=1)]
    report = _game(*rows)
    assert report.plies == sum(":" in cell for row in cells for cell in row)
    assert report.is_checked == all(finding.rule != "replay.stopped" for finding in report.findings)
    assert all("\n" not in str(finding) for finding in report.findings)
