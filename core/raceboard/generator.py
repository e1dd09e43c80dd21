"""The search for the plays of one stage, breadth-first over small integers.

Ordinary Python on lists of ints, without a rule that is not data: `tables` prepared it from the spec. Written so that
it can be compiled as it stands. What a variant's hooks decide is asked through three callables, where it has them.

Indices are those of the player on roll: 0 off, 1..points, then the reserves. A mask has bit i set for index i. A node
is a position reached within the stage: entry k of the columns below. Node 0 is the position before the first die. All
nodes that have used the same number of dice lie together, one level after the other; within a level they stand in the
order of the first path that reaches them, where a higher source comes before a lower one, then a higher die.

Opponents change only by being hit, so the own counts and the mask of indices where the stage hit tell a result.
"""

from __future__ import annotations

from collections.abc import Callable

from raceboard.tables import OVERSHOOT_ANY, OVERSHOOT_FARTHEST, Tables

__all__ = ["Search"]

_WORD = 0xFFFFFFFFFFFFFFFF


def _mix(word: int) -> int:
    """Scramble 64 bits (the last step of SplitMix64)."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def _highest(mask: int) -> int:
    """Index of the highest bit that is set."""
    return mask.bit_length() - 1


class Search:
    """A workspace for one spec and one player: `load` a position, `search` the dice, read the nodes in `found`."""

    def __init__(self, rules: Tables) -> None:
        """Take the rules over into the workspace."""
        self.rules = rules
        self.walls = rules.walls + rules.holds
        self.index_key = [_mix(index + 1) >> 4 for index in range(rules.size)]
        self.board = sum(1 << index for index in range(1, rules.points + 1))
        self.reserves = sum(1 << index for index in range(rules.points + 1, rules.size))

        # The columns of the nodes.
        self.counts: list[list[int]] = []
        self.occupied: list[int] = []
        self.hits: list[int] = []
        self.taken: list[int] = []  # checkers that left each limited region, eight bits a limit
        self.used: list[int] = []  # dice played, eight bits a number
        self.key: list[int] = []
        self.parent: list[int] = []
        self.source: list[int] = []
        self.die: list[int] = []
        self.action: list[str] = []
        self.ended: list[bool] = []
        self.decided: list[int] = []  # the nodes in which the variant's judge ends the game
        self.seen: dict[int, list[int]] = {}  # nodes of the level that is made, by key
        self.bounds: list[int] = []  # level k is bounds[k] .. bounds[k + 1] - 1
        self.found: list[int] = []

        # Every step between two nodes, recorded only on demand: from, to, source, die, action.
        self.tracing = False
        self.edges: list[tuple[int, int, int, int, str]] = []

        # What hooks decide; a hook gets the search and the node that it asks about.
        self.allows_step: Callable[[Search, int, int, int, str, int], bool] | None = None
        self.meetings: Callable[[Search, int, int, int], list[tuple[str, bool]] | None] | None = None
        self.allows_position: Callable[[Search, int], bool] | None = None
        self.ends: Callable[[Search, int], bool] | None = None

    # ------------------------------------------------------------------ before the search

    def load(self, own: list[int], opponents: list[list[int]], stuck: int, taken: int) -> None:
        """Set the position: own counts, the opponents' counts in their own indices, a mask of own pinned checkers.

        `taken`: what earlier stages of the turn have taken from the limited regions, eight bits a limit.
        """
        self.opponents = opponents
        self.stuck = stuck
        occupied = 0
        for index in range(1, self.rules.size):
            if own[index]:
                occupied |= 1 << index
        self.cut(0)
        self.edges.clear()
        self.add(list(own), occupied, 0, taken, 0, 0, 0, 0, 0, "")
        self.meet()
        self.starts_home = occupied & self.rules.away == 0
        self.bans = self.forbidden_walls(0, True)
        self.end_bans = self.forbidden_walls(0, False)
        self.starts_clean = not any(occupied & mask == mask for mask in self.bans)

    def meet(self) -> None:
        """Find the points that opponents close, and those where single ones of them can be met."""
        rules = self.rules
        self.open = self.board
        self.blots = 0
        for crossing, counts in zip(rules.crossing, self.opponents, strict=True):
            for index in range(1, rules.points + 1):
                theirs = crossing[index]
                there = counts[theirs] if theirs else 0
                if not there:
                    continue
                bit = 1 << index
                is_safe = rules.safe >> theirs & 1
                if there >= rules.block or is_safe or bit & self.stuck or (there > 1 and rules.pins):
                    self.open &= ~bit
                else:
                    self.blots |= bit

    def forbidden_walls(self, hits: int, each_step: bool) -> list[int]:
        """Masks of the walls that no opponent makes legal; an opponent that has been hit is past nothing."""
        return [wall.mask for wall in self.walls if wall.each_step == each_step and not self.is_passed(wall.past, hits)]

    def is_passed(self, past: tuple[tuple[int, ...], ...], hits: int) -> bool:
        """Does an opponent that has not been hit stand on an index that makes a wall legal?"""
        for opponent, indices in enumerate(past):
            for index in indices:
                there = self.opponents[opponent][index]
                if there and not (hits and index and self.was_hit(opponent, index, hits)):
                    return True
        return False

    def was_hit(self, opponent: int, index: int, hits: int) -> bool:
        """Is the blot on an opponent's index among the hits?"""
        crossing = self.rules.crossing[opponent]
        return any(hits >> own & 1 and crossing[own] == index for own in range(1, self.rules.points + 1))

    # ------------------------------------------------------------------ the search

    def search(self, dice: tuple[int, ...], most: tuple[int, ...]) -> list[int]:
        """Find the legal results of the dice; give the nodes that hold them, each result once."""
        self.begin(dice, most)
        for _ in dice:
            begin, end = self.bounds[-2:]
            self.seen = {}
            for node in range(begin, end):
                if not self.ended[node]:
                    self.expand(node)
            if len(self.counts) == end:
                break
            self.bounds.append(len(self.counts))
        self.found = self.results()
        return self.found

    def begin(self, dice: tuple[int, ...], most: tuple[int, ...]) -> None:
        """Take the dice up. `most[k]`: how many checkers may leave the limited region k in this turn."""
        self.numbers = sorted(set(dice), reverse=True)
        self.copies = [dice.count(number) for number in self.numbers]
        self.most = most
        self.bounds = [0, 1]
        self.seen = {}

    def expand(self, node: int) -> None:
        """Play each die that is left from each index that it may leave."""
        movable = [
            self.movable(node, number) if self.used[node] >> 8 * place & 255 < self.copies[place] else 0
            for place, number in enumerate(self.numbers)
        ]
        sources = 0
        for mask in movable:
            sources |= mask
        while sources:
            source = _highest(sources)
            sources ^= 1 << source
            for place, mask in enumerate(movable):
                if mask >> source & 1:
                    self.move(node, source, place)

    def movable(self, node: int, die: int) -> int:
        """Mask of the indices that a die may leave, so far as it depends on single points."""
        rules = self.rules
        occupied = self.occupied[node]
        if not die:
            return 0
        sources = occupied & self.board & (self.open << die) & ~self.stuck
        if rules.home and occupied & rules.away == 0:
            sources = self.with_bear_offs(sources, occupied & self.board, die)
        if occupied & self.reserves:
            sources |= self.entering(occupied, die)
            for index, waiting in rules.first:
                if self.counts[node][index] > waiting:
                    sources &= 1 << index
                    break
        for place, region in enumerate(rules.limits):
            if self.taken[node] >> 8 * place & 255 >= self.most[place]:
                sources &= ~region | region << die
        for start, opened in rules.gates:
            if occupied & ~start and not occupied & opened and not self.counts[node][0]:
                sources &= ~start | start << die
        return sources

    def with_bear_offs(self, sources: int, occupied: int, die: int) -> int:
        """The sources of the die when all checkers are home: those that move on, and those that are borne off."""
        rules = self.rules
        if not rules.inner_moves:
            sources = 0
        if (not rules.same_turn and not self.starts_home) or (self.stuck and not rules.while_pinned):
            return sources
        leaving = occupied & 1 << die
        if not leaving and occupied >> die == 0 and rules.overshoot == OVERSHOOT_FARTHEST and occupied:
            leaving = 1 << _highest(occupied)
        elif rules.overshoot == OVERSHOOT_ANY:
            leaving |= occupied & (1 << die) - 1
        return sources | leaving & ~self.stuck

    def entering(self, occupied: int, die: int) -> int:
        """Mask of the reserves from which the die enters."""
        rules = self.rules
        sources = 0
        for index in range(rules.points + 1, rules.size):
            target = rules.origin[index] - die
            allowed = not rules.entry[index] or die in rules.entry[index]
            if occupied >> index & 1 and allowed and target > 0 and self.open >> target & 1:
                sources |= 1 << index
        return sources

    def move(self, node: int, source: int, place: int) -> None:
        """Move one checker, in each way in which it may meet opponents where it lands."""
        rules = self.rules
        target = max(rules.origin[source] - self.numbers[place], 0)
        if target and rules.caps[target] and self.counts[node][target] >= rules.caps[target]:
            return
        bit = 1 << target
        meets = target > 0 and not self.counts[node][target] and self.blots & ~self.hits[node] & bit != 0
        ways = self.meetings(self, node, source, place) if meets and self.meetings else None
        if ways is None:
            self.reach(node, source, place, target, bit if meets and rules.hits else 0, "")
        else:
            for action, hit in ways:
                self.reach(node, source, place, target, bit if hit else 0, action)

    def reach(self, node: int, source: int, place: int, target: int, hit: int, action: str) -> None:
        """Add the node that a step leads to, unless it is forbidden or known."""
        die = self.numbers[place]
        if self.allows_step is not None and not self.allows_step(self, node, source, die, action, hit):
            return
        occupied = self.occupied[node] | 1 << target if target else self.occupied[node]
        if self.counts[node][source] == 1:
            occupied ^= 1 << source
        hits = self.hits[node] | hit
        if self.walls and self.has_wall(node, occupied, hits, target):
            return
        taken = self.taken[node]
        for limit, region in enumerate(self.rules.limits):
            if region >> source & 1 and not region >> target & 1:
                taken += 1 << 8 * limit
        used = self.used[node] + (1 << 8 * place)
        key = self.key[node] + self.index_key[target] - self.index_key[source]
        counts = self.counts[node].copy()
        counts[source] -= 1
        counts[target] += 1
        known = self.known(key, counts, hits, taken, used)
        if known < 0:
            known = self.add(counts, occupied, hits, taken, used, key, node, source, die, action)
            if self.allows_position is not None and not self.allows_position(self, known):
                self.cut(known)
                return
            self.seen.setdefault(key, []).append(known)
        if self.tracing:
            self.edges.append((node, known, source, die, action))

    def known(self, key: int, counts: list[int], hits: int, taken: int, used: int) -> int:
        """The node of this level that is the same, or -1. Equal keys are compared in full."""
        for node in self.seen.get(key, ()):
            if (
                self.hits[node] == hits
                and self.used[node] == used
                and self.taken[node] == taken
                and self.counts[node] == counts
            ):
                return node
        return -1

    def add(
        self,
        counts: list[int],
        occupied: int,
        hits: int,
        taken: int,
        used: int,
        key: int,
        parent: int,
        source: int,
        die: int,
        action: str,
    ) -> int:
        """Append a node; give its number."""
        node = len(self.counts)
        self.counts.append(counts)
        self.occupied.append(occupied)
        self.hits.append(hits)
        self.taken.append(taken)
        self.used.append(used)
        self.key.append(key)
        self.parent.append(parent)
        self.source.append(source)
        self.die.append(die)
        self.action.append(action)
        goal = self.rules.goal
        is_decided = node > 0 and self.ends is not None and self.ends(self, node)
        if is_decided:
            self.decided.append(node)
        self.ended.append(is_decided or occupied == 0 or (goal != 0 and occupied & ~goal == 0 and counts[0] == 0))
        return node

    def cut(self, end: int) -> None:
        """Take the nodes from `end` on away."""
        numbers = (self.occupied, self.hits, self.taken, self.used, self.key, self.parent, self.source, self.die)
        for column in numbers:
            del column[end:]
        del self.counts[end:], self.action[end:], self.ended[end:]
        self.decided = [node for node in self.decided if node < end]

    def has_wall(self, node: int, occupied: int, hits: int, target: int) -> bool:
        """Does a step to the target leave a wall that is forbidden after each step?

        Only a wall over the target can be new. Another one is forbidden when its permit was hit just now, or when the
        position before the stage already stood in it.
        """
        bans = self.forbidden_walls(hits, True) if hits else self.bans
        if hits == self.hits[node] and (node or self.starts_clean):
            bans = [mask for mask in bans if mask >> target & 1]
        return any(occupied & mask == mask for mask in bans)

    # ------------------------------------------------------------------ after the search

    def may_end(self, node: int) -> bool:
        """May a stage end in this node? Not in a wall that is forbidden at the end of a turn."""
        bans = self.forbidden_walls(self.hits[node], False) if self.hits[node] else self.end_bans
        occupied = self.occupied[node]
        return not any(occupied & mask == mask for mask in bans)

    def results(self) -> list[int]:
        """The nodes of the legal results: those that the obligation chooses, and those that the judge has decided."""
        decided = [node for node in self.decided if self.may_end(node)]
        return self.distinct(self.by_duty() + decided) or [0]

    def by_duty(self) -> list[int]:
        """What may not be the end is dropped first; of the rest the obligation chooses."""
        if not self.rules.max_dice:
            return self.higher_die(self.complete())
        for level in range(len(self.bounds) - 2, 0, -1):
            nodes = [node for node in range(self.bounds[level], self.bounds[level + 1]) if self.may_end(node)]
            if nodes:
                return self.higher_die(nodes)
        return []

    def complete(self) -> list[int]:
        """The nodes that may end the stage and lead to no other that may; needs the edges."""
        goes_on = [False] * len(self.counts)
        for node, following, _, _, _ in reversed(self.edges):
            if goes_on[following] or self.may_end(following):
                goes_on[node] = True
        return [node for node in range(1, len(self.counts)) if self.may_end(node) and not goes_on[node]]

    def higher_die(self, nodes: list[int]) -> list[int]:
        """Where every node has used a single die, those that have used the highest; all of them otherwise."""
        if not self.rules.higher_die or any(self.parent[node] for node in nodes):
            return nodes
        highest = max((self.die[node] for node in nodes), default=0)
        return [node for node in nodes if self.die[node] == highest]

    def distinct(self, nodes: list[int]) -> list[int]:
        """One node for each result, the one with the first path."""
        first: dict[tuple[tuple[int, ...], int], int] = {}
        for node in nodes:
            first.setdefault((tuple(self.counts[node]), self.hits[node]), node)
        return list(first.values())

    def alone(self, region: range) -> int:
        """The most dice that one checker of a region can play by itself and then stop; needs the edges."""
        dice_played = {(0, index): 0 for index in region if self.counts[0][index]}
        for node, following, source, die, _ in self.edges:
            if (node, source) in dice_played:
                target = max(self.rules.origin[source] - die, 0)
                dice_played[following, target] = dice_played[node, source] + 1
        return max((played for (node, _), played in dice_played.items() if self.may_end(node)), default=0)

    def path(self, node: int) -> list[int]:
        """The nodes from the first step to this node."""
        path = []
        while node:
            path.append(node)
            node = self.parent[node]
        return path[::-1]
