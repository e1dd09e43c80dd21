"""A key of a ruleset file, and a section of keys: one description from which every check is driven."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from raceboard.ruleset.kinds import Value, ValueKind

__all__ = ["CONTEXTS", "ON", "Context", "Key", "Section"]

#: What a ruleset is for: games for money, a match to a length, or single friendly games.
Context: TypeAlias = Literal["money", "match", "casual"]

CONTEXTS: tuple[Context, ...] = get_args(Context)

#: The setting of a section that one word switches off, while it is not switched off.
ON = "on"


@frozen
class Key:
    """Something that a ruleset may set.

    `defaults`: its value when nothing is written, in each context that has the key. In the others only `neutral` may
    be written, which changes nothing there; `why` says why they have it not.
    """

    path: str
    kind: ValueKind
    doc: str
    defaults: Mapping[Context, Value]
    neutral: Value = None
    why: str = ""

    @property
    def name(self) -> str:
        """The key as it is written inside its section."""
        return self.path.rpartition(".")[2]

    @property
    def section(self) -> str:
        """The section in which it is written."""
        return self.path.partition(".")[0]


@frozen
class Section:
    """A group of keys. With `off`, one word instead of the keys switches the section off.

    `starts_on`: such a section is on when nothing is written. All this holds in its `contexts`; `why` says why the
    others have it not.
    """

    name: str
    doc: str
    keys: tuple[Key, ...]
    off: str = ""
    starts_on: bool = True
    why: str = ""
    contexts: tuple[Context, ...] = CONTEXTS

    def default(self, context: Context) -> str:
        """`ON`, or the word that switches it off, when nothing is written."""
        return ON if not self.off or (self.starts_on and context in self.contexts) else self.off
