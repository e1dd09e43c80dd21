"""The words of a rule sheet: whatever a table or a variant may change, changes what is said.

This is what guards against drift: every value of every option, of every key of a ruleset and of every field of a group
has a witness among the sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias

import pytest
from attrs import evolve

from raceboard import Registry, Ruleset, hookimpl, hookspecs, rule_sheet
from raceboard.cube.rule import CubeRule
from raceboard.dice import Chance
from raceboard.errors import ConfigError
from raceboard.option import Kind, OptionValue
from raceboard.ruleset import CONTEXTS, Context, Key, Schema, Value
from raceboard.ruleset.kinds import LevelPoints, NameList, PowerOfTwo, as_text
from raceboard.spec import (
    Again,
    BearOff,
    Count,
    Departure,
    Finish,
    Gate,
    Hold,
    Landing,
    LastTurn,
    Level,
    Limit,
    Opening,
    Program,
    Reserve,
    VariantSpec,
)
from sheet_tools import BACKGAMMON, NARDY, REGISTRY, TABLES, grids, sentences, words
from variants_for_tests import (
    HOOKS,
    RULES,
)

#: A game with every level and a cube, and with no pile of checkers that a stack limit would forbid.
SMALL = REGISTRY.variant("hypergammon")

Body: TypeAlias = Mapping[str, object]


# -- Options -----------------------------------------------------------------------------------------------------------

#: What must hold for an option to be heard of.
NEEDS: Mapping[str, Mapping[str, OptionValue]] = {"last_turn.min_off": {"last_turn.mode": "equalise"}}


def _span(bounds: tuple[int, int | None]) -> range:
    low, high = bounds
    return range(low, (low + 2 if high is None else high) + 1)


def _values(kind: Kind) -> Iterator[OptionValue]:
    """Every value of a kind; of its lists those with one number."""
    yield from kind.words
    yield from (True, False) if kind.flag else ()
    yield from _span(kind.whole) if kind.whole else ()
    yield from ((number,) for number in _span(kind.items)) if kind.items else ()


CHANGES = [
    pytest.param(spec, option.key, option.default, tuple(_values(option.kind)), id=f"{spec.name}-{option.key}")
    for spec in REGISTRY.variants.values()
    for option in spec.options
]


@pytest.mark.parametrize(("spec", "key", "default", "values"), CHANGES)
def test_each_value_of_an_option_has_words_of_its_own(
    spec: VariantSpec, key: str, default: OptionValue, values: Iterable[OptionValue]
) -> None:
    """No two values of an option are told alike, so none of them differs from the default unsaid."""
    base = spec.with_rules(NEEDS.get(key, {}))
    told = {
        value: words(rule_sheet(base.with_rules({key: value}))) for value in {default: None, **dict.fromkeys(values)}
    }
    assert len(set(told.values())) == len(told)


def test_options_that_a_table_has_changed_are_listed_with_their_sources() -> None:
    """Key, value, usual value, source; a table that changes nothing has no such list."""
    (grid,) = grids(rule_sheet(TABLES["azerbaijan"]), "options")
    assert grid.rows == (("head.first.rolls", "[4, 6]", "[3, 4, 6]", "variants.md 1.3; N04 to N12"),)
    assert rule_sheet(TABLES["nardeon"]).section("options") is None
    assert rule_sheet(NARDY).section("options") is None


# -- Settings of the ruleset -------------------------------------------------------------------------------------------

#: What else a ruleset must say for a key to be heard of.
GIVEN: Mapping[str, Body] = {
    "cube.raccoon": {"beaver": True},
    "cube.raccoon_owner": {"beaver": True, "raccoon": True},
    "cube.further_redoubles": {"beaver": True, "raccoon": True},
    "cube.automatic_limit": {"automatic_doubles": "opening_tie"},
    "cube.holland_binds": {"holland": "two_each"},
    "forfeit.on_inactivity": {"inactivity_s": 60},
    "resign.immediate_value": {"mode": "immediate"},
    "clock.reserve_s": {},
    "clock.reserve_s_per_point": {},
    **{f"clock.{name}": {"reserve_s": 100} for name in ("type", "delay_s", "overtime_s", "on_expiry")},
    "clock.deduct_s_per_point_scored": {"reserve_s": 100},
}


def _settings(context: Context, key: Key) -> tuple[Value, ...]:
    """Values that a key takes, some of each sort; only a match can be lost as a whole."""
    kind = key.kind
    if isinstance(kind, Kind):
        return tuple(value for value in _values(kind) if context == "match" or value != "lose_match")
    if isinstance(kind, PowerOfTwo):
        return (*kind.words, 2, 64)
    if isinstance(kind, LevelPoints):
        return ({"single": 5}, {"gammon": 5})
    if isinstance(kind, NameList):
        return (*kind.words, ("money", "match"))
    assert key.path == "scoring.highest"
    return ("single", "gammon", "backgammon")


def _table(context: Context, path: str, value: Value) -> Ruleset:
    section, _, name = path.partition(".")
    body = {section: {**GIVEN.get(path, {}), name: value}} if name else {path: value}
    return Ruleset.of(SMALL, context, body, cube_rules=REGISTRY.cube_rules)


KEYS = [
    pytest.param(context, key, id=f"{context}-{key.path}")
    for section in Schema.of(REGISTRY.cube_rules).sections.values()
    for key in section.keys
    for context in CONTEXTS
    if context in key.defaults and len(_settings(context, key)) > 1
]


@pytest.mark.parametrize(("context", "key"), KEYS)
def test_each_value_of_a_setting_has_words_of_its_own(context: Context, key: Key) -> None:
    """No two are told alike, and none by the English words of the reference."""
    tables = {as_text(value): _table(context, key.path, value) for value in _settings(context, key)}
    sheets = {value: rule_sheet(table) for value, table in tables.items()}
    assert len({words(sheet) for sheet in sheets.values()}) == len(sheets)
    assert not any(key.doc in sheet.text() for sheet in sheets.values())


@pytest.mark.parametrize("context", CONTEXTS)
def test_sections_that_are_switched_off_are_told(context: Context) -> None:
    """A table without a cube, without a clock, or where only legal actions exist, is another table."""
    schema = Schema.of(REGISTRY.cube_rules)
    for section in schema.sections.values():
        if section.off and context in section.contexts:
            plain = words(rule_sheet(_table(context, section.name, section.off)))
            given = {"clock": {"clock": {"reserve_s": 60}}}.get(section.name, {section.name: {}})
            on = Ruleset.of(SMALL, context, given, cube_rules=REGISTRY.cube_rules)
            assert words(rule_sheet(on)) != plain


def test_the_length_of_the_match_is_told_and_multiplied_by() -> None:
    """The host's length goes before the ruleset's, and the reserve of the clock follows from it."""
    usual, short = (rule_sheet(TABLES["usbgf-match"], length=length) for length in (None, 5))
    assert sentences(usual, "match") == ("Whoever has 7 points first wins the match.",)
    assert sentences(short, "match") == ("Whoever has 5 points first wins the match.",)
    assert "To 7 points that is 14:00 (minutes:seconds) for each player." in sentences(usual, "clock")
    assert "To 5 points that is 10:00 (minutes:seconds) for each player." in sentences(short, "clock")
    open_ = rule_sheet(TABLES["match"])
    assert sentences(open_, "match") == ("Whoever first has the agreed number of points wins the match.",)


def test_a_length_that_no_match_has_is_refused() -> None:
    """One that the ruleset forbids, one where nothing is played to a length, one for a variant alone."""
    with pytest.raises(ConfigError, match="1, 3, 5, 7"):
        rule_sheet(TABLES["points-match-no-cube"], length=4)
    with pytest.raises(ValueError, match="leave length out"):
        rule_sheet(TABLES["money"], length=5)
    with pytest.raises(ValueError, match="give a match ruleset, or leave length out"):
        rule_sheet(BACKGAMMON, length=5)


class _Patience(CubeRule):
    """A stranger's rule, with a number and a flag."""

    name = "patience"
    keys = (
        Key("cube.patience", Kind(whole=(0, None)), "Own throws before a double.", {"money": 0}, neutral=0),
        Key("cube.second_cube", Kind(flag=True), "There are two cubes.", {"money": False}, neutral=False),
    )


class _Plugin:
    @hookimpl
    def raceboard_register_cube_rules(self, register: hookspecs.RegisterCubeRule) -> None:
        register(_Patience())


def test_a_rule_of_somebody_else_is_told_in_its_own_words() -> None:
    """In force: its name, its value and what it says of itself; else among those that are not."""
    registry = Registry.load([("patient", _Plugin())])
    off, on = (
        sentences(rule_sheet(Ruleset.of(BACKGAMMON, "money", body, cube_rules=registry.cube_rules)), "cube")
        for body in ({}, {"cube": {"patience": 3}})
    )
    assert "patience: 3. Own throws before a double." in on
    assert not any("patience:" in sentence for sentence in off)
    idle = [next(one for one in told if one.startswith("Not in force at this table: ")) for told in (off, on)]
    assert ["patience" in one for one in idle] == [True, False]
    assert all("second cube" in one for one in idle)


# -- Groups of a spec --------------------------------------------------------------------------------------------------


#: The small game of the tests with some groups changed.
_short = partial(evolve, RULES[0])


def _groups() -> Iterator[VariantSpec]:
    """The small game with one field of one group changed at a time, or with two where one alone says nothing."""
    for again in (Again(dice=(6,)), Again(doubles=True), Again(landing=("home",)), Again(completed=True)):
        yield _short(program=Program(again=again))
        yield _short(program=Program(again=evolve(again, limit=2)))
    yield from (_short(program=Program(again=Again(tries=tries))) for tries in (2, 3))
    yield _short(program=Program(doubles=3))
    yield _short(program=Program(complement=True))
    yield from (_short(program=Program(cascade_from=turn)) for turn in (1, 2))
    yield _short(program=Program(leftover="owed"))
    yield from (_short(landing=Landing(**{name: value})) for name, value in LANDINGS)
    yield from (_short(entry=(evolve(Reserve("bar"), **{name: value}),)) for name, value in ENTRIES)
    yield from (_short(departure=Departure(gates=(Gate("start", target),))) for target in (6, 7))
    yield _short(departure=Departure((Limit("start", 2),)))
    yield _short(departure=Departure((Limit("start", None),)))
    yield from (_short(formation=(Hold("start", most, check),)) for most, check in HOLDS)
    yield _short(bear_off=None, finish=Finish(goal="home"))
    yield _short(landing=Landing(contact="pin", block=1), bear_off=BearOff(while_pinned=False))
    yield from (_short(finish=finish) for finish in FINISHES)
    yield _short(numbering="up")
    yield _short(cube=True)
    yield _short(dice=Chance.dice(2, 4))
    yield _short(dice=Chance.dice(3, 6), opening=Opening("two_dice"))
    yield from (_short(dice=Chance.dice(1, 6), opening=Opening(mode)) for mode in ("two_dice", "difference"))


LANDINGS: tuple[tuple[str, Any], ...] = (
    ("block", 1),
    ("block", 3),
    ("contact", "forbid"),
    ("contact", "pin"),
    ("safe", ("home",)),
    ("caps", (("home", 3),)),
    ("caps", (("home", 4),)),
    ("max_stack", 4),
    ("max_stack", 5),
)
ENTRIES: tuple[tuple[str, Any], ...] = (
    ("counts_from", 10),
    ("first", False),
    ("dice", (6,)),
    ("dice", (5, 6)),
    ("waiting", 1),
    ("waiting", 2),
)
HOLDS: tuple[tuple[int, Literal["each_step", "end_of_turn"]], ...] = (
    (1, "each_step"),
    (2, "each_step"),
    (2, "end_of_turn"),
)
_HIGH = (Count("off", at_most=0),)
FINISHES = (
    Finish(goal="home"),
    Finish(winner="last"),
    Finish(goal="home", winner="last"),
    Finish(places=2),
    Finish(last_turn=LastTurn("equalise")),
    Finish(last_turn=LastTurn("equalise", min_off=2)),
    Finish(draw_points=1),
    Finish(levels=(Level("single", 2),)),
    Finish(levels=(Level("single", 1), Level("high", 2, (_HIGH,)))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((Count("off", at_most=1),),)))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((Count("off", at_least=1, at_most=2),),)))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((Count("bar", at_least=1),),)))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((Count("home", at_least=1),),)))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((Count("home", at_least=1, path="winner"),),)))),
    Finish(levels=(Level("single", 1), Level("high", 2, (_HIGH, (Count("bar", at_least=1),))))),
    Finish(levels=(Level("single", 1), Level("high", 2, ((*_HIGH, Count("bar", at_least=1)),)))),
)


def test_each_field_of_each_group_has_words_of_its_own() -> None:
    """What no option can change is told all the same: no two changes of the small game read alike."""
    told = Counter(words(rule_sheet(spec)) for spec in (RULES[0], *_groups()))
    assert len(told) > 50
    assert max(told.values()) == 1


def test_a_group_that_a_test_variant_changes_changes_the_sheet() -> None:
    """No two of the small variants, each of which changes one rule, have the same words."""
    told = {spec.name: words(rule_sheet(spec)) for spec in (*RULES, *HOOKS)}
    assert len(set(told.values())) == len(told)
