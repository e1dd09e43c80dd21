"""Rulesets as values: the table of keys, what does not fit together, and the settings that come out."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest
from attrs.exceptions import FrozenInstanceError

from raceboard.errors import ConfigError, Problem
from raceboard.option import Kind, Option, OptionValue
from raceboard.registry import Registry
from raceboard.ruleset import CONTEXTS, DEFAULT, Context, Key, Ruleset, Schema
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

CUBE_RULES = Registry.load().cube_rules
SCHEMA = Schema.of(CUBE_RULES)
KEYS, SECTIONS = SCHEMA.keys, SCHEMA.sections

#: For every key: a context that has it, a value that it takes, one that it refuses, and the code of the refusal.
VALUES: list[tuple[str, Context, object, object, str]] = [
    ("session.games", "money", 10, "forever", "type"),
    ("match.length", "match", 11, 0, "range"),
    ("match.allowed_lengths", "match", (5, 7), (5, 0), "range"),
    ("match.score_cap", "match", True, "yes", "type"),
    ("match.rotation", "match", ("nardeon", "georgia"), "nardeon", "type"),
    ("series.wins", "casual", 5, 0, "range"),
    ("scoring.highest", "match", "gammon", "mars", "enum"),
    ("scoring.values", "match", {"gammon": 4}, {"gammon": 0}, "range"),
    ("cube.max", "money", 64, 48, "range"),
    ("cube.dead_cube", "match", "refuse_if_decided", "permit", "enum"),
    ("cube.crawford", "match", True, 0, "type"),
    ("cube.holland", "match", "four_once", False, "type"),
    ("cube.holland_binds", "match", "trailer", "leader", "enum"),
    ("cube.jacoby", "money", True, "on", "type"),
    ("cube.beaver", "money", True, "true", "type"),
    ("cube.raccoon", "money", True, 1, "type"),
    ("cube.further_redoubles", "money", 2, -1, "range"),
    ("cube.raccoon_owner", "money", "last_turner", "doubler", "enum"),
    ("cube.automatic_doubles", "money", "opening_tie", True, "type"),
    ("cube.automatic_limit", "money", "unlimited", 0, "range"),
    ("resign.mode", "casual", "offer", "never", "enum"),
    ("resign.when", "money", "any_time", "always", "enum"),
    ("resign.contact", "match", "no_contact", "none", "enum"),
    ("resign.immediate_value", "casual", "single", 1, "type"),
    ("forfeit.inactivity_s", "casual", 300, "5:00", "type"),
    ("forfeit.on_inactivity", "match", "lose_match", "lose", "enum"),
    ("forfeit.on_leave", "match", "lose_match", False, "type"),
    ("forfeit.value", "money", "position", "gammon", "enum"),
    ("clock.type", "match", "bronstein", "fischer", "enum"),
    ("clock.reserve_s", "casual", 600, "10:00", "type"),
    ("clock.reserve_s_per_point", "match", 120, 0, "range"),
    ("clock.deduct_s_per_point_scored", "match", 30, -60, "range"),
    ("clock.delay_s", "money", 0, "none", "type"),
    ("clock.overtime_s", "match", 60, -1, "range"),
    ("clock.on_expiry", "match", "lose_game", "flag", "enum"),
    ("table.move_final", "match", "opponent_rolled", "never", "enum"),
    ("table.dice_on_checker", "match", "valid", True, "type"),
    ("table.touched_die", "match", "reroll_both", "reroll", "enum"),
    ("table.premature_roll", "match", "void", None, "type"),
    ("table.illegal_play", "match", "responsible_moves", "responsible", "enum"),
    ("table.incomplete_play", "match", "opponent_may_deny", "deny", "enum"),
    ("table.setup_fix_before_roll", "match", 3, 1, "range"),
    ("table.missing_checker", "match", "to_bar", "bar", "enum"),
    ("house.max_stack", "match", 6, 1, "range"),
]

#: What must stand beside a key of a section, so that nothing else is wrong.
BESIDE: Mapping[str, dict[str, object]] = {
    "clock": {"reserve_s": 600},
    "clock.reserve_s_per_point": {},
    "cube.raccoon": {"beaver": True},
    "cube.further_redoubles": {"beaver": True, "raccoon": True},
}

#: Each key with each context that lacks it.
LACKING = [(key, context) for key in KEYS.values() for context in CONTEXTS if context not in key.defaults]


def body_of(path: str, value: object) -> dict[str, object]:
    """A ruleset body that sets one key."""
    section, _, name = path.partition(".")
    return {section: {**BESIDE.get(path, BESIDE.get(section, {})), name: value}}


def ruled(spec: VariantSpec, context: Context = "casual", body: Mapping[str, object] | None = None) -> Ruleset:
    """A ruleset of a table that may use the cube rules that are shipped."""
    return Ruleset.of(spec, context, body, cube_rules=CUBE_RULES)


def problems_of(spec: VariantSpec, context: Context, body: Mapping[str, object]) -> tuple[Problem, ...]:
    """What is wrong with a body."""
    with pytest.raises(ConfigError) as caught:
        ruled(spec, context, body)
    return caught.value.problems


# ------------------------------------------------------------------------------------------------ the table of keys


def test_every_key_has_a_value_that_is_taken_and_one_that_is_refused_here() -> None:
    """A key that nobody tries is a key that nobody reads."""
    assert sorted(path for path, *_ in VALUES) == sorted(KEYS)


@pytest.mark.parametrize(("path", "context", "good", "bad", "code"), VALUES, ids=[row[0] for row in VALUES])
def test_a_key_takes_its_values_and_refuses_others(
    path: str, context: Context, good: object, bad: object, code: str
) -> None:
    """What fits is the setting; what does not is refused under its path, with its code and what would fit."""
    rules = ruled(BACKGAMMON, context, body_of(path, good))
    assert rules[path] == good
    assert rules.origins[path] != DEFAULT
    (problem,) = problems_of(BACKGAMMON, context, body_of(path, bad))
    assert (problem.code, problem.path) == (code, path)
    assert "takes" in problem.what or "is not one of" in problem.what or "is not a level" in problem.what


@pytest.mark.parametrize("key", KEYS.values(), ids=list(KEYS))
def test_defaults_and_neutral_values_are_values_of_their_key(key: Key) -> None:
    """The table does not contradict itself; an empty default means that nothing is set."""
    written = [value for value in (*key.defaults.values(), key.neutral) if value is not None and value != {}]
    assert [value for value in written if key.kind.problem(value)] == []
    assert key.doc.endswith(".")
    assert key.defaults


@pytest.mark.parametrize(("key", "context"), LACKING, ids=[f"{key.path} in {context}" for key, context in LACKING])
def test_a_key_that_a_context_lacks_is_refused_there_with_the_reason(key: Key, context: Context) -> None:
    """A rule that the context does not know would be dropped in silence; the whole section, if it knows none of it."""
    good = next(value for path, _, value, *_ in VALUES if path == key.path)
    problems = problems_of(BACKGAMMON, context, body_of(key.path, good))
    path = key.path if context in SECTIONS[key.section].contexts else key.section
    assert path in {problem.path for problem in problems}
    assert {problem.code for problem in problems} == {"context-forbids"}
    assert all(f"this is a {context} ruleset" in problem.what and problem.why for problem in problems)


NEUTRAL = [
    (key, context)
    for key, context in LACKING
    if key.neutral is not None and (context in SECTIONS[key.section].contexts or not SECTIONS[key.section].off)
]


@pytest.mark.parametrize(("key", "context"), NEUTRAL, ids=[f"{key.path} in {context}" for key, context in NEUTRAL])
def test_the_neutral_value_may_be_written_everywhere(key: Key, context: Context) -> None:
    """A file may spell out that a rule is off; the key is not in force, and reads as the neutral value."""
    body = {key.section: {**BESIDE.get(key.section, {}), key.name: key.neutral}}
    rules = ruled(BACKGAMMON, context, body)
    assert key.path not in rules.settings
    assert rules[key.path] == key.neutral


def test_defaults_are_those_of_the_context() -> None:
    """The three contexts differ in scoring, resignation, the cube and the loss of time."""
    money, match, casual = (ruled(BACKGAMMON, context) for context in CONTEXTS)
    assert [rules["cube"] for rules in (money, match, casual)] == ["on", "on", "none"]
    assert [rules["scoring.highest"] for rules in (money, match, casual)] == ["backgammon", "backgammon", "single"]
    assert [rules["resign.mode"] for rules in (money, match, casual)] == ["offer", "offer", "immediate"]
    assert [rules["session.games"] for rules in (money, match, casual)] == ["unlimited", None, None]
    assert [rules["cube.crawford"] for rules in (money, match, casual)] == [False, True, False]
    assert [rules["clock"] for rules in (money, match, casual)] == ["none"] * 3
    assert [rules["table"] for rules in (money, match, casual)] == ["strict"] * 3


# ------------------------------------------------------------------------------------------------ what does not fit

NEEDS: list[tuple[str, Context, VariantSpec, dict[str, object], dict[str, object], str]] = [
    ("cube.raccoon", "money", BACKGAMMON, {"cube": {"raccoon": True}}, {"cube": {"beaver": True}}, "needs"),
    (
        "cube.further_redoubles",
        "money",
        BACKGAMMON,
        {"cube": {"beaver": True, "further_redoubles": "unlimited"}},
        {"cube": {"raccoon": True}},
        "needs",
    ),
    (
        "cube.holland",
        "match",
        BACKGAMMON,
        {"cube": {"holland": "two_total", "crawford": False}},
        {"cube": {"crawford": True}},
        "needs",
    ),
    (
        "cube.automatic_limit",
        "money",
        BACKGAMMON,
        {"cube": {"automatic_doubles": "first_roll", "automatic_limit": "unlimited"}},
        {"cube": {"automatic_limit": 1}},
        "needs",
    ),
    (
        "match.length",
        "match",
        BACKGAMMON,
        {"match": {"length": 4, "allowed_lengths": [3, 5]}},
        {"match": {"length": 5}},
        "needs",
    ),
    (
        "clock.reserve_s",
        "match",
        BACKGAMMON,
        {"clock": {"reserve_s": 600, "reserve_s_per_point": 120}},
        {"clock": {"reserve_s_per_point": None}},
        "needs",
    ),
    ("clock", "money", BACKGAMMON, {"clock": {"delay_s": 30}}, {"clock": {"reserve_s": 60}}, "needs"),
    (
        "forfeit.on_inactivity",
        "casual",
        BACKGAMMON,
        {"forfeit": {"on_inactivity": "lose_match"}},
        {"forfeit": {"on_inactivity": "lose_game"}},
        "needs",
    ),
    (
        "clock.on_expiry",
        "money",
        BACKGAMMON,
        {"clock": {"reserve_s": 60, "on_expiry": "lose_match"}},
        {"clock": {"on_expiry": "lose_game"}},
        "needs",
    ),
    (
        "scoring.highest",
        "casual",
        LONG_NARDY,
        {"series": {"wins": 2}, "scoring": {"highest": "highest"}},
        {"scoring": {"highest": "oyn"}},
        "needs",
    ),
    ("house.max_stack", "match", BACKGAMMON, {"house": {"max_stack": 4}}, {"house": {"max_stack": 5}}, "needs"),
    ("cube", "match", LONG_NARDY, {"cube": {}}, {"cube": "none"}, "variant-forbids"),
    (
        "scoring.values.gammon",
        "casual",
        LONG_NARDY,
        {"scoring": {"values": {"gammon": 2}}},
        {"scoring": {"values": {"mars": 2}}},
        "enum",
    ),
    ("rules.head.limit", "match", BACKGAMMON, {"rules": {"head.limit": 1}}, {"rules": {}}, "unknown-key"),
    ("rules.head.limit", "casual", LONG_NARDY, {"rules": {"head.limit": 16}}, {"rules": {"head.limit": 15}}, "range"),
    ("rules.wall.check", "casual", LONG_NARDY, {"rules": {"wall.check": "turn"}}, {"rules": {}}, "enum"),
    ("rules.koks", "casual", LONG_NARDY, {"rules": {"koks": True}}, {"rules": {"koks": "quarter"}}, "type"),
]


def merged(body: Mapping[str, object], remedy: Mapping[str, object]) -> dict[str, object]:
    """A body with the remedy applied; None takes a key out, and options are replaced as a whole."""
    result = dict(body)
    for section, change in remedy.items():
        before = result[section]
        if section == "rules" or not isinstance(change, dict) or not isinstance(before, dict):
            result[section] = change
        else:
            both = {**before, **change}
            result[section] = {key: value for key, value in both.items() if value is not None}
    return result


@pytest.mark.parametrize(("path", "context", "spec", "body", "remedy", "code"), NEEDS, ids=[row[0] for row in NEEDS])
def test_what_does_not_fit_together_is_refused_and_the_remedy_accepted(
    path: str,
    context: Context,
    spec: VariantSpec,
    body: dict[str, object],
    remedy: dict[str, object],
    code: str,
) -> None:
    """The path that complains, under its code; with the other value the same body is a ruleset."""
    (problem,) = problems_of(spec, context, body)
    assert (problem.code, problem.path) == (code, path)
    assert ruled(spec, context, merged(body, remedy)).context == context


def test_a_value_that_is_wrong_by_itself_is_not_blamed_twice() -> None:
    """What takes part in a mistake already is no ground for another."""
    problems = problems_of(BACKGAMMON, "money", {"cube": {"beaver": "yes", "raccoon": True}})
    assert [(problem.code, problem.path) for problem in problems] == [("type", "cube.beaver")]


def test_without_the_crawford_rule_there_is_none_of_holland() -> None:
    """Each can be off."""
    rules = ruled(BACKGAMMON, "match", {"cube": {"crawford": False, "holland": "none"}})
    assert (rules["cube.crawford"], rules["cube.holland"]) == (False, "none")


def test_keys_of_a_cube_switch_it_on_even_if_they_are_neutral() -> None:
    """Casual play has no cube at all; only the word that switches it off may be written."""
    (problem,) = problems_of(BACKGAMMON, "casual", {"cube": {"jacoby": False}})
    assert (problem.code, problem.path) == ("context-forbids", "cube")
    assert ruled(BACKGAMMON, "casual", {"cube": "none"})["cube"] == "none"


def test_a_body_in_code_has_no_line_and_no_header() -> None:
    """Name, context and variant are arguments; a file is named for the reader all the same."""
    problems = problems_of(BACKGAMMON, "match", {"variant": "backgammon", "match": {"lenght": 5}})
    assert [str(problem).splitlines()[0] for problem in problems] == [
        "<rules>: error[unknown-key]: match.lenght: is not a ruleset key",
        "<rules>: error[unknown-key]: variant: is an argument in code, not a part of the body",
    ]


# ------------------------------------------------------------------------------------------------ the value


def test_the_spec_is_the_variant_as_the_table_plays_it() -> None:
    """Options and the stack limit are applied; what is not written stays as the variant has it."""
    rules = ruled(LONG_NARDY, "casual", {"rules": {"head.limit": "none", "wall.check": "end_of_turn"}})
    assert rules.spec == LONG_NARDY.with_rules({"head.limit": "none", "wall.check": "end_of_turn"})
    assert rules.rules["head.limit"] == "none"
    assert rules.rules["must.max_dice"] is True
    assert ruled(BACKGAMMON, "match", {"house": {"max_stack": 5}}).spec.landing.max_stack == 5
    assert ruled(BACKGAMMON, "match").spec == BACKGAMMON


def test_an_option_that_its_variant_cannot_bear_is_refused_at_its_line() -> None:
    """What the variant itself finds impossible is a mistake of the ruleset that asks for it."""

    def homeless(spec: VariantSpec, value: OptionValue) -> VariantSpec:
        return attrs.evolve(spec, regions=()) if value else spec

    option = Option("homeless", Kind(flag=True), default=False, doc="No home.", source="none", apply=homeless)
    spec = attrs.evolve(BACKGAMMON, name="odd", options=(option,))
    (problem,) = problems_of(spec, "match", {"rules": {"homeless": True}})
    assert (problem.code, problem.path) == ("variant-forbids", "rules.homeless")
    assert "home" in problem.what
    assert ruled(spec, "match", {"rules": {"homeless": False}}).spec == spec


def test_a_stack_limit_of_the_table_does_not_loosen_one_of_the_variant() -> None:
    """The lower of the two holds."""
    spec = attrs.evolve(BACKGAMMON, landing=attrs.evolve(BACKGAMMON.landing, max_stack=6))
    limits = [ruled(spec, "match", {"house": {"max_stack": n}}).spec.landing.max_stack for n in (5, 6, 9)]
    assert limits == [5, 6, 6]


def test_a_key_that_does_not_exist_is_named_with_a_suggestion() -> None:
    """Reading a key that is none is a mistake of the reader."""
    rules = ruled(BACKGAMMON)
    with pytest.raises(KeyError, match=r"no key cube\.jacobi; did you mean cube\.jacoby"):
        rules["cube.jacobi"]


def test_a_ruleset_cannot_be_changed_and_can_be_a_key() -> None:
    """Two rulesets that say the same are equal, and neither can be made to say something else."""
    one, two = (ruled(BACKGAMMON, "money", {"cube": {"max": 64}}) for _ in range(2))
    assert one == two
    assert len({one, two}) == 1
    with pytest.raises(FrozenInstanceError):
        one.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        one.settings["cube.max"] = 2  # type: ignore[index]


def test_the_digest_tells_what_is_played_and_not_how_it_is_written() -> None:
    """Names do not count, nor whether a default is spelt out; each value does."""
    plain = ruled(LONG_NARDY, "casual")
    spelt = {"rules": {"head.limit": 1}, "scoring": {"highest": "oyn"}, "cube": "none"}
    assert Ruleset.of(LONG_NARDY, "casual", spelt, name="other").digest == plain.digest
    changed: list[dict[str, object]] = [
        {"rules": {"head.limit": 2}},
        {"series": {"wins": 3}},
        {"resign": {"mode": "none"}},
    ]
    digests = {ruled(LONG_NARDY, "casual", body).digest for body in changed} | {plain.digest}
    assert len(digests) == 4
    assert ruled(BACKGAMMON, "casual").digest not in digests
    assert plain.digest == "6c6cbc485da9dcf8a1198ec4612cbcb19e45f4175d8878f7a472e371bf9ea869"
