"""The naive enumerator: what the rules mean, rule by rule. It is slow, and shares no code with the generator.

A play is a sequence of steps. `_lines` finds every one that can be played: from each moment of a stage, every die that
is left moves every checker that the rules of a step (`raceboard.testing.naive_steps`) let go. `_obliged` says which of
the sequences found are plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from raceboard.finish import has_finished
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import Limit, Release, VariantSpec
from raceboard.testing.naive_steps import Moment, Setting, may_end, put, steps

__all__ = ["naive_plays", "naive_results", "setting_of"]


def naive_results(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> frozenset[Position]:
    """The positions that the legal plays of a stage lead to; the position itself when nothing can be played.

    >>> from raceboard.dice import Roll
    >>> from raceboard.spec import Landing
    >>> from raceboard.track import Region, Track
    >>> home = Region("home", 1, 2)
    >>> spec = VariantSpec("tiny", Track.contrary(6), {6: 2}, regions=(home,), landing=Landing(contact="forbid"))
    >>> [result.text() for result in naive_results(spec, spec.start, 0, Stage(0, (5, 2), Roll(5, 2)))]
    ['6:1 4:1 / 6:2']
    """
    return frozenset(play.result for play in naive_plays(spec, position, side, stage, context))


def naive_plays(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> tuple[Play, ...]:
    """Every legal way to play a stage: one `Play` for each order of steps, so that several may have one result.

    They are sorted by the bytes of the result, then higher sources and higher dice first.
    """
    setting = setting_of(spec, position, side, stage, context)
    found = list(_lines(setting, Moment(position, context), stage.dice))
    legal = _filtered(setting, _obliged(setting, found))
    return tuple(line.play for line in sorted({*legal, *_early_wins(setting, found, legal)}, key=_Line.order))


def setting_of(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> Setting:
    """What stays as it is while a stage is played, the departure limits of this turn included."""
    usual = Setting(spec, side, position, stage, context, tuple(limit.most for limit in spec.departure.limits))
    return evolve(usual, most=tuple(_most(usual, place) for place in range(len(usual.most))))


# -- Every order of the dice -------------------------------------------------------------------------------------------


@frozen
class _Line:
    """Steps in the order in which they are played, and the moment after them."""

    steps: tuple[Step, ...]
    end: Moment

    @property
    def play(self) -> Play:
        return Play(self.end.position, self.steps)

    def order(self) -> tuple[bytes, list[tuple[int, int, str]]]:
        """Canonical order (DECISIONS 9): by the result, then higher sources, then higher dice first."""
        result = self.end.position
        return result.data + result.pinned, [(-step.source, -step.die, step.action) for step in self.steps]


def _lines(setting: Setting, moment: Moment, dice: tuple[int, ...]) -> Iterator[_Line]:
    """Every sequence of legal steps with some of the dice, in any order of them; the empty one too.

    A finished position ends the sequence (DECISIONS 18): who is at the goal has nothing left to play.
    """
    yield _Line((), moment)
    if has_finished(setting.spec, moment.position, setting.side):
        return
    for die in sorted({*dice}):
        left = list(dice)
        left.remove(die)
        for step, after in steps(setting, moment, die):
            judged = _is_judged(setting, after)
            for rest in [_Line((), after)] if judged else _lines(setting, after, tuple(left)):
                yield _Line((step, *rest.steps), rest.end)


def _is_judged(setting: Setting, moment: Moment) -> bool:
    """The variant's judge, who is asked after every step, says that the game is over."""
    ask = setting.spec.hooks.judge
    return ask is not None and ask(setting.spec, moment.position, setting.side, moment.context) is not None


# -- The obligation to play (variants.md 1.5; DECISIONS 5 and 6) -------------------------------------------------------


def _obliged(setting: Setting, found: Sequence[_Line]) -> list[_Line]:
    """Of all sequences those that are plays: what may not end is dropped, of the rest the player owes the most."""
    rules = setting.spec.obligation
    ends = [line for line in found if may_end(setting, line.end.position)]
    plays = _with_most_dice(ends) if rules.max_dice else _that_cannot_go_on(ends)
    if rules.higher_die and len({*setting.stage.dice}) > 1 and all(len(line.steps) == 1 for line in plays):
        plays = _with_higher_die(plays)
    plays = [*plays, *_decided(setting, ends)]
    return plays or [line for line in found if not line.steps]


def _decided(setting: Setting, lines: Sequence[_Line]) -> list[_Line]:
    """Those after which the variant's judge says that the game is over: nothing is left to play."""
    return [line for line in lines if line.steps and _is_judged(setting, line.end)]


def _with_most_dice(lines: Sequence[_Line]) -> list[_Line]:
    most = max((len(line.steps) for line in lines), default=0)
    return [line for line in lines if len(line.steps) == most]


def _that_cannot_go_on(lines: Sequence[_Line]) -> list[_Line]:
    """Those that no dice that are left, in any order, extend to another that may end."""
    begun = {line.steps[:length] for line in lines for length in range(len(line.steps))}
    return [line for line in lines if line.steps not in begun]


def _with_higher_die(lines: Sequence[_Line]) -> list[_Line]:
    higher = max((line.steps[0].die for line in lines), default=0)
    return [line for line in lines if line.steps[0].die == higher]


def _filtered(setting: Setting, lines: Sequence[_Line]) -> list[_Line]:
    """What the variant's own filter leaves of the plays; when that is nothing, the empty play."""
    ask = setting.spec.hooks.filter_plays
    shown: dict[Position, Play] = {}
    for line in sorted(lines, key=_Line.order):
        shown.setdefault(line.end.position, line.play)
    left = ask(setting.spec, setting.start, setting.side, list(shown.values()), setting.context) if ask else None
    if left is None:
        return list(lines)
    results = {play.result for play in left}
    return [line for line in lines if line.end.position in results] or [
        _Line((), Moment(setting.start, setting.context))
    ]


def _early_wins(setting: Setting, found: Sequence[_Line], legal: Sequence[_Line]) -> list[_Line]:
    """A win ends the turn (DECISIONS 6): shorter ways to results that are legal anyway, never another result."""
    results = {line.end.position for line in legal}
    return [line for line in found if line.steps and line.end.position in results and _is_won(setting, line.end)]


def _is_won(setting: Setting, moment: Moment) -> bool:
    return has_finished(setting.spec, moment.position, setting.side) or _is_judged(setting, moment)


# -- Releases: the first-turn exception of the head rule (variants.md 1.3; DECISIONS 10) -------------------------------


def _most(usual: Setting, place: int) -> int | None:
    """How many checkers may leave the region of a limit in this turn, decided once before anything is played."""
    limit = usual.spec.departure.limits[place]
    release = limit.release
    if limit.most is None or release is None or not _is_due(usual, release):
        return limit.most
    if release.condition == "only_if_single_stuck" and _one_checker_plays_all(usual, limit):
        return limit.most
    more = max(limit.most, release.limit)
    released = evolve(usual, most=(*usual.most[:place], more, *usual.most[place + 1 :]))
    if release.condition == "void_if_field_blocks" and _field_blocks(released, limit):
        return limit.most
    return more


def _is_due(usual: Setting, release: Release) -> bool:
    """The player, the turn and the roll are right: a listed double, any, or a roll that cannot be played in full."""
    roll, context = usual.stage.roll, usual.context
    if release.who != "each" and (release.who == "starter") != context.starter:
        return False
    if release.turns == "first" and not context.is_first:
        return False
    if release.rolls == "blocked_roll":
        return not _whole_lines(usual, usual.start)
    return roll.is_double and (release.rolls == "any" or roll.dice[0] in release.rolls)


def _whole_lines(setting: Setting, start: Position) -> list[_Line]:
    """The sequences that use every die of the stage and may end so."""
    found = _lines(setting, Moment(start, setting.context), setting.stage.dice)
    return [
        line for line in found if len(line.steps) == len(setting.stage.dice) and may_end(setting, line.end.position)
    ]


def _one_checker_plays_all(usual: Setting, limit: Limit) -> bool:
    """One checker of the region can play the whole roll alone."""
    inside = usual.spec.region(limit.region).indices
    return any(
        line.steps[0].source in inside and all(step.target == then.source for step, then in pairwise(line.steps))
        for line in _whole_lines(usual, usual.start)
    )


def _field_blocks(released: Setting, limit: Limit) -> bool:
    """The roll cannot be played in full, and could be without the opponents that have left the region themselves."""
    inside = released.spec.region(limit.region).indices
    cleared = released.start
    for other in released.opponents:
        for index in range(1, released.spec.track.points + 1):
            if index not in inside:
                cleared = put(cleared, other, index, -cleared.counts(other)[index])
    return not _whole_lines(released, released.start) and bool(_whole_lines(released, cleared))
