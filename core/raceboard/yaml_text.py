"""Files of YAML that cannot mislead, with the place of every word: rulesets and variants are read by it.

YAML 1.1 reads `on`, `2:00` and `010` as something else than what they say, and takes the last of two equal keys in
silence. Here only true, false, decimal integers and null are more than text, and keys are given once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from attrs import frozen

from raceboard.errors import ConfigError, Problem
from raceboard.ruleset.document import Place, Written, mistake
from raceboard.ruleset.kinds import shown

__all__ = ["Source", "root", "tree"]

#: libyaml where it is installed; both loaders leave every scalar as text and give the same marks.
_LOADER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

#: Deeper than any file of ours: of a ruleset header, section, key, list; of a variant the tests of a level.
_DEEPEST = 8

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


@frozen
class Source:
    """The text of a file, the label under which it is reported, and the file it is from, if it is from one."""

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
            hint = "give a name that is known, or the path of a YAML file"
            raise ConfigError(
                [Problem("unreadable", "", f"cannot be read: {reason}", hint=hint, file=label)]
            ) from error
        return cls(label, text, Path(path).absolute())

    @classmethod
    def shipped(cls, name: str, path: Path) -> Source:
        """The text of a file that a plugin brings; it is reported as `NAME.yaml`."""
        return cls.read(path, f"{name}.yaml")


def _undecodable(file: str, error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8-sig")
    return mistake(_after(file, before), "yaml", "", "the file is not UTF-8 text", hint="save it as UTF-8")


def _after(file: str, before: str) -> Place:
    """The place that follows a text."""
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


def root(source: Source, kind: str) -> yaml.MappingNode | Problem:
    """The mapping that a text is, or why it is none; `kind`: what the file is, in a word."""
    try:
        refused = next(_refused(source, kind), None)
        node = None if refused else yaml.compose(source.text, Loader=_LOADER)
    except yaml.YAMLError as error:
        return _syntax(source, error)
    if refused:
        return refused
    if isinstance(node, yaml.MappingNode):
        return node
    if node is None or _plain(node) is None:
        return mistake(Place(source.file, 1, 1), "empty", "", "the file is empty", hint="begin it with raceboard: 1")
    return mistake(_place(source.file, node), "type", "", f"a {kind} is a mapping of keys, not {shown(_plain(node))}")


def _refused(source: Source, kind: str) -> Iterator[Problem]:
    """What a file does without, so that every value stands where it is used and means what it says."""
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
            yield mistake(place, "yaml", "", f"{what} is not allowed in a {kind}", hint=hint)


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


def tree(
    file: str, mapping: yaml.MappingNode, kind: str, problems: list[Problem], *, prefix: str = "", lists: bool = False
) -> dict[str, Written]:
    """The keys of a mapping with their places; mistakes are added to the problems.

    `kind`: what the file is, in a word. With `lists` the items of lists have places too, else a list is a tuple of
    plain values.
    """
    found: dict[str, Written] = {}
    first: dict[str, Place] = {}
    for key, node in mapping.value:
        place, path = _place(file, key), f"{prefix}{key.value if isinstance(key, yaml.ScalarNode) else '?'}"
        if not isinstance(key, yaml.ScalarNode):
            problems.append(mistake(place, "unknown-key", path, f"is not a {kind} key; a key is one word"))
        elif path in first:
            problems.append(_twice(path, place, first[path]))
        elif _plain(node) is None:
            hint = "write a value or remove the line"
            problems.append(mistake(place, "empty-value", path, "has no value", hint=hint))
        else:
            value = _value(file, node, kind, problems, path, lists=lists)
            found[key.value] = Written(path, value, _place(file, node), place)
        first.setdefault(path, place)
    return found


def _value(file: str, node: yaml.Node, kind: str, problems: list[Problem], path: str, *, lists: bool) -> object:
    """The value of a key or of an item of a list."""
    if isinstance(node, yaml.MappingNode):
        return tree(file, node, kind, problems, prefix=f"{path}.", lists=lists)
    if not (lists and isinstance(node, yaml.SequenceNode)):
        return _plain(node)
    items = [(f"{path}[{number}]", item, _place(file, item)) for number, item in enumerate(node.value)]
    return tuple(
        Written(inner, _value(file, item, kind, problems, inner, lists=True), place, place)
        for inner, item, place in items
    )


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
