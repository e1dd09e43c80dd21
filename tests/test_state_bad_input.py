"""What cannot be read as a state, or cannot be one, is refused with the path of everything that is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast

import pytest
from attrs import evolve

from raceboard.action import Double, Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import ConfigError, NotNowError, Problem
from raceboard.game import Game
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.state import (
    action_from_json,
    dumps,
    game_from_json,
    game_to_json,
    loads,
    session_from_json,
    session_to_json,
    turn_from_json,
    turn_to_json,
)
from raceboard.turn import Turn
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from session_tools import REGISTRY, possible, rules_of
from state_tools import TABLES, TO_THROW, Shelf


@pytest.mark.parametrize(
    ("data", "path", "what"),
    [
        ({"kind": "Rollled", "roll": [6, 5], "side": None}, "action", "did you mean Rolled?"),
        ({"roll": [6, 5], "side": None}, "action", "None is of no known kind"),
        (["Rolled"], "action", "is of no known kind"),
        ({"kind": "Rolled", "roll": [6, -5], "side": None}, "action.roll", "a roll is one or more numbers from 0 up"),
        ({"kind": "Rolled", "roll": [6, True], "side": None}, "action.roll[1]", "True is no whole number"),
        ({"kind": "Rolled", "roll": [6, 5]}, "action", "the key side is missing"),
        ({"kind": "OpeningRolled", "dice": 7}, "action.dice", "expected tuple"),
        ({"kind": "Inactive", "side": 0, "seconds": "5"}, "action.seconds", "'5' is no number"),
        (
            {"kind": "Ruled", "situation": {"kind": "TakeBack", "last": "never"}, "choice": "stands", "position": None},
            "action.situation.last",
            "'never' is not a valid TurnEnd",
        ),
        (
            {"kind": "Played", "play": {"result": "25:1 / off:15", "steps": []}, "side": None},
            "action.play.result",
            "'25' is not a point from 1 to 24",
        ),
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_its_path(data: object, path: str, what: str) -> None:
    """A client learns what was wrong with the message that it sent."""
    with pytest.raises(ConfigError) as caught:
        action_from_json(data, BACKGAMMON)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("unreadable", path)
    assert what in problem.what


# -- What cannot be read, or cannot be ---------------------------------------------------------------------------------

SAVED = json.dumps(session_to_json(TO_THROW.apply(Rolled(Roll(6, 5)))))
OFFERED = json.dumps(session_to_json(TO_THROW.apply(Double())))
LIBRARY = Shelf((TO_THROW.rules,))


def _damaged(saved: str, path: str, value: object) -> object:
    """A saved document with another value at a path, as problems write paths."""
    data: object = json.loads(saved)
    at: object = data
    *before, last = [
        int(part) if part.isdigit() else part for part in path.replace("[", ".").replace("]", "").split(".")
    ]
    for part in before:
        at = cast("dict[int | str, object]", at)[part]
    cast("dict[int | str, object]", at)[last] = value
    return data


def _problems(data: object) -> tuple[Problem, ...]:
    with pytest.raises(ConfigError) as caught:
        session_from_json(data, LIBRARY)
    return caught.value.problems


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("session", []),
        ("session.score[1]", "0"),
        ("session.number", True),
        ("session.is_over", 0),
        ("session.game", None),
        ("session.game.position", "24:2 13:5 8:3 6:4 / 24:2 13:5 8:3 6:5"),
        ("session.game.position", 24),
        ("session.game.phase", "movin"),
        ("session.game.stages[0].dice[1]", "5"),
        ("session.game.roll[0]", 6.0),
        ("session.game.context.own_turn", None),
        ("session.states", 5),
        ("session.seats", 5),
        ("session.cube.value", "2"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_path(path: str, value: object) -> None:
    """Nothing is guessed, and no number is made of a text."""
    (problem,) = _problems(_damaged(SAVED, path, value))
    assert (problem.code, problem.path) == ("unreadable", path)


#: What a value at a path makes impossible, by the path of what is wrong.
IMPOSSIBLE: Mapping[str, tuple[tuple[str, object], ...]] = {
    "session.score": (("session.score", [0, -1]), ("session.score", [0, 5]), ("session.score", [])),
    "session.length": (("session.length", 0), ("session.length", None)),
    "session.number": (("session.number", 0),),
    "session.throws": (("session.throws", [1]),),
    "session.regular_throws": (("session.regular_throws", -1),),
    "session.refused": (("session.refused", [0, -2]),),
    "session.thrower": (("session.thrower", 2),),
    "session.winner": (("session.winner", 1),),
    "session.seats": (("session.seats", ["Ann"]),),
    "session.states": (("session.states", {}),),
    "session.cube": (("session.cube", None),),
    "session.cube.value": (("session.cube.value", 3), ("session.cube.value", 0)),
    "session.cube.owner": (("session.cube.owner", 2),),
    "session.cube.offer": (
        ("session.cube.offer", {"doubler": 1, "doubled": 0, "responder": 0, "value": 2, "depth": 0}),
        ("session.cube.offer", {"doubler": 1, "doubled": 0, "responder": 2, "value": 2, "depth": 0}),
    ),
    "session.resignation": (("session.resignation", {"side": 1, "responder": 2, "level": 0}),),
    "session.resignation.level": (("session.resignation", {"side": 1, "responder": 0, "level": 3}),),
    "session.result": (
        ("session.result", {"number": 1, "winner": 0, "level": "single", "points": 1, "how": "finished"}),
    ),
    "session.game.turns": (("session.game.turns", [1, 0]), ("session.game.turns", [1, 1, 1])),
    "session.game.phase": (("session.game.phase", "cube"),),
    "session.game.on_roll": (
        ("session.game.on_roll", None),
        ("session.game.on_roll", 5),
        ("session.game.out", [1]),
        ("session.game.phase", "opening"),
    ),
    "session.game.starter": (("session.game.starter", -1),),
    "session.game.roll": (("session.game.roll", None), ("session.game.roll", [7, 1])),
    "session.game.stages": (
        ("session.game.stages", []),
        ("session.game.stages[0].dice", []),
        ("session.game.stages[0].roll", [9]),
        ("session.game.stages[0].side", 0),
        ("session.game.phase", "start"),
    ),
    "session.game.finished": (("session.game.finished", [2]),),
    "session.game.last_turns": (("session.game.last_turns", [0]),),
    "session.game.choice": (("session.game.choice", {"side": 1, "options": []}),),
    "session.game.outcome": (("session.game.phase", "over"),),
}


@pytest.mark.parametrize(
    ("wrong", "path", "value"), [(wrong, *damage) for wrong, damages in IMPOSSIBLE.items() for damage in damages]
)
def test_what_can_be_read_but_cannot_be_is_refused_with_its_path(wrong: str, path: str, value: object) -> None:
    """A host that went on with such a state would fail later, in the middle of a game."""
    assert ("impossible", wrong) in {
        (problem.code, problem.path) for problem in _problems(_damaged(SAVED, path, value))
    }


def _places(data: object, path: str = "") -> Iterator[str]:
    """The path of everything in a document."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        below = f"{path}.{key}".lstrip(".")
        yield below
        yield from _places(value, below)


@pytest.mark.parametrize("value", [None, True, -1, 7, "x", [], [1], {}], ids=repr)
@pytest.mark.parametrize("saved", [SAVED, OFFERED], ids=["moving", "cube"])
def test_whatever_is_damaged_the_state_is_refused_or_can_be_played(saved: str, value: object) -> None:
    """Nothing but ConfigError comes out of reading, and what is read can be asked, saved and gone on with."""
    refused = 0
    for path in _places(json.loads(saved)):
        if path.startswith("session.states."):
            continue  # what a rule remembers is its own
        try:
            session = session_from_json(_damaged(saved, path, value), LIBRARY)
        except ConfigError:
            refused += 1
        else:
            assert loads(dumps(session), LIBRARY) == session
            assert session.is_over or [session.apply(action) for action in possible(session, (3, 1))]
    assert refused > 20


def test_a_missing_and_an_unknown_key_are_told_together() -> None:
    """A misspelt key is both, with a suggestion."""
    data = _damaged(SAVED, "session.scores", [0, 0])
    del cast("dict[str, dict[str, object]]", data)["session"]["score"]
    assert str(ConfigError(_problems(data))).splitlines() == [
        "<state>: error[unreadable]: session: 'scores' is no key here, did you mean score?; the key score is missing"
    ]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    """In the order of the paths."""
    data = _damaged(SAVED, "session.game.turns", [1, "x"])
    data = _damaged(json.dumps(data), "session.number", None)
    assert [problem.path for problem in _problems(data)] == ["session.game.turns[1]", "session.number"]


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("", "no JSON", 1),
        (SAVED[:-1], "no JSON", 1),
        ('{"raceboard": 1,\n nonsense}', "no JSON", 2),
        ("[" * 100_000, "no JSON", 0),
        ("9" * 5000, "no JSON", 0),
        ("[]", "is no mapping with the keys", 0),
        ("{}", "the key raceboard is missing", 0),
        (SAVED.replace('"raceboard": 1', '"raceboard": 2', 1), "is version 2; this library reads 1", 0),
    ],
)
def test_what_is_no_saved_state_is_refused(text: str, what: str, line: int) -> None:
    """Each with what was expected; where the text is no JSON, with the line."""
    with pytest.raises(ConfigError) as caught:
        loads(text, LIBRARY)
    assert what in str(caught.value)
    assert caught.value.problems[0].line == line


# -- Rulesets ----------------------------------------------------------------------------------------------------------


def _changed(rules: Ruleset) -> Ruleset:
    """The rules of today under the name of then."""
    return evolve(rules_of(rules.name, {"cube": {"max": 64}}), name=rules.name)


def test_a_ruleset_that_has_changed_is_refused_unless_it_is_trusted() -> None:
    """The same name does not mean the same rules; who knows better says so."""
    today = Shelf((_changed(TO_THROW.rules),))
    with pytest.raises(ConfigError) as caught:
        loads(dumps(TO_THROW), today)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("digest", "ruleset.digest")
    trusted = loads(dumps(TO_THROW), today, trust=True)
    assert trusted.rules["cube.max"] == 64
    assert evolve(trusted, rules=TO_THROW.rules) == TO_THROW


def test_a_ruleset_of_a_rotation_that_has_changed_is_refused_too() -> None:
    """Its place in the rotation is told."""
    session = TABLES["rotation"]
    changed = evolve(rules_of("casual-no-cube", {"scoring": {"highest": "highest"}}), name="casual-no-cube")
    with pytest.raises(ConfigError) as caught:
        loads(dumps(session), Shelf((session.rules, session.rotation[0], changed)))
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("digest", "rotation[1].digest")]


def test_an_unknown_ruleset_is_refused_with_a_suggestion() -> None:
    """A club's own ruleset must be known to the registry that reads."""
    data = _damaged(SAVED, "ruleset.name", "mach")
    with pytest.raises(ConfigError, match="did you mean match") as caught:
        session_from_json(data, REGISTRY)
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("unknown-name", "ruleset.name")]


def test_a_session_of_another_variant_is_refused_even_when_trusted() -> None:
    """Its position would mean something else."""
    other = Shelf((evolve(TABLES["nardy"].rules, name="match"),))
    with pytest.raises(ConfigError) as caught:
        loads(dumps(TO_THROW), other, trust=True)
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("unknown-name", "variant")]


def test_a_game_of_another_variant_is_refused() -> None:
    """The caller says the variant; the name must agree."""
    with pytest.raises(ConfigError, match="is 'backgammon', but long-nardy is played"):
        game_from_json(game_to_json(Game.start(BACKGAMMON)), LONG_NARDY)


def test_a_game_that_cannot_be_is_refused_with_its_path() -> None:
    """As within a session."""
    data = json.dumps(game_to_json(Game.start(BACKGAMMON, starter=0)))
    with pytest.raises(ConfigError) as caught:
        game_from_json(_damaged(data, "game.turns", [0, 0]), BACKGAMMON)
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("impossible", "game.turns")]


def test_the_rules_of_equal_rulesets_are_those_of_the_library_that_was_asked() -> None:
    """Two libraries may have rulesets that are equal and bring different optional rules."""
    first, second = Shelf((TO_THROW.rules,)), Shelf((evolve(TO_THROW.rules),))
    loads(dumps(TO_THROW), first)
    assert loads(dumps(TO_THROW), second).rules is second.rulesets[0]


# -- Drafts ------------------------------------------------------------------------------------------------------------

THROWN = TO_THROW.apply(Rolled(Roll(6, 5)))
DRAFT = json.dumps(turn_to_json(Turn.of(THROWN).step(24, die=6)))


@pytest.mark.parametrize(
    "state",
    [
        TO_THROW.apply(Rolled(Roll(6, 4))),
        THROWN.game.apply(Played(THROWN.game.plays[0])).apply(Rolled(Roll(6, 5))),
        evolve(THROWN, game=evolve(THROWN.game, context=evolve(THROWN.game.context, own_turn=9))),
        evolve(THROWN.game, spec=evolve(BACKGAMMON, landing=evolve(BACKGAMMON.landing, max_stack=3))),
    ],
    ids=["roll", "side", "turn", "rules"],
)
def test_a_draft_of_another_position_roll_or_turn_is_refused(state: Session | Game) -> None:
    """Also when its steps would be legal there; the error says how to go on."""
    with pytest.raises(ConfigError, match=r"turn\.stage: this is the draft of another.*\n.*Turn\.of") as caught:
        turn_from_json(json.loads(DRAFT), state)
    (problem,) = caught.value.problems
    assert problem.code == "digest"


@pytest.mark.parametrize(
    ("old", "new", "code", "path"),
    [
        ('"die": 6', '"die": 4', "impossible", "turn"),
        ('"die": 6', '"die": "6"', "unreadable", "turn.steps[0].die"),
        ('"number": 1', '"number": -1', "impossible", "turn"),
        ('"number": 1', '"numbr": 1', "unreadable", "turn"),
        ('"number": 1', '"number": true', "unreadable", "turn.number"),
        ('"backgammon"', '"long-nardy"', "unknown-name", "variant"),
        ('"raceboard": 1', '"raceboard": 9', "format", "raceboard"),
    ],
)
def test_a_draft_that_cannot_be_is_refused_with_its_path(old: str, new: str, code: str, path: str) -> None:
    """Illegal steps too."""
    assert old in DRAFT
    with pytest.raises(ConfigError) as caught:
        turn_from_json(json.loads(DRAFT.replace(old, new)), THROWN)
    assert {(problem.code, problem.path) for problem in caught.value.problems} == {(code, path)}


def test_where_nothing_is_to_be_played_no_draft_is_read() -> None:
    """The error is that of the wrong time."""
    with pytest.raises(NotNowError, match="roll-first"):
        turn_from_json(json.loads(DRAFT), TO_THROW)
