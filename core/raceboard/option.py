"""Options: what a table may change about a variant, declared by the variant and set from `rules:` of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from raceboard.spec import VariantSpec

__all__ = ["Kind", "Option", "OptionValue"]

#: A value of an option: a word, a flag, a whole number, or a list of whole numbers.
OptionValue: TypeAlias = str | bool | int | tuple[int, ...]


@frozen
class Kind:
    """What values an option takes: some `words`, true and false (`flag`), `whole` numbers, a list of them (`items`).

    >>> Kind(words=("any", "none"), items=(1, 6)).problem((3, 7))
    'takes any, none or a list of whole numbers from 1 to 6'
    >>> Kind(words=("any", "none"), items=(1, 6)).code((3, 7))
    'range'
    >>> Kind(flag=True).problem(True) is None
    True
    """

    words: tuple[str, ...] = ()
    flag: bool = False
    whole: tuple[int, int | None] | None = None
    items: tuple[int, int | None] | None = None

    def __str__(self) -> str:
        """The values in words: `true or false`, `a or b`, `a whole number from 1 up`."""
        parts = [*self.words, *(["true", "false"] if self.flag else [])]
        if self.whole:
            parts.append(f"a whole number from {_span(self.whole)}")
        if self.items:
            parts.append(f"a list of whole numbers from {_span(self.items)}")
        return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)

    def problem(self, value: object) -> str | None:
        """What is wrong with a value, or None; `True` is no number and `1` no flag."""
        if type(value) is bool:
            fits = self.flag
        elif type(value) is int:
            fits = self.whole is not None and _within(value, self.whole)
        elif isinstance(value, tuple):
            bounds = self.items or (1, 0)
            fits = bool(value) and all(type(item) is int and _within(item, bounds) for item in value)
        else:
            fits = value in self.words
        return None if fits else f"takes {self}"

    def code(self, value: object) -> Literal["enum", "range", "type"]:
        """How a value that does not fit is wrong: no listed word, a number out of range, or nothing of the kind."""
        if type(value) is int:
            return "range" if self.whole else "type"
        if isinstance(value, tuple):
            return "range" if self.items and all(type(item) is int for item in value) else "type"
        only_words = not (self.flag or self.whole or self.items)
        return "enum" if type(value) is str and only_words else "type"


def _span(bounds: tuple[int, int | None]) -> str:
    low, high = bounds
    return f"{low} up" if high is None else f"{low} to {high}"


def _within(value: int, bounds: tuple[int, int | None]) -> bool:
    low, high = bounds
    return low <= value and (high is None or value <= high)


@frozen
class Option:
    """Something that a table may change about a variant, set from `rules:` of a ruleset.

    `key`: its name, words with points between them; `kind`: the values it takes; `default`: that of the variant; `doc`
    and `source`: what it decides, and where that comes from. `apply` gives, of a spec and a value, the changed spec;
    with the default value it gives an equal one. A function of a module, or a `functools.partial` of one, keeps the
    spec picklable.
    """

    key: str
    kind: Kind
    default: OptionValue
    doc: str
    source: str
    apply: Callable[[VariantSpec, OptionValue], VariantSpec] = field(repr=False, eq=False)
