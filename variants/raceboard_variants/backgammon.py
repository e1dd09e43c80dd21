"""Short backgammon (variants.md part 2, row 1; USBGF and WBGF rules of movement)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.plugin import hookimpl
from raceboard.spec import BearOff, Count, Finish, Landing, Level, Reserve, VariantSpec
from raceboard.track import Region, Track
from raceboard_variants.options import USUAL

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["BACKGAMMON"]

_NONE_OFF = (Count("off", at_most=0),)
_ON_BAR_OR_IN_WINNERS_HOME = (Count("bar", at_least=1), Count("home", at_least=1, path="winner"))

BACKGAMMON = VariantSpec(
    name="backgammon",
    title="Backgammon",
    summary="Two players run against each other, hit single checkers and bear off all fifteen.",
    aliases=("short backgammon", "short nardy", "kurze nardy", "short", "western backgammon", "frangieh"),
    sources=("variants.md part 2, row 1", "cube.md 6 (levels)"),
    track=Track.contrary(24),
    regions=(Region("home", 1, 6),),
    setup={24: 2, 13: 5, 8: 3, 6: 5},
    landing=Landing(block=2, contact="hit", hit_to="bar"),
    entry=(Reserve("bar", first=True),),
    bear_off=BearOff("home"),
    finish=Finish(
        levels=(
            Level("single", 1),
            Level("gammon", 2, (_NONE_OFF,)),
            Level("backgammon", 3, (_NONE_OFF, _ON_BAR_OR_IN_WINNERS_HOME)),
        )
    ),
    cube=True,
    options=USUAL,
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(BACKGAMMON)
