"""Errors as facts: one class for each thing that a host may want to handle, fields first.

*A player broke a rule*: `RuleError`. *The host asked at the wrong time*: `NotNowError`. *A file or a plugin is wrong*:
`ConfigError`, with all problems and their places. *A text cannot be read*: `NotationError`. All are `ValueError`s.
Whatever else escapes from the library is a bug of the library. A refused call leaves everything as it was.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import field, frozen

__all__ = ["ConfigError", "NotNowError", "NotationError", "Problem", "RuleError", "Verdict", "did_you_mean"]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word, or an empty string when nothing is near.

    >>> did_you_mean("backgamon", ["backgammon", "long-nardy"])
    'did you mean backgammon?'
    """
    near = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""


def _read_only(parameters: Mapping[str, object]) -> Mapping[str, object]:
    return MappingProxyType(dict(parameters))


@frozen
class Verdict:
    """What the rules say of an action: the rule that decides, its parameters and its source.

    `rule` is `group.code` (`obligation.both-dice`); the same id names the text in a catalogue.
    """

    ok: bool
    rule: str
    text: str
    parameters: Mapping[str, object] = field(factory=dict, converter=_read_only, eq=False)
    source: str = ""

    def __str__(self) -> str:
        """The verdict in one line."""
        return self.text if self.ok else f"illegal [{self.rule}]: {self.text}"


@frozen
class RuleError(ValueError):
    """A player broke a rule of the game; the state is unchanged."""

    verdict: Verdict

    @property
    def rule(self) -> str:
        """The id of the rule, `group.code`."""
        return self.verdict.rule

    def __str__(self) -> str:
        """The verdict in one line."""
        return str(self.verdict)


@frozen
class NotNowError(ValueError):
    """The host asked for an action at the wrong time; `awaited` says what the game waits for."""

    rule: str
    action: str
    phase: str
    awaited: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        """What was asked, when, and what is awaited."""
        wait = ", ".join(self.awaited) or "nothing"
        why = f"; {self.why}" if self.why else ""
        return f"{self.action} in phase {self.phase} [{self.rule}]: awaited {wait}{why}"


@frozen
class Problem:
    """One mistake of a file or a plugin: what is wrong, why, where, and what to do instead.

    `line` and `column` count from one; 0 means that the mistake has no place in a text. `notes` are further places
    that take part in the mistake, each a whole line of text.
    """

    code: str
    path: str
    what: str
    why: str = ""
    hint: str = ""
    file: str = "<rules>"
    line: int = 0
    column: int = 0
    notes: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """`FILE:LINE:COL`, or the file alone when there is no line."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __str__(self) -> str:
        """`FILE:LINE:COL: error[CODE]: PATH: WHAT; WHY`, then the notes and the hint, a line each."""
        path = f"{self.path}: " if self.path else ""
        why = f"; {self.why}" if self.why else ""
        head = f"{self.place}: error[{self.code}]: {path}{self.what}{why}"
        more = [f"    {note}" for note in self.notes] + ([f"    hint: {self.hint}"] if self.hint else [])
        return "\n".join([head, *more])


def _by_place(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda found: (found.file, found.line, found.column, found.path)))


@frozen
class ConfigError(ValueError):
    """A file or a plugin is wrong; carries every problem, sorted by place."""

    problems: tuple[Problem, ...] = field(converter=_by_place)

    def __str__(self) -> str:
        """All problems, each as `Problem` prints it."""
        return "\n".join(map(str, self.problems))


@frozen
class NotationError(ValueError):
    """A text that cannot be read, or that names more than one thing; carries the candidates."""

    text: str
    reason: str
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The text, the reason, and the candidates when there are some."""
        more = f"; one of: {', '.join(self.candidates)}" if self.candidates else ""
        return f"cannot read {self.text!r}: {self.reason}{more}"
