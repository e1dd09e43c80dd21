"""European acey-deucey: every double has its complement and another throw (variants.md part 2, row 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Again, BearOff, Program
from raceboard_variants.american_acey_deucey import AMERICAN_ACEY_DEUCEY
from raceboard_variants.options import BEAR_OFF_OVERSHOOT

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["EUROPEAN_ACEY_DEUCEY"]

_EXACT = attrs.evolve(BEAR_OFF_OVERSHOOT, default="exact")

EUROPEAN_ACEY_DEUCEY = attrs.evolve(
    AMERICAN_ACEY_DEUCEY,
    name="european-acey-deucey",
    title="European acey-deucey",
    summary="Acey-deucey in which doubles are played with their complement and throw again; exact dice bear off.",
    aliases=("acey_deucey_eu",),
    sources=("variants.md part 2, row 9 (itavli, backgammon-play.net)",),
    program=Program(complement=True, again=Again(completed=True)),
    bear_off=BearOff("home", overshoot="exact"),
    options=tuple(
        _EXACT if option is BEAR_OFF_OVERSHOOT else option
        for option in AMERICAN_ACEY_DEUCEY.options
        if option.key != "levels"
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(EUROPEAN_ACEY_DEUCEY)
