"""Why a readable text is no legal play: its moves as steps, and the verdict of the rules on these.

What is written leaves open which die moves what, and in which order. Where some order breaks no rule of a step, the
verdict is on the obligation that the play as a whole breaks, and else on the order that gets farthest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from attrs import evolve

from raceboard.asked import no_move
from raceboard.errors import Verdict
from raceboard.legal import Plays
from raceboard.move import Step
from raceboard.notation.matching import Leg
from raceboard.notation.reading import shortened
from raceboard.position import OFF
from raceboard.spec import VariantSpec

__all__ = ["refusal_of"]

_TRIES = 24  # so many ways to play what is written are looked at

#: Rules that a step may break only because it was written before another one.
_MENDED_BY_ORDER = ("entry.first", "step.no-checker")


def refusal_of(plays: Plays, text: str, asked: Sequence[Leg], begun: tuple[Step, ...] = ()) -> Verdict:
    """The verdict on steps and legs behind them that are no legal play; its parameter `text` is what was written."""
    ways = sorted(_ways(plays, asked, begun), key=lambda steps: _legal_length(plays, steps), reverse=True)
    if not ways and len(plays):
        return _of_legs(plays, text, asked)
    found = min((plays.refusal(steps) for steps in ways or [()]), key=_weakness)
    return evolve(found, parameters={**found.parameters, "text": text})


def _weakness(verdict: Verdict) -> tuple[bool, bool]:
    """A broken obligation is the reason before a step is, and what another order might mend comes last."""
    return verdict.counter_example is None, verdict.rule in _MENDED_BY_ORDER


def _ways(plays: Plays, asked: Sequence[Leg], begun: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """Steps that do the legs, in the written order first; empty when the dice do not give them."""
    dice = tuple((Counter(plays.dice) - Counter(step.die for step in begun)).elements())
    if len(asked) > len(dice) or any(no_move(plays, *leg) for leg in asked):
        return []
    orders = islice(permutations(asked), _TRIES)
    ways = ((*begun, *steps) for order in orders for steps in _steps(plays.problem.spec, order, dice))
    return [steps for steps in dict.fromkeys(islice(ways, _TRIES)) if not plays.accepts(steps)]


def _steps(spec: VariantSpec, left: Sequence[Leg], dice: tuple[int, ...]) -> Iterator[tuple[Step, ...]]:
    """The ways to do legs one after another with some of the dice; a die that fits comes before one that is too high.

    Only the last step of a leg to `off` may have a die that is too high.
    """
    if not left:
        yield ()
        return
    (source, stop), *others = left
    distance = _origin(spec, source) - stop
    for die in sorted(set(dice), key=lambda die: (die > distance, -die if die <= distance else die)):
        target = max(_origin(spec, source) - die, OFF)
        if target < stop or target > spec.layout.points:
            continue
        rest = others if target == stop else [(target, stop), *others]
        spare = list(dice)
        spare.remove(die)
        for steps in _steps(spec, rest, tuple(spare)):
            yield (Step(source, die), *steps)


def _origin(spec: VariantSpec, index: int) -> int:
    """The point from which a die counts."""
    points = spec.layout.points
    return index if index <= points else spec.entry[index - points - 1].counts_from or points + 1


def _legal_length(plays: Plays, steps: Sequence[Step]) -> int:
    """With how many of the steps some legal play begins."""
    for length, step in enumerate(steps):
        if step not in plays.next_steps(steps[:length]):
            return length
    return len(steps)


def _of_legs(plays: Plays, text: str, asked: Sequence[Leg]) -> Verdict:
    """The verdict on legs that cannot be told as steps: one that no dice make, or that the dice are others."""
    name = plays.position.layout.name
    keys = ((no_move(plays, *leg), leg) for leg in asked)
    key, leg = next(((key, leg) for key, leg in keys if key), ("", None))
    said = {
        "text": text,
        "written": shortened(text.strip()),
        "move": "/".join(map(name, leg)) if leg else "",
        "dice": plays.dice,
        "side": plays.side,
        "example": str(plays[0]),
    }
    others = "notation.other-dice" if plays.dice else "notation.no-dice"
    rule, key = ("play.not-legal", key) if key else ("dice.not-left", others)
    return Verdict(False, rule, said, key, counter_example=plays[0])
