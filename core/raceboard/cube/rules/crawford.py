"""The Crawford rule (cube.md 7): no double in the first game after a player comes within one point of the match."""

from __future__ import annotations

from raceboard.cube.rule import CubeRule, RuleState, View
from raceboard.messages import text
from raceboard.option import Kind
from raceboard.ruleset.keys import Key
from raceboard.side import Side

__all__ = ["Crawford"]

_BEFORE, _NOW, _AFTER = "before", "now", "after"


class Crawford(CubeRule):
    """One game of a match in which nobody doubles. Its fact is `before`, `now` or `after`."""

    name = "crawford"
    rank = 700
    source = "cube.md 7; S0, S1"
    keys = (
        Key(
            "cube.crawford",
            Kind(flag=True),
            "Nobody doubles in the game after a player first comes within one point of the match.",
            {"match": True},
            neutral=False,
            why="the Crawford rule needs a match score",
        ),
    )

    def begin(self, view: View, state: RuleState) -> RuleState:
        """The Crawford game comes once, when exactly one player is one point away, and never in a match to one.

        It is a game with a cube: in a rotation, games without one are passed over.
        """
        if state in (_NOW, _AFTER):
            return _AFTER
        near = [score for score in view.scores if view.length is not None and score == view.length - 1]
        is_due = view.says("cube.crawford", True) and (view.length or 0) > 1 and len(near) == 1
        return _NOW if is_due else _BEFORE

    def note(self, view: View, state: RuleState) -> str:
        """The Crawford game is announced."""
        return text("rule.cube.crawford-game") if state == _NOW else ""

    def is_state(self, state: RuleState) -> bool:
        """One of its three words."""
        return state in (_BEFORE, _NOW, _AFTER)

    def refuses_double(self, view: View, side: Side) -> str | None:
        """Nobody doubles in the Crawford game."""
        return "crawford-game" if view.states["crawford"] == _NOW else None
