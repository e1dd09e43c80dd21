"""How many checkers may leave a limited region in this turn: the limit, or its release (variants.md 1.3).

Decided once before generation. Two of the readings ask what could be played under another limit or without the
opponents in the field; they run the search themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from raceboard.program import Stage, TurnContext

if TYPE_CHECKING:
    from raceboard.spec import Limit, Release, VariantSpec

__all__ = ["UNLIMITED", "Trial", "departures", "usual"]

#: More checkers than can ever leave a region in a turn.
UNLIMITED = 255

#: How many checkers may leave each watched region, in the order of the spec.
Most = tuple[int, ...]


class Trial(Protocol):
    """Counts the dice that can be played under other conditions than the turn's."""

    def __call__(self, most: Most, *, clear_field: str | None = None, alone: str | None = None) -> int:
        """The highest number of dice that a sequence can use.

        `clear_field`: without the opponents outside this region. `alone`: by one checker of this region.
        """
        ...


def usual(spec: VariantSpec) -> Most:
    """How many checkers may leave each watched region where nothing is released."""
    limits = tuple(UNLIMITED if limit.most is None else limit.most for limit in spec.departure.limits)
    return limits + (UNLIMITED,) * (len(spec.watched) - len(limits))


def departures(spec: VariantSpec, stage: Stage, context: TurnContext, trial: Trial) -> Most:
    """How many checkers may leave each watched region while this stage is played."""
    limits = usual(spec)
    most = list(limits)
    for place, limit in enumerate(spec.departure.limits):
        release = limit.release
        if release is None or release.limit <= limits[place] or not _is_due(release, stage, context):
            continue
        if _is_granted(release, limit, place, limits, stage, trial):
            most[place] = release.limit
    return tuple(most)


def _is_due(release: Release, stage: Stage, context: TurnContext) -> bool:
    """Does the turn belong to those that can release, before the board is looked at?"""
    if release.turns == "first" and not context.is_first:
        return False
    if release.who != "each" and context.starter != (release.who == "starter"):
        return False
    if release.rolls == "blocked_roll":
        return True
    return stage.roll.is_double and (release.rolls == "any" or stage.roll.dice[0] in release.rolls)


def _is_granted(release: Release, limit: Limit, place: int, limits: Most, stage: Stage, trial: Trial) -> bool:
    """Does the board let a release stand?"""
    whole = len(stage.dice)
    if release.rolls == "blocked_roll" and trial(limits) == whole:
        return False
    if release.condition == "only_if_single_stuck":
        return trial(limits, alone=limit.region) < whole
    if release.condition == "void_if_field_blocks":
        released = (*limits[:place], release.limit, *limits[place + 1 :])
        return trial(released) == whole or trial(released, clear_field=limit.region) < whole
    return True
