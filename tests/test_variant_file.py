"""Variants as YAML: what a file changes, which mistakes are told where, and where such a file can be named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

from raceboard import ConfigError, Registry, Session, hookimpl, hookspecs
from raceboard.cli.main import main
from raceboard.variant_file import load_variant
from raceboard.yaml_text import Source

DATA = Path(__file__).parent / "data" / "variants"
GOOD: list[dict[str, Any]] = yaml.safe_load((DATA / "good.yaml").read_text("utf-8"))
BAD: list[dict[str, Any]] = yaml.safe_load((DATA / "bad.yaml").read_text("utf-8"))
REGISTRY = Registry.load()
BACKGAMMON = REGISTRY.variant("backgammon")

NEAR = "raceboard: 1\nvariant: near\nparent: backgammon\nsetup: {6: 3}\nlanding: {block: 3}\n"


def _get(thing: object, path: str) -> object:
    for name in path.split("."):
        thing = thing[int(name)] if isinstance(thing, tuple) else getattr(thing, name)
    return thing


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case["id"])
def test_a_file_changes_what_it_says(case: dict[str, Any]) -> None:
    """Each case with the values that the spec must have."""
    spec = load_variant(Source("good.yaml", case["text"]), REGISTRY)
    assert {path: str(_get(spec, path)) for path in case["spec"]} == case["spec"]


def test_a_file_changes_nothing_else() -> None:
    """All other groups are the parent's; names, titles and aliases are the own ones."""
    spec = load_variant(Source("near.yaml", NEAR), REGISTRY)
    own = {"name", "title", "summary", "aliases", "setup", "landing"}
    fields = [field.name for field in attrs.fields(type(spec)) if field.init]
    assert [name for name in fields if getattr(spec, name) != getattr(BACKGAMMON, name)] == [
        name for name in fields if name in own - {"summary"} or (name == "summary" and BACKGAMMON.summary)
    ]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["id"])
def test_every_mistake_of_a_file_is_told_with_its_place(case: dict[str, Any]) -> None:
    """All at once, and no other; each with words that say what is wrong."""
    with pytest.raises(ConfigError) as caught:
        load_variant(Source("bad.yaml", case["text"]), REGISTRY)
    told = [f"{one.line}:{one.column}: error[{one.code}]: {one.path}" for one in caught.value.problems]
    assert told == case["problems"]
    assert all(one.what for one in caught.value.problems)


@pytest.mark.parametrize("name", REGISTRY.variants)
def test_a_child_that_changes_nothing_is_its_parent(name: str) -> None:
    """With all its options, of every variant that is installed."""
    parent = REGISTRY.variant(name)
    spec = load_variant(Source("same.yaml", f"raceboard: 1\nvariant: same\nparent: {name}\n"), REGISTRY)
    assert attrs.evolve(spec, title=parent.title, summary=parent.summary) == attrs.evolve(
        parent, name="same", aliases=()
    )


def test_options_keep_up_with_what_the_file_says() -> None:
    """The default is what the file has written, and an option that can do nothing any more is gone."""
    text = "raceboard: 1\nvariant: x\nparent: backgammon\nbear_off: {overshoot: exact}\n"
    spec = load_variant(Source("x.yaml", text), REGISTRY)
    option = spec.option("bear_off.overshoot")
    assert (option.default, option.apply(spec, option.default)) == ("exact", spec)
    endless = "raceboard: 1\nvariant: x\nparent: backgammon\nbear_off: none\nfinish: {goal: home}\n"
    keys = [one.key for one in load_variant(Source("x.yaml", endless), REGISTRY).options]
    assert "must.max_dice" in keys
    assert not [key for key in keys if key.startswith("bear_off.")]


@pytest.mark.parametrize(("written", "kept"), [("none", []), ("[must.max_dice]", ["must.max_dice"])])
def test_a_file_may_say_which_options_it_keeps(written: str, kept: list[str]) -> None:
    """Those that it names, or none."""
    text = f"raceboard: 1\nvariant: x\nparent: backgammon\noptions: {written}\n"
    assert [one.key for one in load_variant(Source("x.yaml", text), REGISTRY).options] == kept


def test_a_parent_may_be_a_file_beside_it(tmp_path: Path) -> None:
    """Its mistakes are told at their place, with a note; a circle is one."""
    (tmp_path / "near.yaml").write_text(NEAR)
    child = tmp_path / "child.yaml"
    child.write_text("raceboard: 1\nvariant: child\nparent: near.yaml\ncube: false\n")
    spec = REGISTRY.variant(child)
    assert (spec.landing.block, spec.cube, spec.start.text()) == (3, False, "6:3 / 6:3")
    (tmp_path / "near.yaml").write_text(NEAR.replace("3}\nl", "x}\nl"))
    with pytest.raises(ConfigError, match=r"near\.yaml:4:12: error\[type\]: setup\.6.*\n.*child\.yaml:3:9: note"):
        REGISTRY.variant(child)
    (tmp_path / "near.yaml").write_text(NEAR.replace("backgammon", "child.yaml"))
    with pytest.raises(ConfigError, match=r"error\[parent-cycle\]: parent: child\.yaml is a child of this file"):
        REGISTRY.variant(child)


def test_a_ruleset_plays_the_variant_of_a_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the program runs; the options of the parent can be set."""
    (tmp_path / "near.yaml").write_text(NEAR)
    table = tmp_path / "table.yaml"
    table.write_text(
        "raceboard: 1\nname: table\ncontext: casual\nvariant: near.yaml\nrules: {bear_off.overshoot: exact}\n"
    )
    monkeypatch.chdir(tmp_path.parent)
    rules = REGISTRY.ruleset(table)
    assert (rules.variant, rules.spec.landing.block, rules.spec.bear_off.overshoot) == ("near", 3, "exact")  # type: ignore[union-attr]
    assert Session.start(rules).game.position.text() == "6:3 / 6:3"
    (tmp_path / "near.yaml").write_text(NEAR.replace("block", "blok"))
    with pytest.raises(ConfigError) as caught:
        REGISTRY.ruleset(table)
    (problem,) = caught.value.problems
    assert (Path(problem.file).name, problem.line, problem.path) == ("near.yaml", 5, "landing.blok")
    assert re.search(r"table\.yaml:4:10: note: it is the variant of this ruleset", problem.notes[0])


def test_a_plugin_registers_a_file(tmp_path: Path) -> None:
    """Then it has a name like any other."""
    file = tmp_path / "near.yaml"
    file.write_text(NEAR)

    class Plugin:
        @hookimpl
        def raceboard_register_variants(self, register: hookspecs.RegisterVariant) -> None:
            """Bring it."""
            register(load_variant(file, REGISTRY))

    registry = Registry.load([("near", Plugin())])
    assert registry.variant("near").landing.block == 3


def test_commands_that_take_a_variant_take_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`plays`, `perft`, `rules`, `check`; a mistake ends them with status 2, and `check` with 1."""
    monkeypatch.chdir(tmp_path)
    Path("near.yaml").write_text(NEAR)
    assert main(["plays", "--variant", "near.yaml", "--roll", "2-1"]) == 0
    assert main(["perft", "--variant", "near.yaml", "--depth", "1"]) == 0
    assert main(["rules", "near.yaml"]) == 0
    assert main(["check", "near.yaml"]) == 0
    printed = capsys.readouterr().out
    assert "near, depth 1: " in printed
    assert printed.endswith("near.yaml: ok: the variant near\n")
    Path("near.yaml").write_text(NEAR.replace("block", "blok"))
    assert main(["plays", "--variant", "near.yaml", "--roll", "2-1"]) == 2
    assert "near.yaml:5:11: error[unknown-key]: landing.blok" in capsys.readouterr().err
    assert main(["check", "near.yaml"]) == 1
    assert main(["plays", "--variant", "gone.yaml", "--roll", "2-1"]) == 2
    assert "gone.yaml: error[unreadable]" in capsys.readouterr().err
