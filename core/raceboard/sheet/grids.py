"""The counted numbers as tables of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from raceboard.dice import Chance, Roll
from raceboard.program import opening_rolls
from raceboard.sheet.blocks import Block, Grid, Subject
from raceboard.sheet.counted import entries, hits, one_off, openings, two_off
from raceboard.sheet.words import say
from raceboard.spec import VariantSpec

__all__ = ["counted"]

#: A table is no wider than so many numbers; a long one goes on in further rows.
_WIDEST = 12
_NONE = "-"


def counted(subject: Subject) -> Iterator[Block]:
    """Every table that makes sense for the variant."""
    spec = subject.spec
    yield say("counted.about", total=spec.dice.total)
    yield from _hits(spec)
    yield from _entries(spec)
    yield from _off(spec)
    yield from _openings(spec)


def _hits(spec: VariantSpec) -> Iterator[Block]:
    found = hits(spec)
    if found:
        rows = [(str(distance), str(throws)) for distance, throws in found]
        yield _folded(say("counted.hits"), say("counted.distance"), say("counted.throws"), rows)


def _entries(spec: VariantSpec) -> Iterator[Block]:
    found = entries(spec)
    if found:
        head = tuple(say(f"counted.{name}") for name in ("closed", "one-in", "percent", "both-in", "none-in"))
        rows = (
            (str(one.closed), str(one.one), f"{100 * one.one / spec.dice.total:.0f}", str(one.both), str(one.none))
            for one in found
        )
        yield Grid(say("counted.entry", name=spec.landing.hit_to), head, tuple(rows), numeric=True)


def _off(spec: VariantSpec) -> Iterator[Block]:
    single, pairs = one_off(spec), two_off(spec)
    if len(single) > _WIDEST - 4:
        told = [(str(index), str(throws)) for index, throws in single]
        yield _folded(say("counted.one-off"), say("counted.pips"), say("counted.throws"), told)
    elif single:
        places = [index for index, _ in single]
        head = (say("counted.pips"), say("counted.alone"), *map(str, places))
        rows = tuple(_pairs(index, throws, places, pairs) for index, throws in single)
        yield Grid(say("counted.off"), head, rows, numeric=True)


def _pairs(index: int, throws: int, places: Sequence[int], pairs: Mapping[tuple[int, int], int]) -> tuple[str, ...]:
    """What one checker does alone, and with each one that is not farther."""
    beside = (str(pairs[index, low]) if low <= index else "" for low in places)
    return (str(index), str(throws), *beside)


# -- First turns -------------------------------------------------------------------------------------------------------


def _openings(spec: VariantSpec) -> Iterator[Block]:
    first, second = (dict(openings(spec, starter=starter)) for starter in (True, False))
    if spec.opening.gives_roll:  # ties are thrown again, so that not every roll can open a game
        first = {roll: plays for roll, plays in first.items() if roll in opening_rolls(spec)}
    differs = any(first.get(roll, plays) != plays for roll, plays in second.items())
    shown = (("counted.first-turn", first), ("counted.second-turn", second)) if differs else (("counted.turn", second),)
    for key, plays in shown:
        yield _by_roll(spec, say(key), plays)


def _by_roll(spec: VariantSpec, caption: str, plays: Mapping[Roll, int]) -> Grid:
    """A square of two equal dice; for others, a row."""
    faces = max(number for roll in spec.dice.rolls for number in roll)
    if spec.dice != Chance.dice(2, faces):
        rows = [(str(roll), str(number)) for roll, number in plays.items()]
        return _folded(caption, say("counted.throw"), say("counted.plays"), rows)
    head = (say("counted.dice"), *map(str, range(1, faces + 1)))
    square = tuple(
        (str(high), *(_cell(plays, high, low) for low in range(1, faces + 1))) for high in range(1, faces + 1)
    )
    return Grid(caption, head, square, numeric=True)


def _cell(plays: Mapping[Roll, int], high: int, low: int) -> str:
    """The plays of a throw; each throw stands once, so above the diagonal there is nothing."""
    return str(plays.get(Roll(high, low), _NONE)) if low <= high else ""


def _folded(caption: str, above: str, below: str, pairs: Sequence[tuple[str, str]]) -> Grid:
    """Pairs in two rows, a few at a time, so that a long table stays narrow."""
    width = min(_WIDEST, len(pairs))
    rows = []
    for begin in range(0, len(pairs), width):
        part = pairs[begin : begin + width]
        fill = ("",) * (width - len(part))
        rows += [(above, *(pair[0] for pair in part), *fill), (below, *(pair[1] for pair in part), *fill)]
    return Grid(caption, rows[0], tuple(rows[1:]), numeric=True)
