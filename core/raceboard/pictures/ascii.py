"""A board in text, in box drawing characters or in plain ASCII.

Each point is a column of checkers; where more stand than the column has places, its end tells how many. A pinned
checker bears `!`, the cube lies on the side of its owner, and the dice on the half of the player who has thrown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from raceboard.messages import text
from raceboard.pictures.geometry import BAR, Disc, Group, Lane, Row, stacked
from raceboard.pictures.labels import Scene
from raceboard.side import Side

__all__ = ["draw"]

_CELL = 4
_LANE_CELL = 6
_HEIGHT = 5
_MARGIN = "  "


@frozen
class _Charset:
    """The characters of a board: the checkers of the seats, an empty point, who is on roll, and the lines.

    `edges` and `middles` have three characters each: above, below, and the upright between them.
    """

    marks: str
    empty: str
    on_roll: str
    level: str
    left: str
    right: str
    middle: str

    def mark(self, seat: Side) -> str:
        return self.marks[seat] if seat < len(self.marks) else chr(ord("A") + (seat - len(self.marks)) % 26)


_UNICODE = _Charset("○●◇◆", "·", "▶", "─", "┌└│", "┐┘│", "┬┴│")
_PLAIN = _Charset("XO#@", ".", ">", "-", "++|", "++|", "++|")


def draw(scene: Scene, *, unicode: bool = True) -> str:
    """The board of a scene, lines without trailing spaces."""
    return "\n".join(line.rstrip() for line in _Board(scene, _UNICODE if unicode else _PLAIN).lines())


@frozen
class _Board:
    scene: Scene
    chars: _Charset

    def lines(self) -> Iterator[str]:
        """Everything from top to bottom: the seats opposite, their lanes, the board, the seat who looks."""
        yield " · ".join(self.scene.context) if self.chars is _UNICODE else ", ".join(self.scene.context)
        for seat in self.scene.view.seats[1:]:
            yield self._seat(seat)
        for lane in self.scene.view.lanes:
            yield from self._lane(lane)
        yield from self._labels("top")
        yield self._line(0)
        for line, beside in zip(self._inside(), self._cube(), strict=True):
            yield _MARGIN + line + "  " + beside
        yield self._line(1)
        yield from reversed(self._labels("bottom"))
        yield self._seat(self.scene.view.side)
        yield _MARGIN + self.scene.status

    @property
    def _height(self) -> int:
        """Places in a column; enough for each seat to have one on the bar."""
        return max(_HEIGHT, self.scene.view.spec.players)

    @property
    def _bar(self) -> str:
        """The name of the bar; empty for a board without one."""
        return "" if self.scene.view.bar is None else text("picture.reserve", {"reserve": BAR})

    @property
    def _bar_width(self) -> int:
        return max(_CELL + 1, len(self._bar) + 2)

    # -- The board -----------------------------------------------------------------------------------------------------

    def _joined(self, cells: Sequence[str], ends: Sequence[str], middle: str, bar: str) -> str:
        """A line through the board: its cells, with the bar or the hinge between them."""
        at = self.scene.view.middle
        if at is None:
            return ends[0] + "".join(cells) + ends[1]
        between = middle + bar + middle if self._bar else middle
        return ends[0] + "".join(cells[:at]) + between + "".join(cells[at:]) + ends[1]

    def _line(self, which: int) -> str:
        """The upper edge, 0, or the lower, 1."""
        chars = self.chars
        cells = [chars.level * _CELL] * self.scene.view.columns
        ends = chars.left[which], chars.right[which]
        return _MARGIN + self._joined(cells, ends, chars.middle[which], chars.level * self._bar_width)

    def _labels(self, row: Row) -> list[str]:
        """The numbers of a row from the edge inwards; pips to go too where the board numbers points otherwise."""
        spots = self.scene.view.row(row)
        rows = [[self.scene.number(spot.index) for spot in spots]]
        if self.scene.numbering == "up":
            rows.append([str(spot.index) for spot in spots])
        lines = [_MARGIN + self._across([_cell(label) for label in labels]) for labels in rows]
        return [lines[0], *(f"{line}  {text('picture.pips-row')}" for line in lines[1:])]

    def _across(self, cells: Sequence[str]) -> str:
        return self._joined(self._filled(cells), "  ", " ", " " * self._bar_width)

    def _filled(self, cells: Sequence[str]) -> list[str]:
        return [*cells, *[" " * _CELL] * (self.scene.view.columns - len(cells))]

    def _inside(self) -> list[str]:
        """The lines between the edges."""
        return [*self._half("top"), self._between(), *reversed(self._half("bottom"))]

    def _half(self, row: Row) -> list[str]:
        """The lines of a row of points, from the edge inwards."""
        view, position = self.scene.view, self.scene.moment.position
        columns = [self._column(view.standing(position, view.side, spot.index)) for spot in view.row(row)]
        bar = self._stack(view.on_bar(position, row))[::-1]
        return [
            self._joined(
                self._filled([_cell(column[height]) for column in columns]),
                (self.chars.left[2], self.chars.right[2]),
                self.chars.middle[2],
                _cell(bar[height]).ljust(self._bar_width),
            )
            for height in range(self._height)
        ]

    def _between(self) -> str:
        """The line in the middle, with the dice: on the right half for the seat who looks, else on the left."""
        view, moment = self.scene.view, self.scene.moment
        at = view.columns if view.middle is None else view.middle
        widths = [_CELL * at, _CELL * (view.columns - at)]
        dice = " ".join(f"[{die}]" for die in moment.dice)
        half = -1 if moment.on_roll == view.side and widths[1] else 0
        shown = ["", ""]
        shown[half] = dice if len(dice) <= widths[half] else ""
        cells = [word.center(width) for word, width in zip(shown, widths, strict=True)]
        upright = self.chars.middle[2]
        bar = upright + self._bar.center(self._bar_width) + upright if self._bar else upright
        return self.chars.left[2] + cells[0] + ("" if view.middle is None else bar) + cells[1] + self.chars.right[2]

    # -- Checkers ------------------------------------------------------------------------------------------------------

    def _column(self, groups: Sequence[Group]) -> list[str]:
        stack = self._stack(groups)
        return stack if stack[0] else [self.chars.empty, *stack[1:]]

    def _stack(self, groups: Sequence[Group]) -> list[str]:
        """What stands in the places of a column, from its foot."""
        discs = stacked(groups, self._height)
        places = [
            self._disc(disc, alone=disc.seat not in {below.seat for below in discs[:at]})
            for at, disc in enumerate(discs)
        ]
        return [*places, *[""] * (self._height - len(places))]

    def _disc(self, disc: Disc, *, alone: bool) -> str:
        """A checker, or the number of those of its seat; with the mark of the seat where no other shows it."""
        mark = self.chars.mark(disc.seat) + ("!" if disc.pinned else "")
        if not disc.number:
            return mark
        return f"{mark if alone else ''}{disc.number}"

    def _lane(self, lane: Lane) -> list[str]:
        """The numbers of a lane, and what stands on its points."""
        view, position = self.scene.view, self.scene.moment.position
        name = text("picture.lane", {"side": lane.owner})
        there = [self._crowd(view.standing(position, lane.owner, index)) for index in lane.indices]
        return [
            "    " + " " * len(name) + "".join(self.scene.number(index).rjust(_LANE_CELL) for index in lane.indices),
            "    " + name + "".join(crowd.rjust(_LANE_CELL) for crowd in there),
        ]

    def _crowd(self, groups: Sequence[Group]) -> str:
        """Checkers in one place."""
        words = [
            self._disc(Disc(group.seat, group.pinned, max(0, group.count - 1) and group.count), alone=True)
            for group in groups
        ]
        return "".join(words) or self.chars.empty

    # -- Beside the board ----------------------------------------------------------------------------------------------

    def _seat(self, seat: Side) -> str:
        begin = self.chars.on_roll if seat == self.scene.moment.on_roll else " "
        return "   ".join([f"{begin} {self.chars.mark(seat)} {self.scene.seat(seat)}", *self.scene.facts(seat)])

    def _cube(self) -> list[str]:
        """The lines right of the board: the cube above, below or in the middle."""
        lines = [""] * (2 * self._height + 1)
        moment, chars = self.scene.moment, self.chars
        if moment.cube is None:
            return lines
        shown = f" {moment.offered}? " if moment.offered else f" {moment.cube} "
        seat = self.scene.cube_seat
        first = self._height - 1 if seat is None else len(lines) - 3 if seat == self.scene.view.side else 0
        lines[first : first + 3] = [
            chars.left[0] + chars.level * len(shown) + chars.right[0],
            chars.left[2] + shown + chars.right[2],
            chars.left[1] + chars.level * len(shown) + chars.right[1],
        ]
        return lines


def _cell(token: str) -> str:
    """A place of a column; a mark behind a checker does not move it."""
    return token.rjust(_CELL) if token.endswith("!") else f"{token.rjust(_CELL - 1)} "
