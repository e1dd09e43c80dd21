"""Simulations: the figures depend on the seed alone, survive interrupts and dead workers, and say what games said."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest
from attrs import evolve

from raceboard import Registry, SeededDice, Session, Simulation, simulate
from raceboard.bots import RacerBot, RandomBot, play_on, session_action
from raceboard.crew import MOST_TRIES, Crew, WorkerLostError, pack
from raceboard.dice import Stream
from raceboard.finish import Outcome
from raceboard.game import Game
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.ruleset import Ruleset
from raceboard.shelves import UnknownNameError
from raceboard.side import Side
from raceboard.simulation import (
    Difference,
    Done,
    FailedGameError,
    InterruptedSimulation,
    Job,
    Mean,
    Share,
    Tally,
    write_checkpoint,
)
from raceboard.simulation.digest import full_text
from raceboard.simulation.games import play_chunk
from raceboard.spec import Hooks, VariantSpec
from simulation_tools import FATE, ForgetfulExecutor, LostExecutor, ShufflingExecutor, registry

REGISTRY = Registry.load()

#: A run of a small game with both bots, and what it gives.
GAMES, BOTS, SEED = 24, ("racer", "random"), 11


def run(games: int = GAMES, **how: object) -> Simulation:
    """The run, in one process unless something else is said."""
    settings: dict[str, object] = {"bots": BOTS, "seed": SEED, "workers": 1, "registry": REGISTRY} | how
    return simulate("hypergammon", games, **settings)  # type: ignore[arg-type]  # the tests try bad ones too


@pytest.fixture(scope="module")
def expected() -> Simulation:
    """The run in one chunk."""
    return run(chunk=GAMES)


# -- The same seed, the same figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 5, 23, 1000, None])
def test_the_size_of_chunks_cannot_be_seen(chunk: int | None, expected: Simulation) -> None:
    """Games are numbered through, and have dice of their own."""
    assert run(chunk=chunk) == expected


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_processes_cannot_be_seen(workers: int, expected: Simulation) -> None:
    """Two and three processes give what one gives, to the last digit of the JSON."""
    found = run(workers=workers, chunk=3)
    assert found == expected
    assert json.dumps(found.plain()) == json.dumps(expected.plain())


@pytest.mark.parametrize("make", [lambda: ShufflingExecutor(1), lambda: ShufflingExecutor(2), ThreadPoolExecutor])
def test_the_order_of_completion_cannot_be_seen(make: Callable[[], Executor], expected: Simulation) -> None:
    """Results are added up as they come; an executor that is given is left open."""
    with make() as executor:
        assert run(executor=executor, workers=4, chunk=2) == expected
        assert executor.submit(max, 1, 2).result() == 2


def test_another_seed_gives_other_games() -> None:
    """Else the tests above would say little; a run without a seed says which it took."""
    assert run(seed=SEED + 1).tally != run().tally
    fresh = run(4, seed=None)
    assert run(4, seed=fresh.job.seed) == fresh


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    """Game n is the same in every run."""
    longer = run(6)
    assert run(4).tally + _tally(range(5, 7)) == longer.tally


def _tally(numbers: range) -> Tally:
    """The counts of games, made from `play_on`, without what simulates."""
    tally, spec = Tally(), REGISTRY.variant("hypergammon")
    for number in numbers:
        states = [Game.start(spec)]
        states += play_on(states[0], [RacerBot(), RandomBot(Stream(SEED, number, 2))], SeededDice(SEED, number))
        for state in states:
            if state.plays:
                tally.choices[len(state.plays)] += 1
            elif len(state.plays):
                tally.choices[1] += 1
                tally.passes += 1
        outcome = states[-1].outcome
        assert outcome is not None
        tally.endings[outcome.winner, outcome.level, outcome.how] += 1
        tally.starts[states[-1].starter, outcome.winner] += 1
        tally.lengths[sum(states[-1].turns)] += 1
    return tally


def test_the_counts_are_those_of_the_games() -> None:
    """Each game is the one that the bots play with the dice of the seed and its number."""
    assert run(8).tally == _tally(range(1, 9))


@pytest.mark.parametrize("name", ["hypergammon", "american-acey-deucey", "plakoto", "royal-ur", "ludo-3"])
def test_random_games_are_those_of_random_bots(name: str) -> None:
    """Games between random bots go another way, one without bots; it counts what the bots' games have."""
    job = Job.of(name, "random", SEED, length=None, registry=REGISTRY, limit=100_000)
    assert job.is_random
    apart = evolve(job, seats=tuple(evolve(seat, factory=lambda chance: RandomBot(chance)) for seat in job.seats))
    assert not apart.is_random
    for one, limit in ((3, 100_000), (2, 7)):
        both = [play_chunk(evolve(each, limit=limit), 2, 1 + one)[0] for each in (job, apart)]
        assert both[0] == both[1]
        assert both[0].games + both[0].unfinished == one


@pytest.mark.parametrize("name", ["ludo", "ludo-3", "royal-ur", "plakoto", "american-acey-deucey", "long-nardy"])
def test_games_of_any_shape_are_simulated(name: str) -> None:
    """Up to four seats, one die, choices, pins; every game is won by a seat or drawn."""
    players = REGISTRY.variant(name).players
    found = simulate(name, 2, bots=["racer", *["random"] * (players - 1)], seed=1, workers=1, registry=REGISTRY)
    assert found.games == 2
    assert sum(found.wins(side).count for side in found.sides) + found.wins(None).count == 2
    assert sum(found.turns.values()) == 2


def test_a_variant_file_is_simulated_by_other_processes_too(tmp_path: Path) -> None:
    """They need not have the file."""
    file = tmp_path / "mine.yaml"
    file.write_text("raceboard: 1\nvariant: mine\nparent: hypergammon\n", encoding="utf-8")
    mine = [simulate(file, 4, seed=1, workers=workers, chunk=1, registry=REGISTRY).tally for workers in (1, 2)]
    assert mine[0] == mine[1] == run(4, bots="random", seed=1).tally


def test_a_game_that_takes_too_long_is_given_up() -> None:
    """It counts as unfinished and in no rate."""
    found = run(3, limit=5)
    assert (found.done, found.games, found.tally.unfinished) == (3, 0, 3)
    assert found.wins(0).rate is None


def _job(played: str | Ruleset, length: int | None = None) -> Job:
    """A job of random bots."""
    return Job.of(played, "random", 1, length=length, registry=REGISTRY, limit=9)


def test_every_variant_and_ruleset_can_be_sent_to_another_process() -> None:
    """It comes back equal, with the same digest; no two have the same settings."""
    tables = [REGISTRY.ruleset(name) for name in REGISTRY.rulesets]
    jobs = [_job(name) for name in REGISTRY.variants] + [_job(table, _length(table)) for table in tables]
    for job in jobs:
        make, packed = job.__reduce__()
        assert make(*packed) == job
        assert make(*packed).digest == job.digest
    assert len({json.dumps(job.settings()) for job in jobs}) == len(jobs)
    assert len({job.digest for job in jobs if job.rules is None}) == len(REGISTRY.variants)


def _length(table: Ruleset) -> int | None:
    """A length for a match ruleset that has none."""
    if table.context != "match" or table.number("match.length"):
        return None
    allowed = table["match.allowed_lengths"]
    return int(str(allowed[0])) if isinstance(allowed, tuple) else 3


# -- Tables ------------------------------------------------------------------------------------------------------------


def test_a_match_ruleset_gives_whole_matches() -> None:
    """Each match is played to its end, with the dice of one stream; games and matches are counted."""
    found = simulate(REGISTRY.ruleset("usbgf-match"), 3, seed=2, length=2, workers=1, registry=REGISTRY)
    games, winners, cube = 0, Counter[int | None](), Counter[str]()
    for number in (1, 2, 3):
        session = Session.start(REGISTRY.ruleset("usbgf-match"), length=2)
        bots, dice = [RandomBot(Stream(2, number, lane)) for lane in (1, 2)], SeededDice(2, number)
        while not session.is_over:
            session = session.apply(session_action(session, bots, dice))
            cube.update(type(event).__name__ for event in session.events)
        games += len(session.results)
        winners[session.winner] += 1
    assert (found.job.unit, found.done, found.games) == ("match", 3, games)
    assert found.tally.sessions == winners
    assert [found.cube(what) for what in ("doubled", "redoubled", "taken", "passed")] == [
        cube["Offered"],
        0,
        cube["Taken"],
        cube["Passed"],
    ]
    assert sum(found.session_wins(side).count for side in found.sides) == 3


@pytest.mark.parametrize(
    ("name", "unit"), [("hypergammon-money", "game"), ("casual", "game"), ("series-of-wins", "series")]
)
def test_what_is_played_at_a_table_is_what_ends_there(name: str, unit: str) -> None:
    """In money play one game is like another; a series is played to its end."""
    found = simulate(REGISTRY.ruleset(name), 2, seed=1, workers=1, registry=REGISTRY)
    assert (found.job.unit, found.done) == (unit, 2)
    assert (found.games == 2) == (unit == "game")
    assert found.plain()["settings"]["ruleset"] == name  # type: ignore[index]  # plain data


def test_points_of_a_side_are_net_of_what_the_other_wins() -> None:
    """White has won 4 and 1, black 2, and one game was drawn."""
    job = _job(REGISTRY.ruleset("hypergammon-money"))
    tally = Tally(points=Counter({(0, 4): 1, (0, 1): 1, (1, 2): 1, (None, 0): 1}), values=Counter({1: 2, 2: 2}))
    found = Simulation(job, 4, 4, tally)
    assert found.points(0) == {-2: 1, 0: 1, 1: 1, 4: 1}
    assert found.points(1) == {-4: 1, -1: 1, 0: 1, 2: 1}
    assert found.mean(found.points(0)).value == 0.75
    assert found.mean(tally.values).value == 1.5


def test_beavers_are_counted_apart() -> None:
    """At a table with beavers random bots make some."""
    found = simulate(REGISTRY.ruleset("money-jacoby-beavers"), 12, seed=1, workers=1, registry=REGISTRY)
    assert found.cube("redoubled") > 0
    assert found.cube("doubled") + found.cube("redoubled") >= found.cube("taken") + found.cube("passed")


# -- Figures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_shares_have_the_intervals_of_wilson(count: int, total: int, low: float, high: float) -> None:
    """81 of 263 is the example of Newcombe (1998)."""
    share = Share.of(count, total)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 20), 0.6791, 1.0)],
)
def test_differences_have_the_intervals_of_newcombe(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    """Three examples of his table II, method 10."""
    difference = Difference.of(Share.of(*one), Share.of(*other))
    assert (round(difference.low, 4), round(difference.high, 4)) == (low, high)


def test_without_cases_there_is_no_rate() -> None:
    """The interval is everything."""
    assert Share.of(0, 0) == Share(0, 0, None, 0.0, 1.0)
    assert Difference.of(Share.of(1, 2), Share.of(0, 0)).value is None
    assert Mean.of({}).value is None
    assert Mean.of({7: 1}).low is None


def test_intervals_may_be_as_sure_as_a_float_can_say() -> None:
    """So near to 1 that 1 less a half of the rest is 1 again."""
    sure = Share.of(5, 10, 1 - 2**-53)
    assert Share.of(5, 10, 0.999999).low > sure.low > 0


def test_means_have_normal_intervals() -> None:
    """1, 2, 3, 4 have the mean 2.5 and the standard error 0.6455."""
    mean = Mean.of({1: 1, 2: 1, 3: 1, 4: 1})
    assert (mean.value, mean.median) == (2.5, 2)
    assert mean.low == pytest.approx(2.5 - 1.959964 * 0.6454972)
    assert Mean.of({1: 1, 2: 1}, 0.5).high == pytest.approx(1.5 + 0.6744898 * 0.5)


def test_the_first_mover_is_judged_by_who_started() -> None:
    """Ten games: white started six and won four of them; of black's four it won one; one was drawn."""
    job = _job("hypergammon")
    starts: Counter[tuple[int | None, int | None]] = Counter({(0, 0): 4, (0, 1): 1, (0, None): 1, (1, 0): 1, (1, 1): 3})
    endings: Counter[tuple[int | None, str, str]] = Counter(
        {(0, "single", "finished"): 5, (1, "gammon", "finished"): 4, (None, "draw", "dead-position"): 1}
    )
    found = Simulation(job, 10, 10, Tally(endings, starts))
    assert (found.first_mover.count, found.first_mover.total) == (7, 9)
    assert found.wins_when(0, starting=True) == Share.of(4, 6)
    assert found.wins_when(0, starting=False) == Share.of(1, 4)
    assert found.advantage(0).value == pytest.approx(4 / 6 - 1 / 4)
    assert found.wins(1) == found.wins(1, "gammon") == Share.of(4, 10)
    assert found.wins(None) == Share.of(1, 10)
    assert found.endings == {"dead-position": 1, "finished": 9}


def test_counts_are_the_same_after_they_have_been_written() -> None:
    """Whatever they hold: draws, hows, points below zero."""
    tally = run(5).tally + Tally(sessions=Counter({None: 1, 0: 2}), cube=Counter({("doubled", 1): 3}), unfinished=2)
    assert Tally.read(json.loads(json.dumps(tally.plain()))) == tally


@pytest.mark.parametrize(
    "change", [{"lengths": [[3]]}, {"lengths": 3}, {"passes": -1}, {"choices": [[1, 0]]}, {"more": 1}]
)
def test_what_are_no_counts_is_refused(change: dict[str, object]) -> None:
    """A file may hold anything."""
    with pytest.raises(ValueError, match=r"no count"):
        Tally.read(Tally().plain() | change)


# -- Interrupts and checkpoints ----------------------------------------------------------------------------------------


def _stop_at(number: int) -> Callable[[int, int], None]:
    """What interrupts a run when so many are done."""

    def progress(done: int, wanted: int) -> None:
        if done >= number:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_has_what_was_done(workers: int) -> None:
    """The exception is a KeyboardInterrupt, and carries the figures."""
    with pytest.raises(InterruptedSimulation) as stop:
        run(chunk=2, workers=workers, progress=_stop_at(6))
    found = stop.value.simulation
    assert (found.done, found.wanted, found.games) == (6, GAMES, 6)
    assert isinstance(stop.value, KeyboardInterrupt)


def test_a_resumed_run_ends_as_if_nothing_had_happened(tmp_path: Path, expected: Simulation) -> None:
    """Whatever was done before, in whatever order: twice interrupted, with other chunks each time."""
    file = tmp_path / "run.json"
    for chunk, stop in ((5, 5), (2, 11)):
        with ShufflingExecutor(3) as executor, pytest.raises(InterruptedSimulation):
            run(chunk=chunk, executor=executor, checkpoint=file, progress=_stop_at(stop))
    seen: list[tuple[int, int]] = []
    assert run(checkpoint=file, chunk=4, progress=lambda done, wanted: seen.append((done, wanted))) == expected
    assert seen[0][0] >= 11
    assert list(tmp_path.iterdir()) == [file]
    seen.clear()
    assert run(checkpoint=file, progress=lambda done, wanted: seen.append((done, wanted))) == expected
    assert seen == [(GAMES, GAMES)]  # there is nothing left to do


def test_a_run_can_be_extended(tmp_path: Path, expected: Simulation) -> None:
    """More games of the same run; fewer than have been done are refused."""
    file = tmp_path / "run.json"
    run(10, checkpoint=file)
    assert run(checkpoint=file) == expected
    with pytest.raises(ValueError, match=r"has come to number 24 already, and 23 are wanted"):
        run(23, checkpoint=file)


@pytest.mark.parametrize(
    ("how", "difference"),
    [
        ({"seed": 12}, "seed is 11 there and 12 here"),
        ({"bots": "random"}, "bots is white racer"),
        ({"limit": 7}, "limit is 100000 there and 7 here"),
    ],
)
def test_the_checkpoint_of_another_run_is_refused(tmp_path: Path, how: dict[str, object], difference: str) -> None:
    """The error says what differs, and the file stays as it was."""
    file = tmp_path / "run.json"
    run(2, checkpoint=file)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"run\.json is the checkpoint of another run") as refused:
        run(2, **how, checkpoint=file)
    assert difference in str(refused.value)
    assert file.read_bytes() == before


def test_a_variant_that_was_edited_is_another_run(tmp_path: Path) -> None:
    """It has the same name, and other rules."""
    variant, file = tmp_path / "mine.yaml", tmp_path / "run.json"
    for text, refused in (("", False), ("landing: {max_stack: 3}\n", True)):
        variant.write_text(f"raceboard: 1\nvariant: mine\nparent: hypergammon\n{text}", encoding="utf-8")
        if not refused:
            simulate(variant, 1, seed=1, workers=1, checkpoint=file, registry=REGISTRY)
            continue
        with pytest.raises(ValueError, match="the rules are others under the same name"):
            simulate(variant, 1, seed=1, workers=1, checkpoint=file, registry=REGISTRY)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "3", '{"settings": 1}', "\x00", '{"checkpoint": 1, "settings": {}}', "[" * 200_000]
)
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    """And not written over."""
    file = tmp_path / "notes.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"notes\.txt is no checkpoint"):
        run(checkpoint=file)
    assert file.read_text(encoding="utf-8") == text


def test_ranges_that_overlap_are_no_checkpoint(tmp_path: Path) -> None:
    """Games would be counted twice."""
    file, done = tmp_path / "run.json", run(4)
    write_checkpoint(file, done.job.settings(), Done(((1, 3), (3, 4)), done.tally))
    with pytest.raises(ValueError, match="is no checkpoint"):
        run(checkpoint=file)


def test_a_checkpoint_that_is_spoilt_is_refused(tmp_path: Path) -> None:
    """Every single digit of it counts; another format is told as such."""
    file = tmp_path / "run.json"
    run(4, checkpoint=file)
    whole = file.read_text(encoding="utf-8")
    places = [place.start() for place in re.finditer(r"\d", whole)]
    assert len(places) > 50
    for place in places[::3]:
        digit = str((int(whole[place]) + 1) % 10)
        file.write_text(whole[:place] + digit + whole[place + 1 :], encoding="utf-8")
        with pytest.raises(ValueError, match=r"is no checkpoint|its format is 2, not 1"):
            run(checkpoint=file)
    file.write_text(whole, encoding="utf-8")
    assert run(4, checkpoint=file) == run(4)


def test_a_checkpoint_keeps_its_place_and_its_mode(tmp_path: Path) -> None:
    """A link stays one, and what others may not read they may not read later."""
    file, link = tmp_path / "run.json", tmp_path / "link.json"
    run(2, checkpoint=file)
    file.chmod(0o600)
    link.symlink_to(file)
    assert run(3, checkpoint=link) == run(3)
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.iterdir()) == [link, file]


def test_a_checkpoint_that_may_not_be_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the folder would let it be replaced; the superuser may write everything, so that the answer is given."""
    file = tmp_path / "run.json"
    run(2, checkpoint=file)
    kept = file.read_bytes()
    usual = Path.open

    def refuse(path: Path, mode: str = "r", **how: str) -> object:
        if path == file and not {"+", "w"}.isdisjoint(mode):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return usual(path, mode, **how)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ValueError, match="cannot be used: Permission denied"):
        run(3, checkpoint=file)
    assert file.read_bytes() == kept


def test_a_checkpoint_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    """Not after a night of work."""
    with pytest.raises(ValueError, match="cannot be used: No such file or directory"):
        run(checkpoint=tmp_path / "nowhere" / "run.json", progress=_stop_at(0))


def test_a_checkpoint_that_can_be_written_no_more_costs_no_figures(tmp_path: Path, expected: Simulation) -> None:
    """The folder is gone when the run is done: that is a warning."""
    folder = tmp_path / "gone"
    folder.mkdir()

    def remove(done: int, wanted: int) -> None:
        if done == wanted:
            shutil.rmtree(folder)

    with pytest.warns(RuntimeWarning, match="cannot be written"):
        assert run(checkpoint=folder / "run.json", progress=remove) == expected


def test_what_was_done_is_kept_when_a_bot_fails(tmp_path: Path) -> None:
    """The error says where it happened; the checkpoint has the games before."""
    file = tmp_path / "run.json"
    with pytest.raises(FailedGameError, match="game 3 of the simulation with seed 11 has failed: LookupError: a bug"):
        run(bots=("clumsy", "random"), registry=registry(), chunk=1, checkpoint=file)
    assert json.loads(file.read_text(encoding="utf-8"))["done"] == [[1, 2]]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_illegal_play_of_a_bot_is_told_from_any_process(workers: int) -> None:
    """Its error cannot be sent from one to another; what it says can."""
    with pytest.raises(
        FailedGameError, match=r"game \d of the simulation with seed 11 has failed: RuleError: "
    ) as failed:
        run(bots=("cheating", "random"), registry=registry(), chunk=2, workers=workers)
    told = "".join(traceback.format_exception(failed.value))
    assert "in play_chunk" in told
    assert "RuleError" in told


#: A game of hypergammon in which a side has more turns is long.
LONG = 15


def _judge_of_long_games(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """No judge, but a bug that shows in long games only."""
    if context.own_turn > LONG:
        raise LookupError("a bug of the variant")
    return None


def test_a_variant_that_fails_in_a_random_game_says_in_which() -> None:
    """Though games at random are played many at once; it is the first one that is so long."""
    buggy = evolve(REGISTRY.variant("hypergammon"), name="buggy", hooks=Hooks(judge=_judge_of_long_games))
    long = next(one for one in range(1, 30) if max(_own_turns(one)) > LONG)
    assert long > 1
    with pytest.raises(FailedGameError, match=f"game {long} of the simulation with seed 3 has failed: LookupError"):
        simulate(buggy, 30, seed=3, workers=1, chunk=30, registry=REGISTRY)


def _own_turns(number: int) -> tuple[int, ...]:
    """How many turns each side has in a game between random bots."""
    bots = [RandomBot(Stream(3, number, lane)) for lane in (1, 2)]
    *_, last = play_on(Game.start(REGISTRY.variant("hypergammon")), bots, SeededDice(3, number))
    return tuple(last.turns)


def test_gaps_are_what_is_left() -> None:
    """Ranges in any order."""
    done = Done().with_range(4, 6, Tally()).with_range(1, 2, Tally())
    assert list(done.gaps(9)) == [(3, 3), (7, 9)]
    assert list(done.with_range(3, 3, Tally()).gaps(6)) == []


# -- Workers that die --------------------------------------------------------------------------------------------------


def test_a_killed_process_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it had in hand is played again, with the same dice: as if nobody had died."""
    monkeypatch.setenv(FATE, str(tmp_path / "alive"))
    (tmp_path / "alive").touch()
    whole = run(bots=("mortal", "racer"), registry=registry())
    (tmp_path / "alive").unlink()
    assert run(bots=("mortal", "racer"), registry=registry(), workers=2, chunk=2) == whole
    assert (tmp_path / "alive").exists()


def test_workers_that_always_die_are_given_up() -> None:
    """The error says what a script has to do that starts workers."""
    with pytest.raises(WorkerLostError, match="__name__ == '__main__'"):
        run(bots=("doomed", "racer"), registry=registry(), workers=2)


def test_a_broken_executor_that_was_given_is_told() -> None:
    """It cannot be replaced."""
    with ProcessPoolExecutor(1, get_context("spawn")) as executor, pytest.raises(WorkerLostError, match="is broken"):
        run(bots=("doomed", "racer"), registry=registry(), executor=executor)


@pytest.mark.parametrize("taken", [0, 3])
def test_an_executor_that_is_gone_is_told(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it refuses the next task, or has taken some and says nothing any more."""
    monkeypatch.setattr("raceboard.crew.SILENCE_S", 0.01)
    executor = LostExecutor(taken)
    with pytest.raises(WorkerLostError, match="the executor is broken: nobody is there"):
        run(executor=executor, workers=1, chunk=GAMES // 2)


def test_an_executor_that_is_only_slow_is_waited_for(monkeypatch: pytest.MonkeyPatch, expected: Simulation) -> None:
    """It is asked, and takes the question."""
    monkeypatch.setattr("raceboard.crew.SILENCE_S", 0.001)
    with ThreadPoolExecutor(1) as executor:
        assert run(executor=executor, workers=1) == expected


@pytest.mark.parametrize("error", [None, CancelledError(), BrokenExecutor()])
def test_tasks_that_an_executor_loses_are_given_out_again(error: BaseException | None, expected: Simulation) -> None:
    """Cancelled ones too."""
    with ForgetfulExecutor(3, error) as executor:
        assert run(executor=executor, chunk=1) == expected
        assert executor.lost >= GAMES // 3


def test_a_task_is_not_tried_for_ever() -> None:
    """After a few times there must be something wrong."""
    with ForgetfulExecutor(1) as executor, pytest.raises(WorkerLostError, match=f"died {MOST_TRIES} times"):
        run(executor=executor, workers=1)


def test_only_so_many_tasks_are_out_at_once() -> None:
    """However many there are: each is asked for when a worker is nearly free."""
    asked: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(20):
            asked.append(number)
            yield (number,)

    with ThreadPoolExecutor(1) as executor, Crew(2, executor) as crew:
        results = crew.results(_same, tasks())
        found = [next(results)]
        assert len(asked) == 4
        found += results
    assert sorted(found) == [((number,), number) for number in range(20)]


def test_after_an_error_nobody_is_waited_for() -> None:
    """What the other processes are at is lost in any case."""
    begun = time.monotonic()
    with suppress(LookupError), Crew(2) as crew:
        assert next(crew.results(time.sleep, [(0,), (90,)])) == ((0,), None)
        raise LookupError
    assert time.monotonic() - begun < 30


def _same(number: int) -> int:
    return number


def test_what_no_other_process_can_find_is_refused() -> None:
    """A function inside a function works in this process, and cannot be sent to another."""
    assert run(2, bots=("local", "racer"), registry=registry()).games == 2
    with pytest.raises(ValueError, match="cannot be sent to worker processes"):
        run(2, bots=("local", "racer"), registry=registry(), workers=2)


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games might be others."""
    job = _job("hypergammon")
    make_job, packed = job.__reduce__()
    monkeypatch.setattr("raceboard.simulation.job.version", lambda name: "9.9")
    with pytest.raises(ValueError, match=r"this worker has raceboard 9\.9"):
        make_job(*packed)
    make, (name, plugin, _) = job.seats[0].__reduce__()
    with pytest.raises(ValueError, match=r"the run is of version 0\.0"):
        make(name, plugin, "0.0")


def test_packed_mappings_stay_read_only() -> None:
    """Pickle alone cannot pack them."""
    assert isinstance(pack(REGISTRY.ruleset("money")), bytes)
    with pytest.raises(ValueError, match="at the top of an importable module"):
        pack(lambda: None)


def test_the_digest_knows_functions_by_their_names() -> None:
    """It is the same in every process, so it may not hold an address or an order of a set."""
    told = full_text(REGISTRY.variant("plakoto"))
    assert "0x" not in told
    assert full_text(frozenset({3, 1, 2})) == "(1, 2, 3)"
    assert full_text({"b": 1, "a": max}) == "{'a': builtins.max, 'b': 1}"


class _Limit:
    """Something with a value that can be called, and has a method."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self) -> int:
        return self.most

    def ask(self) -> int:
        return self.most


def _inside(most: int) -> Callable[[], int]:
    def ask() -> int:
        return most if most else ask()  # it holds itself too

    return ask


@pytest.mark.parametrize("make", [_Limit, lambda most: _Limit(most).ask, _inside, lambda most: partial(max, most)])
def test_the_digest_knows_what_functions_hold(make: Callable[[int], Callable[[], int]]) -> None:
    """Two hooks of one name that were made with other values are other rules."""
    assert full_text(make(3)) == full_text(make(3)) != full_text(make(4))
    assert "0x" not in full_text(make(3))


# -- Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ({"games": 0}, "games is a number from 1 up, not 0"),
        ({"games": 1.5}, "games is a number from 1 up"),
        ({"chunk": 0}, "chunk is a number from 1 up"),
        ({"workers": 0}, "workers is a number from 1 up, not 0"),
        ({"seed": -1}, "seed is a number from 0"),
        ({"seed": 2**64}, "seed is a number from 0"),
        ({"limit": 0}, "limit is a number of actions from 1 to"),
        ({"limit": 2**31}, "limit is a number of actions from 1 to"),
        ({"length": 5}, "has no length"),
        ({"confidence": 1}, "confidence is a share between 0 and 1"),
        ({"bots": (RacerBot(), "random")}, "bots are called by their names, not RacerBot"),
        ({"executor": "dask"}, "executor is a concurrent.futures.Executor, not 'dask'"),
        ({"bots": ["racer"]}, r"1 bots for the 2 seats of hypergammon \(white, black\)"),
    ],
)
def test_what_cannot_be_simulated_is_refused(how: dict[str, object], what: str) -> None:
    """Each with what to give instead, before anything is played."""
    with pytest.raises(ValueError, match=what):
        run(**{"progress": _stop_at(0)} | how)  # type: ignore[arg-type]  # that is what is tried


@pytest.mark.parametrize(("how", "hint"), [({"bots": "racr"}, "racer"), ({"played": "hypergamon"}, "hypergammon")])
def test_unknown_names_have_suggestions(how: dict[str, str], hint: str) -> None:
    """Of a bot, and of a variant."""
    with pytest.raises(UnknownNameError, match=f"did you mean {hint}"):
        simulate(how.get("played", "hypergammon"), 1, bots=how.get("bots", "random"), registry=REGISTRY)
