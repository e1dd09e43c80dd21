"""A ruleset: one variant as one table plays it, with every value and where it comes from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from attrs import evolve, field, frozen

from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.option import OptionValue
from raceboard.ruleset.checks import complaints, forbidden, in_force, option_mistakes
from raceboard.ruleset.document import DEFAULT, Document, Place, Written, mistake
from raceboard.ruleset.keys import CONTEXTS, Context
from raceboard.ruleset.kinds import Value
from raceboard.ruleset.schema import Schema
from raceboard.ruleset.sections import HEADER, HIGHEST, LOWEST, RULES
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.cube.rule import CubeRule

__all__ = ["Ruleset", "settled"]

#: The label of settings that were built in code.
_IN_CODE = "<rules>"


@frozen(slots=False)
class Ruleset:
    """How one table plays a variant. Make one with `Ruleset.of`, or from a file with `raceboard.ruleset_file`.

    `spec`: the variant with the options and the house rules of the table applied. `rules`: the value of every option
    that the variant declares. `settings`: the value of every key in force, by path; sections that one word switches off
    are `on` or that word. `origins`: where each of them was written, or `DEFAULT`. `document`: what was written.
    """

    name: str
    title: str
    context: Context
    spec: VariantSpec = field(repr=False)
    rules: Mapping[str, OptionValue] = field(hash=False)
    settings: Mapping[str, Value] = field(hash=False)
    document: Document = field(eq=False, repr=False)

    @classmethod
    def of(
        cls,
        spec: VariantSpec,
        context: Context = "casual",
        body: Mapping[str, object] | None = None,
        *,
        name: str = "rules",
        title: str = "",
        cube_rules: Iterable[CubeRule] = (),
    ) -> Ruleset:
        """A ruleset built in code: `body` holds sections and `rules` as a file does.

        `cube_rules`: the optional rules of the cube that the table may use, as a registry has them; without them the
        cube is a plain one, and its section has no keys. Raises ConfigError with every mistake, placed in the file
        `<rules>` without a line, and ValueError when two cube rules cannot be at one table.

        >>> from raceboard.registry import Registry
        >>> registry = Registry.load()
        >>> spec, cube_rules = registry.variant("backgammon"), registry.cube_rules
        >>> rules = Ruleset.of(spec, "match", {"match": {"length": 5}}, cube_rules=cube_rules)
        >>> rules["match.length"], rules["cube"], rules["cube.crawford"], rules["cube.jacoby"]
        (5, 'on', True, False)
        >>> Ruleset.of(spec, "match", {"cube": {"jacoby": True}}, cube_rules=cube_rules)
        Traceback (most recent call last):
        ...
        raceboard.errors.ConfigError: <rules>: error[context-forbids]: cube.jacoby: is true, but this is a match \
ruleset; the Jacoby rule exists only in money play; in a match every gammon counts
            hint: remove the line or extend a money ruleset
        """
        header = {"name": name, "context": context, **({"title": title} if title else {})}
        tree = _tree({**(body or {}), **header})
        document = Document.of(_IN_CODE, Schema.of(cube_rules), tree, _arguments(body or {}))
        if context not in CONTEXTS:
            raise ConfigError(document.problems)
        return settled(document.with_problems(forbidden(document, context)), context, spec)

    def __getitem__(self, path: str) -> Value:
        """The value of a key in force; of another key the neutral one, that says nothing (None when it has none).

        Raises KeyError, with a suggestion, for what is no key and no section that can be switched off.
        """
        if path in self.settings:
            return self.settings[path]
        keys = self.schema.keys
        if path in keys:
            return keys[path].neutral
        raise KeyError(f"a ruleset has no key {path}; {did_you_mean(path, (*keys, *self.settings))}".rstrip("; "))

    def is_on(self, section: str) -> bool:
        """Is a section that one word switches off (cube, clock, table) on?"""
        return self[section] != self.schema.sections[section].off

    def number(self, path: str) -> int | None:
        """The number of a key; None where nothing or a word (none, unlimited) stands for it."""
        value = self[path]
        return value if type(value) is int else None

    @property
    def schema(self) -> Schema:
        """The sections and keys that the ruleset may have."""
        return self.document.schema

    @property
    def cube_rules(self) -> tuple[CubeRule, ...]:
        """The optional rules of the cube, in the order of their ranks, whether switched on or not."""
        return self.schema.cube_rules

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.spec.name

    @cached_property
    def origins(self) -> Mapping[str, Place]:
        """Where context, variant, settings and options (as `rules.KEY`) were written; `DEFAULT` for the rest."""
        paths = ("context", "variant", *self.settings, *(f"{RULES}.{key}" for key in self.rules))
        entries = self.document.entries
        return MappingProxyType({path: entries[path].place if path in entries else DEFAULT for path in paths})

    @cached_property
    def digest(self) -> str:
        """A hash of everything that decides a game; names, titles and places do not count."""
        values = {
            "context": self.context,
            "variant": self.variant,
            "rules": dict(self.rules),
            "settings": dict(self.settings),
        }
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=dict).encode()).hexdigest()


def _tree(body: Mapping[str, object], prefix: str = "") -> dict[str, Written]:
    """A mapping as a document without lines."""
    place = Place(_IN_CODE)
    return {
        str(key): Written(f"{prefix}{key}", _value(value, f"{prefix}{key}."), place, place)
        for key, value in body.items()
    }


def _arguments(body: Mapping[str, object]) -> list[Problem]:
    """The keys of a body that stand above the sections of a file, and are arguments in code."""
    what = "is an argument in code, not a part of the body"
    return [mistake(Place(_IN_CODE), "unknown-key", key, what) for key in body if key in HEADER]


def _value(value: object, prefix: str) -> object:
    if isinstance(value, Mapping):
        return _tree(value, prefix)
    return tuple(value) if isinstance(value, list) else value


def settled(document: Document, context: Context, spec: VariantSpec) -> Ruleset:
    """The ruleset of a whole document; raises ConfigError with its mistakes and with all that does not fit together."""
    checked = document.with_problems(option_mistakes(document, spec))
    options = {
        option.key: checked.entries[path]
        for option in spec.options
        if (path := f"{RULES}.{option.key}") in checked.entries and path not in checked.unsound
    }
    played, impossible = _with_options(spec, options)
    problems = [*checked.problems, *impossible, *complaints(checked, context, played)]
    if problems:
        raise ConfigError(problems)
    rules = {option.key: option.default for option in spec.options}
    settings = _with_level(in_force(document, context), played)
    return Ruleset(
        name=document.word("name"),
        title=document.word("title") or document.word("name"),
        context=context,
        spec=_with_stack(played, settings["house.max_stack"]),
        rules=MappingProxyType(rules | {key: _option_value(entry) for key, entry in options.items()}),
        settings=MappingProxyType(settings),
        document=document,
    )


def _option_value(entry: Written) -> OptionValue:
    return cast("OptionValue", entry.plain)


def _with_options(spec: VariantSpec, options: Mapping[str, Written]) -> tuple[VariantSpec, list[Problem]]:
    """The variant under the options of a table, and why it cannot exist under some of them."""
    problems = []
    for key, entry in options.items():
        try:
            spec = spec.with_rules({key: _option_value(entry)})
        except ValueError as error:
            problems.append(mistake(entry.place, "variant-forbids", entry.path, str(error)))
    return spec, problems


def _with_level(settings: dict[str, Value], spec: VariantSpec) -> dict[str, Value]:
    """The settings with the name of the highest level that counts."""
    levels = [level.name for level in spec.finish.levels]
    named = {HIGHEST: levels[-1], LOWEST: levels[0]}
    highest = str(settings["scoring.highest"])
    return {**settings, "scoring.highest": named.get(highest, highest)}


def _with_stack(spec: VariantSpec, limit: Value) -> VariantSpec:
    """The variant under a stack limit; one of its own is not loosened."""
    if type(limit) is not int:
        return spec
    return evolve(spec, landing=evolve(spec.landing, max_stack=min(limit, spec.landing.max_stack or limit)))
