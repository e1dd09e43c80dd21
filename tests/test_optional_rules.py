"""Corners of the optional rules that the worked cases leave open (cube.md 5 and 7)."""

from __future__ import annotations

import pytest

from raceboard import (
    Double,
    NotNowError,
    OpeningRolled,
    Played,
    Registry,
    Roll,
    Rolled,
    Ruleset,
    Session,
    Take,
)
from raceboard.ruleset import Context

REGISTRY = Registry.load()
SPEC = REGISTRY.variant("backgammon")


def table(context: Context, **cube: object) -> Ruleset:
    """A ruleset with these keys of the cube."""
    return Ruleset.of(SPEC, context, {"cube": cube}, cube_rules=REGISTRY.cube_rules)


def held(score: tuple[int, int], **cube: object) -> Session:
    """A match to five in which white, to throw, owns the cube at two."""
    return Session.resume(table("match", **cube), SPEC.start, 0, cube=2, owner=0, length=5, score=score)


def may_double(session: Session) -> bool:
    """Is the double of the player on roll among the awaited actions?"""
    return any(awaited.action is Double for awaited in session.awaited())


@pytest.mark.parametrize(
    ("policy", "ahead_alone", "both"),
    [("refuse", False, False), ("refuse_if_decided", True, False), ("allow", True, True)],
)
def test_the_three_readings_of_a_dead_cube(policy: str, ahead_alone: bool, both: bool) -> None:
    """They differ when a plain win of the doubler alone decides the match, and when one of either side does."""
    assert may_double(held((3, 0), dead_cube=policy)) is ahead_alone
    assert may_double(held((3, 3), dead_cube=policy)) is both


def test_a_match_to_one_has_no_crawford_game() -> None:
    """Nobody stands one point away from it before it begins."""
    session = Session.start(table("match", dead_cube="allow"), length=1)
    assert session.facts["crawford"] == "before"


def test_the_first_throw_raises_nothing_after_a_double_by_a_player() -> None:
    """With `first_roll` the cube must still be in the centre."""
    opened = Session.start(table("money", automatic_doubles="first_roll")).apply(OpeningRolled((6, 1)))
    to_throw = opened.apply(Played(opened.game.plays[0]))
    thrown = to_throw.apply(Rolled(Roll(4, 4)))
    assert thrown.cube is not None
    assert (thrown.cube.value, thrown.cube.owner) == (2, None)
    doubled = to_throw.apply(Double(1)).apply(Take(0)).apply(Rolled(Roll(4, 4)))
    assert doubled.cube is not None
    assert (doubled.cube.value, doubled.cube.owner) == (2, 0)


def test_a_refused_double_changes_nothing() -> None:
    """The state after the error is the state before it."""
    session = held((3, 0))
    with pytest.raises(NotNowError) as caught:
        session.apply(Double(0))
    assert caught.value.rule == "cube.cube-dead"
    assert session == held((3, 0))
