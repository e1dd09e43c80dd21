"""What is simulated: a game or a table, who sits there, and the seed. It can be sent to any process."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs
from attrs import evolve, field, frozen

from raceboard.bots import RandomBot
from raceboard.crew import pack
from raceboard.dice import Stream
from raceboard.hookspecs import Bot, BotFactory
from raceboard.playout import LIMIT
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.side import seat_name
from raceboard.simulation.digest import full_text
from raceboard.spec import VariantSpec

__all__ = ["Job", "Seat"]


@frozen
class Seat:
    """A bot by its name. Where an installed plugin brings it, another process finds it there; else it is sent along."""

    name: str
    plugin: str
    version: str
    factory: BotFactory = field(eq=False, repr=False)

    @classmethod
    def of(cls, registry: Registry, name: str) -> Seat:
        """The seat of a bot; raises UnknownNameError with a suggestion."""
        factory, origin = registry.bot_factory(name), registry.origin("bot", name)
        plugin = next(one for one in registry.plugins if one.name == origin)
        known = next(bot for bot in plugin.bots if registry.bot_factory(bot) is factory)
        return cls(known, origin if plugin.distribution else "", plugin.version, factory)

    def __reduce__(self) -> tuple[Callable[..., Seat], tuple[Any, ...]]:
        """How the seat is made in another process."""
        if self.plugin:
            return _installed, (self.name, self.plugin, self.version)
        return Seat, (self.name, "", self.version, self.factory)

    def __str__(self) -> str:
        """The bot, and where it comes from."""
        return f"{self.name} ({' '.join(filter(None, (self.plugin or 'given', self.version)))})"


@cache
def _installed(name: str, plugin: str, wanted: str) -> Seat:
    """The bot as it is installed here; raises ValueError for another version, whose games might be others."""
    seat = Seat.of(Registry.load(allow=[plugin]), name)
    if seat.version != wanted:
        raise ValueError(f"this worker has {seat}, and the run is of version {wanted}; install the same everywhere")
    return seat


@frozen(slots=False)
class Job:
    """A game (`rules` None) or a table, a bot for each seat, and the seed.

    `limit`: a game, match or series with more actions is given up. Units are numbered from 1; unit n throws with the
    dice of `SeededDice(seed, n)`, and the bot of seat s draws from `Stream(seed, n, lane=s + 1)`.
    """

    spec: VariantSpec
    seats: tuple[Seat, ...]
    seed: int
    rules: Ruleset | None = None
    length: int | None = None
    rotation: tuple[Ruleset, ...] = ()
    limit: int = LIMIT

    @classmethod
    def of(
        cls,
        played: str | Path | VariantSpec | Ruleset,
        bots: str | Sequence[str],
        seed: int,
        *,
        length: int | None,
        registry: Registry,
        limit: int,
    ) -> Job:
        """A job in the words of `simulate`; raises as that does."""
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is a number from 0 to 2**64 - 1, not {seed!r}")
        if type(limit) is not int or not 1 <= limit < 1 << 31:
            raise ValueError(f"limit is a number of actions from 1 to 2**31 - 1, not {limit!r}")
        if isinstance(played, Ruleset):
            return cls._at_table(played, bots, seed, length, registry, limit)
        if length is not None:
            raise ValueError("a game without a ruleset has no length; leave length out, or give a match ruleset")
        spec = _bare(played if isinstance(played, VariantSpec) else registry.variant(played))
        return cls(spec, _seats(registry, bots, spec), seed, limit=limit)

    @classmethod
    def _at_table(
        cls,
        rules: Ruleset,
        bots: str | Sequence[str],
        seed: int,
        length: int | None,
        registry: Registry,
        limit: int,
    ) -> Job:
        """A job at a table; a session that is begun checks its length."""
        named = rules["match.rotation"]
        rotation = [registry.ruleset(str(name)) for name in named] if isinstance(named, tuple) else []
        length = Session.start(rules, length=length, rotation=rotation).length
        tables = (_at(rules), *map(_at, rotation))
        seats = _seats(registry, bots, rules.spec)
        return cls(tables[0].spec, seats, seed, tables[0], length, tables[1:], limit)

    @property
    def unit(self) -> str:
        """What is simulated many times: a `game`, or a whole `match`, `series` or `session` where the table has one."""
        if self.rules is None:
            return "game"
        if self.length is not None:
            return "match"
        if (self.rules.number("series.wins") or 0) > 1:
            return "series"
        return "session" if self.rules.number("session.games") else "game"

    @property
    def tables(self) -> tuple[Ruleset, ...]:
        """The rulesets by which games are played; none for a game without one."""
        return self.rotation or ((self.rules,) if self.rules else ())

    @property
    def is_random(self) -> bool:
        """Does chance alone play a game without a table?"""
        return self.rules is None and all(seat.factory is RandomBot for seat in self.seats)

    def bots(self, number: int) -> tuple[Bot, ...]:
        """The bots for a unit."""
        return tuple(seat.factory(Stream(self.seed, number, lane=side + 1)) for side, seat in enumerate(self.seats))

    def session(self) -> Session | None:
        """The table before its first game; None for a game without one."""
        if self.rules is None:
            return None
        return Session.start(self.rules, length=self.length, rotation=self.rotation)

    def settings(self) -> dict[str, object]:
        """Everything that decides the figures, as data: two jobs with equal settings have equal figures."""
        return {
            "raceboard": version("raceboard"),
            "variant": self.spec.name,
            "ruleset": self.rules.name if self.rules else None,
            "bots": {seat_name(side): str(seat) for side, seat in enumerate(self.seats)},
            "seed": self.seed,
            "length": self.length,
            "limit": self.limit,
            "digest": self.digest,
        }

    @cached_property
    def digest(self) -> str:
        """A hash of the rules in full: of a variant or ruleset that has been edited it is another one."""
        values = [full_text(self.spec), *(f"{full_text(table.spec)} {table.digest}" for table in self.tables)]
        return hashlib.sha256("\n".join(values).encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[Callable[[bytes, str], Job], tuple[bytes, str]]:
        """Travel packed; each process unpacks a job once, if it has the same version of raceboard."""
        return _unpacked, (self._packed, version("raceboard"))

    @cached_property
    def _packed(self) -> bytes:
        fields = attrs.fields(type(self))
        return pack(tuple(getattr(self, one.name) for one in fields))


@lru_cache(maxsize=8)
def _unpacked(packed: bytes, wanted: str) -> Job:
    if version("raceboard") != wanted:
        what = f"this worker has raceboard {version('raceboard')}, and the run is of {wanted}"
        raise ValueError(f"{what}; install the same everywhere")
    return Job(*pickle.loads(packed))


def _seats(registry: Registry, bots: str | Sequence[str], spec: VariantSpec) -> tuple[Seat, ...]:
    """A bot for each seat."""
    names = [bots] * spec.players if isinstance(bots, str) else list(bots)
    strange = next((name for name in names if type(name) is not str), None)
    if strange is not None:
        what = "bring your own with Registry.load([(name, plugin)]), and give that registry"
        raise ValueError(f"bots are called by their names, not {strange!r}; {what}")
    if len(names) != spec.players:
        seats = ", ".join(seat_name(side) for side in range(spec.players))
        raise ValueError(f"{len(names)} bots for the {spec.players} seats of {spec.name} ({seats}); name one for each")
    return tuple(Seat.of(registry, name) for name in names)


def _bare(spec: VariantSpec) -> VariantSpec:
    """A variant without its options, which are functions that set it up: nothing of them is needed to play."""
    return evolve(spec, options=())


def _at(rules: Ruleset) -> Ruleset:
    return evolve(rules, spec=_bare(rules.spec))
