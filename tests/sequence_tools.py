"""Play sequences of other programs: dice and moves, in files that are no match records.

OpenSpiel prints a game that was played at random, with the legal actions of some of its states. It plays a double as
two actions of two dice each. PlayStrategy keeps the dice and moves of its regression tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from attrs import field, frozen

from raceboard.legal import Plays
from raceboard.move import Step

__all__ = ["MATCHES", "Turn", "legs", "openspiel", "playstrategy", "walk"]

MATCHES = Path(__file__).parent / "data" / "matches"

_LINE = re.compile(r'StringLegalActions\(\) = (?P<legal>\[.*\])|# Apply action "(?P<action>.*)"')
_CHANCE = re.compile(r"chance outcome \d+ (?:(?P<starts>[XO]) starts, )?\(roll: (?P<dice>[1-6]{2})\)")
_NUMBER = re.compile(r"^\d+ - ")
_MOVE = re.compile(r"(\w+)((?:/\w+\*?)+)(?:\((\d)\))?")
_PLACES = {"Bar": 25, "bar": 25, "Off": 0, "off": 0}


@frozen
class Turn:
    """A roll with its actions, each with the actions that were legal in its place, where the file says them."""

    side: int
    dice: tuple[int, int]
    actions: list[str] = field(factory=list)
    legal: list[tuple[str, ...] | None] = field(factory=list)


def openspiel(file: str) -> list[Turn]:
    """The turns of a play-through; X is side 0."""
    turns: list[Turn] = []
    legal: tuple[str, ...] | None = None
    for found in filter(None, map(_LINE.match, (MATCHES / "openspiel" / file).read_text("utf-8").splitlines())):
        if found["legal"]:
            legal = tuple(_NUMBER.sub("", action) for action in json.loads(found["legal"]))
            continue
        chance = _CHANCE.fullmatch(found["action"])
        if chance:
            side = "XO".index(chance["starts"]) if chance["starts"] else 1 - turns[-1].side
            turns.append(Turn(side, (int(chance["dice"][0]), int(chance["dice"][1]))))
        else:
            turns[-1].actions.append(_NUMBER.sub("", found["action"]))
            turns[-1].legal.append(legal)
        legal = None
    return turns


@frozen
class Sequence:
    """A test of PlayStrategy: who begins, and the turns; `complete` says which of them were played to their end."""

    name: str
    status: str
    turns: tuple[Turn, ...]
    complete: tuple[bool, ...]


def playstrategy() -> list[Sequence]:
    """The sequences of all tests."""
    games = json.loads((MATCHES / "playstrategy" / "games.json").read_text("utf-8"))
    return [
        Sequence(
            game["test"],
            game["status"],
            tuple(Turn(turn["side"], tuple(turn["dice"]), [turn["move"]]) for turn in game["turns"]),
            tuple(turn["complete"] for turn in game["turns"]),
        )
        for game in games
    ]


def legs(action: str) -> Iterator[tuple[int, int]]:
    """What an action asks of single checkers, one die each; both programs write every stop."""
    for source, stops, count in _MOVE.findall(action):
        words = (source, *(word.rstrip("*") for word in stops.split("/")[1:]))
        path = [_PLACES[word] if word in _PLACES else int(word) for word in words]
        for _ in range(int(count or 1)):
            yield from pairwise(path)


def walk(plays: Plays, action: str, before: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """The steps of an action, in the order in which it names them; raises ValueError for one that is not legal."""
    steps = before
    for source, target in legs(action):
        found = [step for step in plays.next_steps(steps) if (step.source, step.target) == (source, target)]
        if not found:
            raise ValueError(f"{source}/{target} of {action} is no legal step after {steps}")
        steps = (*steps, found[0])
    return steps
