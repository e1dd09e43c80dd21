# The C types with which `ground.py` is compiled. No rule stands here.
cimport cython
from cpython.object cimport PyObject_GenericSetAttr as fill

ctypedef unsigned char Count
ctypedef unsigned long long Mask
ctypedef Count[64] Row

cdef extern from *:
    """
    #define ONE 1ULL
    #define WORD 0xFFFFFFFFFFFFFFFFULL
    #define NODES 0xFFFFFFFFULL
    #define WORD32 0xFFFFFFFFULL
    #define START_KEY 0x8888888888888888ULL
    #define MIX 0x9E3779B97F4A7C15ULL
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int highest(unsigned long long mask) {
        unsigned long place;
        _BitScanReverse64(&place, mask);
        return (int) place;
    }
    static inline int size_of(unsigned long long mask) { return (int) __popcnt64(mask); }
    #else
    static inline int highest(unsigned long long mask) { return 63 - __builtin_clzll(mask); }
    static inline int size_of(unsigned long long mask) {
        mask -= mask >> 1 & 0x5555555555555555ULL;
        mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
        return (int) (((mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    #endif
    """
    const Mask ONE, WORD, WORD32, NODES, START_KEY, MIX
    int highest(Mask mask) noexcept nogil
    int size_of(Mask mask) noexcept nogil

cdef int WIDTH, RIVALS, LISTED, WALLS, NEAR_INDICES, EXACT_INDICES, EXACT_DICE


cdef class Ground:
    # The rules.
    cdef readonly object rules
    cdef readonly int size, points, rivals
    cdef int closing, hit_to
    cdef bint hitting, beyond_any, beyond_farthest, same_turn, inner_moves, while_pinned, max_dice, wants_higher
    cdef bint capped, contrary
    cdef Mask home, away, goal, board, reserves, watched
    cdef Row crossing[7]
    cdef Row origin
    cdef Row caps
    cdef Mask entry[64]
    cdef int limited, gated, ordered, walls, shortest_wall
    cdef Mask limits[8]
    cdef Mask gate_start[8]
    cdef Mask gate_opened[8]
    cdef int first_reserve[8]
    cdef int first_waiting[8]
    cdef Mask wall_mask[128]
    cdef bint wall_each_step[128]
    cdef Mask wall_past[128][7]
    cdef Mask safe_for[7]
    cdef Mask near_digit[64]
    cdef Mask far_digit[64]

    # The stage.
    cdef Row rows[8]
    cdef readonly int side
    cdef readonly Mask stuck
    cdef Mask occupied, open, blots, hittable
    cdef bint starts_home, starts_clean, exact
    cdef Mask standing[7]
    cdef int near_walls
    cdef int reachable[129]
    cdef int numbers_used, dice_count, first_region
    cdef int numbers[8]
    cdef int copies[8]
    cdef int most[8]

    @cython.final
    @cython.locals(seat=int, index=int, size=int)
    cdef int put(self, bytes data, int begin) except -1
    @cython.locals(counts=bytearray, mine=int, at=int, source=int, target=int)
    cpdef bytes after(self, bytes data, int side, bytes steps, int begin, int end)
    @cython.locals(place=int, row=int, theirs=int, there=int)
    cpdef int strike(self, bytearray counts, int side, int index) except -1
    @cython.final
    @cython.locals(number=int)
    cdef int take_dice(self, object dice) except -1
    @cython.final
    cdef bint has_no_room(self, int number) noexcept nogil
    @cython.final
    cdef void clear_dice(self) noexcept nogil
    @cython.final
    cdef void add_die(self, int number) noexcept nogil
    @cython.final
    @cython.locals(occupied=Mask, index=int)
    cdef void look(self, int side, Mask stuck) noexcept nogil
    @cython.final
    @cython.locals(
        seat=int, theirs=int, there=int, place=int, index=int, standing=Mask, closed=Mask, met=Mask, many=Mask
    )
    cdef void meet(self) noexcept nogil
    @cython.final
    @cython.locals(place=int, wall=int)
    cdef void find_walls(self, Mask occupied) noexcept nogil
    @cython.final
    @cython.locals(kept=int, place=int, wall=int, is_legal=bint)
    cdef void drop_permitted(self, Mask occupied) noexcept nogil
    @cython.final
    @cython.locals(seat=int, standing=Mask, place=int, index=int)
    cdef void find_standing(self) noexcept nogil
    @cython.final
    @cython.locals(standing=Mask, left=Mask, own=int, place=int)
    cdef bint is_passed(self, int wall, Mask hits) noexcept nogil
