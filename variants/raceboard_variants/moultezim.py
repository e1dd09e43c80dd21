"""Moultezim: as Fevga, with room before the opponent's start (variants.md part 2, row 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Hold, Hooks, Kind, Option, OptionValue, VariantSpec
from raceboard_variants.fevga import FEVGA
from raceboard_variants.options import HOLD_CHECK, changed, gate_target, with_defaults

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["MOULTEZIM"]

# What may not be held, by the text that says so: a region of the own path, and the most points of it.
_HOLDS = {"rival_start": ("rival-start", 4), "own_start": ("start", 5), "own_home": ("home", 5)}


def _region(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    region, most = _HOLDS[str(value)]
    held = changed(changed(spec.formation[0], "region", region), "most", most)
    return attrs.evolve(spec, formation=(held,))


_REGION = Option(
    "hold.region",
    Kind(words=tuple(_HOLDS)),
    "rival_start",
    "What may not be held: more than four points of the opponent's starting quarter; or all six of the own starting"
    " quarter; or all six of the own home.",
    "rival_start: threemountaingames; own_start: help of a play-by-mail server; own_home: FIBS board",
    _region,
)

MOULTEZIM = with_defaults(
    attrs.evolve(
        FEVGA,
        name="moultezim",
        title="Moultezim",
        summary="As Fevga, but at most four points of the opponent's starting quarter are held, and walls stay shut.",
        aliases=(),
        sources=("variants.md part 2, row 19 (threemountaingames and FIBS board)",),
        formation=(Hold("rival-start", 4),),
        hooks=Hooks(),
        options=(
            gate_target(11, source="threemountaingames and FIBS board; 12: backgammon.help (the own outer board)"),
            _REGION,
            HOLD_CHECK,
            *(one for one in FEVGA.options if one.key.partition(".")[0] in ("opening", "must", "bear_off")),
        ),
    ),
    {"opening.next_game": "roll"},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(MOULTEZIM)
