"""A moment at a table: what an id writes, what a picture shows, what a line of another program says.

A snapshot is less than a session. It knows the board, whose turn it is, the dice, the cube and the score, but not how
things came to be so: no history, no clock, nothing that optional rules remember.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from attrs import Factory, field, fields, frozen

from raceboard.action import Double, Redouble, Resign
from raceboard.dice import Roll
from raceboard.errors import LossError
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.scores import levels_of
from raceboard.session import Session
from raceboard.side import Side, seat_name
from raceboard.spec import VariantSpec

__all__ = ["SIDES", "Snapshot"]

#: The fields that hold a side or None.
SIDES = ("on_roll", "owner", "offered_by", "resigned_by")

#: So many hexadecimal digits of a ruleset's digest go with a snapshot.
_DIGEST = 16

#: What a chain of offers is made of: the double, and what may answer it at once.
_CHAIN = (Double(), Redouble("beaver"), Redouble("raccoon"))


def _no_points(snapshot: Snapshot) -> tuple[int, ...]:
    return (0,) * snapshot.spec.players


def _beginning(digest: str) -> str:
    return digest[:_DIGEST]


@frozen
class Snapshot:
    """The board and what lies beside it.

    `on_roll`: whose turn it is, None before the opening roll and after the end. `dice`: those thrown and not yet
    played, in the order of the roll; empty before the throw. `cube`: its value before the pending offer, None for a
    table without one; `owner`: None while it lies in the middle; `offered`: the value that waits for its answer, 0 for
    none, and `offered_by`. `resigned`: the level at which the side `resigned_by` wants to give up, counted from 1 for
    the lowest, 0 for none. `score` in seat order; `length`: points that win the match, None outside one. `crawford`:
    this is the Crawford game. `jacoby`, `beavers`: in force at this table. `cube_max`: the highest value, None for no
    limit. `names` of the players, in seat order, empty when nobody says. `digest`: the first 16 digits of the digest
    of the ruleset, empty when there is none; a longer one is cut.

    Raises ValueError, with everything that is wrong, for fields that cannot be together.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("backgammon")
    >>> Snapshot(spec, spec.start, dice=(6, 3), cube=3)
    Traceback (most recent call last):
    ...
    ValueError: no moment of backgammon: the cube shows a power of two, not 3
    """

    spec: VariantSpec
    position: Position
    on_roll: Side | None = 0
    dice: tuple[int, ...] = ()
    cube: int | None = 1
    owner: Side | None = None
    offered: int = 0
    offered_by: Side | None = None
    resigned: int = 0
    resigned_by: Side | None = None
    score: tuple[int, ...] = field(default=Factory(_no_points, takes_self=True))
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_max: int | None = None
    names: tuple[str, ...] = ()
    digest: str = field(default="", converter=_beginning)

    def __attrs_post_init__(self) -> None:
        """Check that the fields can be together."""
        complaints = [*_of_board(self), *_of_turn(self), *_of_cube(self), *_of_score(self)]
        if complaints:
            raise ValueError(f"no moment of {self.spec.name}: {'; '.join(complaints)}")

    @classmethod
    def of(cls, state: Session | Game) -> Snapshot:
        """The present moment of a session or of a game alone.

        >>> from raceboard import Registry, Session
        >>> moment = Snapshot.of(Session.start(Registry.load().ruleset("usbgf-match"), length=5, score=(4, 2)))
        >>> moment.score, moment.length, moment.crawford, moment.on_roll
        ((4, 2), 5, True, None)
        """
        if isinstance(state, Game):
            on_roll = None if state.is_over else state.on_roll
            return cls(state.spec, state.position, on_roll, _dice(state), None)
        cube, table = state.cube, state.table
        offer, resignation = (None, None) if state.phase is Phase.OVER else (cube and cube.offer, state.resignation)
        return cls(
            spec=table.spec,
            position=state.game.position,
            on_roll=None if state.phase is Phase.OVER else state.game.on_roll,
            dice=() if state.phase is Phase.OVER else _dice(state.game),
            cube=cube.value if cube else None,
            owner=cube.owner if cube else None,
            offered=offer.value if offer else 0,
            offered_by=offer.proposer if offer else None,
            resigned=resignation.level + 1 if resignation else 0,
            resigned_by=resignation.side if resignation else None,
            score=state.score,
            length=state.length,
            crawford=state.facts.get("crawford") == "now",
            jacoby=bool(cube) and table.settings.get("cube.jacoby") is True,
            beavers=bool(cube) and table.settings.get("cube.beaver") is True,
            cube_max=_limit(table.settings.get("cube.max")) if cube else None,
            names=state.seats,
            digest=table.digest,
        )

    @property
    def offers(self) -> int:
        """How many offers have been made on top of one another: 0 none, 1 a double, 2 a beaver, 3 a raccoon.

        A redouble at once that follows a raccoon looks like the one of the same player before it.
        """
        if not self.offered:
            return 0
        if self.offered_by != self.on_roll:
            return 2
        return 1 if self.owner in (None, self.offered_by) else 3

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board as the player on roll sees it."""
        from raceboard.pictures import picture  # pictures are made of snapshots

        return picture(self).svg()

    def is_under(self, rules: Ruleset) -> bool:
        """Can this be a moment at a table with this ruleset, as far as the digest tells?

        >>> from raceboard import Registry, Session
        >>> registry = Registry.load()
        >>> moment = Snapshot.of(Session.start(registry.ruleset("usbgf-match"), length=5))
        >>> moment.is_under(registry.ruleset("usbgf-match")), moment.is_under(registry.ruleset("match"))
        (True, False)
        """
        return rules.digest.startswith(self.digest)

    def differences(self, other: Snapshot) -> tuple[str, ...]:
        """What another snapshot says otherwise, in words; variant, digest and the order of the dice are not compared.

        >>> from raceboard import Registry
        >>> spec = Registry.load().variant("backgammon")
        >>> Snapshot(spec, spec.start, beavers=True).differences(Snapshot(spec, spec.start, 1))
        ('on roll: white, not black', 'beavers: yes, not no')
        """
        found = []
        for name, label in _LABELS.items():
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs and (name != "dice" or Counter(mine) != Counter(theirs)):
                found.append(f"{label}: {_shown(name, mine)}, not {_shown(name, theirs)}")
        return tuple(found)

    def session(self, rules: Ruleset, *, lossy: bool = False) -> Session:
        """The session in this moment, at a table with the ruleset.

        No history comes with it: every player is past the first turn, no level of resignation has been refused, and
        what optional rules remember is what the score tells of it (the Crawford game). Where the session would say
        something else than the snapshot (another ruleset, dice of which some are played, beavers that the ruleset does
        not have) it raises LossError, unless `lossy` allows it; ValueError for a finished game and for a ruleset of
        another variant; otherwise as `Session.resume` and `Session.apply` do, a ConfigError for a length that the
        ruleset does not allow among them.

        >>> from raceboard import Registry
        >>> rules = Registry.load().ruleset("money")
        >>> moment = Snapshot(rules.spec, rules.spec.start, 1, cube=2, owner=1, offered=4, offered_by=1)
        >>> [str(awaited) for awaited in moment.session(rules, lossy=True).awaited()]
        ['Take by white', 'Pass by white']
        """
        if (rules.spec.name, rules.spec.layout) != (self.spec.name, self.spec.layout):
            raise ValueError(f"the ruleset {rules.name} plays {rules.spec.name}, the snapshot is of {self.spec.name}")
        session = _begun(self, rules) if self.on_roll is None else _resumed(self, rules)
        lost = self.differences(Snapshot.of(session))
        if not self.is_under(rules):
            lost += (f"the ruleset: one with the digest {self.digest}..., not {rules.name}",)
        if lost and not lossy:
            raise LossError(f"a session under {rules.name}", lost)
        return session


# -- From and to sessions ----------------------------------------------------------------------------------------------


def _dice(game: Game) -> tuple[int, ...]:
    """The dice of the roll while it waits to be played."""
    return game.roll.dice if game.roll is not None and game.phase in (Phase.MOVING, Phase.CHOOSING) else ()


def _limit(value: object) -> int | None:
    return value if type(value) is int else None


def _begun(moment: Snapshot, rules: Ruleset) -> Session:
    if moment.position != rules.spec.start:
        raise ValueError("nobody is on roll: this game is over, and a session cannot go on with it")
    states = {} if moment.crawford else _remembered(moment, rules)  # a game that begins finds out that it is the one
    return Session.start(rules, length=moment.length, score=moment.score, states=states, seats=moment.names)


def _resumed(moment: Snapshot, rules: Ruleset) -> Session:
    """The session before the offers of the moment, and then these offers."""
    assert moment.on_roll is not None
    value = moment.offered >> moment.offers or moment.cube or 1
    doubled = moment.on_roll if moment.offers > 1 else moment.owner
    session = Session.resume(
        rules,
        moment.position,
        moment.on_roll,
        roll=Roll(*moment.dice) if tuple(sorted(moment.dice, reverse=True)) in _throws(moment.spec) else None,
        cube=value,
        owner=None if value == 1 else doubled,
        length=moment.length,
        score=moment.score,
        states=_remembered(moment, rules),
        seats=moment.names,
    )
    for offer in _CHAIN[: moment.offers]:
        session = session.apply(offer)
    if moment.resigned_by is not None:
        level = levels_of(session)[moment.resigned - 1].name
        session = session.apply(Resign(moment.resigned_by, level))
    return session


def _remembered(moment: Snapshot, rules: Ruleset) -> dict[str, str]:
    """What the Crawford rule remembers: which game it was, where the score asks for one."""
    if rules.settings.get("cube.crawford") is not True or moment.length is None:
        return {}
    if moment.crawford:
        return {"crawford": "now"}
    return {"crawford": "after"} if moment.length > 1 and moment.length - 1 in moment.score else {}


def _throws(spec: VariantSpec) -> set[tuple[int, ...]]:
    return {roll.dice for roll in spec.dice.rolls}


# -- What cannot be together -------------------------------------------------------------------------------------------


def _is_side(moment: Snapshot, side: object) -> bool:
    return type(side) is int and 0 <= side < moment.spec.players


def _is_power(value: object) -> bool:
    return type(value) is int and value > 0 and not value & (value - 1)


def _of_board(moment: Snapshot) -> Iterator[str]:
    spec, position = moment.spec, moment.position
    if position.layout != spec.layout:
        yield f"the position is of another shape, {position.layout} instead of {spec.layout}"
        return
    for side, need in enumerate(spec.checkers):
        have = sum(position.counts(side)) + position.gone(side)
        if have != need:
            yield f"{seat_name(side)} has {have} checkers instead of {need}"


def _of_turn(moment: Snapshot) -> Iterator[str]:
    for label in SIDES:
        side = getattr(moment, label)
        if side is not None and not _is_side(moment, side):
            yield f"{label} is {side!r}, not a side from 0 to {moment.spec.players - 1} or None"
    if not any(Counter(moment.dice) <= Counter(throw) for throw in _throws(moment.spec)):
        yield f"no throw has the dice {_listed(moment.dice)}"
    busy = bool(moment.dice or moment.offered or moment.resigned)
    if moment.on_roll is None and busy:
        yield "nobody is on roll, so no dice are thrown and nothing is offered"


def _of_cube(moment: Snapshot) -> Iterator[str]:
    cube, owner = moment.cube, moment.owner
    if cube is not None and not _is_power(cube):
        yield f"the cube shows a power of two, not {cube!r}"
        return
    if owner is not None and cube in (None, 1):
        yield "nobody owns a cube that shows 1" if cube else "there is no cube to own"
    if moment.cube_max is not None and not _is_power(moment.cube_max):
        yield f"the highest cube is a power of two, not {moment.cube_max!r}"
    elif moment.cube_max is not None and max(cube or 1, moment.offered) > moment.cube_max:
        yield f"the cube goes to {moment.cube_max}, not to {max(cube or 1, moment.offered)}"
    yield from _of_offers(moment)


def _of_offers(moment: Snapshot) -> Iterator[str]:
    if (moment.offered == 0) != (moment.offered_by is None) or (moment.resigned == 0) != (moment.resigned_by is None):
        yield "an offer has a value and a side that makes it"
    if moment.offered and moment.offered != 2 * (moment.cube or 0):
        yield f"{moment.offered} is offered, which is not twice the cube"
    if moment.offered and (moment.dice or moment.resigned):
        yield "a double waits for its answer, so no dice are thrown and nobody resigns"
    if moment.offers == 2 and moment.owner != moment.offered_by:
        yield "who redoubles at once has accepted the cube before, and owns it"
    levels = len(moment.spec.finish.levels)
    if type(moment.resigned) is not int or not 0 <= moment.resigned <= levels:
        yield f"the level of a resignation is a number from 1 to {levels}, not {moment.resigned!r}"


def _of_score(moment: Snapshot) -> Iterator[str]:
    score, length = moment.score, moment.length
    if len(score) != moment.spec.players or any(type(points) is not int or points < 0 for points in score):
        yield f"the score is {_listed(score) or 'empty'}; give points from 0 up for each of {moment.spec.players} sides"
    elif length is not None and (type(length) is not int or length < 1):
        yield f"the length of a match is a number from 1 up, not {length!r}"
    elif length is not None and moment.on_roll is not None and max(score) >= length:
        yield f"the match to {length} is over at {_listed(score)}, so nobody is on roll"
    if moment.crawford and length is None:
        yield "only a match has a Crawford game"
    if moment.names and len(moment.names) != moment.spec.players:
        yield f"there are {len(moment.names)} names for {moment.spec.players} players"
    if not re.fullmatch(f"([0-9a-f]{{{_DIGEST}}})?", moment.digest):
        yield f"the digest is at least {_DIGEST} hexadecimal digits, not {moment.digest!r}"


# -- Differences in words ----------------------------------------------------------------------------------------------

_WORDS = {
    "length": "match length",
    "crawford": "Crawford game",
    "jacoby": "Jacoby rule",
    "cube_max": "highest cube",
    "owner": "owner of the cube",
    "offered": "offered value",
}
_LABELS = {
    name: _WORDS.get(name, name.replace("_", " "))
    for name in (one.name for one in fields(Snapshot))
    if name not in ("spec", "digest")
}


def _listed(values: tuple[int, ...]) -> str:
    return "-".join(map(str, values))


def _shown(name: str, value: object) -> str:
    """A field as people read it."""
    if name in SIDES:
        return seat_name(value) if isinstance(value, int) else "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (", " if name == "names" else "-").join(map(str, value)) or "none"
    return "none" if value is None else str(value)
