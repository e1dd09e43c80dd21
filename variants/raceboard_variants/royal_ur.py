"""The Royal Game of Ur as Irving Finkel reads it (variants.md part 2, row 39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.dice import Chance
from raceboard.plugin import hookimpl
from raceboard.spec import (
    Again,
    BearOff,
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
from raceboard_variants.options import OPENING_NEXT_GAME

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["ROYAL_UR"]

_CORNERS = ("first-rosette", "last-rosette")
_AGAIN = {"all": ("first-rosette", "middle-rosette", "last-rosette"), "corners": _CORNERS, "none": ()}
_FINKEL = "Finkel 2007, through Ludii's description"


def _again(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, program=Program(again=Again(landing=_AGAIN[str(value)])))


def _safe(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, landing=attrs.evolve(spec.landing, safe=("middle-rosette",) if value else ()))


#: The middle row, where the players meet; four squares before it and two behind it are a player's own.
_MIDDLE = range(11, 19)

ROYAL_UR = VariantSpec(
    name="royal-ur",
    title="Royal Game of Ur",
    aliases=("ur", "game of twenty squares"),
    summary="Seven checkers on a path of private and common squares; four sticks, rosettes are safe and throw again.",
    sources=("variants.md part 2, row 39", _FINKEL),
    track=Track([[5, 6, *_MIDDLE, 1, 2, 3, 4], [25, 26, *_MIDDLE, 21, 22, 23, 24]]),
    regions=(
        Region("first-rosette", 11, 11),
        Region("middle-rosette", 7, 7),
        Region("last-rosette", 1, 1),
        Region("path", 1, 14),
    ),
    setup={"hand": 7},
    dice=Chance.table({0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
    opening=Opening("two_dice"),
    program=Program(again=Again(landing=_AGAIN["all"])),
    landing=Landing(hit_to="hand", max_stack=1, safe=("middle-rosette",)),
    entry=(Reserve("hand", first=False),),
    bear_off=BearOff("path", overshoot="exact", after_entry=False),
    numbering="up",
    options=(
        Option(
            "rosette.again",
            Kind(words=("all", "corners", "none")),
            "all",
            "Which rosettes let the player throw again: all, those off the middle row, none.",
            f"variants.md part 2, row 39; corners: {_FINKEL}",
            _again,
        ),
        Option(
            "rosette.safe",
            Kind(flag=True),
            True,
            "A checker on the rosette of the middle row cannot be hit.",
            "variants.md part 2, row 39",
            _safe,
        ),
        OPENING_NEXT_GAME,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(ROYAL_UR)
