"""What stands for the words of C and for the module `cython` where the kernel runs uncompiled.

The `.pxd` files have the same for the compiled kernel, under the same names.
"""

from __future__ import annotations

from contextlib import nullcontext

__all__ = ["MIX", "NODES", "ONE", "START_KEY", "WORD", "WORD32", "Node", "compiled", "highest", "nogil", "size_of"]

#: Is the code that asks compiled?
compiled = False

#: A region without the interpreter's lock; here there is nothing to let go.
nogil = nullcontext()

#: Sets a field of a new value, frozen or not.
fill = object.__setattr__

#: The lowest bit of a mask, and all of them; those that hold the number of a node in a slot.
ONE = 1
WORD = 0xFFFFFFFFFFFFFFFF
NODES = 0xFFFFFFFF

#: All bits of a random word.
WORD32 = 0xFFFFFFFF

#: A key to which nothing was added, and a factor that spreads keys over the slots.
START_KEY = 0x8888888888888888
MIX = 0x9E3779B97F4A7C15


def highest(mask: int) -> int:
    """The index of the highest bit that is set, of a mask that is not empty.

    >>> highest(0b100110)
    5
    """
    return mask.bit_length() - 1


def size_of(mask: int) -> int:
    """How many bits of a mask are set.

    >>> size_of(0b100110)
    3
    """
    return mask.bit_count()


class Node:
    """A position within a stage, and the step that leads to it from another one.

    `spent`: how often each of the different dice was played, and how many checkers left each watched region, eight bits
    each.
    `chain`: the node before this one in the same slot. `ended`: why nothing follows, 0 where something may.
    """

    __slots__ = (
        "action",
        "chain",
        "die",
        "ended",
        "far",
        "hits",
        "near",
        "occupied",
        "parent",
        "source",
        "spent",
    )

    def __init__(self) -> None:
        """A node to be filled."""
        self.occupied = self.hits = self.spent = self.near = self.far = 0
        self.parent = self.chain = self.source = self.die = self.action = self.ended = 0
