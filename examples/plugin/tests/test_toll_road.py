"""Toll Road is proved by the conformance kit; what the kit cannot know is told here."""

from __future__ import annotations

from pathlib import Path

from raceboard import Registry, Roll, explain
from raceboard.move import Step
from raceboard.testing import conform
from toll_road import TOLL_ROAD

DATA = Path(__file__).parent / "data"


def test_the_plugin_brings_the_game_and_both_tables() -> None:
    """A host that names this plugin alone gets nothing else."""
    registry = Registry.load(allow=["toll-road", "cube-rules"], strict=True)
    assert list(registry.variants) == ["toll-road"]
    assert list(registry.rulesets) == ["free-road", "toll-road"]


def test_the_game_conforms() -> None:
    """All four levels of the kit, with the cases, the golden game and the counts beside this file."""
    report = conform(TOLL_ROAD, data=DATA)
    assert report.ok, str(report)


def test_who_runs_past_the_toll_is_told_why() -> None:
    """The verdict carries the id of the rule."""
    verdict = explain(TOLL_ROAD, TOLL_ROAD.start, 0, Roll(4, 3), [Step(12, 4), Step(8, 3)])
    assert (verdict.ok, verdict.rule) == (False, "departure.toll")
