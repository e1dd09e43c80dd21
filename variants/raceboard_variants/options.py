"""Options that several of our variants declare: what a table may change about them (DECISIONS 11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar, cast

import attrs

from raceboard.spec import Count, Gate, Kind, Level, Option, OptionValue, VariantSpec

__all__ = [
    "BEAR_OFF_INNER_MOVES",
    "BEAR_OFF_OVERSHOOT",
    "BEAR_OFF_SAME_TURN",
    "BEAR_OFF_WHILE_PINNED",
    "HOLD_CHECK",
    "MUST_HIGHER_DIE",
    "MUST_MAX_DICE",
    "OPENING_NEXT_GAME",
    "SINGLE_OR_GAMMON",
    "USUAL",
    "changed",
    "entry_hand",
    "gate_target",
    "opening_mode",
    "set_field",
    "with_defaults",
]


_T = TypeVar("_T")


def changed(thing: _T, name: str, value: object) -> _T:
    """A value of data with one field changed."""
    evolve: Callable[..., object] = attrs.evolve
    return cast("_T", evolve(thing, **{name: value}))


def set_field(group: str, name: str, spec: VariantSpec, value: object) -> VariantSpec:
    """A spec with one field of one group set."""
    return changed(spec, group, changed(getattr(spec, group), name, value))


def with_defaults(spec: VariantSpec, rules: Mapping[str, OptionValue]) -> VariantSpec:
    """A variant that plays by these values of its options, and declares them as the defaults.

    Raises ValueError for an option that it does not declare.
    """
    options = tuple(attrs.evolve(one, default=rules.get(one.key, one.default)) for one in spec.options)
    return attrs.evolve(spec.with_rules(rules), options=options)


#: A win counts one point, and two when the loser has borne nothing off.
SINGLE_OR_GAMMON = (Level("single", 1), Level("gammon", 2, ((Count("off", at_most=0),),)))


OPENING_NEXT_GAME = Option(
    "opening.next_game",
    Kind(words=("roll", "winner", "alternate")),
    "roll",
    "Who starts the next game: a new opening roll, the winner, or the player after the previous starter.",
    "variants.md 1.2; DECISIONS 19",
    partial(set_field, "opening", "next_game"),
)
MUST_MAX_DICE = Option(
    "must.max_dice",
    Kind(flag=True),
    True,
    "As many dice as possible must be played; false: a player may stop when no die that is left extends the play.",
    "variants.md 1.5",
    partial(set_field, "obligation", "max_dice"),
)
MUST_HIGHER_DIE = Option(
    "must.higher_die",
    Kind(flag=True),
    True,
    "If only one of two different dice can be played, it is the higher one that can be.",
    "variants.md 1.5; part 2 tells the games that have it (max+higher) from those that do not (max)",
    partial(set_field, "obligation", "higher_die"),
)
BEAR_OFF_OVERSHOOT = Option(
    "bear_off.overshoot",
    Kind(words=("farthest", "exact", "any")),
    "farthest",
    "What a die that is too high bears off: the farthest checker, none, or any that is nearer.",
    "variants.md 1.6",
    partial(set_field, "bear_off", "overshoot"),
)
BEAR_OFF_SAME_TURN = Option(
    "bear_off.same_turn",
    Kind(flag=True),
    True,
    "Checkers may be borne off in the turn in which the last one comes home.",
    "variants.md 1.6",
    partial(set_field, "bear_off", "same_turn"),
)
BEAR_OFF_INNER_MOVES = Option(
    "bear_off.inner_moves",
    Kind(flag=True),
    True,
    "Once all checkers are home they may still move inside instead of being borne off.",
    "variants.md 1.6",
    partial(set_field, "bear_off", "inner_moves"),
)
#: What a table may change about most games, in the order in which it is told.
USUAL = (
    OPENING_NEXT_GAME,
    MUST_MAX_DICE,
    MUST_HIGHER_DIE,
    BEAR_OFF_OVERSHOOT,
    BEAR_OFF_SAME_TURN,
    BEAR_OFF_INNER_MOVES,
)
BEAR_OFF_WHILE_PINNED = Option(
    "bear_off.while_pinned",
    Kind(flag=True),
    True,
    "Checkers may be borne off while another own one lies pinned at home.",
    "variants.md part 2: row 14 (none pinned at home), row 15 (all home)",
    partial(set_field, "bear_off", "while_pinned"),
)


def _hold_check(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    return attrs.evolve(spec, formation=tuple(changed(hold, "check", value) for hold in spec.formation))


HOLD_CHECK = Option(
    "hold.check",
    Kind(words=("each_step", "end_of_turn")),
    "each_step",
    "Whether the points that are held are counted after every step or once after the turn.",
    "variants.md part 2, rows 18 and 19: the texts do not say; as the wall of variants.md 1.4",
    _hold_check,
)


def _gate_target(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    gates = () if value == "none" else (Gate("head", cast("int", value)),)
    return changed(spec, "departure", changed(spec.departure, "gates", gates))


def gate_target(default: OptionValue, *, source: str) -> Option:
    """How far the first checker comes before others leave the head; any checker that has left it is on 23."""
    return Option(
        "gate.target",
        Kind(words=("none",), whole=(1, 22)),
        default,
        "The point, in pips to go, that the first checker must have come to before a second one leaves the start;"
        " none: all are free.",
        source,
        _gate_target,
    )


_HAND_DOCS = {
    "first": "all before anything else moves",
    "free": "whenever the player likes",
    "after_two": "two before anything else moves, the others whenever the player likes",
}


def _hand(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Set how many of the checkers in hand may wait while others move."""
    waiting = spec.checkers[0] - 2 if value == "after_two" else 0
    entry = (
        attrs.evolve(one, first=value != "free", waiting=waiting) if one.name == "hand" else one for one in spec.entry
    )
    return attrs.evolve(spec, entry=tuple(entry))


def entry_hand(default: str, *others: str, source: str) -> Option:
    """How the checkers in hand enter, for games that begin with all of them there."""
    words = (default, *others)
    doc = "How checkers enter that have not entered yet: " + "; ".join(_HAND_DOCS[word] for word in words) + "."
    return Option("entry.hand", Kind(words=words), default, doc, source, _hand)


def opening_mode(default: str, other: str, *, source: str) -> Option:
    """With which roll a game opens, where sources disagree."""
    doc = "The player with the higher single die starts: with both numbers (single_dice), or throws anew (two_dice)."
    return Option(
        "opening.mode", Kind(words=(default, other)), default, doc, source, partial(set_field, "opening", "mode")
    )
