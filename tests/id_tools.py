"""What the tests of ids share: random moments, real ones from random sessions, and what each format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from attrs import evolve, fields
from hypothesis import strategies as st

from raceboard.dice import Stream
from raceboard.position import OFF, Position, Setup
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.side import Side, others
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec
from raceboard.testing.strategies import adversarial_positions, positions
from session_tools import possible, rules_of

__all__ = ["CANNOT_HOLD", "TABLES", "differing", "moments", "walk"]


def differing(one: Snapshot, other: Snapshot) -> set[str]:
    """The fields in which two moments differ; the order of the dice carries no meaning."""
    one, other = (evolve(moment, dice=tuple(sorted(moment.dice))) for moment in (one, other))
    return {field.name for field in fields(Snapshot) if getattr(one, field.name) != getattr(other, field.name)}


# -- Random moments ----------------------------------------------------------------------------------------------------

_NAMES = st.sampled_from(["", "Anna", "a:b", "You", "Opponent", "Ödön K.", "\U0001f3b2", "\x00", "n" * 300])


@st.composite
def moments(draw: st.DrawFn, spec: VariantSpec) -> Snapshot:
    """Any moment of a variant, with everything that can lie beside the board."""
    position = draw(_boards(spec))
    on_roll = draw(st.none() | st.integers(0, spec.players - 1))
    length = draw(st.none() | st.integers(1, 25))
    most = 99 if length is None else length if on_roll is None else length - 1
    cube = draw(st.none() | st.sampled_from([1, 2, 4, 8, 64, 1024]))
    score = tuple(draw(st.integers(0, most)) for _ in range(spec.players))
    has_crawford = length is not None and (cube or 1) == 1 and length - 1 in score
    base = Snapshot(
        spec,
        position,
        on_roll,
        cube=cube,
        owner=draw(st.none() | st.integers(0, spec.players - 1)) if cube not in (None, 1) else None,
        score=score,
        length=length,
        crawford=has_crawford and draw(st.booleans()),
        jacoby=draw(st.booleans()),
        beavers=draw(st.booleans()),
        cube_max=draw(st.none() | st.sampled_from([2048, 4096])) if cube else draw(st.none() | st.just(64)),
        names=draw(st.just(()) | st.tuples(*[_NAMES] * spec.players)),
        digest=draw(st.just("") | st.sampled_from(["0123456789abcdef", "f" * 64])),
    )
    if on_roll is None:
        return base
    return draw(_thrown(base) | _resigned(base) | _offered(base, on_roll))


@st.composite
def _boards(draw: st.DrawFn, spec: VariantSpec) -> Position:
    """A position, perhaps with checkers out of play instead of borne off."""
    position = draw(positions(spec) | adversarial_positions(spec))
    rows = [position.counts(side) for side in range(spec.players)]
    gone = tuple(draw(st.integers(0, min(row[OFF], 3))) for row in rows) if draw(st.booleans()) else (0,) * spec.players
    kept = tuple((row[OFF] - lost, *row[1:]) for row, lost in zip(rows, gone, strict=True))
    pins = tuple(map(position.pins, range(spec.players))) if spec.pins else ()
    return Setup(kept, pins, gone).position(spec)


@st.composite
def _thrown(draw: st.DrawFn, base: Snapshot) -> Snapshot:
    roll = draw(st.sampled_from(base.spec.dice.rolls))
    dice = draw(st.permutations(roll.dice))
    return evolve(base, dice=tuple(dice[: draw(st.integers(0, len(dice)))]))


@st.composite
def _resigned(draw: st.DrawFn, base: Snapshot) -> Snapshot:
    level = draw(st.integers(1, len(base.spec.finish.levels)))
    return evolve(base, resigned=level, resigned_by=draw(st.integers(0, base.spec.players - 1)))


@st.composite
def _offered(draw: st.DrawFn, base: Snapshot, on_roll: Side) -> Snapshot:
    """A double, or outside a match a beaver or a raccoon, that waits for its answer."""
    if base.cube is None or base.crawford:
        return base
    rival = others(on_roll, base.spec.players)[0]
    offers = draw(st.integers(1, 3)) if base.cube > 1 and base.length is None else 1
    owner = draw(st.sampled_from([None, on_roll])) if base.cube > 1 else None
    return evolve(
        base,
        owner=rival if offers > 1 else owner,
        offered=2 * base.cube,
        offered_by=rival if offers == 2 else on_roll,
    )


# -- What each format cannot hold --------------------------------------------------------------------------------------


def _common(one: Snapshot) -> set[str]:
    """What no format of another program holds."""
    lost = {"position"} if any(one.position.removed) else set[str]()
    lost |= {"dice"} if len(one.dice) == 1 else set()
    lost |= {"cube"} if one.cube is None else set()
    lost |= {"jacoby"} if one.jacoby and one.length is not None else set()
    return lost | ({"beavers"} if one.beavers and one.length is not None else set())


def _by_xgid(one: Snapshot, bottom: Side) -> set[str]:
    lost = _common(one) | ({"resigned", "resigned_by"} if one.resigned else set())
    lost |= {"names"} if one.names else set()
    lost |= {"on_roll"} if one.on_roll is None else set()
    return lost | ({"cube_max"} if one.cube_max == 1024 else set())


def _by_gnubg(one: Snapshot, bottom: Side) -> set[str]:
    lost = _common(one) | ({"names"} if one.names else set()) | ({"beavers"} if one.beavers else set())
    return lost | ({"cube_max"} if one.cube_max else set())


def _by_fibs(one: Snapshot, bottom: Side) -> set[str]:
    lost = _common(one) | ({"resigned", "resigned_by"} if one.resigned else set())
    lost |= {"jacoby"} if one.jacoby else set()
    lost |= {"cube_max"} if one.cube_max else set()
    lost |= {"names"} if one.names and _unfit(one.names, bottom) else set()
    if one.crawford and (one.score.count((one.length or 0) - 1) != 1 or one.length == 1):
        lost |= {"crawford"}
    has_offered = one.offered_by == bottom and (one.cube or 0) > 1
    return lost | ({"owner"} if has_offered and one.owner != bottom else set())


def _unfit(names: tuple[str, ...], bottom: Side) -> bool:
    """Would the names be cut, or taken for none?"""
    cut = any(not name or ":" in name or name != "".join(name.split()) for name in names)
    return cut or (names[bottom], names[1 - bottom]) == ("You", "Opponent")


#: The fields that do not come back from a format, by its name: written from the descriptions of the formats.
CANNOT_HOLD: Mapping[str, Callable[[Snapshot, Side], set[str]]] = MappingProxyType(
    {
        "raceboard": lambda one, bottom: set(),
        "xgid": _by_xgid,
        "gnubg": _by_gnubg,
        "fibs": _by_fibs,
    }
)

# -- Real moments ------------------------------------------------------------------------------------------------------

#: Tables for walks: a ruleset to extend, and what is changed.
TABLES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("money", {"cube": {"jacoby": True, "beaver": True, "raccoon": True, "further_redoubles": 1}}),
    ("money", {"cube": {"automatic_doubles": "opening_tie", "automatic_limit": 2, "beaver": True}}),
    ("money", {"cube": {"max": 8}}),
    ("match", {"match": {"length": 3}}),
    ("usbgf-match", {"match": {"length": 5}}),
    ("match", {"variant": "hypergammon", "match": {"length": 4}}),
    ("money", {"variant": "nackgammon"}),
    ("nardy-online", {}),
    ("fnr2026", {}),
)


def walk(number: int, steps: int) -> Iterator[tuple[Ruleset, Session]]:
    """A session under one of the tables, after each of so many random actions; the same ones for the same number."""
    chance = Stream(seed=number)
    extends, body = TABLES[number % len(TABLES)]
    rules = rules_of(extends, body)
    length = None if rules.context != "match" or rules.number("match.length") else 3
    session = Session.start(rules, length=length, seats=("Anna", "Bob") if number % 2 else ())
    for _ in range(steps):
        dice = (1 + chance.below(6), 1 + chance.below(6))
        actions = possible(session, dice, chance.below(1000))
        if not actions:
            return
        session = session.apply(actions[chance.below(len(actions))])
        yield rules, session
