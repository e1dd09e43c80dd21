"""Random games: every side takes each of its legal plays with the same probability.

Game n of a seed is the game that `Game` and `RandomBot` play with the dice `SeededDice(seed, n)` and, for the side s,
the stream `Stream(seed, n, lane=s + 1)`, whatever plays it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from raceboard import backend
from raceboard.action import Played
from raceboard.bots import RandomBot, bot_action, chance_action
from raceboard.dice import SeededDice, Stream
from raceboard.finish import DEAD_POSITION, DRAW, outcome_of
from raceboard.game import Game
from raceboard.game_tables import too_special
from raceboard.position import Position
from raceboard.random_games import CUT, DEAD, RandomGames
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["LIMIT", "LIMITED", "Playout", "by_game", "by_kernel", "playout", "playouts"]

#: A game with more actions is given up, where nobody says otherwise.
LIMIT = 100_000

_WORD = 0xFFFFFFFFFFFFFFFF  # what a stream uses of a seed and of the number of a game

#: How a game has ended that was given up.
LIMITED = "limit"


class Playout(NamedTuple):
    """How a random game went.

    `winner` is None for a draw and for a game that was given up, whose `level` is empty and whose `how` is `limit`.
    `turns`: begun by all sides. `stages`: played, an empty play included; `plays`: how many legal plays they had.
    """

    game: int
    starter: Side | None
    winner: Side | None
    level: str
    points: int
    how: str
    turns: int
    stages: int
    plays: int


def playout(spec: VariantSpec, seed: int, game: int, *, limit: int = LIMIT) -> Playout:
    """Play one game.

    >>> from raceboard import Registry
    >>> one = playout(Registry.load().variant("hypergammon"), seed=1, game=3)
    >>> one.how, one == playouts(Registry.load().variant("hypergammon"), 1, range(3, 4))[0]
    ('finished', True)
    """
    return playouts(spec, seed, range(game, game + 1), limit=limit)[0]


def playouts(
    spec: VariantSpec, seed: int, games: range, *, limit: int = LIMIT, choices: Counter[int] | None = None
) -> list[Playout]:
    """Play the games of these numbers, in their order.

    `choices` is added to: under n > 0 the stages that had n legal plays, and under 0 those of them with the empty play
    only, which are under 1 as well.
    """
    counted = Counter[int]() if choices is None else choices
    if too_special(spec):
        return [by_game(spec, seed, number, limit, counted) for number in games]
    try:
        with backend.random_games(spec) as kernel:
            played = [by_kernel(kernel, spec, seed, number, limit) for number in games]
            counted.update(kernel.take_choices())
    except OverflowError:  # some stage has more plays than the kernel has room for
        return [by_game(spec, seed, number, limit, counted) for number in games]
    return played


def by_kernel(kernel: RandomGames, spec: VariantSpec, seed: int, number: int, limit: int) -> Playout:
    """One game that the kernel plays; what it is worth is for `raceboard.finish` to say."""
    ending = kernel.play(seed & _WORD, number & _WORD, limit)
    starter = kernel.starter if kernel.starter >= 0 else None
    counted = kernel.turns, kernel.stages, kernel.plays
    if ending == CUT:
        return Playout(number, starter, None, "", 0, LIMITED, *counted)
    if ending == DEAD:
        return Playout(number, starter, None, DRAW, spec.finish.draw_points, DEAD_POSITION, *counted)
    end = outcome_of(spec, Position(spec.layout, kernel.result()), (kernel.winner,))
    assert end is not None  # of the variants that the kernel plays nobody else goes on
    return Playout(number, starter, end.winner, end.level, end.points, end.how, *counted)


def by_game(spec: VariantSpec, seed: int, number: int, limit: int, choices: Counter[int]) -> Playout:
    """One game that `Game` and the bots play, for what the kernel cannot; both give the same."""
    bots = [RandomBot(Stream(seed, number, lane=side + 1)) for side in range(spec.players)]
    game, dice, stages, plays = Game.start(spec), SeededDice(seed, number), 0, 0
    for _ in range(limit):
        action = chance_action(game, dice) or bot_action(game, bots[game.on_roll or 0])
        if isinstance(action, Played):
            stages, plays = stages + 1, plays + len(game.plays)
            choices[len(game.plays)] += 1
            choices[0] += game.plays.is_pass
        game = game.apply(action)
        if game.outcome is not None:
            end = game.outcome
            how = (end.winner, end.level, end.points, end.how)
            return Playout(number, game.starter, *how, sum(game.turns), stages, plays)
    return Playout(number, game.starter, None, "", 0, LIMITED, sum(game.turns), stages, plays)
