"""What one ruleset file says, with the place of each word, and how a file overrides the one that it extends.

A document is checked against its schema alone: known keys, and values that fit them. It knows no YAML; settings that
are built in code are documents without lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import evolve, frozen

from raceboard.errors import Problem, did_you_mean
from raceboard.ruleset.keys import ON, Key, Section
from raceboard.ruleset.kinds import ValueKind, misfit, shown
from raceboard.ruleset.schema import Schema
from raceboard.ruleset.sections import HEADER, RULES

__all__ = ["DEFAULT", "Document", "Place", "Written", "mistake"]

#: What a file says of itself and not of those that extend it.
_OWN = frozenset({"raceboard", "name", "title", "extends"})


@frozen(order=True)
class Place:
    """Where something is written; lines and columns count from one, 0 means that the file is no text.

    >>> str(Place("club.yaml", 5, 11))
    'club.yaml:5:11'
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """`FILE:LINE:COL`, or the file alone."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


#: The place of a value that nobody wrote.
DEFAULT = Place("default")


@frozen
class Written:
    """A key and its value with their places; a mapping is a value of further written keys."""

    path: str
    value: object
    place: Place
    key: Place

    @property
    def plain(self) -> object:
        """The value without places."""
        if isinstance(self.value, Mapping):
            return {name: entry.plain for name, entry in self.value.items()}
        if isinstance(self.value, tuple):
            return tuple(item.plain if isinstance(item, Written) else item for item in self.value)
        return self.value


#: A mapping of a file: written keys by their names.
Tree: TypeAlias = Mapping[str, Written]


def mistake(
    place: Place, code: str, path: str, what: str, *, why: str = "", hint: str = "", notes: Iterable[str] = ()
) -> Problem:
    """A problem at a place."""
    return Problem(code, path, what, why, hint, place.file, place.line, place.column, tuple(notes))


@frozen
class Document:
    """What is written, by path, and the mistakes that were found while reading.

    `schema`: what may be written. `entries`: the header by its keys, each written section (`ON`, or the word that
    switches it off), each setting, and each option of the variant as `rules.KEY`. What does not fit is among the
    problems, not among the entries.
    """

    file: str
    schema: Schema
    entries: Mapping[str, Written]
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, file: str, schema: Schema, tree: Tree, problems: Iterable[Problem] = ()) -> Document:
        """The document of a mapping, checked against the schema."""
        findings = [*problems, *_findings(tree, schema)]
        entries = {entry.path: entry for entry in findings if isinstance(entry, Written)}
        return cls(file, schema, entries, tuple(entry for entry in findings if isinstance(entry, Problem)))

    @property
    def start(self) -> Place:
        """The place of what is missing from a file."""
        return Place(self.file, 1, 1)

    @property
    def unsound(self) -> frozenset[str]:
        """The paths that have a problem, whose values mean nothing."""
        return frozenset(problem.path for problem in self.problems)

    def word(self, path: str) -> str:
        """The text of an entry, or an empty one when it is not written."""
        entry = self.entries.get(path)
        return str(entry.value) if entry else ""

    def with_problems(self, problems: Iterable[Problem]) -> Document:
        """The document with further problems."""
        return evolve(self, problems=(*self.problems, *problems))

    def over(self, parent: Document) -> Document:
        """The document on top of the one that it extends, leaf by leaf (cube.md 15).

        A section that is switched off here drops what it inherits, another variant drops the inherited options.
        """
        inherited = {path: entry for path, entry in parent.entries.items() if self._inherits(path, parent)}
        return Document(self.file, self.schema, {**inherited, **self.entries}, (*parent.problems, *self.problems))

    def _inherits(self, path: str, parent: Document) -> bool:
        group = path.partition(".")[0]
        if group == RULES:
            return self.word("variant") in ("", parent.word("variant"))
        section = self.schema.sections.get(group)
        off = section.off if section else ""
        return path not in _OWN and not (off and self.word(group) == off)


_Finding: TypeAlias = Written | Problem


def _findings(tree: Tree, schema: Schema) -> Iterator[_Finding]:
    """Every key of a file, or what is wrong with it."""
    for entry in tree.values():
        if entry.path in HEADER:
            yield _checked(HEADER[entry.path].kind, entry)
        elif entry.path in schema.sections:
            yield from _in_section(schema.sections[entry.path], entry, schema)
        elif entry.path == RULES:
            yield from _in_rules(entry)
        else:
            yield _unknown(entry, (*HEADER, *schema.sections, RULES), schema)


def _in_section(section: Section, entry: Written, schema: Schema) -> Iterator[_Finding]:
    if isinstance(entry.value, Mapping):
        yield evolve(entry, value=ON, place=entry.key)
        for leaf in entry.value.values():
            key = schema.keys.get(leaf.path)
            yield _checked(key.kind, leaf) if key else _unknown(leaf, [key.path for key in section.keys], schema)
    elif section.off and entry.value == section.off:
        yield entry
    else:
        takes = "takes a mapping of keys" + (f" or {section.off}" if section.off else "")
        hint = f"write {section.name}: {section.off}" if section.off and entry.value in (False, "off", "no") else ""
        yield mistake(entry.place, "type", entry.path, f"{takes}, not {shown(entry.value)}", hint=hint)


def _in_rules(entry: Written) -> Iterator[_Finding]:
    """The options; which there are, and what they take, only the variant knows."""
    if isinstance(entry.value, Mapping):
        yield from entry.value.values()
    else:
        yield mistake(entry.place, "type", RULES, f"takes a mapping of options, not {shown(entry.value)}")


def _checked(kind: ValueKind, entry: Written) -> _Finding:
    found = misfit(kind, entry.plain)
    return mistake(entry.place, found.code, entry.path, found.what, hint=found.hint) if found else entry


def _unknown(entry: Written, here: Iterable[str], schema: Schema) -> Problem:
    """A key that the schema does not have, with the key that was probably meant; `here`: the paths of its place."""
    hint = _meant(entry.path, list(here), schema.keys)
    return mistake(entry.key, "unknown-key", entry.path, "is not a ruleset key", hint=hint)


def _meant(path: str, here: list[str], keys: Mapping[str, Key]) -> str:
    if path in keys:
        return f"write {keys[path].name} inside the section {keys[path].section}"
    name = path.rpartition(".")[2]
    alike = [key.path for key in keys.values() if key.name == name]
    known = [word.rpartition(".")[2] for word in here]
    near = f"did you mean {alike[0]}?" if alike else did_you_mean(path, here)
    return near or f"known here: {', '.join(known) or 'none'}"
