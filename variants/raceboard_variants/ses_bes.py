"""Ses-Bes: Long Nardy as it is played in Azerbaijan (variants.md part 2, row 22).

Not played here: with the roll 6-5 a checker goes from the head "to the bar" and on from there into the third quarter.
The one text that knows this says neither whether it takes both dice, nor whether the way must be open, nor when the
checker leaves the bar; and with 6 and 5 a checker of the head comes to the last point before that quarter anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.options import with_defaults

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["SES_BES"]

SES_BES = with_defaults(
    attrs.evolve(
        LONG_NARDY,
        name="ses-bes",
        title="Ses-Bes",
        summary="Long Nardy in which only 4-4 and 6-6 let two checkers leave the head in the first turn.",
        aliases=("uzun nard", "uzun nerd"),
        sources=("variants.md part 2, row 22 (Ludii: Azerbaijan 2024)",),
    ),
    {"head.first.rolls": (4, 6), "must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(SES_BES)
