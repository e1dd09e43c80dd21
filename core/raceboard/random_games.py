# cython: language_level=3, annotation_typing=False, infer_types=True
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# pyright: reportPossiblyUnboundVariable=false, reportMissingImports=false
"""Whole games at random inside the kernel: each side takes each of its plays with the same probability.

Ordinary Python on lists of ints; `random_games.pxd` names the types with which the package build compiles it. The rules
of a stage are those of `Search`; what is more in a game stands in numbers in `GameTables`. Chance comes from the
streams of `raceboard.dice`: lane 0 of a game throws, lane s + 1 chooses for side s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # uncompiled, on a machine without Cython
    import raceboard.uncompiled as cython

if not cython.compiled:
    from raceboard.generator import Search
    from raceboard.uncompiled import WORD32

if TYPE_CHECKING:
    from raceboard.game_tables import GameTables

__all__ = ["RandomGames"]

LANES = 3
TICKETS = 256
OUTCOMES = 64
STAGES = 8
DICE = 8
FACES = 17
LISTED = 8
RESULTS = 8001

PHILOX_A = 0xD2511F53
PHILOX_B = 0xCD9E8D57
WEYL_A = 0x9E3779B9
WEYL_B = 0xBB67AE85

OVER, DEAD, CUT = 1, 2, 3  # how a game ends: somebody has finished, nobody can move any more, it took too long
SINGLE_DICE, DIFFERENCE, TWO_DICE, FIXED = 0, 1, 2, 3  # who starts, in the order of GameTables; else a lot decides


def table(values: tuple[int, ...], length: int) -> list[int]:
    """The values, and zeros up to the length that a compiled array has."""
    return [*values, *(0 for _ in range(length - len(values)))]


def program(rows: tuple[tuple[tuple[int, ...], ...], ...]) -> list[list[list[int]]]:
    """The stages of each outcome, each stage as its number of dice and the dice."""
    stages = [[table((len(dice), *dice), DICE + 1) for dice in row] for row in rows]
    empty = table((), DICE + 1)
    filled = [row + [empty] * (STAGES - len(row)) for row in stages]
    return filled + [[empty] * STAGES] * (OUTCOMES - len(filled))


class RandomGames:
    """Plays games of one variant by their numbers; after `play` the attributes tell about the last one."""

    def __init__(self, search: Search, rules: GameTables) -> None:
        """Take a search, which is used by nobody else, and the tables of the variant."""
        self.search = search
        size = search.size
        self.size = size
        self.start = [table(tuple(rules.start[side * size : (side + 1) * size]), 64) for side in (0, 1)]
        self.ticket_count = len(rules.tickets)
        self.tickets = table(rules.tickets, TICKETS)
        self.die_count = len(rules.die)
        self.die = table(rules.die, TICKETS)
        self.outcomes = len(rules.early)
        self.early = program(rules.early)
        self.late = program(rules.late)
        self.early_stages = table(tuple(map(len, rules.early)), OUTCOMES)
        self.late_stages = table(tuple(map(len, rules.late)), OUTCOMES)
        self.cascade_from = rules.cascade_from
        self.opening = rules.opening
        self.openings = [list(row) for row in rules.openings]
        self.again = table(rules.again, OUTCOMES)
        self.completed = table(rules.completed, OUTCOMES)
        self.landings = rules.landings
        self.throws_allowed = rules.throws
        self.limits = len(rules.usual)
        self.usual = table(rules.usual, LISTED)
        released = [table(row, LISTED) for row in rules.released]
        self.released = released + [table((), LISTED)] * (OUTCOMES - len(released))
        self.first_only = table(rules.first_only, LISTED)
        self.who = table(rules.who, LISTED)

        self.key_low = 0
        self.key_high = 0
        self.game_low = 0
        self.game_high = 0
        self.starter = -1
        self.ending = 0
        self.winner = 0
        self.actions = 0
        self.turns = 0
        self.stages = 0
        self.plays = 0
        self.side = 0
        self.passes = 0
        self.throws = 0
        self.taken = 0
        self.landed = 0
        self.choices = table((), RESULTS)  # how often so many plays were legal; under 0, how often only the empty one
        self.own_turns = [0, 0]
        self.drawn = [0, 0, 0]
        self.block = [[0] * 4 for _ in range(LANES)]

    # ------------------------------------------------------------------ chance

    def mix_block(self, lane: int) -> None:
        """The next four words of a lane: a block of Philox4x32-10."""
        a = self.drawn[lane] >> 2
        b = self.game_low
        c = self.game_high
        d = lane
        key_a = self.key_low
        key_b = self.key_high
        for _ in range(10):
            left = a * PHILOX_A
            right = c * PHILOX_B
            a = (right >> 32) ^ b ^ key_a
            b = right & WORD32
            c = (left >> 32) ^ d ^ key_b
            d = left & WORD32
            key_a = key_a + WEYL_A & WORD32
            key_b = key_b + WEYL_B & WORD32
        self.block[lane][0] = a
        self.block[lane][1] = b
        self.block[lane][2] = c
        self.block[lane][3] = d

    def below(self, lane: int, limit: int) -> int:
        """A number below a limit, as `raceboard.dice.Stream` draws it."""
        while True:
            place = self.drawn[lane] & 3
            if place == 0:
                self.mix_block(lane)
            self.drawn[lane] += 1
            word = self.block[lane][place]
            if word <= WORD32 - limit or word < (WORD32 + 1) // limit * limit:
                return word % limit

    # ------------------------------------------------------------------ a game

    def play(self, seed: int, game: int, limit: int) -> int:
        """Play a game of a seed, at most so many actions of it; say how it ends."""
        self.key_low = seed & WORD32
        self.key_high = seed >> 32 & WORD32
        self.game_low = game & WORD32
        self.game_high = game >> 32 & WORD32
        with cython.nogil:
            self.ending = self.play_out(limit)
        return self.ending

    def take_choices(self) -> dict[int, int]:
        """How often so many plays were legal since the last time, and under 0 how often only the empty one."""
        taken = {}
        for number in range(RESULTS):
            if self.choices[number]:
                taken[number] = self.choices[number]
                self.choices[number] = 0
        return taken

    def result(self) -> bytes:
        """All counts of the last position, in seat order."""
        counts = bytearray(2 * self.size)
        for index in range(self.size):
            counts[index] = self.search.rows[0][index]
            counts[self.size + index] = self.search.rows[1][index]
        return bytes(counts)

    def play_out(self, limit: int) -> int:
        """Play from the opening to the end."""
        self.set_up()
        outcome = self.open(limit)
        while not self.ending:
            if outcome < 0:
                if self.actions == limit:
                    self.ending = CUT
                    break
                self.actions += 1
                outcome = self.tickets[self.below(0, self.ticket_count)]
            self.throws += 1
            self.play_throw(outcome, limit)
            outcome = -1
        return self.ending

    def set_up(self) -> None:
        """Begin with the checkers where they start, and unused streams."""
        for side in range(2):
            self.search.rows[side][:] = self.start[side]
            self.own_turns[side] = 0
        for lane in range(LANES):
            self.drawn[lane] = 0
        self.starter = -1
        self.ending = 0
        self.actions = 0
        self.turns = 0
        self.stages = 0
        self.plays = 0
        self.passes = 0

    def open(self, limit: int) -> int:
        """Find who starts; give the outcome that the opening dice make, -1 where the starter throws anew."""
        if self.opening == FIXED:
            self.start_turn(0, True)
            return -1
        while self.actions < limit:
            self.actions += 1
            if self.opening > FIXED:
                self.start_turn(self.below(0, 2), True)
                return -1
            one = self.die[self.below(0, self.die_count)]
            other = self.die[self.below(0, self.die_count)]
            if one != other:
                self.start_turn(0 if one > other else 1, True)
                return -1 if self.opening == TWO_DICE else self.openings[one][other]
        self.ending = CUT
        return -1

    def start_turn(self, side: int, is_first: bool) -> None:
        """Put a side on roll."""
        if is_first:
            self.starter = side
        self.side = side
        self.own_turns[side] += 1
        self.turns += 1
        self.throws = 0
        self.taken = 0
        self.landed = 0

    def play_throw(self, outcome: int, limit: int) -> bool:
        """Play the stages of a throw, as far as they can be played; then find who throws next. Does the game go on?"""
        is_late = self.own_turns[self.side] >= self.cascade_from
        stages = self.late_stages[outcome] if is_late else self.early_stages[outcome]
        stage = 0
        is_complete = True
        while stage < stages and is_complete:
            if self.actions == limit:
                self.ending = CUT
                return False
            self.actions += 1
            self.search.clear_dice()
            dice = self.late[outcome][stage][0] if is_late else self.early[outcome][stage][0]
            for place in range(1, dice + 1):
                self.search.add_die(self.late[outcome][stage][place] if is_late else self.early[outcome][stage][place])
            is_complete = self.play_stage(outcome) == dice
            if self.ending:
                return False
            stage += 1
        if self.passes >= 2 and self.is_dead():
            self.ending = DEAD
            return False
        self.end_throw(outcome, is_complete)
        return True

    def end_throw(self, outcome: int, is_complete: bool) -> None:
        """The same side throws again, or the other one."""
        if self.throws <= self.throws_allowed and (
            self.again[outcome] or (is_complete and self.completed[outcome]) or self.landed & self.landings
        ):
            self.landed = 0
        else:
            self.start_turn(1 - self.side, False)

    def play_stage(self, outcome: int) -> int:
        """Take one of the plays of a stage; give how many dice it uses."""
        for place in range(self.limits):
            self.search.most[place] = self.most(place, outcome)
        self.search.prepare(self.side, 0, self.taken)
        number = self.search.run()
        if not cython.compiled and number >= RESULTS:  # compiled, the search has no room for so many
            raise OverflowError(f"more than {RESULTS - 1} plays")
        node = self.search.pick(self.below(self.side + 1, number))
        self.stages += 1
        self.plays += number
        self.choices[number] += 1
        if not node:
            self.choices[0] += 1
            self.passes += 1
            return 0
        self.passes = 0
        self.accept(node)
        if self.search.nodes[node].ended:
            self.ending = OVER
            self.winner = self.side
        used = 0
        while node:
            used += 1
            self.landed |= self.search.target_of(node)
            node = self.search.nodes[node].parent
        return used

    def most(self, place: int, outcome: int) -> int:
        """How many checkers may leave a limited region in this turn."""
        if self.first_only[place] and self.own_turns[self.side] != 1:
            return self.usual[place]
        if self.who[place] and (self.side == self.starter) != (self.who[place] == 1):
            return self.usual[place]
        return self.released[outcome][place]

    def accept(self, node: int) -> None:
        """Make the position of a node the present one."""
        self.taken = self.search.nodes[node].spent >> self.search.first_region
        self.search.accept(node)

    def is_dead(self) -> bool:
        """Can no side play any throw?"""
        for side in range(2):
            for outcome in range(self.outcomes):
                self.search.clear_dice()
                for place in range(1, self.late[outcome][0][0] + 1):
                    self.search.add_die(self.late[outcome][0][place])
                for place in range(self.limits):
                    self.search.most[place] = self.usual[place]
                self.search.prepare(side, 0, 0)
                self.search.run()
                if self.search.found_nodes[0]:
                    return False
        return True
