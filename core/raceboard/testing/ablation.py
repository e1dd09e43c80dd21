"""A variant without one of the rules that it declares: what differs from the defaults is put back, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, cast

import attrs

from raceboard.spec import Hooks, VariantSpec

__all__ = ["Ablation", "ablations"]

#: A declared rule by its place in the spec, and the variant without it.
Ablation: TypeAlias = tuple[str, VariantSpec]

#: The groups in which rules are declared. Track, setup and dice are no rules but what the game is played on.
_GROUPS = (
    "opening",
    "program",
    "landing",
    "entry",
    "departure",
    "formation",
    "obligation",
    "bear_off",
    "finish",
    "hooks",
)

#: Where a rule is looked for by name, without anything of its own to see.
_NAMES = ("name", "hit_to", "home", "counts_from")


def ablations(spec: VariantSpec) -> Iterator[Ablation]:
    """Each declared rule, and the variant without it; a rule that others need is left out.

    >>> from raceboard import Registry
    >>> for place, _ in ablations(Registry.load().variant("backgammon")):
    ...     print(place)
    finish.levels[1]
    finish.levels[1].needs[0]
    finish.levels[2]
    finish.levels[2].needs[0]
    finish.levels[2].needs[1]
    """
    for group in _GROUPS:
        for place, value in _without(getattr(spec, group), group):
            try:
                other = _evolved(spec, group, value)
            except ValueError:
                continue
            if other != spec:
                yield place, other


def _without(value: object, place: str) -> Iterator[tuple[str, object]]:
    """The value without one thing that it declares, for each."""
    if isinstance(value, tuple):
        yield from _fewer(value, place)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(cast("attrs.AttrsInstance", value))):
            if field.name not in _NAMES:
                own = getattr(value, field.name)
                for inner, less in _of_field(value, field, own, f"{place}.{field.name}"):
                    yield inner, _evolved(value, field.name, less)


def _of_field(value: object, field: attrs.Attribute[object], own: object, place: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Hooks):
        yield from [(place, None)] if own is not None else []
    elif attrs.has(type(own)) or (isinstance(own, tuple) and _is_of_members(field, own)):
        yield from _without(own, place)
        if field.default is None:
            yield place, None
    elif field.default is not attrs.NOTHING and own != field.default:
        yield place, field.default


def _is_of_members(field: attrs.Attribute[object], own: tuple[object, ...]) -> bool:
    """Does each member declare something of its own? Not where the tuple stands for one value."""
    return field.default == () or any(attrs.has(type(one)) for one in own)


def _fewer(several: tuple[object, ...], place: str) -> Iterator[tuple[str, object]]:
    """Without each member in turn, and with less in it; reserves and the lowest level stay, for others rest on them."""
    for number, one in enumerate(several):
        where = f"{place}[{number}]"
        is_lowest = place.endswith("levels") and number == 0
        if place != "entry" and not is_lowest:
            yield where, several[:number] + several[number + 1 :]
        if not isinstance(one, tuple):
            for inner, less in _without(one, where):
                yield inner, (*several[:number], less, *several[number + 1 :])


def _evolved(thing: object, name: str, value: object) -> VariantSpec:
    change = cast("Callable[..., VariantSpec]", attrs.evolve)
    return change(thing, **{name: value})
