"""Every toggle of cube, scoring, match, series, session, resignation and forfeits does something that can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import cast

import pytest
from attrs import field, frozen

from raceboard.dice import Stream
from raceboard.errors import ConfigError, NotNowError
from raceboard.option import Kind
from raceboard.ruleset import Key, Ruleset
from raceboard.session import Session
from session_tools import Body, Event, after, begun, possible, rules_of, seen

SECTIONS = ("session", "match", "series", "scoring", "cube", "resign", "forfeit")


@frozen
class Witness:
    """A course of events after which something is seen otherwise with a value than without it.

    `what`: a name of `session_tools.seen`, or `error`: the code with which the beginning or an event is refused.
    `beside`: what the ruleset says besides, in both.
    """

    value: object
    events: tuple[Event, ...]
    what: str
    without: object
    with_it: object
    extends: str = field(default="money", kw_only=True)
    beside: Body = field(factory=dict, kw_only=True)
    start: Body = field(factory=dict, kw_only=True)


def _events(*events: Event) -> tuple[Event, ...]:
    return events


ON_ROLL: Event = ("setup", {"on_roll": "A"})
MOVING: Event = ("setup", {"on_roll": "A", "phase": "moving"})
OWNS_2: Event = ("setup", {"on_roll": "A", "value": 2, "owner": "A"})
ALL_PAST: Event = ("setup", {"on_roll": "A", "back": {"A": False}})

SINGLE = _events(MOVING, ("finish", "A", "single"))
GAMMON = _events(MOVING, ("finish", "A", "gammon"))
BACKGAMMON = _events(MOVING, ("finish", "A", "backgammon"))
OPENED = _events(("opening", 6, 1), ("play", "A"))
DOUBLED = (*OPENED, ("double", "B"))
BEAVERED = (*DOUBLED, ("beaver", "A"))
REDOUBLED = (*BEAVERED, ("raccoon", "B"), ("redouble", "A"), ("redouble", "B"))
TIES = _events(("opening", 3, 3), ("opening", 4, 4), ("opening", 5, 5))

BEHIND = {"length": 7, "score": [6, 2], "crawford_played": True}
CHAIN = {"cube": {"beaver": True, "raccoon": True}}
LATER_GAME = (*OPENED, ("turn", "B"), ("turn", "A"), ("roll", "B"), ("finish", "B", "single"), ("next_game",), *DOUBLED)

WITNESSES: Mapping[str, tuple[Witness, ...]] = {
    "session.games": (Witness(1, SINGLE, "match_over", False, True),),
    "match.length": (Witness(3, (), "error", "length-missing", None, extends="match"),),
    "match.allowed_lengths": (Witness([3, 5], (), "error", None, "range", extends="match", start={"length": 4}),),
    "match.score_cap": (Witness(True, GAMMON, "score", [2, 0], [1, 0], extends="match", start={"length": 1}),),
    "match.rotation": (
        Witness(
            ["points-match-no-cube", "nackgammon-match"],
            (*OPENED, ("resign", "B", "single"), ("accept", "A"), ("next_game",)),
            "variant",
            "backgammon",
            "nackgammon",
            extends="match",
            start={"length": 5},
        ),
    ),
    "series.wins": (Witness(3, SINGLE, "match_over", True, False, extends="casual"),),
    "scoring.highest": (
        Witness("gammon", BACKGAMMON, "points", 3, 2),
        Witness("lowest", BACKGAMMON, "points", 3, 1),
        Witness("highest", BACKGAMMON, "points", 1, 3, extends="casual"),
    ),
    "scoring.values": (Witness({"gammon": 5}, GAMMON, "points", 2, 5),),
    "cube": (Witness("none", _events(ON_ROLL), "legal", {"roll", "double"}, {"roll"}),),
    "cube.max": (Witness(2, _events(OWNS_2, ("double", "A")), "error", None, "cube-at-max"),),
    "cube.dead_cube": (
        Witness(
            "refuse_if_decided",
            _events(OWNS_2, ("double", "A")),
            "error",
            "cube-dead",
            None,
            extends="match",
            start={"length": 5, "score": [3, 0]},
        ),
        Witness(
            "allow",
            _events(OWNS_2, ("double", "A")),
            "error",
            "cube-dead",
            None,
            extends="match",
            start={"length": 5, "score": [3, 3]},
        ),
    ),
    "cube.crawford": (
        Witness(False, DOUBLED, "error", "crawford-game", None, extends="match", start={"length": 5, "score": [4, 2]}),
    ),
    "cube.holland": (
        Witness("two_each", LATER_GAME, "error", None, "holland-wait", extends="match", start=BEHIND),
        Witness("two_total", DOUBLED, "error", None, "holland-wait", extends="match", start=BEHIND),
        Witness(
            "four_once",
            (*OPENED, ("turn", "B"), ("turn", "A"), ("double", "B")),
            "error",
            None,
            "holland-wait",
            extends="match",
            start=BEHIND,
        ),
    ),
    "cube.holland_binds": (
        Witness(
            "trailer",
            _events(("opening", 1, 6), ("play", "B"), ("double", "A")),
            "error",
            "holland-wait",
            None,
            extends="match",
            beside={"cube": {"holland": "two_each", "dead_cube": "allow"}},
            start=BEHIND,
        ),
    ),
    "cube.jacoby": (Witness(True, GAMMON, "points", 2, 1),),
    "cube.beaver": (Witness(True, BEAVERED, "error", "beaver-not-allowed", None),),
    "cube.raccoon": (
        Witness(
            True, BEAVERED, "legal", {"take", "pass"}, {"take", "pass", "raccoon"}, beside={"cube": {"beaver": True}}
        ),
    ),
    "cube.further_redoubles": (
        Witness(1, REDOUBLED[:-1], "error", "redouble-not-allowed", None, beside=CHAIN),
        Witness("unlimited", REDOUBLED, "error", "redouble-not-allowed", None, beside=CHAIN),
    ),
    "cube.raccoon_owner": (
        Witness("last_turner", (*BEAVERED, ("raccoon", "B"), ("take", "A")), "cube", [8, "A"], [8, "B"], beside=CHAIN),
    ),
    "cube.automatic_doubles": (
        Witness("opening_tie", TIES, "cube", [1, "centre"], [2, "centre"]),
        Witness("first_roll", (*OPENED, ("roll", "B", 4, 4)), "cube", [1, "centre"], [2, "centre"]),
    ),
    "cube.automatic_limit": (
        Witness(2, TIES, "cube", [2, "centre"], [4, "centre"], beside={"cube": {"automatic_doubles": "opening_tie"}}),
        Witness(
            "unlimited",
            TIES,
            "cube",
            [2, "centre"],
            [8, "centre"],
            beside={"cube": {"automatic_doubles": "opening_tie"}},
        ),
    ),
    "resign.mode": (
        Witness("immediate", _events(ON_ROLL, ("resign", "A")), "phase", "resign", "over"),
        Witness("none", _events(ON_ROLL, ("resign", "A")), "error", None, "resign-not-allowed"),
        Witness("offer", _events(ON_ROLL, ("resign", "A")), "phase", "over", "resign", extends="casual"),
    ),
    "resign.when": (Witness("any_time", _events(ON_ROLL, ("resign", "B")), "error", "not-your-turn", None),),
    "resign.contact": (Witness("no_contact", _events(ON_ROLL, ("resign", "A")), "error", None, "contact-remains"),),
    "resign.immediate_value": (
        Witness("single", _events(ALL_PAST, ("resign", "A")), "points", 2, 1, beside={"resign": {"mode": "immediate"}}),
    ),
    "forfeit.inactivity_s": (Witness(60, _events(ON_ROLL, ("inactive", "A", 60)), "how", "", "inactivity"),),
    "forfeit.on_inactivity": (
        Witness(
            "lose_match",
            _events(ON_ROLL, ("inactive", "A", 60)),
            "match_over",
            False,
            True,
            extends="match",
            beside={"forfeit": {"inactivity_s": 60}},
            start={"length": 7},
        ),
    ),
    "forfeit.on_leave": (
        Witness("lose_game", _events(ON_ROLL, ("leave", "A")), "points", None, 1),
        Witness(
            "lose_match",
            _events(ON_ROLL, ("leave", "A")),
            "match_winner",
            None,
            "B",
            extends="match",
            start={"length": 7},
        ),
    ),
    "forfeit.value": (
        Witness(
            "position", _events(ALL_PAST, ("leave", "A")), "points", 1, 2, beside={"forfeit": {"on_leave": "lose_game"}}
        ),
    ),
}

KEYS = {path: key for path, key in rules_of().schema.keys.items() if key.section in SECTIONS}


def _with(body: Body, path: str, value: object) -> Body:
    """The sections of a ruleset with one value more; a path without a key is a section that is switched off."""
    section, _, name = path.partition(".")
    inside = cast("Body", body.get(section, {}))
    return {**body, section: {**inside, name: value} if name else value}


def _observed(witness: Witness, body: Body) -> object:
    """What is seen after the events of a witness."""
    try:
        session = after(begun(rules_of(witness.extends, body), witness.start), witness.events)
    except (ConfigError, NotNowError) as refused:
        code = refused.problems[0].code if isinstance(refused, ConfigError) else refused.rule.rpartition(".")[2]
        return code if witness.what == "error" else f"refused: {code}"
    return None if witness.what == "error" else seen(session, [witness.what])[witness.what]


_CASES = [(path, witness) for path, witnesses in WITNESSES.items() for witness in witnesses]


@pytest.mark.parametrize(("path", "witness"), _CASES, ids=[f"{path}={witness.value}" for path, witness in _CASES])
def test_a_value_can_be_told_from_the_default(path: str, witness: Witness) -> None:
    """The same events lead to something else."""
    assert _observed(witness, witness.beside) == witness.without
    assert _observed(witness, _with(witness.beside, path, witness.value)) == witness.with_it
    assert witness.without != witness.with_it


def _kinds(key: Key) -> set[object]:
    """The values of a key that need a witness: every word and flag, and some other value where it takes one."""
    kind = key.kind
    flags = {True, False} if isinstance(kind, Kind) and kind.flag else set()
    others = {OTHER} if not isinstance(kind, Kind) or kind.whole or kind.items else set()
    return {*kind.words, *flags, *others} - _always_default(key)


#: Stands for a number, a list, a level or the like.
OTHER = "other"


def _always_default(key: Key) -> set[object]:
    """The value that is the default wherever there is the key."""
    defaults = {_kind(key, value) for value in key.defaults.values()}
    return defaults if len(defaults) == 1 and OTHER not in defaults else set()


def _kind(key: Key, value: object) -> object:
    return value if type(value) is bool or value in key.kind.words else OTHER


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_every_value_of_a_key_has_a_witness(key: Key) -> None:
    """A toggle that nothing reads is the commonest fault of this field."""
    assert _kinds(key) == {_kind(key, witness.value) for witness in WITNESSES[key.path]}


def test_every_witness_is_of_a_key_or_switches_a_section_off() -> None:
    """So that a key which is renamed does not leave one behind."""
    off = {section.name for section in rules_of().schema.sections.values() if section.off and section.name in SECTIONS}
    assert set(WITNESSES) == set(KEYS) | off


# -- Two toggles at once -----------------------------------------------------------------------------------------------

_ACTIONS_PLAYED = 150


def _pairs() -> Iterator[tuple[str, Body]]:
    """What a ruleset extends, and two values that it sets, of different keys of the cube."""
    values = [(path, witness.value) for path, witness in _CASES if path.startswith("cube.")]
    for extends in ("money", "money-jacoby-beavers", "match"):
        context = rules_of(extends).context
        possible_here = [(path, value) for path, value in values if context in KEYS[path].defaults]
        for one, other in combinations(possible_here, 2):
            if one[0] != other[0]:
                yield extends, _with(_with({"variant": "hypergammon"}, *one), *other)


_PAIRS = {f"{extends}-{body['cube']}": (extends, body) for extends, body in _pairs()}


@pytest.mark.parametrize(("extends", "body"), _PAIRS.values(), ids=_PAIRS)
def test_two_toggles_at_once_are_played_or_refused_in_the_ruleset(extends: str, body: Body) -> None:
    """Whatever is awaited is accepted, in any order; or the ruleset says what one of them needs."""
    codes = _mistakes(extends, body)
    if codes:
        assert codes == {"needs"}
    else:
        assert _played(rules_of(extends, body)).results


def _mistakes(extends: str, body: Body) -> set[str]:
    """The codes of what does not fit together in a ruleset."""
    try:
        rules_of(extends, body)
    except ConfigError as error:
        return {problem.code for problem in error.problems}
    return set()


def _played(rules: Ruleset) -> Session:
    """A session in which the players have done this and that, with some dice."""
    session = begun(rules, {"length": 7} if rules.context == "match" else {})
    chance = Stream(seed=1)
    for _ in range(_ACTIONS_PLAYED):
        actions = possible(session, (1 + chance.below(6), 1 + chance.below(6)), chance.below(20))
        if not actions:
            break
        session = session.apply(actions[chance.below(len(actions))])
    return session


# -- Where a value begins and ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "legal"), [(2, {"roll"}), (3, {"roll", "double"})])
def test_four_throws_are_enough_once(turns: int, legal: set[str]) -> None:
    """The opening roll is one of them; the trailer is free before the fifth throw of both (cube.md 7)."""
    rules = rules_of("match", {"cube": {"holland": "four_once", "dead_cube": "allow"}})
    order = ["A", "B", "A"][:turns]
    session = after(begun(rules, BEHIND), [("opening", 1, 6), ("play", "B"), *(("turn", side) for side in order)])
    assert seen(session, ["legal"]) == {"legal": legal}


@pytest.mark.parametrize(
    ("answers", "owner"), [([("take", "A")], "A"), ([("beaver", "A"), ("take", "B")], "A")], ids=len
)
def test_who_made_the_last_turn_owns_the_cube_only_after_redoubles(answers: list[Event], owner: str) -> None:
    """A plain take gives it to the taker, as always; a beaver leaves it with the beaverer (cube.md 5)."""
    rules = rules_of("money", _with(CHAIN, "cube.raccoon_owner", "last_turner"))
    session = after(begun(rules), [*DOUBLED, *answers])
    assert seen(session, ["cube"]) == {"cube": [2 ** len(answers), owner]}


def test_ties_that_raise_nothing_are_not_counted() -> None:
    """What the rule tells is the number of automatic doubles."""
    session = after(begun(rules_of("money", {"cube": {"automatic_doubles": "opening_tie"}})), TIES)
    assert session.facts["automatic-doubles"] == 1
