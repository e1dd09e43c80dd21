"""The letters of SGF for plays of backgammon (`GM[6]`): `31hefe` is 8/5 6/5 of White, `61yg` is bar/18 of Black.

A letter is a point of the board: `a` is White's 1 and Black's 24, `x` is White's 24 and Black's 1; `y` is the bar and
`z` is off. Source: red-bean.com/sgf/backgammon.html. White is side 0, as in the files of GNU Backgammon, where `PW` is
the player who is named first.
"""

from __future__ import annotations

import string
from collections.abc import Iterable

from raceboard.errors import NotationError
from raceboard.record import Move, Place
from raceboard.side import Side

__all__ = ["COLOURS", "sgf_letter", "sgf_letters", "sgf_moves", "sgf_place"]

#: The properties of the sides.
COLOURS = ("W", "B")

_POINTS = 24
_BAR, _OFF = "y", "z"
_NAMES = {_BAR: "bar", _OFF: "off"}


def sgf_letter(place: Place, side: Side) -> str:
    """The letter of a place of a side: an own index (25 is the bar, 0 is off) or `bar` or `off`.

    Raises ValueError for a place that SGF has no letter for.

    >>> sgf_letter(8, 0), sgf_letter(8, 1), sgf_letter("bar", 1), sgf_letter(0, 0)
    ('h', 'q', 'y', 'z')
    """
    if place in ("bar", _POINTS + 1):
        return _BAR
    if place in ("off", 0):
        return _OFF
    if not isinstance(place, int) or not 1 <= place <= _POINTS:
        raise ValueError(f"SGF has no letter for {place!r}; it has the points 1 to {_POINTS}, the bar and off")
    return string.ascii_lowercase[_POINTS - place if side else place - 1]


def sgf_place(letter: str, side: Side) -> Place:
    """The place of a side that a letter means: a point in pips to go, `bar` or `off`; raises ValueError for others.

    >>> sgf_place("h", 0), sgf_place("h", 1), sgf_place("y", 0)
    (8, 17, 'bar')
    """
    if letter in _NAMES:
        return _NAMES[letter]
    if len(letter) != 1 or letter not in string.ascii_lowercase:
        raise ValueError(f"{letter!r} is no letter of SGF; it has a to z")
    number = string.ascii_lowercase.index(letter)
    return _POINTS - number if side else number + 1


def sgf_letters(legs: Iterable[tuple[Place, Place]], side: Side) -> str:
    """Pairs of a source and a stop as letters, two for each; raises ValueError as `sgf_letter` does.

    >>> sgf_letters([(8, 5), (6, 5)], 0), sgf_letters([("bar", 18), (18, 12)], 1)
    ('hefe', 'yggm')
    """
    return "".join(sgf_letter(source, side) + sgf_letter(stop, side) for source, stop in legs)


def sgf_moves(letters: str, side: Side) -> tuple[Move, ...]:
    """The moves that letters mean, one for each pair; SGF does not mark hits.

    Raises NotationError for what is not pairs of letters.

    >>> sgf_moves("yggm", 1)
    (Move(source='bar', stops=(18,), hits=(False,), count=1), Move(source=18, stops=(12,), hits=(False,), count=1))
    """
    if len(letters) % 2 or set(letters) - set(string.ascii_lowercase):
        raise NotationError(letters, "a play of SGF is pairs of letters from a to z, a source and a stop")
    places = [sgf_place(letter, side) for letter in letters]
    return tuple(Move(source, (stop,), (False,)) for source, stop in zip(places[::2], places[1::2], strict=True))
