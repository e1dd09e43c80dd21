"""The Position ID of GNU Backgammon: the board of a game in 14 characters.

First the player who is not on roll, then the one who is; of each the points 1 to 24 and the bar, in the own count: a
one for every checker and a zero behind each place. These are at most 80 bits, written lowest first into ten bytes, and
the bytes in base64 without its padding. Checkers that stand nowhere are off: an ID does not count them.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

from raceboard.errors import NotationError
from raceboard.formats.shape import POINTS, check_shape, whole
from raceboard.position import OFF, Position
from raceboard.side import Side, others
from raceboard.spec import VariantSpec

__all__ = ["LENGTH", "decode", "encode", "unpadded"]

#: The characters of a Position ID.
LENGTH = 14

_BITS = 80
_PLACES = POINTS + 1  # the points and the bar


def encode(spec: VariantSpec, position: Position, side: Side) -> str:
    """The ID of a position in which `side` is on roll.

    Raises ValueError for a variant of another shape (two players against each other on 24 points, with a bar), and for
    a position that an ID cannot hold: checkers out of play, or more of them than 80 bits have room for.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> encode(spec, spec.start, 0)
    '4HPwATDgc/ABMA'
    """
    check_shape(spec, "Position ID")
    if position.layout != spec.layout:
        raise ValueError(f"the position does not fit {spec.name}: {position.layout} instead of {spec.layout}")
    if any(position.removed):
        raise ValueError("a Position ID cannot hold checkers that are out of play: it would take them for borne off")
    (rival,) = others(side, spec.players)
    bits = _bits(position, rival) + _bits(position, side)
    if len(bits) > _BITS:
        raise ValueError(f"a Position ID has {_BITS} bits; so many checkers on the board would need {len(bits)}")
    number = int(bits[::-1], 2)
    return b64encode(number.to_bytes(_BITS // 8, "little")).decode().rstrip("=")


def decode(spec: VariantSpec, text: str, side: Side = 0) -> Position:
    """The position of an ID, with `side` as the player on roll.

    Raises NotationError, with the reason, for a text that is no ID of a position of the variant, and ValueError for a
    variant of another shape.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> decode(spec, "4HPwATDgc/ABUA").text()
    'bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5'
    """
    check_shape(spec, "Position ID")
    boards = _boards(text)
    (rival,) = others(side, spec.players)
    return whole(spec, text, dict(zip((rival, side), boards, strict=True)))


def unpadded(text: str, length: int, name: str) -> bytes:
    """The bytes of base64 without its padding; raises NotationError for another length or spelling.

    >>> unpadded("cAkAAAAAAAAA", 12, "Match ID").hex()
    '700900000000000000'
    """
    if len(text) != length:
        raise NotationError(text, f"a {name} has {length} characters, not {len(text)}")
    if not re.fullmatch("[A-Za-z0-9+/]*", text):
        raise NotationError(text, f"a {name} is written in A to Z, a to z, 0 to 9, + and /")
    padding = "=" * (-length % 4)
    data = b64decode(text + padding)
    if b64encode(data).decode() != text + padding:
        raise NotationError(text, f"its last character stands for more than {8 * len(data)} bits")
    return data


def _bits(position: Position, side: Side) -> str:
    """The bits of one player, the first one first."""
    return "".join("1" * count + "0" for count in position.counts(side)[OFF + 1 :])


def _boards(text: str) -> tuple[list[int], list[int]]:
    """The counts of both players, the points 1 to 24 and the bar; raises NotationError."""
    bits = f"{int.from_bytes(unpadded(text, LENGTH, 'Position ID'), 'little'):0{_BITS}b}"[::-1]
    *places, rest = bits.split("0", 2 * _PLACES)
    if len(places) < 2 * _PLACES or "1" in rest:
        raise NotationError(text, f"its bits are not {_PLACES} places of each player, all others zero")
    counts = list(map(len, places))
    return counts[:_PLACES], counts[_PLACES:]
