"""The worked cases of Long Nardy come out as their authors say, under every reading of the rules, from either seat.

The cases count points up from the head; the readers below turn them into pips to go.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NotRequired, TypedDict

import pytest
import yaml

from case_tools import DATA, own_rows, position, row, turned
from raceboard.action import Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import RuleError
from raceboard.event import LastTurn, ToThrow
from raceboard.finish import Outcome
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays
from raceboard.move import Step
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.ruleset import Ruleset
from raceboard.scoring import counted_level, points
from raceboard.side import SEAT_NAMES, Side
from raceboard.spec import VariantSpec
from raceboard_variants.long_nardy import LONG_NARDY

HEAD = 24

#: How the cases call what the option `koks` reads, and the lowest level where a win is a win.
KOKS = {
    "none_off_some_in_start_quarter": "quarter",
    "none_off_none_home": "no_home",
    "none_off_all_home": "home_mars",
}
LEVELS = {"win": "oyn", "home_mars": "koks"}


class Turn(TypedDict):
    """Which turn of whom it is."""

    first_turn: bool
    second_player: bool


class Reading(TypedDict):
    """What a case about a turn or a position expects under some options."""

    toggles: dict[str, str | bool | int | list[int]]
    finals: NotRequired[list[dict[int | str, int]]]
    n_finals: NotRequired[int]
    max_dice: NotRequired[int]
    legal_turns: NotRequired[list[list[list[int]]]]
    illegal_turns: NotRequired[list[list[list[int]]]]
    prime_ok: NotRequired[bool]


class Case(TypedDict):
    """A position, with dice where it is about a turn; without a context the turn is a later one."""

    id: str
    kind: str
    mover: str
    own: dict[int | str, int]
    opp: dict[int | str, int]
    physical: dict[str, dict[int | str, int]]
    dice: list[int]
    context: NotRequired[Turn]
    variants: list[Reading]


class Score(TypedDict):
    """What the end of a game is worth under some options and levels."""

    toggles: dict[str, str | int | list[tuple[str, str, int]]]
    result: list[str | int]


class Ending(TypedDict):
    """What winner and loser have off at the end, and where the loser's other checkers stand."""

    id: str
    off: list[int]
    other_board: dict[int | str, int]
    mover_is_starter: bool
    phase: str
    variants: list[Score]


_FILE = yaml.safe_load((DATA / "rules" / "nardy_cases.yaml").read_text(encoding="utf-8"))["cases"]
CASES: list[Case] = [case for case in _FILE if case["kind"] != "outcome"]
ENDINGS: list[Ending] = [case for case in _FILE if case["kind"] == "outcome"]


def _spec(toggles: Mapping[str, str | bool | int | list[int]]) -> VariantSpec:
    """The variant under some options."""
    return LONG_NARDY.with_rules(
        {key: tuple(value) if isinstance(value, list) else value for key, value in toggles.items()}
    )


def _plays(case: Case, reading: Reading, side: Side) -> Plays:
    spec = _spec(reading["toggles"])
    context = case.get("context", Turn(first_turn=False, second_player=False))
    turn = TurnContext(own_turn=1 if context["first_turn"] else 2, starter=not context["second_player"])
    start = position(spec, turned(case["own"]), turned(case["opp"]), side)
    return legal_plays(spec, start, side, Roll(*case["dice"]), turn)


def _steps(turn: list[list[int]]) -> tuple[Step, ...]:
    """The steps of a turn, given as where each begins and its die."""
    return tuple(Step(25 - place, die) for place, die in turn)


SEATS = pytest.mark.parametrize("side", [0, 1], ids=SEAT_NAMES[:2])


def _about(key: str) -> pytest.MarkDecorator:
    """All readings that say something under a key."""
    found = {
        f"{case['id']}-{number}": (case, reading)
        for case in CASES
        for number, reading in enumerate(case["variants"])
        if key in reading
    }
    return pytest.mark.parametrize(("case", "reading"), found.values(), ids=found)


@SEATS
@_about("finals")
def test_the_final_positions_are_those_of_the_case(case: Case, reading: Reading, side: Side) -> None:
    """All of them and no others; the opponent does not change."""
    plays = _plays(case, reading, side)
    finals = reading.get("finals", [])
    assert own_rows(plays.results, side) == {row(LONG_NARDY, side, turned(final)) for final in finals}
    assert own_rows(plays.results, 1 - side) == {plays.position.counts(1 - side)}
    assert len(plays) == len(finals)


@SEATS
@_about("n_finals")
def test_there_are_as_many_final_positions_as_the_case_says(case: Case, reading: Reading, side: Side) -> None:
    """For readings that do not list them."""
    assert len(_plays(case, reading, side)) == reading.get("n_finals")


@SEATS
@_about("max_dice")
def test_every_play_uses_as_many_dice_as_the_case_says(case: Case, reading: Reading, side: Side) -> None:
    """No fewer, and no more; no die at all is a pass."""
    plays = _plays(case, reading, side)
    assert {len(play.steps) for play in plays} == {reading.get("max_dice")}
    assert plays.is_pass == (reading.get("max_dice") == 0)


@SEATS
@_about("legal_turns")
def test_a_legal_turn_is_accepted_step_by_step(case: Case, reading: Reading, side: Side) -> None:
    """Its steps in their order are a play, and each of them is offered after those before it."""
    plays = _plays(case, reading, side)
    for turn in map(_steps, reading.get("legal_turns", [])):
        assert plays.accepts(turn)
        assert all(step in plays.next_steps(turn[:number]) for number, step in enumerate(turn))
        assert plays.play(turn).result in plays.results


#: Why the turns of a case are illegal, as its text says.
ILLEGAL = {
    "N10": "obligation.higher-die",
    "N14": "obligation.higher-die",
    "N15": r"obligation.both-dice|landing.blocked",
    "N16": "obligation.both-dice",
    "N24": "formation.wall",
    "N25": "formation.wall",
    "N26": "formation.wall",
    "N27": "formation.wall",
    "N32": "formation.wall",
    "N37": "formation.wall",
    "N41": "formation.wall",
    "N44": "bear-off.farther-checker",
    "N45": "bear-off.farther-checker",
    "N46": "bear-off.not-home",
    "N47": "bear-off.not-home",
    "N50": "obligation.both-dice",
}


@SEATS
@_about("illegal_turns")
def test_an_illegal_turn_is_refused_and_changes_nothing(case: Case, reading: Reading, side: Side) -> None:
    """The verdict names a rule of a step, or the obligation that the turn breaks."""
    plays = _plays(case, reading, side)
    before = plays.results, plays.next_steps()
    for turn in map(_steps, reading.get("illegal_turns", [])):
        assert not plays.accepts(turn)
        with pytest.raises(RuleError, match=ILLEGAL[case["id"]]):
            plays.play(turn)
    assert (plays.results, plays.next_steps()) == before


def _ways_into(spec: VariantSpec, end: Position, side: Side) -> set[tuple[int, int]]:
    """The single steps, as (source, die), by which a player may have come to a position.

    Only the rules of a step count here: any number of checkers may leave the head, and no die must be played; a double
    has few dice, so that it is quickly searched.
    """
    free = spec.with_rules({"head.limit": "none", "must.max_dice": False, "program.doubles": 2})
    rival = end.counts(1 - side)
    ways = set()
    for target, die in product(range(1, HEAD), range(1, 7)):
        source = target + die
        if end.counts(side)[target] and source <= HEAD and not rival[spec.track.cross(side, 1 - side, source) or 0]:
            rows = {side: _moved(end.counts(side), target, source), 1 - side: rival}
            before = Position.from_counts(spec, [rows[0], rows[1]])
            if Step(source, die) in legal_plays(free, before, side, Roll(die, die)).next_steps():
                ways.add((source, die))
    return ways


def _moved(counts: tuple[int, ...], source: int, target: int) -> tuple[int, ...]:
    return tuple(count - (index == source) + (index == target) for index, count in enumerate(counts))


@SEATS
@_about("prime_ok")
def test_a_wall_is_built_exactly_where_the_case_allows_it(case: Case, reading: Reading, side: Side) -> None:
    """Every step that would complete the position is legal, or none is; without the rule of the wall all are."""
    spec = _spec(reading["toggles"])
    end = position(spec, turned(case["own"]), turned(case["opp"]), side)
    unruled = _ways_into(spec.with_rules({"wall.permit": "always"}), end, side)
    assert unruled
    assert _ways_into(spec, end, side) == (unruled if reading.get("prime_ok") else set())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_points_on_the_board_are_those_of_the_case(case: Case) -> None:
    """Both paths lie on the physical points that the case names."""
    seats = {name: seat for seat, name in enumerate(SEAT_NAMES)}
    mover = seats[case["mover"]]
    start = position(LONG_NARDY, turned(case["own"]), turned(case["opp"]), mover)
    for name, points_held in case["physical"].items():
        path, counts = LONG_NARDY.track.paths[seats[name]], start.counts(seats[name])
        there = {path[index - 1]: counts[index] for index in range(1, HEAD + 1) if counts[index]}
        assert there == {place: count for place, count in points_held.items() if place != "off"}


# -- The end of a game -------------------------------------------------------------------------------------------------


def _table(score: Score, phase: str) -> Ruleset:
    """A casual table with the options of a case and its highest level."""
    rules = {key: value for key, value in score["toggles"].items() if key != "levels"}
    levels = score["toggles"]["levels"]
    assert isinstance(levels, list)
    name, predicate, _ = levels[0]
    third = {"koks": KOKS[predicate]} if len(levels) > 2 else {}
    last_turn = {"last_turn.mode": "equalise"} if phase == "after_last_turn" else {}
    scoring = {"highest": LEVELS.get(name, name)}
    return Ruleset.of(LONG_NARDY, "casual", {"rules": {**rules, **third, **last_turn}, "scoring": scoring})


def _before_the_end(spec: VariantSpec, case: Ending, side: Side) -> Game:
    """The winner has a checker left; where the loser has a last turn, he bears two off in it."""
    loser = turned(case["other_board"])
    if case["phase"] == "after_last_turn":
        loser = {**loser, 1: loser.get(1, 0) + 2}
    turns = {side: 10, 1 - side: 9 if case["mover_is_starter"] else 10}
    starter = side if case["mover_is_starter"] else 1 - side
    start = position(spec, {1: 1}, loser, side)
    return Game.resume(spec, start, side, turns=(turns[0], turns[1]), starter=starter)


def _turn(game: Game) -> Game:
    """The game after a turn with the roll 2-1, which bears off whatever it can."""
    thrown = game.apply(Rolled(Roll(2, 1)))
    return thrown.apply(Played(max(thrown.plays, key=lambda play: play.result.off(thrown.plays.side))))


@SEATS
@pytest.mark.parametrize(
    ("case", "score"),
    [pytest.param(case, score, id=f"{case['id']}-{n}") for case in ENDINGS for n, score in enumerate(case["variants"])],
)
def test_a_game_ends_as_the_case_says(case: Ending, score: Score, side: Side) -> None:
    """With a level and its points, with a draw, or not yet."""
    table = _table(score, case["phase"])
    game = _turn(_before_the_end(table.spec, case, side))
    if case["phase"] == "after_last_turn":
        game = _turn(game)
    assert [game.position.off(side), game.position.off(1 - side)] == case["off"]
    what, *worth = score["result"]
    if what == "last_turn":
        assert game.events[-2:] == (LastTurn(1 - side), ToThrow(1 - side))
        assert game.outcome is None
        return
    assert game.outcome is not None
    assert game.outcome.winner == (side if what == "win" else None)
    assert _worth(table, game.outcome) == [LEVELS.get(str(word), word) for word in worth]


def _worth(table: Ruleset, outcome: Outcome) -> list[str | int]:
    """The level, where somebody has won, and the points."""
    level = [] if outcome.winner is None else [counted_level(table, outcome.level)]
    return [*level, points(table, outcome)]
