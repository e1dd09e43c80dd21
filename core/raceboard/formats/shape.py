"""The shape of board that the ids of other programs are for: two players against each other on 24 points with a bar.

They write no checkers off the board: what stands nowhere is off. A checker out of play would come back as borne off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from raceboard.errors import ConfigError, NotationError
from raceboard.position import OFF, Position
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec
from raceboard.track import Track

__all__ = ["BAR", "POINTS", "check_shape", "check_stakes", "faulty", "settled", "understood", "whole"]

POINTS = 24
BAR = 25


def check_shape(spec: VariantSpec, name: str) -> None:
    """Raise ValueError for a variant of another shape; `name` is the id that it cannot have.

    >>> from raceboard import Registry
    >>> check_shape(Registry.load().variant("hypergammon"), "XGID")
    """
    if spec.track != Track.contrary(POINTS) or len(spec.layout.reserves) != 1 or spec.pins:
        raise ValueError(
            f"{spec.name} has no {name}: these are of two players on {POINTS} points with a bar; "
            "the raceboard id is for every variant"
        )


def settled(spec: VariantSpec, position: Position) -> Position:
    """The position in which checkers out of play are borne off, as an id would read it.

    >>> from raceboard import Position, Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> settled(spec, Position.parse(spec, "6:1 off:13 removed:1 / 24:15")).text()
    '6:1 off:14 / 24:15'
    """
    if not any(position.removed):
        return position
    rows = [position.counts(side) for side in range(spec.players)]
    return Position.from_counts(spec, [(row[OFF] + position.gone(side), *row[1:]) for side, row in enumerate(rows)])


def whole(spec: VariantSpec, text: str, boards: Mapping[Side, Sequence[int]]) -> Position:
    """The position of what stands on the points 1 to 24 and the bar of each side; the rest is off.

    Raises NotationError, with the text in it, for more checkers than the variant has and for a position that cannot be.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("hypergammon")
    >>> whole(spec, "an id", {0: [1] + [0] * 24, 1: [0] * 24 + [3]}).text()
    '1:1 off:2 / bar:3'
    """
    rows = []
    for side in range(spec.players):
        off = spec.checkers[side] - sum(boards[side])
        if off < 0:
            raise NotationError(
                text, f"a player has {sum(boards[side])} checkers of {spec.checkers[side]} on the board"
            )
        rows.append((off, *boards[side]))
    try:
        return Position.from_counts(spec, rows)
    except ConfigError as error:
        raise faulty(text, error) from None


def faulty(text: str, error: ConfigError) -> NotationError:
    """What is wrong with the position that a text tells of."""
    faults = (f"{problem.path}: {problem.what}".removeprefix(": ") for problem in error.problems)
    return NotationError(text, "; ".join(faults))


def check_stakes(text: str, moment: Snapshot) -> Snapshot:
    """The moment itself; raises NotationError for a slip in cube, score or Crawford flag that no match comes to.

    In the Crawford game a player needs one point and nobody has doubled (`cube.md` 7). Redoubles at once
    exist in money play only, so that in a match whoever doubles owns the cube, or it lies in the middle. After a game
    an id may tell of the next one beside the cube of the last: then nothing is checked.

    >>> from raceboard import Registry
    >>> from raceboard.snapshot import Snapshot
    >>> spec = Registry.load().variant("backgammon")
    >>> check_stakes("an id", Snapshot(spec, spec.start, score=(4, 2), length=7, crawford=True))
    Traceback (most recent call last):
    ...
    raceboard.errors.NotationError: cannot read 'an id': a Crawford game at 4-2 to 7, where no player needs one point
    """
    if moment.length is None or moment.on_roll is None:
        return moment
    if moment.crawford and moment.length - 1 not in moment.score:
        score = "-".join(map(str, moment.score))
        raise NotationError(text, f"a Crawford game at {score} to {moment.length}, where no player needs one point")
    if moment.crawford and (moment.offered or (moment.cube or 1) > 1):
        raise NotationError(text, "nobody doubles in the Crawford game, and its cube shows 1")
    if moment.offers > 1:
        raise NotationError(text, "a double by a player who does not own the cube, or a redouble at once, in a match")
    return moment


@contextmanager
def understood(text: str) -> Iterator[None]:
    """A moment is made inside of what a text says; where it cannot be, NotationError with the text is raised.

    >>> from raceboard import Registry
    >>> from raceboard.snapshot import Snapshot
    >>> spec = Registry.load().variant("backgammon")
    >>> with understood("an id"):
    ...     Snapshot(spec, spec.start, owner=0)
    Traceback (most recent call last):
    ...
    raceboard.errors.NotationError: cannot read 'an id': no moment of backgammon: nobody owns a cube that shows 1
    """
    try:
        yield
    except ValueError as error:
        raise NotationError(text, str(error)) if type(error) is ValueError else error from None
