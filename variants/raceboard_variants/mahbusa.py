"""Mahbusa: the Plakoto of the Arab countries, where checkers may be counted (variants.md part 2, row 16).

The texts give two points for a pinned start: one says that its owner cannot win any more, the other that the game is
over. They differ in the rest of the game only, which the option `mother` plays on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Count, Kind, Level, Option, OptionValue, VariantSpec
from raceboard_variants.options import MUST_HIGHER_DIE, SINGLE_OR_GAMMON, gate_target, with_defaults
from raceboard_variants.plakoto import PLAKOTO

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["MAHBUSA"]

#: A win counts the checkers that the loser has not borne off.
_LEFT = tuple(
    Level(f"left-{left}", left, ((Count("off", at_most=15 - left),),) if left > 1 else ()) for left in range(1, 16)
)


def _count(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    levels = _LEFT if value == "checkers" else SINGLE_OR_GAMMON
    return attrs.evolve(spec, finish=attrs.evolve(spec.finish, levels=levels))


_COUNT = Option(
    "count",
    Kind(words=("levels", "checkers")),
    "levels",
    "A win counts one point or two, or as many as the loser has checkers left (usually in a match to 31).",
    "levels: mahbuse.com and arabic-backgammon; checkers: Ludii (Mahbouseh)",
    _count,
)

_LARGER_DIE = attrs.evolve(MUST_HIGHER_DIE, source="true: mahbuse.com; variants.md part 2, row 16, says max only")

MAHBUSA = with_defaults(
    attrs.evolve(
        PLAKOTO,
        name="mahbusa",
        title="Mahbusa",
        summary="As Plakoto, but checkers are borne off though one lies pinned; what is left may be counted to 31.",
        aliases=("mahbouseh", "mahbuse"),
        sources=("variants.md part 2, row 16 (Ludii, arabic-backgammon and mahbuse.com)", "DECISIONS 19"),
        options=(
            *(_LARGER_DIE if option.key == _LARGER_DIE.key else option for option in PLAKOTO.options),
            gate_target("none", source="arabic-backgammon: some let the first checker go to the far side alone"),
            _COUNT,
        ),
    ),
    {"bear_off.while_pinned": True},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(MAHBUSA)
