"""Nannon: six points, three checkers a side, one die (variants.md part 2, row 43; the rules of its inventor)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.dice import Chance
from raceboard.plugin import hookimpl
from raceboard.side import others
from raceboard.spec import (
    BearOff,
    Count,
    Finish,
    Hooks,
    Landing,
    Level,
    Opening,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.options import OPENING_NEXT_GAME

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["NANNON"]


def _two_beside_each_other_are_immune(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """A checker with a friend on the next point, before it or behind it, cannot be hit."""
    (rival,) = others(side, spec.players)
    there = spec.track.cross(side, rival, step.target or 0)
    row = position.counts(rival)
    if not there or not row[there]:
        return None
    beside = (index for index in (there - 1, there + 1) if 1 <= index <= spec.track.points)
    return "landing.prime" if any(row[index] for index in beside) else None


NANNON = VariantSpec(
    name="nannon",
    title="Nannon",
    aliases=("nano backgammon",),
    summary="Three checkers, six points, one die; neighbours cannot be hit, any die that is high enough bears off.",
    sources=("variants.md part 2, row 43", "nannon.com: rules"),
    track=Track.contrary(6),
    regions=(Region("board", 1, 6),),
    setup={6: 1, 5: 1, "hand": 1},
    dice=Chance.dice(1, 6),
    opening=Opening("difference"),
    landing=Landing(hit_to="hand", max_stack=1),
    entry=(Reserve("hand", first=False),),
    bear_off=BearOff("board", overshoot="any", after_entry=False),
    finish=Finish(levels=(Level("single", 1), Level("nannon", 2, ((Count("off", at_most=0),),)))),
    cube=True,
    options=(OPENING_NEXT_GAME,),
    hooks=Hooks(allow_step=_two_beside_each_other_are_immune),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(NANNON)
