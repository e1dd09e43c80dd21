# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# pyright: reportPossiblyUnboundVariable=false, reportMissingImports=false
"""What a stage is played on: the rules in numbers, the position, the dice, and what follows before the first step.

Ordinary Python on lists of ints; `ground.pxd` names the types with which the package build compiles it. Indices are
those of the player on roll: 0 off, 1..points, then the reserves. A mask has bit i set for index i.
"""

from __future__ import annotations

from collections.abc import Sequence

from raceboard.position import Layout, Position
from raceboard.tables import OVERSHOOT_ANY, OVERSHOOT_FARTHEST, Tables

try:
    import cython
except ImportError:  # uncompiled, on a machine without Cython
    import raceboard.uncompiled as cython

if not cython.compiled:
    from raceboard.uncompiled import ONE, WORD, fill, highest, size_of

__all__ = ["Ground", "too_large"]

# What a compiled search has room for. What is larger is searched by this source uncompiled: lists have any length.
WIDTH = 64  # indices, and the numbers on a die
RIVALS = 7
LISTED = 8  # watched regions, gates, reserves that come first, different dice of a stage
WALLS = 128
COUNT = 255  # checkers in one place

NEAR_INDICES = 16
EXACT_INDICES = 32
EXACT_DICE = 7


def too_large(rules: Tables) -> str:
    """Why the rules of a variant do not fit into a compiled search; empty when they do."""
    walls = len(rules.walls) + len(rules.holds)
    checkers = (rules.block, *rules.caps, *(waiting for _, waiting in rules.first))
    measures = (
        ("indices", rules.size, WIDTH),
        ("pips to go from a reserve", max(rules.origin), WIDTH),
        ("on a die that enters", max((die for dice in rules.entry for die in dice), default=0), WIDTH - 1),
        ("checkers that a rule counts", max(checkers), COUNT),
        ("opponents", len(rules.crossing), RIVALS),
        ("watched regions", len(rules.limits), LISTED),
        ("gates", len(rules.gates), LISTED),
        ("reserves that come first", len(rules.first), LISTED),
        ("walls", walls, WALLS),
    )
    return ", ".join(f"{number} {name} (at most {most})" for name, number, most in measures if number > most)


def filled(values: Sequence[int], length: int) -> list[int]:
    """The values, and zeros up to the length that a compiled array has."""
    return [*values, *(0 for _ in range(length - len(values)))] if cython.compiled else list(values)


def mask_of(indices: Sequence[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def digit_of(index: int, beyond: int) -> int:
    """One checker more at an index, in a key whose digits end before another index."""
    return 16 ** (beyond - 1 - index) if index < beyond else 0


def new_position(layout: Layout, data: bytes, pinned: bytes, removed: bytes) -> Position:
    """A position, by another way than its `__init__`, which takes longer than to find the position."""
    position = object.__new__(Position)
    fill(position, "layout", layout)
    fill(position, "data", data)
    fill(position, "pinned", pinned)
    fill(position, "removed", removed)
    return position


class Ground:
    """The stage that a search looks at; `begin` sets it."""

    def __init__(self, rules: Tables) -> None:
        """Take the rules over."""
        self.rules = rules
        self.size = rules.size
        self.points = rules.points
        self.rivals = len(rules.crossing)
        self.closing = min(rules.block, 2) if rules.pins else rules.block
        self.hitting = rules.hits
        self.hit_to = rules.hit_to
        self.safe_for = filled(
            [
                mask_of([own for own in range(1, rules.points + 1) if rules.safe >> row[own] & 1])
                for row in rules.crossing
            ],
            RIVALS,
        )
        self.home = rules.home
        self.away = rules.away
        self.beyond_any = rules.overshoot == OVERSHOOT_ANY
        self.beyond_farthest = rules.overshoot == OVERSHOOT_FARTHEST
        self.same_turn = rules.same_turn
        self.inner_moves = rules.inner_moves
        self.while_pinned = rules.while_pinned
        self.goal = rules.goal
        self.max_dice = rules.max_dice
        self.wants_higher = rules.higher_die
        self.board = mask_of(range(1, rules.points + 1))
        self.reserves = mask_of(range(rules.points + 1, rules.size))
        rows = [filled(row, WIDTH) for row in rules.crossing]
        self.crossing = rows + [filled((), WIDTH)] * (RIVALS - len(rows))
        self.contrary = all(row[own] == self.points + 1 - own for row in rows for own in range(1, self.points + 1))
        self.origin = filled(rules.origin, WIDTH)
        every_die = WORD if cython.compiled else -1
        self.entry = filled([mask_of(dice) or every_die for dice in rules.entry], WIDTH)
        self.capped = any(rules.caps)
        self.caps = filled(rules.caps, WIDTH)
        self.limited = len(rules.limits)
        self.limits = filled(rules.limits, LISTED)
        self.watched = 0
        for limit in rules.limits:
            self.watched |= limit
        self.gated = len(rules.gates)
        self.gate_start = filled([start for start, _ in rules.gates], LISTED)
        self.gate_opened = filled([opened for _, opened in rules.gates], LISTED)
        self.ordered = len(rules.first)
        self.first_reserve = filled([index for index, _ in rules.first], LISTED)
        self.first_waiting = filled([waiting for _, waiting in rules.first], LISTED)
        walls = rules.walls + rules.holds
        self.walls = len(walls)
        self.wall_mask = filled([wall.mask for wall in walls], WALLS)
        self.wall_each_step = filled([wall.each_step for wall in walls], WALLS)
        past = [filled([mask_of(indices) for indices in wall.past], RIVALS) for wall in walls]
        self.wall_past = past + [filled((), RIVALS)] * (WALLS - len(past) if cython.compiled else 0)
        self.shortest_wall = min((wall.mask.bit_count() for wall in walls), default=0)
        indices = range(max(WIDTH, rules.size))
        self.near_digit = [digit_of(index, NEAR_INDICES) for index in indices]
        self.far_digit = [0 if index < NEAR_INDICES else digit_of(index, EXACT_INDICES) for index in indices]

        # The stage: the position, and what follows from it before the first die.
        self.side = 0
        self.stuck = 0
        self.occupied = 0
        self.open = 0
        self.blots = 0
        self.hittable = 0
        self.starts_home = False
        self.starts_clean = True
        self.near_walls = 0
        self.numbers_used = 0
        self.dice_count = 0
        self.first_region = 0
        self.exact = True
        if not cython.compiled:  # compiled, these are zeroed memory of the sizes that the .pxd names
            self.rows = [[0] * self.size for _ in range(self.rivals + 1)]
            self.standing = [0] * self.rivals
            self.reachable = [0] * (self.walls + 1)
            self.numbers = [0] * 255
            self.copies = [0] * 255
            self.most = [0] * self.limited

    def put(self, data: bytes, begin: int) -> None:
        """Set the position: all counts in seat order, from a place in the data. Raises ValueError where they end."""
        size = self.size
        if len(data) < begin + size * (self.rivals + 1):
            raise ValueError(f"{len(data)} counts; a position of this variant has {size * (self.rivals + 1)}")
        for seat in range(self.rivals + 1):
            for index in range(size):
                self.rows[seat][index] = data[begin + index]
            begin += size

    def after(self, data: bytes, side: int, steps: bytes, begin: int, end: int) -> bytes:
        """All counts after the steps that stand between two places of what `Nodes.packed` gives.

        Raises ValueError where they are not all there.
        """
        if end > len(steps):
            raise ValueError(f"the packed steps end at {len(steps)}, before {end}")
        counts = bytearray(data)
        mine = side * self.size
        for at in range(begin, end, 3):
            source = steps[at]
            if not source:
                break
            target = self.origin[source] - steps[at + 1]
            if target < 0:
                target = 0
            counts[mine + source] -= 1
            counts[mine + target] += 1
            if steps[at + 2] & 1:
                self.strike(counts, side, target)
        return bytes(counts)

    def strike(self, counts: bytearray, side: int, index: int) -> None:
        """Send whom a player hits on an own index to the reserve."""
        for place in range(self.rivals):
            row = (side + 1 + place) % (self.rivals + 1) * self.size
            theirs = self.crossing[place][index]
            if theirs:
                there = counts[row + theirs]
                counts[row + theirs] = 0
                counts[row + self.hit_to] += there

    def take_dice(self, dice: Sequence[int]) -> None:
        """Take the dice up; raises OverflowError for more, or higher ones, than there is room for."""
        is_sorted = dice[0] >= dice[1] if len(dice) == 2 else not dice or dice.count(dice[0]) == len(dice)
        numbers = dice if is_sorted else sorted(dice, reverse=True)
        self.clear_dice()
        for number in numbers:
            if cython.compiled and self.has_no_room(number):
                raise OverflowError(f"the dice {dice} are more, or higher, than fit")
            self.add_die(number)

    def has_no_room(self, number: int) -> bool:
        """Is there no room for one more die?"""
        return number < 0 or number >= WIDTH or self.dice_count >= 255 or self.numbers_used + self.limited >= LISTED

    def clear_dice(self) -> None:
        """Lay all dice down."""
        self.numbers_used = 0
        self.dice_count = 0

    def add_die(self, number: int) -> None:
        """Take one more die up, of the lowest number so far or of a lower one."""
        if not self.numbers_used or self.numbers[self.numbers_used - 1] != number:
            self.numbers[self.numbers_used] = number
            self.copies[self.numbers_used] = 0
            self.numbers_used += 1
        self.copies[self.numbers_used - 1] += 1
        self.dice_count += 1

    def look(self, side: int, stuck: int) -> None:
        """Find what holds for the whole stage of a player, whose checkers of a mask are pinned."""
        self.side = side
        self.stuck = stuck
        occupied = 0
        for index in range(self.size - 1, 0, -1):
            occupied = occupied << 1 | (self.rows[side][index] > 0)
        occupied <<= 1
        self.occupied = occupied
        self.starts_home = occupied & self.away == 0
        self.first_region = 8 * self.numbers_used
        self.exact = self.size <= EXACT_INDICES and self.dice_count <= EXACT_DICE
        self.meet()
        if self.walls:
            self.find_walls(occupied)

    def meet(self) -> None:
        """Find the points that opponents close, and those where single ones of them can be met."""
        standing = 0
        closed = 0
        for place in range(self.rivals):
            seat = (self.side + 1 + place) % (self.rivals + 1)
            met = 0
            many = 0
            for index in range(self.points, 0, -1):
                theirs = self.crossing[place][index]
                there = self.rows[seat][theirs] * (theirs > 0)
                met = met << 1 | (there > 0)
                many = many << 1 | (there >= self.closing)
            standing |= met << 1
            closed |= many << 1 | met << 1 & self.safe_for[place]
        closed |= standing & self.stuck
        self.open = self.board & ~closed
        self.blots = standing & ~closed & self.board
        self.hittable = self.blots if self.hitting else 0

    def find_walls(self, occupied: int) -> None:
        """Find the walls that so many dice can complete; most lack more points than that."""
        self.near_walls = 0
        self.starts_clean = True
        if size_of(occupied) + self.dice_count < self.shortest_wall:
            return
        for wall in range(self.walls):
            self.reachable[self.near_walls] = wall
            self.near_walls += size_of(self.wall_mask[wall] & ~occupied) <= self.dice_count
        if self.near_walls:
            self.find_standing()
            self.drop_permitted(occupied)

    def drop_permitted(self, occupied: int) -> None:
        """Forget the walls that stay legal, for nobody past them can be hit; see whether the position stands in one."""
        kept = 0
        for place in range(self.near_walls):
            wall = self.reachable[place]
            is_legal = self.is_passed(wall, 0)
            if not is_legal or self.blots:
                self.reachable[kept] = wall
                kept += 1
            if not is_legal and not self.wall_mask[wall] & ~occupied and self.wall_each_step[wall]:
                self.starts_clean = False
        self.near_walls = kept

    def find_standing(self) -> None:
        """Find where the opponents stand, in their own indices."""
        for place in range(self.rivals):
            seat = (self.side + 1 + place) % (self.rivals + 1)
            standing = 0
            for index in range(self.size):
                standing |= ONE * (self.rows[seat][index] > 0) << index
            self.standing[place] = standing

    def is_passed(self, wall: int, hits: int) -> bool:
        """Does an opponent that has not been hit stand on an index that makes a wall legal?"""
        for place in range(self.rivals):
            standing = self.standing[place]
            left = hits
            while left:
                own = highest(left)
                left ^= ONE << own
                if self.crossing[place][own]:
                    standing &= ~(ONE << self.crossing[place][own])
            if standing & self.wall_past[wall][place]:
                return True
        return False
