"""Rolls, chance models and the sources that draw from them.

Seeded chance is a counter-based stream: word `counter` of the stream (seed, game, lane) is word `counter % 4` of block
`counter // 4` of Philox4x32-10 (Salmon et al., 2011) with the seed as key. A number below n is drawn by rejection, so
that all are equally likely. The same seed gives the same dice on every machine, whatever was drawn for other games.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import comb, factorial, prod
from typing import Protocol

from attrs import define, field, frozen

__all__ = [
    "Chance",
    "DiceSource",
    "Roll",
    "ScriptedDice",
    "SeededDice",
    "Stream",
    "SystemDice",
    "fresh_seed",
]

_WORD = 0xFFFFFFFF

#: More different throws than these no chance model of equal dice has; a list of all is kept.
_MOST_THROWS = 10_000


def _descending(dice: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(dice, reverse=True))


@frozen(init=False, order=True)
class Roll:
    """The numbers of one throw; the order in which they fell carries no meaning. `dice`: highest first.

    >>> Roll(1, 6) == Roll(6, 1), str(Roll(1, 6)), Roll(3, 3).is_double
    (True, '6-1', True)
    """

    dice: tuple[int, ...]

    def __init__(self, *dice: int) -> None:
        """Take the numbers as they fell; raises ValueError for none, a negative one or one that is no int."""
        if not dice or any(type(die) is not int or die < 0 for die in dice):
            given = "-".join(map(repr, dice)) or "none at all"
            raise ValueError(f"a roll is one or more numbers from 0 up, not {given}")
        self.__attrs_init__(_descending(dice))  # pyright: ignore[reportAttributeAccessIssue]

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read `6-5`, `65`, `6,5` or `6 5`; raises ValueError that says what a roll looks like.

        >>> Roll.parse("3-1"), Roll.parse("66")
        (Roll(dice=(3, 1)), Roll(dice=(6, 6)))
        """
        numbers = re.findall(r"[0-9]+", text)
        if not re.fullmatch(r"\s*[0-9]{1,9}([-, ]\s*[0-9]{1,9})*\s*", text):
            raise ValueError(f"{text!r} is not a roll; write the numbers with a hyphen, for example 3-1")
        digits = list(numbers[0]) if len(numbers) == 1 else numbers
        return cls(*map(int, digits))

    @property
    def is_double(self) -> bool:
        """Two or more dice that all show the same number."""
        return len(self.dice) > 1 and len(set(self.dice)) == 1

    def __iter__(self) -> Iterator[int]:
        """The numbers, highest first."""
        return iter(self.dice)

    def __str__(self) -> str:
        """The numbers with hyphens, highest first."""
        return "-".join(map(str, self.dice))


def _weight(dice: tuple[int, ...]) -> int:
    """In how many ways the dice of an unordered throw can fall."""
    return factorial(len(dice)) // prod(factorial(dice.count(die)) for die in set(dice))


def _weighted(_chance: object, _field: object, outcomes: tuple[tuple[Roll, int], ...]) -> None:
    if not outcomes or min(weight for _, weight in outcomes) < 1:
        raise ValueError("a chance model has outcomes, each with a weight of 1 or more")


@frozen(cache_hash=True)
class Chance:
    """A chance model: `outcomes` with whole-number weights; raises ValueError for none, and for a weight below 1.

    >>> two = Chance.dice(2, 6)
    >>> len(two.outcomes), two.total, two.weight(Roll(6, 5)), two.weight(Roll(6, 6))
    (21, 36, 2, 1)
    """

    outcomes: tuple[tuple[Roll, int], ...] = field(validator=_weighted)

    @classmethod
    def dice(cls, count: int, faces: int) -> Chance:
        """`count` equal dice with the numbers 1 to `faces`; raises ValueError for more than 10,000 different throws.

        >>> len(Chance.dice(3, 6).outcomes)
        56
        """
        throws_of = comb(count + faces - 1, count) if count > 0 and faces > 0 else 0
        if not 0 < throws_of <= _MOST_THROWS:
            raise ValueError(
                f"{count} dice of {faces} faces have {throws_of} different throws, not 1 to {_MOST_THROWS}"
            )
        throws = itertools.combinations_with_replacement(range(1, faces + 1), count)
        return cls(tuple((Roll(*throw), _weight(throw)) for throw in throws))

    @classmethod
    def table(cls, weights: Mapping[int, int]) -> Chance:
        """One number drawn with the given weights, for sticks, cowries or tetrahedra.

        >>> Chance.table({0: 1, 1: 4, 2: 6, 3: 4, 4: 1}).total
        16
        """
        return cls(tuple((Roll(number), weight) for number, weight in weights.items()))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.outcomes)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The outcomes without their weights."""
        return tuple(roll for roll, _ in self.outcomes)

    @property
    def die(self) -> Chance:
        """One die of this model, as thrown for the opening: each number as likely as in the whole model."""
        numbers = sorted({number for roll in self.rolls for number in roll})
        shares = {number: sum(weight * roll.dice.count(number) for roll, weight in self.outcomes) for number in numbers}
        return Chance.table(shares)

    def weight(self, roll: Roll) -> int:
        """The weight of an outcome; 0 when the model does not know it."""
        place = _places(self).get(roll.dice)
        return 0 if place is None else self.outcomes[place][1]

    def place(self, roll: Roll) -> int:
        """The place of an outcome among all of them, from 0; raises ValueError when the model does not know it."""
        place = _places(self).get(roll.dice)
        if place is None:
            raise ValueError(f"{roll} cannot fall with these dice; one of {', '.join(map(str, self.rolls))} can")
        return place

    def at(self, ticket: int) -> Roll:
        """The outcome that owns a ticket 0..total-1, the outcomes lined up in their order."""
        for roll, weight in self.outcomes:
            if ticket < weight:
                return roll
            ticket -= weight
        raise ValueError(f"the tickets of this model are 0..{self.total - 1}")


def _philox(key: tuple[int, int], counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """One block of Philox4x32-10: four words of 32 bits."""
    (key_a, key_b), (a, b, c, d) = key, counter
    for _ in range(10):
        left, right = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = (right >> 32) ^ b ^ key_a, right & _WORD, (left >> 32) ^ d ^ key_b, left & _WORD
        key_a, key_b = (key_a + 0x9E3779B9) & _WORD, (key_b + 0xBB67AE85) & _WORD
    return a, b, c, d


@define
class Stream:
    """A reproducible stream of numbers; `counter` is the only state and can be saved and set.

    Dice use lane 0 of a game, the bot of seat s lane s + 1, so that none disturbs another.

    >>> stream = Stream(seed=7, game=1)
    >>> first = [stream.below(6) for _ in range(4)]
    >>> stream.counter = 0
    >>> first == [stream.below(6) for _ in range(4)]
    True
    """

    seed: int
    game: int = 1
    lane: int = 0
    counter: int = 0

    def word(self) -> int:
        """The next 32 bits."""
        block, place = divmod(self.counter, 4)
        self.counter += 1
        key = (self.seed & _WORD, self.seed >> 32 & _WORD)
        return _philox(key, (block & _WORD, self.game & _WORD, self.game >> 32 & _WORD, self.lane))[place]

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, all equally likely; words that would favour some are drawn again."""
        if not 0 < limit <= _WORD:
            raise ValueError(f"limit is a number from 1 to {_WORD}, not {limit}")
        bound = (_WORD + 1) // limit * limit
        while (word := self.word()) >= bound:
            pass
        return word % limit


@lru_cache(maxsize=64)
def _places(chance: Chance) -> Mapping[tuple[int, ...], int]:
    """The place of each outcome of a chance model, by its numbers."""
    return {roll.dice: place for place, (roll, _) in enumerate(chance.outcomes)}


class DiceSource(Protocol):
    """Whatever can throw the dice of a chance model."""

    def roll(self, chance: Chance) -> Roll:
        """Draw one outcome."""
        ...


def fresh_seed() -> int:
    """A seed from the operating system's randomness, short enough to be written down."""
    return random.SystemRandom().randrange(10**9)


class SystemDice:
    """Dice from the operating system's randomness; nobody can reproduce them."""

    def roll(self, chance: Chance) -> Roll:
        """Draw one outcome."""
        return chance.at(random.SystemRandom().randrange(chance.total))


@define
class SeededDice:
    """Dice from a seed and a game number: the same pair gives the same dice everywhere.

    >>> dice = SeededDice(seed=7)
    >>> [str(dice.roll(Chance.dice(2, 6))) for _ in range(3)] == [
    ...     str(roll) for roll in map(SeededDice(seed=7).roll, [Chance.dice(2, 6)] * 3)]
    True
    """

    seed: int
    game: int = 1
    counter: int = 0

    def roll(self, chance: Chance) -> Roll:
        """Draw one outcome and move the counter on."""
        stream = Stream(self.seed, self.game, counter=self.counter)
        ticket = stream.below(chance.total)
        self.counter = stream.counter
        return chance.at(ticket)


def _iterator(rolls: Iterable[Roll]) -> Iterator[Roll]:
    return iter(rolls)


@define
class ScriptedDice:
    """Dice that fall as written, for tests and replays; raises ValueError when the script is used up or impossible.

    >>> ScriptedDice([Roll(3, 1)]).roll(Chance.dice(2, 6))
    Roll(dice=(3, 1))
    """

    rolls: Iterator[Roll] = field(converter=_iterator)

    def roll(self, chance: Chance) -> Roll:
        """Give the next roll of the script."""
        roll = next(self.rolls, None)
        if roll is None:
            raise ValueError("the script of rolls is used up; give more rolls or stop the game")
        if not chance.weight(roll):
            raise ValueError(f"{roll} cannot fall with these dice; one of {', '.join(map(str, chance.rolls))} can")
        return roll
