"""A ruleset: one variant as one table plays it, with every value and where it comes from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import cast

from attrs import evolve, field, frozen

from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.option import OptionValue
from raceboard.ruleset.checks import Complaint, complaints, forbidden, in_force, option_mistakes, placed
from raceboard.ruleset.document import DEFAULT, Document, Place, Written, mistake
from raceboard.ruleset.keys import CONTEXTS, Context
from raceboard.ruleset.kinds import Value
from raceboard.ruleset.sections import HEADER, HIGHEST, KEYS, LOWEST, RULES, SECTIONS
from raceboard.spec import VariantSpec

__all__ = ["Ruleset", "settled", "unplayable"]

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
    ) -> Ruleset:
        """A ruleset built in code: `body` holds sections and `rules` as a file does.

        Raises ConfigError with every mistake, placed in the file `<rules>` without a line.

        >>> from raceboard_variants.backgammon import BACKGAMMON
        >>> rules = Ruleset.of(BACKGAMMON, "match", {"match": {"length": 5}, "cube": "none"})
        >>> rules["match.length"], rules["cube"], rules["cube.jacoby"]
        (5, 'none', False)
        >>> Ruleset.of(BACKGAMMON, "match", {"cube": {"jacoby": True}})
        Traceback (most recent call last):
        ...
        raceboard.errors.ConfigError: <rules>: error[context-forbids]: cube.jacoby: is true, but this is a match \
ruleset; the Jacoby rule exists only in money play; in a match every gammon counts
            hint: remove the line or extend a money ruleset
        """
        header = {"name": name, "context": context, **({"title": title} if title else {})}
        document = Document.of(_IN_CODE, _tree({**(body or {}), **header}), _arguments(body or {}))
        if context not in CONTEXTS:
            raise ConfigError(document.problems)
        return settled(document.with_problems(forbidden(document, context)), context, spec)

    def __getitem__(self, path: str) -> Value:
        """The value of a key in force; of another key the neutral one, that says nothing (None when it has none).

        Raises KeyError, with a suggestion, for what is no key and no section that can be switched off.
        """
        if path in self.settings:
            return self.settings[path]
        if path in KEYS:
            return KEYS[path].neutral
        raise KeyError(f"a ruleset has no key {path}; {did_you_mean(path, (*KEYS, *self.settings))}".rstrip("; "))

    def is_on(self, section: str) -> bool:
        """Is a section that one word switches off (cube, clock, table) on?"""
        return self[section] != SECTIONS[section].off

    def number(self, path: str) -> int | None:
        """The number of a key; None where nothing or a word (none, unlimited) stands for it."""
        value = self[path]
        return value if type(value) is int else None

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


#: What changes a game and cannot be played yet, and what to write instead.
_NOT_YET = {
    "cube": ("a doubling cube", "write cube: none"),
    "clock": ("a clock", "write clock: none"),
    "table": ("conduct at a real table", "write table: strict"),
    "match.rotation": ("a rotation of games", "write rotation: none"),
}


def unplayable(ruleset: Ruleset) -> tuple[Problem, ...]:
    """What a ruleset asks for that this version cannot play; empty when its games can be played.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> for problem in unplayable(Ruleset.of(BACKGAMMON, "money")):
    ...     print(problem)
    <rules>: error[unplayable]: cube: a doubling cube cannot be played yet
        hint: write cube: none
    """
    document = ruleset.document
    found = []
    for path, (what, hint) in _NOT_YET.items():
        off = SECTIONS[path].off if path in SECTIONS else KEYS[path].neutral
        if ruleset[path] != off:
            others = () if _is_own(document, path) else ("extends" if "extends" in document.entries else "context",)
            found.append(placed(Complaint("unplayable", path, f"{what} cannot be played yet", others, hint), document))
    return tuple(found)


def _is_own(document: Document, path: str) -> bool:
    return path in document.entries and document.entries[path].place.file == document.file
