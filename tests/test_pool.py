"""Processes of a pool stop when they should: at once, with the one that has started them, and not by the keyboard."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import pytest

from raceboard.pool import Pool

#: What is started may take so long, on a busy machine.
PATIENCE_S = 30

#: A worker that would sleep for longer than anybody waits.
SLEEPY = """
import os, time
from raceboard.pool import Pool
pool = Pool(2)
sleeping = [pool.submit(time.sleep, 90) for _ in range(2)]
while not all(one.running() for one in sleeping):
    time.sleep(0.01)
pool.submit(os.getpid)  # this waits
print("ready", flush=True)
"""

#: Interrupts of the whole group from the moment at which a worker begins to start.
INTERRUPTED = """
import os, signal, time
from raceboard.pool import Pool
signal.signal(signal.SIGINT, lambda *_: None)
pool = Pool(1)
found = pool.submit(max, 1, 2)
while not found.done():
    os.killpg(0, signal.SIGINT)
    time.sleep(0.002)
print(found.result())
pool.shutdown()
"""

#: A pool that waits for its workers.
WAITING = f"{SLEEPY}pool.shutdown()"

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and groups of processes are those of POSIX")


@contextmanager
def started(code: str) -> Iterator[subprocess.Popen[str]]:
    """Run code in a process of a group of its own, which is gone at the end, whatever a test finds."""
    with subprocess.Popen(
        [sys.executable, "-c", code],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_what_a_pool_is_given_is_done() -> None:
    """By another process; what waits when it is shut down too."""
    pool = Pool(1)
    found = [pool.submit(max, number, 2) for number in range(5)]
    pool.shutdown()
    assert [one.result() for one in found] == [2, 2, 2, 3, 4]


def test_a_pool_that_is_cut_stops_in_the_middle() -> None:
    """It waits for nobody."""
    pool = Pool(1)
    sleeping = pool.submit(time.sleep, 90)
    while not sleeping.running():
        time.sleep(0.01)
    begun = time.monotonic()
    pool.cut()
    assert time.monotonic() - begun < PATIENCE_S
    with pytest.raises(BrokenProcessPool):
        sleeping.result()


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_processes_end_with_the_one_that_has_started_them(number: signal.Signals) -> None:
    """However it is stopped; each has the pipes that are read here, which end when nobody has them any more."""
    with started(SLEEPY + "time.sleep(90)") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -number


@posix
def test_an_interrupt_does_not_reach_a_process_that_is_about_to_start() -> None:
    """Nor one that has started: there is no traceback, and the work is done."""
    with started(INTERRUPTED) as process:
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (out, err, process.returncode) == ("2\n", "", 0)


@posix
def test_what_a_process_starts_can_be_interrupted() -> None:
    """It inherits what is blocked, and interrupts are so only until the process ignores them."""
    pool = Pool(1)
    assert signal.SIGINT not in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    pool.shutdown()


@posix
@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupted_pool_leaves_nothing_behind(times: int) -> None:
    """It comes while the pool waits, and again while it is being stopped."""
    with started(WAITING) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for _ in range(times):
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert "KeyboardInterrupt" in err
