"""Set-up positions in .mat text, the extension of eXtreme Gammon: `; Set Pos=-b----E-C---eE---c-e----B-/0`.

26 characters, `-` for an empty place: the bar of the second player, the points 1 to 24 of the first, the bar of the
first. Capitals are checkers of the first player, small letters of the second, A one, B two and so on; who stands
nowhere is off. Behind the slash stands the power of two that the cube shows, negative when the first player owns it,
positive when the second does, 0 in the middle.
"""

from __future__ import annotations

import re

from raceboard.formats.board24 import BAR, Board, from_text
from raceboard.record import SetUp

__all__ = ["read", "write"]

_SET_UP = re.compile(r"([-A-Oa-o]{26})(?:/(-?)(\d{1,2}))?\s*", re.ASCII)
_EMPTY = "-"
_START = Board.start("backgammon")


def read(text: str, checkers: int = 15) -> SetUp:
    """What a set-up says, with so many checkers for each side; a text that is none is kept as its position.

    >>> read("-b----E-C---eE---c-e----B-/-1")
    SetUp(position='24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5', on_roll=None, cube=2, owner=0)
    """
    found = _SET_UP.fullmatch(text.strip())
    if not found:
        return SetUp(text.strip())
    board = Board(((0,) * 26, (0,) * 26))
    for place, letter in enumerate(found[1]):
        if letter != _EMPTY:
            side = int(letter.islower())
            board = board.put(side, BAR - place if side else place, ord(letter.lower()) - ord("a") + 1)
    power = int(found[3] or 0)
    if any(board.rows[side][0] for side in (0, 1)) or power > 30:
        return SetUp(text.strip())
    owner = (0 if found[2] else 1) if power else None
    return SetUp(board.filled(checkers).text(), None, 2**power, owner)


def write(start: SetUp) -> str:
    """The text of a set-up, as far as this notation can say it: a position that it cannot hold stands as it is.

    >>> write(SetUp("24:2 13:5 8:3 6:5 / bar:1 24:1 13:5 8:3 6:5", cube=4, owner=1))
    'aa----E-C---eE---c-e----B-/2'
    """
    board = _START if start.position is None else from_text(start.position)
    if board is None or any(max(row[1:]) > 15 for row in board.rows):
        return start.position or ""
    power = start.cube.bit_length() - 1
    sign = "-" if start.owner == 0 and power else ""
    return f"{''.join(_letter(board, place) for place in range(26))}/{sign}{power}"


def _letter(board: Board, place: int) -> str:
    mine = board.has(0, place) if place else 0
    theirs = board.has(1, BAR - place) if place < BAR else 0
    return chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else _EMPTY
