"""Rolls, chance models and the three sources of dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard.dice import Chance, Roll, ScriptedDice, SeededDice, Stream, SystemDice, fresh_seed

TWO = Chance.dice(2, 6)


def test_a_roll_has_no_order() -> None:
    """6-5 and 5-6 are one roll."""
    assert Roll(5, 6) == Roll(6, 5)
    assert hash(Roll(5, 6)) == hash(Roll(6, 5))
    assert list(Roll(1, 3, 2)) == [3, 2, 1]


@pytest.mark.parametrize(("text", "dice"), [("3-1", (3, 1)), ("13", (3, 1)), ("6,5", (6, 5)), (" 6 6 ", (6, 6))])
def test_a_roll_is_read_in_the_usual_spellings(text: str, dice: tuple[int, ...]) -> None:
    """People write rolls with a hyphen, a comma, a blank or nothing between the numbers."""
    assert Roll.parse(text).dice == dice


@pytest.mark.parametrize("text", ["", "a", "3-", "3-x", "-1", "½", "three"])
def test_what_is_no_roll_is_refused_with_an_example(text: str) -> None:
    """The error says what a roll looks like."""
    with pytest.raises(ValueError, match=r"write the numbers with a hyphen, for example 3-1"):
        Roll.parse(text)


@pytest.mark.parametrize("dice", [(), (-1,), (True, 2), (2.0, 1)])
def test_a_roll_is_made_of_whole_numbers(dice: tuple[int, ...]) -> None:
    """Booleans and floats are no dice."""
    with pytest.raises(ValueError, match="numbers from 0 up"):
        Roll(*dice)


def test_two_dice_have_21_outcomes_of_36() -> None:
    """Six doubles of weight one, fifteen other rolls of weight two."""
    assert TWO.total == 36
    assert sum(roll.is_double for roll in TWO.rolls) == 6
    assert {TWO.weight(roll) for roll in TWO.rolls if not roll.is_double} == {2}
    assert TWO.weight(Roll(7, 1)) == 0


def test_three_dice_have_216_cases() -> None:
    """Weights count the orders in which the dice can fall."""
    three = Chance.dice(3, 6)
    assert (three.total, len(three.rolls)) == (216, 56)
    assert (three.weight(Roll(1, 2, 3)), three.weight(Roll(1, 1, 3)), three.weight(Roll(2, 2, 2))) == (6, 3, 1)


def test_one_die_of_a_model_is_fair() -> None:
    """The opening die of two dice shows each number equally often; a weighted model keeps its weights."""
    assert len({weight for _, weight in TWO.die.outcomes}) == 1
    assert Chance.table({0: 1, 1: 3}).die.weight(Roll(1)) == 3


@given(st.integers(0, 35))
def test_tickets_are_shared_out_by_weight(ticket: int) -> None:
    """Each outcome owns as many tickets as it weighs."""
    assert sum(TWO.at(other) == TWO.at(ticket) for other in range(36)) == TWO.weight(TWO.at(ticket))


def test_the_stream_is_philox() -> None:
    """The first block of key 0 and counter 0 is the published one of Philox4x32-10."""
    assert [f"{Stream(0, 0).word():08x}"] == ["6627e8d5"]
    stream = Stream(0, 0)
    assert [f"{stream.word():08x}" for _ in range(4)] == ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]


def test_games_and_lanes_have_streams_of_their_own() -> None:
    """What one game or player draws never moves the numbers of another."""
    words = {Stream(1, game, lane).word() for game in range(20) for lane in range(4)}
    assert len(words) == 80


@given(st.integers(1, 1000), st.integers(0, 2**64 - 1))
def test_a_number_below_a_limit_stays_below_it(limit: int, seed: int) -> None:
    """Rejection keeps the range."""
    assert 0 <= Stream(seed).below(limit) < limit


def test_seeded_dice_go_on_from_a_saved_counter() -> None:
    """The counter is the whole state of the dice."""
    dice = SeededDice(7, 3)
    before = [dice.roll(TWO) for _ in range(10)]
    saved = dice.counter
    after = [dice.roll(TWO) for _ in range(10)]
    again = SeededDice(7, 3, counter=saved)
    assert [again.roll(TWO) for _ in range(10)] == after
    assert before != after


def test_seeded_dice_are_the_same_everywhere() -> None:
    """These rolls are part of the promise: a seed means the same on every platform and in every version."""
    dice = SeededDice(7)
    assert " ".join(str(dice.roll(TWO)) for _ in range(8)) == "6-3 5-1 4-2 4-1 5-1 6-5 4-1 4-2"


def test_seeded_dice_are_fair_enough() -> None:
    """Over 7,200 throws each double falls near 200 times."""
    dice = SeededDice(1)
    rolls = [dice.roll(TWO) for _ in range(7200)]
    assert all(140 < rolls.count(Roll(number, number)) < 260 for number in range(1, 7))


def test_system_dice_give_what_the_model_knows() -> None:
    """Any outcome is possible, none other is."""
    assert {SystemDice().roll(TWO) for _ in range(200)} <= set(TWO.rolls)
    assert 0 <= fresh_seed() < 10**9


def test_scripted_dice_fall_as_written_and_say_when_they_cannot() -> None:
    """A script that is used up or impossible is an error with a remedy."""
    dice = ScriptedDice([Roll(3, 1), Roll(7, 7)])
    assert dice.roll(TWO) == Roll(3, 1)
    with pytest.raises(ValueError, match="7-7 cannot fall"):
        dice.roll(TWO)
    with pytest.raises(ValueError, match="used up"):
        dice.roll(TWO)
