"""From typed text to moves: the spellings that people and programs use, and nothing that could mean two things.

- Points, in any case of letters: a number, `bar` or `b`, `off`, `o`, `aus` or 0, the number behind the last point for
  a reserve (25 is the bar), and `head`, `kopf` or `голова` where the variant has one.
- Moves: `13/7`, `13-7`, `13:7`, `13 7`, with all stops, some or none, and in any order. A star is evidence and no
  condition. `(2)` or `x2` repeats a move. Between moves stands a space, a comma or a semicolon.
- In front: the dice (`31:`), which must be those that are played, or the `m` or `move` of FIBS.
- No move: nothing at all, `--`, or `pass`, `dance`, `cannot move`, `(no play)`, which may also stand beside moves.
- SGF: `B[52lpjn]`, which must be for the side to play, `52lpjn`, and `lpjn` where that is a legal play.
"""

from __future__ import annotations

import re
from collections import Counter

from raceboard.errors import NotationError
from raceboard.legal import Plays
from raceboard.notation.matching import matching
from raceboard.notation.sgf import COLOURS, sgf_moves
from raceboard.notation.shapes import SGF_BOARD, Numbering, head_of, is_of_sgf
from raceboard.record import Move

__all__ = ["read_moves", "shortened"]

_EXPECTED = "a play looks like '8/5 6/5', '24/20*/14', '13/8(2)', 'bar/22', '6/off' or 'pass'"
_LONG = 60

_BAR, _OFF = "bar", "off"
_NAMES = {"b": _BAR, "бар": _BAR, "o": _OFF, "aus": _OFF}  # noqa: RUF001 - Russian letters are meant
_HEAD = ("head", "kopf", "голова")

#: Dashes, crosses and slashes that look like the ones that are meant.
_LOOKALIKES = str.maketrans(
    {**dict.fromkeys([*range(0x2010, 0x2016), 0x2212], "-"), 0xD7: "x", 0x2044: "/", 0x2215: "/", 0x2019: "'"}
)

_NOTHING = re.compile(
    r"\(?\b(?:pass(?:es)?|dances?|can(?:not|'t) move|no (?:play|move))\b\)?|(?<!\S)--+(?!\S)|^[-.]$", re.ASCII
)
_COMMAND = re.compile(r"^(?:m(?:o|ov)?|moves?) (?=\S)")
_DICE = re.compile(r"\(?([0-9](?:[-, ]?[0-9]){0,3})\)?:(?: |$|(?=[^ ]*[-/]))")
_SGF = re.compile(r";?([wb])\[([1-6]{2})?((?:[a-z]{2}){0,8})\]|([1-6]{2})?((?:[a-z]{2}){1,8})")

_PLACE = r"[0-9]{1,4}|[^\W\d_]{1,20}"
_COUNT = r"\(x?([1-9][0-9]?)\)|x([1-9][0-9]?)"
_MOVE = re.compile(rf"({_PLACE})\*?((?:[-/:](?:{_PLACE})\*?)+)(?:{_COUNT})?\*?")
_STOP = re.compile(rf"[-/:]({_PLACE})(\*?)")
_ALONE = re.compile(rf"({_PLACE})(\*?)(?:{_COUNT})?")
_AGAIN = re.compile(_COUNT)


def read_moves(plays: Plays, text: str, numbering: Numbering) -> tuple[Move, ...]:
    """The moves of a typed play, as own indices; none for a word that says that nothing is played.

    Raises NotationError for a text that cannot be read, or that is for other dice or the other side.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> [move.stops for move in read_moves(legal_plays(spec, spec.start, 0, Roll(3, 1)), "31: 8-5, 6 5*", "down")]
    [(5,), (5,)]
    """
    line = " ".join(text.casefold().translate(_LOOKALIKES).split())
    if found := _of_sgf(plays, line):
        return _sgf(plays, text, found)
    line = _without_dice(plays, text, _COMMAND.sub("", line))
    line = re.sub(r" ?([-/:]) ?", r"\1", _NOTHING.sub(" ", line).replace(",", " ").replace(";", " "))
    return _Reader(plays, text, numbering).moves(line.removesuffix(".").split())


def shortened(text: str) -> str:
    """A text that is fit to be repeated in a message."""
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def _of_sgf(plays: Plays, line: str) -> re.Match[str] | None:
    """Is the whole text a play in the letters of SGF? Letters alone are one where they are a legal play."""
    found = _SGF.fullmatch(line)
    if found is None or found[1]:
        return found
    if not is_of_sgf(plays.problem.spec) or _NOTHING.fullmatch(line):
        return None
    return found if found[4] or matching(plays, sgf_moves(found[5], plays.side)) else None


def _sgf(plays: Plays, text: str, found: re.Match[str]) -> tuple[Move, ...]:
    """The moves of SGF letters; with a colour or dice in front they must be those of the plays."""
    colour, dice, letters = (found[1] or "").upper(), found[2] or found[4] or "", found[3] or found[5] or ""
    if not is_of_sgf(plays.problem.spec):
        raise NotationError(text, f"the letters of SGF are for {SGF_BOARD}")
    if colour not in ("", COLOURS[plays.side]):
        raise NotationError(text, f"this is a play of {colour}, and {COLOURS[plays.side]} is to play")
    _check_dice(plays, text, dice)
    return sgf_moves(letters, plays.side)


def _without_dice(plays: Plays, text: str, line: str) -> str:
    """The text behind the dice that may stand in front of it."""
    found = _DICE.match(line)
    if not found:
        return line
    _check_dice(plays, text, re.sub("[^0-9]", "", found[1]))
    return line[found.end() :]


def _check_dice(plays: Plays, text: str, digits: str) -> None:
    """Raise NotationError for dice that are not those of the plays; a double may be told as it was thrown."""
    stage = plays.problem.stage
    told = Counter(map(int, digits))
    if digits and told not in (Counter(stage.dice), Counter(stage.roll.dice)):
        dice = "-".join(map(str, stage.dice))
        raise NotationError(text, f"this is a play for {'-'.join(digits)}, and {dice} is to be played")


class _Reader:
    """Reads the words of a play."""

    def __init__(self, plays: Plays, text: str, numbering: Numbering) -> None:
        self._spec, self._side = plays.problem.spec, plays.side
        self._text, self._numbering = text, numbering

    def moves(self, words: list[str]) -> tuple[Move, ...]:
        """The moves of the words; places without a sign between them are pairs of a source and a stop."""
        moves: list[Move] = []
        source: str | None = None
        for word in words:
            if _has_foreign_digits(word):
                raise self._unreadable(word)
            if again := _AGAIN.fullmatch(word):
                self._repeat(moves, word if source is None else source, again, may=source is None)
            elif found := _MOVE.fullmatch(word):
                self._demand(source is None, source)
                moves.append(self._move(found[1], _STOP.findall(found[2]), found[3] or found[4]))
            elif not (alone := _ALONE.fullmatch(word)):
                raise self._unreadable(word)
            elif source is None:
                self._demand(not (alone[3] or alone[4]), word)
                source = alone[1]
            else:
                moves.append(self._move(source, [(alone[1], alone[2])], alone[3] or alone[4]))
                source = None
        self._demand(source is None, source)
        return tuple(moves)

    def _repeat(self, moves: list[Move], word: str, again: re.Match[str], *, may: bool) -> None:
        """Let a number that stands alone repeat the move before it."""
        self._demand(may and bool(moves) and moves[-1].count == 1, word)
        last = moves.pop()
        moves.append(Move(last.source, last.stops, last.hits, int(again[1] or again[2])))

    def _move(self, source: str, stops: list[tuple[str, str]], count: str | None) -> Move:
        return Move(
            self._index(source),
            tuple(self._index(name) for name, _ in stops),
            tuple(bool(star) for _, star in stops),
            int(count or 1),
        )

    def _index(self, word: str) -> int:
        """The own index that a number or a name means."""
        layout = self._spec.layout
        if word in _HEAD:
            head = head_of(self._spec, self._side)
            if head is None:
                raise NotationError(self._text, f"no point of this game is a head, as {word!r} would say; {_EXPECTED}")
            return head
        if word.isdigit():
            index = int(word) if self._numbering == "down" else layout.points + 1 - int(word)
            if 0 <= index < layout.size:
                return index
        try:
            return layout.index(_NAMES.get(word, word))
        except ValueError as error:
            raise NotationError(self._text, f"{error}; {_EXPECTED}") from None

    def _demand(self, is_fine: bool, word: str | None) -> None:
        if not is_fine:
            raise self._unreadable(word or "")

    def _unreadable(self, word: str) -> NotationError:
        digits = "; numbers are written with the digits 0 to 9" if _has_foreign_digits(word) else ""
        return NotationError(self._text, f"{shortened(word)!r} is no move{digits}; {_EXPECTED}")


def _has_foreign_digits(word: str) -> bool:
    return any(char.isnumeric() and not char.isascii() for char in word)
