"""Ruleset files: every mistake at its place, and nothing that reads as something else than what it says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from raceboard.errors import ConfigError, Problem
from raceboard.registry import Registry
from raceboard.ruleset import Place, Ruleset
from raceboard.ruleset_file import Source, load_ruleset

REGISTRY = Registry.load()
CASES = yaml.safe_load((Path(__file__).parent / "data" / "cube_cases.yaml").read_text(encoding="utf-8"))["cases"]
CONFIG = [case for case in CASES if case.get("kind") == "config"]
LOADERS = [yaml.BaseLoader, *([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])]

#: The first lines of a file; what a test adds begins on line 4.
HEAD = "raceboard: 1\nname: m\nextends: {}\n"


def loaded(text: str, file: str = "m.yaml") -> Ruleset:
    """The ruleset of a text."""
    return load_ruleset(Source(file, text), REGISTRY)


def refused(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text."""
    with pytest.raises(ConfigError) as caught:
        loaded(text)
    return caught.value.problems


def the_problem(text: str) -> Problem:
    """The only thing that is wrong with a text."""
    (problem,) = refused(text)
    return problem


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two readers of YAML."""
    monkeypatch.setattr("raceboard.yaml_text._LOADER", request.param)


# ------------------------------------------------------------------------------------------------ the worked cases


def _load_case(case: Mapping[str, Any]) -> Ruleset:
    for name, text in case["files"].items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    name = case["load"]
    shipped = REGISTRY.rulesets.get(name)
    return load_ruleset(Source.shipped(name, shipped) if shipped else f"{name}.yaml", REGISTRY)


def test_all_worked_cases_of_files_are_here() -> None:
    """None is left out."""
    assert len(CONFIG) == 34


@pytest.mark.usefixtures("folder", "_loader")
@pytest.mark.parametrize("case", [case for case in CONFIG if "errors" in case["expect"]], ids=lambda case: case["id"])
def test_a_worked_case_is_refused_with_these_problems(case: Mapping[str, Any]) -> None:
    """Code, path, file, line, column and words of every problem, and no further one."""
    with pytest.raises(ConfigError) as caught:
        _load_case(case)
    wanted = case["expect"]["errors"]
    assert len(caught.value.problems) == len(wanted)
    for problem, want in zip(caught.value.problems, wanted, strict=True):
        assert want.pop("message", "") in str(problem)
        assert {key: getattr(problem, key) for key in want} == want


@pytest.mark.usefixtures("folder", "_loader")
@pytest.mark.parametrize("case", [case for case in CONFIG if "resolved" in case["expect"]], ids=lambda case: case["id"])
def test_a_worked_case_resolves_to_these_values(case: Mapping[str, Any]) -> None:
    """The value of every key that the case names."""
    rules = _load_case(case)
    header = {"context": rules.context, "variant": rules.variant}
    wanted = case["expect"]["resolved"]
    assert {key: header[key] if key in header else rules[key] for key in wanted} == wanted


# ------------------------------------------------------------------------------------------------ messages


def test_a_problem_reads_as_the_specification_prints_it() -> None:
    """Place, code, path, what and why in one line, then the hint; all problems of a file at once, in its order."""
    body = "cube:\n  jacoby: true\n  crawford: yes\n  holand: two_each\n"
    with pytest.raises(ConfigError) as caught:
        loaded(HEAD.format("match") + body, "club.yaml")
    assert str(caught.value).splitlines() == [
        "club.yaml:5:11: error[context-forbids]: cube.jacoby: is true, but this is a match ruleset; "
        "the Jacoby rule exists only in money play; in a match every gammon counts",
        "    hint: remove the line or extend a money ruleset",
        "club.yaml:6:13: error[type]: cube.crawford: takes true or false, not 'yes'",
        "    hint: write true",
        "club.yaml:7:3: error[unknown-key]: cube.holand: is not a ruleset key",
        "    hint: did you mean cube.holland?",
    ]


def test_the_place_is_in_the_users_file_and_inherited_lines_are_notes() -> None:
    """The path complains wherever it was written; the user sees the line that he can change."""
    text = HEAD.format("money-jacoby-beavers") + "cube:\n  beaver: false\n  further_redoubles: 0\n"
    assert str(the_problem(text)).splitlines() == [
        "m.yaml:5:11: error[needs]: cube.raccoon: a raccoon answers a beaver, so cube.beaver must be true",
        "    money-jacoby-beavers.yaml:11:12: note: cube.raccoon is set here",
        "    hint: add beaver: true",
    ]
    assert str(the_problem(HEAD.format("match") + "variant: long-nardy\n")).splitlines() == [
        "m.yaml:4:10: error[variant-forbids]: cube: the variant long-nardy is played without a doubling cube",
        "    match.yaml:14:1: note: the cube is switched on here",
        "    hint: write cube: none",
    ]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("cube.jacoby: true", "write jacoby inside the section cube"),
        ("jacoby: true", "did you mean cube.jacoby?"),
        ("session: {length: 5}", "did you mean match.length?"),
        ("clocks: none", "did you mean clock?"),
        ("zzz: 1", "known here: raceboard, name, title, extends, context, variant, session"),
        ("house: {zzz: 1}", "known here: max_stack"),
        ("clock: off", "write clock: none"),
        ("table: false", "write table: strict"),
        ("forfeit: {on_leave: no}", "write none"),
        ("title: 2024", "put it in quotes"),
        ("rules: {must: {max_dice: true}}", "options are one flat mapping: write must.max_dice"),
        ("rules: {must.max_die: true}", "did you mean must.max_dice?"),
        ("variant: backgamon", "did you mean backgammon?"),
        ("scoring: {highest: gamon}", "did you mean gammon?"),
    ],
)
def test_a_mistake_comes_with_what_was_probably_meant(line: str, hint: str) -> None:
    """A near word, the right section, or the list of what is known."""
    assert the_problem(HEAD.format("money") + line + "\n").hint.startswith(hint)


# ------------------------------------------------------------------------------------------------ files and parents


def _write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name.replace('_', '-')}.yaml").write_text(text, encoding="utf-8")


def test_a_file_that_cannot_be_read_is_a_problem_of_that_file(folder: Path) -> None:
    """Missing, a folder, or no UTF-8: the label is the path as it was given."""
    (folder / "dir.yaml").mkdir()
    (folder / "latin.yaml").write_bytes("raceboard: 1\ntitle: caf\xe9\n".encode("latin-1"))
    (folder / "wide.yaml").write_bytes("raceboard: 1\n".encode("utf-16"))
    for name, place in (
        ("gone.yaml", "./gone.yaml"),
        ("dir.yaml", "./dir.yaml"),
        ("latin.yaml", "./latin.yaml:2:11"),
        ("wide.yaml", "./wide.yaml:1:1"),
    ):
        with pytest.raises(ConfigError) as caught:
            load_ruleset(f"./{name}", REGISTRY)
        (problem,) = caught.value.problems
        assert problem.place == place
        assert problem.code in ("unreadable", "yaml")


def test_a_mark_of_the_byte_order_changes_no_column(folder: Path) -> None:
    """Some editors write one."""
    (folder / "bom.yaml").write_bytes(b"\xef\xbb\xbfraceboard: 2\n")
    with pytest.raises(ConfigError, match=r"bom\.yaml:1:12: error\[format\]"):
        load_ruleset(folder / "bom.yaml", REGISTRY)


def test_a_parent_is_looked_for_beside_the_file_first(folder: Path) -> None:
    """A file of the user's goes before a shipped one of that name, and is named as the user's path is."""
    sub = folder / "sub"
    sub.mkdir()
    _write(sub, club=HEAD.format("usbgf-match"), usbgf_match="raceboard: 1\nname: own\nextends: money\n")
    rules = load_ruleset("sub/club.yaml", REGISTRY)
    assert rules.context == "money"
    _write(sub, usbgf_match="raceboard: 1\nname: own\nextends: money\ncube: {max: 3}\n")
    with pytest.raises(ConfigError, match=rf"^sub{os.sep}usbgf-match\.yaml:4:13: error\[range\]: cube\.max"):
        load_ruleset(f"sub{os.sep}club.yaml", REGISTRY)


def test_a_file_may_have_the_name_of_a_shipped_ancestor(folder: Path) -> None:
    """Two files of one name are two files: no circle, and two labels."""
    _write(folder, match=HEAD.format("usbgf-match") + "match: {length: 3}\n")
    rules = load_ruleset("match.yaml", REGISTRY)
    assert rules["match.length"] == 3
    assert rules.origins["match.length"] == Place("match.yaml", 4, 17)
    assert rules.origins["cube"].file == str(REGISTRY.rulesets["match"])


def test_a_file_that_extends_itself_is_a_circle(folder: Path) -> None:
    """However the path is written."""
    _write(folder, a="raceboard: 1\nname: a\nextends: a\n")
    with pytest.raises(ConfigError, match=r"^\./a\.yaml:3:10: error\[extends-cycle\]: extends: .*: a -> a\n"):
        load_ruleset("./a.yaml", REGISTRY)


def test_the_mistakes_of_a_parent_are_reported_with_those_of_the_child(folder: Path) -> None:
    """One run shows everything that has to be mended, each in its file; a broken parent breaks no report."""
    _write(folder, child=HEAD.format("parent") + "cube: {jacobi: true}\n")
    _write(folder, parent=HEAD.format("money") + "cube: {jacoby: maybe}\n")
    with pytest.raises(ConfigError) as caught:
        load_ruleset("child.yaml", REGISTRY)
    assert [problem.place for problem in caught.value.problems] == ["child.yaml:4:8", "parent.yaml:4:16"]
    _write(folder, parent="raceboard: [\n")
    with pytest.raises(ConfigError) as caught:
        load_ruleset("child.yaml", REGISTRY)
    assert [problem.code for problem in caught.value.problems] == ["unknown-key", "yaml"]


def test_an_unreadable_parent_names_the_line_that_wants_it(folder: Path) -> None:
    """The file cannot be read; the note says who asked for it."""
    _write(folder, child=HEAD.format("parent"))
    (folder / "parent.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"parent\.yaml:1:1: error\[yaml\](.|\n)*child\.yaml:3:10: note"):
        load_ruleset("child.yaml", REGISTRY)


def test_another_variant_drops_the_options_of_the_parent_and_an_alias_keeps_them(folder: Path) -> None:
    """Options belong to their variant (DECISIONS 11)."""
    _write(folder, parent=HEAD.format("azerbaijan") + "rules: {wall.length: 5}\n")
    _write(folder, same=HEAD.format("parent") + "variant: Narde\n")
    _write(
        folder, other=HEAD.format("parent") + "variant: backgammon\nscoring: {highest: gammon, values: {gammon: 3}}\n"
    )
    same, other = (load_ruleset(f"{name}.yaml", REGISTRY) for name in ("same", "other"))
    assert (same.variant, same.rules["head.first.rolls"], same.rules["wall.length"]) == ("long-nardy", (4, 6), 5)
    assert same.origins["rules.wall.length"] == Place("parent.yaml", 4, 22)
    assert (other.variant, other.spec) == ("backgammon", REGISTRY.variant("backgammon"))


def test_a_level_that_another_variant_lacks_is_blamed_on_the_line_that_changes_it() -> None:
    """The inherited line becomes the note."""
    problems = refused(HEAD.format("nardy-federation") + "variant: backgammon\n")
    assert [(problem.path, problem.place) for problem in problems] == [
        ("scoring.highest", "m.yaml:4:10"),
        ("scoring.values.mars", "m.yaml:4:10"),
        ("scoring.values.oyn", "m.yaml:4:10"),
    ]
    assert "nardy-federation.yaml:" in problems[0].notes[0]


def test_each_value_keeps_the_place_where_it_was_written() -> None:
    """The child's line, the parent's, or none."""
    rules = loaded(HEAD.format("usbgf-match") + "match:\n  length: 9\n")
    assert rules.origins["match.length"] == Place("m.yaml", 5, 11)
    assert str(rules.origins["clock.delay_s"]) == "usbgf-match.yaml:15:12"
    assert str(rules.origins["cube.crawford"]) == "match.yaml:16:13"
    assert str(rules.origins["clock.reserve_s"]) == "default"


def test_a_title_is_not_inherited() -> None:
    """A club's table is not the federation's; without a title of its own it is called by its name."""
    assert loaded(HEAD.format("usbgf-match")).title == "m"
    assert loaded(HEAD.format("usbgf-match") + "title: Friday evening\n").title == "Friday evening"


def test_a_ruleset_in_a_rotation_must_exist() -> None:
    """A name that leads nowhere is found before the match begins."""
    problem = the_problem(HEAD.format("match") + "match: {rotation: [nardeon, gorgia]}\n")
    assert (problem.code, problem.path, problem.column) == ("enum", "match.rotation", 19)
    assert problem.hint == "did you mean georgia?"
