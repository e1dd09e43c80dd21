"""The test-only variants play as their descriptions say: positions worked out by hand, one for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import pytest
from attrs import evolve, frozen

from raceboard.dice import Roll
from raceboard.finish import judge
from raceboard.legal import legal_plays
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext, stages
from raceboard.side import Side
from raceboard.spec import Hooks, VariantSpec
from raceboard.testing.naive import naive_plays, naive_results
from variants_for_tests import (
    ANY_OFF,
    BLOCK3,
    CAPS,
    CASCADE,
    COMPLEMENT,
    EXACT_OFF,
    FIELD,
    GATE,
    GOAL,
    HIT_OR_PIN,
    LAST_TURN,
    LAX,
    LONG12,
    LOOP4,
    LOWER_FIRST,
    MIDDLE_LIMIT,
    MOTHER,
    MUST_HIT,
    NANNON_LIKE,
    NO_HIT_AND_RUN,
    ONE_LEAVES,
    PIN,
    PIN_AT_HOME,
    RUN_AND_HIT,
    RUN_ON_BOARD,
    SAFE,
    SHORT12,
    TABULA_LIKE,
    THREE_DICE,
    TWO_HOLDS,
    TWO_LIMITS,
    TWO_RESERVES,
    TWO_RUNS,
    UR_LIKE,
    WAY_IN,
)

#: Both copies of the rules: the meaning and the generator.
_Plays: TypeAlias = Callable[[VariantSpec, Position, Side, Stage, TurnContext], frozenset[Position]]


def _generated(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext
) -> frozenset[Position]:
    return frozenset(legal_plays(spec, position, side, stage, context).results)


COPIES: dict[str, _Plays] = {"naive": naive_results, "generated": _generated}


@frozen
class Case:
    """What white can reach with some dice, in a position; `base` is the variant without the rule in question."""

    spec: VariantSpec
    position: str
    dice: tuple[int, ...]
    results: tuple[str, ...]
    base: VariantSpec | None = None
    context: TurnContext = TurnContext()

    def reached(self, plays: _Plays, spec: VariantSpec) -> set[str]:
        """The results as text."""
        position = Position.parse(spec, self.position)
        return {
            result.text() for result in plays(spec, position, 0, Stage(0, self.dice, Roll(*self.dice)), self.context)
        }


GAMES = {
    "nannon: a single checker is hit to hand": Case(
        NANNON_LIKE, "6:1 off:2 / 3:1 off:2", (2,), ("4:1 off:2 / hand:1 off:2",)
    ),
    "nannon: neighbours are immune": Case(
        NANNON_LIKE, "6:1 off:2 / 4:1 3:1 off:1", (2,), ("6:1 off:2 / 4:1 3:1 off:1",)
    ),
    "nannon: a point takes one checker, and a high die bears off although some are in hand": Case(
        NANNON_LIKE, "hand:2 2:1 / hand:3", (5,), ("hand:2 off:1 / hand:3",)
    ),
    "tabula: three dice enter one, two or three checkers": Case(
        TABULA_LIKE,
        "hand:15 / hand:15",
        (3, 2, 1),
        (
            "hand:12 24:1 23:1 22:1 / hand:15",
            "hand:13 22:2 / hand:15",
            "hand:13 23:1 21:1 / hand:15",
            "hand:13 24:1 20:1 / hand:15",
            "hand:14 19:1 / hand:15",
        ),
    ),
    "tabula: both start where two checkers close the point": Case(
        TABULA_LIKE, "hand:15 / hand:13 24:2", (1, 1, 1), ("hand:15 / hand:13 24:2",)
    ),
    "tabula: of two dice that can be played alone the higher is": Case(
        TABULA_LIKE, "24:1 off:14 / 21:2 19:2 18:2 off:9", (4, 2, 1), ("20:1 off:14 / 21:2 19:2 18:2 off:9",)
    ),
    "loop: a six enters and hits on the start": Case(
        LOOP4, "hand:3 / hand:2 10:1 / hand:3 / hand:3", (6,), ("hand:2 28:1 / hand:3 / hand:3 / hand:3",)
    ),
    "loop: a five does not enter": Case(
        LOOP4, "hand:3 / hand:3 / hand:3 / hand:3", (5,), ("hand:3 / hand:3 / hand:3 / hand:3",)
    ),
    "loop: the own checker on the start is in the way": Case(
        LOOP4, "hand:2 28:1 / hand:3 / hand:3 / hand:3", (6,), ("hand:2 22:1 / hand:3 / hand:3 / hand:3",)
    ),
    "loop: nobody leaves the lane, and nobody is met there": Case(
        LOOP4, "hand:2 3:1 / hand:2 1:1 / hand:2 1:1 / hand:3", (2,), ("hand:2 1:1 / hand:2 1:1 / hand:2 1:1 / hand:3",)
    ),
    "loop: the lane is not left": Case(
        LOOP4, "hand:2 3:1 / hand:3 / hand:3 / hand:3", (3,), ("hand:2 3:1 / hand:3 / hand:3 / hand:3",)
    ),
    "ur: nothing moves by nothing": Case(UR_LIKE, "hand:3 11:1 / hand:4", (0,), ("hand:3 11:1 / hand:4",)),
    "ur: the rosette is safe": Case(UR_LIKE, "hand:3 11:1 / hand:3 7:1", (4,), ("hand:3 11:1 / hand:3 7:1",)),
    "ur: elsewhere checkers are hit": Case(
        UR_LIKE, "hand:3 11:1 / hand:3 8:1", (3,), ("hand:3 8:1 / hand:4", "hand:2 12:1 11:1 / hand:3 8:1")
    ),
    "ur: private ends never meet": Case(
        UR_LIKE, "hand:3 4:1 / hand:3 2:1", (2,), ("hand:2 13:1 4:1 / hand:3 2:1", "hand:3 2:1 / hand:3 2:1")
    ),
}

RULES = {
    "one checker is pinned": Case(PIN, "12:1 off:4 / 5:1 off:4", (4,), ("8:1 off:4 / 5:1! off:4",)),
    "a pinned checker is free when nobody stands on it": Case(
        PIN, "8:1 off:4 / 5:1! off:4", (2,), ("6:1 off:4 / 5:1 off:4",)
    ),
    "a pinned checker cannot move": Case(PIN, "8:1! off:4 / 5:1 off:4", (2,), ("8:1! off:4 / 5:1 off:4",)),
    "one checker that pins closes its point": Case(
        PIN, "10:1 8:1! off:3 / 5:1 off:4", (2,), ("10:1 8:1! off:3 / 5:1 off:4",)
    ),
    "a checker at its own home is safe": Case(
        SAFE, "12:1 off:4 / 4:1 off:4", (3,), ("12:1 off:4 / 4:1 off:4",), SHORT12
    ),
    "two are hit where three close a point": Case(
        BLOCK3, "12:1 off:4 / 4:2 off:3", (3,), ("9:1 off:4 / bar:2 off:3",), SHORT12
    ),
    "a point at home takes one checker": Case(CAPS, "6:1 4:1 off:3 / bar:5", (2,), ("6:1 2:1 off:3 / bar:5",), SHORT12),
    "a point at the start takes two": Case(
        CAPS, "12:1 11:2 off:2 / bar:5", (1,), ("12:1 11:1 10:1 off:2 / bar:5",), SHORT12
    ),
    "the hand enters farther on": Case(
        TWO_RESERVES, "hand:1 12:1 off:3 / bar:5", (2,), ("12:1 7:1 off:3 / bar:5", "hand:1 10:1 off:3 / bar:5")
    ),
    "the hand enters with small dice": Case(
        TWO_RESERVES, "hand:1 12:1 off:3 / bar:5", (5,), ("hand:1 7:1 off:3 / bar:5",)
    ),
    "the bar comes before the hand": Case(
        TWO_RESERVES, "bar:1 hand:1 off:3 / bar:5", (2,), ("hand:1 11:1 off:3 / bar:5",)
    ),
    "one checker must be past the gate before another leaves the start": Case(
        GATE, "12:4 9:1 / 9:5", (3,), ("12:4 6:1 / 9:5",), LONG12
    ),
    "a checker that is off has opened the gate": Case(
        GATE, "12:3 9:1 off:1 / 1:5", (3,), ("12:2 9:2 off:1 / 1:5", "12:3 6:1 off:1 / 1:5")
    ),
    "moves inside the start need no gate": Case(
        GATE, "12:4 9:1 / 9:5", (1,), ("12:3 11:1 9:1 / 9:5", "12:4 8:1 / 9:5")
    ),
    "exact dice bear off, nothing moves inside": Case(
        EXACT_OFF, "3:1 2:1 off:3 / bar:5", (2,), ("3:1 off:4 / bar:5",), SHORT12
    ),
    "a die that is too high is lost": Case(
        EXACT_OFF, "3:1 2:1 off:3 / bar:5", (4,), ("3:1 2:1 off:3 / bar:5",), SHORT12
    ),
    "a die that is high enough bears off from any point": Case(
        ANY_OFF, "3:1 2:1 off:3 / bar:5", (4,), ("3:1 off:4 / bar:5", "2:1 off:4 / bar:5"), SHORT12
    ),
    "nobody is borne off in the turn in which the last comes home": Case(
        ANY_OFF, "5:1 1:1 off:3 / bar:5", (2, 1), ("2:1 1:1 off:3 / bar:5",), SHORT12
    ),
    "one checker leaves the middle": Case(
        MIDDLE_LIMIT, "8:2 off:3 / bar:5", (6, 5), ("8:1 2:1 off:3 / bar:5",), SHORT12
    ),
    "two checkers leave the middle with a double": Case(
        MIDDLE_LIMIT, "8:3 off:2 / bar:5", (5, 5, 5, 5), ("8:1 3:2 off:2 / bar:5",), SHORT12
    ),
    "who stays in the middle does not leave it": Case(
        MIDDLE_LIMIT,
        "6:1 off:4 / 1:5",
        (2, 1),
        ("5:1 off:4 / 1:5",),
        SHORT12,
        TurnContext(taken=(("middle", 1),)),
    ),
    "two leave the start when the starter's roll is blocked": Case(
        TWO_LIMITS,
        "12:5 / 12:1 off:4",
        (4, 2),
        ("12:3 10:1 8:1 / 12:1 off:4",),
        context=TurnContext(starter=True),
    ),
    "an opponent in the field voids the second checker from the head": Case(
        FIELD, "12:5 / 12:4 2:1", (2, 2, 2, 2), ("12:4 10:1 / 12:4 2:1",)
    ),
    "the opponent's head does not void it": Case(FIELD, "12:5 / 12:5", (3, 3, 3, 3), ("12:3 9:2 / 12:5",)),
    "a checker that jumps over the middle has not left it": Case(
        THREE_DICE,
        "9:1 5:1 off:3 / bar:5",
        (6, 3, 1),
        ("2:2 off:3 / bar:5", "3:1 1:1 off:3 / bar:5", "4:1 off:4 / bar:5"),
    ),
    "who is off is not past a row that only the board counts for": Case(
        RUN_ON_BOARD,
        "10:1 9:1 7:1 off:2 / 12:4 off:1",
        (2,),
        ("10:1 7:2 off:2 / 12:4 off:1", "10:1 9:1 5:1 off:2 / 12:4 off:1"),
        TWO_RUNS,
    ),
    "three points in a row are forbidden": Case(
        TWO_RUNS, "10:1 9:1 7:1 off:2 / 12:5", (2,), ("10:1 7:2 off:2 / 12:5", "10:1 9:1 5:1 off:2 / 12:5"), LONG12
    ),
    "a hit that takes the last opponent past a row is forbidden": Case(
        RUN_AND_HIT,
        "11:1 9:1 8:1 off:2 / bar:4 3:1",
        (1,),
        ("11:1 8:2 off:2 / bar:4 3:1", "11:1 9:1 7:1 off:2 / bar:4 3:1"),
        SHORT12,
    ),
    "such a hit is forbidden wherever the row stands": Case(
        RUN_AND_HIT, "12:1 2:1 1:1 off:2 / bar:4 2:1", (1,), ("12:1 1:2 off:2 / bar:4 2:1",), SHORT12
    ),
    "no step holds the whole start": Case(
        TWO_HOLDS, "12:2 11:1 off:2 / 12:5", (2,), ("12:2 9:1 off:2 / 12:5",), LONG12
    ),
    "the middle is held in full for a step, not at the end": Case(
        TWO_HOLDS,
        "9:1 7:1 6:1 off:2 / 4:5",
        (3, 1),
        (
            "8:1 6:1 4:1 off:2 / 4:5",
            "8:1 7:1 3:1 off:2 / 4:5",
            "6:3 off:2 / 4:5",
            "9:1 6:1 3:1 off:2 / 4:5",
            "9:1 5:1 4:1 off:2 / 4:5",
            "9:1 7:1 2:1 off:2 / 4:5",
        ),
        LONG12,
    ),
    "nothing is borne off while a checker lies pinned": Case(
        PIN_AT_HOME, "4:1 3:1! off:3 / 10:1 off:4", (4, 2), ("3:1! 2:1 off:3 / 10:1 off:4",), PIN
    ),
    "one may stop where no die goes on": Case(
        LAX,
        "12:1 11:1 off:3 / 9:1 3:1 2:1 off:2",
        (5, 3),
        ("11:1 4:1 off:3 / 9:1 3:1 2:1 off:2", "12:1 6:1 off:3 / 9:1 3:1 2:1 off:2"),
        LONG12,
    ),
    "nobody is borne off where home is the goal": Case(GOAL, "4:1 off:4 / 12:5", (4,), ("4:1 off:4 / 12:5",), LONG12),
    "the last turn is played to its end": Case(LAST_TURN, "5:1 off:4 / off:5", (2, 1), ("2:1 off:4 / off:5",)),
}

HOOKS = {
    "who has hit at home stays there": Case(
        NO_HIT_AND_RUN, "6:1 off:4 / 9:1 off:4", (2, 1), ("3:1 off:4 / 9:1 off:4",), SHORT12
    ),
    "a hook knows what has left any region": Case(
        ONE_LEAVES, "8:2 off:3 / bar:5", (6, 5), ("8:1 2:1 off:3 / bar:5",), SHORT12
    ),
    "the player hits or pins": Case(
        HIT_OR_PIN,
        "12:1 off:4 / 5:1 off:4",
        (4,),
        ("8:1 off:4 / bar:1 off:4", "8:1 off:4 / 5:1! off:4"),
        SHORT12,
    ),
    "one point of the opponent's start is held": Case(
        WAY_IN, "7:1 6:1 off:3 / 9:5", (2,), ("7:1 4:1 off:3 / 9:5",), LONG12
    ),
    "who can hit must": Case(MUST_HIT, "12:1 7:1 off:3 / 5:1 off:4", (4,), ("8:1 7:1 off:3 / bar:1 off:4",), SHORT12),
    "who pins the mother has nothing left to play, although both dice could be": Case(
        MOTHER,
        "5:1 3:1 off:3 / 12:1 off:4",
        (4, 2),
        ("3:1 1:1 off:3 / 12:1! off:4", "5:1 1:1 off:3 / 12:1! off:4", "3:1 off:4 / 12:1 off:4"),
        PIN,
    ),
    "the pinned mother ends the game": Case(
        MOTHER, "5:1 3:1 off:3 / 12:1 off:4", (4, 4, 4, 4), ("3:1 1:1 off:3 / 12:1! off:4",), PIN
    ),
}

CASES = GAMES | RULES | HOOKS


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("name", CASES)
def test_the_rule_allows_what_it_should_and_nothing_else(name: str, copy: str) -> None:
    """Both copies of the rules find exactly the results that were worked out by hand."""
    case = CASES[name]
    assert case.reached(COPIES[copy], case.spec) == set(case.results)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.base])
def test_the_rule_makes_the_difference(name: str) -> None:
    """Without the rule something else could be played."""
    case = CASES[name]
    assert case.base is not None
    assert case.reached(naive_results, case.base) != set(case.results)


def test_who_stops_in_the_middle_has_left_it_although_the_position_is_the_same() -> None:
    """9/3 3/2 and 9/8 8/2 end on 2, but only after the first may the other checker leave the middle."""
    position, stage = Position.parse(THREE_DICE, "9:1 5:1 off:3 / bar:5"), Stage(0, (6, 3, 1), Roll(6, 3, 1))
    over, through = (Step(9, 6), Step(3, 1), Step(5, 3)), (Step(9, 1), Step(8, 6), Step(5, 3))
    plays, lines = legal_plays(THREE_DICE, position, 0, stage), naive_plays(THREE_DICE, position, 0, stage)
    assert (plays.accepts(over), plays.accepts(through)) == (True, False)
    assert {over, through} & {line.steps for line in lines} == {over}


def _dice(spec: VariantSpec, roll: Roll, context: TurnContext = TurnContext()) -> list[tuple[int, ...]]:
    program = stages(spec, spec.start, 0, roll, context)
    assert isinstance(program, tuple)
    return [stage.dice for stage in program]


def test_three_equal_dice_are_played_once_each() -> None:
    """A double of the three-dice game gives its number three times."""
    assert _dice(TABULA_LIKE, Roll(2, 2, 2)) == [(2, 2, 2)]
    assert _dice(TABULA_LIKE, Roll(2, 2, 1)) == [(2, 2, 1)]


def test_a_cascade_begins_with_the_second_own_turn() -> None:
    """Each number up to the highest is a stage of its own."""
    assert _dice(CASCADE, Roll(4, 4), TurnContext(own_turn=1)) == [(4,) * 4]
    assert _dice(CASCADE, Roll(4, 4), TurnContext(own_turn=2)) == [(4,) * 4, (5,) * 4, (6,) * 4]


def test_the_complement_is_a_stage_of_its_own() -> None:
    """The number on the other side of the die follows a double."""
    assert _dice(COMPLEMENT, Roll(2, 2)) == [(2,) * 3, (5,) * 3]


def test_a_hook_makes_the_stages_of_a_roll() -> None:
    """The lower die twice, then the higher; a double as the data says."""
    assert _dice(LOWER_FIRST, Roll(5, 2)) == [(2, 2), (5,)]
    assert _dice(LOWER_FIRST, Roll(5, 5)) == [(5,) * 4]


def test_the_loop_ends_when_three_have_their_checkers_in_the_lane() -> None:
    """The order in which they came is the ranking; the first has won."""
    two = Position.parse(LOOP4, "4:1 3:1 2:1 / 3:1 2:1 1:1 / hand:3 / hand:3")
    three = Position.parse(LOOP4, "4:1 3:1 2:1 / 3:1 2:1 1:1 / 4:1 2:1 1:1 / hand:3")
    assert judge(LOOP4, two, 1) is None
    outcome = judge(LOOP4, three, 2)
    assert outcome is not None
    assert set(outcome.ranking) == {0, 1, 2}


def test_a_hook_may_give_the_plays_that_remain_one_by_one() -> None:
    """All of them count, not only the first."""

    def later(
        spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
    ) -> Iterator[Play]:
        """All plays but the first, without a list."""
        yield from plays[1:]

    spec, roll = evolve(SHORT12, hooks=Hooks(filter_plays=later)), Roll(3, 1)
    assert legal_plays(spec, spec.start, 0, roll).results == legal_plays(SHORT12, spec.start, 0, roll).results[1:]
