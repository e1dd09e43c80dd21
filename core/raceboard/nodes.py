# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# pyright: reportPossiblyUnboundVariable=false, reportMissingImports=false
"""The nodes of a search: which of them are legal results, their order, and what they tell.

Ordinary Python; `nodes.pxd` names the types with which the package build compiles it. A node is a position reached
within a stage. Node 0 is the position before the first die. All nodes that have used the same number of dice lie
together, one level after the other; within a level they stand in the order of the first path that reaches them.

Opponents change only by being hit, so the own counts and the mask of indices where the stage hit tell a result. Nodes
are told apart by two keys: `near` has a hexadecimal digit for each of the indices 0 to 15, `far` for 16 to 31; a digit
is 8 more than what the stage has added there. So equal keys are equal counts, and keys are in the order of the counts,
on a board of up to 32 indices and for up to 7 dice; where it has more, counts are compared, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from raceboard.tables import Tables

try:
    import cython
except ImportError:  # uncompiled, on a machine without Cython
    import raceboard.uncompiled as cython

if not cython.compiled:
    from raceboard.ground import WIDTH, Ground
    from raceboard.uncompiled import MIX, NODES, ONE, WORD, Node, highest

__all__ = ["ACTIONS", "DECIDED", "FINISHED", "Nodes"]

CAPACITY = 8000  # nodes of a compiled search
SLOTS = 1024
ACTIONS = 128  # names of actions in a stage, the empty one included: a packed step has seven bits for them

FINISHED, DECIDED = 1, 2  # why a node is an end: all checkers are there, or the variant's judge says so


class Nodes(Ground):
    """The columns of the nodes, and the results among them."""

    def __init__(self, rules: Tables) -> None:
        """Make room for nodes."""
        super().__init__(rules)
        self.in_order = False  # is the first path to a node the one to be told?
        self.asked = 0  # how often: who has asked can read the answer until somebody else asks
        self.free = 0
        self.levels = 0
        self.level = 0
        self.twins = False  # may two results be the same: by other dice, other counts of regions, or a judge?
        self.results = 0
        self.sorts = False
        self.asks = False
        self.settles = False

        # Every step between two nodes, recorded only on demand: from, to, source, die, action.
        self.tracing = False
        self.edges: list[tuple[int, int, int, int, str]] = []
        self.actions = [""]

        self.capacity = CAPACITY
        if not cython.compiled:  # compiled, these are zeroed memory of the sizes that the .pxd names
            self.bounds: list[int] = []  # level k is bounds[k] .. bounds[k + 1] - 1
            self.slots = [0] * SLOTS
            self.counts: list[list[int]] = []
            self.nodes: list[Node] = []
            self.found_nodes: list[int] = []
            self.grow()

    def grow(self) -> None:
        """Make room for more nodes; raises OverflowError where it is fixed."""
        if cython.compiled:
            raise OverflowError(f"more than {CAPACITY} nodes")
        self.counts += [[0] * self.size for _ in range(256)]
        self.nodes += [Node() for _ in range(256)]
        self.found_nodes += [0] * 512
        self.capacity = len(self.nodes)

    def next_level(self) -> None:
        """Forget which nodes are in the slots."""
        self.level += 1
        if self.level >> 31:
            self.level = 1
            for slot in range(SLOTS):
                self.slots[slot] = 0

    def record(self, node: int, following: int, source: int, die: int, action: int) -> None:
        """Keep a step for who asks for the ways to the results."""
        self.edges.append((node, following, source, die, self.actions[action]))

    def settle(self, node: int) -> None:
        """Write down the counts in a node. Most nodes are never asked for theirs: nothing follows on the last level."""
        if node:
            source = self.nodes[node].source
            target = self.origin[source] - self.nodes[node].die
            self.counts[node][:] = self.counts[self.nodes[node].parent]
            self.counts[node][source] -= 1
            self.counts[node][target if target > 0 else 0] += 1

    # ------------------------------------------------------------------ which of them are the results

    def choose(self) -> None:
        """Collect the legal results: those that the obligation chooses, and those that the judge has decided."""
        self.results = 0
        if self.max_dice:
            self.take_longest()
        else:
            self.take_complete()
        self.keep_higher()
        if self.asks:
            for node in range(1, self.free):
                if self.nodes[node].ended == DECIDED and self.may_end(node):
                    self.take(node)
        if self.twins or not self.max_dice:  # of different numbers of dice, two may be the same, too
            self.keep_distinct()
        if not self.results:
            self.take(0)

    def may_end(self, node: int) -> bool:
        """May a stage end in this node? Not in a wall that is forbidden at the end of a turn."""
        occupied = self.nodes[node].occupied
        for place in range(self.near_walls):
            wall = self.reachable[place]
            mask = self.wall_mask[wall]
            if (
                occupied & mask == mask
                and not self.wall_each_step[wall]
                and not self.is_passed(wall, self.nodes[node].hits)
            ):
                return False
        return True

    def take(self, node: int) -> None:
        """Count a node among the results."""
        self.found_nodes[self.results] = node
        self.results += 1

    def take_longest(self) -> None:
        """What may not be the end is dropped first; of the rest those count that use the most dice."""
        level = self.levels
        while level and not self.results:
            taken = 0
            for node in range(self.bounds[level], self.bounds[level + 1]):
                self.found_nodes[taken] = node
                taken += not self.near_walls or self.may_end(node)
            self.results = taken
            level -= 1

    def take_complete(self) -> None:
        """The nodes that may end the stage and lead to no other that may."""
        for node in self.complete():
            self.take(node)

    def complete(self) -> list[int]:
        """The nodes that may end the stage and lead to no other that may; needs the edges."""
        goes_on = [False] * self.free
        for node, following, _, _, _ in reversed(self.edges):
            if goes_on[following] or self.may_end(following):
                goes_on[node] = True
        return [node for node in range(1, self.free) if self.may_end(node) and not goes_on[node]]

    def keep_higher(self) -> None:
        """Where every result has used a single die, keep those that have used the highest."""
        if not self.wants_higher:
            return
        highest_die = 0
        for place in range(self.results):
            node = self.found_nodes[place]
            if self.nodes[node].parent:
                return
            highest_die = max(highest_die, self.nodes[node].die)
        kept = 0
        for place in range(self.results):
            node = self.found_nodes[place]
            if self.nodes[node].die == highest_die:
                self.found_nodes[kept] = node
                kept += 1
        self.results = kept

    def keep_distinct(self) -> None:
        """Keep one node for each result, the one with the first path."""
        self.next_level()
        kept = 0
        for place in range(self.results):
            node = self.found_nodes[place]
            slot = ((self.nodes[node].near + 5 * self.nodes[node].far) * MIX & WORD) >> 54
            last = self.slots[slot] & NODES if self.slots[slot] >> 32 == self.level else 0
            earlier = last
            while earlier and not self.is_same(earlier, node):
                earlier = self.nodes[earlier].chain
            if not earlier:
                self.nodes[node].chain = last
                self.slots[slot] = self.level << 32 | node
                self.found_nodes[kept] = node
                kept += 1
        self.results = kept

    def is_same(self, one: int, other: int) -> bool:
        """Are two nodes the same result?"""
        if (
            self.nodes[one].near != self.nodes[other].near
            or self.nodes[one].far != self.nodes[other].far
            or self.nodes[one].hits != self.nodes[other].hits
        ):
            return False
        for index in range(0 if self.exact else self.size):
            if self.counts[one][index] != self.counts[other][index]:
                return False
        return True

    # ------------------------------------------------------------------ their order

    def sort(self) -> None:
        """Put the results in canonical order (Shell's sort)."""
        gap = self.results
        while gap > 1:
            gap = max(1, gap * 5 // 11)
            for place in range(gap, self.results):
                node = self.found_nodes[place]
                hole = place
                while hole >= gap and self.precedes(node, self.found_nodes[hole - gap]):
                    self.found_nodes[hole] = self.found_nodes[hole - gap]
                    hole -= gap
                self.found_nodes[hole] = node

    def pick(self, number: int) -> int:
        """The node of a result by its number in canonical order (Hoare's selection, Lomuto's partition)."""
        low = 0
        high = self.results - 1
        while low < high:
            middle = (low + high) // 2
            pivot = self.found_nodes[middle]
            self.found_nodes[middle] = self.found_nodes[high]
            place = low
            for at in range(low, high):
                node = self.found_nodes[at]
                self.found_nodes[at] = self.found_nodes[place]
                self.found_nodes[place] = node
                place += self.precedes(node, pivot)
            self.found_nodes[high] = self.found_nodes[place]
            self.found_nodes[place] = pivot
            if place == number:
                return pivot
            if place < number:
                low = place + 1
            else:
                high = place - 1
        return self.found_nodes[low]

    def precedes(self, one: int, other: int) -> bool:
        """Does one result come before another by the bytes of their positions?

        The rows stand in seat order, and whom the stage has hit has fewer checkers there: of two players only.
        """
        if self.side and self.nodes[one].hits != self.nodes[other].hits:
            return self.struck(one) > self.struck(other)
        is_near = self.nodes[one].near == self.nodes[other].near
        if is_near and self.nodes[one].far == self.nodes[other].far:
            return self.struck(one) > self.struck(other)
        is_first = self.nodes[one].near < self.nodes[other].near
        return is_first | is_near & (self.nodes[one].far < self.nodes[other].far)

    def struck(self, node: int) -> int:
        """The hits of a node with the opponent's lower indices in higher bits."""
        hits = self.nodes[node].hits
        if self.contrary:
            return hits
        struck = 0
        while hits:
            own = highest(hits)
            hits ^= ONE << own
            struck |= ONE << WIDTH - 1 - self.crossing[0][own]
        return struck

    # ------------------------------------------------------------------ what a node tells

    @property
    def found(self) -> list[int]:
        """The nodes of the legal results; node 0 when nothing can be played."""
        return [self.found_nodes[place] for place in range(self.results)]

    def path(self, node: int) -> list[int]:
        """The nodes from the first step to this node."""
        path = []
        while node:
            path.append(node)
            node = self.nodes[node].parent
        return path[::-1]

    def step(self, node: int) -> tuple[int, int, int, str, bool]:
        """The step that leads to a node: the node before it, source, die, action, and whether it hits."""
        parent = self.nodes[node].parent
        hits = self.nodes[node].hits != self.nodes[parent].hits
        return parent, self.nodes[node].source, self.nodes[node].die, self.actions[self.nodes[node].action], hits

    def told(self, node: int) -> tuple[int, int]:
        """The mask of the indices where the stage has hit before a node, and what it has taken from regions."""
        return self.nodes[node].hits, self.nodes[node].spent >> self.first_region if self.limited else 0

    def reached(self, data: bytes, node: int) -> bytes:
        """All counts in a node, in seat order; `data`: those before the stage."""
        self.settle(node)
        counts = bytearray(data)
        for index in range(self.size):
            counts[self.side * self.size + index] = self.counts[node][index]
        hits = self.nodes[node].hits
        while hits:
            self.strike(counts, self.side, highest(hits))
            hits ^= ONE << highest(hits)
        return bytes(counts)

    def packed(self) -> bytes:
        """The steps to each result, three bytes a step, as many as there are dice; in canonical order if `sorts`.

        The bytes are the source, the die, and the number of the action doubled, plus one for a hit; zeros follow the
        last step.
        """
        if self.sorts:
            self.sort()
        width = 3 * self.dice_count
        packed = bytearray(width * self.results)
        for place in range(self.results):
            self.pack(self.found_nodes[place], packed, place * width)
        return bytes(packed)

    def picked(self, data: bytes, number: int, asked: int) -> bytes | None:
        """All counts after a result by its number in canonical order; `data`: before it.

        None where the search does not sort, and where it has been asked more often than when it found the result.
        """
        return self.reached(data, self.pick(number)) if asked == self.asked and self.sorts else None

    def pack(self, node: int, packed: bytearray, at: int) -> None:
        """Write down the steps to a node from a place on."""
        step = node
        while step:
            at += 3
            step = self.nodes[step].parent
        while node:
            parent = self.nodes[node].parent
            at -= 3
            packed[at] = self.nodes[node].source
            packed[at + 1] = self.nodes[node].die
            packed[at + 2] = 2 * self.nodes[node].action + (self.nodes[node].hits != self.nodes[parent].hits)
            node = parent

    def accept(self, node: int) -> None:
        """Make the position in a node the present one, of two players."""
        hits = self.nodes[node].hits
        rival = 1 - self.side
        while node:
            source = self.nodes[node].source
            target = self.origin[source] - self.nodes[node].die
            self.rows[self.side][source] -= 1
            self.rows[self.side][target if target > 0 else 0] += 1
            node = self.nodes[node].parent
        while hits:
            theirs = self.crossing[0][highest(hits)]
            hits ^= ONE << highest(hits)
            self.rows[rival][self.hit_to] += self.rows[rival][theirs]
            self.rows[rival][theirs] = 0

    def target_of(self, node: int) -> int:
        """The point on which the step to a node ends, as a mask; empty when it bears off."""
        target = self.origin[self.nodes[node].source] - self.nodes[node].die
        return ONE << target if target > 0 else 0

    def level_of(self, node: int) -> range:
        """All nodes that have used as many dice as a node."""
        level = len(self.path(node))
        return range(self.bounds[level], self.bounds[level + 1])

    def by_duty(self) -> list[int]:
        """The nodes in which the obligation lets a stage end, whichever path leads there."""
        if self.max_dice:
            return self.higher_of([node for node in self.level_of(self.found_nodes[0]) if self.may_end(node)])
        return self.higher_of(self.complete())

    def higher_of(self, nodes: Sequence[int]) -> list[int]:
        """Where every node has used a single die, those that have used the highest; all of them otherwise."""
        if not self.wants_higher or any(self.nodes[node].parent for node in nodes):
            return list(nodes)
        highest_die = max((self.nodes[node].die for node in nodes), default=0)
        return [node for node in nodes if self.nodes[node].die == highest_die]

    def wins(self) -> list[int]:
        """The nodes that end the game."""
        return [node for node in range(self.free) if self.nodes[node].ended]

    def alone(self, region: range) -> int:
        """The most dice that one checker of a region can play by itself and then stop; needs the edges."""
        dice_played = {(0, index): 0 for index in region if self.counts[0][index]}
        for node, following, source, die, _ in self.edges:
            if (node, source) in dice_played:
                target = max(self.origin[source] - die, 0)
                dice_played[following, target] = dice_played[node, source] + 1
        return max((played for (node, _), played in dice_played.items() if self.may_end(node)), default=0)
