"""`raceboard simulate`: many games between bots, and their figures."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from raceboard.cli.common import given, load
from raceboard.cli.figures import figures
from raceboard.cli.spoken import command, said
from raceboard.crew import WorkerLostError
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.side import SEAT_NAMES
from raceboard.simulation import InterruptedSimulation, Simulation
from raceboard.simulation import simulate as run
from raceboard.simulation.estimates import CONFIDENCE
from raceboard.spec import VariantSpec

__all__ = ["simulate"]

#: Who sits where nobody is named.
_BOT = "random"

#: The exit status after an interrupt, as shells have it.
_INTERRUPTED = 130


@command()
@click.argument("variant", required=False)
@click.option("--ruleset", help="A ruleset to play by, with its cube and points: a name or a YAML file.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    required=True,
    help="How many games, or whole matches or series of a ruleset.",
)
@click.option("--white", help=f"The bot of the first seat.  [default: {_BOT}]")
@click.option("--black", help=f"The bot of the second seat.  [default: {_BOT}]")
@click.option("--red", help="The bot of the third seat, where there is one.")
@click.option("--green", help="The bot of the fourth seat, where there is one.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Seed of dice and bots; the same seed gives the same figures."
)
@click.option("--length", type=click.IntRange(min=1), help="Points of each match (default: the ruleset's).")
@click.option(
    "--workers", type=click.IntRange(min=1), help="How many processes share the work (default: one for each core)."
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file in which the run is kept; if it is there, the run goes on from it.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=CONFIDENCE,
    show_default=True,
    help="How often an interval holds what it is about.",
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def simulate(
    variant: str | None,
    ruleset: str | None,
    games: int,
    seed: int | None,
    length: int | None,
    workers: int | None,
    checkpoint: Path | None,
    confidence: float,
    as_json: bool,
    **seats: str | None,
) -> None:
    """Play many games between bots: win rates, levels, first-mover advantage, turns, choices, cube and points.

    The same seed gives the same figures, whatever the number of workers. An interrupt shows what has been done.

    Example: raceboard simulate long-nardy --games 1000 --white racer --black random --seed 1
    """
    begun, status = time.perf_counter(), 0
    with given():
        registry = load()
        played = _played(registry, variant, ruleset)
        bots = _bots(played.spec if isinstance(played, Ruleset) else played, seats)
        with _progress(games) as progress:
            try:
                simulation = run(
                    played,
                    games,
                    bots=bots,
                    seed=seed,
                    length=length,
                    workers=workers,
                    checkpoint=checkpoint,
                    confidence=confidence,
                    registry=registry,
                    progress=progress,
                )
            except InterruptedSimulation as stop:
                simulation, status = stop.simulation, _INTERRUPTED
            except WorkerLostError as lost:
                raise ValueError(str(lost)) from lost
    _show(simulation, as_json=as_json)
    if status:
        click.echo(said("simulate.interrupted", done=simulation.done, wanted=simulation.wanted), err=True)
        raise click.exceptions.Exit(status)
    click.echo(said("perft.seconds", seconds=time.perf_counter() - begun), err=True)


def _played(registry: Registry, variant: str | None, ruleset: str | None) -> VariantSpec | Ruleset:
    """The variant or the ruleset that is named; a variant beside a ruleset must be that of the ruleset."""
    if ruleset is None:
        if variant is None:
            raise ValueError("say what is played: a variant, or --ruleset NAME; raceboard variants lists them")
        return registry.variant(variant)
    rules = registry.ruleset(ruleset)
    if variant is not None and registry.variant(variant).name != rules.variant:
        raise ValueError(f"the ruleset {ruleset} plays {rules.variant}, not {variant}; leave {variant} out")
    return rules


def _bots(spec: VariantSpec, named: dict[str, str | None]) -> list[str]:
    """The bot of each seat of a variant; raises ValueError for a seat that it does not have."""
    beyond = [seat for seat in SEAT_NAMES[spec.players :] if named[seat] is not None]
    if beyond:
        seats = ", ".join(SEAT_NAMES[: spec.players])
        raise ValueError(f"{spec.name} has no seat {beyond[0]}; its seats are {seats}; leave --{beyond[0]} out")
    return [named.get(seat) or _BOT for seat in (*SEAT_NAMES, *[""] * spec.players)[: spec.players]]


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time that is left, where somebody looks at one; it takes how many have been done."""
    shown = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(said("simulate.progress"), total=games)
        yield lambda done, wanted: progress.update(task, completed=done)


def _show(simulation: Simulation, *, as_json: bool) -> None:
    click.echo(json.dumps(simulation.plain()) if as_json else figures(simulation))
