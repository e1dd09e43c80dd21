"""What is generated from the code is what the code gives; `python tests/make_docs.py` writes it anew."""

from __future__ import annotations

from importlib import resources

import pytest

import make_docs
from raceboard.registry import Registry


@pytest.mark.wheel
@pytest.mark.parametrize(("package", "path"), make_docs.files())
def test_a_generated_file_is_up_to_date(package: str, path: str) -> None:
    """Each page of the reference, and the JSON Schema of rulesets."""
    file = resources.files(package) / path
    assert file.read_text(encoding="utf-8") == make_docs.files()[package, path]


def test_the_table_of_cube_rules_in_the_readme_is_up_to_date() -> None:
    """It is generated from the registered rules, not typed."""
    text = make_docs.README.read_text("utf-8")
    assert make_docs.readme(text, Registry.load().cube_rules) == text
