"""What the text of a play needs to know of a board: how points are numbered, its head, and which programs know it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.track import Track

__all__ = ["SGF_BOARD", "Numbering", "head_of", "is_of_sgf", "marks_matter"]

#: `down`: points are pips to go, as everywhere in the library. `up`: they are counted from the start of the path.
Numbering: TypeAlias = Literal["down", "up"]

#: The board that SGF and FIBS know, in words.
SGF_BOARD = "a board of 24 points, which two players cross in contrary directions, with a bar"

_POINTS = 24


def head_of(spec: VariantSpec, side: Side) -> int | None:
    """The point that players call the head: the one that few checkers may leave in a turn, or where all begin.

    None when there is no such point, or more than one.

    >>> from raceboard import Registry
    >>> [head_of(Registry.load().variant(name), 0) for name in ("long-nardy", "backgammon")]
    [24, None]
    """
    regions = [spec.region(limit.region) for limit in spec.departure.limits]
    limited = [region.low for region in regions if region.low == region.high]
    begins = [index for index, count in enumerate(spec.start.counts(side)) if count]
    points = limited or [index for index in begins if index <= spec.layout.points]
    return points[0] if len(points) == 1 and (limited or len(begins) == 1) else None


def is_of_sgf(spec: VariantSpec) -> bool:
    """Is this a board of backgammon: 24 points that two players cross in contrary directions, and a bar?

    >>> from raceboard import Registry
    >>> [is_of_sgf(Registry.load().variant(name)) for name in ("hypergammon", "long-nardy")]
    [True, False]
    """
    is_its_shape = spec.track == Track.contrary(_POINTS) and spec.layout.reserves == ("bar",)
    return is_its_shape and not marks_matter(spec)


def marks_matter(spec: VariantSpec) -> bool:
    """May a player choose whether a landing hits? Then only stars tell plays apart.

    >>> from raceboard import Registry
    >>> marks_matter(Registry.load().variant("backgammon"))
    False
    """
    return spec.hooks.resolve_landing is not None
