"""Values of specs as text, to be compared and hashed: functions stand for themselves by names and what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from types import ModuleType
from typing import Any

import attrs

__all__ = ["full_text"]


def full_text(value: object, within: tuple[object, ...] = ()) -> str:
    """A value in full, as text that is the same in every process.

    Of a function that is its name, and the values that it was made with: those around a function inside a function,
    those of a `partial`, the object of a method. Its code is not part of it. `within`: the functions whose values are
    being told.

    >>> full_text({"b": (1, 2), "a": max})
    "{'a': builtins.max, 'b': (1, 2)}"
    >>> full_text(partial(round, ndigits=2))
    "functools.partial(builtins.round, (), {'ndigits': 2})"
    """
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Mapping):
        items = [f"{full_text(key, within)}: {full_text(item, within)}" for key, item in value.items()]
        return f"{{{', '.join(sorted(items))}}}"
    if isinstance(value, (tuple, list, frozenset, set)):
        items = [full_text(item, within) for item in value]
        return f"({', '.join(sorted(items) if isinstance(value, (set, frozenset)) else items)})"
    if isinstance(value, partial):
        parts = (value.func, value.args, value.keywords)
        return f"functools.partial({', '.join(full_text(part, within) for part in parts)})"
    if hasattr(value, "__qualname__"):
        return _named(value, within)
    return repr(value) if type(value).__module__ == "builtins" else _object(value, within)


def _object(value: object, within: tuple[object, ...]) -> str:
    """An object by its class and its attributes; one of another kind by what it says of itself."""
    kind: Any = type(value)
    if attrs.has(kind):
        fields = {one.name: getattr(value, one.name) for one in attrs.fields(kind) if one.init}
    elif hasattr(value, "__dict__"):
        fields = vars(value)
    else:
        return repr(value)
    told = ", ".join(f"{name}={full_text(item, within)}" for name, item in fields.items())
    return f"{kind.__qualname__}({told})"


def _named(value: Any, within: tuple[object, ...]) -> str:  # noqa: ANN401  # a function, a method or a class
    """What has a name, with what it holds, unless that is being told already."""
    name = f"{value.__module__}.{value.__qualname__}"
    owner = getattr(value, "__self__", None)
    held = [] if owner is None or isinstance(owner, (ModuleType, type)) else [owner]
    held += [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]
    if not held or value in within:
        return name
    return f"{name}{full_text(tuple(held), (*within, value))}"
