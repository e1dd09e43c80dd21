"""`raceboard play`: a game at a table, persons and bots in any mixture."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence

import click
from attrs import evolve, frozen

from raceboard import event as ev
from raceboard.action import Flagged, Inactive, Leave, NextGame, SessionAction
from raceboard.bots import session_action
from raceboard.cli.board import shown
from raceboard.cli.common import given, load
from raceboard.cli.person import ActsInsteadError, GaveUpError, Person
from raceboard.cli.spoken import command, said
from raceboard.clock import Clock
from raceboard.dice import SeededDice, Stream, fresh_seed
from raceboard.hookspecs import Bot
from raceboard.pictures import picture
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.side import Side, seat_name

__all__ = ["play"]

#: Who sits where nobody says otherwise.
PERSON, BOT = "person", "racer"

#: The least width of the seats in a log.
_SEAT = 6

#: Events that the lines of a log say by themselves.
_SILENT = (ev.ToThrow, ev.ToMove, ev.Thrown)


@command()
@click.argument("table")
@click.option("--white", help=f"Who plays white: {PERSON}, or the name of a bot.  [default: {PERSON}]")
@click.option("--black", help=f"Who plays black.  [default: {BOT}]")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of dice and bots; the same seed gives the same games.")
@click.option("--length", type=click.IntRange(min=1), help="Points of the match (default: the ruleset's).")
@click.option(
    "--games", type=click.IntRange(min=1), help="How many games (default: the match or series; 1 in money play)."
)
@click.option(
    "--numbering",
    type=click.Choice(["pips", "own"]),
    default="pips",
    show_default=True,
    help="How typed points are counted: pips to go, or as the board of the variant labels them.",
)
@click.option("--json", "as_json", is_flag=True, help="Log each event as a line of JSON (bots only).")
def play(
    table: str,
    white: str | None,
    black: str | None,
    seed: int | None,
    length: int | None,
    games: int | None,
    numbering: str,
    as_json: bool,
) -> None:
    """Play at a table: a ruleset or a variant by name, or a YAML file. Matches and series are played to their end.

    A variant alone is one casual game.

    A person plays in the terminal; without one on standard input two bots play, and a log is printed.

    Examples: raceboard play nardy-online

              raceboard play usbgf-match --length 5

              raceboard play my-table.yaml --white racer --black random --seed 7
    """
    registry = load()
    rules = registry.ruleset(table)
    with given():
        length = _length(rules, length, quiet=as_json)
        session = Session.start(rules, length=length, rotation=_rotation(registry, rules))
        seats = _seats(rules, registry, white, black, as_json=as_json)
    seed = fresh_seed() if seed is None else seed
    show = Log(rules, as_json=as_json)
    show.head(session, seats, seed)
    fresh, clocks, played = session, _clocks(session), 0
    most = games or (1 if rules.context == "money" and rules["session.games"] == "unlimited" else None)
    while session.result is None:
        played += 1
        seated = enumerate(seats)
        players = [_player(registry, session.table, who, seed, played, side, numbering) for side, who in seated]
        session = Host(players, SeededDice(seed, played), show, clocks).play_game(session)
        if session.result is None or played == most or (session.is_over and games is None):
            return
        clocks = _clocks(fresh) if session.is_over or rules.context != "match" else clocks
        session = fresh if session.is_over else session.apply(NextGame())


def _length(rules: Ruleset, length: int | None, *, quiet: bool) -> int | None:
    """The length of the match; one point where neither the ruleset nor the command says more."""
    if length is not None or rules.context != "match" or rules.number("match.length"):
        return length
    click.echo(said("play.open-length", table=rules.name), err=quiet)
    return 1


def _clocks(session: Session) -> dict[Side, Clock]:
    """The clock of each side at the start; none where the table has no clock."""
    if not session.rules.is_on("clock"):
        return {}
    return {side: Clock.start(session.rules, length=session.length) for side in range(session.rules.spec.players)}


def _rotation(registry: Registry, rules: Ruleset) -> list[Ruleset]:
    names = rules["match.rotation"]
    return [registry.ruleset(str(name)) for name in names] if isinstance(names, tuple) else []


def _seats(
    rules: Ruleset, registry: Registry, white: str | None, black: str | None, *, as_json: bool
) -> tuple[str, ...]:
    """Who plays each seat; without a terminal, or for a log of events, a bot takes the place of a person."""
    names = (white or PERSON, black or BOT, *[BOT] * rules.spec.players)[: rules.spec.players]
    for name in names:
        if name != PERSON:
            registry.bot(name, Stream(0))
    if PERSON not in names:
        return names
    if as_json and PERSON in (white, black):
        raise ValueError("--json logs games of bots; name a bot for each seat")
    if as_json or sys.stdin is None or not sys.stdin.isatty():
        replaced = tuple(side for side, name in enumerate(names) if name == PERSON)
        click.echo(said("play.no-terminal", bot=BOT, sides=replaced), err=as_json)
        return tuple(BOT if name == PERSON else name for name in names)
    return names


def _player(registry: Registry, rules: Ruleset, who: str, seed: int, number: int, side: Side, numbering: str) -> Bot:
    """The player of a seat; each bot draws from a lane of its own, so that the dice are the same whoever plays."""
    if who != PERSON:
        return registry.bot(who, Stream(seed, number, lane=side + 1))
    return Person(
        numbering=rules.spec.numbering if numbering == "own" else "down",
        patience_s=rules.number("forfeit.inactivity_s"),
        leaving_loses=rules["forfeit.on_leave"] != "none",
    )


@frozen
class Host:
    """Plays a game of a session: feeds dice, asks the players, tells what happens."""

    players: Sequence[Bot]
    dice: SeededDice
    show: Log
    clocks: dict[Side, Clock]

    def play_game(self, session: Session) -> Session:
        """The session after the game; without a result when a person has left where that costs nothing."""
        self.show.events(session)
        while session.result is None and not session.is_over:
            action = self._timed(session)
            if action is None:
                return session
            session = session.apply(action)
            self.show.events(session)
        self.show.end(session)
        return session

    def _timed(self, session: Session) -> SessionAction | None:
        """The next action, or that a clock has run out; a player's time between two actions is one segment."""
        side, begun = session.to_act, time.monotonic()
        action = self._next(session)
        if side is None or side not in self.clocks:
            return action
        self.clocks[side] = self.clocks[side].after(session.rules, time.monotonic() - begun)
        if isinstance(self.players[side], Person):
            click.echo(said("play.time-left", side=side, seconds=self.clocks[side].reserve_s))
        return Flagged(side) if self.clocks[side].ran_out else action

    def _next(self, session: Session) -> SessionAction | None:
        players = [player.at(session) if isinstance(player, Person) else player for player in self.players]
        try:
            return session_action(session, players, self.dice)
        except ActsInsteadError as instead:
            return instead.action
        except GaveUpError as stop:
            if stop.reason == "inactivity":
                return Inactive(stop.side, session.table.number("forfeit.inactivity_s") or 0)
            if stop.loses:
                return Leave(stop.side)
            click.echo(said("play.left"))
            return None


class Log:
    """Prints what happens at a table."""

    def __init__(self, rules: Ruleset, *, as_json: bool) -> None:
        """Tell of a table, for people or as lines of JSON."""
        self.rules = rules
        self.as_json = as_json
        self.turn = 0

    def head(self, session: Session, seats: Sequence[str], seed: int) -> None:
        """Who plays what, and the seed that gives the same games again."""
        if self.as_json:
            who = {seat_name(side): name for side, name in enumerate(seats)}
            click.echo(json.dumps({"table": self.rules.name, "variant": self.rules.variant, "seed": seed, **who}))
            return
        spec = self.rules.spec
        told = {"table": self.rules.name, "title": spec.title or spec.name, "context": self.rules.context, "seed": seed}
        key = "play.head-to" if session.length else "play.head"
        click.echo(said(key, **told, length=session.length))
        click.echo(", ".join(said("play.seat", side=side, name=name) for side, name in enumerate(seats)))
        if spec.numbering == "up":
            click.echo(said("play.numbering", points=spec.track.points))

    def events(self, session: Session) -> None:
        """What the last transition made happen."""
        for event in _counted(session):
            if self.as_json:
                click.echo(json.dumps({"event": type(event).__name__, "text": str(event)}))
            elif isinstance(event, ev.GameBegan):
                self.turn = 0
                self._game(session)
            elif isinstance(event, ev.Moved):
                self.turn += 1
                click.echo(self._turn(event, session.rules.spec.players))
            elif not isinstance(event, _SILENT):
                click.echo(str(event))

    def _turn(self, event: ev.Moved, players: int) -> str:
        """A turn as a row; the seats are as wide as the longest one of the table."""
        seats = [said("seat", side=side) for side in range(players)]
        width = max(_SEAT, *map(len, seats))
        played = said("play.dance") if event.play.is_pass else str(event.play)
        return f"{self.turn:>4}  {seats[event.side]:<{width}}{event.roll!s:>5}  {played}"

    def _game(self, session: Session) -> None:
        """The head of a game, where there can be more than one."""
        if session.length is not None or session.number > 1:
            score = "-".join(map(str, session.score))
            click.echo(", ".join([said("play.game", number=session.number, score=score), *session.notes]))

    def end(self, session: Session) -> None:
        """The last position, and what the table counts for the game."""
        if session.result is None:
            return
        result = session.result
        if self.as_json:
            told = {"winner": result.winner, "level": result.level, "how": result.how, "points": result.points}
            click.echo(json.dumps({"event": "Result", **told, "position": session.game.position.text()}))
            return
        click.echo(shown(picture(session, result.winner or 0)))
        click.echo(said("play.counts", count=result.points))


def _counted(session: Session) -> Iterator[ev.Event]:
    """The events; the end of a game with the points that the table counts for it, perhaps not those of its level."""
    for event in session.events:
        if isinstance(event, ev.Ended) and session.result is not None:
            yield evolve(event, outcome=evolve(event.outcome, points=session.result.points))
        else:
            yield event
