"""gym-backgammon: rules in pure Python, of the package that reinforcement learning often starts from.

Only its class of the rules is used. It is loaded from its file, for the package around it imports a viewer with needs
that it does not declare. The side to play sits as its White, who moves downwards and throws negative numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Protocol, TypeAlias

from benchmarks.draw import Turn
from benchmarks.words import words

__all__ = ["GymRules", "asked", "load", "loop", "results"]

_WHITE, _BLACK = 0, 1
_POINTS, _BAR = 24, 25

_Play: TypeAlias = tuple[tuple[int | str, int], ...]


class GymRules(Protocol):
    """What is used of the class of the rules."""

    board: list[tuple[int, int | None]]
    bar: list[int]
    off: list[int]
    players_positions: list[list[int]]

    def __call__(self) -> GymRules:
        """A new game (of the class)."""
        ...

    def execute_play(self, player: int, play: _Play, /) -> None:
        """Change the position by a play."""

    def get_players_positions(self) -> list[list[int]]:
        """Where each player stands."""
        ...

    def get_valid_plays(self, player: int, roll: tuple[int, int], /) -> set[_Play]:
        """All plays; several may lead to one position."""
        ...

    def get_winner(self) -> int | None:
        """Who has finished."""
        ...


def load() -> GymRules | None:
    """The class of the rules, or None where the package is not installed."""
    package = find_spec("gym_backgammon")
    if package is None or not package.submodule_search_locations:
        return None
    file = Path(package.submodule_search_locations[0], "envs", "backgammon.py")
    source = spec_from_file_location("gym_backgammon_rules", file)
    assert source is not None
    assert source.loader is not None
    module = module_from_spec(source)
    source.loader.exec_module(module)
    rules: GymRules = module.Backgammon
    return rules


def asked(rules: GymRules, turn: Turn) -> tuple[GymRules, int, tuple[int, int]]:
    """A game in the position of a turn, and the arguments of `get_valid_plays`."""
    mine, theirs = turn.position.counts(turn.side), turn.position.counts(1 - turn.side)
    game = rules()
    game.board = [
        (mine[point], _WHITE) if mine[point] else (theirs[_BAR - point], _BLACK) if theirs[_BAR - point] else (0, None)
        for point in range(1, _POINTS + 1)
    ]
    game.bar = [mine[_BAR], theirs[_BAR]]
    game.off = [mine[0], theirs[0]]
    game.players_positions = game.get_players_positions()
    return game, _WHITE, (-turn.roll.dice[0], -turn.roll.dice[-1])


def results(rules: GymRules, turn: Turn) -> frozenset[bytes]:
    """The positions after all plays of a turn, as the data of positions."""
    found = set()
    for play in asked(rules, turn)[0].get_valid_plays(*asked(rules, turn)[1:]) or {()}:
        game = asked(rules, turn)[0]
        game.execute_play(_WHITE, play)
        found.add(_data(game, turn.side))
    return frozenset(found)


def _data(game: GymRules, side: int) -> bytes:
    mine = [count if owner == _WHITE else 0 for count, owner in game.board]
    theirs = [count if owner == _BLACK else 0 for count, owner in reversed(game.board)]
    rows = [bytes([game.off[seat], *row, game.bar[seat]]) for seat, row in ((_WHITE, mine), (_BLACK, theirs))]
    return rows[side] + rows[1 - side]


def loop(rules: GymRules) -> Callable[[], int]:
    """A random game; gives its turns."""
    numbers = words()

    def play() -> int:
        game, turns, player, start = rules(), 0, next(numbers) % 2, next(numbers) % 30
        one, other = 1 + start // 5, 1 + start % 5
        other += other >= one
        while True:
            turns += 1
            roll = (one, other) if player == _BLACK else (-one, -other)
            plays = list(game.get_valid_plays(player, roll))
            if plays:
                game.execute_play(player, plays[next(numbers) % len(plays)])
                if game.get_winner() is not None:
                    return turns
            throw = next(numbers) % 36
            player, one, other = 1 - player, 1 + throw // 6, 1 + throw % 6

    return play
