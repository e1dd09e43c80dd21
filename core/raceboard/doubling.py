"""The cube of a session: doubles, takes, passes and redoubles at once (cube.md 3, 5). No optional rule is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from attrs import evolve

from raceboard import event as ev
from raceboard.action import Double, Pass, Redouble, Take
from raceboard.cube.state import Cube
from raceboard.phase import Awaited, Phase, not_now
from raceboard.scores import lost
from raceboard.side import Side, others

if TYPE_CHECKING:
    from raceboard.session import Session


__all__ = [
    "allows_value",
    "doubled",
    "may_double",
    "passed",
    "redoubled",
    "replies",
    "took",
    "why_not_double",
]

#: The machine's own reasons against a double, by rank among those of the optional rules.
_OWN: tuple[tuple[int, str, Callable[[Session, Side], bool]], ...] = (
    (800, "cube-not-yours", lambda session, side: cast("Cube", session.cube).owner not in (None, side)),
    (900, "already-doubled-this-turn", lambda session, side: cast("Cube", session.cube).is_turned),
    (1000, "cube-at-max", lambda session, side: not allows_value(session, 2 * cast("Cube", session.cube).value)),
)


def allows_value(session: Session, value: int) -> bool:
    """May the cube come to a value, by whatever way?"""
    return all(rule.allows_value(session.view, value) for rule in session.cube_rules)


def why_not_double(session: Session, side: Side) -> str | None:
    """The first reason, by rank, why a side that is to throw may not double; None when it may."""
    found = [(rank, code) for rank, code, holds in _OWN if holds(session, side)]
    for rule in session.cube_rules:
        code = rule.refuses_double(session.view, side)
        if code is not None:
            found.append((rule.rank, code))
    return min(found)[1] if found else None


def may_double(session: Session) -> tuple[Awaited, ...]:
    """The double of the player who is to throw, when it is possible."""
    side = session.game.on_roll
    if session.cube is None or session.game.phase is not Phase.START or side is None or session.thrower == side:
        return ()
    return () if why_not_double(session, side) else (Awaited(side, Double),)


def replies(session: Session) -> tuple[str, ...]:
    """The redoubles at once with which the pending offer may be answered, by name."""
    cube = session.cube
    if cube is None or cube.offer is None or not allows_value(session, 2 * cube.offer.value):
        return ()
    names = (rule.reply(session.view, cube.offer.depth) for rule in session.cube_rules)
    return tuple(name for name in names if name is not None)


def doubled(session: Session, action: Double) -> Session:
    """The double waits for its answer, unless a rule refuses it."""
    side = cast("Side", session.game.on_roll)
    code = why_not_double(session, side)
    if code is not None:
        raise not_now(session, action, f"cube.{code}", side=cast("Cube", session.cube).owner)
    cube = cast("Cube", session.cube).offered(side, others(side, session.table.spec.players)[0])
    value = 2 * cast("Cube", session.cube).value
    return evolve(session, cube=cube, events=(ev.Offered(side, value),))


def took(session: Session, action: Take) -> Session:
    """The doubler is to throw; the doubled side owns the cube unless a rule says otherwise."""
    cube = cast("Cube", session.cube)
    offer = cube.offer
    assert offer is not None
    said = (rule.owner_after(session.view, offer.responder) for rule in session.cube_rules)
    owner = next((side for side in said if side is not None), offer.doubled)
    taken = ev.Taken(offer.responder, offer.value, owner)
    return evolve(session, cube=cube.taken(owner), events=(taken, ev.ToThrow(offer.doubler)))


def redoubled(session: Session, action: Redouble) -> Session:
    """The offer is accepted, and twice as much waits for the answer of the other side."""
    cube = cast("Cube", session.cube)
    assert cube.offer is not None
    known = [name for rule in session.cube_rules for name in rule.answers]
    if action.name not in known:
        raise ValueError(f"no redouble at once is called {action.name!r}; known: {', '.join(known) or 'none'}")
    if action.name not in replies(session):
        raise not_now(session, action, f"cube.{action.name}-not-allowed")
    offered = ev.Offered(cube.offer.responder, 2 * cube.offer.value, action.name)
    return evolve(session, cube=cube.redoubled(), events=(offered,))


def passed(session: Session, action: Pass) -> Session:
    """The game is lost at its value before, as the lowest level, whatever the board looks like."""
    cube = cast("Cube", session.cube)
    assert cube.offer is not None
    offer = cube.offer
    session = evolve(session, cube=cube.settled(), events=(ev.Passed(offer.responder),))
    return lost(session, offer.responder, 0, "pass")
