"""The values of a variant file, read by the types of what they become: groups, regions, tracks, dice, set-ups.

What a group takes is said once, by the annotations of its class; here they are read. Mistakes are collected with their
places, and what is mistaken is `UNREADABLE`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from raceboard.dice import Chance
from raceboard.errors import Problem, did_you_mean
from raceboard.ruleset.document import Written, mistake
from raceboard.ruleset.kinds import shown
from raceboard.track import Region, Track

__all__ = ["UNREADABLE", "Problems", "dice", "fields_of", "regions", "setup", "takes", "track", "value"]

#: What stands for a value that could not be read.
UNREADABLE: Final = object()

Problems: TypeAlias = list[Problem]

_NONE: Final = "none"
_CAPS: Final = tuple[tuple[str, int], ...]
_PLAIN: Mapping[object, tuple[type, str]] = {
    bool: (bool, "true or false"),
    int: (int, "a whole number from 0 up"),
    str: (str, "a text"),
}


@cache
def fields_of(group: type) -> Mapping[str, object]:
    """The fields of a group with their types, in its order."""
    hints = get_type_hints(group)
    return {field.name: hints[field.name] for field in attrs.fields(group)}


def takes(kind: object) -> str:
    """What a file may write for a type, in words.

    >>> from typing import Literal
    >>> takes(Literal["off", "on"]), takes(int | None), takes(tuple[str, ...])
    ('off or on', 'a whole number from 0 up or none', 'a list, each a text')
    """
    if kind in _PLAIN:
        return _PLAIN[kind][1]
    if kind is type(None):
        return _NONE
    if kind == _CAPS:
        return "a mapping of regions to whole numbers"
    if get_origin(kind) is Literal:
        return _either(map(str, get_args(kind)))
    if get_origin(kind) is tuple:
        return f"a list, each {takes(get_args(kind)[0])}"
    if _is_union(kind):
        members = get_args(kind)
        return _either(map(_tagged if _tagged_union(kind) else takes, members))
    return f"a mapping as {_name(kind)}"


def value(entry: Written, kind: object, base: object, problems: Problems) -> object:
    """The value that a file writes for a type; a group of the parent (`base`) keeps the fields that are not written.

    What is wrong is added to the problems; the value is then `UNREADABLE`.
    """
    given = entry.value
    if kind in _PLAIN:
        fits = type(given) is _PLAIN[kind][0] and not (type(given) is int and given < 0)
        return given if fits else _wrong(entry, kind, problems)
    if kind == _CAPS:
        return _caps(entry, problems)
    if get_origin(kind) is Literal:
        return given if given in get_args(kind) else _wrong(entry, kind, problems)
    if get_origin(kind) is tuple:
        return _list(entry, get_args(kind)[0], problems)
    if _is_union(kind):
        return _one_of(entry, kind, base, problems)
    assert isinstance(kind, type)
    return _group(entry, kind, base, problems)


def regions(entry: Written, base: tuple[Region, ...], problems: Problems) -> object:
    """Regions by name, each `[low, high]`: those of the parent, with the written ones in their place or added."""
    found = {region.name: region for region in base}
    for name, inner in _mapping(entry, "a mapping of names to [lowest, highest]", problems).items():
        numbers = inner.plain
        if isinstance(numbers, tuple) and len(numbers) == 2 and all(type(number) is int for number in numbers):
            region = _made(inner, partial(Region, name, *numbers), problems)
            found[name] = region  # type: ignore[assignment]
        else:
            _say(inner, f"takes [lowest, highest] own points, not {shown(numbers)}", problems)
    return tuple(found.values())


def setup(entry: Written, problems: Problems) -> object:
    """A row for all seats, or a list with one for each: own indices or reserves with their numbers of checkers."""
    if isinstance(entry.value, tuple):
        return tuple(_numbered(row, problems) for row in entry.value)
    return _numbered(entry, problems)


def track(entry: Written, problems: Problems) -> object:
    """A track by the name of its kind; the names are those of the constructors of `raceboard.track.Track`."""
    makers: Mapping[str, tuple[Callable[..., Track], tuple[str, ...]]] = {
        "contrary": (Track.contrary, ("points",)),
        "rotated": (Track.rotated, ("points", "shifts")),
        "shared": (Track.shared, ("points", "players")),
        "paths": (Track, ("paths",)),
    }
    name, inner = _only(entry, tuple(makers), problems)
    if inner is None:
        return UNREADABLE
    maker, arguments = makers[name]
    plain = inner.plain
    given: Mapping[str, Any] = plain if isinstance(plain, Mapping) else {arguments[0]: plain}
    if set(given) != set(arguments):
        return _say(inner, f"takes {' and '.join(arguments)}, not {shown(plain)}", problems)
    if not all(map(_is_numbers, given.values())):
        return _say(inner, "takes whole numbers up to 10000, and lists of them", problems)
    return _made(inner, lambda: maker(**given), problems)


def dice(entry: Written, problems: Problems) -> object:
    """Dice by `count` and `faces`, or a `table` of numbers with weights."""
    plain = entry.plain
    if isinstance(plain, Mapping) and set(plain) == {"count", "faces"}:
        if all(type(number) is int and 1 <= number <= 20 for number in plain.values()):
            return _made(entry, lambda: Chance.dice(plain["count"], plain["faces"]), problems)
        return _say(entry, "takes whole numbers from 1 to 20", problems)
    table = entry.value.get("table") if isinstance(entry.value, Mapping) and len(entry.value) == 1 else None
    if table is None:
        return _say(entry, "takes count: and faces:, or table: with numbers and their weights", problems)
    weights = _numbered(table, problems)
    if not isinstance(weights, dict) or not weights or not all(type(number) is int for number in weights):
        return UNREADABLE if weights is UNREADABLE else _say(table, "takes numbers with their weights", problems)
    return _made(entry, lambda: Chance.table(weights), problems)


def _either(words: Iterator[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _name(kind: object) -> str:
    return getattr(kind, "__name__", str(kind))


def _is_union(kind: object) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _tagged_union(kind: object) -> bool:
    """Is it a choice between groups, which a file tells apart by their names?"""
    return sum(attrs.has(member) for member in get_args(kind) if isinstance(member, type)) > 1


def _tagged(kind: object) -> str:
    return f"{_name(kind).lower()}: with a mapping as {_name(kind)}"


def _say(entry: Written, what: str, problems: Problems, code: str = "type", hint: str = "") -> object:
    problems.append(mistake(entry.place, code, entry.path, what, hint=hint))
    return UNREADABLE


def _wrong(entry: Written, kind: object, problems: Problems) -> object:
    words = [str(word) for word in get_args(kind)] if get_origin(kind) is Literal else []
    hint = did_you_mean(str(entry.value), words) if words and isinstance(entry.value, str) else ""
    said = str(entry.value).lower()
    if kind is bool and said in ("yes", "on", "no", "off"):
        hint = f"write {'true' if said in ('yes', 'on') else 'false'}"
    code = "enum" if words else "range" if kind is int and type(entry.value) is int else "type"
    return _say(entry, f"takes {takes(kind)}, not {shown(entry.plain)}", problems, code, hint)


def _mapping(entry: Written, wanted: str, problems: Problems) -> Mapping[str, Written]:
    if isinstance(entry.value, Mapping):
        return entry.value
    _say(entry, f"takes {wanted}, not {shown(entry.plain)}", problems)
    return {}


def _made(entry: Written, make: Callable[[], object], problems: Problems) -> object:
    """What a constructor makes; what it refuses is a mistake at the entry."""
    try:
        return make()
    except ValueError as error:
        return _say(entry, str(error), problems, "value")


def _numbered(entry: Written, problems: Problems) -> object:
    """A mapping of numbers or names to numbers."""
    found: dict[int | str, int] = {}
    for name, inner in _mapping(entry, "a mapping to whole numbers", problems).items():
        number = value(inner, int, None, problems)
        if isinstance(number, int):
            found[int(name) if name.isdecimal() else name] = number
    return found if isinstance(entry.value, Mapping) else UNREADABLE


def _caps(entry: Written, problems: Problems) -> object:
    caps = _numbered(entry, problems)
    return tuple((str(name), most) for name, most in caps.items()) if isinstance(caps, dict) else UNREADABLE


def _list(entry: Written, kind: object, problems: Problems) -> object:
    if not isinstance(entry.value, tuple):
        hint = f"write [{entry.value}]" if isinstance(entry.value, str | int) else ""
        return _say(entry, f"takes a list, each {takes(kind)}, not {shown(entry.plain)}", problems, hint=hint)
    items = tuple(value(item, kind, None, problems) for item in entry.value)
    return UNREADABLE if UNREADABLE in items else items


def _one_of(entry: Written, kind: object, base: object, problems: Problems) -> object:
    """A value of one of several types: of the first that reads it without a mistake."""
    members = [member for member in get_args(kind) if member is not type(None)]
    if entry.value == _NONE and len(members) < len(get_args(kind)):
        return None
    if _tagged_union(kind):
        by_name = {_name(member).lower(): member for member in members}
        name, inner = _only(entry, tuple(by_name), problems)
        return UNREADABLE if inner is None else value(inner, by_name[name], None, problems)
    if len(members) == 1:
        return value(entry, members[0], base, problems)
    for member in members:
        found = value(entry, member, base, [])
        if found is not UNREADABLE:
            return found
    return _wrong(entry, kind, problems)


def _only(entry: Written, names: tuple[str, ...], problems: Problems) -> tuple[str, Written | None]:
    """The one key of a mapping that says of what kind its value is."""
    given = entry.value if isinstance(entry.value, Mapping) else {}
    name = next(iter(given), "")
    if len(given) == 1 and name in names:
        return name, given[name]
    hint = did_you_mean(name, names) if name else ""
    _say(entry, f"takes one of the keys {', '.join(names)}, not {shown(entry.plain)}", problems, hint=hint)
    return "", None


def _group(entry: Written, group: type, base: object, problems: Problems) -> object:
    """A group: that of the parent with the written fields, or a new one."""
    kinds = fields_of(group)
    found: dict[str, Any] = {}
    given = _mapping(entry, f"a mapping as {group.__name__}", problems)
    for name, inner in given.items():
        if name in kinds:
            found[name] = value(inner, kinds[name], getattr(base, name, None), problems)
        else:
            hint = did_you_mean(name, kinds) or f"known here: {', '.join(kinds)}"
            problems.append(
                mistake(inner.key, "unknown-key", inner.path, f"is no field of {group.__name__}", hint=hint)
            )
    if not isinstance(entry.value, Mapping) or UNREADABLE in found.values():
        return UNREADABLE
    if isinstance(base, group):
        evolve: Callable[..., object] = attrs.evolve
        return _made(entry, partial(evolve, base, **found), problems)
    needed = [field.name for field in attrs.fields(group) if field.default is attrs.NOTHING]
    missing = [name for name in needed if name not in given]
    if missing:
        return _say(entry, f"lacks {', '.join(missing)}", problems, "missing-key")
    return _made(entry, lambda: group(**found), problems)


def _is_numbers(given: object) -> bool:
    """Is it a whole number from 0 up, or a list of such things?"""
    if isinstance(given, tuple):
        return bool(given) and all(map(_is_numbers, given))
    return type(given) is int and 0 <= given <= 10_000
