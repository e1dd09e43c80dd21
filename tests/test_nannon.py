"""Nannon is small enough to be walked and solved whole: every position, every throw, best play for both."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

import attrs
import pytest

from raceboard.action import OpeningRolled, Played
from raceboard.dice import Chance, Roll
from raceboard.finish import judge
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.position import OFF, Position, Setup
from raceboard.spec import Finish
from raceboard.testing.naive import naive_results
from raceboard.track import Track
from raceboard_variants.nannon import NANNON

#: The rows of the player on roll and of the other one.
_Row: TypeAlias = tuple[int, ...]
_State: TypeAlias = tuple[_Row, _Row]

MEN = 3


def _rows() -> list[_Row]:
    """Where three checkers can stand: on points, one each, the rest off or in hand."""
    rows = []
    for number in range(4):
        for points in combinations(range(1, 7), number):
            for off in range(4 - number):
                rows.append((off, *(int(index in points) for index in range(1, 7)), 3 - number - off))
    return rows


#: Every position, also those in which somebody has finished.
POSITIONS = [
    (mine, theirs)
    for mine, theirs in product(_rows(), repeat=2)
    if not any(mine[index] and theirs[7 - index] for index in range(1, 7))
]


@cache
def _graph() -> Mapping[_State, Sequence[Sequence[_State]]]:
    """Every position of a player on roll with what each die leads to, seen by the other player."""
    graph = {}
    for mine, theirs in POSITIONS:
        if MEN not in (mine[OFF], theirs[OFF]):
            position = Setup((mine, theirs)).position(NANNON)
            plays = [legal_plays(NANNON, position, 0, Roll(die)) for die in range(1, 7)]
            graph[mine, theirs] = [[(after.counts(1), after.counts(0)) for after in each.results] for each in plays]
    return graph


def test_every_position_leads_to_positions() -> None:
    """2530 by arithmetic: 288, 882, 960 and 400 with none, one, two and three checkers of the player on the board."""
    graph = _graph()
    assert len(POSITIONS) == 288 + 882 + 960 + 400
    ends = {after for plays in graph.values() for results in plays for after in results}
    assert all(after in graph or after[1][OFF] == MEN for after in ends)


#: Every position is held against the naive enumerator in a long run, else one of so many.
STRIDE = 1 if "RACEBOARD_LONG" in os.environ else 13


def test_no_play_is_omitted_or_invented_anywhere() -> None:
    """Against the naive enumerator: positions from all over the game with every throw, from both seats."""
    for rows in list(_graph())[::STRIDE]:
        for side, die in product(range(2), range(1, 7)):
            position = Setup(rows[::-1] if side else rows).position(NANNON)
            plays = legal_plays(NANNON, position, side, Roll(die))
            assert set(plays.results) == naive_results(NANNON, position, side, plays.problem.stage)


def test_nannon_is_solved() -> None:
    """Best play for both, from every position: the chances agree with each other, and the opener is ahead."""
    graph = _graph()
    chance = dict.fromkeys(graph, 0.5)

    def best(results: Sequence[_State]) -> float:
        return max(1.0 if after[1][OFF] == MEN else 1 - chance[after] for after in results)

    for _ in range(200):
        change = 0.0
        for state, rolls in graph.items():
            value = sum(map(best, rolls)) / 6
            change = max(change, abs(value - chance[state]))
            chance[state] = value
        if change < 1e-9:
            break
    else:
        pytest.fail("the chances do not settle")
    race = Position.parse(NANNON, "3:1 off:2 / 1:1 off:2")  # three and more win, two and less lose to any die
    assert chance[race.counts(0), race.counts(1)] == pytest.approx(4 / 6)
    start = NANNON.start.counts(0), NANNON.start.counts(1)
    weights = {die: 2 * (6 - die) / 30 for die in range(1, 6)}
    opener = sum(weight * best(graph[start][die - 1]) for die, weight in weights.items())
    assert 0.5 < opener < 0.7
    assert chance[start] > 0.5


def test_nannon_opens_with_the_difference_of_the_dice() -> None:
    """The higher begins and plays it; a tie is thrown again; the next game is opened anew."""
    tied = Game.start(NANNON).apply(OpeningRolled((4, 4)))
    begun = tied.apply(OpeningRolled((2, 6)))
    assert (begun.to_act, begun.roll) == (1, Roll(4))
    assert [str(event) for event in begun.events] == ["opening roll 2-6", "black starts with 4", "black to move"]
    over = Game.resume(NANNON, Position.parse(NANNON, "1:1 off:2 / hand:3"), 0, roll=Roll(1))
    over = over.apply(Played(over.plays[0]))
    assert judge(NANNON, over.position, 0) is not None
    assert over.next_game().awaited()[0].action is OpeningRolled


@pytest.mark.parametrize(
    "changes",
    [{"dice": Chance.dice(2, 6)}, {"track": Track.shared(6, 3), "finish": Finish(places=2)}],
    ids=["dice", "three"],
)
def test_the_difference_is_that_of_two_dice(changes: dict[str, object]) -> None:
    """With more dice to a throw, or more players, no difference makes an opening roll."""
    with pytest.raises(ValueError, match="the opening difference makes the roll of one die from those of two players"):
        attrs.evolve(NANNON, **changes)  # type: ignore[arg-type]  # tests name what they change
