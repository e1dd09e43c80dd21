"""The signatures of the seven hooks of a variant: plain callables, pure functions of state and turn context.

`None` always means: as the data says. Hooks that refuse give the id of the rule that refuses, `group.code`. They may
depend on nothing but their arguments: two orders of steps that lead to the same position with the same context are
one and the same to the kernel.

A variant is compared and hashed with its hooks. Plain functions of a module are right for that. A callable that is made
anew each time, such as a `functools.partial` or a lambda in the code of an `Option`, is never equal to the one before,
nor is the variant: make it once, at the top of the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from raceboard.dice import Roll
    from raceboard.finish import Outcome
    from raceboard.move import Play, Step
    from raceboard.position import Position
    from raceboard.program import Choice, Stage, TurnContext, TurnEnd
    from raceboard.side import Side
    from raceboard.spec import VariantSpec

__all__ = [
    "AfterTurn",
    "AllowPosition",
    "AllowStep",
    "ExpandRoll",
    "FilterPlays",
    "Judge",
    "Meeting",
    "ResolveLanding",
]

#: What becomes of an opponent's checkers where a step lands: they are hit, or stay there and are pinned.
Meeting: TypeAlias = Literal["hit", "pin"]


class ExpandRoll(Protocol):
    """Asked once for each throw: its stages, or a `Choice` that the player makes first.

    All stages are for the `side` that has thrown, and of numbers that the dice show. A throw that gives nothing has one
    stage without dice: `(Stage(side, (), roll),)`. Anything else raises ValueError.
    """

    def __call__(
        self, spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
    ) -> tuple[Stage, ...] | Choice | None:
        """The program of a roll."""
        ...


class AllowStep(Protocol):
    """Asked for each step that the data allows, with the position and context before it: the refusing rule, or None."""

    def __call__(
        self, spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
    ) -> str | None:
        """The id of the rule that forbids the step."""
        ...


class ResolveLanding(Protocol):
    """Asked where a step lands on opponents that do not close the point: the ways to meet them, by action name.

    Several ways make several steps that differ in their `action`; an empty tuple closes the point.
    """

    def __call__(
        self, spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
    ) -> tuple[tuple[str, Meeting], ...] | None:
        """The (action, meeting) pairs that the player may choose from."""
        ...


class AllowPosition(Protocol):
    """Asked after each step: the rule that forbids the player's position, or None."""

    def __call__(self, spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> str | None:
        """The id of the rule that forbids the position."""
        ...


class FilterPlays(Protocol):
    """Asked once for each stage with the plays that all other rules allow: those that may be played.

    When none is left, the empty play is.
    """

    def __call__(
        self, spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
    ) -> Iterable[Play] | None:
        """The plays that remain."""
        ...


class AfterTurn(Protocol):
    """Asked when a turn is over and the game is not: who goes on, with what. `unplayed`: dice that could not be.

    A `TurnEnd` for a side that does not play, or not any more, raises ValueError.
    """

    def __call__(
        self,
        spec: VariantSpec,
        position: Position,
        side: Side,
        roll: Roll,
        context: TurnContext,
        unplayed: tuple[int, ...],
        /,
    ) -> TurnEnd | None:
        """The side that is on roll next, and what it owes."""
        ...


class Judge(Protocol):
    """Asked after every step: the outcome of a finished game, or None while it goes on as far as the hook knows.

    A step that decides the game is the last of a play, whatever dice are left and whatever else could use them.
    """

    def __call__(self, spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
        """The outcome."""
        ...
