"""From a problem to the generator and back: positions in, plays out, hooks in between.

The generator knows numbers only. Here a position becomes its columns, a node becomes a position or a step, and the
hooks of a variant are given the values that they speak of.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias

from attrs import evolve, frozen

from raceboard import backend, generator
from raceboard.generator import Search
from raceboard.move import Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.restrictions import departures, usual
from raceboard.side import Side, others
from raceboard.spec import Hooks, VariantSpec
from raceboard.tables import Tables, tables

__all__ = [
    "DESKS",
    "STEP",
    "Answer",
    "Desk",
    "Found",
    "Problem",
    "context_in",
    "desk_for",
    "most_of",
    "opened",
    "position_in",
    "run",
    "searched",
    "step_to",
]

#: The steps to each result as `Search.packed` has them, and the names of the actions that they speak of.
Found: TypeAlias = tuple[bytes, list[str]]

#: How many results there are, 0 for the empty one only; the search that has them as long as nobody asks it again, and
#: how often it had been asked; the results themselves where they are known already.
Answer: TypeAlias = "tuple[int, Search | None, int, Found | None]"


@frozen
class Problem:
    """A position with the dice of a stage to play."""

    spec: VariantSpec
    position: Position
    side: Side
    stage: Stage
    context: TurnContext


#: More checkers than any limit allows to be taken; with those of a stage they still fit into eight bits.
_MANY = 200

#: A turn that no player comes to.
_NEVER = sys.maxsize

#: The desks of so many specs are kept for the next call.
_KEPT = 64

#: The bytes of one step in what a search gives.
STEP = 3

#: The desks that are kept, by the identity of the spec, then the player; see `desk_for`.
DESKS: dict[int, dict[Side, Desk]] = {}
_POOLS: dict[Tables, list[Search]] = {}


class Desk:
    """What the search needs of a spec and a player, prepared once, and searches that nobody uses just now."""

    def __init__(self, spec: VariantSpec, side: Side) -> None:
        """Prepare a spec for a player."""
        self.spec = spec
        self.side = spec.layout.seat(side)
        self.layout = spec.layout
        self.rules = tables(spec, side)
        self.ground = backend.ground_class(self.rules)(self.rules)
        self.stages: dict[tuple[int, ...], Stage] = {}
        self.is_compiled = backend.search_class(self.rules) is not generator.Search
        self._free = _POOLS.setdefault(self.rules, [])
        self._usual = usual(spec)
        releases = [limit.release for limit in spec.departure.limits if limit.release]
        self.filter_plays = spec.hooks.filter_plays
        self._tracing = not spec.obligation.max_dice
        self._is_plain = spec.hooks == Hooks() and not self._tracing
        # The own turn from which on the usual limits hold, whatever the position is.
        is_usual_later = self._is_plain and all(release.turns == "first" for release in releases)
        self._usual_from = (2 if releases else 0) if is_usual_later else _NEVER

    def lend(self) -> Search:
        """A search for one caller at a time: a hook may ask for plays while a search is under way."""
        try:
            return self._free.pop()
        except IndexError:
            return backend.search_class(self.rules)(self.rules)

    def take_back(self, search: Search) -> None:
        """Keep a search for the next caller."""
        self._free.append(search)

    def ask(self, position: Position, stage: Stage, context: TurnContext) -> Answer:
        """How many results a stage has; `read` tells them."""
        is_usual = context.own_turn >= self._usual_from and not context.taken and not position.pinned
        if not is_usual and not self._is_plain:
            return self._asking(position, stage, context)
        try:
            search = self._free.pop()  # as `lend` does; a call less can be measured here
        except IndexError:
            search = self.lend()
        try:
            if is_usual:
                number = search.ask(position.data, self.side, stage.dice, self._usual, 0, 0)
            else:
                number = self._search(search, position, stage, context)
            return number, search, search.asked, None
        except OverflowError:
            return self._asking(position, stage, context)
        finally:
            self._free.append(search)

    def read(self, position: Position, stage: Stage, context: TurnContext, answer: Answer) -> Found:
        """The results of a stage, in canonical order."""
        search = self.lend()
        try:
            if search is not answer[1] or search.asked != answer[2] or not search.in_order:
                problem = Problem(self.spec, position, self.side, stage, context)
                run(search, problem, most_of(problem), tracing=False)
            steps = search.packed()
            return (steps if search.sorts else self._sorted(position, steps, len(stage.dice))), search.actions
        finally:
            self.take_back(search)

    def picked(self, search: Search, data: bytes, number: int, asked: int) -> bytes | None:
        """As `Search.picked` of the source; None, too, where another thread is in the middle of the search."""
        lent = self.lend()
        try:
            return lent.picked(data, number, asked) if lent is search else None
        finally:
            self._free.append(lent)

    def _search(self, search: Search, position: Position, stage: Stage, context: TurnContext) -> int:
        """Let a search find the results; give how many there are, 0 for the empty one only."""
        most = most_of(Problem(self.spec, position, self.side, stage, context))
        stuck, taken = _stuck(position, self.side), _taken(self.spec, context)
        return search.ask(position.data, self.side, stage.dice, most, stuck, taken)

    def _asking(self, position: Position, stage: Stage, context: TurnContext) -> Answer:
        """The same where hooks are asked, all steps are needed, or the compiled search is too small."""
        problem = Problem(self.spec, position, self.side, stage, context)
        dice = len(stage.dice)
        with searched(problem, tracing=self._tracing) as search:
            steps = search.packed()
            found = (steps if search.sorts else self._sorted(position, steps, dice)), search.actions
        return (len(steps) // (STEP * dice) if any(steps) else 0), None, 0, found

    def _sorted(self, position: Position, steps: bytes, dice: int) -> bytes:
        """The results in the order of their bytes, where the search does not sort them."""
        if not dice:
            return steps
        width = STEP * dice

        def after(way: bytes) -> bytes:
            return self.ground.after(position.data, self.side, way, 0, width)

        each = [steps[at : at + width] for at in range(0, len(steps), width)]
        each.sort(key=after)
        return b"".join(each)

    def result(self, position: Position, steps: bytes, at: int, dice: int) -> Position:
        """The position after the steps of one result, which begin at a place of what the search has packed."""
        data = self.ground.after(position.data, self.side, steps, at, at + STEP * dice)
        pinned = _pinned(self, position, data) if position.pinned else b""
        return backend.new_position(position.layout, data, pinned, position.removed)

    def steps(self, found: Found, at: int, dice: int) -> tuple[Step, ...]:
        """The steps of one result, told in full."""
        packed, actions = found
        origin = self.rules.origin
        told = []
        for byte in range(at, at + STEP * dice, STEP):
            source, die, flags = packed[byte : byte + STEP]
            if source:
                told.append(_step(source, die, actions[flags >> 1], max(origin[source] - die, 0), bool(flags & 1)))
        return tuple(told)


def desk_for(spec: VariantSpec, side: Side) -> Desk:
    """The desk of a spec and a player; raises ValueError for a side that the game has not."""
    desk = DESKS.get(id(spec), {}).get(side)
    if desk is None or desk.spec is not spec:
        desk = Desk(spec, side)
        if id(spec) not in DESKS and len(DESKS) >= _KEPT:
            DESKS.clear()
            _POOLS.clear()
        DESKS.setdefault(id(spec), {})[side] = desk
    return desk


@contextmanager
def searched(problem: Problem, *, tracing: bool = False) -> Iterator[Search]:
    """A search that has found the results of a problem; `tracing` records every step."""
    desk = desk_for(problem.spec, problem.side)
    most = most_of(problem)
    search = lent = desk.lend()
    try:
        try:
            run(search, problem, most, tracing=tracing)
        except OverflowError:  # the compiled search has room for so much only
            search = generator.Search(desk.rules)
            run(search, problem, most, tracing=tracing)
        yield search
    finally:
        lent.tracing = False
        lent.connect(None, None, None, None)
        desk.take_back(lent)


def run(search: Search, problem: Problem, most: tuple[int, ...], *, tracing: bool) -> None:
    """Let a search find the results of a problem.

    Raises OverflowError when they are more than a compiled search has room for.
    """
    search.tracing = tracing
    _begin(search, problem, most)
    search.search()


def opened(problem: Problem, rules: Tables, most: tuple[int, ...] | None = None) -> Search:
    """A search of its own before the first die, by other tables than those of the spec, for who asks what forbids.

    `most`: how many checkers may leave each watched region (default: as the rules of the problem say). It is asked a
    few steps only, so that it is not compiled.
    """
    search = generator.Search(rules)
    search.tracing = True
    _begin(search, problem, most_of(problem) if most is None else most)
    return search


def most_of(problem: Problem) -> tuple[int, ...]:
    """How many checkers may leave each watched region while the stage of a problem is played."""

    def trial(most: tuple[int, ...], *, clear_field: str | None = None, alone: str | None = None) -> int:
        search = generator.Search(tables(problem.spec, problem.side))
        search.tracing = alone is not None or not problem.spec.obligation.max_dice
        _begin(search, problem, most, clear_field=clear_field)
        search.search()
        if alone is not None:
            return search.alone(problem.spec.region(alone).indices)
        return max(len(search.path(node)) for node in search.found)

    return departures(problem.spec, problem.stage, problem.context, trial)


def _begin(search: Search, problem: Problem, most: tuple[int, ...], *, clear_field: str | None = None) -> None:
    """Give a search the stage of a problem; `clear_field`: without opponents outside that region of theirs."""
    spec, position, side = problem.spec, problem.position, problem.side
    data = position.data
    if clear_field:
        inside, size = spec.region(clear_field).indices, position.layout.size
        data = bytes(
            count if at // size == side or at % size in inside else 0 for at, count in enumerate(position.data)
        )
    _connect(search, problem)
    search.begin(data, side, problem.stage.dice, most, _stuck(position, side), _taken(spec, problem.context))


def _stuck(position: Position, side: Side) -> int:
    """The mask of the own pinned checkers, whatever the spec says: reasons ask without the hooks that pin."""
    if not position.pinned:
        return 0
    return sum(1 << index for index, pinned in enumerate(position.pins(side)) if pinned)


def _taken(spec: VariantSpec, context: TurnContext) -> int:
    """What earlier stages of the turn took from the watched regions, eight bits a region."""
    return sum(min(context.taken_from(region), _MANY) << 8 * place for place, region in enumerate(spec.watched))


def _connect(search: Search, problem: Problem) -> None:
    """Let the search ask the hooks that the variant has."""
    spec, side = problem.spec, problem.side
    hooks = spec.hooks
    if hooks == Hooks():
        return
    origin = tables(spec, side).origin

    def told(search: Search, node: int) -> tuple[Position, TurnContext]:
        return position_in(search, node, problem), context_in(search, node, problem)

    @lru_cache(maxsize=1)
    def before_step(search: Search, node: int) -> tuple[Position, TurnContext]:
        """The same, kept for the other steps that leave the node."""
        return told(search, node)

    def allows_step(search: Search, node: int, source: int, die: int, action: str, hit: int) -> bool:
        step = _step(source, die, action, max(origin[source] - die, 0), bool(hit))
        before, context = before_step(search, node)
        return hooks.allow_step is None or hooks.allow_step(spec, before, side, step, context) is None

    def meetings(search: Search, node: int, source: int, die: int) -> list[tuple[str, bool]] | None:
        step = _step(source, die, "", max(origin[source] - die, 0), False)
        before, context = before_step(search, node)
        ways = hooks.resolve_landing(spec, before, side, step, context) if hooks.resolve_landing else None
        return None if ways is None else [(action, meeting == "hit") for action, meeting in ways]

    def allows_position(search: Search, node: int) -> bool:
        after, context = told(search, node)
        return hooks.allow_position is None or hooks.allow_position(spec, after, side, context) is None

    def ends(search: Search, node: int) -> bool:
        after, context = told(search, node)
        return hooks.judge is not None and hooks.judge(spec, after, side, context) is not None

    search.connect(
        allows_step if hooks.allow_step else None,
        meetings if hooks.resolve_landing else None,
        allows_position if hooks.allow_position else None,
        ends if hooks.judge else None,
    )


def step_to(search: Search, node: int) -> Step:
    """The step that leads to a node, told in full."""
    _, source, die, action, hit = search.step(node)
    return _step(source, die, action, max(search.rules.origin[source] - die, 0), hit)


#: Steps are values and few: each is made once.
_step = lru_cache(maxsize=None)(Step)


def context_in(search: Search, node: int, problem: Problem) -> TurnContext:
    """The turn context in a node of the search."""
    hits, taken = search.told(node)
    context = problem.context
    counted = ((region, taken >> 8 * place & 255) for place, region in enumerate(problem.spec.watched)) if taken else ()
    left = tuple(item for item in counted if item[1])
    if not hits and left == context.taken:
        return context
    hit = (index for index in range(search.points, 0, -1) if hits >> index & 1)
    return evolve(context, taken=left, hits=(*context.hits, *hit))


def position_in(search: Search, node: int, problem: Problem) -> Position:
    """The position in a node: own counts, and opponents less those that were hit."""
    position, side = problem.position, problem.side
    after = search.reached(position.data, node)
    pinned = _pinned(desk_for(problem.spec, side), position, after) if position.pinned else b""
    return backend.new_position(position.layout, after, pinned, position.removed)


def _pinned(desk: Desk, position: Position, after: bytes) -> bytes:
    """Which checkers are pinned after some steps: my own as before, an opponent's where I stand and have not hit it."""
    side, size = desk.side, desk.layout.size
    rows = [bytes(size)] * desk.layout.players
    rows[side] = mine = bytes(position.pins(side))
    over = [index for index, count in enumerate(after[side * size : (side + 1) * size]) if count and not mine[index]]
    for place, rival in enumerate(others(side, desk.layout.players)):
        crossing, theirs, row = desk.rules.crossing[place], after[rival * size : (rival + 1) * size], bytearray(size)
        for index in over:
            there = crossing[index]
            if there:
                row[there] = theirs[there]
        rows[rival] = bytes(row)
    return b"".join(rows)
