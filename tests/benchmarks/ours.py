"""What raceboard is measured at, whichever backend is active: calls for drawn turns, and random games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count

from benchmarks.contest import Block, Work, block, block_of_calls
from benchmarks.draw import SEED, Turn
from benchmarks.words import block_of_games, words
from raceboard import backend
from raceboard.bots import RandomBot, play_on
from raceboard.dice import SeededDice, Stream
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Play
from raceboard.phase import Phase
from raceboard.playout import playouts
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.solver import Problem, most_of
from raceboard.spec import VariantSpec
from raceboard.tables import tables

__all__ = ["BATCH", "BOTS", "CALL", "KERNEL", "LOOP", "PLAYS", "POSITIONS", "calls", "games"]

#: One call for a turn; the same with all positions, with all plays and positions; all turns in one call.
CALL, POSITIONS, PLAYS, BATCH = "raceboard", "raceboard, positions", "raceboard, plays", "raceboard, batch"

#: Games from a loop over `legal_plays`; from `Game`, bots and dice; inside the kernel.
LOOP, BOTS, KERNEL = "raceboard, loop", "raceboard, Game", "raceboard, kernel"

_FEW, _MANY = 2, 400  # games in a block
_LONGEST = 10_000  # turns of a game from the loop


def calls(spec: VariantSpec, turns: Sequence[Turn]) -> Mapping[str, Block]:
    """The blocks of calls for these turns."""
    asked = [(turn.position, turn.side, turn.roll, turn.context) for turn in turns]
    ask = partial(legal_plays, spec)

    def positions(*of: object) -> tuple[Position, ...]:
        return ask(*of).results  # type: ignore[arg-type]

    def plays(*of: object) -> tuple[Play, ...]:
        return tuple(ask(*of))  # type: ignore[arg-type]

    return {
        CALL: block_of_calls(ask, asked),
        POSITIONS: block_of_calls(positions, asked),
        PLAYS: block_of_calls(plays, asked),
        BATCH: _batch(spec, turns),
    }


def _batch(spec: VariantSpec, turns: Sequence[Turn]) -> Block:
    """All turns as bytes, in one call for each number of dice that they have."""
    rules = tables(spec, 0)
    search = backend.search_class(rules)(rules)
    portions: dict[int, bytes] = {}
    for turn in turns:
        dice = sorted(turn.stage.dice, reverse=True)
        most = most_of(Problem(spec, turn.position, turn.side, turn.stage, turn.context))
        portions[len(dice)] = portions.get(len(dice), b"") + bytes([*turn.position.data, turn.side, *dice, *most])

    def work() -> Work:
        return Work(len(turns), nodes=sum(search.count(stages, dice) for dice, stages in portions.items()))

    return block(work)


def games(spec: VariantSpec) -> Mapping[str, Block]:
    """The blocks of random games."""
    return {LOOP: block_of_games(_loop(spec), _FEW), BOTS: block_of_games(_bots(spec), 1), KERNEL: _kernel(spec)}


def _loop(spec: VariantSpec) -> Callable[[], int]:
    """A game in a few lines of Python; each play is as likely as the others."""
    numbers = words()
    rolls = [spec.dice.at(ticket) for ticket in range(spec.dice.total)]
    openings = [roll for roll in rolls if not roll.is_double]
    checkers = spec.checkers
    first = [TurnContext(own_turn=1, starter=True), TurnContext(own_turn=1)]

    def play() -> int:
        position, side, roll = spec.start, next(numbers) % 2, openings[next(numbers) % len(openings)]
        for context in first:
            plays = legal_plays(spec, position, side, roll, context)
            position = plays.result(next(numbers) % len(plays))
            side, roll = 1 - side, rolls[next(numbers) % len(rolls)]
        for turn in range(len(first) + 1, _LONGEST):
            plays = legal_plays(spec, position, side, roll)
            position = plays.result(next(numbers) % len(plays))
            if position.off(side) == checkers[side]:
                return turn
            side, roll = 1 - side, rolls[next(numbers) % len(rolls)]
        return _LONGEST

    return play


def _bots(spec: VariantSpec) -> Callable[[], int]:
    """A game of the bot `random` with actions, events and seeded dice, as a host plays it."""
    numbers = count(1)

    def play() -> int:
        number = next(numbers)
        bots = [RandomBot(Stream(SEED, number, lane=side + 1)) for side in range(spec.players)]
        states = play_on(Game.start(spec), bots, SeededDice(SEED, number))
        return sum(game.phase is Phase.MOVING for game in states)

    return play


def _kernel(spec: VariantSpec) -> Block:
    """Games in one call; few where the source is interpreted."""
    number = _MANY if backend.name == "compiled" else _FEW
    firsts = count(1, number)

    def work() -> Work:
        first = next(firsts)
        return Work(sum(game.turns for game in playouts(spec, SEED, range(first, first + number))), games=number)

    return block(work)
