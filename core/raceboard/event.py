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
    "LastTurn",
    "Moved",
    "OpeningThrown",
    "Owed",
    "Reached",
    "Started",
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
)
