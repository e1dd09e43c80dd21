"""Misere: backgammon to lose. Who bears off the last checker first has lost (variants.md part 2, row 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Finish
from raceboard_variants.backgammon import BACKGAMMON

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["MISERE"]

MISERE = attrs.evolve(
    BACKGAMMON,
    name="misere",
    title="Misere",
    summary="Backgammon to lose: whoever bears off all checkers first has lost, and every win counts one.",
    aliases=("backgammon to lose", "deadgammon"),
    sources=("variants.md part 2, row 7 (backgammonmoments, Zillions of Games)",),
    finish=Finish(winner="last"),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(MISERE)
