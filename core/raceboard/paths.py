"""Paths: which orders of steps make a legal play (two paths may lead to one result, and only one be legal)."""

from __future__ import annotations

from collections.abc import Container, Iterable

from attrs import frozen

from raceboard.generator import Search
from raceboard.move import Step
from raceboard.position import Position
from raceboard.solver import Problem, Workspace, position_in, search_for

__all__ = ["Paths", "trace"]


@frozen
class Paths:
    """All steps of all legal plays of a problem, as a graph over the positions reached on the way.

    `edges[node]`: the steps that a legal play can go on with, told in full, and the nodes they lead to, in order.
    `ends`: the nodes in which a play may end. Node 0 is the position before the first die.
    """

    positions: tuple[Position, ...]
    edges: tuple[dict[Step, tuple[Step, int]], ...]
    ends: frozenset[int]

    def walk(self, steps: Iterable[Step]) -> int | None:
        """The node that steps lead to, or None when no legal play goes that way."""
        node = 0
        for step in steps:
            if step not in self.edges[node]:
                return None
            _, node = self.edges[node][step]
        return node

    def next_steps(self, node: int) -> tuple[Step, ...]:
        """The steps that a legal play can go on with, higher sources and dice first."""
        return tuple(step for step, _ in self.edges[node].values())

    def results_after(self, node: int) -> frozenset[Position]:
        """The positions in which a play that has come to a node may end."""
        seen, waiting = {node}, [node]
        while waiting:
            following = {after for _, after in self.edges[waiting.pop()].values()} - seen
            seen |= following
            waiting += following
        return frozenset(self.positions[found] for found in seen & self.ends)

    def tell(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Steps of a legal play with their targets and hits."""
        node, told = 0, []
        for step in steps:
            full, node = self.edges[node][step]
            told.append(full)
        return tuple(told)


def trace(problem: Problem, results: Container[Position]) -> Paths:
    """Search once more, recording every step, and keep what leads to one of the results."""
    with Workspace(problem.spec, problem.side) as search:
        found = search_for(search, problem, tracing=True)
        positions = tuple(position_in(search, node, problem) for node in range(len(search.counts)))
        ends = frozenset(node for node in _ends(search, problem, found) if positions[node] in results)
        alive = set(ends)
        for node, following, *_ in reversed(search.edges):
            if following in alive:
                alive.add(node)
        edges: tuple[dict[Step, tuple[Step, int]], ...] = tuple({} for _ in positions)
        for node, following, source, die, action in search.edges:
            if following in alive:
                hit = search.hits[following] != search.hits[node]
                step = Step(source, die, action, max(search.rules.origin[source] - die, 0), hit)
                edges[node][step] = step, following
    return Paths(positions, edges, ends)


def _ends(search: Search, problem: Problem, found: list[int]) -> set[int]:
    """The nodes in which a play may end by the obligation, or because a win ends the turn (DECISIONS 6)."""
    if not problem.spec.obligation.max_dice:
        by_duty = set(search.complete())
    else:
        by_duty = {node for node in _level_of(search, found[0]) if search.may_end(node)}
    by_duty = set(search.higher_die(list(by_duty)))
    wins = {node for node, ended in enumerate(search.ended) if ended}
    return (by_duty | wins) - {0}


def _level_of(search: Search, node: int) -> range:
    """All nodes that have used as many dice."""
    for begin, end in zip(search.bounds, search.bounds[1:], strict=False):
        if begin <= node < end:
            return range(begin, end)
    raise ValueError(f"the search has no node {node}")
