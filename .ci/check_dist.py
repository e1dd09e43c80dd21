"""Compare built wheels and an sdist with the tracked files: `python .ci/check_dist.py DIST < TRACKED`.

TRACKED is a list of paths, each ended by a zero byte. A wheel must hold every tracked file of the packages, below its
import name, and beside them its metadata; the sdist every tracked file and its metadata. Nothing else may be in, but
for the compiled kernel in a wheel whose tags say that it is for one platform. One wheel must be such, another pure.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

PACKAGES = ("core/raceboard/", "variants/raceboard_variants/", "rulesets/raceboard_rulesets/")


def _wheel(path: Path) -> set[str]:
    """The files of a wheel, without its metadata."""
    with zipfile.ZipFile(path) as wheel:
        return {name for name in wheel.namelist() if not name.partition("/")[0].endswith(".dist-info")}


def _compiled(path: Path) -> set[str]:
    """The extensions that a wheel holds by its tags: none in a pure one."""
    if path.name.endswith("-py3-none-any.whl"):
        return set()
    kernel = (Path(__file__).parents[1] / "core/raceboard/backend.py").read_text(encoding="utf-8")
    (modules,) = re.findall(r"^KERNEL = \((.*)\)$", kernel, re.MULTILINE)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return {f"raceboard/_compiled/{module}{suffix}" for module in re.findall(r"\w+", modules)}


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
    wheels = {path: _compiled(path) for path in sorted(dist.glob("*.whl"))}
    if sorted(map(bool, wheels.values())) != [False, True]:
        sys.exit(f"{dist}: a compiled wheel and a pure one are wanted, not {[path.name for path in wheels]}")
    differences = [*_differences("sdist", tracked, _sdist(dist))]
    for path, compiled in wheels.items():
        differences += _differences(path.name, shipped | compiled, _wheel(path))
    if differences:
        sys.exit("\n".join(differences))
    for path, compiled in wheels.items():
        print(f"{path.name}: the {len(shipped)} files of the packages and {len(compiled)} compiled ones")
    print(f"sdist: all {len(tracked)} tracked files")


if __name__ == "__main__":
    main()
