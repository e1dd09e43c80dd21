"""A variant as data: `VariantSpec` in orthogonal groups, each with a default, so that a variant writes what differs.

`attrs.evolve(BACKGAMMON, name="nackgammon", setup=...)` is a complete variant. What cannot be data is one of the seven
plain callables in `Hooks`. What a table may change about a variant is an `Option` that the variant declares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import field, frozen

from raceboard.dice import Chance
from raceboard.errors import did_you_mean
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
class Opening:
    """Who starts a game and with which roll.

    `mode`: `single_dice`, every player throws one die, ties again, the highest starts and plays these numbers;
    `two_dice`, the highest starts and throws anew; `fixed`, seat 0 starts and throws; `random`, a lot decides.
    `next_game`: `roll` opens again, `winner` starts, or `alternate`, the player after the previous starter.
    """

    mode: Literal["single_dice", "two_dice", "fixed", "random"] = "single_dice"
    next_game: Literal["roll", "winner", "alternate"] = "roll"


@frozen
class Again:
    """When the same player throws once more after a turn: any of the named reasons, at most `limit` times a turn.

    `dice`: a die of the roll shows one of these numbers (0 is a number); `doubles`: the roll is a double; `landing`: a
    step of the turn ended in this region; `completed`: the whole program of a double was played.
    """

    dice: tuple[int, ...] = ()
    doubles: bool = False
    landing: str | None = None
    completed: bool = False
    limit: int | None = None


@frozen
class Program:
    """From a roll to the ordered stages of a turn.

    Dice that differ are one stage, each played once. A double is one stage in which its number is played `doubles`
    times; `complement` adds a stage with the number opposite on a die (7 - n), played as often; with `cascade_from`,
    from that own turn on, the numbers above follow, one stage each, up to the highest. A stage is begun only when the
    one before was played in full. What is left is `lost`, or `owed`: the opponent plays it before throwing.
    """

    doubles: int = 4
    complement: bool = False
    cascade_from: int | None = None
    leftover: Literal["lost", "owed"] = "lost"
    again: Again = Again()


@frozen
class Landing:
    """Where a checker may land. `block` checkers of one opponent close a point.

    Fewer are met as `contact` says: `forbid` closes the point too, `hit` sends them to the reserve `hit_to`, `pin`
    keeps a single one below. In a `safe` region (own indices) nothing can be hit. `caps`: (region, most own checkers on
    one of its points); `max_stack` is a cap for every point.
    """

    block: int = 2
    contact: Literal["forbid", "hit", "pin"] = "hit"
    hit_to: str = "bar"
    safe: tuple[str, ...] = ()
    caps: tuple[tuple[str, int], ...] = ()
    max_stack: int | None = None


@frozen
class Reserve:
    """Checkers beside the board that can enter: `bar` (they were hit), `hand` (they have never entered).

    A die d enters on `counts_from` - d (default: one before the first point). `first`: nothing else may move before the
    reserve is empty. `dice`: the numbers that enter; empty means all.
    """

    name: str
    counts_from: int | None = None
    first: bool = True
    dice: tuple[int, ...] = ()


@frozen
class Release:
    """A turn in which more checkers than usual may leave the region of a `Limit`.

    `rolls`: doubles of these numbers (none at all: no release), or `any` double, or `blocked_roll`: any roll that
    cannot be played in full under the usual limit. `who`: `each` player, the `starter`, or the `second` (everybody else). `condition`: `always`;
    `only_if_single_stuck`, one checker alone cannot play the roll; `void_if_field_blocks`, not when opponents that
    have left the region themselves keep the roll from being played in full. `turns`: the `first` own turn, or `any`.
    """

    rolls: tuple[int, ...] | Literal["any", "blocked_roll"]
    limit: int = 2
    who: Literal["each", "starter", "second"] = "each"
    condition: Literal["always", "only_if_single_stuck", "void_if_field_blocks"] = "always"
    turns: Literal["first", "any"] = "first"


@frozen
class Limit:
    """At most `most` checkers (None: any number) leave a region in a turn, with a `release` for some turns."""

    region: str
    most: int | None = 1
    release: Release | None = None


@frozen
class Gate:
    """Until one own checker has come to index `target` or farther, only one may be outside the region `start`."""

    start: str
    target: int


@frozen
class Departure:
    """From where checkers may leave."""

    limits: tuple[Limit, ...] = ()
    gates: tuple[Gate, ...] = ()


@frozen
class Run:
    """A forbidden formation: `length` own points in a row.

    In a row on whose path: `contiguity`. `permit`: allowed when an opponent is past it, that is with fewer of the own
    pips to go than each of its points (`opponent_past`); when an opponent is in the region `home` or off
    (`opponent_home`); `never`; `always`. `borne_off_counts`: checkers that are off are past, and home. `check`: after
    `each_step`, or at the `end_of_turn`.
    """

    length: int = 6
    permit: Literal["opponent_past", "opponent_home", "never", "always"] = "opponent_past"
    contiguity: Literal["opponent_route", "owner_route"] = "opponent_route"
    check: Literal["each_step", "end_of_turn"] = "each_step"
    borne_off_counts: bool = True
    home: str = "home"


@frozen
class Obligation:
    """What must be played: as many dice as possible; if only one of different dice, the higher that can be."""

    max_dice: bool = True
    higher_die: bool = True


@frozen
class BearOff:
    """How checkers leave the board from the region `home`, when all that are on the board stand there.

    `overshoot`: a die that is too high takes the `farthest` checker, `exact`: none, `any`: every checker nearer than
    the die. `same_turn`: also in the turn in which the last one came home. `inner_moves`: once all are home, checkers
    may still move inside.
    """

    home: str = "home"
    overshoot: Literal["farthest", "exact", "any"] = "farthest"
    same_turn: bool = True
    inner_moves: bool = True


@frozen
class Count:
    """A test of the loser's checkers in one place: `off`, a reserve, or a region of the loser's (or winner's) path."""

    place: str
    at_least: int = 0
    at_most: int | None = None
    path: Literal["loser", "winner"] = "loser"

    def holds(self, number: int) -> bool:
        """Is a number of checkers within the bounds?"""
        return self.at_least <= number and (self.at_most is None or number <= self.at_most)


@frozen
class Level:
    """What a win is worth: `points` when each group of `needs` has a test that holds of the loser."""

    name: str
    points: int
    needs: tuple[tuple[Count, ...], ...] = ()


@frozen
class LastTurn:
    """`equalise`: when a player finishes, those who have had one turn less get theirs, if they have `min_off` off."""

    mode: Literal["none", "equalise"] = "none"
    min_off: int = 0


@frozen
class Finish:
    """When a game ends and what it is worth.

    `goal`: `off`, or a region in which all checkers must stand. `winner`: who reaches it `first`, or `last`. The game
    ends when `places` players have reached it. `levels`: ordered, lowest first. Both finished is a draw.
    """

    goal: str = "off"
    winner: Literal["first", "last"] = "first"
    places: int = 1
    levels: tuple[Level, ...] = (Level("single", 1),)
    last_turn: LastTurn = LastTurn()
    draw_points: int = 0


@frozen
class Hooks:
    """The seven questions that a variant may answer in code; see `raceboard.hooks` for each signature."""

    expand_roll: ExpandRoll | None = None
    allow_step: AllowStep | None = None
    resolve_landing: ResolveLanding | None = None
    allow_position: AllowPosition | None = None
    filter_plays: FilterPlays | None = None
    after_turn: AfterTurn | None = None
    judge: Judge | None = None


#: A value of an option: a word, a flag, a whole number, or a list of whole numbers.
OptionValue: TypeAlias = str | bool | int | tuple[int, ...]


@frozen
class Kind:
    """What values an option takes: some `words`, true and false (`flag`), whole numbers, or a list of them.

    >>> Kind(words=("any", "none"), items=(1, 6)).problem((3, 7))
    'takes any, none or a list of whole numbers from 1 to 6'
    >>> Kind(flag=True).problem(True) is None
    True
    """

    words: tuple[str, ...] = ()
    flag: bool = False
    whole: tuple[int, int | None] | None = None
    items: tuple[int, int] | None = None

    def __str__(self) -> str:
        """The values in words: `true or false`, `a or b`, `a whole number from 1 up`."""
        parts = [*self.words, *(["true", "false"] if self.flag else [])]
        if self.whole:
            low, high = self.whole
            parts.append(f"a whole number from {low} {'up' if high is None else f'to {high}'}")
        if self.items:
            parts.append(f"a list of whole numbers from {self.items[0]} to {self.items[1]}")
        return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)

    def problem(self, value: object) -> str | None:
        """What is wrong with a value, or None; `True` is no number and `1` no flag."""
        if type(value) is bool:
            fits = self.flag
        elif type(value) is int:
            fits = self.whole is not None and _within(value, self.whole)
        elif isinstance(value, tuple):
            low, high = self.items or (1, 0)
            fits = bool(value) and all(type(item) is int and low <= item <= high for item in value)
        else:
            fits = value in self.words
        return None if fits else f"takes {self}"


def _within(value: int, bounds: tuple[int, int | None]) -> bool:
    low, high = bounds
    return low <= value and (high is None or value <= high)


@frozen
class Option:
    """Something that a table may change about a variant, set from `rules:` of a ruleset.

    `apply(spec, value)` gives the changed spec; with the default value it gives an equal one.
    """

    key: str
    kind: Kind
    default: OptionValue
    doc: str
    source: str
    apply: Callable[[VariantSpec, OptionValue], VariantSpec] = field(repr=False)


Row: TypeAlias = tuple[tuple[int | str, int], ...]
_RowLike: TypeAlias = Mapping[int | str, int] | Mapping[int, int] | Mapping[str, int] | Row


def _row(row: _RowLike) -> Row:
    return tuple(row.items()) if isinstance(row, Mapping) else row


def _setup(rows: _RowLike | Sequence[_RowLike]) -> tuple[Row, ...]:
    """One row that holds for every seat, or a row for each."""
    if isinstance(rows, Mapping):
        return (_row(rows),)
    return tuple(_row(row) for row in rows)  # type: ignore[arg-type]


@frozen(cache_hash=True, slots=False)
class VariantSpec:
    """A game as data. `setup` maps own index or reserve name to a count, once for all seats or once for each.

    `numbering` says how people number points on a board: `down` as the rules do (24 to 1), or `up` (1 to 24).
    Raises ValueError when groups do not fit together.
    """

    name: str
    track: Track
    setup: tuple[Row, ...] = field(converter=_setup)
    title: str = ""
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    dice: Chance = Chance.dice(2, 6)
    opening: Opening = Opening()
    program: Program = Program()
    landing: Landing = Landing()
    entry: tuple[Reserve, ...] = ()
    departure: Departure = Departure()
    formation: tuple[Run, ...] = ()
    obligation: Obligation = Obligation()
    bear_off: BearOff | None = BearOff()
    finish: Finish = Finish()
    cube: bool = False
    numbering: Literal["down", "up"] = "down"
    options: tuple[Option, ...] = ()
    hooks: Hooks = Hooks()

    def __attrs_post_init__(self) -> None:
        """Check that the groups fit together."""
        for complaint in _complaints(self):
            raise ValueError(f"variant {self.name}: {complaint}")

    @cached_property
    def layout(self) -> Layout:
        """The shape of the rows of a position."""
        return Layout(self.track.players, self.track.points, tuple(reserve.name for reserve in self.entry))

    @cached_property
    def checkers(self) -> tuple[int, ...]:
        """How many checkers each seat has."""
        return tuple(sum(count for _, count in self._seat_row(side)) for side in range(self.players))

    @cached_property
    def start(self) -> Position:
        """The position in which a game begins."""
        rows = [dict(self._seat_row(side)) for side in range(self.players)]
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

    def _seat_row(self, side: int) -> Row:
        return self.setup[side if len(self.setup) > 1 else 0]


def _complaints(spec: VariantSpec) -> list[str]:
    """What does not fit together, in words."""
    names = {region.name for region in spec.regions}
    wanted = [limit.region for limit in spec.departure.limits] + [gate.start for gate in spec.departure.gates]
    wanted += [*spec.landing.safe, *(region for region, _ in spec.landing.caps)]
    wanted += [spec.bear_off.home] if spec.bear_off else []
    wanted += [spec.finish.goal] if spec.finish.goal != "off" else []
    wanted += [run.home for run in spec.formation if run.permit == "opponent_home"]
    wanted += [spec.program.again.landing] if spec.program.again.landing else []
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
    if len({option.key for option in spec.options}) < len(spec.options):
        found.append("an option key is declared twice")
    return found

