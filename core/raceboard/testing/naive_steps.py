"""The rules of a single step, one small function each: read `_RULES` and `_fallen` first.

A step is one checker moved by one die. Everything is asked of a `Setting` (what stays as it is during a stage), the
`Moment` before the step and the step itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from attrs import evolve, frozen

from raceboard.hooks import Meeting
from raceboard.move import Step
from raceboard.position import OFF, Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side, others
from raceboard.spec import Limit, Reserve, VariantSpec
from raceboard.testing.naive_formations import standing

__all__ = ["Moment", "Setting", "broken", "may_end", "put", "steps"]


@frozen(cache_hash=True)
class Setting:
    """What stays as it is during a stage. `most`: how many checkers may leave the region of each limit (None: any)."""

    spec: VariantSpec
    side: Side
    start: Position
    stage: Stage
    context: TurnContext
    most: tuple[int | None, ...]

    @property
    def opponents(self) -> tuple[Side, ...]:
        """The other players."""
        return others(self.side, self.spec.players)


@frozen(cache_hash=True)
class Moment:
    """The position, and what the turn remembers, between two steps."""

    position: Position
    context: TurnContext


def broken(setting: Setting, moment: Moment, source: int, die: int) -> frozenset[str]:
    """The ids of the rules that moving a checker of a place with a die breaks, each rule looked at by itself.

    Empty when the step is legal; an action that the landing offers is not chosen.
    """
    counts, pins = moment.position.counts(setting.side), moment.position.pins(setting.side)
    if not counts[source] or not die:
        return frozenset({"dice.zero" if counts[source] else "step.no-checker"})
    step = Step(source, die, target=_target(setting.spec, source, die))
    found = {name for name, rule in _RULES.items() if not rule(setting, moment, step)}
    found |= {"step.pinned"} if counts[source] == pins[source] else set()
    found |= {f"departure.{limit.region}" for limit in _exhausted(setting, moment, step)}
    found |= set(filter(None, [_variant_refuses(setting, moment, step)]))
    if (step.target or OFF) > setting.spec.track.points:  # a die with which a reserve does not come onto the board
        return frozenset(found)
    ways = _ways_to_land(setting, moment, step)
    found |= set() if ways else {"landing.blocked"}
    if step.target is not None and step.target > setting.spec.track.points:  # no point of the path: entry.closed
        return frozenset(found)
    return frozenset(found | {rule for way in ways[:1] for rule in _fallen(setting, _after(setting, moment, way))})


@lru_cache(maxsize=20_000)
def steps(setting: Setting, moment: Moment, die: int) -> tuple[tuple[Step, Moment], ...]:
    """The legal steps of one die, each with the moment after it. Orders of dice often meet, so answers are kept."""
    allowed = [
        step
        for source in _movable(setting, moment.position)
        for step in _ways_to_land(setting, moment, Step(source, die, target=_target(setting.spec, source, die)))
        if die and _is_allowed(setting, moment, step)
    ]
    reached = [(step, _after(setting, moment, step)) for step in allowed]
    return tuple((step, after) for step, after in reached if not _fallen(setting, after))


def _is_allowed(setting: Setting, moment: Moment, step: Step) -> bool:
    """No rule of a step is against it, that of the variant asked last."""
    if not all(rule(setting, moment, step) for rule in _RULES.values()) or _exhausted(setting, moment, step):
        return False
    return _variant_refuses(setting, moment, step) is None


def _movable(setting: Setting, position: Position) -> list[int]:
    """Where a checker stands that is neither off nor pinned."""
    counts, pins = position.counts(setting.side), position.pins(setting.side)
    return [index for index in range(OFF + 1, len(counts)) if counts[index] > pins[index]]


def _reserve(spec: VariantSpec, index: int) -> Reserve | None:
    """The reserve that an index names, if it is none of the points."""
    return spec.entry[index - spec.track.points - 1] if index > spec.track.points else None


def _target(spec: VariantSpec, source: int, die: int) -> int:
    """Where a die takes a checker: so many pips nearer to off. A reserve counts from where the variant says."""
    reserve = _reserve(spec, source)
    start = source if reserve is None else reserve.counts_from or spec.track.points + 1
    return max(start - die, OFF)


# -- What a step does --------------------------------------------------------------------------------------------------


def _after(setting: Setting, moment: Moment, step: Step) -> Moment:
    """The moment after a step: opponents that were met are hit or pinned, those that nobody holds down are free."""
    side, position = setting.side, moment.position
    for other, there, count in _met(setting, position, step):
        if step.hits:
            reserve = position.layout.index(setting.spec.landing.hit_to)
            position = put(put(position, other, there, -count), other, reserve, count)
        else:
            position = put(position, other, there, count, pinned=True)
    position = put(put(position, side, step.source, -1), side, step.target or OFF, 1)
    if not position.counts(side)[step.source]:
        for other, there, _ in _opponents_at(setting, position, step.source):
            position = put(position, other, there, -position.pins(other)[there], pinned=True)
    return Moment(position, _remembered(setting.spec, moment.context, step))


def put(position: Position, side: Side, index: int, more: int, *, pinned: bool = False) -> Position:
    """The position with `more` checkers of a side in one place, or `more` of those there pinned; negative: fewer."""
    row = bytearray(position.pinned if pinned else position.data)
    row[position.layout.slot(side, index)] += more
    return evolve(position, pinned=bytes(row)) if pinned else evolve(position, data=bytes(row))


def _remembered(spec: VariantSpec, context: TurnContext, step: Step) -> TurnContext:
    """The context after a step: one more is taken from each region that it leaves, and where it hit."""
    left = {region.name for region in spec.regions if _leaves(spec, region.name, step)}
    taken = {**dict(context.taken), **{name: context.taken_from(name) + 1 for name in left}}
    hits = (*context.hits, step.target or OFF) if step.hits else context.hits
    return evolve(context, taken=tuple(sorted(taken.items())), hits=hits)


def _leaves(spec: VariantSpec, region: str, step: Step) -> bool:
    inside = spec.region(region).indices
    return step.source in inside and step.target not in inside


# -- Landing (variants.md 1.1; part 2 for pins, safe points and caps) --------------------------------------------------

#: Opponents on a point: who, their own index of it, how many.
_Group: TypeAlias = tuple[Side, int, int]


def _opponents_at(setting: Setting, position: Position, index: int) -> list[_Group]:
    """The opponents on the point that the player calls `index`."""
    places = [(other, setting.spec.track.cross(setting.side, other, index)) for other in setting.opponents]
    groups = [(other, there, position.counts(other)[there]) for other, there in places if there]
    return [group for group in groups if group[2]]


def _met(setting: Setting, position: Position, step: Step) -> list[_Group]:
    """The opponents where a step ends, without those that lie pinned there."""
    groups = _opponents_at(setting, position, step.target or OFF)
    return [(other, there, count) for other, there, count in groups if not position.pins(other)[there]]


def _ways_to_land(setting: Setting, moment: Moment, step: Step) -> list[Step]:
    """The step once for each way to meet the opponents at its end; once when there are none, not if they close it."""
    met = _met(setting, moment.position, step)
    if not met:
        return [step]
    if any(_close(setting, moment.position, step, group) for group in met):
        return []
    ways = [(action, way) for action, way in _meetings(setting, moment, step) if _can_be(way, met)]
    return [evolve(step, action=action, hits=way == "hit") for action, way in ways]


def _close(setting: Setting, position: Position, step: Step, group: _Group) -> bool:
    """`block` checkers of an opponent close a point; one is enough if it pins, in a safe region, or with `forbid`."""
    landing, (_, there, count) = setting.spec.landing, group
    pins_us = position.pins(setting.side)[step.target or OFF] > 0
    is_safe = any(there in setting.spec.region(name).indices for name in landing.safe)
    return count >= landing.block or pins_us or is_safe or landing.contact == "forbid"


def _meetings(setting: Setting, moment: Moment, step: Step) -> tuple[tuple[str, Meeting], ...]:
    """What may become of opponents that do not close the point, as the variant's hook says, or its data."""
    spec, contact = setting.spec, setting.spec.landing.contact
    ask = spec.hooks.resolve_landing
    ways = ask(spec, moment.position, setting.side, step, moment.context) if ask else None
    return ways if ways is not None else () if contact == "forbid" else (("", contact),)


def _can_be(way: Meeting, met: Sequence[_Group]) -> bool:
    """Only a single checker can be pinned."""
    return way == "hit" or all(count == 1 for _, _, count in met)


def _pile_has_room(setting: Setting, moment: Moment, step: Step) -> bool:
    """No point holds more own checkers than its caps allow."""
    spec, landing = setting.spec, setting.spec.landing
    caps = [most for region, most in landing.caps if step.target in spec.region(region).indices]
    caps += [] if landing.max_stack is None else [landing.max_stack]
    target = step.target or OFF
    return not 1 <= target <= setting.spec.track.points or all(
        moment.position.counts(setting.side)[target] < most for most in caps
    )


# -- Entry -------------------------------------------------------------------------------------------------------------


def _reserves_come_first(setting: Setting, moment: Moment, step: Step) -> bool:
    """Nothing else may move before the reserves that come first, one after the other, are as empty as they must be."""
    counts, points = moment.position.counts(setting.side), setting.spec.track.points
    due = (
        index
        for index, reserve in enumerate(setting.spec.entry, points + 1)
        if reserve.first and counts[index] > reserve.waiting
    )
    return next(due, step.source) == step.source


def _reserve_enters(setting: Setting, moment: Moment, step: Step) -> bool:
    """A reserve enters with the dice that it names, and on a point."""
    reserve = _reserve(setting.spec, step.source)
    if reserve is None:
        return True
    return (not reserve.dice or step.die in reserve.dice) and 1 <= (step.target or OFF) <= setting.spec.track.points


# -- Departure (variants.md 1.3; part 2, rows 18 to 20 for gates) ------------------------------------------------------


def _exhausted(setting: Setting, moment: Moment, step: Step) -> list[Limit]:
    """The limits that the step would exceed: so many checkers have left their region in this turn already."""
    return [
        limit
        for most, limit in zip(setting.most, setting.spec.departure.limits, strict=True)
        if most is not None
        and _leaves(setting.spec, limit.region, step)
        and moment.context.taken_from(limit.region) >= most
    ]


def _gates_are_open(setting: Setting, moment: Moment, step: Step) -> bool:
    """Until one checker has come to the target of a gate, no second one leaves its start."""
    counts = moment.position.counts(setting.side)
    return all(
        not _leaves(setting.spec, gate.start, step)
        or any(counts[: gate.target + 1])
        or sum(counts) == sum(counts[index] for index in setting.spec.region(gate.start).indices)
        for gate in setting.spec.departure.gates
    )


# -- Bearing off (variants.md 1.6) -------------------------------------------------------------------------------------


def _all_home(setting: Setting, position: Position) -> bool:
    """Every checker that is not off stands in the home of the bear-off; with `after_entry` none waits in a reserve."""
    counts, rules, points = position.counts(setting.side), setting.spec.bear_off, setting.spec.track.points
    if rules is None:
        return False
    playing = counts[OFF + 1 :] if rules.after_entry else counts[OFF + 1 : points + 1]
    return sum(playing) == sum(counts[index] for index in setting.spec.region(rules.home).indices)


def _something_is_borne_off(setting: Setting, moment: Moment, step: Step) -> bool:
    """The variant has checkers borne off at all."""
    return step.target != OFF or setting.spec.bear_off is not None


def _are_all_home(setting: Setting, moment: Moment, step: Step) -> bool:
    """Nothing is borne off before all are home."""
    return step.target != OFF or _all_home(setting, moment.position)


def _were_all_home(setting: Setting, moment: Moment, step: Step) -> bool:
    """In some games nothing is borne off in the turn in which the last one came home."""
    rules = setting.spec.bear_off
    return step.target != OFF or rules is None or rules.same_turn or _all_home(setting, setting.start)


def _is_exact(setting: Setting, moment: Moment, step: Step) -> bool:
    """Where only the exact number bears off, the die is that."""
    rules = setting.spec.bear_off
    return step.target != OFF or rules is None or rules.overshoot != "exact" or step.die == step.source


def _nobody_is_farther(setting: Setting, moment: Moment, step: Step) -> bool:
    """A die that is too high takes the farthest checker, unless any will do."""
    rules, counts = setting.spec.bear_off, moment.position.counts(setting.side)
    if step.target != OFF or rules is None or rules.overshoot != "farthest" or step.die == step.source:
        return True
    return not any(counts[step.source + 1 : setting.spec.track.points + 1])


def _nobody_lies_pinned(setting: Setting, moment: Moment, step: Step) -> bool:
    """In some games nothing is borne off while an own checker is pinned."""
    rules = setting.spec.bear_off
    return step.target != OFF or rules is None or rules.while_pinned or not any(moment.position.pins(setting.side))


def _may_move_inside(setting: Setting, moment: Moment, step: Step) -> bool:
    """Once all are home checkers still move inside, unless the variant has them borne off only."""
    rules = setting.spec.bear_off
    if rules is None or rules.inner_moves or step.target == OFF or _reserve(setting.spec, step.source):
        return True
    return not _all_home(setting, moment.position)


# -- All rules of a step, the variant's own last -----------------------------------------------------------------------


def _variant_refuses(setting: Setting, moment: Moment, step: Step) -> str | None:
    """What the variant's hook has against the step."""
    ask = setting.spec.hooks.allow_step
    return None if ask is None else ask(setting.spec, moment.position, setting.side, step, moment.context)


_RULES: Mapping[str, Callable[[Setting, Moment, Step], bool]] = MappingProxyType(
    {
        "entry.first": _reserves_come_first,
        "entry.closed": _reserve_enters,
        "landing.full": _pile_has_room,
        "departure.gate": _gates_are_open,
        "bear-off.none": _something_is_borne_off,
        "bear-off.not-home": _are_all_home,
        "bear-off.same-turn": _were_all_home,
        "bear-off.exact": _is_exact,
        "bear-off.farther-checker": _nobody_is_farther,
        "bear-off.inner-moves": _may_move_inside,
        "bear-off.pinned": _nobody_lies_pinned,
    }
)


# -- Positions that may not be -----------------------------------------------------------------------------------------


def _fallen(setting: Setting, after: Moment) -> list[str]:
    """The rules that forbid the position after a step: what the hook names, and formations tested at each step."""
    ask = setting.spec.hooks.allow_position
    named = ask(setting.spec, after.position, setting.side, after.context) if ask else None
    found = standing(setting.spec, after.position, setting.side, "each_step")
    return [named, *found] if named else found


def may_end(setting: Setting, position: Position) -> bool:
    """No forbidden formation that the end of the turn is tested for."""
    return not standing(setting.spec, position, setting.side, "end_of_turn")
