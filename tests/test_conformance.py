"""The conformance kit: every variant that we ship conforms, and every broken one is caught where that is promised."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import attrs
import pytest

from broken_variants import BROKEN, HONEST, Broken
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.registry import Registry
from raceboard.side import Side
from raceboard.spec import (
    BearOff,
    Departure,
    Finish,
    Hooks,
    Landing,
    Limit,
    Obligation,
    Program,
    Release,
    Reserve,
    Run,
    VariantSpec,
)
from raceboard.testing.conformance import CHECKS, conform, run_check
from raceboard.testing.counts import perft_text, write_perft
from raceboard.testing.golden import write_golden
from raceboard.testing.report import Report
from raceboard.testing.subject import Published, Subject
from raceboard.track import Region
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

TESTS = Path(__file__).parent
VARIANTS = Registry.load().variants

#: Situations of each check; with the environment variable a long run.
EXAMPLES = 300 if os.environ.get("RACEBOARD_LONG") else 10


# -- Ours --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_conforms_at_all_levels(name: str) -> None:
    """From playable to published."""
    report = conform(VARIANTS[name], examples=EXAMPLES, data=TESTS)
    report.raise_failures()
    assert {result.check for result in report.results} == {check.name for check in CHECKS}


# -- Broken variants ---------------------------------------------------------------------------------------------------


def _publish(broken: Broken, folder: Path) -> Path:
    """The files of an author: cases, golden game, counts."""
    spec = broken.spec
    (folder / f"{spec.name}.yaml").write_text(broken.cases, encoding="utf-8")
    if broken.level > 2:
        write_golden(broken.golden_of or spec, folder / f"{spec.name}.jsonl")
        write_perft(spec, folder / f"{spec.name}.perft")
    if broken.counted is not None:
        text = perft_text(spec, 1).replace("perft 1 ", f"perft 1 {broken.counted}") + "perft 2 1000000\n"
        (folder / f"{spec.name}.perft").write_text(text, encoding="utf-8")
    return folder


def _examined(broken: Broken, folder: Path) -> Report:
    name = broken.spec.name
    made = f'from broken_variants import BROKEN\nspec = BROKEN["{name}"].spec'
    return conform(broken.spec, examples=12, data=_publish(broken, folder), made=made)


def test_a_variant_without_a_fault_conforms(tmp_path: Path) -> None:
    """What the broken ones are made from has no fault of its own."""
    report = _examined(Broken(HONEST, "", 3, frozenset()), tmp_path)
    report.raise_failures()
    assert report.results[-1].level == 3
    assert report.stopped is None


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_variant_is_caught_at_the_level_that_promises_it(name: str, tmp_path: Path) -> None:
    """By the checks that promise it and by no other; levels above are not looked at; the pasted tests fail too."""
    broken = BROKEN[name]
    report = _examined(broken, tmp_path)
    assert {result.check for result in report.failed} == broken.checks, str(report)
    assert {result.level for result in report.failed} == {broken.level}
    assert report.stopped == (broken.level if broken.level < 3 else None)
    failures = [failure for result in report.failed for failure in result.findings.failures]
    for failure in failures:
        assert failure.what in str(report)
        with pytest.raises((AssertionError, IndexError)) as raised:
            _paste(failure.test)
        assert failure.what in f"{type(raised.value).__name__}: {raised.value}" or broken.is_random


def _paste(text: str) -> None:
    """Run a test that was printed, as a file of its own would."""
    scope: dict[str, object] = {}
    exec(compile(text, "<pasted>", "exec"), scope)
    (test,) = [thing for name, thing in scope.items() if name.startswith("test_")]
    assert callable(test)
    test()


def test_each_level_catches_several_faults() -> None:
    """A dozen and more, spread over the levels."""
    levels = [broken.level for broken in BROKEN.values()]
    assert len(levels) >= 12
    assert min(map(levels.count, range(4))) >= 2


def test_the_smallest_case_is_printed() -> None:
    """The position of a pasted test has been shrunk: of two seats that see no home alike, one checker is enough."""
    report = conform(BROKEN["asymmetric-regions"].spec, level=1, examples=60)
    (failure,) = next(result for result in report.failed if result.check == "rules.symmetry").findings.failures
    (line,) = [line for line in failure.test.splitlines() if "Position.parse" in line]
    assert line.count(":") <= 6


# -- The flagships with one rule bent ----------------------------------------------------------------------------------


def _lower_die(
    spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
) -> Sequence[Play] | None:
    """Of single dice the lower."""
    dice = {play.steps[0].die for play in plays if len(play.steps) == 1}
    return [play for play in plays if len(play.steps) == 1 and play.steps[0].die == min(dice)] if dice else None


def _game_head(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """Nobody leaves the head while another who did is on the way."""
    return "departure.head" if step.source == 24 and any(position.counts(side)[7:24]) else None


def _no_six(
    spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
) -> Sequence[Play] | None:
    """Walls of six are taken out of the finished list."""
    return [play for play in plays if "######" not in _held(play.result, side)]


def _held(position: Position, side: Side) -> str:
    return "".join(".#"[count > 0] for count in position.counts(side)[1:25])


#: Groups of both flagships, each with one rule bent.
_SHARED: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "no duty to play both dice": {"obligation": Obligation(max_dice=False)},
        "either die when one can be played": {"obligation": Obligation(higher_die=False)},
        "the lower die": {"obligation": Obligation(higher_die=False), "hooks": Hooks(filter_plays=_lower_die)},
        "oversize dice from any point": {"bear_off": BearOff(overshoot="any")},
        "exact dice only": {"bear_off": BearOff(overshoot="exact")},
        "doubles twice": {"program": Program(doubles=2)},
    }
)
_BENT: Mapping[str, Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "backgammon": {
            **_SHARED,
            "bar not first": {"entry": (Reserve("bar", first=False),)},
            "one checker closes a point": {"landing": Landing(block=1)},
            "two checkers close no point": {"landing": Landing(block=3)},
            "nobody is hit": {"landing": Landing(contact="forbid")},
            "off from anywhere": {"regions": (Region("home", 1, 24),)},
            "no gammon": {"finish": Finish(levels=BACKGAMMON.finish.levels[:1])},
            "no backgammon": {"finish": Finish(levels=BACKGAMMON.finish.levels[:2])},
        },
        "long-nardy": {
            **_SHARED,
            "head per game": {"departure": Departure(), "hooks": Hooks(allow_step=_game_head)},
            "head free": {"departure": Departure()},
            "no exception in the first turn": {"departure": Departure((Limit("head", 1),))},
            "exception for every double": {"departure": Departure((Limit("head", 1, Release("any")),))},
            "exception in every turn": {"departure": Departure((Limit("head", 1, Release((3, 4, 6), turns="any")),))},
            "wall filtered afterwards": {"formation": (), "hooks": Hooks(filter_plays=_no_six)},
            "wall at the end of the turn": {"formation": (Run(check="end_of_turn"),)},
            "wall whoever is past it": {"formation": (Run(permit="never"),)},
            "no wall": {"formation": ()},
            "two checkers close a point": {"landing": Landing(block=2, contact="pin")},
            "no mars": {"finish": Finish(levels=LONG_NARDY.finish.levels[:1])},
        },
    }
)


def _bent() -> Iterator[tuple[VariantSpec, str]]:
    for spec in (BACKGAMMON, LONG_NARDY):
        for words, changes in _BENT[spec.name].items():
            yield attrs.evolve(spec, **changes), words  # type: ignore[arg-type]  # groups by their names


@pytest.mark.parametrize(("spec", "words"), [pytest.param(*one, id=f"{one[0].name}: {one[1]}") for one in _bent()])
def test_a_flagship_with_one_rule_bent_is_caught(spec: VariantSpec, words: str) -> None:
    """Its own published cases say so, each in the words of the rule that was bent."""
    subject = Subject(spec, published=Published.found(TESTS, spec.name))
    checks = {check.name: check for check in CHECKS}
    assert run_check(subject, checks["rules.cases"]).status == "failed"


@pytest.mark.parametrize("spec", [BACKGAMMON, LONG_NARDY], ids=["backgammon", "long-nardy"])
def test_golden_game_and_counts_catch_most_bent_rules_too(spec: VariantSpec) -> None:
    """What shows itself in a game, or in the counts from the published positions."""
    checks = [check for check in CHECKS if check.name in ("published.golden", "published.perft")]
    caught = [
        words
        for bent, words in _bent()
        if bent.name == spec.name
        for subject in [Subject(bent, published=Published.found(TESTS, spec.name))]
        if any(run_check(subject, check).status == "failed" for check in checks)
    ]
    assert len(caught) > len(_BENT[spec.name]) / 2, caught
