"""Checkpoints: the counts of a run in a file, so that it can be resumed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from raceboard.simulation.tally import Tally

__all__ = ["Done", "read_checkpoint", "write_checkpoint"]

#: The version of the file format.
_FORMAT = 1


@frozen
class Done:
    """The units that have been played, as ranges with both ends, and what has been counted in them.

    >>> done = Done().with_range(1, 3, Tally()).with_range(7, 9, Tally()).with_range(4, 5, Tally())
    >>> done.ranges, done.units, list(done.gaps(10))
    (((1, 5), (7, 9)), 8, [(6, 6), (10, 10)])
    """

    ranges: tuple[tuple[int, int], ...] = ()
    tally: Tally = field(factory=Tally)

    @property
    def units(self) -> int:
        """How many have been played."""
        return sum(last - first + 1 for first, last in self.ranges)

    def with_range(self, first: int, last: int, tally: Tally) -> Done:
        """More has been played; ranges that touch become one."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted((*self.ranges, (first, last))):
            if merged and merged[-1][1] + 1 == start:
                start = merged.pop()[0]
            merged.append((start, end))
        return evolve(self, ranges=tuple(merged), tally=self.tally + tally)

    def gaps(self, wanted: int) -> Iterator[tuple[int, int]]:
        """The ranges up to a number that have not been played."""
        first = 1
        for start, end in (*self.ranges, (wanted + 1, wanted + 1)):
            if first < start:
                yield first, start - 1
            first = end + 1


def write_checkpoint(path: Path, settings: Mapping[str, object], done: Done) -> None:
    """Write what has been done; the file is whole at any time, the old or the new one."""
    content = {"checkpoint": _FORMAT, "settings": settings, "done": done.ranges, "tally": done.tally.plain()}
    path = path.resolve()  # a link stays one
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(content | {"checksum": _checksum(content)}, file)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def read_checkpoint(path: Path, settings: Mapping[str, object], wanted: int) -> Done:
    """What has been done of a run; nothing when there is no such file.

    Raises ValueError, with everything that differs, for the file of another run; for one in which more has been done
    than is wanted now; for a file that is no checkpoint, and for one that is spoilt. Raises OSError for a file that
    cannot be read, or may not be written.
    """
    if not path.exists():
        return Done()
    try:
        with path.open("r+", encoding="utf-8") as file:
            content = json.load(file)
        if content["checkpoint"] != _FORMAT:
            raise ValueError(f"its format is {content['checkpoint']!r}, not {_FORMAT}")
        if content.pop("checksum") != _checksum(content):
            raise ValueError("it is spoilt: what it holds is not what was written")
        found, done = content["settings"], Done(_ranges(content["done"]), Tally.read(content["tally"]))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        why = str(error) if type(error) is ValueError else repr(error)
        raise ValueError(f"{path} is no checkpoint of a simulation ({why}); give another file") from None
    differences = _differences(found, dict(settings))
    if differences:
        what = "; ".join(differences)
        raise ValueError(f"{path} is the checkpoint of another run: {what}; give another file, or the same settings")
    last = max((last for _, last in done.ranges), default=0)
    if last > wanted:
        raise ValueError(f"{path} has come to number {last} already, and {wanted} are wanted; ask for more of them")
    return done


def _checksum(content: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _ranges(plain: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Ranges as they are kept: in order, with gaps between them."""
    ranges, before = tuple((first, last) for first, last in plain), -1
    for first, last in ranges:
        if type(first) is not int or type(last) is not int or not before + 1 < first <= last:
            raise ValueError(f"done is {plain!r}")
        before = last
    return ranges


def _differences(found: Mapping[str, object], wanted: Mapping[str, object]) -> list[str]:
    """In words, what two runs do not have in common; the digest alone only where nothing else differs."""
    wanted = json.loads(json.dumps(wanted))
    names = [name for name in wanted if name != "digest" and found.get(name) != wanted[name]]
    if not names and found.get("digest") != wanted["digest"]:
        return ["the rules are others under the same name"]
    return [f"{name} is {_told(found.get(name))} there and {_told(wanted[name])} here" for name in names]


def _told(value: object) -> str:
    return ", ".join(f"{key} {item}" for key, item in value.items()) if isinstance(value, dict) else str(value)
