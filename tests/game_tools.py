"""What the tests of games share: a game of three, and turns in one line."""

from __future__ import annotations

from raceboard.action import Played, Rolled
from raceboard.dice import Roll
from raceboard.game import Game
from raceboard.position import Position
from raceboard.side import Side
from raceboard.spec import Landing, Opening, VariantSpec
from raceboard.track import Region, Track
from raceboard_variants.backgammon import BACKGAMMON

__all__ = ["THREE", "before_the_last_step", "turn"]

#: Three players, each on a path of the own: nobody meets anybody.
THREE = VariantSpec(
    "three",
    Track([range(1, 11), range(11, 21), range(21, 31)]),
    {10: 2},
    regions=(Region("home", 1, 6),),
    landing=Landing(contact="forbid"),
    opening=Opening("two_dice"),
)


def before_the_last_step(spec: VariantSpec = BACKGAMMON, loser: str = "1:1 off:14", side: Side = 0) -> Game:
    """A game in which a side can bear off its last checker with any roll."""
    return Game.resume(spec, Position.parse(spec, f"1:1 off:14 / {loser}", side), side, starter=0)


def turn(game: Game, *dice: int) -> Game:
    """The game after a throw and the first of its plays."""
    thrown = game.apply(Rolled(Roll(*dice)))
    return thrown.apply(Played(thrown.plays[0]))
