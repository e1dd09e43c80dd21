"""Paths: which orders of steps make a legal play (two paths may lead to one result, and only one be legal)."""

from __future__ import annotations

from collections.abc import Container, Iterable

from attrs import frozen

from raceboard.move import Step
from raceboard.position import Position
from raceboard.solver import Problem, position_in, searched

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
    with searched(problem, tracing=True) as search:
        positions = tuple(position_in(search, node, problem) for node in range(search.free))
        by_duty = {*search.by_duty(), *search.wins()} - {0}  # a win ends the turn (DECISIONS 6)
        ends = frozenset(node for node in by_duty if positions[node] in results)
        alive = set(ends)
        for node, following, *_ in reversed(search.edges):
            if following in alive:
                alive.add(node)
        origin = search.rules.origin
        edges: tuple[dict[Step, tuple[Step, int]], ...] = tuple({} for _ in positions)
        for node, following, source, die, action in search.edges:
            if following in alive:
                hit = search.told(following)[0] != search.told(node)[0]
                step = Step(source, die, action, max(origin[source] - die, 0), hit)
                edges[node][step] = step, following
    return Paths(positions, edges, ends)
