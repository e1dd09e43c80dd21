"""`raceboard simulate`: figures for people and programs, an interrupt that loses nothing, and bad usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from raceboard import Registry, simulate
from raceboard.cli.figures import figures, histogram
from raceboard.cli.main import main
from raceboard.crew import WorkerLostError

SMALL = ("simulate", "hypergammon", "--games", "6", "--white", "racer", "--seed", "4", "--workers", "1")
PROGRAM = "import sys; from raceboard.cli.main import main; sys.exit(main())"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line: its status, what it prints, and what it complains about."""
    capsys.readouterr()
    status = main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_json_is_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing in it depends on time or workers, so that the same seed prints the same text."""
    status, out, err = run(capsys, *SMALL, "--json")
    found = simulate("hypergammon", 6, bots=("racer", "random"), seed=4, workers=1)
    assert (status, json.loads(out)) == (0, json.loads(json.dumps(found.plain())))
    assert re.fullmatch(r"\d+\.\d s\n", err)
    assert run(capsys, *SMALL[:-1], "2", "--json")[1] == out


def test_people_see_rates_with_intervals_means_and_histograms(capsys: pytest.CaptureFixture[str]) -> None:
    """A table of shares, one of means, two histograms, and what the intervals are."""
    status, out, _ = run(capsys, *SMALL)
    found = simulate("hypergammon", 6, bots=("racer", "random"), seed=4, workers=1)
    white = found.wins(0)
    assert status == 0
    assert out.startswith("Hypergammon: white: racer, black: random; seed 4\n6 games\n")
    shown = f"{100 * white.low:.2f}..{100 * white.high:.2f} %"
    assert re.search(rf"^white wins +[\d.]+ % +{re.escape(shown)} +{white.count} +6$", out, re.MULTILINE)
    assert re.search(r"^turns per game +\d+\.\d\d ", out, re.MULTILINE)
    assert "Wilson for shares" in out
    assert "#" in out


def test_a_table_shows_cube_points_and_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """As the ruleset has them."""
    status, out, _ = run(
        capsys, "simulate", "--ruleset", "usbgf-match", "--length", "1", "--games", "2", "--seed", "1", "--workers", "1"
    )
    assert status == 0
    assert "2 matches, 2 games" in out
    assert "cube: doubled 0, redoubled at once 0, taken 0, passed 0" in out
    assert re.search(r"^white wins the match ", out, re.MULTILINE)
    assert "no winner" not in out
    assert re.search(r"^points per game, black ", out, re.MULTILINE)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_first_game_is_the_one_that_play_shows(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed means the same dice and bots everywhere."""
    table = ("--white", "racer", "--black", "random", "--seed", str(seed), "--games", "1", "--json")
    _, log, _ = run(capsys, "play", "hypergammon-money", *table)
    _, out, _ = run(capsys, "simulate", "--ruleset", "hypergammon-money", "--workers", "1", *table)
    result = json.loads(log.splitlines()[-1])
    seat = ("white", "black")[result["winner"]]
    found = json.loads(out)
    assert found["wins"][seat]["count"] == 1
    assert found["wins"][seat]["levels"][result["level"]]["count"] == 1
    assert found["points"][seat]["histogram"] == {str(result["points"]): 1}
    assert found["endings"] == {result["how"]: 1}


def test_four_seats_have_their_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """Each has an option of its own."""
    four = ("--white", "racer", "--green", "racer", "--games", "1", "--seed", "1", "--workers", "1", "--json")
    status, out, _ = run(capsys, "simulate", "ludo", *four)
    names = [bot.split()[0] for bot in json.loads(out)["settings"]["bots"].values()]
    assert (status, names) == (0, ["racer", "random", "random", "racer"])


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("hypergammon", "--games", "0"), "--games"),
        (("hypergammon", "--games", "1", "--workers", "0"), "--workers"),
        (("hypergammon", "--games", "1", "--confidence", "1"), "--confidence"),
        (("hypergammon", "--games", "1", "--white", "racr"), "did you mean racer?"),
        (("hypergamon", "--games", "1"), "did you mean hypergammon?"),
        (("hypergammon", "--games", "1", "--red", "racer"), "has no seat red; its seats are white, black"),
        (("--games", "1"), "say what is played"),
        (("nackgammon", "--games", "1", "--ruleset", "money"), "plays backgammon, not nackgammon"),
        (("hypergammon", "--games", "1", "--length", "3"), "has no length"),
        (("--games", "1", "--ruleset", "match", "--workers", "1"), "the match has no length"),
        (("hypergammon",), "--games"),
    ],
)
def test_bad_usage_is_told_in_a_line(arguments: tuple[str, ...], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With status 2, and nothing on standard output."""
    status, out, err = run(capsys, "simulate", *arguments)
    assert (status, out) == (2, "")
    assert what in err


def test_the_checkpoint_of_another_run_is_bad_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error says what differs."""
    file = str(tmp_path / "run.json")
    assert run(capsys, *SMALL, "--checkpoint", file)[0] == 0
    status, _, err = run(capsys, *SMALL, "--seed", "5", "--checkpoint", file)
    assert status == 2
    assert "seed is 4 there and 5 here" in err


def test_the_confidence_of_the_intervals_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """Surer ones are wider, and it is told."""
    wide = json.loads(run(capsys, *SMALL, "--confidence", "0.99", "--json")[1])
    found = simulate("hypergammon", 6, bots=("racer", "random"), seed=4, workers=1, confidence=0.99)
    assert wide == json.loads(json.dumps(found.plain()))
    assert wide["confidence"] == 0.99
    assert "Intervals at 99 %" in run(capsys, *SMALL, "--confidence", "0.99")[1]


def _paths(plain: object, below: str = "") -> set[str]:
    """The keys of nested mappings, as paths; a list ends one, and so does a mapping of numbers to counts."""
    if not isinstance(plain, dict) or below.endswith("/histogram"):
        return {below}
    return {path for key, value in plain.items() for path in _paths(value, f"{below}/{key}")}


SHARE = {"count", "of", "rate", "interval"}
MEAN = {"count", "mean", "interval", "deviation", "least", "median", "most"}


def _under(prefix: str, names: set[str]) -> set[str]:
    return {f"{prefix}/{name}" for name in names}


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        (("hypergammon",), set[str]()),
        (("--ruleset", "hypergammon-money"), {"points", "cube"}),
        (("--ruleset", "points-match-no-cube", "--length", "1"), {"points", "sessions"}),
    ],
)
def test_the_json_has_the_keys_that_are_documented(
    table: tuple[str, ...], parts: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """All of docs/python.md, and no others: programs rely on them."""
    found = json.loads(run(capsys, "simulate", *table, "--games", "2", "--seed", "1", "--workers", "1", "--json")[1])
    seats, levels = ("white", "black"), ("single", "gammon", "backgammon")
    keys = {f"/{one}" for one in ("unit", "wanted", "done", "games", "unfinished", "confidence")}
    keys |= _under("/settings", {"raceboard", "variant", "ruleset", "seed", "length", "limit", "digest"})
    keys |= _under("/settings/bots", set(seats)) | _under("/intervals", {"shares", "differences", "means"})
    keys |= _under("/draws", SHARE) | _under("/endings", set(found["endings"])) | _under("/first_mover", SHARE)
    for seat in seats:
        keys |= _under(f"/wins/{seat}", SHARE)
        for level in levels:
            keys |= _under(f"/wins/{seat}/levels/{level}", SHARE)
        started = f"/first_mover/seats/{seat}"
        keys |= _under(f"{started}/starting", SHARE) | _under(f"{started}/otherwise", SHARE)
        keys |= _under(f"{started}/advantage", {"value", "interval"})
        if "points" in parts:
            keys |= _under(f"/points/{seat}", MEAN | {"histogram"})
        if "sessions" in parts:
            keys |= _under(f"/sessions/wins/{seat}", SHARE) | _under("/sessions/draws", SHARE)
    if "cube" in parts:
        for done in ("doubled", "redoubled", "taken", "passed"):
            keys |= _under(f"/cube/{done}", {"all", *seats})
        keys |= _under("/cube/value", MEAN | {"histogram"})
    keys |= _under("/turns", MEAN | {"histogram"}) | _under("/choices", MEAN - {"interval"} | {"histogram"})
    keys |= _under("/choices/passes", SHARE - {"interval"})
    assert _paths(found) == keys


def test_a_session_that_nobody_wins_is_told() -> None:
    """A line of its own, so that the shares add up."""
    rules = Registry.load().ruleset("series-of-wins")
    found = simulate(rules, 1, seed=1, workers=1)
    tied = evolve(found, tally=evolve(found.tally, sessions=Counter({None: 3, 0: 1})))
    assert re.search(r"^  no winner +75.00 % +[\d.]+ % +3 +4$", figures(tied), re.MULTILINE)


def test_lost_workers_are_told_in_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """They are no bug of ours."""

    def lose(*job: object, **how: object) -> None:
        raise WorkerLostError("a worker has died 4 times")

    monkeypatch.setattr("raceboard.cli.simulate.run", lose)
    status, out, err = run(capsys, *SMALL)
    assert (status, out) == (2, "")
    assert "a worker has died 4 times" in err


def test_a_checkpoint_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder is not there."""
    status, _, err = run(capsys, *SMALL, "--checkpoint", str(tmp_path / "nowhere" / "run.json"))
    assert status == 2
    assert "nowhere" in err


def _interrupted(file: Path) -> tuple[int, dict[str, Any], str]:
    """Interrupt a long run as the keyboard does, all its processes, when it has done something."""
    arguments = ("simulate", "hypergammon", "--games", "1000000", "--seed", "1", "--workers", "2", "--json")
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments, "--checkpoint", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    begun = time.monotonic()
    while not (file.exists() and json.loads(file.read_text("utf-8"))["done"]) and time.monotonic() < begun + 60:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, json.loads(out), err


def test_an_interrupt_shows_what_is_done(tmp_path: Path) -> None:
    """Status 130, figures of what was done, and a checkpoint from which the run goes on with the same figures."""
    file = tmp_path / "run.json"
    status, found, err = _interrupted(file)
    assert status == 130
    assert 0 < found["done"] < found["wanted"] == 1_000_000
    assert found["wins"]["white"]["of"] == found["games"] == found["done"]
    assert re.search(r"interrupted: [\d,]+ of 1,000,000 done", err)
    assert "Traceback" not in err
    kept = json.loads(file.read_text("utf-8"))
    assert sum(last - first + 1 for first, last in kept["done"]) == found["done"]


def test_a_terminal_shows_how_far_it_is() -> None:
    """A bar with the time that is left, on standard error."""
    pty = pytest.importorskip("pty")
    ours, terminal = pty.openpty()
    code = [sys.executable, "-c", PROGRAM, *SMALL[:3], "400", *SMALL[4:]]
    process = subprocess.Popen(code, stdout=subprocess.PIPE, stderr=terminal, env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    shown = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not read:
            break
        shown += read
    out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert b"400 games" in out
    assert re.search(rb"simulating.*\d+/400.*\d:\d\d:\d\d.*\d:\d\d:\d\d", shown)


def test_histograms_have_rows_of_equal_width() -> None:
    """At most fifteen, with round borders; what is there at all is seen."""
    lines = histogram({3: 1, 12: 400, 101: 200}).splitlines()
    assert lines[0] == "      0-9    1  #"
    assert lines[1].endswith(" 400  " + "#" * 40)
    assert lines[-1] == "  100-109  200  " + "#" * 20
    assert len(lines) == 11
    assert histogram({5: 2}) == "  5  2  " + "#" * 40
    assert histogram({}) == "-"
