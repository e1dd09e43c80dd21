"""What proves a variant: the conformance kit, the naive enumerator and Hypothesis strategies.

`conform(spec)` examines a variant and gives a `Report`; `raceboard.testing.conformance` has the table of its checks.
`raceboard conform NAME` does the same on the command line, `pytest --raceboard-variant NAME` in the tests of a package.
Names are imported when they are first used: the kit and the strategies need the extra `conform` (Hypothesis, pytest),
the naive enumerator needs nothing.

>>> from raceboard import Registry
>>> from raceboard.testing import conform
>>> conform(Registry.load().variant("hypergammon"), level=0, examples=5).ok
True
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from raceboard.testing.cases import Case, read_cases
    from raceboard.testing.casework import held
    from raceboard.testing.conformance import CHECKS, Check, conform, holds
    from raceboard.testing.games import games, sessions
    from raceboard.testing.naive import naive_plays, naive_results
    from raceboard.testing.report import Failure, Findings, Report, Result
    from raceboard.testing.strategies import positions, rolls, situations, throws

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "Failure",
    "Findings",
    "Report",
    "Result",
    "conform",
    "games",
    "held",
    "holds",
    "naive_plays",
    "naive_results",
    "positions",
    "read_cases",
    "rolls",
    "sessions",
    "situations",
    "throws",
]

_HOMES = {
    "cases": ("Case", "read_cases"),
    "casework": ("held",),
    "conformance": ("CHECKS", "Check", "conform", "holds"),
    "games": ("games", "sessions"),
    "naive": ("naive_plays", "naive_results"),
    "report": ("Failure", "Findings", "Report", "Result"),
    "strategies": ("positions", "rolls", "situations", "throws"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from the module that is its home."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return __all__
