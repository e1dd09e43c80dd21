# The C types with which `generator.py` is compiled. No rule stands here.
cimport cython

from raceboard._compiled.ground cimport MIX, NODES, ONE, START_KEY, WORD, Count, Mask, highest
from raceboard._compiled.nodes cimport ACTIONS, DECIDED, FINISHED, Node, Nodes

ctypedef Count* Place


@cython.final
cdef class Search(Nodes):
    cdef Mask leaving[8]
    cdef Mask way_hit[128]
    cdef int way_action[128]
    cdef object allows_step, meetings, allows_position, ends
    cdef bint asks_ways

    cdef void prepare(self, int side, Mask stuck, Mask taken) noexcept nogil
    @cython.locals(begin=int, end=int, node=int)
    cdef int run(self) except -1 nogil
    @cython.locals(place=int, sources=Mask)
    cpdef int expand(self, int node) except -1 nogil
    @cython.locals(sources=Mask, source=int, place=int)
    cdef int expand_in_order(self, int node) except -1 nogil
    @cython.locals(left=bint)
    cdef inline Mask leavable(self, int node, int place) noexcept nogil
    @cython.locals(occupied=Mask, sources=Mask, start=Mask, place=int)
    cdef inline Mask movable(self, int node, int die) noexcept nogil
    @cython.locals(leaving=Mask)
    cdef inline Mask with_bear_offs(self, Mask sources, Mask occupied, int die) noexcept nogil
    @cython.locals(sources=Mask, index=int, target=int)
    cdef Mask entering(self, Mask occupied, int die) noexcept nogil
    @cython.locals(full=Mask, source=int, target=int)
    cdef Mask crowded(self, int node, Mask sources, int die) noexcept nogil
    @cython.locals(source=int, way=int)
    cdef inline int move(self, int node, Mask sources, int place) except -1 nogil
    @cython.locals(
        before=Node, there=Node, counts=Place, die=int, source=int, target=int, from_bit=Mask, to_bit=Mask, occupied=Mask, hits=Mask, spent=Mask, near=Mask,
        far=Mask, slot=int, last=int, known=int,
    )
    cdef int reach(self, int node, Mask sources, int place, Mask hittable, int action) except -1 nogil
    cdef inline bint is_finished(self, Mask occupied, int off) noexcept nogil
    @cython.locals(left=Mask, leaves=Mask, limit=int)
    cdef Mask departures(self, int source, int target) noexcept nogil
    @cython.locals(index=int, there=int)
    cdef bint has_counts(self, int known, int node, int source, int target) noexcept nogil
    @cython.locals(any_wall=bint, mask=Mask, wall=int, place=int)
    cdef bint has_wall(self, int node, Mask occupied, Mask hits, int target) noexcept nogil

    cdef bint is_allowed(self, int node, int source, int die, int action, Mask hit) except -1 with gil
    cdef bint is_permitted(self, int node) except -1 with gil
    @cython.locals(target=int)
    cdef int ask_ways(self, int node, int source, int place) except -1 with gil

    @cython.locals(number=int)
    cpdef int ask(self, bytes data, int side, object dice, object most, Mask stuck, Mask taken) except -1
    @cython.locals(seat=int, index=int, place=int)
    cpdef int begin(self, bytes data, int side, object dice, object most, Mask stuck, Mask taken) except -1

    @cython.locals(total=long, length=int, stage=int, at=int, seat=int, index=int, place=int, side=int)
    cpdef long count(self, bytes stages, int dice) except -1
