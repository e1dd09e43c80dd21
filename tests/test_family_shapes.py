"""The games of other shapes: three dice, hands and bars, private squares, one die and neighbours, four players.

Each has worked cases (data/family): what its rules allow, with the reason, seen from every seat.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_tools import DATA
from raceboard.action import OpeningRolled, Played, Rolled
from raceboard.bots import RacerBot, RandomBot, play_on, session_action
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.finish import judge
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Step
from raceboard.option import OptionValue
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.spec import Option, VariantSpec
from raceboard.testing.cases import Case, read_cases
from raceboard.testing.casework import held, seats_of
from raceboard.testing.naive import naive_results
from raceboard.testing.strategies import situations
from raceboard_variants.ludo import LUDO, LUDO_2, LUDO_3
from raceboard_variants.nannon import NANNON
from raceboard_variants.royal_ur import ROYAL_UR
from raceboard_variants.tabula import TABULA
from raceboard_variants.tawula import TAWULA
from raceboard_variants.verquere import VERQUERE

#: What can be seen of a variant.
Sight: TypeAlias = Callable[[VariantSpec], object]

LONG = bool(os.environ.get("RACEBOARD_LONG"))

GAMES = {spec.name: spec for spec in (LUDO, NANNON, ROYAL_UR, TABULA, TAWULA, VERQUERE)}
ALL = (*GAMES.values(), LUDO_2, LUDO_3)

#: Each game as tables may play it: what a hook or another branch of the rules decides is compared too.
TABLES = {
    **{spec.name: spec for spec in ALL},
    "tabula-bell": TABULA.with_rules({"entry.before_half": True, "bear_off.all_home": True}),
    "tabula-hand": TABULA.with_rules({"entry.hand_first": True, "must.max_dice": False}),
    "tawula-shut": TAWULA.with_rules({"formation.way_in": False}),
    "ur-open": ROYAL_UR.with_rules({"rosette.safe": False}),
    "ludo-hits": LUDO.with_rules({"must.hit": True, "lane.jump": False}),
    "ludo-free": LUDO_3.with_rules({"must.enter": False, "must.clear_start": False}),
}


# -- Worked cases ------------------------------------------------------------------------------------------------------


def _cases(name: str) -> tuple[Case, ...]:
    return read_cases(DATA / "family" / f"{name}.yaml")


PAIRS = [(spec, case) for spec in ALL for case in _cases(spec.name)]
CASES = [pytest.param(spec, case, id=f"{spec.name}-{case.id}") for spec, case in PAIRS]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_worked_cases_enough(name: str) -> None:
    """Eight at least, each with a reason."""
    cases = _cases(name)
    assert len(cases) >= 8
    assert all(case.why.endswith(".") for case in cases)


@pytest.mark.parametrize(("spec", "case"), CASES)
def test_the_rules_allow_what_the_case_says_and_nothing_else(spec: VariantSpec, case: Case) -> None:
    """From every seat: what is legal, what is refused by which rule, who throws next and how the game ends."""
    assert len(seats_of(spec, case)) == (1 if spec is LUDO_3 else spec.players)
    held(spec, case)


@pytest.mark.parametrize(("spec", "case"), CASES)
def test_the_naive_enumerator_finds_what_the_case_says(spec: VariantSpec, case: Case) -> None:
    """Both copies of the rules, from every seat."""
    table = spec.with_rules(case.rules)
    for side in seats_of(spec, case):
        start = Position.parse(table, str(case.get("position")), side)
        plays = legal_plays(table, start, side, Roll.parse(str(case.get("roll"))))
        assert set(plays.results) == naive_results(table, start, side, plays.problem.stage)


@pytest.mark.parametrize(
    ("spec", "case"), [one for (_, case), one in zip(PAIRS, CASES, strict=True) if case.get("refused")]
)
def test_what_is_refused_is_refused_in_words(spec: VariantSpec, case: Case) -> None:
    """The verdict has a message; the id of the rule is not all that there is to say."""
    table = spec.with_rules(case.rules)
    plays = legal_plays(table, Position.parse(table, str(case.get("position"))), 0, Roll.parse(str(case.get("roll"))))
    refused = case.get("refused")
    assert isinstance(refused, dict)
    for text, rule in refused.items():
        words = [word.split(" by ") for word in text.split(", ") if " by " in word]
        verdict = plays.refusal([Step(table.layout.index(source), int(die)) for source, die in words])
        assert rule not in str(verdict).partition(": ")[2]


# -- Options: a witness for every value --------------------------------------------------------------------------------


def _start(table: VariantSpec) -> object:
    """Where a game begins."""
    return table.start


def _next_game(table: VariantSpec) -> object:
    """Who begins the game after one that the first seat has begun and the second has ended."""
    if table.finish.goal == "off":
        waiting = "hand" if "hand" in table.layout.reserves else "24"
        text, dice = f"1:1 off:{table.checkers[1] - 1} / {waiting}:{table.checkers[0]}", table.dice.rolls[1]
    else:
        home = "4:1 3:1 2:1 1:1"
        text, dice = f"5:1 4:1 3:1 2:1 / {home} / {home} / hand:4", Roll(4)
    game = Game.resume(table, Position.parse(table, text, 1), 1, roll=dice, starter=0)
    ends = [play for play in game.plays if judge(table, play.result, 1)]
    return game.apply(Played(ends[0])).next_starter()


#: What sees options that no worked case is about.
OTHERS: Mapping[str, Sight] = {"opening.next_game": _next_game, "setup.one_out": _start}


def _values(option: Option) -> Iterator[OptionValue]:
    low, high = option.kind.whole or (1, 0)
    yield from (*option.kind.words, *((True, False) if option.kind.flag else ()), *range(low, (high or 0) + 1))


CHANGES = [
    pytest.param(spec, option, value, id=f"{spec.name}-{option.key}-{value}")
    for spec in GAMES.values()
    for option in spec.options
    for value in _values(option)
    if value != option.default
]


@pytest.mark.parametrize(("spec", "option", "value"), CHANGES)
def test_each_value_of_an_option_has_a_witness(spec: VariantSpec, option: Option, value: OptionValue) -> None:
    """A worked case with it, the start or the next game is another one than with the default."""
    changed = spec.with_rules({option.key: value})
    if option.key in OTHERS:
        assert OTHERS[option.key](changed) != OTHERS[option.key](spec)
        return
    cases = [attrs.evolve(case, rules={}) for case in _cases(spec.name) if case.rules == {option.key: value}]
    for case in cases:
        held(changed, case)
    assert any(_fails(spec, case) for case in cases)


def _fails(spec: VariantSpec, case: Case) -> bool:
    """Does a case come out otherwise?"""
    try:
        held(spec, case)
    except AssertionError:
        return True
    return False


# -- The two copies of the rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=2000 if LONG else 25)
@given(data=st.data())
def test_no_play_is_omitted_or_invented(name: str, data: st.DataObject) -> None:
    """Against the naive enumerator, in positions at random."""
    spec = TABLES[name]
    position, side, stage, context = data.draw(situations(spec))
    plays = legal_plays(spec, position, side, stage, context)
    assert set(plays.results) == naive_results(spec, position, side, stage, context)


# -- Whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_games_of_bots_come_to_an_end(name: str) -> None:
    """Random players and racers; checkers are kept, and the ranking has all who reached the goal, in order."""
    spec = TABLES[name]
    for seed in range(20 if LONG else 2):
        seats = [RacerBot() if seat % 2 else RandomBot(Stream(seed, lane=seat + 1)) for seat in range(spec.players)]
        reached: list[int] = []
        last = Game.start(spec)
        for game in play_on(last, seats, SeededDice(seed)):
            assert all(sum(game.position.counts(side)) == spec.checkers[side] for side in range(spec.players))
            reached += [side for side in game.finished if side not in reached]
            last = game
        assert last.outcome is not None
        assert last.outcome.ranking == tuple(reached)
        assert len(reached) == spec.finish.places


@pytest.mark.parametrize("spec", ALL, ids=[spec.name for spec in ALL])
def test_every_seat_sees_the_same_game(spec: VariantSpec) -> None:
    """What the first seat may play from the start, each other one may; the opening lets each begin."""
    first = [legal_plays(spec, spec.start, 0, roll).results for roll in spec.dice.rolls]
    told = [{result.text(0) for result in results} for results in first]
    faces = [roll.dice[0] for roll in spec.dice.die.rolls]
    for side in range(spec.players):
        plays = [legal_plays(spec, spec.start, side, roll).results for roll in spec.dice.rolls]
        assert [{result.text(side) for result in results} for results in plays] == told
        dice = [faces[0]] * spec.players
        dice[side] = faces[-1]
        assert Game.start(spec).apply(OpeningRolled(tuple(dice))).starter == side


@pytest.mark.parametrize("spec", ALL, ids=[spec.name for spec in ALL])
def test_each_says_what_it_is(spec: VariantSpec) -> None:
    """A title, one line about the rules, sources, and who starts the next game as an option."""
    assert spec.title
    assert 20 < len(spec.summary) < 120
    assert "\n" not in spec.summary
    assert any("variants.md part 2" in source for source in spec.sources)
    assert spec.option("opening.next_game").default == spec.opening.next_game
    assert spec == spec.with_rules({option.key: option.default for option in spec.options})


# -- Ludo --------------------------------------------------------------------------------------------------------------


def test_four_players_come_to_a_ranking_of_three() -> None:
    """The game goes on until one is left; who came first has won, in a session too."""
    session = Session.start(Ruleset.of(LUDO, "casual", {}))
    dice = SeededDice(11)
    while session.result is None:
        session = session.apply(session_action(session, [RacerBot()] * 4, dice))
    outcome = session.game.outcome
    assert outcome is not None
    assert len(set(outcome.ranking)) == 3
    assert session.score == tuple(int(side == outcome.ranking[0]) for side in range(4))


@pytest.mark.parametrize(("spec", "gaps"), [(LUDO, [10, 10, 10, 10]), (LUDO_3, [10, 10, 20]), (LUDO_2, [20, 20])])
def test_players_start_where_the_board_of_four_has_its_corners(spec: VariantSpec, gaps: Sequence[int]) -> None:
    """Two sit opposite, a third one between them; from one start to the next there are so many fields."""
    start = spec.region("start").low
    for side, gap in enumerate(gaps):
        following = (side + 1) % spec.players
        assert spec.track.cross(following, side, start) == start - gap
    lanes = [{spec.track.paths[side][index - 1] for index in range(1, 5)} for side in range(spec.players)]
    assert all(not one & other for one, other in combinations(lanes, 2))


def test_one_checker_may_begin_on_the_starting_field() -> None:
    """Then nobody needs a six for the first move."""
    table = LUDO.with_rules({"setup.one_out": True})
    assert table.start.text() == " / ".join(["hand:3 44:1"] * 4)
    assert [str(play) for play in legal_plays(table, table.start, 0, Roll(4))] == ["44/40"]


def test_who_is_in_the_lane_with_all_is_out_of_the_turns() -> None:
    """The six that brings the last one home gives no throw, and the others play on without him."""
    home = Position.parse(LUDO, "7:1 4:1 3:1 2:1 / hand:4 / hand:4 / hand:4")
    game = Game.resume(LUDO, home, 0, roll=Roll(6))
    game = game.apply(Played(game.plays[0]))
    assert (game.finished, game.to_act) == ((0,), 1)
    for side in (1, 2, 3):
        assert game.to_act == side
        for _ in range(3):
            game = game.apply(Rolled(Roll(1)))
            game = game.apply(Played(game.plays[0]))
    assert game.to_act == 1
