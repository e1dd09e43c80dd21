"""`raceboard new-variant`: the package is complete, loads, conforms and plays; nothing is overwritten."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from plugin_tools import package
from raceboard import Registry
from raceboard.cli.main import main
from raceboard.testing import conform

FILES = {
    ".gitignore",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "src/my_game/__init__.py",
    "src/my_game/my-game.yaml",
    "src/my_game/py.typed",
    "tests/data/cases/my-game.yaml",
    "tests/test_my_game.py",
}


def written(folder: Path) -> set[str]:
    """The files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("parent", "level"),
    [((), 1), (("--from", "backgammon"), 0), (("--from", "long-nardy"), 0), (("--from", "snake"), 0)],
)
def test_the_package_loads_conforms_and_plays(
    parent: tuple[str, ...], level: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is written, without a change by hand; every hole of the templates is filled."""
    assert main(["new-variant", "my_game", *parent, "--into", str(tmp_path)]) == 0
    root = tmp_path / "my_game"
    assert written(root) == FILES
    texts = [path.read_text("utf-8") for path in root.rglob("*") if path.is_file()]
    assert not [text for text in texts if "{{" in text]
    assert f'pip install -e "{root}[test]"' in capsys.readouterr().out
    with package(root, tmp_path / "site"):
        registry = Registry.load(deny=[], strict=True)
        assert registry.origin("variant", "my-game") == "my-game"
        spec = registry.variant("My Game")
        assert conform(spec, level=level, examples=10, data=root / "tests" / "data").ok
        assert main(["play", "my-game", "--white", "racer", "--black", "random", "--seed", "7"]) == 0
        assert "the game is over" in capsys.readouterr().out


def test_what_is_written_is_python_and_toml_and_tests_through_the_kit(tmp_path: Path) -> None:
    """The tests ask the conformance kit; the entry point is the module; the range is that of this raceboard."""
    main(["new-variant", "my_game", "--into", str(tmp_path)])
    root = tmp_path / "my_game"
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project["name"], project["entry-points"]["raceboard"]) == ("my-game", {"my-game": "my_game"})
    for file in root.rglob("*.py"):
        assert ast.get_docstring(ast.parse(file.read_text("utf-8")))
    assert "conform(SPEC, level=2, data=DATA)" in (root / "tests" / "test_my_game.py").read_text("utf-8")


def test_a_cousin_of_a_variant_with_a_hook_has_no_case_yet(tmp_path: Path) -> None:
    """The hook needs a case that only its author can work out; until then the kit skips what rests on cases."""
    main(["new-variant", "my_game", "--from", "tavla", "--into", str(tmp_path)])
    root = tmp_path / "my_game"
    assert written(root) == FILES - {"tests/data/cases/my-game.yaml"}
    assert "data=None" in (root / "tests" / "test_my_game.py").read_text("utf-8")


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even an empty folder; the command says the way out."""
    (tmp_path / "my_game").mkdir()
    assert main(["new-variant", "my_game", "--into", str(tmp_path)]) == 2
    assert "is there already; choose another name" in capsys.readouterr().err
    assert list(tmp_path.rglob("*")) == [tmp_path / "my_game"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My_Game", "is no name for a package"),
        ("my-game", "is no name for a package"),
        ("2nd_game", "is no name for a package"),
        ("my__game", "is no name for a package"),
        ("my_game/../../up", "is no name for a package"),
        ("class", "is a word of Python"),
        ("json", "is a word of Python"),
        ("backgammon", "is played already"),
        ("long_nardy", "is played already"),
        ("short_nardy", "is played already"),
        ("nardeon", "is played already"),
        ("attrs", "is installed already"),
        ("cube_rules", "a plugin is named cube-rules already"),
        ("rulesets", "a plugin is named rulesets already"),
        ("bots", "a plugin is named bots already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names of packages and variants only, none that is taken; nothing is written."""
    assert main(["new-variant", name, "--into", str(tmp_path)]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_parent_is_refused_with_a_suggestion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written."""
    assert main(["new-variant", "my_game", "--from", "backgamon", "--into", str(tmp_path)]) == 2
    assert "did you mean backgammon?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_as_a_parent_is_told_what_it_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The advice can be followed: the command takes a variant, and the message names it."""
    assert main(["new-variant", "my_game", "--from", "nardy-online", "--into", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "nardy-online is a ruleset: name the variant that it plays, long-nardy" in told
    assert "--ruleset" not in told
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_plugin_that_is_left_out_is_taken_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is installed all the same."""
    monkeypatch.setenv("RACEBOARD_PLUGINS", "-bots")
    assert main(["new-variant", "bots", "--into", str(tmp_path)]) == 2
    assert "a plugin is named bots already" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a traceback."""
    (tmp_path / "file").write_text("")
    assert main(["new-variant", "my_game", "--into", str(tmp_path / "file")]) == 2
    assert "cannot be written to" in capsys.readouterr().err
