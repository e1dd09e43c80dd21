"""Which point stands where when a seat looks at its board.

The own path of the seat lies in two rows: it begins top right, runs to the left, turns, and ends bottom right. So the
way is counter-clockwise and the home bottom right in every variant, and the head of a game that has one is top right.
What the others stand on follows from where their paths meet that of the seat; points where it never comes are lanes of
their owners, beside the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import frozen

from raceboard.position import Position
from raceboard.side import Side, others
from raceboard.spec import VariantSpec

__all__ = ["BAR", "Disc", "Edge", "Group", "Lane", "Row", "Spot", "View", "stacked", "view"]

#: The reserve that lies in the middle of a board; the others lie beside it.
BAR = "bar"

Row: TypeAlias = Literal["top", "bottom"]
Edge: TypeAlias = Literal["left", "right"]


@frozen
class Spot:
    """A point on the board: the index that the seat who looks gives it, its row, and its column from the left, 0.."""

    index: int
    row: Row
    column: int


@frozen
class Lane:
    """Points where the seat who looks never comes: own indices of the `owner`, in the order of its way."""

    owner: Side
    indices: tuple[int, ...]


@frozen
class Group:
    """Checkers of one seat in one place; `pinned` ones lie below those of another seat."""

    seat: Side
    count: int
    pinned: bool = False


@frozen
class Disc:
    """A checker that is drawn. `number`: it stands for so many, with those of its seat below it; 0: for itself."""

    seat: Side
    pinned: bool = False
    number: int = 0


@frozen
class View:
    """A board as `side` sees it.

    `columns` in a row; `middle`: so many columns are left of the bar or the hinge, None for a board without either.
    """

    spec: VariantSpec
    side: Side
    columns: int
    middle: int | None
    spots: tuple[Spot, ...]
    lanes: tuple[Lane, ...]

    @property
    def seats(self) -> tuple[Side, ...]:
        """All seats, the one who looks first."""
        return (self.side, *others(self.side, self.spec.players))

    @property
    def bar(self) -> int | None:
        """The own index of the bar; None for a variant without one."""
        reserves = self.spec.layout.reserves
        return self.spec.track.points + 1 + reserves.index(BAR) if BAR in reserves else None

    @property
    def beside(self) -> tuple[int, ...]:
        """The own indices of the reserves that lie beside the board."""
        return tuple(index for index in range(self.spec.track.points + 1, self.spec.layout.size) if index != self.bar)

    def row(self, row: Row) -> tuple[Spot, ...]:
        """The points of a row, from the left."""
        return tuple(sorted((spot for spot in self.spots if spot.row == row), key=lambda spot: spot.column))

    def spot(self, seat: Side, index: int) -> Spot | None:
        """Where the point is that a seat calls `index`; None when the seat who looks never comes there.

        >>> from raceboard import Registry
        >>> view(Registry.load().variant("long-nardy"), 0).spot(1, 24)
        Spot(index=12, row='bottom', column=0)
        """
        own = index if seat == self.side else self.spec.track.cross(seat, self.side, index)
        return next((spot for spot in self.spots if spot.index == own), None)

    def standing(self, position: Position, owner: Side, index: int) -> tuple[Group, ...]:
        """The checkers on the point that `owner` calls `index`, pinned ones first."""
        found = []
        for seat in (owner, *others(owner, self.spec.players)):
            there = index if seat == owner else self.spec.track.cross(owner, seat, index)
            if there and position.counts(seat)[there]:
                found.append(Group(seat, position.counts(seat)[there], position.pins(seat)[there] > 0))
        return tuple(sorted(found, key=lambda group: not group.pinned))

    def on_bar(self, position: Position, row: Row) -> tuple[Group, ...]:
        """The checkers on the half of the bar from which they enter."""
        index = self.bar
        if index is None:
            return ()
        waiting = [Group(seat, position.counts(seat)[index]) for seat in self.seats if self._entry(seat) == row]
        return tuple(group for group in waiting if group.count)

    def tray(self, seat: Side) -> tuple[Row, Edge]:
        """Where the checkers lie that a seat has borne off: own ones below, on the side where the path ends."""
        last = self.spot(seat, 1)
        left = last is not None and last.row == "top" and 2 * last.column < self.columns - 1
        return "bottom" if seat == self.side else "top", "left" if left else "right"

    def _entry(self, seat: Side) -> Row:
        first = self.spot(seat, self.spec.track.points)
        return "top" if first is None else first.row


def stacked(groups: Sequence[Group], height: int) -> tuple[Disc, ...]:
    """What to draw in a column of so many places, from its foot; where it is too low, numbers say how many there are.

    >>> stacked([Group(0, 1, pinned=True), Group(1, 7)], 3)
    (Disc(seat=0, pinned=True, number=0), Disc(seat=1, pinned=False, number=0), Disc(seat=1, pinned=False, number=7))
    """
    discs = [Disc(group.seat, group.pinned) for group in groups for _ in range(group.count)]
    if len(discs) <= height:
        return tuple(discs)
    if sum(not group.pinned for group in groups) > 1:
        return tuple(Disc(group.seat, group.pinned, group.count) for group in groups)
    return (*discs[: height - 1], Disc(groups[-1].seat, number=groups[-1].count))


@lru_cache(maxsize=64)
def view(spec: VariantSpec, side: Side) -> View:
    """The board of a variant as a seat sees it; raises ValueError for a seat that the variant does not have.

    >>> from raceboard import Registry
    >>> [spot.index for spot in view(Registry.load().variant("backgammon"), 0).row("bottom")]
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    """
    points = spec.track.points
    columns = (points + 1) // 2
    above = (Spot(index, "top", index - columns - 1) for index in range(points, columns, -1))
    below = (Spot(index, "bottom", columns - index) for index in range(columns, 0, -1))
    halved = BAR in spec.layout.reserves or columns % 2 == 0
    return View(
        spec,
        spec.layout.seat(side),
        columns,
        columns // 2 if halved else None,
        (*above, *below),
        tuple(_lanes(spec, side)),
    )


def _lanes(spec: VariantSpec, side: Side) -> Iterator[Lane]:
    """The points that are not on the path of `side`, each in the lane of the first seat that comes there."""
    seen = set(spec.track.paths[side])
    for seat in others(side, spec.players):
        path = spec.track.paths[seat]
        own = tuple(index for index in range(len(path), 0, -1) if path[index - 1] not in seen)
        seen.update(path)
        if own:
            yield Lane(seat, own)
