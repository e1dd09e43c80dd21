"""What the tests of saved states share: a library at hand, sessions that have every part, courses at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from raceboard.action import OpeningRolled, Played, Resign, SessionAction
from raceboard.dice import Stream
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from session_tools import REGISTRY, begun, possible, rules_of

__all__ = ["TABLES", "TO_THROW", "Shelf", "course", "library"]


@frozen
class Shelf:
    """A library of rulesets at hand."""

    rulesets: tuple[Ruleset, ...]

    def ruleset(self, name: str, /) -> Ruleset:
        """The one of a name."""
        found = [rules for rules in self.rulesets if rules.name == name]
        if not found:
            raise ValueError(f"no ruleset {name!r}")
        return found[0]


#: Rulesets that between them have every part of a state: cube and chains, Crawford, series, table conduct, a rotation.
TABLES: Mapping[str, Session] = {
    "money": Session.start(REGISTRY.ruleset("money-jacoby-beavers")),
    "automatic": begun(
        rules_of("money", {"cube": {"automatic_doubles": "opening_tie", "automatic_limit": "unlimited"}})
    ),
    "match": Session.start(REGISTRY.ruleset("usbgf-match"), length=3, seats=("Ann", "Bob")),
    "table": Session.start(REGISTRY.ruleset("dbgv-match"), length=5),
    "series": Session.start(REGISTRY.ruleset("series-of-wins")),
    "nardy": Session.start(REGISTRY.ruleset("classic-ru"), length=3),
    "rotation": begun(
        rules_of("match", {"match": {"length": 9, "rotation": ["nardeon", "casual-no-cube"]}, "cube": "none"})
    ),
}


def library(session: Session) -> Shelf:
    """A library of the rulesets of a session."""
    return Shelf((session.rules, *session.rotation))


def course(session: Session, seed: int, limit: int) -> Iterator[tuple[SessionAction, Session]]:
    """Actions at random out of all that are possible, few of them resignations, and the session after each."""
    chance = Stream(seed)
    for _ in range(limit):
        actions = possible(session, (chance.below(6) + 1, chance.below(6) + 1))
        if chance.below(9):
            actions = [action for action in actions if not isinstance(action, Resign)]
        if not actions:
            return
        action = actions[chance.below(len(actions))]
        session = session.apply(action)
        yield action, session


_STARTED = Session.start(REGISTRY.ruleset("match"), length=5).apply(OpeningRolled((3, 1)))

#: A match in which White has made the first play, and Black is to throw or to double.
TO_THROW = _STARTED.apply(Played(_STARTED.game.plays[0]))
