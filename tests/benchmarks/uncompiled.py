"""raceboard without its compiled kernel: a process of its own that does blocks when it is asked to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context

from benchmarks.contest import Block, Sample
from benchmarks.draw import drawn
from benchmarks.ours import BATCH, CALL, KERNEL, LOOP, calls, games
from raceboard import backend
from raceboard.registry import Registry

__all__ = ["SHOWN", "uncompiled"]

_VARIABLE = "RACEBOARD_BACKEND"

#: What is measured of it.
SHOWN = (CALL, BATCH, LOOP, KERNEL)


@contextmanager
def uncompiled(number: int) -> Iterator[Callable[[str, str], Block]]:
    """What gives the block of a variant and of some work (one of `SHOWN`), for so many turns."""
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "python"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        name = process.submit(_backend).result()
        os.environ.pop(_VARIABLE)
        if before is not None:
            os.environ[_VARIABLE] = before
        assert name == "python"
        yield lambda variant, work: lambda: process.submit(_sample, variant, work, number).result()


def _backend() -> str:
    return backend.name


def _sample(variant: str, work: str, number: int) -> Sample:
    return _block(variant, work, number)()


@cache
def _block(variant: str, work: str, number: int) -> Block:
    spec = Registry.load().variant(variant)
    return games(spec)[work] if work in (LOOP, KERNEL) else calls(spec, drawn(spec, number))[work]
