"""Turns to measure with: drawn from seeded games that bots play, the same ones on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice, pairwise

from attrs import frozen

from raceboard.bots import RacerBot, RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.game import Game
from raceboard.hookspecs import Bot
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["SEED", "STRIDE", "Turn", "drawn", "played_games"]

#: The seed of all games.
SEED = 1

#: Every so many turns one is taken, so that the turns come from many games and from all their phases.
STRIDE = 7


@frozen
class Turn:
    """A stage to play in a game, and the position that was played to."""

    position: Position
    side: Side
    stage: Stage
    context: TurnContext
    result: Position

    @property
    def roll(self) -> Roll:
        """The throw that the stage comes from."""
        return self.stage.roll


def played_games(spec: VariantSpec) -> Iterator[tuple[Turn, ...]]:
    """The turns of one game after the other without end: `random` plays the odd games, `racer` the even ones."""
    for number in count(1):
        states = play_on(Game.start(spec), _bots(spec, number), SeededDice(SEED, number))
        yield tuple(
            Turn(game.position, game.on_roll or 0, game.stages[0], game.context, after.position)
            for game, after in pairwise(states)
            if game.phase is Phase.MOVING
        )


def drawn(spec: VariantSpec, number: int) -> tuple[Turn, ...]:
    """As many turns of the games as asked for."""
    turns = (turn for game in played_games(spec) for turn in game)
    return tuple(islice(turns, 0, number * STRIDE, STRIDE))


def _bots(spec: VariantSpec, number: int) -> list[Bot]:
    """A bot for each seat of a game."""
    if number % 2 == 0:
        return [RacerBot() for _ in range(spec.players)]
    return [RandomBot(Stream(SEED, number, lane=side + 1)) for side in range(spec.players)]
