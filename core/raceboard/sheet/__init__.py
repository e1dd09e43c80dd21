"""The rule sheet of a table: its rules in sentences, every one derived from the spec and the ruleset that are played.

No sentence belongs to a variant by its name. A group of the spec is told by one function, a setting of the ruleset by
the message of its key, and the tables are counted by the engine; so the sheet cannot say what the code does not do.

>>> from raceboard import Registry
>>> sheet = rule_sheet(Registry.load().ruleset("nardy-online"))
>>> print(sheet.section("moving").blocks[3])
At most 1 checker may be taken from the head in a turn.
>>> print(sheet.section("moving").blocks[4])
In a player's first turn, 2 checkers may be taken with 3-3, 4-4, 6-6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from attrs import frozen

from raceboard.messages import language
from raceboard.ruleset import Ruleset
from raceboard.sheet import page, plain
from raceboard.sheet.blocks import Block, Section, Subject
from raceboard.sheet.board import board, head
from raceboard.sheet.course import beginning, goal, turn
from raceboard.sheet.grids import counted
from raceboard.sheet.moves import bearing_off, moving, own_rules
from raceboard.sheet.stakes import cube, differences, settings, worth
from raceboard.sheet.words import say
from raceboard.spec import VariantSpec
from raceboard.stakes import length_of

__all__ = ["SECTIONS", "Sheet", "rule_sheet"]

_Teller: TypeAlias = Callable[[Subject], Iterable[Block]]

#: What tells each section, in the order in which they stand on a sheet. One context has one of session, match, series.
_TELLERS: Mapping[str, _Teller] = MappingProxyType(
    {
        "about": head,
        "board": board,
        "object": goal,
        "beginning": beginning,
        "turn": turn,
        "moving": moving,
        "off": bearing_off,
        "own": own_rules,
        "worth": worth,
        **{name: partial(settings, name) for name in ("session", "match", "series")},
        "cube": cube,
        **{name: partial(settings, name) for name in ("resign", "forfeit", "clock", "table")},
        "options": differences,
        "counted": counted,
    }
)

#: The names of the sections that a sheet can have.
SECTIONS = tuple(_TELLERS)


@frozen
class Sheet:
    """The rules of a table, in the language that is spoken when they are asked for. Make one with `rule_sheet`."""

    subject: Subject

    @property
    def title(self) -> str:
        """The game."""
        spec = self.subject.spec
        return say("title", title=spec.title or spec.name)

    def section(self, name: str) -> Section | None:
        """One section by its name in `SECTIONS`, None where it has nothing to say; KeyError for another name."""
        blocks = tuple(_TELLERS[name](self.subject))
        return Section(name, say(f"section.{name}"), blocks) if blocks else None

    @property
    def sections(self) -> tuple[Section, ...]:
        """Everything that the sheet says."""
        found = map(self.section, SECTIONS)
        return tuple(section for section in found if section is not None)

    def text(self, *, width: int = 92, unicode: bool = True) -> str:
        """The sheet for a terminal, in lines of `width` characters; the board may be wider.

        `unicode`: the board is drawn in box drawing characters, else in ASCII.
        """
        return plain.write(self.title, self.sections, width=width, unicode=unicode)

    def html(self) -> str:
        """The sheet as one page for the printer: A4, black and white, without anything from outside."""
        rules = self.subject.rules
        return page.write(self.title, say("called", title=rules.title) if rules else "", language(), self.sections)

    def __str__(self) -> str:
        return self.text()


def rule_sheet(played: VariantSpec | Ruleset, *, length: int | None = None) -> Sheet:
    """The sheet of a ruleset, or of a variant alone, as it is played where no ruleset says otherwise.

    `length`: the points of the match, where they are known; they go before those of the ruleset. Raises ConfigError for
    a length that the ruleset does not allow, and ValueError where nothing is played to a length.

    >>> from raceboard import Registry
    >>> rule_sheet(Registry.load().ruleset("usbgf-match"), length=5).title
    'Rules of Backgammon'
    """
    if not isinstance(played, Ruleset):
        if length is not None:
            raise ValueError("a variant alone is played to no length; give a match ruleset, or leave length out")
        return Sheet(Subject(played))
    points = played.number("match.length") if length is None else length_of(played, length)
    return Sheet(Subject(played.spec, played, points))
