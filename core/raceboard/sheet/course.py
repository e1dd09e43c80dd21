"""How a game goes: its object and end, who begins, the dice, the duties of a turn. A function a group of the spec."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.dice import Chance
from raceboard.sheet.blocks import Block, Grid, Subject
from raceboard.sheet.words import joined, region, say, span
from raceboard.spec import Again, VariantSpec

__all__ = ["beginning", "goal", "turn"]


def goal(subject: Subject) -> Iterator[Block]:
    """What the players want, and what ends the game (the group finish)."""
    spec, finish = subject.spec, subject.spec.finish
    if finish.goal == "off":
        yield say(f"object.off.{finish.winner}")
    else:
        yield say(f"object.region.{finish.winner}", region=region(spec, finish.goal))
    if finish.places > 1:
        yield say("object.places", count=finish.places)
    if finish.last_turn.mode == "equalise":
        yield say("object.last-turn")
        if finish.last_turn.min_off:
            yield say("object.last-turn.off", count=finish.last_turn.min_off)
    yield say("object.dead")
    yield say("object.draw", count=_drawn(subject))


def _drawn(subject: Subject) -> int:
    """What each player scores in a draw; a series counts wins only."""
    rules = subject.rules
    return 0 if rules is not None and "series.wins" in rules.settings else subject.spec.finish.draw_points


# -- Dice and beginning ------------------------------------------------------------------------------------------------


def beginning(subject: Subject) -> Iterator[Block]:
    """What is thrown, who begins, and who begins the next game (the groups dice and opening)."""
    spec = subject.spec
    yield from _dice(spec.dice)
    yield say(f"opening.{spec.opening.mode}")
    yield say(f"next-game.{spec.opening.next_game}")


def _dice(dice: Chance) -> Iterator[Block]:
    count, faces = len(dice.rolls[0].dice), max(number for roll in dice.rolls for number in roll)
    if dice == Chance.dice(count, faces):
        yield say("dice", count=count, faces=faces)
        return
    head = (say("dice.number"), *(str(roll) for roll in dice.rolls))
    weights = (say("dice.weight", total=dice.total), *(str(weight) for _, weight in dice.outcomes))
    yield Grid(say("dice.table"), head, (weights,))


# -- The turn ----------------------------------------------------------------------------------------------------------


def turn(subject: Subject) -> Iterator[Block]:
    """What a throw obliges to (the groups program and obligation)."""
    spec = subject.spec
    several = any(len(roll.dice) > 1 for roll in spec.dice.rolls)
    yield say("turn.dice" if several else "turn.die")
    yield from _doubles(spec)
    yield from _duties(spec) if several else (say("turn.must"),)
    yield say("turn.pass")
    yield say(f"turn.leftover.{spec.program.leftover}")
    yield from _again(spec, spec.program.again)


def _doubles(spec: VariantSpec) -> Iterator[str]:
    if not any(roll.is_double for roll in spec.dice.rolls):
        return
    program, highest = spec.program, max(number for roll in spec.dice.rolls for number in roll)
    number = max(len(roll.dice) for roll in spec.dice.rolls)
    yield say("turn.doubles" if number == 2 else "turn.alike", count=program.doubles)
    if program.complement:
        yield say("turn.complement", sum=highest + 1, count=program.doubles)
    elif program.cascade_from is not None:
        yield say("turn.cascade", turn=program.cascade_from, highest=highest, count=program.doubles)


def _duties(spec: VariantSpec) -> Iterator[str]:
    duty = spec.obligation
    yield say(f"turn.most.{_flag(value=duty.max_dice)}")
    if any(len(set(roll.dice)) > 1 for roll in spec.dice.rolls):
        yield say(f"turn.higher.{_flag(value=duty.higher_die)}")


def _flag(*, value: bool) -> str:
    return str(value).lower()


def _again(spec: VariantSpec, again: Again) -> Iterator[str]:
    reasons = []
    if again.dice:
        reasons.append(say("again.dice", dice=span(again.dice)))
    if again.doubles:
        reasons.append(say("again.doubles"))
    if again.landing:
        regions = joined((region(spec, name) for name in again.landing), "or")
        reasons.append(say("again.landing", region=regions))
    if again.completed:
        reasons.append(say("again.completed"))
    if reasons:
        yield say("again", reasons=joined(reasons, "or"))
        if again.limit is not None:
            yield say("again.limit", count=again.limit)
    if again.tries > 1:
        yield say("again.tries", count=again.tries)
