"""Automatic doubles (cube.md 5): the stakes rise without an offer, and the cube stays in the centre."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.cube.rule import CubeRule, RuleState, View
from raceboard.dice import Roll
from raceboard.option import Kind
from raceboard.ruleset.checks import Complaint, Terms
from raceboard.ruleset.keys import Key
from raceboard.side import Side

__all__ = ["AutomaticDoubles"]

_WHY = "automatic doubles exist only in money play; every game of a match starts at 1"


class AutomaticDoubles(CubeRule):
    """Remembers how many there have been in the game."""

    name = "automatic-doubles"
    source = "cube.md 5; S0, GM, BK, WP"
    keys = (
        Key(
            "cube.automatic_doubles",
            Kind(words=("none", "opening_tie", "first_roll")),
            "What doubles the stakes without an offer: a tie on the opening roll, or a double on the first full roll.",
            {"money": "none"},
            neutral="none",
            why=_WHY,
        ),
        Key(
            "cube.automatic_limit",
            Kind(words=("unlimited",), whole=(1, None)),
            "How many automatic doubles a game may have.",
            {"money": 1},
            why=_WHY,
        ),
    )

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """There is only one first roll."""
        path = "cube.automatic_limit"
        if terms.says("cube.automatic_doubles", "first_roll") and not terms.says(path, 1):
            what = "a game has only one first roll, so with automatic_doubles: first_roll the limit must be 1"
            yield Complaint("needs", path, what, ("cube.automatic_doubles",), "write automatic_limit: 1")

    def begin(self, view: View, state: RuleState) -> RuleState:
        """A game begins without any."""
        return 0

    def is_state(self, state: RuleState) -> bool:
        """A count."""
        return type(state) is int and state >= 0

    def raises_on_tie(self, view: View, state: RuleState) -> bool:
        """A tie on the opening roll, up to the limit."""
        limit = view.number_of("cube.automatic_limit")
        assert type(state) is int
        return view.says("cube.automatic_doubles", "opening_tie") and (limit is None or state < limit)

    def tied(self, view: View, state: RuleState, *, raised: bool) -> RuleState:
        """One more has been made."""
        assert type(state) is int
        return state + raised

    def raises_on_throw(self, view: View, state: RuleState, side: Side, roll: Roll) -> bool:
        """The first throw that one player makes with all dice is a double, and nobody has doubled before."""
        is_first = view.regular_throws == 1 and not view.cube.is_doubled and view.cube.owner is None
        return view.says("cube.automatic_doubles", "first_roll") and roll.is_double and is_first
