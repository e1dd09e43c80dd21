"""Do all seats play the same game? A variant claims it by its track: every seat sees the others' paths alike."""

from __future__ import annotations

from attrs import evolve

from raceboard.legal import legal_plays
from raceboard.position import Position, Setup
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["moved_on", "same_in_every_seat", "seats_are_alike"]


def seats_are_alike(spec: VariantSpec) -> bool:
    """Is the track the same from every seat, so that moving everybody on by a seat changes no rule of the data?

    Regions, limits and reserves are the same for all as it is; only a start may differ, and that is a position.

    >>> from raceboard import Registry
    >>> seats_are_alike(Registry.load().variant("long-nardy"))
    True
    """
    players, indices = spec.players, range(1, spec.track.points + 1)
    return all(
        spec.track.cross(side, (side + on) % players, index) == spec.track.cross(0, on, index)
        for side in range(1, players)
        for on in range(1, players)
        for index in indices
    )


def moved_on(spec: VariantSpec, position: Position) -> Position:
    """Everybody's checkers in the next seat; raises ConfigError where the seats have different numbers of them."""
    seats = [(side - 1) % spec.players for side in range(spec.players)]
    pins = tuple(map(position.pins, seats)) if spec.pins else ()
    removed = tuple(map(position.gone, seats)) if position.removed else ()
    return Setup(tuple(map(position.counts, seats)), pins, removed).position(spec)


def same_in_every_seat(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> None:
    """Raise AssertionError when the same rows in the next seat have other plays."""
    if len(set(spec.checkers)) > 1:
        return
    following = (side + 1) % spec.players
    here = legal_plays(spec, position, side, stage, context)
    there = legal_plays(spec, moved_on(spec, position), following, evolve(stage, side=following), context)
    mine = {moved_on(spec, result) for result in here.results}
    if mine != set(there.results):
        odd = [result.text(following) for result in mine ^ set(there.results)]
        raise AssertionError(f"seat {side} and seat {following} have other plays in the same position: {odd[:3]}")
