"""The board that .mat and SGF share: two players against each other on 24 points, kept as bare rows of counts.

A record is read without the rules, so nothing here refuses a move. A checker goes where the text says, a lone opponent
on its point goes to the bar, and what is impossible leaves the rest of the board as it is. Rows are in own indices: 0
off, 1 to 24 the points, 25 the bar; point `i` of one player is point `25 - i` of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

from attrs import frozen

from raceboard.position import Layout, Position
from raceboard.record import Move, Place
from raceboard.side import Side

__all__ = ["BAR", "STARTS", "Board", "Pair", "from_text", "pairs", "place_of"]

BAR = 25
_SIZE = 26
_LAYOUT = Layout(2, 24, ("bar",))
_WORD = re.compile(r"(bar|off|\d{1,2}):(\d{1,2})", re.ASCII)
_INDEX = {"off": 0, "bar": BAR}
_NAMES = {0: "off", BAR: "bar"}

#: Where each side begins, by the names that programs give the game: own index to count.
STARTS = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
    "hypergammon (1)": {24: 1},
    "hypergammon (2)": {24: 1, 23: 1},
    "hypergammon (3)": {24: 1, 23: 1, 22: 1},
}

#: From where to where one die moves a checker, as own indices.
Pair: TypeAlias = tuple[int, int]


@frozen
class Board:
    """The rows of both sides."""

    rows: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def start(cls, variation: str) -> Board:
        """The board at the start of a game of `STARTS`; raises KeyError for another."""
        row = tuple(STARTS[variation].get(index, 0) for index in range(_SIZE))
        return cls((row, row))

    def has(self, side: Side, index: int) -> int:
        """How many checkers a side has at an own index."""
        return self.rows[side][index]

    def opposing(self, side: Side, index: int) -> int:
        """How many checkers of the opponent stand on a point of a side."""
        return self.rows[1 - side][BAR - index] if 0 < index < BAR else 0

    def put(self, side: Side, index: int, count: int) -> Board:
        """The board with another count at one place."""
        row = self.rows[side]
        changed = (*row[:index], count, *row[index + 1 :])
        return Board((changed, self.rows[1]) if side == 0 else (self.rows[0], changed))

    def moved(self, side: Side, pair: Pair) -> tuple[Board, bool]:
        """The board after one checker has gone one way, and whether it hit.

        >>> board, hits = Board.start("backgammon").put(1, 20, 1).moved(0, (8, 5))
        >>> hits, board.has(0, 5), board.has(1, 25)
        (True, 1, 1)
        """
        source, stop = pair
        board = self.put(side, source, max(self.has(side, source) - 1, 0))
        board = board.put(side, stop, board.has(side, stop) + 1)
        if board.opposing(side, stop) != 1:
            return board, False
        other = 1 - side
        return board.put(other, BAR - stop, 0).put(other, BAR, board.has(other, BAR) + 1), True

    def filled(self, checkers: int) -> Board:
        """The board with everything off that stands nowhere, of so many checkers for each side."""
        missing = [max(checkers - sum(row[1:]), 0) for row in self.rows]
        return self.put(0, 0, missing[0]).put(1, 0, missing[1])

    def text(self) -> str:
        """The position text, side 0 first."""
        return Position(_LAYOUT, bytes(self.rows[0] + self.rows[1])).text()


def from_text(text: str) -> Board | None:
    """The board of a position text with side 0 first; None when it is not of this shape.

    >>> board = from_text("bar:1 6:2 off:12 / 5:2 4:2 off:11")
    >>> board.has(0, 25), board.text()
    (1, 'bar:1 6:2 off:12 / 5:2 4:2 off:11')
    """
    groups = [group.split() for group in text.split("/")]
    words = [[_WORD.fullmatch(word) for word in group] for group in groups]
    if len(groups) != 2 or not all(found for group in words for found in group):
        return None
    rows = [[0] * _SIZE, [0] * _SIZE]
    for row, group in zip(rows, words, strict=True):
        for found in filter(None, group):
            index = _INDEX.get(found[1], -1) if found[1] in _INDEX else int(found[1])
            if not 0 <= index < BAR and found[1] != "bar":
                return None
            row[index] = int(found[2])
    return Board((tuple(rows[0]), tuple(rows[1])))


def place_of(index: int) -> Place:
    """An own index as a record names the place."""
    return _NAMES.get(index, index)


def pairs(board: Board, side: Side, roll: Sequence[int], moves: Sequence[Move]) -> tuple[Pair, ...] | None:
    """Moves of checkers as one pair for each die, in the written order; None for a place that this board has not.

    A way that is written without its stops is cut at a point that is not held by the opponent, rather at one from which
    the checker may be borne off, and then where nothing is hit; where the dice do not lead along it, it stays in one
    piece.

    >>> pairs(Board.start("backgammon"), 0, (6, 4), [Move(24, (14,), (False,))])
    ((24, 18), (18, 14))
    """
    found: list[Pair] = []
    for leg in _legs(moves):
        source, stop = (_INDEX.get(str(place), place) for place in leg)
        if not (isinstance(source, int) and isinstance(stop, int) and 0 < source <= BAR and 0 <= stop < BAR):
            return None
        for pair in _cut(board, side, roll, (source, stop)):
            board, _ = board.moved(side, pair)
            found.append(pair)
    return tuple(found)


def _legs(moves: Sequence[Move]) -> Iterator[tuple[Place, Place]]:
    for move in moves:
        for _ in range(move.count):
            yield from pairwise((move.source, *move.stops))


def _cut(board: Board, side: Side, roll: Sequence[int], way: Pair) -> list[Pair]:
    """A way in pieces of one die each."""
    source, stop = way
    if source - stop in roll or (stop == 0 and source <= max(roll)):
        return [way]
    orders = [tuple(roll) * 2] if len(set(roll)) == 1 else [tuple(roll), tuple(roll)[::-1]]
    paths = ((order, _path(order, way)) for order in orders)
    found = {path: order for order, path in paths if path and _is_free(board, side, path)}
    if not found:
        return [way]

    def oddity(path: tuple[int, ...]) -> tuple[bool, int]:
        hits = sum(board.opposing(side, point) for point in path[1:-1])
        return _overtakes(board, side, path, found[path]), hits

    best = min(found, key=oddity)
    return list(pairwise(best))


def _path(dice: Sequence[int], way: Pair) -> tuple[int, ...]:
    """The points on a way, its ends included, with the dice in this order; empty when they do not lead there."""
    source, stop = way
    path = [source]
    for left in accumulate(dice, int.__sub__, initial=source):
        if left < source:
            path.append(max(left, 0))
        if path[-1] == stop:
            return tuple(path)
    return ()


def _overtakes(board: Board, side: Side, path: Sequence[int], dice: Sequence[int]) -> bool:
    """Is the checker borne off with a die that is too high, though another one stands behind it?"""
    if sum(dice[: len(path) - 1]) <= path[0] - path[-1]:
        return False
    behind = range(path[-2] + 1, BAR + 1)
    return sum(board.has(side, index) for index in behind) > int(path[0] in behind)


def _is_free(board: Board, side: Side, path: Sequence[int]) -> bool:
    return all(point > 0 and board.opposing(side, point) < 2 for point in path[1:-1])
