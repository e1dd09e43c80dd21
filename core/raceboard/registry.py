"""The registry: variants, rulesets, cube rules and bots of the plugins that a host has chosen to load.

There is no global one. A plugin that cannot be loaded, or that was made for another version of the plugin interface, is
quarantined with its reason and takes nothing else down; what it had registered until then is dropped, so that a plugin
is there whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import pluggy
from attrs import evolve, frozen

from raceboard import hookspecs
from raceboard.cube.rule import CubeRule
from raceboard.dice import Stream
from raceboard.errors import ConfigError, Problem, did_you_mean, spelling
from raceboard.finding import (
    ENTRY_POINT_GROUP,
    Found,
    Given,
    Quarantined,
    Selection,
    Unmatched,
    given,
    installed,
    reason_of,
)
from raceboard.hookspecs import Bot, BotFactory
from raceboard.plugin import API, declared_api
from raceboard.ruleset import Key, Ruleset, Schema
from raceboard.ruleset_file import Source, load_ruleset
from raceboard.shelves import ClashError, Shelf, UnknownNameError
from raceboard.spec import VariantSpec
from raceboard.variant_file import YAML, is_variant_file, load_variant

__all__ = ["ENTRY_POINT_GROUP", "ClashError", "LoadedPlugin", "Quarantined", "Registry", "UnknownNameError"]


@frozen
class LoadedPlugin:
    """A plugin that is loaded, where it comes from, and what it has brought.

    `distribution` and `version` are empty for one that was given by hand. `api`: the range of versions of the plugin
    interface that it declares; empty when it declares none.
    """

    name: str
    distribution: str
    version: str
    api: str
    variants: tuple[str, ...]
    rulesets: tuple[str, ...]
    cube_rules: tuple[str, ...]
    bots: tuple[str, ...]


@frozen
class _Shelves:
    variants: Shelf[VariantSpec] = Shelf("variant")
    rulesets: Shelf[Path] = Shelf("ruleset")
    cube_rules: Shelf[CubeRule] = Shelf("cube rule")
    cube_keys: Shelf[Key] = Shelf("key")
    bots: Shelf[BotFactory] = Shelf("bot")


@frozen
class Registry:
    """What the loaded plugins bring. Make one with `Registry.load`.

    >>> registry = Registry.load()
    >>> registry.variant("narde").name, registry.origin("variant", "backgammon")
    ('long-nardy', 'backgammon')
    >>> registry.variant("backgamon")
    Traceback (most recent call last):
    ...
    raceboard.shelves.UnknownNameError: no variant 'backgamon'; did you mean backgammon?
    """

    _shelves: _Shelves = _Shelves()
    plugins: tuple[LoadedPlugin, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    left_out: tuple[str, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()

    @classmethod
    def load(
        cls,
        plugins: Iterable[Given] = (),
        *,
        entry_points: bool = True,
        allow: Iterable[str] | None = None,
        deny: Iterable[str] = (),
        strict: bool = False,
    ) -> Registry:
        """A registry of the given plugins, in their order, and with `entry_points` of installed ones, ours first.

        A plugin is a module or object with hooks, or a pair (name, module or object); two of one name raise ValueError.
        `allow` names the only installed plugins to load (None: all of them), `deny` some to leave out, each by its own
        name or by that of the distribution that brings it; what is not wanted is not even imported (`left_out`). A
        name that nothing has is in `unmatched`. With `strict` that, and a plugin that must be quarantined, raise
        ConfigError, with all reasons.

        >>> registry = Registry.load(allow=["backgammon", "rulesets", "cube-rules"])
        >>> list(registry.variants), registry.bots
        (['backgammon'], ())
        """
        selection = Selection.of(allow, deny) if entry_points else Selection()
        wanted, left_out, unmatched = installed(selection) if entry_points else ([], (), ())
        loading = _Loading.begun()
        for one in _merged(given(plugins), wanted):
            loading = loading.with_plugin(one)
        if strict and (loading.broken or unmatched):
            problems = [Problem("plugin", one.plugin, one.reason, file="<plugins>") for one in loading.broken]
            problems += [Problem("plugin-unknown", one.name, str(one), file="<plugins>") for one in unmatched]
            raise ConfigError(problems)
        return cls(loading.shelves, loading.plugins(), loading.broken, left_out, unmatched)

    def with_variant(self, spec: VariantSpec, origin: str = "<given>") -> Registry:
        """The registry with one variant more, for rulesets and ids that name it; raises ClashError for a taken name."""
        shelf = self._shelves.variants.with_thing(origin, spec.name, spec, spec.aliases)
        return evolve(self, shelves=evolve(self._shelves, variants=shelf))

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

    def variant(self, name: str | Path) -> VariantSpec:
        """A variant by name or alias, or from a YAML file by its path (`raceboard.variant_file`).

        Raises UnknownNameError with a suggestion for a name that is neither, and ConfigError with every mistake of the
        file.
        """
        shelf = self._shelves.variants
        if Path(name).suffix in YAML and spelling(str(name)) not in shelf.names:
            return load_variant(name, self)
        if spelling(str(name)) not in shelf.names and (hint := self._as_ruleset(str(name))):
            raise UnknownNameError("variant", str(name), tuple(self.variants), hint=hint)
        return shelf.things[shelf.name_of(str(name))]

    def ruleset(self, name: str | Path) -> Ruleset:
        """A ruleset by name, or from a YAML file by its path; a variant, by name or file, is one casual game of it.

        Raises UnknownNameError with a suggestion for a name that is none of these, and ConfigError with every mistake
        of the file and of those that it extends.

        >>> Registry.load().ruleset("nardy-online")["forfeit.inactivity_s"]
        300
        >>> table = Registry.load().ruleset("tabula")
        >>> table.name, table.context, table.variant
        ('tabula', 'casual', 'tabula')
        """
        shelf = self._shelves.rulesets
        if isinstance(name, str) and spelling(name) in shelf.names:
            known = shelf.name_of(name)
            return load_ruleset(Source.shipped(known, shelf.things[known]), self)
        if Path(name).suffix in YAML or Path(name).is_file():
            source = Source.read(name)
            return self._one_game(load_variant(source, self)) if is_variant_file(source) else load_ruleset(source, self)
        if spelling(str(name)) in self._shelves.variants.names:
            return self._one_game(self.variant(name))
        raise UnknownNameError("ruleset, variant or YAML file", str(name), tuple(self.rulesets), tuple(self.variants))

    def _one_game(self, spec: VariantSpec) -> Ruleset:
        return Ruleset.of(spec, "casual", name=spec.name, title=spec.title, cube_rules=self.cube_rules)

    def _as_ruleset(self, name: str) -> str:
        """What a name is that is given for a variant; empty when no ruleset has it."""
        if spelling(name) not in self._shelves.rulesets.names:
            return ""
        try:
            variant = self.ruleset(name).variant
        except ConfigError:
            return f"{name} is a ruleset, and no variant"
        return f"{name} is a ruleset: name the variant that it plays, {variant}, or give it where a ruleset is taken"

    def bot(self, name: str, chance: Stream) -> Bot:
        """A bot by name, for one seat of one game; raises UnknownNameError with a suggestion."""
        return self.bot_factory(name)(chance)

    def bot_factory(self, name: str) -> BotFactory:
        """What makes the bots of a name; raises UnknownNameError with a suggestion."""
        return self._shelves.bots.things[self._shelves.bots.name_of(name)]


def _merged(by_hand: Iterable[Found], wanted: Iterable[Found | Quarantined]) -> Iterator[Found | Quarantined]:
    """All plugins; an installed one that is given by hand too, or whose name a given one has, is not loaded twice."""
    seen = list(by_hand)
    yield from seen
    for one in wanted:
        if isinstance(one, Quarantined):
            yield one
        elif not any(one.name == known.name or one.thing is known.thing for known in seen):
            seen.append(one)
            yield one


@frozen
class _Loading:
    """What has been loaded so far."""

    manager: pluggy.PluginManager
    shelves: _Shelves = _Shelves()
    loaded: tuple[tuple[Found, str], ...] = ()
    broken: tuple[Quarantined, ...] = ()

    @classmethod
    def begun(cls) -> _Loading:
        """Nothing is loaded yet."""
        manager = pluggy.PluginManager("raceboard")
        manager.add_hookspecs(hookspecs)
        return cls(manager)

    def with_plugin(self, plugin: Found | Quarantined) -> _Loading:
        """One plugin more: with everything that it brings, or in quarantine."""
        if isinstance(plugin, Quarantined):
            return evolve(self, broken=(*self.broken, plugin))
        try:
            api = _api(plugin.thing)
            _register(self.manager, plugin.name, plugin.thing)
            shelves = _collect(self.manager, plugin.name, self.shelves)
        except (Exception, SystemExit) as error:
            reason = str(error) if isinstance(error, _ApiError) else reason_of(error)
            broken = Quarantined(plugin.name, reason, plugin.distribution, plugin.version)
            return evolve(self, broken=(*self.broken, broken))
        return evolve(self, shelves=shelves, loaded=(*self.loaded, (plugin, api)))

    def plugins(self) -> tuple[LoadedPlugin, ...]:
        """The plugins with what they have brought."""
        shelves = (self.shelves.variants, self.shelves.rulesets, self.shelves.cube_rules, self.shelves.bots)
        return tuple(
            LoadedPlugin(
                one.name, one.distribution, one.version, api, *(shelf.brought_by(one.name) for shelf in shelves)
            )
            for one, api in self.loaded
        )


class _ApiError(ValueError):
    """A plugin is for another version of the plugin interface."""


def _api(plugin: object) -> str:
    """The range that a plugin declares, if it holds; raises _ApiError when it does not."""
    try:
        declared = declared_api(plugin)
    except ValueError as error:
        raise _ApiError(str(error)) from None
    if declared is None:
        return ""
    if not declared.holds(API):
        what = f"it is for versions {declared.text} of the plugin interface, and this raceboard has {API}"
        raise _ApiError(f"{what}; install a version of the plugin, or of raceboard, that fits the other")
    return declared.text


def _register(manager: pluggy.PluginManager, name: str, plugin: object) -> None:
    """Register with pluggy, which checks the hooks; a misspelt hook is an error too."""
    manager.register(plugin, name)
    callers = manager.get_hookcallers(plugin)
    if not callers:
        raise ValueError("it has no hook of raceboard; mark functions with raceboard.hookimpl")
    unknown = sorted(caller.name for caller in callers if _is_unknown(caller, plugin))
    if unknown:
        manager.unregister(plugin)
        raise ValueError("; ".join(f"raceboard has no hook {hook}; {_known_hook(hook)}" for hook in unknown))


def _is_unknown(caller: pluggy.HookCaller, plugin: object) -> bool:
    mine = [one for one in caller.get_hookimpls() if one.plugin is plugin]
    return not caller.has_spec() and not all(one.optionalhook for one in mine)


def _known_hook(hook: str) -> str:
    """What may have been meant by a hook that there is not."""
    known = [name for name in hookspecs.__all__ if name.startswith("raceboard_")]
    return did_you_mean(hook, known) or f"its hooks are {', '.join(known)}"


def _collect(manager: pluggy.PluginManager, name: str, shelves: _Shelves) -> _Shelves:
    """The shelves with everything that one plugin brings; nothing of it when a hook fails."""
    strangers = [plugin for other, plugin in manager.list_name_plugin() if other != name]
    found = [shelves]

    def variant(spec: VariantSpec, /) -> None:
        if not isinstance(spec, VariantSpec):
            raise TypeError(f"{spec!r} is no variant; register a VariantSpec")
        shelf = found[-1].variants.with_thing(name, spec.name, spec, spec.aliases)
        found.append(evolve(found[-1], variants=shelf))

    def ruleset(path: Path, /) -> None:
        _check_file(path)
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


def _check_file(path: object) -> None:
    """Raise what is wrong with the path of a ruleset: it is none, or no file is there."""
    if not isinstance(path, (Path, str)):
        raise TypeError(f"{path!r} is no path; register the path of a YAML file")
    if not Path(path).is_file():
        how = "Path(__file__).with_name(...) gives the path of one beside the module"
        raise FileNotFoundError(f"the ruleset {str(path)!r} is no file; {how}")


def _with_cube_rule(shelves: _Shelves, plugin: str, rule: object) -> _Shelves:
    """The shelves with a rule and its keys; raises what is wrong with it."""
    if not isinstance(rule, CubeRule):
        raise TypeError(f"{rule!r} is no cube rule; register an instance of a class that inherits CubeRule")
    rules, keys = shelves.cube_rules.with_thing(plugin, rule.name, rule), shelves.cube_keys
    for key in Schema.of([rule]).sections["cube"].keys:
        keys = keys.with_thing(plugin, key.path, key)
    return evolve(shelves, cube_rules=rules, cube_keys=keys)
