"""American acey-deucey: after 1-2 the player has a double of choice and another throw (variants.md part 2, row 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.dice import Roll
from raceboard.plugin import hookimpl
from raceboard.program import Choice, Stage
from raceboard.spec import Finish, Hooks, Kind, Level, Opening, Option, OptionValue, Reserve, VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.dutch import LEVELS
from raceboard_variants.options import opening_mode

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["AMERICAN_ACEY_DEUCEY"]

_SINGLE = (Level("single", 1),)


def _any_double_after_acey_deucey(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> Choice | None:
    """With 1-2 the player names a double, plays 1-2, then the double, and throws again if all could be played.

    Nothing is left to chance between the throw and the double, so it is named at once.
    """
    if roll != Roll(2, 1):
        return None
    doubles = (number for number in range(1, 7))
    return Choice(side, tuple((f"{number}-{number}", _program(spec, side, roll, number)) for number in doubles))


def _program(spec: VariantSpec, side: Side, roll: Roll, number: int) -> tuple[Stage, ...]:
    """The stages of 1-2 with a chosen double, and its complement where a double has one."""
    *others, last = (number, 7 - number) if spec.program.complement else (number,)
    doubles = (Stage(side, (other,) * spec.program.doubles, roll) for other in others)
    end = Stage(side, (last,) * spec.program.doubles, roll, again=True)
    return Stage(side, roll.dice, roll), *doubles, end


def _levels(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, finish=Finish(levels=LEVELS if value == "backgammon" else _SINGLE))


AMERICAN_ACEY_DEUCEY = attrs.evolve(
    BACKGAMMON,
    name="american-acey-deucey",
    title="American acey-deucey",
    summary="All begin in hand and enter freely; 1-2 gives a double of choice and another throw.",
    aliases=("acey-deucey", "acey deucey", "acey_deucey_us"),
    sources=("variants.md part 2, row 8 (itavli, a forum's rules of American Acey-Deucey)", "DECISIONS 1 and 4"),
    setup={"hand": 15},
    opening=Opening("two_dice"),
    entry=(Reserve("bar"), Reserve("hand", first=False)),
    finish=Finish(levels=_SINGLE),
    hooks=Hooks(expand_roll=_any_double_after_acey_deucey),
    options=(
        opening_mode("two_dice", "single_dice", source="variants.md part 2, row 8 (two_dice: the forum's rules)"),
        Option(
            "levels",
            Kind(words=("single", "backgammon")),
            "single",
            "What a win can be worth: one point, or one to three as in backgammon.",
            "variants.md part 2, row 8 (many rules of stakes)",
            _levels,
        ),
        *BACKGAMMON.options,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(AMERICAN_ACEY_DEUCEY)
