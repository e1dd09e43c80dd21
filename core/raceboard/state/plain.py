"""Values of the kernel as plain data, which is what JSON can say, and back.

A value becomes a mapping of its fields, a position its text with seat 0 first, a roll the list of its numbers; an
action and a situation say of what kind they are. What a reader knows is left out: variant and rulesets, and the events
of the last transition. Reading is strict: every key must be there and no other, and no number is made of a text.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar, cast, get_args

import attrs
from cattrs import BaseValidationError, Converter, transform_error
from cattrs.gen import make_dict_structure_fn
from cattrs.v import format_exception

from raceboard import ruling
from raceboard.action import SessionAction
from raceboard.cube.rule import RuleState
from raceboard.dice import Roll
from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.history import History
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.spec import VariantSpec

__all__ = ["check_keys", "from_plain", "to_plain"]

_T = TypeVar("_T")
_Kinds: TypeAlias = Mapping[str, type]

#: The key that says of what kind an action or a situation is.
_KIND: Final = "kind"

#: The situations that a ruling can be about.
_SITUATIONS: Final = (
    ruling.CockedRoll,
    ruling.DieOnChecker,
    ruling.IllegalPlay,
    ruling.IncompletePlay,
    ruling.MissingChecker,
    ruling.PrematureRoll,
    ruling.SetupError,
    ruling.TakeBack,
    ruling.TouchedDie,
)


def _by_name(kinds: Iterable[type]) -> _Kinds:
    return MappingProxyType({kind.__name__: kind for kind in kinds})


#: What is told apart by kind, each with its kinds by name.
_FAMILIES: Final[tuple[tuple[object, _Kinds], ...]] = (
    (SessionAction, _by_name(get_args(SessionAction))),
    (ruling.Situation, _by_name(_SITUATIONS)),
)

#: Fields that are not saved: events tell of a transition, not of a state; the rest stands elsewhere in a document.
_LEFT_OUT: Final = frozenset({"events", "history", "rotation", "rules", "spec"})


def to_plain(value: object) -> object:
    """A value of the kernel as plain data.

    >>> from raceboard.action import Rolled
    >>> to_plain(Rolled(Roll(1, 6), side=0))
    {'kind': 'Rolled', 'roll': [6, 1], 'side': 0}
    """
    plain: object = _writer().unstructure(value)
    return plain


def from_plain(
    data: object, kind: type[_T], path: str, spec: VariantSpec, known: Mapping[str, object] = MappingProxyType({})
) -> _T:
    """The value that plain data says, in a game of a variant.

    `path` is where the data stands, for errors; `known` are fields of the value that the data leaves out. Raises
    ConfigError with all that cannot be read, each with its path.

    >>> from raceboard.action import Rolled
    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> from_plain({"roll": ["6", 1], "side": 0}, Rolled, "do", BACKGAMMON)
    Traceback (most recent call last):
    ...
    raceboard.errors.ConfigError: <state>: error[unreadable]: do.roll[0]: '6' is no whole number
    """
    try:
        return _reader(spec).structure({**data, **known} if isinstance(data, Mapping) else data, kind)
    except (BaseValidationError, ValueError) as error:
        texts = (text.rpartition(" @ ") for text in transform_error(error, path, _reason))
        raise ConfigError(_unreadable(where, what) for what, _, where in texts) from None


def check_keys(data: object, keys: Collection[str], path: str = "") -> Mapping[str, object]:
    """The data, when it is a mapping with exactly these keys; raises ConfigError with everything that is wrong."""
    if not isinstance(data, Mapping):
        raise ConfigError([_unreadable(path, f"{reprlib.repr(data)} is no mapping with the keys {', '.join(keys)}")])
    wrong = [f"{reprlib.repr(key)} is no key here{_hint(key, keys)}" for key in data if key not in keys]
    wrong += [f"the key {key} is missing" for key in keys if key not in data]
    if wrong:
        raise ConfigError(_unreadable(path, what) for what in wrong)
    return cast("Mapping[str, object]", data)


def _hint(key: object, keys: Iterable[str]) -> str:
    hint = did_you_mean(str(key), keys)
    return f", {hint}" if hint else ""


def _unreadable(path: str, what: str) -> Problem:
    return Problem("unreadable", path.lstrip("."), what, file="<state>")


def _reason(error: BaseException, kind: type | None) -> str:
    """What is wrong, in words; our own errors have them already."""
    if isinstance(error, ConfigError):
        return "; ".join(f"{problem.path}: {problem.what}".removeprefix(": ") for problem in error.problems)
    return str(error) if isinstance(error, ValueError) else format_exception(error, kind)


# ---------------------------------------------------------------------- out


@cache
def _writer() -> Converter:
    converter = Converter(unstruct_collection_overrides={tuple: list})
    kinds = [kind for _, family in _FAMILIES for kind in family.values()]

    def writes(kind: type[attrs.AttrsInstance]) -> Callable[[attrs.AttrsInstance], Mapping[str, object]]:
        head = {_KIND: kind.__name__} if kind in kinds else {}
        saved = [field.name for field in attrs.fields(kind) if field.name not in _LEFT_OUT]
        return lambda value: {**head, **{name: converter.unstructure(getattr(value, name)) for name in saved}}

    converter.register_unstructure_hook_factory(attrs.has, writes)
    converter.register_unstructure_hook(Position, str)
    converter.register_unstructure_hook(Roll, list)
    converter.register_unstructure_hook(StrEnum, str)
    return converter


# ---------------------------------------------------------------------- in


@lru_cache(maxsize=64)
def _reader(spec: VariantSpec) -> Converter:
    """A reader for the games of a variant; making one takes much longer than reading."""
    converter = Converter()

    def reads(kind: type[attrs.AttrsInstance]) -> Callable[[object, object], attrs.AttrsInstance]:
        names, structure = [field.name for field in attrs.fields(kind)], make_dict_structure_fn(kind, converter)
        keys = [name for name in names if name not in ("events", "history", "spec")]
        given = {"spec": spec} if "spec" in names else {}
        return lambda data, _: structure({**check_keys(data, keys), **given}, kind)

    converter.register_structure_hook_factory(attrs.has, reads)
    for known in (History, VariantSpec, Ruleset, tuple[Ruleset, ...]):
        converter.register_structure_hook_func(_is(known), lambda value, _: value)
    for scalar, words in ((int, "whole number"), (bool, "true or false"), (str, "text")):
        converter.register_structure_hook(scalar, _only(scalar, words))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(StrEnum, lambda data, kind: kind(data))
    converter.register_structure_hook(Position, lambda text, _: _position(spec, text))
    converter.register_structure_hook(Roll, lambda dice, _: Roll(*converter.structure(dice, tuple[int, ...])))
    converter.register_structure_hook_func(_is(RuleState), _rule_state)
    for family, kinds in _FAMILIES:
        converter.register_structure_hook_func(_is(family), _one_of(kinds, converter))
    return converter


def _is(kind: object) -> Callable[[object], bool]:
    return lambda asked: asked == kind


def _only(kind: type[_T], words: str) -> Callable[[object, object], _T]:
    """A hook that takes values of one type and makes nothing else into one."""

    def take(data: object, _: object) -> _T:
        if type(data) is not kind:
            raise ValueError(f"{reprlib.repr(data)} is no {words}")
        return data

    return take


def _number(data: object, _: object) -> float:
    if type(data) is not float and type(data) is not int:
        raise ValueError(f"{reprlib.repr(data)} is no number")
    return data


def _position(spec: VariantSpec, text: object) -> Position:
    if not isinstance(text, str):
        raise ValueError(f"{reprlib.repr(text)} is no position text")
    return Position.parse(spec, text)


def _rule_state(data: object, _: object) -> RuleState:
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, list) and all(type(number) is int for number in data):
        return tuple(data)
    raise ValueError(f"{reprlib.repr(data)} is nothing that an optional rule remembers")


def _one_of(kinds: _Kinds, converter: Converter) -> Callable[[object, object], object]:
    """A hook for a family: the kind first, then its own keys."""

    def read(data: object, _: object) -> object:
        name = data.get(_KIND) if isinstance(data, Mapping) else data
        if not isinstance(data, Mapping) or not isinstance(name, str) or name not in kinds:
            hint = did_you_mean(str(name), kinds) or f"known: {', '.join(kinds)}"
            raise ValueError(f"{reprlib.repr(name)} is of no known {_KIND}; {hint}")
        return converter.structure({key: value for key, value in data.items() if key != _KIND}, kinds[name])

    return read
