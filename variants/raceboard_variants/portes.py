"""Portes: the backgammon of a Tavli evening, without hit and run in the own home (variants.md part 2, row 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Count, Finish, Hooks, Kind, Level, Opening, Option, OptionValue, VariantSpec
from raceboard.track import Region
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.options import (
    OPENING_NEXT_GAME,
    opening_mode,
    set_field,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["PORTES"]

# What the loser must look like for the win to count two.
_GAMMONS = {
    "none_off": Count("off", at_most=0),
    "start_quarter": Count("start", at_least=1),
}


def _stays_where_it_hit(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """A checker that has hit in the own home stays there for the turn; one that came after it may go on."""
    has_hit = step.source in context.hits and step.source in spec.region("home").indices
    return "hit.and-run" if has_hit and position.counts(side)[step.source] == 1 else None


def _hit_and_run(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return set_field("hooks", "allow_step", spec, None if value else _stays_where_it_hit)


def _levels(gammon: str) -> tuple[Level, ...]:
    return Level("single", 1), Level("gammon", 2, ((_GAMMONS[gammon],),))


def _gammon(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, finish=attrs.evolve(spec.finish, levels=_levels(str(value))))


_SHARED = tuple(option for option in BACKGAMMON.options if option is not OPENING_NEXT_GAME)

PORTES = attrs.evolve(
    BACKGAMMON,
    name="portes",
    title="Portes",
    summary="Backgammon without cube: no hit and run in the own home, a gammon counts two, the winner starts.",
    aliases=("doors",),
    sources=("variants.md part 2, row 12 (Ludii; design document of an app with eleven variants)", "DECISIONS 19"),
    regions=(*BACKGAMMON.regions, Region("start", 19, 24)),
    opening=Opening("two_dice", next_game="winner"),
    finish=Finish(levels=_levels("none_off")),
    cube=False,
    hooks=Hooks(allow_step=_stays_where_it_hit),
    options=(
        opening_mode("two_dice", "single_dice", source="Ludii (two_dice)"),
        attrs.evolve(OPENING_NEXT_GAME, default="winner"),
        Option(
            "hit.and_run",
            Kind(flag=True),
            False,
            "A checker that has hit in the own home may move on in the same turn.",
            "variants.md part 2, row 12 (false: the app; Ludii is silent)",
            _hit_and_run,
        ),
        Option(
            "gammon",
            Kind(words=tuple(_GAMMONS)),
            "none_off",
            "When a win counts two: the loser has borne off nothing, or has a checker in the quarter where it enters.",
            "variants.md part 2, row 12 (start_quarter: Ludii)",
            _gammon,
        ),
        *_SHARED,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(PORTES)
