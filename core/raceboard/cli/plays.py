"""`raceboard plays`: the legal plays of a position and a roll."""

from __future__ import annotations

import json

import click

from raceboard.cli.common import given, played_by, seat_of, stage_of
from raceboard.cli.spoken import command, said
from raceboard.dice import Roll
from raceboard.legal import Plays, legal_plays
from raceboard.move import Play
from raceboard.position import Position
from raceboard.program import TurnContext, stages
from raceboard.spec import VariantSpec

__all__ = ["plays"]


@command()
@click.option("--variant", help="The variant, by name or alias (default: that of --ruleset).")
@click.option("--ruleset", help="A ruleset whose options hold: a name or a YAML file.")
@click.option("--position", "text", help="Position text, the side on roll first (default: the start position).")
@click.option("--roll", "roll_text", required=True, help="The roll, for example 3-1.")
@click.option("--side", "seat", default="white", show_default=True, help="The seat that is on roll.")
@click.option("--own-turn", type=click.IntRange(min=1), help="The number of this turn of the side; 1 is its first.")
@click.option("--starter", is_flag=True, help="The side on roll has started the game.")
@click.option("--choice", help="The program to play, where a roll offers a choice.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def plays(
    variant: str | None,
    ruleset: str | None,
    text: str | None,
    roll_text: str,
    seat: str,
    own_turn: int | None,
    starter: bool,
    choice: str | None,
    as_json: bool,
) -> None:
    """List the legal plays, one a line, with the position after each.

    Example: raceboard plays --variant backgammon --position "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5" --roll 3-1
    """
    with given():
        spec = played_by(variant, ruleset)
        side = seat_of(spec, seat)
        position = spec.start if text is None else Position.parse(spec, text, side)
        context = TurnContext(own_turn=own_turn, starter=starter) if own_turn else TurnContext(starter=starter)
        stage = stage_of(stages(spec, position, side, Roll.parse(roll_text), context), choice)
    legal = legal_plays(spec, position, side, stage, context)
    click.echo(_as_json(spec, legal) if as_json else _as_text(legal))


def _as_text(legal: Plays) -> str:
    if legal.is_pass:
        return said("plays.pass")
    lines = [f"{play!s:<24}  {play.result.text(legal.side)}" for play in legal]
    return "\n".join([*lines, said("plays.count", count=len(legal))])


def _as_json(spec: VariantSpec, legal: Plays) -> str:
    return json.dumps(
        {
            "variant": spec.name,
            "side": legal.side,
            "position": legal.position.text(legal.side),
            "dice": legal.dice,
            "pass": legal.is_pass,
            "plays": [_play(play, legal.side) for play in legal],
        },
        indent=2,
    )


def _play(play: Play, side: int) -> dict[str, object]:
    steps = [
        {"source": step.source, "die": step.die, "action": step.action, "target": step.target, "hits": step.hits}
        for step in play.steps
    ]
    return {"text": str(play), "steps": steps, "result": play.result.text(side)}
