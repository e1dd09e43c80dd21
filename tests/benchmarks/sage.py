"""bgsage: the C++ rules of a neural backgammon engine, through its public Python interface.

A board is 26 counts from the view of who is to play: his checkers count up, on the points 1 to 24 and the bar 25, the
other side's count down, and its bar at 0 up.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol, cast

from benchmarks.draw import Turn
from benchmarks.words import words

__all__ = ["Sage", "asked", "load", "loop", "results"]

_CHECKERS, _POINTS, _BAR = 15, 24, 25


class Sage(Protocol):
    """What is used of the package."""

    STARTING_BOARD: list[int]

    def check_game_over(self, board: list[int], /) -> int:
        """0 while the game goes on."""
        ...

    def flip_board(self, board: list[int], /) -> list[int]:
        """The board from the other side's view."""
        ...

    def possible_moves(self, board: list[int], die1: int, die2: int, /) -> list[list[int]]:
        """All boards that a play leads to; none when nothing can be played."""
        ...


def load() -> Sage | None:
    """The package, or None where it is not installed."""
    try:
        return cast("Sage", importlib.import_module("bgsage"))
    except ModuleNotFoundError:
        return None


def asked(turn: Turn) -> tuple[list[int], int, int]:
    """The arguments of `possible_moves` for a turn."""
    mine, theirs = turn.position.counts(turn.side), turn.position.counts(1 - turn.side)
    points = [mine[point] - theirs[_BAR - point] for point in range(1, _POINTS + 1)]
    return [theirs[_BAR], *points, mine[_BAR]], turn.roll.dice[0], turn.roll.dice[-1]


def results(package: Sage, turn: Turn) -> frozenset[bytes]:
    """The positions after all plays of a turn, as the data of positions; the turn's own when nothing can be played."""
    boards = package.possible_moves(*asked(turn)) or [asked(turn)[0]]
    return frozenset(_data(board, turn.side) for board in boards)


def _data(board: list[int], side: int) -> bytes:
    mine = [*(max(board[point], 0) for point in range(1, _POINTS + 1)), board[_BAR]]
    theirs = [*(max(-board[_BAR - point], 0) for point in range(1, _POINTS + 1)), board[0]]
    rows = [bytes([_CHECKERS - sum(row), *row]) for row in (mine, theirs)]
    return rows[side] + rows[1 - side]


def loop(package: Sage) -> Callable[[], int]:
    """A random game; gives its turns."""
    numbers = words()

    def play() -> int:
        board, turns, start = package.STARTING_BOARD, 0, next(numbers) % 30
        one, other = 1 + start // 5, 1 + start % 5
        other += other >= one
        while True:
            turns += 1
            boards = package.possible_moves(board, one, other)
            if boards:
                board = boards[next(numbers) % len(boards)]
                if package.check_game_over(board):
                    return turns
            throw = next(numbers) % 36
            board, one, other = package.flip_board(board), 1 + throw // 6, 1 + throw % 6

    return play
