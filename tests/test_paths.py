"""Paths: two orders of steps may reach one position, and only one of them be a legal play."""

from __future__ import annotations

import attrs
import pytest

from raceboard import Chance, Position, Registry, Roll, RuleError, Step, legal_plays
from raceboard.spec import Departure, Limit, Opening, Program
from raceboard.track import Region
from variants_for_tests import SHORT12

BACKGAMMON = Registry.load().variant("backgammon")


def test_a_shorter_way_to_a_legal_position_is_no_play_unless_it_wins() -> None:
    """3/off with the six leaves the ace unplayable, though 3/2/off reaches the same position with both dice."""
    position = Position.parse(BACKGAMMON, "3:1 2:1 off:13 / 24:2 off:13")
    plays = legal_plays(BACKGAMMON, position, 0, Roll(6, 1))
    assert [str(play) for play in plays] == ["3/off"]
    assert plays.accepts([Step(3, 1), Step(2, 6)])
    assert not plays.accepts([Step(3, 6)])
    assert not plays.accepts([Step(3, 1)])
    with pytest.raises(RuleError, match=r"obligation\.both-dice"):
        plays.play([Step(3, 6)])


def test_a_shorter_way_that_wins_is_accepted() -> None:
    """The game is over when the last checker is off (N52, BG027)."""
    position = Position.parse(BACKGAMMON, "5:1 off:14 / 2:3 off:12")
    plays = legal_plays(BACKGAMMON, position, 0, Roll(6, 1))
    assert plays.accepts([Step(5, 6)])
    assert plays.accepts([Step(5, 1), Step(4, 6)])
    assert [step.die for step in plays.next_steps()] == [6, 1]


def test_ways_that_took_differently_from_a_limited_region_go_on_differently() -> None:
    """9/8/4 takes nothing from the point 5 and 9/5/4 takes one: only after the first may the checker there leave."""
    spec = attrs.evolve(
        SHORT12,
        regions=(*SHORT12.regions, Region("spot", 5, 5)),
        dice=Chance.dice(3, 6),
        opening=Opening("two_dice"),
        program=Program(doubles=3),
        departure=Departure((Limit("spot", 1),)),
    )
    position = Position.parse(spec, "9:1 5:1 off:3 / 1:5")
    plays = legal_plays(spec, position, 0, Roll(4, 3, 1))
    assert plays.accepts([Step(9, 1), Step(8, 4), Step(5, 3)])
    assert not plays.accepts([Step(9, 4), Step(5, 1), Step(5, 3)])


def test_what_follows_a_prefix_is_told_and_nothing_follows_a_wrong_one() -> None:
    """`after` gives the position on the way; a prefix of no legal play is an error there and empty for `next_steps`."""
    plays = legal_plays(BACKGAMMON, BACKGAMMON.start, 0, Roll(3, 1))
    assert plays.after([Step(8, 3)]).text() == "24:2 13:5 8:2 6:5 5:1 / 24:2 13:5 8:3 6:5"
    assert {str(step.target) for step in plays.next_steps([Step(8, 3)])} == {"23", "7", "5", "4"}
    assert plays.next_steps([Step(8, 2)]) == ()
    with pytest.raises(RuleError, match="no 2 is left to play"):
        plays.after([Step(8, 2)])
