"""Errors as facts: one class for each thing that a host may want to handle, fields first.

*A player broke a rule*: `RuleError`. *The host asked at the wrong time*: `NotNowError`. *A file or a plugin is wrong*:
`ConfigError`, with all problems and their places. *A text cannot be read*: `NotationError`. *A conversion would lose
something*: `LossError`. All are `ValueError`s.
Whatever else escapes from the library is a bug of the library. A refused call leaves everything as it was.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import cast

from attrs import Factory, field, frozen

from raceboard.messages import has, text
from raceboard.rulebook import source_of

__all__ = [
    "BackendError",
    "ConfigError",
    "LossError",
    "NotNowError",
    "NotationError",
    "Problem",
    "RuleError",
    "Verdict",
    "did_you_mean",
    "spelling",
]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word, or an empty string when nothing is near.

    >>> did_you_mean("backgamon", ["backgammon", "long-nardy"])
    'did you mean backgammon?'
    """
    near = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""


def spelling(name: str) -> str:
    """A name as it is compared: without case; spaces, hyphens and underscores are the same.

    >>> spelling("Long_Nardy ") == spelling("long-nardy")
    True
    """
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


def _read_only(parameters: Mapping[str, object]) -> Mapping[str, object]:
    return MappingProxyType(dict(parameters))


@frozen
class Verdict:
    """What the rules say of an action: the rule that decides, in words, with its source.

    `rule` is `group.code` (`obligation.both-dice`). `key` names the message and `parameters` fill it (default: the
    message of the rule); `source` is the rule's (`raceboard.rulebook`) where nothing else is given. `counter_example`:
    a `Play` that keeps the obligation which was broken, or None.
    """

    ok: bool
    rule: str
    parameters: Mapping[str, object] = field(factory=dict, converter=_read_only, eq=False)
    key: str = ""
    source: str = field(default=Factory(lambda self: source_of(self.rule), takes_self=True), eq=False)
    counter_example: object | None = field(default=None, eq=False)

    @property
    def text(self) -> str:
        """The verdict in words, in the language that is spoken (`raceboard.messages.speaking`)."""
        key = self.key or self.rule
        return text(key, self.parameters) if has(key) else text("rule.other", {"rule": self.rule})

    def __str__(self) -> str:
        """The verdict in one line."""
        return self.text if self.ok else text("verdict.illegal", {"rule": self.rule, "text": self.text})


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
    """The host asked for an action at the wrong time; `awaited` says what the game waits for, by names of classes."""

    action: str
    phase: str
    awaited: tuple[str, ...]
    verdict: Verdict

    @property
    def rule(self) -> str:
        """The id of the rule, `group.code`."""
        return self.verdict.rule

    def __str__(self) -> str:
        """What was asked, when, why not, and what is awaited."""
        told = cast("Iterable[tuple[str, str, int | None]]", self.verdict.parameters.get("awaited", ()))
        wait = ", ".join([_awaited(*one) for one in told] or self.awaited) or text("awaited.nothing")
        said = {"action": self.action, "phase": self.phase, "rule": self.rule, "text": self.verdict.text}
        return text("verdict.not-now", {**said, "awaited": wait})


def _awaited(action: str, name: str, side: int | None) -> str:
    what = text("awaited.named" if name else "awaited.action", {"action": action, "name": name})
    return what if side is None else text("awaited.by", {"what": what, "side": side})


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


@frozen
class LossError(ValueError):
    """A conversion would lose something that its target cannot hold; `lost` names it all."""

    target: str
    lost: tuple[str, ...]

    def __str__(self) -> str:
        """The target, what it cannot hold, and the way out."""
        return f"{self.target} would lose {len(self.lost)}: {'; '.join(self.lost)}. Allow it: lossy=True, or --lossy"


class BackendError(ImportError):
    """The kernel that the environment asks for cannot be had; see `raceboard.backend`."""
