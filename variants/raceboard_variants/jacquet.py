"""Jacquet: the postilion goes ahead alone (variants.md part 2, row 26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.position import OFF
from raceboard.spec import Departure, Gate, Hooks, Kind, Landing, Option, OptionValue, Reserve, VariantSpec
from raceboard_variants.moultezim import MOULTEZIM
from raceboard_variants.options import with_defaults

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["JACQUET"]

_POSTILION = Departure(gates=(Gate("head", 6),))


def _one_to_a_point(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """Until one checker is home, no second one is put on any point but the start."""
    counts, target = position.counts(side), step.target or OFF
    is_one_home = any(counts[: spec.region("home").high + 1])
    is_free = is_one_home or not OFF < target < spec.track.points or not counts[target]
    return None if is_free else "landing.one-to-a-point"


def _rules_of(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    if value == "modern":
        modern = Landing(contact="forbid")
        return attrs.evolve(spec, landing=modern, entry=(), departure=_POSTILION, hooks=Hooks())
    hook = Hooks(allow_step=_one_to_a_point)
    return attrs.evolve(spec, landing=Landing(), entry=(Reserve("bar"),), departure=Departure(), hooks=hook)


_RULES_OF = Option(
    "rules_of",
    Kind(words=("modern", "moulidars")),
    "modern",
    "One checker closes a point and the postilion goes alone; or, in 1840, single checkers are hit, all may leave, and"
    " until one is home only one own checker stands on a point.",
    "modern: Wikipedia and jeux-oublies; moulidars: Ludii (Jacquet, after Moulidars 1840)",
    _rules_of,
)

JACQUET = with_defaults(
    attrs.evolve(
        MOULTEZIM,
        name="jacquet",
        title="Jacquet",
        summary="One checker closes a point; the first, the postilion, runs alone to the last quarter; walls are free.",
        aliases=("jaquet",),
        sources=("variants.md part 2, row 26 (Ludii, Wikipedia and jeux-oublies)",),
        formation=(),
        departure=_POSTILION,
        options=(
            _RULES_OF,
            *(one for one in MOULTEZIM.options if one.key.partition(".")[0] in ("opening", "must", "bear_off")),
        ),
    ),
    {"must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(JACQUET)
