"""The parallel and pinning games play as their sources say: worked cases, both copies of the rules, whole games.

With RACEBOARD_LONG=1 more positions are tried and more games played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings

from case_tools import DATA
from raceboard.action import OpeningRolled, Played, Rolled
from raceboard.bots import RacerBot, RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.option import OptionValue
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.sheet import rule_sheet
from raceboard.spec import VariantSpec
from raceboard.testing.cases import Case, read_cases
from raceboard.testing.casework import held, seats_of
from raceboard.testing.naive import naive_plays, naive_results
from raceboard.testing.strategies import Situation, situations
from raceboard_variants.fevga import FEVGA
from raceboard_variants.gioul import GIOUL
from raceboard_variants.gul_bara import GUL_BARA
from raceboard_variants.jacquet import JACQUET
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.mahbusa import MAHBUSA
from raceboard_variants.moultezim import MOULTEZIM
from raceboard_variants.plakoto import PLAKOTO
from raceboard_variants.ses_bes import SES_BES
from raceboard_variants.tapa import TAPA

FAMILY = (PLAKOTO, TAPA, MAHBUSA, FEVGA, MOULTEZIM, SES_BES, GUL_BARA, GIOUL, JACQUET)
SPECS = {spec.name: spec for spec in FAMILY}

_Rules = Mapping[str, OptionValue]

#: Tables at which legal plays are others than with the defaults.
_TABLES: tuple[tuple[VariantSpec, _Rules], ...] = (
    (PLAKOTO, {"must.max_dice": False}),
    (MAHBUSA, {"gate.target": 6, "mother": "none"}),
    (FEVGA, {"hold.quarters": "both", "hold.check": "end_of_turn"}),
    (FEVGA, {"wall.open": "start"}),
    (FEVGA, {"hold.check": "end_of_turn", "must.max_dice": False}),
    (MOULTEZIM, {"hold.check": "end_of_turn"}),
    (MOULTEZIM, {"hold.region": "own_home"}),
    (GUL_BARA, {"head.limit": 1, "wall": "opponent_past", "bear_off.overshoot": "exact"}),
    (GIOUL, {"track.paths": "parallel"}),
    (JACQUET, {"rules_of": "moulidars"}),
)
TABLES = {
    f"{spec.name}: {', '.join(f'{key} {value}' for key, value in rules.items())}": spec.with_rules(rules)
    for spec, rules in _TABLES
}

LONG = bool(os.environ.get("RACEBOARD_LONG"))
TRIES = 400 if LONG else 6
GAMES = 20 if LONG else 1

#: More orders of steps than this are not compared one by one.
MOST_PATHS = 100

CASES = [(SPECS[name], case) for name in SPECS for case in read_cases(DATA / "family" / f"{name}.yaml")]
by_case = pytest.mark.parametrize(("spec", "case"), CASES, ids=[case.id for _, case in CASES])
by_name = pytest.mark.parametrize("name", SPECS)


# -- Cases worked by hand ----------------------------------------------------------------------------------------------


@by_case
def test_the_case_is_answered_as_it_was_worked_out(spec: VariantSpec, case: Case) -> None:
    """From both seats."""
    assert seats_of(spec, case) == (0, 1)
    held(spec, case)


@by_case
def test_the_meaning_of_the_rules_agrees_with_the_case(spec: VariantSpec, case: Case) -> None:
    """The naive enumerator finds what the generator finds for the first stage."""
    table = spec.with_rules(case.rules)
    for side in seats_of(table, case):
        start = table.start if case.get("position") is None else Position.parse(table, str(case.get("position")), side)
        game = Game.resume(table, start, side, roll=Roll.parse(str(case.get("roll"))))
        assert set(game.plays.results) == naive_results(table, start, side, game.stages[0], game.context)


@by_name
def test_every_game_has_cases_with_a_reason(name: str) -> None:
    """Eight or more."""
    cases = [case for spec, case in CASES if spec.name == name]
    assert len(cases) >= 8
    assert all(case.why.endswith(".") for case in cases)


def _values(spec: VariantSpec) -> Iterator[tuple[str, OptionValue]]:
    """The words and flags of the options that a flagship does not declare; test_options has the witnesses of those."""
    flagship = {option.key for option in LONG_NARDY.options}
    for option in spec.options:
        values: tuple[OptionValue, ...] = (*option.kind.words, True, False)
        for value in values:
            if option.key not in flagship and value != option.default and not option.kind.problem(value):
                yield option.key, value


@by_name
def test_every_own_word_of_an_option_has_a_case_that_needs_it(name: str) -> None:
    """With the default the case comes out otherwise."""
    spec = SPECS[name]
    for key, value in _values(spec):
        needing = [case for one, case in CASES if one is spec and case.rules.get(key) == value and _needs(spec, case)]
        assert needing or (name, key) in _ELSEWHERE, f"{name}: {key} {value}"


#: Shown by a cousin: what the option does is the same code.
_ELSEWHERE = {("moultezim", "gate.target")}


def _needs(spec: VariantSpec, case: Case) -> bool:
    """Does a case fail when its options are left as they are?"""
    without = Case(case.file, case.id, case.why, case.source, case.said, {})
    try:
        held(spec, without)
    except Exception:  # a position of another shape is an answer too
        return True
    return False


# -- Both copies of the rules ------------------------------------------------------------------------------------------


def _same(spec: VariantSpec, situation: Situation) -> None:
    plays = legal_plays(spec, *situation)
    assert set(plays.results) == naive_results(spec, *situation)
    lines = naive_plays(spec, *situation)
    assert all(plays.accepts(line.steps) for line in lines[:MOST_PATHS])


@pytest.mark.parametrize("name", [*SPECS, *TABLES])
def test_the_generator_finds_what_the_rules_mean(name: str) -> None:
    """No result is missing, none is invented, and every order of steps is accepted."""
    spec = {**SPECS, **TABLES}[name]

    @settings(max_examples=TRIES)
    @given(situations(spec))
    def attempt(situation: Situation) -> None:
        _same(spec, situation)

    attempt()


# -- Whole games -------------------------------------------------------------------------------------------------------


@by_name
def test_games_end_and_lose_no_checker(name: str) -> None:
    """Played at random."""
    spec = SPECS[name]
    for number in range(GAMES):
        bots = [RandomBot(Stream(seed=5, game=number, lane=side + 1)) for side in (0, 1)]
        course = list(play_on(Game.start(spec), bots, SeededDice(seed=5, game=number), limit=5000))
        assert {sum(game.position.counts(side)) for game in course for side in (0, 1)} == {15}
        assert course[-1].is_over


#: How a game begins and who begins the next one (DECISIONS 19).
BEGINNINGS = {
    "plakoto": ("two_dice", "winner"),
    "tapa": ("two_dice", "winner"),
    "mahbusa": ("two_dice", "winner"),
    "fevga": ("two_dice", "winner"),
    "moultezim": ("two_dice", "roll"),
    "ses-bes": ("single_dice", "roll"),
    "gul-bara": ("two_dice", "winner"),
    "gioul": ("two_dice", "winner"),
    "jacquet": ("two_dice", "roll"),
}


@by_name
def test_the_higher_die_begins_and_the_winner_or_a_new_die_begins_the_next(name: str) -> None:
    """With a throw of its own, but for Ses-Bes, where the two dice are the first throw."""
    mode, following = BEGINNINGS[name]
    game = Game.start(SPECS[name]).apply(OpeningRolled((2, 5)))
    assert (game.on_roll, game.phase) == (1, Phase.START if mode == "two_dice" else Phase.MOVING)
    last = Game.resume(SPECS[name], Position.parse(SPECS[name], "1:1 off:14 / 2:15"), 0, starter=1)
    thrown = last.apply(Rolled(Roll(2, 1)))
    over = thrown.apply(Played(thrown.plays[0]))
    assert over.next_starter() == (0 if following == "winner" else None)


def test_a_turn_has_twenty_four_steps_after_one_one() -> None:
    """All six stages are played, and the same player plays them (variants.md 2.4)."""
    start = Position.parse(GUL_BARA, "24:15 / 1:15")
    game = Game.resume(GUL_BARA, start, 0, turns=(4, 3), roll=Roll(1, 1))
    made, stages = 0, 0
    while game.on_roll == 0 and game.phase is Phase.MOVING:
        play = game.plays[0]
        made, stages = made + len(play.steps), stages + 1
        game = game.apply(Played(play))
    assert (made, stages) == (24, 6)
    assert GUL_BARA.pips(start, 0) - GUL_BARA.pips(game.position, 0) == 4 * 21


def test_what_is_owed_is_the_opponents_before_he_throws() -> None:
    """He plays another's dice, in stages, and his own turn follows (DECISIONS 4)."""
    game = Game.resume(GIOUL, Position.parse(GIOUL, "24:1 off:14 / 7:1 5:1 off:13"), 0, roll=Roll(4, 4))
    owing = game.apply(Played(game.plays[0]))
    assert owing.owed
    assert [stage.dice for stage in owing.stages] == [(4,) * 4, (5,) * 4, (6,) * 4]
    done = owing.apply(Played(owing.plays[0]))
    assert (done.phase, done.on_roll, done.owed) == (Phase.START, 1, False)


def test_a_pinned_mother_counts_in_a_match() -> None:
    """Two points, told as a win by the mother; a draw gives nobody any."""
    rules = Ruleset.of(PLAKOTO, "match", {"match": {"length": 5}, "cube": "none"})
    won = _pins(rules, "5:1 off:14 / 24:1 off:14")
    assert won.result is not None
    assert (won.result.winner, won.result.level, won.result.points, won.result.how) == (0, "gammon", 2, "mother")
    drawn = _pins(rules, "24:1! 5:1 off:13 / 24:1 1:1 off:13")
    assert drawn.result is not None
    assert (drawn.result.winner, drawn.score) == (None, (0, 0))


def _pins(rules: Ruleset, text: str) -> Session:
    """The session after white has pinned with a four."""
    session = Session.resume(rules, Position.parse(rules.spec, text), on_roll=0)
    thrown = session.apply(Rolled(Roll(4, 3)))
    return thrown.apply(Played(next(play for play in thrown.game.plays if play.result.pins(1)[24])))


def test_a_game_of_mahbusa_may_count_the_checkers_that_are_left() -> None:
    """Those of the loser, which a match to 31 adds up."""
    spec = MAHBUSA.with_rules({"count": "checkers"})
    game = Game.start(spec)
    *_, last = play_on(game, [RacerBot(), RacerBot()], SeededDice(seed=2))
    assert last.outcome is not None
    assert last.outcome.winner is not None
    assert last.outcome.points == 15 - last.position.off(1 - last.outcome.winner)


# -- What people read --------------------------------------------------------------------------------------------------


@by_name
def test_a_game_has_a_title_a_summary_and_sources(name: str) -> None:
    """One line that fits into a list."""
    spec = SPECS[name]
    assert spec.title
    assert spec.sources
    assert spec.summary.endswith(".")
    assert len(spec.summary) <= 110


def _lines(spec: VariantSpec) -> list[str]:
    """The sentences of a game's sheet."""
    sections = [section for section in rule_sheet(spec).sections if section.name in ("moving", "off")]
    return [block for section in sections for block in section.blocks if isinstance(block, str)]


def test_the_sheet_tells_what_is_special() -> None:
    """Regions that are not held in full, and pinned checkers at home; a game without the rule does not speak of it."""
    assert "At most 5 points may be held here: first quarter (points 1-6)." in _lines(FEVGA)
    assert "At most 4 points may be held here: the opponent's starting quarter (points 13-18)." in _lines(MOULTEZIM)
    assert "Nothing is borne off while an own checker lies pinned." in _lines(PLAKOTO)
    assert "Checkers may be borne off while another own one lies pinned." in _lines(TAPA)
    assert not [line for line in _lines(JACQUET) if "pinned" in line or "be held here" in line]
