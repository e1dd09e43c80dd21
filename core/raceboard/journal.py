"""The journal of a session: a text of JSON lines that is written as the session goes, and read back by replaying it.

The first line is the header: the versions of the format and of the library, a seed when the host gives one, and the
state that the session begins with, which names the ruleset and its digest. Each line after it is one action: what was
done, what happened, and a hash of the state after it. Every line is flushed at once, so that an interrupted write loses
no more than the last line; what stands behind the last line end does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from attrs import evolve, frozen

from raceboard.action import SessionAction
from raceboard.errors import ConfigError, Problem
from raceboard.session import Session
from raceboard.state import (
    Library,
    check_keys,
    fingerprint,
    from_plain,
    read_json,
    session_from_json,
    session_to_json,
    to_plain,
)

__all__ = ["Journal", "Replayed", "read", "read_text"]

#: The version of the format that this module writes and reads.
FORMAT: Final = 1


@frozen
class _Line:
    """One action: what was done, what happened, and the fingerprint of the state after it."""

    do: SessionAction
    happened: tuple[str, ...]
    state: str

    @classmethod
    def of(cls, action: SessionAction, after: Session) -> _Line:
        return cls(action, tuple(map(str, after.events)), fingerprint(after))

    @property
    def told(self) -> str:
        """What happened, and the state, for people."""
        return f"{', '.join(self.happened) or 'nothing'} (state {self.state})"


# ---------------------------------------------------------------------- writing


@frozen
class Journal:
    """A journal that is being written; as a context it closes its stream.

    >>> import io
    >>> from raceboard.action import OpeningRolled
    >>> from raceboard.registry import Registry
    >>> registry = Registry.load()
    >>> session = Session.start(registry.ruleset("money"))
    >>> stream = io.StringIO()
    >>> journal = Journal.begin(stream, session)
    >>> session = session.apply(OpeningRolled((3, 1)))
    >>> journal.write(OpeningRolled((3, 1)), session)
    >>> read_text(stream.getvalue(), registry).session == session
    True
    """

    stream: TextIO

    @classmethod
    def create(cls, path: str | Path, session: Session, *, seed: int | None = None) -> Journal:
        """A journal in a new file, with its header; raises FileExistsError rather than write over another one."""
        return cls.begin(Path(path).open("x", encoding="ascii", newline="\n"), session, seed=seed)

    @classmethod
    def begin(cls, stream: TextIO, session: Session, *, seed: int | None = None) -> Journal:
        """A journal in a text stream, with its header. `seed`: of the host's dice, for whoever reads it."""
        journal = cls(stream)
        version = metadata.version("raceboard")
        journal._write({"journal": FORMAT, "version": version, "seed": seed, "start": session_to_json(session)})
        return journal

    @classmethod
    def reopen(cls, path: str | Path) -> Journal:
        """The journal of a file, to be continued after an interruption; an incomplete last line is cut off."""
        with Path(path).open("rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
        return cls(Path(path).open("a", encoding="ascii", newline="\n"))

    def write(self, action: SessionAction, after: Session) -> None:
        """Write down an action that was applied and the session after it."""
        self._write(to_plain(_Line.of(action, after)))

    def _write(self, data: object) -> None:
        self.stream.write(f"{json.dumps(data)}\n")
        self.stream.flush()

    def close(self) -> None:
        """Close the stream."""
        self.stream.close()

    def __enter__(self) -> Journal:
        """The journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the stream."""
        self.close()


# ---------------------------------------------------------------------- reading


@frozen
class Replayed:
    """What a journal says: the session that it begins with, the actions that could be replayed, the session after them.

    `problems` is empty when every line led to the state that it was written with, under the rules of then. Their codes:
    `digest` (a ruleset has changed since), `incomplete` (the last line was cut off, and does not count), and where the
    replay had to stop: `unreadable`, `refused` or `diverges`. What happened is written for people and not compared.
    """

    start: Session
    session: Session
    actions: tuple[SessionAction, ...] = ()
    problems: tuple[Problem, ...] = ()
    seed: int | None = None


def read(path: str | Path, library: Library) -> Replayed:
    """The session of a journal file, replayed; its rulesets come from the library.

    Raises ConfigError, with the file and line 1, when the header cannot be used; everything else that is wrong with the
    file is among the problems.
    """
    return read_text(Path(path).read_bytes().decode("ascii", "replace"), library, file=str(path))


def read_text(text: str, library: Library, *, file: str = "<journal>") -> Replayed:
    """The session of a journal, replayed from its text; `file` is the name in problems. Raises as `read` does."""
    *lines, tail = text.split("\n")
    replayed = _begun(lines, library, file)
    for number, line in enumerate(lines[1:], 2):
        try:
            replayed = _continued(replayed, line)
        except ConfigError as error:
            replayed = _with_problems(replayed, _placed(error.problems, file, number))
            break
    if not tail:
        return replayed
    what = "was not written to its end, and does not count"
    return _with_problems(replayed, _placed([Problem("incomplete", "", what)], file, len(lines) + 1))


def _begun(lines: Sequence[str], library: Library, file: str) -> Replayed:
    """What the header says."""
    try:
        header = _header(lines)
        start, problems = _start(header["start"], library)
    except ConfigError as error:
        raise ConfigError(_placed(error.problems, file, 1)) from None
    seed = header["seed"]
    return Replayed(start, start, (), _placed(problems, file, 1), seed if isinstance(seed, int) else None)


def _header(lines: Sequence[str]) -> Mapping[str, object]:
    if not lines:
        raise ConfigError([Problem("incomplete", "", "this is no journal: the header is missing or was cut off")])
    header = check_keys(read_json(lines[0]), ("journal", "version", "seed", "start"))
    if header["journal"] != FORMAT:
        what = f"is version {header['journal']!r}, of raceboard {header['version']}; this library reads {FORMAT}"
        raise ConfigError([Problem("format", "journal", what)])
    return header


def _start(data: object, library: Library) -> tuple[Session, tuple[Problem, ...]]:
    """The session that the journal begins with; where a ruleset has changed it goes on under the one of today."""
    try:
        return session_from_json(data, library), ()
    except ConfigError as error:
        if any(problem.code != "digest" for problem in error.problems):
            raise
        told = tuple(evolve(problem, hint="the replay is by the rules of today") for problem in error.problems)
        return session_from_json(data, library, trust=True), told


def _continued(replayed: Replayed, text: str) -> Replayed:
    """The replay after one line; raises ConfigError when the line cannot be read, done or confirmed."""
    line = from_plain(read_json(text), _Line, "", replayed.session.table.spec)
    try:
        after = replayed.session.apply(line.do)
    except ValueError as error:
        raise ConfigError([Problem("refused", "do", str(error))]) from None
    came = _Line.of(line.do, after)
    if came.state != line.state:
        what = f"expected {line.told}; came {came.told}"
        raise ConfigError([Problem("diverges", "state", what)])
    return evolve(replayed, session=after, actions=(*replayed.actions, line.do))


def _placed(problems: Iterable[Problem], file: str, line: int) -> tuple[Problem, ...]:
    return tuple(evolve(problem, file=file, line=line, column=problem.column or 1) for problem in problems)


def _with_problems(replayed: Replayed, problems: tuple[Problem, ...]) -> Replayed:
    return evolve(replayed, problems=(*replayed.problems, *problems))
