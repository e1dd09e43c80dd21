"""What a throw of Ludo obliges to: a six enters, the starting field is cleared, and as a table likes, hits are duty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from raceboard.side import others

if TYPE_CHECKING:
    from raceboard.move import Step
    from raceboard.position import Position
    from raceboard.program import TurnContext
    from raceboard.side import Side
    from raceboard.spec import VariantSpec

__all__ = ["Duties"]


@frozen
class Duties:
    """A hook `allow_step` as a value: the flags say which duties a table knows.

    `enter`: a die that enters does, while checkers are in hand and the starting field is free; `clear`: the own checker
    on it moves first, while some are in hand; `hit`: who can hit must, after these; `jump`: own checkers in the lane
    may be passed. One die is played at a time, so that the steps of a throw are its plays.
    """

    enter: bool = True
    clear: bool = True
    hit: bool = False
    jump: bool = True

    def __call__(
        self, spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
    ) -> str | None:
        """The duty that a step neglects, or the rule of the lane that it breaks."""
        if not self.jump and _jumps(spec, position, side, step.source, step.die):
            return "landing.jump"
        if rule := self._first(spec, position, side, step.source, step.die):
            return rule
        if self.hit and not _hits(spec, position, side, step.source, step.die):
            sources = (index for index, count in enumerate(position.counts(side)) if count and index)
            if any(self._may_hit(spec, position, side, source, step.die) for source in sources):
                return "landing.must-hit"
        return None

    def _may_hit(self, spec: VariantSpec, position: Position, side: Side, source: int, die: int) -> bool:
        able = _moves(spec, position.counts(side), source, die) and _hits(spec, position, side, source, die)
        return able and self._first(spec, position, side, source, die) is None

    def _first(self, spec: VariantSpec, position: Position, side: Side, source: int, die: int) -> str | None:
        """The duty that goes before a step from `source`: to enter, or to clear the starting field."""
        row, hand, start = position.counts(side), spec.layout.index("hand"), spec.region("start").low
        if source == hand or not row[hand]:
            return None
        if self.enter and _moves(spec, row, hand, die):
            return "entry.must-enter"
        waits = self.clear and source != start and row[start] and _moves(spec, row, start, die)
        return "departure.clear-start" if waits else None

    def __str__(self) -> str:
        """The duties in words, for the rule sheet."""
        said = {
            "A six brings a checker in while some are in hand and the starting field is free.": self.enter,
            "The checker on the starting field moves first while some are in hand.": self.clear,
            "Who can hit must.": self.hit,
            "Own checkers in the lane are not passed.": not self.jump,
        }
        return " ".join(words for words, holds in said.items() if holds)


def _target(spec: VariantSpec, source: int, die: int) -> int:
    """Where a die leads; below 1 there is nothing."""
    return (source if source <= spec.track.points else spec.entry[0].counts_from or 0) - die


def _moves(spec: VariantSpec, row: tuple[int, ...], source: int, die: int) -> bool:
    """Can a checker there play the die? One own checker is the most on a field, and opponents never close one."""
    enters = source <= spec.track.points or die in spec.entry[0].dice
    target = _target(spec, source, die)
    return enters and target >= 1 and not row[target]


def _hits(spec: VariantSpec, position: Position, side: Side, source: int, die: int) -> bool:
    """Does an opponent stand where the die leads?"""
    target = _target(spec, source, die)
    met = ((rival, spec.track.cross(side, rival, target)) for rival in others(side, spec.players))
    return any(there and position.counts(rival)[there] for rival, there in met)


def _jumps(spec: VariantSpec, position: Position, side: Side, source: int, die: int) -> bool:
    """Does a step pass an own checker in the lane?"""
    row, target = position.counts(side), _target(spec, source, die)
    passed = range(max(target, 0) + 1, min(source, spec.track.points + 1))
    return any(row[index] for index in passed if index in spec.region("lane").indices)
