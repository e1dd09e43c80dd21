"""OpenSpiel's backgammon, through its public Python interface.

A position cannot be set up there, so OpenSpiel plays each game along, turn by turn. A throw of two equal numbers is one
turn here and two half-turns there, of two dice each.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Protocol

from attrs import frozen

from benchmarks.agree import agree
from benchmarks.draw import STRIDE, Turn, played_games
from benchmarks.words import words
from raceboard.dice import Roll
from raceboard.spec import VariantSpec

__all__ = ["SpielGame", "State", "Twin", "ends", "load", "loop", "twins"]

_CHECKERS = 15
_POINTS = 24
_BAR = 100  # what OpenSpiel calls the bar
_OPENINGS, _THROWS = 30, 36  # its actions at its chance nodes, all equally likely
_THROW = re.compile(r"(?:(?P<starter>[XO]) starts, )?\(roll: (?P<dice>[1-6]{2})\)")


class State(Protocol):
    """What is used of a state of OpenSpiel."""

    def apply_action(self, action: int, /) -> None:
        """Change the state by an action."""

    def action_to_string(self, player: int, action: int, /) -> str:
        """An action in words."""
        ...

    def board(self, player: int, place: int, /) -> int:
        """How many checkers a player has on a place."""
        ...

    def child(self, action: int, /) -> State:
        """The state after an action; this one stays as it is."""
        ...

    def current_player(self) -> int:
        """Who is to act; negative for chance and at the end."""
        ...

    def is_chance_node(self) -> bool:
        """Are the dice to be thrown?"""
        ...

    def is_terminal(self) -> bool:
        """Is the game over?"""
        ...

    def legal_actions(self) -> list[int]:
        """All actions of who is to act."""
        ...


class SpielGame(Protocol):
    """What is used of a game of OpenSpiel."""

    def new_initial_state(self) -> State:
        """A new game, before the opening throw."""
        ...


@frozen
class Twin:
    """One turn in both engines."""

    turn: Turn
    state: State


def load() -> SpielGame | None:
    """OpenSpiel's backgammon, or None where OpenSpiel is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ModuleNotFoundError:
        return None
    game: SpielGame = pyspiel.load_game("backgammon")
    return game


def twins(spec: VariantSpec, game: SpielGame) -> Iterator[Twin]:
    """The turns of seeded games in both engines, without end; raises MismatchError as soon as they differ."""
    every = (twin for turns in played_games(spec) for twin in _followed(spec, game, turns))
    return islice(every, 0, None, STRIDE)


def _followed(spec: VariantSpec, game: SpielGame, turns: tuple[Turn, ...]) -> Iterator[Twin]:
    """One game, played along by OpenSpiel."""
    state = game.new_initial_state()
    for turn in turns:
        state = _thrown(state, turn)
        reached = ends(state, turn.side)
        agree(spec, turn, "OpenSpiel", reached.keys(), or_more=turn.roll.is_double)
        yield Twin(turn, state)
        state = reached[turn.result.data]


def _thrown(state: State, turn: Turn) -> State:
    """The state after the throw of a turn; the first throw says who starts, too."""
    for action in state.legal_actions():
        throw = _THROW.search(state.action_to_string(state.current_player(), action))
        if throw and Roll.parse(throw["dice"]) == turn.roll and throw["starter"] in (None, "XO"[turn.side]):
            return state.child(action)
    raise RuntimeError(f"OpenSpiel has no throw {turn.roll}, or no longer says so")


def ends(state: State, side: int) -> dict[bytes, State]:
    """Every state in which the turn of a side can end, by the data of its position.

    The two half-turns may offer plays that leave dice unused, so these may be more than the rules allow, never less.
    """
    found: dict[bytes, State] = {}
    for action in state.legal_actions():
        after = state.child(action)
        found |= ends(after, side) if after.current_player() == side else {_data(after): after}
    return found


def _data(state: State) -> bytes:
    """The counts of both sides as the data of a position: off, the points in pips to go, the bar."""
    return b"".join(_row(state, side) for side in (0, 1))


def _row(state: State, side: int) -> bytes:
    """The counts of one side; OpenSpiel numbers the points upwards for X (0), downwards for O."""
    places = range(_POINTS - 1, -1, -1) if side == 0 else range(_POINTS)
    points = [state.board(side, place) for place in (*places, _BAR)]
    return bytes([_CHECKERS - sum(points), *points])


def loop(game: SpielGame) -> Callable[[], int]:
    """A random game, each action as likely as the others; gives its turns, a double being one."""
    numbers = words()

    def play() -> int:
        state, turns = game.new_initial_state(), 1
        state.apply_action(next(numbers) % _OPENINGS)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(numbers) % _THROWS)
                turns += 1
            actions = state.legal_actions()
            state.apply_action(actions[next(numbers) % len(actions)])
        return turns

    return play
