"""Tabula, the Roman game of fifteen and three dice (variants.md part 2, row 33).

No ancient text gives its rules in full. What modern ones add to it (who is hit enters first, nobody passes the middle
before all have entered, nobody leaves before all are home) is an option each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.dice import Chance
from raceboard.plugin import hookimpl
from raceboard.spec import (
    BearOff,
    Kind,
    Opening,
    Option,
    OptionValue,
    Program,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.options import (
    MUST_HIGHER_DIE,
    MUST_MAX_DICE,
    OPENING_NEXT_GAME,
    set_field,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["TABULA"]

_ANYWHERE = BearOff("path", overshoot="exact", after_entry=False)
_FROM_HOME = BearOff("home", overshoot="exact")
_BELL = "a4games.company: Tabula rules, route and layout"


def _all_enter_before_the_middle(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """No checker passes into the second half of the path while own ones are in hand."""
    waits = position.counts(side)[spec.layout.index("hand")]
    return "landing.second-half" if waits and step.target in spec.region("second-half").indices else None


def _first(name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    entry = (attrs.evolve(one, first=bool(value)) if one.name == name else one for one in spec.entry)
    return attrs.evolve(spec, entry=tuple(entry))


def _hit_first(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return _first("bar", spec, value)


def _hand_first(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return _first("hand", spec, value)


def _half(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return set_field("hooks", "allow_step", spec, _all_enter_before_the_middle if value else None)


def _all_home(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, bear_off=_FROM_HOME if value else _ANYWHERE)


_OPTIONS = (
    Option(
        "entry.hit_first",
        Kind(flag=True),
        True,
        "Nothing else moves before checkers that were hit have entered again.",
        _BELL,
        _hit_first,
    ),
    Option(
        "entry.hand_first",
        Kind(flag=True),
        False,
        "Nothing else moves before all fifteen checkers have entered.",
        "BG095 (an implementation that has it)",
        _hand_first,
    ),
    Option(
        "entry.before_half",
        Kind(flag=True),
        False,
        "No checker goes into the second half of the path before all fifteen have entered.",
        _BELL,
        _half,
    ),
    Option(
        "bear_off.all_home",
        Kind(flag=True),
        False,
        "Checkers leave only when all of a player's are in the last quarter.",
        _BELL,
        _all_home,
    ),
    MUST_MAX_DICE,
    MUST_HIGHER_DIE,
    OPENING_NEXT_GAME,
)

TABULA = with_defaults(
    VariantSpec(
        name="tabula",
        title="Tabula",
        aliases=("alea", "zeno's game"),
        summary="Three dice, one path for both, all enter from hand; a pair closes a point, exact dice bear off.",
        sources=("variants.md part 2, row 33", "boardgamesoftheworld: Tabula", _BELL),
        track=Track.shared(24, 2),
        regions=(Region("home", 1, 6), Region("second-half", 1, 12), Region("path", 1, 24)),
        setup={"hand": 15},
        dice=Chance.dice(3, 6),
        opening=Opening("two_dice"),
        program=Program(doubles=3),
        entry=(Reserve("bar"), Reserve("hand", first=False)),
        bear_off=_ANYWHERE,
        numbering="up",
        options=_OPTIONS,
    ),
    {"must.higher_die": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(TABULA)
