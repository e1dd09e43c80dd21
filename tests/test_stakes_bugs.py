"""The faults that other programs had with cube, score and resignation are not ours, from either seat."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bug_cases import CASES, SEATS, STAKES, Case
from case_tools import position
from raceboard.action import Accept, Double, NextGame, OpeningRolled, Pass, Played, Resign, Rolled, SessionAction, Take
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.phase import Awaited
from raceboard.position import Position
from raceboard.session import Session
from raceboard.side import Side
from raceboard_variants.backgammon import BACKGAMMON
from session_tools import Body, rules_of

#: The cases that are run here.
RUN_HERE: list[str] = []


def about(name: str) -> pytest.MarkDecorator:
    """Run a test for a case."""
    RUN_HERE.append(name)
    return pytest.mark.parametrize("case", [CASES[name]], ids=[name])


def _seats(side: Side) -> dict[str, Side]:
    """Where the players of a case sit; white has the side."""
    return {"white": side, "black": 1 - side}


def _score(case: Mapping[str, int], side: Side) -> tuple[int, int]:
    """A score of a case in seat order."""
    return (case["white"], case["black"]) if side == 0 else (case["black"], case["white"])


def _session(
    case: Case, side: Side, *, board: Position = BACKGAMMON.start, body: Body | None = None, roll: Roll | None = None
) -> Session:
    """The session of a case, in which white is to throw, or to play a roll."""
    given = case["input"]
    context, _, length = given.get("context", "money").partition(",")[0].partition(" ")
    score = given.get("score") or given.get("score_before")
    return Session.resume(
        rules_of(context, body),
        board,
        side,
        roll=roll,
        cube=given.get("cube", 1),
        owner=_seats(side).get(given.get("owner", "centre")),
        length=int(length) if length else None,
        score=_score(score, side) if score else None,
    )


def _after(session: Session, *actions: SessionAction) -> Session:
    for action in actions:
        session = session.apply(action)
    return session


def _turn(session: Session) -> Session:
    """The session after a throw and the first play."""
    thrown = session.apply(Rolled(Roll(2, 1)))
    return thrown.apply(Played(thrown.game.plays[0]))


def _last_checker(side: Side, loser: Mapping[int | str, int]) -> Position:
    """A board on which a side bears off its last checker with any roll."""
    return position(BACKGAMMON, {1: 1}, loser, side)


def _won(session: Session) -> Session:
    return session.apply(Played(session.game.plays[0]))


# -- The cube ----------------------------------------------------------------------------------------------------------


@SEATS
@about("BG050")
def test_the_doubler_gets_the_points_of_a_declined_double(case: Case, side: Side) -> None:
    """The value before, and not the other player."""
    over = _after(_session(case, side), Double(side), Pass(1 - side))
    assert over.score == _score({"white": case["answer"]["white"], "black": case["answer"]["black"]}, side)
    assert (over.result is not None) == case["answer"]["game_over"]


@SEATS
@about("BG051")
def test_the_taker_owns_the_cube_and_the_other_cannot_double(case: Case, side: Side) -> None:
    """Not in the next own turn either."""
    taken = _after(_session(case, side), Double(side), Take(1 - side))
    assert taken.cube is not None
    assert (taken.cube.value, taken.cube.owner) == (case["answer"]["cube"], _seats(side)[case["answer"]["owner"]])
    next_own_turn = _turn(_turn(taken))
    with pytest.raises(NotNowError) as refused:
        next_own_turn.apply(Double(side))
    assert refused.value.rule == "cube.cube-not-yours"


@SEATS
@about("BG053")
def test_a_refused_double_leaves_no_offer_behind(case: Case, side: Side) -> None:
    """The cube stays where it was, and the game is lost at its value."""
    over = _after(_session(case, side), Double(side), Pass(1 - side))
    assert over.result is not None
    assert over.cube is not None
    answer, seats = case["answer"], _seats(side)
    assert (over.result.winner, over.result.points) == (seats[answer["winner"]], answer["points"])
    assert (over.cube.value, over.cube.owner, over.cube.offer) == (answer["cube"], seats[answer["owner"]], None)


@SEATS
@about("BG055")
def test_a_double_that_would_win_the_match_is_legal(case: Case, side: Side) -> None:
    """Passed, it wins the present value only."""
    start = _session(case, side)
    assert Awaited(side, Double) in start.awaited()
    passed = _after(start, Double(side), Pass(1 - side))
    assert (passed.score, passed.is_over) == (_score(case["answer"]["if_passed"], side), False)


@SEATS
@about("BG057")
def test_no_cube_is_turned_when_the_game_is_over(case: Case, side: Side) -> None:
    """By neither side; the next game is all that is awaited."""
    over = _won(_session(case, side, board=_last_checker(side, case["input"]["opp"]), roll=Roll(2, 1)))
    assert [awaited.action for awaited in over.awaited()] == [NextGame, *case["answer"]["actions"]]
    for actor in range(2):
        with pytest.raises(NotNowError, match="game-over"):
            over.apply(Double(actor))


@SEATS
@about("BG098")
def test_after_a_take_the_doubler_is_to_throw(case: Case, side: Side) -> None:
    """It is the doubler's time that runs."""
    taken = _after(_session(case, side), Double(side), Take(1 - side))
    assert (case["answer"]["next_actor"], case["answer"]["action"]) == ("white", "roll")
    assert taken.awaited() == (Awaited(side, Rolled),)


@SEATS
@about("BG104")
@pytest.mark.parametrize(("cap", "is_legal"), [("unlimited", True), (128, True), (64, False)])
def test_only_a_cap_of_the_ruleset_stops_the_cube(case: Case, side: Side, cap: str | int, is_legal: bool) -> None:
    """The number 64 is not the last by itself."""
    start = _session(case, side, body={"cube": {"max": cap}})
    assert (Awaited(side, Double) in start.awaited()) == is_legal


# -- Score and resignation ---------------------------------------------------------------------------------------------


@SEATS
@about("BG058")
def test_with_a_checker_off_a_resignation_costs_a_single_game(case: Case, side: Side) -> None:
    """Offered or at once: neither a gammon nor a backgammon is possible any more."""
    board = position(BACKGAMMON, case["input"]["resigner"], case["input"]["opponent"], side)
    offered = _session(case, side, board=board)
    assert offered.resign_levels(side) == ("single",)
    at_once = _session(case, side, board=board, body={"resign": {"mode": "immediate"}})
    for over in (_after(offered, Resign(side), Accept()), _after(at_once, Resign(side))):
        assert over.result is not None
        assert over.result.points == case["answer"]["points"]


@SEATS
@about("BG061")
def test_a_game_ends_the_match_only_with_its_points(case: Case, side: Side) -> None:
    """A single win that does not reach the length."""
    over = _won(_session(case, side, board=_last_checker(side, {6: 5}), roll=Roll(2, 1)))
    assert (over.is_over, over.score) == (case["answer"]["match_over"], _score(case["answer"]["score"], side))


@SEATS
@about("BG066")
def test_in_the_crawford_game_nobody_doubles_and_afterwards_the_trailer_may(case: Case, side: Side) -> None:
    """The trailer wins it, and doubles in the next one."""
    start = _session(case, side)
    for session in (start, _turn(start)):
        with pytest.raises(NotNowError, match="crawford-game"):
            session.apply(Double())
    following = _after(start, Resign(side, "single"), Accept(), NextGame())
    assert following.score == _score({"white": 4, "black": 3}, side)
    opened = following.apply(OpeningRolled((6, 1) if side == 0 else (1, 6)))
    trailing = opened.apply(Played(opened.game.plays[0]))
    assert Awaited(1 - side, Double) in trailing.awaited()


@SEATS
@about("BG068")
def test_without_a_taken_double_a_gammon_counts_one_under_jacoby(case: Case, side: Side) -> None:
    """The ruleset of the session says so, wherever the game is replayed."""
    body: Body = {"cube": {"jacoby": case["input"]["jacoby"]}}
    board = _last_checker(side, {6: 15})
    never = _won(_session(case, side, board=board, body=body, roll=Roll(2, 1)))
    doubled = _after(_session(case, side, board=board, body=body), Double(side), Take(), Rolled(Roll(2, 1)))
    assert never.result is not None
    assert never.result.points == case["answer"]["points"]
    assert _won(doubled).score[side] == case["answer"]["after_taken_double_at_2"]


def test_every_case_about_the_stakes_is_run() -> None:
    """Each of them by a test of its own."""
    assert sorted(RUN_HERE) == sorted(STAKES)
