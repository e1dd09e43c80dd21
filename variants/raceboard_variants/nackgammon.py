"""Nackgammon: backgammon from another set-up (variants.md part 2, row 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.backgammon import BACKGAMMON

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["NACKGAMMON"]

NACKGAMMON = attrs.evolve(
    BACKGAMMON,
    name="nackgammon",
    title="Nackgammon",
    summary="Backgammon with two more checkers far back, so that games are longer.",
    aliases=("nack",),
    sources=("variants.md part 2, row 2",),
    setup={24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(NACKGAMMON)
