"""The JSON Schema for editors says what the loader says, as far as it can see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import cast

import pytest
import yaml

from raceboard.cube.rule import CubeRule
from raceboard.option import Kind
from raceboard.registry import Registry
from raceboard.ruleset import Key, Schema
from raceboard.ruleset.schema import json_schema

pytestmark = pytest.mark.wheel

REGISTRY = Registry.load()
SCHEMA = Schema.of(REGISTRY.cube_rules)
EDITOR = json_schema(SCHEMA)
MODELINE = "# yaml-language-server: $schema=ruleset-1.schema.json"

TYPES: Mapping[str, type] = {"string": str, "boolean": bool, "integer": int, "array": list, "object": dict}


def fits(value: object, schema: Mapping[str, object]) -> bool:
    """Does a value fit a schema? Only the words that ours uses are known; another one is a KeyError."""
    if "if" in schema:
        branch = "then" if fits(value, cast("Mapping[str, object]", schema["if"])) else "else"
        return fits(value, cast("Mapping[str, object]", schema[branch]))
    return all(WORDS[word](value, argument, schema) for word, argument in schema.items())


def _properties(value: object, argument: object, schema: Mapping[str, object]) -> bool:
    known = cast("Mapping[str, Mapping[str, object]]", argument)
    return all(fits(inner, known[name]) for name, inner in _items(value) if name in known)


def _others(value: object, argument: object, schema: Mapping[str, object]) -> bool:
    known = cast("Mapping[str, object]", schema.get("properties", {}))
    others = [inner for name, inner in _items(value) if name not in known]
    return not others if argument is False else all(fits(one, cast("Mapping[str, object]", argument)) for one in others)


def _items(value: object) -> Iterator[tuple[str, object]]:
    yield from cast("Mapping[str, object]", value).items()


def _any(value: object, argument: object, schema: Mapping[str, object]) -> bool:
    return any(fits(value, one) for one in cast("list[Mapping[str, object]]", argument))


WORDS = {
    "$schema": lambda value, argument, schema: True,
    "title": lambda value, argument, schema: True,
    "description": lambda value, argument, schema: True,
    "type": lambda value, argument, schema: type(value) is TYPES[argument],
    "enum": lambda value, argument, schema: value in argument,
    "minimum": lambda value, argument, schema: value >= argument,
    "maximum": lambda value, argument, schema: value <= argument,
    "minLength": lambda value, argument, schema: len(value) >= argument,
    "pattern": lambda value, argument, schema: re.search(argument, value) is not None,
    "minItems": lambda value, argument, schema: len(value) >= argument,
    "items": lambda value, argument, schema: all(fits(item, argument) for item in value),
    "minProperties": lambda value, argument, schema: len(value) >= argument,
    "required": lambda value, argument, schema: set(argument) <= set(value),
    "properties": _properties,
    "additionalProperties": _others,
    "anyOf": _any,
}


def in_file(path: str, value: object) -> dict[str, object]:
    """A ruleset that sets one key."""
    section, _, name = path.partition(".")
    listed = list(value) if isinstance(value, tuple) else value
    return {"raceboard": 1, "name": "m", "context": "money", section: {name: listed} if name else listed}


@pytest.mark.parametrize("name", sorted(REGISTRY.rulesets))
def test_a_shipped_ruleset_fits_the_schema_that_its_first_line_names(name: str) -> None:
    """An editor that reads the modeline finds the file beside the ruleset, and nothing to complain of."""
    path = REGISTRY.rulesets[name]
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"{MODELINE}\n")
    beside = json.loads(path.with_name("ruleset-1.schema.json").read_text(encoding="utf-8"))
    assert fits(yaml.safe_load(text), beside)


def test_the_shipped_schema_is_the_one_of_the_shipped_rules() -> None:
    """It is generated from the same definitions that the loader uses."""
    shipped = resources.files("raceboard_rulesets") / "ruleset-1.schema.json"
    assert json.loads(shipped.read_text(encoding="utf-8")) == EDITOR


@pytest.mark.parametrize("key", SCHEMA.keys.values(), ids=list(SCHEMA.keys))
def test_what_a_key_takes_by_default_fits(key: Key) -> None:
    """Every default and neutral value, and every word that the kind lists."""
    values = [value for value in (*key.defaults.values(), key.neutral, *key.kind.words) if value not in (None, {})]
    assert [value for value in values if not fits(in_file(key.path, value), EDITOR)] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("cube", "off"),
        ("cube", {"jacobi": True}),
        ("cube.jacoby", "yes"),
        ("cube.jacoby", 1),
        ("cube.max", "none"),
        ("cube.max", 1),
        ("cube.dead_cube", "permit"),
        ("cube.further_redoubles", -1),
        ("clock.delay_s", "none"),
        ("match.allowed_lengths", ()),
        ("match.allowed_lengths", (0,)),
        ("match.rotation", (5,)),
        ("scoring.values", {}),
        ("scoring.values", {"gammon": 0}),
        ("scoring.highest", ""),
        ("table", "none"),
        ("clocks", "none"),
        ("name", "My club"),
        ("raceboard", 2),
        ("context", "blitz"),
        ("rules", "none"),
    ],
)
def test_what_a_key_refuses_does_not_fit(path: str, value: object) -> None:
    """Words, types, bounds, unknown keys and the header."""
    assert not fits(in_file(path, value), EDITOR)


def test_a_file_names_itself_and_a_parent_or_a_context() -> None:
    """What is missing from every file that says less is required."""
    assert fits({"raceboard": 1, "name": "m", "extends": "match"}, EDITOR)
    assert not fits({"raceboard": 1, "name": "m"}, EDITOR)
    assert not fits({"raceboard": 1, "extends": "match"}, EDITOR)


def test_a_key_is_described_with_its_defaults_and_what_forbids_it() -> None:
    """An editor shows it beside the key."""
    properties = cast("dict[str, dict[str, dict[str, dict[str, dict[str, str]]]]]", EDITOR["properties"])
    assert properties["cube"]["else"]["properties"]["jacoby"]["description"] == (
        "Every win is a single one unless a double was accepted in the game. Default: money false. "
        "Not for match: the Jacoby rule exists only in money play; in a match every gammon counts."
    )


def test_the_schema_of_other_rules_has_other_keys() -> None:
    """Without cube rules only the word that switches the cube off is left; a kind of several types has one each."""
    plain = json_schema(Schema.of())
    assert fits(in_file("cube", "none"), plain)
    assert fits(in_file("cube", {}), plain)
    assert not fits(in_file("cube.crawford", True), plain)

    class Odd(CubeRule):
        name = "odd"
        keys = (Key("cube.odd", Kind(("a",), flag=True, whole=(1, 3), items=(1, 2)), "Odd.", {"money": "a"}),)

    odd = json_schema(Schema.of([Odd()]))
    taken = [value for value in ("a", "b", True, 3, 4, (1, 2), (3,)) if fits(in_file("cube.odd", value), odd)]
    assert taken == ["a", True, 3, (1, 2)]


@pytest.mark.parametrize("name", SCHEMA.sections)
def test_a_section_is_in_the_contexts_of_its_keys(name: str) -> None:
    """A key is in force only where its section is, and no section is there for nothing."""
    section = SCHEMA.sections[name]
    had = {context for key in section.keys for context in key.defaults}
    assert had == set(section.contexts)
