"""Resigning, leaving, idling and running out of time: what they lose, and when they are possible."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from raceboard.phase import Phase
from session_tools import Event, after, begun, refusal, rules_of, seen

ON_ROLL: Event = ("setup", {"on_roll": "A"})
MOVING: Event = ("setup", {"on_roll": "A", "phase": "moving"})

START = begun(rules_of())

# -- What it loses -----------------------------------------------------------------------------------------------------

#: Facts of the side that gives up, and the level that they threaten.
THREATENED = [({}, "backgammon", 3), ({"back": {"A": False}}, "gammon", 2), ({"borne_off": {"A": 1}}, "single", 1)]


@pytest.mark.parametrize(("facts", "level", "points"), THREATENED, ids=[level for _, level, _ in THREATENED])
@pytest.mark.parametrize("what", ["resign", "leave", "inactive"])
def test_giving_up_loses_what_the_position_threatens(
    facts: Mapping[str, object], level: str, points: int, what: str
) -> None:
    """Times the cube, where the ruleset says so."""
    body = {
        "resign": {"mode": "immediate"},
        "forfeit": {"value": "position", "on_leave": "lose_game", "inactivity_s": 60},
    }
    event: Event = (what, "A", 60) if what == "inactive" else (what, "A")
    setup: Event = ("setup", {"on_roll": "A", "value": 2, "owner": "B", **facts})
    session = after(begun(rules_of("money", body)), [setup, event])
    assert seen(session, ["game_winner", "level", "points", "score"]) == {
        "game_winner": "B",
        "level": level,
        "points": 2 * points,
        "score": [0, 2 * points],
    }


@pytest.mark.parametrize(("event", "how"), [(("resign", "A"), "resigned"), (("leave", "A"), "left")])
def test_giving_up_loses_the_lowest_level_where_the_ruleset_says_single(event: Event, how: str) -> None:
    """Whatever the board looks like."""
    body = {"resign": {"mode": "immediate", "immediate_value": "single"}, "forfeit": {"on_leave": "lose_game"}}
    session = after(begun(rules_of("money", body)), [ON_ROLL, event])
    assert seen(session, ["level", "points", "how"]) == {"level": "single", "points": 1, "how": how}


def test_without_a_level_the_lowest_one_is_offered() -> None:
    """An offer can be raised when it is refused."""
    session = after(START, [ON_ROLL, ("resign", "A"), ("accept", "B")])
    assert seen(session, ["level", "points"]) == {"level": "single", "points": 1}


def test_a_match_that_is_forfeited_keeps_its_score() -> None:
    """No game was finished; the match has a winner and nothing is awaited."""
    rules = rules_of("match", {"clock": {"reserve_s": 60}})
    over = after(begun(rules, {"length": 7, "score": [5, 2]}), [ON_ROLL, ("flag", "A")])
    assert (over.score, over.results, over.awaited()) == ((5, 2), (), ())
    assert (over.winner, over.how, over.phase) == (1, "time", Phase.OVER)


def test_a_flag_loses_the_game_where_the_ruleset_says_so() -> None:
    """As in money play."""
    session = after(begun(rules_of("money", {"clock": {"reserve_s": 60}})), [ON_ROLL, ("flag", "B")])
    assert seen(session, ["game_winner", "how", "score"]) == {"game_winner": "A", "how": "time", "score": [1, 0]}


# -- When it is possible ----------------------------------------------------------------------------------------------


def test_a_refusal_binds_the_resigner_alone() -> None:
    """Where one may resign in the other's turn, each side has offers of its own."""
    start = begun(rules_of("money", {"resign": {"when": "any_time"}}))
    session = after(start, [ON_ROLL, ("resign", "B", "gammon"), ("reject", "A")])
    assert session.resign_levels(0) == ("single", "gammon", "backgammon")
    assert session.resign_levels(1) == ("backgammon",)


def test_a_refusal_lasts_until_the_resigners_turn_is_over() -> None:
    """The end of the other's turn does not lift it."""
    start = begun(rules_of("money", {"resign": {"when": "any_time"}}))
    session = after(start, [ON_ROLL, ("resign", "B", "gammon"), ("reject", "A"), ("turn", "A")])
    assert session.resign_levels(1) == ("backgammon",)
    assert after(session, [("turn", "B")]).resign_levels(1) == ("single", "gammon", "backgammon")


@pytest.mark.parametrize("when", ["on_turn", "any_time"])
def test_nobody_can_resign_what_is_over(when: str) -> None:
    """No level is offered after a game, nor after a match that was lost by leaving it."""
    body = {"resign": {"when": when}, "forfeit": {"on_leave": "lose_match"}}
    session = after(begun(rules_of("match", body), {"length": 5}), [ON_ROLL])
    for over in (after(session, [("finish", "A", "single")]), after(session, [("leave", "A")])):
        assert [over.resign_levels(side) for side in range(2)] == [(), ()]


def test_a_level_is_no_part_of_a_resignation_without_consent() -> None:
    """The ruleset says what it loses, so that nobody can choose less."""
    session = after(begun(rules_of("money", {"resign": {"mode": "immediate"}})), [ON_ROLL])
    assert refusal(session, ("resign", "A", "single")) == "level-not-possible"


def test_resigning_on_turn_means_in_the_own_turn() -> None:
    """And not while the opponent is to throw."""
    session = after(START, [ON_ROLL])
    assert refusal(session, ("resign", "B", "single")) == "not-your-turn"
    assert session.resign_levels(1) == ()


def test_without_contact_the_sides_cannot_meet_any_more() -> None:
    """Before that a resignation is refused; after it all that may be lost can be offered."""
    start = begun(rules_of("money", {"resign": {"contact": "no_contact"}}))
    assert refusal(after(start, [MOVING]), ("resign", "A", "single")) == "contact-remains"
    race = after(start, [("setup", {"on_roll": "A", "contact": False})])
    assert race.resign_levels(0) == ("single", "gammon", "backgammon")
