"""Plays as people write them, read against the legal plays of a roll.

`8/5 6/5`, `13/7*`, `24/20*/14`, `13/8(2)`, `bar/22`, `25/22`, `6/off`, `6/0`, and `pass` for the empty play. What is
written means a play when its checkers can be moved that way, in some order of the dice. Written stops are kept to;
where none are written, a checker may go by any legal way.

Marks of hits are evidence, not conditions: programs leave them out and people set them wrongly (case BG045), so a mark
never makes a play illegal. Where several ways hit differently, the one that agrees best with the marks is meant:
`24/18` hits nothing on the way if it need not. If two ways agree equally well, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from raceboard.errors import NotationError, RuleError, Verdict
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.position import Layout
from raceboard.record import Move, Place
from raceboard.side import seat_name

__all__ = ["Leg", "Numbering", "legs", "matching", "read_play"]

#: `down`: points are pips to go, as everywhere in the library. `up`: they are counted from the start of the path.
Numbering: TypeAlias = Literal["down", "up"]

#: One checker on its way to a written stop: the index where it stands, and the index where it is to stop.
Leg: TypeAlias = tuple[int, int]

_PLACE = r"\w{1,20}"
_NOTHING = re.compile(r"\(?\b(?:pass|dance|cannot\s+move|no\s+play)\b\)?", re.ASCII)
_MOVE = re.compile(rf"({_PLACE})((?:[-/]{_PLACE}\*?)+)(?:\(([1-9]\d?)\))?", re.ASCII)
_STOP = re.compile(rf"[-/]({_PLACE})(\*?)", re.ASCII)
_EXPECTED = "a play looks like '8/5 6/5', '24/20*/14', '13/8(2)', 'bar/22', '6/off' or 'pass'"
_SHOWN = 3  # so many legal plays are named when a play is refused


def read_play(plays: Plays, text: str, *, numbering: Numbering = "down") -> Play:
    """The legal play that a text means; its steps go in the written order where that is legal.

    `numbering` says how the text numbers points. Raises NotationError for a text that cannot be read, and for one that
    several plays fit equally well, with these as candidates; RuleError for a readable text that is no legal play.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> str(read_play(plays, "13-7* 13-8")), str(read_play(plays, "1/12", numbering="up"))
    ('13/8 13/7', '24/13')
    """
    found = matching(plays, _read_moves(plays.position.layout, text, numbering))
    if not found:
        raise RuleError(_refusal(plays, text))
    play, *more = found
    if more:
        raise NotationError(text, "a checker can go several ways that hit differently", tuple(map(str, found)))
    return play


def matching(plays: Plays, moves: Sequence[Move]) -> tuple[Play, ...]:
    """The legal plays that fit recorded moves best; no moves are the empty play.

    Empty when the moves are no legal play; several when they leave open what is hit on the way. Raises NotationError
    for a place that the board does not have.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> str(*matching(legal_plays(spec, spec.start, 0, Roll(6, 5)), [Move(24, (13,), (False,))]))
    '24/13'
    """
    layout = plays.position.layout
    ways = list(dict.fromkeys(_ways(plays, (), legs(layout, moves))))
    stops = [stop for move in moves for stop in zip(move.stops, move.hits, strict=True)]
    marked = {_index(layout, stop) for stop, is_marked in stops if is_marked}
    misfits = [len(marked.symmetric_difference(way.hits)) for way in ways]
    return tuple(way for way, misfit in zip(ways, misfits, strict=True) if misfit == min(misfits))


def legs(layout: Layout, moves: Sequence[Move]) -> tuple[Leg, ...]:
    """What moves ask of single checkers, as own indices, in the written order.

    Raises NotationError for a place that the board does not have.

    >>> legs(Layout(2, 24, ("bar",)), [Move("bar", (20, 14), (False, True)), Move(6, ("off",), (False,), 2)])
    ((25, 20), (20, 14), (6, 0), (6, 0))
    """
    return tuple(
        leg
        for move in moves
        for _ in range(move.count)
        for leg in pairwise(_index(layout, place) for place in (move.source, *move.stops))
    )


def _ways(plays: Plays, steps: tuple[Step, ...], left: tuple[Leg, ...]) -> Iterator[Play]:
    """The plays that move a checker along each leg and move nothing else; the written order comes first."""
    if not left:
        if plays.accepts(steps):
            yield plays.play(steps)
        return
    following = plays.next_steps(steps)
    for leg in dict.fromkeys(left):
        place = left.index(leg)
        source, stop = leg
        for step in following:
            target = step.target or 0
            if step.source == source and target >= stop:
                rest = () if target == stop else ((target, stop),)
                yield from _ways(plays, (*steps, step), (*left[:place], *rest, *left[place + 1 :]))


def _index(layout: Layout, place: Place) -> int:
    """The own index of a recorded place."""
    if isinstance(place, int) and 0 <= place < layout.size:
        return place
    try:
        return layout.index(str(place))
    except ValueError as error:
        raise NotationError(str(place), str(error)) from None


def _read_moves(layout: Layout, text: str, numbering: Numbering) -> tuple[Move, ...]:
    """The moves of a typed play; words for the empty play say nothing beside moves."""
    words = _NOTHING.sub(" ", text.lower()).replace(",", " ").split()
    return tuple(_read_move(layout, text, word, numbering) for word in words)


def _read_move(layout: Layout, text: str, word: str, numbering: Numbering) -> Move:
    found = _MOVE.fullmatch(word)
    if not found:
        raise NotationError(text, f"{word!r} is no move; {_EXPECTED}")
    stops = _STOP.findall(found[2])
    return Move(
        _read_place(layout, text, found[1], numbering),
        tuple(_read_place(layout, text, name, numbering) for name, _ in stops),
        tuple(bool(mark) for _, mark in stops),
        int(found[3] or 1),
    )


def _read_place(layout: Layout, text: str, word: str, numbering: Numbering) -> int:
    """The own index that a name or a number means: 0 is off, and the numbers behind the last point are the reserves."""
    if word.isdigit():
        index = int(word) if numbering == "down" else layout.points + 1 - int(word)
        if 0 <= index < layout.size:
            return index
    try:
        return layout.index(word)
    except ValueError as error:
        raise NotationError(text, f"{error}; {_EXPECTED}") from None


def _refusal(plays: Plays, text: str) -> Verdict:
    """The verdict on a readable text that is no legal play: what was written, and what is legal."""
    legal = tuple(map(str, plays[:_SHOWN]))
    more = f" and {len(plays) - _SHOWN} more" if len(plays) > _SHOWN else ""
    known = f"legal: {', '.join(legal)}{more}" if plays else "nothing can be played"
    dice = "-".join(map(str, plays.dice))
    what = f"{text.strip() or 'pass'} is not a legal play of {seat_name(plays.side)} with {dice}"
    parameters = {"text": text, "dice": plays.dice, "legal": len(plays) if plays else 0}
    return Verdict(False, "play.not-legal", f"{what}; {known}", parameters)
