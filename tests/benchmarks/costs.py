"""What each variant costs, and how cost grows with games, workers and history; what an import costs.

python tests/benchmarks/costs.py [--seconds S] [--games N] [--json costs.json]
python tests/benchmarks/costs.py --check
"""

from __future__ import annotations

import sys
from pathlib import Path


def _run() -> int:
    """Run the measurement with tests/ as the source root, and give the exit status."""
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.cost_command import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(_run())
