"""Finding plugins: those that a host gives by hand, and installed ones, chosen by name before one is imported.

`Selection` says which installed plugins a host wants. It speaks of those alone: what is given by hand is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from typing import Literal, TypeAlias

from attrs import frozen

from raceboard.errors import did_you_mean, spelling

__all__ = [
    "ENTRY_POINT_GROUP",
    "Found",
    "Given",
    "Quarantined",
    "Selection",
    "Unmatched",
    "given",
    "installed",
    "reason_of",
]

#: The group of entry points by which installed packages announce plugins.
ENTRY_POINT_GROUP = "raceboard"

#: A plugin given by hand: a module or object, or a pair of a name and one.
Given: TypeAlias = object


@frozen
class Found:
    """A plugin that can be registered; a distribution and its version are known of installed ones."""

    name: str
    thing: object
    distribution: str = ""
    version: str = ""


@frozen
class Quarantined:
    """A plugin that was not loaded, and why; the distribution and its version where one brought it."""

    plugin: str
    reason: str
    distribution: str = ""
    version: str = ""

    def __str__(self) -> str:
        """`name: reason`."""
        return f"{self.plugin}: {self.reason}"


@frozen
class Unmatched:
    """A name in a list of a host that no installed plugin and no distribution has."""

    where: Literal["allow", "deny"]
    name: str
    hint: str = ""

    def __str__(self) -> str:
        """The list, the name, and what may have been meant."""
        return f"{self.where} names {self.name!r}, and no installed plugin has that name" + (
            f"; {self.hint}" if self.hint else ""
        )


def _names(where: str, names: Iterable[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        raise ValueError(f"{where} is a list of names, not the text {names!r}; write {where}=[{names!r}]")
    return tuple(names)


@frozen
class Selection:
    """Which installed plugins are wanted: `allow` names the only ones (None: all), `deny` names some to leave out.

    A name is that of a plugin, or of a distribution for all that it brings. What is denied is not allowed.
    """

    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] = ()

    @classmethod
    def of(cls, allow: Iterable[str] | None = None, deny: Iterable[str] = ()) -> Selection:
        """The selection of two lists; raises ValueError for a text in the place of a list."""
        return cls(None if allow is None else _names("allow", allow), _names("deny", deny))

    @classmethod
    def parse(cls, text: str) -> Selection:
        """A selection in one text: names with commas between them, those with a - before them denied.

        Without a name that is allowed, all are that are not denied.

        >>> Selection.parse("raceboard, -hypergammon")
        Selection(allow=('raceboard',), deny=('hypergammon',))
        >>> Selection.parse("-hypergammon").allow is None
        True
        """
        words = [word.strip() for word in text.split(",") if word.strip()]
        allow = [word for word in words if not word.startswith("-")]
        return cls.of(allow or None, [word[1:].strip() for word in words if word.startswith("-")])

    def wants(self, *names: str) -> bool:
        """Is a plugin wanted that has these names: its own and that of its distribution?"""
        spelt = set(map(spelling, names))
        allowed = self.allow is None or not spelt.isdisjoint(map(spelling, self.allow))
        return allowed and spelt.isdisjoint(map(spelling, self.deny))

    def unmatched(self, known: Iterable[str]) -> Iterator[Unmatched]:
        """The names of the lists that nothing has."""
        names = sorted(set(known))
        spelt = set(map(spelling, names))
        lists: tuple[tuple[Literal["allow", "deny"], Sequence[str]], ...] = (
            ("allow", self.allow or ()),
            ("deny", self.deny),
        )
        for where, listed in lists:
            for name in listed:
                if spelling(name) not in spelt:
                    yield Unmatched(where, name, did_you_mean(name, names))


def reason_of(error: BaseException) -> str:
    """Why a plugin was not loaded, by what it raised.

    >>> reason_of(SystemExit(3)), reason_of(KeyError("x"))
    ('SystemExit: it calls sys.exit(3); a plugin raises an error instead', "KeyError: 'x'")
    """
    if isinstance(error, SystemExit):
        given = "" if error.code is None else repr(error.code)
        return f"SystemExit: it calls sys.exit({given}); a plugin raises an error instead"
    return f"{type(error).__name__}: {error}"


def given(plugins: Iterable[Given]) -> Iterator[Found]:
    """The plugins that a host gives by hand; raises ValueError when two have one name."""
    taken: set[str] = set()
    for plugin in plugins:
        name, thing = plugin if isinstance(plugin, tuple) else (getattr(plugin, "__name__", repr(plugin)), plugin)
        if name in taken:
            raise ValueError(f"two plugins are given under the name {name}; name them apart, as (name, plugin)")
        taken.add(name)
        yield Found(name, thing)


def installed(selection: Selection) -> tuple[list[Found | Quarantined], tuple[str, ...], tuple[Unmatched, ...]]:
    """Installed plugins: those that are wanted, the names of the others, and what the lists name in vain.

    Those of raceboard itself come first, then the others, by name. What is not wanted is not even imported; what cannot
    be imported is quarantined. Of two distributions that announce a plugin under one name the later one is quarantined.
    """
    wanted: list[Found | Quarantined] = []
    left_out: list[str] = []
    owners: dict[str, str] = {}
    points = sorted(metadata.entry_points(group=ENTRY_POINT_GROUP), key=_order)
    for point in points:
        home = _home(point)
        owner = owners.setdefault(spelling(point.name), home[0])
        if not selection.wants(point.name, home[0]):
            left_out.append(point.name)
        elif owner != home[0]:
            reason = f"the name {point.name} is taken by a plugin of {owner}; deny one of the two distributions"
            wanted.append(Quarantined(point.name, reason, *home))
        else:
            wanted.append(_imported(point))
    known = [name for point in points for name in (point.name, _home(point)[0])]
    return wanted, tuple(left_out), tuple(selection.unmatched(known))


def _order(point: metadata.EntryPoint) -> tuple[bool, str, tuple[str, str]]:
    """Those of raceboard itself first, so that nobody takes a name of theirs; then by name."""
    home = _home(point)
    return home[0] != ENTRY_POINT_GROUP, point.name, home


def _home(point: metadata.EntryPoint) -> tuple[str, str]:
    """The distribution of an entry point, and its version."""
    return (point.dist.name, point.dist.version) if point.dist else ("", "")


def _imported(point: metadata.EntryPoint) -> Found | Quarantined:
    try:
        return Found(point.name, point.load(), *_home(point))
    except (Exception, SystemExit) as error:
        return Quarantined(point.name, reason_of(error), *_home(point))
