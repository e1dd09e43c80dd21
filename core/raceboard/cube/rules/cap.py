"""The cap of the cube (cube.md 3.6): the value goes no higher, by whatever way."""

from __future__ import annotations

from raceboard.cube.rule import CubeRule, View
from raceboard.ruleset.keys import Key
from raceboard.ruleset.kinds import PowerOfTwo

__all__ = ["CubeCap"]


class CubeCap(CubeRule):
    """Stops doubles, redoubles at once and automatic doubles alike; without one the value has no limit."""

    name = "cap"
    source = "cube.md 3.6; GS, GX, XG"
    keys = (
        Key(
            "cube.max",
            PowerOfTwo(("unlimited",)),
            "The highest value of the cube.",
            {"money": "unlimited", "match": "unlimited"},
        ),
    )

    def allows_value(self, view: View, value: int) -> bool:
        """Up to the cap."""
        highest = view.number_of("cube.max")
        return highest is None or value <= highest
