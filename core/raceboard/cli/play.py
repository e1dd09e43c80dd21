"""`raceboard play`: a game at a table, persons and bots in any mixture."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click

from raceboard import event as ev
from raceboard.action import Forfeit
from raceboard.bots import bot_action, chance_action
from raceboard.cli.board import board
from raceboard.cli.common import given, load
from raceboard.cli.person import GaveUpError, Person
from raceboard.dice import SeededDice, Stream, fresh_seed
from raceboard.errors import ConfigError
from raceboard.game import Game
from raceboard.hookspecs import Bot
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset, unplayable
from raceboard.scoring import points
from raceboard.side import Side, seat_name

__all__ = ["play"]

#: Who sits where nobody says otherwise.
PERSON, BOT = "person", "racer"

#: Events that the lines of a log say by themselves.
_SILENT = (ev.ToThrow, ev.ToMove, ev.Thrown)


@click.command()
@click.argument("table")
@click.option("--white", help=f"Who plays white: {PERSON}, or the name of a bot.  [default: {PERSON}]")
@click.option("--black", help=f"Who plays black.  [default: {BOT}]")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of dice and bots; the same seed gives the same game.")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="How many games to play.")
@click.option(
    "--numbering",
    type=click.Choice(["pips", "own"]),
    default="pips",
    show_default=True,
    help="How typed points are counted: pips to go, or as the board of the variant labels them.",
)
@click.option("--json", "as_json", is_flag=True, help="Log each event as a line of JSON (bots only).")
def play(
    table: str, white: str | None, black: str | None, seed: int | None, games: int, numbering: str, as_json: bool
) -> None:
    """Play at a table: the name of a ruleset, or a YAML file.

    A person plays in the terminal; without one on standard input two bots play, and a log is printed.

    Examples: raceboard play nardy-online

              raceboard play my-table.yaml --white racer --black random --seed 7
    """
    registry = load()
    ruleset = registry.ruleset(table)
    refused = unplayable(ruleset)
    if refused:
        raise ConfigError(refused)
    with given():
        seats = _seats(ruleset, registry, white, black, as_json=as_json)
    seed = fresh_seed() if seed is None else seed
    show = _Log(ruleset, as_json)
    show.head(seats, seed)
    game = Game.start(ruleset.spec)
    for number in range(1, games + 1):
        players = [_player(registry, ruleset, who, seed, number, side, numbering) for side, who in enumerate(seats)]
        game = _play_one(game, players, SeededDice(seed, number), show)
        if not game.is_over:
            return
        game = game.next_game() if number < games else game


def _seats(
    ruleset: Ruleset, registry: Registry, white: str | None, black: str | None, *, as_json: bool
) -> tuple[str, ...]:
    """Who plays each seat; without a terminal, or for a log of events, a bot takes the place of a person."""
    names = (white or PERSON, black or BOT, *[BOT] * ruleset.spec.players)[: ruleset.spec.players]
    for name in names:
        if name != PERSON:
            registry.bot(name, Stream(0))
    if PERSON not in names:
        return names
    if as_json and PERSON in (white, black):
        raise ValueError("--json logs games of bots; name a bot for each seat")
    if as_json or sys.stdin is None or not sys.stdin.isatty():
        replaced = ", ".join(seat_name(side) for side, name in enumerate(names) if name == PERSON)
        click.echo(f"no terminal on standard input: {BOT} plays {replaced}", err=as_json)
        return tuple(BOT if name == PERSON else name for name in names)
    return names


def _player(registry: Registry, ruleset: Ruleset, who: str, seed: int, number: int, side: Side, numbering: str) -> Bot:
    """The player of a seat; each bot draws from a lane of its own, so that the dice are the same whoever plays."""
    if who != PERSON:
        return registry.bot(who, Stream(seed, number, lane=side + 1))
    return Person(
        numbering=ruleset.spec.numbering if numbering == "own" else "down",
        patience_s=ruleset.number("forfeit.inactivity_s"),
        leaving_loses=ruleset["forfeit.on_leave"] != "none",
    )


def _play_one(game: Game, players: Sequence[Bot], dice: SeededDice, show: _Log) -> Game:
    """Play one game to its end; a person who leaves loses it, where the ruleset says so."""
    show.events(game)
    while not game.is_over:
        action = chance_action(game, dice)
        try:
            game = game.apply(action or bot_action(game, players[game.on_roll or 0]))
        except GaveUpError as stop:
            if stop.reason == "left" and not stop.loses:
                click.echo("you have left; the game stays unfinished")
                return game
            game = game.apply(Forfeit(stop.side, stop.reason))
        show.events(game)
    show.end(game)
    return game


class _Log:
    """Prints what happens at a table."""

    def __init__(self, ruleset: Ruleset, as_json: bool) -> None:
        self.ruleset = ruleset
        self.as_json = as_json
        self.turn = 0

    def head(self, seats: Sequence[str], seed: int) -> None:
        """Who plays what, and the seed that gives the same games again."""
        who = {seat_name(side): name for side, name in enumerate(seats)}
        if self.as_json:
            click.echo(json.dumps({"table": self.ruleset.name, "variant": self.ruleset.variant, "seed": seed, **who}))
            return
        spec = self.ruleset.spec
        click.echo(f"{self.ruleset.name}: {spec.title or spec.name}, {self.ruleset.context} play, seed {seed}")
        click.echo(", ".join(f"{seat}: {name}" for seat, name in who.items()))
        if spec.numbering == "up":
            click.echo(f"plays count pips to go; the board labels point {spec.track.points} as 1")
        if self.ruleset.context == "match":
            click.echo("one game of the match: match scores come with a later version")

    def events(self, game: Game) -> None:
        """What the last transition made happen."""
        for event in game.events:
            if self.as_json:
                click.echo(json.dumps({"event": type(event).__name__, "text": str(event)}))
            elif isinstance(event, ev.Started):
                self.turn = 0
                click.echo(str(event))
            elif isinstance(event, ev.Moved):
                self.turn += 1
                click.echo(f"{self.turn:>4}  {seat_name(event.side):<6}{event.roll!s:>5}  {event.play}")
            elif not isinstance(event, _SILENT):
                click.echo(str(event))

    def end(self, game: Game) -> None:
        """The last position, and what the table counts for the game."""
        outcome = game.outcome
        assert outcome is not None
        counted = points(self.ruleset, outcome)
        if self.as_json:
            result = {"winner": outcome.winner, "level": outcome.level, "how": outcome.how, "points": counted}
            click.echo(json.dumps({"event": "Result", **result, "position": game.position.text()}))
            return
        click.echo(board(game.spec, game.position, outcome.winner or 0, numbering=game.spec.numbering))
        click.echo(f"this table counts {counted} point{'' if counted == 1 else 's'} for it")
