"""What a plugin imports, and the version of what it may rely on: `from raceboard import hookimpl`.

`API` is the version of the plugin interface: the hooks of `raceboard.hookspecs`, the groups of a `VariantSpec` and the
seven hooks of `raceboard.hooks`. A plugin says with which versions it works:

    raceboard_api = ">=0.1,<0.2"

It stands in the module (or is an attribute of the object) that is the plugin, or once in a package above it. A
registry quarantines a plugin whose range does not hold; one that declares no range is loaded, and `raceboard doctor`
says that it declares none. The second number grows when a plugin that works may stop working.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Iterator
from types import MappingProxyType, ModuleType
from typing import TypeAlias

import pluggy
from attrs import field, frozen

__all__ = ["API", "ApiRange", "declared_api", "hookimpl"]

#: The version of the plugin interface.
API = "0.1"

hookimpl = pluggy.HookimplMarker("raceboard")

#: The name under which a plugin declares its range.
_ATTRIBUTE = "raceboard_api"

_Version: TypeAlias = tuple[int, ...]
_CLAUSE = re.compile(r"\s*(>=|<=|==|!=|<|>)\s*([0-9]{1,6}(?:\.[0-9]{1,6})*)\s*")
_TESTS: MappingProxyType[str, Callable[[_Version, _Version], bool]] = MappingProxyType(
    {
        ">=": operator.ge,
        "<=": operator.le,
        "==": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        ">": operator.gt,
    }
)


def _version(text: str) -> _Version:
    """The numbers of a version; zeros at its end do not count."""
    numbers = tuple(map(int, text.split(".")))
    while numbers and numbers[-1] == 0:
        numbers = numbers[:-1]
    return numbers


def _checked(text: object) -> str:
    if not isinstance(text, str) or not all(map(_CLAUSE.fullmatch, text.split(","))):
        raise ValueError(f"{_ATTRIBUTE} is {text!r}; write a range of versions such as '>=0.1,<0.2'")
    return text


@frozen
class ApiRange:
    """Versions of the plugin interface, as a plugin declares them: comparisons with commas between them; all must hold.

    Raises ValueError for a text that is no range.

    >>> ApiRange(">=0.1,<0.2").holds("0.1.4"), ApiRange(">=0.1,<0.2").holds("0.2")
    (True, False)
    >>> ApiRange("0.1")
    Traceback (most recent call last):
    ...
    ValueError: raceboard_api is '0.1'; write a range of versions such as '>=0.1,<0.2'
    """

    text: str = field(converter=_checked)

    def holds(self, version: str = API) -> bool:
        """Is a version within the range?"""
        return all(test(_version(version), bound) for test, bound in self._clauses())

    def _clauses(self) -> Iterator[tuple[Callable[[_Version, _Version], bool], _Version]]:
        for clause in self.text.split(","):
            found = _CLAUSE.fullmatch(clause)
            assert found is not None
            yield _TESTS[found[1]], _version(found[2])


def declared_api(plugin: object) -> ApiRange | None:
    """The range that a plugin declares, itself or by a package above it; None when nothing does.

    Raises ValueError for a declaration that is no range.

    >>> import raceboard_variants.backgammon
    >>> str(declared_api(raceboard_variants.backgammon).text)
    '>=0.1,<0.2'
    """
    for place in _places(plugin):
        said = getattr(place, _ATTRIBUTE, None)
        if said is not None:
            return ApiRange(said)
    return None


def _places(plugin: object) -> Iterator[object]:
    """Where a declaration may stand, the nearest place first."""
    yield plugin
    if isinstance(plugin, ModuleType):
        name = plugin.__name__.rpartition(".")[0]
        while name in sys.modules:
            yield sys.modules[name]
            name = name.rpartition(".")[0]
