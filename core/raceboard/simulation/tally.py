"""What has been counted in finished games: whole numbers only, so that a sum does not depend on the order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import define, field, fields

from raceboard.side import Side

__all__ = ["DOUBLED", "PASSED", "REDOUBLED", "TAKEN", "Tally"]

#: A winner; None for a draw.
Winner: TypeAlias = Side | None

#: What can happen to the cube.
DOUBLED, REDOUBLED, TAKEN, PASSED = "doubled", "redoubled", "taken", "passed"


@define
class Tally:
    """Counts of games; two of them can be added.

    `endings`: games by winner, level and how they ended. `starts`: by starter and winner. `lengths`: by the turns that
    all sides have begun. `choices`: stages by the number of legal plays, an empty play being one. `passes`: stages with
    the empty play only. `cube`: what was done with the cube, and by whom. `values`: games by what the cube showed at
    the end. `points`: games by winner and points. `sessions`: matches and series by winner. `unfinished`: games that
    were given up since they took too long; they count in nothing else but the choices.

    >>> one, other = Tally(), Tally()
    >>> one.game(0, "single", "finished", 1, 40)
    >>> other.game(None, "draw", "dead-position", 0, 52)
    >>> (one + other).games, (one + other).lengths == {40: 1, 52: 1}
    (2, True)
    """

    endings: Counter[tuple[Winner, str, str]] = field(factory=Counter)
    starts: Counter[tuple[Winner, Winner]] = field(factory=Counter)
    lengths: Counter[int] = field(factory=Counter)
    choices: Counter[int] = field(factory=Counter)
    cube: Counter[tuple[str, Side]] = field(factory=Counter)
    values: Counter[int] = field(factory=Counter)
    points: Counter[tuple[Winner, int]] = field(factory=Counter)
    sessions: Counter[Winner] = field(factory=Counter)
    passes: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """How many games have been finished."""
        return self.endings.total()

    def game(self, winner: Winner, level: str, how: str, starter: Winner, turns: int) -> None:
        """Count a finished game."""
        self.endings[winner, level, how] += 1
        self.starts[starter, winner] += 1
        self.lengths[turns] += 1

    def stage(self, plays: int, *, is_pass: bool) -> None:
        """Count a stage that was played."""
        self.choices[plays] += 1
        self.passes += is_pass

    def stakes(self, winner: Winner, points: int, cube: int | None) -> None:
        """Count what a table has given for a finished game; `cube` is None where there is none."""
        self.points[winner, points] += 1
        if cube is not None:
            self.values[cube] += 1

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*(getattr(self, name) + getattr(other, name) for name in _NAMES))

    def plain(self) -> dict[str, object]:
        """The counts as JSON can hold them: each row is what was counted, then how often."""
        return {name: _rows(getattr(self, name)) for name in _NAMES}

    @classmethod
    def read(cls, plain: Mapping[str, object]) -> Tally:
        """The counts again; raises ValueError for what `plain` has not made."""
        if not isinstance(plain, dict) or set(plain) != set(_NAMES):
            raise ValueError("these are no counts of a simulation")
        counts: Any = {name: _read(name, plain[name]) for name in _NAMES}
        return cls(**counts)


_NAMES = tuple(one.name for one in fields(Tally))
_NUMBERS = ("passes", "unfinished")


def _rows(counted: Counter[object] | int) -> object:
    if isinstance(counted, int):
        return counted
    rows = [[*(key if isinstance(key, tuple) else (key,)), count] for key, count in counted.items()]
    return sorted(rows, key=lambda row: [(value is not None, str(type(value)), value) for value in row])


def _read(name: str, rows: object) -> Counter[object] | int:
    """One of the counts; a key of one part is that part."""
    if name in _NUMBERS and type(rows) is int and rows >= 0:
        return rows
    if name in _NUMBERS or not isinstance(rows, list):
        raise ValueError(f"{name} is {rows!r}, which is no count")
    counted: Counter[object] = Counter()
    for row in rows:
        if not isinstance(row, list) or len(row) < 2 or type(row[-1]) is not int or row[-1] < 1:
            raise ValueError(f"{name} has the row {row!r}, which is no count")
        *key, count = row
        counted[tuple(key) if len(key) > 1 else key[0]] = count
    return counted
