"""The generator equals the naive enumerator, which is the readable meaning of the rules."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

import pytest
from hypothesis import assume, find, given, settings

from case_tools import DATA, ROLLS
from raceboard.dice import Roll
from raceboard.legal import Plays, legal_plays
from raceboard.move import Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.spec import OptionValue, VariantSpec
from raceboard.testing.naive import naive_plays, naive_results
from raceboard.testing.strategies import Situation, adversarial_positions, situations
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from variants_for_tests import GAMES, HOOKS, RULES

SMALL = {spec.name: spec for spec in (*GAMES, *RULES, *HOOKS)}
FLAGSHIPS = {spec.name: spec for spec in (BACKGAMMON, LONG_NARDY)}

_ANY_DOUBLE: Mapping[str, OptionValue] = {"head.first.turns": "any", "head.first.rolls": "any"}

#: Ways to play a flagship at a table: the options that legal plays depend on, alone and some together.
_RULES: Mapping[str, tuple[Mapping[str, OptionValue], ...]] = {
    "long-nardy": (
        {"head.limit": 2},
        {"head.limit": 3},
        {"head.limit": "none"},
        {"head.first.rolls": "any"},
        {"head.first.rolls": "none"},
        {"head.first.rolls": "blocked_roll"},
        {"head.first.rolls": "blocked_roll", "head.first.turns": "any"},
        {"head.first.rolls": "blocked_roll", "head.first.condition": "void_if_field_blocks"},
        {"head.first.limit": 3},
        {"head.first.who": "second"},
        {"head.first.who": "starter"},
        {"head.first.condition": "only_if_single_stuck"},
        {"head.first.condition": "void_if_field_blocks"},
        {**_ANY_DOUBLE, "head.first.condition": "only_if_single_stuck"},
        {**_ANY_DOUBLE, "head.first.condition": "void_if_field_blocks"},
        {"head.first.turns": "any"},
        {"wall.permit": "opponent_home"},
        {"wall.permit": "never"},
        {"wall.permit": "always"},
        {"wall.contiguity": "owner_route"},
        {"wall.check": "end_of_turn"},
        {"wall.check": "end_of_turn", "wall.length": 3, "must.max_dice": False},
        {"wall.length": 3},
        {"wall.length": 2, "wall.permit": "opponent_home", "wall.borne_off_counts": False},
        {"wall.borne_off_counts": False},
        {"program.doubles": 2},
    ),
    "backgammon": (),
}

#: Options that both flagships declare.
_SHARED: tuple[Mapping[str, OptionValue], ...] = (
    {"must.max_dice": False},
    {"must.higher_die": False},
    {"must.max_dice": False, "must.higher_die": False},
    {"bear_off.overshoot": "exact"},
    {"bear_off.overshoot": "any"},
    {"bear_off.same_turn": False},
    {"bear_off.inner_moves": False},
    {"bear_off.same_turn": False, "bear_off.inner_moves": False},
)


def _tables() -> Iterator[tuple[str, VariantSpec]]:
    """The flagships under each of the rules, under a name that says them."""
    for name, spec in FLAGSHIPS.items():
        for rules in (*_RULES[name], *_SHARED):
            words = ", ".join(f"{key} {value}" for key, value in rules.items())
            yield f"{name}: {words}", spec.with_rules(rules)


TABLES = dict(_tables())

#: How many situations are tried: small games are cheap, and the flagships are what is played most.
TRIES = {**dict.fromkeys(SMALL, 50), **dict.fromkeys(FLAGSHIPS, 150), **dict.fromkeys(TABLES, 25)}
SPECS = SMALL | FLAGSHIPS | TABLES

#: More paths than this are not compared one by one.
MOST_PATHS = 300


def _try(name: str, tries: int, check: Callable[[VariantSpec, Situation], None]) -> None:
    """Check a variant in so many situations."""

    @settings(max_examples=tries)
    @given(situations(SPECS[name]))
    def attempt(situation: Situation) -> None:
        check(SPECS[name], situation)

    attempt()


def _same_results(spec: VariantSpec, situation: Situation) -> None:
    plays = legal_plays(spec, *situation)
    assert set(plays.results) == naive_results(spec, *situation)
    assert len(plays) == len(set(plays.results))


@pytest.mark.parametrize("name", SPECS)
def test_the_generator_finds_the_results_that_the_rules_mean(name: str) -> None:
    """No legal result is missing and none is invented, in legal and adversarial positions, from every seat."""
    _try(name, TRIES[name], _same_results)


def _walks(plays: Plays, prefix: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Every way through `next_steps` that is accepted as a complete play."""
    if plays.accepts(prefix):
        yield prefix
    for step in plays.next_steps(prefix):
        yield from _walks(plays, (*prefix, step))


def _same_paths(spec: VariantSpec, situation: Situation) -> None:
    lines = naive_plays(spec, *situation)
    assume(len(lines) <= MOST_PATHS)
    walks = list(_walks(legal_plays(spec, *situation)))
    assert sorted(walks, key=repr) == sorted((play.steps for play in lines), key=repr)


@pytest.mark.parametrize("name", SPECS)
def test_the_generator_accepts_the_paths_that_the_rules_mean(name: str) -> None:
    """Step by step nothing legal is refused, and whatever is offered can be completed to a legal play."""
    _try(name, TRIES[name] // 2, _same_paths)


def test_a_shorter_way_to_a_legal_result_is_a_play_only_when_it_wins() -> None:
    """A six alone leaves one checker on 1, and so do both dice: the ace is still owed. Off with the last, it is not."""
    two = Position.parse(BACKGAMMON, "2:1 1:1 off:13 / 20:15")
    last = Position.parse(BACKGAMMON, "2:1 off:14 / 20:15")
    six, ace, end = Step(2, 6), Step(2, 1), Step(1, 6)
    for position, ways in ((two, {(ace, end), (six, Step(1, 1)), (Step(1, 1), six)}), (last, {(ace, end), (six,)})):
        assert {play.steps for play in naive_plays(BACKGAMMON, position, 0, _stage((6, 1)))} == ways
        assert set(_walks(legal_plays(BACKGAMMON, position, 0, Roll(6, 1)))) == ways


def _same_telling(spec: VariantSpec, situation: Situation) -> None:
    told = {play.steps: [(step.target, step.hits) for step in play.steps] for play in naive_plays(spec, *situation)}
    for play in legal_plays(spec, *situation):
        assert told[play.steps] == [(step.target, step.hits) for step in play.steps]


@pytest.mark.parametrize("name", SMALL | FLAGSHIPS)
def test_a_play_tells_where_its_steps_end_and_what_they_hit(name: str) -> None:
    """The targets and hits of the shown path are those of the rules."""
    _try(name, 10, _same_telling)


# -- The enumerator itself ---------------------------------------------------------------------------------------------


def _stage(dice: Sequence[int], side: int = 0) -> Stage:
    """Two dice as both flagships play them."""
    roll = Roll(*dice)
    return Stage(side, roll.dice * 2 if roll.is_double else roll.dice, roll)


@pytest.mark.parametrize(("name", "count"), [("backgammon", 447), ("long-nardy", 22)])
def test_the_enumerator_counts_the_first_turns_as_others_do(name: str, count: int) -> None:
    """Distinct results of the 21 rolls from the start, as several engines count them."""
    spec, first = FLAGSHIPS[name], TurnContext(own_turn=1)
    assert sum(len(naive_results(spec, spec.start, 0, _stage(roll.dice), first)) for roll in ROLLS) == count


def _digits(position: Position) -> str:
    return "".join("".join(f"{count:x}" for count in position.counts(side)).ljust(26, "0") for side in range(2))


@pytest.mark.parametrize(("name", "file"), [("backgammon", "backgammon"), ("long-nardy", "nardy")])
def test_the_enumerator_finds_what_independent_engines_found(name: str, file: str) -> None:
    """Every fiftieth of the frozen vectors; the generator is compared with all of them elsewhere."""
    spec = FLAGSHIPS[name]
    with gzip.open(DATA / "oracle" / f"{file}_vectors.jsonl.gz", "rt", encoding="utf-8") as lines:
        for vector in map(json.loads, islice(lines, 0, None, 50)):
            position = Position.from_counts(spec, [vector["mine"], vector["opp"]])
            context = TurnContext(own_turn=1 if vector.get("first_turn") else 2)
            results = naive_results(spec, position, 0, _stage(vector["dice"]), context)
            assert sorted(map(_digits, results)) == vector["plays"], vector["id"]


# -- The strategies ----------------------------------------------------------------------------------------------------


def _is_shut_out(position: Position) -> bool:
    """Seat 0 waits on the bar, and seat 1 holds five points of its home."""
    return position.counts(0)[25] > 0 and sum(count > 1 for count in position.counts(1)[1:7]) >= 5


def _wraps(position: Position) -> bool:
    """Seat 0 holds six points in a row that begin before its head and end after it."""
    counts = position.counts(0)
    row = [counts[index] > 0 for index in (*range(19, 25), *range(1, 7))]
    return any(all(row[start : start + 6]) for start in range(1, 6))


def _has_gaps(position: Position) -> bool:
    """Seat 0 has at most four checkers left, all home, none on 6 and one on 5 or 4."""
    counts = position.counts(0)
    return position.off(0) in range(11, 15) and not any(counts[6:]) and any(counts[4:6]) and not counts[3]


@pytest.mark.parametrize(("spec", "sight"), [(BACKGAMMON, _is_shut_out), (LONG_NARDY, _wraps), (BACKGAMMON, _has_gaps)])
def test_adversarial_positions_come_where_rules_bite(spec: VariantSpec, sight: Callable[[Position], bool]) -> None:
    """Closed boards with checkers on the bar, rows over the end of the path, gaps at home: all are found."""
    assert sight(find(adversarial_positions(spec), sight, settings=settings(max_examples=20_000)))
