"""Options that several of our variants declare: what a table may change about them (DECISIONS 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

import attrs

from raceboard.spec import Kind, Option, OptionValue, VariantSpec

__all__ = [
    "BEAR_OFF_INNER_MOVES",
    "BEAR_OFF_OVERSHOOT",
    "BEAR_OFF_SAME_TURN",
    "MUST_HIGHER_DIE",
    "MUST_MAX_DICE",
    "OPENING_NEXT_GAME",
    "changed",
    "set_field",
]


_T = TypeVar("_T")


def changed(thing: _T, name: str, value: object) -> _T:
    """A value of data with one field changed."""
    evolve: Callable[..., object] = attrs.evolve
    return cast("_T", evolve(thing, **{name: value}))


def set_field(group: str, name: str, spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """A spec with one field of one group set."""
    return changed(spec, group, changed(getattr(spec, group), name, value))


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
    "variants.md 1.5",
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
