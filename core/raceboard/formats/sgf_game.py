"""What the nodes of a backgammon game in SGF mean: a fold of nodes into the entries of a record.

White is side 0, the player who is named first in .mat text, and Black is side 1. The letters a to x are the points 1 to
24 of White, which are 24 to 1 of Black; y is the bar and z is off. SGF marks no hits and states no value of the cube:
both follow from the board and the cube so far. What SGF cannot say stands in a property of our own, which other
programs pass over:

    XW[64: 24/14*]   what the player with the white (XB: the black) checkers did here, as a cell of .mat text; it holds
                     in place of the move in the same node, or stands alone
    XR[W+2M]         a statement about the result, in place of RE: winner, points, M when it says "and the match"
    XS[...]          a set-up position that cannot be read

The dialect is that of GNU Backgammon: CP owns the cube (SGF itself says CO), a roll that nobody played is PL and DI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from raceboard.formats import mat, mat_writer
from raceboard.formats.board24 import BAR, STARTS, Board, Pair, place_of
from raceboard.formats.sgf_tree import Node
from raceboard.record import CubeEntry, CubeKind, Entry, GameResult, Move, Note, Other, RolledPlay, SetUp, UnplayedRoll
from raceboard.side import Side

__all__ = ["COLOURS", "KNOWN", "OWN_CELLS", "OWN_RESULT", "OWN_START", "Reading", "letter", "step"]

#: The letters of the colours in seat order; W and B are also the properties of moves.
COLOURS = ("W", "B")
#: Our property for a cell of .mat text, in seat order.
OWN_CELLS = ("XW", "XB")
#: Our properties of a first node: statements about the result, and a set-up that cannot be read.
OWN_RESULT, OWN_START = "XR", "XS"
_SETTING = frozenset({"AE", "AW", "AB", "PL", "DI", "CV", "CP", "CO"})
#: The properties of nodes behind the first that are read.
KNOWN = frozenset({*COLOURS, *OWN_CELLS, *_SETTING, "C"})

_BAR, _OFF = "y", "z"
_A = ord("a")
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-y][a-xz])*)", re.ASCII)
_DICE = re.compile(r"([1-6])([1-6])", re.ASCII)
_POINTS = re.compile(r"([a-y])(?::([a-y]))?", re.ASCII)
_WORDS = {"double": CubeKind.DOUBLE, "take": CubeKind.TAKE, "drop": CubeKind.PASS}
_REDOUBLES = (CubeKind.BEAVER, CubeKind.RACCOON)
_Said = TypeVar("_Said", RolledPlay, CubeEntry, UnplayedRoll)
_USUAL = "backgammon"
_OWNERS = {"w": 0, "b": 1, "c": None, "n": None}


@frozen
class Reading:
    """Where the nodes so far have led, and what the last one says.

    `said` and `notes`: the entries and the comments of the last node alone; `last`: whose the last entry so far was.
    `cube`: its value now, and `chain`: who made each double that waits for its answer. `roll`: one that stands alone
    and may still be played.
    """

    board: Board
    checkers: int
    cube: int = 1
    chain: tuple[Side, ...] = ()
    said: tuple[Entry, ...] = ()
    last: Side | None = None
    start: SetUp | None = None
    roll: UnplayedRoll | None = None
    notes: tuple[Note, ...] = ()

    @classmethod
    def begun(cls, variation: str) -> Reading:
        """Nothing is read yet; a game that nobody knows begins as backgammon does."""
        known = variation if variation in STARTS else _USUAL
        return cls(Board.start(known), sum(STARTS[known].values()))

    def done(self) -> Reading:
        """No move follows: a roll that waited was not played."""
        return self if self.roll is None else evolve(self.with_entry(self.roll), roll=None)

    def with_entry(self, entry: Entry) -> Reading:
        """One entry further."""
        return evolve(self, said=(*self.said, entry), last=entry.side)


def letter(side: Side, index: int) -> str:
    """The letter of an own index.

    >>> letter(0, 24), letter(1, 24), letter(1, 25), letter(0, 0)
    ('x', 'a', 'y', 'z')
    """
    if index in (0, BAR):
        return _BAR if index else _OFF
    return chr(_A + (BAR - 1 - index if side else index - 1))


def _index(side: Side, name: str) -> int:
    if name in (_BAR, _OFF):
        return BAR if name == _BAR else 0
    place = ord(name) - _A + 1
    return BAR - place if side else place


def step(reading: Reading, node: Node) -> Reading:
    """The reading after one more node; raises ValueError, with the reason, for a node that has no sense."""
    reading = _set_up(evolve(reading, said=(), notes=()), node)
    colours = [side for side in (0, 1) if COLOURS[side] in node.properties]
    if len(colours) > 1:
        raise ValueError("both sides move in one node")
    own = [mat.read_cell(side, cell, node.line) for side, cell in _own_cells(node)]
    for side in colours:
        reading = _acted(reading, side, node.first(COLOURS[side]) or "", node.line)
    if own:
        before = reading if colours else reading.done()
        kept = before.said[: len(before.said) - len(colours)]
        reading = evolve(before, said=(*kept, *map(_entry, own)), last=own[-1].side)
    if comment := node.first("C"):
        texts = (text.strip() for text in comment.split("\n"))
        reading = evolve(reading, notes=tuple(Note(text, node.line) for text in texts if text))
    return reading


def _own_cells(node: Node) -> Iterator[tuple[Side, str]]:
    for side, name in enumerate(OWN_CELLS):
        if (cell := node.first(name)) is not None:
            yield side, cell


def _entry(said: Entry | GameResult) -> Entry:
    return Other(said.side, said.text, said.line) if isinstance(said, GameResult) else said


# ---------------------------------------------------------------------- moves and the cube


def _acted(reading: Reading, side: Side, value: str, line: int) -> Reading:
    """A move, or a word about the cube."""
    if value in _WORDS:
        return _cube(reading.done(), side, _WORDS[value], line)
    found = _MOVE.fullmatch(value)
    if not found:
        raise ValueError(f"{value[:40]!r} is neither a roll with its moves, like 31hefe, nor double, take or drop")
    roll = (int(found[1]), int(found[2]))
    waiting = reading.roll
    is_played = waiting is not None and waiting.side == side and sorted(waiting.roll) == sorted(roll)
    reading = evolve(reading, roll=None) if is_played else reading.done()
    names = found[3]
    ways = [(_index(side, a), _index(side, b)) for a, b in zip(names[::2], names[1::2], strict=True)]
    board, moves = _played(reading.board, side, ways)
    cube = reading.cube * 2 ** len(reading.chain)
    said = _worded(RolledPlay(side, roll, moves, "", line))
    return evolve(reading, board=board, cube=cube, chain=(), roll=None).with_entry(said)


def _played(board: Board, side: Side, ways: Sequence[Pair]) -> tuple[Board, tuple[Move, ...]]:
    moves: list[Move] = []
    for source, stop in ways:
        board, hits = board.moved(side, (source, stop))
        moves.append(Move(place_of(source), (place_of(stop),), (hits,)))
    return board, tuple(moves)


def _cube(reading: Reading, side: Side, kind: CubeKind, line: int) -> Reading:
    """A word about the cube; a double that answers a double is a beaver, the next one a raccoon."""
    chain, value = reading.chain, None
    if kind is CubeKind.DOUBLE:
        is_answer = bool(chain) and chain[-1] != side
        kind = _REDOUBLES[min(len(chain), 2) - 1] if is_answer else kind
        chain = (*chain, side) if is_answer else (side,)
        value = reading.cube * 2 ** len(chain)
    said = _worded(CubeEntry(side, kind, value, "", line))
    if value is None:
        cube = reading.cube * 2 ** len(chain) if kind is CubeKind.TAKE else reading.cube
        return evolve(reading, cube=cube, chain=()).with_entry(said)
    return evolve(reading, chain=chain).with_entry(said)


def _worded(entry: _Said) -> _Said:
    """The entry with its words, which SGF does not have."""
    return evolve(entry, text=mat_writer.cell(entry))


# ---------------------------------------------------------------------- set-ups


def _set_up(reading: Reading, node: Node) -> Reading:
    """What a node sets up: before the first entry the start, later something that cannot be read."""
    if not _SETTING & node.properties.keys():
        return reading
    names = [name for name in ("AE", "AW", "AB", "CV", "CP", "CO") if name in node.properties]
    on_roll = _colour(node)
    if names and (reading.last is not None or reading.roll):
        text = "".join(f"{name}{''.join(f'[{value}]' for value in node.properties[name])}" for name in names)
        return reading.done().with_entry(Other(on_roll or 0, text, node.line))
    start = reading.start or SetUp()
    if {"AE", "AW", "AB"} & set(names):
        board = _placed(reading, node)
        reading, start = evolve(reading, board=board), evolve(start, position=board.text(), on_roll=on_roll)
    if (value := node.first("CV")) is not None:
        start = evolve(start, cube=_value(value))
        reading = evolve(reading, cube=start.cube)
    if (owner := node.first("CP") or node.first("CO")) is not None:
        if owner not in _OWNERS:
            raise ValueError(f"{owner[:40]!r} owns no cube: expected w, b, c or n")
        start = evolve(start, owner=_OWNERS[owner])
    reading = evolve(reading, start=start if start != SetUp() else None)
    return _rolled(reading, node, on_roll)


def _colour(node: Node) -> Side | None:
    value = node.first("PL")
    if value is None:
        return None
    if value[:1].upper() not in COLOURS:
        raise ValueError(f"{value[:40]!r} is no player: expected W or B")
    return COLOURS.index(value[:1].upper())


def _value(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        raise ValueError(f"{text[:40]!r} is no value of a cube")
    return int(text)


def _rolled(reading: Reading, node: Node, on_roll: Side | None) -> Reading:
    """The reading with dice that were thrown, and perhaps not played."""
    value = node.first("DI")
    if value is None:
        return reading
    found = _DICE.fullmatch(value)
    if not found:
        raise ValueError(f"{value[:40]!r} is no roll: expected two figures from 1 to 6")
    known = reading.start.on_roll if reading.start else None
    last = known if reading.last is None else 1 - reading.last
    side = on_roll if on_roll is not None else last or 0
    roll = _worded(UnplayedRoll(side, (int(found[1]), int(found[2])), "", node.line))
    return evolve(reading.done(), roll=roll)


def _placed(reading: Reading, node: Node) -> Board:
    """The board after points were emptied and checkers added; what stands nowhere is off."""
    board = reading.board
    for side in (0, 1):
        for name in _names(node, "AE"):
            board = board.put(side, _index(side, name), 0)
    for side, prop in enumerate(("AW", "AB")):
        for name in _names(node, prop):
            index = _index(side, name)
            board = board.put(side, index, min(board.has(side, index) + 1, 255))
    return board.filled(reading.checkers)


def _names(node: Node, name: str) -> Iterator[str]:
    """The letters of a list of points, ranges written out."""
    for value in node.properties.get(name, ()):
        found = _POINTS.fullmatch(value)
        if not found:
            raise ValueError(f"{value[:40]!r} is no point: expected a letter from a to y, or two with a colon")
        yield from map(chr, range(ord(found[1]), ord(found[2] or found[1]) + 1))
