"""Counts, probabilities and expected values that are known of these games come out of `legal_plays`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from statistics import mean
from typing import TypedDict

import pytest
import yaml

from case_tools import DATA, ROLLS, after, position
from raceboard.action import OpeningRolled
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.event import Started, Thrown
from raceboard.formats import gnubg_id
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.nackgammon import NACKGAMMON

BAR = 25
SPECS = {"backgammon": BACKGAMMON, "hyper": HYPERGAMMON, "long_nardy": LONG_NARDY, "nackgammon": NACKGAMMON}


class StartCounts(TypedDict):
    """Plays from the start of a variant, by roll and in all."""

    per_roll: dict[str, int]
    sum_21_rolls: int
    distinct_after_one: int
    sequences_two_rolls: int
    distinct_after_two: int


class Known(TypedDict):
    """A position of another program's tests, with a roll and how many plays it has; 0 for none."""

    position_id: str
    dice: list[int]
    plays: int


class Entry(TypedDict):
    """Of 36 rolls: how many bring in one checker, two of two, none of two; and the mean number of rolls for one."""

    one_man_enters_of_36: int
    percent: float
    mean_rolls: float | None
    two_men_both_enter_of_36: int
    two_men_none_of_36: int


class Most(TypedDict):
    """A roll with many plays, and the position that has them."""

    results: int
    position: dict[str, int]


_FILE = yaml.safe_load((DATA / "constants.yaml").read_text(encoding="utf-8"))
OPENING: Mapping[str, int] = _FILE["legal_plays_from_start"]
# The first table has longer names than the others for the same numbers.
_FILE["legal_plays_from_start"].update(
    distinct_after_one=OPENING["distinct_positions_after_one_roll"],
    distinct_after_two=OPENING["distinct_positions_after_two_rolls"],
)
STARTS: Mapping[str, StartCounts] = {
    "backgammon": _FILE["legal_plays_from_start"],
    "hyper": _FILE["legal_plays_hyper_start"],
    "nackgammon": _FILE["legal_plays_nackgammon_start"],
}
NARDY_STARTER: Mapping[str, int] = _FILE["legal_plays_long_nardy_first_turn"]["per_roll"]
NARDY_SECOND: Mapping[str, list[int]] = _FILE["legal_plays_long_nardy_first_turn"]["second_player_first_turn"]
KNOWN: list[Known] = _FILE["independent_play_counts"]["rows"]
TOTALS: Mapping[str, int] = _FILE["independent_play_counts"]["totals"]
MOST: Mapping[str, Most] = {**_FILE["max_plays_found"]["doubles"], **_FILE["max_plays_found"]["non_doubles"]}
HITS: Mapping[int, int] = _FILE["hits_by_distance"]["rolls_of_36"]
ENTRY: Mapping[int, Entry] = _FILE["bar_entry"]["closed_points"]
ONE_OFF: Mapping[int, int] = _FILE["bear_off_in_one_roll"]["one_man"]
TWO_OFF: Mapping[str, int] = _FILE["bear_off_in_one_roll"]["two_men"]
EXPECTED: Mapping[str, Mapping[str, str]] = _FILE["expected_rolls_to_bear_off"]["values"]
PIPS: Mapping[str, int] = _FILE["start_pip_counts"]
FEWEST_STEPS: Mapping[str, int] = _FILE["shortest_games"]["fewest_checker_steps"]
OPENING_PLAYS: Mapping[str, str] = _FILE["opening_plays_gnubg_2ply"]


def _roll(digits: str) -> Roll:
    return Roll(*map(int, digits))


def _digits(roll: Roll) -> str:
    return "".join(map(str, roll))


# -- Counts of plays ---------------------------------------------------------------------------------------------------


def _all_plays(spec: VariantSpec, start: Position, side: int, context: TurnContext) -> dict[Roll, Plays]:
    return {roll: legal_plays(spec, start, side, roll, context) for roll in ROLLS}


@cache
def _first_turns(name: str) -> dict[Roll, Plays]:
    return _all_plays(SPECS[name], SPECS[name].start, 0, TurnContext(own_turn=1, starter=True))


def _results(plays: Mapping[Roll, Plays]) -> list[Position]:
    return [result for found in plays.values() for result in found.results]


@pytest.mark.parametrize("name", STARTS)
def test_the_start_has_the_known_number_of_plays(name: str) -> None:
    """By roll, in all, and without repetitions."""
    plays, known = _first_turns(name), STARTS[name]
    assert {_digits(roll): len(found) for roll, found in plays.items()} == known["per_roll"]
    assert len(_results(plays)) == known["sum_21_rolls"]
    assert len(set(_results(plays))) == known["distinct_after_one"]


def _takes_long(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(name != "hyper" and "CI" not in os.environ, reason="counted where CI is set")


@pytest.mark.parametrize("name", [pytest.param(name, marks=_takes_long(name)) for name in STARTS])
def test_two_rolls_lead_to_the_known_number_of_positions(name: str) -> None:
    """All sequences of two plays, and the positions that they lead to."""
    spec, known, firsts = SPECS[name], STARTS[name], _results(_first_turns(name))
    seconds = [_results(_all_plays(spec, first, 1, TurnContext(own_turn=1))) for first in firsts]
    assert sum(map(len, seconds)) == known["sequences_two_rolls"]
    assert len({position for found in seconds for position in found}) == known["distinct_after_two"]


def test_the_opening_rolls_have_the_known_number_of_plays() -> None:
    """Without doubles there are 15 rolls."""
    plays = {roll: found for roll, found in _first_turns("backgammon").items() if not roll.is_double}
    assert len(_results(plays)) == OPENING["sum_15_opening_rolls"]
    assert len(set(_results(plays))) == OPENING["distinct_positions_after_opening"]


def test_the_starter_of_long_nardy_has_a_choice_with_one_roll_only() -> None:
    """With 3-3; every other roll has a single result."""
    assert {_digits(roll): len(found) for roll, found in _first_turns("long_nardy").items()} == NARDY_STARTER


def test_the_second_player_of_long_nardy_has_as_many_plays_whatever_the_first_did() -> None:
    """The exception of the head holds for both first turns."""
    context = TurnContext(own_turn=1)
    seconds = [_all_plays(LONG_NARDY, first, 1, context) for first in set(_results(_first_turns("long_nardy")))]
    assert {_digits(roll): sorted({len(plays[roll]) for plays in seconds}) for roll in ROLLS} == NARDY_SECOND


@pytest.mark.parametrize("known", KNOWN, ids=[f"{known['position_id']}-{known['dice']}" for known in KNOWN])
def test_another_program_finds_as_many_plays(known: Known) -> None:
    """It counts none where we count the empty play."""
    plays = legal_plays(BACKGAMMON, gnubg_id.decode(BACKGAMMON, known["position_id"]), 0, Roll(*known["dice"]))
    assert (0 if plays.is_pass else len(plays)) == known["plays"]


@pytest.mark.parametrize(
    ("file", "passes"), [("contact", {"doubles": 1_213, "mixed": 1_912}), ("race", {"doubles": 0, "mixed": 0})]
)
def test_the_published_totals_of_a_thousand_positions_are_ours(file: str, passes: Mapping[str, int]) -> None:
    """All plays with all doubles and with all other rolls; a roll without a play counts one."""
    plays = {"doubles": 0, "mixed": 0}
    passed = {"doubles": 0, "mixed": 0}
    for text in (DATA / "positions" / f"{file}.csv").read_text(encoding="utf-8").split():
        start = gnubg_id.decode(BACKGAMMON, text)
        for roll in ROLLS:
            kind, found = "doubles" if roll.is_double else "mixed", legal_plays(BACKGAMMON, start, 0, roll)
            plays[kind] += len(found)
            passed[kind] += found.is_pass
    assert plays == {"doubles": TOTALS[f"{file}_6_doubles"], "mixed": TOTALS[f"{file}_15_mixed"]}
    assert passed == passes


@pytest.mark.parametrize("digits", MOST)
def test_a_position_has_the_most_plays_that_are_known(digits: str) -> None:
    """Fifteen checkers on fifteen points, and nobody in the way."""
    spread = {int(index): count for index, count in MOST[digits]["position"].items()}
    start = position(BACKGAMMON, spread, {"bar": 15})
    assert len(legal_plays(BACKGAMMON, start, 0, _roll(digits))) == MOST[digits]["results"]


@pytest.mark.parametrize("digits", OPENING_PLAYS)
def test_the_best_opening_plays_are_legal(digits: str) -> None:
    """One for each roll without doubles."""
    plays = _first_turns("backgammon")[_roll(digits)]
    assert after(BACKGAMMON, BACKGAMMON.start, 0, OPENING_PLAYS[digits]) in plays.results


# -- Of 36 rolls -------------------------------------------------------------------------------------------------------


def _of_36(start: Position, wanted: Callable[[Plays], bool]) -> int:
    """How many of the 36 throws have plays as wanted."""
    chance = BACKGAMMON.dice
    return sum(chance.weight(roll) for roll in chance.rolls if wanted(legal_plays(BACKGAMMON, start, 0, roll)))


@pytest.mark.parametrize("distance", HITS)
def test_a_blot_is_hit_as_often_as_the_table_says(distance: int) -> None:
    """One checker aims at one blot, from the bar, and nothing else stands on the board."""
    start = position(BACKGAMMON, {"bar": 1}, {distance: 1})
    assert _of_36(start, lambda plays: any(play.hits for play in plays)) == HITS[distance]


@pytest.mark.parametrize("closed", ENTRY)
def test_a_checker_enters_as_often_as_the_table_says(closed: int) -> None:
    """Against so many closed points, alone and with a second one."""
    table, board = ENTRY[closed], dict.fromkeys(range(1, closed + 1), 2)
    one, two = (position(BACKGAMMON, {"bar": number}, board) for number in (1, 2))
    enters = _of_36(one, bool)
    assert enters == table["one_man_enters_of_36"]
    assert round(100 * enters / 36, 1) == table["percent"]
    assert (round(36 / enters, 2) if enters else None) == table["mean_rolls"]
    assert _of_36(two, lambda plays: plays.results[0].counts(0)[BAR] == 0) == table["two_men_both_enter_of_36"]
    assert _of_36(two, lambda plays: plays.is_pass) == table["two_men_none_of_36"]


def _clears(plays: Plays) -> bool:
    return any(result.off(0) == 15 for result in plays.results)


@pytest.mark.parametrize("text", [*map(str, ONE_OFF), *TWO_OFF])
def test_the_last_checkers_are_borne_off_as_often_as_the_table_says(text: str) -> None:
    """One or two of them in one roll."""
    places = list(map(int, text.split("-")))
    start = position(BACKGAMMON, {place: places.count(place) for place in places}, {1: 1})
    assert _of_36(start, _clears) == {**{str(place): number for place, number in ONE_OFF.items()}, **TWO_OFF}[text]


@cache
def _rolls_needed(start: Position) -> Fraction:
    """The mean number of rolls to bear everything off, with the plays that keep it lowest."""
    if start.off(0) == 15:
        return Fraction(0)
    best = {
        roll: min(map(_rolls_needed, legal_plays(BACKGAMMON, start, 0, roll).results)) for roll in BACKGAMMON.dice.rolls
    }
    total = sum((best[roll] * weight for roll, weight in BACKGAMMON.dice.outcomes), Fraction(0))
    return 1 + total / BACKGAMMON.dice.total


@pytest.mark.parametrize("text", EXPECTED)
def test_the_expected_number_of_rolls_to_bear_off_is_exact(text: str) -> None:
    """As a fraction, for up to six checkers."""
    counts = {int(point): int(number) for point, number in (word.split(":") for word in text.split("+"))}
    assert _rolls_needed(position(BACKGAMMON, counts, {"bar": 15})) == Fraction(EXPECTED[text]["exact"])


# -- Set-ups, dice, whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPECS)
def test_a_game_begins_with_the_known_pips(name: str) -> None:
    """For both players; and unhindered it would take so many steps of six."""
    spec = SPECS[name]
    assert [spec.pips(spec.start, side) for side in (0, 1)] == [PIPS[name]] * 2
    steps = sum(-(-index // 6) * count for index, count in enumerate(spec.start.counts(0)))
    assert steps == FEWEST_STEPS[name]


def test_two_dice_have_the_known_chances() -> None:
    """36 throws, six of them doubles, and 49/6 pips in the mean, a double being played four times."""
    chance, plays = BACKGAMMON.dice, _first_turns("backgammon")
    assert (chance.total, len(chance.rolls)) == (36, 21)
    assert sum(weight for roll, weight in chance.outcomes if roll.is_double) == 6
    assert Fraction(sum(weight * sum(plays[roll].dice) for roll, weight in chance.outcomes), 36) == Fraction(49, 6)


def test_the_opening_dice_are_fair() -> None:
    """Either seat starts with 15 of 36 throws; six are ties."""
    faces = BACKGAMMON.dice.die.rolls
    games = [Game.start(BACKGAMMON).apply(OpeningRolled((*one, *other))) for one in faces for other in faces]
    assert Counter(game.starter for game in games) == {0: 15, 1: 15, None: 6}


#: Games of random play: of how many, and between which bounds the mean number of throws in a game must lie.
RANDOM_PLAY = {"backgammon": (25, 80, 120), "hyper": (100, 19, 27), "long_nardy": (25, 90, 102)}


@pytest.mark.parametrize("name", RANDOM_PLAY)
def test_random_games_are_as_long_as_those_of_other_programs(name: str) -> None:
    """Bands around 99, 23 and 96 throws, wide enough for few games and for another way to draw a play."""
    games, low, high = RANDOM_PLAY[name]
    assert low < mean(_throws(SPECS[name], number) for number in range(games)) < high


def _throws(spec: VariantSpec, number: int) -> int:
    """The throws of a game that both players play at random."""
    bots = [RandomBot(Stream(seed=1, game=number, lane=side + 1)) for side in (0, 1)]
    course = play_on(Game.start(spec), bots, SeededDice(seed=1, game=number))
    return sum(isinstance(event, Started | Thrown) for game in course for event in game.events)
