"""Why: the verdict on a step, a play, a dance or a position, with the rule, its source, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterable

from raceboard.dice import Roll
from raceboard.errors import Verdict
from raceboard.legal import Plays, legal_plays
from raceboard.move import Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["explain", "explain_in", "why_no_play"]


def explain(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll | Stage,
    steps: Iterable[Step],
    context: TurnContext = TurnContext(),
    *,
    begun: bool = False,
) -> Verdict:
    """The verdict on steps as a whole play, or with `begun` as the beginning of one: legal, or the rule they break.

    A step that a rule forbids is told before an obligation that the play as a whole breaks. Raises ValueError as
    `legal_plays` does.

    >>> from raceboard import Position, Registry, Roll, Step
    >>> spec = Registry.load().variant("backgammon")
    >>> verdict = explain(spec, spec.start, 0, Roll(6, 3), [Step(13, 6), Step(24, 6)])
    >>> print(verdict)
    illegal [dice.not-left]: no 6 is left to play
    >>> position = Position.parse(spec, "24:2 13:5 8:3 6:5 / 24:1 21:1 18:2 16:2 13:3 8:3 6:3")
    >>> verdict = explain(spec, position, 0, Roll(6, 3), [Step(13, 3)])
    >>> verdict.rule, str(verdict.counter_example)
    ('obligation.both-dice', '24/18 13/10')
    >>> verdict.source
    'DBGV rules and USBGF rules 2024, movement; FNR 2026, 20; variants.md 1.5'
    """
    return explain_in(legal_plays(spec, position, side, roll, context), steps, begun=begun)


def explain_in(plays: Plays, steps: Iterable[Step], *, begun: bool = False) -> Verdict:
    """The verdict on steps among plays that are known already.

    >>> from raceboard import Registry, Roll, Step
    >>> spec = Registry.load().variant("long-nardy")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(5, 4))
    >>> print(explain_in(plays, [Step(24, 5), Step(24, 4)]))
    illegal [departure.head]: only 1 checker may leave the head in this turn, so 24 does not move again
    >>> print(explain_in(plays, [Step(24, 5), Step(19, 4)]))
    legal: 24/15
    """
    given = tuple(steps)
    if begun and given and plays.next_steps(given):
        return Verdict(True, "play.begun", {"play": str(plays.begun(given)), "side": plays.side, "dice": plays.dice})
    if not plays.accepts(given):
        return plays.refusal(given)
    if not given:
        key = "" if plays.dice else "play.no-dice"
        return Verdict(True, "play.dance", {"side": plays.side, "dice": plays.dice}, key)
    return Verdict(True, "play.legal", {"play": str(plays.play(given)), "side": plays.side, "dice": plays.dice})


def why_no_play(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll | Stage,
    context: TurnContext = TurnContext(),
) -> tuple[Verdict, ...]:
    """What keeps each checker from being moved with each die: a verdict for each place and number, farthest first.

    Empty when something can be played. Raises ValueError as `legal_plays` does.

    >>> from raceboard import Position, Registry, Roll
    >>> spec = Registry.load().variant("backgammon")
    >>> position = Position.parse(spec, "bar:1 13:5 8:3 6:6 / 6:5 5:5 4:2 1:3")
    >>> for verdict in why_no_play(spec, position, 0, Roll(6, 5))[:3]:
    ...     print(verdict)
    illegal [landing.blocked]: bar/19 is blocked: the point is held
    illegal [landing.blocked]: bar/20 is blocked: the point is held
    illegal [entry.first]: 13/7 must wait: the checkers on the bar come first
    """
    plays = legal_plays(spec, position, side, roll, context)
    if not plays.is_pass:
        return ()
    counts = position.counts(side)
    return tuple(
        plays.refusal([Step(source, die)])
        for source in range(len(counts) - 1, 0, -1)
        if counts[source]
        for die in dict.fromkeys(plays.dice)
    )
