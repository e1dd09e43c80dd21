# The C types with which `random_games.py` is compiled. No rule stands here.
cimport cython

from raceboard._compiled.generator cimport Search
from raceboard._compiled.ground cimport WORD32, Mask, Row

ctypedef unsigned int Word

cdef int LANES, TICKETS, OUTCOMES, STAGES, DICE, FACES, LISTED, RESULTS
cdef int OVER, DEAD, CUT, SINGLE_DICE, DIFFERENCE, TWO_DICE, FIXED
cdef Mask PHILOX_A, PHILOX_B, WEYL_A, WEYL_B


@cython.final
cdef class RandomGames:
    cdef Search search
    cdef int size, ticket_count, die_count, outcomes, cascade_from, opening, throws_allowed, limits
    cdef Row start[2]
    cdef int tickets[256]
    cdef int die[256]
    cdef int early[64][8][9]
    cdef int late[64][8][9]
    cdef int early_stages[64]
    cdef int late_stages[64]
    cdef int openings[17][17]
    cdef bint again[64]
    cdef bint completed[64]
    cdef Mask landings
    cdef int usual[8]
    cdef int released[64][8]
    cdef bint first_only[8]
    cdef int who[8]

    cdef Mask key_low, key_high, game_low, game_high
    cdef readonly int starter, ending, winner
    cdef readonly long long actions, turns, stages, plays
    cdef int side, passes, throws
    cdef Mask taken, landed
    cdef long long choices[8001]
    cdef int own_turns[2]
    cdef Mask drawn[3]
    cdef Mask block[3][4]

    @cython.locals(a=Mask, b=Mask, c=Mask, d=Mask, key_a=Mask, key_b=Mask, left=Mask, right=Mask)
    cdef void mix_block(self, int lane) noexcept nogil
    @cython.locals(word=Word, place=int)
    cdef int below(self, int lane, Word limit) noexcept nogil
    cpdef int play(self, Mask seed, Mask game, long long limit) except -1
    @cython.locals(counts=bytearray, index=int)
    cpdef bytes result(self)
    @cython.locals(number=int, taken=dict)
    cpdef dict take_choices(self)
    @cython.locals(outcome=int)
    cdef int play_out(self, long long limit) except -1 nogil
    cdef void set_up(self) noexcept nogil
    @cython.locals(one=int, other=int)
    cdef int open(self, long long limit) noexcept nogil
    cdef void start_turn(self, int side, bint is_first) noexcept nogil
    @cython.locals(is_late=bint, stages=int, stage=int, is_complete=bint, dice=int, place=int)
    cdef int play_throw(self, int outcome, long long limit) except -1 nogil
    cdef void end_throw(self, int outcome, bint is_complete) noexcept nogil
    @cython.locals(number=int, node=int, used=int, place=int)
    cdef int play_stage(self, int outcome) except -1 nogil
    cdef int most(self, int place, int outcome) noexcept nogil
    cdef void accept(self, int node) noexcept nogil
    cdef bint is_dead(self) except -1 nogil
