"""Wrong arguments get a clear error that says what to give instead, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from raceboard import (
    Game,
    OpeningRolled,
    Play,
    Played,
    Position,
    Registry,
    Roll,
    Rolled,
    Session,
    Snapshot,
    Step,
    TurnContext,
    legal_plays,
)
from raceboard.spec import Count, Finish, Landing, Level, Program, Reserve, Run

REGISTRY = Registry.load()
SPEC, NARDY = REGISTRY.variant("backgammon"), REGISTRY.variant("long-nardy")
MATCH = REGISTRY.ruleset("usbgf-match")
PLAYS = legal_plays(SPEC, SPEC.start, 0, Roll(3, 1))
WRONG: Any = object()
HUGE = "9" * 5000

CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "spec and position swapped": (lambda: legal_plays(SPEC.start, SPEC, 0, Roll(3, 1)), "spec, position, side, roll"),  # type: ignore[arg-type]
    "a seat name as a side": (lambda: legal_plays(SPEC, SPEC.start, "white", Roll(3, 1)), "sides 0 to 1"),  # type: ignore[arg-type]
    "a tuple as a roll": (lambda: legal_plays(SPEC, SPEC.start, 0, (3, 1)), r"give a Roll, for example Roll\(6, 5\)"),  # type: ignore[arg-type]
    "a score of one side": (lambda: Session.start(MATCH, score=(3,)), "the score is 3; give points"),
    "a score that is none": (lambda: Snapshot(SPEC, SPEC.start, score=()), "the score is empty; give points"),
    "a score past the length": (lambda: Session.start(MATCH, length=3, score=(3, 1)), "the score is 3-1, but a match"),
    "throws of one side": (lambda: Session.resume(MATCH, SPEC.start, 0, throws=(3,)), "throws are 3; give a number"),
    "three who play": (lambda: Session.start(MATCH, seats=("a", "b", "c")), "the seats are a, b, c; name 2 players"),
    "opening dice of one": (lambda: Game.start(SPEC).apply(OpeningRolled((3,))), "^3 is not one die for each of 2"),
    "opening dice of three": (lambda: Game.start(SPEC).apply(OpeningRolled((3, 1, 1))), "^3-1-1 is not one die for"),
    "a board of another shape": (
        lambda: Game.resume(SPEC, NARDY.start, 0),
        "2 players on 24 points instead of 2 players on 24 points with bar",
    ),
    "no dice": (lambda: Roll(), "not none at all"),
    "a roll of another game": (lambda: legal_plays(SPEC, SPEC.start, 0, Roll(3)), "3 cannot be thrown in backgammon"),
    "a roll as opening dice": (lambda: OpeningRolled(Roll(1, 3)), "in seat order"),
    "text as a play": (lambda: Played("8/5 6/5"), "read_play reads text"),  # type: ignore[arg-type]
    "text as a throw": (lambda: Rolled("3-1"), "give a Roll"),  # type: ignore[arg-type]
    "pairs as steps": (lambda: PLAYS.play([(8, 3)]), r"give Step\(source, die\)"),  # type: ignore[list-item]
    "pairs as a path": (lambda: PLAYS.accepts([(8, 3)]), "is no step"),  # type: ignore[list-item]
    "pairs as a prefix": (lambda: PLAYS.next_steps([(8, 3)]), "is no step"),  # type: ignore[list-item]
    "a word as a source": (lambda: PLAYS.refusal([Step("8", 3)]), "as whole numbers"),  # type: ignore[arg-type]
    "a word as a die": (lambda: PLAYS.accepts([Step(8, "3")]), "as whole numbers"),  # type: ignore[arg-type]
    "half a die": (lambda: PLAYS.next_steps([Step(8, 2.5)]), "as whole numbers"),  # type: ignore[arg-type]
    "counts of a third side": (lambda: SPEC.start.counts(2), "sides 0 to 1, not 2"),
    "off of side -1": (lambda: SPEC.start.off(-1), "sides 0 to 1, not -1"),
    "text of a third side": (lambda: SPEC.start.text(7), "sides 0 to 1"),
    "position text of a third side": (lambda: Position.parse(SPEC, "24:15 / 24:15", 5), "sides 0 to 1"),
    "a turn before the first": (lambda: TurnContext(own_turn=-1), "counts from 0 up"),
    "fewer than no checkers taken": (lambda: TurnContext(taken=(("head", -1),)), "counts from 0 up"),
    "turns of one side": (
        lambda: Game.resume(SPEC, SPEC.start, 0, turns=(1,)),
        "turns are 1; give one number",
    ),
    "a present turn that is none": (lambda: Game.resume(SPEC, SPEC.start, 0, turns=(0, 0)), "one number for each side"),
    "a roll of thousands of digits": (lambda: Roll.parse(f"{HUGE}-1"), "for example 3-1"),
    "a count of thousands of digits": (lambda: Position.parse(SPEC, f"24:{HUGE} / 24:15"), "is not index:count"),
    "a point of thousands of digits": (
        lambda: Position.parse(SPEC, f"{HUGE}:2 / 24:15"),
        "is not a point from 1 to 24",
    ),
    "digits that are none": (lambda: Position.parse(SPEC, "24:² / 24:15"), "is not index:count"),
    "a variant name with blanks": (lambda: attrs.evolve(SPEC, name="my game"), "small letters, digits and hyphens"),
    "an empty alias": (lambda: attrs.evolve(SPEC, name="my-game", aliases=("",)), "an alias is empty"),
    "a misspelt word of a group": (lambda: Landing(contact="kick"), "'contact' must be in"),  # type: ignore[arg-type]
    "a misspelt permit": (lambda: Run(permit="neverr"), "'permit' must be in"),  # type: ignore[arg-type]
    "a reserve like a point": (lambda: attrs.evolve(SPEC, entry=(Reserve("bar"), Reserve("7"))), "cannot be named '7'"),
    "a reserve named off": (
        lambda: attrs.evolve(SPEC, entry=(Reserve("bar"), Reserve("off"))),
        "cannot be named 'off'",
    ),
    "two reserves of one name": (lambda: attrs.evolve(SPEC, entry=(Reserve("bar"), Reserve("bar"))), "have one name"),
    "no level": (lambda: attrs.evolve(SPEC, finish=Finish(levels=())), "declare what a win is worth"),
    "a level that counts in a place that is none": (
        lambda: attrs.evolve(SPEC, finish=Finish(levels=(Level("high", 2, ((Count("yard", at_least=1),),)),))),
        "the level high counts checkers in yard",
    ),
    "a goal that nobody reaches": (lambda: attrs.evolve(SPEC, bear_off=None), "make a region the goal"),
    "a point that nothing closes": (lambda: attrs.evolve(SPEC, landing=Landing(block=0)), "one is the least"),
    "doubles that are not played": (lambda: attrs.evolve(SPEC, program=Program(doubles=0)), "once is the least"),
    "a plugin without hooks": (lambda: Registry.load([("x", object())], entry_points=False, strict=True), "hookimpl"),
    "two plugins of one name": (lambda: Registry.load([("x", 1), ("x", 2)], entry_points=False), "name them apart"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_with_a_remedy(name: str) -> None:
    """The error is a ValueError and says what is wrong and what to do."""
    call, said = CALLS[name]
    with pytest.raises(ValueError, match=said):
        call()


def test_what_is_no_play_is_in_no_list_of_plays() -> None:
    """`in` answers, it does not raise."""
    assert WRONG not in PLAYS
    assert Play(SPEC.start, (Step(8, 3), Step(6, 1))) not in PLAYS
