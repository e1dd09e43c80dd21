"""What values a key of a ruleset takes: the `Kind` of options, and the few kinds that only rulesets need.

A kind says what it takes in words, what is wrong with a value, and by which code such a mistake is reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

from attrs import frozen

from raceboard.errors import did_you_mean
from raceboard.option import Kind

__all__ = [
    "LevelPoints",
    "Misfit",
    "NameList",
    "PowerOfTwo",
    "Text",
    "Value",
    "ValueKind",
    "as_text",
    "misfit",
    "shown",
]

#: A value of a key: a word, a flag, a number, a list, the points of levels; None: nothing is set.
Value: TypeAlias = str | bool | int | tuple[int, ...] | tuple[str, ...] | Mapping[str, int] | None

Code: TypeAlias = Literal["enum", "range", "type"]

_SAYS_TRUE = ("yes", "on", "true", "y")
_SAYS_FALSE = ("no", "off", "false", "n")
_LONGEST = 60


class ValueKind(Protocol):
    """What values a key takes; its text says it in words."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are listed."""
        ...

    def problem(self, value: object) -> str | None:
        """What the kind takes (`takes ...`) when a value does not fit, else None."""
        ...

    def code(self, value: object) -> Code:
        """How a value that does not fit is wrong."""
        ...


@frozen
class PowerOfTwo:
    """A power of two from 2 up, or one of some words.

    >>> PowerOfTwo(("unlimited",)).problem(48)
    'takes a power of two from 2 up or unlimited'
    """

    words: tuple[str, ...] = ()

    def problem(self, value: object) -> str | None:
        """What it takes when a value does not fit."""
        if type(value) is int and value >= 2 and value & (value - 1) == 0:
            return None
        return None if value in self.words else f"takes {' or '.join(('a power of two from 2 up', *self.words))}"

    def code(self, value: object) -> Code:
        """A number is out of range; anything else is no number."""
        return "range" if type(value) is int else "type"


@frozen
class Text:
    """A text that is not empty and matches `pattern`, if there is one, as a whole; `about` says it in words."""

    about: str = "a text"
    pattern: str = ""
    words: tuple[str, ...] = ()

    def problem(self, value: object) -> str | None:
        """What it takes when a value does not fit."""
        fits = isinstance(value, str) and value and (not self.pattern or re.fullmatch(self.pattern, value))
        return None if fits else f"takes {self.about}"

    def code(self, value: object) -> Code:
        """Whatever does not fit is no such text."""
        return "type"


@frozen
class NameList:
    """A list of the names of rulesets, or one of some words."""

    words: tuple[str, ...] = ()

    def problem(self, value: object) -> str | None:
        """What it takes when a value does not fit."""
        if isinstance(value, tuple) and value and all(isinstance(item, str) for item in value):
            return None
        return None if value in self.words else f"takes {' or '.join((*self.words, 'a list of names of rulesets'))}"

    def code(self, value: object) -> Code:
        """Whatever does not fit is no such list."""
        return "type"


@frozen
class LevelPoints:
    """Points for levels of the variant, by the name of the level."""

    words: tuple[str, ...] = ()

    def problem(self, value: object) -> str | None:
        """What it takes when a value does not fit."""
        points = tuple(value.values()) if isinstance(value, Mapping) else ()
        fits = bool(points) and all(type(number) is int and number >= 1 for number in points)
        return None if fits else "takes a mapping of levels to whole numbers from 1 up"

    def code(self, value: object) -> Code:
        """Points are numbers, from 1 up."""
        numbers = isinstance(value, Mapping) and value and all(type(number) is int for number in value.values())
        return "range" if numbers else "type"


@frozen
class Misfit:
    """A value that a kind refuses: the code of the mistake, what is wrong, and what to write instead."""

    code: Code
    what: str
    hint: str = ""


def misfit(kind: ValueKind, value: object) -> Misfit | None:
    """Why a kind refuses a value, or None when it takes it.

    >>> misfit(Kind(flag=True), "yes")
    Misfit(code='type', what="takes true or false, not 'yes'", hint='write true')
    >>> misfit(Kind(words=("none", "two_each")), "two-each").what
    "'two-each' is not one of none, two_each"
    """
    takes = kind.problem(value)
    if takes is None:
        return None
    code = kind.code(value)
    what = f"{shown(value)} is not one of {', '.join(kind.words)}" if code == "enum" else f"{takes}, not {shown(value)}"
    return Misfit(code, what, _hint(kind, value))


def as_text(value: object) -> str:
    """A value as a ruleset file writes it; a key that is not set has no value to write.

    >>> as_text(True), as_text((3, 4)), as_text({"gammon": 2}), as_text("two_each"), as_text(None)
    ('true', '[3, 4]', '{gammon: 2}', 'two_each', 'unset')
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {as_text(inner)}' for name, inner in value.items())}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(as_text, value))}]"
    return "unset" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def shown(value: object) -> str:
    """A value as a message names it, texts in quotes; long ones are cut.

    >>> shown(True), shown((3, 4)), shown("two_each"), shown(None)
    ('true', '[3, 4]', "'two_each'", 'nothing')
    """
    if value is None or isinstance(value, Mapping):
        return "nothing" if value is None else "a mapping"
    if isinstance(value, bool):
        return str(value).lower()
    text = f"[{', '.join(map(shown, value))}]" if isinstance(value, tuple) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _hint(kind: ValueKind, value: object) -> str:
    """What was probably meant."""
    if isinstance(kind, Text):
        return "" if isinstance(value, str) else "put it in quotes"
    word = str(value).lower() if isinstance(value, str | bool) else ""
    if isinstance(kind, Kind) and kind.flag and word in (*_SAYS_TRUE, *_SAYS_FALSE):
        return f"write {'true' if word in _SAYS_TRUE else 'false'}"
    if word in _SAYS_FALSE and "none" in kind.words:
        return "write none"
    return did_you_mean(word, kind.words)
