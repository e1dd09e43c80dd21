"""The pytest plugin: `pytest --raceboard-variant NAME` adds a test for each check of the conformance kit.

The tests are named `raceboard::NAME::CHECK`, so `-k rules.coverage` picks one. A failing one prints what is wrong and a
test that can be pasted. pytest loads this module whenever raceboard is installed: without the option it does nothing,
and it needs Hypothesis only with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from raceboard.testing.conformance import Check
    from raceboard.testing.subject import Subject

__all__ = ["pytest_addoption", "pytest_collection_modifyitems"]

#: The folder where the author's files are looked for when nothing is said.
_FOLDER = "tests"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the kit."""
    group = parser.getgroup("raceboard", "conformance of variants of raceboard")
    group.addoption(
        "--raceboard-variant",
        action="append",
        default=[],
        metavar="NAME",
        help="Add a test for each check of the conformance kit on this variant; may be given several times.",
    )
    group.addoption("--raceboard-level", type=int, default=3, choices=range(4), help="The highest level (default: 3).")
    group.addoption("--raceboard-examples", type=int, default=60, help="Situations for each check (default: 60).")
    group.addoption("--raceboard-seed", type=int, default=0, help="Which situations these are (default: 0).")
    group.addoption(
        "--raceboard-data",
        metavar="DIR",
        help=f"The folder with cases, golden game and counts (default: {_FOLDER} in the root, if it is there).",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of the variants that are named; raises UsageError for an unknown one, and without Hypothesis."""
    names = cast("list[str]", config.getoption("--raceboard-variant"))
    if not names:
        return
    if find_spec("hypothesis") is None:
        raise pytest.UsageError("--raceboard-variant needs Hypothesis; install raceboard[conform]")
    root = Suite.from_parent(session, name="raceboard", nodeid="raceboard")
    for name in names:
        items.extend(VariantSuite.from_parent(root, name=name, subject=_subject(config, name)).collect())


def _subject(config: pytest.Config, name: str) -> Subject:
    from raceboard.registry import Registry
    from raceboard.testing.subject import Published, Subject, from_registry

    try:
        spec = Registry.load().variant(name)
    except ValueError as error:
        raise pytest.UsageError(f"--raceboard-variant: {error}") from None
    given = config.getoption("--raceboard-data")
    folder = Path(given) if given else config.rootpath / _FOLDER
    published = Published.found(folder, spec.name) if given or folder.is_dir() else None
    return Subject(
        spec,
        from_registry(name),
        published=published,
        examples=cast("int", config.getoption("--raceboard-examples")),
        seed=cast("int", config.getoption("--raceboard-seed")),
    )


class Suite(pytest.Collector):
    """The tests of all variants; it is asked for none by itself."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Nothing: variants are added when all else is collected."""
        yield from ()


class VariantSuite(pytest.Collector):
    """The checks of one variant."""

    def __init__(self, *, subject: Subject, **settings: object) -> None:
        """Keep what is examined; its examples are drawn once for all checks."""
        super().__init__(**settings)  # type: ignore[arg-type]
        self.subject = subject

    def collect(self) -> list[pytest.Item]:
        """A test for each check up to the level."""
        from raceboard.testing.conformance import CHECKS

        level = cast("int", self.config.getoption("--raceboard-level"))
        return [
            CheckItem.from_parent(self, name=check.name, subject=self.subject, check=check)
            for check in CHECKS
            if check.level <= level
        ]


class CheckItem(pytest.Item):
    """A check as a test."""

    def __init__(self, *, subject: Subject, check: Check, **settings: object) -> None:
        """Keep what is examined, and by what."""
        super().__init__(**settings)  # type: ignore[arg-type]
        self.subject, self.check = subject, check

    def runtest(self) -> None:
        """Run the check; fail with what it finds, skip what it could not look at."""
        from raceboard.testing.conformance import run_check

        found = run_check(self.subject, self.check).findings
        if found.skipped:  # no file of the author is there to look at; the summary of pytest says which
            pytest.skip(reason=found.skipped)
        if found.failures:
            pytest.fail("\n\n".join(map(str, found.failures)), pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the test is from, for the summary."""
        return self.path, None, f"raceboard::{self.subject.spec.name}::{self.check.name}"
