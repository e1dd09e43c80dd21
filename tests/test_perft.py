"""Counts by depth are those of independent engines."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest
from attrs import evolve

from case_tools import DATA
from raceboard.action import Played, Rolled
from raceboard.cli.main import main
from raceboard.crew import cores
from raceboard.dice import Chance, Roll
from raceboard.game import Game
from raceboard.perft import divide, perft
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext
from raceboard.registry import Registry
from raceboard.side import Side
from raceboard.spec import Finish, Hooks, Landing, Program, VariantSpec
from raceboard.testing.counts import Block, read_perft
from raceboard.track import Region, Track
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from variants_for_tests import LOOP4

PERFT = Path(__file__).parent / "perft"
VARIANTS = Registry.load().variants

#: Counting more nodes than this takes many seconds; it is done where CI is set.
QUICK = 210_000

#: Counting more than this takes minutes; it is done, on all cores, where RACEBOARD_LONG is set.
LONG = 5_000_000


BLOCKS = {
    (file.stem, block.name): block
    for file in sorted(PERFT.glob("*.perft"))
    for block in read_perft(VARIANTS[file.stem], file)
}


def _takes_long(nodes: int) -> pytest.MarkDecorator:
    variable = "RACEBOARD_LONG" if nodes > LONG else "CI"
    return pytest.mark.skipif(nodes > QUICK and variable not in os.environ, reason=f"counted where {variable} is set")


@pytest.mark.parametrize(
    ("block", "depth"),
    [
        pytest.param(block, depth, id=f"{variant}-{block.name}-{depth}", marks=_takes_long(nodes))
        for (variant, _), block in BLOCKS.items()
        for depth, nodes in block.figures.items()
    ],
)
def test_the_count_is_the_published_one(block: Block, depth: int) -> None:
    """Every figure of the files beside this test; a wrong one is shown split by roll."""
    rows = dict(divide(block.game, depth, workers=cores() if block.figures[depth] > LONG else 1))
    split = "\n".join(f"{roll}: {nodes}" for roll, nodes in rows.items())
    assert sum(rows.values()) == block.figures[depth], split


class Frozen(TypedDict):
    """A position of the frozen counts."""

    mine: list[int]
    opp: list[int]
    per_roll: dict[str, int]
    depth1: int
    depth2: NotRequired[int]
    depth3: NotRequired[int]
    depth1_without_doubles: NotRequired[int]


FROZEN: Mapping[str, Mapping[str, Frozen]] = json.loads((DATA / "oracle" / "perft.json").read_text(encoding="utf-8"))
POSITIONS = {
    f"{spec.name}-{name}": (spec, name, counts)
    for spec, key in ((BACKGAMMON, "backgammon"), (LONG_NARDY, "long_nardy"))
    for name, counts in FROZEN[key].items()
}


@pytest.mark.parametrize(("spec", "name", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_each_roll_has_as_many_results_as_the_engines_found(spec: VariantSpec, name: str, counts: Frozen) -> None:
    """The split of depth one, with doubles and without; and the files beside this test have the frozen positions."""
    block = BLOCKS[spec.name, name]
    rows = dict(divide(block.game, 1))
    assert block.game.position == Position.from_counts(spec, [counts["mine"], counts["opp"]])
    assert {f"{high}{low}": rows[Roll(high, low)] for high, low in rows} == counts["per_roll"]
    mixed = sum(nodes for roll, nodes in rows.items() if not roll.is_double)
    assert mixed == counts.get("depth1_without_doubles", mixed)


@pytest.mark.parametrize(("spec", "name", "counts"), POSITIONS.values(), ids=POSITIONS)
def test_no_frozen_figure_is_left_out(spec: VariantSpec, name: str, counts: Frozen) -> None:
    """What the frozen counts say of a position stands in the files beside this test."""
    depths = {1: counts["depth1"], 2: counts.get("depth2"), 3: counts.get("depth3")}
    frozen = {depth: nodes for depth, nodes in depths.items() if nodes}
    assert BLOCKS[spec.name, name].figures.items() >= frozen.items()


def test_a_pass_counts_one_and_a_finished_game_goes_on_to_nothing() -> None:
    """A player who cannot move has one sequence; behind a win there is none."""
    shut = Position.parse(BACKGAMMON, "bar:1 6:14 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3")
    assert [nodes for _, nodes in divide(Game.resume(BACKGAMMON, shut, 0), 1)] == [1] * 21
    last = Game.resume(BACKGAMMON, Position.parse(BACKGAMMON, "1:1 off:14 / 1:1 off:14"), 0)
    assert (perft(last, 1), perft(last, 2)) == (21, 0)


#: Two checkers each on six points that nobody leaves, and two dice with the faces 1 and 2.
SMALL = VariantSpec(
    "small",
    Track.contrary(6),
    {6: 2},
    regions=(Region("last", 1, 1),),
    dice=Chance.dice(2, 2),
    landing=Landing(contact="forbid"),
    bear_off=None,
    finish=Finish(goal="last"),
)


def _from(spec: VariantSpec, text: str) -> Game:
    return Game.resume(spec, Position.parse(spec, text), 0)


def test_a_ply_has_all_stages_of_a_throw_and_counts_where_they_end() -> None:
    """From 6 and 4, 1-1 with its complement 2 ends on 4 and 3 or on 5 and 2; two ways lead to the first."""
    spec = evolve(SMALL, program=Program(doubles=1, complement=True))
    rows = dict(divide(_from(spec, "6:1 4:1 / 6:2"), 1))
    assert rows == {Roll(1, 1): 2, Roll(2, 1): 2, Roll(2, 2): 2}


def test_a_ply_has_every_program_that_may_be_chosen() -> None:
    """A roll that lets the player choose one of two dice leads to two positions."""

    def either(spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /) -> Choice:
        return Choice(side, tuple((str(die), (Stage(side, (die,), roll),)) for die in (1, 2)))

    assert perft(_from(evolve(SMALL, hooks=Hooks(expand_roll=either)), "6:2 / 6:2"), 1) == 3 * 2


def _owing() -> Game:
    """White stands before closed points; black is to play white's throw."""
    stuck = _from(evolve(SMALL, program=Program(leftover="owed")), "2:2 / 6:2").apply(Rolled(Roll(2, 1)))
    return stuck.apply(Played(stuck.plays[0]))


def test_what_is_owed_is_played_at_the_beginning_of_a_ply() -> None:
    """Black plays white's throw, and then each of the own ones."""
    owing = _owing()
    assert owing.owed
    assert len(owing.plays) == 1
    assert dict(divide(owing, 1)) == dict(divide(owing.apply(Played(owing.plays[0])), 1))


def test_games_of_four_are_counted_too() -> None:
    """A checker enters with a six only, which throws again; after two sixes a third may enter another or move on."""
    game = Game.start(LOOP4, 0)
    assert [perft(game, depth) for depth in (1, 2, 3)] == [6, 36, 216 + 1]


def test_workers_share_the_count_and_cannot_be_seen() -> None:
    """Two processes give every row that one gives, in the same order."""
    game = Game.start(VARIANTS["hypergammon"], 0)
    assert [*divide(game, 2, workers=2)] == [*divide(game, 2)]
    assert perft(game, 1, workers=2) == perft(game, 1)


@pytest.mark.parametrize(
    "game",
    [
        Game.start(LONG_NARDY),
        Game.start(LOOP4, 0),
        Game.resume(BACKGAMMON, Position.parse(BACKGAMMON, "1:1 off:14 / 1:1 off:14"), 0),
        _owing(),
    ],
    ids=["opening", "four seats", "nearly over", "owed"],
)
def test_games_of_any_shape_are_shared_out(game: Game) -> None:
    """Openings, further throws, ends of games and what is owed, with any executor."""
    with ThreadPoolExecutor(3) as executor:
        assert [*divide(game, 2, executor=executor)] == [*divide(game, 2)]


def test_the_command_line_takes_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the same."""
    printed = []
    for workers in ("1", "2"):
        assert main(["perft", "--variant", "hypergammon", "--depth", "2", "--json", "--workers", workers]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert json.loads(printed[0])["nodes"] == BLOCKS["hypergammon", "start"].figures[2]


def test_less_than_one_worker_is_refused() -> None:
    """Before anything is counted."""
    with pytest.raises(ValueError, match="workers is a number from 1 up, not 0"):
        divide(Game.start(BACKGAMMON), 2, workers=0)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_below_one_is_refused(depth: int) -> None:
    """There is nothing to count."""
    with pytest.raises(ValueError, match=f"not {depth}"):
        perft(Game.start(BACKGAMMON), depth)


def test_a_throw_that_has_still_to_be_played_is_refused() -> None:
    """A count begins with a throw."""
    with pytest.raises(ValueError, match="the throw 3-1 has still to be played"):
        divide(Game.start(BACKGAMMON, 0).apply(Rolled(Roll(3, 1))), 1)
