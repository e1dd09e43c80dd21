"""Table rulings act (cube.md 12; DECISIONS 17): what was decided about a throw, play, set-up or checker is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from raceboard import event as ev
from raceboard.action import Ruled
from raceboard.cube.rule import RuleState
from raceboard.cube.state import Cube
from raceboard.errors import RuleError, Verdict
from raceboard.finish import has_finished
from raceboard.game import Game
from raceboard.phase import Phase, not_now
from raceboard.position import Position
from raceboard.ruling import PrematureRoll, Remedy, ruling
from raceboard.side import Side, others
from raceboard.transitions import with_position

if TYPE_CHECKING:
    from raceboard.session import Session

__all__ = ["Before", "ruled"]

_REROLLS = (Remedy.REROLL_BOTH, Remedy.REROLL_TOUCHED)
_FIXES = (Remedy.FIX, Remedy.FIX_BY_AGREEMENT)
_CHECKERS = (Remedy.TO_BAR, Remedy.STAYS_OUT)


@frozen
class Before:
    """What was before a throw, for one that does not count."""

    game: Game
    cube: Cube | None
    throws: tuple[int, ...]
    regular_throws: int
    states: tuple[tuple[str, RuleState], ...]


def ruled(session: Session, action: Ruled) -> Session:
    """A ruling is done: throw again, replay, let stand, fix the set-up, or move a checker that was found."""
    if not session.table.is_on("table"):
        raise not_now(session, action, "table.strict")
    found = ruling(session.table, action.situation)
    if action.choice not in found.options:
        said = {"choice": action.choice, "decides": found.decides, "options": found.options}
        raise RuleError(Verdict(False, "table.ruling", said))
    done = evolve(_done(session, action), events=(ev.Ruling(str(action.choice)),))
    return done if found.may_still_double else evolve(done, thrower=_thrower(session, action))


def _thrower(session: Session, action: Ruled) -> Side | None:
    """Whose throw it was, which ends the right to double: with a throw that came too early, the next player's."""
    side = session.game.on_roll
    if side is None or not isinstance(action.situation, PrematureRoll):
        return side
    return others(side, session.table.spec.players)[0]


def _done(session: Session, action: Ruled) -> Session:
    choice, position = action.choice, action.position
    if isinstance(action.situation, PrematureRoll):
        return session  # the throw was never applied; the mover goes on
    if choice in _REROLLS:
        return _before_throw(session, action)
    if choice is Remedy.REPLAY:
        return _before_play(session, action)
    if choice in _FIXES:
        return _placed(session, session.table.spec.start if position is None else position)
    if choice in _CHECKERS:
        return _placed(session, _needed(position))
    if choice is Remedy.STANDS and position is not None and session.game.phase is Phase.MOVING:
        return evolve(session, game=with_position(session.game, _fitting(session, position), ends_turn=True))
    return session


def _before_throw(session: Session, action: Ruled) -> Session:
    """The throw has never been: what it counted and raised is taken back; one that was not told yet changes nothing."""
    before = session.before
    if session.game.phase not in (Phase.MOVING, Phase.CHOOSING):
        return session
    if before is None:
        raise not_now(session, action, "table.nothing-to-reroll")
    return evolve(
        session,
        game=evolve(before.game, events=()),
        cube=before.cube,
        throws=before.throws,
        regular_throws=before.regular_throws,
        states=dict(before.states),
        before=None,
    )


def _before_play(session: Session, action: Ruled) -> Session:
    """The last play is taken back; one that was refused, or not told yet, has changed nothing."""
    if session.last is not None:
        return evolve(session, game=evolve(session.last, events=()), last=None)
    if session.game.phase is Phase.MOVING:
        return session
    raise not_now(session, action, "table.nothing-to-replay")


def _placed(session: Session, position: Position) -> Session:
    return evolve(session, game=with_position(session.game, _fitting(session, position), ends_turn=False), last=None)


def _needed(position: Position | None) -> Position:
    """The position that the host must say; a checker out of play is counted as removed there."""
    if position is None:
        raise ValueError("say the position as it is now: the checker on the bar, or as removed:1")
    return position


def _fitting(session: Session, position: Position) -> Position:
    if position.layout != session.table.spec.layout:
        raise ValueError(f"the position does not fit {session.table.spec.name}")
    if any(has_finished(session.table.spec, position, side) for side in range(session.table.spec.players)):
        raise ValueError("a side has finished in this position; a game goes on only where nobody has")
    return position
