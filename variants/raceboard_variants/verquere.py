"""Verquere, or Verkeer: a parallel race with hits, and one checker a point on the first half (Cotton 1725)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.plugin import hookimpl
from raceboard.spec import BearOff, Landing, Opening, Reserve, VariantSpec
from raceboard.track import Region, Track
from raceboard_variants.options import (
    USUAL,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["VERQUERE"]

VERQUERE = with_defaults(
    VariantSpec(
        name="verquere",
        title="Verquere",
        aliases=("verkeer", "verkehren", "revertier"),
        summary="Both run the same way from opposite corners; no pile on the first half but the start; blots are hit.",
        sources=("variants.md part 2, row 29", "Cotton, The Compleat Gamester, 1725, through Ludii's description"),
        track=Track.rotated(24, (0, 12)),
        regions=(Region("home", 1, 6), Region("first-half", 13, 23)),
        setup={24: 15},
        opening=Opening("two_dice"),
        landing=Landing(caps=(("first-half", 1),)),
        # A checker that was hit counts the starting point as the first one: a die of 1 enters there.
        entry=(Reserve("bar"),),
        bear_off=BearOff("home"),
        numbering="up",
        options=(*USUAL,),
    ),
    {"must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(VERQUERE)
