"""A step is one checker and one die; a play is all steps of one stage of a turn.

Play text (DECISIONS 3) counts pips to go for every variant: `13/7*`, `bar/22`, `6/off`, `13/8(2)`. The steps of one
checker are written as one move, with the stops shown only where they hit: `24/14`, `24/20*/14`.
"""

from __future__ import annotations

from attrs import field, frozen

from raceboard.position import Position

__all__ = ["Play", "Step"]


@frozen(cache_hash=True)
class Step:
    """One checker moved by one die: `source` is an own index, `action` a choice that the landing offers.

    `target` and `hits` follow from the position; they take no part in comparisons, so a host may leave them out.

    >>> Step(13, 5) == Step(13, 5, target=8)
    True
    """

    source: int
    die: int
    action: str = ""
    target: int | None = field(default=None, eq=False)
    hits: bool = field(default=False, eq=False)


@frozen
class _Move:
    """The steps of one checker, as text shows them."""

    stops: tuple[int, ...]
    hits: tuple[bool, ...]

    def then(self, step: Step) -> _Move:
        return _Move((*self.stops, step.target or 0), (*self.hits, step.hits))

    def words(self, position: Position) -> tuple[str, bool]:
        """The text without the star at its end, and whether that star is due."""
        name = position.layout.name
        last = len(self.hits) - 1
        stops = enumerate(zip(self.stops[1:], self.hits, strict=True))
        shown = [name(stop) + "*" * (place < last) for place, (stop, hit) in stops if hit or place == last]
        return "/".join([name(self.stops[0]), *shown]), self.hits[last]


@frozen
class Play:
    """All steps of one stage, in an order in which they can be played, and the position they lead to.

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
        """The canonical text; `pass` for the empty play."""
        moves: list[_Move] = []
        for step in self.steps:
            _add(moves, step)
        ordered = sorted(moves, key=lambda move: [-stop for stop in move.stops])
        return " ".join(_repeated([move.words(self.result) for move in ordered])) or "pass"


def _add(moves: list[_Move], step: Step) -> None:
    """Let a step continue the move of the checker that stands there, or begin a move."""
    for place, move in enumerate(moves):
        if move.stops[-1] == step.source:
            moves[place] = move.then(step)
            return
    moves.append(_Move((step.source,), ()).then(step))


def _repeated(moves: list[tuple[str, bool]]) -> list[str]:
    """Write equal moves once, with their number; one of them that hits gives the star to all."""
    texts = [text for text, _ in moves]
    stars = {text for text, hits in moves if hits}
    numbers = {text: f"({texts.count(text)})" if texts.count(text) > 1 else "" for text in dict.fromkeys(texts)}
    return [f"{text}{'*' * (text in stars)}{number}" for text, number in numbers.items()]
