"""Ludo of two to four players with home lanes, as it is played in Germany (variants.md part 2, row 42).

How many play is a variant of its own each, for a name says what a host must know first: how many seats there are.

Not played here: what row 42 tells of Ludo elsewhere, two checkers that close a field and stop who would pass, and three
sixes that lose the turn. The German game has neither, and what a turn remembers does not tell which dice fell before.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import attrs

from raceboard.dice import Chance
from raceboard.plugin import hookimpl
from raceboard.spec import (
    Again,
    Finish,
    Hooks,
    Kind,
    Landing,
    Opening,
    Option,
    OptionValue,
    Program,
    Reserve,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.ludo_duties import Duties
from raceboard_variants.options import OPENING_NEXT_GAME, changed

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["LUDO", "LUDO_2", "LUDO_3"]

_RING, _LANE = 40, 4
_START = _RING + _LANE
_RULES = "a publisher's rules of the German game; variants.md part 2, row 42"


def _track(starts: tuple[int, ...]) -> Track:
    """Each player runs once round the ring from the own start, and into a lane of the own."""
    lanes = [range(_RING + _LANE * seat, _RING + _LANE * (seat + 1)) for seat in range(len(starts))]
    rounds = [[(start - step) % _RING for step in range(1, _RING + 1)] for start in starts]
    return Track([*lane, *ring] for lane, ring in zip(lanes, rounds, strict=True))


def _duty(name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, hooks=Hooks(allow_step=changed(cast("Duties", spec.hooks.allow_step), name, value)))


def _tries(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, program=Program(again=changed(spec.program.again, "tries", value)))


def _one_out(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, setup={_START: 1, "hand": 3} if value else {"hand": 4})


def _flag(key: str, name: str, doc: str, source: str = _RULES, *, default: bool) -> Option:
    return Option(key, Kind(flag=True), default, doc, source, partial(_duty, name))


_OPTIONS = (
    Option(
        "setup.one_out",
        Kind(flag=True),
        False,
        "One checker of each player begins on the starting field.",
        "a publisher's rules of the German game",
        _one_out,
    ),
    Option(
        "tries",
        Kind(whole=(1, 3)),
        3,
        "How often a player throws for a six who has nothing on the board that can move.",
        _RULES,
        _tries,
    ),
    _flag("must.enter", "enter", default=True, doc="A six brings a checker in, while some are in hand."),
    _flag("must.clear_start", "clear", default=True, doc="The starting field is cleared, while some are in hand."),
    _flag("must.hit", "hit", default=False, doc="Who can hit must.", source="house rule; variants.md part 2, row 42"),
    _flag("lane.jump", "jump", default=True, doc="Checkers may pass own ones in the lane.", source="readings differ"),
    OPENING_NEXT_GAME,
)

LUDO = VariantSpec(
    name="ludo",
    title="Ludo",
    aliases=("ludo-4", "mensch aergere dich nicht"),
    summary="Four players race round a ring into lanes; a six enters and throws again, who is landed on starts anew.",
    sources=("variants.md part 2, row 42", "a publisher's rules of the German game"),
    track=_track((0, 10, 20, 30)),
    regions=(Region("lane", 1, _LANE), Region("start", _START, _START)),
    setup={"hand": 4},
    dice=Chance.dice(1, 6),
    opening=Opening("two_dice"),
    program=Program(again=Again(dice=(6,), tries=3)),
    landing=Landing(hit_to="hand", max_stack=1),
    entry=(Reserve("hand", counts_from=_START + 6, first=False, dice=(6,)),),
    bear_off=None,
    finish=Finish(goal="lane", places=3),
    numbering="up",
    options=_OPTIONS,
    hooks=Hooks(allow_step=Duties()),
)

LUDO_3 = attrs.evolve(
    LUDO,
    name="ludo-3",
    title="Ludo for three",
    aliases=(),
    summary=LUDO.summary.replace("Four", "Three"),
    track=_track((0, 10, 20)),
    finish=Finish(goal="lane", places=2),
)

LUDO_2 = attrs.evolve(
    LUDO,
    name="ludo-2",
    title="Ludo for two",
    aliases=(),
    summary=LUDO.summary.replace("Four", "Two"),
    track=_track((0, 20)),
    finish=Finish(goal="lane"),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    for spec in (LUDO, LUDO_2, LUDO_3):
        register(spec)
