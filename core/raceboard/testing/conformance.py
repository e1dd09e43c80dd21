"""The conformance kit: every check by level, and running them on a variant.

Level 0: a game can be played. Level 1: the rules are what they claim to be. Level 2: a host can rely on it. Level 3: it
is published with what proves it. Levels build on each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from attrs import frozen

from raceboard.spec import VariantSpec
from raceboard.testing import hosting, options, playable, publishing, rules, witnesses
from raceboard.testing.paste import of_error
from raceboard.testing.report import Findings, Report, Result
from raceboard.testing.subject import Published, Subject

__all__ = ["CHECKS", "Check", "conform", "holds", "run_check"]


@frozen
class Check:
    """A check: the level that promises what it looks at, its name, and the function that looks."""

    level: int
    name: str
    look: Callable[[Subject], Findings]

    @property
    def doc(self) -> str:
        """What holds when it finds nothing."""
        return " ".join((self.look.__doc__ or "").split())


#: All checks, lower levels first.
CHECKS: Final = (
    Check(0, "playable.start", playable.begins),
    Check(0, "playable.throws", playable.plays_without_error),
    Check(0, "playable.ends", playable.ends),
    Check(1, "rules.conserved", rules.conserved),
    Check(1, "rules.replay", rules.replayed),
    Check(1, "rules.same-plays", rules.same_plays),
    Check(1, "rules.obligation", rules.obliged),
    Check(1, "rules.symmetry", rules.symmetric),
    Check(1, "rules.refusals", rules.refused),
    Check(1, "rules.outcomes", rules.outcomes),
    Check(1, "rules.cases", witnesses.cases_hold),
    Check(1, "rules.hook-cases", witnesses.hooks_have_cases),
    Check(1, "rules.coverage", witnesses.rules_fire),
    Check(1, "rules.options", options.options_have_witnesses),
    Check(2, "host.text", hosting.texts),
    Check(2, "host.json", hosting.states),
    Check(2, "host.id", hosting.ids),
    Check(2, "host.record", hosting.records),
    Check(2, "host.turn", hosting.turns),
    Check(2, "host.seed", hosting.same_seed),
    Check(3, "published.golden", publishing.golden),
    Check(3, "published.perft", publishing.perft_file),
    Check(3, "published.sources", publishing.sources),
    Check(3, "published.docs", publishing.docs),
)


def conform(
    spec: VariantSpec,
    *,
    level: int = 3,
    examples: int = 60,
    seed: int = 0,
    data: str | Path | None = None,
    made: str = "",
    told: Callable[[Result], None] = lambda result: None,
) -> Report:
    """Examine a variant up to a level, and stop after the first level that does not hold.

    `data`: the folder with the author's files (cases, golden game, counts); without it what rests on them is skipped.
    `made`: lines of Python that bind `spec` in pasted tests (default: from the registry). `told` is called with each
    result as soon as it is there. The same arguments give the same report.

    >>> from raceboard import Registry
    >>> report = conform(Registry.load().variant("hypergammon"), level=0, examples=5)
    >>> report.ok, [result.check for result in report.results]
    (True, ['playable.start', 'playable.throws', 'playable.ends'])
    """
    subject = _subject(spec, examples, seed, data, made)
    results: list[Result] = []
    for check in CHECKS:
        if check.level > level:
            break
        if any(one.findings.failures and one.level < check.level for one in results):
            return Report(spec.name, tuple(results), stopped=results[-1].level)
        results.append(run_check(subject, check))
        told(results[-1])
    return Report(spec.name, tuple(results))


def run_check(subject: Subject, check: Check) -> Result:
    """Run a check; an error that escapes from the variant, or from a file of its author, is a failure too."""
    begun = time.perf_counter()
    try:
        found = check.look(subject)
    except Exception as error:
        found = Findings((of_error(subject, check.name, error),))
    return Result(check.name, check.level, found, time.perf_counter() - begun)


def holds(
    name: str,
    spec: VariantSpec,
    *,
    examples: int = 60,
    seed: int = 0,
    data: str | Path | None = None,
) -> None:
    """Raise AssertionError with everything that one check finds; a pasted test calls it.

    >>> from raceboard import Registry
    >>> holds("published.sources", Registry.load().variant("backgammon"))
    """
    check = {check.name: check for check in CHECKS}[name]
    result = run_check(_subject(spec, examples, seed, data, ""), check)
    if result.findings.failures:
        raise AssertionError("\n".join(failure.what for failure in result.findings.failures))


def _subject(spec: VariantSpec, examples: int, seed: int, data: str | Path | None, made: str) -> Subject:
    published = None if data is None else Published.found(data, spec.name)
    return Subject(spec, made, published, examples, seed)
