"""Gul Bara: a double is followed by all higher ones (variants.md part 2, row 23)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Departure, Finish, Kind, Opening, Option, OptionValue, Program, Run, VariantSpec
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.options import (
    SINGLE_OR_GAMMON,
    USUAL,
    changed,
    set_field,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["GUL_BARA"]

_CASCADE_FROM = Option(
    "program.cascade_from",
    Kind(whole=(1, 6)),
    4,
    "From which of a player's own turns on a double is followed by all higher ones.",
    "4: eightygames (Gul Bara); 1: vogclub (Gul Bara) and itavli (Gioul); variants.md part 2, rows 23 and 24",
    partial(set_field, "program", "cascade_from"),
)
_LEFTOVER = Option(
    "program.leftover",
    Kind(words=("lost", "owed")),
    "lost",
    "What cannot be played is lost; or the opponent plays it before throwing.",
    "variants.md part 2, rows 23 (both) and 24; owed: eightygames and vogclub (Gul Bara), itavli and Wikipedia (Gioul)",
    partial(set_field, "program", "leftover"),
)


def _head_limit(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Limit the head, with the exception of Long Nardy: a first 3-3, 4-4 or 6-6 takes two."""
    limits = () if value == "none" else (changed(LONG_NARDY.departure.limits[0], "most", value),)
    return changed(spec, "departure", Departure(limits))


def _wall(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return changed(spec, "formation", () if value == "free" else (Run(6),))


_AS_IN_LONG_NARDY = (
    Option(
        "head.limit",
        Kind(words=("none",), whole=(1, 15)),
        "none",
        "How many checkers may leave the head in a turn, or two with a first 3-3, 4-4 or 6-6; none: any number.",
        "none: most texts (Gul Bara); 1: vogclub",
        _head_limit,
    ),
    Option(
        "wall",
        Kind(words=("free", "opponent_past")),
        "free",
        "Six points in a row may always be held, or only with an opponent past them.",
        "free: most texts (Gul Bara); opponent_past: vogclub, as Long Nardy",
        _wall,
    ),
)

GUL_BARA = with_defaults(
    attrs.evolve(
        LONG_NARDY,
        name="gul-bara",
        title="Gul Bara",
        summary="Nobody is hit; from the fourth turn on a double is followed by all higher ones, four times each.",
        aliases=("gulbara", "rosespring", "crazy narde"),
        sources=("variants.md part 2, row 23 (itavli, backgammonjs, vogclub and eightygames)", "DECISIONS 19"),
        opening=Opening("two_dice", next_game="winner"),
        program=Program(cascade_from=4),
        departure=Departure(),
        formation=(),
        finish=Finish(levels=SINGLE_OR_GAMMON),
        options=(
            _CASCADE_FROM,
            _LEFTOVER,
            *_AS_IN_LONG_NARDY,
            *USUAL,
        ),
    ),
    {"opening.next_game": "winner", "must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(GUL_BARA)
