"""The Holland rule (cube.md 7): after the Crawford game nobody doubles before some throws; three countings."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.cube.rule import CubeRule, RuleState, View
from raceboard.dice import Roll
from raceboard.option import Kind
from raceboard.ruleset.checks import Complaint, Terms
from raceboard.ruleset.keys import Key
from raceboard.side import Side

__all__ = ["Holland"]

_WHY = "the Holland rule counts from the Crawford game, and that needs a match score"


class Holland(CubeRule):
    """Remembers the throws made since the Crawford game, over all games."""

    name = "holland"
    rank = 1200
    source = "cube.md 7; BK, RG 174, CR"
    keys = (
        Key(
            "cube.holland",
            Kind(words=("none", "two_each", "two_total", "four_once")),
            "How many throws must have been made after the Crawford game before anybody doubles.",
            {"match": "none"},
            neutral="none",
            why=_WHY,
        ),
        Key(
            "cube.holland_binds",
            Kind(words=("both", "trailer")),
            "Whom the Holland rule keeps waiting.",
            {"match": "both"},
            why=_WHY,
        ),
    )

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """It begins after the Crawford game, so that rule must be on."""
        path = "cube.holland"
        if path in terms.settings and not terms.says(path, "none") and terms.says("cube.crawford", False):
            what = "the Holland rule begins after the Crawford game, so cube.crawford must be true"
            yield Complaint("needs", path, what, ("cube.crawford",), "add crawford: true, or write holland: none")

    def begin(self, view: View, state: RuleState) -> RuleState:
        """The count goes on from game to game."""
        return state or 0

    def is_state(self, state: RuleState) -> bool:
        """A count."""
        return type(state) is int and state >= 0

    def thrown(self, view: View, state: RuleState, side: Side, roll: Roll) -> RuleState:
        """Throws before and in the Crawford game do not count; a throw that cannot be played does."""
        assert type(state) is int
        return state + (view.states.get("crawford") == "after")

    def refuses_double(self, view: View, side: Side) -> str | None:
        """Before enough throws have been made; with `trailer` the leader is free."""
        if view.states.get("crawford") != "after" or self._is_free(view):
            return None
        leads = view.scores[side] == max(view.scores)
        return None if leads and view.says("cube.holland_binds", "trailer") else "holland-wait"

    def _is_free(self, view: View) -> bool:
        since = view.states["holland"]
        enough = {
            "two_each": min(view.throws) >= 2,
            "two_total": sum(view.throws) >= 2,
            "four_once": type(since) is int and since >= 4,
        }
        return enough.get(str(view.settings.get("cube.holland")), True)
