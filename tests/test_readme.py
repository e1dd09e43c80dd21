"""Every line of the READMEs is true: their commands are run and their outputs compared."""

from __future__ import annotations

import doctest
import re
import shlex
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from plugin_tools import package
from raceboard.cli.main import main

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

GUIDES = [ROOT / "core" / "raceboard" / "docs" / name for name in ("commands.md", "python.md")]

#: Every page with outputs; none beside an installed wheel, where these tests are collected and not run.
READMES = [path for path in [ROOT / "README.md", *GUIDES, *sorted(ROOT.glob("examples/*/README.md"))] if path.is_file()]

#: The commands that .ci/run takes from the README and runs in environments of their own.
INSTALL = ("main-command", "test-command", "plugin-command")


def blocks(readme: Path, language: str) -> list[tuple[str, str]]:
    """The fenced blocks of a language: the word behind it, and the text."""
    return [(name, text) for kind, name, text in FENCE.findall(readme.read_text("utf-8")) if kind == language]


def runs(text: str) -> list[tuple[list[str], str]]:
    """The commands of a console block with what they print."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(shlex.split(part.partition("\n")[0], comments=True), part.partition("\n")[2]) for part in parts]


def plugin_of(readme: Path, scratch: Path) -> AbstractContextManager[None]:
    """The package that a README is about is installed inside, if it is about one."""
    return package(readme.parent, scratch) if (readme.parent / "src").is_dir() else nullcontext()


COMMANDS = [(readme, *run) for readme in READMES for _, text in blocks(readme, "console") for run in runs(text)]


@pytest.mark.parametrize(
    ("readme", "command", "expected"), COMMANDS, ids=[" ".join(command) for _, command, _ in COMMANDS]
)
def test_a_command_prints_what_the_readme_shows(
    readme: Path,
    command: list[str],
    expected: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line of three dots stands for any lines; files that the README shows are there under their names."""
    monkeypatch.chdir(tmp_path)
    for name, text in blocks(readme, "yaml"):
        if "/" not in name:  # the others are parts of a package
            Path(name).write_text(text, encoding="utf-8")
    for part in ("tests", "examples"):
        Path(part).symlink_to(ROOT / part)
    assert command[0] == "raceboard"
    with plugin_of(readme, tmp_path / "site"):
        main(command[1:])
    printed = capsys.readouterr()
    pattern = re.escape(expected).replace(re.escape("...\n"), r"(?:.*\n)*?")
    assert re.fullmatch(pattern, printed.out + printed.err), printed.out + printed.err


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_in_a_readme_does_what_it_says(readme: Path, tmp_path: Path) -> None:
    """The blocks of a README are one session, but for those that are parts of files."""
    session = "\n".join(text for name, text in blocks(readme, "python") if not name)
    test = doctest.DocTestParser().get_doctest(session, {}, str(readme), str(readme), 0)
    with plugin_of(readme, tmp_path):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_project_has_a_readme() -> None:
    """Without one the other tests of this file would have nothing to say."""
    assert ROOT / "README.md" in READMES


def test_every_block_of_the_readmes_is_run() -> None:
    """A block in a language that nothing runs could say anything."""
    for readme in READMES:
        text = readme.read_text("utf-8")
        shell = [found for kind, _, found in FENCE.findall(text) if kind == "sh"]
        assert {kind for kind, _, _ in FENCE.findall(text)} <= {"console", "python", "toml", "yaml", "sh"}
        assert all(name for kind, name, _ in FENCE.findall(text) if kind in ("toml", "yaml"))
        assert len(shell) == sum(f"<!-- {marker} -->\n```sh\n" in text for marker in INSTALL)


def test_the_files_shown_in_the_readme_are_the_examples() -> None:
    """A file that can be copied is the file that is shown."""
    for name, text in [block for page in (ROOT / "README.md", *GUIDES) for block in blocks(page, "yaml")]:
        assert (ROOT / "examples" / "tables" / name).read_text("utf-8") == text
