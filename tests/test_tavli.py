"""A Tavli evening: Portes, Plakoto and Fevga in turn under the rulesets that we ship, to a number of points."""

from __future__ import annotations

import pytest

from raceboard.action import NextGame
from raceboard.bots import RacerBot, session_action
from raceboard.dice import SeededDice
from raceboard.errors import ConfigError
from raceboard.registry import Registry
from raceboard.session import Session

REGISTRY = Registry.load()

#: Dice that let both players win games.
SEED = 8


def _evening(length: int | None, seed: int) -> list[Session]:
    """The ends of all games of an evening of bots."""
    rules = REGISTRY.ruleset("tavli")
    names = rules["match.rotation"]
    assert isinstance(names, tuple)
    session = Session.start(rules, length=length, rotation=[REGISTRY.ruleset(str(name)) for name in names])
    ends: list[Session] = []
    while not session.is_over:
        session = session.apply(NextGame()) if session.result else session
        dice = SeededDice(seed, session.number)
        while session.result is None:
            session = session.apply(session_action(session, [RacerBot(), RacerBot()], dice))
        ends.append(session)
    return ends


@pytest.mark.parametrize(("length", "target"), [(None, 5), (7, 7)])
def test_a_tavli_evening_plays_three_games_in_turn_to_its_length(length: int | None, target: int) -> None:
    """Portes, Plakoto, Fevga and again; whoever has so many points first has won, without a cube."""
    ends = _evening(length, SEED)
    order = ["portes", "plakoto", "fevga"]
    assert len(ends) > 3
    assert [end.table.variant for end in ends] == [order[number % 3] for number in range(len(ends))]
    assert max(ends[-1].score) >= target > max(ends[-2].score)
    assert ends[-1].winner == ends[-1].score.index(max(ends[-1].score))
    assert all(end.cube is None for end in ends)


def test_the_winner_begins_the_next_game_of_an_evening() -> None:
    """Whichever game it is; only the first one is opened with dice."""
    ends = _evening(None, SEED)
    assert {end.result.winner for end in ends if end.result} == {0, 1}
    assert [end.game.starter for end in ends[1:]] == [end.result.winner for end in ends[:-1] if end.result]


def test_a_game_won_before_the_loser_has_borne_off_counts_two() -> None:
    """In all three; nothing counts three, and the length is a number that the evening allows."""
    for name in ("portes", "plakoto", "fevga"):
        rules = REGISTRY.ruleset(name)
        assert (rules.variant, rules.context, rules["cube"]) == (name, "match", "none")
        assert rules.spec.finish.levels[-1].points == 2
        assert rules.spec.opening.next_game == "winner"
    with pytest.raises(ConfigError, match="3, 5, 7, 9"):
        _evening(4, SEED)
