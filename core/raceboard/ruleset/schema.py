"""What a ruleset file may say: the sections, with the keys that the optional rules of the cube bring.

`Schema` is the value from which every check of a file is driven; `json_schema` says the same to editors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from raceboard.option import Kind
from raceboard.ruleset.keys import Key, Section
from raceboard.ruleset.kinds import LevelPoints, NameList, PowerOfTwo, Text, ValueKind, as_text
from raceboard.ruleset.sections import HEADER, RULES, SECTIONS

if TYPE_CHECKING:
    from raceboard.cube.rule import CubeRule

__all__ = ["Schema", "json_schema"]

_CUBE = SECTIONS["cube"]
_RULE_NAME = re.compile("[a-z][a-z0-9-]*")
_KEY_PATH = re.compile(rf"{_CUBE.name}\.[a-z][a-z0-9_]*")


@frozen(slots=False)
class Schema:
    """The sections and keys of rulesets whose tables may use some optional rules of the cube. Make one with `of`.

    `cube_rules`: those rules, in the order of their ranks.
    """

    cube_rules: tuple[CubeRule, ...]

    @classmethod
    def of(cls, cube_rules: Iterable[CubeRule] = ()) -> Schema:
        """The schema with the keys of some rules.

        Raises ValueError when two have a name or a key in common, or when a key cannot be one of the cube's.

        >>> from raceboard.cube.rules.jacoby import Jacoby
        >>> [key.path for key in Schema.of([Jacoby()]).sections["cube"].keys]
        ['cube.jacoby']
        """
        rules = tuple(sorted(cube_rules, key=lambda rule: (rule.rank, rule.name)))
        for mistake in _mistakes(rules):
            raise ValueError(mistake)
        return cls(rules)

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """All sections by name, in the order of the specification."""
        brought = tuple(key for rule in self.cube_rules for key in rule.keys)
        return {**SECTIONS, _CUBE.name: evolve(_CUBE, keys=(*_CUBE.keys, *brought))}

    @cached_property
    def keys(self) -> Mapping[str, Key]:
        """All keys by path."""
        return {key.path: key for section in self.sections.values() for key in section.keys}


def _mistakes(rules: Iterable[CubeRule]) -> Iterator[str]:
    """Why these rules cannot be at one table."""
    owner: dict[str, str] = {}
    for rule in rules:
        if not _RULE_NAME.fullmatch(rule.name):
            yield f"{rule.name!r} is no name of a cube rule; take small letters, digits and hyphens"
        for word in (rule.name, *(key.path for key in rule.keys)):
            if word in owner:
                yield f"the cube rules {owner[word]} and {rule.name} both bring {word}"
            owner[word] = rule.name
        for key in rule.keys:
            yield from _mistakes_of(key)


def _mistakes_of(key: Key) -> Iterator[str]:
    """Why a key cannot be one of the cube's."""
    if not _KEY_PATH.fullmatch(key.path):
        yield f"{key.path!r} is no key of a cube rule; it is {_CUBE.name}. and a word with underscores"
    if not key.defaults:
        yield f"{key.path} has a default in no context, so it could never be set"
    if not set(_CUBE.contexts).issuperset(key.defaults):
        yield f"{key.path} has a default in a context without a cube: {_CUBE.why}"
    for value in (*key.defaults.values(), key.neutral):
        takes = None if value is None else key.kind.problem(value)
        if takes:
            yield f"{key.path} {takes}, and {as_text(value)} is its default or neutral value"


# ---------------------------------------------------------------------------------------------------------------------
# For editors
# ---------------------------------------------------------------------------------------------------------------------


def json_schema(schema: Schema) -> dict[str, object]:
    """The JSON Schema (draft-07) of ruleset files, for completion and hints in an editor (cube.md 15).

    It sees neither parents nor variants, so whether a file is right is known when it is loaded.
    """
    header = {key.path: _described(key.doc, _values(key.kind)) for key in HEADER.values()}
    sections = {section.name: _section(section) for section in schema.sections.values()}
    options: dict[str, object] = {"type": "object", "description": "Options that the variant declares."}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "raceboard ruleset, format 1",
        **_mapping({**header, **sections, RULES: options}),
        "required": ["raceboard", "name"],
        "anyOf": [{"required": ["extends"]}, {"required": ["context"]}],
    }


def _section(section: Section) -> dict[str, object]:
    keys = _mapping({key.name: _described(_about(key, section), _values(key.kind)) for key in section.keys})
    return _described(section.doc, [*_words((section.off,) if section.off else ()), keys])


def _mapping(properties: Mapping[str, object]) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _about(key: Key, section: Section) -> str:
    """What a key means, its defaults, and why some contexts have it not."""
    defaults = ", ".join(f"{context} {as_text(value)}" for context, value in key.defaults.items())
    lacking = [context for context in section.contexts if context not in key.defaults]
    why = f" Not for {' and '.join(lacking)}: {key.why or section.why}." if lacking else ""
    return f"{key.doc} Default: {defaults}.{why}"


def _described(doc: str, values: list[dict[str, object]]) -> dict[str, object]:
    """A description with what is taken; nothing is said of a kind that is not ours."""
    return {"description": doc, **(_either(*values) if values else {})}


def _either(first: dict[str, object], *others: dict[str, object]) -> dict[str, object]:
    """One of several values, told apart by type; of `oneOf` an editor would say only that none fits."""
    return {"if": {"type": first["type"]}, "then": first, "else": _either(*others)} if others else first


def _values(kind: ValueKind) -> list[dict[str, object]]:
    """What a kind takes, one schema for each type."""
    match kind:
        case Kind():
            flag: list[dict[str, object]] = [{"type": "boolean"}] if kind.flag else []
            whole = [_number(kind.whole)] if kind.whole else []
            return [*_words(kind.words), *flag, *whole, *([_list(_number(kind.items))] if kind.items else [])]
        case PowerOfTwo():
            return [*_words(kind.words), _number((2, None))]
        case NameList():
            return [*_words(kind.words), _list({"type": "string"})]
        case LevelPoints():
            return [{"type": "object", "minProperties": 1, "additionalProperties": _number((1, None))}]
        case Text():
            pattern = {"pattern": f"^(?:{kind.pattern})$"} if kind.pattern else {}
            return [{"type": "string", "minLength": 1, **pattern}]
        case _:
            return []


def _words(words: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"type": "string", "enum": list(words)}] if words else []


def _number(bounds: tuple[int, int | None]) -> dict[str, object]:
    low, high = bounds
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def _list(items: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": items, "minItems": 1}
