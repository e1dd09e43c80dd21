"""Dutch backgammon: all checkers enter first, and who has none at home cannot hit (variants.md part 2, row 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.position import OFF
from raceboard.spec import Count, Finish, Hooks, Level, Opening, Reserve
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.options import entry_hand, opening_mode

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side
    from raceboard.spec import VariantSpec

__all__ = ["DUTCH", "LEVELS"]

_NONE_OFF = (Count("off", at_most=0),)
_FAR_BEHIND = (Count("bar", at_least=1), Count("hand", at_least=1), Count("home", at_least=1, path="winner"))

#: The levels of backgammon, where a checker that has never entered is as far behind as one on the bar.
LEVELS = (
    Level("single", 1),
    Level("gammon", 2, (_NONE_OFF,)),
    Level("backgammon", 3, (_NONE_OFF, _FAR_BEHIND)),
)


def _hits_from_home(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """A player without a checker at home, or off, cannot hit; the step that brings the first one home does not hit.

    play65 says "has reached": who is hit there again may hit all the same. A position does not tell that.
    """
    if not step.hits:
        return None
    counts = position.counts(side)
    return None if any(counts[index] for index in (OFF, *spec.region("home").indices)) else "hit.early"


DUTCH = attrs.evolve(
    BACKGAMMON,
    name="dutch",
    title="Dutch backgammon",
    summary="All fifteen begin in hand and enter before any moves; who has no checker at home cannot hit.",
    aliases=("dutch backgammon",),
    sources=("variants.md part 2, row 6 (play65, onlinecasinoreviews)",),
    setup={"hand": 15},
    opening=Opening("two_dice"),
    entry=(Reserve("bar"), Reserve("hand")),
    finish=Finish(levels=LEVELS),
    hooks=Hooks(allow_step=_hits_from_home),
    options=(
        opening_mode("two_dice", "single_dice", source="play65 (two_dice)"),
        entry_hand("first", "free", source="variants.md part 2, row 6 (free: one site)"),
        *BACKGAMMON.options,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(DUTCH)
