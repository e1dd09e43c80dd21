"""Plakoto: single checkers are pinned, and a pinned mother is lost (variants.md part 2, row 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.finish import DRAW, Outcome, win_level
from raceboard.plugin import hookimpl
from raceboard.side import others
from raceboard.spec import BearOff, Finish, Hooks, Kind, Landing, Opening, Option, OptionValue, VariantSpec
from raceboard.track import Region, Track
from raceboard_variants.options import (
    BEAR_OFF_WHILE_PINNED,
    SINGLE_OR_GAMMON,
    USUAL,
    set_field,
    with_defaults,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side

__all__ = ["PLAKOTO"]


def _mothers_decide(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """Whoever pins the mother, the opponent's last checker on its start, wins a gammon once the own start is empty.

    Until then the own mother may be pinned as well, and then the game is drawn.
    """
    start = spec.track.points
    pinned = [seat for seat in range(spec.players) if position.pins(seat)[start]]
    if len(pinned) == spec.players:
        return Outcome(None, DRAW, spec.finish.draw_points, "mother")
    for loser in pinned:
        (winner,) = others(loser, spec.players)
        if not position.counts(winner)[start]:
            gammon = next((level for level in spec.finish.levels if level.name == "gammon"), None)
            level = gammon or win_level(spec, position, winner)
            return Outcome(winner, level.name, level.points, "mother")
    return None


def _mother(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return set_field("hooks", "judge", spec, _mothers_decide if value == "wins" else None)


_MOTHER = Option(
    "mother",
    Kind(words=("wins", "none")),
    "wins",
    "Whoever pins the opponent's last checker on its start wins a gammon, once the own start is empty, and two pinned"
    " mothers are a draw; none: the game goes on.",
    "wins: Ludii and BrainKing (Plakoto), mahbuse.com; none: Tapa in most texts",
    _mother,
)

PLAKOTO = with_defaults(
    VariantSpec(
        name="plakoto",
        title="Plakoto",
        summary="A single checker is pinned, not hit; whoever pins the opponent's mother wins a gammon.",
        sources=("variants.md part 2, row 14 (Ludii, BrainKing and mahbuse.com)", "DECISIONS 19"),
        track=Track.contrary(24),
        regions=(Region("home", 1, 6), Region("head", 24, 24)),
        setup={24: 15},
        opening=Opening("two_dice", next_game="winner"),
        landing=Landing(contact="pin"),
        bear_off=BearOff("home", while_pinned=False),
        finish=Finish(levels=SINGLE_OR_GAMMON),
        hooks=Hooks(judge=_mothers_decide),
        options=(
            _MOTHER,
            BEAR_OFF_WHILE_PINNED,
            *USUAL,
        ),
    ),
    {"opening.next_game": "winner", "bear_off.while_pinned": False},
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(PLAKOTO)
