"""The cousins of backgammon play as their sources say: cases worked by hand, both copies of the rules, whole games.

With RACEBOARD_LONG=1 more positions are tried and more games played.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import attrs
import pytest
from hypothesis import assume, given, settings

from case_tools import DATA, steps
from game_tools import before_the_last_step
from raceboard.action import OpeningRolled, Played
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Step
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.program import Stage
from raceboard.spec import Reserve, VariantSpec
from raceboard.testing.cases import Case, read_cases
from raceboard.testing.casework import held, seats_of
from raceboard.testing.naive import naive_plays, naive_results
from raceboard.testing.strategies import Situation, situations
from raceboard_variants.american_acey_deucey import AMERICAN_ACEY_DEUCEY
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.dutch import DUTCH
from raceboard_variants.european_acey_deucey import EUROPEAN_ACEY_DEUCEY
from raceboard_variants.longgammon import LONGGAMMON
from raceboard_variants.misere import MISERE
from raceboard_variants.portes import PORTES
from raceboard_variants.russian import RUSSIAN
from raceboard_variants.snake import SNAKE
from raceboard_variants.tavla import TAVLA

FAMILY = (
    LONGGAMMON,
    SNAKE,
    DUTCH,
    MISERE,
    PORTES,
    TAVLA,
    RUSSIAN,
    AMERICAN_ACEY_DEUCEY,
    EUROPEAN_ACEY_DEUCEY,
)
SPECS = {spec.name: spec for spec in FAMILY}

#: Tables at which legal plays are others than with the defaults.
TABLES = {
    "dutch, free": DUTCH.with_rules({"entry.hand": "free"}),
    "portes, hit and run": PORTES.with_rules({"hit.and_run": True}),
    "russian, after two": RUSSIAN.with_rules({"entry.hand": "after_two"}),
    "russian, free": RUSSIAN.with_rules({"entry.hand": "free"}),
    "russian, bonus after entry": RUSSIAN.with_rules({"program.bonus": "after_entry"}),
}
LONG = bool(os.environ.get("RACEBOARD_LONG"))
TRIES = 400 if LONG else 10
GAMES = 20 if LONG else 1

CASES = [(SPECS[name], case) for name in SPECS for case in read_cases(DATA / "family" / f"{name}.yaml")]


# -- Cases worked by hand ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "case"), CASES, ids=[case.id for _, case in CASES])
def test_the_case_is_answered_as_it_was_worked_out(spec: VariantSpec, case: Case) -> None:
    """From every seat that it is about."""
    held(spec, case)


@pytest.mark.parametrize("name", SPECS)
def test_every_cousin_has_cases_with_a_reason_and_a_source(name: str) -> None:
    """Eight or more, for the start and for what makes the game another one."""
    cases = [case for spec, case in CASES if spec.name == name]
    assert len(cases) >= 8
    assert all(case.why.endswith(".") for case in cases)


def test_the_cases_of_a_symmetric_game_are_played_from_both_seats() -> None:
    """Snake alone has seats that differ."""
    seats = {spec.name: {seats_of(spec, case) for one, case in CASES if one is spec} for spec in FAMILY}
    assert {name for name, found in seats.items() if found != {(0, 1)}} == {"snake"}
    assert seats["snake"] == {(0,), (1,), (0, 1)}


@pytest.mark.parametrize(("spec", "case"), CASES, ids=[case.id for _, case in CASES])
def test_the_meaning_of_the_rules_agrees_with_the_case(spec: VariantSpec, case: Case) -> None:
    """The naive enumerator finds what the generator finds for the first stage of each case."""
    table = spec.with_rules(case.rules)
    for side in seats_of(table, case):
        start = table.start if case.get("position") is None else Position.parse(table, str(case.get("position")), side)
        if case.get("roll") is None:
            continue
        game = Game.resume(table, start, side, roll=Roll.parse(str(case.get("roll"))))
        stages = game.stages if game.choice is None else game.choice.chosen("1-1")
        plays = legal_plays(table, start, side, stages[0])
        assert set(plays.results) == naive_results(table, start, side, stages[0])


# -- Both copies of the rules ------------------------------------------------------------------------------------------


def _try(spec: VariantSpec, check: Callable[[VariantSpec, Situation], None]) -> None:
    """Check a variant in many situations."""

    @settings(max_examples=TRIES)
    @given(situations(spec))
    def attempt(situation: Situation) -> None:
        check(spec, situation)

    attempt()


def _same(spec: VariantSpec, situation: Situation) -> None:
    plays = legal_plays(spec, *situation)
    assert set(plays.results) == naive_results(spec, *situation)
    lines = naive_plays(spec, *situation)
    assume(len(lines) <= 100)
    assert all(plays.accepts(line.steps) for line in lines)


@pytest.mark.parametrize("name", [*SPECS, *TABLES])
def test_the_generator_finds_what_the_rules_mean(name: str) -> None:
    """No result is missing, none is invented, and every order of steps is accepted."""
    _try({**SPECS, **TABLES}[name], _same)


@pytest.mark.parametrize("name", SPECS)
def test_games_end_and_lose_no_checker(name: str) -> None:
    """Played at random, choices too."""
    for number in range(GAMES):
        bots = [RandomBot(Stream(seed=3, game=number, lane=side + 1)) for side in (0, 1)]
        course = list(play_on(Game.start(SPECS[name]), bots, SeededDice(seed=3, game=number), limit=20_000))
        assert {sum(game.position.counts(side)) for game in course for side in (0, 1)} == {15}
        assert course[-1].outcome is not None


# -- What makes the games others ---------------------------------------------------------------------------------------


def test_an_own_checker_must_be_home_before_the_step_that_hits() -> None:
    """8/4 and then 8/3*, not the other way round, although both lead to the same position."""
    plays = legal_plays(DUTCH, Position.parse(DUTCH, "8:15 / 24:14 22:1"), 0, Roll(5, 4))
    assert plays.accepts(steps(DUTCH, "8/4 8/3*"))
    assert not plays.accepts(steps(DUTCH, "8/3* 8/4"))
    assert plays.refusal(steps(DUTCH, "8/3* 8/4")).rule == "hit.early"


def test_a_checker_that_has_hit_at_home_is_not_the_one_that_moves_on() -> None:
    """The second checker must have come before one goes on; what is refused says so with its own rule."""
    plays = legal_plays(TAVLA, Position.parse(TAVLA, "6:2 off:13 / 21:1 off:14"), 0, Roll(2, 2))
    assert plays.accepts(steps(TAVLA, "6/4* 6/4 4/2 2/off"))
    assert plays.refusal(steps(TAVLA, "6/4* 4/2")).rule == "hit.and-run"
    assert plays.refusal(steps(TAVLA, "6/4* 6/4 4/2 4/2")).rule == "hit.and-run"


def test_of_two_reserves_that_come_first_the_first_declared_goes_before_the_other() -> None:
    """The bar before the hand; both copies of the rules say so, and the refusal names the bar."""
    start = Position.parse(DUTCH, "bar:1 hand:2 24:12 / 24:15")
    plays = legal_plays(DUTCH, start, 0, Roll(6, 1))
    assert {line.steps[0].source for line in naive_plays(DUTCH, start, 0, Stage(0, (6, 1), Roll(6, 1)))} == {25}
    refusal = plays.refusal([Step(26, 1)])
    assert (refusal.rule, refusal.parameters["reserve"]) == ("entry.first", "bar")


def test_a_reserve_may_hold_some_checkers_while_others_move() -> None:
    """Three wait, two may: one enters before anything else moves."""
    waiting = (Reserve("bar"), Reserve("hand", waiting=2))
    spec = attrs.evolve(DUTCH, name="two-wait", entry=waiting)
    three, two = (Position.parse(spec, f"hand:{number} 13:{15 - number} / hand:15") for number in (3, 2))
    assert {line.steps[0].source for line in naive_plays(spec, three, 0, Stage(0, (6, 1), Roll(6, 1)))} == {26}
    assert {step.source for step in legal_plays(spec, three, 0, Roll(6, 1)).next_steps()} == {26}
    assert {step.source for step in legal_plays(spec, two, 0, Roll(6, 1)).next_steps()} == {26, 13}


@pytest.mark.parametrize("spec", [AMERICAN_ACEY_DEUCEY, EUROPEAN_ACEY_DEUCEY], ids=lambda spec: str(spec.name))
def test_1_2_asks_for_a_double_in_the_opening_too(spec: VariantSpec) -> None:
    """Where the single dice make the first roll."""
    table = spec.with_rules({"opening.mode": "single_dice"})
    game = Game.start(table).apply(OpeningRolled((1, 2)))
    assert (game.phase, game.on_roll) == (Phase.CHOOSING, 1)
    assert Game.start(spec).apply(OpeningRolled((1, 2))).phase is Phase.START


#: How a game opens, and who starts the one after it.
OPENINGS = {
    "longgammon": ("single_dice", "roll"),
    "snake": ("single_dice", "roll"),
    "dutch": ("two_dice", "roll"),
    "misere": ("single_dice", "roll"),
    "portes": ("two_dice", "winner"),
    "tavla": ("two_dice", "winner"),
    "russian": ("single_dice", "roll"),
    "american-acey-deucey": ("two_dice", "roll"),
    "european-acey-deucey": ("two_dice", "roll"),
}


@pytest.mark.parametrize("name", SPECS)
def test_a_game_opens_as_its_sources_say(name: str) -> None:
    """With the numbers of the single dice, or with another throw; the next one with a new opening or by the winner."""
    spec, (mode, following) = SPECS[name], OPENINGS[name]
    opened = Game.start(spec).apply(OpeningRolled((1, 6)))
    assert opened.on_roll == 1
    assert opened.roll == (Roll(6, 1) if mode == "single_dice" else None)
    thrown = before_the_last_step(spec, "12:15", side=1)
    over = _with(thrown, Roll(6, 1))
    assert over.outcome is not None
    assert over.next_starter() == (over.outcome.winner if following == "winner" else None)


def _with(game: Game, roll: Roll) -> Game:
    """The game after a roll and its first play."""
    thrown = Game.resume(game.spec, game.position, game.on_roll or 0, roll=roll)
    return thrown.apply(Played(thrown.plays[0]))


def test_tavla_and_portes_have_no_cube_and_the_others_have() -> None:
    """Russian backgammon has none either."""
    assert {spec.name for spec in FAMILY if not spec.cube} == {"portes", "tavla", "russian"}


@pytest.mark.parametrize("name", SPECS)
def test_a_cousin_says_what_it_is(name: str) -> None:
    """A title, a rule in one line that is its own, and sources."""
    spec = SPECS[name]
    assert spec.title
    assert spec.sources
    assert spec.summary.endswith(".")
    assert len(spec.summary) <= 120
    assert spec.summary not in [other.summary for other in (BACKGAMMON, *FAMILY) if other is not spec]
