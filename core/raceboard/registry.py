"""The registry: variants, rulesets, cube rules and bots of the plugins that a host has chosen to load.

There is no global one. A plugin that cannot be loaded is quarantined with its reason and takes nothing else down; what
it had registered until then is dropped, so that a plugin is there whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Literal, TypeAlias, TypeVar

import pluggy
from attrs import evolve, field, frozen

from raceboard import hookspecs
from raceboard.cube.rule import CubeRule
from raceboard.dice import Stream
from raceboard.errors import ConfigError, Problem, did_you_mean
from raceboard.hookspecs import Bot, BotFactory
from raceboard.ruleset import Key, Ruleset, Schema
from raceboard.ruleset_file import Source, load_ruleset
from raceboard.spec import VariantSpec

__all__ = ["ENTRY_POINT_GROUP", "ClashError", "Quarantined", "Registry", "UnknownNameError"]

#: The group of entry points by which installed packages announce plugins.
ENTRY_POINT_GROUP = "raceboard"

#: A plugin given by hand: a module or object, or a pair of a name and one.
Plugin: TypeAlias = object


@frozen
class UnknownNameError(ValueError):
    """Nothing of this kind has that name."""

    kind: str
    name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        """What is unknown, and a suggestion or the list."""
        hint = did_you_mean(self.name, self.known) or f"known: {', '.join(self.known) or 'none'}"
        return f"no {self.kind} {self.name!r}; {hint}"


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
class Quarantined:
    """A plugin that was not loaded, and why."""

    plugin: str
    reason: str

    def __str__(self) -> str:
        """`name: reason`."""
        return f"{self.plugin}: {self.reason}"


def _spelling(name: str) -> str:
    """Names are compared without case; spaces, hyphens and underscores are the same."""
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


_T = TypeVar("_T")


@frozen
class _Shelf(Generic[_T]):
    """Things of one kind by name, which plugin brought each, and other names that lead to them."""

    kind: str
    things: Mapping[str, _T] = field(factory=dict)
    origins: Mapping[str, str] = field(factory=dict)
    names: Mapping[str, str] = field(factory=dict)

    def with_thing(self, plugin: str, name: str, thing: _T, aliases: Iterable[str] = ()) -> _Shelf[_T]:
        """The shelf with one thing more; raises ClashError when one of its names is taken."""
        spellings = {_spelling(given): given for given in (name, *aliases)}
        for spelling, given in spellings.items():
            if spelling in self.names:
                raise ClashError(self.kind, given, (self.origins[self.names[spelling]], plugin))
        return _Shelf(
            self.kind,
            {**self.things, name: thing},
            {**self.origins, name: plugin},
            {**self.names, **dict.fromkeys(spellings, name)},
        )

    def name_of(self, name: str) -> str:
        """The canonical name; raises UnknownNameError with a suggestion."""
        found = self.names.get(_spelling(name))
        if found is None:
            raise UnknownNameError(self.kind, name, tuple(sorted(self.names)))
        return found

    def origin(self, name: str) -> str:
        """The plugin that brought a thing."""
        return self.origins[self.name_of(name)]


@frozen
class _Shelves:
    variants: _Shelf[VariantSpec] = _Shelf("variant")
    rulesets: _Shelf[Path] = _Shelf("ruleset")
    cube_rules: _Shelf[CubeRule] = _Shelf("cube rule")
    cube_keys: _Shelf[Key] = _Shelf("key")
    bots: _Shelf[BotFactory] = _Shelf("bot")


@frozen
class Registry:
    """What the loaded plugins bring. Make one with `Registry.load`.

    >>> registry = Registry.load()
    >>> registry.variant("narde").name, registry.origin("variant", "backgammon")
    ('long-nardy', 'backgammon')
    >>> registry.variant("backgamon")
    Traceback (most recent call last):
    ...
    raceboard.registry.UnknownNameError: no variant 'backgamon'; did you mean backgammon?
    """

    _shelves: _Shelves = _Shelves()
    quarantined: tuple[Quarantined, ...] = ()

    @classmethod
    def load(cls, plugins: Iterable[Plugin] = (), *, entry_points: bool = True, strict: bool = False) -> Registry:
        """A registry of the given plugins, in their order, and with `entry_points` of all installed ones, by name.

        A plugin is a module or object with hooks, or a pair (name, module or object); two of one name raise ValueError.
        With `strict` a plugin that must be quarantined raises ConfigError, with all reasons.
        """
        manager = pluggy.PluginManager("raceboard")
        manager.add_hookspecs(hookspecs)
        found, broken = _found(plugins, entry_points=entry_points)
        shelves = _Shelves()
        for name, plugin in found.items():
            try:
                _register(manager, name, plugin)
                shelves = _collect(manager, name, shelves)
            except Exception as error:
                broken.append(Quarantined(name, _reason(error)))
        if strict and broken:
            raise ConfigError(Problem("plugin", one.plugin, one.reason, file="<plugins>") for one in broken)
        return cls(shelves, tuple(broken))

    @property
    def variants(self) -> Mapping[str, VariantSpec]:
        """All variants by name."""
        return MappingProxyType(dict(sorted(self._shelves.variants.things.items())))

    @property
    def rulesets(self) -> Mapping[str, Path]:
        """The files of all rulesets by name."""
        return MappingProxyType(dict(sorted(self._shelves.rulesets.things.items())))

    @property
    def cube_rules(self) -> tuple[CubeRule, ...]:
        """All optional rules of the cube, in the order of their ranks and then of their names."""
        return Schema.of(self._shelves.cube_rules.things.values()).cube_rules

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots."""
        return tuple(sorted(self._shelves.bots.things))

    def origin(self, kind: Literal["variant", "ruleset", "cube rule", "bot"], name: str) -> str:
        """The plugin that has brought a thing; raises UnknownNameError."""
        shelves = self._shelves
        origins = {
            "variant": shelves.variants.origin,
            "ruleset": shelves.rulesets.origin,
            "cube rule": shelves.cube_rules.origin,
            "bot": shelves.bots.origin,
        }
        return origins[kind](name)

    def variant(self, name: str) -> VariantSpec:
        """A variant by name or alias; raises UnknownNameError with a suggestion."""
        return self._shelves.variants.things[self._shelves.variants.name_of(name)]

    def ruleset(self, name: str | Path) -> Ruleset:
        """A ruleset by name, or from a YAML file by its path.

        Raises UnknownNameError with a suggestion for a name that is neither, and ConfigError with every mistake of the
        file and of those that it extends.

        >>> Registry.load().ruleset("nardy-online")["forfeit.inactivity_s"]
        300
        """
        shelf = self._shelves.rulesets
        if isinstance(name, str) and _spelling(name) in shelf.names:
            known = shelf.name_of(name)
            return load_ruleset(Source.shipped(known, shelf.things[known]), self)
        if Path(name).suffix in (".yaml", ".yml") or Path(name).is_file():
            return load_ruleset(Source.read(name), self)
        raise UnknownNameError("ruleset or YAML file", str(name), tuple(self.rulesets))

    def bot(self, name: str, chance: Stream) -> Bot:
        """A bot by name, for one seat of one game; raises UnknownNameError with a suggestion."""
        return self._shelves.bots.things[self._shelves.bots.name_of(name)](chance)


def _found(plugins: Iterable[Plugin], *, entry_points: bool) -> tuple[dict[str, object], list[Quarantined]]:
    """All plugins by name; what cannot even be imported is quarantined at once."""
    found: dict[str, object] = {}
    broken: list[Quarantined] = []
    for plugin in plugins:
        name, thing = plugin if isinstance(plugin, tuple) else (getattr(plugin, "__name__", repr(plugin)), plugin)
        if name in found:
            raise ValueError(f"two plugins are given under the name {name}; name them apart, as (name, plugin)")
        found[name] = thing
    for point in (
        sorted(metadata.entry_points(group=ENTRY_POINT_GROUP), key=lambda one: one.name) if entry_points else ()
    ):
        try:
            thing = point.load()
        except Exception as error:
            broken.append(Quarantined(point.name, _reason(error)))
        else:
            if not any(thing is known for known in found.values()):
                found.setdefault(point.name, thing)
    return found, broken


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _register(manager: pluggy.PluginManager, name: str, plugin: object) -> None:
    """Register with pluggy, which checks the hooks; a misspelt hook is an error too."""
    manager.register(plugin, name)
    if not manager.get_hookcallers(plugin):
        raise ValueError("it has no hook of raceboard; mark functions with raceboard.hookimpl")
    try:
        manager.check_pending()
    except pluggy.PluginValidationError:
        manager.unregister(plugin)
        raise


def _collect(manager: pluggy.PluginManager, name: str, shelves: _Shelves) -> _Shelves:
    """The shelves with everything that one plugin brings; nothing of it when a hook fails."""
    strangers = [plugin for other, plugin in manager.list_name_plugin() if other != name]
    found = [shelves]

    def variant(spec: VariantSpec, /) -> None:
        shelf = found[-1].variants.with_thing(name, spec.name, spec, spec.aliases)
        found.append(evolve(found[-1], variants=shelf))

    def ruleset(path: Path, /) -> None:
        found.append(evolve(found[-1], rulesets=found[-1].rulesets.with_thing(name, Path(path).stem, Path(path))))

    def cube_rule(rule: CubeRule, /) -> None:
        found.append(_with_cube_rule(found[-1], name, rule))

    def bot(bot_name: str, factory: BotFactory, /) -> None:
        found.append(evolve(found[-1], bots=found[-1].bots.with_thing(name, bot_name, factory)))

    for hook, register in (
        ("raceboard_register_variants", variant),
        ("raceboard_register_rulesets", ruleset),
        ("raceboard_register_cube_rules", cube_rule),
        ("raceboard_register_bots", bot),
    ):
        manager.subset_hook_caller(hook, remove_plugins=strangers)(register=register)
    return found[-1]


def _with_cube_rule(shelves: _Shelves, plugin: str, rule: object) -> _Shelves:
    """The shelves with a rule and its keys; raises what is wrong with it."""
    if not isinstance(rule, CubeRule):
        raise TypeError(f"{rule!r} is no cube rule; register an instance of a class that inherits CubeRule")
    rules, keys = shelves.cube_rules.with_thing(plugin, rule.name, rule), shelves.cube_keys
    for key in Schema.of([rule]).sections["cube"].keys:
        keys = keys.with_thing(plugin, key.path, key)
    return evolve(shelves, cube_rules=rules, cube_keys=keys)
