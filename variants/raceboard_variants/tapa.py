"""Tapa: the Plakoto of Bulgaria, without mothers (variants.md part 2, row 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.options import with_defaults
from raceboard_variants.plakoto import PLAKOTO

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["TAPA"]

TAPA = with_defaults(
    attrs.evolve(
        PLAKOTO,
        name="tapa",
        title="Tapa",
        summary="Plakoto without mothers: a single checker is pinned, and the first to bear all off wins.",
        aliases=(),
        sources=(
            "variants.md part 2, row 15 (Wikipedia; design document of an app with eleven variants)",
            "DECISIONS 19",
        ),
    ),
    {"mother": "none", "bear_off.while_pinned": True},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(TAPA)
