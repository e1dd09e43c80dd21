"""What an import costs, in new interpreters that take turns."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from statistics import median

__all__ = ["AS_INSTALLED", "DEPENDENCIES", "IMPORTED", "SOURCE", "imports"]

#: What all is measured by, and what of raceboard is.
DEPENDENCIES, IMPORTED, _USED = "attrs, pluggy, yaml", "raceboard", "raceboard, some names used"

#: With the kernel that is there, and with the source of it.
AS_INSTALLED, SOURCE = "as installed", "source"

_ROWS = {
    DEPENDENCIES: "import attrs, pluggy, yaml",
    IMPORTED: "import raceboard",
    _USED: "from raceboard import Game, Registry, legal_plays",
}
_TIMED = "from time import process_time as t; s = t(); {}; print(t() - s)"
_BACKENDS = {AS_INSTALLED: "", SOURCE: "python"}


def imports(rounds: int) -> Mapping[str, float]:
    """Milliseconds of CPU time for each row, as installed and with the source forced: medians of so many rounds."""
    keys = [(row, kernel) for row in _ROWS for kernel in _BACKENDS]
    seen: dict[tuple[str, str], list[float]] = {key: [] for key in keys}
    for number in range(rounds):
        for row, kernel in reversed(keys) if number % 2 else keys:
            seen[row, kernel].append(_seconds(_ROWS[row], _BACKENDS[kernel]))
    return {", ".join(key): 1000 * median(times) for key, times in seen.items()}


def _seconds(statement: str, kernel: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _TIMED.format(statement)],
        env={**os.environ, "RACEBOARD_BACKEND": kernel},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)
