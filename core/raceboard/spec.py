"""A variant as data: `VariantSpec` in orthogonal groups, each with a default, so that a variant writes what differs.

`attrs.evolve(BACKGAMMON, name="nackgammon", setup=...)` is a complete variant. What cannot be data is one of the seven
plain callables in `Hooks`. What a table may change about a variant is an `Option` that the variant declares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import Factory, field, frozen

from raceboard.dice import Chance
from raceboard.errors import did_you_mean
from raceboard.groups import (
    Again,
    BearOff,
    Count,
    Departure,
    Finish,
    Gate,
    Hold,
    Landing,
    LastTurn,
    Level,
    Limit,
    Obligation,
    Opening,
    Program,
    Release,
    Reserve,
    Run,
)
from raceboard.option import Kind, Option, OptionValue
from raceboard.position import Layout, Position, Setup
from raceboard.track import Region, Track

if TYPE_CHECKING:
    from raceboard.hooks import AfterTurn, AllowPosition, AllowStep, ExpandRoll, FilterPlays, Judge, ResolveLanding

__all__ = [
    "Again",
    "BearOff",
    "Count",
    "Departure",
    "Finish",
    "Gate",
    "Hold",
    "Hooks",
    "Kind",
    "Landing",
    "LastTurn",
    "Level",
    "Limit",
    "Obligation",
    "Opening",
    "Option",
    "OptionValue",
    "Program",
    "Release",
    "Reserve",
    "Run",
    "VariantSpec",
]


@frozen
class Hooks:
    """The seven questions that a variant may answer in code; see `raceboard.hooks` for each signature.

    In a turn: `expand_roll`, `allow_step`, `resolve_landing`, `allow_position`, `filter_plays`; `judge` after every
    step; at the end of the turn `after_turn`.
    """

    expand_roll: ExpandRoll | None = None
    allow_step: AllowStep | None = None
    resolve_landing: ResolveLanding | None = None
    allow_position: AllowPosition | None = None
    filter_plays: FilterPlays | None = None
    after_turn: AfterTurn | None = None
    judge: Judge | None = None


Row: TypeAlias = tuple[tuple[int | str, int], ...]
_RowLike: TypeAlias = Mapping[int | str, int] | Row


def _row(row: _RowLike) -> Row:
    return tuple(row.items()) if isinstance(row, Mapping) else row


def _setup(rows: _RowLike | Sequence[_RowLike]) -> tuple[Row, ...]:
    """One row that holds for every seat, or a row for each."""
    if isinstance(rows, Mapping):
        return (_row(rows),)
    return tuple(_row(row) for row in rows)  # type: ignore[arg-type]


def _layout(spec: VariantSpec) -> Layout:
    return Layout(spec.track.players, spec.track.points, tuple(reserve.name for reserve in spec.entry))


def _seat_row(spec: VariantSpec, side: int) -> Row:
    return spec.setup[side if len(spec.setup) > 1 else 0]


#: Of one player: a position has one byte for each count.
_MOST_CHECKERS = 255


def _checkers(spec: VariantSpec) -> tuple[int, ...]:
    return tuple(sum(count for _, count in _seat_row(spec, side)) for side in range(spec.track.players))


@frozen(cache_hash=True, slots=False)
class VariantSpec:
    """A game as data.

    `name`: small letters, digits and hyphens; `aliases`: other names. `title`, `summary` (the game in one line) and
    `sources` are for people. `track`: the paths over the board; `regions`: named ranges of own indices, which other
    groups speak of. `setup` maps own index or reserve name to a count, once for all seats or once for each. `dice`: the
    weighted rolls.

    `opening`: who starts; `program`: what a roll gives to play; `landing`: where a checker may land; `entry`: reserves
    beside the board; `departure`: from where checkers may leave; `formation`: forbidden runs and holds; `obligation`:
    what must be played; `bear_off`: how checkers leave the board (None: they do not); `finish`: when a game ends and
    what it is worth.

    `cube`: may it be played with a doubling cube? `numbering` says how people number points on a board: `down` as the
    rules do (24 to 1), or `up` (1 to 24). `options`: what a table may change; `hooks`: what the data cannot say.
    `layout`, the shape of the rows of its positions, and `checkers`, how many each seat has, follow from these.
    Raises ValueError when groups do not fit together.
    """

    name: str
    track: Track
    setup: tuple[Row, ...] = field(converter=_setup)
    title: str = ""
    summary: str = ""
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    dice: Chance = Chance.dice(2, 6)
    opening: Opening = Opening()
    program: Program = Program()
    landing: Landing = Landing()
    entry: tuple[Reserve, ...] = ()
    departure: Departure = Departure()
    formation: tuple[Run | Hold, ...] = ()
    obligation: Obligation = Obligation()
    bear_off: BearOff | None = BearOff()
    finish: Finish = Finish()
    cube: bool = False
    numbering: Literal["down", "up"] = "down"
    options: tuple[Option, ...] = ()
    hooks: Hooks = Hooks()
    layout: Layout = field(init=False, eq=False, repr=False, default=Factory(_layout, takes_self=True))
    checkers: tuple[int, ...] = field(init=False, eq=False, repr=False, default=Factory(_checkers, takes_self=True))

    def __attrs_post_init__(self) -> None:
        """Check that the groups fit together."""
        for complaint in _complaints(self):
            raise ValueError(f"variant {self.name}: {complaint}")

    @cached_property
    def start(self) -> Position:
        """The position in which a game begins."""
        rows = [dict(_seat_row(self, side)) for side in range(self.players)]
        layout = self.layout
        counts = tuple(
            tuple(row.get(index, 0) or row.get(layout.name(index), 0) for index in range(layout.size)) for row in rows
        )
        return Setup(counts).position(self)

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return self.track.players

    @property
    def pins(self) -> bool:
        """Can a checker be pinned?"""
        return self.landing.contact == "pin" or self.hooks.resolve_landing is not None

    @property
    def both_may_finish(self) -> bool:
        """May more than one player have reached the goal?"""
        return self.finish.last_turn.mode != "none" or self.finish.places > 1

    @cached_property
    def watched(self) -> tuple[str, ...]:
        """The regions whose departures a turn remembers: the limited ones, and all where a hook may ask for them."""
        limited = tuple(limit.region for limit in self.departure.limits)
        if self.hooks == Hooks():
            return limited
        return limited + tuple(region.name for region in self.regions if region.name not in limited)

    def pips(self, position: Position, side: int) -> int:
        """How many pips a side has to go; checkers in a reserve count from where they enter."""
        return sum(map(mul, self._origins, position.counts(side)))

    @cached_property
    def _origins(self) -> tuple[int, ...]:
        """How many pips a checker on each index has to go."""
        points = self.track.points
        return *range(points + 1), *(reserve.counts_from or points + 1 for reserve in self.entry)

    def region(self, name: str) -> Region:
        """A region by name; raises KeyError with a suggestion."""
        for region in self.regions:
            if region.name == name:
                return region
        names = [region.name for region in self.regions]
        raise KeyError(f"variant {self.name} has no region {name}; it has {', '.join(names) or 'none'}")

    def option(self, key: str) -> Option:
        """A declared option; raises ValueError with a suggestion."""
        for option in self.options:
            if option.key == key:
                return option
        keys = [option.key for option in self.options]
        hint = did_you_mean(key, keys) or f"it declares {', '.join(keys) or 'none'}"
        raise ValueError(f"variant {self.name} has no option {key}; {hint}")

    def with_rules(self, rules: Mapping[str, OptionValue]) -> VariantSpec:
        """The variant as a table plays it: declared options set to the given values.

        Raises ValueError for an unknown key or a value that the option does not take.
        """
        spec = self
        for key, value in rules.items():
            option = self.option(key)
            problem = option.kind.problem(value)
            if problem:
                raise ValueError(f"variant {self.name}: {key} {problem}, not {value!r}")
            spec = option.apply(spec, value)
        return spec


def _complaints(spec: VariantSpec) -> list[str]:
    """What does not fit together, in words."""
    names = {region.name for region in spec.regions}
    wanted = [limit.region for limit in spec.departure.limits] + [gate.start for gate in spec.departure.gates]
    wanted += [*spec.landing.safe, *(region for region, _ in spec.landing.caps)]
    wanted += [spec.bear_off.home] if spec.bear_off else []
    wanted += [spec.finish.goal] if spec.finish.goal != "off" else []
    wanted += [run.home for run in spec.formation if isinstance(run, Run) and run.permit == "opponent_home"]
    wanted += [hold.region for hold in spec.formation if isinstance(hold, Hold)]
    wanted += [*spec.program.again.landing]
    found = [f"region {name} is used but not declared" for name in dict.fromkeys(wanted) if name not in names]
    found += [
        f"region {region.name} ends at {region.high}, but the paths have {spec.track.points} points"
        for region in spec.regions
        if region.high > spec.track.points
    ]
    if len(spec.setup) not in (1, spec.track.players):
        found.append(f"setup has {len(spec.setup)} rows for {spec.track.players} players; give one, or one each")
    reserves = {reserve.name for reserve in spec.entry}
    if spec.landing.contact == "hit" and spec.landing.hit_to not in reserves:
        found.append(f"hit checkers go to the reserve {spec.landing.hit_to}, but entry declares none of that name")
    if spec.opening.mode == "single_dice" and len(spec.dice.rolls[0].dice) != spec.players:
        found.append("the opening single_dice makes the roll of one die from each player; with these dice use another")
    if spec.opening.mode == "difference" and (len(spec.dice.rolls[0].dice), spec.players) != (1, 2):
        found.append("the opening difference makes the roll of one die from those of two players; use another")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", spec.name):
        found.append("a name is of small letters, digits and hyphens")
    if not spec.finish.levels:
        found.append("finish has no level; declare what a win is worth, the lowest first")
    places = {"off", *reserves, *names}
    found += [
        f"the level {level.name} counts checkers in {count.place}, and there is no such reserve or region"
        for level in spec.finish.levels
        for group in level.needs
        for count in group
        if count.place not in places
    ]
    if spec.bear_off is None and spec.finish.goal == "off":
        found.append("nothing is borne off, so nobody reaches the goal off; make a region the goal")
    if spec.landing.block < 1:
        found.append(f"{spec.landing.block} checkers close a point; one is the least")
    if spec.program.doubles < 1:
        found.append(f"a double is played {spec.program.doubles} times; once is the least")
    if max(spec.checkers) > _MOST_CHECKERS:
        found.append(f"a player has {max(spec.checkers)} checkers; {_MOST_CHECKERS} is the most")
    stack = spec.landing.max_stack
    for place, most in (*spec.landing.caps, *([] if stack is None else [("the board", stack)])):
        if most < 1:
            found.append(f"{most} checkers may stand on a point of {place}; one is the least")
    for limit in spec.departure.limits:
        if limit.most is not None and limit.most < 0:
            found.append(f"{limit.most} checkers may leave {limit.region}; none is the least")
    for reserve in spec.entry:
        if reserve.waiting < 0 or any(die < 0 for die in reserve.dice):
            found.append(f"the reserve {reserve.name} has a number below 0 in waiting or dice")
        if reserve.counts_from is not None and reserve.counts_from < 1:
            found.append(f"the reserve {reserve.name} counts from {reserve.counts_from}; the first point is 1")
    for name in reserves & {"off", "removed"} | {name for name in reserves if not name.isidentifier()}:
        found.append(f"a reserve cannot be named {name!r}; position text would not know it from a point")
    if len(reserves) < len(spec.entry):
        found.append("two reserves have one name")
    if not all(alias.strip() for alias in spec.aliases):
        found.append("an alias is empty")
    if len({option.key for option in spec.options}) < len(spec.options):
        found.append("an option key is declared twice")
    return found
