"""Ruleset files: how one table plays a variant, with the place of every word (cube.md 15).

Everything that is wrong with a file and with those that it extends is reported at once. How such a text is read says
`raceboard.yaml_text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrs import evolve

from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.ruleset import CONTEXTS, Context, Ruleset, Schema
from raceboard.ruleset.checks import forbidden
from raceboard.ruleset.document import Document, Written, mistake
from raceboard.ruleset.kinds import shown
from raceboard.ruleset.value import settled
from raceboard.spec import VariantSpec
from raceboard.variant_file import YAML, load_variant
from raceboard.yaml_text import Source, root, tree

if TYPE_CHECKING:
    from raceboard.cube.rule import CubeRule

__all__ = ["Library", "Source", "load_ruleset"]


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
        found = _relative(source, name, library)
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


def _relative(source: Source, name: str, library: Library) -> Source | None:
    """A ruleset by name, from the same folder or else from the library; None when there is none.

    Raises ConfigError when it is there and cannot be read.
    """
    beside = source.path.with_name(f"{name}.yaml") if source.path else None
    if beside and beside.is_file():
        return Source.read(beside, f"{source.file.removesuffix(Path(source.file).name)}{beside.name}")
    return Source.shipped(name, library.rulesets[name]) if name in library.rulesets else None


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
    """The variant that a document names, or writes in a file of its own."""
    name = document.word("variant")
    try:
        return load_variant(name, library) if name.endswith(YAML) else library.variant(name)
    except ValueError:
        return None


def _no_variant(document: Document, library: Library) -> Iterator[Problem]:
    if "variant" in document.unsound or document.word("variant").endswith(YAML):
        return  # its own problems are told
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
    found, schema = root(source, "ruleset"), Schema.of(library.cube_rules)
    if isinstance(found, Problem):
        return Document(source.file, schema, {}, (found,))
    problems: list[Problem] = []
    written = tree(source.file, found, "ruleset", problems)
    version = written.get("raceboard")
    if version and (type(version.value) is not int or version.value != 1):
        what = f"the format is {shown(version.plain)}; this version reads format 1"
        return Document(source.file, schema, {}, (mistake(version.place, "format", "raceboard", what),))
    document = _with_variant(Document.of(source.file, schema, written, problems), source, library)
    return document.with_problems(_missing(document))


def _with_variant(document: Document, source: Source, library: Library) -> Document:
    """The document with its variant by its own name, or by the path of a variant file, which is beside the document."""
    entry = document.entries.get("variant")
    if entry is None:
        return document
    name = str(entry.value)
    if name.endswith(YAML):
        name = str(source.path.with_name(name) if source.path else Path(name).absolute())
        try:
            load_variant(Source.read(name, f"{source.file.removesuffix(Path(source.file).name)}{entry.value}"), library)
        except ConfigError as error:
            note = f"{entry.place}: note: it is the variant of this ruleset"
            return document.with_problems(evolve(one, notes=(*one.notes, note)) for one in error.problems)
    else:
        spec = _variant(document, library)
        name = spec.name if spec else name
    return evolve(document, entries={**document.entries, "variant": evolve(entry, value=name)})


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
