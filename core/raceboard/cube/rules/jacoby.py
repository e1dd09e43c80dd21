"""The Jacoby rule (cube.md 4): without an accepted double every win counts as the lowest level."""

from __future__ import annotations

from raceboard.cube.rule import CubeRule, View
from raceboard.option import Kind
from raceboard.ruleset.keys import Key

__all__ = ["Jacoby"]


class Jacoby(CubeRule):
    """An automatic double is no double by a player and does not lift it."""

    name = "jacoby"
    source = "cube.md 4; S0, GM, BK"
    keys = (
        Key(
            "cube.jacoby",
            Kind(flag=True),
            "Every win is a single one unless a double was accepted in the game.",
            {"money": False},
            neutral=False,
            why="the Jacoby rule exists only in money play; in a match every gammon counts",
        ),
    )

    def counts_lowest(self, view: View) -> bool:
        """Until a double has been accepted in the game."""
        return view.says("cube.jacoby", True) and not view.cube.is_doubled
