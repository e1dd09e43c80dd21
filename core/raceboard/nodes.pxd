# The C types with which `nodes.py` is compiled. No rule stands here.
cimport cython

from raceboard._compiled.ground cimport MIX, NODES, ONE, WIDTH, WORD, Ground, Mask, Row, highest

cdef struct Node:
    Mask occupied, hits, spent, near, far
    int parent, chain
    int source, die, action, ended


cdef int ACTIONS, CAPACITY, SLOTS, FINISHED, DECIDED


cdef class Nodes(Ground):
    cdef Row counts[8000]
    cdef Node nodes[8000]
    cdef Mask slots[1024]
    cdef int bounds[257]
    cdef int found_nodes[16000]
    cdef readonly long long asked
    cdef readonly bint in_order
    cdef readonly int free, results
    cdef readonly bint sorts
    cdef int capacity, levels
    cdef Mask level
    cdef bint twins

    cdef bint asks, settles
    cdef public bint tracing
    cdef readonly list edges
    cdef readonly list actions

    @cython.final
    cdef int grow(self) except -1 with gil
    @cython.final
    cdef void next_level(self) noexcept nogil
    @cython.final
    cdef int record(self, int node, int following, int source, int die, int action) except -1 with gil
    @cython.final
    @cython.locals(source=int, target=int)
    cdef void settle(self, int node) noexcept nogil
    @cython.final
    @cython.locals(node=int)
    cdef int choose(self) except -1 nogil
    @cython.final
    @cython.locals(occupied=Mask, mask=Mask, wall=int, place=int)
    cdef bint may_end(self, int node) noexcept nogil
    @cython.final
    cdef inline void take(self, int node) noexcept nogil
    @cython.final
    @cython.locals(level=int, node=int, taken=int)
    cdef void take_longest(self) noexcept nogil
    @cython.final
    cdef int take_complete(self) except -1 with gil
    @cython.final
    @cython.locals(highest_die=int, node=int, kept=int, place=int)
    cdef void keep_higher(self) noexcept nogil
    @cython.final
    @cython.locals(kept=int, place=int, node=int, slot=int, last=int, earlier=int)
    cdef void keep_distinct(self) noexcept nogil
    @cython.final
    @cython.locals(index=int)
    cdef bint is_same(self, int one, int other) noexcept nogil
    @cython.final
    @cython.locals(gap=int, place=int, node=int, hole=int)
    cdef void sort(self) noexcept nogil
    @cython.final
    @cython.locals(low=int, high=int, middle=int, pivot=int, place=int, at=int, node=int)
    cdef int pick(self, int number) noexcept nogil
    @cython.final
    @cython.locals(is_near=bint, is_first=bint)
    cdef inline bint precedes(self, int one, int other) noexcept nogil
    @cython.final
    @cython.locals(hits=Mask, struck=Mask, own=int)
    cdef Mask struck(self, int node) noexcept nogil
    @cython.locals(width=int, packed=bytearray, place=int)
    cpdef bytes packed(self)
    @cython.locals(hits=Mask, counts=bytearray, index=int)
    cpdef bytes reached(self, bytes data, int node)
    cpdef bytes picked(self, bytes data, int number, long long asked)
    @cython.final
    @cython.locals(step=int, parent=int)
    cdef int pack(self, int node, bytearray packed, int at) except -1
    @cython.final
    @cython.locals(hits=Mask, theirs=int, rival=int, source=int, target=int)
    cdef void accept(self, int node) noexcept nogil
    @cython.final
    @cython.locals(target=int)
    cdef Mask target_of(self, int node) noexcept nogil
