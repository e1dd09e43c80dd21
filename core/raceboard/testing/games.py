"""Hypothesis strategies for games and sessions of any variant, at any point.

They shrink to few actions, with low dice and early plays.
"""

from __future__ import annotations

from typing import cast

from hypothesis import strategies as st

from raceboard.action import Action, Choose, Drawn, NextGame, OpeningRolled, Played, Rolled, SessionAction
from raceboard.bots import stake_action
from raceboard.game import Game
from raceboard.phase import Awaited, Phase
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.spec import VariantSpec
from raceboard.testing.strategies import throws

__all__ = ["games", "sessions"]


@st.composite
def games(draw: st.DrawFn, spec: VariantSpec, most: int = 40) -> Game:
    """A game after up to `most` actions, from its start or from any position.

    >>> from raceboard import Registry
    >>> from hypothesis import find
    >>> spec = Registry.load().variant("hypergammon")
    >>> find(games(spec), lambda game: game.phase is Phase.MOVING and game.on_roll == 1).on_roll
    1
    """
    game = Game.start(spec) if draw(st.booleans()) else _resumed(spec, draw)
    for _ in range(draw(st.integers(0, most))):
        if game.is_over:
            break
        game = game.apply(draw(_action(game)))
    return game


def _resumed(spec: VariantSpec, draw: st.DrawFn) -> Game:
    """A game that goes on from a throw; where enough have finished, one that begins."""
    position, side, roll, context = draw(throws(spec))
    try:
        return Game.resume(spec, position, side, roll=roll, turns=(context.own_turn,) * spec.players)
    except ValueError:
        return Game.start(spec)


def _action(game: Game) -> st.SearchStrategy[Action]:
    """What may be done now."""
    spec = game.spec
    match game.phase:
        case Phase.START:
            return st.sampled_from(spec.dice.rolls).map(Rolled)
        case Phase.CHOOSING if game.choice is not None:
            return st.sampled_from([name for name, _ in game.choice.options]).map(Choose)
        case Phase.MOVING:
            return st.integers(0, len(game.plays) - 1).map(lambda place: Played(game.plays[place]))
    if spec.opening.mode == "random":
        return st.sampled_from(game.active).map(Drawn)
    faces = st.sampled_from([roll.dice[0] for roll in spec.dice.die.rolls])
    return st.tuples(*[faces] * spec.players).map(OpeningRolled)


@st.composite
def sessions(draw: st.DrawFn, rules: Ruleset, most: int = 40) -> Session:
    """A session after up to `most` actions, offers and answers about the cube among them.

    >>> from raceboard import Registry
    >>> from hypothesis import find
    >>> rules = Registry.load().ruleset("money")
    >>> find(sessions(rules), lambda session: session.cube.value == 2).score
    (0, 0)
    """
    session = Session.start(rules)
    for _ in range(draw(st.integers(0, most))):
        if session.is_over:
            break
        session = session.apply(_session_action(draw, session))
    return session


def _session_action(draw: st.DrawFn, session: Session) -> SessionAction:
    """One of the actions that are awaited."""
    awaited: Awaited = draw(st.sampled_from(session.awaited()))
    if awaited.action is NextGame:
        return NextGame()
    return stake_action(awaited) or cast("SessionAction", draw(_action(session.game)))
