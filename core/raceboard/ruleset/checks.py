"""What does not fit together: keys that a context forbids, keys that need others, and what a variant forbids.

The last three checks of a ruleset (cube.md 15): each mistake is placed where the user wrote one of the lines that take
part in it, and the other lines are notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from attrs import frozen

from raceboard.errors import Problem, did_you_mean
from raceboard.ruleset.document import Document, Place, Written, mistake
from raceboard.ruleset.keys import CONTEXTS, ON, Context, Key, Section
from raceboard.ruleset.kinds import Value, misfit, shown
from raceboard.ruleset.sections import HIGHEST, LOWEST, RULES
from raceboard.spec import VariantSpec

__all__ = ["Complaint", "Terms", "complaints", "forbidden", "in_force", "option_mistakes"]


# ---------------------------------------------------------------------------------------------------------------------
# What the context forbids
# ---------------------------------------------------------------------------------------------------------------------


def forbidden(document: Document, context: Context) -> Iterator[Problem]:
    """The sections and keys of a document that its context does not have, unless they change nothing."""
    for section in document.schema.sections.values():
        if _is_refused(document, section, context):
            yield _forbidden_section(section, document.entries[section.name], context)
        else:
            yield from _forbidden_keys(document, section, context)


def _is_refused(document: Document, section: Section, context: Context) -> bool:
    """Is a section written that the context does not have, with something in it that is not neutral?"""
    entry = document.entries.get(section.name)
    if entry is None or context in section.contexts or entry.value == section.off:
        return False
    written = [(key, document.entries[key.path]) for key in section.keys if key.path in document.entries]
    return bool(section.off) or not all(_is_neutral(key, entry) for key, entry in written)


def _is_neutral(key: Key, entry: Written) -> bool:
    return key.neutral is not None and entry.value == key.neutral


def _forbidden_section(section: Section, entry: Written, context: Context) -> Problem:
    remedy = f"write {section.name}: {section.off}" if section.off else "remove the section"
    what = f"is a section of {_either(section.contexts)} rulesets, but this is a {context} ruleset"
    hint = f"{remedy} or extend a {_either(section.contexts)} ruleset"
    return mistake(entry.key, "context-forbids", entry.path, what, why=section.why, hint=hint)


def _forbidden_keys(document: Document, section: Section, context: Context) -> Iterator[Problem]:
    for key in section.keys:
        entry = document.entries.get(key.path)
        if entry and context not in key.defaults and not _is_neutral(key, entry):
            what = f"is {shown(entry.plain)}, but this is a {context} ruleset"
            hint = f"remove the line or extend a {_either(tuple(key.defaults))} ruleset"
            yield mistake(entry.place, "context-forbids", key.path, what, why=key.why or section.why, hint=hint)


def _either(contexts: tuple[Context, ...]) -> str:
    return " or ".join(context for context in CONTEXTS if context in contexts)


def in_force(document: Document, context: Context) -> dict[str, Value]:
    """Every key that the context has and no switched-off section holds, written or by default; and each switch."""
    settings: dict[str, Value] = {}
    for name, section in document.schema.sections.items():
        state = document.word(name) or section.default(context)
        if section.off:
            settings[name] = state
        if state == ON:
            keys = (key for key in section.keys if context in key.defaults)
            settings |= {key.path: _value(document, key, context) for key in keys}
    return settings


def _value(document: Document, key: Key, context: Context) -> Value:
    entry = document.entries.get(key.path)
    return cast("Value", entry.plain) if entry else key.defaults[context]


# ---------------------------------------------------------------------------------------------------------------------
# What keys need, and what the variant forbids
# ---------------------------------------------------------------------------------------------------------------------


@frozen
class Terms:
    """What a table has agreed on: the context, the variant and the settings in force."""

    context: Context
    spec: VariantSpec
    settings: Mapping[str, Value]

    def says(self, path: str, *values: Value) -> bool:
        """Is the key in force with one of these values?"""
        return path in self.settings and self.settings[path] in values

    def number(self, path: str) -> int | None:
        """The number of a key that is in force; None when it has none."""
        value = self.settings.get(path)
        return value if type(value) is int else None


@frozen
class Complaint:
    """Something that does not fit: the path that complains, and the `others` that take part."""

    code: str
    path: str
    what: str
    others: tuple[str, ...] = ()
    hint: str = ""


def _allowed_lengths(terms: Terms) -> Iterator[Complaint]:
    length, allowed = terms.number("match.length"), terms.settings.get("match.allowed_lengths")
    if length is not None and isinstance(allowed, tuple) and length not in allowed:
        lengths = ", ".join(map(str, allowed))
        what = f"{length} is not among match.allowed_lengths: {lengths}"
        yield Complaint("needs", "match.length", what, ("match.allowed_lengths",), f"write one of {lengths}")


def _reserves(terms: Terms) -> Iterator[Complaint]:
    flat, per_point = terms.number("clock.reserve_s"), terms.number("clock.reserve_s_per_point")
    both = ("clock.reserve_s", "clock.reserve_s_per_point")
    if flat and per_point:
        what = "a clock has one kind of reserve, so clock.reserve_s_per_point must not be set as well"
        hint = "keep one of the two; an inherited one goes when a ruleset between says clock: none"
        yield Complaint("needs", both[0], what, both[1:], hint)
    elif terms.says("clock", ON) and not flat and not per_point:
        keys = " or ".join(path.rpartition(".")[2] for path in both if path in terms.settings)
        yield Complaint("needs", "clock", f"a clock needs a reserve: {keys}", both, "add it, or write clock: none")


def _lose_match(terms: Terms) -> Iterator[Complaint]:
    for path in ("forfeit.on_inactivity", "forfeit.on_leave", "clock.on_expiry"):
        if terms.context != "match" and terms.says(path, "lose_match"):
            what = f"losing the match needs a match, but this is a {terms.context} ruleset"
            yield Complaint("needs", path, what, hint="write lose_game")


def _series(terms: Terms) -> Iterator[Complaint]:
    lowest, *above = [level.name for level in terms.spec.finish.levels]
    if (terms.number("series.wins") or 1) > 1 and above and terms.says("scoring.highest", HIGHEST, *above):
        what = f"a series of several wins counts wins alone, so nothing above {lowest} can count"
        hint = "remove the line; what should count levels is a match"
        yield Complaint("needs", "scoring.highest", what, ("series.wins",), hint)


def _cube(terms: Terms) -> Iterator[Complaint]:
    if terms.says("cube", ON) and not terms.spec.cube:
        what = f"the variant {terms.spec.name} is played without a doubling cube"
        yield Complaint("variant-forbids", "cube", what, ("variant",), "write cube: none")


def _levels(terms: Terms) -> Iterator[Complaint]:
    levels = [level.name for level in terms.spec.finish.levels]
    known = f"of the variant {terms.spec.name}: {', '.join(levels)}"
    highest = str(terms.settings["scoring.highest"])
    if highest not in (*levels, HIGHEST, LOWEST):
        what = f"{highest!r} is not a level {known}"
        yield Complaint("enum", "scoring.highest", what, ("variant",), did_you_mean(highest, levels))
    for name in cast("Mapping[str, int]", terms.settings["scoring.values"]):
        if name not in levels:
            what = f"{name!r} is not a level {known}"
            yield Complaint("enum", f"scoring.values.{name}", what, ("variant",), did_you_mean(name, levels))


def _max_stack(terms: Terms) -> Iterator[Complaint]:
    limit = terms.number("house.max_stack")
    start, points = terms.spec.start, terms.spec.track.points
    tallest = max(max(start.counts(side)[1 : points + 1]) for side in range(terms.spec.players))
    if limit is not None and limit < tallest:
        what = f"the variant {terms.spec.name} starts with {tallest} checkers on one point, more than {limit}"
        yield Complaint("needs", "house.max_stack", what, ("variant",), "write max_stack: none")


_RULINGS: tuple[Callable[[Terms], Iterator[Complaint]], ...] = (
    _allowed_lengths,
    _reserves,
    _lose_match,
    _series,
    _cube,
    _levels,
    _max_stack,
)


def complaints(document: Document, context: Context, spec: VariantSpec) -> Iterator[Problem]:
    """What does not fit together; where one of the values is wrong by itself, nothing more is said of it."""
    terms = Terms(context, spec, in_force(document, context))
    for ruling in (*_RULINGS, *(rule.complaints for rule in document.schema.cube_rules)):
        for complaint in ruling(terms):
            if document.unsound.isdisjoint((complaint.path, *complaint.others)):
                yield _placed(complaint, document)


def _placed(complaint: Complaint, document: Document) -> Problem:
    """The complaint where the document's own file has one of its lines; the lines of other files become notes."""
    lines = {path: place for path in (complaint.path, *complaint.others) if (place := _line(document, path))}
    own = [place for place in lines.values() if place.file == document.file]
    place = [*own, *lines.values(), Place(document.file)][0]
    notes = [f"{other}: note: {_done(document, path)} here" for path, other in lines.items() if other != place]
    return mistake(place, complaint.code, complaint.path, complaint.what, hint=complaint.hint, notes=notes)


def _done(document: Document, path: str) -> str:
    return f"the {path} is switched on" if document.word(path) == ON else f"{path} is set"


def _line(document: Document, path: str) -> Place | None:
    """Where a path is written: at its value, or at its key when it is a key inside a value."""
    if path in document.entries:
        return document.entries[path].place
    parent, _, name = path.rpartition(".")
    inside = document.entries[parent].value if parent in document.entries else None
    return inside[name].key if isinstance(inside, Mapping) else None


def option_mistakes(document: Document, spec: VariantSpec) -> Iterator[Problem]:
    """Options that the variant does not declare, or values that they do not take."""
    options = {option.key: option for option in spec.options}
    for path, entry in document.entries.items():
        group, _, key = path.partition(".")
        if group == RULES and key not in options:
            what = f"the variant {spec.name} has no such option"
            hint = did_you_mean(key, options) or f"it has {', '.join(options) or 'none'}"
            yield mistake(entry.key, "unknown-key", path, what, hint=_flat(entry, key) or hint)
        elif group == RULES and (found := misfit(options[key].kind, entry.plain)):
            yield mistake(entry.place, found.code, path, found.what, hint=found.hint)


def _flat(entry: Written, key: str) -> str:
    """How to write an option that was nested."""
    inner = next(iter(entry.value), None) if isinstance(entry.value, Mapping) else None
    return f"options are one flat mapping: write {key}.{inner}" if inner else ""
