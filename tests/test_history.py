"""The history of a game: every action comes back as it was, a state too, and all of it in a few bytes."""

from __future__ import annotations

import gc
import json
import pickle
import weakref
from itertools import islice

import pytest
from attrs import evolve

from benchmarks.live import LIMIT, bytes_of, live_games
from raceboard.action import Action, Choose, Double, Forfeit, OpeningRolled, Pass, Played, Rolled
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.errors import NotNowError
from raceboard.game import Game
from raceboard.history import History
from raceboard.move import Play, Step
from raceboard.phase import Phase
from raceboard.program import Choice, Stage
from raceboard.registry import Registry
from raceboard.spec import Hooks, VariantSpec
from raceboard.state import dumps, game_from_json, game_to_json, loads
from raceboard.transitions import with_position
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from state_tools import TABLES, TO_THROW, course, library
from variants_for_tests import GAMES, HOOKS, RULES, SHORT12

CHOICE = evolve(
    SHORT12,
    name="choice",
    hooks=Hooks(
        expand_roll=lambda s, p, side, roll, c: Choice(
            side, tuple((f"«{d}»", (Stage(side, (d,), roll),)) for d in dict.fromkeys(roll))
        )
    ),
)
VARIANTS = {spec.name: spec for spec in (*Registry.load().variants.values(), *GAMES, *RULES, *HOOKS, CHOICE)}


def _states(spec: VariantSpec, seed: int = 1) -> list[Game]:
    """All states of a game at random."""
    bots = [RandomBot(Stream(seed, lane=seat + 1)) for seat in range(spec.players)]
    return list(play_on(Game.start(spec), bots, SeededDice(seed)))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_state_comes_back_equal_and_leads_to_the_next(name: str) -> None:
    """Hits, pins, owed stages, choices, games of four: the history of the last state has them all."""
    begun = Game.start(VARIANTS[name])
    states = [begun, *_states(VARIANTS[name])]
    history = states[-1].history
    again = list(history.states())
    assert again == states[:-1]
    assert [state.history for state in again] == [state.history for state in states[:-1]]
    assert [after for _, after, _ in history.replay()] == states[1:]
    assert [state.apply(action) for state, action in zip(states, history, strict=False)] == states[1:]
    assert len(history) == len(list(history)) == len(states) - 1
    assert game_from_json(json.loads(json.dumps(game_to_json(states[-1]))), begun.spec).history == history


@pytest.mark.parametrize("name", VARIANTS)
def test_sides_that_are_named_and_players_who_leave_come_back_too(name: str) -> None:
    """Every action names its side; where more than two play, one leaves in the middle of the game."""
    game, actions = Game.start(VARIANTS[name]), []
    for state in _states(VARIANTS[name], seed=2)[:30]:
        action = state.history[-1]
        named = evolve(action, side=game.on_roll) if isinstance(action, Rolled | Choose | Played) else action
        actions.append(named)
        game = game.apply(named)
    for side in game.active[1:]:
        actions.append(Forfeit(side, f"seat {side}"))
        game = game.apply(actions[-1])
    assert list(game.history) == actions


def _played(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = game.apply(action)
    return game


def test_the_actions_come_back_as_they_were_applied() -> None:
    """A side that was named stays named, and steps are told in full even where the host left their ends out."""
    first = Game.start(BACKGAMMON).apply(OpeningRolled((2, 2))).apply(OpeningRolled((3, 1)))
    bare = next(play for play in first.plays if str(play) == "8/5 6/5")
    steps = tuple(Step(step.source, step.die) for step in bare.steps)
    actions: tuple[Action, ...] = (Played(Play(bare.result, steps), 0), Rolled(Roll(6, 4), 1))
    game = _played(first, *actions)
    game = _played(game, Played(game.plays[3]), Forfeit(1, "Zeit — vorbei"))
    *_, play, roll, second, forfeit = game.history
    assert (play, roll, forfeit) == (*actions, Forfeit(1, "Zeit — vorbei"))
    assert isinstance(play, Played)
    assert all(
        mine.target == theirs.target and mine is theirs
        for mine, theirs in zip(play.play.steps, bare.steps, strict=True)
    )
    assert isinstance(second, Played)
    assert second.side is None
    assert game.history[:2] == (OpeningRolled((2, 2)), OpeningRolled((3, 1)))


def test_a_hit_comes_back_as_a_hit() -> None:
    """Also when the host told nothing of it."""
    game = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 2)))
    game = _played(game, Played(game.plays.play([Step(24, 6), Step(13, 2)])), Rolled(Roll(6, 1)))
    hitting = next(play for play in game.plays if play.hits)
    after = game.apply(Played(Play(hitting.result, tuple(Step(s.source, s.die) for s in hitting.steps))))
    action = after.history[-1]
    assert isinstance(action, Played)
    assert (action.play.hits, action.play.result) == (hitting.hits, hitting.result)


def test_what_takes_more_than_a_byte_comes_back_too() -> None:
    """Long texts have no limit, and no letter is left out."""
    game = Game.start(CHOICE, starter=0).apply(Rolled(Roll(6, 5)))
    reason = "é" * 5000 + "\ud800"
    game = game.apply(Choose("«6»", 0)).apply(Forfeit(1, reason))
    assert list(game.history)[1:] == [Choose("«6»", 0), Forfeit(1, reason)]
    assert len(game.history) == 3


def test_undo_goes_back_to_the_very_state_and_no_further_than_the_beginning() -> None:
    """One action, or several; the state before has its own history, and goes on as before."""
    states = _states(LONG_NARDY)
    assert states[-1].undo() == states[-2]
    assert states[-1].undo(30) == states[-31]
    assert list(states[-1].undo(30).history) == list(states[-31].history)
    assert states[-1].undo().events == states[-2].events
    begun = Game.start(BACKGAMMON, starter=0)
    with pytest.raises(NotNowError, match="can be taken back: 0"):
        begun.undo()
    with pytest.raises(NotNowError, match=f"can be taken back: {len(states)};"):
        states[-1].undo(len(states) + 1)
    with pytest.raises(ValueError, match="from 1 up"):
        states[-1].undo(0)


def test_a_history_is_a_sequence() -> None:
    """From both ends, by place and by value; a place that it does not have is told."""
    history = _states(BACKGAMMON)[20].history
    actions = list(history)
    assert list(reversed(history)) == actions[::-1]
    assert (history[-1], history[2:5]) == (actions[-1], tuple(actions[2:5]))
    assert [history.index(action) for action in actions] == [actions.index(action) for action in actions]
    assert Forfeit(0) not in history
    assert [history.before(place) for place in range(len(history))] == list(history.states())
    for place in (-1, len(history)):
        with pytest.raises(IndexError, match=f"has {len(history)} actions"):
            history.before(place)
    with pytest.raises(IndexError):
        History().before(0)


def test_a_game_is_pickled_with_its_history() -> None:
    """As a process pool does."""
    game = _states(BACKGAMMON)[30]
    again = pickle.loads(pickle.dumps(game))
    assert (again, again.history) == (game, game.history)
    assert again.undo(5) == game.undo(5)


def test_states_that_are_played_again_are_let_go() -> None:
    """Whoever looks at a long game holds the state that he looks at, and none of those before."""
    history = _states(BACKGAMMON)[-1].history
    seen = [weakref.ref(state) for _, state, _ in history.replay()]
    assert len(seen) > 50
    assert sum(one() is not None for one in seen) <= 1


def test_a_game_that_is_resumed_or_set_up_begins_its_history_there() -> None:
    """No action led to the position, so none can be taken back."""
    game = Game.resume(BACKGAMMON, BACKGAMMON.start, 1, roll=Roll(3, 1))
    assert list(game.history) == [Rolled(Roll(3, 1))]
    placed = with_position(game, BACKGAMMON.start, ends_turn=True)
    assert len(placed.history) == 0
    assert list(placed.apply(Rolled(Roll(2, 1))).history) == [Rolled(Roll(2, 1))]


def test_histories_make_no_state_another() -> None:
    """Two ways to one state are one state, with one hash."""
    game = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 5)))
    other = evolve(game, history=History())
    assert (game, hash(game)) == (other, hash(other))
    assert game.history != other.history


@pytest.mark.parametrize("name", TABLES)
def test_a_session_comes_back_with_its_histories(name: str) -> None:
    """That of its game, and of the games that a table could go back to."""
    *_, (_, session) = course(TABLES[name], 1, limit=60)
    again = loads(dumps(session), library(session))
    assert list(again.game.history) == list(session.game.history)
    for one, other in (
        (again.last, session.last),
        (getattr(again.before, "game", None), getattr(session.before, "game", None)),
    ):
        assert (one and list(one.history)) == (other and list(other.history))


def test_a_game_that_a_session_has_ended_comes_back_with_its_history() -> None:
    """A pass is no action of the game, so that its history ends before."""
    session = TO_THROW.apply(Double()).apply(Pass())
    again = loads(dumps(session), library(session))
    assert (again.game, again.game.history) == (session.game, session.game.history)
    assert again.game.undo() == TO_THROW.game.undo()


def test_a_document_from_before_there_were_histories_is_read() -> None:
    """The history begins where the game was saved."""
    game = _states(BACKGAMMON)[40]
    saved = {key: value for key, value in game_to_json(game).items() if key != "history"}
    again = game_from_json(json.loads(json.dumps(saved)), BACKGAMMON)
    assert again == game
    assert len(again.history) == 0
    full = game_from_json(json.loads(json.dumps(game_to_json(game))), BACKGAMMON)
    assert list(full.history) == list(game.history)
    assert full.history.first is game.history.first


@pytest.mark.parametrize("spec", [BACKGAMMON, LONG_NARDY], ids=lambda spec: spec.name)
def test_a_live_game_of_fifty_turns_takes_less_than_a_kilobyte(spec: VariantSpec) -> None:
    """With its history, its position and the events of its last transition, whether or not its plays were asked for."""
    games = live_games(spec, 200)
    assert bytes_of(games) < LIMIT
    moving = [game.apply(Rolled(Roll(6, 5))) for game in games]
    assert all(len(list(game.plays)) for game in moving)
    assert all(game.phase is Phase.MOVING for game in moving)
    assert len({id(game.roll) for game in moving}) == 1
    assert bytes_of(moving) < LIMIT


def test_a_game_that_nobody_holds_is_let_go_though_its_plays_were_asked_for() -> None:
    """The plays are kept for a few games that were asked last."""
    thrown = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 5)))
    games = [evolve(thrown) for _ in range(100)]
    assert all(game.plays is game.plays for game in games)
    held = [weakref.ref(game) for game in games]
    del games
    gc.collect()
    assert sum(game() is not None for game in held) <= 17


def test_a_game_that_was_resumed_keeps_the_state_that_it_was_resumed_in() -> None:
    """That is all that it takes more: no other game has it."""
    games = []
    for game in live_games(BACKGAMMON, 50):
        resumed = Game.resume(BACKGAMMON, game.position, 0)
        *_, last = islice(play_on(resumed, [RandomBot(Stream(1)), RandomBot(Stream(2))], SeededDice(1)), 20)
        games.append(last)
    assert 20 < sum(len(game.history.data) for game in games) / len(games) < 80
    assert bytes_of(games) < LIMIT + 300
