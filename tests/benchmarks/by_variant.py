"""What each variant costs: a call of `legal_plays`, and a turn of a random game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

from attrs import frozen

from benchmarks.contest import Block, Contest, Result, Work, block, block_of_calls, held
from benchmarks.draw import SEED, drawn
from raceboard import backend
from raceboard.game_tables import too_special
from raceboard.legal import legal_plays
from raceboard.playout import playouts
from raceboard.spec import VariantSpec

__all__ = ["Cost", "costs"]

_CALLS, _TURNS = "legal plays", "random games"
_FEW, _MANY = 1, 100  # games in a block
_SHORT, _WHOLE = 200, 20_000  # actions, after which a game is given up: where it is slow, and elsewhere


@frozen
class Cost:
    """Microseconds for a call and for a turn, results of a call.

    `played_by_hand`: why the kernel does not play whole games; empty when it does.
    """

    variant: str
    call: float
    results: float
    turn: float
    played_by_hand: str


def costs(
    specs: Sequence[VariantSpec], number: int, seconds: float, progress: Callable[[str], None]
) -> tuple[Cost, ...]:
    """The cost of all variants over so many turns of each, measured in one run."""
    progress("drawing turns")
    calls = Contest(_CALLS, "call", {spec.name: _calls(spec, number) for spec in specs})
    turns = Contest(_TURNS, "turn", {spec.name: _games(spec) for spec in specs})
    found = {(result.contest.name, result.entrant): result for result in held((calls, turns), seconds, progress)}
    return tuple(_cost(spec, found[_CALLS, spec.name], found[_TURNS, spec.name]) for spec in specs)


def _cost(spec: VariantSpec, call: Result, turn: Result) -> Cost:
    return Cost(spec.name, call.median, call.nodes, turn.median, too_special(spec))


def _calls(spec: VariantSpec, number: int) -> Block:
    """Calls for turns of the variant's own games, those of later stages among them."""
    asked = [(turn.position, turn.side, turn.stage, turn.context) for turn in drawn(spec, number)]
    return block_of_calls(partial(legal_plays, spec), asked)


def _games(spec: VariantSpec) -> Block:
    """Random games by the quickest way that the variant allows."""
    is_quick = backend.name == "compiled" and not too_special(spec)
    number, limit = (_MANY, _WHOLE) if is_quick else (_FEW, _SHORT)
    firsts = count(1, number)

    def work() -> Work:
        first = next(firsts)
        played = playouts(spec, SEED, range(first, first + number), limit=limit)
        return Work(sum(game.turns for game in played), games=number)

    return block(work)
