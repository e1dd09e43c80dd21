"""Every play has one canonical text: that of GNU Backgammon, whichever way the play goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard import Play, Plays, Position, Registry, Roll, Step, VariantSpec, legal_plays, stages
from raceboard.notation import canonical_text, read_play, write_play
from raceboard.testing.strategies import adversarial_positions, rolls
from variants_for_tests import GAMES, HOOKS, RULES

_REGISTRY = Registry.load()
BACKGAMMON = _REGISTRY.variant("backgammon")
LONG_NARDY = _REGISTRY.variant("long-nardy")
SPECS = (BACKGAMMON, LONG_NARDY, *GAMES, *RULES, *HOOKS)

DATA = Path(__file__).parent / "data" / "notation"


class Row(TypedDict):
    """A play, and how GNU Backgammon writes it."""

    position: str
    side: int
    roll: str
    steps: list[list[int]]
    text: str


ROWS: list[Row] = [json.loads(line) for line in (DATA / "gnubg_texts.jsonl").read_text("utf-8").splitlines()]


def _plays(position: str, roll: str, spec: VariantSpec = BACKGAMMON, side: int = 0) -> Plays:
    return legal_plays(spec, Position.parse(spec, position, side), side, Roll.parse(roll))


@st.composite
def _two_ways(draw: st.DrawFn) -> tuple[Plays, Play]:
    """What is legal somewhere, and a play by any of its paths."""
    spec = draw(st.sampled_from(SPECS))
    position, roll = draw(adversarial_positions(spec)), draw(rolls(spec))
    program = stages(spec, position, 0, roll)
    assert isinstance(program, tuple)
    plays = legal_plays(spec, position, 0, program[0])
    steps: list[Step] = []
    while following := plays.next_steps(steps):
        steps.append(draw(st.sampled_from(following)))
    return plays, plays.play(steps)


def test_gnu_backgammon_writes_every_play_as_we_do() -> None:
    """Doubles, hits on the way, entering and bearing off, in whatever order the steps come."""
    assert len(ROWS) == 240
    assert sum("*/" in row["text"] for row in ROWS) > 20
    for row in ROWS:
        plays = _plays(row["position"], row["roll"], side=row["side"])
        play = plays.play([Step(source, die) for source, die in row["steps"]])
        assert str(play) == canonical_text(plays, play) == row["text"]
        assert read_play(plays, row["text"]) == play


@pytest.mark.parametrize(
    ("position", "steps", "text"),
    [
        ("13:3 8:1 6:11 / 1:15", [(8, 5), (13, 5), (13, 5), (13, 5)], "13/3 13/8(2)"),
        ("13:3 6:12 / 17:1 1:14", [(13, 5), (13, 5), (13, 5), (8, 5)], "13/8*/3 13/8(2)"),
        ("13:2 6:13 / 17:1 1:14", [(13, 5), (8, 5), (13, 5), (8, 5)], "13/8*/3(2)"),
        ("13:2 6:13 / 22:1 17:1 1:13", [(13, 5), (13, 5), (8, 5), (8, 5)], "13/8*/3*(2)"),
        ("13:2 8:2 6:11 / 23:1 1:14", [(8, 6), (13, 6), (8, 6), (13, 6)], "13/7(2) 8/2*(2)"),
    ],
)
def test_who_of_equal_checkers_moved_on_does_not_show(position: str, steps: list[tuple[int, int]], text: str) -> None:
    """A step goes on where another ended; where a checker was hit on the way, all that pass show the stop."""
    (die,) = {die for _, die in steps}
    play = _plays(position, f"{die}-{die}").play([Step(*step) for step in steps])
    assert str(play) == text


@given(_two_ways())
def test_equal_plays_have_one_canonical_text(found: tuple[Plays, Play]) -> None:
    """In every variant; with two dice or equal ones `str` alone is enough."""
    plays, play = found
    text = canonical_text(plays, play)
    assert text == str(plays[plays.index(play)])
    assert read_play(plays, text) == play
    if len(plays.dice) < 3 or len(set(plays.dice)) == 1:
        assert str(play) == text


def test_with_three_dice_two_ways_to_a_result_have_the_text_of_the_listed_one() -> None:
    """Two checkers can share three dice in more ways than one."""
    three = next(spec for spec in RULES if spec.name == "three-dice")
    told = [
        (str(way), canonical_text(plays, way), plays)
        for plays in (legal_plays(three, three.start, 0, Roll(*dice)) for dice in ((3, 2, 1), (4, 2, 1)))
        for way in _all_ways(plays)
    ]
    differing = {(one, other) for one, other, _ in told if one != other}
    assert differing
    assert all(read_play(plays, one) == read_play(plays, other) for one, other, plays in told)


def _all_ways(plays: Plays, steps: tuple[Step, ...] = ()) -> list[Play]:
    following = plays.next_steps(steps)
    return [way for step in following for way in _all_ways(plays, (*steps, step))] if following else [plays.play(steps)]


def test_a_play_of_other_plays_has_no_text_here() -> None:
    """It is a mistake of the caller."""
    plays, others = _plays("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "6-5"), _plays("6:15 / 6:15", "6-5")
    with pytest.raises(ValueError, match="is not one of these plays"):
        canonical_text(plays, others[0])
    with pytest.raises(ValueError, match="is not one of these plays"):
        write_play(plays, others[0], "fibs")
