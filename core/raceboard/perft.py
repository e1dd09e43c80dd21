"""Counts of plays to a depth, the figures by which rules engines are compared.

A ply is one throw and all that is made of it: a choice, every stage, and before the throw what another player's throw
has left. Counted are sequences of distinct results, with every roll taken once and none weighted; an empty play counts
one, and a finished game goes on to nothing (DECISIONS 8).

With several workers the positions after the first ply are shared out, each once, however many rolls lead to it; the
figures are the same with any number of them.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain

from attrs import evolve

from raceboard.action import Choose, OpeningRolled, Played, Rolled
from raceboard.crew import Crew, pack
from raceboard.dice import Roll
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.program import opening_rolls

__all__ = ["DEEPEST", "divide", "perft"]

#: Counts grow by hundreds with each ply; what is deeper than this would never be counted.
DEEPEST = 20

# How many sequences go on from a state for so many plies; equal states are counted once.
_Known = dict[tuple[Game, int], int]


def perft(game: Game, depth: int, *, workers: int = 1, executor: Executor | None = None) -> int:
    """How many sequences of `depth` plies go on from a game that waits for a throw.

    `Game.start(spec)` opens as the variant does, with the rolls that let the first seat start; `Game.start(spec, 0)`
    gives that seat every roll; `Game.resume` begins anywhere. Raises ValueError as `divide` does.

    >>> from raceboard import Game, Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> perft(Game.start(spec), 1), perft(Game.start(spec, 0), 1)
    (190, 447)
    """
    return sum(nodes for _, nodes in divide(game, depth, workers=workers, executor=executor))


def divide(game: Game, depth: int, *, workers: int = 1, executor: Executor | None = None) -> Iterator[tuple[Roll, int]]:
    """The count of `perft` split by the first roll, each row as soon as it is counted.

    `workers`: processes that share the work; `executor`: any `concurrent.futures.Executor` instead. Raises ValueError
    for a depth below one, for a game in which a throw has still to be played, and for less than one worker.

    >>> from raceboard import Game, Registry
    >>> game = Game.start(Registry.load().variant("long-nardy"), 0)
    >>> [(str(roll), nodes) for roll, nodes in divide(game, 1) if nodes > 1]
    [('3-3', 2)]
    """
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"a depth is a number of plies from 1 to {DEEPEST}, not {depth}")
    if game.phase in (Phase.CHOOSING, Phase.MOVING) and not game.owed:
        raise ValueError(f"the throw {game.roll} has still to be played; count from where a throw is due")
    crew = Crew(workers, executor)
    return _rows(game, depth, {}) if depth == 1 or crew.is_alone else _shared_rows(game, depth, crew)


def _shared_rows(game: Game, depth: int, crew: Crew) -> Iterator[tuple[Roll, int]]:
    """The rows, counted by several workers: all states after the first ply are known before the first row is."""
    # A spec without its options, which are functions that set it up: all others can be sent to another process.
    begun = evolve(game, spec=evolve(game.spec, options=()))
    ready = _ready(begun)
    ends = {
        roll: [state for one in ready for state in _played_out(_thrown(one, roll))]
        for roll in (_rolls(ready[0]) if ready else ())
    }
    distinct = {state: place for place, state in enumerate(dict.fromkeys(chain.from_iterable(ends.values())))}
    counts: dict[int, int] = {}
    with crew:
        found = crew.results(_count, _parcels(list(distinct), depth - 1, crew.hands))
        for roll, states in ends.items():
            places = [distinct[state] for state in states]
            while not counts.keys() >= set(places):
                (first, _, _), nodes = next(found)
                counts |= dict(enumerate(nodes, first))
            yield roll, sum(counts[place] for place in places)


def _parcels(states: Sequence[Game], depth: int, hands: int) -> Iterator[tuple[int, bytes, int]]:
    """The states in portions: enough of them that all hands have something to do until the end."""
    size = max(1, min(16, len(states) // (16 * hands)))
    for first in range(0, len(states), size):
        yield first, pack(states[first : first + size]), depth


def _count(first: int, packed: bytes, depth: int) -> list[int]:
    """The sequences that go on from each state of a portion; `first` is the place of its first one."""
    known: _Known = {}
    return [_nodes(state, depth, known) for state in pickle.loads(packed)]


def _rows(game: Game, depth: int, known: _Known) -> Iterator[tuple[Roll, int]]:
    ready = _ready(game)
    for roll in _rolls(ready[0]) if ready else ():
        yield roll, sum(_after_throw(_thrown(state, roll), depth, known) for state in ready)


def _ready(game: Game) -> list[Game]:
    """The states in which the next throw is due; none when the game is over."""
    if game.phase is Phase.OPENING and not game.spec.opening.gives_roll:
        return [Game.start(game.spec, 0)]
    states = _played_out(game) if game.owed else {game}
    return [state for state in states if not state.is_over]


def _rolls(game: Game) -> tuple[Roll, ...]:
    """All rolls that can be thrown, or that the opening can make."""
    return tuple(opening_rolls(game.spec)) if game.phase is Phase.OPENING else game.spec.dice.rolls


def _thrown(game: Game, roll: Roll) -> Game:
    is_opening = game.phase is Phase.OPENING
    return game.apply(OpeningRolled(opening_rolls(game.spec)[roll]) if is_opening else Rolled(roll))


def _after_throw(game: Game, depth: int, known: _Known) -> int:
    """The sequences that go on from a state with dice to play."""
    if depth == 1 and len(game.stages) == 1:
        return len(game.plays)
    return sum(_nodes(state, depth - 1, known) for state in _played_out(game))


def _nodes(game: Game, depth: int, known: _Known) -> int:
    """The sequences that go on from a state in which a throw has been played."""
    if depth == 0:
        return 1
    if (game, depth) not in known:
        known[game, depth] = sum(nodes for _, nodes in _rows(game, depth, known))
    return known[game, depth]


def _played_out(game: Game) -> set[Game]:
    """The distinct states after all stages of a throw, or of what is owed from another player's."""
    ends: set[Game] = set()
    waiting = {game}
    while waiting:
        following = {_without_way(after, game) for state in waiting for after in _following(state)}
        waiting = {
            state for state in following if state.phase in (Phase.CHOOSING, Phase.MOVING) and state.owed == game.owed
        }
        ends |= following - waiting
    return ends


def _following(game: Game) -> list[Game]:
    """The states after every choice, or every play of a stage."""
    if game.phase is Phase.CHOOSING and game.choice is not None:
        return [game.apply(Choose(name)) for name, _ in game.choice.options]
    return [game.apply(Played(play)) for play in game.plays]


def _without_way(game: Game, before: Game) -> Game:
    """A state without what tells of the way to it and is no result: then ways meet again.

    That is where the steps of the turn have landed, unless it gives a further throw; in which order they have hit; and
    whether the last stage was passed, when something had been played before it.
    """
    landings = game.landings if game.spec.program.again.landing else ()
    passes = game.passes if game.position == before.position else 0
    return evolve(
        game,
        landings=landings,
        passes=passes,
        context=evolve(game.context, hits=tuple(sorted(game.context.hits)), taken=tuple(sorted(game.context.taken))),
    )
