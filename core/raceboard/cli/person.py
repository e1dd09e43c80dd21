"""A person at the terminal as a player: sees the board, types plays or single steps, takes steps back."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable

import click
from attrs import define, evolve, frozen

from raceboard.action import Resign, Rolled, SessionAction
from raceboard.bots import stake_action
from raceboard.cli.board import shown
from raceboard.cli.spoken import said
from raceboard.errors import NotationError, RuleError
from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.move import Play
from raceboard.notation import Numbering, read_play, read_steps
from raceboard.phase import Awaited
from raceboard.pictures import picture
from raceboard.session import Session
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.turn import Completeness, Turn

__all__ = ["ActsInsteadError", "GaveUpError", "Person"]

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
        click.echo(shown(picture(game, plays.side)))
        if plays.is_pass:
            self._ask(game, said("person.dance", side=plays.side, dice=plays.dice))
            return plays[0]
        self._list(plays)
        return self._compose(game)

    def choose(self, game: Game) -> str:
        """Ask until one of the names has been given."""
        assert game.choice is not None
        names = [name for name, _ in game.choice.options]
        while (answer := self._ask(game, said("person.choose", words=", ".join(names)))) not in names:
            click.echo(said("person.not-offered", answer=answer))
        return answer

    def stake(self, session: Session) -> SessionAction | None:
        """Ask for a double, an answer to one, or an answer to a resignation; None to throw."""
        offers = {_word(awaited): stake_action(awaited) for awaited in session.awaited()}
        side = session.to_act or 0
        told = ", ".join([*offers, *(["resign"] if session.resign_levels(side) else [])])
        _show(session, side)
        while True:
            answer = self._ask(session.game, said("person.ask", side=side, words=told), side)
            word = "throw" if answer in ("", "ok", "roll") and "throw" in offers else answer
            if word in offers:
                return offers[word]
            if word == "board":
                _show(session, side)
            else:
                refused = said("person.not-offered-of", answer=answer, words=told)
                click.echo(said("person.help") if word in ("help", "?") else refused)

    def _compose(self, game: Game) -> Play:
        """Collect steps in a draft until they are confirmed."""
        turn = Turn.of(game)
        while True:
            answer = self._ask(game, _prompt(turn))
            if answer in ("", "ok") and turn.completeness is not Completeness.NOT_YET:
                return turn.commit().play
            if answer in ("", "help", "?", "ok"):
                click.echo(said("person.help"))
            elif answer == "plays":
                self._list(turn.plays)
            elif answer == "board":
                click.echo(shown(picture(evolve(Snapshot.of(game), position=turn.position), turn.side)))
            elif answer == "undo":
                turn = turn.undo() if turn.steps else turn
            elif answer == "undo all":
                turn = turn.undo_all()
            else:
                turn = self._taken(turn, answer)

    def _taken(self, turn: Turn, answer: str) -> Turn:
        """The draft after an answer: a number, a whole play, or further steps; unchanged when it is none of them."""
        plays = turn.plays
        if re.fullmatch("[0-9]{1,6}", answer):
            number = int(answer)
            if 1 <= number <= len(plays):
                return turn.redraft(plays[number - 1].steps)
            click.echo(said("person.not-in-list", number=number, most=len(plays)))
            return turn
        try:
            return turn.redraft(read_play(plays, answer, numbering=self.numbering).steps)
        except (NotationError, RuleError):
            return self._further(turn, answer)

    def _further(self, turn: Turn, answer: str) -> Turn:
        """The draft with the steps that an answer adds; unchanged, with the reason, when no legal play goes on so."""
        try:
            return turn.redraft(read_steps(turn.plays, turn.steps, answer, numbering=self.numbering))
        except RuleError as error:
            click.echo(str(error))
        except NotationError as error:
            click.echo(said("person.ambiguous" if error.candidates else "person.unreadable", error=error))
        return turn

    def _list(self, plays: Plays) -> None:
        for number, play in enumerate(plays[:_SHOWN], 1):
            click.echo(f"{number:>4}  {play}")
        if len(plays) > _SHOWN:
            click.echo(said("person.more", number=len(plays) - _SHOWN))

    def _ask(self, game: Game, prompt: str, side: Side | None = None) -> str:
        """One answer; leaving and waiting too long end the game, and resigning is no answer."""
        asked = _on_roll(game) if side is None else side
        answer = self._answer(asked, prompt)
        if answer == "quit" and self.leaving_loses:
            answer = self._answer(asked, said("person.quit"))
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
    """The board, with the score and the cube."""
    click.echo(shown(picture(session, side)))


def _word(awaited: Awaited) -> str:
    """What a person types for an action."""
    if awaited.name:
        return awaited.name
    return "throw" if awaited.action is Rolled else awaited.action.__name__.lower()


def _prompt(turn: Turn) -> str:
    steps = f" [{turn.play}]" if turn.steps else ""
    key = "person.prompt" if turn.completeness is Completeness.NOT_YET else "person.prompt-whole"
    return said(key, side=turn.side, dice=turn.plays.dice, steps=steps)
