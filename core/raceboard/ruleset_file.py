"""Ruleset files: YAML that cannot mislead, with the place of every word (cube.md 15).

YAML 1.1 reads `on`, `2:00` and `010` as something else than what they say, and takes the last of two equal keys in
silence. Here only true, false, decimal integers and null are more than text, and keys are given once. Everything that
is wrong with a file and with those that it extends is reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import yaml
from attrs import evolve, frozen

from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.ruleset import CONTEXTS, Context, Ruleset, Schema
from raceboard.ruleset.checks import forbidden
from raceboard.ruleset.document import Document, Place, Written, mistake
from raceboard.ruleset.kinds import shown
from raceboard.ruleset.value import settled
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.cube.rule import CubeRule

__all__ = ["Library", "Source", "load_ruleset"]

#: libyaml where it is installed; both loaders leave every scalar as text and give the same marks.
_LOADER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

#: Deeper than any ruleset: header, section, key, list or mapping.
_DEEPEST = 8

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class Library(Protocol):
    """What a ruleset may name: a `raceboard.registry.Registry` is one."""

    @property
    def rulesets(self) -> Mapping[str, Path]:
        """The files of all known rulesets by name."""
        ...

    @property
    def variants(self) -> Mapping[str, VariantSpec]:
        """All variants by name."""
        ...

    @property
    def cube_rules(self) -> Iterable[CubeRule]:
        """The optional rules of the cube, which bring the keys of its section."""
        ...

    def variant(self, name: str, /) -> VariantSpec:
        """A variant by name or alias; raises ValueError when there is none."""
        ...


@frozen
class Source:
    """The text of a ruleset, the label under which it is reported, and the file it is from, if it is from one.

    Those that it extends are looked for beside that file first.
    """

    file: str
    text: str
    path: Path | None = None

    @classmethod
    def read(cls, path: str | Path, file: str | None = None) -> Source:
        """The text of a file; raises ConfigError when it cannot be read.

        `file` is the label; without one it is the path as it was given.
        """
        label = str(path) if file is None else file
        try:
            text = Path(path).read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ConfigError([_undecodable(label, error)]) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            hint = "give the name of a ruleset, or the path of a YAML file"
            raise ConfigError(
                [Problem("unreadable", "", f"cannot be read: {reason}", hint=hint, file=label)]
            ) from error
        return cls(label, text, Path(path).absolute())

    @classmethod
    def shipped(cls, name: str, path: Path) -> Source:
        """The text of a file that a plugin brings; it is reported as `NAME.yaml`."""
        return cls.read(path, f"{name}.yaml")

    def relative(self, name: str, library: Library) -> Source | None:
        """A ruleset by name, from the same folder or else from the library; None when there is none.

        Raises ConfigError when it is there and cannot be read.
        """
        beside = self.path.with_name(f"{name}.yaml") if self.path else None
        if beside and beside.is_file():
            return Source.read(beside, f"{self.file.removesuffix(Path(self.file).name)}{beside.name}")
        return Source.shipped(name, library.rulesets[name]) if name in library.rulesets else None


def _undecodable(file: str, error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8-sig")
    return mistake(_after(file, before), "yaml", "", "the file is not UTF-8 text", hint="save it as UTF-8")


def _after(file: str, before: str) -> Place:
    """The place that follows a text."""
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


def load_ruleset(source: Source | Path | str, library: Library) -> Ruleset:
    r"""The ruleset of a file (a path, or a text that is a `Source`), with everything that it inherits.

    Raises ConfigError with all mistakes of the file and of those that it extends, each with its place.

    >>> from raceboard.registry import Registry
    >>> text = "raceboard: 1\nname: club\nextends: match\nmatch: {length: 5}\n"
    >>> rules = load_ruleset(Source("club.yaml", text), Registry.load())
    >>> rules["match.length"], str(rules.origins["match.length"]), str(rules.origins["cube.crawford"])
    (5, 'club.yaml:4:17', 'match.yaml:16:13')
    """
    own = source if isinstance(source, Source) else Source.read(source)
    chain = _chain(own, library)
    context = _context(chain[-1])
    if context is None:
        raise ConfigError(problem for document in chain for problem in document.problems)
    checked = [document.with_problems(_under(document, context)) for document in chain]
    document = reduce(lambda parent, child: child.over(parent), reversed(checked))
    document = document.with_problems(_lost(document, own, library))
    spec = _variant(document, library)
    if spec is None:
        raise ConfigError([*document.problems, *_no_variant(document, library)])
    return settled(document, context, spec)


# ---------------------------------------------------------------------------------------------------------------------
# The files of a chain
# ---------------------------------------------------------------------------------------------------------------------


def _chain(own: Source, library: Library) -> list[Document]:
    """A document and those that it extends, the own one first; what breaks the chain is a problem of the last."""
    sources, chain = [own], [_document(own, library)]
    names = [chain[0].word("name") or Path(own.file).stem]
    while extends := chain[-1].entries.get("extends"):
        names.append(str(extends.value))
        found = _parent(sources, extends, " -> ".join(names), library)
        if isinstance(found, Problem):
            chain[-1] = chain[-1].with_problems([found])
            break
        sources.append(found)
        chain.append(_document(found, library))
    return chain


def _parent(sources: list[Source], extends: Written, names: str, library: Library) -> Source | Problem:
    """The file that the last of some sources extends, or why there is none."""
    source, name = sources[-1], str(extends.value)
    try:
        found = source.relative(name, library)
    except ConfigError as error:
        return evolve(error.problems[0], notes=(f"{extends.place}: note: it is extended here",))
    if found is None:
        what = f"there is no ruleset {shown(name)}"
        hint = did_you_mean(name, _names(source, library)) or f"known: {', '.join(library.rulesets)}"
        return mistake(extends.place, "extends-unknown", "extends", what, hint=hint)
    if any(found.path == earlier.path for earlier in sources):
        what = f"the parents go in a circle: {names}"
        return mistake(extends.place, "extends-cycle", "extends", what, hint="remove one of the extends lines")
    is_new_label = all(found.file != earlier.file for earlier in sources)
    return found if is_new_label else evolve(found, file=str(found.path))


def _names(source: Source, library: Library) -> list[str]:
    """The names of all rulesets that a file may name."""
    beside = [path.stem for path in source.path.parent.glob("*.yaml")] if source.path else []
    return [*beside, *library.rulesets]


def _context(root: Document) -> Context | None:
    """The context of a chain, which its root says; None when the root is broken."""
    if "extends" in root.entries or "extends" in root.unsound:
        return None
    return next((context for context in CONTEXTS if context == root.word("context")), None)


def _under(document: Document, context: Context) -> Iterator[Problem]:
    """What the context of the chain forbids a document, another context to begin with."""
    entry = document.entries.get("context")
    if entry and entry.value != context:
        what = f"is {entry.value}, but the ruleset that is extended is for {context}"
        why = "a context never changes along a chain of rulesets"
        yield mistake(entry.place, "context-change", "context", what, why=why, hint="remove the line")
    yield from forbidden(document, context)


def _lost(document: Document, own: Source, library: Library) -> Iterator[Problem]:
    """The rulesets of a rotation that do not exist."""
    entry = document.entries.get("match.rotation")
    for name in entry.value if entry and isinstance(entry.value, tuple) else ():
        known = _names(own, library)
        if entry and name not in known:
            what = f"there is no ruleset {shown(name)}"
            yield mistake(entry.place, "enum", entry.path, what, hint=did_you_mean(str(name), known))


def _variant(document: Document, library: Library) -> VariantSpec | None:
    """The variant that a document names."""
    try:
        return library.variant(document.word("variant"))
    except ValueError:
        return None


def _no_variant(document: Document, library: Library) -> Iterator[Problem]:
    if "variant" in document.unsound:
        return
    entry = document.entries.get("variant")
    what = f"there is no variant {shown(entry.value)}" if entry else "no variant is named"
    names = [name for spec in library.variants.values() for name in (spec.name, *spec.aliases)]
    hint = did_you_mean(document.word("variant"), names) or f"known: {', '.join(library.variants)}"
    yield mistake(entry.place if entry else document.start, "variant-unknown", "variant", what, hint=hint)


# ---------------------------------------------------------------------------------------------------------------------
# One file
# ---------------------------------------------------------------------------------------------------------------------


def _document(source: Source, library: Library) -> Document:
    """What a file says; when it is no mapping, or of another format, that problem alone."""
    root, schema = _root(source), Schema.of(library.cube_rules)
    if isinstance(root, Problem):
        return Document(source.file, schema, {}, (root,))
    problems: list[Problem] = []
    tree = _tree(source.file, root, "", problems)
    version = tree.get("raceboard")
    if version and (type(version.value) is not int or version.value != 1):
        what = f"the format is {shown(version.plain)}; this version reads format 1"
        return Document(source.file, schema, {}, (mistake(version.place, "format", "raceboard", what),))
    document = _with_variant(Document.of(source.file, schema, tree, problems), library)
    return document.with_problems(_missing(document))


def _with_variant(document: Document, library: Library) -> Document:
    """The document with its variant by its own name; an alias is no other variant."""
    spec = _variant(document, library) if "variant" in document.entries else None
    if spec is None:
        return document
    entry = evolve(document.entries["variant"], value=spec.name)
    return evolve(document, entries={**document.entries, "variant": entry})


def _missing(document: Document) -> Iterator[Problem]:
    """What every file must say and this one does not."""
    said = document.entries.keys() | document.unsound
    if "raceboard" not in said:
        what = "the version of the format is missing"
        yield mistake(document.start, "format", "raceboard", what, hint="begin the file with raceboard: 1")
    if "name" not in said:
        what = "the ruleset has no name"
        yield mistake(document.start, "format", "name", what, hint=f"add name: {Path(document.file).stem}")
    if said.isdisjoint(("extends", "context")):
        what = "neither a parent nor a context is named"
        hint = "add extends: and the name of a ruleset, or context: money, match or casual"
        yield mistake(document.start, "no-context", "context", what, hint=hint)


def _tree(file: str, mapping: yaml.MappingNode, prefix: str, problems: list[Problem]) -> dict[str, Written]:
    """The keys of a mapping with their places; mistakes are added to the problems."""
    found: dict[str, Written] = {}
    first: dict[str, Place] = {}
    for key, node in mapping.value:
        place, path = _place(file, key), f"{prefix}{key.value if isinstance(key, yaml.ScalarNode) else '?'}"
        if not isinstance(key, yaml.ScalarNode):
            problems.append(mistake(place, "unknown-key", path, "is not a ruleset key; a key is one word"))
        elif path in first:
            problems.append(_twice(path, place, first[path]))
        elif _plain(node) is None:
            hint = "write a value or remove the line"
            problems.append(mistake(place, "empty-value", path, "has no value", hint=hint))
        else:
            value = _tree(file, node, f"{path}.", problems) if isinstance(node, yaml.MappingNode) else _plain(node)
            found[key.value] = Written(path, value, _place(file, node), place)
        first.setdefault(path, place)
    return found


def _twice(path: str, place: Place, first: Place) -> Problem:
    notes = [f"{first}: note: it is given here first"]
    return mistake(place, "duplicate-key", path, "is given twice", hint="keep one of the two", notes=notes)


def _plain(node: yaml.Node) -> object:
    """The value of a node: only plain true, false, decimal integers and null are more than text."""
    if isinstance(node, yaml.SequenceNode):
        return tuple(map(_plain, node.value))
    if not isinstance(node, yaml.ScalarNode):
        return {}
    text: str = node.value
    if node.style:
        return text
    return int(text) if _WHOLE.fullmatch(text) else _WORDS.get(text, text)


def _place(file: str, node: yaml.Node | yaml.Event) -> Place:
    mark = node.start_mark
    return Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)


# ---------------------------------------------------------------------------------------------------------------------
# One text
# ---------------------------------------------------------------------------------------------------------------------


def _root(source: Source) -> yaml.MappingNode | Problem:
    """The tree of a text, or why it has none."""
    try:
        refused = next(_refused(source), None)
        node = None if refused else yaml.compose(source.text, Loader=_LOADER)
    except yaml.YAMLError as error:
        return _syntax(source, error)
    if refused:
        return refused
    if isinstance(node, yaml.MappingNode):
        return node
    if node is None or _plain(node) is None:
        return mistake(Place(source.file, 1, 1), "empty", "", "the file is empty", hint="begin it with raceboard: 1")
    return mistake(_place(source.file, node), "type", "", f"a ruleset is a mapping of keys, not {shown(_plain(node))}")


def _refused(source: Source) -> Iterator[Problem]:
    """What a ruleset does without, so that every value stands where it is used and means what it says."""
    control = _CONTROL.search(source.text)
    if control:
        place = _after(source.file, source.text[: control.start()])
        yield mistake(place, "yaml", "", f"the character {control[0]!r} is not allowed")
    depth = 0
    for event in yaml.parse(source.text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        aliased, tagged = isinstance(event, yaml.AliasEvent), getattr(event, "tag", None)
        if aliased or tagged or depth > _DEEPEST:
            what = "an alias" if aliased else f"the tag {tagged}" if tagged else "nesting so deep"
            place, hint = _place(source.file, event), "write the value itself"
            yield mistake(place, "yaml", "", f"{what} is not allowed in a ruleset", hint=hint)


def _syntax(source: Source, error: yaml.YAMLError) -> Problem:
    """A syntax error at its place."""
    said = [part for part in (getattr(error, "context", None), getattr(error, "problem", None)) if part]
    what = ", ".join(said) or str(error)
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return mistake(Place(source.file, 1, 1), "yaml", "", what)
    line = "".join(source.text.split("\n")[mark.line : mark.line + 1])
    hint = "indent with spaces" if line[mark.column :].startswith("\t") else ""
    return mistake(Place(source.file, mark.line + 1, mark.column + 1), "yaml", "", what, hint=hint)
