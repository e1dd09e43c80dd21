"""Compile the kernel where that is possible; else the build is pure.

RACEBOARD_COMPILE=0: do not try; =1: a failure is an error. Copies of the sources are compiled under another name, each
with the checksum of them all inside, so that an extension never stands for a source that has been edited since.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import sysconfig
import tempfile
import zlib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "core/raceboard"
COMPILED = "_compiled"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


class KernelHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, or puts them beside the sources of an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are collected."""
        self.package = Path(self.root, PACKAGE)
        self.scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # a build that fails leaves it, too
        wanted = os.environ.get("RACEBOARD_COMPILE", "")
        if wanted not in ("", "0", "1"):
            raise ValueError(f"RACEBOARD_COMPILE is {wanted!r}; give 0 or 1, or leave it out")
        if version == "editable":
            for old in (self.package / COMPILED).iterdir():
                if old.suffix in (".so", ".pyd"):
                    old.unlink()
        if wanted == "0" or platform.python_implementation() != "CPython":
            return
        try:
            built = self.compile_kernel()
        except (Exception, SystemExit) as problem:
            if wanted == "1":
                raise
            self.app.display_warning(f"The kernel is not compiled, its Python source is used: {problem}")
            return
        build_data.update(pure_python=False, infer_tag=True)
        for file in built:
            if version == "editable":
                shutil.copy(file, self.package / COMPILED)
            else:
                build_data["force_include"][str(file)] = f"raceboard/{COMPILED}/{file.name}"

    def compile_kernel(self) -> list[Path]:
        """Compile the modules that `raceboard.backend` names; give the extensions."""
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension

        modules = kernel_modules(self.package)
        scratch = Path(self.scratch.name)
        folder = scratch / "raceboard" / COMPILED
        folder.mkdir(parents=True)
        for package in (folder.parent, folder):
            (package / "__init__.py").touch()
        mark = f'\nSOURCE = "{checksum(self.package, modules)}"\n'
        for module in modules:
            source = (self.package / f"{module}.py").read_text(encoding="utf-8")
            (folder / f"{module}.py").write_text(source + mark, encoding="utf-8")
            shutil.copy(self.package / f"{module}.pxd", folder)
        flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
        extensions = [
            Extension(f"raceboard.{COMPILED}.{module}", [str(folder / f"{module}.py")], extra_compile_args=flags)
            for module in modules
        ]
        here = Path.cwd()
        os.chdir(scratch)
        try:
            made = cythonize(extensions, build_dir="c", quiet=True, compiler_directives={"language_level": 3})
            build = Distribution({"ext_modules": made}).get_command_obj("build_ext")
            build.build_lib, build.build_temp = "lib", "temp"  # type: ignore[attr-defined]
            build.ensure_finalized()
            build.run()
        finally:
            os.chdir(here)
        return [scratch / "lib" / "raceboard" / COMPILED / f"{module}{SUFFIX}" for module in modules]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made on the way."""
        self.scratch.cleanup()


def kernel_modules(package: Path) -> list[str]:
    """The modules to compile, as `raceboard.backend` lists them."""
    listed = re.search(r"^KERNEL = \(([^)]*)\)", (package / "backend.py").read_text(encoding="utf-8"), re.MULTILINE)
    if listed is None:
        raise ValueError("raceboard/backend.py does not list the modules of the KERNEL")
    return re.findall(r'"(\w+)"', listed[1])


def checksum(package: Path, modules: list[str]) -> str:
    """The checksum of the sources, as `raceboard.backend.digest` finds it."""
    crc = 0
    for module in modules:
        for suffix in (".py", ".pxd"):
            crc = zlib.crc32((package / module).with_suffix(suffix).read_bytes(), crc)
    return f"{crc:08x}"
