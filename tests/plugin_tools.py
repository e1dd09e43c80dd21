"""Packages that look installed, for tests of plugins: a folder with code and metadata that Python searches."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["distribution", "installed", "package"]


def distribution(folder: Path, name: str, entry_points: dict[str, str], version: str = "1.0") -> Path:
    """Metadata of a distribution in a folder, with entry points of raceboard."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{plugin} = {module}\n" for plugin, module in entry_points.items()]
    (info / "entry_points.txt").write_text(f"[raceboard]\n{''.join(lines)}")
    return folder


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """The folders are searched for packages inside; what is imported from them is forgotten afterwards."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patched:
        for folder in folders:
            patched.syspath_prepend(folder)
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if any(file.startswith(str(folder)) for folder in folders):
                    del sys.modules[name]


@contextmanager
def package(root: Path, scratch: Path) -> Iterator[None]:
    """The plugin package in a folder is installed inside, as its pyproject.toml says."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    distribution(scratch, project["name"], project["entry-points"]["raceboard"], project["version"])
    with installed(root / "src", scratch):
        yield
