"""The writer of two-column match text (`.mat`); the reader is `raceboard.formats.mat`.

Written as GNU Backgammon and eXtreme Gammon write it: headers as comments, the length, then for each game its number,
the names with their points, a set-up position where there is one, and numbered rows with a cell for each player. A
single game without a length is written as a `.gam` text, which has neither length nor title nor points.

The text that is written, read again, is the equal record, as far as two columns can say it. Who has to know asks
`raceboard.formats.records`, which reads everything that it writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from raceboard.formats import set_pos
from raceboard.record import (
    CubeEntry,
    CubeKind,
    Entry,
    GameRecord,
    GameResult,
    MatchRecord,
    Other,
    Resignation,
    RolledPlay,
    UnplayedRoll,
)

__all__ = ["cell", "write"]

_COLUMNS = 2
_WORDS = {
    CubeKind.DOUBLE: "Doubles",
    CubeKind.TAKE: "Takes",
    CubeKind.PASS: "Drops",
    CubeKind.BEAVER: "Beavers",
    CubeKind.RACCOON: "Raccoons",
}
_WINS = "Wins"
_LEFT = 28  # the width of the left column, two blanks before the right one included
_NAMES = 31  # the width of the first name with its points


@frozen
class _Row:
    """What the two columns of a row say."""

    left: str = ""
    right: str = ""

    def text(self, number: int) -> str:
        """The row with its number, which a row with nothing but a result does not have.

        It is filled up to the right column, since GNU Backgammon 1.07 takes the right cell of the row before for the
        one that is missing.
        """
        first = (self.left or self.right).lstrip()
        head = "     " if first.startswith(_WINS) and not (self.left and self.right) else f"{number:>3}) "
        return f"{head}{f'{self.left}  ':<{_LEFT}}{self.right}"


def cell(entry: Entry | GameResult) -> str:
    """What stands in a cell, as it is written for any record.

    >>> from raceboard.record import Move
    >>> cell(RolledPlay(0, (3, 1), (Move(8, (5,), (True,)), Move(6, (5,), (False,))), "", 1))
    '31: 8/5* 6/5'
    """
    match entry:
        case RolledPlay():
            return " ".join([f"{_dice(entry)}:", *map(str, entry.moves)])
        case UnplayedRoll():
            return f"{_dice(entry)}: ????"
        case CubeEntry():
            return _WORDS[entry.kind] + ("" if entry.value is None else f" => {entry.value}")
        case Resignation():
            return "Resigns"
        case Other():
            return entry.text
        case GameResult():
            points = "point" if entry.points == 1 else "points"
            return f"{_WINS} {entry.points} {points}{' and the match' if entry.ends_match else ''}"


def _dice(entry: RolledPlay | UnplayedRoll) -> str:
    return "".join(map(str, entry.roll))


def write(record: MatchRecord) -> str:
    """The text of a match.

    Raises ValueError for a record that does not have two players.

    >>> game = GameRecord(1, ("Ann", "Bob"), (0, 0), None, (), ())
    >>> print(write(MatchRecord("", {"Crawford": "On"}, 7, (game,))), end="")
    ; [Crawford "On"]
    <BLANKLINE>
     7 point match
    <BLANKLINE>
     Game 1
     Ann : 0                        Bob : 0
    """
    if any(len(game.players) != _COLUMNS for game in record.games):
        raise ValueError(f"a .mat text has two columns; this record is of {len(record.players)} players")
    head = [f'; [{key} "{value}"]' for key, value in record.headers.items()]
    head += [f"; {note.text}" for note in record.notes]
    is_alone = _is_gam(record)
    length = [f" {record.length} point match"] if record.length is not None else []
    games = ["\n".join(_game(game, is_alone=is_alone)) for game in record.games]
    return "\n\n".join([text for text in ("\n".join(head), *length) if text] + games) + "\n"


def _is_gam(record: MatchRecord) -> bool:
    """Is there nothing that only a match text says?"""
    game = record.games[0]
    is_plain = all(name.strip() and "  " not in name for name in game.players)
    return record.length is None and len(record.games) == game.number == 1 and not any(game.scores) and is_plain


def _game(game: GameRecord, *, is_alone: bool) -> Iterator[str]:
    """The lines of a game."""
    first, second = game.players
    if is_alone:
        yield f" {first:<{_NAMES}}{second}" if len(first) < _NAMES else f" {first}  {second}"
    else:
        yield f" Game {game.number}"
        left, right = (f"{name} : {score}" for name, score in zip(game.players, game.scores, strict=True))
        yield f" {f'{left}  ':<{_NAMES}}{right}"
    if game.start is not None:
        yield f"; Set Pos={set_pos.write(game.start)}"
    for number, row in enumerate(_rows((*game.entries, *game.results)), start=1):
        yield row.text(number)


def _rows(entries: Iterable[Entry | GameResult]) -> Iterator[_Row]:
    """The cells in rows: the second player's stands beside the one before it, if that is the first player's.

    Words stand one blank to the right of rolls.
    """
    waiting = ""
    for entry in entries:
        text = cell(entry) if isinstance(entry, RolledPlay | UnplayedRoll | Other) else f" {cell(entry)}"
        if entry.side:
            yield _Row(waiting, text)
            waiting = ""
        else:
            if waiting:
                yield _Row(waiting)
            waiting = text
    if waiting:
        yield _Row(waiting)
