"""A state as JSON and back is the same state at any point, with whatever is pending."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import cast, get_args

import attrs
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from raceboard import ruling
from raceboard.action import (
    Accept,
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
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.game import Game
from raceboard.move import Play
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext
from raceboard.session import Session
from raceboard.side import Side
from raceboard.spec import Hooks, VariantSpec
from raceboard.state import (
    action_from_json,
    action_to_json,
    dumps,
    fingerprint,
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
from state_tools import TABLES, TO_THROW, course, library
from variants_for_tests import GAMES, HOOKS, RULES, SHORT12


def _again(session: Session) -> Session:
    return loads(dumps(session), library(session))


# -- Equal at any point ------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.sampled_from(sorted(TABLES)), st.integers(0, 2**32))
def test_a_session_comes_back_equal_after_every_action_and_goes_on_alike(name: str, seed: int) -> None:
    """The restored session is equal, and the next action leads both to the same state and tells the same."""
    restored = _again(TABLES[name])
    for action, session in course(TABLES[name], seed, limit=80):
        after = restored.apply(action)
        assert (after, after.events) == (session, session.events)
        restored = _again(session)
        assert restored == session
        assert restored.awaited() == session.awaited()


@pytest.mark.parametrize("name", TABLES)
def test_the_data_are_what_the_text_says(name: str) -> None:
    """Who stores the data elsewhere than in a text loses nothing: they hold only what JSON has."""
    *_, (_, session) = course(TABLES[name], 1, limit=60)
    text = dumps(session)
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text) == session_to_json(session)
    assert session_from_json(session_to_json(session), library(session)) == session


def _either_way(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> Choice | None:
    """One die or the other, as the player likes."""
    return Choice(side, tuple((str(die), (Stage(side, (die,), roll),)) for die in dict.fromkeys(roll)))


CHOICE = evolve(SHORT12, name="choice", hooks=Hooks(expand_roll=_either_way))
VARIANTS = {spec.name: spec for spec in (*GAMES, *RULES, *HOOKS, CHOICE, BACKGAMMON, LONG_NARDY)}


def _games(spec: VariantSpec) -> Iterator[Game]:
    """The states of three games at random."""
    for seed in range(3):
        bots = [RandomBot(Stream(seed, lane=seat + 1)) for seat in range(spec.players)]
        yield from play_on(Game.start(spec), bots, SeededDice(seed))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_comes_back_equal_after_every_action(name: str) -> None:
    """Pins, owed stages, choices, games of four, throws within a turn: whatever a variant has.

    Their histories, which take the longest to read, are tested beside.
    """
    spec = VARIANTS[name]
    for game in _games(spec):
        restored = game_from_json(json.loads(json.dumps({**game_to_json(game), "history": None})), spec)
        assert restored == game
        assert restored.plays.results == game.plays.results


@pytest.mark.parametrize(
    ("name", "when"),
    [
        ("pin", lambda game: any(game.position.pinned)),
        ("cascade", lambda game: game.owed),
        ("complement", lambda game: len(game.stages) > 1),
        ("last-turn", lambda game: bool(game.last_turns)),
        ("choice", lambda game: game.phase is Phase.CHOOSING),
        ("loop4", lambda game: bool(game.finished) and not game.is_over),
    ],
)
def test_the_games_that_come_back_have_what_is_hard_to_keep(name: str, when: Callable[[Game], bool]) -> None:
    """The test above is worth something: its games come to pins, owed and later stages, last turns and choices."""
    assert any(when(game) for game in _games(VARIANTS[name]))


def test_removed_checkers_come_back() -> None:
    """A game that goes on with 14 checkers does so after a restart."""
    position = Position.parse(BACKGAMMON, "24:2 13:5 8:3 6:4 removed:1 / 24:2 13:5 8:3 6:5")
    game = Game.resume(BACKGAMMON, position, 1)
    assert game_from_json(game_to_json(game), BACKGAMMON).position == position


def test_the_positions_are_texts_with_white_first_whoever_is_on_roll() -> None:
    """A reader in another language needs no side to read them."""
    game = Game.resume(BACKGAMMON, Position.parse(BACKGAMMON, "1:2 off:13 / 2:3 off:12", side=1), 1)
    saved = cast("Mapping[str, Mapping[str, object]]", game_to_json(game))
    assert saved["game"]["position"] == "2:3 off:12 / 1:2 off:13"


@cache
def _moving(name: str) -> list[Game]:
    return [game for game in _games(VARIANTS[name]) if game.phase is Phase.MOVING]


@settings(max_examples=40)
@given(st.sampled_from(sorted(VARIANTS)), st.data())
def test_a_draft_comes_back_equal_after_every_step(name: str, data: st.DataObject) -> None:
    """With its number, and in the game as it comes back; with the steps also what may follow."""
    game = data.draw(st.sampled_from(_moving(name)))
    turn = Turn.of(game, number=data.draw(st.integers(0, 99)))
    restored = game_from_json(game_to_json(game), game.spec)
    while True:
        kept = turn_from_json(json.loads(json.dumps(turn_to_json(turn))), restored)
        assert kept == turn
        assert (repr(kept.steps), kept.next_steps) == (repr(turn.steps), turn.next_steps)
        if not turn.next_steps:
            return
        step = data.draw(st.sampled_from(turn.next_steps))
        turn = turn.step(step.source, die=step.die, action=step.action)


# -- Save points that other programs lost (case BG087) -----------------------------------------------------------------


def test_dice_that_were_thrown_are_still_there() -> None:
    """Nobody throws again by restarting the program."""
    thrown = TO_THROW.apply(Rolled(Roll(6, 5)))
    assert _again(thrown).game.roll == Roll(6, 5)
    assert [str(awaited) for awaited in _again(thrown).awaited()] == ["Played by black"]


def test_a_half_made_play_goes_on() -> None:
    """The draft is the host's to keep beside the session; its steps, its dice and its number are all there."""
    thrown = TO_THROW.apply(Rolled(Roll(6, 5)))
    turn = Turn.of(thrown).step(24, die=6).undo().step(13, die=6)
    kept = turn_from_json(json.loads(json.dumps(turn_to_json(turn))), _again(thrown))
    assert kept == turn
    assert (kept.number, kept.dice, kept.next_steps) == (3, (5,), turn.next_steps)
    assert [step.target for step in kept.steps] == [7]
    assert kept.step(13, die=5, number=3).commit() == turn.step(13, die=5).commit()


def test_a_double_still_waits_for_its_answer() -> None:
    """An offer cannot be escaped by closing the program."""
    offered = TO_THROW.apply(Double())
    assert _again(offered) == offered
    assert [str(awaited) for awaited in _again(offered).awaited()] == ["Take by white", "Pass by white"]


def test_a_chain_of_redoubles_waits_at_the_same_link() -> None:
    """Who began, who answers and how often it was turned is all kept."""
    session = TABLES["money"].apply(OpeningRolled((3, 1)))
    for action in (Played(session.game.plays[0]), Double(), Redouble("beaver")):
        session = session.apply(action)
    assert _again(session) == session
    assert _again(session).apply(Redouble("raccoon")) == session.apply(Redouble("raccoon"))


def test_a_resignation_still_waits_for_its_answer() -> None:
    """And a level that was refused cannot be offered again."""
    session = TO_THROW.apply(Resign(1, "single"))
    assert _again(session) == session
    assert _again(session).phase is Phase.RESIGN


def test_between_games_the_score_and_the_crawford_game_are_kept() -> None:
    """The game is over and the match runs: the next game is the Crawford game, as it would have been."""
    session = evolve(TO_THROW, score=(0, 3)).apply(Double()).apply(Pass())
    assert session.phase is Phase.OVER
    assert _again(session) == session
    following = _again(session).apply(NextGame())
    assert (following.score, following.facts["crawford"]) == ((0, 4), "now")
    assert _again(following).facts == session.apply(NextGame()).facts


def test_a_match_that_is_over_stays_over() -> None:
    """Nothing is awaited, and the winner is known."""
    ended = evolve(TO_THROW, score=(4, 0)).apply(Resign(1, "single")).apply(Accept())
    assert ended.winner == 0
    assert (_again(ended), _again(ended).awaited()) == (ended, ())


def test_a_play_that_may_be_taken_back_can_be_after_a_restart() -> None:
    """The game before the last play is part of the state where the table may have it replayed."""
    session = TABLES["table"].apply(OpeningRolled((3, 1)))
    played = session.apply(Played(session.game.plays[0]))
    take_back = Ruled(ruling.IllegalPlay(opponent_acted=False), ruling.Remedy.REPLAY)
    assert _again(played).apply(take_back) == played.apply(take_back)
    assert _again(played).apply(take_back).game == session.game


def test_a_rotation_goes_on_with_the_game_that_it_had_come_to() -> None:
    """The number of the game says which ruleset is played, and so how its position is read."""
    session = evolve(TABLES["rotation"], number=2, game=Game.start(BACKGAMMON))
    assert session.table.variant != TABLES["rotation"].table.variant
    assert _again(session) == session
    assert _again(session).table == session.table


def test_seeded_dice_can_be_kept_beside_the_state() -> None:
    """Chance is the host's; a seed and a counter say where it was."""
    dice = SeededDice(seed=7)
    dice.roll(BACKGAMMON.dice)
    kept = SeededDice(**json.loads(json.dumps(attrs.asdict(dice))))
    assert [kept.roll(BACKGAMMON.dice) for _ in range(9)] == [dice.roll(BACKGAMMON.dice) for _ in range(9)]


# -- Actions -----------------------------------------------------------------------------------------------------------

PLAY = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 5))).plays[0]
SITUATIONS = (
    ruling.CockedRoll(),
    ruling.DieOnChecker(),
    ruling.IllegalPlay(opponent_acted=True),
    ruling.IncompletePlay(opponent_acted=False),
    ruling.MissingChecker(),
    ruling.PrematureRoll(),
    ruling.SetupError(rolls_made=2),
    ruling.TakeBack(ruling.TurnEnd.CLOCK_PRESSED),
    ruling.TouchedDie(),
)
ACTIONS: tuple[SessionAction, ...] = (
    OpeningRolled((3, 1)),
    Drawn(1),
    Rolled(Roll(6, 5)),
    Rolled(Roll(6, 5), side=1),
    Choose("6-6", side=0),
    Played(PLAY),
    Played(Play(PLAY.result, ()), side=1),
    Forfeit(0, "time"),
    Double(),
    Take(1),
    Pass(),
    Redouble("beaver", 1),
    Resign(0),
    Resign(0, "gammon"),
    Accept(),
    Reject(),
    Inactive(1, 30.5),
    Leave(0),
    Flagged(1),
    Penalty(0, 2),
    NextGame(),
    *(Ruled(situation, ruling.Remedy.STANDS) for situation in SITUATIONS),
    Ruled(ruling.MissingChecker(), ruling.Remedy.TO_BAR, BACKGAMMON.start),
)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_comes_back_equal(action: SessionAction) -> None:
    """Also in what does not take part in comparisons: the steps of a play with their targets and hits."""
    again = action_from_json(json.loads(json.dumps(action_to_json(action))), BACKGAMMON)
    assert repr(again) == repr(action)


def test_every_action_and_every_situation_can_be_saved() -> None:
    """Whoever adds one to the kernel sees here that the reader must know it."""
    names = {name for name in ruling.__all__ if isinstance(getattr(ruling, name), type)}
    situations = {getattr(ruling, name) for name in names if issubclass(getattr(ruling, name), ruling.Situation)}
    assert {type(action) for action in ACTIONS} == set(get_args(SessionAction))
    assert {type(situation) for situation in SITUATIONS} == situations - {ruling.Situation}


# -- Fingerprints ------------------------------------------------------------------------------------------------------


def test_equal_states_have_equal_fingerprints_and_others_do_not() -> None:
    """Whatever led there, and under whatever name of the ruleset."""
    states = [session for _, session in course(TABLES["money"], 3, limit=60)]
    prints = {fingerprint(state): state for state in states}
    assert [prints[fingerprint(_again(state))] for state in states] == states
    assert len(prints) == len({json.dumps(session_to_json(state)["session"]) for state in states})
