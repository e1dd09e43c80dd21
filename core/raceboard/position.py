"""Where the checkers stand: `Setup` may be nonsense, `Position` is valid.

Checkers are counted per player and per own index, never as one signed number: 0 is off, 1..n the points, then one
index per reserve (bar, hand). Pinned checkers and checkers removed from the game are counts of their own; what is off
is never inferred from what is missing.

Position text (DESIGN 3): the side on roll first, `/` between players, `index:count` in own indices, highest first;
reserves and `off` by name, zero counts left out, `!` behind a pinned checker, `removed:n` for checkers out of play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import Attribute, Factory, field, frozen

from raceboard.errors import ConfigError, NotationError, Problem, did_you_mean
from raceboard.messages import text
from raceboard.side import Side, others, seat_name

if TYPE_CHECKING:
    from typing import Protocol

    from raceboard.track import Track

    class _Spec(Protocol):
        """What a position must know of a variant."""

        @property
        def layout(self) -> Layout: ...
        @property
        def track(self) -> Track: ...
        @property
        def checkers(self) -> tuple[int, ...]: ...
        @property
        def pins(self) -> bool: ...
        @property
        def both_may_finish(self) -> bool: ...


__all__ = ["OFF", "Layout", "Position", "Setup"]

#: The index of checkers that have been borne off.
OFF = 0

_OFF, _REMOVED = "off", "removed"


@frozen(cache_hash=True)
class Layout:
    """The shape of the rows of a variant: how many `players`, `points` on each path, the names of the `reserves`.

    `size`: length of a row, which has off, the points and the reserves.
    """

    players: int
    points: int
    reserves: tuple[str, ...] = ()
    size: int = field(
        init=False,
        eq=False,
        repr=False,
        default=Factory(lambda layout: 1 + layout.points + len(layout.reserves), takes_self=True),
    )

    def __str__(self) -> str:
        """`2 players on 24 points with bar`."""
        reserves = f" with {', '.join(self.reserves)}" if self.reserves else ""
        return f"{self.players} players on {self.points} points{reserves}"

    def name(self, index: int) -> str:
        """An index as people write it: the number of a point, or the name of a reserve, or `off`.

        >>> layout = Layout(2, 24, ("bar",))
        >>> layout.name(13), layout.name(25), layout.name(0)
        ('13', 'bar', 'off')
        """
        if index == OFF:
            return _OFF
        return str(index) if index <= self.points else self.reserves[index - self.points - 1]

    def index(self, word: str) -> int:
        """The index that a name or a number means; raises ValueError with a suggestion.

        >>> Layout(2, 24, ("bar",)).index("bar")
        25
        """
        names = {_OFF: OFF, **{name: self.points + 1 + place for place, name in enumerate(self.reserves)}}
        if word in names:
            return names[word]
        if re.fullmatch("[0-9]{1,4}", word) and 1 <= int(word) <= self.points:
            return int(word)
        known = f"a point from 1 to {self.points} or {', '.join(names)}"
        raise ValueError(f"{word!r} is not {known}{_hint(word, names)}")

    def seat(self, side: Side) -> Side:
        """The side, if the game has it; raises ValueError with the sides that it has."""
        if type(side) is not int or not 0 <= side < self.players:
            raise ValueError(f"this game has the sides 0 to {self.players - 1}, not {side!r}")
        return side

    def slot(self, side: Side, index: int) -> int:
        """Where the count of a side and an index stands in the flat data of a position; raises ValueError as `seat`."""
        return self.seat(side) * self.size + index


def _hint(word: str, names: Iterable[str]) -> str:
    hint = did_you_mean(word, names)
    return f"; {hint}" if hint else ""


def _has_its_shape(position: Position, field: Attribute[bytes], value: bytes) -> None:
    """Refuse bytes of another shape than that of the layout; those with a default may be left out."""
    layout = position.layout
    need = layout.players if field.name == "removed" else layout.players * layout.size
    if type(value) is not bytes or (len(value) != need and (value or field.name == "data")):
        raise ValueError(f"{field.name} of {layout} is {need} bytes, not {value!r}; Position.parse makes them")


@frozen
class Position:
    """A valid position: `data` holds all rows in seat order, one byte a count; `layout` is their shape.

    `pinned` has the same shape and counts pinned checkers (empty when the variant never pins); `removed` counts the
    checkers out of play for each side (empty when there are none).
    """

    layout: Layout = field(repr=False)
    data: bytes = field(validator=_has_its_shape)
    pinned: bytes = field(default=b"", validator=_has_its_shape)
    removed: bytes = field(default=b"", validator=_has_its_shape)

    @classmethod
    def parse(cls, spec: _Spec, text: str, side: Side = 0) -> Position:
        """Read position text; its first group is `side`, then come the seats that follow.

        Raises NotationError for unreadable text and ConfigError, with all problems, for a position that cannot be.
        """
        return Setup.parse(spec, text, side).position(spec)

    @classmethod
    def from_counts(cls, spec: _Spec, rows: Sequence[Sequence[int]]) -> Position:
        """A position from one row of counts per seat: index = pips to go, 0 off, reserves last.

        A row may be longer than the variant needs when the rest is zero. Raises ConfigError with all problems.
        """
        return Setup(tuple(map(tuple, rows))).position(spec)

    def counts(self, side: Side) -> tuple[int, ...]:
        """The row of a side: off, the points, the reserves."""
        size = self.layout.size
        begin = self.layout.seat(side) * size
        return tuple(self.data[begin : begin + size])

    def pins(self, side: Side) -> tuple[int, ...]:
        """How many checkers of a side are pinned at each index."""
        begin, size = self.layout.slot(side, 0), self.layout.size
        return tuple(self.pinned[begin : begin + size]) or (0,) * size

    def off(self, side: Side) -> int:
        """How many checkers a side has borne off."""
        layout = self.layout
        return self.data[layout.seat(side) * layout.size + OFF]

    def gone(self, side: Side) -> int:
        """How many checkers of a side are out of play without being borne off."""
        return self.removed[side] if self.removed else 0

    def text(self, side: Side = 0) -> str:
        """The position as text, `side` first; `Position.parse` with the same side reads it back."""
        players = self.layout.players
        first = self.layout.seat(side)
        return " / ".join(self._group((first + step) % players) for step in range(players))

    def _group(self, side: Side) -> str:
        counts, pins = self.counts(side), self.pins(side)
        order = [*range(self.layout.size - 1, self.layout.points, -1), *range(self.layout.points, 0, -1), OFF]
        words = [
            f"{self.layout.name(index)}:{counts[index]}{'!' if pins[index] else ''}" for index in order if counts[index]
        ]
        return " ".join(words + ([f"{_REMOVED}:{self.gone(side)}"] if self.gone(side) else []))

    def __str__(self) -> str:
        """The position as text, seat 0 first."""
        return self.text()


@frozen
class Setup:
    """Rows of counts as somebody claims them, to be checked: `problems` names everything that is wrong at once."""

    rows: tuple[tuple[int, ...], ...]
    pins: tuple[tuple[int, ...], ...] = ()
    removed: tuple[int, ...] = ()

    @classmethod
    def parse(cls, spec: _Spec, text: str, side: Side = 0) -> Setup:
        """Read position text without judging it; raises NotationError with the word that cannot be read."""
        layout = spec.layout
        first = layout.seat(side)
        groups = text.split("/")
        if len(groups) != layout.players:
            raise NotationError(text, f"{layout.players} groups with a / between them are needed, not {len(groups)}")
        read = [_read_group(layout, text, group) for group in groups]
        seats = [read[(seat - first) % layout.players] for seat in range(layout.players)]
        counts, pins, removed = zip(*seats, strict=True)
        return cls(counts, pins, removed)

    def problems(self, spec: _Spec) -> tuple[Problem, ...]:
        """Everything that keeps these rows from being a position of the variant."""
        shape = self._shape_problems(spec)
        if shape:
            return tuple(shape)
        return (*self._count_problems(spec), *self._shared_points(spec), *self._pins(spec), *self._finished(spec))

    def position(self, spec: _Spec) -> Position:
        """The rows as a valid position; raises ConfigError with all problems."""
        problems = self.problems(spec)
        if problems:
            raise ConfigError(problems)
        size = spec.layout.size
        pinned = bytes(count for row in self.pins for count in row[:size]) if spec.pins else b""
        return Position(
            spec.layout,
            bytes(count for row in self.rows for count in row[:size]),
            pinned or (bytes(size * spec.layout.players) if spec.pins else b""),
            bytes(self.removed) if any(self.removed) else b"",
        )

    def _shape_problems(self, spec: _Spec) -> list[Problem]:
        size, players = spec.layout.size, spec.layout.players
        if len(self.rows) != players:
            hint = text("position.rows.hint")
            return [_problem("position.rows", None, hint, rows=len(self.rows), players=players)]
        found = []
        for side, row in enumerate(self.rows):
            if len(row) < size or any(row[size:]):
                hint = text("position.row-length.hint", {"size": size, "points": spec.layout.points})
                found.append(_problem("position.row-length", side, hint, length=len(row)))
            elif any(type(count) is not int or not 0 <= count <= 255 for count in row):
                found.append(_problem("position.counts", side))
        return found

    def _count_problems(self, spec: _Spec) -> list[Problem]:
        found = []
        for side, row in enumerate(self.rows):
            have, need = sum(row) + (self.removed[side] if self.removed else 0), spec.checkers[side]
            if have != need:
                hint = text(f"position.checkers.{'missing' if have < need else 'surplus'}", {"number": need - have})
                found.append(_problem("position.checkers", side, hint, have=have, need=need))
        return found

    def _shared_points(self, spec: _Spec) -> list[Problem]:
        found = []
        for side, row in enumerate(self.rows):
            for other in range(side + 1, spec.layout.players):
                for index in range(1, spec.layout.points + 1):
                    there = spec.track.cross(side, other, index)
                    if row[index] and there and self.rows[other][there] and not self._is_pin(spec, side, index, other):
                        found.append(_problem("position.shared-point", side, index=index, other=other, there=there))
        return found

    def _is_pin(self, spec: _Spec, side: Side, index: int, other: Side) -> bool:
        """Exactly one of two sides on a point is pinned there, with a single checker."""
        there = spec.track.cross(side, other, index)
        if not self.pins or not spec.pins or there is None:
            return False
        mine, theirs = self.pins[side][index], self.pins[other][there]
        single = self.rows[side][index] if mine else self.rows[other][there]
        return (mine > 0) != (theirs > 0) and single == 1

    def _pins(self, spec: _Spec) -> list[Problem]:
        """Pinned checkers that nobody holds."""
        return [
            _problem("position.pin", side, index=index)
            for side, row in enumerate(self.pins)
            for index, pinned in enumerate(row)
            if pinned and not any(self._holds(spec, side, index, other) for other in others(side, spec.layout.players))
        ]

    def _holds(self, spec: _Spec, side: Side, index: int, other: Side) -> bool:
        there = spec.track.cross(side, other, index)
        return there is not None and self.rows[other][there] > 0

    def _finished(self, spec: _Spec) -> list[Problem]:
        done = [side for side, row in enumerate(self.rows) if row[OFF] == spec.checkers[side]]
        if len(done) < 2 or spec.both_may_finish:
            return []
        return [_problem("position.both-finished", None, sides=tuple(done))]


def _problem(code: str, side: Side | None, hint: str = "", **parameters: object) -> Problem:
    path = "" if side is None else seat_name(side)
    return Problem(code, path, text(code, parameters), hint=hint, file="<position>")


_Group = tuple[tuple[int, ...], tuple[int, ...], int]


def _read_group(layout: Layout, text: str, group: str) -> _Group:
    """Counts, pins and removed checkers of one side."""
    counts: dict[int, int] = {}
    pins: dict[int, int] = {}
    removed = 0
    for word in group.split():
        name, colon, number = word.partition(":")
        digits = number.removesuffix("!")
        if not colon or not re.fullmatch("[0-9]{1,3}", digits):
            raise NotationError(text, f"{word!r} is not index:count, for example 24:2 or bar:1")
        if name == _REMOVED:
            removed += int(digits)
            continue
        index = _index(layout, text, name)
        if index in counts:
            raise NotationError(text, f"{name} is given twice for one side")
        counts[index] = int(digits)
        pins[index] = int(digits) if number.endswith("!") else 0
    return _row(layout, counts), _row(layout, pins), removed


def _index(layout: Layout, text: str, name: str) -> int:
    try:
        return layout.index(name)
    except ValueError as error:
        raise NotationError(text, str(error)) from None


def _row(layout: Layout, counts: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(counts.get(index, 0) for index in range(layout.size))
