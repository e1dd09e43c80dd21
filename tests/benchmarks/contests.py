"""What is measured: single calls and random games against OpenSpiel, and the cost of a call in every variant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, cycle

from benchmarks.contest import Block, Contest, Work, block_of_calls
from benchmarks.draw import SEED, Turn, drawn
from benchmarks.spiel import SpielGame, Twin, twins
from raceboard.bots import RandomBot, play_on
from raceboard.dice import SeededDice, Stream
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.phase import Phase
from raceboard.spec import VariantSpec

__all__ = ["against_spiel", "by_variant"]

_OURS, _OUR_GAME, _THEIRS = "raceboard", "raceboard Game", "OpenSpiel"
_GAMES = 2  # in a block
_WORDS = 10_007  # random numbers that are prepared for the games
_OPENINGS, _THROWS = 30, 36  # OpenSpiel's actions at its chance nodes, all equally likely
_SINGLES_PER_DOUBLE = 5  # as dice fall


def against_spiel(spec: VariantSpec, game: SpielGame, number: int) -> tuple[Contest, ...]:
    """Contests with OpenSpiel: calls for so many turns without a double and for some with one, and random games."""
    singles, doubles = _drawn_twins(spec, game, number)

    def ours(twin: Twin) -> int:
        turn = twin.turn
        return len(legal_plays(spec, turn.position, turn.side, turn.roll, turn.context).results)

    def calls(name: str, chosen: Sequence[Twin], theirs: Callable[[Twin], int]) -> Contest:
        return Contest(name, "call", {_THEIRS: block_of_calls(theirs, chosen), _OURS: block_of_calls(ours, chosen)})

    return (
        calls("legal plays", singles, _actions),
        calls("legal plays, all results", singles, _children),
        calls("double, half by OpenSpiel", doubles, _actions),
        calls("double, whole turn", doubles, _whole_turn),
        Contest("random games", "turn", {_THEIRS: _their_games(game), _OURS: _our_games(spec), _OUR_GAME: _bots(spec)}),
    )


def by_variant(yardstick: VariantSpec, specs: Iterable[VariantSpec], number: int) -> Contest:
    """One contest of all variants, each over so many turns of its own games."""

    def calls(spec: VariantSpec) -> Block:
        def results(turn: Turn) -> int:
            return len(legal_plays(spec, turn.position, turn.side, turn.stage, turn.context).results)

        return block_of_calls(results, drawn(spec, number))

    order = [yardstick, *(spec for spec in specs if spec.name != yardstick.name)]
    return Contest("legal plays by variant", "call", {spec.name: calls(spec) for spec in order})


def _drawn_twins(spec: VariantSpec, game: SpielGame, number: int) -> tuple[list[Twin], list[Twin]]:
    """Turns of two different dice, and doubles in the proportion in which dice give them."""
    singles: list[Twin] = []
    doubles: list[Twin] = []
    wanted = max(1, number // _SINGLES_PER_DOUBLE)
    for twin in twins(spec, game):
        (doubles if twin.turn.roll.is_double else singles).append(twin)
        if len(singles) >= number and len(doubles) >= wanted:
            break
    return singles[:number], doubles[:wanted]


# -- Calls of OpenSpiel ------------------------------------------------------------------------------------------------


def _actions(twin: Twin) -> int:
    """The actions only: numbers, without the states that they lead to."""
    return len(twin.state.legal_actions())


def _children(twin: Twin) -> int:
    """Every state that an action leads to."""
    return len([twin.state.child(action) for action in twin.state.legal_actions()])


def _whole_turn(twin: Twin) -> int:
    """The actions of both half-turns of a double."""
    state, side = twin.state, twin.turn.side
    halves = [state.child(action) for action in state.legal_actions()]
    return sum(len(half.legal_actions()) if half.current_player() == side else 1 for half in halves)


# -- Random games: each play, or action, is as likely as the others ----------------------------------------------------


def _words() -> Iterator[int]:
    """Random numbers without end, drawn beforehand so that no entrant is charged for them."""
    stream = Stream(SEED)
    return cycle([stream.word() for _ in range(_WORDS)])


def _their_games(game: SpielGame) -> Block:
    words = _words()

    def play() -> int:
        state, turns = game.new_initial_state(), 1
        state.apply_action(next(words) % _OPENINGS)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(words) % _THROWS)
                turns += 1
            actions = state.legal_actions()
            state.apply_action(actions[next(words) % len(actions)])
        return turns

    return _block_of_games(play)


def _our_games(spec: VariantSpec) -> Block:
    words = _words()
    rolls = [spec.dice.at(ticket) for ticket in range(spec.dice.total)]
    openings = [roll for roll in rolls if not roll.is_double]
    checkers = spec.checkers

    def play() -> int:
        position, turns = spec.start, 1
        side, roll = next(words) % 2, openings[next(words) % len(openings)]
        while True:
            plays = legal_plays(spec, position, side, roll)
            position = plays[next(words) % len(plays)].result
            if position.off(side) == checkers[side]:
                return turns
            side, roll, turns = 1 - side, rolls[next(words) % len(rolls)], turns + 1

    return _block_of_games(play)


def _bots(spec: VariantSpec) -> Block:
    """Games of the bot `random` with actions, events and seeded dice, as a host plays them."""
    numbers = count(1)

    def play() -> int:
        number = next(numbers)
        bots = [RandomBot(Stream(SEED, number, lane=side + 1)) for side in range(spec.players)]
        states = play_on(Game.start(spec), bots, SeededDice(SEED, number))
        return sum(game.phase is Phase.MOVING for game in states)

    return _block_of_games(play)


def _block_of_games(play: Callable[[], int]) -> Block:
    """A block that plays some games; `play` gives the turns of one."""
    return lambda: Work(sum(play() for _ in range(_GAMES)), games=_GAMES)
