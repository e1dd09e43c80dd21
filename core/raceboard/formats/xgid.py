"""The XGID of eXtreme Gammon: board, cube, dice and score in ten fields with colons between them.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:63:2:1:0:7:10

1. The board as the player at the bottom, X, sees it: 26 characters, the bar of O, the points 1 to 24, the bar of X.
   `A` is one checker of X, `B` two; `a` is one checker of O; `-` is nothing.
2. The cube as a power of two. 3. Its owner: 1 X, -1 O, 0 nobody. 4. Whose turn: 1 X, -1 O.
5. `00` before the throw, the two dice after it; `D` when the player whose turn it is has doubled, `B` when the other
   has answered with a beaver, `R` when that was answered with a raccoon.
6. The points of X. 7. Those of O. 8. In a match 1 in the Crawford game; else 1 for Jacoby, 2 for beavers, 3 for both.
9. The length of the match, 0 outside one. 10. The highest cube as a power of two. eXtreme Gammon itself ends at 1024,
   so 10 stands for a table that sets no limit.

In a chain of offers the cube shows the value that has been accepted, and the beaverer owns it. An id that still shows
the cube as it lay before the double is read as well: it can mean nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from raceboard.errors import NotationError
from raceboard.formats.shape import BAR, check_shape, check_stakes, settled, understood, whole
from raceboard.side import Side, others
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["PREFIX", "decode", "encode"]

PREFIX = "XGID="

_NO_LIMIT = 10
_CHAIN = "DBR"
_NO_DICE = "00"
_CODE = ord("A") - 1
_MOST = 26
_NUMBER = "[0-9]{1,5}"
_POWER = "[0-9]{1,2}"

#: The fields, what each looks like, and how to say that.
_FIELDS: Mapping[str, tuple[str, str]] = {
    "board": ("[A-Za-z-]{26}", "26 characters: letters and hyphens"),
    "cube": (_POWER, "the power of two of the cube"),
    "owner": ("-1|0|1", "1, 0 or -1"),
    "turn": ("-1|1", "1 or -1"),
    "dice": ("00|[1-9][1-9]|[DBR]", "00, two dice, D, B or R"),
    "points of X": (_NUMBER, "a number"),
    "points of O": (_NUMBER, "a number"),
    "rules": ("[0-3]", "a number from 0 to 3"),
    "length": (_NUMBER, "a number"),
    "highest cube": (_POWER, "the power of two of the highest cube"),
}


def encode(snapshot: Snapshot, bottom: Side = 0) -> str:
    """The XGID of a moment, with the side `bottom` as X; what it has no place for is left out.

    Raises ValueError for a variant of another shape, a match that is over, and a stack that no letter stands for.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> encode(Snapshot(spec, spec.start, 1, (6, 3), cube=4, owner=0, score=(2, 1), length=7))
    'XGID=-b----E-C---eE---c-e----B-:2:1:-1:63:2:1:0:7:10'
    """
    check_shape(snapshot.spec, "XGID")
    if snapshot.length is not None and max(snapshot.score) >= snapshot.length:
        raise ValueError("in an XGID somebody is on roll, but this match is over")
    (top,) = others(bottom, snapshot.spec.players)
    rules = snapshot.crawford if snapshot.length else snapshot.jacoby + 2 * snapshot.beavers
    told = (
        _board(snapshot, bottom, top),
        _power(snapshot.cube or 1),
        _sign(snapshot.owner, bottom),
        _sign(bottom if snapshot.on_roll is None else snapshot.on_roll, bottom),
        _dice(snapshot),
        snapshot.score[bottom],
        snapshot.score[top],
        int(rules),
        snapshot.length or 0,
        _power(snapshot.cube_max) if snapshot.cube_max else _NO_LIMIT,
    )
    return PREFIX + ":".join(map(str, told))


def decode(spec: VariantSpec, text: str, bottom: Side = 0) -> Snapshot:
    """The moment of an XGID, with the side `bottom` as X; the prefix may be missing.

    Raises NotationError, with the field that is wrong, for a text that is no XGID of a moment of the variant, and
    ValueError for a variant of another shape.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> found = decode(spec, "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:1:0:10")
    >>> found.cube, found.owner, found.on_roll, found.jacoby
    (2, 1, 0, True)
    """
    check_shape(spec, "XGID")
    board, *words = _fields(text)
    (top,) = others(bottom, spec.players)
    seats = {"1": bottom, "0": None, "-1": top}
    cube, owner, turn, dice, mine, theirs, rules, length, highest = words
    position = whole(spec, text, _boards(text, board, bottom, top))
    points = {bottom: int(mine), top: int(theirs)}
    flag, is_match, rival = int(rules), int(length) > 0, top if seats[turn] == bottom else bottom
    if is_match and flag > 1:
        raise NotationError(text, f"field 8, rules: {rules} is for money play; in a match it is 1 in the Crawford game")
    offers = _CHAIN.find(dice) + 1
    if offers == 1 and seats[owner] == rival:
        raise NotationError(text, "field 3, owner: who does not own the cube cannot double")
    accepted, holder = _accepted(offers, 2 ** int(cube), seats[owner], rival)
    with understood(text):
        moment = Snapshot(
            spec=spec,
            position=position,
            on_roll=seats[turn],
            dice=() if offers or dice == _NO_DICE else tuple(map(int, dice)),
            cube=accepted,
            owner=holder,
            offered=2 * accepted if offers else 0,
            offered_by=(None, seats[turn], rival, seats[turn])[offers],
            score=(points[0], points[1]),
            length=int(length) or None,
            crawford=is_match and flag == 1,
            jacoby=not is_match and flag in (1, 3),
            beavers=not is_match and flag in (2, 3),
            cube_max=None if int(highest) == _NO_LIMIT else 2 ** int(highest),
        )
    return check_stakes(text, moment)


def _sign(side: Side | None, bottom: Side) -> int:
    return 0 if side is None else 1 if side == bottom else -1


def _power(value: int) -> int:
    return value.bit_length() - 1


def _dice(snapshot: Snapshot) -> str:
    if snapshot.offers:
        return _CHAIN[snapshot.offers - 1]
    told = "".join(map(str, snapshot.dice))
    return told if re.fullmatch("[1-9][1-9]", told) and len(snapshot.dice) == 2 else _NO_DICE


def _board(snapshot: Snapshot, bottom: Side, top: Side) -> str:
    """The 26 characters of the board."""
    position = settled(snapshot.spec, snapshot.position)
    mine, theirs = position.counts(bottom), position.counts(top)
    cells = [_letter(mine[index]) for index in range(1, BAR + 1)]
    small = [_letter(theirs[BAR - index]).lower() for index in range(BAR)]
    return "".join(low if low != "-" else high for low, high in zip([*small, "-"], ["-", *cells], strict=True))


def _letter(count: int) -> str:
    if count > _MOST:
        raise ValueError(f"an XGID has no letter for {count} checkers on one point; {_MOST} is the most")
    return chr(_CODE + count) if count else "-"


def _fields(text: str) -> list[str]:
    """The ten fields; raises NotationError with the first that is wrong."""
    words = (text[len(PREFIX) :] if text.upper().startswith(PREFIX) else text).split(":")
    if len(words) != len(_FIELDS):
        raise NotationError(text, f"an XGID has {len(_FIELDS)} fields with colons between them, not {len(words)}")
    for number, (word, (name, (pattern, expected))) in enumerate(zip(words, _FIELDS.items(), strict=True), 1):
        if not re.fullmatch(pattern, word):
            raise NotationError(text, f"field {number}, {name}: {word!r} is not {expected}")
    return words


def _boards(text: str, board: str, bottom: Side, top: Side) -> dict[Side, list[int]]:
    """What stands on the points 1 to 24 and the bar of each side."""
    mine = [ord(cell) - _CODE if cell.isupper() else 0 for cell in board]
    theirs = [ord(cell.upper()) - _CODE if cell.islower() else 0 for cell in board]
    if mine[0] or theirs[-1]:
        raise NotationError(text, "field 1, board: the first place is the bar of O (small letters), the last that of X")
    return {bottom: mine[1:], top: theirs[-2::-1]}


def _accepted(offers: int, cube: int, owner: Side | None, rival: Side) -> tuple[int, Side | None]:
    """The value that has been accepted in a chain of offers, and its owner: from the beaver on who was doubled."""
    if offers > 1 and owner != rival:
        return cube << offers - 1, rival
    return cube, owner
