"""What is generated from the code is what the code gives; `python tests/make_docs.py` writes it anew."""

from __future__ import annotations

import inspect
import re
from importlib import resources

import attrs
import pytest

import make_docs
from raceboard import groups, hookspecs, variant_file
from raceboard.registry import Registry
from raceboard.spec import VariantSpec


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


@pytest.mark.parametrize("one", make_docs.SPEC_CLASSES, ids=lambda one: one.__name__)
def test_every_field_of_every_group_is_documented(one: type) -> None:
    """Its name stands in the docstring of its class, and in the reference."""
    doc, page = inspect.getdoc(one) or "", make_docs.spec_page()
    fields = [field.name for field in attrs.fields(one) if field.init]
    assert [name for name in fields if f"`{name}`" not in doc] == []
    assert [name for name in fields if f"\n| `{name}` |" not in page] == []


def test_every_class_that_a_spec_can_hold_is_in_the_reference() -> None:
    """A new group, or a new part of one, is documented by itself."""
    found: set[type] = set()
    waiting: list[type] = [VariantSpec]
    while waiting:
        one = waiting.pop()
        found.add(one)
        text = " ".join(str(field.type) for field in attrs.fields(one))
        named = [other for other in make_docs.SPEC_CLASSES if other.__name__ in text and other not in found]
        waiting += [*named, *(getattr(groups, name) for name in groups.__all__ if name in text)]
        waiting = [other for other in dict.fromkeys(waiting) if other not in found]
    assert found == set(make_docs.SPEC_CLASSES)


def test_every_hook_is_in_the_reference() -> None:
    """The seven of a variant with what they are given, and those of a plugin with an example."""
    page = make_docs.hooks_page()
    protocols = make_docs.hook_protocols()
    assert len(protocols) == 7
    for name, one in protocols.items():
        assert f"### {name}\n\n```python\n{name}(spec: VariantSpec, position: Position, side: Side" in page
        assert make_docs.first_line(one) in page
    hooks = [name for name in vars(hookspecs) if name.startswith("raceboard_")]
    assert sorted(hooks) == sorted(make_docs.plugin_hooks())
    for name in hooks:
        section = page.partition(f"### {name}\n")[2].partition("\n### ")[0]
        assert "`register`: " in section
        assert "def raceboard_register_" in section


def test_all_that_a_hook_is_given_or_gives_is_in_the_reference() -> None:
    """Every class of a signature, and every class of its fields, with the module that has it."""
    page = make_docs.hook_values_section()
    signatures = [str(inspect.signature(one.__call__)) for one in make_docs.hook_protocols().values()]
    fields = [str(kind) for one in make_docs.HOOK_VALUES for kind in one.__annotations__.values()]
    named = set(re.findall(r"\b[A-Z]\w+", " ".join([*signatures, *fields])))
    assert {"Stage", "Meeting", "Outcome"} <= named
    for name in named - {"None", "Iterable", "Sequence", "VariantSpec"}:
        assert re.search(rf"\n### {name}\n\n`from raceboard\.\w+ import {name}`\n\n\w", page), name


@pytest.mark.parametrize("one", make_docs.HOOK_VALUES, ids=lambda one: one.__name__)
def test_every_field_and_question_of_what_a_hook_is_given_is_documented(one: type) -> None:
    """The field in the docstring of its class and in the table; the methods below it."""
    doc = inspect.getdoc(one) or ""
    section = make_docs.hook_values_section().partition(f"\n### {one.__name__}\n")[2].partition("\n### ")[0]
    fields = [field.name for field in attrs.fields(one)]
    given = [field.name for field in attrs.fields(one) if field.init]
    assert [name for name in fields if f"`{name}`" not in doc] == []
    assert [name for name in given if f"\n| `{name}` | `" not in section] == []
    public = [name for name in vars(one) if not name.startswith("_") and name not in fields]
    assert [name for name in public if not re.search(rf"\n- `(\w+\.)?{name}(\(.*\))?`: \w", section)] == []


def test_every_key_of_a_variant_file_is_in_the_reference() -> None:
    """With what it takes."""
    page = make_docs.variant_file_page()
    keys = (*variant_file.HEADER, *variant_file.GROUPS)
    assert [key for key in keys if f"\n| `{key}` | " not in page] == []
