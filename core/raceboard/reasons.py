"""Why steps are no legal play: the one rule that forbids a step, or the obligation that a play breaks.

The rules are not written down again here. A step is tried once for each rule, with all others lifted from the tables
of the generator: the first rule that forbids it alone is the reason. What an obligation asks for is shown by a play
of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from raceboard.errors import Verdict
from raceboard.generator import Search
from raceboard.messages import has
from raceboard.move import Step
from raceboard.position import OFF, Layout
from raceboard.restrictions import UNLIMITED
from raceboard.rulebook import source_of
from raceboard.solver import Problem, context_in, opened, position_in, step_to
from raceboard.spec import Hooks
from raceboard.tables import OVERSHOOT_ANY, OVERSHOOT_FARTHEST, Tables, tables

__all__ = ["forbidden_end", "refusal_of_step", "refused_step"]


@frozen
class _Rule:
    """A rule of a single step: its id, the fields of the tables that hold it, and whether they can forbid at all.

    `pins`: pinned checkers are a part of it.
    """

    id: str
    fields: tuple[str, ...]
    applies: Callable[[Tables], bool] = lambda rules: True
    pins: bool = False


# The order in which reasons are reported.
_RULES = (
    _Rule("entry.first", ("first",)),
    _Rule("entry.closed", ("entry",)),
    _Rule("landing.blocked", ("block", "safe", "pins"), pins=True),
    _Rule("landing.full", ("caps",)),
    _Rule("departure.gate", ("gates",)),
    _Rule("bear-off.none", ("home",), lambda rules: not rules.home),
    _Rule("bear-off.not-home", ("home", "away")),
    _Rule("bear-off.farther-checker", ("overshoot",), lambda rules: rules.overshoot == OVERSHOOT_FARTHEST),
    _Rule("bear-off.exact", ("overshoot",), lambda rules: rules.overshoot not in (OVERSHOOT_ANY, OVERSHOOT_FARTHEST)),
    _Rule("bear-off.same-turn", ("home", "away", "same_turn")),
    _Rule("bear-off.pinned", ("home", "away", "while_pinned"), lambda rules: not rules.while_pinned, pins=True),
    _Rule("bear-off.inner-moves", ("home", "away", "inner_moves")),
    _Rule("formation.wall", ("walls",)),
    _Rule("formation.hold", ("holds",)),
)


def refused_step(problem: Problem, steps: Sequence[Step]) -> int | None:
    """The place of the first step that is not legal by itself; None when all are, however the play is judged."""
    search = opened(problem, tables(problem.spec, problem.side))
    nodes = _walk(search, steps)
    return None if len(nodes) > len(steps) else len(nodes) - 1


def refusal_of_step(problem: Problem, steps: Sequence[Step]) -> Verdict:
    """The verdict on the last of some steps, which is not legal although those before it are."""
    search = opened(problem, tables(problem.spec, problem.side))
    node = _walk(search, steps[:-1])[-1]
    rule = next(_reasons(problem, search, node, steps), "play.not-legal")
    return _verdict(problem, search, node, steps[-1], rule)


def forbidden_end(problem: Problem, steps: Sequence[Step]) -> str:
    """The id of the rule that keeps a turn from ending after steps that are legal one by one; empty when none does."""
    rules = tables(problem.spec, problem.side)
    alone = {"formation.wall": evolve(rules, holds=()), "formation.hold": evolve(rules, walls=())}
    for rule, tested in alone.items():
        search = opened(problem, tested)
        if not search.may_end(_walk(search, steps)[-1]):
            return rule
    return ""


def _walk(search: Search, steps: Sequence[Step], *, told: bool = True) -> list[int]:
    """The nodes that the steps lead to, from the first one, as far as they can be played.

    `told`: the choice of an action counts; without the variant's hooks there is none.
    """
    nodes = [0]
    for step in steps:
        node = nodes[-1]
        if search.nodes[node].ended:
            return nodes
        search.next_level()
        search.expand(node)
        following = [
            after
            for before, after, source, die, action in search.edges
            if before == node and (source, die) == (step.source, step.die) and (not told or action == step.action)
        ]
        if not following:
            return nodes
        nodes.append(following[-1])
    return nodes


def _reasons(problem: Problem, search: Search, node: int, steps: Sequence[Step]) -> Iterator[str]:
    """The ids of the rules that forbid the last step, the one to be reported first."""
    step = steps[-1]
    if search.nodes[node].ended:
        yield "turn.game-over"
    if step.die not in _left(problem, steps[:-1]):
        yield "dice.not-left"
    if not 0 < step.source < search.rules.size or not search.counts[node][step.source]:
        yield "step.no-checker"
        return
    if search.stuck >> step.source & 1:
        yield "step.pinned"
    yield from _of_tables(problem, search.rules, steps)
    yield from _of_hooks(problem, search, node, step)


def _left(problem: Problem, steps: Sequence[Step]) -> list[int]:
    """The dice that the steps leave."""
    left = list(problem.stage.dice)
    for step in steps:
        left.remove(step.die)
    return left


def _of_tables(problem: Problem, rules: Tables, steps: Sequence[Step]) -> Iterator[str]:
    """The rules in data that forbid the last step when nothing else is forbidden."""
    unhooked = evolve(problem, spec=evolve(problem.spec, hooks=Hooks()))
    unpinned = evolve(unhooked, position=evolve(problem.position, pinned=b""))
    free = _free(rules, len(unhooked.spec.watched))
    unlimited = (UNLIMITED,) * len(unhooked.spec.watched)
    if not _allows(unpinned, free, unlimited, steps):  # there is no such way on this board
        yield "entry.closed" if steps[-1].die else "dice.zero"
        return
    for rule in _RULES:
        asked = unhooked if rule.pins else unpinned
        if rule.applies(rules) and not _allows(asked, _only(free, rules, rule.fields), unlimited, steps):
            yield rule.id
        if rule.id == "landing.full":
            yield from _of_limits(problem, unpinned, free, steps)


def _of_limits(problem: Problem, unpinned: Problem, free: Tables, steps: Sequence[Step]) -> Iterator[str]:
    """The limited regions that no further checker may leave in this turn."""
    most = opened(problem, tables(problem.spec, problem.side)).most
    for place, limit in enumerate(problem.spec.departure.limits):
        alone = tuple(most[place] if other == place else UNLIMITED for other in range(len(unpinned.spec.watched)))
        if not _allows(unpinned, free, alone, steps):
            yield f"departure.{limit.region}"


def _free(rules: Tables, watched: int) -> Tables:
    """The tables without a rule of a single step; what a step does stays as it is."""
    every = (1 << rules.points + 1) - 2
    return evolve(
        rules,
        entry=((),) * rules.size,
        first=(),
        block=UNLIMITED,
        pins=False,
        safe=0,
        caps=(0,) * rules.size,
        limits=rules.limits[:watched],
        gates=(),
        home=every,
        away=0,
        overshoot=OVERSHOOT_ANY,
        same_turn=True,
        inner_moves=True,
        while_pinned=True,
        walls=(),
        holds=(),
    )


def _only(free: Tables, rules: Tables, fields: tuple[str, ...]) -> Tables:
    """The free tables with one rule put back."""
    return evolve(free, **{name: getattr(rules, name) for name in fields})


def _allows(problem: Problem, rules: Tables, most: tuple[int, ...], steps: Sequence[Step]) -> bool:
    return len(_walk(opened(problem, rules, most), steps, told=False)) > len(steps)


def _of_hooks(problem: Problem, search: Search, node: int, step: Step) -> Iterator[str]:
    """What the variant's own hooks have against a step."""
    hooks, spec, side = problem.spec.hooks, problem.spec, problem.side
    before, context = position_in(search, node, problem), context_in(search, node, problem)
    target = max(search.rules.origin[step.source] - step.die, OFF)
    full = evolve(step, target=target, hits=bool(search.hittable & ~search.nodes[node].hits & 1 << target))
    if hooks.resolve_landing is not None:
        ways = hooks.resolve_landing(spec, before, side, evolve(step, target=target), context)
        if ways is not None:
            full = evolve(full, hits=dict(ways).get(step.action) == "hit")
            if step.action not in dict(ways):
                yield "landing.choice" if ways else "landing.blocked"
    if hooks.allow_step is not None and (rule := hooks.allow_step(spec, before, side, full, context)):
        yield rule
    yield from _of_position(problem, search, node, step)


def _of_position(problem: Problem, search: Search, node: int, step: Step) -> Iterator[str]:
    """The rule of the variant that forbids the position after a step."""
    ask = problem.spec.hooks.allow_position
    if ask is None:
        return
    unasked = evolve(problem, spec=evolve(problem.spec, hooks=evolve(problem.spec.hooks, allow_position=None)))
    other = opened(unasked, tables(unasked.spec, problem.side))
    nodes = _walk(other, [*_path(search, node), step])
    after, context = position_in(other, nodes[-1], problem), context_in(other, nodes[-1], problem)
    if rule := ask(problem.spec, after, problem.side, context):
        yield rule


def _path(search: Search, node: int) -> list[Step]:
    """The steps to a node."""
    return [step_to(search, one) for one in search.path(node)]


def _verdict(problem: Problem, search: Search, node: int, step: Step, rule: str) -> Verdict:
    """The verdict on a step, with what its message may say."""
    layout = problem.spec.layout
    is_there = 0 < step.source < layout.size
    origin = search.rules.origin[step.source] if is_there else step.source
    said = {
        "step": step,
        "source": _name(layout, step.source),
        "target": _name(layout, max(origin - step.die, OFF)),
        "die": step.die,
        "dice": problem.stage.dice,
        "side": problem.side,
        "reserve": _waiting(problem, search, node),
        "farthest": max((index for index in range(layout.points + 1) if search.counts[node][index]), default=OFF),
        "region": rule.partition(".")[2],
        "count": _most(problem, search, rule),
    }
    is_limit = rule in _limited(problem) and not has(rule)
    source = source_of("departure.limit" if is_limit else rule) or "; ".join(problem.spec.sources)
    special = f"{rule}.{said['reserve']}"  # the words that players have for a reserve
    return Verdict(False, rule, said, "departure.limit" if is_limit else special if has(special) else "", source)


def _name(layout: Layout, index: int) -> str:
    """An index as people write it, or its number where the board has none such."""
    return layout.name(index) if OFF <= index < layout.size else str(index)


def _limited(problem: Problem) -> list[str]:
    """The ids of the departure limits, in the order of the spec."""
    return [f"departure.{limit.region}" for limit in problem.spec.departure.limits]


def _most(problem: Problem, search: Search, rule: str) -> int:
    """How many checkers the limit that a rule names lets go in this turn; 1 for other rules."""
    limits = _limited(problem)
    return search.most[limits.index(rule)] if rule in limits else 1


def _waiting(problem: Problem, search: Search, node: int) -> str:
    """The reserve that must be emptied first, by name; empty when none is."""
    counts = search.counts[node]
    first = (index for index, waiting in search.rules.first if counts[index] > waiting)
    return next(map(problem.spec.layout.name, first), "")
