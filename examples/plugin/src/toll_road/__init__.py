"""Toll Road: a race over twelve points in which every checker must stop at the toll. Invented for this example."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from raceboard import Chance, Position, Side, Step, TurnContext, hookimpl
from raceboard.spec import (
    BearOff,
    Finish,
    Hooks,
    Kind,
    Landing,
    Level,
    Option,
    OptionValue,
    Program,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterRuleset, RegisterVariant

__all__ = ["TOLL_ROAD", "raceboard_api"]

#: The versions of raceboard's plugin interface that this plugin is for.
raceboard_api = ">=0.1,<0.2"

#: The own index of the toll.
TOLL = 7


def _stops_at_the_toll(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """A checker does not pass the toll without a stop there."""
    passes = step.source > TOLL > step.source - step.die
    return "departure.toll" if passes else None


def _toll(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Open the toll, or close it again."""
    hooks = attrs.evolve(spec.hooks, allow_step=_stops_at_the_toll if value else None)
    return attrs.evolve(spec, hooks=hooks)


TOLL_ROAD = VariantSpec(
    name="toll-road",
    title="Toll Road",
    summary="Five checkers a side race over twelve points with two four-sided dice; each must stop at the toll.",
    sources=("invented for the documentation of raceboard",),
    track=Track.contrary(12),
    regions=(Region("home", 1, 4),),
    setup={12: 3, 11: 2},
    dice=Chance.dice(2, 4),
    program=Program(doubles=2),
    landing=Landing(block=2, contact="hit", hit_to="bar"),
    entry=(Reserve("bar"),),
    bear_off=BearOff("home", overshoot="any"),
    finish=Finish(levels=(Level("single", 1),)),
    options=(Option("toll.stop", Kind(flag=True), True, "A checker must stop at the toll.", "the rules above", _toll),),
    hooks=Hooks(allow_step=_stops_at_the_toll),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    """Bring the game."""
    register(TOLL_ROAD)


@hookimpl
def raceboard_register_rulesets(register: RegisterRuleset) -> None:
    """Bring its tables: every YAML file beside this module."""
    for path in sorted(Path(__file__).parent.glob("*.yaml")):
        register(path)
