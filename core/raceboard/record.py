"""A match as somebody wrote it down: neutral values between the text formats and the rules.

Nothing here is judged. A record says what stands in the text, where it stands, and which cells nobody could read; a
replay says whether it is legal. Side 0 is the player who is named first.

Records are equal by content. The spelling of a text, the line where it stands and the name of its file take no part,
for these differ between formats; only where nobody could read a text is the text itself the content. Everything else
counts: marks of hits, stops and counts as they are written, the order of the dice, headers in any order, notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from attrs import field, frozen

from raceboard.side import Side

__all__ = [
    "CubeEntry",
    "CubeKind",
    "Entry",
    "GameRecord",
    "GameResult",
    "MatchRecord",
    "Move",
    "Note",
    "Other",
    "Place",
    "Resignation",
    "RolledPlay",
    "SetUp",
    "UnplayedRoll",
]

#: Where a checker stands: an own index in pips to go, or a name: `bar`, `hand`, `off`.
Place: TypeAlias = int | str


@frozen
class Move:
    """What one token of a play says: checkers that leave a place together and stop one or more times.

    `hits` has one mark for each stop. A mark that is missing proves nothing, because many programs write none, and
    stops may be merged: `24/14` can hide one on the way.
    """

    source: Place
    stops: tuple[Place, ...]
    hits: tuple[bool, ...]
    count: int = 1

    def __str__(self) -> str:
        """The move as people write it.

        >>> str(Move(24, (20, 14), (True, False), 2)), str(Move("bar", (22,), (False,)))
        ('24/20*/14(2)', 'bar/22')
        """
        stops = "".join(f"/{stop}{'*' * hit}" for stop, hit in zip(self.stops, self.hits, strict=True))
        return f"{self.source}{stops}{f'({self.count})' if self.count != 1 else ''}"


@frozen
class RolledPlay:
    """A roll and the moves that were written for it; no moves is a dance."""

    side: Side
    roll: tuple[int, ...]
    moves: tuple[Move, ...]
    text: str = field(eq=False)
    line: int = field(eq=False)


@frozen
class UnplayedRoll:
    """A roll that nobody played, because the game ended there."""

    side: Side
    roll: tuple[int, ...]
    text: str = field(eq=False)
    line: int = field(eq=False)


class CubeKind(StrEnum):
    """What can be said about the cube."""

    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@frozen
class CubeEntry:
    """A word about the cube; `value` is the new value where the text names one."""

    side: Side
    kind: CubeKind
    value: int | None
    text: str = field(eq=False)
    line: int = field(eq=False)


@frozen
class Resignation:
    """`side` gives the game up; the result says for how much."""

    side: Side
    text: str = field(eq=False)
    line: int = field(eq=False)


@frozen
class Other:
    """A cell that cannot be read; it is kept so that a reader of the record can report it."""

    side: Side
    text: str
    line: int = field(eq=False)


#: What happens in a game, in the order of the text.
Entry: TypeAlias = RolledPlay | UnplayedRoll | CubeEntry | Resignation | Other


@frozen
class GameResult:
    """Who won how many points, as stated: `side` is the winner, whoever's column the statement stands in."""

    side: Side
    points: int
    ends_match: bool
    text: str = field(eq=False)
    line: int = field(eq=False)


@frozen
class Note:
    """A comment of the text, without its mark."""

    text: str
    line: int = field(eq=False)


@frozen
class SetUp:
    """How a game began otherwise than the variant says.

    `position`: position text with side 0 first, or what stands there where it cannot be read; None for the start of the
    variant. `on_roll`: whose turn it was, None where nothing says. `cube`: its value, and its `owner`, None while it
    lies in the middle.
    """

    position: str | None = None
    on_roll: Side | None = None
    cube: int = 1
    owner: Side | None = None


@frozen
class GameRecord:
    """One game of a record.

    `scores` are the points of both players before the game, zero where the text states none. `start` is what was set up
    before the first roll, or None for a game from the start. Some programs state a result twice, once for each player:
    `results` has every statement. Of two that differ the last one holds, since the first may have slipped into the
    wrong column.
    """

    number: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    start: SetUp | None
    entries: tuple[Entry, ...]
    results: tuple[GameResult, ...]

    @property
    def result(self) -> GameResult | None:
        """The last statement, or None for a game without a result."""
        return self.results[-1] if self.results else None


def _read_only(headers: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(headers))


@frozen
class MatchRecord:
    """Games in a row, at least one.

    `length` is the points that win the match, 0 for money, None where the text does not say. `headers` are in the order
    of the text; a header that repeats a key is among the `notes`.
    """

    name: str = field(eq=False)
    headers: Mapping[str, str] = field(converter=_read_only)
    length: int | None
    games: tuple[GameRecord, ...]
    notes: tuple[Note, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names in the first game; a name can be empty."""
        return self.games[0].players
