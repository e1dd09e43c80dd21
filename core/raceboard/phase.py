"""Phases: what a game waits for, and why an action is not awaited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from attrs import frozen

from raceboard.action import Action, Choose, Played, Rolled, SessionAction
from raceboard.errors import NotNowError, RuleError, Verdict
from raceboard.side import Side, seat_name

if TYPE_CHECKING:
    from raceboard.game import Game

__all__ = ["Awaited", "Phase", "Waiting", "check_time", "not_now", "verdict_on"]


class Phase(Enum):
    """What a game waits for."""

    OPENING = "opening"
    START = "start"
    CHOOSING = "choosing"
    MOVING = "moving"
    CUBE = "cube"
    RESIGN = "resign"
    OVER = "over"


@frozen
class Awaited:
    """Who is to do what: `side` is None where chance or the host decides, `name` says which of several.

    A `Forfeit` is possible at any time and not listed.
    """

    side: Side | None
    action: type[SessionAction]
    name: str = ""

    def __str__(self) -> str:
        """`Rolled by white`, `Redouble beaver by black`, whatever language is spoken: for programs."""
        who = "" if self.side is None else f" by {seat_name(self.side)}"
        name = f" {self.name}" if self.name else ""
        return f"{self.action.__name__}{name}{who}"

    @property
    def told(self) -> tuple[str, str, Side | None]:
        """The name of the action, which of several, and who: what a message says of it in its own language."""
        return self.action.__name__, self.name, self.side


class Waiting(Protocol):
    """A game, or a session around it."""

    @property
    def phase(self) -> Phase:
        """What it waits for."""
        ...

    def awaited(self) -> tuple[Awaited, ...]:
        """Who may do what."""
        ...


_A = TypeVar("_A", contravariant=True)


class _Acting(Protocol[_A]):
    """A game or a session, to which actions are applied."""

    def apply(self, action: _A, /) -> object:
        """The state after an action."""
        ...


def verdict_on(state: _Acting[_A], action: _A) -> Verdict:
    """The verdict on an action in a state: whether `apply` would take it, and if not, by which rule."""
    try:
        state.apply(action)
    except (NotNowError, RuleError) as error:
        return error.verdict
    return Verdict(True, "turn.legal", {"action": type(action).__name__})


_Check: TypeAlias = "tuple[str, Callable[[Game, Side | None], bool]]"

_OVER: _Check = ("game-over", lambda game, side: game.is_over)
_OPENING: _Check = ("opening-first", lambda game, side: game.phase is Phase.OPENING)
_NOT_YOURS: _Check = ("not-your-turn", lambda game, side: side not in (None, game.on_roll))
_ROLLED: _Check = ("dice-rolled", lambda game, side: game.phase is not Phase.START)
_NOT_ROLLED: _Check = ("roll-first", lambda game, side: game.phase in (Phase.START, Phase.OPENING))

# The order of the checks is the order in which reasons are reported (DECISIONS 14).
_CHECKS: Mapping[type[Action], tuple[_Check, ...]] = MappingProxyType(
    {
        Rolled: (_OVER, _OPENING, _NOT_YOURS, _ROLLED),
        Played: (_OVER, _NOT_YOURS, _NOT_ROLLED),
        Choose: (_OVER, _OPENING, _NOT_YOURS),
    }
)


def check_time(game: Game, action: Action) -> None:
    """Raise NotNowError with the first reason why an action is not awaited."""
    for code, applies in _CHECKS.get(type(action), (_OVER,)):
        if applies(game, getattr(action, "side", None)):
            raise not_now(game, action, f"turn.{code}", on_roll=game.on_roll)


def not_now(state: Waiting, action: SessionAction | str, rule: str, key: str = "", **parameters: object) -> NotNowError:
    """The error for an action that a game or a session does not await.

    `rule` is the id of the reason; its message may be another one than that of the rule, and `parameters` fill it.
    """
    awaited = state.awaited()
    name = action if isinstance(action, str) else type(action).__name__
    told = tuple(one.told for one in awaited)
    said = {"action": name, "phase": state.phase.value, "awaited": told, **parameters}
    return NotNowError(name, state.phase.value, tuple(map(str, awaited)), Verdict(False, rule, said, key))
