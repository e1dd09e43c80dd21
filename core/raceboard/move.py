"""A step is one checker and one die; a play is all steps of one stage of a turn.

Play text (DECISIONS 3) counts pips to go for every variant: `13/7*`, `bar/22`, `6/off`, `13/8(2)`. The steps of one
checker are written as one move, with the stops shown only where they hit: `24/14`, `24/20*/14`. The text depends on
where steps begin and end and on nothing else, neither on their order nor on which of the checkers of a point was
moved: a step goes on where another ended. So `13/8(3)` and `8/3` are `13/3 13/8(2)`, as GNU Backgammon has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import field, frozen

from raceboard.position import Layout, Position

__all__ = ["Play", "Step"]


@frozen(cache_hash=True)
class Step:
    """One checker moved by one `die`: `source` is an own index, `action` a choice that the landing offers.

    `target`, the own index where it ends, and `hits` follow from the position; they take no part in comparisons, so a
    host may leave them out.

    >>> Step(13, 5) == Step(13, 5, target=8)
    True
    """

    source: int
    die: int
    action: str = ""
    target: int | None = field(default=None, eq=False)
    hits: bool = field(default=False, eq=False)


@frozen
class Play:
    """All `steps` of one stage, in an order in which they can be played, and the position they lead to, the `result`.

    Plays are equal when their results are: how a result is reached or written makes no other play.
    """

    result: Position
    steps: tuple[Step, ...] = field(eq=False)

    @property
    def is_pass(self) -> bool:
        """No step at all: nothing could be played."""
        return not self.steps

    @property
    def hits(self) -> tuple[int, ...]:
        """The own indices where a checker was hit, in playing order."""
        return tuple(step.target for step in self.steps if step.hits and step.target)

    def __str__(self) -> str:
        """The canonical text of these steps; `pass` for the empty play.

        Two dice, or a double, have one text for all ways to a result. More dice can have several: see
        `raceboard.notation.canonical_text`.
        """
        return " ".join(_words(self.steps, self.result.layout)) or "pass"


def _words(steps: Sequence[Step], layout: Layout) -> Iterator[str]:
    """Equal moves once, with their number; the first that comes to a point where a checker was hit has the star."""
    hit = {step.target for step in steps if step.hits}
    starred: set[int] = set()
    for move, number in Counter(_shown(chain, hit) for chain in _chains(steps)).items():
        _, *way, last = move
        stars = [False, *(stop in hit for stop in way), last in hit - starred]
        starred.update(stop for stop, star in zip(move, stars, strict=True) if star)
        names = (layout.name(stop) + "*" * star for stop, star in zip(move, stars, strict=True))
        yield "/".join(names) + f"({number})" * (number > 1)


def _shown(chain: Sequence[int], hit: set[int | None]) -> tuple[int, ...]:
    """A move without the stops where nobody was hit."""
    return (chain[0], *(stop for stop in chain[1:-1] if stop in hit), chain[-1])


def _chains(steps: Sequence[Step]) -> Iterator[list[int]]:
    """The moves, farthest first: where each begins, its stops, and where it ends."""
    left = sorted(((step.source, step.target or 0) for step in steps), reverse=True)
    while left:
        chain = [*left.pop(0)]
        for source, target in tuple(left):
            if source == chain[-1]:
                chain.append(target)
                left.remove((source, target))
        yield chain
