"""What has been done in a game, packed: one byte for a throw, one for a play and one for each of its steps.

A `History` knows the state that it begins with; what an action means is read in the state before it, so that a die is
its place among the dice of the stage and a roll its place among those of the variant. Everything is a *number*: seven
bits a byte, the lowest first, the eighth bit says that more follow, nine bytes at most. So all that games commonly have
takes one byte, and no game comes to the limit. A text is the number of its bytes, then UTF-8. An action is

    3 * (2 * place of the roll + named)                       Rolled
    3 * (2 * (2 * number of steps + told) + named) + 1        Played, then its steps
    3 * (2 * kind + named) + 2                                OpeningRolled, Drawn, Choose, Forfeit: kind 0 to 3

`named`: the action names its side. A step is 2 * (different dice of the stage * source + place of the die, the lowest
first) + whether it hits; where `told`, the text of its `action` follows. OpeningRolled: how many dice, and each. Drawn:
the side. Choose: the text of the option. Forfeit: the side, and the text of the reason.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, overload

from attrs import evolve, frozen

from raceboard.action import Action, Choose, Drawn, Forfeit, OpeningRolled, Played, Rolled
from raceboard.move import Play
from raceboard.solver import STEP, desk_for

if TYPE_CHECKING:
    from raceboard.game import Game

__all__ = ["History"]

_KINDS: Final = 3
_ROLLED, _PLAYED, _OTHER = range(_KINDS)
_OPENING, _DRAWN, _CHOOSE, _FORFEIT = range(4)

#: The bytes of a number, at most: no game has a longer one, and reading takes no longer than the data are long.
_LONGEST: Final = 9


@frozen
class History(Sequence[Action]):
    """The actions of a game since it began or was resumed, in order: a sequence of them, kept in `data` as bytes.

    `first` is the state that they begin with, None while there are none. Reading plays the game again without judging
    it again, from the first action on each time; who wants many of them makes a list.

    >>> from raceboard import Game, OpeningRolled, Registry
    >>> game = Game.start(Registry.load().variant("backgammon")).apply(OpeningRolled((1, 6)))
    >>> game = game.apply(Played(game.plays[0]))
    >>> len(game.history), game.history[0], str(game.history[1].play), len(game.history.data)
    (2, OpeningRolled(dice=(1, 6)), '24/23 24/18', 7)
    """

    first: Game | None = None
    data: bytes = b""

    def then(self, game: Game, action: Action) -> History:
        """The history after one more action, which was applied to the state `game`; a play tells its steps in full."""
        return History(game if self.first is None else self.first, self.data + _packed(game, action))

    def before(self, place: int) -> Game:
        """The state before an action, equal to what it was; its place counts from 0. Raises IndexError for others."""
        if not 0 <= place < len(self) or self.first is None:
            raise IndexError(f"the history has {len(self)} actions, from 0 up, and no number {place}")
        if not place:
            return self.first
        _, state, end = next(islice(self.replay(), place - 1, None))
        return self._up_to(state, end)

    def states(self) -> Iterator[Game]:
        """The state before each action, one after the other, as `before` gives them."""
        state, begin = self.first, 0
        for _, after, end in self.replay():
            assert state is not None
            yield self._up_to(state, begin) if begin else state
            state, begin = after, end

    def replay(self) -> Iterator[tuple[Action, Game, int]]:
        """Each action, the state after it, and how many bytes of the data have led there.

        These states have no history of their own, so that long games are read in no more time and memory than they
        take. Raises ValueError for bytes that do not fit the first state.
        """
        state, reader = self.first, _Reader(self.data)
        while state is not None and reader.at < len(self.data):
            action = reader.action(state)
            state = state._after(action)  # pyright: ignore[reportPrivateUsage]  # the half of `Game` that is here
            yield action, state, reader.at

    def _up_to(self, state: Game, end: int) -> Game:
        """A state of the replay with its history."""
        return evolve(state, history=History(self.first, self.data[:end]))

    def __len__(self) -> int:
        """How many actions."""
        reader = _Reader(self.data)
        return sum(1 for _ in iter(reader.skip, False))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        """An action by its place, or several."""
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Action]:
        """The actions, the first one first."""
        return (action for action, _, _ in self.replay())

    def __reversed__(self) -> Iterator[Action]:
        """The actions, the last one first; what a sequence does by itself would play the game again for each."""
        return reversed(tuple(self))

    def index(self, value: object, start: int = 0, stop: int = sys.maxsize) -> int:
        """The place of the first action that is equal; raises ValueError when there is none."""
        return tuple[object, ...](self).index(value, start, stop)

    def __repr__(self) -> str:
        """How many actions there are."""
        return f"<History of {len(self)} actions>"


# ---------------------------------------------------------------------- in


def _packed(game: Game, action: Action) -> bytes:
    """An action that was applied to a state, as bytes."""
    if isinstance(action, Rolled):
        place = game.spec.dice.place(action.roll)
        return _number(_KINDS * (2 * place + (action.side is not None)) + _ROLLED)
    if isinstance(action, Played):
        return _play(game, action)
    kind, parts = _other(action)
    named = isinstance(action, Choose) and action.side is not None
    return b"".join([_number(_KINDS * (2 * kind + named) + _OTHER), *parts])


def _play(game: Game, action: Played) -> bytes:
    steps = action.play.steps
    dice = sorted(set(game.stages[0].dice))
    told = any(step.action for step in steps)
    parts = [_number(_KINDS * (2 * (2 * len(steps) + told) + (action.side is not None)) + _PLAYED)]
    for step in steps:
        parts.append(_number(2 * (len(dice) * step.source + dice.index(step.die)) + step.hits))
        if told:
            parts.append(_text(step.action))
    return b"".join(parts)


def _other(action: OpeningRolled | Drawn | Choose | Forfeit) -> tuple[int, list[bytes]]:
    """The kind of an action that is rare, and what it says."""
    if isinstance(action, OpeningRolled):
        return _OPENING, [_number(len(action.dice)), *map(_number, action.dice)]
    if isinstance(action, Drawn):
        return _DRAWN, [_number(action.side)]
    if isinstance(action, Choose):
        return _CHOOSE, [_text(action.option)]
    return _FORFEIT, [_number(action.side), _text(action.reason)]


def _number(value: int) -> bytes:
    if value < 128:
        return _BYTES[value]
    return bytes((value & 127 | 128,)) + _number(value >> 7)


_BYTES: Final = tuple(bytes((value,)) for value in range(128))


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return _number(len(data)) + data


# ---------------------------------------------------------------------- out


class _Reader:
    """Bytes that are read from the beginning to the end; everything raises ValueError where they cannot be read."""

    def __init__(self, data: bytes) -> None:
        """Begin with the first action."""
        self._data = data
        self.at = 0

    def number(self) -> int:
        """The next number."""
        value = 0
        for shift in range(0, 7 * _LONGEST, 7):
            byte = self._bytes(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError(f"the history has a number of more than {_LONGEST} bytes")

    def text(self) -> str:
        """The next text."""
        return self._bytes(self.number()).decode("utf-8", "surrogatepass")

    def _bytes(self, number: int) -> bytes:
        found = self._data[self.at : self.at + number]
        if len(found) < number:
            raise ValueError("the history ends within an action")
        self.at += number
        return found

    def skip(self) -> bool:
        """Go on to the next action; False at the end."""
        if self.at >= len(self._data):
            return False
        value, kind = divmod(self.number(), _KINDS)
        if kind == _PLAYED:
            for _ in range(value >> 2):
                self.number()
                if value & 2:
                    self.text()
        elif kind == _OTHER:
            self._skip_other(value >> 1)
        return True

    def _skip_other(self, kind: int) -> None:
        if kind == _OPENING:
            for _ in range(self.number()):
                self.number()
        if kind in (_DRAWN, _FORFEIT):
            self.number()
        if kind in (_CHOOSE, _FORFEIT):
            self.text()

    def action(self, state: Game) -> Action:
        """The next action, which was applied to a state."""
        value, kind = divmod(self.number(), _KINDS)
        side = state.on_roll if value & 1 else None
        if kind == _PLAYED:
            return Played(self._play(state, value >> 2, told=bool(value & 2)), side)
        if kind == _OTHER:
            return self._other(value >> 1, side)
        outcomes = state.spec.dice.outcomes
        if value >> 1 >= len(outcomes):
            raise ValueError(f"the history has the roll number {value >> 1} of {len(outcomes)}")
        return Rolled(outcomes[value >> 1][0], side)

    def _other(self, kind: int, side: int | None) -> Action:
        if kind == _OPENING:
            return OpeningRolled(tuple(self.number() for _ in range(self.number())))
        if kind == _DRAWN:
            return Drawn(self.number())
        if kind == _CHOOSE:
            return Choose(self.text(), side)
        if kind == _FORFEIT:
            return Forfeit(self.number(), self.text())
        raise ValueError(f"the history has an action of kind {kind}")

    def _play(self, state: Game, number: int, *, told: bool) -> Play:
        """A play of some steps: the bytes of each as a search gives them, and their result."""
        if state.on_roll is None or not state.stages:
            raise ValueError("the history has a play where nothing is to be played")
        if not number:
            return Play(state.position, ())
        dice = sorted(set(state.stages[0].dice))
        if not dice:
            raise ValueError("the history has steps where there are no dice")
        actions, steps = [""], bytearray()
        for _ in range(number):
            code = self.number()
            source, place = divmod(code >> 1, len(dice))
            name = self.text() if told else ""
            if name not in actions:
                actions.append(name)
            steps += bytes((source, dice[place], code & 1 | actions.index(name) << 1))
        if not number:
            return Play(state.position, ())
        _check_steps(state, steps)
        desk = desk_for(state.spec, state.on_roll)
        found = bytes(steps)
        return Play(desk.result(state.position, found, 0, number), desk.steps((found, actions), 0, number))


def _check_steps(state: Game, steps: bytearray) -> None:
    """Every step moves a checker that stands where it begins, there from the start or brought by a step before.

    It ends on a point or off the board: what applies the steps is compiled, and looks no further.
    """
    assert state.on_roll is not None
    counts = list(state.position.counts(state.on_roll))
    rules = desk_for(state.spec, state.on_roll).rules
    for at in range(0, len(steps), STEP):
        source, die = steps[at], steps[at + 1]
        if not 0 < source < len(counts) or not counts[source]:
            raise ValueError(f"the history moves a checker from {source}, where none stands")
        target = max(rules.origin[source] - die, 0)
        if target > rules.points:
            raise ValueError(f"the history moves a checker from {source} by {die}, which leads nowhere")
        counts[source] -= 1
        counts[target] += 1
