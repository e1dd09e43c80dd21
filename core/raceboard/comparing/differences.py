"""What differs between two specs, field by field, and how the values are told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
from attrs import frozen

from raceboard.dice import Chance
from raceboard.option import Option
from raceboard.ruleset.kinds import as_text
from raceboard.spec import VariantSpec
from raceboard.track import Region, Track

__all__ = ["SILENT", "Difference", "differences"]

#: Groups that change no play and no ending by themselves: who may double, how points are labelled, what tables may set.
SILENT = frozenset({"cube", "numbering", "options"})

#: What a variant is called and where it comes from is no difference of the game; the last two follow from the others.
_LEFT_OUT = frozenset({"name", "title", "summary", "aliases", "sources", "layout", "checkers"})


@frozen
class Difference:
    """A field in which two variants differ: its path (`landing.block`), and both values, as data and in words."""

    path: str
    left: object
    right: object

    @property
    def group(self) -> str:
        """The group of the spec: the first word of the path."""
        return self.path.partition(".")[0]

    @property
    def texts(self) -> tuple[str, str]:
        """Both values in words; of options only those that differ."""
        if self.group == "options":
            return _only(self.left, self.right), _only(self.right, self.left)
        return value_text(self.left), value_text(self.right)

    def applied(self, spec: VariantSpec, source: VariantSpec) -> VariantSpec:
        """A variant with this field as another one has it; raises ValueError when that is no variant."""
        changed: VariantSpec = _set(spec, self.path.split("."), _get(source, self.path))
        return changed


def differences(left: VariantSpec, right: VariantSpec) -> Iterator[Difference]:
    """All fields in which two variants differ, in the order of the spec.

    >>> from raceboard import Registry
    >>> registry = Registry.load()
    >>> [one.path for one in differences(registry.variant("backgammon"), registry.variant("long-nardy"))][:4]
    ['track', 'setup', 'regions', 'landing.contact']
    """
    for name in _fields(left):
        if name not in _LEFT_OUT:
            yield from _within(name, getattr(left, name), getattr(right, name))


def _within(path: str, left: object, right: object) -> Iterator[Difference]:
    """The fields below a path; groups of one class are looked into."""
    if left == right:
        return
    whole = (Track, Chance, Region)
    if attrs.has(type(left)) and type(left) is type(right) and not isinstance(left, whole):
        for name in _fields(left):
            yield from _within(f"{path}.{name}", getattr(left, name), getattr(right, name))
    else:
        yield Difference(path, left, right)


def _fields(thing: Any) -> tuple[str, ...]:  # noqa: ANN401  # any group
    return tuple(field.name for field in attrs.fields(type(thing)) if field.init)


def _get(thing: Any, path: str) -> object:  # noqa: ANN401  # whatever a group holds
    for name in path.split("."):
        thing = getattr(thing, name)
    return thing


def _set(thing: Any, names: list[str], value: object) -> Any:  # noqa: ANN401  # whatever a group holds
    name, *rest = names
    return attrs.evolve(thing, **{name: _set(getattr(thing, name), rest, value) if rest else value})


# ---------------------------------------------------------------------------------------------------------------------
# Values in words
# ---------------------------------------------------------------------------------------------------------------------


def value_text(value: object) -> str:
    """A value of a spec in one line.

    >>> value_text(Track.contrary(24)), value_text((((24, 2), (13, 5)),)), value_text(Region("home", 1, 6))
    ('1-24 / 24-1', '24:2 13:5', 'home 1-6')
    """
    match value:
        case None | ():
            return "none"
        case Track():
            return " / ".join(map(_ranges, value.paths))
        case Region():
            return f"{value.name} {value.low}-{value.high}"
        case Chance():
            return ", ".join(f"{roll}: {weight}" for roll, weight in value.outcomes)
        case Option():
            return f"{value.key} = {as_text(value.default)}"
        case tuple():
            return _tuple_text(value)
    if attrs.has(type(value)):
        return _group_text(value)
    return getattr(value, "__name__", None) or as_text(value)


def _tuple_text(value: tuple[object, ...]) -> str:
    if all(isinstance(row, tuple) and all(_is_place(one) for one in row) for row in value):
        return " / ".join(_places(row) for row in value)
    return _places(value) if all(map(_is_place, value)) else ", ".join(map(value_text, value))


def _places(row: Any) -> str:  # noqa: ANN401  # pairs of an index or a name and a number
    return " ".join(f"{name}:{count}" for name, count in row)


def _is_place(one: object) -> bool:
    """Is it a pair of an index or a name and a number?"""
    return isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], int | str) and type(one[1]) is int


def _group_text(value: Any) -> str:  # noqa: ANN401  # any group
    """A group by those of its fields that are no defaults."""
    said = [
        f"{field.name}: {value_text(getattr(value, field.name))}"
        for field in attrs.fields(type(value))
        if getattr(value, field.name) != field.default
    ]
    return f"{type(value).__name__}({', '.join(said)})"


def _ranges(path: tuple[int, ...]) -> str:
    """A path as the ranges that it runs through."""
    ends = [0, *(place + 1 for place, (one, two) in enumerate(pairwise(path)) if _breaks(path, place, one, two))]
    parts = [path[start:stop] for start, stop in pairwise([*ends, len(path)])]
    return " ".join("-".join(map(str, dict.fromkeys((part[0], part[-1])))) for part in parts if part)


def _breaks(path: tuple[int, ...], place: int, one: int, two: int) -> bool:
    return abs(two - one) != 1 or (place > 0 and two - one != one - path[place - 1] and abs(one - path[place - 1]) == 1)


def _only(these: Any, those: Any) -> str:  # noqa: ANN401  # two tuples of options
    return value_text(tuple(option for option in these if option not in those))
