"""Witnesses: what two variants say of one moment, where they say different things, and the smallest such moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from attrs import evolve, frozen

from raceboard.action import Choose, Played
from raceboard.comparing.differences import Difference, value_text
from raceboard.comparing.positions import Moment
from raceboard.errors import ConfigError, NotationError
from raceboard.finish import has_finished, judge
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.phase import Phase
from raceboard.position import OFF, Position, Setup
from raceboard.program import Choice, Stage, opening_roll, stages
from raceboard.spec import VariantSpec

__all__ = ["Pair", "Witness", "smaller", "told_at_once", "witnessed"]

#: Plays that are named for each side; there may be more.
_MOST = 3

Kind = Literal["start", "dice", "opening", "next-game", "stages", "plays", "follows", "ending"]


@frozen
class Witness:
    """What two variants say differently, and where.

    `kind`: the `start`; the `dice`; the `opening` of two dice; who starts the `next-game`; the `stages` that a roll
    gives; `plays` that only one of them has; what `follows` the same play; the `ending` of a game. `position` (the side
    to move first), `side`, `roll`, `own_turn` and `starter` are the moment, where there is one; `play` is the one that
    is followed. `left` and `right`: what each of the two has and the other has not.
    """

    kind: Kind
    left: tuple[str, ...]
    right: tuple[str, ...]
    position: str = ""
    side: int = 0
    roll: str = ""
    own_turn: int = 2
    starter: bool = False
    play: str = ""


@frozen(slots=False)
class Pair:
    """Two variants that are compared."""

    left: VariantSpec
    right: VariantSpec

    @cached_property
    def is_of_one_shape(self) -> bool:
        """Is a position of the one a position of the other as it is?"""
        left, right = self.left, self.right
        return (left.layout, left.pins, left.checkers, left.track) == (
            right.layout,
            right.pins,
            right.checkers,
            right.track,
        )

    def fitted(self, moment: Moment) -> Moment | None:
        """A moment of any variant in the left one, by its texts; None where it is none there."""
        try:
            position = Position.parse(self.left, moment.position.text())
        except (ConfigError, NotationError):
            return None
        return evolve(moment, position=position) if self.left.dice.weight(moment.roll) else None

    def other(self, position: Position) -> Position | None:
        """A position of the left variant in the right one, by its text; None where it is none there."""
        if self.is_of_one_shape:
            return position
        try:
            return Position.parse(self.right, position.text())
        except (ConfigError, NotationError):
            return None


def told_at_once(difference: Difference, left: VariantSpec, right: VariantSpec) -> Witness | None:
    """The witness of a difference that needs no search: set-up, dice, opening."""
    match difference.path:
        case "setup":
            return Witness("start", (left.start.text(),), (right.start.text(),))
        case "dice":
            return _dice(left, right)
        case "opening.mode":
            return Witness("opening", (_opening(left),), (_opening(right),), roll="-".join(map(str, _dice_of(left))))
        case "opening.next_game":
            return Witness("next-game", (left.opening.next_game,), (right.opening.next_game,))
    return None


def _dice(left: VariantSpec, right: VariantSpec) -> Witness | None:
    for roll in dict.fromkeys((*left.dice.rolls, *right.dice.rolls)):
        one, two = (f"{spec.dice.weight(roll)} of {spec.dice.total}" for spec in (left, right))
        if one != two:
            return Witness("dice", (one,), (two,), roll=str(roll))
    return None


def _dice_of(spec: VariantSpec) -> tuple[int, ...]:
    """Opening dice by which the first player starts."""
    low, *_, high = sorted(roll.dice[0] for roll in spec.dice.die.rolls)
    return (high, *[low] * (spec.players - 1))


def _opening(spec: VariantSpec) -> str:
    roll = opening_roll(spec, _dice_of(spec))
    return f"{value_text(spec.opening.mode)}: " + (f"the starter plays {roll}" if roll else "the starter throws")


def witnessed(pair: Pair, moment: Moment) -> Witness | None:
    """What two variants say differently of a moment; None where they agree, or where it is none for one of them."""
    position = pair.other(moment.position)
    if (
        position is None
        or not _is_open(pair.left, moment.position, moment)
        or not _is_open(pair.right, position, moment)
    ):
        return _ending(pair, moment, position)
    there = evolve(moment, position=position)
    if not pair.right.dice.weight(moment.roll):
        return None
    programs = [_program(spec, at) for spec, at in ((pair.left, moment), (pair.right, there))]
    if _dice_in(programs[0]) != _dice_in(programs[1]):
        return _told(pair, moment, "stages", (_dice_in(programs[0]),), (_dice_in(programs[1]),))
    plays = _plays(pair.left, moment, programs[0]), _plays(pair.right, there, programs[1])
    return _of_plays(pair, moment, *plays) or _of_what_follows(pair, moment, there, plays[0])


def _is_open(spec: VariantSpec, position: Position, moment: Moment) -> bool:
    """Does the game go on?"""
    if any(has_finished(spec, position, side) for side in range(spec.players)):
        return False
    return judge(spec, position, moment.side, moment.context) is None


def _program(spec: VariantSpec, moment: Moment) -> tuple[Stage, ...] | Choice:
    return stages(spec, moment.position, moment.side, moment.roll, moment.context)


def _dice_in(program: tuple[Stage, ...] | Choice) -> str:
    """The stages of a program by their dice; those of a choice by their names."""
    if isinstance(program, Choice):
        return " or ".join(f"{name}: {_dice_in(option)}" for name, option in program.options)
    return ", then ".join("-".join(map(str, stage.dice)) for stage in program)


def _plays(spec: VariantSpec, moment: Moment, program: tuple[Stage, ...] | Choice) -> Plays:
    """The plays of the first stage."""
    first = program.options[0][1] if isinstance(program, Choice) else program
    return legal_plays(spec, moment.position, moment.side, first[0], moment.context)


def _of_plays(pair: Pair, moment: Moment, left: Plays, right: Plays) -> Witness | None:
    """The plays whose results only one of them has."""
    if pair.is_of_one_shape:
        one, two = ({play.result: play for play in plays} for plays in (left, right))
        mine, theirs = (
            [play for end, play in plays.items() if end not in other] for plays, other in ((one, two), (two, one))
        )
    else:
        texts = [{play.result.text(): play for play in plays} for plays in (left, right)]
        mine, theirs = ([p for end, p in texts[i].items() if end not in texts[1 - i]] for i in (0, 1))
    if not mine and not theirs:
        return None
    return _told(pair, moment, "plays", tuple(map(str, mine[:_MOST])), tuple(map(str, theirs[:_MOST])))


def _of_what_follows(pair: Pair, moment: Moment, there: Moment, plays: Plays) -> Witness | None:
    """What comes after the first play, where programs, endings or hooks could say so."""
    left, right = pair.left, pair.right
    if (left.program, left.finish, left.hooks) == (right.program, right.finish, right.hooks):
        return None
    said = [_followed(spec, at, plays) for spec, at in ((left, moment), (right, there))]
    if said[0] == said[1] or "" in said:
        return None
    return _told(pair, moment, "follows", (said[0],), (said[1],), play=str(plays[0]))


def _followed(spec: VariantSpec, moment: Moment, plays: Plays) -> str:
    """Who is to do what after a play; empty where it cannot be made."""
    turns = tuple(moment.context.own_turn for _ in range(spec.players))
    starter = moment.side if moment.context.starter else None
    try:
        game = Game.resume(spec, moment.position, moment.side, roll=moment.roll, turns=turns, starter=starter)
        if game.phase is Phase.CHOOSING and game.choice is not None:
            game = game.apply(Choose(game.choice.options[0][0]))
        game = game.apply(Played(plays[0]))
    except ValueError:
        return ""
    return f"{game.events[-1]}" if game.events else game.phase.value


def _ending(pair: Pair, moment: Moment, position: Position | None) -> Witness | None:
    """The outcome of a finished game, where it differs."""
    if position is None:
        return None
    ends = [
        judge(spec, at, moment.side, moment.context)
        for spec, at in ((pair.left, moment.position), (pair.right, position))
    ]
    said = [str(end) if end else "the game goes on" for end in ends]
    if said[0] == said[1]:
        return None
    return _told(pair, moment, "ending", (said[0],), (said[1],))


def _told(
    pair: Pair, moment: Moment, kind: Kind, left: tuple[str, ...], right: tuple[str, ...], *, play: str = ""
) -> Witness:
    text, context = moment.position.text(moment.side), moment.context
    roll = "" if kind == "ending" else str(moment.roll)
    return Witness(kind, left, right, text, moment.side, roll, context.own_turn, context.starter, play)


# ---------------------------------------------------------------------------------------------------------------------
# The smallest one
# ---------------------------------------------------------------------------------------------------------------------


def smaller(pair: Pair, moment: Moment, witness: Witness) -> Witness:
    """The witness of a moment from which nothing can be taken away: checkers stand in as few places as possible."""
    changed = moment.position != pair.left.start
    while changed:
        changed = False
        for position in _simpler(pair.left, moment.position):
            tried = evolve(moment, position=position)
            found = witnessed(pair, tried)
            if found is not None and found.kind == witness.kind:
                moment, witness, changed = tried, found, True
                break
    plain = evolve(moment, context=type(moment.context)())
    found = witnessed(pair, plain)
    return found if found is not None and found.kind == witness.kind else witness


def _simpler(spec: VariantSpec, position: Position) -> Iterator[Position]:
    """Positions with the checkers of one place put to another one of the same side, or off."""
    rows = [list(position.counts(side)) for side in range(spec.players)]
    if any(position.pinned):
        return
    for side, row in enumerate(rows):
        places = [index for index, count in enumerate(row) if count and index != OFF]
        for source in places:
            for target in ([OFF] if spec.bear_off else []) + [other for other in places if other > source]:
                moved = [list(one) for one in rows]
                moved[side][target] += moved[side][source]
                moved[side][source] = 0
                try:
                    yield Setup(tuple(map(tuple, moved))).position(spec)
                except ConfigError:
                    continue
