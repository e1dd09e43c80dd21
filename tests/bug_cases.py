"""The cases of other programs' faults: what they ask, and how their positions and plays are read."""

from __future__ import annotations

import re
from typing import NotRequired, TypedDict

import pytest
import yaml

from case_tools import DATA, position, turned
from raceboard.dice import Roll
from raceboard.formats import gnubg_id
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.side import SEAT_NAMES, Side
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.european_acey_deucey import EUROPEAN_ACEY_DEUCEY
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

__all__ = [
    "CASES",
    "LISTS",
    "RUN",
    "SEATS",
    "STAKES",
    "Case",
    "about",
    "plays_of",
    "spec_of",
    "start_of",
    "text_of",
    "thrown",
]

SPECS = {
    "acey-deucey (exact bear-off)": EUROPEAN_ACEY_DEUCEY,
    "backgammon": BACKGAMMON,
    "hyper": HYPERGAMMON,
    "long_nardy": LONG_NARDY,
}


class Input(TypedDict):
    """What a case starts from; which keys there are depends on its question."""

    ruleset: str
    options: dict[str, bool]
    me: NotRequired[dict[int | str, int]]
    opp: dict[int | str, int]
    dice: list[int]
    position_id: str
    xgid: str
    play: str
    first_step: NotRequired[str]
    cube: int
    white_die: int
    black_die: int
    texts: list[str]
    steps: list[str]
    do: list[str]
    cases: list[dict[str, str]]
    context: str
    owner: NotRequired[str]
    score: dict[str, int]
    score_before: dict[str, int]
    jacoby: bool
    resigner: dict[int | str, int]
    opponent: dict[int | str, int]


class Answer(TypedDict):
    """The right answer; which keys there are depends on the question."""

    distinct_results: int
    ordered_sequences: int
    legal_results: int
    dice_played: int
    plays: list[str]
    must_not_contain: list[str]
    hits_possible: list[int]
    hits: list[str]
    opp_after: dict[int | str, int]
    step: str
    step_legal_as_first_step: bool
    legal: bool
    rule: str
    remaining_dice: list[int]
    legal_second_steps: NotRequired[list[str]]
    over: bool
    win_type: str
    points: int
    me: int
    unused_dice: int
    off_count: int
    starter: str
    dice: list[int]
    events: list[str]
    position_id: str
    text: str
    cube: int
    owner: str
    winner: str
    white: int
    black: int
    score: dict[str, int]
    if_passed: dict[str, int]
    game_over: bool
    match_over: bool
    next_actor: str
    action: str
    actions: list[str]
    after_taken_double_at_2: int
    x: dict[int | str, int]
    o: dict[int | str, int]
    x_off: int
    o_off: int
    cube_owner: str
    on_roll: str
    score_x: int
    score_o: int
    length: int
    jacoby: bool
    beaver: bool


class Case(TypedDict):
    """A fault of some program as a question with the right answer."""

    id: str
    question: str
    input: Input
    answer: Answer


_FILE: list[Case] = yaml.safe_load((DATA / "bugs" / "bug_cases.yaml").read_text(encoding="utf-8"))
CASES = {case["id"]: case for case in _FILE}
STAKES = ["BG050", "BG051", "BG053", "BG055", "BG057", "BG058", "BG061", "BG066", "BG068", "BG098", "BG104"]
LISTS = [name for name, case in CASES.items() if case["question"] == "list every legal play (as resulting positions)"]

#: The cases that `about` has given to a test.
RUN: set[str] = set()


def about(*names: str) -> pytest.MarkDecorator:
    """Run a test for these cases."""
    RUN.update(names)
    return pytest.mark.parametrize("case", [CASES[name] for name in names], ids=names)


SEATS = pytest.mark.parametrize("side", [0, 1], ids=SEAT_NAMES[:2])


def spec_of(case: Case) -> VariantSpec:
    """The variant of a case."""
    return SPECS[case["input"].get("ruleset", "backgammon")]


def start_of(case: Case, side: Side) -> Position:
    """The position of a case, with `side` as the player whom the case calls me."""
    given, spec = case["input"], spec_of(case)
    if "me" not in given:
        return gnubg_id.decode(spec, given["position_id"], side)
    rows = [given["me"], given["opp"]]
    mine, theirs = map(turned, rows) if spec is LONG_NARDY else rows
    return position(spec, mine, theirs, side)


def plays_of(case: Case, side: Side) -> Plays:
    """The legal plays of a case."""
    first = case["input"].get("options", {}).get("first_turn", False)
    context = TurnContext(own_turn=1 if first else 2)
    return legal_plays(spec_of(case), start_of(case, side), side, Roll(*case["input"]["dice"]), context)


def thrown(case: Case, side: Side) -> Game:
    """The game of a case, in which the dice have been thrown."""
    return Game.resume(spec_of(case), start_of(case, side), side, roll=Roll(*case["input"]["dice"]))


def text_of(case: Case, text: str) -> str:
    """A play by pips to go: the cases of Long Nardy count points up."""
    return re.sub(r"\d+", lambda found: str(25 - int(found[0])), text) if spec_of(case) is LONG_NARDY else text
