"""What the tests of simulations share: bots with a fate, and executors that do not keep order.

Worker processes import this module to find the bots.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from raceboard import Game, Play, Registry, hookimpl
from raceboard.bots import RandomBot
from raceboard.dice import Stream
from raceboard.hookspecs import RegisterBot

__all__ = ["FATE", "ForgetfulExecutor", "LostExecutor", "ShufflingExecutor", "registry"]

_T = TypeVar("_T")

#: The variable that names a file; the first `mortal` bot that does not find it makes it, and kills its process.
FATE = "RACEBOARD_TEST_FATE"


class MortalBot(RandomBot):
    """A random player whose process dies in the middle of a game, once."""

    def play(self, game: Game) -> Play:
        """A play, or death."""
        if self.chance.game == 5 and sum(game.turns) > 4:
            try:
                Path(os.environ[FATE]).touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().play(game)


class DoomedBot(RandomBot):
    """A random player whose process dies in each game."""

    def play(self, game: Game) -> Play:
        """Death."""
        os._exit(3)


class ClumsyBot(RandomBot):
    """A random player with a bug that shows in game 3."""

    def play(self, game: Game) -> Play:
        """A play, or an error."""
        if self.chance.game == 3:
            raise LookupError("a bug of the bot")
        return super().play(game)


class CheatingBot(RandomBot):
    """A player who never moves."""

    def play(self, game: Game) -> Play:
        """The empty play, which is illegal nearly always."""
        return Play(game.position, ())


class _Bots:
    """A plugin that is given by hand."""

    @hookimpl
    def raceboard_register_bots(self, register: RegisterBot) -> None:
        """Bring the bots of this module, and one that no other process can find."""
        register("mortal", MortalBot)
        register("doomed", DoomedBot)
        register("clumsy", ClumsyBot)
        register("cheating", CheatingBot)
        register("local", lambda chance: RandomBot(chance))


def registry() -> Registry:
    """The installed plugins, and the bots of this module."""
    return Registry.load([("fates", _Bots())])


class ShufflingExecutor(Executor):
    """Does what it is given in any order but the right one."""

    def __init__(self, seed: int) -> None:
        """Begin to work, on a thread."""
        self._chance = Stream(seed)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._is_open = True
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:  # noqa: ANN401
        """Lay a task on the heap."""
        future: Future[_T] = Future()
        with self._changed:
            self._waiting.append((future, lambda: fn(*args, **kwargs)))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop when the heap is done."""
        with self._changed:
            self._is_open = False
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or not self._is_open)
                if not self._waiting:
                    return
                future, task = self._waiting.pop(self._chance.below(len(self._waiting)))
            if future.set_running_or_notify_cancel():
                future.set_result(task())


class ForgetfulExecutor(ThreadPoolExecutor):
    """Loses tasks, as a cluster does when workers die: each `every`th with `error`, or by cancelling it."""

    def __init__(self, every: int, error: BaseException | None = None) -> None:
        """With one thread."""
        super().__init__(1)
        self.every, self.error, self.lost, self.count = every, error, 0, 0

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:  # noqa: ANN401
        """Do a task, or lose it."""
        self.count += 1
        if self.count % self.every:
            return super().submit(fn, *args, **kwargs)
        self.lost += 1
        future: Future[_T] = Future()
        if self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self.error)
        return future


class LostExecutor(Executor):
    """Takes some tasks and never does them; then it refuses all."""

    def __init__(self, taken: int) -> None:
        """With so many tasks that it takes."""
        self.left = taken

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:  # noqa: ANN401
        """Take a task, or refuse it."""
        if not self.left:
            raise RuntimeError("nobody is there")
        self.left -= 1
        return Future()
