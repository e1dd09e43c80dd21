"""The GNUBgID: Position ID and Match ID of GNU Backgammon with a colon between them, a whole moment.

Seats: X of GNU Backgammon, its player 1, is the side `bottom`, as X of an XGID is.
"""

from __future__ import annotations

from raceboard.errors import NotationError
from raceboard.formats import gnubg_id, gnubg_match_id
from raceboard.formats.gnubg_match_id import GameState, MatchState
from raceboard.formats.shape import check_shape, check_stakes, settled, understood
from raceboard.position import Position
from raceboard.side import Side, others
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["decode", "encode"]

_NO_DICE = (0, 0)


def encode(snapshot: Snapshot, bottom: Side = 0) -> str:
    """The GNUBgID of a moment; what it has no place for is left out, and the higher die comes first.

    Raises ValueError for a variant of another shape, and for a number that has no room in its bits.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> encode(Snapshot(spec, spec.start, dice=(5, 2), length=7))
    '4HPwATDgc/ABMA:cInqAAAAAAAE'
    """
    spec = snapshot.spec
    check_shape(spec, "GNUBgID")
    side = bottom if snapshot.on_roll is None else snapshot.on_roll
    board = gnubg_id.encode(spec, settled(spec, snapshot.position), side)
    return f"{board}:{gnubg_match_id.encode(_state(snapshot, bottom))}"


def decode(spec: VariantSpec, text: str, bottom: Side = 0) -> Snapshot:
    """The moment of a GNUBgID; a game that is over has nobody on roll.

    Raises NotationError, with the reason, for a text that is no GNUBgID of a moment of the variant, and ValueError for
    a variant of another shape.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> found = decode(spec, "4HPwATDgc/ABMA:cBEAAAAAAAAA")
    >>> found.on_roll, found.offered, found.offered_by, found.jacoby
    (0, 2, 0, True)
    """
    check_shape(spec, "GNUBgID")
    board, colon, rest = text.partition(":")
    if not colon:
        raise NotationError(text, "a GNUBgID is a Position ID and a Match ID with a colon between them")
    state = gnubg_match_id.decode(rest)
    seats = (others(bottom, spec.players)[0], bottom)
    position = gnubg_id.decode(spec, board, seats[state.on_roll])
    is_open = _is_open(state, position, spec.start)
    if is_open and not state.doubled and not state.resigned and state.turn != state.on_roll:
        raise NotationError(text, "the player who is not on roll is to decide, but nothing has been offered")
    offering = seats[1 - state.turn]
    is_doubled, level = is_open and state.doubled, state.resigned if is_open else 0
    with understood(text):
        moment = Snapshot(
            spec=spec,
            position=position,
            on_roll=seats[state.on_roll] if is_open else None,
            dice=state.dice if is_open and state.dice != _NO_DICE else (),
            cube=state.cube,
            owner=None if state.owner is None else seats[state.owner],
            offered=2 * state.cube if is_doubled else 0,
            offered_by=offering if is_doubled else None,
            resigned=level,
            resigned_by=offering if level else None,
            score=(state.score[seats.index(0)], state.score[seats.index(1)]),
            length=state.length or None,
            crawford=state.crawford,
            jacoby=state.jacoby and not state.length,
        )
    return check_stakes(text, moment)


def _is_open(state: MatchState, position: Position, start: Position) -> bool:
    """Is somebody on roll? Without a game it may be a set-up position, but at the start the opening roll is missing."""
    if state.state is GameState.NONE:
        return position != start or state.dice != _NO_DICE
    return state.state is GameState.PLAYING


def _state(snapshot: Snapshot, bottom: Side) -> MatchState:
    """What lies beside the board, in the words of GNU Backgammon."""
    (top,) = others(bottom, snapshot.spec.players)
    is_open = snapshot.on_roll is not None
    on_roll = int(snapshot.on_roll in (bottom, None))
    offering = snapshot.offered_by if snapshot.offered else snapshot.resigned_by
    dice = tuple(sorted(snapshot.dice, reverse=True))
    ended = GameState.NONE if snapshot.position == snapshot.spec.start else GameState.OVER
    return MatchState(
        cube=snapshot.cube or 1,
        owner=None if snapshot.owner is None else int(snapshot.owner == bottom),
        on_roll=on_roll,
        crawford=snapshot.crawford,
        state=GameState.PLAYING if is_open else ended,
        turn=on_roll if offering is None else int(offering != bottom),
        doubled=bool(snapshot.offered),
        resigned=snapshot.resigned,
        dice=(dice[0], dice[1]) if len(dice) == 2 and max(dice) <= 6 else _NO_DICE,
        length=snapshot.length or 0,
        score=(snapshot.score[top], snapshot.score[bottom]),
        jacoby=snapshot.jacoby and not snapshot.length,
    )
