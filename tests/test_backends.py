"""The compiled kernel and its source mean the same, and what is too large for the one is done by the other."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from backend_tools import Moment, difference, moments, searches, told
from raceboard import backend, generator, ground, playout
from raceboard.action import Played, Rolled
from raceboard.dice import Chance, Roll
from raceboard.game import Game
from raceboard.game_tables import game_tables, too_special
from raceboard.ground import too_large
from raceboard.legal import legal_plays
from raceboard.perft import divide
from raceboard.playout import playouts
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.random_games import RandomGames
from raceboard.registry import Registry
from raceboard.solver import desk_for
from raceboard.spec import BearOff, Landing, Opening, Program, VariantSpec
from raceboard.tables import tables
from raceboard.testing.counts import read_perft
from raceboard.testing.naive import naive_results
from raceboard.track import Region, Track
from test_vectors import READINGS, plays_of, vectors_of

VARIANTS = Registry.load().variants
FLAGSHIPS = ("backgammon", "long-nardy")
IS_LONG = "RACEBOARD_LONG" in os.environ
PERFT = Path(__file__).parent / "perft"

needs_both = pytest.mark.skipif(backend.name == "python", reason=f"only the source is there: {backend.why}")


def _turns(name: str) -> int:
    if IS_LONG:
        return 100_000 if name in FLAGSHIPS else 3_000
    return 1_500 if name in FLAGSHIPS else 60


@needs_both
@pytest.mark.parametrize("name", VARIANTS)
def test_both_have_the_same_plays_in_the_same_order_all_through_random_games(name: str) -> None:
    """Steps, their order and the order of the plays agree; RACEBOARD_LONG=1 compares very many turns."""
    spec = VARIANTS[name]
    pairs = [searches(spec, side) for side in range(spec.players)]
    differences = (difference(spec, moment, pairs[moment.side]) for moment in moments(spec, 7, _turns(name)))
    assert next(filter(None, differences), "") == ""


@needs_both
@pytest.mark.parametrize("name", VARIANTS)
def test_both_have_the_results_of_the_naive_enumerator(name: str) -> None:
    """A few turns of each variant."""
    spec = VARIANTS[name]
    for moment in list(moments(spec, 11, 42))[::7]:
        naive = naive_results(spec, moment.position, moment.side, moment.stage, moment.context)
        assert _results(spec, moment) == [naive, naive]


def _results(spec: VariantSpec, moment: Moment) -> list[set[Position]]:
    """The results that each backend finds, before what a hook filters out of them."""
    hooks = evolve(spec.hooks, filter_plays=None)
    found = []
    for search in searches(spec, moment.side):
        steps, width = told(search, moment.problem(spec)).rpartition(b"|")[0], 3 * len(moment.stage.dice)
        desk = desk_for(evolve(spec, hooks=hooks), moment.side)
        ways = range(0, len(steps), width)
        found.append({desk.result(moment.position, steps, at, len(moment.stage.dice)) for at in ways})
    return found


@needs_both
@pytest.mark.parametrize("reading", READINGS)
def test_both_agree_about_the_readings_of_the_vectors(reading: str) -> None:
    """The options of the frozen vectors, which change where walls are judged."""
    spec = READINGS[reading][0]
    pairs = [searches(spec, side) for side in (0, 1)]
    differences = (difference(spec, moment, pairs[moment.side]) for moment in moments(spec, 13, _turns(spec.name) // 2))
    assert next(filter(None, differences), "") == ""


@needs_both
@pytest.mark.parametrize("reading", READINGS)
def test_both_have_the_same_plays_in_the_same_order_on_all_vectors(reading: str) -> None:
    """From one seat or the other."""
    spec, name, _ = READINGS[reading]
    pairs = [searches(spec, side) for side in (0, 1)]
    problems = [plays_of(spec, vector, place % 2).problem for place, vector in enumerate(vectors_of(name))]
    asked = [Moment(problem.position, problem.side, problem.stage, problem.context) for problem in problems]
    assert [moment for moment in asked if difference(spec, moment, pairs[moment.side])] == []


@needs_both
@pytest.mark.parametrize("name", FLAGSHIPS)
def test_both_have_the_same_plays_in_the_same_order_wherever_a_count_to_depth_two_comes(name: str) -> None:
    """After each play of each first roll, with each second roll."""
    spec = VARIANTS[name]
    pairs = [searches(spec, side) for side in (0, 1)]
    start = Game.start(spec, 0)
    first = [start.apply(Rolled(roll)) for roll in spec.dice.rolls]
    ready = [game.apply(Played(play)) for game in first for play in game.plays]
    thrown = first + [game.apply(Rolled(roll)) for game in ready for roll in spec.dice.rolls]
    assert len(thrown) == 21 + 21 * {"backgammon": 447, "long-nardy": 22}[name]
    asked = [Moment(game.position, game.on_roll or 0, game.stages[0], game.context) for game in thrown]
    assert [moment for moment in asked if difference(spec, moment, pairs[moment.side])] == []


@needs_both
@pytest.mark.parametrize("name", FLAGSHIPS)
def test_the_source_counts_as_the_compiled_kernel_does(name: str) -> None:
    """The plays of each roll from the start, counted by the source in another process."""
    (block, *_) = read_perft(VARIANTS[name], PERFT / f"{name}.perft")
    counted = dict(divide(block.game, 1))
    code = (
        "from raceboard.game import Game; from raceboard.perft import divide; from raceboard.registry import Registry\n"
        f"from raceboard import backend; print(backend.name, *dict(divide(Game.start(Registry.load().variant({name!r})"
        f", 0), 1)).values())"
    )
    environment = {**os.environ, "RACEBOARD_BACKEND": "python"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["python", *map(str, counted.values())]


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("name", [name for name, spec in VARIANTS.items() if not too_special(spec)])
def test_the_kernel_plays_the_games_that_game_and_bots_play(name: str) -> None:
    """All that is told of a game, and how many plays each stage had, on each backend."""
    spec = VARIANTS[name]
    counted, expected = Counter[int](), Counter[int]()
    games = range(3, 6)
    played = playouts(spec, 9, games, choices=counted)
    assert played == [playout.by_game(spec, 9, game, playout.LIMIT, expected) for game in games]
    assert counted == expected
    source = RandomGames(generator.Search(tables(spec, 0)), game_tables(spec))
    assert playout.by_kernel(source, spec, 9, 3, playout.LIMIT) == played[0]


def test_a_game_that_takes_too_long_is_cut_by_both_at_the_same_action() -> None:
    """The limit counts actions, those of the opening too."""
    spec = VARIANTS["backgammon"]
    for limit in range(1, 12):
        cut = playout.by_game(spec, 2, 1, limit, Counter())
        assert playouts(spec, 2, range(1, 2), limit=limit) == [cut]
        assert cut.how == playout.LIMITED


def test_a_variant_that_the_kernel_cannot_play_is_said_to_be_so() -> None:
    """What hooks decide, and what is owed, is for `Game`."""
    assert too_special(VARIANTS["tavla"]) == "hooks"
    assert too_special(VARIANTS["gioul"]) == "what is left is owed"
    assert playouts(VARIANTS["gioul"], 1, range(1, 2))[0].how == "finished"


# ---------------------------------------------------------------------- what is too large for a compiled search


def _runners(points: int, **groups: object) -> VariantSpec:
    """Two players run against each other and hit nobody."""
    return VariantSpec(
        "runners",
        Track.contrary(points),
        {points: 2},
        regions=(Region("home", 1, points),),
        landing=Landing(contact="forbid"),
        bear_off=BearOff(home="home"),
        opening=Opening("fixed"),
        **groups,  # type: ignore[arg-type]
    )


def _agree(spec: VariantSpec, text: str, dice: tuple[int, ...]) -> int:
    """Both backends have the same plays, and so has `legal_plays`; give how many."""
    moment = Moment(Position.parse(spec, text), 0, Stage(0, dice, Roll(*dice)), TurnContext())
    plays = legal_plays(spec, moment.position, 0, moment.stage)
    assert difference(spec, moment, searches(spec, 0)) == ""
    plain = told(generator.Search(tables(spec, 0)), moment.problem(spec)).rpartition(b"|")[0]
    assert len(plays) == len(plain) // (3 * len(dice))
    assert list(plays.results) == sorted(plays.results, key=lambda result: result.data)
    return len(plays)


@pytest.mark.parametrize(("points", "dice"), [(31, (6, 5, 4)), (32, (6, 5, 4)), (40, (6, 5, 4, 3)), (63, (6, 6, 6, 6))])
def test_boards_of_up_to_63_points_are_searched_by_both(points: int, dice: tuple[int, ...]) -> None:
    """Above 31 points the keys do not tell all counts, which are compared then."""
    spec = _runners(points)
    assert too_large(tables(spec, 0)) == ""
    assert (
        _agree(evolve(spec, setup={points: 2, points - 3: 3, 9: 2}), f"{points}:2 {points - 3}:3 9:2 / off:7", dice) > 3
    )


def test_more_than_seven_dice_are_searched_by_both() -> None:
    """A digit of a key has room for seven; counts are compared then."""
    spec = evolve(_runners(24, program=Program(doubles=9)), setup={24: 2, 20: 2})
    assert _agree(spec, "24:2 20:2 / off:4", (1,) * 9) > 10


@pytest.mark.parametrize(
    ("points", "players", "reason"),
    [(64, 2, "65 indices (at most 64)"), (27, 9, "8 opponents (at most 7)")],
)
def test_what_is_too_large_is_searched_by_the_source(points: int, players: int, reason: str) -> None:
    """It is said why, and the plays are there."""
    spec = evolve(_runners(points), track=Track.rotated(points, [3 * seat for seat in range(players)]))
    rules = tables(spec, 0)
    assert too_large(rules) == reason
    assert backend.search_class(rules) is generator.Search
    assert legal_plays(spec, spec.start, 0, Roll(2, 1))


@pytest.mark.parametrize(("field", "what"), [("limits", "watched regions"), ("gates", "gates"), ("first", "reserves")])
def test_lists_that_are_too_long_are_searched_by_the_source(field: str, what: str) -> None:
    """Nine of a kind are too many."""
    rules = evolve(tables(VARIANTS["backgammon"], 0), **{field: (1 if field == "limits" else (1, 2),) * 9})  # type: ignore[arg-type]
    assert what in too_large(rules)
    assert backend.search_class(rules) is generator.Search


def test_walls_that_are_too_many_are_searched_by_the_source() -> None:
    """A hold of a large region has very many."""
    rules = tables(VARIANTS["long-nardy"], 0)
    assert "129 walls" in too_large(evolve(rules, walls=(rules.walls[0],) * 129))


@pytest.mark.parametrize(
    ("dice", "text"),
    [((70,), "24:2 / off:2"), ((9, 8, 7, 6, 5, 4, 3, 2, 1), "24:1 off:1 / off:2"), ((1,) * 6, "SPREAD / off:12")],
    ids=["high", "different", "many-results"],
)
def test_dice_that_are_too_much_are_searched_by_the_source(dice: tuple[int, ...], text: str) -> None:
    """A compiled search says so in the middle of its work, and the source begins anew."""
    spec = _runners(24, dice=Chance.table({1: 1}))
    if text.startswith("SPREAD"):
        spread: dict[int | str, int] = dict.fromkeys(range(2, 26, 2), 1)
        spec = evolve(spec, setup=spread)
        text = text.replace("SPREAD", " ".join(f"{index}:1" for index in spread))
    moment = Moment(Position.parse(spec, text), 0, Stage(0, dice, Roll(*dice)), TurnContext())
    plays = legal_plays(spec, moment.position, 0, moment.stage)
    plain = told(generator.Search(tables(spec, 0)), moment.problem(spec)).rpartition(b"|")[0]
    assert len(plays) == len(plain) // (3 * len(dice))
    for compiled in searches(spec, 0)[1:]:
        with pytest.raises(OverflowError):
            told(compiled, moment.problem(spec))


# ---------------------------------------------------------------------- positions, and questions in between


def test_a_position_of_the_kernel_is_like_any_other() -> None:
    """It is made by another way than its class makes it, but for the source that runs."""
    start = evolve(VARIANTS["backgammon"].start, removed=b"\1\2")
    for make in (backend.new_position, ground.new_position):
        made = make(start.layout, start.data, start.pinned, start.removed)
        assert (made, hash(made), repr(made), type(made)) == (start, hash(start), repr(start), Position)
        assert pickle.loads(pickle.dumps(made)) == start
        with pytest.raises(AttributeError):
            made.data = b""  # type: ignore[misc]


@pytest.mark.parametrize("name", FLAGSHIPS)
def test_a_result_can_be_asked_for_after_other_questions(name: str) -> None:
    """The same search has other nodes by then."""
    spec = VARIANTS[name]
    early, late = list(moments(spec, 5, 40))[6:10:2]
    first = legal_plays(spec, early.position, early.side, early.stage, early.context)
    assert first.result(0) == first[0].result
    again = legal_plays(spec, early.position, early.side, early.stage, early.context)
    legal_plays(spec, early.position, early.side, late.stage, early.context)
    assert [again.result(number) for number in range(len(again))] == [play.result for play in first]


# ---------------------------------------------------------------------- which one is active


def _asked(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=False)


@pytest.mark.wheel
def test_the_source_can_be_forced() -> None:
    """The environment says so, and the reason is told."""
    code = "from raceboard import backend; print(backend.name, backend.why)"
    assert _asked(code, RACEBOARD_BACKEND="python").stdout.split() == ["python", "RACEBOARD_BACKEND=python"]


@pytest.mark.wheel
def test_another_backend_is_refused() -> None:
    """A typing mistake is told at once."""
    done = _asked("from raceboard import backend", RACEBOARD_BACKEND="cython")
    assert "RACEBOARD_BACKEND is 'cython'; give python or compiled" in done.stderr
    code = "import sys; from raceboard.cli.main import main; sys.exit(main(['variants']))"
    done = _asked(code, RACEBOARD_BACKEND="cython")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "raceboard: RACEBOARD_BACKEND is 'cython'; give python or compiled, or leave it out\n"


@needs_both
def test_a_compiled_kernel_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stale after an edit of a source; the reason says what to do."""
    monkeypatch.setattr(backend, "digest", lambda _folder: "00000000")
    assert "install the package again" in backend.missing()


@needs_both
@pytest.mark.parametrize("name", backend.KERNEL)
@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_every_source_of_the_kernel_counts(tmp_path: Path, name: str, suffix: str) -> None:
    """An edit of any of them changes the checksum."""
    folder = Path(backend.__file__).parent
    for module in backend.KERNEL:
        for kind in (".py", ".pxd"):
            (tmp_path / f"{module}{kind}").write_bytes((folder / f"{module}{kind}").read_bytes())
    assert backend.digest(tmp_path) == backend.digest(folder)
    with (tmp_path / f"{name}{suffix}").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert backend.digest(tmp_path) != backend.digest(folder)
