"""The rulesets that come with the library: each loads, and says what its source says."""

from __future__ import annotations

import pytest

from raceboard.option import OptionValue
from raceboard.registry import Registry
from raceboard.ruleset import Context, Ruleset
from raceboard.ruleset_file import Source, load_ruleset
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

REGISTRY = Registry.load()
SHIPPED = sorted(REGISTRY.rulesets)


def shipped(name: str) -> Ruleset:
    """A shipped ruleset."""
    return load_ruleset(Source.shipped(name, REGISTRY.rulesets[name]), REGISTRY)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_loads_and_says_who_it_is(name: str) -> None:
    """Each file has the name of its ruleset, and a title of its own."""
    rules = shipped(name)
    assert rules.name == name
    assert rules.title != name
    assert rules.spec == rules.spec.with_rules({})


@pytest.mark.parametrize("name", SHIPPED)
def test_spelling_out_every_setting_changes_nothing(name: str) -> None:
    """What a ruleset resolves to is a ruleset again, the same one."""
    rules = shipped(name)
    body: dict[str, object] = {"rules": dict(rules.rules)}
    for path, value in rules.settings.items():
        section, _, key = path.partition(".")
        if not key:
            body[section] = {} if value == "on" else value
        elif value not in (None, {}):
            inside = body.setdefault(section, {})
            assert isinstance(inside, dict)
            inside[key] = value
    spec = REGISTRY.variant(rules.variant)
    again = Ruleset.of(spec, rules.context, body, name=name, title=rules.title, cube_rules=rules.cube_rules)
    assert again == rules
    assert again.digest == rules.digest


_OYN_AND_MARS = {"scoring.highest": "mars", "scoring.values": {"oyn": 1, "mars": 2}, "cube": "none"}
PRESETS: list[tuple[str, Context, dict[str, object], dict[str, OptionValue]]] = [
    ("nardeon", "casual", {"scoring.highest": "oyn", "series.wins": 1, "cube": "none"}, {}),
    ("fnr2026", "match", {**_OYN_AND_MARS, "match.length": None}, {"head.first.who": "second"}),
    ("classic-ru", "match", {**_OYN_AND_MARS, "match.length": None}, {"head.first.rolls": "blocked_roll"}),
    ("georgia", "match", {**_OYN_AND_MARS, "match.length": None}, {}),
    ("azerbaijan", "match", {**_OYN_AND_MARS, "match.length": 3}, {"head.first.rolls": (4, 6)}),
    ("nardy-online", "casual", {"forfeit.inactivity_s": 300, "forfeit.on_leave": "lose_game"}, {}),
    ("nardy-federation", "match", {**_OYN_AND_MARS, "match.length": 5, "resign.contact": "no_contact"}, {}),
]


@pytest.mark.parametrize(("name", "context", "settings", "options"), PRESETS, ids=[row[0] for row in PRESETS])
def test_a_nardy_preset_sets_what_its_source_says(
    name: str, context: Context, settings: dict[str, object], options: dict[str, OptionValue]
) -> None:
    """Context, scoring and length as documented; of the options only the documented ones differ (variants.md 1.9)."""
    rules = shipped(name)
    assert (rules.variant, rules.context) == ("long-nardy", context)
    assert {path: rules[path] for path in settings} == settings
    assert {key: value for key, value in rules.rules.items() if value != LONG_NARDY.option(key).default} == options


def test_the_money_rulesets_differ_as_documented() -> None:
    """Jacoby, beavers and raccoons with one more redouble; in hypergammon only Jacoby is left (cube.md 15)."""
    plain, usual, hyper = (shipped(name) for name in ("money", "money-jacoby-beavers", "hypergammon-money"))
    keys = ("cube.jacoby", "cube.beaver", "cube.raccoon", "cube.further_redoubles")
    assert [plain[key] for key in keys] == [False, False, False, 0]
    assert [usual[key] for key in keys] == [True, True, True, 1]
    assert [hyper[key] for key in keys] == [True, False, False, 0]
    assert hyper.spec == HYPERGAMMON


def test_the_match_rulesets_differ_as_documented() -> None:
    """Length, clock and conduct of the federations, of the club and of the cubeless match (cube.md 15)."""
    names = ("usbgf-match", "dbgv-match", "club-table-de", "nackgammon-match", "points-match-no-cube")
    keys = ("match.length", "clock.type", "table.illegal_play", "table.missing_checker", "cube")
    assert [[shipped(name)[key] for key in keys] for name in names] == [
        [7, "simple_delay", "legal_moves", "stays_out", "on"],
        [7, "bronstein", "legal_moves", "opponent_chooses", "on"],
        [5, None, "responsible_moves", "opponent_chooses", "on"],
        [9, "simple_delay", "legal_moves", "stays_out", "on"],
        [3, None, None, None, "none"],
    ]
