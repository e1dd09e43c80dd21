"""What is measured against others: calls for the same turns, and random games, for both flagships."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from operator import methodcaller

from attrs import field, frozen

from benchmarks import gym_rules, ours, sage, spiel
from benchmarks.agree import FLAGSHIPS, MismatchError, agree, results_of
from benchmarks.contest import Block, Contest, Result, block_of_calls
from benchmarks.draw import Turn, drawn
from benchmarks.spiel import SpielGame, State, Twin, ends, twins
from benchmarks.uncompiled import SHOWN
from benchmarks.words import block_of_games
from raceboard.registry import Registry
from raceboard.spec import VariantSpec

__all__ = ["CALLS", "GAMES", "SPIEL", "Field", "check_counts", "contests"]

#: The contests, by what they are about; each has the name of the variant after it.
CALLS, GAMES = "turns of {}", "random games of {}"

#: The yardsticks, and the others.
SPIEL = "OpenSpiel"
_STATES, _SAGE, _GYM, _UNCOMPILED = "OpenSpiel, states", "bgsage", "gym-backgammon", "{}, source"

_FEW = 2  # games in a block


@frozen
class Field:
    """Everybody who takes part; an engine that is not installed is None. `notes`: what was seen while comparing."""

    registry: Registry
    open_spiel: SpielGame | None = field(factory=spiel.load)
    sage: sage.Sage | None = field(factory=sage.load)
    gym: gym_rules.GymRules | None = field(factory=gym_rules.load)
    notes: list[str] = field(factory=list, init=False)

    @property
    def backgammon(self) -> VariantSpec:
        """The variant that all of them know."""
        return self.registry.variant("backgammon")


def contests(everybody: Field, number: int, uncompiled: Callable[[str, str], Block]) -> tuple[Contest, ...]:
    """All contests over so many turns; raises MismatchError when an engine does not have the results that ours has.

    `uncompiled` gives a block of the uncompiled kernel. What gym-backgammon finds differs now and then; it is counted.
    """
    calls, games = _calls(everybody, number), _others_games(everybody)
    made: list[Contest] = []
    for name in FLAGSHIPS:
        spec = everybody.registry.variant(name)
        call, game = CALLS.format(name), GAMES.format(name)
        mine = {_UNCOMPILED.format(work): uncompiled(name, work) for work in SHOWN}
        source_calls = {key: block for key, block in mine.items() if ours.LOOP not in key and ours.KERNEL not in key}
        source_games = {key: block for key, block in mine.items() if key not in source_calls}
        rivals = name == everybody.backgammon.name
        own_calls = {**ours.calls(spec, drawn(spec, number)), **source_calls}
        own_games = {**ours.games(spec), **source_games}
        of_calls = Contest(call, "call", {**(calls if rivals else {}), **own_calls}, made[0] if made else None)
        of_games = Contest(game, "turn", {**(games if rivals else {}), **own_games}, made[1] if made else None)
        made += [of_calls, of_games]
    return tuple(made)


def check_counts(results: Sequence[Result]) -> None:
    """Raise MismatchError unless all entrants that count distinct results have counted the same ones."""
    for name in FLAGSHIPS:
        held = [result for result in results if result.contest.name == CALLS.format(name)]
        own = next(result for result in held if result.entrant == ours.CALL)
        for result in held:
            if result.entrant.startswith(ours.CALL) and result.nodes != own.nodes:
                raise MismatchError(result.contest.name, result.entrant, own.nodes, result.nodes)


def _calls(everybody: Field, number: int) -> dict[str, Block]:
    """The blocks of the other engines for turns of backgammon, after their results have been compared with ours."""
    spec = everybody.backgammon
    made: dict[str, Block] = {}
    if everybody.open_spiel:
        both = list(islice(twins(spec, everybody.open_spiel), number))
        made[SPIEL] = block_of_calls(methodcaller("legal_actions"), [(twin.state,) for twin in both])
        made[_STATES] = block_of_calls(_states, [(twin.state, twin.turn.side) for twin in both])
        everybody.notes.append(f"OpenSpiel reaches the same positions on all {number} turns{_beside(spec, both)}")
    turns = drawn(spec, number)
    if everybody.sage:
        for turn in turns:
            agree(spec, turn, _SAGE, sage.results(everybody.sage, turn))
        made[_SAGE] = block_of_calls(everybody.sage.possible_moves, [sage.asked(turn) for turn in turns])
        everybody.notes.append(f"bgsage has the same results on all {number} turns")
    if everybody.gym:
        made[_GYM] = block_of_calls(_gym_plays, [gym_rules.asked(everybody.gym, turn) for turn in turns])
        wrong = sum(_gym_differs(everybody.gym, spec, turn) for turn in turns)
        everybody.notes.append(f"gym-backgammon has other results on {wrong} of {number} turns")
    return made


def _others_games(everybody: Field) -> dict[str, Block]:
    """The blocks of the other engines that play random games of backgammon."""
    made: dict[str, Block] = {}
    if everybody.open_spiel:
        made[SPIEL] = block_of_games(spiel.loop(everybody.open_spiel), _FEW)
    if everybody.sage:
        made[_SAGE] = block_of_games(sage.loop(everybody.sage), _FEW)
    if everybody.gym:
        made[_GYM] = block_of_games(gym_rules.loop(everybody.gym), _FEW)
    return made


def _states(state: State, side: int) -> list[State]:
    """Every state that a turn leads to, by both halves of a double."""
    found: list[State] = []
    for action in state.legal_actions():
        after = state.child(action)
        is_half = after.current_player() == side
        found += [after.child(half) for half in after.legal_actions()] if is_half else [after]
    return found


def _beside(spec: VariantSpec, both: Sequence[Twin]) -> str:
    """On how many doubles OpenSpiel allows more than the rules do."""
    more = sum(len(ends(twin.state, twin.turn.side)) > len(results_of(spec, twin.turn)) for twin in both)
    return f", and others besides on {more} doubles" if more else ""


def _gym_plays(game: gym_rules.GymRules, player: int, roll: tuple[int, int]) -> set[object]:
    return {*game.get_valid_plays(player, roll)}


def _gym_differs(rules: gym_rules.GymRules, spec: VariantSpec, turn: Turn) -> bool:
    return gym_rules.results(rules, turn) != results_of(spec, turn)
