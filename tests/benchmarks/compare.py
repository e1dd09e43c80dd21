"""Time per call of raceboard and of OpenSpiel's C++ backgammon, on the same turns in one interleaved run.

    pip install -e ".[bench]"
    python tests/benchmarks/compare.py [--positions N] [--seconds S] [--json out.json]
    python tests/benchmarks/compare.py --check

Both engines play the same seeded games in step, so that every turn is known to both; a turn in which their results
differ ends the run. `--check` is the quick form for a test run and needs no OpenSpiel.
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
