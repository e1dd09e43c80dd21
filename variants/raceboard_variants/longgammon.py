"""LongGammon: backgammon with all checkers on the farthest point (variants.md part 2, row 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.backgammon import BACKGAMMON

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["LONGGAMMON"]

LONGGAMMON = attrs.evolve(
    BACKGAMMON,
    name="longgammon",
    title="LongGammon",
    summary="Backgammon from one stack of fifteen on the point that is farthest from home.",
    aliases=("long gammon",),
    sources=("variants.md part 2, row 4 (medium: details known through pages that quote bkgm)",),
    setup={24: 15},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(LONGGAMMON)
