"""Gioul: doubles go on from the first turn, and what is left is the opponent's (variants.md part 2, row 24).

The winner starts the next game, as Wikipedia says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Kind, Option, OptionValue, VariantSpec
from raceboard.track import Track
from raceboard_variants.gul_bara import GUL_BARA
from raceboard_variants.options import with_defaults

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["GIOUL"]

_TRACKS = {"contrary": Track.contrary(24), "parallel": Track.rotated(24, (0, 12))}


def _paths(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, track=_TRACKS[str(value)])


_PATHS = Option(
    "track.paths",
    Kind(words=tuple(_TRACKS)),
    "contrary",
    "The players run against each other from opposite ends, or the same way round, half a round apart.",
    "contrary: Wikipedia and itavli; parallel: backgammon.help (Gioul)",
    _paths,
)

GIOUL = with_defaults(
    attrs.evolve(
        GUL_BARA,
        name="gioul",
        title="Gioul",
        summary="Nobody is hit; a double is followed by all higher ones, and the opponent plays what is left.",
        aliases=(),
        sources=("variants.md part 2, row 24 (Wikipedia, itavli and backgammon.help)",),
        track=_TRACKS["contrary"],
        numbering="down",
        options=(_PATHS, *(one for one in GUL_BARA.options if one.key not in ("head.limit", "wall"))),
    ),
    {"program.cascade_from": 1, "program.leftover": "owed"},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(GIOUL)
