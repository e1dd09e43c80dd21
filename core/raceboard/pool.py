"""Processes of this machine that never outlive the one that has started them, however that one ends.

Each reads from a pipe whose other end is here alone. When that is closed, on purpose or by the death of this process,
they stop at once, in the middle of what they do. `concurrent.futures` by itself lets them finish first, which
an interrupt should not wait for, and leaves them behind for ever when this process is killed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, TypeVar

__all__ = ["Pool"]

_T = TypeVar("_T")


class Pool(ProcessPoolExecutor):
    """So many processes, spawned and not forked: a fork copies locks that other threads hold.

    >>> pool = Pool(1)  # its processes begin with the first task
    >>> pool.cut()
    """

    def __init__(self, workers: int) -> None:
        """Prepare the pool; nothing is started yet."""
        context = get_context("spawn")
        self._leash, self._hold = context.Pipe(duplex=False)
        super().__init__(workers, context, _begin, (self._leash,))

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:  # noqa: ANN401
        """Hand a task out. A process that starts for it is not interrupted before it can be deaf."""
        with _deaf():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the processes when they are done; at once, if that is interrupted."""
        try:
            super().shutdown(wait, cancel_futures=cancel_futures)
        except BaseException:
            self._hold.close()
            raise

    def cut(self) -> None:
        """Stop the processes at once, whatever they are at."""
        self._hold.close()
        self.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Interrupts from the keyboard wait, here and in processes that begin now, where the system can have them wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(leash: Connection) -> None:
    """Let the first process alone decide what an interrupt from the keyboard means, and stop when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_follow, args=(leash,), daemon=True).start()


def _follow(leash: Connection) -> None:
    """Wait until the other end is closed; nothing is ever sent."""
    with suppress(EOFError, OSError):
        leash.recv_bytes()
    os._exit(1)
