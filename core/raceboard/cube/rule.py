"""What an optional rule of the cube is: a name, a rank, keys for rulesets, and answers to some of a few questions.

The cube machine knows no rule by name. It asks all rules of a table the same questions, in the order of their ranks,
and a rule answers those that concern it; the others keep the answer of `CubeRule`, which changes nothing. A rule may
remember something: `begin` and `fold` give its state, a JSON value that is saved under its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeAlias

from attrs import frozen

from raceboard.cube.state import Cube
from raceboard.dice import Roll
from raceboard.ruleset.checks import Complaint, Terms
from raceboard.ruleset.keys import Key
from raceboard.ruleset.kinds import Value
from raceboard.side import Side

__all__ = ["CubeRule", "RuleState", "View"]

#: What a rule remembers.
RuleState: TypeAlias = bool | int | str | tuple[int, ...] | None


@frozen
class View:
    """What a rule may look at.

    `settings`: the ruleset's, by path. `scores` and `length`: of the match; length is None outside one. `number`: of
    the game, from 1. `throws`: throws of each side in this game, the opening roll of its winner
    included; `regular_throws` does not count opening rolls. `on_roll`: whose turn it is. `states`: what each rule
    remembers, by name.
    """

    settings: Mapping[str, Value]
    cube: Cube
    scores: tuple[int, ...]
    length: int | None
    number: int
    throws: tuple[int, ...]
    regular_throws: int
    on_roll: Side | None
    states: Mapping[str, RuleState]

    def says(self, path: str, *values: Value) -> bool:
        """Is a key in force with one of these values?"""
        return path in self.settings and self.settings[path] in values

    def number_of(self, path: str) -> int | None:
        """The number of a key; None where none is in force or a word stands for it."""
        value = self.settings.get(path)
        return value if type(value) is int else None


class CubeRule:
    """A rule that answers nothing: the base of all optional rules.

    `rank` is the place of the rule's refusal among the checks of a double (DECISIONS 14), in hundreds; the machine's
    own are cube-not-yours 800, already-doubled-this-turn 900 and cube-at-max 1000. `keys` are the keys of the section
    `cube` that it brings, `answers` the names of the redoubles at once that it knows.
    """

    name: ClassVar[str] = ""
    rank: ClassVar[int] = 1000
    keys: ClassVar[tuple[Key, ...]] = ()
    source: ClassVar[str] = ""
    answers: ClassVar[tuple[str, ...]] = ()

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """What does not fit together in a ruleset that has the rule's keys."""
        yield from ()

    # What the rule remembers, and says of itself.

    def begin(self, view: View, state: RuleState) -> RuleState:
        """The state at the beginning of a game, from the one after the game before (None before the first)."""
        return state

    def thrown(self, view: View, state: RuleState, side: Side, roll: Roll) -> RuleState:
        """The state after a throw; `view.throws` counts it already."""
        return state

    def is_state(self, state: RuleState) -> bool:
        """Can the rule have remembered this? Asked of a state that comes from outside."""
        return state is None

    def fact(self, view: View, state: RuleState) -> object:
        """What the rule tells hosts and other rules of itself, under its name."""
        return state

    def note(self, view: View, state: RuleState) -> str:
        """What people should know of the present game; empty when there is nothing."""
        return ""

    # The questions.

    def refuses_double(self, view: View, side: Side) -> str | None:
        """Why a player may not double, as a code; None when the rule has nothing against it."""
        return None

    def allows_value(self, view: View, value: int) -> bool:
        """May the cube come to a value?"""
        return True

    def reply(self, view: View, depth: int) -> str | None:
        """The name of a redouble at once that may answer an offer of a depth."""
        return None

    def owner_after(self, view: View, taker: Side) -> Side | None:
        """Who owns the cube after a chain of redoubles; None where the rule does not say."""
        return None

    def raises_on_tie(self, view: View, state: RuleState) -> bool:
        """Does a tie in the opening double the value?"""
        return False

    def tied(self, view: View, state: RuleState, *, raised: bool) -> RuleState:
        """The state after a tie in the opening."""
        return state

    def raises_on_throw(self, view: View, state: RuleState, side: Side, roll: Roll) -> bool:
        """Does a throw double the value before it is played? `view.throws` counts it already."""
        return False

    def counts_lowest(self, view: View) -> bool:
        """Does a win count as the lowest level, whatever it is?"""
        return False
