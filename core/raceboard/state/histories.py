"""Histories as plain data: the state that the actions begin with, and the actions packed, in base64.

They stand beside the state in a document, never in it: equal states have equal data and fingerprints, however they came
about. A document without them is read, too; the history of its game then begins where it was saved.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from attrs import evolve

from raceboard.errors import ConfigError, Problem
from raceboard.game import Game
from raceboard.history import History
from raceboard.position import Setup
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.state.checks import Fault, game_faults
from raceboard.state.plain import check_keys, from_plain, to_plain
from raceboard.transitions import end_game

__all__ = ["history_to_plain", "with_history"]


def history_to_plain(game: Game) -> object:
    """The history of a game as plain data; None where nothing has been done in it.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> history_to_plain(Game.start(BACKGAMMON)) is None
    True
    """
    history = game.history
    if history.first is None:
        return None
    return {"first": to_plain(history.first), "actions": base64.b64encode(history.data).decode("ascii")}


def with_history(game: Game, data: object, path: str, *, trust: bool = False) -> Game:
    """The game with the history that plain data say.

    Raises ConfigError for data that cannot be read, and for a history that does not lead to the game; with `trust`,
    where rules may have changed since, the game is then without one.
    """
    if data is None:
        return game
    saved = check_keys(data, ("first", "actions"), path)
    first = from_plain(saved["first"], Game, f"{path}.first", game.spec)
    history = History(_shared(first, game.spec), _packed(saved["actions"], path))
    faults = [*((f"first.{where}", what) for where, what in game_faults(first))] or [*_faults(game, history)]
    if faults and not trust:
        hint = f"to go on without the history, make {path} null"
        raise ConfigError(
            Problem("impossible", f"{path}.{where}", what, hint=hint, file="<state>") for where, what in faults
        )
    return game if faults else evolve(game, history=history)


def _faults(game: Game, history: History) -> Iterator[Fault]:
    """Why a history cannot be that of a game."""
    last = history.first
    same = _same_points(game.spec)
    try:
        for _, last, _ in history.replay():
            if any(last.position.data[one] and last.position.data[other] for one, other in same):
                _check_position(last)
    except (ValueError, OverflowError) as error:
        yield "actions", f"cannot be played again from the state that they begin with: {error}"
    else:
        if last != game and not _was_ended(last, game):
            yield "actions", "lead to another state than that of the game"


@lru_cache(maxsize=64)
def _same_points(spec: VariantSpec) -> tuple[tuple[int, int], ...]:
    """The places in the data of a position that are one point for two sides: both may stand there only by a pin."""
    slot, points = spec.layout.slot, range(1, spec.track.points + 1)
    return tuple(
        (slot(side, index), slot(other, there))
        for side, other in combinations(range(spec.players), 2)
        for index in points
        if (there := spec.track.cross(side, other, index))
    )


def _check_position(game: Game) -> None:
    """Raise ValueError for a position that cannot be; plays of a history are not judged."""
    position, seats = game.position, range(game.spec.players)
    rows, pins = tuple(map(position.counts, seats)), tuple(map(position.pins, seats))
    Setup(rows, pins, tuple(map(position.gone, seats))).position(game.spec)


def _was_ended(last: Game | None, game: Game) -> bool:
    """Has a session ended a game for a reason that is no action of it, such as a pass?"""
    return last is not None and game.outcome is not None and end_game(last, game.outcome) == game


def _packed(actions: object, path: str) -> bytes:
    try:
        if not isinstance(actions, str):
            raise ValueError("is no text")
        return base64.b64decode(actions, validate=True)
    except ValueError:
        raise ConfigError([Problem("unreadable", f"{path}.actions", "is no base64", file="<state>")]) from None


def _shared(first: Game, spec: VariantSpec) -> Game:
    """The state, as the one that all games share which begin so."""
    starters: tuple[Side | None, ...] = (None, *range(spec.players))
    return next((start for start in (Game.start(spec, starter) for starter in starters) if start == first), first)
