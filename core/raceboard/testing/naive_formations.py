"""Positions that may not be: the formations of a variant (variants.md 1.4; DECISIONS 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from raceboard.position import OFF, Position
from raceboard.side import Side, others
from raceboard.spec import Hold, Run, VariantSpec

__all__ = ["standing"]


def standing(spec: VariantSpec, position: Position, side: Side, check: str) -> list[str]:
    """The rules of the forbidden formations, of those that are tested then, in which the player stands."""
    tested = [one for one in spec.formation if one.check == check]
    walls = any(_is_walled(spec, position, side, one) for one in tested if isinstance(one, Run))
    holds = any(_is_held(spec, position, side, one) for one in tested if isinstance(one, Hold))
    return ["formation.wall"] * walls + ["formation.hold"] * holds


def _is_held(spec: VariantSpec, position: Position, side: Side, hold: Hold) -> bool:
    """Own checkers are on more points of the region than may be."""
    counts = position.counts(side)
    return len([index for index in spec.region(hold.region).indices if counts[index]]) > hold.most


def _is_walled(spec: VariantSpec, position: Position, side: Side, run: Run) -> bool:
    """Own checkers hold a whole row of points, as long as the run or longer, and nothing permits it."""
    rows = [(held, row) for held, row in _rows(spec, position, side, run) if len(row) >= run.length]
    return any(not _is_permitted(spec, position, side, run, held, row) for held, row in rows)


def _rows(spec: VariantSpec, position: Position, side: Side, run: Run) -> Iterator[tuple[Sequence[Side], list[int]]]:
    """The longest rows of points, in own indices, that are neighbours on a path, and whom they hold.

    On the path of an opponent they hold this one, on the own path all.
    """
    counts, track, opponents = position.counts(side), spec.track, others(side, spec.players)
    for route in [side] if run.contiguity == "owner_route" else opponents:
        own = [track.cross(route, side, index) or OFF for index in range(1, track.points + 1)]
        for occupied, row in groupby(own, key=lambda index: index != OFF and counts[index] > 0):
            if occupied:
                yield opponents if route == side else [route], list(row)


def _is_permitted(
    spec: VariantSpec, position: Position, side: Side, run: Run, held: Sequence[Side], row: Sequence[int]
) -> bool:
    """`never`, `always`, or because an opponent that the row holds is past it, or at home."""
    if run.permit in ("never", "always"):
        return run.permit == "always"
    return any(position.counts(other)[index] for other in held for index in _beyond(spec, side, run, row, other))


def _beyond(spec: VariantSpec, side: Side, run: Run, row: Sequence[int], other: Side) -> set[int]:
    """Where a row no longer holds an opponent: with fewer pips to go than each of its points, or at home; and off."""
    off = {OFF} if run.borne_off_counts else set[int]()
    if run.permit == "opponent_home":
        return off | {*spec.region(run.home).indices}
    crossed = [there for index in row if (there := spec.track.cross(side, other, index))]
    return off | {*range(1, min(crossed, default=spec.layout.size))}
