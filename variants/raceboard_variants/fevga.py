"""Fevga: nobody is hit, the first checker goes ahead, and walls must be opened (variants.md part 2, row 18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.side import others
from raceboard.spec import (
    Departure,
    Finish,
    Gate,
    Hold,
    Hooks,
    Kind,
    Landing,
    Opening,
    Option,
    OptionValue,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.options import (
    HOLD_CHECK,
    SINGLE_OR_GAMMON,
    USUAL,
    changed,
    gate_target,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Play
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["FEVGA"]


def _is_shut(spec: VariantSpec, position: Position, side: Side, other: Side, index: int) -> bool:
    """Does a side hold the six points right before an index of the other?"""
    before = [spec.track.cross(other, side, place) for place in range(index - 6, index)]
    return all(place and position.counts(side)[place] for place in before)


def _is_caught(spec: VariantSpec, position: Position, side: Side) -> bool:
    """Do all checkers of the opponent wait on one point, right behind six points that the side holds?"""
    (other,) = others(side, spec.players)
    counts = position.counts(other)
    waiting = [index for index in range(1, spec.track.points + 1) if counts[index] == sum(counts)]
    return any(_is_shut(spec, position, side, other, index) for index in waiting)


def _open_the_wall(
    spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
) -> Iterable[Play] | None:
    """Six points right before a point on which all opposing checkers wait are opened, if a play does that."""
    if not _is_caught(spec, position, side):
        return None
    return [play for play in plays if not _is_caught(spec, play.result, side)] or None


def _leave_the_start(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> str | None:
    """Nobody holds all six points right before the opponent's start, while a checker is there."""
    (other,) = others(side, spec.players)
    start = spec.track.points
    waits = position.counts(other)[start] > 0
    return "formation.rival-start" if waits and _is_shut(spec, position, side, other, start) else None


_WALLS: Mapping[str, Hooks] = MappingProxyType(
    {
        "all_wait": Hooks(filter_plays=_open_the_wall),
        "start": Hooks(allow_position=_leave_the_start),
        "free": Hooks(),
    }
)


def _wall(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, hooks=_WALLS[str(value)])


def _quarters(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    own = spec.formation[0]
    both = (own, changed(own, "region", "rival-start"))
    return attrs.evolve(spec, formation=both if value == "both" else (own,))


_OPTIONS = (
    gate_target(11, source="Ludii and BrainKing (Fevga): past the opponent's start"),
    Option(
        "hold.quarters",
        Kind(words=("own", "both")),
        "own",
        "Where all six points may never be held: in the own starting quarter, or in either starting quarter.",
        "own: BrainKing and itavli; both: Ludii (Fevga)",
        _quarters,
    ),
    HOLD_CHECK,
    Option(
        "wall.open",
        Kind(words=tuple(_WALLS)),
        "all_wait",
        "Six points in a row are opened where all opposing checkers wait right behind them; or never closed right"
        " before the opponent's start while a checker is there; or free.",
        "all_wait: Ludii and itavli (Fevga); start: notes of the program fevga 2.6",
        _wall,
    ),
    *USUAL,
)

FEVGA = with_defaults(
    VariantSpec(
        name="fevga",
        title="Fevga",
        summary="One checker closes a point; the first passes the opponent's start alone; the own start stays open.",
        sources=("variants.md part 2, row 18 (Ludii, BrainKing, dorogaved and itavli)", "DECISIONS 19"),
        track=Track.rotated(24, (0, 12)),
        regions=(Region("home", 1, 6), Region("head", 24, 24), Region("start", 19, 24), Region("rival-start", 7, 12)),
        setup={24: 15},
        opening=Opening("two_dice", next_game="winner"),
        landing=Landing(contact="forbid"),
        departure=Departure(gates=(Gate("head", 11),)),
        formation=(Hold("start", 5),),
        finish=Finish(levels=SINGLE_OR_GAMMON),
        numbering="up",
        hooks=_WALLS["all_wait"],
        options=_OPTIONS,
    ),
    {"opening.next_game": "winner"},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(FEVGA)
