"""`raceboard perft`: counts of plays to a depth."""

from __future__ import annotations

import json
import sys
import time

import click
from rich.console import Console
from rich.progress import Progress

from raceboard.cli.common import game_at, given, played_by
from raceboard.cli.spoken import command, said
from raceboard.dice import Roll
from raceboard.game import Game
from raceboard.perft import DEEPEST, divide

__all__ = ["perft"]


@command()
@click.option("--variant", help="The variant, by name or alias (default: that of --ruleset).")
@click.option("--ruleset", help="A ruleset whose options hold: a name or a YAML file.")
@click.option("--depth", type=click.IntRange(1, DEEPEST), required=True, help="How many turns deep.")
@click.option("--position", "text", help="Position text, the side on roll first (default: the start position).")
@click.option("--side", "seat", default="white", show_default=True, help="The seat that is on roll.")
@click.option("--own-turn", type=click.IntRange(min=1), help="The number of this turn of the side; 1 is its first.")
@click.option("--opening", is_flag=True, help="Open the game as the variant does, instead of giving white every roll.")
@click.option("--divide", "split", is_flag=True, help="Show the count of each roll.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the work."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def perft(
    variant: str | None,
    ruleset: str | None,
    depth: int,
    text: str | None,
    seat: str,
    own_turn: int | None,
    opening: bool,
    split: bool,
    workers: int,
    as_json: bool,
) -> None:
    """Count distinct results to a depth, over all rolls taken once each; a pass counts 1.

    Example: raceboard perft --variant long-nardy --depth 2
    """
    with given():
        spec = played_by(variant, ruleset)
        if opening and text is not None:
            raise ValueError("--opening counts from the start of a game; leave --position out")
        game = Game.start(spec) if opening else game_at(spec, text, seat, own_turn)
    begun = time.perf_counter()
    rows = _counted(game, depth, workers)
    total = sum(nodes for _, nodes in rows)
    if as_json:
        per_roll = {str(roll): nodes for roll, nodes in rows}
        click.echo(json.dumps({"variant": spec.name, "depth": depth, "nodes": total, "rolls": per_roll}))
        return
    for roll, nodes in rows if split else ():
        click.echo(said("perft.roll", roll=roll, nodes=nodes))
    click.echo(said("perft.total", variant=spec.name, depth=depth, count=total))
    click.echo(said("perft.seconds", seconds=time.perf_counter() - begun), err=True)


def _counted(game: Game, depth: int, workers: int) -> list[tuple[Roll, int]]:
    """The rows of a count, with a progress bar where somebody looks at one."""
    rows = []
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(said("perft.depth", depth=depth), total=len(game.spec.dice.rolls))
        for row in divide(game, depth, workers=workers):
            rows.append(row)
            progress.advance(task)
    return rows
