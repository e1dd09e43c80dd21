"""The clock of one player, as arithmetic (cube.md 11): seconds come from the host, and nothing here measures time.

A segment is the time between two presses: roll and play, a double, its answer, and the doubler's roll after a take are
four segments, each with its own delay. Clocks stop between games. What is lost without time is `clock.on_expiry`.
"""

from __future__ import annotations

from attrs import evolve, frozen

from raceboard.ruleset import Ruleset

__all__ = ["Clock"]


@frozen
class Clock:
    """What a player has left: `reserve_s` seconds beside the delay of each segment, and whether all time is gone.

    `overtime_used`: the reserve has run out once and was set to `clock.overtime_s`.
    """

    reserve_s: float
    overtime_used: bool = False
    ran_out: bool = False

    @classmethod
    def start(cls, rules: Ruleset, *, length: int | None = None, scored: int = 0) -> Clock:
        """The clock of each player at the start, or when it is brought in after `scored` points of both together.

        `length`: points of the match where the ruleset leaves it open. Raises ValueError when the ruleset has no clock,
        when no length is known to multiply by, and for numbers that no match has (US clock rules 2013, 2.1).

        >>> from raceboard_variants.backgammon import BACKGAMMON
        >>> rules = Ruleset.of(BACKGAMMON, "match", {"clock": {"reserve_s_per_point": 120}})
        >>> Clock.start(rules, length=9).reserve_s, Clock.start(rules, length=9, scored=6).reserve_s
        (1080, 720)
        """
        _check_has_clock(rules)
        if scored < 0:
            raise ValueError(f"scored is {scored}; it counts points from 0 up")
        deducted = scored * _seconds(rules, "deduct_s_per_point_scored")
        return cls(max(0, _full_reserve(rules, length) - deducted))

    def after(self, rules: Ruleset, used_s: float) -> Clock:
        """The clock after a segment of `used_s` seconds.

        A simple delay passes before the reserve runs; Bronstein's runs the reserve at once and gives the delay back
        afterwards. Both leave the same reserve, but only the first lends the delay to a player who has less. The first
        expiry sets the reserve to the overtime, which goes on running in the same segment. Raises ValueError when the
        ruleset has no clock, for seconds below 0, and when the clock has already run out.

        >>> from raceboard_variants.backgammon import BACKGAMMON
        >>> rules = Ruleset.of(BACKGAMMON, "money", {"clock": {"reserve_s": 180, "delay_s": 45}})
        >>> Clock.start(rules).after(rules, 45).after(rules, 50)
        Clock(reserve_s=175, overtime_used=False, ran_out=False)
        """
        _check_has_clock(rules)
        if self.ran_out:
            raise ValueError("the clock has run out; no segment follows")
        if not used_s >= 0:
            raise ValueError(f"used_s is {used_s}; a segment takes 0 seconds or more")
        delay, limit = _seconds(rules, "delay_s"), self._limit(rules)
        overtime = 0 if self.overtime_used else _seconds(rules, "overtime_s")
        left = self.reserve_s + delay - used_s
        if used_s < limit:
            return evolve(self, reserve_s=min(self.reserve_s, left))
        if used_s < limit + overtime:
            return Clock(min(overtime, left + overtime), overtime_used=True)
        return Clock(0, overtime_used=self.overtime_used or overtime > 0, ran_out=True)

    def _limit(self, rules: Ruleset) -> float:
        """The length of the segment in which the reserve runs out."""
        lent = _seconds(rules, "delay_s") if rules["clock.type"] == "simple_delay" else 0
        return self.reserve_s + lent


def _check_has_clock(rules: Ruleset) -> None:
    if not rules.is_on("clock"):
        raise ValueError(f"the ruleset {rules.name} has no clock (clock: none)")


def _seconds(rules: Ruleset, key: str) -> int:
    return rules.number(f"clock.{key}") or 0


def _full_reserve(rules: Ruleset, length: int | None) -> int:
    """The reserve of a clock that runs from the start."""
    per_point = _seconds(rules, "reserve_s_per_point")
    if not per_point:
        return _seconds(rules, "reserve_s")
    points = length if length is not None else rules.number("match.length")
    if points is None or points < 1:
        given = "there is no length" if points is None else f"length is {points}"
        raise ValueError(f"{given}; clock.reserve_s_per_point needs the points of the match")
    return per_point * points
