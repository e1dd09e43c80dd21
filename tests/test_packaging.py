"""What an installed raceboard offers, seen from a folder that holds no source."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata, resources
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel

with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
    PROJECT = tomllib.load(file)["project"]

INSTALLED = metadata.distribution("raceboard")


def _run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter whose working directory is `folder`."""
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


def _prints(code: str, folder: Path) -> list[str]:
    """The words that code prints in a new interpreter; fails with what it complains about."""
    done = _run(code, folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_installed_version_is_the_one_of_the_project() -> None:
    """An environment left over from an older version would test something else."""
    assert INSTALLED.version == PROJECT["version"]


@pytest.mark.parametrize("package", ["raceboard", "raceboard_variants"])
def test_a_package_with_code_says_that_it_is_typed(package: str) -> None:
    """Type checkers read annotations of an installed package only beside `py.typed`."""
    assert (resources.files(package) / "py.typed").is_file()


def test_rulesets_are_installed_as_data() -> None:
    """Rulesets are found by their package, not by a path of the source tree."""
    assert [entry.name for entry in resources.files("raceboard_rulesets").iterdir() if entry.name.endswith(".yaml")]


def test_all_entry_points_are_installed() -> None:
    """The installed metadata names the plugins that the project declares."""
    installed = {entry.name: entry.value for entry in INSTALLED.entry_points.select(group="raceboard")}
    assert installed == PROJECT["entry-points"]["raceboard"]


@pytest.mark.parametrize("name", PROJECT["entry-points"]["raceboard"])
def test_an_entry_point_loads(name: str) -> None:
    """The module behind the plugin exists and can be imported."""
    (entry,) = INSTALLED.entry_points.select(group="raceboard", name=name)
    assert entry.load().__name__ == entry.module


def test_importing_raceboard_loads_nothing_that_it_may_not_need(tmp_path: Path) -> None:
    """Plugins, YAML and the terminal are loaded by those who use them."""
    code = "import raceboard, sys; print(*{'yaml', 'pluggy', 'click', 'rich'} & sys.modules.keys())"
    assert _prints(code, tmp_path) == []


def test_the_source_roots_are_not_importable(tmp_path: Path) -> None:
    """`core`, `variants` and `rulesets` are folders of the repository, not names of packages."""
    code = (
        "from importlib.util import find_spec\n"
        "print(*(name for name in ['core', 'variants', 'rulesets', 'raceboard'] if find_spec(name)))"
    )
    assert _prints(code, tmp_path) == ["raceboard"]


def test_without_its_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    """The command line needs click and rich; who has only the library is told the way, without a traceback."""
    code = "import sys; sys.modules['click'] = None; from raceboard.cli.main import main; sys.exit(main())"
    done = _run(code, tmp_path)
    assert done.returncode == 2
    assert 'pip install "raceboard[cli]"' in done.stderr
    assert "Traceback" not in done.stderr
