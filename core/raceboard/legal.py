"""Legal plays: what a player may do with the dice of one stage.

Every step is tested inside the search: landing, entry, departure, formation, bear-off. Then every sequence is dropped
whose end is forbidden at the end of a turn; of the rest those count that use the most dice, and if that is one of
different dice, the higher that can be played (DECISIONS 5). Where the variant's judge decides the game after a step
nothing is left to play. Nothing playable is one empty play (DECISIONS 8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from raceboard.dice import Roll
from raceboard.errors import RuleError, Verdict
from raceboard.move import Play, Step
from raceboard.paths import Paths, trace
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.refusal import refusal
from raceboard.side import Side
from raceboard.solver import Problem, solve
from raceboard.spec import VariantSpec

__all__ = ["Plays", "can_move_on_board", "is_dead", "legal_plays", "no_plays"]


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
    _check_order(spec, position)
    if position.layout != spec.layout:
        raise ValueError(f"the position does not fit {spec.name}: {position.layout} instead of {spec.layout}")
    problem = Problem(spec, position, spec.layout.seat(side), _stage(spec, position, side, roll, context), context)
    return Plays(problem, solve(problem))


def no_plays(spec: VariantSpec, position: Position, side: Side) -> Plays:
    """The plays of a side that is not on roll: none, not even an empty one."""
    return Plays(Problem(spec, position, side, Stage(side, (), Roll(0)), TurnContext()), ())


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


def _stage(spec: VariantSpec, position: Position, side: Side, roll: Roll | Stage, context: TurnContext) -> Stage:
    if isinstance(roll, Stage):
        if roll.side != side:
            raise ValueError(f"the stage is played by side {roll.side}, not {side}")
        return roll
    program = stages(spec, position, side, roll, context)
    if isinstance(program, Choice):
        names = ", ".join(name for name, _ in program.options)
        raise ValueError(f"{roll} asks for a choice first ({names}); give a stage of what is chosen")
    return program[0]


class Plays(Sequence[Play]):
    """The legal plays of one stage: distinct results, sorted by their bytes.

    `bool` is False when nothing can be played; `len` is then 1 all the same, for the empty play is a play. A side that
    is not on roll has no play at all (`len` 0). `next_steps` and `accepts` judge paths: two orders of steps may reach
    one result and only one of them be legal.
    """

    def __init__(self, problem: Problem, plays: Sequence[Play]) -> None:
        """Hold the plays of a problem; `legal_plays` makes them."""
        self._problem = problem
        self._plays = tuple(plays)

    @property
    def side(self) -> Side:
        """Whose plays these are."""
        return self._problem.side

    @property
    def position(self) -> Position:
        """The position before the play."""
        return self._problem.position

    @property
    def problem(self) -> Problem:
        """The question that the plays answer: variant, position, side, stage, and the turn so far."""
        return self._problem

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the stage."""
        return self._problem.stage.dice

    @property
    def is_pass(self) -> bool:
        """Is the empty play the only one?"""
        return len(self._plays) == 1 and self._plays[0].is_pass

    @property
    def results(self) -> tuple[Position, ...]:
        """The positions that the plays lead to, in the order of the plays."""
        return tuple(play.result for play in self._plays)

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
        if not self._plays:
            return Verdict(False, "turn.not-your-turn", {"side": self.side}, "turn.not-to-play")
        return refusal(self._problem, self._plays, self._paths, given)

    @cached_property
    def _paths(self) -> Paths:
        return trace(self._problem, frozenset(self.results))

    def __eq__(self, other: object) -> bool:
        """Plays are equal when they answer the same question."""
        return self._problem == other._problem if isinstance(other, Plays) else NotImplemented

    def __hash__(self) -> int:
        """Equal plays have equal hashes."""
        return hash(self._problem)

    def __bool__(self) -> bool:
        """Can anything be played?"""
        return bool(self._plays) and not self.is_pass

    def __len__(self) -> int:
        """How many distinct results; 1 for a pass, 0 only for a side that is not on roll."""
        return len(self._plays)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        """A play by its place in canonical order."""
        return self._plays[index]

    def __iter__(self) -> Iterator[Play]:
        """The plays in canonical order."""
        return iter(self._plays)

    def __contains__(self, item: object) -> bool:
        """Does a play lead to one of the legal results, however it is written?"""
        return isinstance(item, Play) and item in self._plays

    def __repr__(self) -> str:
        """The plays as text, shortened."""
        texts = [str(play) for play in self._plays[:5]] + (["..."] if len(self._plays) > 5 else [])
        return f"<Plays {len(self._plays)}: {', '.join(texts)}>"


def _check_order(spec: object, position: object) -> None:
    """Raise ValueError when the first arguments are something else or have changed places."""
    if not isinstance(spec, VariantSpec) or not isinstance(position, Position):
        raise ValueError("the arguments are spec, position, side, roll, in this order")


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that a caller has given; raises ValueError for what is none."""
    given = tuple(steps)
    for step in given:
        if not isinstance(step, Step):
            raise ValueError(f"{step!r} is no step; give Step(source, die)")
        if not all(type(part) is int for part in (step.source, step.die)):
            raise ValueError(f"{step!r} is no step of a board; give its source and its die as whole numbers")
    return given
