"""Rulings at a real table: who decides between what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest
import yaml

from case_tools import DATA
from raceboard.registry import Registry
from raceboard.ruleset import Context, Key, Ruleset
from raceboard.ruleset.sections import SECTIONS
from raceboard.ruleset_file import Source, load_ruleset
from raceboard.ruling import (
    CockedRoll,
    Decider,
    DieOnChecker,
    IllegalPlay,
    IncompletePlay,
    MissingChecker,
    PrematureRoll,
    Remedy,
    Ruling,
    SetupError,
    Situation,
    TakeBack,
    TouchedDie,
    TurnEnd,
    ruling,
)
from raceboard_variants.backgammon import BACKGAMMON

REGISTRY = Registry.load()
CASES = [
    case
    for case in yaml.safe_load((DATA / "cube_cases.yaml").read_text(encoding="utf-8"))["cases"]
    if case.get("kind") == "table"
]

THROWS = (CockedRoll(), DieOnChecker(), TouchedDie(), PrematureRoll())
#: Every situation, with the facts that decide.
SITUATIONS: tuple[Situation, ...] = (
    *THROWS,
    *(TakeBack(last) for last in TurnEnd),
    *(IllegalPlay(opponent_acted=acted) for acted in (False, True)),
    *(IncompletePlay(opponent_acted=acted) for acted in (False, True)),
    *(SetupError(rolls) for rolls in range(7)),
    MissingChecker(),
)

#: The situations as the cases call them.
NAMED: Mapping[str, Situation] = {
    "cocked_roll": CockedRoll(),
    "die_on_checker": DieOnChecker(),
    "touched_die": TouchedDie(),
    "premature_roll": PrematureRoll(),
    "illegal_play": IllegalPlay(opponent_acted=False),
    "incomplete_play": IncompletePlay(opponent_acted=False),
    "missing_checker": MissingChecker(),
}

KEYS = SECTIONS["table"].keys


def at_table(**toggles: object) -> Ruleset:
    """A real table; what is not said is as by default."""
    return Ruleset.of(BACKGAMMON, "match", {"table": toggles or {"move_final": "dice_lifted"}})


def values(key: Key) -> tuple[object, ...]:
    """The words that a key takes, or some numbers of which the first is the default."""
    return key.kind.words or (5, 2, 3, 6)


TABLES = {f"{key.name}={value}": at_table(**{key.name: value}) for key in KEYS for value in values(key)}


def rulings(rules: Ruleset) -> tuple[Ruling, ...]:
    """The ruling on every situation."""
    return tuple(ruling(rules, situation) for situation in SITUATIONS)


# ------------------------------------------------------------------------------------------------ the worked cases


def _rules(case: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a case: a shipped one with what the case changes."""
    body = {"raceboard": 1, "name": "case", "extends": case["extends"], **case.get("rules", {})}
    return load_ruleset(Source("case.yaml", yaml.safe_dump(body)), REGISTRY)


def _situation(case: Mapping[str, Any]) -> Situation:
    facts = case.get("with", {})
    if case["situation"] == "setup_error":
        return SetupError(**facts)
    return IllegalPlay(**facts) if facts else NAMED[case["situation"]]


def test_all_worked_cases_of_tables_are_here() -> None:
    """None is left out."""
    assert len(CASES) == 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_ruling_agrees_with_the_worked_case(case: Mapping[str, Any]) -> None:
    """Who decides, between what in which order, and what the players may still do."""
    found = ruling(_rules(case), _situation(case))
    facts = {
        "decides": found.decides,
        "options": list(found.options),
        "may_still_double": found.may_still_double,
        "mover_may_revise": found.mover_may_revise,
    }
    assert {key: facts[key] for key in case["expect"]} == case["expect"]


# ------------------------------------------------------------------------------------------------ every toggle


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_value_of_every_toggle_has_a_witness(key: Key) -> None:
    """No two values of a toggle give the same rulings in all situations."""
    tables = {rulings(at_table(**{key.name: value})) for value in values(key)}
    assert len(tables) == len(values(key)) > 1


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_toggle_rules_only_the_situations_that_name_it(key: Key) -> None:
    """The others stay as they are by default, but that an incomplete play may be an illegal one."""
    usual = rulings(at_table())
    changed = {
        situation.toggle
        for value in values(key)
        for situation, found, before in zip(SITUATIONS, rulings(at_table(**{key.name: value})), usual, strict=True)
        if found != before
    }
    assert changed == ({"illegal_play", "incomplete_play"} if key.name == "illegal_play" else {key.name})


def test_what_is_not_said_is_ruled_as_by_default() -> None:
    """A table that is on and says one thing has the first value of each other toggle."""
    defaults = at_table(**{key.name: key.defaults["match"] for key in KEYS})
    assert rulings(at_table()) == rulings(defaults)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_somebody_decides_exactly_when_there_is_something_to_choose(rules: Ruleset) -> None:
    """One option needs nobody, and options are told apart."""
    for found in rulings(rules):
        assert (found.decides is Decider.NOBODY) == (len(found.options) == 1)
        assert len(set(found.options)) == len(found.options) > 0


def test_every_remedy_and_every_decider_comes_up_somewhere() -> None:
    """No word is there that no table uses."""
    found = [one for rules in TABLES.values() for one in rulings(rules)]
    assert {option for one in found for option in one.options} == set(Remedy)
    assert {one.decides for one in found} == set(Decider)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_throw_ends_the_right_to_double_and_nothing_else_does(rules: Ruleset) -> None:
    """Whether it counts or must be made again."""
    assert {situation for situation in SITUATIONS if not ruling(rules, situation).may_still_double} == set(THROWS)


@pytest.mark.parametrize("context", get_args(Context))
def test_a_table_rules_alike_in_every_context(context: Context) -> None:
    """Money, match and friendly games have the same toggles with the same defaults."""
    assert rulings(Ruleset.of(BACKGAMMON, context, {"table": {"move_final": "dice_lifted"}})) == rulings(at_table())


# ------------------------------------------------------------------------------------------------ readings


@pytest.mark.parametrize("value", ["cocked", "valid"])
def test_a_die_that_does_not_lie_flat_never_counts(value: str) -> None:
    """Only the die flat on a checker is a matter of the table."""
    assert ruling(at_table(dice_on_checker=value), CockedRoll()).options == (Remedy.REROLL_BOTH,)


@pytest.mark.parametrize("value", ["opponent_chooses", "stands", "void"])
def test_who_is_still_on_turn_may_revise_after_a_premature_roll(value: str) -> None:
    """The turn has not ended, whatever becomes of the roll."""
    assert ruling(at_table(premature_roll=value), PrematureRoll()).mover_may_revise


@pytest.mark.parametrize(
    ("final", "open_after"),
    [
        ("dice_lifted", []),
        ("clock_pressed", [TurnEnd.DICE_LIFTED]),
        ("opponent_rolled", [TurnEnd.DICE_LIFTED, TurnEnd.CLOCK_PRESSED]),
    ],
)
def test_a_play_may_be_taken_back_until_the_act_that_makes_it_final(final: str, open_after: list[TurnEnd]) -> None:
    """From then on it stands."""
    found = {last: ruling(at_table(move_final=final), TakeBack(last)) for last in TurnEnd}
    assert [last for last in TurnEnd if found[last].mover_may_revise] == open_after
    assert {found[last].options for last in TurnEnd if last not in open_after} == {(Remedy.STANDS,)}


@pytest.mark.parametrize("illegal", ["legal_moves", "responsible_moves"])
@pytest.mark.parametrize("acted", [False, True])
def test_an_incomplete_play_is_an_illegal_one_by_default(illegal: str, acted: bool) -> None:
    """It is ruled as the table rules those."""
    rules = at_table(illegal_play=illegal)
    assert ruling(rules, IncompletePlay(opponent_acted=acted)) == ruling(rules, IllegalPlay(opponent_acted=acted))


@pytest.mark.parametrize("incomplete", ["as_illegal", "opponent_may_deny"])
@pytest.mark.parametrize("illegal", ["legal_moves", "responsible_moves"])
def test_what_is_noticed_too_late_stands(incomplete: str, illegal: str) -> None:
    """Under every toggle, once the opponent has thrown or doubled."""
    rules = at_table(incomplete_play=incomplete, illegal_play=illegal)
    for situation in (IllegalPlay(opponent_acted=True), IncompletePlay(opponent_acted=True)):
        assert ruling(rules, situation) == Ruling(Decider.NOBODY, (Remedy.STANDS,))


@pytest.mark.parametrize("before", [2, 3, 5, 8])
def test_a_wrong_set_up_is_put_right_before_the_roll_that_the_table_names(before: int) -> None:
    """From that roll on both must agree."""
    found = [ruling(at_table(setup_fix_before_roll=before), SetupError(rolls)).decides for rolls in range(10)]
    assert found == [Decider.NOBODY] * before + [Decider.BOTH] * (10 - before)


# ------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize("situation", SITUATIONS, ids=repr)
@pytest.mark.parametrize("context", get_args(Context))
def test_at_a_strict_table_nothing_can_happen(context: Context, situation: Situation) -> None:
    """Only legal actions are accepted there, so asking is the host's mistake."""
    with pytest.raises(ValueError, match=rf"{type(situation).__name__} cannot happen .* table: strict"):
        ruling(Ruleset.of(BACKGAMMON, context), situation)


def test_facts_that_cannot_be_are_refused() -> None:
    """Rolls are counted from 0 up, and a turn ends by the acts that are listed."""
    with pytest.raises(ValueError, match="rolls_made"):
        SetupError(-1)
    with pytest.raises(ValueError, match="dice_dropped"):
        TakeBack("dice_dropped")
