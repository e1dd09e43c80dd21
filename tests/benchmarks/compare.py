"""Time per call and per turn of raceboard and of other engines, on the same turns in one interleaved run.

    pip install -e ".[bench]"
    python tests/benchmarks/compare.py [--positions N] [--seconds S] [--json out.json]
    python tests/benchmarks/compare.py --check

OpenSpiel plays the same seeded games in step, bgsage is given the same positions; a turn in which their results differ
from ours ends the run. `--check` is the quick form for a test run; what is not installed is left out there.
"""

from __future__ import annotations

import sys
from pathlib import Path


def _run() -> int:
    """Run the benchmark with tests/ as the source root, and give the exit status."""
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.command import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(_run())
