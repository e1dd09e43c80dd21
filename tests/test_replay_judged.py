"""A replay judges the cube, the points of each game, the scores, the Crawford game and the end of the match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from raceboard.cli.main import main
from raceboard.formats import mat
from raceboard.replay import replay
from raceboard.report import Ending, GameReport, Reading, Report
from raceboard.ruleset import Ruleset
from replay_tools import FILES, INDEX, JUDGED, MATCHES, REGISTRY, judged, judged_line, report_on

#: The headers of a table for money with everything that can be said there.
_WITH_BEAVERS = '; [Jacoby "On"]\n; [Beaver "On"]\n0 point match\n'
_OPENED = "  1) 31: 8/5 6/5"


def _match(*rows: str, length: int = 7, scores: tuple[int, int] = (0, 0), headers: str = "") -> Report:
    """The report on one game of a match, which is for money with a length of 0."""
    return judged(mat.read("\n".join([headers, f"{length} point match", *_game(1, scores), *rows])))


def _game(number: int, scores: tuple[int, int]) -> tuple[str, str]:
    return f" Game {number}", f" Ann : {scores[0]}                        Bob : {scores[1]}"


def _rules(report: Report) -> list[str]:
    return [finding.rule for finding in report.findings]


# -- Real records ------------------------------------------------------------------------------------------------------


def test_the_judgement_on_the_real_records_is_the_pinned_one() -> None:
    """Scores, winners, Crawford games, readings and findings of all files, a line each."""
    head, *lines = JUDGED.read_text(encoding="utf-8").splitlines()
    assert head.startswith("file,ruleset,length")
    assert [judged_line(file) for file in FILES] == lines


@pytest.mark.parametrize("row", INDEX, ids=FILES)
def test_the_crawford_games_are_those_that_an_independent_program_found(row: Mapping[str, str]) -> None:
    """The program counts the only game of a match to one as well, where the rule has nothing to forbid."""
    report = report_on(f"{row['source']}/{row['file']}")
    assert len(report.crawford_games) == int(row["crawford_games"]) - (row["match_length"] == "1")


@pytest.mark.parametrize("file", FILES)
def test_every_score_and_every_winner_of_a_real_record_is_reproduced(file: str) -> None:
    """The recorded score before a game is that by the rules, and the match ends where the record does."""
    report = report_on(file)
    record = mat.read_file(MATCHES / file)
    length = record.length or None
    assert not {"score.differs", "match.match-over", "match.not-over"} & set(_rules(report))
    for game in report.games:
        assert game.stated
        assert game.winner == game.stated.side
    reached = length is not None and max(report.score) >= length
    assert report.winner == (report.games[-1].winner if reached else None)


def _agrees(game: GameReport, length: int | None) -> bool:
    """Do the points by the rules and the stated ones stand as the reading says?"""
    assert game.stated
    stated, counted = game.stated.points, game.points
    needed = None if length is None else length - game.scores[game.stated.side]
    match game.reading:
        case Reading.AS_PLAYED:
            return stated == counted and game.ending in (Ending.FINISHED, Ending.PASSED)
        case Reading.GIVEN_UP:
            return stated == counted and game.ending in (Ending.RESIGNED, Ending.UNFINISHED)
        case Reading.FORFEITED:
            return game.plies == 0 and stated in (counted, needed)
        case Reading.CAPPED:
            return stated == needed and counted is not None and counted > stated
        case Reading.CAPPED_AT_LENGTH:
            return stated == length and counted is not None and counted > stated
        case Reading.JACOBY:
            return (game.cube, stated, counted) == (1, 1, 2)
        case _:
            return game.stated.text == "Wins 4016 point"


@pytest.mark.parametrize("file", FILES)
def test_every_reading_of_a_real_record_says_why_the_points_are_as_stated(file: str) -> None:
    """The rules count what is stated, or more than a match needed; one statement is absurd."""
    report = report_on(file)
    assert all(_agrees(game, report.length) for game in report.games)


# -- The cube ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "cube", "points"),
    [
        (["Doubles => 2", "  2)  Takes"], 2, None),
        (["Doubles => 2", "  2)  Drops"], 1, 1),
        (["Doubles", "  2)  Takes    66: 24/18(2) 13/7(2)", "  3)  Redoubles    Drops"], 2, 2),
        (["Doubles => 2", "  2)  Takes    66: 24/18(2) 13/7(2)", "  3)  Redoubles => 4    Takes"], 4, None),
    ],
)
def test_the_cube_of_a_game_is_what_was_taken(rows: list[str], cube: int, points: int | None) -> None:
    """A double that names no value means twice the cube; one that is passed leaves it."""
    report = _match(f"{_OPENED}    {rows[0]}", *rows[1:])
    assert (report.findings, report.games[0].cube, report.games[0].points) == ((), cube, points)


@pytest.mark.parametrize(
    ("rows", "cube", "points"),
    [
        (["Beavers => 4  Takes"], 4, None),
        (["Beavers => 4  Drops"], 2, 2),
        (["Beavers => 4  Raccoons => 8", "  3)  Drops"], 4, 4),
        (["Beavers => 4  Raccoons => 8", "  3)  Takes"], 8, None),
    ],
)
def test_redoubles_at_once_are_judged_by_the_table_of_the_record(
    rows: list[str], cube: int, points: int | None
) -> None:
    """They are right where the headers allow beavers, and each is refused elsewhere."""
    written = (f"{_OPENED}    Doubles => 2", f"  2)  {rows[0]}", *rows[1:])
    report = _match(*written, length=0, headers='; [Beaver "On"]')
    assert (report.findings, report.games[0].cube, report.games[0].points) == ((), cube, points)
    refused = _match(*written)
    assert _rules(refused)[0] == "cube.beaver-not-allowed"
    assert (refused.games[0].cube, refused.games[0].points) == (cube, points)


@pytest.mark.parametrize(
    ("rows", "rules"),
    [
        (["{}  Takes"], ["cube.no-double-pending"]),
        (["{}  Doubles => 2  ", "  2)  Doubles => 2"], ["cube.double-pending"]),
        (["  1)  Doubles => 2  Takes"], ["turn.opening-first"]),
        (["{}  Doubles => 2  ", "  2)                      Drops"], ["turn.not-your-turn"]),
        (["{}  Doubles => 2  ", "  2)  Takes  Doubles => 4"], ["cube.cube-not-yours"]),
        (["{}  Doubles => 4  "], ["cube.value"]),
        (["{}  Doubles => 2  ", f"{'  2)':34}66: 24/18(2) 13/7(2)"], ["cube.unanswered"]),
    ],
)
def test_an_impossible_action_on_the_cube_is_reported_with_its_reason(rows: list[str], rules: list[str]) -> None:
    """Once; it is done all the same where that has a sense."""
    report = _match(*(row.format(_OPENED) for row in rows))
    assert _rules(report) == rules
    assert all(finding.said for finding in report.findings)


def test_a_refused_double_is_offered_all_the_same() -> None:
    """The rest of a Crawford game with a double is judged with the cube that stood on the table."""
    rows = (f"{_OPENED}    Doubles => 2", "  2)  Takes    66: 24/18(2) 13/7(2)", "         Wins 2 points")
    report = _match(*rows, length=5, scores=(0, 4))
    assert str(report.findings[0]) == (
        "game 1, ply 1, line 5: black Doubles => 2 [cube.crawford-game]: refused: crawford game"
    )
    assert len(report.findings) == 1
    assert (report.games[0].is_crawford, report.games[0].cube, report.games[0].points) == (True, 2, 2)


def test_a_double_that_nobody_answered_was_taken() -> None:
    """Otherwise the game would have ended; before a result it is void."""
    double = f"{_OPENED}                 Doubles => 2"
    assert _match(double, f"{'  2)':34}66: 24/18(2) 13/7(2)").games[0].cube == 2
    (game,) = _match(double, "                                  Wins 1 point").games
    assert (game.findings, game.cube, game.reading, game.points) == ((), 1, Reading.GIVEN_UP, 1)


def test_a_pass_without_a_double_loses_the_game_all_the_same() -> None:
    """For the cube as it stands; the pass is reported."""
    report = _match(f"{_OPENED}                 Drops", "  Wins 1 point")
    assert _rules(report) == ["cube.no-double-pending"]
    assert (report.games[0].ending, report.games[0].winner) == (Ending.PASSED, 0)


def test_the_cube_may_be_turned_in_the_turn_after_an_illegal_play() -> None:
    """A new turn begins after it, as after any play."""
    rows = ("  2)  Takes                       66: 24/18", "  3)  Redoubles => 4              Drops")
    report = _match(f"{_OPENED}                 Doubles => 2", *rows)
    assert _rules(report) == ["play.not-legal"]
    assert report.games[0].points == 2


def test_the_cube_is_not_judged_where_the_turns_are_not_known() -> None:
    """It is still turned."""
    report = _match("  1) 31: 8/1                      66: 24/18(2) 13/7(2)", "  2)  Doubles => 2   Takes")
    assert _rules(report) == ["play.not-legal", "replay.stopped"]
    assert report.games[0].cube == 2


def test_a_stated_value_of_the_cube_holds() -> None:
    """A program may have begun at another value."""
    report = _match(f"{_OPENED}    Doubles => 4", "  2)  Takes    66: 24/18(2) 13/7(2)", "  Wins 4 points")
    assert (_rules(report), report.games[0].cube, report.games[0].reading) == (["cube.value"], 4, Reading.GIVEN_UP)


@pytest.mark.parametrize(
    ("headers", "length", "rule"),
    [
        ('; [CubeLimit "1"]', 7, "cube.cube-not-in-play"),
        ('; [CubeLimit "2"]', 7, "cube.cube-at-max"),
        ("", 2, "cube.cube-dead"),
    ],
)
def test_the_headers_and_the_length_of_a_record_say_what_the_cube_may_do(headers: str, length: int, rule: str) -> None:
    """A cube that goes up to 1 is none, one up to 2 cannot be redoubled, and at 2 in a match to 2 it is dead."""
    rows = (f"{_OPENED}    Doubles => 2", "  2)  Takes    66: 24/18(2) 13/7(2)", "  3)  Redoubles => 4")
    assert rule in _rules(_match(*rows, length=length, headers=headers))


def test_a_record_without_the_crawford_rule_has_no_crawford_game() -> None:
    """`[Crawford "Off"]`, in any spelling."""
    rows = (f"{_OPENED}    Doubles => 2", "  2)  Takes")
    report = _match(*rows, length=5, scores=(0, 4), headers='; [crawford "off"]')
    assert "cube.crawford-game" not in _rules(report)
    assert report.crawford_games == ()


@pytest.mark.parametrize(
    ("text", "context", "settings"),
    [
        ("5 point match\n", "match", {"match.length": 5, "cube.crawford": True, "cube.max": "unlimited"}),
        ('; [CubeLimit "1024"]\n5 point match\n', "match", {"cube.max": 1024}),
        ('; [CubeLimit "48"]\n5 point match\n', "match", {"cube.max": "unlimited"}),
        (_WITH_BEAVERS, "money", {"cube.jacoby": True, "cube.beaver": True, "cube.raccoon": True}),
        ("", "money", {"cube.jacoby": False, "cube.beaver": False, "cube.raccoon": False}),
        ('; [Variation "Long Nardy"]\n', "money", {"cube": "none"}),
    ],
)
def test_the_table_of_a_record_is_read_from_its_length_and_headers(
    text: str, context: str, settings: Mapping[str, object]
) -> None:
    """What they do not say is off."""
    rules = mat.ruleset(mat.read("\n".join([text, *_game(1, (0, 0))])), REGISTRY)
    assert (rules.context, {path: rules[path] for path in settings}) == (context, settings)


# -- Points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "length", "scores", "reading", "points"),
    [
        ("  2)  Drops                       Wins 1 point", 7, (0, 0), Reading.AS_PLAYED, 1),
        ("  2)  Resigns                     Wins 2 points", 7, (0, 0), Reading.GIVEN_UP, 2),
        ("                                  Wins 3 points", 7, (0, 0), Reading.GIVEN_UP, 3),
        ("                                  Wins 2 points", 7, (0, 5), Reading.GIVEN_UP, 2),
        ("                                  Wins 6 points and the match", 7, (0, 1), Reading.FORFEITED, None),
        ("  2)  Resigns", 7, (0, 0), Reading.UNSTATED, 1),
        ("  2)  Drops", 7, (0, 0), Reading.UNSTATED, 1),
        ("", 7, (0, 0), Reading.UNFINISHED, None),
        ("                                  Wins 5 points", 7, (0, 0), Reading.CONTRADICTED, None),
        ("  2)  Drops                       Wins 2 points", 7, (0, 0), Reading.CONTRADICTED, 1),
    ],
)
def test_the_points_of_a_game_are_read(
    end: str, length: int, scores: tuple[int, int], reading: Reading, points: int | None
) -> None:
    """What is stated, beside what the rules count; a contradiction is a finding, and the stated points go on."""
    double = "Doubles => 2" if "Drops" in end else ""
    report = _match(f"{_OPENED}                {double}", end, length=length, scores=scores)
    (game,) = report.games
    assert (game.reading, game.points) == (reading, points)
    assert ("result.points" in _rules(report)) == (reading is Reading.CONTRADICTED)
    gained = game.stated.points if game.stated else points or 0
    assert report.score == (scores[0], scores[1] + gained)


@pytest.mark.parametrize(
    ("stated", "scores", "reading"),
    [(3, (0, 4), Reading.CAPPED), (7, (0, 4), Reading.CAPPED_AT_LENGTH), (4, (0, 4), Reading.GIVEN_UP)],
)
def test_points_that_a_match_does_not_need_are_read_as_capped(
    stated: int, scores: tuple[int, int], reading: Reading
) -> None:
    """White gives up a doubled game, which counts 2, 4 or 6, or one with the cube on 4."""
    rows = [f"{_OPENED}    Doubles => 2", "  2)  Takes   66: 24/18(2) 13/7(2)"]
    rows += ["  3)  Doubles => 4  Takes", "  4) 21: 13/10"] if stated == 7 else []
    report = _match(*rows, f"                                  Wins {stated} points", scores=scores)
    assert report.findings == ()
    assert (report.games[0].reading, report.winner) == (reading, 1)


def test_an_undoubled_gammon_that_counts_one_is_read_as_the_jacoby_rule() -> None:
    """In a "match to 16" that was a game for money."""
    (game,) = report_on("bglab_online/g0026.txt").games
    assert game.counted
    assert (game.reading, game.counted.level, game.points, game.cube) == (Reading.JACOBY, "gammon", 2, 1)


@pytest.mark.parametrize(
    ("row", "points", "reading"),
    [
        ("", 2, Reading.AS_PLAYED),
        ("", 1, Reading.JACOBY),
        ("Doubles => 2", 4, Reading.AS_PLAYED),
        ("Doubles => 2", 2, Reading.CONTRADICTED),
    ],
)
def test_only_without_a_double_is_a_gammon_read_as_a_single_win(row: str, points: int, reading: Reading) -> None:
    """White bears off four checkers in two turns, and black none; once black has doubled in between."""
    spec = evolve(REGISTRY.variant("backgammon"), setup=({1: 4, "off": 11}, {13: 15}))
    between = [f"{'  2)':34}{row}", "  3)  Takes"] if row else []
    rows = [
        "  1) 31: 1/off(2)",
        *between,
        f"{'  4)':34}21: 13/11 13/12",
        "  5) 31: 1/off(2)",
        f"  Wins {points} points",
    ]
    record = mat.read("\n".join(["9 point match", *_game(1, (0, 0)), *rows]))
    report = replay(record, Ruleset.of(spec, "match", cube_rules=REGISTRY.cube_rules))
    assert report.games[0].reading is reading
    assert _rules(report) == (["result.points"] if reading is Reading.CONTRADICTED else [])
    assert report.score == (points, 0)


def test_with_the_jacoby_rule_no_gammon_is_given_up_without_a_double() -> None:
    """It counts 1, so that 2 points contradict the rules of the table."""
    rows = (_OPENED, "  Wins 2 points")
    assert _match(*rows, length=0).games[0].reading is Reading.GIVEN_UP
    report = _match(*rows, length=0, headers='; [Jacoby "On"]')
    assert (report.games[0].reading, _rules(report)) == (Reading.CONTRADICTED, ["result.points"])


def test_a_level_that_is_out_of_reach_is_not_given_up() -> None:
    """Nobody loses a gammon after the first checker is off."""
    spec = evolve(REGISTRY.variant("backgammon"), setup=({6: 13, "off": 2}, {6: 14, "off": 1}))
    rules = Ruleset.of(spec, "money", cube_rules=REGISTRY.cube_rules)
    record = mat.read("\n".join([*_game(1, (0, 0)), "  1) 31: 6/5 6/3", "          Wins 2 points"]))
    assert _rules(replay(record, rules)) == ["result.points"]


def test_a_game_that_was_not_checked_to_its_end_takes_the_stated_points() -> None:
    """Nobody knows what the board would have counted."""
    report = _match("  1) 31: 8/1                    66: 24/18(2) 13/7(2)", "         Wins 5 points")
    assert _rules(report) == ["play.not-legal", "replay.stopped"]
    assert (report.games[0].reading, report.score, report.games[0].winner) == (Reading.UNCHECKED, (5, 0), 0)


def test_a_statement_that_names_the_wrong_winner_is_reported() -> None:
    """Each statement is compared, with the end of the game; the last one holds for the score."""
    rows = (f"{_OPENED}                 Doubles => 2", "  2)  Drops", "      Wins 1 point            Wins 1 point")
    report = _match(*rows)
    assert [finding.why for finding in report.findings] == ["black has won (passed)"]
    assert (report.games[0].reading, report.games[0].winner, report.score) == (Reading.AS_PLAYED, 1, (0, 1))
    wrong = _match(*rows[:2], "      Wins 1 point", scores=(0, 5))
    assert [finding.why for finding in wrong.findings] == ["black has won (passed)"]
    assert (wrong.games[0].reading, wrong.games[0].winner, wrong.score) == (Reading.CONTRADICTED, 1, (1, 5))


def test_the_match_is_not_over_where_the_statement_has_another_winner() -> None:
    """The score that holds decides it."""
    report = _match(f"{_OPENED}                 Doubles => 2", "  2)  Drops", "  Wins 1 point", scores=(3, 6))
    assert _rules(report) == ["cube.crawford-game", "result.winner"]
    assert (report.games[0].winner, report.score, report.winner) == (1, (4, 6), None)


def test_statements_about_an_unfinished_game_are_compared_with_the_last_one() -> None:
    """The board cannot tell who has won."""
    report = _match(_OPENED, "  Wins 1 point", "                                  Wins 2 points")
    assert [finding.why for finding in report.findings] == ["black has won by the last statement, Wins 2 points"]
    assert (report.games[0].ending, report.games[0].winner) == (Ending.UNFINISHED, 1)


# -- Scores and the end of the match -----------------------------------------------------------------------------------


def _series(*games: tuple[tuple[int, int], str], length: int = 5) -> Report:
    """The report on games, each with the score before it and its statement."""
    rows: list[str] = []
    for number, (scores, end) in enumerate(games, start=1):
        rows += [*_game(number, scores), _OPENED, end]
    return judged(mat.read("\n".join([f"{length} point match", *rows])))


_WHITE, _BLACK = "  Wins 2 points", "                                  Wins 2 points"


def test_the_score_goes_on_from_game_to_game() -> None:
    """The Crawford game comes once, and the match ends with the points that win it."""
    report = _series(((0, 0), _WHITE), ((2, 0), _WHITE), ((4, 0), _BLACK), ((4, 2), _BLACK), ((4, 4), _WHITE))
    assert report.findings == ()
    assert (report.crawford_games, report.score, report.winner) == ((3,), (6, 4), 0)


def test_a_score_that_does_not_follow_is_reported_and_holds() -> None:
    """Once: the games after it are counted from there."""
    report = _series(((0, 0), _WHITE), ((4, 0), _BLACK), ((4, 2), _BLACK))
    assert [str(finding) for finding in report.findings] == [
        "game 2, ply 0 [score.differs]: the record has 4:0 before the game; it is 2:0"
    ]
    assert (report.crawford_games, report.score) == ((2,), (4, 4))


def test_a_game_after_the_end_of_the_match_is_reported_and_replayed() -> None:
    """By the session, not by what is stated."""
    report = _series(((3, 0), _WHITE), ((5, 0), _BLACK))
    assert [(finding.game, finding.rule) for finding in report.findings] == [(2, "match.match-over")]
    assert report.games[1].winner == 1


def test_an_end_of_the_match_that_has_not_come_is_reported() -> None:
    """Only in a match: a money session may end whenever it likes."""
    rows = (_OPENED, "  Wins 2 points and the match")
    (finding,) = _match(*rows).findings
    assert (finding.rule, finding.why) == ("match.not-over", "nobody has the 7 points of the match at 2:0")
    assert _match(*rows, length=0).findings == ()


def test_a_record_that_begins_with_a_finished_match_is_replayed() -> None:
    """Such a score cannot stand before a game."""
    report = _match(_OPENED, _WHITE, scores=(7, 2))
    assert _rules(report) == ["score.differs"]
    assert report.games[0].points == 2


def test_the_winner_starts_the_next_game_where_the_variant_says_so() -> None:
    """By the session that strings the games together."""
    rules = Ruleset.of(REGISTRY.variant("backgammon"), "money", {"rules": {"opening.next_game": "winner"}})
    text = [*_game(1, (0, 0)), _OPENED, _WHITE, *_game(2, (2, 0)), "  1)                             31: 8/5 6/5"]
    report = replay(mat.read("\n".join(text)), rules)
    assert [(finding.game, finding.rule) for finding in report.findings] == [(2, "turn.not-your-turn")]


def test_a_game_that_nobody_won_is_followed_by_the_next() -> None:
    """The score stands still."""
    report = _series(((0, 0), ""), ((0, 0), _WHITE))
    assert (report.findings, [game.reading for game in report.games], report.score) == (
        (),
        [Reading.UNFINISHED, Reading.GIVEN_UP],
        (2, 0),
    )


# -- Rulesets, and the report as JSON ----------------------------------------------------------------------------------


def test_a_match_is_played_to_the_length_of_its_record_whatever_the_ruleset_says() -> None:
    """A ruleset has the length of another evening."""
    record = mat.read("\n".join(["5 point match", *_game(1, (0, 0)), _OPENED, "  Wins 3 points"]))
    assert replay(record, REGISTRY.ruleset("usbgf-match")).length == 5
    assert replay(record, REGISTRY.ruleset("money")).length is None
    with pytest.raises(ValueError, match=r"match.length"):
        replay(mat.read("\n".join([*_game(1, (0, 0)), _OPENED])), REGISTRY.ruleset("match"))


def test_the_report_as_json_says_everything() -> None:
    """Values of JSON, with null for nobody."""
    report = _match(f"{_OPENED}   Doubles => 2", "  2)  Drops", "           Wins 2 points and the match", scores=(5, 6))
    told = json.loads(json.dumps(report.as_json()))
    assert {key: told[key] for key in ("name", "ruleset", "length", "score", "winner", "plies", "illegal")} == {
        "name": "<text>",
        "ruleset": "match",
        "length": 7,
        "score": [7, 6],
        "winner": 0,
        "plies": 1,
        "illegal": 0,
    }
    (game,) = told["games"]
    findings = game.pop("findings")
    assert game == {
        "number": 1,
        "scores": [5, 6],
        "is_crawford": True,
        "plies": 1,
        "ending": "passed",
        "winner": 1,
        "level": "single",
        "points": 1,
        "cube": 1,
        "stated": {
            "winner": 0,
            "points": 2,
            "ends_match": True,
            "text": "Wins 2 points and the match",
            "line": 7,
        },
        "reading": "contradicted",
        "is_checked": True,
    }
    assert [(finding["rule"], finding["line"], finding["side"]) for finding in findings] == [
        ("cube.crawford-game", 5, 1),
        ("result.winner", 7, 0),
    ]
    assert findings[0] == {
        "rule": "cube.crawford-game",
        "ply": 1,
        "side": 1,
        "line": 5,
        "text": "Doubles => 2",
        "why": "refused: crawford game",
        "legal": [],
    }


def test_the_command_prints_an_object_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, and nothing else; the status says that an illegal play was found."""
    folder = MATCHES / "gammonview_samples" / "mat"
    files = [str(folder / name) for name in ("5nqfGw9bWG3deTaU.mat", "MYdvw1qGuyaRUH__.mat")]
    assert main(["replay", "--json", *files]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [(told["name"], told["illegal"]) for told in map(json.loads, lines)] == [(files[0], 1), (files[1], 0)]


def test_the_command_shows_how_each_game_was_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Score, Crawford game, points, statement and reading, and who has won the match."""
    assert main(["replay", "--games", str(MATCHES / "bglab_online" / "g0274.txt")]) == 0
    _, _, crawford, last, score = capsys.readouterr().out.splitlines()
    assert crawford.startswith("  game 2: 0:4, Crawford game, ")
    assert last.endswith(
        "black has won, cube 2, backgammon, 6 points; stated: Wins 5 point and the match (capped-at-length)"
    )
    assert score == "  score 1:10, black has won the match"


def test_the_command_judges_by_a_ruleset_that_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What the table of the record allows another one forbids."""
    file = tmp_path / "beavered.mat"
    rows = (f"{_OPENED}    Doubles => 2", "  2)  Beavers => 4  Takes")
    file.write_text("\n".join(['; [Beaver "On"]', "0 point match", *_game(1, (0, 0)), *rows]), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert main(["replay", "--ruleset", "money", str(file)]) == 1
    assert "cube.beaver-not-allowed" in capsys.readouterr().out
    assert main(["replay", "--ruleset", "money", "--variant", "backgammon", str(file)]) == 2


# -- Any record --------------------------------------------------------------------------------------------------------

_CELLS = (
    "31: 8/5 6/5",
    "66: 24/18(2) 13/7(2)",
    "21: ????",
    "33:",
    "Doubles => 2",
    "Doubles => 3",
    "Takes",
    "Drops",
    "Beavers",
    "Raccoons",
    "Resigns",
    "Wins 1 point",
    "Losses 4 points",
    "Wins 5 points and the match",
    "",
)
_ROWS = st.lists(st.tuples(st.sampled_from(_CELLS), st.sampled_from(_CELLS)), max_size=8)
_GAMES = st.lists(st.tuples(st.tuples(st.integers(0, 8), st.integers(0, 8)), _ROWS), min_size=1, max_size=4)


@given(
    st.sampled_from(("", _WITH_BEAVERS, "1 point match", "5 point match", '; [CubeLimit "1"]\n5 point match')), _GAMES
)
def test_any_match_is_judged_without_an_error(
    head: str, games: list[tuple[tuple[int, int], list[tuple[str, str]]]]
) -> None:
    """Every game has a report and a reading, contradictions are told, and the score is the stated one."""
    text = [head]
    for number, (scores, rows) in enumerate(games, start=1):
        text += [*_game(number, scores), *(f"  1) {left:34}  {right}" for left, right in rows)]
    report = judged(mat.read("\n".join(text)))
    assert [game.scores for game in report.games] == [scores for scores, _ in games]
    for game in report.games:
        told = {finding.rule for finding in game.findings}
        assert (game.reading is Reading.CONTRADICTED) == bool({"result.points"} & told) or "result.winner" in told
    last = report.games[-1]
    if last.stated and last.reading not in (Reading.CAPPED, Reading.CAPPED_AT_LENGTH):
        assert report.score[last.stated.side] == last.scores[last.stated.side] + last.stated.points
    json.dumps(report.as_json())
