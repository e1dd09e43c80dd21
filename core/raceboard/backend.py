"""Which kernel is active: the compiled one or its source, and why.

`raceboard.backend.name` is "compiled" or "python"; `raceboard.backend.why` says why it is not compiled, and is empty
where it is. Both mean the same: the package build compiles the modules of `KERNEL` as they stand. The environment
variable RACEBOARD_BACKEND forces `python`, or makes it an error when `compiled` cannot be had.

>>> from raceboard import backend
>>> backend.name in ("compiled", "python")
True
"""

from __future__ import annotations

import importlib
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import raceboard.generator as plain
from raceboard.errors import BackendError
from raceboard.game_tables import GameTables, game_tables
from raceboard.generator import Search
from raceboard.ground import Ground, too_large
from raceboard.position import Layout, Position
from raceboard.random_games import RandomGames
from raceboard.spec import VariantSpec
from raceboard.tables import Tables, tables

__all__ = ["KERNEL", "digest", "ground_class", "missing", "name", "new_position", "random_games", "search_class", "why"]

#: The modules that the package build compiles, each with a `.pxd` beside it; the first ones are used by the later.
KERNEL = ("ground", "nodes", "generator", "random_games")

#: What plays whole games is kept for so many variants.
_KEPT = 16

_VARIABLE = "RACEBOARD_BACKEND"


def digest(folder: Path) -> str:
    """The checksum of the sources in a folder; a compiled module carries that of the sources it was made from."""
    crc = 0
    for module in KERNEL:
        for suffix in (".py", ".pxd"):
            crc = zlib.crc32((folder / module).with_suffix(suffix).read_bytes(), crc)
    return f"{crc:08x}"


def missing() -> str:
    """Why the compiled kernel cannot be used; empty when it can."""
    try:
        made_from = {importlib.import_module(f"raceboard._compiled.{module}").SOURCE for module in KERNEL}
    except (ImportError, AttributeError) as problem:
        return f"it is not compiled: {problem}"
    if made_from != {digest(Path(__file__).parent)}:
        return "the compiled kernel was made from other sources; install the package again"
    return ""


def _reason() -> str:
    """Why the source is used; raises BackendError where the compiled kernel is asked for and missing."""
    wanted = os.environ.get(_VARIABLE, "")
    if wanted not in ("", "python", "compiled"):
        raise BackendError(f"{_VARIABLE} is {wanted!r}; give python or compiled, or leave it out")
    lacking = f"{_VARIABLE}=python" if wanted == "python" else missing()
    if lacking and wanted == "compiled":
        raise BackendError(f"{_VARIABLE}=compiled, but {lacking}")
    return lacking


why = _reason()
name = "python" if why else "compiled"


def _kernel(module: str) -> object:
    return importlib.import_module(f"raceboard.{'' if why else '_compiled.'}{module}")


_search: type[Search] = _kernel("generator").Search  # type: ignore[attr-defined]
_games: type[RandomGames] = _kernel("random_games").RandomGames  # type: ignore[attr-defined]
_ground: type[Ground] = _kernel("ground").Ground  # type: ignore[attr-defined]

#: Makes a position of a layout, all counts, the pinned ones, and the numbers of checkers that are out of play.
new_position: Callable[[Layout, bytes, bytes, bytes], Position] = _kernel("ground").new_position  # type: ignore[attr-defined]


def search_class(rules: Tables) -> type[Search]:
    """The search for the rules of a variant: compiled where that is active and has room for them."""
    return plain.Search if too_large(rules) else _search


def ground_class(rules: Tables) -> type[Ground]:
    """What applies steps by the rules of a variant, compiled as `search_class` is."""
    return Ground if too_large(rules) else _ground


_GAMES: dict[tuple[Tables, GameTables], list[RandomGames]] = {}


@contextmanager
def random_games(spec: VariantSpec) -> Iterator[RandomGames]:
    """Lend what plays whole games of a variant, for which `raceboard.game_tables.too_special` has no objection."""
    rules, games = tables(spec, 0), game_tables(spec)
    if len(_GAMES) >= _KEPT:
        _GAMES.clear()
    free = _GAMES.setdefault((rules, games), [])
    try:
        kernel = free.pop()
    except IndexError:
        kernel = _games(_search(rules), games)
    try:
        yield kernel
    finally:
        kernel.take_choices()
        free.append(kernel)
