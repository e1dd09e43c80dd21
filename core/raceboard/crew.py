"""Workers for tasks that do not depend on each other: this process, a pool of processes, or any executor.

Tasks are handed out a few at a time, and results come as they are done, in any order. A task whose worker has died is
done again, a few times; every other error of a task is raised. What is sent to another process is packed with its
read-only mappings, which pickle alone cannot pack.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from attrs import define, evolve, field, frozen

if TYPE_CHECKING:
    from raceboard.pool import Pool

__all__ = ["MOST_TRIES", "SILENCE_S", "Crew", "WorkerLostError", "cores", "pack"]

_T = TypeVar("_T")

#: How often a task is tried whose workers die; then something is wrong with the task, or with all workers.
MOST_TRIES = 4

#: After so many seconds without a result an executor is asked whether it is still there.
SILENCE_S = 30.0

#: How many tasks an executor of unknown size is given at once.
_ABROAD = 64


class WorkerLostError(RuntimeError):
    """Workers have died over one task again and again, or the executor that was given is broken."""


def cores() -> int:
    """How many cores this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Packer(pickle.Pickler):
    """Pickle that knows read-only mappings."""

    def reducer_override(self, obj: object) -> Any:  # noqa: ANN401  # as pickle declares it
        """How a mapping is made again; everything else as usual."""
        return (_mapping, (dict(obj),)) if type(obj) is MappingProxyType else NotImplemented


def _mapping(items: dict[object, object]) -> MappingProxyType[object, object]:
    return MappingProxyType(items)


def pack(value: object) -> bytes:
    """A value for another process, to be read with `pickle.loads`.

    Raises ValueError, with the remedy, for what cannot be found again there, such as a function inside a function.

    >>> pickle.loads(pack(MappingProxyType({"a": 1})))
    mappingproxy({'a': 1})
    """
    packed = io.BytesIO()
    try:
        _Packer(packed, protocol=5).dump(value)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        what = f"this cannot be sent to worker processes: {error}"
        raise ValueError(f"{what}; define functions at the top of an importable module, or use workers=1") from None
    return packed.getvalue()


class _Here(Executor):
    """Does a task when it is given, in this process."""

    def cut(self) -> None:
        """Nothing is going on."""

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:  # noqa: ANN401
        """Call the function; what it raises is raised."""
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@frozen
class _Sent(Generic[_T]):
    """A task that has been handed out, and for which time."""

    task: _T
    tries: int = 1


@define
class Crew:
    """`workers` processes of this machine (default: one for each core; 1 is this process), or a given executor.

    With an executor, `workers` is how many tasks it can work on at once. Use as a context manager: at the end the
    processes are stopped; a given executor is left as it is. Raises ValueError for less than one worker,
    and for an executor that is none.

    >>> with Crew(1) as crew:
    ...     [result for _, result in crew.results(max, [(1, 2), (5, 3)])]
    [2, 5]
    """

    workers: int | None = None
    executor: Executor | None = None
    _own: _Here | Pool | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        """Check the number of workers, and that the executor is one."""
        if not _is_executor(self.executor):
            what = "a Dask client gives one: client.get_executor()"
            raise ValueError(f"executor is a concurrent.futures.Executor, not {self.executor!r}; {what}")
        if self.workers is not None and (type(self.workers) is not int or self.workers < 1):
            raise ValueError(f"workers is a number from 1 up, not {self.workers!r}")

    @property
    def hands(self) -> int:
        """How many tasks can be worked on at once."""
        return self.workers or (cores() if self.executor is None else _ABROAD)

    @property
    def is_alone(self) -> bool:
        """Does this process do everything itself?"""
        return self.hands == 1 and self.executor is None

    def __enter__(self) -> Self:
        """The crew; its processes begin when there is something to do."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop the own processes, after an error or an interrupt in the middle of what they are at."""
        own, self._own = self._own, None
        if own is not None:
            own.shutdown() if error is None else own.cut()

    def results(
        self, work: Callable[..., _T], tasks: Iterable[tuple[Any, ...]]
    ) -> Iterator[tuple[tuple[Any, ...], _T]]:
        """Each task, a tuple of arguments, with its result, as soon as it is there.

        `tasks` is asked for the next one when a worker is nearly free. Raises WorkerLostError, and what `work` raises.
        """
        waiting, lost = iter(tasks), deque[_Sent[tuple[Any, ...]]]()
        running: dict[Future[_T], _Sent[tuple[Any, ...]]] = {}
        most = 1 if self.is_alone else 2 * self.hands
        try:
            while True:
                while len(running) < most and (sent := _next(lost, waiting)) is not None:
                    running[self._submit(work, sent)] = sent
                if not running:
                    return
                done = wait(running, timeout=SILENCE_S, return_when=FIRST_COMPLETED).done
                if not done:
                    self._ask()
                for future in done:
                    sent = running.pop(future)
                    error = None if future.cancelled() else future.exception()
                    if future.cancelled() or isinstance(error, _losses()):
                        lost.append(self._again(sent, error))
                    else:
                        yield sent.task, future.result()
        finally:
            for future in running:
                future.cancel()

    def _submit(self, work: Callable[..., _T], sent: _Sent[tuple[Any, ...]]) -> Future[_T]:
        """Hand a task out; an own pool of which a process has died is replaced."""
        if self.executor is None and not self.is_alone:
            pack(sent.task)  # raises here what would leave a pool half shut down, which may then wait for ever
        try:
            return self._executor().submit(_do, work, sent.tries, *sent.task)
        except _refusals() as error:
            if self.executor is not None:
                raise _broken(error) from error
        self.__exit__(None, None, None)
        return self._executor().submit(_do, work, sent.tries, *sent.task)

    def _ask(self) -> None:
        """Find out whether a silent executor is still there: one that has lost its scheduler may not say so."""
        if self.executor is not None:
            try:
                self.executor.submit(cores)
            except _refusals() as error:
                raise _broken(error) from error

    def _again(self, sent: _Sent[_T], error: BaseException | None) -> _Sent[_T]:
        """The task for another try; raises WorkerLostError when it has had enough."""
        if sent.tries < MOST_TRIES:
            return evolve(sent, tries=sent.tries + 1)
        why = f"{type(error).__name__}: {error}" if error else "its task was cancelled"
        hint = "" if self.executor else "; a script that starts workers must do so below: if __name__ == '__main__'"
        raise WorkerLostError(f"a worker has died {sent.tries} times over one task ({why}){hint}") from error

    def _executor(self) -> Executor:
        if self.executor is not None:
            return self.executor
        if self._own is None:
            self._own = _Here() if self.is_alone else _pool(self.hands)
        return self._own


def _is_executor(given: object) -> bool:
    """None is as good; a Dask client has `submit` too, and is none."""
    return given is None or isinstance(given, Executor)


def _pool(workers: int) -> Pool:
    """Loaded only when needed."""
    from raceboard.pool import Pool

    return Pool(workers)


def _do(work: Callable[..., _T], tries: int, *task: Any) -> _T:  # noqa: ANN401  # any arguments
    """Do a task. The number of the try tells tries apart for an executor that knows tasks by what they are given."""
    return work(*task)


def _next(lost: deque[_Sent[Any]], waiting: Iterator[tuple[Any, ...]]) -> _Sent[tuple[Any, ...]] | None:
    """What is to be handed out next: what was lost goes before what is new."""
    if lost:
        return lost.popleft()
    task = next(waiting, None)
    return None if task is None else _Sent(task)


def _losses() -> tuple[type[BaseException], ...]:
    """The errors that say that a worker has died, and nothing of the task."""
    return (BrokenExecutor, CancelledError, *_of_dask("scheduler", "KilledWorker"))


def _refusals() -> tuple[type[BaseException], ...]:
    """The errors of an executor that takes nothing more, because it is broken or was shut down."""
    return (BrokenExecutor, RuntimeError, *_of_dask("client", "ClosedClientError"))


def _of_dask(module: str, name: str) -> list[type[BaseException]]:
    """An error of Dask; only who uses Dask has its modules loaded."""
    found = getattr(sys.modules.get(f"distributed.{module}"), name, None)
    return [found] if found else []


def _broken(error: BaseException) -> WorkerLostError:
    what = f"the executor is broken: {str(error) or type(error).__name__}"
    return WorkerLostError(f"{what}; give a new one, or only the number of workers")
