"""Geometry: which physical point a player's own index is, and where the paths of players meet.

Every player counts pips to go along the own path: index 0 is off, 1..n are the points. Points have numbers of their
own that nobody plays with; a path lists them in the order of the owner's indices, and two players share a point when
both paths name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from raceboard.side import Side

__all__ = ["Region", "Track"]


@frozen
class Region:
    """A range of own indices with a `name`: from `low` to `high`, both ends included.

    >>> list(Region("home", 1, 6).indices)
    [1, 2, 3, 4, 5, 6]
    """

    name: str
    low: int
    high: int

    def __attrs_post_init__(self) -> None:
        """Raise ValueError for an empty range or one that leaves the track."""
        if not 1 <= self.low <= self.high:
            raise ValueError(f"region {self.name}: {self.low}..{self.high} is no range of own points (1 is the last)")

    @property
    def indices(self) -> range:
        """The own indices of the region."""
        return range(self.low, self.high + 1)


def _paths(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


@frozen(cache_hash=True)
class Track:
    """The paths of all players over the points of a board; all paths have the same length.

    `paths`: of each player the points in the order of the own indices; `paths[side][i - 1]` is the point that the
    player `side` calls index i. Raises ValueError for paths of different lengths or a path that visits a point twice.
    """

    paths: tuple[tuple[int, ...], ...] = field(converter=_paths)

    def __attrs_post_init__(self) -> None:
        """Check that the paths can be played on."""
        if not self.paths or not self.paths[0] or len({len(path) for path in self.paths}) != 1:
            raise ValueError(f"the paths of a track have one length of at least 1, not {[*map(len, self.paths)]}")
        for side, path in enumerate(self.paths):
            if len(set(path)) != len(path):
                raise ValueError(f"the path of player {side} visits a point twice")

    @classmethod
    def contrary(cls, points: int) -> Track:
        """Two players run against each other over the same points.

        >>> Track.contrary(24).cross(0, 1, 24)
        1
        """
        return cls((range(1, points + 1), range(points, 0, -1)))

    @classmethod
    def rotated(cls, points: int, shifts: Sequence[int]) -> Track:
        """All players run the same way round a ring; player s is `shifts[s]` points ahead of the first numbering.

        >>> Track.rotated(24, (0, 12)).cross(0, 1, 24)
        12
        """
        return cls([(start + step) % points + 1 for step in range(points)] for start in shifts)

    @classmethod
    def shared(cls, points: int, players: int) -> Track:
        """All players run the same path from the same start.

        >>> Track.shared(24, 2).cross(0, 1, 24)
        24
        """
        return cls.rotated(points, (0,) * players)

    @property
    def players(self) -> int:
        """How many players run."""
        return len(self.paths)

    @property
    def points(self) -> int:
        """How many points each path has."""
        return len(self.paths[0])

    def cross(self, side: Side, other: Side, index: int) -> int | None:
        """The other player's index of the point that `side` calls `index`, or None when only `side` comes there."""
        if not 1 <= index <= self.points:
            return None
        point = self.paths[side][index - 1]
        path = self.paths[other]
        return path.index(point) + 1 if point in path else None
