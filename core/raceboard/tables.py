"""Declare, then conclude: the flat numbers that the generator needs, prepared once for each spec and side.

A mask has bit i set for own index i.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from attrs import frozen

from raceboard.side import Side, others
from raceboard.spec import Hold, Run, VariantSpec

__all__ = ["OVERSHOOT_ANY", "OVERSHOOT_FARTHEST", "Tables", "Wall", "tables"]

_OVERSHOOTS = ("exact", "farthest", "any")
_, OVERSHOOT_FARTHEST, OVERSHOOT_ANY = range(3)


@frozen
class Wall:
    """One set of points that a `Run` or a `Hold` forbids.

    `mask`: the points. `past[k]`: the indices of opponent k (0 = next in turn) on which a checker makes the wall legal.
    """

    mask: int
    past: tuple[tuple[int, ...], ...]
    each_step: bool


@frozen
class Tables:
    """A spec in numbers, as one player sees it. Opponents are numbered 0.. in turn order from that player."""

    size: int
    points: int
    crossing: tuple[tuple[int, ...], ...]  # per opponent: own index -> the opponent's index, 0 where none
    hit_to: int  # where hit checkers go, in the opponent's indices
    origin: tuple[int, ...]  # own index -> where its dice count from
    entry: tuple[tuple[int, ...], ...]  # own index -> dice that may leave it, () for all
    first: tuple[tuple[int, int], ...]  # reserves that come before everything else, in order, and how many may wait
    block: int
    hits: bool
    pins: bool
    safe: int  # mask of the opponents' own indices on which they cannot be hit
    caps: tuple[int, ...]  # own index -> most own checkers, 0 for no cap
    limits: tuple[int, ...]  # masks of the watched regions, of which only so many may leave in a turn
    gates: tuple[tuple[int, int], ...]  # (mask of the start, mask of the indices that open the gate)
    home: int  # mask, 0 when nothing is borne off
    away: int  # mask of the indices that must be empty before anything is borne off
    overshoot: int
    same_turn: bool
    inner_moves: bool
    while_pinned: bool
    goal: int  # mask of the goal region, 0 when the goal is off
    walls: tuple[Wall, ...]
    holds: tuple[Wall, ...]
    max_dice: bool
    higher_die: bool


@lru_cache(maxsize=512)
def tables(spec: VariantSpec, side: Side) -> Tables:
    """The tables of a spec for one player."""
    points, size = spec.track.points, spec.layout.size
    landing, bear_off = spec.landing, spec.bear_off
    rivals = others(side, spec.players)
    reserve_index = {reserve.name: points + 1 + place for place, reserve in enumerate(spec.entry)}
    return Tables(
        size=size,
        points=points,
        crossing=tuple(tuple(spec.track.cross(side, other, i) or 0 for i in range(size)) for other in rivals),
        hit_to=reserve_index.get(landing.hit_to, 0),
        origin=(*range(points + 1), *(reserve.counts_from or points + 1 for reserve in spec.entry)),
        entry=(*((),) * (points + 1), *(reserve.dice for reserve in spec.entry)),
        first=tuple((reserve_index[reserve.name], reserve.waiting) for reserve in spec.entry if reserve.first),
        block=1 if landing.contact == "forbid" else landing.block,
        hits=landing.contact == "hit",
        pins=spec.pins,
        safe=_union(spec, landing.safe),
        caps=_caps(spec),
        limits=tuple(_mask(spec, region) for region in spec.watched),
        gates=tuple((_mask(spec, gate.start), (1 << gate.target + 1) - 1) for gate in spec.departure.gates),
        home=_mask(spec, bear_off.home) if bear_off else 0,
        away=_away(spec) if bear_off else 0,
        overshoot=_OVERSHOOTS.index(bear_off.overshoot) if bear_off else 0,
        same_turn=bear_off.same_turn if bear_off else True,
        inner_moves=bear_off.inner_moves if bear_off else True,
        while_pinned=bear_off.while_pinned if bear_off else True,
        goal=0 if spec.finish.goal == "off" else _mask(spec, spec.finish.goal),
        walls=tuple(wall for run in spec.formation if isinstance(run, Run) for wall in _walls(spec, side, run)),
        holds=tuple(wall for hold in spec.formation if isinstance(hold, Hold) for wall in _holds(spec, hold)),
        max_dice=spec.obligation.max_dice,
        higher_die=spec.obligation.higher_die,
    )


def _mask(spec: VariantSpec, region: str) -> int:
    return sum(1 << index for index in spec.region(region).indices)


def _away(spec: VariantSpec) -> int:
    """The points outside home, and the reserves where they count."""
    assert spec.bear_off is not None
    last = spec.layout.size if spec.bear_off.after_entry else spec.track.points + 1
    return sum(1 << index for index in range(1, last)) & ~_mask(spec, spec.bear_off.home)


def _union(spec: VariantSpec, regions: tuple[str, ...]) -> int:
    mask = 0
    for region in regions:
        mask |= _mask(spec, region)
    return mask


def _caps(spec: VariantSpec) -> tuple[int, ...]:
    """The lowest cap that holds for each index."""
    caps: list[list[int]] = [[] for _ in range(spec.layout.size)]
    for region, most in spec.landing.caps:
        for index in spec.region(region).indices:
            caps[index].append(most)
    if spec.landing.max_stack is not None:
        for index in range(1, spec.track.points + 1):
            caps[index].append(spec.landing.max_stack)
    return tuple(min(most, default=0) for most in caps)


def _walls(spec: VariantSpec, side: Side, run: Run) -> list[Wall]:
    """The windows of `run.length` points in a row, on the owner's path or on that of each opponent.

    A longer row holds several windows, and an opponent is past the row exactly when past each of them.
    """
    if run.permit == "always":
        return []
    rivals = others(side, spec.players)
    found = []
    for place, route in enumerate(rivals if run.contiguity == "opponent_route" else [side]):
        for low in range(1, spec.track.points - run.length + 2):
            window = [spec.track.cross(route, side, index) for index in range(low, low + run.length)]
            if all(window):
                mask = sum(1 << index for index in window if index)
                judges = [rivals[place]] if route != side else list(rivals)
                past = tuple(_past(spec, side, mask, run, rival) if rival in judges else () for rival in rivals)
                found.append(Wall(mask, past, run.check == "each_step"))
    return found


def _holds(spec: VariantSpec, hold: Hold) -> list[Wall]:
    """Every choice of one point more than the region may have; nobody permits any."""
    chosen = combinations(spec.region(hold.region).indices, hold.most + 1)
    masks = [sum(1 << index for index in points) for points in chosen]
    return [Wall(mask, ((),) * (spec.players - 1), hold.check == "each_step") for mask in masks]


def _past(spec: VariantSpec, side: Side, mask: int, run: Run, rival: Side) -> tuple[int, ...]:
    """The rival's indices that permit a wall: fewer pips to go than each of its points, or home."""
    off = (0,) if run.borne_off_counts else ()
    if run.permit == "never":
        return ()
    if run.permit == "opponent_home":
        return off + tuple(spec.region(run.home).indices)
    crossed = (spec.track.cross(side, rival, index) for index in range(1, spec.track.points + 1) if mask >> index & 1)
    return off + tuple(range(1, min((index for index in crossed if index), default=spec.track.points + 1)))
