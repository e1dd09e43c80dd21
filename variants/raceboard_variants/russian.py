"""Russian backgammon: a race of both players along one path (variants.md part 2, row 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.program import Stage
from raceboard.spec import (
    Again,
    Count,
    Finish,
    Kind,
    Level,
    Option,
    OptionValue,
    Program,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.options import (
    entry_hand,
    opening_mode,
    set_field,
)

if TYPE_CHECKING:
    from raceboard.dice import Roll
    from raceboard.hookspecs import RegisterVariant
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["RUSSIAN"]

_NONE_OFF = (Count("off", at_most=0),)
# Both homes are one; who is far behind still stands where both enter.
_FAR_BEHIND = (Count("bar", at_least=1), Count("hand", at_least=1), Count("start", at_least=1))


def _plain_while_entering(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> tuple[Stage, ...] | None:
    """Who still has a checker in hand plays a double four times, and nothing follows it."""
    waits = position.counts(side)[spec.layout.index("hand")]
    return (Stage(side, roll.dice[:1] * spec.program.doubles, roll),) if waits and roll.is_double else None


def _bonus(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return set_field("hooks", "expand_roll", spec, _plain_while_entering if value == "after_entry" else None)


RUSSIAN = attrs.evolve(
    BACKGAMMON,
    name="russian",
    title="Russian backgammon",
    summary="Both enter and run the same way; a double is played with its complement and gives another throw.",
    aliases=("russian backgammon",),
    sources=("variants.md part 2, row 11 (bkgm, gammonparty, onlinecasinoreviews)",),
    track=Track.shared(24, 2),
    regions=(Region("home", 1, 6), Region("start", 19, 24)),
    setup={"hand": 15},
    program=Program(complement=True, again=Again(completed=True)),
    entry=(Reserve("bar"), Reserve("hand")),
    finish=Finish(
        levels=(
            Level("single", 1),
            Level("gammon", 2, (_NONE_OFF,)),
            Level("backgammon", 3, (_NONE_OFF, _FAR_BEHIND)),
        )
    ),
    cube=False,
    options=(
        opening_mode("single_dice", "two_dice", source="bkgm (the player may choose either)"),
        entry_hand("first", "free", "after_two", source="variants.md part 2, row 11 (free, after_two: other texts)"),
        Option(
            "program.bonus",
            Kind(words=("always", "after_entry")),
            "always",
            "When a double gives its complement and another throw: always, or once no checker is in hand any more.",
            "variants.md part 2, row 11 (after_entry: one source)",
            _bonus,
        ),
        *BACKGAMMON.options,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(RUSSIAN)
