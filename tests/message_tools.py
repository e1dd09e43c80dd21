"""The catalogues of messages as their sources have them, and the keys that the code speaks of."""

from __future__ import annotations

import ast
import io
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen
from babel.messages.pofile import read_po

import make_docs
import raceboard
import raceboard_variants
from raceboard.errors import NotationError
from raceboard.messages import FAMILIES

KERNEL = Path(raceboard.__file__).parent
VARIANTS = Path(raceboard_variants.__file__).parent

#: Functions that are given a key: where it stands among the arguments, and what they put in front of it. A keyword
#: argument `key` is one as well.
SPEAKERS: Mapping[str, tuple[tuple[int, ...], str]] = {
    "Verdict": ((1, 3), ""),
    "_not_now": ((1, 2), ""),
    "_problem": ((0,), ""),
    "has": ((0,), ""),
    "not_now": ((2, 3), ""),
    "said": ((0,), "cli."),
    "say": ((0,), "sheet."),
    "text": ((0,), ""),
    "varied": ((0,), "sheet."),
}

#: Prefixes that a speaker puts in front of keys.
PREFIXES = ("", "cli.", "sheet.")

#: Groups of keys that nothing else is named like: a text of the code that looks like one is one.
GROUPS = ("awaited", "event", "explain", "finding", "outcome", "picture", "verdict")

#: The modules that put prefixes and families in front of keys, whatever they are.
_WRAPPERS = ("messages.py", "cli/spoken.py", "sheet/words.py")

#: A value for each form in which a message may show a parameter.
DUMMIES: Mapping[str, object] = {
    "": "X",
    ".0f": 1.5,
    ".1f": 1.5,
    "code": "cube.cube-dead",
    "dice": (3, 1),
    "list": ("gammon", "X"),
    "number": 1234567,
    "seat": 1,
    "seats": (0, 1),
    **dict.fromkeys(FAMILIES, "X"),
}


@frozen
class Message:
    """A message: its forms, one where it does not count."""

    key: str
    forms: tuple[str, ...]
    counts: bool

    @property
    def parameters(self) -> frozenset[str]:
        """The names of what it shows."""
        return frozenset(name.partition(".")[0] for form in self.forms for name, _ in fields(form))

    def dummies(self, count: int) -> Mapping[str, object]:
        """A value for each parameter, in every form."""
        found = {name: DUMMIES[form] for one in self.forms for name, form in fields(one)}
        found["error"] = NotationError("X", "X", ("X", "X"))
        return found | ({"count": count} if self.counts or "count" in found else {})


def fields(form: str) -> Iterator[tuple[str, str]]:
    """The parameters of a text, each with the form that it is shown in."""
    for _, name, shown, _ in string.Formatter().parse(form):
        if name is not None:
            yield name, shown or ""


@cache
def catalogue(language: str) -> Mapping[str, Message]:
    """The messages of a language by their keys, from the source of its catalogue."""
    read = read_po(io.BytesIO(make_docs.source_of_catalogue(language).encode()))
    found = {}
    for entry in read:
        if entry.id:
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
            found[key] = Message(key, forms, counts=not isinstance(entry.id, str))
    return found


@frozen
class Code:
    """What the code says of keys: those that it gives to a speaker, all its texts, and patterns with holes."""

    spoken: frozenset[str]
    texts: frozenset[str]
    patterns: frozenset[str]

    def uses(self, key: str) -> bool:
        """Does the code have the key, whole or as a pattern?"""
        rests = [key.removeprefix(prefix) for prefix in PREFIXES if key.startswith(prefix)]
        return any(rest in self.texts or any(re.fullmatch(one, rest) for one in self.patterns) for rest in rests)


@cache
def code() -> Code:
    """All that the modules of the library say of keys; the modules that only put prefixes in front are left out.

    Our variants say keys too: the rules by which their hooks refuse.
    """
    spoken, texts, patterns = set[str](), set[str](), set[str]()
    for file in sorted(KERNEL.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        texts |= set(_texts(tree))
        spoken |= set(_spoken(tree))
        if str(file.relative_to(KERNEL)) not in _WRAPPERS:
            patterns |= set(_patterns(tree))
    for file in sorted(VARIANTS.glob("*.py")):
        texts |= set(_texts(ast.parse(file.read_text(encoding="utf-8"))))
    return Code(frozenset(spoken), frozenset(texts), frozenset(patterns))


def texts_of(folder: str) -> frozenset[str]:
    """The texts in the modules of a folder."""
    files = (KERNEL / folder).glob("*.py")
    return frozenset(text for file in files for text in _texts(ast.parse(file.read_text(encoding="utf-8"))))


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _spoken(tree: ast.AST) -> Iterator[str]:
    """The keys that are written as an argument of a speaker, on either side of an `if` too."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        places, prefix = SPEAKERS.get(name, ((), ""))
        given = [node.args[place] for place in places if place < len(node.args)]
        given += [keyword.value for keyword in node.keywords if keyword.arg == "key"] if places else []
        for key in (key for one in given for key in _choices(one)):
            if prefix or re.fullmatch(r"[a-z-]+(\.[A-Za-z_-]+)+", key):
                yield prefix + key


def _choices(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value


def _patterns(tree: ast.AST) -> Iterator[str]:
    """Texts with holes that begin like a key, as regular expressions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+" for one in node.values]
            if re.match(r"[a-z-]+\\\.", parts[0].replace(r"\-", "-")):
                yield "".join(parts)
