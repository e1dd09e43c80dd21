"""A simulation on a Dask cluster: the same figures as on one machine, from as many as there are.

Usage: python simulate.py SCHEDULER VARIANT GAMES SEED [CHECKPOINT]
"""

from __future__ import annotations

import sys
from typing import Any

from distributed import Client

from raceboard import simulate
from raceboard.simulation import InterruptedSimulation


def main(scheduler: str, variant: str, games: str, seed: str, checkpoint: str | None = None) -> int:
    """Play random games on all workers of a scheduler, and print who wins how often."""
    with Client(scheduler) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(1)
        threads: Any = client.nthreads()
        try:
            simulation = simulate(
                variant,
                int(games),
                bots="random",
                seed=int(seed),
                executor=client.get_executor(),
                workers=sum(threads.values()),
                checkpoint=checkpoint,
            )
        except InterruptedSimulation as stop:  # Ctrl-C: what was done is in the checkpoint, and is told too
            simulation = stop.simulation
    for side, seat in enumerate(simulation.job.seats):
        share = simulation.wins(side)
        print(f"seat {side + 1}, {seat.name}: {share.count} of {share.total}, {share.low:.4f} to {share.high:.4f}")
    return 0 if simulation.done == simulation.wanted else 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
