"""A person at the terminal as a player: sees the board, types plays or single steps, takes steps back."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable, Container

import click
from attrs import define, evolve, frozen

from raceboard.action import Accept, Resign, Rolled, SessionAction
from raceboard.bots import stake_action
from raceboard.cli.board import shown
from raceboard.cli.spoken import said
from raceboard.errors import NotationError, NotNowError, RuleError
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

__all__ = ["COMMANDS", "STAKES", "ActsInsteadError", "GaveUpError", "Person"]

_SHOWN = 30

#: What is typed when the stakes are to be decided, or an answer to a resignation.
STAKES = ("throw", "roll", "double", "take", "pass", "beaver", "raccoon", "redouble", "accept", "reject")

#: What else may be typed, beside plays, levels and names of choices.
COMMANDS = ("ok", "undo", "undo all", "plays", "board", "resign", "quit", "help")


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

    `leaving_loses`: who leaves loses the game, and is asked twice. `session`: what the game is a part of; it is
    shown with the board, and says what a resignation costs. None for a game alone.
    """

    numbering: Numbering = "down"
    patience_s: int | None = None
    leaving_loses: bool = True
    read: Callable[[str, int | None], str] = ask
    session: Session | None = None

    def at(self, session: Session) -> Person:
        """The same person at this moment of a session."""
        return evolve(self, session=session)

    def play(self, game: Game) -> Play:
        """Ask until a legal play has been confirmed."""
        plays = game.plays
        self._show(game, plays.side)
        if plays.is_pass:
            self._ask(plays.side, said("person.dance", side=plays.side, dice=plays.dice))
            return plays[0]
        self._list(plays)
        return self._compose(game)

    def choose(self, game: Game) -> str:
        """Ask until one of the names has been given."""
        assert game.choice is not None
        names = [name for name, _ in game.choice.options]
        words = ", ".join(names)
        return self._one_of(game, _on_roll(game), said("person.choose", words=words), names, words)

    def stake(self, session: Session) -> SessionAction | None:
        """Ask for a double, an answer to one, or an answer to a resignation; None to throw."""
        offers = {_word(awaited): stake_action(awaited) for awaited in session.awaited()}
        side = session.to_act or 0
        words = ", ".join([*offers, *(["resign"] if session.resign_levels(side) else [])])
        if "throw" in offers:
            offers |= dict.fromkeys(("", "ok", "roll"), offers["throw"])
        person = self.at(session)
        person._show(session.game, side)
        return offers[person._one_of(session.game, side, said("person.ask", side=side, words=words), offers, words)]

    def _one_of(self, game: Game, side: Side, prompt: str, known: Container[str], words: str) -> str:
        """Ask until a known word has been given; `words` are those that a refusal tells of."""
        while (answer := self._ask(side, prompt)) not in known:
            if answer == "board":
                self._show(game, side)
            else:
                refused = said("person.not-offered-of", answer=answer, words=words)
                click.echo(said("person.help") if answer in ("help", "?") else refused)
        return answer

    def _compose(self, game: Game) -> Play:
        """Collect steps in a draft until they are confirmed."""
        turn = Turn.of(game)
        while True:
            answer = self._ask(turn.side, _prompt(turn))
            if answer in ("", "ok") and turn.completeness is not Completeness.NOT_YET:
                return turn.commit().play
            if answer in ("", "help", "?", "ok"):
                click.echo(said("person.help"))
            elif answer == "plays":
                self._list(turn.plays)
            elif answer == "board":
                self._show(game, turn.side, turn)
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
        if answer in STAKES:
            key = "person.to-play" if turn.next_steps else "person.whole"
            click.echo(said(key, answer=answer, dice=turn.dice))
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

    def _show(self, game: Game, side: Side, turn: Turn | None = None) -> None:
        """The board, with the steps of a draft, and with score and cube where there are such."""
        moment = Snapshot.of(self.session or game)
        click.echo(shown(picture(moment if turn is None else evolve(moment, position=turn.position), side)))

    def _ask(self, side: Side, prompt: str) -> str:
        """One answer; leaving and waiting too long end the game, and resigning is no answer."""
        while True:
            answer = self._answer(side, prompt)
            if answer.split(" ")[0] == "resign":
                self._resign(side, answer)
            elif answer != "quit":
                return answer
            elif not self.leaving_loses or self._answer(side, said("person.quit")) == "quit":
                raise GaveUpError(side, "left", loses=self.leaving_loses)

    def _resign(self, side: Side, answer: str) -> None:
        """Resign once it is confirmed, raising ActsInsteadError; otherwise the game goes on."""
        action = Resign(side, answer.partition(" ")[2] or None)
        try:
            after = None if self.session is None else self.session.apply(action)
        except NotNowError as error:
            click.echo(str(error))
            return
        again = "resign" if after is None else self._answer(side, _costs(after))
        if again in ("resign", answer):
            raise ActsInsteadError(action)
        if again.split(" ")[0] == "resign":
            self._resign(side, again)

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


def _costs(after: Session) -> str:
    """What a resignation costs, told before it is made: at once, or when the opponent accepts it."""
    offered = after.resignation
    result = after.result if offered is None else after.apply(Accept(offered.responder)).result
    assert result is not None  # a resignation without consent ends the game
    key = "person.resign" if offered is None else "person.resign-offer"
    return said(key, winner=result.winner, level=result.level, count=result.points)


def _word(awaited: Awaited) -> str:
    """What a person types for an action."""
    if awaited.name:
        return awaited.name
    return "throw" if awaited.action is Rolled else awaited.action.__name__.lower()


def _prompt(turn: Turn) -> str:
    steps = f" [{turn.play}]" if turn.steps else ""
    key = "person.prompt" if turn.completeness is Completeness.NOT_YET else "person.prompt-whole"
    return said(key, side=turn.side, dice=turn.plays.dice, steps=steps)
