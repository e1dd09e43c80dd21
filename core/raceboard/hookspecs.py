"""Hooks for plugins: what a package may bring into a registry.

A plugin is a module (or object) with functions of the names below, marked with `raceboard.hookimpl`. An installed
package announces it by an entry point:

    [project.entry-points.raceboard]
    my-game = "my_package.my_game"

All hooks are called once, while a registry is built: of plugins that a host gives by hand in their order, then of
installed ones by name, those of raceboard itself before all others, so that no installed package takes a name of
theirs. None is ever called while plays are generated. A hook that raises, or calls `sys.exit`, puts its whole plugin
into quarantine, with the reason (`Registry.quarantined`); the other plugins are loaded all the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pluggy

if TYPE_CHECKING:
    from raceboard.action import SessionAction
    from raceboard.cube.rule import CubeRule
    from raceboard.dice import Stream
    from raceboard.game import Game
    from raceboard.move import Play
    from raceboard.session import Session
    from raceboard.spec import VariantSpec

__all__ = [
    "Bot",
    "BotFactory",
    "RegisterBot",
    "RegisterCubeRule",
    "RegisterRuleset",
    "RegisterVariant",
    "raceboard_register_bots",
    "raceboard_register_cube_rules",
    "raceboard_register_rulesets",
    "raceboard_register_variants",
]

_hookspec = pluggy.HookspecMarker("raceboard")


class RegisterVariant(Protocol):
    """What `raceboard_register_variants` is given."""

    def __call__(self, spec: VariantSpec, /) -> None:
        """Add a variant under its name and aliases."""
        ...


class RegisterRuleset(Protocol):
    """What `raceboard_register_rulesets` is given."""

    def __call__(self, path: Path, /) -> None:
        """Add a ruleset file; its name is the name of the file without `.yaml`."""
        ...


class RegisterCubeRule(Protocol):
    """What `raceboard_register_cube_rules` is given."""

    def __call__(self, rule: CubeRule, /) -> None:
        """Add an optional rule of the cube under its name, and its keys to the section `cube` of rulesets."""
        ...


class Bot(Protocol):
    """A player: it is shown a game in which it is to play or to choose."""

    def play(self, game: Game) -> Play:
        """One of `game.plays`."""
        ...

    def choose(self, game: Game) -> str:
        """One of the names that `game.choice` offers."""
        ...

    def stake(self, session: Session) -> SessionAction | None:
        """What it does where `session.awaited()` offers more than a throw: a double or None to throw, an answer."""
        ...


class BotFactory(Protocol):
    """Makes a bot; `chance` is a stream of numbers of its own, for a bot that wants any."""

    def __call__(self, chance: Stream, /) -> Bot:
        """A bot for one game."""
        ...


class RegisterBot(Protocol):
    """What `raceboard_register_bots` is given."""

    def __call__(self, name: str, factory: BotFactory, /) -> None:
        """Add a bot under a name."""
        ...


# ---------------------------------------------------------------------------------------------------------------------
# What can be played
# ---------------------------------------------------------------------------------------------------------------------


@_hookspec
def raceboard_register_variants(register: RegisterVariant) -> None:
    """Bring variants of games.

    :param register: Call it once for each `VariantSpec`.

    A name or an alias that another plugin has brought already is a clash: the error names both plugins, and the one
    that came later is quarantined.

    Smallest example::

        @hookimpl
        def raceboard_register_variants(register):
            register(attrs.evolve(BACKGAMMON, name="my-game", setup={24: 15}))
    """


@_hookspec
def raceboard_register_rulesets(register: RegisterRuleset) -> None:
    """Bring rulesets: files that say how one table plays a variant.

    :param register: Call it with the path of each YAML file, which is there. It is read when the ruleset is asked for.

    Smallest example::

        @hookimpl
        def raceboard_register_rulesets(register):
            register(Path(__file__).with_name("my-table.yaml"))
    """


@_hookspec
def raceboard_register_cube_rules(register: RegisterCubeRule) -> None:
    """Bring optional rules of the cube, with the keys by which a ruleset sets them.

    :param register: Call it with an instance of each class that inherits `raceboard.cube.rule.CubeRule`.

    A key is `cube.` and a word; its defaults say which contexts have it. A rule is asked its questions at every table
    whose ruleset has a cube, also when its key is off: its answers depend on the settings that it is shown. A name or
    a key that another plugin has brought already is a clash: the error names both plugins, and the one that came later
    is quarantined.

    Smallest example::

        class Patience(CubeRule):
            name = "patience"
            keys = (Key("cube.patience", Kind(whole=(0, None)), "Throws before a double.", {"money": 0}, neutral=0),)

            def refuses_double(self, view, side):
                return "too-early" if view.throws[side] < (view.number_of("cube.patience") or 0) else None

        @hookimpl
        def raceboard_register_cube_rules(register):
            register(Patience())
    """


# ---------------------------------------------------------------------------------------------------------------------
# Who plays it
# ---------------------------------------------------------------------------------------------------------------------


@_hookspec
def raceboard_register_bots(register: RegisterBot) -> None:
    """Bring bots: players that choose among legal plays.

    :param register: Call it with a name and a factory; the factory is called for each seat of each game.

    Smallest example::

        @hookimpl
        def raceboard_register_bots(register):
            register("first", lambda chance: FirstPlayBot())
    """
