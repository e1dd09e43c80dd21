"""The shelves of a registry: things of one kind by name, and which plugin brought each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from attrs import field, frozen

from raceboard.errors import did_you_mean, spelling

__all__ = ["ClashError", "Shelf", "UnknownNameError"]

_T = TypeVar("_T")


@frozen
class UnknownNameError(ValueError):
    """Nothing of this kind has that name. `hint`: what else has it, where something does."""

    kind: str
    name: str
    known: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    hint: str = ""

    def __str__(self) -> str:
        """What is unknown, and what has the name, a suggestion or the list."""
        near = self.hint or did_you_mean(self.name, (*self.known, *self.aliases))
        return f"no {self.kind} {self.name!r}; {near or 'known: ' + (', '.join(self.known) or 'none')}"


@frozen
class ClashError(ValueError):
    """Two plugins bring the same name."""

    kind: str
    name: str
    plugins: tuple[str, str]

    def __str__(self) -> str:
        """The name and both plugins."""
        return f"{self.kind} {self.name!r} is brought by two plugins: {self.plugins[0]} and {self.plugins[1]}"


@frozen
class Shelf(Generic[_T]):
    """Things of one kind by name, which plugin brought each, and other names that lead to them."""

    kind: str
    things: Mapping[str, _T] = field(factory=dict)
    origins: Mapping[str, str] = field(factory=dict)
    names: Mapping[str, str] = field(factory=dict)

    def with_thing(self, plugin: str, name: str, thing: _T, aliases: Iterable[str] = ()) -> Shelf[_T]:
        """The shelf with one thing more; raises ClashError when one of its names is taken."""
        spellings = {spelling(given): given for given in (name, *aliases)}
        for spelt, given in spellings.items():
            if spelt in self.names:
                raise ClashError(self.kind, given, (self.origins[self.names[spelt]], plugin))
        return Shelf(
            self.kind,
            {**self.things, name: thing},
            {**self.origins, name: plugin},
            {**self.names, **dict.fromkeys(spellings, name)},
        )

    def name_of(self, name: str) -> str:
        """The canonical name; raises UnknownNameError with a suggestion."""
        found = self.names.get(spelling(name))
        if found is None:
            raise UnknownNameError(self.kind, name, tuple(sorted(self.things)), tuple(sorted(self.names)))
        return found

    def origin(self, name: str) -> str:
        """The plugin that brought a thing."""
        return self.origins[self.name_of(name)]

    def brought_by(self, plugin: str) -> tuple[str, ...]:
        """The names of all things that a plugin brought."""
        return tuple(sorted(name for name, origin in self.origins.items() if origin == plugin))
