"""`raceboard rulesets`, `show` and `check`, run as users run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raceboard import Registry, hookimpl, hookspecs
from raceboard.cli.main import main

pytestmark = pytest.mark.wheel


class Command:
    """Runs commands in this process, and keeps what the last one printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Nothing has been run yet."""
        self.capsys = capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        """Run a command; its exit status."""
        self.capsys.readouterr()
        status = main(arguments)
        self.out, self.err = self.capsys.readouterr()
        return status


@pytest.fixture(name="run")
def _run(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    """Write a ruleset file that goes on after its header."""
    (folder / f"{name}.yaml").write_text(f"raceboard: 1\nname: {name}\n{text}", encoding="utf-8")


# ------------------------------------------------------------------------------------------------ show


def test_show_prints_every_value_and_the_line_that_set_it(run: Command, folder: Path) -> None:
    """The user's line, an inherited one, or `default`; nothing that is in force is left out."""
    write(folder, "club", "extends: usbgf-match\nmatch: {length: 5}\nrules: {must.higher_die: false}\n")
    assert run("show", "club.yaml") == 0
    lines = [line.split() for line in run.out.splitlines()]
    assert lines[:2] == [["club:", "club"], ["key", "value", "set", "by"]]
    assert ["match.length", "5", "club.yaml:4:17"] in lines
    assert ["clock.delay_s", "12", "usbgf-match.yaml:15:12"] in lines
    assert ["clock.reserve_s", "unset", "default"] in lines
    assert ["rules.must.higher_die", "false", "club.yaml:5:26"] in lines
    rules = Registry.load().ruleset(folder / "club.yaml")
    assert [line[0] for line in lines[2:]] == list(rules.origins)


def test_show_speaks_json(run: Command) -> None:
    """Values keep their types; the digest is the one that records carry."""
    assert run("show", "azerbaijan", "--json") == 0
    shown = json.loads(run.out)
    rules = Registry.load().ruleset("azerbaijan")
    assert (shown["name"], shown["digest"]) == ("azerbaijan", rules.digest)
    values = {row["key"]: row["value"] for row in shown["values"]}
    assert values["scoring.values"] == {"oyn": 1, "mars": 2}
    assert values["rules.head.first.rolls"] == [4, 6]
    places = {row["key"]: (row["file"], row["line"]) for row in shown["values"]}
    assert places["house.max_stack"] == ("default", 0)


def test_show_of_what_is_no_ruleset_is_bad_input(run: Command, folder: Path) -> None:
    """Status 2, with a suggestion or with the problems of the file."""
    assert run("show", "usbgf-mach") == 2
    assert "did you mean usbgf-match?" in run.err
    write(folder, "bad", "extends: money\ncube: {jacoby: maybe}\n")
    assert run("show", "bad.yaml") == 2
    assert run.err.startswith("bad.yaml:4:16: error[type]: cube.jacoby: takes true or false, not 'maybe'\n")


# ------------------------------------------------------------------------------------------------ check


def test_check_tells_all_problems_of_all_files_at_once(run: Command, folder: Path) -> None:
    """Each with its place; what two files inherit is told once, a file that cannot be read is a problem too."""
    write(folder, "house", "extends: money\ncube:\n  raccoon: true\n  beavers: true\n")
    write(folder, "one", "extends: house\n")
    write(folder, "two", "extends: house\nclock: off\n")
    write(folder, "fine", "extends: match\n")
    assert run("check", "one.yaml", "two.yaml", "fine.yaml", "gone.yaml") == 1
    assert run.out.splitlines() == [
        "house.yaml:5:12: error[needs]: cube.raccoon: a raccoon answers a beaver, so cube.beaver must be true",
        "    money.yaml:19:11: note: cube.beaver is set here",
        "    hint: add beaver: true",
        "house.yaml:6:3: error[unknown-key]: cube.beavers: is not a ruleset key",
        "    hint: did you mean cube.beaver?",
        "two.yaml:4:8: error[type]: clock: takes a mapping of keys or none, not 'off'",
        "    hint: write clock: none",
        "gone.yaml: error[unreadable]: cannot be read: No such file or directory",
        "    hint: give a name that is known, or the path of a YAML file",
        "fine.yaml: ok: match, backgammon",
    ]


def test_check_of_clean_files_is_a_line_for_each(run: Command, folder: Path) -> None:
    """Every shipped ruleset is clean, and so is a file that changes one."""
    write(folder, "fine", "extends: nardy-online\n")
    names = list(Registry.load().rulesets)
    assert run("check", "fine.yaml", *names) == 0
    assert run.out.splitlines()[0] == "fine.yaml: ok: casual, long-nardy"
    assert len(run.out.splitlines()) == len(names) + 1


def test_check_of_a_file_that_is_no_mapping_takes_it_for_neither_kind(run: Command, folder: Path) -> None:
    """It may have been meant for a ruleset or for a variant."""
    (folder / "list.yaml").write_text("[]\n")
    assert run("check", "list.yaml") == 1
    assert run.out == "list.yaml:1:1: error[type]: a ruleset or variant is a mapping of keys, not []\n"


def test_check_without_a_file_is_bad_usage(run: Command) -> None:
    """Nothing to check is a slip, not a success."""
    assert run("check") == 2
    assert "raceboard check --help" in run.err


# ------------------------------------------------------------------------------------------------ rulesets


def test_a_ruleset_that_cannot_be_loaded_hides_no_other(
    run: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told on standard error and left out; the others are listed with the plugin that brought them."""
    write(folder, "torn", "extends: money\ncube: {jacoby: maybe}\n")

    class Plugin:
        @hookimpl
        def raceboard_register_rulesets(self, register: hookspecs.RegisterRuleset) -> None:
            register(folder / "torn.yaml")

    registry = Registry.load([("careless", Plugin())])
    monkeypatch.setattr("raceboard.cli.lists.load", lambda: registry)
    assert run("rulesets") == 0
    assert "torn" not in run.out
    assert ["usbgf-match", "match", "backgammon", "rulesets"] in [line.split()[:4] for line in run.out.splitlines()]
    assert run.err.startswith("torn.yaml:4:16: error[type]: cube.jacoby")
    assert run.err.endswith("raceboard: ruleset torn is left out\n")


@pytest.mark.parametrize("command", ["check", "rulesets", "show"])
def test_a_command_on_rulesets_has_help_with_an_example(run: Command, command: str) -> None:
    """The help says what to type."""
    assert run(command, "--help") == 0
    assert f"Example: raceboard {command}" in run.out
