"""What must hold before times are compared: all engines count the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet

from attrs import frozen

from benchmarks.draw import SEED, Turn
from raceboard.game import Game
from raceboard.game_tables import too_special
from raceboard.legal import legal_plays
from raceboard.perft import perft
from raceboard.playout import by_game, playouts
from raceboard.registry import Registry
from raceboard.spec import VariantSpec

__all__ = ["FLAGSHIPS", "MismatchError", "agree", "agree_games", "count_nodes", "results_of"]

#: Sequences of one and of two plies from the start, the first seat beginning with any roll.
FLAGSHIPS = {"backgammon": (447, 202_782), "long-nardy": (22, 484)}


#: Whole games that are compared are given up after so many actions.
_LIMIT = 2000


@frozen
class MismatchError(Exception):
    """Engines do not count the same, so that times cannot be compared; `what` they count."""

    where: str
    engine: str
    ours: float
    theirs: float
    what: str = "results"

    def __str__(self) -> str:
        """Where, and how many each engine has."""
        counted = f"raceboard has {self.ours} {self.what}, {self.engine} {self.theirs}"
        return f"{self.where}: {counted}, and they are not the same"


def results_of(spec: VariantSpec, turn: Turn) -> frozenset[bytes]:
    """The positions after all plays of a turn, as data."""
    plays = legal_plays(spec, turn.position, turn.side, turn.stage, turn.context)
    return frozenset(result.data for result in plays.results)


def agree(spec: VariantSpec, turn: Turn, engine: str, theirs: AbstractSet[bytes], *, or_more: bool = False) -> None:
    """Raise MismatchError unless another engine has our results; `or_more`: it may have others besides."""
    ours = results_of(spec, turn)
    if not (ours <= theirs if or_more else ours == theirs):
        where = f"{turn.position.text(turn.side)} with {turn.roll}"
        raise MismatchError(where, engine, len(ours), len(theirs))


def agree_games(spec: VariantSpec, number: int) -> None:
    """Raise MismatchError unless the kernel plays the random games of the seed as `Game` and the bots do.

    A variant whose games are played by these anyway is not looked at.
    """
    if too_special(spec):
        return
    for game in playouts(spec, SEED, range(1, number + 1), limit=_LIMIT):
        by_hand = by_game(spec, SEED, game.game, _LIMIT, Counter())
        if game != by_hand:
            raise MismatchError(
                f"game {game.game} of {spec.name}", "a game by hand", game.plays, by_hand.plays, "plays"
            )


def count_nodes(registry: Registry) -> str:
    """Count the flagships to depth 2 and tell the figures; raises MismatchError where they are not the known ones."""
    for name, known in FLAGSHIPS.items():
        for depth, nodes in enumerate(known, 1):
            found = perft(Game.start(registry.variant(name), 0), depth)
            if found != nodes:
                raise MismatchError(f"{name} to depth {depth}", "published figures", found, nodes)
    return ", ".join(f"{name} {' / '.join(map(str, known))}" for name, known in FLAGSHIPS.items())
