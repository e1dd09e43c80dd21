"""The Match ID of GNU Backgammon: everything beside the board in 12 characters.

Nine bytes in base64; their bits, lowest first: 4 the cube as a power of two · 2 its owner, 3 for nobody · 1 the player
on roll · 1 the Crawford game · 3 the state of the game · 1 whose decision it is · 1 a double waits · 2 the level of a
resignation that waits · 3 and 3 the dice · 15 the length of the match · 15 and 15 the points of both · 1 no Jacoby
rule · 5 zeros. Players are numbered 0 and 1; in GNU Backgammon 1 sits at the bottom and is X.

Player 0 or 1 is on roll also while the other one decides about a double or a resignation. IDs from before the Jacoby
bit have 0 there, and so have those of money play under the rule; in a match the bit says nothing.
"""

from __future__ import annotations

from base64 import b64encode
from enum import IntEnum

from attrs import frozen

from raceboard.errors import NotationError
from raceboard.formats.gnubg_id import unpadded

__all__ = ["LENGTH", "GameState", "MatchState", "decode", "encode"]

#: The characters of a Match ID.
LENGTH = 12

_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1, 5)
_NOBODY = 3


class GameState(IntEnum):
    """What has become of the game."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@frozen
class MatchState:
    """What a Match ID says; players are 0 and 1 as in GNU Backgammon.

    `cube`: its value, `owner` None for nobody. `on_roll`: whose turn it is, `turn`: whose decision. `resigned`: the
    level that is offered, 0 for none. `dice`: 0 and 0 before the throw. `length`: 0 outside a match. `jacoby`: the bit
    of the rule, which means something in money play only.
    """

    cube: int = 1
    owner: int | None = None
    on_roll: int = 0
    crawford: bool = False
    state: GameState = GameState.PLAYING
    turn: int = 0
    doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] = (0, 0)
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False


def encode(state: MatchState) -> str:
    """The Match ID; raises ValueError for a number that has no room in its bits.

    >>> encode(MatchState(on_roll=1, turn=1, jacoby=True))
    'cAkAAAAAAAAA'
    """
    owner = _NOBODY if state.owner is None else state.owner
    cube = state.cube.bit_length() - 1
    numbers = [cube, owner, state.on_roll, state.crawford, state.state, state.turn, state.doubled]
    numbers += [state.resigned, *state.dice, state.length, *state.score, not state.jacoby, 0]
    packed = shift = 0
    for number, width in zip(numbers, _WIDTHS, strict=True):
        if not 0 <= number < 1 << width:
            raise ValueError(f"a Match ID has {width} bits for a number that is {int(number)} here: {state}")
        packed |= int(number) << shift
        shift += width
    return b64encode(packed.to_bytes(sum(_WIDTHS) // 8, "little")).decode()


def decode(text: str) -> MatchState:
    """What a Match ID says; raises NotationError, with the reason, for a text that is none.

    >>> state = decode("cInqAAAAAAAE")
    >>> state.on_roll, state.dice, state.length, state.state.name
    (1, (5, 2), 7, 'PLAYING')
    """
    packed = int.from_bytes(unpadded(text, LENGTH, "Match ID"), "little")
    numbers = []
    for width in _WIDTHS:
        packed, number = packed >> width, packed & (1 << width) - 1
        numbers.append(number)
    cube, owner, on_roll, crawford, state, turn, doubled, resigned, die, other, length, *score, bit, rest = numbers
    if owner == 2 or state not in list(GameState) or rest:
        raise NotationError(text, "a player, a state of the game or a spare bit has a value that means nothing")
    if max(die, other) > 6 or (die == 0) != (other == 0):
        raise NotationError(text, f"the dice {die}-{other} cannot be thrown")
    if crawford and not length:
        raise NotationError(text, "a Crawford game outside a match")
    return MatchState(
        cube=1 << cube,
        owner=None if owner == _NOBODY else owner,
        on_roll=on_roll,
        crawford=bool(crawford),
        state=GameState(state),
        turn=turn,
        doubled=bool(doubled),
        resigned=resigned,
        dice=(die, other),
        length=length,
        score=(score[0], score[1]),
        jacoby=not bit,
    )
