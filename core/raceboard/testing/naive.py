"""The naive enumerator: what the rules mean, rule by rule. It is slow, and shares no code with the generator.

A step is one checker moved by one die. The search knows only this: from each moment of a stage, every die that is left
moves every checker that all of `_RULES` let go, and what is found counts as `_obliged` says. Read `_RULES` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from attrs import evolve, frozen

from raceboard.finish import has_finished
from raceboard.hooks import Meeting
from raceboard.move import Play, Step
from raceboard.position import OFF, Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side, others
from raceboard.spec import Limit, Release, Reserve, Run, VariantSpec

__all__ = ["naive_plays", "naive_results"]


def naive_results(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> frozenset[Position]:
    """The positions that the legal plays of a stage lead to; the position itself when nothing can be played.

    >>> from raceboard.dice import Roll
    >>> from raceboard.spec import Landing
    >>> from raceboard.track import Track
    >>> spec = VariantSpec("tiny", Track.contrary(6), {6: 2}, landing=Landing(contact="forbid"), bear_off=None)
    >>> [result.text() for result in naive_results(spec, spec.start, 0, Stage(0, (3, 1), Roll(3, 1)))]
    ['6:1 2:1 / 6:2']
    """
    return frozenset(play.result for play in naive_plays(spec, position, side, stage, context))


def naive_plays(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> tuple[Play, ...]:
    """Every legal way to play a stage: one `Play` for each order of steps, so that several may have one result.

    They are sorted by the bytes of the result, then higher sources and higher dice first.
    """
    usual = _Table(spec, side, position, stage, context, tuple(limit.most for limit in spec.departure.limits))
    table = evolve(usual, most=tuple(_most(usual, place) for place in range(len(usual.most))))
    found = list(_lines(table, _Moment(position, context), stage.dice))
    legal = _filtered(table, _obliged(table, found))
    return tuple(line.play for line in sorted({*legal, *_early_wins(table, found, legal)}, key=_Line.order))


# -- What the search walks over ----------------------------------------------------------------------------------------


@frozen(cache_hash=True)
class _Table:
    """What stays as it is during a stage; `most` is how many checkers may leave the region of each limit (None: any)."""

    spec: VariantSpec
    side: Side
    start: Position
    stage: Stage
    context: TurnContext
    most: tuple[int | None, ...]

    @property
    def opponents(self) -> tuple[Side, ...]:
        return others(self.side, self.spec.players)


@frozen(cache_hash=True)
class _Moment:
    """The position, and what the turn remembers, between two steps."""

    position: Position
    context: TurnContext


@frozen
class _Line:
    """Steps in the order in which they are played, and the moment after them."""

    steps: tuple[Step, ...]
    end: _Moment

    @property
    def play(self) -> Play:
        return Play(self.end.position, self.steps)

    def order(self) -> tuple[bytes, list[tuple[int, int, str]]]:
        """Canonical order (DECISIONS 9): by the result, then higher sources, then higher dice first."""
        result = self.end.position
        return result.data + result.pinned, [(-step.source, -step.die, step.action) for step in self.steps]


def _lines(table: _Table, moment: _Moment, dice: tuple[int, ...]) -> Iterator[_Line]:
    """Every sequence of legal steps with some of the dice, in any order of them; the empty one too."""
    yield _Line((), moment)
    if _is_over(table, moment):
        return
    for die in sorted({*dice}):
        left = list(dice)
        left.remove(die)
        for step, after in _steps(table, moment, die):
            for rest in _lines(table, after, tuple(left)):
                yield _Line((step, *rest.steps), rest.end)


def _is_over(table: _Table, moment: _Moment) -> bool:
    """A finished position ends the sequence (DECISIONS 18): the player is at the goal, or the variant's judge says so."""
    spec, side = table.spec, table.side
    judged = spec.hooks.judge and spec.hooks.judge(spec, moment.position, side, moment.context)
    return has_finished(spec, moment.position, side) or judged is not None


# -- The obligation to play (DECISIONS 5 and 6, variants.md 1.5) -------------------------------------------------------


def _obliged(table: _Table, found: Sequence[_Line]) -> list[_Line]:
    """Of all sequences those that are plays: what may not end is dropped, of the rest the player owes the most."""
    rules = table.spec.obligation
    ends = [line for line in found if _may_end(table, line.end.position)]
    plays = _with_most_dice(ends) if rules.max_dice else _that_cannot_go_on(ends)
    if rules.higher_die and len({*table.stage.dice}) > 1 and all(len(line.steps) == 1 for line in plays):
        plays = _with_higher_die(plays)
    return plays or [line for line in found if not line.steps]


def _with_most_dice(lines: Sequence[_Line]) -> list[_Line]:
    most = max((len(line.steps) for line in lines), default=0)
    return [line for line in lines if len(line.steps) == most]


def _that_cannot_go_on(lines: Sequence[_Line]) -> list[_Line]:
    """Those that no die, or several, can extend to one that may end."""
    begun = {line.steps[:length] for line in lines for length in range(len(line.steps))}
    return [line for line in lines if line.steps not in begun]


def _with_higher_die(lines: Sequence[_Line]) -> list[_Line]:
    higher = max((line.steps[0].die for line in lines), default=0)
    return [line for line in lines if line.steps[0].die == higher]


def _filtered(table: _Table, lines: Sequence[_Line]) -> list[_Line]:
    """What the variant's own filter leaves of the plays; when that is nothing, the empty play."""
    ask = table.spec.hooks.filter_plays
    shown: dict[Position, Play] = {}
    for line in sorted(lines, key=_Line.order):
        shown.setdefault(line.end.position, line.play)
    left = ask(table.spec, table.start, table.side, list(shown.values()), table.context) if ask else None
    if left is None:
        return list(lines)
    results = {play.result for play in left}
    return [line for line in lines if line.end.position in results] or [_Line((), _Moment(table.start, table.context))]


def _early_wins(table: _Table, found: Sequence[_Line], legal: Sequence[_Line]) -> list[_Line]:
    """A win ends the turn (DECISIONS 6): shorter ways to results that are legal anyway, never another result."""
    results = {line.end.position for line in legal}
    return [line for line in found if line.end.position in results and _is_over(table, line.end)]


# -- A step ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _steps(table: _Table, moment: _Moment, die: int) -> tuple[tuple[Step, _Moment], ...]:
    """The legal steps of one die, each with the moment after it. Orders of dice often meet, so answers are kept."""
    tried = [
        (step, _moved(table, moment, step))
        for source in _movable(table, moment.position)
        for step in _ways_to_land(table, moment, Step(source, die, target=_target(table.spec, source, die)))
        if all(rule(table, moment, step) for rule in _RULES)
    ]
    return tuple((step, after) for step, after in tried if _may_stand(table, after))


def _movable(table: _Table, position: Position) -> list[int]:
    """Where a checker stands that is neither off nor pinned."""
    counts, pins = position.counts(table.side), position.pins(table.side)
    return [index for index in range(1, len(counts)) if counts[index] > pins[index]]


def _reserve(spec: VariantSpec, index: int) -> Reserve | None:
    """The reserve that an index names, if it is none of the points."""
    return spec.entry[index - spec.track.points - 1] if index > spec.track.points else None


def _target(spec: VariantSpec, source: int, die: int) -> int:
    """Where a die takes a checker: so many pips nearer to off. Reserves count from where the variant says."""
    reserve = _reserve(spec, source)
    start = source if reserve is None else reserve.counts_from or spec.track.points + 1
    return max(start - die, OFF)


def _moved(table: _Table, moment: _Moment, step: Step) -> _Moment:
    """The moment after a step: opponents that were met are hit or pinned, those that are left alone are free again."""
    side, position = table.side, moment.position
    assert step.target is not None
    for other, there, count in _met(table, position, step.target):
        if step.hits:
            reserve = position.layout.index(table.spec.landing.hit_to)
            position = _put(_put(position, other, there, -count), other, reserve, count)
        else:
            position = _put(position, other, there, count, pinned=True)
    position = _put(_put(position, side, step.source, -1), side, step.target, 1)
    if not position.counts(side)[step.source]:
        for other, there, _ in _opponents_at(table, position, step.source):
            position = _put(position, other, there, -position.pins(other)[there], pinned=True)
    return _Moment(position, _remembered(table.spec, moment.context, step))


def _put(position: Position, side: Side, index: int, more: int, *, pinned: bool = False) -> Position:
    """The position with so many more checkers (or pins) of a side in one place."""
    row = bytearray(position.pinned if pinned else position.data)
    row[position.layout.slot(side, index)] += more
    return evolve(position, pinned=bytes(row)) if pinned else evolve(position, data=bytes(row))


def _remembered(spec: VariantSpec, context: TurnContext, step: Step) -> TurnContext:
    """The context after a step: one more taken from each region that it leaves, and where it hit."""
    left = {region.name for region in spec.regions if _leaves(spec, region.name, step)}
    taken = {**dict(context.taken), **{name: context.taken_from(name) + 1 for name in left}}
    hits = (*context.hits, step.target or OFF) if step.hits else context.hits
    return evolve(context, taken=tuple(sorted(taken.items())), hits=hits)


def _leaves(spec: VariantSpec, region: str, step: Step) -> bool:
    inside = spec.region(region).indices
    return step.source in inside and step.target not in inside


# -- Landing (variants.md 1.1; part 2 for pins, safe points and caps) --------------------------------------------------


def _opponents_at(table: _Table, position: Position, index: int) -> list[tuple[Side, int, int]]:
    """The opponents on a point that the player calls `index`: who, their own index, how many."""
    places = [(other, table.spec.track.cross(table.side, other, index)) for other in table.opponents]
    return [
        (other, there, position.counts(other)[there]) for other, there in places if there and position.counts(other)[there]
    ]


def _met(table: _Table, position: Position, index: int) -> list[tuple[Side, int, int]]:
    """The opponents on a point, without those that lie pinned there."""
    return [
        (other, there, count)
        for other, there, count in _opponents_at(table, position, index)
        if not position.pins(other)[there]
    ]


def _ways_to_land(table: _Table, moment: _Moment, step: Step) -> list[Step]:
    """The step as often as there are ways to meet the opponents at its end: once when there are none to meet."""
    assert step.target is not None
    met = _met(table, moment.position, step.target)
    if not met:
        return [step]
    if any(_closes(table, moment.position, step.target, count) for _, _, count in met):
        return []
    ways = [(action, way) for action, way in _meetings(table, moment, step) if _can_be(table, step, way, met)]
    return [evolve(step, action=action, hits=way == "hit") for action, way in ways]


def _closes(table: _Table, position: Position, target: int, count: int) -> bool:
    """So many checkers of one opponent close a point: `block` of them, or one that pins; `forbid`: every one."""
    landing = table.spec.landing
    return landing.contact == "forbid" or count >= landing.block or position.pins(table.side)[target] > 0


def _meetings(table: _Table, moment: _Moment, step: Step) -> tuple[tuple[str, Meeting], ...]:
    """What becomes of opponents that do not close the point, as the variant's hook says, or its data."""
    spec = table.spec
    ask = spec.hooks.resolve_landing
    ways = ask(spec, moment.position, table.side, step, moment.context) if ask else None
    if ways is not None:
        return ways
    return () if spec.landing.contact == "forbid" else (("", spec.landing.contact),)


def _can_be(table: _Table, step: Step, way: Meeting, met: Sequence[tuple[Side, int, int]]) -> bool:
    """Nothing is hit in a safe region; only a single checker can be pinned."""
    if way == "pin":
        return all(count == 1 for _, _, count in met)
    return not any(there in table.spec.region(name).indices for name in table.spec.landing.safe for _, there, _ in met)


def _pile_has_room(table: _Table, moment: _Moment, step: Step) -> bool:
    """No point holds more own checkers than its caps allow."""
    spec, landing = table.spec, table.spec.landing
    caps = [most for region, most in landing.caps if step.target in spec.region(region).indices]
    caps += [] if landing.max_stack is None else [landing.max_stack]
    return step.target == OFF or all(moment.position.counts(table.side)[step.target or OFF] < most for most in caps)


# -- Entry -------------------------------------------------------------------------------------------------------------


def _reserves_come_first(table: _Table, moment: _Moment, step: Step) -> bool:
    """Nothing else may move before a reserve that comes first is empty."""
    counts = moment.position.counts(table.side)
    layout = moment.position.layout
    waiting = [index for r in table.spec.entry if r.first and counts[index := layout.index(r.name)]]
    return not waiting or step.source in waiting


def _reserve_enters(table: _Table, moment: _Moment, step: Step) -> bool:
    """A reserve enters with the dice that it names, and on a point."""
    reserve = _reserve(table.spec, step.source)
    if reserve is None:
        return True
    return (not reserve.dice or step.die in reserve.dice) and 1 <= (step.target or OFF) <= table.spec.track.points


# -- Departure (variants.md 1.3; gates: part 2, rows 18 to 20) ---------------------------------------------------------


def _limits_are_kept(table: _Table, moment: _Moment, step: Step) -> bool:
    """No more checkers leave a region in a turn than its limit says: one the head, but for the exceptions."""
    return all(
        most is None or not _leaves(table.spec, limit.region, step) or moment.context.taken_from(limit.region) < most
        for limit, most in zip(table.spec.departure.limits, table.most, strict=True)
    )


def _gates_are_open(table: _Table, moment: _Moment, step: Step) -> bool:
    """Until one checker has come to the target of a gate, no second one leaves its start."""
    counts = moment.position.counts(table.side)
    return all(
        not _leaves(table.spec, gate.start, step)
        or any(counts[: gate.target + 1])
        or sum(counts) == sum(counts[index] for index in table.spec.region(gate.start).indices)
        for gate in table.spec.departure.gates
    )


# -- Bearing off (variants.md 1.6) -------------------------------------------------------------------------------------


def _all_home(spec: VariantSpec, position: Position, side: Side) -> bool:
    """Every checker that is not off stands in the home of the bear-off; one in a reserve does not."""
    counts = position.counts(side)
    home = spec.region(spec.bear_off.home).indices if spec.bear_off else ()
    return sum(counts[1:]) == sum(counts[index] for index in home)


def _may_be_borne_off(table: _Table, moment: _Moment, step: Step) -> bool:
    """All are home, and the die is exact, or too high for the farthest checker (or as the variant has it)."""
    rules, counts = table.spec.bear_off, moment.position.counts(table.side)
    if step.target != OFF:
        return True
    if rules is None or not _all_home(table.spec, moment.position, table.side):
        return False
    if not rules.same_turn and not _all_home(table.spec, table.start, table.side):
        return False
    is_farthest = not any(counts[step.source + 1 :])
    return step.die == step.source or rules.overshoot == "any" or (rules.overshoot == "farthest" and is_farthest)


def _may_move_inside(table: _Table, moment: _Moment, step: Step) -> bool:
    """Once all are home checkers move inside, unless the variant has them borne off only."""
    rules = table.spec.bear_off
    if rules is None or rules.inner_moves or step.target == OFF:
        return True
    return not _all_home(table.spec, moment.position, table.side)


# -- Formation (variants.md 1.4; DECISIONS 7) --------------------------------------------------------------------------


def _may_stand(table: _Table, after: _Moment) -> bool:
    """No forbidden run that is looked for after each step, and the variant's hook has nothing against the position."""
    ask = table.spec.hooks.allow_position
    refused = ask(table.spec, after.position, table.side, after.context) if ask else None
    return refused is None and not any(
        run.check == "each_step" and _is_walled(table, after.position, run) for run in table.spec.formation
    )


def _may_end(table: _Table, position: Position) -> bool:
    """No forbidden run that is looked for at the end of the turn."""
    return not any(run.check == "end_of_turn" and _is_walled(table, position, run) for run in table.spec.formation)


def _is_walled(table: _Table, position: Position, run: Run) -> bool:
    """Do own checkers hold a whole row of points, as long as the run or longer, that nothing permits?"""
    rows = [row for row in _rows(table, position, run) if len(row) >= run.length]
    return any(not _is_permitted(table, position, run, row) for row in rows)


def _rows(table: _Table, position: Position, run: Run) -> Iterator[list[int]]:
    """The longest rows of held points, in own indices: neighbours on the path of an opponent, or on the own."""
    counts, points = position.counts(table.side), table.spec.track.points
    for route in [table.side] if run.contiguity == "owner_route" else table.opponents:
        row: list[int] = []
        for index in range(1, points + 1):
            own = table.spec.track.cross(route, table.side, index)
            if own and counts[own]:
                row.append(own)
            else:
                yield row
                row = []
        yield row


def _is_permitted(table: _Table, position: Position, run: Run, row: Sequence[int]) -> bool:
    """`opponent_past`: one has fewer pips to go than each point of the row; `opponent_home`; `never`; `always`."""
    if run.permit in ("never", "always"):
        return run.permit == "always"
    return any(
        index in _beyond(table, run, row, other)
        for other in table.opponents
        for index, count in enumerate(position.counts(other))
        if count
    )


def _beyond(table: _Table, run: Run, row: Sequence[int], other: Side) -> set[int]:
    """The indices of an opponent from where the row holds nobody up: past it or home, and off where that counts."""
    off = {OFF} if run.borne_off_counts else set[int]()
    if run.permit == "opponent_home":
        return off | {*table.spec.region(run.home).indices}
    crossed = [there for index in row if (there := table.spec.track.cross(table.side, other, index))]
    return off | set(range(1, min(crossed, default=1)))


# -- The hook, and all rules of a step ---------------------------------------------------------------------------------


def _variant_allows(table: _Table, moment: _Moment, step: Step) -> bool:
    """The variant's hook has nothing against the step."""
    ask = table.spec.hooks.allow_step
    return ask is None or ask(table.spec, moment.position, table.side, step, moment.context) is None


_RULES: tuple[Callable[[_Table, _Moment, Step], bool], ...] = (
    _reserves_come_first,
    _reserve_enters,
    _pile_has_room,
    _limits_are_kept,
    _gates_are_open,
    _may_be_borne_off,
    _may_move_inside,
    _variant_allows,
)


# -- Releases: the first-turn exception of the head rule (variants.md 1.3; DECISIONS 10) -------------------------------


def _most(usual: _Table, place: int) -> int | None:
    """How many checkers may leave the region of a limit in this turn, decided once before anything is played."""
    limit = usual.spec.departure.limits[place]
    release = limit.release
    if limit.most is None or release is None or not _is_due(usual, release):
        return limit.most
    released = evolve(usual, most=(*usual.most[:place], release.limit, *usual.most[place + 1 :]))
    if release.condition == "only_if_single_stuck" and _one_checker_plays_all(usual, limit):
        return limit.most
    if release.condition == "void_if_field_blocks" and _field_blocks(released, limit):
        return limit.most
    return release.limit


def _is_due(usual: _Table, release: Release) -> bool:
    """The right player, turn and roll: a double of the list, any double, or a roll that cannot be played in full."""
    roll, context = usual.stage.roll, usual.context
    if release.who != "each" and (release.who == "starter") != context.starter:
        return False
    if release.turns == "first" and not context.is_first:
        return False
    if release.rolls == "blocked_roll":
        return not _plays_all(usual, usual.start)
    return roll.is_double and (release.rolls == "any" or roll.dice[0] in release.rolls)


def _whole_lines(table: _Table, start: Position) -> list[_Line]:
    """The sequences that use every die of the stage and may end so."""
    found = _lines(table, _Moment(start, table.context), table.stage.dice)
    return [line for line in found if len(line.steps) == len(table.stage.dice) and _may_end(table, line.end.position)]


def _plays_all(table: _Table, start: Position) -> bool:
    return bool(_whole_lines(table, start))


def _one_checker_plays_all(usual: _Table, limit: Limit) -> bool:
    """Can one checker of the region play the whole roll alone?"""
    inside = usual.spec.region(limit.region).indices
    return any(
        line.steps[0].source in inside and all(step.target == then.source for step, then in pairwise(line.steps))
        for line in _whole_lines(usual, usual.start)
    )


def _field_blocks(released: _Table, limit: Limit) -> bool:
    """Is the roll blocked, and would it not be without the opponents that have left the region themselves?"""
    inside = released.spec.region(limit.region).indices
    cleared = released.start
    for other in released.opponents:
        for index in range(1, released.spec.track.points + 1):
            if index not in inside:
                cleared = _put(cleared, other, index, -cleared.counts(other)[index])
    return not _plays_all(released, released.start) and _plays_all(released, cleared)
