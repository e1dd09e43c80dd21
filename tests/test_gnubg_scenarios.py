"""Cube and match as GNU Backgammon plays them: the same commands lead to the same state, or cube.md says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypedDict, cast

import pytest
import yaml
from attrs import define, field

from case_tools import DATA
from raceboard.action import (
    Accept,
    Double,
    NextGame,
    OpeningRolled,
    Pass,
    Played,
    Redouble,
    Reject,
    Resign,
    Rolled,
    SessionAction,
    Take,
)
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.formats import gnubg_id
from raceboard.notation import read_play
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.side import Side
from session_tools import begun, resumed, rules_of


class Scenario(TypedDict):
    """Commands, the dice that fall, and the state after each command; `ok` is false for a refused one."""

    name: str
    why: str
    dice: str
    steps: list[dict[str, object]]


# The C loader reads the file in no time; both give the same.
_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_FILE: list[Scenario] = yaml.load((DATA / "oracle" / "gnubg_cube.yaml").read_text(encoding="utf-8"), _LOADER)
SCENARIOS = {scenario["name"]: scenario for scenario in _FILE}

#: Its reasons in our words.
REFUSALS = {
    "already_rolled": "cube.dice-rolled",
    "not_owner": "cube.cube-not-yours",
    "no_offer": "cube.no-double-pending",
    "offer_pending": "cube.double-pending",
    "beaver_limit": "cube.redouble-not-allowed",
    "beavers_off": "cube.beaver-not-allowed",
    "no_beavers_in_match": "cube.beaver-not-allowed",
    "crawford": "cube.crawford-game",
    "dead_cube": "cube.cube-dead",
    "match_over": "match.match-over",
    "cube_ceiling": "cube.cube-at-max",
}

#: What differs in a scenario, and the passage of cube.md that says so.
DIFFERENCES: Mapping[str, tuple[set[str], str]] = {
    "double_while_offer_pending": (
        {"refused"},
        "14: it takes a second `double` for a beaver; here they are two actions",
    ),
    "jacoby_centred_backgammon": ({"called"}, "6: the level is told as it was reached, only the points are lowered"),
    "auto_double_jacoby_gammon": ({"called"}, "6: the level is told as it was reached, only the points are lowered"),
    "one_point_match": ({"post_crawford"}, "7: it calls a match to one post-Crawford; here no Crawford game is none"),
    "crawford_rule_off": ({"post_crawford"}, "7: without the rule there is nothing that a game could come after"),
}

_REDOUBLES = ("beaver", "raccoon", "redouble")
_LEVELS = {"normal": "single", "gammon": "gammon", "backgammon": "backgammon"}
_ANSWERS: Mapping[str, Callable[[], SessionAction]] = {
    "double": Double,
    "take": Take,
    "drop": Pass,
    "agree": Accept,
    "decline": Reject,
}


def _defaults() -> dict[str, str]:
    return {"jacoby": "on", "beavers": "3", "doubles": "0", "crawford": "on"}


@define
class Host:
    """A session that is led by commands. `toggles`: what the program plays by, until a command changes it."""

    dice: Iterator[tuple[int, int]]
    toggles: dict[str, str] = field(factory=_defaults)
    session: Session | None = None

    @property
    def running(self) -> Session:
        """The session; there is none before the first `new`."""
        assert self.session is not None
        return self.session

    def do(self, command: str) -> None:
        """Carry a command out; raises what the session raises."""
        verb, *words = command.split()
        if verb == "new":
            self.session = self._opened(self._new(*words))
        elif verb == "set" and words[0] in _BY_HAND:
            self.session = _BY_HAND[words[0]](self.running, *words[1:])
        elif verb == "set":
            self.toggles[words[-2]] = words[-1]
        elif verb != "show":
            self.session = self.running.apply(self._action(verb, words))

    def _new(self, kind: str, length: str = "") -> Session:
        if kind == "game":
            return self.running.apply(NextGame())
        return begun(self._rules(kind), {"length": int(length)} if length else {})

    def _rules(self, kind: str) -> Ruleset:
        """Its cube ends at 4096; in a match it takes no notice of what is for money only."""
        if kind == "match":
            return rules_of("match", {"cube": {"crawford": self.toggles["crawford"] == "on", "max": 4096}})
        beavers, doubles = int(self.toggles["beavers"]), int(self.toggles["doubles"])
        cube: dict[str, object] = {
            "max": 4096,
            "jacoby": self.toggles["jacoby"] == "on",
            "beaver": beavers > 0,
            "raccoon": beavers > 1,
            "further_redoubles": max(beavers - 2, 0),
        }
        return rules_of("money", {"cube": cube | (_automatic(doubles) if doubles else {})})

    def _opened(self, session: Session) -> Session:
        """Each player throws a die, until they differ."""
        while session.phase is Phase.OPENING:
            session = session.apply(OpeningRolled(next(self.dice)))
        return session

    def _action(self, verb: str, words: list[str]) -> SessionAction:
        session = self.running
        assert session.cube is not None
        offer = session.cube.offer
        if verb == "roll":
            # A throw that is refused is not made: the scripted dice wait for the next one.
            return Rolled(Roll(2, 1) if offer else Roll(*next(self.dice)))
        if verb == "move":
            return Played(read_play(session.game.plays, " ".join(words)))
        if verb == "redouble":
            return Redouble(_REDOUBLES[min(offer.depth, 2)] if offer else "beaver")
        return Resign(session.to_act or 0, _LEVELS[words[0]]) if verb == "resign" else _ANSWERS[verb]()


def _automatic(limit: int) -> dict[str, object]:
    return {"automatic_doubles": "opening_tie", "automatic_limit": limit}


# -- What is put by hand -----------------------------------------------------------------------------------------------


def _put_score(session: Session, *score: str) -> Session:
    """A match that begins with it, opened as the running one."""
    roll = session.game.roll
    assert roll is not None
    return begun(session.rules, {"length": session.length, "score": map(int, score)}).apply(OpeningRolled(roll.dice))


def _put_crawford_off(session: Session, _: str) -> Session:
    """The Crawford game lies behind."""
    start = {"length": session.length, "score": session.score, "crawford_played": True}
    return _put_position(begun(session.rules, start), session.game.position, session.game.on_roll or 0)


def _put_turn(session: Session, side: str) -> Session:
    return _put_position(session, session.game.position, int(side))


def _put_board(session: Session, text: str) -> Session:
    """An ID says where the checkers of the player on roll are."""
    side = session.game.on_roll or 0
    return _put_position(session, gnubg_id.decode(session.rules.spec, text, side), side)


def _put_position(session: Session, position: Position, side: Side) -> Session:
    """With the cube as it is; the player has not thrown yet."""
    assert session.cube is not None
    return resumed(session, position, side, cube=session.cube.value, owner=session.cube.owner)


_BY_HAND: Mapping[str, Callable[..., Session]] = {
    "score": _put_score,
    "crawford": _put_crawford_off,
    "turn": _put_turn,
    "board": _put_board,
}

# -- What is compared --------------------------------------------------------------------------------------------------


def _state(session: Session) -> dict[str, object]:
    """A session as the file tells a state."""
    cube, result = session.cube, session.result
    assert cube is not None
    told: dict[str, object] = {
        "cube": cube.value,
        "owner": cube.owner,
        "score": list(session.score),
        "length": session.length or 0,
        "offered_value": cube.offer and cube.offer.value,
        "doubled": cube.offer is not None,
    }
    if result is not None:
        return told | {"winner": result.winner, "called": result.level, "points": result.points}
    # After a game the program tells of the next one already.
    crawford = session.facts["crawford"]
    return told | {
        "on_roll": session.game.on_roll,
        "turn": session.to_act,
        "crawford": crawford == "now",
        "post_crawford": crawford == "after",
    }


def _differing(host: Host, step: Mapping[str, object]) -> set[str]:
    """What a step leads to here and not there; a step that only one of both refuses is one difference."""
    before = host.session
    try:
        host.do(str(step["do"]))
    except NotNowError as refused:
        assert host.session is before
        if refused.rule != REFUSALS.get(str(step.get("reason"))):
            return {"refused"}
    else:
        if not step["ok"]:
            return {"refused"}
    if host.session is None:
        return set()
    theirs = {**step, **cast("dict[str, object]", step.get("ended", {}))}
    ours = _state(host.session)
    return {name for name in ours if name in theirs and ours[name] != theirs[name]}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_a_scenario_leads_to_the_same_states(scenario: Scenario) -> None:
    """Cube, owner, offer, score, whose turn, Crawford and points agree at every step, and so does what is refused."""
    host = Host((int(roll[0]), int(roll[1])) for roll in scenario["dice"].split())
    found = {name for step in scenario["steps"] for name in _differing(host, step)}
    known, _ = DIFFERENCES.get(scenario["name"], (set(), ""))
    assert found == known


def test_every_difference_is_of_a_scenario_and_has_its_passage() -> None:
    """A reason that nothing needs is none."""
    assert set(DIFFERENCES) <= set(SCENARIOS)
    assert len(SCENARIOS) == 55
    assert all(passage[0].isdigit() for _, passage in DIFFERENCES.values())
