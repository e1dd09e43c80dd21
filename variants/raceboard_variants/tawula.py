"""Tawula, Turkish backgammon of the nineteenth century: a hand and a bar that enter differently (Falkener 1892)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.plugin import hookimpl
from raceboard.side import others
from raceboard.spec import (
    BearOff,
    Hooks,
    Kind,
    Landing,
    Opening,
    Option,
    OptionValue,
    Program,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.options import (
    MUST_HIGHER_DIE,
    MUST_MAX_DICE,
    OPENING_NEXT_GAME,
    set_field,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["TAWULA"]


def _pair_waits(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """Checkers on the starting point wait until the hand is empty."""
    waits = position.counts(side)[spec.layout.index("hand")] and step.source in spec.region("start").indices
    return "departure.hand-first" if waits else None


def _pair_waits_and_way_in_stays(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """The starting point waits for the hand; one of six entry points stays open while an opponent is on the bar."""
    (rival,) = others(side, spec.players)
    there = spec.track.cross(side, rival, step.target or 0)
    hit = there is not None and position.counts(rival)[there] > 0
    row = list(position.counts(side))
    row[step.source] -= 1
    row[step.target or 0] += 1
    entries = (spec.track.cross(rival, side, index) or 0 for index in spec.region("way-in").indices)
    shut = all(row[index] >= spec.landing.block for index in entries)
    if shut and (hit or position.counts(rival)[spec.layout.index("bar")]):
        return "formation.way-in"
    return _pair_waits(spec, position, side, step, context)


def _way_in(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return set_field("hooks", "allow_step", spec, _pair_waits_and_way_in_stays if value else _pair_waits)


TAWULA = with_defaults(
    VariantSpec(
        name="tawula",
        title="Tawula",
        aliases=("turkish backgammon",),
        summary="Thirteen checkers enter from hand before the first two may move; hit ones enter a point farther back.",
        sources=("variants.md part 2, row 28", "Falkener 1892, through Ludii's description"),
        track=Track.rotated(24, (0, 12)),
        regions=(
            Region("start", 24, 24),
            Region("way-in", 19, 24),
            Region("first-half", 14, 23),
            Region("path", 1, 24),
        ),
        setup={24: 2, "hand": 13},
        opening=Opening("two_dice"),
        program=Program(doubles=2),
        landing=Landing(caps=(("first-half", 1),)),
        # A hit checker counts the starting point as the first one, a checker in hand the point behind it.
        entry=(Reserve("bar"), Reserve("hand", counts_from=24, first=False)),
        bear_off=BearOff("path", overshoot="any", after_entry=False),
        numbering="up",
        options=(
            Option(
                "formation.way_in",
                Kind(flag=True),
                True,
                "While the opponent has hit checkers, one of the points where they enter must be left open.",
                "variants.md part 2, row 28",
                _way_in,
            ),
            MUST_MAX_DICE,
            MUST_HIGHER_DIE,
            OPENING_NEXT_GAME,
        ),
        hooks=Hooks(allow_step=_pair_waits_and_way_in_stays),
    ),
    {"must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(TAWULA)
