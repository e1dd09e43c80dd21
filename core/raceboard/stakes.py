"""The transitions of a session: cube, resignation, forfeits and scores around a game.

`TRANSITIONS` is the table (phase, action) -> function; before it the reasons are asked why an action is not awaited, in
the order in which they are reported (DECISIONS 14). Optional rules are asked, never named. A refused action raises and
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Never, TypeAlias, cast

from attrs import evolve

from raceboard import event as ev
from raceboard.action import (
    Accept,
    Action,
    Choose,
    Double,
    Drawn,
    Flagged,
    Forfeit,
    Inactive,
    Leave,
    NextGame,
    OpeningRolled,
    Pass,
    Penalty,
    Played,
    Redouble,
    Reject,
    Resign,
    Rolled,
    Ruled,
    SessionAction,
    Take,
)
from raceboard.conduct import Before, ruled
from raceboard.cube.state import Cube
from raceboard.doubling import allows_value, doubled, passed, redoubled, took
from raceboard.errors import ConfigError, Problem
from raceboard.game import Game
from raceboard.giving_up import accepted, flagged, gave_up, inactive, left, rejected, resigned
from raceboard.phase import Phase, not_now
from raceboard.ruleset import Ruleset
from raceboard.scores import penalised, scored
from raceboard.side import Side

if TYPE_CHECKING:
    from raceboard.session import Session

__all__ = ["TRANSITIONS", "apply", "begin_game", "length_of"]

#: A reason: its id, and whether it holds for a side (None where the action names none).
_Reason: TypeAlias = "tuple[str, Callable[[Session, Side | None], bool]]"


def _is_pending(session: Session, side: Side | None) -> bool:
    return session.cube is not None and session.cube.offer is not None


def _has_thrown(session: Session) -> bool:
    """The player on roll has thrown, be it that the throw did not count."""
    return session.game.phase is not Phase.START or session.thrower == session.game.on_roll


_MATCH_OVER: _Reason = ("match.match-over", lambda session, side: session.is_over)
_GAME_OVER: _Reason = ("turn.game-over", lambda session, side: session.result is not None)
_DOUBLE_PENDING: _Reason = ("cube.double-pending", _is_pending)
_NO_DOUBLE: _Reason = ("cube.no-double-pending", lambda session, side: not _is_pending(session, side))
_RESIGNATION_PENDING: _Reason = ("resign.resignation-pending", lambda session, side: session.resignation is not None)
_NO_RESIGNATION: _Reason = ("resign.no-resignation-pending", lambda session, side: session.resignation is None)
_OPENING: _Reason = ("turn.opening-first", lambda session, side: session.game.phase is Phase.OPENING)
_NOT_ON_ROLL: _Reason = ("turn.not-your-turn", lambda session, side: side not in (None, session.game.on_roll))
_NOT_TO_ACT: _Reason = ("turn.not-your-turn", lambda session, side: side not in (None, session.to_act))
_DICE_ROLLED: _Reason = ("cube.dice-rolled", lambda session, side: _has_thrown(session))
_NO_CUBE: _Reason = ("cube.cube-not-in-play", lambda session, side: session.cube is None)

_OVER = (_MATCH_OVER, _GAME_OVER)
_AROUND = (*_OVER, _DOUBLE_PENDING, _RESIGNATION_PENDING)
_ANSWER = (*_OVER, _NO_DOUBLE, _NOT_TO_ACT)

_REASONS: Mapping[type[SessionAction], tuple[_Reason, ...]] = MappingProxyType(
    {
        OpeningRolled: _AROUND,
        Drawn: _AROUND,
        Rolled: _AROUND,
        Choose: _AROUND,
        Played: _AROUND,
        Forfeit: _OVER,
        Double: (*_OVER, _NO_CUBE, _DOUBLE_PENDING, _RESIGNATION_PENDING, _OPENING, _NOT_ON_ROLL, _DICE_ROLLED),
        Take: _ANSWER,
        Pass: _ANSWER,
        Redouble: _ANSWER,
        Resign: _OVER,
        Accept: (*_OVER, _NO_RESIGNATION, _NOT_TO_ACT),
        Reject: (*_OVER, _NO_RESIGNATION, _NOT_TO_ACT),
        Inactive: (*_OVER, _NOT_TO_ACT),
        Leave: _OVER,
        Flagged: _OVER,
        Penalty: (_MATCH_OVER,),
        NextGame: (_MATCH_OVER,),
        Ruled: (*_OVER, _DOUBLE_PENDING, _RESIGNATION_PENDING),
    }
)


def apply(session: Session, action: SessionAction) -> Session:
    """The state after an action; raises NotNowError with the first reason why it is not awaited."""
    side = getattr(action, "side", None)
    if side is not None:
        session.table.spec.layout.seat(side)
    for rule, holds in _REASONS.get(type(action), ()):
        if holds(session, side):
            raise not_now(session, action, rule, on_roll=session.to_act)
    transition = TRANSITIONS.get((session.phase, type(action)))
    if transition is None:
        raise not_now(session, action, "turn.not-now", "turn.between-games" if isinstance(action, Penalty) else "")
    return transition(session, action)  # type: ignore[arg-type]  # the key of the table is its type


# ---------------------------------------------------------------------- beginnings


def length_of(rules: Ruleset, length: int | None) -> int | None:
    """The length of a match: the host's, else the ruleset's; raises ConfigError for none, or a forbidden one."""
    if rules.context != "match":
        if length is not None:
            raise ValueError(f"{rules.name} is a {rules.context} ruleset, which has no length; leave length out")
        return None
    length = rules.number("match.length") if length is None else length
    if length is None:
        what, hint = "the match has no length", "give length, or set match.length in the ruleset"
        raise ConfigError([Problem("length-missing", "match.length", what, hint=hint)])
    allowed = rules["match.allowed_lengths"]
    if type(length) is not int or length < 1 or (isinstance(allowed, tuple) and length not in allowed):
        lengths = ", ".join(map(str, allowed)) if isinstance(allowed, tuple) else "from 1 up"
        raise ConfigError(
            [Problem("range", "match.length", f"{length!r} is no length of this match", hint=f"{lengths}")]
        )
    return length


def begin_game(session: Session, game: Game) -> Session:
    """A game of the session begins: the cube in the centre at one, no throw made, optional rules told."""
    cube = Cube() if session.table.is_on("cube") else None
    begun = evolve(
        session,
        game=game,
        cube=cube,
        throws=(0,) * session.table.spec.players,
        regular_throws=0,
        resignation=None,
        thrower=None,
        last=None,
        before=None,
        refused=(-1,) * session.table.spec.players,
        result=None,
        events=(ev.GameBegan(session.number), *game.events),
    )
    for rule in begun.cube_rules:
        state = rule.begin(begun.view, begun.states.get(rule.name))
        begun = evolve(begun, states={**begun.states, rule.name: state})
    return begun


# ---------------------------------------------------------------------- the board


def _moved(session: Session, action: Action) -> Session:
    """Something on the board: the game goes on, and what it decides is scored."""
    game = session.game.apply(action)
    after = evolve(_kept(session, action), game=game, events=game.events)
    if isinstance(action, OpeningRolled):
        after = _opened(after)
    elif isinstance(action, Rolled):
        after = _thrown(after, cast("Side", session.game.on_roll))
    if game.outcome is not None:
        return scored(after, game.outcome)
    return after if game.turns == session.game.turns else _turn_over(after, session.game.on_roll)


def _kept(session: Session, action: Action) -> Session:
    """Where a table may rule on it: the game before a play, or all that a throw changes."""
    if not session.table.is_on("table"):
        return session
    if isinstance(action, Played):
        return evolve(session, last=session.game, before=None)
    before = Before(session.game, session.cube, session.throws, session.regular_throws, tuple(session.states.items()))
    return evolve(session, last=None, before=before)


def _turn_over(session: Session, side: Side | None) -> Session:
    """A turn has begun: the cube may be turned again, and what a side was refused in its turn is forgotten."""
    cube = session.cube.in_new_turn() if session.cube else None
    refused = tuple(-1 if seat == side else level for seat, level in enumerate(session.refused))
    return evolve(session, cube=cube, refused=refused)


def _opened(session: Session) -> Session:
    """A tie may raise the value; the dice of the opening are a throw of its winner, when they are played."""
    game = session.game
    if game.phase is Phase.OPENING:
        return _tied(session)
    if game.roll is None:
        return session
    return _counted(session, cast("Side", game.on_roll), regular=0)


def _tied(session: Session) -> Session:
    for rule in session.cube_rules:
        state = session.states.get(rule.name)
        cube = cast("Cube", session.cube)
        raised = rule.raises_on_tie(session.view, state) and allows_value(session, 2 * cube.value)
        states = {**session.states, rule.name: rule.tied(session.view, state, raised=raised)}
        session = _raised(evolve(session, states=states)) if raised else evolve(session, states=states)
    return session


def _raised(session: Session) -> Session:
    cube = cast("Cube", session.cube).raised()
    return evolve(session, cube=cube, events=(*session.events, ev.Raised(cube.value)))


def _thrown(session: Session, side: Side) -> Session:
    """A throw that one player makes with all dice; it may raise the value before it is played."""
    session = evolve(_counted(session, side, regular=1), thrower=None)
    roll = session.game.roll
    assert roll is not None
    for rule in session.cube_rules:
        due = rule.raises_on_throw(session.view, session.states.get(rule.name), side, roll)
        if due and allows_value(session, 2 * cast("Cube", session.cube).value):
            session = _raised(session)
    return session


def _counted(session: Session, side: Side, *, regular: int) -> Session:
    """A throw is counted, and optional rules are told."""
    throws = tuple(number + (seat == side) for seat, number in enumerate(session.throws))
    session = evolve(session, throws=throws, regular_throws=session.regular_throws + regular)
    roll = session.game.roll
    assert roll is not None
    for rule in session.cube_rules:
        state = rule.thrown(session.view, session.states.get(rule.name), side, roll)
        session = evolve(session, states={**session.states, rule.name: state})
    return session


def _next_game(session: Session, action: NextGame) -> Session:
    """The next game: by the next ruleset of a rotation, begun by whom the last variant lets start."""
    starter = session.game.next_starter()
    following = evolve(session, number=session.number + 1)
    return begin_game(following, Game.start(following.table.spec, starter))


_Transition: TypeAlias = "Callable[[Session, Never], Session]"

_PLAYING = (Phase.OPENING, Phase.START, Phase.CHOOSING, Phase.MOVING)
_ANY = (*_PLAYING, Phase.CUBE, Phase.RESIGN)

TRANSITIONS: Mapping[tuple[Phase, type[SessionAction]], _Transition] = MappingProxyType(
    {
        **{(phase, action): _moved for phase in _PLAYING for action in (OpeningRolled, Drawn, Rolled, Choose, Played)},
        (Phase.START, Double): doubled,
        (Phase.CUBE, Take): took,
        (Phase.CUBE, Pass): passed,
        (Phase.CUBE, Redouble): redoubled,
        **dict.fromkeys([(phase, Resign) for phase in _ANY], resigned),
        (Phase.RESIGN, Accept): accepted,
        (Phase.RESIGN, Reject): rejected,
        **dict.fromkeys([(phase, Inactive) for phase in _ANY], inactive),
        **dict.fromkeys([(phase, Leave) for phase in _ANY], left),
        **dict.fromkeys([(phase, Flagged) for phase in _ANY], flagged),
        **dict.fromkeys([(phase, Forfeit) for phase in _ANY], gave_up),
        **dict.fromkeys([(phase, Ruled) for phase in _PLAYING], ruled),
        (Phase.OVER, NextGame): _next_game,
        (Phase.OVER, Penalty): penalised,
    }
)
