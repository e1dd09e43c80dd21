"""What live games take in memory: many are played halfway, all of them are kept, and their bytes are counted.

    python tests/benchmarks/memory.py [VARIANT ...] [--games N] [--json memory.json]

A process grows by more than the objects in it, for memory is handed out in sizes; that stands beside the count.
"""

from __future__ import annotations

import sys
from pathlib import Path


def _run() -> int:
    """Run the measurement with tests/ as the source root, and give the exit status."""
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.memory_command import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(_run())
