"""Events: what a transition of a game made happen, in order.

Each has a text for people, in the language that is spoken (`raceboard.messages.speaking`).
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from raceboard.dice import Roll
from raceboard.finish import Outcome
from raceboard.messages import text
from raceboard.move import Play
from raceboard.side import Side

__all__ = [
    "Chosen",
    "Ended",
    "Event",
    "Forfeited",
    "GameBegan",
    "LastTurn",
    "Moved",
    "Offered",
    "OpeningThrown",
    "Owed",
    "Passed",
    "Penalised",
    "Raised",
    "Reached",
    "ResignationOffered",
    "ResignationRefused",
    "Ruling",
    "Scored",
    "SessionEnded",
    "Started",
    "Taken",
    "Thrown",
    "Tied",
    "ToChoose",
    "ToMove",
    "ToThrow",
]


@frozen
class OpeningThrown:
    """One die of each player, in seat order."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        """`opening roll 1-6`."""
        return text("event.opening-thrown", {"dice": self.dice})


@frozen
class Tied:
    """The highest dice of the opening are equal; all throw again."""

    def __str__(self) -> str:
        """A fixed text."""
        return text("event.tied")


@frozen
class Started:
    """Who starts, and with which roll when the opening dice are played."""

    side: Side
    roll: Roll | None = None

    def __str__(self) -> str:
        """`black starts with 6-1`."""
        if self.roll is None:
            return text("event.started", {"side": self.side})
        return text("event.started-with", {"side": self.side, "roll": self.roll})


@frozen
class ToThrow:
    """A player is to throw."""

    side: Side

    def __str__(self) -> str:
        """`white to throw`."""
        return text("event.to-throw", {"side": self.side})


@frozen
class ToMove:
    """A player is to make a play with these dice."""

    side: Side
    dice: tuple[int, ...]

    def __str__(self) -> str:
        """`black to move`."""
        return text("event.to-move", {"side": self.side})


@frozen
class ToChoose:
    """A player is to choose a program."""

    side: Side
    options: tuple[str, ...]

    def __str__(self) -> str:
        """`white to choose: 1-1, 2-2`."""
        return text("event.to-choose", {"side": self.side, "options": self.options})


@frozen
class Thrown:
    """A player has thrown."""

    side: Side
    roll: Roll

    def __str__(self) -> str:
        """`white throws 3-1`."""
        return text("event.thrown", {"side": self.side, "roll": self.roll})


@frozen
class Chosen:
    """A player has chosen a program."""

    side: Side
    option: str

    def __str__(self) -> str:
        """`white chooses 2-2`."""
        return text("event.chosen", {"side": self.side, "option": self.option})


@frozen
class Moved:
    """A player has made a play with dice of a roll, perhaps the empty one."""

    side: Side
    roll: Roll
    play: Play

    def __str__(self) -> str:
        """`white plays 8/5 6/5`, or `white cannot move`."""
        if self.play.is_pass:
            return text("event.dance", {"side": self.side})
        return text("event.moved", {"side": self.side, "play": self.play})


@frozen
class Owed:
    """Dice that one player could not play are played by the next."""

    side: Side
    dice: tuple[int, ...]

    def __str__(self) -> str:
        """`black plays what is left: 4-4`."""
        return text("event.owed", {"side": self.side, "dice": self.dice})


@frozen
class Reached:
    """A player has reached the goal while the game goes on."""

    side: Side

    def __str__(self) -> str:
        """`white has finished`."""
        return text("event.reached", {"side": self.side})


@frozen
class LastTurn:
    """A player has one more turn, because another had one more."""

    side: Side

    def __str__(self) -> str:
        """`black has a last turn`."""
        return text("event.last-turn", {"side": self.side})


@frozen
class Forfeited:
    """A player has forfeited the game."""

    side: Side
    reason: str

    def __str__(self) -> str:
        """`white forfeits (inactivity)`."""
        return text("event.forfeited", {"side": self.side, "reason": self.reason})


@frozen
class Ended:
    """The game is over."""

    outcome: Outcome

    def __str__(self) -> str:
        """The outcome as a sentence."""
        return str(self.outcome)


@frozen
class Offered:
    """A double, or a redouble at once, waits for its answer."""

    side: Side
    value: int
    name: str = "double"

    def __str__(self) -> str:
        """`white doubles to 2`, `black answers with a beaver to 4`."""
        said = {"side": self.side, "value": self.value, "name": self.name}
        return text("event.doubled" if self.name == "double" else "event.redoubled", said)


@frozen
class Taken:
    """An offer was accepted."""

    side: Side
    value: int
    owner: Side

    def __str__(self) -> str:
        """`black takes, cube 2 with black`."""
        return text("event.taken", {"side": self.side, "value": self.value, "owner": self.owner})


@frozen
class Passed:
    """An offer was declined."""

    side: Side

    def __str__(self) -> str:
        """`black passes`."""
        return text("event.passed", {"side": self.side})


@frozen
class Raised:
    """The value was doubled without an offer."""

    value: int

    def __str__(self) -> str:
        """`the cube is turned to 2`."""
        return text("event.raised", {"value": self.value})


@frozen
class ResignationOffered:
    """A player offers to lose the game at a level."""

    side: Side
    level: str

    def __str__(self) -> str:
        """`white offers to resign a single`."""
        return text("event.resignation-offered", {"side": self.side, "level": self.level})


@frozen
class ResignationRefused:
    """The opponent plays on."""

    side: Side

    def __str__(self) -> str:
        """`black plays on`."""
        return text("event.resignation-refused", {"side": self.side})


@frozen
class Ruling:
    """A situation at the table was decided."""

    choice: str

    def __str__(self) -> str:
        """`ruling: reroll both`."""
        return text("event.ruling", {"choice": self.choice})


@frozen
class Scored:
    """What a finished game counts, and the score after it."""

    winner: Side | None
    points: int
    score: tuple[int, ...]

    def __str__(self) -> str:
        """`2 points for white, score 2-0`."""
        said = {"count": self.points, "score": "-".join(map(str, self.score)), "winner": self.winner}
        return text("event.scored-each" if self.winner is None else "event.scored", said)


@frozen
class Penalised:
    """A player was given points between games."""

    side: Side
    points: int

    def __str__(self) -> str:
        """`1 penalty point for white`."""
        return text("event.penalised", {"count": self.points, "side": self.side})


@frozen
class GameBegan:
    """A game of the session begins."""

    number: int

    def __str__(self) -> str:
        """`game 2`."""
        return text("event.game-began", {"number": self.number})


@frozen
class SessionEnded:
    """The match, series or session is over; winner None for a tie."""

    winner: Side | None
    how: str

    def __str__(self) -> str:
        """`white wins the match`."""
        said = {"winner": self.winner, "how": self.how}
        if self.winner is None:
            return text("event.session-tied" if self.how == "score" else "event.session-tied-how", said)
        return text("event.session-won" if self.how == "score" else "event.session-won-how", said)


Event: TypeAlias = (
    OpeningThrown
    | Tied
    | Started
    | ToThrow
    | ToMove
    | ToChoose
    | Thrown
    | Chosen
    | Moved
    | Owed
    | Reached
    | LastTurn
    | Forfeited
    | Ended
    | Offered
    | Taken
    | Passed
    | Raised
    | ResignationOffered
    | ResignationRefused
    | Ruling
    | Scored
    | Penalised
    | GameBegan
    | SessionEnded
)
