"""Events: what a transition of a game made happen, in order, each with a text for people."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from raceboard.dice import Roll
from raceboard.finish import Outcome
from raceboard.move import Play
from raceboard.side import Side, seat_name

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
        return f"opening roll {'-'.join(map(str, self.dice))}"


@frozen
class Tied:
    """The highest dice of the opening are equal; all throw again."""

    def __str__(self) -> str:
        """A fixed text."""
        return "a tie, all throw again"


@frozen
class Started:
    """Who starts, and with which roll when the opening dice are played."""

    side: Side
    roll: Roll | None = None

    def __str__(self) -> str:
        """`black starts with 6-1`."""
        return f"{seat_name(self.side)} starts{f' with {self.roll}' if self.roll else ''}"


@frozen
class ToThrow:
    """A player is to throw."""

    side: Side

    def __str__(self) -> str:
        """`white to throw`."""
        return f"{seat_name(self.side)} to throw"


@frozen
class ToMove:
    """A player is to make a play with these dice."""

    side: Side
    dice: tuple[int, ...]

    def __str__(self) -> str:
        """`black to move`."""
        return f"{seat_name(self.side)} to move"


@frozen
class ToChoose:
    """A player is to choose a program."""

    side: Side
    options: tuple[str, ...]

    def __str__(self) -> str:
        """`white to choose: 1-1, 2-2`."""
        return f"{seat_name(self.side)} to choose: {', '.join(self.options)}"


@frozen
class Thrown:
    """A player has thrown."""

    side: Side
    roll: Roll

    def __str__(self) -> str:
        """`white throws 3-1`."""
        return f"{seat_name(self.side)} throws {self.roll}"


@frozen
class Chosen:
    """A player has chosen a program."""

    side: Side
    option: str

    def __str__(self) -> str:
        """`white chooses 2-2`."""
        return f"{seat_name(self.side)} chooses {self.option}"


@frozen
class Moved:
    """A player has made a play with dice of a roll, perhaps the empty one."""

    side: Side
    roll: Roll
    play: Play

    def __str__(self) -> str:
        """`white plays 8/5 6/5`, or `white cannot move`."""
        return f"{seat_name(self.side)} {'cannot move' if self.play.is_pass else f'plays {self.play}'}"


@frozen
class Owed:
    """Dice that one player could not play are played by the next."""

    side: Side
    dice: tuple[int, ...]

    def __str__(self) -> str:
        """`black plays what is left: 4-4`."""
        return f"{seat_name(self.side)} plays what is left: {'-'.join(map(str, self.dice))}"


@frozen
class Reached:
    """A player has reached the goal while the game goes on."""

    side: Side

    def __str__(self) -> str:
        """`white has finished`."""
        return f"{seat_name(self.side)} has finished"


@frozen
class LastTurn:
    """A player has one more turn, because another had one more."""

    side: Side

    def __str__(self) -> str:
        """`black has a last turn`."""
        return f"{seat_name(self.side)} has a last turn"


@frozen
class Forfeited:
    """A player has forfeited the game."""

    side: Side
    reason: str

    def __str__(self) -> str:
        """`white forfeits (inactivity)`."""
        return f"{seat_name(self.side)} forfeits ({self.reason})"


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
        if self.name == "double":
            return f"{seat_name(self.side)} doubles to {self.value}"
        return f"{seat_name(self.side)} answers with a {self.name} to {self.value}"


@frozen
class Taken:
    """An offer was accepted."""

    side: Side
    value: int
    owner: Side

    def __str__(self) -> str:
        """`black takes, cube 2 with black`."""
        return f"{seat_name(self.side)} takes, cube {self.value} with {seat_name(self.owner)}"


@frozen
class Passed:
    """An offer was declined."""

    side: Side

    def __str__(self) -> str:
        """`black passes`."""
        return f"{seat_name(self.side)} passes"


@frozen
class Raised:
    """The value was doubled without an offer."""

    value: int

    def __str__(self) -> str:
        """`the cube is turned to 2`."""
        return f"the cube is turned to {self.value}"


@frozen
class ResignationOffered:
    """A player offers to lose the game at a level."""

    side: Side
    level: str

    def __str__(self) -> str:
        """`white offers to resign a single`."""
        return f"{seat_name(self.side)} offers to resign a {self.level}"


@frozen
class ResignationRefused:
    """The opponent plays on."""

    side: Side

    def __str__(self) -> str:
        """`black plays on`."""
        return f"{seat_name(self.side)} plays on"


@frozen
class Ruling:
    """A situation at the table was decided."""

    choice: str

    def __str__(self) -> str:
        """`ruling: reroll both`."""
        return f"ruling: {self.choice.replace('_', ' ')}"


@frozen
class Scored:
    """What a finished game counts, and the score after it."""

    winner: Side | None
    points: int
    score: tuple[int, ...]

    def __str__(self) -> str:
        """`2 points for white, score 2-0`."""
        who = "each" if self.winner is None else f"for {seat_name(self.winner)}"
        points = f"{self.points} point{'' if self.points == 1 else 's'}"
        return f"{points} {who}, score {'-'.join(map(str, self.score))}"


@frozen
class Penalised:
    """A player was given points between games."""

    side: Side
    points: int

    def __str__(self) -> str:
        """`1 penalty point for white`."""
        return f"{self.points} penalty point{'' if self.points == 1 else 's'} for {seat_name(self.side)}"


@frozen
class GameBegan:
    """A game of the session begins."""

    number: int

    def __str__(self) -> str:
        """`game 2`."""
        return f"game {self.number}"


@frozen
class SessionEnded:
    """The match, series or session is over; winner None for a tie."""

    winner: Side | None
    how: str

    def __str__(self) -> str:
        """`white wins the match`."""
        who = "nobody" if self.winner is None else seat_name(self.winner)
        return f"{who} has won{'' if self.how == 'score' else f' ({self.how})'}"


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
