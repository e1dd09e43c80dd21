"""The syntax of SGF (Smart Game Format, FF[4]), for games of any kind: nodes of properties, main lines only.

A collection is one or more game trees, `(;node;node(;variation)(;another))`; a node is a series of properties, a
property a name in capitals and values in brackets. A backslash takes the meaning from the character behind it. Small
letters in a name are left out, as FF[3] has it. Of the ways that a tree branches into, the first is the main line; the
others are counted, not kept. Nothing here recurses, so a file may nest as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import field, frozen

from raceboard.errors import NotationError

__all__ = ["Node", "Tree", "escaped", "node_text", "parse", "plain"]

_SHOWN = 40  # so much of a text is shown in an error
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\])", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAKS = ("\r\n", "\n\r", "\n", "\r")


def _read_only(properties: Mapping[str, Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({name: tuple(values) for name, values in properties.items()})


@frozen
class Node:
    """The properties of a node in their order, each with its values as they stand between the brackets."""

    properties: Mapping[str, tuple[str, ...]] = field(converter=_read_only)
    line: int = 1

    def first(self, name: str) -> str | None:
        """The first value of a property, without escapes; None when the node does not have it."""
        values = self.properties.get(name)
        return plain(values[0]) if values else None


@frozen
class Tree:
    """The main line of a game tree; `variations` is the number of nodes beside it."""

    nodes: tuple[Node, ...]
    variations: int = 0


def parse(text: str, name: str = "<text>") -> tuple[Tree, ...]:
    """The game trees of a collection; `name` stands in errors.

    Raises NotationError that says `NAME:LINE` for a text that is no collection.

    >>> (tree,) = parse("(;GM[6]PW[Ann](;W[31hefe];B[66])(;W[31xwxu]))")
    >>> [dict(node.properties) for node in tree.nodes], tree.variations
    ([{'GM': ('6',), 'PW': ('Ann',)}, {'W': ('31hefe',)}, {'B': ('66',)}], 1)
    """
    reading = _Reading(text, name)
    trees: list[Tree] = []
    while not reading.is_done:
        trees.append(reading.tree())
    if not trees:
        raise reading.refusal("expected a game tree, '(;'")
    return tuple(trees)


def plain(value: str) -> str:
    r"""A value without escapes: an escaped line end joins two lines, and other blanks are spaces.

    >>> plain("a\\]b")
    'a]b'
    """
    text = _ESCAPE.sub(lambda found: "" if found[1] in _BREAKS else found[1], value)
    return text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(1)


def escaped(text: str) -> str:
    r"""A text as a value that means it.

    >>> escaped("[a]")
    '[a\\]'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def node_text(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A node as text; the values are escaped already.

    >>> node_text([("W", ["31hefe"]), ("AB", ["a", "y"])])
    ';W[31hefe]AB[a][y]'
    """
    return ";" + "".join(f"{name}{''.join(f'[{value}]' for value in values)}" for name, values in properties)


class _Reading:
    """A walk through the tokens of a text."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.name = name
        self.place = 0
        self.counted = 0
        self.line = 1
        self.end = len(self.text.rstrip())

    @property
    def is_done(self) -> bool:
        return self.place >= self.end

    def refusal(self, reason: str) -> NotationError:
        line = 1 + self.text.count("\n", 0, self.place)
        shown = self.text[self.place : self.place + _SHOWN].strip()
        return NotationError(shown, f"{self.name}:{line}: {reason}")

    def tree(self) -> Tree:
        """One game tree; it ends with the bracket that closes its first."""
        nodes: list[Node] = []
        variations, depth, is_main = 0, 0, True
        for mark in self._marks():
            if mark == "(":
                depth += 1
            elif mark == ")":
                depth, is_main = depth - 1, False  # whatever branches off from here on is no main line
                if depth == 0:
                    return Tree(tuple(nodes), variations)
            elif is_main:
                nodes.append(self._node())
            else:
                self._node()
                variations += 1
        raise self.refusal("the game tree is not closed: expected ')'")

    def _marks(self) -> Iterator[str]:
        """Each bracket and semicolon; the first one opens a tree, the second a node."""
        expected = "("
        while not self.is_done:
            found = _TOKEN.match(self.text, self.place)
            mark = found[1] if found else None
            if mark is None or found is None or (expected and mark not in expected):
                raise self.refusal(f"expected {' or '.join(map(repr, expected or '();'))}")
            self.place = found.end()
            expected = ";" if mark == "(" else ""
            yield mark

    def _node(self) -> Node:
        """The properties up to the next mark."""
        properties: dict[str, tuple[str, ...]] = {}
        self.line += self.text.count("\n", self.counted, self.place)
        self.counted = self.place
        while found := _TOKEN.match(self.text, self.place):
            if found[1]:
                break
            if found[2] is None:
                raise self.refusal("a value without a property")
            name = "".join(filter(str.isupper, found[2]))
            if not name:
                raise self.refusal("the name of a property has a capital")
            properties[name] = (*properties.get(name, ()), *self._values(found.end()))
        return Node(properties, self.line)

    def _values(self, place: int) -> tuple[str, ...]:
        """The values behind the name of a property, which ends at `place`."""
        values: list[str] = []
        while (found := _TOKEN.match(self.text, place)) and found[3] is not None:
            values.append(found[3])
            place = found.end()
        if not values:
            raise self.refusal("a property without a value: expected '['")
        self.place = place
        return tuple(values)
