# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# pyright: reportPossiblyUnboundVariable=false, reportMissingImports=false
"""The search for the plays of one stage, breadth-first over small integers.

Ordinary Python on lists of ints, without a rule that is not data: `tables` prepared it from the spec. The package build
compiles it as it stands, with the types that `generator.pxd` names; no rule stands there. What a variant's hooks decide
is asked through four callables, where it has them.

Indices are those of the player on roll: 0 off, 1..points, then the reserves. A mask has bit i set for index i. What a
stage is played on stands in `ground`, what becomes of the nodes in `nodes`; here are the steps between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from raceboard.tables import Tables

try:
    import cython
except ImportError:  # uncompiled, on a machine without Cython
    import raceboard.uncompiled as cython

if not cython.compiled:
    from raceboard.nodes import ACTIONS, DECIDED, FINISHED, Nodes
    from raceboard.uncompiled import MIX, NODES, ONE, START_KEY, WORD, highest

__all__ = ["Search"]

StepHook: TypeAlias = "Callable[[Search, int, int, int, str, int], bool]"
MeetingHook: TypeAlias = "Callable[[Search, int, int, int], list[tuple[str, bool]] | None]"
NodeHook: TypeAlias = "Callable[[Search, int], bool]"


class Search(Nodes):
    """A workspace for one spec and one player: `begin` a stage, `search` it, read the nodes in `found`."""

    def __init__(self, rules: Tables) -> None:
        """Take the rules over into the workspace."""
        super().__init__(rules)
        self.connect(None, None, None, None)
        if not cython.compiled:  # compiled, these are zeroed memory of the sizes that the .pxd names
            self.leaving = [0] * 255
            self.way_hit = [0] * ACTIONS
            self.way_action = [0] * ACTIONS

    def connect(
        self,
        allows_step: StepHook | None,
        meetings: MeetingHook | None,
        allows_position: NodeHook | None,
        ends: NodeHook | None,
    ) -> None:
        """Take what hooks decide; a hook gets the search and the node that it asks about."""
        self.allows_step = allows_step
        self.meetings = meetings
        self.allows_position = allows_position
        self.ends = ends
        self.asks = any(hook is not None for hook in (allows_step, allows_position, ends))
        self.asks_ways = meetings is not None

    # ------------------------------------------------------------------ before the search

    def begin(self, data: bytes, side: int, dice: Sequence[int], most: Sequence[int], stuck: int, taken: int) -> None:
        """Take a stage up: all counts in seat order, who plays the dice, and a mask of own pinned checkers.

        `most`: how many checkers may leave each watched region in this turn; `taken`: how many have left them in
        earlier stages of the turn, eight bits a region. Raises OverflowError for dice that the room is too small for.
        """
        self.asked += 1
        self.put(data, 0)
        self.take_dice(dice)
        for place in range(self.limited):
            self.most[place] = most[place]
        if self.edges:
            self.edges.clear()
        if self.asks_ways:
            self.actions = [""]
        self.prepare(side, stuck, taken)

    def prepare(self, side: int, stuck: int, taken: int) -> None:
        """Fill node 0, and find what holds for the whole stage."""
        self.look(side, stuck)
        self.counts[0][:] = self.rows[side]
        self.nodes[0].occupied = self.occupied
        self.nodes[0].hits = 0
        self.nodes[0].spent = taken << self.first_region if self.limited else 0
        self.nodes[0].near = START_KEY
        self.nodes[0].far = START_KEY
        self.nodes[0].parent = 0
        self.nodes[0].ended = FINISHED if self.is_finished(self.occupied, self.counts[0][0]) else 0
        self.free = 1
        self.levels = 0
        self.twins = False
        if not cython.compiled:
            self.bounds = [0] * (self.dice_count + 2)
        self.bounds[0] = 0
        self.bounds[1] = 1
        self.sorts = self.exact and self.rivals == 1
        self.settles = self.tracing or self.asks or not self.exact
        self.next_level()

    # ------------------------------------------------------------------ the search

    def search(self) -> int:
        """Find the legal results of the stage, each once; give how many there are. `found` has their nodes.

        Of the ways to a result the one is told that comes first (DECISIONS 9): a higher source before a lower one, then
        a higher die.
        """
        self.in_order = True
        return self.run()

    def run(self) -> int:
        """Play one die more from all nodes of the last level, until the dice are used up or nothing moves."""
        while self.levels < self.dice_count:
            begin = self.bounds[self.levels]
            end = self.free
            self.next_level()
            for node in range(begin, end):
                if not self.nodes[node].ended:
                    self.settle(node)
                    self.expand(node)
            if self.free == end:
                break
            self.levels += 1
            self.bounds[self.levels + 1] = self.free
            self.bounds[self.levels] = end
        self.choose()
        return self.results

    def expand(self, node: int) -> None:
        """Play each die that is left from each index that it may leave."""
        if self.in_order and self.numbers_used > 1:
            self.expand_in_order(node)
        else:
            for place in range(self.numbers_used):
                sources = self.leavable(node, place)
                if sources:
                    self.move(node, sources, place)

    def expand_in_order(self, node: int) -> None:
        """The same, with the dice of a higher index before those of a lower one, which takes longer."""
        sources = 0
        for place in range(self.numbers_used):
            self.leaving[place] = self.leavable(node, place)
            sources |= self.leaving[place]
        while sources:
            source = highest(sources)
            sources ^= ONE << source
            for place in range(self.numbers_used):
                if self.leaving[place] >> source & 1:
                    self.move(node, ONE << source, place)

    def leavable(self, node: int, place: int) -> int:
        """Mask of the indices that one of the different dice may leave; none when it has been played."""
        left = self.nodes[node].spent >> 8 * place & 255 < self.copies[place]
        return self.movable(node, self.numbers[place]) if left else 0

    def movable(self, node: int, die: int) -> int:
        """Mask of the indices that a die may leave, so far as it depends on single points."""
        occupied = self.nodes[node].occupied
        if not die:
            return 0
        sources = occupied & self.board & (self.open << die) & ~self.stuck
        if self.home and occupied & self.away == 0:
            sources = self.with_bear_offs(sources, occupied & self.board, die)
        if occupied & self.reserves:
            sources |= self.entering(occupied, die)
            for place in range(self.ordered):
                if self.counts[node][self.first_reserve[place]] > self.first_waiting[place]:
                    sources &= ONE << self.first_reserve[place]
                    break
        for place in range(self.limited):
            if self.nodes[node].spent >> self.first_region + 8 * place & 255 >= self.most[place]:
                sources &= ~self.limits[place] | self.limits[place] << die
        for place in range(self.gated):
            start = self.gate_start[place]
            if occupied & ~start and not occupied & self.gate_opened[place] and not self.counts[node][0]:
                sources &= ~start | start << die
        if self.capped:
            sources &= ~self.crowded(node, sources, die)
        return sources

    def with_bear_offs(self, sources: int, occupied: int, die: int) -> int:
        """The sources of the die when all checkers are home: those that move on, and those that are borne off."""
        if not self.inner_moves:
            sources = 0
        if (not self.same_turn and not self.starts_home) or (self.stuck and not self.while_pinned):
            return sources
        leaving = occupied & (ONE << die)
        if self.beyond_any:
            leaving |= occupied & ((ONE << die) - 1)
        elif self.beyond_farthest and occupied and occupied >> die == 0:
            leaving = ONE << highest(occupied)
        return sources | leaving & ~self.stuck

    def entering(self, occupied: int, die: int) -> int:
        """Mask of the reserves from which the die enters."""
        sources = 0
        for index in range(self.points + 1, self.size):
            target = self.origin[index] - die
            if occupied >> index & 1 and self.entry[index] >> die & 1 and target > 0 and self.open >> target & 1:
                sources |= ONE << index
        return sources

    def crowded(self, node: int, sources: int, die: int) -> int:
        """Mask of those sources from which the die leads to an index that has as many checkers as it may."""
        full = 0
        while sources:
            source = highest(sources)
            sources ^= ONE << source
            target = max(self.origin[source] - die, 0)
            if self.caps[target] and self.counts[node][target] >= self.caps[target]:
                full |= ONE << source
        return full

    def move(self, node: int, sources: int, place: int) -> None:
        """Play a die from each of some indices, in each way in which a checker may meet opponents where it lands."""
        if not self.asks_ways:
            self.reach(node, sources, place, self.hittable, 0)
        else:
            while sources:
                source = highest(sources)
                sources ^= ONE << source
                for way in range(self.ask_ways(node, source, place)):
                    self.reach(node, ONE << source, place, self.way_hit[way], self.way_action[way])

    def reach(self, node: int, sources: int, place: int, hittable: int, action: int) -> None:
        """Add the nodes that a die leads to from each of some indices, unless a step is forbidden or a node known."""
        before = self.nodes[node]
        counts = self.counts[node]
        die = self.numbers[place]
        while sources:
            source = highest(sources)
            from_bit = ONE << source
            sources ^= from_bit
            target = self.origin[source] - die
            if target < 0:
                target = 0
            to_bit = ONE << target
            hits = before.hits | hittable & to_bit
            if self.asks and not self.is_allowed(node, source, die, action, hits ^ before.hits):
                continue
            spent = before.spent + (ONE << 8 * place)
            if self.watched & from_bit:
                spent += self.departures(source, target)
            near = before.near + self.near_digit[target] - self.near_digit[source]
            far = before.far + self.far_digit[target] - self.far_digit[source]
            slot = ((near + 5 * far) * MIX & WORD) >> 54
            last = self.slots[slot] & NODES if self.slots[slot] >> 32 == self.level else 0
            known = last
            while known:
                there = self.nodes[known]
                if not (there.near ^ near | there.far ^ far | there.hits ^ hits):
                    if self.exact or self.has_counts(known, node, source, target):
                        if self.nodes[known].spent == spent:
                            break
                        self.twins = True
                known = self.nodes[known].chain
            if not known:
                occupied = (before.occupied | to_bit) ^ from_bit * (counts[source] == 1)
                occupied = occupied >> 1 << 1  # what is off the board occupies nothing
                if self.near_walls and self.has_wall(node, occupied, hits, target):
                    continue
                known = self.free
                if known == self.capacity:
                    self.grow()
                self.nodes[known].occupied = occupied
                self.nodes[known].hits = hits
                self.nodes[known].spent = spent
                self.nodes[known].near = near
                self.nodes[known].far = far
                self.nodes[known].parent = node
                self.nodes[known].source = source
                self.nodes[known].die = die
                self.nodes[known].action = action
                self.nodes[known].ended = 0
                if self.is_finished(occupied, counts[0] + (target == 0)):
                    self.nodes[known].ended = FINISHED
                if self.settles:
                    self.settle(known)
                if self.asks and not self.is_permitted(known):
                    continue
                self.nodes[known].chain = last
                self.slots[slot] = self.level << 32 | known
                self.free = known + 1
            if self.tracing:
                self.record(node, known, source, die, action)

    def is_finished(self, occupied: int, off: int) -> bool:
        """Are all checkers where the game wants them: off the board, or else in the goal region and none off?"""
        return not occupied & ~self.goal and (not self.goal or not off)

    def departures(self, source: int, target: int) -> int:
        """What a step adds to the counts of the watched regions that it leaves."""
        left = 0
        for limit in range(self.limited):
            leaves = self.limits[limit] >> source & ~(self.limits[limit] >> target) & 1
            left += leaves << self.first_region + 8 * limit
        return left

    def has_counts(self, known: int, node: int, source: int, target: int) -> bool:
        """Has a node the counts that a step from another node leads to?"""
        for index in range(self.size):
            there = self.counts[node][index] - (index == source) + (index == target)
            if self.counts[known][index] != there:
                return False
        return True

    def has_wall(self, node: int, occupied: int, hits: int, target: int) -> bool:
        """Does a step to the target leave a wall that is forbidden after each step?

        Only a wall over the target can be new. Another one is forbidden when its permit was hit just now, or when the
        position before the stage already stood in it.
        """
        any_wall = hits != self.nodes[node].hits or (node == 0 and not self.starts_clean)
        for place in range(self.near_walls):
            wall = self.reachable[place]
            mask = self.wall_mask[wall]
            if (
                occupied & mask == mask
                and self.wall_each_step[wall]
                and (any_wall or mask >> target & 1)
                and not self.is_passed(wall, hits)
            ):
                return True
        return False

    # ------------------------------------------------------------------ what only the variant's hooks can say

    def is_allowed(self, node: int, source: int, die: int, action: int, hit: int) -> bool:
        """Does the variant allow a step?"""
        return self.allows_step is None or self.allows_step(self, node, source, die, self.actions[action], hit)

    def ask_ways(self, node: int, source: int, place: int) -> int:
        """Find the ways in which the variant lets a step meet opponents; give how many there are."""
        target = max(self.origin[source] - self.numbers[place], 0)
        self.way_hit[0] = 0
        self.way_action[0] = 0
        is_met = self.blots & ~self.nodes[node].hits & ONE << target and not self.counts[node][target]
        if not is_met or self.meetings is None:
            return 1
        ways = self.meetings(self, node, source, self.numbers[place])
        if ways is None:
            self.way_hit[0] = self.hittable & ONE << target
            return 1
        self.actions += [action for action, _ in ways if action not in self.actions]
        if max(len(ways), len(self.actions)) > ACTIONS:
            raise ValueError(f"a stage has more than {ACTIONS - 1} ways to meet opponents, or names for them")
        for way, (action, hits) in enumerate(ways):
            self.way_action[way] = self.actions.index(action)
            self.way_hit[way] = ONE << target if hits else 0
        return len(ways)

    def is_permitted(self, node: int) -> bool:
        """Does the variant allow the position in a node? If its judge ends the game there, nothing follows."""
        if self.ends is not None and self.ends(self, node):
            self.nodes[node].ended = DECIDED
            self.twins = True
        return self.allows_position is None or self.allows_position(self, node)

    def ask(self, data: bytes, side: int, dice: Sequence[int], most: Sequence[int], stuck: int, taken: int) -> int:
        """Search a stage as `begin` takes it; give the number of results, 0 when only the empty play is one.

        `in_order` says whether the ways to them are those that `search` finds.
        """
        self.begin(data, side, dice, most, stuck, taken)
        self.in_order = self.numbers_used == 1
        number = self.run()
        return number if self.found_nodes[0] else 0

    def count(self, stages: bytes, dice: int) -> int:
        """The number of results of many stages of so many dice each, none of them with checkers that are pinned.

        A stage is all counts in seat order, who plays it, the dice with equal ones together and higher ones first,
        and one byte for each watched region: how many checkers may leave it.
        """
        self.in_order = False
        total = 0
        length = self.size * (self.rivals + 1) + 1 + dice + self.limited
        for stage in range(len(stages) // length):
            at = stage * length
            self.put(stages, at)
            at += self.size * (self.rivals + 1)
            side = stages[at]
            if side > self.rivals:
                raise ValueError(f"stage {stage} is played by side {side}; there are {self.rivals + 1}")
            self.clear_dice()
            for place in range(dice):
                if self.has_no_room(stages[at + 1 + place]):
                    raise OverflowError(f"the dice of stage {stage} are more, or higher, than fit")
                self.add_die(stages[at + 1 + place])
            for place in range(self.limited):
                self.most[place] = stages[at + 1 + dice + place]
            self.prepare(side, 0, 0)
            total += self.run()
        return total
