"""Variant files: a game that needs no hook, as YAML: a parent and the groups in which it differs.

    raceboard: 1
    variant: my-game
    parent: backgammon
    setup: {24: 2, 13: 5, 8: 3, 6: 5}
    landing: {contact: pin}
    entry: []
    finish:
      levels:
        - {name: single, points: 1}
        - {name: gammon, points: 2, needs: [[{place: off, at_most: 0}]]}

Nobody is hit any more, so the parent's bar goes, and with it the level that counts checkers there.

It is a format of its own, not that of rulesets: it says what a game is, and a ruleset how one table plays it. A key is
the name of a group or a field of `raceboard.spec.VariantSpec`; a group that is written keeps the parent's fields that
are not. `regions` are added to the parent's; lists (`entry`, `formation`, `finish.levels`) replace them. All mistakes
are told at once, with their places. What each key takes: `core/raceboard/docs/variant-file.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import attrs
import yaml

from raceboard import variant_keys
from raceboard.errors import ConfigError, Problem, did_you_mean, spelling
from raceboard.option import Option, OptionValue
from raceboard.ruleset.document import Place, Written, mistake
from raceboard.ruleset.kinds import shown
from raceboard.spec import VariantSpec
from raceboard.variant_keys import UNREADABLE, Problems, fields_of
from raceboard.yaml_text import Source, root, tree

__all__ = ["GROUPS", "HEADER", "YAML", "is_variant_file", "load_variant"]

#: How the name of a file ends that is taken for YAML.
YAML = (".yaml", ".yml")

#: What stands above the groups, in words.
HEADER: Mapping[str, str] = {
    "raceboard": "1, the version of the format",
    "variant": "the name of the variant: small letters, digits and hyphens",
    "parent": "the variant that this one changes: a name, or a variant file beside this one",
}

#: The keys of a variant, in the order of the spec; what only Python can say is not among them.
GROUPS: tuple[str, ...] = tuple(
    name for name in fields_of(VariantSpec) if name not in ("name", "hooks", "layout", "checkers")
)

_OWN = ("title", "summary", "aliases", "sources")
_WORD = "variant"


class _Library(Protocol):
    """Where a parent is found: a `raceboard.registry.Registry` is one."""

    @property
    def variants(self) -> Mapping[str, VariantSpec]:
        """All variants by name."""
        ...

    def variant(self, name: str, /) -> VariantSpec:
        """A variant by name or alias; raises ValueError when there is none."""
        ...


def load_variant(source: Source | Path | str, library: _Library) -> VariantSpec:
    r"""The variant of a file (a path, or a text that is a `Source`).

    Options of the parent that still do something are kept, with what the file says as their default. Raises ConfigError
    with all mistakes of the file, each with its place.

    >>> from raceboard.registry import Registry
    >>> text = "raceboard: 1\nvariant: my-game\nparent: backgammon\nlanding: {block: 1}\n"
    >>> load_variant(Source("my-game.yaml", text), Registry.load()).landing.block
    1
    >>> load_variant(Source("x.yaml", text.replace("1}", "one}")), Registry.load())
    Traceback (most recent call last):
    ...
    raceboard.errors.ConfigError: x.yaml:4:18: error[type]: landing.block: takes a whole number from 0 up, not 'one'
    """
    return _load(source if isinstance(source, Source) else Source.read(source), library, ())


def is_variant_file(source: Source) -> bool:
    """Is a text a variant file, right or wrong, and no ruleset? It names a parent."""
    found = root(source, _WORD)
    return isinstance(found, yaml.MappingNode) and any(key.value == "parent" for key, _ in found.value)


def _load(source: Source, library: _Library, children: tuple[Path | None, ...]) -> VariantSpec:
    found = root(source, _WORD)
    if isinstance(found, Problem):
        raise ConfigError([found])
    problems: Problems = []
    written = tree(source.file, found, _WORD, problems, lists=True)
    start = Place(source.file, 1, 1)
    problems += _header(written, start)
    parent = _parent(source, written.get("parent"), library, (*children, source.path), problems)
    if parent is None:
        raise ConfigError(problems)
    problems += _taken_name(written.get(_WORD), parent)
    groups = _groups(written, parent, problems)
    if problems:
        raise ConfigError(problems)
    spec = _built(written, parent, groups, start)
    problems += _unplaced(spec, written.get("setup"), start)
    if problems:
        raise ConfigError(problems)
    return _with_options(spec, parent, written.get("options"))


def _header(written: Mapping[str, Written], start: Place) -> Iterator[Problem]:
    """What is wrong with the head of a file, and the keys that no variant has."""
    version = written.get("raceboard")
    if version is None or type(version.value) is not int or version.value != 1:
        what = f"the format is {shown(version.plain)}; this version reads format 1" if version else "it is missing"
        yield mistake(version.place if version else start, "format", "raceboard", what, hint="write raceboard: 1")
    name = written.get(_WORD)
    if name is None or not isinstance(name.value, str):
        hint = "add variant: and a name of small letters, digits and hyphens"
        yield mistake(name.place if name else start, "format", _WORD, "the variant has no name", hint=hint)
    if "parent" not in written:
        yield mistake(start, "format", "parent", "no parent is named", hint="add parent: and the name of a variant")
    for key, entry in written.items():
        if key == "hooks":
            hint = "write the variant in Python: raceboard new-variant"
            yield mistake(entry.key, "unknown-key", key, "hooks are code, which no file can say", hint=hint)
        elif key not in HEADER and key not in GROUPS:
            hint = did_you_mean(key, (*HEADER, *GROUPS)) or f"known: {', '.join((*HEADER, *GROUPS))}"
            yield mistake(entry.key, "unknown-key", key, "is not a variant key", hint=hint)


def _parent(
    source: Source, entry: Written | None, library: _Library, family: tuple[Path | None, ...], problems: Problems
) -> VariantSpec | None:
    """The variant that a file changes; None when there is none."""
    if entry is None:
        return None
    name = str(entry.value)
    try:
        if not name.endswith(YAML):
            return library.variant(name)
        path = source.path.with_name(name) if source.path else Path(name).absolute()
        if path in family:
            problems.append(mistake(entry.place, "parent-cycle", "parent", f"{name} is a child of this file"))
            return None
        return _load(Source.read(path, f"{source.file.removesuffix(Path(source.file).name)}{name}"), library, family)
    except ConfigError as error:
        note = f"{entry.place}: note: it is the parent of this variant"
        problems += [attrs.evolve(one, notes=(*one.notes, note)) for one in error.problems]
    except ValueError:
        known = [word for spec in library.variants.values() for word in (spec.name, *spec.aliases)]
        hint = did_you_mean(name, known) or f"known: {', '.join(library.variants)}"
        problems.append(
            mistake(entry.place, "variant-unknown", "parent", f"there is no variant {shown(name)}", hint=hint)
        )
    return None


def _taken_name(entry: Written | None, parent: VariantSpec) -> Iterator[Problem]:
    """Is the name of a variant one of its parent's?"""
    if entry and spelling(str(entry.value)) in map(spelling, (parent.name, *parent.aliases)):
        what = f"{entry.value} is a name of the parent {parent.name}"
        hint = "give the new variant a name of its own"
        yield mistake(entry.place, "name-taken", _WORD, what, hint=hint)


def _groups(written: Mapping[str, Written], parent: VariantSpec, problems: Problems) -> dict[str, Any]:
    """The fields of the spec that a file writes."""
    kinds = fields_of(VariantSpec)
    found: dict[str, Any] = {}
    for key, entry in written.items():
        base = getattr(parent, key, None)
        match key:
            case "regions":
                found[key] = variant_keys.regions(entry, parent.regions, problems)
            case "setup":
                found[key] = variant_keys.setup(entry, problems)
            case "track":
                found[key] = variant_keys.track(entry, problems)
            case "dice":
                found[key] = variant_keys.dice(entry, problems)
            case "options":
                _options(entry, parent, problems)
            case _ if key in GROUPS:
                found[key] = variant_keys.value(entry, kinds[key], base, problems)
    return {key: given for key, given in found.items() if given is not UNREADABLE}


def _options(entry: Written, parent: VariantSpec, problems: Problems) -> None:
    """Check the list of options that are kept."""
    keys = [option.key for option in parent.options]
    if entry.value == "none":
        return
    if not isinstance(entry.value, tuple):
        problems.append(mistake(entry.place, "type", "options", f"takes a list of {', '.join(keys)}, or none"))
        return
    for item in entry.value:
        if item.value not in keys:
            what = f"{parent.name} has no such option"
            hint = did_you_mean(str(item.value), keys) or f"it has {', '.join(keys) or 'none'}"
            problems.append(mistake(item.place, "unknown-key", item.path, what, hint=hint))


def _built(written: Mapping[str, Written], parent: VariantSpec, groups: dict[str, Any], start: Place) -> VariantSpec:
    """The spec of the groups; raises ConfigError where they do not fit together, at the group that is to blame."""
    name = str(written[_WORD].value)
    own = {"name": name, "title": name.replace("-", " ").capitalize(), "aliases": (), "summary": ""}
    try:
        return attrs.evolve(parent, **{**own, **groups})
    except (ValueError, KeyError) as error:
        what = str(error).removeprefix(f"variant {name}: ")
    key = _WORD
    if _fits_named(parent, name):
        blamed = (key for key in groups if key not in _OWN and _fits(parent, groups, key))
        key = next(blamed, next(iter(groups), _WORD))
    entry = written.get(key)
    raise ConfigError([mistake(entry.key if entry else start, "variant-invalid", key, what)])


def _unplaced(spec: VariantSpec, entry: Written | None, start: Place) -> Iterator[Problem]:
    """Why the game cannot begin as the set-up says."""
    place = entry.place if entry else start
    known = {*map(str, range(spec.layout.size)), *spec.layout.reserves, "off"}
    names = {str(index) for row in spec.setup for index, _ in row}
    for name in sorted(names - known):
        what = f"{name} is neither a point from 1 to {spec.track.points} nor a reserve of the variant"
        yield mistake(place, "variant-invalid", "setup", what, hint=did_you_mean(name, spec.layout.reserves))
    if names <= known:
        try:
            _ = spec.start
        except ConfigError as error:
            for problem in error.problems:
                yield mistake(place, "variant-invalid", "setup", f"{problem.path} {problem.what}".strip())


def _fits_named(parent: VariantSpec, name: str) -> bool:
    try:
        attrs.evolve(parent, name=name)
    except ValueError:
        return False
    return True


def _fits(parent: VariantSpec, groups: Mapping[str, Any], without: str) -> bool:
    """Would the groups fit together without one of them?"""
    try:
        attrs.evolve(parent, **{key: given for key, given in groups.items() if key != without})
    except (ValueError, KeyError):
        return False
    return True


# ---------------------------------------------------------------------------------------------------------------------
# Options of the parent
# ---------------------------------------------------------------------------------------------------------------------


def _with_options(spec: VariantSpec, parent: VariantSpec, entry: Written | None) -> VariantSpec:
    """The spec with the options that are kept: all that the file names, or all of the parent."""
    kept = parent.options
    if entry is not None:
        names = [item.value for item in entry.value] if isinstance(entry.value, tuple) else []
        kept = tuple(option for option in kept if option.key in names)
    options = (_fitting(spec, option) for option in kept)
    return attrs.evolve(spec, options=tuple(option for option in options if option is not None))


def _fitting(spec: VariantSpec, option: Option) -> Option | None:
    """An option with what the spec says as its default; None when no value of it gives the spec."""
    for given in dict.fromkeys((option.default, *_values(option))):
        try:
            if option.apply(spec, given) == spec:
                return attrs.evolve(option, default=given)
        except (ValueError, LookupError, TypeError, AttributeError):
            continue
    return None


def _values(option: Option) -> Iterable[OptionValue]:
    """Values that may be a default: words, flags, and some numbers."""
    kind = option.kind
    low, high = kind.whole or (1, 0)
    numbers = range(low, min(low + 30, (low + 30 if high is None else high) + 1)) if kind.whole else ()
    return [*kind.words, *([True, False] if kind.flag else []), *numbers]
