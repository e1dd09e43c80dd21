"""The generated pages of the reference are those that the code gives."""

from __future__ import annotations

from importlib import resources

import pytest

import make_docs

pytestmark = pytest.mark.wheel


@pytest.mark.parametrize("name", make_docs.pages())
def test_a_generated_page_is_up_to_date(name: str) -> None:
    """Write the pages anew with `python tests/make_docs.py`."""
    page = resources.files("raceboard") / "docs" / name
    assert page.read_text(encoding="utf-8") == make_docs.pages()[name]
