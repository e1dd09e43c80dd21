"""Long Nardy (variants.md part 1). The default is the preset `nardeon`; other readings are options (DECISIONS 11)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import (
    BearOff,
    Count,
    Departure,
    Finish,
    Kind,
    Landing,
    Level,
    Limit,
    Option,
    OptionValue,
    Release,
    Run,
    VariantSpec,
)
from raceboard.track import Region, Track
from raceboard_variants.options import (
    BEAR_OFF_INNER_MOVES,
    BEAR_OFF_OVERSHOOT,
    BEAR_OFF_SAME_TURN,
    MUST_HIGHER_DIE,
    MUST_MAX_DICE,
    OPENING_NEXT_GAME,
    changed,
    set_field,
)

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["LONG_NARDY"]

_OYN = Level("oyn", 1)
_NONE_OFF = (Count("off", at_most=0),)
_MARS = Level("mars", 2, (_NONE_OFF,))

# Readings of the third level (variants.md 1.8): what must hold besides that nothing is off.
_KOKS: dict[str, tuple[Count, ...]] = {
    "quarter": (Count("start", at_least=1),),
    "no_home": (Count("home", at_most=0),),
    "home_mars": (Count("outside", at_most=0),),
}


def _limit(spec: VariantSpec) -> Limit:
    return spec.departure.limits[0]


def _with_head(spec: VariantSpec, limit: Limit) -> VariantSpec:
    return attrs.evolve(spec, departure=Departure((limit,)))


def _head_limit(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return _with_head(spec, changed(_limit(spec), "most", None if value == "none" else value))


def _release(name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Set a field of the release of the head; `none` is the empty list of rolls."""
    release = changed(_limit(spec).release, name, () if value == "none" else value)
    return _with_head(spec, changed(_limit(spec), "release", release))


def _wall(name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, formation=tuple(changed(run, name, value) for run in spec.formation))


def _last_turn(name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return changed(spec, "finish", changed(spec.finish, "last_turn", changed(spec.finish.last_turn, name, value)))


def _koks(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    third = () if value == "none" else (Level("koks", 3, (_NONE_OFF, _KOKS[str(value)])),)
    return attrs.evolve(spec, finish=attrs.evolve(spec.finish, levels=(_OYN, _MARS, *third)))


_HEAD_OPTIONS = (
    Option(
        "head.limit",
        Kind(words=("none",), whole=(1, 15)),
        1,
        "How many checkers may leave the head in a turn; none: any number.",
        "variants.md 1.3",
        _head_limit,
    ),
    Option(
        "head.first.rolls",
        Kind(words=("any", "none", "blocked_roll"), items=(1, 6)),
        (3, 4, 6),
        "The doubles that let more checkers leave the head; any double; none; or every roll that the head limit"
        " keeps from being played in full.",
        "variants.md 1.3; N04 to N12",
        partial(_release, "rolls"),
    ),
    Option(
        "head.first.limit",
        Kind(whole=(1, 15)),
        2,
        "How many checkers may then leave the head.",
        "variants.md 1.3",
        partial(_release, "limit"),
    ),
    Option(
        "head.first.who",
        Kind(words=("each", "second", "starter")),
        "each",
        "Whose turns can have the exception.",
        "variants.md 1.3 (second: FNR 2026)",
        partial(_release, "who"),
    ),
    Option(
        "head.first.condition",
        Kind(words=("always", "only_if_single_stuck", "void_if_field_blocks")),
        "always",
        "Whether the exception needs a single checker to be stuck, or is void when an opponent in the field blocks.",
        "variants.md 1.3; N09",
        partial(_release, "condition"),
    ),
    Option(
        "head.first.turns",
        Kind(words=("first", "any")),
        "first",
        "The exception holds in a player's first turn, or in every turn with such a roll.",
        "variants.md 1.3",
        partial(_release, "turns"),
    ),
)

_WALL_OPTIONS = (
    Option(
        "wall.permit",
        Kind(words=("opponent_past", "opponent_home", "never", "always")),
        "opponent_past",
        "When six points in a row may be held: with an opponent past them, or at home; never; always.",
        "variants.md 1.4; DECISIONS 7",
        partial(_wall, "permit"),
    ),
    Option(
        "wall.contiguity",
        Kind(words=("opponent_route", "owner_route")),
        "opponent_route",
        "On whose path the points are in a row.",
        "variants.md 1.4; N29",
        partial(_wall, "contiguity"),
    ),
    Option(
        "wall.check",
        Kind(words=("each_step", "end_of_turn")),
        "each_step",
        "Whether the wall is looked at after every step or once after the turn.",
        "variants.md 1.4; N26, N27",
        partial(_wall, "check"),
    ),
    Option(
        "wall.length",
        Kind(whole=(2, 12)),
        6,
        "How many points in a row make a wall.",
        "variants.md 1.4",
        partial(_wall, "length"),
    ),
    Option(
        "wall.borne_off_counts",
        Kind(flag=True),
        True,
        "An opponent that has been borne off is past every wall.",
        "variants.md 1.4; N36",
        partial(_wall, "borne_off_counts"),
    ),
)

_GAME_OPTIONS = (
    Option(
        "opening.mode",
        Kind(words=("single_dice", "two_dice", "fixed", "random")),
        "single_dice",
        "One die each and the higher starts with both; the winner of these throws both anew; white starts; a lot.",
        "variants.md 1.2",
        partial(set_field, "opening", "mode"),
    ),
    OPENING_NEXT_GAME,
    Option(
        "program.doubles",
        Kind(whole=(2, 4)),
        4,
        "How often the number of a double is played.",
        "variants.md 1.1; N22",
        partial(set_field, "program", "doubles"),
    ),
    MUST_MAX_DICE,
    MUST_HIGHER_DIE,
    BEAR_OFF_OVERSHOOT,
    BEAR_OFF_SAME_TURN,
    BEAR_OFF_INNER_MOVES,
)

_END_OPTIONS = (
    Option(
        "last_turn.mode",
        Kind(words=("none", "equalise")),
        "none",
        "Equalise: when the starter finishes first, the other player has one more turn.",
        "variants.md 1.7; N57, N59",
        partial(_last_turn, "mode"),
    ),
    Option(
        "last_turn.min_off",
        Kind(whole=(0, 14)),
        0,
        "How many checkers the other player must have off to get that turn.",
        "variants.md 1.7; N57",
        partial(_last_turn, "min_off"),
    ),
    Option(
        "last_turn.draw_points",
        Kind(whole=(0, 1)),
        0,
        "What each player scores when both have finished.",
        "variants.md 1.7; N59",
        partial(set_field, "finish", "draw_points"),
    ),
    Option(
        "koks",
        Kind(words=("none", *_KOKS)),
        "none",
        "The third level, with nothing off: a checker in the first quarter; none at home; all at home.",
        "variants.md 1.8; N61, N62",
        _koks,
    ),
)

LONG_NARDY = VariantSpec(
    name="long-nardy",
    title="Long Nardy",
    summary="Both run the same way from a head of fifteen; nobody is hit, and walls of six are forbidden.",
    aliases=("long nardi", "nardy", "nardi", "narde", "long narde", "lange nardy", "long"),
    sources=("variants.md part 1", "seed 004"),
    track=Track.rotated(24, (0, 12)),
    regions=(Region("home", 1, 6), Region("head", 24, 24), Region("start", 19, 24), Region("outside", 7, 24)),
    setup={24: 15},
    landing=Landing(contact="forbid"),
    departure=Departure((Limit("head", 1, Release(rolls=(3, 4, 6), limit=2)),)),
    formation=(Run(length=6),),
    bear_off=BearOff("home"),
    finish=Finish(levels=(_OYN, _MARS)),
    numbering="up",
    options=_HEAD_OPTIONS + _WALL_OPTIONS + _GAME_OPTIONS + _END_OPTIONS,
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(LONG_NARDY)
