"""A person at the terminal as a player: sees the board, types plays or single steps, takes steps back."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable

import click
from attrs import define, frozen

from raceboard.action import Resign, Rolled, SessionAction
from raceboard.bots import stake_action
from raceboard.cli.board import board
from raceboard.errors import NotationError, RuleError
from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.notation import Numbering, read_play
from raceboard.phase import Awaited
from raceboard.session import Session
from raceboard.side import Side, seat_name

__all__ = ["ActsInsteadError", "GaveUpError", "Person"]

HELP = """\
  8/5 6/5      make a play (points count pips to go; bar and off have names)
  3            make the play with this number in the list
  8/5          one step of a play; the rest follows step by step
  Enter or ok  confirm the steps, when they make a whole play
  undo         take the last step back; undo all takes all of them
  plays        list the legal plays        board   show the board again
  resign gammon   give the game up at a level; resign alone at the lowest, or as the table has it
  quit         leave the game              help    this list"""

_SHOWN = 30


@frozen
class GaveUpError(Exception):
    """The person has left the game, or has waited too long."""

    side: Side
    reason: str
    loses: bool = True


@frozen
class ActsInsteadError(Exception):
    """The person does something else than what was asked: resigns."""

    action: SessionAction


def ask(prompt: str, patience_s: int | None) -> str:
    """One line from the terminal; raises EOFError at its end and TimeoutError when the patience is at its end.

    Where the terminal cannot be waited for, the patience is not looked at here.
    """
    if patience_s is None or sys.platform == "win32":
        return input(prompt)
    click.echo(prompt, nl=False)
    if not select.select([sys.stdin], [], [], patience_s)[0]:
        raise TimeoutError
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


@define
class Person:
    """A player at the terminal. `patience_s`: seconds without a move that lose the game, None for any number.

    `leaving_loses`: who leaves loses the game, and is asked twice.
    """

    numbering: Numbering = "down"
    patience_s: int | None = None
    leaving_loses: bool = True
    read: Callable[[str, int | None], str] = ask

    def play(self, game: Game) -> Play:
        """Ask until a legal play has been confirmed."""
        plays = game.plays
        click.echo(board(game.spec, game.position, plays.side, numbering=game.spec.numbering))
        if plays.is_pass:
            self._ask(game, f"{_dice(plays)}: you cannot move; press Enter ")
            return plays[0]
        self._list(plays)
        return self._compose(game, plays)

    def choose(self, game: Game) -> str:
        """Ask until one of the names has been given."""
        assert game.choice is not None
        names = [name for name, _ in game.choice.options]
        while (answer := self._ask(game, f"choose one of {', '.join(names)}: ")) not in names:
            click.echo(f"{answer!r} is not on offer")
        return answer

    def stake(self, session: Session) -> SessionAction | None:
        """Ask for a double, an answer to one, or an answer to a resignation; None to throw."""
        offers = {_word(awaited): stake_action(awaited) for awaited in session.awaited()}
        side = session.to_act or 0
        told = ", ".join([*offers, *(["resign"] if session.resign_levels(side) else [])])
        _show(session, side)
        while True:
            answer = self._ask(session.game, f"{seat_name(side)}: {told}> ", side)
            word = "throw" if answer in ("", "ok", "roll") and "throw" in offers else answer
            if word in offers:
                return offers[word]
            if word == "board":
                _show(session, side)
            else:
                click.echo(HELP if word in ("help", "?") else f"{answer!r} is not on offer; one of {told}")

    def _compose(self, game: Game, plays: Plays) -> Play:
        """Collect steps until they are confirmed."""
        steps: tuple[Step, ...] = ()
        while True:
            whole = plays.accepts(steps)
            answer = self._ask(game, _prompt(plays, steps, whole))
            if answer in ("", "ok") and whole:
                return plays.play(steps)
            if answer in ("", "help", "?", "ok"):
                click.echo(HELP)
            elif answer == "plays":
                self._list(plays)
            elif answer == "board":
                shown = plays.after(steps)
                click.echo(board(game.spec, shown, plays.side, numbering=game.spec.numbering))
            elif answer in ("undo", "undo all"):
                steps = steps[:-1] if answer == "undo" else ()
            else:
                steps = self._take(plays, steps, answer)

    def _take(self, plays: Plays, steps: tuple[Step, ...], answer: str) -> tuple[Step, ...]:
        """The steps after an answer: a number, a whole play, or further steps; unchanged when it is none of them."""
        if re.fullmatch("[0-9]{1,6}", answer):
            number = int(answer)
            if 1 <= number <= len(plays):
                return plays[number - 1].steps
            click.echo(f"{number} is not in the list; give a number from 1 to {len(plays)}")
            return steps
        try:
            return read_play(plays, answer, numbering=self.numbering).steps
        except (NotationError, RuleError) as error:
            further = self._further(plays, steps, answer)
            if further == steps:
                click.echo(str(error))
            return further

    def _further(self, plays: Plays, steps: tuple[Step, ...], answer: str) -> tuple[Step, ...]:
        """Add the single steps that an answer names, as long as some legal play goes on with them."""
        found = steps
        for word in answer.split():
            named = [step for step in plays.next_steps(found) if self._name(plays, step) == word.rstrip("*").lower()]
            if not named:
                return steps
            found = (*found, named[0])
        return found

    def _name(self, plays: Plays, step: Step) -> str:
        layout = plays.position.layout
        ends = [step.source, step.target or 0]
        if self.numbering == "up":
            ends = [layout.points + 1 - end if 1 <= end <= layout.points else end for end in ends]
        return "/".join(map(layout.name, ends))

    def _list(self, plays: Plays) -> None:
        for number, play in enumerate(plays[:_SHOWN], 1):
            click.echo(f"{number:>4}  {play}")
        if len(plays) > _SHOWN:
            click.echo(f"      and {len(plays) - _SHOWN} more")

    def _ask(self, game: Game, prompt: str, side: Side | None = None) -> str:
        """One answer; leaving and waiting too long end the game, and resigning is no answer."""
        asked = _on_roll(game) if side is None else side
        answer = self._answer(asked, prompt)
        if answer == "quit" and self.leaving_loses:
            answer = self._answer(asked, "who leaves loses the game; quit again to leave, anything else goes on> ")
            if answer != "quit":
                return self._ask(game, prompt, side)
        if answer == "quit":
            raise GaveUpError(asked, "left", loses=self.leaving_loses)
        if answer.split(" ")[0] == "resign":
            raise ActsInsteadError(Resign(asked, answer.partition(" ")[2] or None))
        return answer

    def _answer(self, side: Side, prompt: str) -> str:
        """What is typed, in small letters; Ctrl-C is quitting. Nobody can be asked again after the end of the input."""
        asked = time.monotonic()
        try:
            answer = " ".join(self.read(prompt, self.patience_s).casefold().split())
        except KeyboardInterrupt:
            answer = "quit"
        except EOFError:
            raise GaveUpError(side, "left", loses=self.leaving_loses) from None
        except TimeoutError:
            raise GaveUpError(side, "inactivity") from None
        if self.patience_s is not None and time.monotonic() - asked >= self.patience_s:
            raise GaveUpError(side, "inactivity")
        return answer


def _on_roll(game: Game) -> Side:
    assert game.on_roll is not None  # a person is asked only when there is something to decide
    return game.on_roll


def _show(session: Session, side: Side) -> None:
    """The board, the score and the cube."""
    spec = session.table.spec
    click.echo(board(spec, session.game.position, side, numbering=spec.numbering))
    cube = session.cube
    if cube is not None:
        owner = "in the centre" if cube.owner is None else f"with {seat_name(cube.owner)}"
        offer = f", {cube.offer.value} offered" if cube.offer else ""
        click.echo(f"  score {'-'.join(map(str, session.score))}, cube {cube.value} {owner}{offer}")


def _word(awaited: Awaited) -> str:
    """What a person types for an action."""
    if awaited.name:
        return awaited.name
    return "throw" if awaited.action is Rolled else awaited.action.__name__.lower()


def _dice(plays: Plays) -> str:
    return f"{seat_name(plays.side)} {'-'.join(map(str, plays.dice))}"


def _prompt(plays: Plays, steps: tuple[Step, ...], whole: bool) -> str:
    done = f" [{Play(plays.after(steps), steps)}]" if steps else ""
    return f"{_dice(plays)}{done}{' Enter to confirm' if whole else ''}> "
