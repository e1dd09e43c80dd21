"""Every frozen vector of the independent engines has exactly the plays that they found."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Literal, NotRequired, TypeAlias, TypedDict

import pytest

from case_tools import DATA
from raceboard.dice import Roll
from raceboard.legal import Plays, legal_plays
from raceboard.move import Step
from raceboard.position import OFF, Position
from raceboard.program import TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

HEAD, BAR = 24, 25

#: The keys under which a vector lists final positions; those of other readings only where they differ.
Reading = Literal["plays", "plays_end", "plays_own_path"]

READINGS: Mapping[str, tuple[VariantSpec, str, Reading]] = {
    "backgammon": (BACKGAMMON, "backgammon", "plays"),
    "long-nardy": (LONG_NARDY, "nardy", "plays"),
    "wall-at-end-of-turn": (LONG_NARDY.with_rules({"wall.check": "end_of_turn"}), "nardy", "plays_end"),
    "wall-on-owners-route": (LONG_NARDY.with_rules({"wall.contiguity": "owner_route"}), "nardy", "plays_own_path"),
}


class Vector(TypedDict):
    """A line of a file of vectors."""

    id: str
    mine: list[int]
    opp: list[int]
    dice: list[int]
    first_turn: NotRequired[bool]
    flags: list[str]
    plays: list[str]
    plays_end: NotRequired[list[str]]
    plays_own_path: NotRequired[list[str]]


@cache
def vectors_of(name: str) -> tuple[Vector, ...]:
    """The vectors of a file."""
    with gzip.open(DATA / "oracle" / f"{name}_vectors.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def plays_of(spec: VariantSpec, vector: Vector, side: Side) -> Plays:
    """The plays in the position of a vector, its mover being a side."""
    rows = [vector["mine"], vector["opp"]] if side == 0 else [vector["opp"], vector["mine"]]
    context = TurnContext(own_turn=1 if vector.get("first_turn") else 2)
    return legal_plays(spec, Position.from_counts(spec, rows), side, Roll(*vector["dice"]), context)


def _digits(position: Position, side: Side) -> str:
    """A position as the vectors write it: 26 counts of the mover, then 26 of the opponent."""
    rows = position.counts(side), position.counts(1 - side)
    return "".join("".join(f"{count:x}" for count in row).ljust(26, "0") for row in rows)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("reading", READINGS)
def test_the_final_positions_are_those_of_the_vectors(reading: str, side: Side) -> None:
    """All of them, and no others, from either seat."""
    spec, name, key = READINGS[reading]
    wrong = [
        vector["id"]
        for vector in vectors_of(name)
        if sorted(_digits(result, side) for result in plays_of(spec, vector, side).results)
        != vector.get(key, vector["plays"])
    ]
    assert wrong == []


def _gains(plays: Plays, index: int) -> list[int]:
    """By how many checkers each play changes what the mover has at an index."""
    before = plays.position.counts(plays.side)[index]
    return [result.counts(plays.side)[index] - before for result in plays.results]


def _uses(plays: Plays, number: int) -> bool:
    return {len(play.steps) for play in plays} == {number}


def _uses_one(plays: Plays, die: int) -> bool:
    return len(plays.dice) == 2 and all([step.die for step in play.steps] == [die] for play in plays)


def _moves_on(steps: Sequence[Step]) -> bool:
    """Does a checker that has hit go on?"""
    return any(step.hits and any(later.source == step.target for later in steps) for step in steps)


def _enters(steps: Sequence[Step]) -> bool:
    return any(step.source == BAR for step in steps)


Meaning: TypeAlias = Callable[[Plays], bool]

#: What flags say of the plays of their vectors.
COMMON: Mapping[str, Meaning] = {
    "used0": lambda plays: _uses(plays, 0),
    "used1": lambda plays: _uses(plays, 1),
    "used2": lambda plays: _uses(plays, 2),
    "used3": lambda plays: _uses(plays, 3),
    "used4": lambda plays: _uses(plays, 4),
    "pass": lambda plays: plays.is_pass,
    "part_double": lambda plays: len(plays.dice) == 4 and any(_uses(plays, number) for number in (1, 2, 3)),
    "one_die_low": lambda plays: _uses_one(plays, min(plays.dice)),
    "one_die_high, higher_die, one_die_wins": lambda plays: _uses_one(plays, max(plays.dice)),
    "bearoff": lambda plays: max(_gains(plays, OFF)) > 0,
    "wins": lambda plays: any(result.off(plays.side) == 15 for result in plays.results),
}
HITTING: Mapping[str, Meaning] = {
    "hit": lambda plays: any(play.hits for play in plays),
    "multi_hit": lambda plays: any(len(play.hits) > 1 for play in plays),
    "bar_hit": lambda plays: any(step.hits and step.source == BAR for play in plays for step in play.steps),
    "enter_and_move": lambda plays: any(_enters(play.steps) and play.steps[-1].source != BAR for play in plays),
    "pick_and_pass": lambda plays: any(_moves_on(play.steps) for play in plays),
}
LEAVING: Mapping[str, Meaning] = {
    "head_move": lambda plays: min(_gains(plays, HEAD)) < 0,
    "two_off_head": lambda plays: min(_gains(plays, HEAD)) == -2,
}


@pytest.mark.parametrize(
    ("spec", "name", "meanings"),
    [(BACKGAMMON, "backgammon", {**COMMON, **HITTING}), (LONG_NARDY, "nardy", {**COMMON, **LEAVING})],
    ids=["backgammon", "long-nardy"],
)
def test_the_flags_of_a_vector_hold_of_its_plays(spec: VariantSpec, name: str, meanings: Mapping[str, Meaning]) -> None:
    """How many dice are used, whether checkers are hit, leave the head or are borne off: each flag, and only there."""
    wrong = [
        (vector["id"], flags)
        for vector in vectors_of(name)
        for plays in [plays_of(spec, vector, 0)]
        for flags, holds in meanings.items()
        if holds(plays) != any(flag in vector["flags"] for flag in flags.split(", "))
    ]
    assert wrong == []
