"""Hypergammon: backgammon from another set-up (variants.md part 2, row 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.backgammon import BACKGAMMON

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["HYPERGAMMON"]

HYPERGAMMON = attrs.evolve(
    BACKGAMMON,
    name="hypergammon",
    title="Hypergammon",
    summary="Backgammon with three checkers each, on the last three points.",
    aliases=("hyper", "hyper-backgammon"),
    sources=("variants.md part 2, row 3",),
    setup={24: 1, 23: 1, 22: 1},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(HYPERGAMMON)
