"""A board as SVG: one file without anything from outside, light or dark as its reader likes it.

The drawing has a title and, as its description, the board in sentences, so that it can be read aloud. It has no size
but its proportions. `data-seat` and `data-index` (own indices) say to programs what stands where.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cached_property
from xml.sax.saxutils import escape

from attrs import frozen

from raceboard.messages import language
from raceboard.pictures.geometry import Disc, Lane, Row, Spot, stacked
from raceboard.pictures.labels import Scene
from raceboard.pictures.linear import tell
from raceboard.pictures.shapes import (
    DIE,
    RADIUS,
    STYLE,
    checker,
    cube,
    die,
    group,
    label,
    rect,
    slab,
    triangle,
)
from raceboard.side import Side

__all__ = ["paint"]

# Lengths in units of the drawing.
_PAD = 14.0
_COLUMN = 40.0
_HEIGHT = 5  # places in a column
_HALF = 2 * RADIUS * _HEIGHT + 10
_BETWEEN = 56.0
_FRAME = 8.0
_BAR, _HINGE = 44.0, 10.0
_BESIDE = 52.0  # a tray, or the room of the cube
_LINE = 28.0
_NUMBERS = 20.0
_LANE = 64.0
_LETTER = 8.0  # no letter is wider than that, more or less, but for those of East Asia, which take two
_MOST_IN_HAND = 15


def paint(scene: Scene) -> str:
    """The drawing of a scene, a whole SVG document."""
    board = _Drawing(scene)
    body = "".join(board.shapes())
    told = escape(tell(scene))
    mark = hashlib.sha256((body + told).encode()).hexdigest()[:10]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width:g} {board.height:g}" role="img"'
        f' lang="{language()}" xml:lang="{language()}"'
        f' aria-labelledby="rb-{mark}-title rb-{mark}-desc">'
        f'<title id="rb-{mark}-title">{escape(scene.title)}</title>'
        f'<desc id="rb-{mark}-desc">{told}</desc><style>{STYLE}</style>{body}</svg>'
    )


@frozen(slots=False)
class _Drawing:
    scene: Scene

    def shapes(self) -> Iterator[str]:
        """Everything, from behind to the front."""
        yield rect("rb-page", 0, 0, self.width, self.height)
        yield from self._texts()
        for place, lane in enumerate(self.scene.view.lanes):
            yield from self._lane(lane, self._lanes_top + place * _LANE)
        yield rect("rb-frame", self._left, self._top - _FRAME, self._inner + 2 * _FRAME, self._tall + 2 * _FRAME, 6)
        yield rect("rb-field", self._left + _FRAME, self._top, self._inner, self._tall)
        if self.scene.view.middle is not None:
            x = self._left + _FRAME + self.scene.view.middle * _COLUMN
            yield rect("rb-bar", x, self._top - _FRAME, self._middle, self._tall + 2 * _FRAME)
        for spot in self.scene.view.spots:
            yield from self._point(spot)
        yield from self._bars()
        yield from self._trays()
        yield from self._dice()
        yield from self._cube()

    # -- Where things are ----------------------------------------------------------------------------------------------

    @cached_property
    def width(self) -> float:
        """The width of the drawing: that of the board, or of the texts where they are wider."""
        return max(self._board, *(_letters(text) * _LETTER for text in self._lines), 320.0) + 2 * _PAD

    @cached_property
    def height(self) -> float:
        return self._bottom + _FRAME + _NUMBERS + 2 * _LINE + _PAD

    @cached_property
    def _lines(self) -> list[str]:
        """The texts above and below the board."""
        seats = [self._seat_text(seat) + " " * 16 for seat in self.scene.view.seats]
        return [" · ".join(self.scene.context), *seats, self.scene.status]

    def _seat_text(self, seat: Side) -> str:
        return "  ".join([self.scene.seat(seat), *self.scene.facts(seat)])

    @cached_property
    def _middle(self) -> float:
        view = self.scene.view
        return 0.0 if view.middle is None else _HINGE if view.bar is None else _BAR

    @cached_property
    def _inner(self) -> float:
        return self.scene.view.columns * _COLUMN + self._middle

    @cached_property
    def _edges(self) -> tuple[float, float]:
        """The room for trays on the left and on the right."""
        view = self.scene.view
        edges = {view.tray(seat)[1] for seat in view.seats} if view.spec.bear_off else set()
        return (_BESIDE if "left" in edges else 0.0), (_BESIDE if "right" in edges else 0.0)

    @property
    def _cube_room(self) -> float:
        return 0.0 if self.scene.moment.cube is None else _BESIDE

    @cached_property
    def _board(self) -> float:
        return self._cube_room + sum(self._edges) + self._inner + 2 * _FRAME

    @cached_property
    def _left(self) -> float:
        """Where the frame begins; the board is in the middle of the drawing."""
        return (self.width - self._board) / 2 + self._cube_room + self._edges[0]

    @property
    def _lanes_top(self) -> float:
        return _PAD + _LINE * self.scene.view.spec.players

    @cached_property
    def _top(self) -> float:
        """Where the field begins."""
        return self._lanes_top + _LANE * len(self.scene.view.lanes) + _NUMBERS + _FRAME

    @property
    def _tall(self) -> float:
        return 2 * _HALF + _BETWEEN

    @property
    def _bottom(self) -> float:
        return self._top + self._tall

    def _x(self, column: int) -> float:
        """The left side of a column."""
        view = self.scene.view
        beyond = view.middle is not None and column >= view.middle
        return self._left + _FRAME + column * _COLUMN + (self._middle if beyond else 0.0)

    # -- Points and checkers -------------------------------------------------------------------------------------------

    def _point(self, spot: Spot) -> Iterator[str]:
        view, x = self.scene.view, self._x(spot.column)
        base, down = (self._top, 1) if spot.row == "top" else (self._bottom, -1)
        shade = (spot.column + (spot.row == "top")) % 2
        yield triangle(f"rb-point{shade}", x + 1, base, _COLUMN - 2, down * (_HALF - 14))
        y = self._top - _FRAME - 6 if spot.row == "top" else self._bottom + _FRAME + 15
        yield label(self.scene.number(spot.index), x + _COLUMN / 2, y, "rb-small rb-middle rb-number")
        discs = stacked(view.standing(self.scene.moment.position, view.side, spot.index), _HEIGHT)
        places = [base + down * (2 * place + 1) * RADIUS for place in range(len(discs))]
        yield from self._stacks(discs, x + _COLUMN / 2, places, index=spot.index)

    def _stacks(self, discs: Sequence[Disc], x: float, places: Sequence[float], **where: int | str) -> Iterator[str]:
        """Checkers above each other, a group for each seat."""
        for seat in dict.fromkeys(disc.seat for disc in discs):
            parts = [
                checker(seat, x, y, number=disc.number, pinned=disc.pinned)
                for disc, y in zip(discs, places, strict=True)
                if disc.seat == seat
            ]
            yield group("stack", parts, seat=seat, **where)

    def _bars(self) -> Iterator[str]:
        """The checkers on the bar, from the middle outwards."""
        view, centre = self.scene.view, self._top + self._tall / 2
        if view.middle is None or view.bar is None:
            return
        x = self._left + _FRAME + view.middle * _COLUMN + self._middle / 2
        rows: tuple[tuple[Row, int], ...] = (("top", -1), ("bottom", 1))
        for row, down in rows:
            discs = stacked(view.on_bar(self.scene.moment.position, row), max(_HEIGHT, view.spec.players))
            places = [centre + down * (2 * place + 1.3) * RADIUS for place in range(len(discs))]
            yield from self._stacks(discs, x, places, index="bar")

    def _lane(self, lane: Lane, top: float) -> Iterator[str]:
        """The own points of a seat that does not look: a row of fields."""
        position, view = self.scene.moment.position, self.scene.view
        left = self._left + _FRAME
        yield group("swatch", [checker(lane.owner, left + 10, top + 40, radius=8)], seat=lane.owner)
        for place, index in enumerate(lane.indices):
            x = left + 28 + place * (_COLUMN + 4)
            yield label(self.scene.number(index), x + _COLUMN / 2, top + 14, "rb-small rb-middle rb-number")
            yield rect("rb-tray", x, top + 20, _COLUMN, _COLUMN, 4)
            discs = stacked(view.standing(position, lane.owner, index), 1)
            yield from self._stacks(
                discs, x + _COLUMN / 2, [top + 20 + _COLUMN / 2] * len(discs), lane=lane.owner, index=index
            )

    # -- Beside the points ---------------------------------------------------------------------------------------------

    def _trays(self) -> Iterator[str]:
        """The checkers that are borne off, on their edges, each seat in a part of its tray."""
        view = self.scene.view
        if not view.spec.bear_off:
            return
        for place in {view.tray(seat) for seat in view.seats}:
            owners = [seat for seat in view.seats if view.tray(seat) == place]
            row, edge = place
            x = self._left - _BESIDE + 4 if edge == "left" else self._left + self._inner + 2 * _FRAME + 4
            top = self._top if row == "top" else self._bottom - _HALF
            yield rect("rb-tray", x, top, _BESIDE - 8, _HALF, 4)
            for part, seat in enumerate(owners):
                tall = _HALF / len(owners)
                yield self._tray(seat, x + 4, top + part * tall, tall, row)

    def _tray(self, seat: Side, x: float, top: float, tall: float, row: Row) -> str:
        count, width = self.scene.moment.position.off(seat), _BESIDE - 16
        step = min(11.0, (tall - 26) / max(count, 1))
        first, down = (top + 3, 1) if row == "top" else (top + tall - 3 - step, -1)
        parts = [slab(seat, x, first + down * step * place, width, step - 0.5) for place in range(count)]
        y = top + tall - 6 if row == "top" else top + 16
        return group(
            "stack",
            [*parts, label(str(count), x + width / 2, y, "rb-small rb-middle rb-total")],
            seat=seat,
            index="off",
        )

    def _dice(self) -> Iterator[str]:
        """The dice, on the right half for the seat who looks, else on the left."""
        moment = self.scene.moment
        for place, number in enumerate(moment.dice):
            x = self._half(right=moment.on_roll == self.scene.view.side) + (place - (len(moment.dice) - 1) / 2) * (
                DIE + 8
            )
            yield die(moment.on_roll or 0, number, x, self._top + self._tall / 2)

    def _half(self, *, right: bool) -> float:
        """The middle of a half of the board."""
        return self._left + _FRAME + self._inner * (0.75 if right else 0.25)

    def _cube(self) -> Iterator[str]:
        """The cube beside the board, or before the seat who is to answer."""
        moment, seat, centre = self.scene.moment, self.scene.cube_seat, self._top + self._tall / 2
        if moment.cube is None:
            return
        if moment.offered:
            yield cube(moment.offered, self._half(right=seat == self.scene.view.side), centre, offered=True)
            return
        x = self._left - self._edges[0] - self._cube_room / 2
        y = centre if seat is None else self._bottom - 20 if seat == self.scene.view.side else self._top + 20
        yield cube(moment.cube, x, y, offered=False)

    # -- Texts ---------------------------------------------------------------------------------------------------------

    def _texts(self) -> Iterator[str]:
        """The game, the seats opposite, the seat who looks, what is awaited."""
        first, *rest = self.scene.view.seats
        yield label(" · ".join(self.scene.context), _PAD, _PAD + 16, "rb-strong")
        for place, seat in enumerate(rest, 1):
            yield from self._seat(seat, _PAD + place * _LINE)
        below = self._bottom + _FRAME + _NUMBERS
        yield from self._seat(first, below)
        yield label(self.scene.status, _PAD, below + _LINE + 18)

    def _seat(self, seat: Side, top: float) -> Iterator[str]:
        """A seat: is it on roll, its colour and name, what lies beside the board."""
        x, y = _PAD, top + 18
        if seat == self.scene.moment.on_roll:
            yield f'<path class="rb-turn" d="M{x:g} {y - 11:g}l11 6l-11 6z"/>'
        yield group("swatch", [checker(seat, x + 24, y - 5, radius=8)], seat=seat)
        name = f'<tspan class="rb-strong">{escape(self.scene.seat(seat))}</tspan>'
        facts = "".join(f'<tspan dx="14">{escape(fact)}</tspan>' for fact in self.scene.facts(seat))
        yield f'<text class="rb-text" x="{x + 40:g}" y="{y:g}">{name}{facts}</text>'
        yield from self._waiting(seat, y - 5)

    def _waiting(self, seat: Side, y: float) -> Iterator[str]:
        """The checkers in the reserves beside the board, at the right end of the line."""
        view, x = self.scene.view, self.width - _PAD - 10
        for index in view.beside:
            count = self.scene.moment.position.counts(seat)[index]
            number = count if count > _MOST_IN_HAND else 0
            shown = 1 if number else count
            parts = [checker(seat, x - 7 * place, y, number=number, radius=9) for place in range(shown)]
            if parts:
                yield group("stack", parts, seat=seat, index=view.spec.layout.name(index))
            x -= 7 * shown + 18


def _letters(text: str) -> int:
    """How many letters a text is wide."""
    return sum(2 if unicodedata.east_asian_width(letter) in "FW" else 1 for letter in text)
