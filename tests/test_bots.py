"""Bots choose legal plays, and a seed gives the same game again."""

from __future__ import annotations

import pytest

from raceboard import Game, Play, Position, Registry, Roll, SeededDice
from raceboard.bots import RacerBot, RandomBot, play_on
from raceboard.dice import Stream

REGISTRY = Registry.load()


@pytest.mark.parametrize("name", REGISTRY.variants)
def test_bots_play_whole_games_of_every_variant(name: str) -> None:
    """A game ends, no checker is lost on the way, and every play made was one of the legal ones."""
    spec = REGISTRY.variant(name)
    game = Game.start(spec)
    for state in play_on(game, [RandomBot(Stream(5, 1, 1)), *[RacerBot()] * (spec.players - 1)], SeededDice(5)):
        assert [sum(state.position.counts(side)) for side in range(spec.players)] == list(spec.checkers)
        game = state
    assert game.is_over
    assert game.outcome is not None


def test_the_same_seed_gives_the_same_game() -> None:
    """Dice and bots draw from streams that depend on nothing but the seed."""
    spec = REGISTRY.variant("backgammon")

    def texts(seed: int) -> list[str]:
        bots = [RandomBot(Stream(seed, 1, lane)) for lane in (1, 2)]
        return [str(event) for game in play_on(Game.start(spec), bots, SeededDice(seed)) for event in game.events]

    assert texts(11) == texts(11)
    assert texts(11) != texts(12)


def test_the_random_bot_takes_every_play() -> None:
    """With 200 draws from four plays each comes up."""
    spec = REGISTRY.variant("backgammon")
    game = Game.resume(spec, spec.start, 0, roll=Roll(5, 5))
    bot = RandomBot(Stream(1))
    assert {bot.play(game) for _ in range(200)} == set(game.plays)


def test_the_racer_hits_because_that_costs_the_opponent_pips() -> None:
    """Opponent's pips less its own is what it maximises first."""
    spec = REGISTRY.variant("backgammon")
    position = Position.parse(spec, "8:1 6:2 off:12 / 24:1 21:1 off:13")
    play = RacerBot().play(Game.resume(spec, position, 0, roll=Roll(4, 2)))
    assert str(play) == "8/4* 6/4"


def test_the_racer_breaks_ties_by_blots_and_then_by_canonical_order() -> None:
    """All plays of a race cost the same pips; the first of those with the fewest blots is taken."""
    spec = REGISTRY.variant("backgammon")
    position = Position.parse(spec, "10:2 9:2 8:2 off:9 / 3:2 off:13")
    plays = Game.resume(spec, position, 0, roll=Roll(2, 1)).plays

    def blots(play: Play) -> int:
        return play.result.counts(0)[1:25].count(1)

    fewest = min(map(blots, plays))
    assert {spec.pips(play.result, 0) for play in plays} == {spec.pips(position, 0) - 3}
    chosen = RacerBot().play(Game.resume(spec, position, 0, roll=Roll(2, 1)))
    assert chosen == next(play for play in plays if blots(play) == fewest)


def test_a_game_that_does_not_end_is_capped() -> None:
    """The driver never hangs; the error says how far it came."""
    spec = REGISTRY.variant("backgammon")
    with pytest.raises(ValueError, match="not over after 5 actions"):
        list(play_on(Game.start(spec), [RacerBot(), RacerBot()], SeededDice(1), limit=5))
