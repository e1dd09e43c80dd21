"""Seeded games of bots as scripts: what was done, so that a game can be told, pasted and played again.

A script is a tuple of pairs of a word and a value, in Python and JSON alike: `("opening", (6, 1))`, `("lot", 1)`,
`("roll", (6, 5))`, `("choose", "double-3")`, `("play", ((24, 6), (18, 5)))`. A step with an action is a triple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, cast

from attrs import frozen

from raceboard.action import Action, Choose, Drawn, OpeningRolled, Played, Rolled
from raceboard.bots import RacerBot, RandomBot, bot_action, chance_action
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.game import Game
from raceboard.hookspecs import Bot
from raceboard.move import Step
from raceboard.phase import Phase
from raceboard.spec import VariantSpec

__all__ = ["CAP", "Script", "Walk", "actions", "follow", "scripted", "told", "walk", "walks"]

#: A game of bots that is not over after so many actions is capped.
CAP = 6_000

#: What was done, action by action.
Script: TypeAlias = tuple[tuple[str, object], ...]


@frozen
class Walk:
    """A game as bots have played it: every state, the first one included, and the error that ended it, if one did."""

    states: tuple[Game, ...]
    script: Script
    error: Exception | None = None

    @property
    def is_capped(self) -> bool:
        """Is the game still going on?"""
        return self.error is None and not self.states[-1].is_over

    @property
    def has_winner(self) -> bool:
        """Is the game over, and not because nobody can move any more?"""
        outcome = self.states[-1].outcome
        return self.error is None and outcome is not None and outcome.how != "dead-position"

    def until(self, state: Game) -> Script:
        """The script up to a state of the walk."""
        place = next(place for place, known in enumerate(self.states) if known is state)
        return self.script[:place]


def walks(spec: VariantSpec, seed: int, number: int, *, cap: int = CAP) -> Iterator[Walk]:
    """So many games: racers against players at random in turn, then at random alone."""
    for game in range(1, number + 1):
        yield walk(spec, seed, game, cap=cap)


def walk(spec: VariantSpec, seed: int, game: int = 1, *, cap: int = CAP, begin: Game | None = None) -> Walk:
    """The game of a seed and a number; the same pair gives the same game, whatever was played before.

    `begin`: the state that it goes on from (default: the start).

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("hypergammon")
    >>> walk(spec, 5).script == walk(spec, 5).script, walk(spec, 5).states[-1].is_over
    (True, True)
    """
    bots = [_bot(seed, game, side) for side in range(spec.players)]
    dice = SeededDice(seed, game)
    states, script = [begin or Game.start(spec)], list[tuple[str, object]]()
    try:
        while not states[-1].is_over and len(script) < cap:
            state = states[-1]
            action = chance_action(state, dice) or bot_action(state, bots[state.on_roll or 0])
            following = state.apply(action)
            script.append(told(action))
            states.append(following)
    except Exception as error:
        return Walk(tuple(states), tuple(script), error)
    return Walk(tuple(states), tuple(script))


def _bot(seed: int, game: int, side: int) -> Bot:
    """In every third game all play at random; in the others the seats take turns to race."""
    races = game % 3 and (game + side) % 2
    return RacerBot() if races else RandomBot(Stream(seed, game, side + 1))


def actions(game: Game) -> Iterator[Action]:
    """Everything that the side on roll, or chance, can do now; openings with each die of the first seat alone high."""
    spec = game.spec
    match game.phase:
        case Phase.START:
            yield from map(Rolled, spec.dice.rolls)
        case Phase.CHOOSING if game.choice is not None:
            yield from (Choose(name) for name, _ in game.choice.options)
        case Phase.MOVING:
            yield from map(Played, game.plays)
        case Phase.OPENING if spec.opening.mode == "random":
            yield from map(Drawn, game.active)
        case Phase.OPENING:
            low, *higher = sorted(roll.dice[0] for roll in spec.dice.die.rolls)
            yield from (OpeningRolled((die, *[low] * (spec.players - 1))) for die in higher)


def told(action: Action) -> tuple[str, object]:
    """An action as a word and a value."""
    match action:
        case OpeningRolled():
            return "opening", action.dice
        case Drawn():
            return "lot", action.side
        case Rolled():
            return "roll", action.roll.dice
        case Choose():
            return "choose", action.option
        case Played():
            return "play", tuple(_told_step(step) for step in action.play.steps)
    raise ValueError(f"{action!r} is no action of bots")


def _told_step(step: Step) -> tuple[int | str, ...]:
    return (step.source, step.die, step.action) if step.action else (step.source, step.die)


def follow(game: Game, script: Iterable[Sequence[object]]) -> Game:
    """The game after a script; raises as `Game.apply` does, and ValueError for a word that is none.

    >>> from raceboard import Registry
    >>> game = Game.start(Registry.load().variant("hypergammon"))
    >>> follow(game, [("opening", (6, 1)), ("play", ((24, 6), (18, 1)))]).position.text()
    '23:1 22:1 17:1 / 24:1 23:1 22:1'
    """
    for word, value in script:
        game = game.apply(scripted(game, str(word), value))
    return game


def scripted(game: Game, word: str, value: object) -> Action:
    """The action that a word and a value of a script mean in a game; raises ValueError for a word that is none."""
    match word, value:
        case "opening", [*dice]:
            return OpeningRolled(cast("list[int]", dice))
        case "lot", int(side):
            return Drawn(side)
        case "roll", [*dice]:
            return Rolled(Roll(*cast("list[int]", dice)))
        case "choose", str(name):
            return Choose(name)
        case "play", [*steps]:
            return Played(game.plays.play([_step(cast("list[int | str]", step)) for step in steps]))
    raise ValueError(f"{word!r} with {value!r} is no action of a script")


def _step(told: Sequence[int | str]) -> Step:
    """A step as a script tells it."""
    source, die, *action = told
    return Step(int(source), int(die), str(action[0]) if action else "")
