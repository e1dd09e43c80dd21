"""Tavla, Takhteh: the backgammon of Turkey and Iran, without hit and run at home (variants.md part 2, row 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.portes import PORTES

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["TAVLA"]

TAVLA = attrs.evolve(
    PORTES,
    name="tavla",
    title="Tavla",
    summary="Backgammon without cube: no hit and run in the own home, mars counts two, the winner starts.",
    aliases=("takhteh", "tavla takhteh", "shesh besh"),
    sources=("variants.md part 2, row 13 (backgammon-game.eu)", "DECISIONS 19"),
    regions=BACKGAMMON.regions,
    options=tuple(option for option in PORTES.options if option.key not in ("gammon", "hit.and_run")),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(TAVLA)
