"""Compare the built wheel and sdist with the tracked files: `python .ci/check_dist.py DIST < TRACKED`.

TRACKED is a list of paths, each ended by a zero byte. The wheel must hold every tracked file of the packages, below
its import name, and beside them its metadata; the sdist every tracked file and its metadata. Nothing else may be in.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

PACKAGES = ("core/raceboard/", "variants/raceboard_variants/", "rulesets/raceboard_rulesets/")


def _wheel(dist: Path) -> set[str]:
    """The files of the only wheel, without its metadata."""
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        return {name for name in wheel.namelist() if not name.partition("/")[0].endswith(".dist-info")}


def _sdist(dist: Path) -> set[str]:
    """The files of the only sdist, below its folder and without its metadata."""
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as sdist:
        names = {member.name.partition("/")[2] for member in sdist if not member.isdir()}
    return names - {"PKG-INFO"}


def _differences(title: str, expected: set[str], found: set[str]) -> Iterable[str]:
    """One line for each file that is missing or should not be there."""
    yield from (f"{title}: missing: {name}" for name in sorted(expected - found))
    yield from (f"{title}: not tracked, or not for it: {name}" for name in sorted(found - expected))


def main() -> None:
    """Print what was compared; exit 1 with a line for each difference."""
    dist = Path(sys.argv[1])
    tracked = {name for name in sys.stdin.read().split("\0") if name}
    shipped = {name.partition("/")[2] for name in tracked if name.startswith(PACKAGES)}
    differences = [*_differences("wheel", shipped, _wheel(dist)), *_differences("sdist", tracked, _sdist(dist))]
    if differences:
        sys.exit("\n".join(differences))
    print(f"wheel: the {len(shipped)} files of the packages; sdist: all {len(tracked)} tracked files")


if __name__ == "__main__":
    main()
