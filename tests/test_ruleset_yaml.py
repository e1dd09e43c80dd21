"""What YAML makes of a text, and what a ruleset file makes of YAML: every word means what it says."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from raceboard.errors import ConfigError, Problem
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.ruleset_file import Source, load_ruleset

REGISTRY = Registry.load()
LOADERS = [yaml.BaseLoader, *([yaml.CBaseLoader] if yaml.__with_libyaml__ else [])]

#: The first lines of a file; what a test adds begins on line 4.
HEAD = "raceboard: 1\nname: m\nextends: {}\n"


def loaded(text: str) -> Ruleset:
    """The ruleset of a text."""
    return load_ruleset(Source("m.yaml", text), REGISTRY)


def the_problem(text: str) -> Problem:
    """The only thing that is wrong with a text."""
    with pytest.raises(ConfigError) as caught:
        loaded(text)
    (problem,) = caught.value.problems
    return problem


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two readers of YAML."""
    monkeypatch.setattr("raceboard.yaml_text._LOADER", request.param)


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"),
    [
        ("", "empty", 1, 1, "the file is empty"),
        ("# nothing\n", "empty", 1, 1, "the file is empty"),
        ("---\n~\n", "empty", 1, 1, "the file is empty"),
        ("- a\n- b\n", "type", 1, 1, "a mapping of keys, not ['a', 'b']"),
        ("just words\n", "type", 1, 1, "a mapping of keys, not 'just words'"),
        ("a: 1\n---\nb: 2\n", "yaml", 2, 1, "another document"),
        ("a: b: c\n", "yaml", 1, 5, "not allowed here|not allowed in this context"),
        ("title: \x07\n", "yaml", 1, 8, "'\\\\x07' is not allowed"),
        ("a: &x [1]\nb: *x\n", "yaml", 2, 4, "an alias is not allowed"),
        ("a: &x\n  b: *x\n", "yaml", 2, 6, "an alias is not allowed"),
        ("a: !!python/object:os.system x\n", "yaml", 1, 4, "the tag tag:yaml.org,2002:python/object:os.system"),
        ("name: !!str 5\n", "yaml", 1, 7, "the tag tag:yaml.org,2002:str is not allowed"),
        ("a: " + "[" * 200 + "]" * 200 + "\n", "yaml", 1, 11, "nesting so deep is not allowed"),
        (
            "a:" + "".join(f"\n{' ' * depth}b:" for depth in range(1, 99)),
            "yaml",
            9,
            9,
            "nesting so deep is not allowed",
        ),
        ("a: " + "{b: " * 100 + "\n", "yaml", 1, 32, "nesting so deep is not allowed"),
    ],
)
def test_a_text_that_is_no_ruleset_is_one_problem_with_a_place(
    text: str, code: str, line: int, column: int, words: str
) -> None:
    """Whatever YAML makes of a text, it ends in a message."""
    problem = the_problem(text)
    assert (problem.code, problem.line, problem.column) == (code, line, column)
    assert any(part in problem.what.replace("\\", "\\\\") for part in words.split("|"))


@pytest.mark.usefixtures("_loader")
def test_a_tab_comes_with_what_to_do() -> None:
    """YAML's own words do not say that a tab is meant; elsewhere they stand alone."""
    assert the_problem("cube:\n\tjacoby: true\n").hint == "indent with spaces"
    assert the_problem("cube: {\n").hint == ""


@pytest.mark.usefixtures("_loader")
def test_no_depth_of_brackets_is_too_deep_for_an_answer() -> None:
    """Neither reader of YAML gets to the end of its stack."""
    assert the_problem("a: " + "[" * 200_000).code == "yaml"


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("line", "code", "path", "column"),
    [
        ("on: 1", "unknown-key", "on", 1),
        ("true: 1", "unknown-key", "true", 1),
        ("5: 1", "unknown-key", "5", 1),
        ("? [a, b]\n: 1", "unknown-key", "?", 3),
        ("<<: {cube: none}", "unknown-key", "<<", 1),
        ("cube:", "empty-value", "cube", 1),
        ("cube: null", "empty-value", "cube", 1),
        ("cube: {jacoby: }", "empty-value", "cube.jacoby", 8),
        ("name: n", "duplicate-key", "name", 1),
        ("scoring: {values: {single: 1, single: 2}}", "duplicate-key", "scoring.values.single", 31),
        ("session: {games: 1_000}", "type", "session.games", 18),
        ("session: {games: 010}", "type", "session.games", 18),
        ("session: {games: 0x1F}", "type", "session.games", 18),
        ("session: {games: 1.0}", "type", "session.games", 18),
        ('session: {games: "10"}', "type", "session.games", 18),
        ("session: {games: " + "9" * 5000 + "}", "type", "session.games", 18),
        ('cube: {jacoby: "true"}', "type", "cube.jacoby", 16),
        ("cube: {jacoby: True}", "type", "cube.jacoby", 16),
        ("cube: 5", "type", "cube", 7),
        ("session: [games]", "type", "session", 10),
        ("rules: [must.max_dice]", "type", "rules", 8),
        ("rules: {must.max_dice: [true]}", "type", "rules.must.max_dice", 24),
        ("scoring: {values: [1, [2], {a: 3}]}", "type", "scoring.values", 19),
        ("variant: 5", "type", "variant", 10),
        ("context: blitz", "enum", "context", 10),
        ("context: casual", "context-change", "context", 10),
        ("scoring: {values: {mars: 2}}", "enum", "scoring.values.mars", 20),
    ],
)
def test_a_word_means_what_it_says(line: str, code: str, path: str, column: int) -> None:
    """Only plain true, false, decimal integers and null are more than text, and each key is given once."""
    problem = the_problem(HEAD.format("money") + line + "\n")
    assert (problem.code, problem.path, problem.line, problem.column) == (code, path, 4, column)


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("raceboard: 1\nextends: money\n", "format", "name"),
        ("raceboard: 1\nname: m\nvariant: backgammon\n", "no-context", "context"),
        ("raceboard: 1\nname: m\ncontext: casual\n", "variant-unknown", "variant"),
        ("name: m\nextends: money\n", "format", "raceboard"),
    ],
)
def test_what_is_missing_is_named_at_the_start_of_the_file(text: str, code: str, path: str) -> None:
    """Format, name, context and variant cannot be guessed."""
    problem = the_problem(text)
    assert (problem.code, problem.path, problem.line, problem.column) == (code, path, 1, 1)


@pytest.mark.parametrize("name", ["My Club", "../club", "Club", "-club", "", "5"])
def test_names_are_small_letters_digits_and_hyphens(name: str) -> None:
    """A name can be a file name anywhere, and a parent is never looked for elsewhere."""
    plain = name if name == "5" else f'"{name}"'
    for path, text in (("name", f"name: {plain}\nextends: money\n"), ("extends", f"name: m\nextends: {plain}\n")):
        problem = the_problem(f"raceboard: 1\n{text}")
        assert (problem.code, problem.path) == ("type", path)


# ------------------------------------------------------------------------------------------------ anything at all

_LINES = sorted({line for path in REGISTRY.rulesets.values() for line in path.read_text(encoding="utf-8").splitlines()})
_BITS = [
    "true",
    "on",
    "~",
    "none",
    "-1",
    "010",
    "2:00",
    "&a",
    "*a",
    "!!int",
    "<<:",
    "[1, ]",
    "{a: b}",
    "'",
    "|",
    "\t",
    "é",
]


def _texts() -> st.SearchStrategy[str]:
    line = st.sampled_from(_LINES) | st.builds(
        "{}{}: {}".format, st.sampled_from(["", "  "]), st.sampled_from(_BITS), st.sampled_from(_BITS)
    )
    return st.lists(line, max_size=12).map("\n".join) | st.lists(line, max_size=12).map(
        (HEAD.format("money") + "{}").format
    )


@given(_texts() | st.text())
def test_any_text_is_a_ruleset_or_a_list_of_problems(text: str) -> None:
    """Nothing else escapes, and every problem has a place in the file and prints."""
    problems: tuple[Problem, ...] = ()
    try:
        rules = loaded(text)
    except ConfigError as error:
        problems = error.problems
    else:
        assert rules.digest
        return
    assert problems
    assert [str(problem) for problem in problems if problem.file == "m.yaml" and not problem.line] == []
