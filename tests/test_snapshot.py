"""Snapshots: what of a session they say, what cannot be said together, and the way back to a session."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from id_tools import TABLES, differing, walk
from raceboard.action import Double, Played, Redouble, Resign, Rolled
from raceboard.dice import Roll
from raceboard.errors import ConfigError, LossError, NotNowError
from raceboard.game import Game
from raceboard.position import Position, Setup
from raceboard.session import Session
from raceboard.snapshot import Snapshot
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from session_tools import REGISTRY, rules_of

MONEY = REGISTRY.ruleset("money")
CHAIN = rules_of("money", {"cube": {"jacoby": True, "beaver": True, "raccoon": True, "max": 64}})
MOMENT = Snapshot(BACKGAMMON, BACKGAMMON.start)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"position": LONG_NARDY.start}, "of another shape"),
        ({"position": HYPERGAMMON.start}, "white has 3 checkers instead of 15"),
        ({"on_roll": 2}, "on_roll is 2, not a side from 0 to 1 or None"),
        ({"on_roll": True}, "on_roll is True"),
        ({"owner": -1, "cube": 2}, "owner is -1"),
        ({"dice": (7, 1)}, "no throw has the dice 7-1"),
        ({"dice": (1, 1, 1)}, "no throw has the dice 1-1-1"),
        ({"dice": (2, 1), "on_roll": None}, "nobody is on roll"),
        ({"cube": 3}, "a power of two, not 3"),
        ({"cube": 0}, "a power of two, not 0"),
        ({"owner": 0}, "nobody owns a cube that shows 1"),
        ({"owner": 0, "cube": None}, "there is no cube to own"),
        ({"cube_max": 24}, "the highest cube is a power of two"),
        ({"cube": 8, "cube_max": 4}, "the cube goes to 4, not to 8"),
        ({"cube": 4, "offered": 8, "offered_by": 0, "cube_max": 4}, "the cube goes to 4, not to 8"),
        ({"offered": 2}, "an offer has a value and a side"),
        ({"offered_by": 0}, "an offer has a value and a side"),
        ({"offered": 4, "offered_by": 0}, "not twice the cube"),
        ({"cube": None, "offered": 2, "offered_by": 0}, "not twice the cube"),
        ({"offered": 2, "offered_by": 0, "dice": (2, 1)}, "no dice are thrown"),
        ({"offered": 2, "offered_by": 0, "resigned": 1, "resigned_by": 0}, "nobody resigns"),
        ({"cube": 2, "offered": 4, "offered_by": 1}, "has accepted the cube before"),
        ({"offered": 2, "offered_by": 0, "on_roll": None}, "nothing is offered"),
        ({"resigned": 1}, "an offer has a value and a side"),
        ({"resigned": 4, "resigned_by": 0}, "a number from 1 to 3, not 4"),
        ({"score": (1,)}, "points from 0 up for each of 2 sides"),
        ({"score": (0, -1)}, "points from 0 up"),
        ({"length": 0}, "a number from 1 up, not 0"),
        ({"length": 5, "score": (5, 2)}, "the match to 5 is over at 5-2"),
        ({"crawford": True}, "only a match has a Crawford game"),
        ({"names": ("Anna",)}, "1 names for 2 players"),
        ({"digest": "abc"}, "at least 16 hexadecimal digits"),
        ({"digest": "X" * 16}, "hexadecimal digits"),
    ],
)
def test_fields_that_cannot_be_together_are_refused(fields: dict[str, Any], reason: str) -> None:
    """With what is wrong and what should be."""
    with pytest.raises(ValueError, match="no moment of backgammon") as refused:
        evolve(MOMENT, **fields)
    assert reason in str(refused.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    """Three mistakes, three complaints."""
    with pytest.raises(ValueError, match="dice 9-9; the cube") as refused:
        evolve(MOMENT, dice=(9, 9), cube=5, length=-1)
    assert str(refused.value).count(";") == 2


def test_a_game_alone_has_neither_cube_nor_score() -> None:
    """And a score for each player, however many there are."""
    moment = Snapshot.of(Game.resume(BACKGAMMON, BACKGAMMON.start, 1, roll=Roll(6, 3)))
    assert (moment.cube, moment.score, moment.on_roll, moment.dice, moment.digest) == (None, (0, 0), 1, (6, 3), "")


def test_the_links_of_a_chain_are_told_apart() -> None:
    """By who has offered and who owns the cube: double, beaver, raccoon."""
    session = Session.resume(CHAIN, BACKGAMMON.start, 1)
    seen = []
    for action in (Double(), Redouble("beaver"), Redouble("raccoon")):
        session = session.apply(action)
        moment = Snapshot.of(session)
        seen.append((moment.offers, moment.cube, moment.owner, moment.offered, moment.offered_by))
    assert seen == [(1, 1, None, 2, 1), (2, 2, 0, 4, 0), (3, 4, 0, 8, 1)]


def test_differences_are_told_in_words() -> None:
    """Only fields that differ, each with both values."""
    other = evolve(MOMENT, on_roll=None, dice=(), cube=2, owner=1, length=5, names=("Anna", "Bob"), crawford=True)
    assert MOMENT.differences(MOMENT) == ()
    assert MOMENT.differences(other) == (
        "on roll: white, not nobody",
        "cube: 1, not 2",
        "owner of the cube: nobody, not black",
        "match length: none, not 5",
        "Crawford game: no, not yes",
        "names: none, not Anna, Bob",
    )


# -- The way back ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_session_comes_back_from_its_snapshot(number: int) -> None:
    """Random sessions: it is the same moment, and what is awaited is the same; a beginning has no automatic doubles."""
    for rules, session in walk(number, 25):
        moment = Snapshot.of(session)
        if moment.on_roll is None:
            continue
        back = moment.session(rules)
        assert Snapshot.of(back) == moment
        assert back.phase == session.phase
        assert back.game.position == session.game.position


def test_a_session_before_its_opening_roll_begins() -> None:
    """In the middle of a match, the Crawford game behind it or not."""
    rules = REGISTRY.ruleset("usbgf-match")
    for states in (None, {"crawford": "after"}):
        session = Session.start(rules, length=5, score=(4, 2), states=states, seats=("Anna", "Bob"))
        assert Snapshot.of(session).session(rules) == session


def test_a_finished_game_has_no_session() -> None:
    """Nobody is on roll, and it is not the beginning."""
    last = Position.parse(BACKGAMMON, "1:1 off:14 / 1:15")
    session = Session.resume(MONEY, last, 0, roll=Roll(2, 1))
    over = session.apply(Played(session.game.plays[0]))
    with pytest.raises(ValueError, match="this game is over"):
        Snapshot.of(over).session(MONEY)


def test_what_a_session_would_say_otherwise_is_a_loss() -> None:
    """Rules that the ruleset does not have, a limit of the cube, another ruleset."""
    moment = evolve(MOMENT, beavers=True, cube_max=64, digest=CHAIN.digest)
    with pytest.raises(LossError, match="a session under money would lose 3") as refused:
        moment.session(MONEY)
    assert refused.value.lost[:2] == ("beavers: yes, not no", "highest cube: 64, not none")
    assert refused.value.lost[2].startswith(f"the ruleset: one with the digest {CHAIN.digest[:16]}")
    assert differing(Snapshot.of(moment.session(MONEY, lossy=True)), moment) == {"beavers", "cube_max", "digest"}


def test_half_a_throw_is_a_loss() -> None:
    """A session knows whole throws only."""
    with pytest.raises(LossError, match="dice: 3, not none"):
        evolve(MOMENT, dice=(3,)).session(MONEY)


def test_the_order_of_the_dice_is_none() -> None:
    """They carry no meaning for the rules."""
    assert evolve(MOMENT, dice=(1, 6)).session(MONEY).game.roll == Roll(6, 1)


def test_an_offer_that_the_rules_forbid_has_no_session() -> None:
    """A double in the Crawford game, a beaver where there are none, a match without a length."""
    match = REGISTRY.ruleset("usbgf-match")
    doubled = evolve(MOMENT, offered=2, offered_by=0)
    with pytest.raises(NotNowError, match=r"cube\.crawford-game"):
        evolve(doubled, length=5, score=(4, 0), crawford=True).session(match)
    with pytest.raises(NotNowError, match=r"cube\.beaver-not-allowed"):
        evolve(doubled, cube=2, owner=1, offered=4, offered_by=1).session(MONEY)
    with pytest.raises(ConfigError, match="length"):
        doubled.session(REGISTRY.ruleset("match"))


def test_a_resignation_comes_back() -> None:
    """At its level, with the dice on the table."""
    session = Session.resume(MONEY, BACKGAMMON.start, 1).apply(Rolled(Roll(4, 3))).apply(Resign(1, "gammon"))
    moment = Snapshot.of(session)
    assert (moment.resigned, moment.resigned_by, moment.dice) == (2, 1, (4, 3))
    assert moment.session(MONEY).resignation == session.resignation


def test_another_variant_is_refused() -> None:
    """Also one of the same shape."""
    with pytest.raises(ValueError, match="the ruleset money plays backgammon, the snapshot is of hypergammon"):
        Snapshot(HYPERGAMMON, HYPERGAMMON.start).session(MONEY)


def test_checkers_out_of_play_come_back() -> None:
    """They are on the board of no player and not borne off."""
    rows = (*BACKGAMMON.start.counts(1)[:24], 1, 0)
    position = Setup((BACKGAMMON.start.counts(0), rows), removed=(0, 1)).position(BACKGAMMON)
    assert evolve(MOMENT, position=position).session(MONEY).game.position == position
