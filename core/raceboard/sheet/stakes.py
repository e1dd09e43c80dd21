"""What a table plays for: the levels of a win, and every setting of the ruleset that says something to a player.

No sentence here knows a rule of the cube. A setting is told by the message of its key and value; one that has none, of
somebody else's rule, by what the rule says of itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from raceboard.finish import Outcome
from raceboard.messages import has
from raceboard.ruleset import Key, Ruleset, Value
from raceboard.ruleset.kinds import as_text
from raceboard.scoring import points
from raceboard.sheet.blocks import Block, Grid, Subject
from raceboard.sheet.words import joined, say, varied
from raceboard.spec import Count, Level, VariantSpec

__all__ = ["cube", "differences", "settings", "worth"]

#: Keys that only say something while another is in force, with one of these values where there are any.
_NEEDS: Mapping[str, tuple[str, tuple[Value, ...]]] = MappingProxyType(
    {
        "cube.automatic_limit": ("cube.automatic_doubles", ("opening_tie",)),
        "cube.further_redoubles": ("cube.raccoon", ()),
        "cube.holland_binds": ("cube.holland", ()),
        "cube.raccoon": ("cube.beaver", ()),
        "cube.raccoon_owner": ("cube.raccoon", ()),
        "forfeit.on_inactivity": ("forfeit.inactivity_s", ()),
        "resign.contact": ("resign.mode", ()),
        "resign.immediate_value": ("resign.mode", ("immediate",)),
        "resign.when": ("resign.mode", ()),
    }
)

#: Values that say that something is not in force.
_OFF = (None, False, 0, "none")


# -- What a win is worth -----------------------------------------------------------------------------------------------


def worth(subject: Subject) -> Iterator[Block]:
    """The levels of a win, what each asks of the loser, and what it counts at this table."""
    spec, rules = subject.spec, subject.rules
    head = (say("worth.level"), say("worth.points"), say("worth.when"))
    yield Grid("", head, tuple(_level(subject, level) for level in spec.finish.levels))
    if rules is None:
        return
    highest = str(rules["scoring.highest"])
    if highest != spec.finish.levels[-1].name:
        yield say("worth.highest", level=highest)
    if rules.is_on("cube"):
        yield say("worth.cube")


def _level(subject: Subject, level: Level) -> tuple[str, str, str]:
    rules = subject.rules
    counted = level.points if rules is None else points(rules, Outcome(0, level.name, level.points))
    return say("name", name=level.name), str(counted), _when(subject.spec, level)


def _when(spec: VariantSpec, level: Level) -> str:
    """What a level asks of the loser; the lowest asks nothing."""
    first, *higher = spec.finish.levels
    if level.name == first.name:
        return say("worth.any" if higher else "worth.every")
    needs = (joined((_test(spec, test) for test in group), "or") for group in level.needs)
    return say("worth.needs", needs=joined(needs, "and"))


def _test(spec: VariantSpec, test: Count) -> str:
    """A test of the loser's checkers: `no checker borne off`, `at least 1 checker on the bar`."""
    place = varied("place" if test.path == "loser" else "winner-place", test.place, name=test.place)
    most, least = test.at_most, test.at_least
    if most == 0:
        return varied("need.none", test.place, place=place)
    if most is None or most >= max(spec.checkers):
        return say("need.least", count=least, place=place)
    return (
        say("need.between", least=least, most=most, place=place) if least else say("need.most", count=most, place=place)
    )


# -- Settings ----------------------------------------------------------------------------------------------------------


def settings(section: str, subject: Subject) -> Iterator[Block]:
    """The sentences of a section of the ruleset; none where it has nothing to say."""
    rules = subject.rules
    if rules is None or not (rules.is_on(section) if rules.schema.sections[section].off else True):
        return
    if section == "resign" and subject.spec.players > 2:  # nobody is there to accept for all others
        yield say("set.resign.mode.none")
        return
    for key in rules.schema.sections[section].keys:
        if key.path in rules.settings and not _is_idle(rules, key.path):
            yield from _told(subject, key, rules.settings[key.path])


def cube(subject: Subject) -> Iterator[Block]:
    """How the cube is turned, the optional rules in force, and the names of those that are not."""
    rules = subject.rules
    if rules is None:
        yield say(f"cube.variant.{str(subject.spec.cube).lower()}")
        return
    if not rules.is_on("cube"):
        yield say("cube.none")
        return
    yield from (say(f"cube.{part}") for part in ("middle", "double", "answer", "owner"))
    yield from settings("cube", subject)
    idle = [key for rule in rules.cube_rules for key in rule.keys if _is_absent(rules, key)]
    if idle:
        yield say("cube.idle", rules=", ".join(_name(key) for key in idle))


def _is_idle(rules: Ruleset, path: str) -> bool:
    """Does the setting wait for another one that is not in force?"""
    master, values = _NEEDS.get(path, ("", ()))
    if not master:
        return False
    return rules[master] in _OFF or (bool(values) and rules[master] not in values) or _is_idle(rules, master)


def _is_absent(rules: Ruleset, key: Key) -> bool:
    """Is this an optional rule that the table could play, and does not?"""
    return key.path in rules.settings and not _is_idle(rules, key.path) and _is_off(key, rules.settings[key.path])


def _is_off(key: Key, value: Value) -> bool:
    return not _has_words(key.path, value) and (value in _OFF or value in ("unlimited", key.neutral))


def _has_words(path: str, value: Value) -> bool:
    """Is there a message for a value? There is none for nothing of a kind, no seconds and no points."""
    return value != 0 and has(f"sheet.{_key(path, value)}")


def _name(key: Key) -> str:
    return say(f"rule.{key.path}") if has(f"sheet.rule.{key.path}") else key.name.replace("_", " ")


def _key(path: str, value: Value) -> str:
    """The message of a value: of its own for words and flags, one with a number in it for others."""
    word = as_text(value) if isinstance(value, (str, bool)) else "unset" if value is None else ""
    return f"set.{path}.{word}" if word else f"set.{path}"


def _told(subject: Subject, key: Key, value: Value) -> Iterator[str]:
    if key.path == "match.length" and subject.length is not None:
        value = subject.length
    if _has_words(key.path, value):
        yield say(_key(key.path, value), count=value if isinstance(value, int) else 0, values=value)
    elif not _is_off(key, value):
        yield say("set.other", name=_name(key), doc=key.doc, value=as_text(value))
    if key.path == "clock.reserve_s_per_point" and subject.length is not None and isinstance(value, int):
        minutes, seconds = divmod(value * subject.length, 60)
        yield say("clock.total", length=subject.length, time=f"{minutes}:{seconds:02}")


# -- What differs ------------------------------------------------------------------------------------------------------


def differences(subject: Subject) -> Iterator[Block]:
    """The options of the variant that this table has set otherwise, each with its source."""
    rules = subject.rules
    changed = [option for option in subject.spec.options if rules and rules.rules[option.key] != option.default]
    if rules is None or not changed:
        return
    head = tuple(say(f"options.{name}") for name in ("key", "here", "normally", "source"))
    rows = [(one.key, as_text(rules.rules[one.key]), as_text(one.default), one.source) for one in changed]
    yield Grid("", head, tuple(rows))
