"""What can be seen of a variant, so that two readings of it can be told apart: a witness is where they differ.

A sight of a throw has parts: the program that it gives, the results of each stage, what the judge says of these, and
how the game stands when a turn is over. A variant has an opening besides. Only those parts are compared that a changed
group of the spec can show itself in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import evolve, field, fields, frozen

from raceboard.action import OpeningRolled, Played
from raceboard.dice import Roll
from raceboard.finish import Outcome, has_finished, judge, outcome_of
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.move import Play
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["Sights", "Throw", "aftermath", "fitted", "opening_sight", "programs"]

#: As `raceboard.testing.strategies` draws it.
Throw: TypeAlias = tuple[Position, Side, Roll, TurnContext]

#: A turn that goes on for more plays than this is looked at where it stands.
_LONGEST = 10

#: The parts in which a group shows itself; any other group, hooks among them, may in all.
_PARTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("landing", "entry", "departure", "formation", "obligation", "bear_off"), ("results",)),
        **dict.fromkeys(("opening", "cube", "numbering", "setup"), ()),
        "finish": ("judged", "endings"),
        "program": ("program", "turns"),
    }
)
_ALL: Final = ("program", "results", "judged", "turns")


@frozen
class Sights:
    """The sights of a variant of throws that come one after the other; each is looked at once.

    `more` gives further throws where those in `throws` tell two variants not apart.
    """

    spec: VariantSpec
    throws: list[Throw]
    more: Iterator[Throw]
    known: dict[tuple[str, int], object] = field(factory=dict)

    def tell_apart(self, other: VariantSpec) -> bool:
        """Is there a throw, or an opening, of which the other variant has another sight?

        Positions that the other variant cannot have are passed over.
        """
        if opening_sight(self.spec) != opening_sight(other):
            return True
        parts = dict.fromkeys(part for group in _changed(self.spec, other) for part in _PARTS.get(group, _ALL))
        places = self._places() if parts else iter(())
        return any(self._differs(other, part, place) for place in places for part in parts)

    def _places(self) -> Iterator[int]:
        """The places of all throws, those that come last drawn when they are reached."""
        yield from range(len(self.throws))
        for throw in self.more:
            self.throws.append(throw)
            yield len(self.throws) - 1

    def _differs(self, other: VariantSpec, part: str, place: int) -> bool:
        throw = self.throws[place]
        theirs = fitted(other, throw)
        if theirs is None:
            return False
        if (part, place) not in self.known:
            self.known[part, place] = _LOOK[part](self.spec, throw)
        return self.known[part, place] != _LOOK[part](other, theirs)


def _changed(spec: VariantSpec, other: VariantSpec) -> Iterator[str]:
    """The groups in which two variants differ."""
    names = (one.name for one in fields(VariantSpec) if one.init)
    return (name for name in names if getattr(spec, name) != getattr(other, name))


def fitted(spec: VariantSpec, throw: Throw) -> Throw | None:
    """The throw with its position as the variant keeps it: with a count of pinned checkers, or without."""
    position, side, roll, context = throw
    if position.layout != spec.layout or (any(position.pinned) and not spec.pins):
        return None
    pinned = (position.pinned or bytes(len(position.data))) if spec.pins else b""
    return evolve(position, pinned=pinned), side, roll, context


# -- The parts of a sight ----------------------------------------------------------------------------------------------


def _program(spec: VariantSpec, throw: Throw) -> object:
    return [(name, [(stage.side, stage.dice, stage.again) for stage in one]) for name, one in programs(spec, throw)]


def programs(spec: VariantSpec, throw: Throw) -> tuple[tuple[str, tuple[Stage, ...]], ...]:
    """The programs of a throw by the names under which they are on offer; one without a name if there is no choice."""
    program = stages(spec, *throw)
    return program.options if isinstance(program, Choice) else (("", program),)


def _results(spec: VariantSpec, throw: Throw) -> object:
    return [sorted(map(_seen, plays.results)) for plays in _every(spec, throw)]


def _judged(spec: VariantSpec, throw: Throw) -> object:
    _, side, _, context = throw
    return [[judge(spec, play.result, side, context) for play in plays] for plays in _every(spec, throw)]


def _every(spec: VariantSpec, throw: Throw) -> list[Plays]:
    """The plays of all stages, each from the position before the throw."""
    position, side, _, context = throw
    found = [stage for _, program in programs(spec, throw) for stage in program]
    return [legal_plays(spec, position, side, evolve(stage, side=side), context) for stage in found]


def _turns(spec: VariantSpec, throw: Throw) -> object:
    """How the game stands after some plays: those that hit before others, spread over all."""
    return _after(spec, throw, lambda plays: [*_marked(plays)[:2], *plays[:: max(1, len(plays) // 3)]][:5])


def _endings(spec: VariantSpec, throw: Throw) -> object:
    """How the game stands after plays with which somebody has finished."""
    return _after(spec, throw, lambda plays: [play for play in plays if has_finished(spec, play.result, plays.side)])


def _marked(plays: Plays) -> list[Play]:
    return [play for play in plays if play.hits]


def _after(spec: VariantSpec, throw: Throw, chosen: Callable[[Plays], Sequence[Play]]) -> object:
    return [
        _sight_after(spec, throw, program, play)
        for _, program in programs(spec, throw)
        for play in chosen(legal_plays(spec, throw[0], throw[1], evolve(program[0], side=throw[1]), throw[3]))
    ]


def _sight_after(spec: VariantSpec, throw: Throw, program: tuple[Stage, ...], play: Play) -> object:
    game = aftermath(spec, throw, program, play)
    if game is None:
        return None
    dice = [(stage.side, stage.dice) for stage in game.stages]
    return _seen(game.position), game.phase, game.on_roll, dice, game.owed, game.outcome, game.last_turns


def aftermath(spec: VariantSpec, throw: Throw, program: tuple[Stage, ...], play: Play) -> Game | None:
    """The game when the turn is over that begins with a play; of later stages the same play is taken in every seat.

    None where somebody has finished before the play already: such a game is not set up.
    """
    position, side, roll, context = throw
    starter = side if context.starter else (side + 1) % spec.players
    turns = tuple(context.own_turn - (context.starter and seat != side) for seat in range(spec.players))
    try:
        before = Game.resume(spec, position, side, turns=turns, starter=starter)
    except ValueError:
        return None
    thrown = evolve(before, phase=Phase.MOVING, stages=program, roll=roll, context=context)
    game = thrown.apply(Played(play))
    for _ in range(_LONGEST):
        if game.phase is not Phase.MOVING or game.owed or game.on_roll != side:
            break
        game = game.apply(Played(min(game.plays, key=lambda play: play.result.text(side))))
    return game


def _seen(position: Position) -> tuple[bytes, bytes]:
    """What a position shows; that nothing is pinned can be kept in two ways."""
    return position.data, position.pinned if any(position.pinned) else b""


_LOOK: Mapping[str, Callable[[VariantSpec, Throw], object]] = MappingProxyType(
    {"program": _program, "results": _results, "judged": _judged, "turns": _turns, "endings": _endings}
)


def opening_sight(spec: VariantSpec) -> object:
    """How a game begins, who begins the next one, and what it is worth when all have finished."""
    game = Game.start(spec)
    low, high = (die(roll.dice[0] for roll in spec.dice.die.rolls) for die in (min, max))
    opened: object = None
    if game.awaited() and game.awaited()[0].action is OpeningRolled and low < high:
        thrown = game.apply(OpeningRolled((high, *[low] * (spec.players - 1))))
        opened = thrown.phase, thrown.on_roll, thrown.roll
    over = evolve(game, phase=Phase.OVER, starter=0)
    following = [evolve(over, outcome=Outcome(side, "", 0)).next_starter() for side in range(spec.players)]
    level = outcome_of(spec, spec.start, tuple(range(spec.players)))
    return game.awaited(), game.on_roll, opened, following, level, spec.cube, spec.numbering, spec.start
