"""What a sheet is made of: sections of sentences, facts, tables and a picture; how they look is another's business."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from raceboard.ruleset import Ruleset
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["Block", "Board", "Facts", "Grid", "Section", "Subject", "Way"]


@frozen
class Subject:
    """What a sheet is about: a variant with the options of a table, its ruleset, and the points of the match.

    `rules` is None when the variant alone is described, `length` where nothing is played to a length or none is set.
    """

    spec: VariantSpec
    rules: Ruleset | None = None
    length: int | None = None


@frozen
class Facts:
    """Labels, and what is to be said under each."""

    rows: tuple[tuple[str, str], ...]


@frozen
class Grid:
    """A table; `head` names the columns, and the first cell of a row names the row.

    `numeric`: there are only numbers behind the first column.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: bool = field(default=False, kw_only=True)


@frozen
class Way:
    """The way of a seat over the board: rows with directions (`top.left`), or `beside` for points off the picture."""

    side: Side
    legs: tuple[str, ...]


@frozen
class Board:
    """The picture of a moment, with the ways of all seats."""

    moment: Snapshot
    ways: tuple[Way, ...]


#: A sentence of the rules, or one of the others.
Block: TypeAlias = str | Facts | Grid | Board


def _blocks(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return tuple(blocks)


@frozen
class Section:
    """A heading with what stands below it."""

    name: str
    title: str
    blocks: tuple[Block, ...] = field(converter=_blocks)
