"""From a problem to the generator and back: positions in, plays out, hooks in between.

The generator knows numbers only. Here a position becomes its columns, a node becomes a position or a step, and the
hooks of a variant are given the values that they speak of.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve, frozen

from raceboard.generator import Search
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.restrictions import departures
from raceboard.side import Side, others
from raceboard.spec import VariantSpec
from raceboard.tables import Tables, tables

__all__ = ["Problem", "Workspace", "context_in", "opened", "position_in", "search_for", "solve", "step_to"]


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

#: Searches of so many specs and sides are kept for the next call.
_KEPT = 512

_WORKSPACES: dict[tuple[VariantSpec, Side], list[Search]] = {}


class Workspace:
    """Lends a search to one caller at a time: a hook may ask for plays while a search is under way."""

    def __init__(self, spec: VariantSpec, side: Side) -> None:
        """Find the searches that are free for a spec and a player."""
        self._key = spec, side
        if len(_WORKSPACES) >= _KEPT:
            _WORKSPACES.clear()
        self._free = _WORKSPACES.setdefault(self._key, [])

    def __enter__(self) -> Search:
        """Take a free search, or make one."""
        try:
            self._search = self._free.pop()
        except IndexError:
            self._search = Search(tables(*self._key))
        return self._search

    def __exit__(self, *_: object) -> None:
        """Give the search back."""
        self._free.append(self._search)


def _load(search: Search, problem: Problem, *, clear_field: str | None = None) -> None:
    spec, position, side = problem.spec, problem.position, problem.side
    rivals = [list(position.counts(other)) for other in others(side, spec.players)]
    if clear_field:
        region = spec.region(clear_field).indices
        rivals = [[count if index in region else 0 for index, count in enumerate(row)] for row in rivals]
    stuck = sum(1 << index for index, pinned in enumerate(position.pins(side)) if pinned)
    taken = sum(
        min(problem.context.taken_from(region), _MANY) << 8 * place for place, region in enumerate(spec.watched)
    )
    _connect(search, problem)
    search.load(list(position.counts(side)), rivals, stuck, taken)


def _connect(search: Search, problem: Problem) -> None:
    """Let the search ask the hooks that the variant has."""
    spec, side = problem.spec, problem.side
    hooks = spec.hooks

    def told(node: int) -> tuple[Position, TurnContext]:
        return position_in(search, node, problem), context_in(search, node, problem)

    def allows_step(search: Search, node: int, source: int, die: int, action: str, hit: int) -> bool:
        target = max(search.rules.origin[source] - die, 0)
        step = Step(source, die, action, target, bool(hit))
        before, context = told(node)
        return hooks.allow_step is None or hooks.allow_step(spec, before, side, step, context) is None

    def meetings(search: Search, node: int, source: int, place: int) -> list[tuple[str, bool]] | None:
        die = search.numbers[place]
        step = Step(source, die, target=max(search.rules.origin[source] - die, 0))
        before, context = told(node)
        ways = hooks.resolve_landing(spec, before, side, step, context) if hooks.resolve_landing else None
        return None if ways is None else [(action, meeting == "hit") for action, meeting in ways]

    def allows_position(search: Search, node: int) -> bool:
        after, context = told(node)
        return hooks.allow_position is None or hooks.allow_position(spec, after, side, context) is None

    def ends(search: Search, node: int) -> bool:
        after, context = told(node)
        return hooks.judge is not None and hooks.judge(spec, after, side, context) is not None

    search.allows_step = allows_step if hooks.allow_step else None
    search.meetings = meetings if hooks.resolve_landing else None
    search.allows_position = allows_position if hooks.allow_position else None
    search.ends = ends if hooks.judge else None


def _most(search: Search, problem: Problem) -> tuple[int, ...]:
    """The departure limits of this turn."""

    def trial(most: tuple[int, ...], *, clear_field: str | None = None, alone: str | None = None) -> int:
        search.tracing = alone is not None or not problem.spec.obligation.max_dice
        _load(search, problem, clear_field=clear_field)
        found = search.search(problem.stage.dice, most)
        if alone is not None:
            return search.alone(problem.spec.region(alone).indices)
        return max(len(search.path(node)) for node in found)

    return departures(problem.spec, problem.stage, problem.context, trial)


def solve(problem: Problem) -> list[Play]:
    """The plays of a problem, sorted by their results."""
    with Workspace(problem.spec, problem.side) as search:
        found = search_for(search, problem, tracing=not problem.spec.obligation.max_dice)
        plays = [Play(position_in(search, node, problem), _steps(search, node)) for node in found]
    plays.sort(key=lambda play: (play.result.data, play.result.pinned))
    if problem.spec.hooks.filter_plays:
        kept = problem.spec.hooks.filter_plays(
            problem.spec, problem.position, problem.side, tuple(plays), problem.context
        )
        wanted = set(plays if kept is None else kept)  # what comes may be read only once
        plays = [play for play in plays if play in wanted]
    return plays or [Play(problem.position, ())]


def search_for(search: Search, problem: Problem, *, tracing: bool) -> list[int]:
    """Run the search of a problem; give the nodes of its results."""
    most = _most(search, problem)
    search.tracing = tracing
    _load(search, problem)
    return search.search(problem.stage.dice, most)


def opened(problem: Problem, rules: Tables, most: tuple[int, ...] | None = None) -> Search:
    """A search of its own before the first die, by other tables than those of the spec, for who asks what forbids.

    `most`: how many checkers may leave each watched region (default: as the rules of the problem say).
    """
    if most is None:
        with Workspace(problem.spec, problem.side) as search:
            most = _most(search, problem)
    search = Search(rules)
    search.tracing = True
    _load(search, problem)
    search.begin(problem.stage.dice, most)
    return search


def _steps(search: Search, node: int) -> tuple[Step, ...]:
    return tuple(step_to(search, found, search.parent[found]) for found in search.path(node))


def step_to(search: Search, node: int, parent: int) -> Step:
    """The step from a node to the next one, told in full."""
    source, die = search.source[node], search.die[node]
    hit = search.hits[node] != search.hits[parent]
    return _step(source, die, search.action[node], max(search.rules.origin[source] - die, 0), hit)


#: Steps are values and few: each is made once.
_step = lru_cache(maxsize=None)(Step)


def context_in(search: Search, node: int, problem: Problem) -> TurnContext:
    """The turn context in a node of the search."""
    watched = enumerate(problem.spec.watched)
    taken = tuple((region, search.taken[node] >> 8 * place & 255) for place, region in watched)
    hits = (index for index in range(search.rules.points, 0, -1) if search.hits[node] >> index & 1)
    return evolve(
        problem.context,
        taken=tuple(item for item in taken if item[1]),
        hits=(*problem.context.hits, *hits),
    )


def position_in(search: Search, node: int, problem: Problem) -> Position:
    """The position in a node: own counts, and opponents less those that were hit."""
    position, side = problem.position, problem.side
    size = position.layout.size
    data = bytearray(position.data)
    data[side * size : (side + 1) * size] = bytes(search.counts[node])
    if search.hits[node]:
        _take_hits(search, search.hits[node], problem, data)
    pinned = _pinned(search, node, problem) if position.pinned else b""
    return Position(position.layout, bytes(data), pinned, position.removed)


def _take_hits(search: Search, hits: int, problem: Problem, data: bytearray) -> None:
    """Send the opponents that were hit to their reserve."""
    rules, layout = search.rules, problem.position.layout
    for index in range(1, rules.points + 1):
        if hits >> index & 1:
            for place, rival in enumerate(others(problem.side, problem.spec.players)):
                there = rules.crossing[place][index]
                slot = layout.slot(rival, there)
                if there:
                    data[layout.slot(rival, rules.hit_to)] += data[slot]
                    data[slot] = 0


def _pinned(search: Search, node: int, problem: Problem) -> bytes:
    """Which checkers are pinned: my own as before, an opponent's single one where I stand and have not hit it."""
    side, spec = problem.side, problem.spec
    rows = [bytes(spec.layout.size)] * spec.players
    rows[side] = bytes(problem.position.pins(side))
    counts, hits = search.counts[node], search.hits[node]
    for place, rival in enumerate(others(side, spec.players)):
        row = bytearray(spec.layout.size)
        for index, there in enumerate(search.rules.crossing[place]):
            held = there and counts[index] and not search.stuck >> index & 1 and not hits >> index & 1
            if held and search.opponents[place][there]:
                row[there] = search.opponents[place][there]
        rows[rival] = bytes(row)
    return b"".join(rows)
