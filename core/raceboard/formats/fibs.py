"""The `board:` line of FIBS, the First Internet Backgammon Server: a moment as its client protocol tells it.

`board:` and 52 fields with colons between them, as the player who is named first sees the board:

- names of the player and the opponent · match length, 9999 outside a match · points of both;
- the places 0 to 25: positive numbers are checkers of O, negative ones of X; 0 and 25 are the bars;
- whose turn: 1 O, -1 X, 0 nobody · two dice of the player · two dice of the opponent;
- the cube · may the player double? · may the opponent? · has the opponent just doubled?
- colour of the player: 1 O, -1 X · direction: -1 from 24 to 1, 1 from 1 to 24 · home and bar, 0 and 25 or 25 and 0;
- borne off by both · on the bars of both · how many checkers the player can move;
- two fields that are not for clients: 3 in a match without the Crawford rule, once somebody is one point away; then
  outside a match how many redoubles at once are allowed, and in one 1 once the Crawford game is over.

Both may double while the cube lies in the middle, in the Crawford game too; neither may once the player has doubled. A
redouble at once is written as a double by the player who has made it. `You:Opponent` stands for players without names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from raceboard.dice import Roll
from raceboard.errors import NotationError
from raceboard.formats.shape import BAR, check_shape, settled, understood, whole
from raceboard.legal import legal_plays
from raceboard.position import OFF, Position
from raceboard.side import Side, others
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["PREFIX", "decode", "encode"]

PREFIX = "board:"

_COUNT = 52
_UNLIMITED = 9999
_NOBODY = ("You", "Opponent")
_COLOURS = {"O": 1, "X": -1}

# What each group of fields after the names may say, in their order.
_GROUPS: tuple[tuple[str, int, str], ...] = (
    ("match length", 1, "[1-9][0-9]{0,3}"),
    ("points", 2, "[0-9]{1,5}"),
    ("board", 26, "-?[0-9]{1,3}"),
    ("turn", 1, "-1|0|1"),
    ("dice", 4, "[0-9]"),
    ("cube", 1, "[1-9][0-9]{0,8}"),
    ("may double", 2, "[01]"),
    ("was doubled", 1, "[01]"),
    ("colour", 1, "-1|1"),
    ("direction", 1, "-1|1"),
    ("home and bar", 2, "0|25"),
    ("borne off", 2, "[0-9]{1,3}"),
    ("on the bar", 2, "[0-9]{1,3}"),
    ("can move", 1, "[0-4]"),
    ("Crawford rule and redoubles", 3, "[0-9]{1,4}"),
)


def encode(
    snapshot: Snapshot, bottom: Side = 0, *, colour: Literal["X", "O"] = "X", direction: Literal[-1, 1] = -1
) -> str:
    """The line that the side `bottom` gets; `colour` is what FIBS calls it, `direction` how it plays.

    What the line has no place for is left out. Raises ValueError for a variant of another shape.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> encode(Snapshot(spec, spec.start, dice=(6, 2), length=3, names=("You", "else")), colour="O")
    'board:You:else:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0'
    """
    spec = snapshot.spec
    check_shape(spec, "FIBS line")
    (top,) = others(bottom, spec.players)
    position, sign = settled(spec, snapshot.position), _COLOURS[colour]
    home, bar = (OFF, BAR) if direction < 0 else (BAR, OFF)
    numbers = [
        snapshot.length or _UNLIMITED,
        *(snapshot.score[side] for side in (bottom, top)),
        *_places(position.counts(bottom), position.counts(top), sign, direction),
        {bottom: sign, top: -sign, None: 0}[snapshot.on_roll],
        *_dice(snapshot, bottom),
        *_dice(snapshot, top),
        snapshot.cube or 1,
        *_may_double(snapshot, bottom, top),
        int(snapshot.offered_by == top),
        *(sign, direction, home, bar),
        *(position.off(side) for side in (bottom, top)),
        *(position.counts(side)[BAR] for side in (bottom, top)),
        _movable(snapshot, bottom),
        *(0, 0, _last(snapshot)),
    ]
    return PREFIX + ":".join([*_names(snapshot, bottom, top), *map(str, numbers)])


def decode(spec: VariantSpec, text: str, bottom: Side = 0) -> Snapshot:
    """The moment of a line, with the player who is named first as the side `bottom`.

    Raises NotationError, with the field that is wrong, for a text that is no line of a moment of the variant, and
    ValueError for a variant of another shape.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> line = encode(Snapshot(spec, spec.start, 1, (5, 1), cube=2, owner=0, score=(2, 0), length=5), 0, direction=1)
    >>> found = decode(spec, line)
    >>> found.on_roll, found.dice, found.cube, found.owner, found.score, found.length
    (1, (5, 1), 2, 0, (2, 0), 5)
    """
    check_shape(spec, "FIBS line")
    names, said = _fields(text)
    (top,) = others(bottom, spec.players)
    (sign,), (turn,), (length,) = said["colour"], said["turn"], said["match length"]
    on_roll = None if not turn else bottom if turn == sign else top
    seated = {bottom: 0, top: 1}
    offered_by = _offering(text, said, on_roll, bottom, top)
    (cube,) = said["cube"]
    with understood(text):
        return Snapshot(
            spec=spec,
            position=_position(spec, text, said, bottom, top),
            on_roll=on_roll,
            dice=_thrown(text, said["dice"], None if on_roll is None else seated[on_roll]),
            cube=cube,
            owner=_owner(said, cube, bottom, top),
            offered=0 if offered_by is None else 2 * cube,
            offered_by=offered_by,
            score=(said["points"][seated[0]], said["points"][seated[1]]),
            length=None if length == _UNLIMITED else length,
            crawford=_is_crawford(length, said["points"], said["Crawford rule and redoubles"]),
            beavers=length == _UNLIMITED and said["Crawford rule and redoubles"][-1] > 0,
            names=() if names == _NOBODY else (names[seated[0]], names[seated[1]]),
        )


# -- Writing -----------------------------------------------------------------------------------------------------------


def _places(mine: Sequence[int], theirs: Sequence[int], sign: int, direction: int) -> list[int]:
    """The places 0 to 25, the player running down them or up."""
    own = [sign * count for count in (0, *mine[1:])]
    rival = [-sign * count for count in (0, *theirs[1:])]
    down, up = (own, rival) if direction < 0 else (rival, own)
    return [here + there for here, there in zip(down, reversed(up), strict=True)]


def _dice(snapshot: Snapshot, side: Side) -> tuple[int, ...]:
    is_told = snapshot.on_roll == side and len(snapshot.dice) == 2 and max(snapshot.dice) <= 9
    return snapshot.dice if is_told else (0, 0)


def _may_double(snapshot: Snapshot, bottom: Side, top: Side) -> tuple[int, int]:
    if snapshot.offered_by == bottom:
        return 0, 0
    return int(snapshot.owner != top), int(snapshot.owner != bottom)


def _movable(snapshot: Snapshot, side: Side) -> int:
    """How many checkers can be moved: so many steps has a play."""
    dice = _dice(snapshot, side)
    if not any(dice):
        return 0
    return max(len(play.steps) for play in legal_plays(snapshot.spec, snapshot.position, side, Roll(*dice)))


def _last(snapshot: Snapshot) -> int:
    """The last field: redoubles at once, or whether the Crawford game is over."""
    if snapshot.length is None:
        return int(snapshot.beavers)
    near = snapshot.score.count(snapshot.length - 1) if snapshot.length > 1 else 0
    return int(near > 0 and not (snapshot.crawford and near == 1))


def _names(snapshot: Snapshot, bottom: Side, top: Side) -> tuple[str, ...]:
    if not snapshot.names:
        return _NOBODY
    return tuple(re.sub(r"[\s:]", "_", snapshot.names[side]) or "_" for side in (bottom, top))


# -- Reading -----------------------------------------------------------------------------------------------------------


def _fields(text: str) -> tuple[tuple[str, str], dict[str, list[int]]]:
    """The names, and the numbers of each group; raises NotationError with the first field that is wrong."""
    words = text.removeprefix(PREFIX).split(":")
    if not text.startswith(PREFIX) or len(words) != _COUNT:
        raise NotationError(text, f"a FIBS line is 'board:' and {_COUNT} fields with colons between, not {len(words)}")
    place, said = 2, dict[str, list[int]]()
    for name, count, pattern in _GROUPS:
        for number, word in enumerate(words[place : place + count], place + 1):
            if not re.fullmatch(pattern, word):
                raise NotationError(text, f"field {number}, {name}: {word!r} cannot stand there")
        said[name] = list(map(int, words[place : place + count]))
        place += count
    if not words[0] or not words[1]:
        raise NotationError(text, "fields 1 and 2 are the names of the players; one is missing")
    return (words[0], words[1]), said


def _position(spec: VariantSpec, text: str, said: dict[str, list[int]], bottom: Side, top: Side) -> Position:
    """The board; what is said twice has to agree."""
    (sign,), (direction,), places = said["colour"], said["direction"], said["board"]
    mine = [max(sign * place, 0) for place in places]
    theirs = [max(-sign * place, 0) for place in places]
    own, rival = (mine, theirs[::-1]) if direction < 0 else (mine[::-1], theirs)
    if own[OFF] or rival[OFF]:
        raise NotationError(text, "a bar holds checkers of the wrong colour")
    if said["home and bar"] != ([OFF, BAR] if direction < 0 else [BAR, OFF]):
        raise NotationError(text, "home and bar do not fit the direction")
    if said["on the bar"] != [own[BAR], rival[BAR]]:
        raise NotationError(text, "the checkers on the bars are not those of the places 0 and 25")
    position = whole(spec, text, {bottom: own[1:], top: rival[1:]})
    if said["borne off"] != [position.off(bottom), position.off(top)]:
        raise NotationError(text, "the checkers on the board and those borne off are not all that there are")
    return position


def _thrown(text: str, dice: list[int], place: int | None) -> tuple[int, ...]:
    """The dice of the player on roll; `place` is 0 for the player, 1 for the opponent."""
    pairs = (tuple(dice[:2]), tuple(dice[2:]))
    if any(any(pair) and seat != place for seat, pair in enumerate(pairs)):
        raise NotationError(text, "only the player whose turn it is can have thrown")
    return pairs[place] if place is not None and any(pairs[place]) else ()


def _offering(text: str, said: dict[str, list[int]], on_roll: Side | None, bottom: Side, top: Side) -> Side | None:
    """Who has just doubled."""
    if said["was doubled"] == [1]:
        return top
    if any(said["may double"]):
        return None
    if on_roll is None or any(said["dice"]):
        raise NotationError(text, "neither player may double, which is so only when the player has just doubled")
    return bottom


def _owner(said: dict[str, list[int]], cube: int, bottom: Side, top: Side) -> Side | None:
    mine, theirs = said["may double"]
    if mine == theirs:
        return None if mine or cube == 1 else bottom
    return bottom if mine else top


def _is_crawford(length: int, points: list[int], last: list[int]) -> bool:
    """In a match that has the rule, the game in which one player is one point away and that has not been before."""
    return 1 < length < _UNLIMITED and points.count(length - 1) == 1 and not any(last[1:])
