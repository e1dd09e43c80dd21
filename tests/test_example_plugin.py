"""The example of a plugin package is what its README builds, and it conforms to the last level."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plugin_tools import package
from raceboard import Registry
from raceboard.testing import conform
from test_readme import ROOT, blocks

EXAMPLE = ROOT / "examples" / "plugin"
README = EXAMPLE / "README.md"


@pytest.fixture
def toll_road(tmp_path: Path) -> Iterator[Registry]:
    """A registry of a host that has installed the package and names it."""
    with package(EXAMPLE, tmp_path):
        yield Registry.load(allow=["toll-road", "cube-rules"], strict=True)


def test_the_readme_builds_the_files() -> None:
    """The blocks of a file, one after the other, are the file; what is no file here, a reader writes."""
    parts: dict[str, list[str]] = {}
    for language in ("python", "toml", "yaml"):
        for name, text in blocks(README, language):
            if name:
                parts.setdefault(name, []).append(text.strip())
    assert {"pyproject.toml", "src/toll_road/__init__.py", "tests/test_toll_road.py"} <= parts.keys()
    for name, texts in parts.items():
        if (EXAMPLE / name).exists():
            squeezed = "\n\n".join((EXAMPLE / name).read_text("utf-8").replace("\n\n\n", "\n\n").split("\n\n"))
            assert "\n\n".join(texts).replace("\n\n\n", "\n\n") == squeezed.strip()


def test_the_example_brings_one_game_and_two_tables(toll_road: Registry) -> None:
    """Nothing else is loaded for a host that names it."""
    assert list(toll_road.variants) == ["toll-road"]
    assert list(toll_road.rulesets) == ["free-road", "toll-road"]
    assert toll_road.ruleset("free-road").spec.hooks.allow_step is None


def test_the_example_conforms_to_level_three(toll_road: Registry) -> None:
    """With its cases, its golden game and its counts."""
    report = conform(toll_road.variant("toll-road"), examples=15, data=EXAMPLE / "tests" / "data")
    assert report.ok, str(report)
