"""What must hold of the legal plays of any variant, whatever its rules are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import attrs
import pytest
from hypothesis import given, settings

from raceboard.legal import legal_plays
from raceboard.move import Play
from raceboard.position import Position, Setup
from raceboard.program import Stage
from raceboard.spec import VariantSpec
from raceboard.testing.naive import naive_plays
from raceboard.testing.strategies import Situation, situations
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from variants_for_tests import GAMES, HOOKS, RULES

SPECS = {spec.name: spec for spec in (BACKGAMMON, LONG_NARDY, HYPERGAMMON, *GAMES, *RULES, *HOOKS)}


def _try(name: str, tries: int, check: Callable[[VariantSpec, Situation], None]) -> None:
    """Check a variant in so many situations."""

    @settings(max_examples=tries)
    @given(situations(SPECS[name]))
    def attempt(situation: Situation) -> None:
        check(SPECS[name], situation)

    attempt()


def _moved_on(spec: VariantSpec, position: Position) -> Position:
    """Everybody's checkers in the next seat."""
    seats = [(side - 1) % spec.players for side in range(spec.players)]
    pins = tuple(position.pins(side) for side in seats) if spec.pins else ()
    return Setup(tuple(position.counts(side) for side in seats), pins).position(spec)


def _seats_are_alike(spec: VariantSpec, situation: Situation) -> None:
    position, side, stage, context = situation
    following = (side + 1) % spec.players
    here = legal_plays(spec, position, side, stage, context)
    there = legal_plays(spec, _moved_on(spec, position), following, attrs.evolve(stage, side=following), context)
    assert {_moved_on(spec, result) for result in here.results} == set(there.results)
    assert {play.steps for play in here} == {play.steps for play in there}


@pytest.mark.parametrize("name", SPECS)
def test_the_same_rows_in_another_seat_have_the_same_plays(name: str) -> None:
    """No rule looks at who somebody is, or at the numbers of the points on the board."""
    _try(name, 20, _seats_are_alike)


def _results_are_positions(spec: VariantSpec, situation: Situation) -> None:
    for result in legal_plays(spec, *situation).results:
        rows = tuple(result.counts(side) for side in range(spec.players))
        pins = tuple(result.pins(side) for side in range(spec.players)) if spec.pins else ()
        assert Setup(rows, pins).position(spec) == result


@pytest.mark.parametrize("name", SPECS)
def test_every_result_is_a_position_with_all_its_checkers(name: str) -> None:
    """Checkers are conserved, no point is shared, and pinned checkers lie under somebody."""
    _try(name, 20, _results_are_positions)


def _plays_replay(spec: VariantSpec, situation: Situation) -> None:
    plays = legal_plays(spec, *situation)
    for play in plays:
        for number, step in enumerate(play.steps):
            assert step in plays.next_steps(play.steps[:number])
        assert plays.play(play.steps).result == play.result


@pytest.mark.parametrize("name", SPECS)
def test_every_play_replays_step_by_step(name: str) -> None:
    """A host that walks the shown steps is offered each of them and arrives at the result."""
    _try(name, 20, _plays_replay)


def _dice_have_no_order(spec: VariantSpec, situation: Situation) -> None:
    position, side, stage, context = situation
    plays = legal_plays(spec, position, side, stage, context)
    for dice in set(permutations(stage.dice)):
        again = legal_plays(spec, position, side, Stage(side, dice, stage.roll), context)
        assert [(play.result, play.steps) for play in again] == [(play.result, play.steps) for play in plays]


@pytest.mark.parametrize("name", SPECS)
def test_the_order_of_the_dice_means_nothing(name: str) -> None:
    """Dice that fell the other way round give the same plays, shown in the same way."""
    _try(name, 10, _dice_have_no_order)


def _order(play: Play) -> list[tuple[int, int, str]]:
    return [(-step.source, -step.die, step.action) for step in play.steps]


def _is_in_canonical_order(spec: VariantSpec, situation: Situation) -> None:
    plays, lines = legal_plays(spec, *situation), naive_plays(spec, *situation)
    assert [(result.data, result.pinned) for result in plays.results] == sorted(
        (result.data, result.pinned) for result in plays.results
    )
    most = max(len(line.steps) for line in lines) if spec.obligation.max_dice else 0
    for play in plays:
        ways = [line for line in lines if line == play and len(line.steps) >= most]
        assert play.steps == min(ways, key=_order).steps


@pytest.mark.parametrize("name", SPECS)
def test_plays_come_in_canonical_order(name: str) -> None:
    """Results by their bytes; of the ways to one, that of higher sources and higher dice is shown (DECISIONS 9)."""
    _try(name, 10, _is_in_canonical_order)
