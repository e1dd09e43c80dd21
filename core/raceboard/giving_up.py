"""Resignation, forfeits, inactivity, leaving and the clock's flag (cube.md 8, 10, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from raceboard import event as ev
from raceboard.action import Accept, Flagged, Forfeit, Inactive, Leave, Reject, Resign
from raceboard.contact import contact
from raceboard.event import Event
from raceboard.finish import win_level
from raceboard.phase import Phase, not_now
from raceboard.position import OFF
from raceboard.scores import levels_of, lost, scored, won_by, worth
from raceboard.side import Side, others

if TYPE_CHECKING:
    from raceboard.session import Session


__all__ = [
    "Resignation",
    "accepted",
    "flagged",
    "forfeited",
    "gave_up",
    "inactive",
    "left",
    "rejected",
    "resign_levels",
    "resigned",
]


@frozen
class Resignation:
    """A resignation that waits for its answer. `level`: the place of the level among the variant's, lowest first."""

    side: Side
    responder: Side
    level: int


def resign_levels(session: Session, side: Side) -> tuple[str, ...]:
    """The levels at which a side may resign now, lowest first; empty when it may not resign."""
    if next(_why_not_resign(session, side), None) is not None:
        return ()
    if session.table["resign.mode"] == "immediate":
        return (levels_of(session)[_threatened(session, side, "resign.immediate_value")].name,)
    return tuple(levels_of(session)[place].name for place in _offers(session, side) if place > session.refused[side])


def _offers(session: Session, side: Side) -> list[int]:
    """The levels that can still be lost and are worth more than those below them."""
    counts = session.game.position.counts(side)
    winner = others(side, session.table.spec.players)[0]
    found: list[int] = []
    best = 0
    for place, level in enumerate(levels_of(session)):
        tests = (test for group in level.needs if len(group) == 1 for test in group if test.place == "off")
        value = worth(session, winner, level)
        if all(test.holds(counts[OFF]) for test in tests) and value > best:
            found.append(place)
            best = value
    return found


def _why_not_resign(session: Session, side: Side) -> Iterator[str]:
    rules = session.table
    if session.phase is Phase.OVER:
        yield "turn.game-over"
    if rules["resign.mode"] == "none" or rules.spec.players > 2:
        yield "resign.resign-not-allowed"
    if session.phase is Phase.CUBE:
        yield "cube.double-pending"
    if session.resignation is not None:
        yield "resign.resignation-pending"
    if session.game.phase is Phase.OPENING:
        yield "turn.opening-first"
    if rules["resign.when"] == "on_turn" and side != session.game.on_roll:
        yield "turn.not-your-turn"
    if rules["resign.contact"] == "no_contact" and contact(rules.spec, session.game.position):
        yield "resign.contact-remains"


def resigned(session: Session, action: Resign) -> Session:
    """The offer waits for its answer, or ends the game at once where the ruleset says so."""
    for rule in _why_not_resign(session, action.side):
        raise not_now(session, action, rule, on_roll=session.to_act)
    if session.table["resign.mode"] == "immediate":
        level = _threatened(session, action.side, "resign.immediate_value")
        if action.level not in (None, levels_of(session)[level].name):
            fixed = levels_of(session)[level].name
            raise not_now(session, action, "resign.level-not-possible", "resign.level-is-fixed", level=fixed)
        return lost(evolve(session, events=()), action.side, level, "resigned")
    names = [level.name for level in levels_of(session)]
    place = 0 if action.level is None else names.index(action.level) if action.level in names else len(names)
    if place <= session.refused[action.side]:
        key = "" if resign_levels(session, action.side) else "resign.all-refused"
        raise not_now(session, action, "resign.already-refused", key, levels=resign_levels(session, action.side))
    if place not in _offers(session, action.side):
        levels = resign_levels(session, action.side)
        raise not_now(session, action, "resign.level-not-possible", level=action.level, levels=levels)
    responder = others(action.side, session.table.spec.players)[0]
    told = ev.ResignationOffered(action.side, names[place])
    return evolve(session, resignation=Resignation(action.side, responder, place), events=(told,))


def accepted(session: Session, action: Accept) -> Session:
    """The game is over at the level that was offered."""
    assert session.resignation is not None
    return lost(evolve(session, events=()), session.resignation.side, session.resignation.level, "resigned")


def rejected(session: Session, action: Reject) -> Session:
    """The game goes on; this level and lower ones cannot be offered again in this turn."""
    assert session.resignation is not None
    told = ev.ResignationRefused(session.resignation.responder)
    return evolve(session, resignation=None, refused=_refused_to(session), events=(told,))


def _refused_to(session: Session) -> tuple[int, ...]:
    """The levels that were refused, with the one that was offered."""
    offer = session.resignation
    assert offer is not None
    return tuple(offer.level if side == offer.side else level for side, level in enumerate(session.refused))


def _threatened(session: Session, loser: Side, key: str) -> int:
    """The place of the level that the position threatens, or of the lowest, as a key says."""
    if session.table[key] != "position":
        return 0
    level = win_level(session.table.spec, session.game.position, others(loser, session.table.spec.players)[0])
    return levels_of(session).index(level)


def forfeited(session: Session, loser: Side, what: object, how: str) -> Session:
    """A side loses what the ruleset says: nothing, the game, or the match with the score as it is."""
    if what == "none":
        return evolve(session, events=())
    told: tuple[Event, ...] = (ev.Forfeited(loser, how),)
    if what == "lose_match" and session.table.spec.players == 2:
        return won_by(evolve(session, events=told), others(loser, session.table.spec.players)[0], how)
    return _out(session, loser, how)


def inactive(session: Session, action: Inactive) -> Session:
    """The player who is to act has been idle; from the ruleset's limit on that loses."""
    limit = session.table.number("forfeit.inactivity_s")
    if limit is None or action.seconds < limit:
        return evolve(session, events=())
    return forfeited(session, action.side, session.table["forfeit.on_inactivity"], "inactivity")


def left(session: Session, action: Leave) -> Session:
    """Leaving loses what the ruleset says, or nothing."""
    return forfeited(session, action.side, session.table["forfeit.on_leave"], "left")


def flagged(session: Session, action: Flagged) -> Session:
    """The clock has run out; it is that of the whole session, also where rulesets rotate."""
    if not session.rules.is_on("clock"):
        raise not_now(session, action, "clock.clock-off")
    return forfeited(session, action.side, session.rules["clock.on_expiry"], "time")


def gave_up(session: Session, action: Forfeit) -> Session:
    """The host ends the game against a side, for a reason of its own."""
    return _out(session, action.side, action.reason)


def _out(session: Session, loser: Side, how: str) -> Session:
    """A side is out of the game, which two players end with that and more play on without it."""
    if session.table.spec.players == 2:
        told = evolve(session, events=(ev.Forfeited(loser, how),))
        return lost(told, loser, _threatened(session, loser, "forfeit.value"), how)
    game = session.game.apply(Forfeit(loser, how))
    after = evolve(session, game=game, events=game.events)
    return after if game.outcome is None else scored(after, game.outcome)
