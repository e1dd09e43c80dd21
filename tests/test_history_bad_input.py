"""Histories from outside: what is no history of the game is refused, soon, and what is read can be played on."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from raceboard.action import Forfeit, OpeningRolled, Played, Rolled
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.errors import ConfigError
from raceboard.game import Game
from raceboard.history import History
from raceboard.phase import Phase
from raceboard.registry import Registry
from raceboard.session import Session
from raceboard.spec import VariantSpec
from raceboard.state import game_from_json, game_to_json, session_from_json, session_to_json
from raceboard.state.checks import game_faults
from raceboard_variants.backgammon import BACKGAMMON
from session_tools import rules_of
from state_tools import Shelf
from variants_for_tests import GAMES, HOOKS, RULES

VARIANTS = {spec.name: spec for spec in (*Registry.load().variants.values(), *GAMES, *RULES, *HOOKS)}
THROWN = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 5)))


@cache
def _states(spec: VariantSpec) -> list[Game]:
    """The first states of a game at random."""
    bots = [RandomBot(Stream(1, lane=seat + 1)) for seat in range(spec.players)]
    return [game for game, _ in zip(play_on(Game.start(spec), bots, SeededDice(1)), range(120), strict=False)]


def _saved(game: Game, actions: object) -> dict[str, dict[str, object]]:
    """The document of a game, with other actions in its history."""
    saved: dict[str, dict[str, object]] = json.loads(json.dumps(game_to_json(game)))
    saved["history"]["actions"] = actions
    return saved


def _problem(game: Game, actions: object) -> tuple[str, str, str]:
    """Why a document is refused."""
    with pytest.raises(ConfigError) as caught:
        game_from_json(_saved(game, actions), game.spec)
    (problem,) = caught.value.problems
    return problem.code, problem.path, problem.what


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("actions", ["%", "AA", "ä", None, True, 5, []], ids=repr)
def test_a_history_that_is_no_base64_is_refused(actions: object) -> None:
    """Nothing is made into a text that is none: `None` and `True` would be four letters of base64."""
    assert _problem(THROWN, actions) == ("unreadable", "history.actions", "is no base64")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\xff", "the history ends within an action"),
        (b"\xff" * 100_000, "the history has a number of more than 9 bytes"),
        (b"\xfe\xff\xff\xff\xff\xff\xff\xff\x01", "the history has the roll number"),
        (b"\x1a", "the history has an action of kind 4"),
        (b"\x01", "the history has a play where nothing is to be played"),
        (THROWN.history.data + b"\x0d\x02", "the history moves a checker from 0, where none stands"),
        (THROWN.history.data + b"\x0d\x5e", "the history moves a checker from 23, where none stands"),
        (THROWN.history.data + b"\x0d\xfe\xff\x7f", "bytes must be in range"),
        (THROWN.history.data + b"\x0d\x60", "19"),
        (b"\x14\x01\xff\xff\xff\xff\x7f", "the history ends within an action"),
    ],
)
def test_a_history_that_cannot_be_played_again_is_refused(data: bytes, what: str) -> None:
    """The error says where and why; what would take long is not begun."""
    code, path, said = _problem(THROWN, _text(data))
    assert (code, path) == ("impossible", "history.actions")
    assert said.startswith("cannot be played again from the state that they begin with: ")
    assert what in said


@pytest.mark.parametrize("reason", [None, 5, b"left"], ids=repr)
def test_a_forfeit_says_its_reason_in_words(reason: object) -> None:
    """Nothing else can be kept; the host learns it before anything has happened."""
    with pytest.raises(ValueError, match=r"reason of Forfeit is .* say in words why"):
        Forfeit(0, reason)  # type: ignore[arg-type]


def test_steps_where_there_are_no_dice_are_refused() -> None:
    """A hook may give a stage none; then the empty play is the only one."""
    bare = evolve(THROWN, stages=(evolve(THROWN.stages[0], dice=()),), history=History())
    with pytest.raises(ValueError, match="there are no dice"):
        list(History(bare, b"\x0d\x60"))
    assert [str(action.play) for action in History(bare, b"\x01") if isinstance(action, Played)] == ["pass"]


@pytest.mark.parametrize("data", [b"", Game.start(BACKGAMMON, 0).apply(Rolled(Roll(2, 1))).history.data])
def test_a_history_of_another_game_is_refused(data: bytes) -> None:
    """What was taken back would be another game."""
    assert _problem(THROWN, _text(data)) == (
        "impossible",
        "history.actions",
        "lead to another state than that of the game",
    )


def test_the_state_that_a_history_begins_with_is_checked_as_any_other() -> None:
    """With the path of what is wrong, and what to do."""
    saved = _saved(THROWN, _text(THROWN.history.data))
    saved["history"]["first"] = {**saved["game"], "turns": [1]}
    with pytest.raises(ConfigError, match="make history null") as caught:
        game_from_json(saved, BACKGAMMON)
    assert [problem.path for problem in caught.value.problems] == ["history.first.turns"]
    assert game_from_json({**saved, "history": None}, BACKGAMMON) == THROWN


def _steps(game: Game) -> Iterator[bytes]:
    """A play of one step from each index by each die, with and without a hit."""
    for code in range(2 * len(set(game.stages[0].dice)) * game.spec.layout.size):
        yield b"\x0d" + (bytes((code,)) if code < 128 else bytes((code & 127 | 128, code >> 7)))


@pytest.mark.parametrize("name", VARIANTS)
def test_steps_from_anywhere_are_refused_or_lead_to_a_state(name: str) -> None:
    """Also those that leave the row of an entering checker: what applies steps is compiled and checks nothing."""
    moving = [game for game in _states(VARIANTS[name]) if game.phase is Phase.MOVING][::12]
    assert moving
    for game in moving:
        for data in _steps(game):
            _is_played(History(evolve(game, history=History()), data))


def _is_played(history: History) -> bool:
    """Is a history read to its end? Where it is not, ValueError says so, or OverflowError; its states are states."""
    try:
        for _, state, _ in history.replay():
            assert not list(game_faults(state))
            assert min(map(sum, map(state.position.counts, range(state.spec.players)))) > 0
    except (ValueError, OverflowError):
        return False
    return True


@settings(max_examples=150)
@given(st.sampled_from(sorted(VARIANTS)), st.data())
def test_whatever_is_damaged_a_history_is_refused_or_played(name: str, data: st.DataObject) -> None:
    """Nothing but ValueError comes out of it: bytes of a game with some of them changed, after its states or others."""
    game = data.draw(st.sampled_from(_states(VARIANTS[name])))
    first = data.draw(st.sampled_from([game.history.first, game]))
    damaged = bytearray(game.history.data)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    assert first is not None
    begun = evolve(first, history=History())
    _is_played(History(begun, bytes(damaged)))
    _is_played(History(begun, data.draw(st.binary(max_size=30))))


def test_a_session_whose_rules_have_changed_goes_on_without_the_history() -> None:
    """Who trusts the rules of today gets the game; what was done by others cannot be done again."""
    before, after = (rules_of("nardeon", {"rules": {"program.doubles": number}}) for number in (4, 2))
    session = Session.start(before).apply(OpeningRolled((2, 1)))
    for roll in (Roll(2, 1), Roll(2, 2)):
        session = session.apply(Played(session.game.plays[0])).apply(Rolled(roll))
    session = session.apply(Played(session.game.plays[0]))
    saved = json.loads(json.dumps(session_to_json(session)))
    with pytest.raises(ConfigError, match="other rules"):
        session_from_json(saved, Shelf((after,)))
    trusted = session_from_json(saved, Shelf((after,)), trust=True)
    assert (len(session.game.history), len(trusted.game.history)) == (6, 0)
    assert trusted.game.position == session.game.position
    kept = session_from_json(saved, Shelf((before,)), trust=True)
    assert list(kept.game.history) == list(session.game.history)
