"""Legal plays: what a player may do with the dice of one stage.

Every step is tested inside the search: landing, entry, departure, formation, bear-off. Then every sequence is dropped
whose end is forbidden at the end of a turn; of the rest those count that use the most dice, and if that is one of
different dice, the higher that can be played (DECISIONS 5). Where the variant's judge decides the game after a step
nothing is left to play. Nothing playable is one empty play (DECISIONS 8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, overload

from raceboard import backend
from raceboard.dice import Roll
from raceboard.errors import RuleError, Verdict
from raceboard.move import Play, Step
from raceboard.paths import Paths, trace
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext, is_dice, stages
from raceboard.refusal import refusal
from raceboard.side import Side
from raceboard.solver import DESKS, STEP, Answer, Desk, Found, Problem, desk_for
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.hooks import FilterPlays

__all__ = ["Plays", "can_move_on_board", "is_dead", "legal_plays", "no_plays"]


_NO_DESKS: dict[Side, Desk] = {}


def legal_plays(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll | Stage,
    context: TurnContext = TurnContext(),
) -> Plays:
    """All plays of one stage, as distinct results in canonical order.

    `roll` stands for its first stage; for a later one give the `Stage`. Raises ValueError for a roll that the dice of
    the variant cannot give, or that asks for a choice first, and for a position of another variant's shape.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> len(plays), str(plays[0])
    (7, '24/13')
    """
    desk = DESKS.get(id(spec), _NO_DESKS).get(side)
    if desk is None or desk.spec is not spec or type(position) is not Position or position.layout is not desk.layout:
        desk = _desk(spec, position, side)
    stage = desk.stages.get(roll.dice) if type(roll) is Roll else None
    if stage is None:
        stage = _stage(desk, position, roll, context)
    return Plays(desk, position, stage, context, desk.ask(position, stage, context))


def no_plays(spec: VariantSpec, position: Position, side: Side) -> Plays:
    """The plays of a side that is not on roll: none, not even an empty one."""
    return Plays(desk_for(spec, side), position, Stage(side, (), Roll(0)), TurnContext(), None)


def is_dead(spec: VariantSpec, position: Position, sides: tuple[Side, ...] | None = None) -> bool:
    """Can no side make any play with any roll (DECISIONS 18)?"""
    seats = range(spec.players) if sides is None else sides
    return not any(plays for side in seats for plays in _whatever_falls(spec, position, side))


def can_move_on_board(spec: VariantSpec, position: Position, side: Side) -> bool:
    """Can a side move a checker that is on the board, whatever it throws? Reserves do not count."""
    points = spec.track.points
    return any(step.source <= points for plays in _whatever_falls(spec, position, side) for step in plays.next_steps())


def _whatever_falls(spec: VariantSpec, position: Position, side: Side) -> Iterator[Plays]:
    """The plays of each roll, and of each program that may be chosen for it."""
    for roll in spec.dice.rolls:
        program = stages(spec, position, side, roll)
        programs = [option for _, option in program.options] if isinstance(program, Choice) else [program]
        for option in programs:
            yield legal_plays(spec, position, side, option[0])


def _desk(spec: object, position: object, side: Side) -> Desk:
    """The desk for a question; raises ValueError for arguments that have changed places, and for another layout."""
    if not isinstance(spec, VariantSpec) or not isinstance(position, Position):
        raise ValueError("the arguments are spec, position, side, roll, in this order")
    if position.layout is not spec.layout and position.layout != spec.layout:
        raise ValueError(f"the position does not fit {spec.name}: {position.layout} instead of {spec.layout}")
    return desk_for(spec, side)


def _stage(desk: Desk, position: Position, roll: Roll | Stage, context: TurnContext) -> Stage:
    """The stage to play; the desk keeps that of a roll where nothing but the roll decides."""
    spec, side = desk.spec, desk.side
    if isinstance(roll, Stage):
        if roll.side != side:
            raise ValueError(f"the stage is played by side {roll.side}, not {side}")
        if not is_dice(roll.dice):
            raise ValueError(f"the dice of the stage are {roll.dice!r}; give whole numbers from 0 up")
        return roll
    program = stages(spec, position, side, roll, context)
    if isinstance(program, Choice):
        names = ", ".join(name for name, _ in program.options)
        raise ValueError(f"{roll} asks for a choice first ({names}); give a stage of what is chosen")
    if spec.hooks.expand_roll is None and spec.program.cascade_from is None:
        desk.stages[roll.dice] = program[0]
    return program[0]


class Plays(Sequence[Play]):
    """The legal plays of one stage: distinct results, sorted by their bytes.

    `bool` is False when nothing can be played; `len` is then 1 all the same, for the empty play is a play. A side that
    is not on roll has no play at all (`len` 0). `next_steps` and `accepts` judge paths: two orders of steps may reach
    one result and only one of them be legal.
    """

    _made: dict[int, Play] | None = None  # those that were asked for

    def __init__(
        self, desk: Desk, position: Position, stage: Stage, context: TurnContext, answer: Answer | None
    ) -> None:
        """Hold an answer, None for a side that is not on roll; `legal_plays` makes them."""
        self._desk = desk
        self._position = position
        self._stage = stage
        self._context = context
        self._answer = answer
        if answer is None:
            self._number = 0
        else:
            self._number = answer[0] or 1
            if desk.filter_plays is not None:
                self._keep(desk.filter_plays)

    def _keep(self, filter_plays: FilterPlays) -> None:
        """Keep the plays that the variant's hook leaves; the empty one when it leaves none."""
        every = tuple(map(self._make, range(self._number)))
        kept = filter_plays(self._desk.spec, self._position, self._desk.side, every, self._context)
        wanted = set(every if kept is None else kept)  # what comes may be read only once
        plays = tuple(play for play in every if play in wanted)
        self._made = dict(enumerate(plays or (Play(self._position, ()),)))
        self._number = len(self._made)

    def _play(self, number: int) -> Play:
        """A play, built when it is first asked for."""
        made = self._made.get(number) if self._made else None
        return made or self._make(number)

    def _make(self, number: int) -> Play:
        """Build a play from its steps."""
        dice = len(self._stage.dice)
        result = self._desk.result(self._position, self._found[0], STEP * dice * number, dice)
        made = Play(result, self._desk.steps(self._found, STEP * dice * number, dice))
        if self._made is None:
            self._made = {}
        self._made[number] = made
        return made

    def result(self, number: int) -> Position:
        """The position that a play leads to, by the place of the play in canonical order.

        It is built alone, which costs less than the play does. Raises IndexError for a number that is not from 0 to
        `len(plays)` - 1.
        """
        if not 0 <= number < self._number:
            raise IndexError(f"there are {self._number} plays, from 0 up, and no number {number}")
        made = self._made.get(number) if self._made else None
        if made:
            return made.result
        assert self._answer is not None
        position, search = self._position, self._answer[1]
        if search is not None and not position.pinned:
            # compiled, no other thread comes in between
            pick = search.picked if self._desk.is_compiled else partial(self._desk.picked, search)
            data = pick(position.data, number, self._answer[2])
            if data is not None:
                return backend.new_position(position.layout, data, b"", position.removed)
        dice = len(self._stage.dice)
        return self._desk.result(position, self._found[0], STEP * dice * number, dice)

    @property
    def side(self) -> Side:
        """Whose plays these are."""
        return self._desk.side

    @property
    def position(self) -> Position:
        """The position before the play."""
        return self._position

    @cached_property
    def problem(self) -> Problem:
        """The question that the plays answer: variant, position, side, stage, and the turn so far."""
        return Problem(self._desk.spec, self._position, self._desk.side, self._stage, self._context)

    @cached_property
    def _plays(self) -> tuple[Play, ...]:
        """All plays."""
        return tuple(map(self._play, range(self._number)))

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the stage."""
        return self._stage.dice

    @property
    def is_pass(self) -> bool:
        """Is the empty play the only one?"""
        if self._desk.filter_plays is not None and self._made:
            return self._number == 1 and self._made[0].is_pass
        return self._answer is not None and not self._answer[0]

    @cached_property
    def _found(self) -> Found:
        """The packed steps of all results, in canonical order."""
        if self._answer is None:
            return b"", []
        return self._answer[3] or self._desk.read(self._position, self._stage, self._context, self._answer)

    @property
    def results(self) -> tuple[Position, ...]:
        """The positions that the plays lead to, in the order of the plays."""
        steps, dice = self._found[0], len(self._stage.dice)
        if self._desk.filter_plays is not None:
            return tuple(play.result for play in self._plays)
        width = STEP * dice
        return tuple(self._desk.result(self._position, steps, at * width, dice) for at in range(self._number))

    def next_steps(self, prefix: Iterable[Step] = ()) -> tuple[Step, ...]:
        """The steps that some legal play continues with, higher sources and dice first.

        Empty when the steps of the prefix complete a play, and when no legal play begins with them.
        """
        if not self:
            return ()
        node = self._paths.walk(_steps(prefix))
        return () if node is None else self._paths.next_steps(node)

    def after(self, prefix: Iterable[Step]) -> Position:
        """The position after steps that some legal play begins with; raises RuleError for others."""
        steps = _steps(prefix)
        if not steps:
            return self.position
        node = self._paths.walk(steps) if self else None
        if node is None:
            raise RuleError(self.refusal(steps))
        return self._paths.positions[node]

    def results_after(self, prefix: Iterable[Step] = ()) -> frozenset[Position]:
        """The results of all plays that begin with these steps; empty when none does."""
        steps = _steps(prefix)
        if not self:
            return frozenset(self.results) if self.accepts(steps) else frozenset()
        node = self._paths.walk(steps)
        return frozenset() if node is None else self._paths.results_after(node)

    def begun(self, steps: Iterable[Step]) -> Play:
        """The beginning of a play that these steps make, told in full; raises RuleError as `after` does."""
        given = _steps(steps)
        return Play(self.after(given), self._paths.tell(given))

    def accepts(self, steps: Iterable[Step]) -> bool:
        """Are these steps, in this order, a complete legal play?

        A win ends the turn: a shorter sequence that bears off the last checker is accepted when its result is among
        the legal ones (DECISIONS 6).
        """
        given = _steps(steps)
        if not self:
            return self.is_pass and not given
        return self._paths.walk(given) in self._paths.ends

    def play(self, steps: Iterable[Step]) -> Play:
        """The play with these steps, completed with targets and hits; raises RuleError when they are no legal play."""
        steps = _steps(steps)
        if not self.accepts(steps):
            raise RuleError(self.refusal(steps))
        if not steps:
            return self._plays[0]
        return Play(self.after(steps), self._paths.tell(steps))

    def refusal(self, steps: Iterable[Step]) -> Verdict:
        """Why steps are no legal play: the rule that forbids the first illegal one, or the broken obligation.

        Give steps that `accepts` refuses; for others use `raceboard.explaining`.
        """
        given = _steps(steps)
        if not self._number:
            return Verdict(False, "turn.not-your-turn", {"side": self.side}, "turn.not-to-play")
        return refusal(self.problem, self._plays, self._paths, given)

    @cached_property
    def _paths(self) -> Paths:
        return trace(self.problem, frozenset(self.results))

    def __eq__(self, other: object) -> bool:
        """Plays are equal when they answer the same question."""
        return self.problem == other.problem if isinstance(other, Plays) else NotImplemented

    def __hash__(self) -> int:
        """Equal plays have equal hashes."""
        return hash(self.problem)

    def __bool__(self) -> bool:
        """Can anything be played?"""
        return self._number > 0 and not self.is_pass

    def __len__(self) -> int:
        """How many distinct results; 1 for a pass, 0 only for a side that is not on roll."""
        return self._number

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        """A play by its place in canonical order."""
        if isinstance(index, slice):
            return self._plays[index]
        if index < 0:
            index += self._number
        if not 0 <= index < self._number:
            raise IndexError(f"there are {self._number} plays")
        return self._play(index)

    def __iter__(self) -> Iterator[Play]:
        """The plays in canonical order."""
        return iter(self._plays)

    def has_made(self, play: Play) -> bool:
        """Is this one of these very plays, as `plays[number]` gave it? Cheaper than to look for an equal one."""
        return any(made is play for made in self._made.values()) if self._made else False

    def __contains__(self, item: object) -> bool:
        """Does a play lead to one of the legal results, however it is written?"""
        return isinstance(item, Play) and item in self._plays

    def __repr__(self) -> str:
        """The plays as text, shortened."""
        texts = [str(play) for play in self._plays[:5]] + (["..."] if len(self._plays) > 5 else [])
        return f"<Plays {len(self._plays)}: {', '.join(texts)}>"


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that a caller has given; raises ValueError for what is none."""
    given = tuple(steps)
    for step in given:
        if not isinstance(step, Step):
            raise ValueError(f"{step!r} is no step; give Step(source, die)")
        if not all(type(part) is int for part in (step.source, step.die)):
            raise ValueError(f"{step!r} is no step of a board; give its source and its die as whole numbers")
    return given
