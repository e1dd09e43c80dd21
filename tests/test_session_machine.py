"""Random sessions under random rulesets: what is offered is accepted, all else is refused, and points are conserved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TypeAlias

import pytest
from attrs import evolve, frozen
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from raceboard.action import (
    Accept,
    Double,
    Flagged,
    Forfeit,
    Inactive,
    Leave,
    NextGame,
    OpeningRolled,
    Pass,
    Penalty,
    Redouble,
    Reject,
    Resign,
    Rolled,
    SessionAction,
    Take,
)
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.phase import Phase
from raceboard.session import Session
from raceboard.state import dumps, loads
from session_tools import PLAYERS, Body, after, begun, possible, rules_of
from state_tools import library

SIDES = st.integers(0, 1)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
PICK = st.integers(0, 999)

# -- Tables ------------------------------------------------------------------------------------------------------------

_Section: TypeAlias = st.SearchStrategy[dict[str, object]]


@frozen
class Table:
    """A ruleset to be loaded, and how the session under it starts."""

    extends: str
    body: Body
    start: Body


def _some(**keys: list[object]) -> _Section:
    """A section with some of its keys, each with one of these values."""
    return st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in keys.items()})


def _just(**keys: object) -> _Section:
    """A section with these keys."""
    return st.just(keys)


def _together(*parts: _Section) -> _Section:
    """A section with the keys of several."""
    return st.tuples(*parts).map(lambda found: {key: value for part in found for key, value in part.items()})


_MAX = _some(max=[2, 8])
_JACOBY = _some(jacoby=[True])
_CHAIN: _Section = st.one_of(
    _just(beaver=True),
    _some(further_redoubles=[1, "unlimited"], raccoon_owner=["last_turner"]).map(
        lambda keys: {"beaver": True, "raccoon": True, **keys}
    ),
)
_AUTOMATIC: _Section = st.one_of(
    _just(automatic_doubles="first_roll"),
    _some(automatic_limit=[2, "unlimited"]).map(lambda keys: {"automatic_doubles": "opening_tie", **keys}),
)
_DEAD = _some(dead_cube=["refuse_if_decided", "allow"])
_HOLLAND = _some(holland=["two_each", "two_total", "four_once"], holland_binds=["both", "trailer"])
_MONEY_CUBE = _together(_MAX, _JACOBY, _CHAIN, _AUTOMATIC)
_MATCH_CUBE = _together(_MAX, _DEAD, st.one_of(_HOLLAND, _just(crawford=False)))

_RESIGN = _some(
    mode=["offer", "immediate", "none"],
    when=["on_turn", "any_time"],
    contact=["any", "no_contact"],
    immediate_value=["position", "single"],
)
_FORFEIT = _some(inactivity_s=[60], on_leave=["none", "lose_game"], value=["single", "position"])
_LOST_MATCH = _some(inactivity_s=[60], on_leave=["lose_game", "lose_match"], on_inactivity=["lose_match"])
_SHORT = st.sampled_from(["hypergammon", "backgammon"])
_CLOCK = st.sampled_from(["none", {"reserve_s": 60}])
_DRAWS: _Section = st.fixed_dictionaries(
    {"last_turn.mode": st.just("equalise"), "last_turn.draw_points": st.integers(0, 1)}
)


def _body(**sections: st.SearchStrategy[object]) -> st.SearchStrategy[Body]:
    return st.fixed_dictionaries({"resign": _RESIGN, "clock": _CLOCK, **sections})


def _table(extends: str, body: st.SearchStrategy[Body], start: st.SearchStrategy[Body]) -> st.SearchStrategy[Table]:
    return st.builds(Table, st.just(extends), body, start)


@st.composite
def _match_starts(draw: st.DrawFn) -> Body:
    """A length, and a score below it."""
    length = draw(st.integers(1, 7))
    score = st.integers(0, length - 1)
    return {"length": length, "score": [draw(score), draw(score)], "crawford_played": draw(st.booleans())}


_NARDY = {"variant": st.just("long-nardy"), "cube": st.just("none"), "rules": _DRAWS, "forfeit": _FORFEIT}
TABLES = st.one_of(
    _table(
        "money",
        _body(variant=_SHORT, cube=_MONEY_CUBE, forfeit=_FORFEIT, session=_some(games=[1, 3])),
        st.just({}),
    ),
    _table(
        "match",
        _body(variant=_SHORT, cube=_MATCH_CUBE, forfeit=_LOST_MATCH, match=_some(score_cap=[True])),
        _match_starts(),
    ),
    _table("match", _body(**_NARDY), _match_starts()),
    _table("casual", _body(**_NARDY, series=_some(wins=[3])), st.just({})),
)

# -- What hosts and players may try ------------------------------------------------------------------------------------


def _tried(session: Session, dice: tuple[int, int]) -> list[SessionAction]:
    """Actions of every kind by either side; what a resignation costs is the ruleset's to say or the player's."""
    spec = session.rules.spec
    levels = [level.name for level in spec.finish.levels]
    names = [None, *levels] if session.rules["resign.mode"] == "immediate" else levels
    kinds: list[Callable[[int], SessionAction]] = [Double, Take, Pass, Accept, Reject]
    return [
        OpeningRolled(dice),
        NextGame(),
        *(kind(side) for kind, side in product(kinds, range(spec.players))),
        *(Rolled(Roll(*dice), side) for side in range(spec.players)),
        *(Redouble(name, side) for name, side in product(["beaver", "raccoon", "redouble"], range(spec.players))),
        *(Resign(side, name) for name, side in product(names, range(spec.players))),
    ]


_REPORTS: Mapping[str, Callable[[int], SessionAction]] = {
    "leave": Leave,
    "flag": Flagged,
    "forfeit": Forfeit,
    "idle": lambda side: Inactive(side, 60),
    "not idle enough": lambda side: Inactive(side, 59),
}


class Sessions(RuleBasedStateMachine):
    """A session, with the points that have been given to each side from outside its games."""

    session: Session
    given: list[int]

    @initialize(table=TABLES)
    def begin(self, table: Table) -> None:
        """A session begins."""
        self.session = begun(rules_of(table.extends, table.body), table.start)
        self.given = list(self.session.score)

    @precondition(lambda self: self.session.awaited())
    @rule(choices=st.lists(st.tuples(PICK, DICE, PICK), min_size=1, max_size=12))
    def do_what_is_awaited(self, choices: list[tuple[int, tuple[int, int], int]]) -> None:
        """Whatever is offered is accepted, and says what happened."""
        for pick, dice, play in choices:
            self._do([action for action in possible(self.session, dice, play) if not isinstance(action, Resign)], pick)

    @precondition(lambda self: any(map(self.session.resign_levels, range(2))))
    @rule(pick=PICK)
    def resign(self, pick: int) -> None:
        """A level that is offered is accepted as an offer, whoever may resign."""
        self._do([action for action in possible(self.session, (1, 1)) if isinstance(action, Resign)], pick)

    def _do(self, actions: list[SessionAction], pick: int) -> None:
        if actions:
            self.session = self.session.apply(actions[pick % len(actions)])
            assert self.session.events

    @rule(dice=DICE)
    def try_what_is_not_possible(self, dice: tuple[int, int]) -> None:
        """Whatever is not offered is refused, and changes nothing."""
        before = evolve(self.session)
        offered = possible(self.session, dice)
        for action in _tried(self.session, dice):
            if action not in offered:
                with pytest.raises(NotNowError):
                    self.session.apply(action)
        assert self.session == before

    @precondition(lambda self: self.session.phase in (Phase.START, Phase.MOVING))
    @rule(side=SIDES, off=st.integers(0, 1))
    def come_to_an_end(self, side: int, off: int) -> None:
        """The game is won on the board."""
        self.session = after(self.session, [("finish", PLAYERS[side], {"borne_off": off})])

    @rule(side=SIDES, what=st.sampled_from(sorted(_REPORTS)))
    def report(self, side: int, what: str) -> None:
        """The host tells of what happens beside the board; while no game is played that is refused."""
        before = evolve(self.session)
        try:
            self.session = self.session.apply(_REPORTS[what](side))
        except NotNowError:
            assert self.session == before

    @precondition(lambda self: self.session.phase is Phase.OVER and not self.session.is_over)
    @rule(side=SIDES)
    def give_a_penalty_point(self, side: int) -> None:
        """Between two games."""
        self.session = self.session.apply(Penalty(side, 1))
        self.given[side] += 1

    @invariant()
    def points_are_those_of_the_games(self) -> None:
        """The score is what there was before and what the games have counted; a cap hides what is beyond the length."""
        session = self.session
        for side, points in enumerate(self.given):
            counted = points + sum(result.points for result in session.results if result.winner in (side, None))
            capped = min(counted, session.length or counted) if session.rules["match.score_cap"] else counted
            assert session.score[side] == capped

    @invariant()
    def it_comes_back_from_json(self) -> None:
        """A session that is saved and read again is the same."""
        assert loads(dumps(self.session), library(self.session)) == self.session

    @invariant()
    def the_cube_shows_a_power_of_two_up_to_its_cap(self) -> None:
        """And an offer is of twice its value."""
        cube = self.session.cube
        if cube is None:
            return
        assert cube.value.bit_count() == 1
        assert cube.value <= (self.session.rules.number("cube.max") or cube.value)
        assert cube.offer is None or cube.offer.value == 2 * cube.value
        assert cube.owner is None or cube.is_doubled

    @invariant()
    def something_is_awaited_until_the_session_is_over(self) -> None:
        """A match or series that its score has decided has the winner with the target."""
        session = self.session
        assert bool(session.awaited()) != session.is_over
        assert (session.phase is Phase.OVER) == (session.result is not None or session.is_over)
        target = session.length or session.rules.number("series.wins")
        if session.how == "score" and target is not None and session.winner is not None:
            assert session.score[session.winner] >= target > 0
            assert session.score[session.winner] > session.score[1 - session.winner]


Sessions.TestCase.settings = settings(max_examples=300, stateful_step_count=50)
TestSessions = Sessions.TestCase
