"""Stages of random games, and what each backend makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import count, islice

from attrs import frozen

from raceboard import backend, generator
from raceboard.bots import RandomBot, play_on
from raceboard.dice import SeededDice, Stream
from raceboard.game import Game
from raceboard.generator import Search
from raceboard.ground import too_large
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.solver import Problem, most_of, run
from raceboard.spec import VariantSpec
from raceboard.tables import tables

__all__ = ["Moment", "difference", "moments", "searches", "told"]


@frozen
class Moment:
    """A stage that a player has to play."""

    position: Position
    side: Side
    stage: Stage
    context: TurnContext

    def problem(self, spec: VariantSpec) -> Problem:
        """The question for a search."""
        return Problem(spec, self.position, self.side, self.stage, self.context)


def moments(spec: VariantSpec, seed: int, number: int) -> Iterator[Moment]:
    """So many stages of random games of a seed, one game after the other."""
    return islice(_moments(spec, seed), number)


def _moments(spec: VariantSpec, seed: int) -> Iterator[Moment]:
    for game in count(1):
        bots = [RandomBot(Stream(seed, game, lane=side + 1)) for side in range(spec.players)]
        for state in play_on(Game.start(spec), bots, SeededDice(seed, game)):
            if state.phase is Phase.MOVING:
                yield Moment(state.position, state.on_roll or 0, state.stages[0], state.context)


def searches(spec: VariantSpec, side: Side) -> list[Search]:
    """A search of each backend for a spec and a player: the source, and the compiled one where it has room."""
    rules = tables(spec, side)
    if backend.why or too_large(rules):
        return [generator.Search(rules)]
    compiled: type[Search] = import_module("raceboard._compiled.generator").Search
    return [generator.Search(rules), compiled(rules)]


def told(search: Search, problem: Problem) -> bytes:
    """The steps to each result of a problem, in order, as a search packs them."""
    run(search, problem, most_of(problem), tracing=not problem.spec.obligation.max_dice)
    return search.packed() + b"|" + "/".join(search.actions).encode()


def difference(spec: VariantSpec, moment: Moment, pair: list[Search]) -> str:
    """How the searches differ about a stage; empty when they do not."""
    problem = moment.problem(spec)
    plain, *others = [told(search, problem) for search in pair]
    if all(other == plain for other in others):
        return ""
    return f"{spec.name}: {moment.position.text(moment.side)}, {moment.stage.dice}, {moment.context}"
