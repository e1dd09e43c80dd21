"""The plugin door: what plugins bring, and what becomes of broken ones."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from raceboard import ConfigError, Game, Registry, SeededDice, hookimpl, hookspecs
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Stream
from raceboard.registry import UnknownNameError
from raceboard.spec import VariantSpec

pytestmark = pytest.mark.wheel

LOADED = Registry.load()
BACKGAMMON = LOADED.variant("backgammon")


def plugin(*specs: VariantSpec, after: Callable[[], None] = lambda: None) -> object:
    """A plugin that brings variants and then does something more."""

    class Plugin:
        @hookimpl
        def raceboard_register_variants(self, register: hookspecs.RegisterVariant) -> None:
            for spec in specs:
                register(spec)
            after()

    return Plugin()


def _fail() -> None:
    raise RuntimeError("out of order")


GAME = attrs.evolve(BACKGAMMON, name="stranger", aliases=("the stranger",))


def test_a_plugin_given_by_hand_brings_a_variant_with_its_aliases() -> None:
    """A host can load exactly the plugins that it names."""
    registry = Registry.load([("mine", plugin(GAME))], entry_points=False)
    assert list(registry.variants) == ["stranger"]
    assert registry.variant("The_Stranger") is GAME
    assert registry.origin("variant", "stranger") == "mine"


def test_what_we_ship_comes_in_by_the_entry_points_alone() -> None:
    """Without entry points and plugins a registry is empty: the kernel knows no variant."""
    assert not Registry.load(entry_points=False).variants
    assert {"backgammon", "hypergammon", "long-nardy", "nackgammon"} <= set(LOADED.variants)
    assert LOADED.quarantined == ()
    assert {"racer", "random"} <= set(LOADED.bots)


@pytest.mark.parametrize(
    ("alias", "name"),
    [("narde", "long-nardy"), ("long nardi", "long-nardy"), ("LONG_NARDY", "long-nardy"), ("short", "backgammon")],
)
def test_aliases_lead_to_variants_however_they_are_spelt(alias: str, name: str) -> None:
    """Case, spaces, hyphens and underscores make no difference."""
    assert LOADED.variant(alias).name == name


def test_an_unknown_name_gets_a_suggestion_or_the_list() -> None:
    """The error says what is near, and what there is when nothing is near."""
    with pytest.raises(UnknownNameError, match="did you mean backgammon"):
        LOADED.variant("backgamon")
    with pytest.raises(UnknownNameError, match="known: racer, random"):
        LOADED.bot("x", Stream(1))


def test_a_plugin_that_raises_is_quarantined_whole_and_takes_nothing_down() -> None:
    """Its reason is told, what it had registered is dropped, the others are there."""
    registry = Registry.load([("bad", plugin(GAME, after=_fail)), ("good", plugin(GAME))], entry_points=False)
    assert [(one.plugin, one.reason) for one in registry.quarantined] == [("bad", "RuntimeError: out of order")]
    assert registry.origin("variant", "stranger") == "good"


def test_two_plugins_that_bring_one_name_clash_and_both_are_named() -> None:
    """The later one is quarantined; a clash through an alias counts, and nothing else of that plugin stays."""
    other = attrs.evolve(GAME, name="other", aliases=("stranger",))
    extra = attrs.evolve(GAME, name="extra", aliases=())
    registry = Registry.load([("a", plugin(GAME)), ("b", plugin(extra, other))], entry_points=False)
    (broken,) = registry.quarantined
    assert broken.plugin == "b"
    assert "variant 'stranger' is brought by two plugins: a and b" in broken.reason
    assert list(registry.variants) == ["stranger"]


def test_a_misspelt_hook_is_an_error_and_not_silence() -> None:
    """A hook that raceboard does not know would never be called."""

    class Plugin:
        @hookimpl
        def raceboard_register_varaints(self, register: hookspecs.RegisterVariant) -> None:
            """Never called."""

    registry = Registry.load([("typo", Plugin())], entry_points=False)
    assert str(registry.quarantined[0]) == (
        "typo: ValueError: raceboard has no hook raceboard_register_varaints; did you mean raceboard_register_variants?"
    )


def test_a_hook_that_is_like_none_is_told_with_the_hooks_that_there_are() -> None:
    """And one that is marked as optional is left alone, for other versions of raceboard."""

    class Plugin:
        @hookimpl
        def xyz(self) -> None:
            """Never called."""

    class Optional:
        @hookimpl(optionalhook=True)
        def xyz(self) -> None:
            """Never called."""

    registry = Registry.load([("odd", Plugin()), ("careful", Optional())], entry_points=False)
    (broken,) = registry.quarantined
    assert str(broken).startswith("odd: ValueError: raceboard has no hook xyz; its hooks are raceboard_register_bots, ")
    assert [one.name for one in registry.plugins] == ["careful"]


@pytest.mark.parametrize(
    ("kind", "thing", "reason"),
    [
        ("variants", "x", "TypeError: 'x' is no variant; register a VariantSpec"),
        ("rulesets", 5, "TypeError: 5 is no path; register the path of a YAML file"),
        ("rulesets", "no-such.yaml", "FileNotFoundError: the ruleset 'no-such.yaml' is no file; "),
        ("cube_rules", "x", "TypeError: 'x' is no cube rule; "),
    ],
)
def test_what_cannot_be_registered_is_told(kind: str, thing: object, reason: str) -> None:
    """In words of the plugin's author, and not when somebody asks for it."""

    @hookimpl(specname=f"raceboard_register_{kind}")
    def bring(register: Callable[[object], None]) -> None:
        register(thing)

    module = types.ModuleType("mine")
    module.bring = bring  # type: ignore[attr-defined]
    registry = Registry.load([module], entry_points=False)
    assert [one.reason.startswith(reason) for one in registry.quarantined] == [True]


def test_a_broken_ruleset_as_a_variant_is_told_to_be_one(tmp_path: Path) -> None:
    """What is wrong with it is told when it is asked for as what it is."""
    file = tmp_path / "torn.yaml"
    file.write_text("extends: nothing\n")

    class Plugin:
        @hookimpl
        def raceboard_register_rulesets(self, register: hookspecs.RegisterRuleset) -> None:
            register(file)

    with pytest.raises(UnknownNameError, match="torn is a ruleset, and no variant"):
        Registry.load([("careless", Plugin())]).variant("torn")


def test_a_hook_with_a_wrong_argument_is_an_error() -> None:
    """Pluggy refuses arguments that the hook does not give."""

    class Plugin:
        @hookimpl
        def raceboard_register_variants(self, registrar: object) -> None:
            """Never called."""

    registry = Registry.load([("wrong", Plugin())], entry_points=False)
    assert "registrar" in registry.quarantined[0].reason


def test_strict_loading_raises_with_all_reasons() -> None:
    """A host that wants all of its plugins or none gets every reason at once."""
    with pytest.raises(ConfigError) as caught:
        Registry.load([("one", plugin(after=_fail)), ("two", plugin(after=_fail))], entry_points=False, strict=True)
    assert [problem.path for problem in caught.value.problems] == ["one", "two"]


def test_a_plugin_given_by_hand_and_by_entry_point_is_loaded_once() -> None:
    """A frozen application may name a module that is installed as well."""
    module = __import__("raceboard_variants.backgammon", fromlist=["backgammon"])
    registry = Registry.load([module])
    assert registry.quarantined == ()
    assert registry.origin("variant", "backgammon") == "raceboard_variants.backgammon"


def test_every_hook_is_documented_with_its_parameters_and_an_example() -> None:
    """A hook that a reader cannot use from its documentation is not finished."""
    hooks = {name: thing for name, thing in vars(hookspecs).items() if hasattr(thing, "raceboard_spec")}
    assert set(hooks) == {name for name in hookspecs.__all__ if name.startswith("raceboard_")}
    for name, hook in hooks.items():
        assert isinstance(hook, types.FunctionType)
        text = hook.__doc__ or ""
        assert f":param {hook.__code__.co_varnames[0]}:" in text, name
        assert f"def {name}(" in text, name


def test_a_plugin_brings_a_bot_that_plays() -> None:
    """A factory is called with a stream of its own for each seat of each game."""

    class Plugin:
        @hookimpl
        def raceboard_register_bots(self, register: hookspecs.RegisterBot) -> None:
            register("mine", RandomBot)

    registry = Registry.load([("bots-of-mine", Plugin()), ("games", plugin(BACKGAMMON))], entry_points=False)
    bots = [registry.bot("mine", Stream(3, 1, lane)) for lane in (1, 2)]
    *_, last = play_on(Game.start(registry.variant("backgammon")), bots, SeededDice(3))
    assert last.is_over
