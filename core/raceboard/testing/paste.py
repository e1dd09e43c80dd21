"""Tests as text: a failing example as a test function that can be pasted into a file and fails there as well."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping

from attrs import fields

from raceboard.dice import Roll
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.testing.cases import Case
from raceboard.testing.report import Failure
from raceboard.testing.subject import Subject
from raceboard.testing.walking import Script

__all__ = ["failure", "of_case", "of_check", "of_error", "of_game", "of_situation"]


def of_situation(subject: Subject, check: Callable[..., None], case: tuple[object, ...], error: Exception) -> Failure:
    """The failure of a check of a position, a side, a stage or a roll, and the turn so far."""
    position, side, thrown, context = case
    assert isinstance(position, Position)
    names = ["Position", "Roll", *(["Stage"] if isinstance(thrown, Stage) else []), "TurnContext"]
    body = [
        f"from raceboard import {', '.join(names)}",
        _import(check),
        f'position = Position.parse(spec, "{position.text()}")',
        f"{check.__name__}(spec, position, {side}, {_told(thrown)}, {_told(context)})",
    ]
    return failure(subject, check.__name__, error, body)


def of_game(subject: Subject, check: Callable[..., None], error: Exception, start: str, script: Script = ()) -> Failure:
    """The failure of a check of a game: one that begins as `start` says, in Python, and goes on by a script."""
    body = ["from raceboard import Game, Position, Roll", _import(check), f"game = {start}"]
    if script:
        body += ["from raceboard.testing.walking import follow", f"script = {_wrapped(script)}"]
        body += ["game = follow(game, script)"]
    return failure(subject, check.__name__, error, [*body, f"{check.__name__}(game)"])


def of_check(subject: Subject, check: str, what: str, about: str = "") -> Failure:
    """The failure of a whole check; `about` tells one of its failures from others of it."""
    said = {"examples": subject.examples, "seed": subject.seed}
    folder = f', data="{subject.published.folder}"' if subject.published else ""
    more = "".join(f", {key}={value}" for key, value in said.items())
    body = ["from raceboard.testing import holds", f'holds("{check}", spec{more}{folder})']
    return Failure(what, _function(subject, f"{check}_{about}" if about else check, what, body))


def of_error(subject: Subject, check: str, error: Exception) -> Failure:
    """The failure of a check that could not be done because something has raised."""
    return of_check(subject, check, f"{type(error).__name__}: {error}")


def of_case(subject: Subject, case: Case, error: Exception) -> Failure:
    """The failure of a hand-worked case; the file with it is read again."""
    body = [
        "from raceboard.testing.cases import read_cases",
        "from raceboard.testing.casework import held",
        f'(case,) = [case for case in read_cases("{case.file}") if case.id == "{case.id}"]',
        "held(spec, case)",
    ]
    return failure(subject, f"case_{case.id}", error, body)


def failure(subject: Subject, name: str, error: Exception, body: Iterable[str]) -> Failure:
    """A failure with the lines of its test, which follow those that bind `spec`."""
    what = str(error) if type(error) is AssertionError else f"{type(error).__name__}: {error}"
    return Failure(what, _function(subject, name, what, body))


def _function(subject: Subject, name: str, what: str, body: Iterable[str]) -> str:
    words = re.sub("[^a-z0-9]+", "_", f"{subject.spec.name}_{name}".lower()).strip("_")
    first = " ".join(what.split()).replace("\\", "/").replace('"', "'")
    docstring = f'"""{textwrap.shorten(first, 100, placeholder=" ...")}"""'
    lines = [docstring, *subject.binding.splitlines(), *"\n".join(body).splitlines()]
    return f"def test_{words}() -> None:\n{textwrap.indent(chr(10).join(lines), '    ')}\n"


def _import(check: Callable[..., None]) -> str:
    return f"from {check.__module__} import {check.__name__}"


def _wrapped(script: Script) -> str:
    """A script as Python, a line for each action."""
    rows = "".join(f"    {entry!r},\n" for entry in script)
    return f"(\n{rows})"


def _told(value: object) -> str:
    """A roll, a stage or a turn context as Python."""
    if isinstance(value, Roll):
        return f"Roll({', '.join(map(str, value.dice))})"
    if isinstance(value, Stage):
        again = ", again=True" if value.again else ""
        return f"Stage({value.side}, {value.dice!r}, {_told(value.roll)}{again})"
    if isinstance(value, TurnContext):
        usual, own = TurnContext(), fields(TurnContext)
        said: Mapping[str, object] = {
            one.name: getattr(value, one.name) for one in own if getattr(value, one.name) != getattr(usual, one.name)
        }
        return f"TurnContext({', '.join(f'{key}={thing!r}' for key, thing in said.items())})"
    raise TypeError(f"{value!r} is nothing that a pasted test tells")
