"""What the conformance kit says of a variant: a result for each check, and for each failure a test that shows it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

__all__ = ["NO_FOLDER", "TWO_ANSWERS", "Failure", "Findings", "Report", "Result", "counted", "unwitnessed"]

#: Why a check cannot look at what an author has published.
NO_FOLDER = "no folder with the author's files is given"

#: What is wrong with a variant that keeps a state of its own.
TWO_ANSWERS = "the same question gets two answers; a hook may depend on nothing but its arguments"


def counted(number: int, word: str) -> str:
    """A number of things, in English.

    >>> counted(1, "game"), counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


@frozen
class Failure:
    """What is wrong, in words, and a test function as text that fails for the same reason when it is pasted."""

    what: str
    test: str

    def __str__(self) -> str:
        """What is wrong, then the test."""
        return f"{self.what}\n\n{self.test}"


@frozen
class Findings:
    """What a check has found: failures, remarks that are none, or why it could not look (`skipped`)."""

    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()
    skipped: str = ""


def unwitnessed(missing: Sequence[Failure], *, has_cases: bool) -> Findings:
    """Findings for want of a witness: failures, or, where nobody has said where cases are, what could not be told.

    >>> unwitnessed([Failure("the wall is never met", "")], has_cases=False).skipped
    "no folder with the author's files is given, and without its cases: the wall is never met"
    """
    if has_cases or not missing:
        return Findings(tuple(missing))
    more = f"; and {len(missing) - 1} more" if len(missing) > 1 else ""
    return Findings(skipped=f"{NO_FOLDER}, and without its cases: {missing[0].what}{more}")


@frozen
class Result:
    """The findings of one check, and how many seconds it took."""

    check: str
    level: int
    findings: Findings
    seconds: float

    @property
    def status(self) -> str:
        """`ok`, `failed` or `skipped`."""
        return "failed" if self.findings.failures else "skipped" if self.findings.skipped else "ok"


@frozen
class Report:
    """The results of all checks that were run on a variant, lower levels first.

    Levels build on each other: after one with a failure, `stopped` says the level up to which checks were run.
    """

    variant: str
    results: tuple[Result, ...]
    stopped: int | None = None

    @property
    def ok(self) -> bool:
        """Did nothing fail?"""
        return not self.failed

    @property
    def failed(self) -> tuple[Result, ...]:
        """The results with a failure."""
        return tuple(result for result in self.results if result.findings.failures)

    @property
    def skipped(self) -> tuple[Result, ...]:
        """The results of checks that could not look."""
        return tuple(result for result in self.results if result.status == "skipped")

    def __str__(self) -> str:
        """A line for each check, then every failure."""
        lines = [f"{result.status:8}{result.check}" for result in self.results]
        shown = [f"{result.check}: {failure}" for result in self.failed for failure in result.findings.failures]
        return "\n".join([*lines, *(f"\n{text}" for text in shown)])

    def raise_failures(self) -> None:
        """Raise AssertionError with the whole report when something has failed."""
        if self.failed:
            raise AssertionError(f"{self.variant} does not conform\n{self}")
