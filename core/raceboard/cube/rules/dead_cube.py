"""The dead cube (cube.md 7): a double from which its maker can gain nothing in the match; three readings."""

from __future__ import annotations

from raceboard.cube.rule import CubeRule, View
from raceboard.option import Kind
from raceboard.ruleset.keys import Key
from raceboard.side import Side

__all__ = ["DeadCube"]


class DeadCube(CubeRule):
    """Refuses a double when the present value already wins the match."""

    name = "dead-cube"
    rank = 1100
    source = "cube.md 7; GX, DC (refuse); USBGF 2008 to 2013 (refuse_if_decided)"
    keys = (
        Key(
            "cube.dead_cube",
            Kind(words=("refuse", "refuse_if_decided", "allow")),
            "Whether a double that its maker cannot profit from is refused; or only one that no side can.",
            {"match": "refuse"},
            neutral="allow",
            why="a cube is dead only where a match score says so",
        ),
    )

    def refuses_double(self, view: View, side: Side) -> str | None:
        """With `refuse` when a plain win of the doubler ends the match, else when one of either side does."""
        if view.length is None or view.says("cube.dead_cube", "allow"):
            return None
        ends = [score + view.cube.value >= view.length for score in view.scores]
        dead = ends[side] if view.says("cube.dead_cube", "refuse") else all(ends)
        return "cube-dead" if dead else None
