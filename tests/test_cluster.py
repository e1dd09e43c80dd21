"""A cluster as examples/cluster has it: a real scheduler and workers as processes on the loopback interface."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from raceboard import Game, Registry, Simulation, simulate
from raceboard.perft import divide

EXAMPLE = Path(__file__).parents[1] / "examples" / "cluster"
PATIENCE_S = 60

#: Dask warns of what a busy machine does; this is about figures.
pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]

distributed = pytest.importorskip("distributed", reason='needs: pip install "raceboard[cluster]"')


def lines() -> list[list[str]]:
    """The commands of the README: what is indented."""
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    return [line.split() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]


def with_port(command: list[str], port: int) -> list[str]:
    """A command for another port, with the programs of this environment."""
    program, *arguments = [word.replace("8786", str(port)) for word in command]
    return [sys.executable, *(["-m", "dask"] if program == "dask" else []), *arguments]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and two workers, started as the README says; a task whose worker dies is reported at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _, scheduler, worker, _ = lines()
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    started = [subprocess.Popen(with_port(command, port), env=environment) for command in (scheduler, worker)]
    try:
        with distributed.Client(f"tcp://127.0.0.1:{port}", timeout=PATIENCE_S) as client:
            client.wait_for_workers(2, timeout=PATIENCE_S)
        yield f"tcp://127.0.0.1:{port}"
    finally:
        with suppress(OSError), distributed.Client(f"tcp://127.0.0.1:{port}", timeout=5) as client:
            client.shutdown()
        for process in reversed(started):
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that has been asked to stop; make it stop when it does not."""
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
            return


def run(games: int = 120, **how: object) -> Simulation:
    """A run of a small game."""
    return simulate("hypergammon", games, bots=("racer", "random"), seed=1, **how)  # type: ignore[arg-type]


def test_a_worker_that_is_killed_in_the_middle_cannot_be_seen(address: str) -> None:
    """One of two worker processes dies while it plays; its chunks are played again, with the same figures."""
    killed: list[int] = []
    with distributed.Client(address) as client:
        processes = client.run(os.getpid)
        assert len(set(processes.values()) - {os.getpid()}) == 2

        def kill(done: int, wanted: int) -> None:
            if not killed and done >= wanted // 4:
                killed.append(next(iter(processes.values())))
                os.kill(killed[0], signal.SIGKILL)

        found = run(executor=client.get_executor(), workers=8, chunk=3, progress=kill)
    assert killed
    assert found == run(workers=1)


def test_counts_of_plays_are_shared_out_too(address: str) -> None:
    """Depth 2 of a small game, row by row."""
    game = Game.start(Registry.load().variant("hypergammon"), 0)
    with distributed.Client(address) as client:
        client.wait_for_workers(1, timeout=PATIENCE_S)
        shared = [*divide(game, 2, workers=2, executor=client.get_executor())]
    assert shared == [*divide(game, 2)]


def test_the_script_of_the_example_gives_the_figures_of_one_machine(address: str, tmp_path: Path) -> None:
    """As the README has it; the same line again finds everything in the checkpoint."""
    *_, script = lines()
    command = with_port(script, int(address.rpartition(":")[2]))
    (tmp_path / "examples").symlink_to(EXAMPLE.parent)
    expected = simulate("hypergammon", 200, seed=1, workers=1)
    shares = [expected.wins(side) for side in (0, 1)]
    told = [
        f"seat {seat}, random: {one.count} of 200, {one.low:.4f} to {one.high:.4f}"
        for seat, one in enumerate(shares, 1)
    ]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
        assert done.stdout.splitlines() == told
    assert (tmp_path / "run.json").is_file()
