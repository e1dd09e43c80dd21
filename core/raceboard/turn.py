"""The draft of a turn: the steps that a player has made so far, before the play is final.

A draft is a value, and each command gives the next one: make a step, take the last one back, take all of them back, let
what is forced be made. Nothing counts before `commit` gives the action for the game: a checker that was touched need
not move. A draft takes those steps only that some legal play goes on with, so it never leads where no play is whole.

Every change counts `number` up, taking back included. A command can say the number that its sender saw; a late one is
refused with the rule `turn.stale`. Who counts on from one turn to the next (`Turn.of(game, number=turn.number + 1)`)
refuses what is left over from older turns too.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from attrs import Attribute, evolve, field, frozen

from raceboard.action import Played
from raceboard.asked import Asked, Place, dice_left
from raceboard.autocomplete import Autocomplete, completed
from raceboard.errors import NotNowError, RuleError, Verdict
from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.phase import Awaited, Phase, not_now
from raceboard.position import Position
from raceboard.session import Session
from raceboard.side import Side

__all__ = ["Completeness", "Turn"]


class Completeness(StrEnum):
    """Is a draft a whole play? `MAY_STOP`: yes, and it can go on all the same; `FINISHED`: yes, and nothing follows."""

    NOT_YET = "not_yet"
    MAY_STOP = "may_stop"
    FINISHED = "finished"


def _count(turn: object, field: Attribute[int], value: int) -> None:
    if type(value) is not int or value < 0:
        raise ValueError(f"number is {value!r}; drafts count from 0 up")


@frozen
class Turn:
    """The draft of one stage of a turn. `steps` made so far, told in full; `number` counts its changes.

    >>> from raceboard import Game, Registry, Roll
    >>> spec = Registry.load().variant("backgammon")
    >>> turn = Turn.of(Game.resume(spec, spec.start, 0, roll=Roll(6, 1)))
    >>> turn = turn.step(13, die=6)
    >>> str(turn.play), turn.dice, str(turn.completeness), turn.number
    ('13/7', (1,), 'not_yet', 1)
    >>> turn = turn.undo().step(13, target=7).step(8, target=7)
    >>> str(turn.commit().play), turn.number
    ('13/7 8/7', 4)
    """

    plays: Plays = field(repr=False)
    steps: tuple[Step, ...] = ()
    number: int = field(default=0, validator=_count)

    @classmethod
    def of(cls, state: Session | Game | Plays, steps: Iterable[Step] = (), *, number: int = 0) -> Turn:
        """The draft of the stage that is to be played now, perhaps with steps that were made before.

        Raises NotNowError when nothing is to be played, RuleError for steps that no legal play begins with.
        """
        plays = state if isinstance(state, Plays) else _plays_of(state)
        if not len(plays):
            raise ValueError("these are the plays of a side that is not to play; give those of the side on roll")
        told: tuple[Step, ...] = ()
        for step in steps:
            full = next((known for known in plays.next_steps(told) if known == step), None)
            if full is None:
                raise RuleError(plays.refusal((*told, step)))
            told = (*told, full)
        return cls(plays, told, number)

    # ------------------------------------------------------------------ questions

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return self.plays.side

    @property
    def position(self) -> Position:
        """The position after the steps."""
        return self.plays.after(self.steps)

    @property
    def play(self) -> Play:
        """The steps as a play, for showing it; it is a legal one when `completeness` says so."""
        return Play(self.position, self.steps)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that are not used yet; after a win some may be left for good."""
        return dice_left(self.plays, self.steps)

    @property
    def next_steps(self) -> tuple[Step, ...]:
        """The steps that may follow, higher sources and dice first: those that some legal play goes on with."""
        return self.plays.next_steps(self.steps)

    @property
    def completeness(self) -> Completeness:
        """Can the draft be committed, and can it go on?"""
        if not self.plays.accepts(self.steps):
            return Completeness.NOT_YET
        return Completeness.MAY_STOP if self.next_steps else Completeness.FINISHED

    # ------------------------------------------------------------------ commands

    def step(
        self,
        source: Place,
        *,
        die: int | None = None,
        target: Place | None = None,
        action: str | None = None,
        number: int | None = None,
    ) -> Turn:
        """Move a checker from a place by a die, or to a target.

        A step uses the die that it names and no other. To a target the smallest die is taken that leads there and lets
        the play go on, which matters for `off` only. Where no single die leads there, the checker goes by several, if
        all ways hit alike and leave the same. `action`: which way of landing, where the variant offers several.

        Raises RuleError for what is no legal step, with the rule that forbids it; NotationError with the candidates
        where several ways are meant; ValueError for a place that the board does not have, or neither die nor target;
        NotNowError for an old number.
        """
        self._check("step", number)
        asked = Asked.of(self.plays.position.layout, source, die, target, action)
        return self._changed((*self.steps, *asked.steps(self.plays, self.steps)))

    def redraft(self, steps: Iterable[Step], *, number: int | None = None) -> Turn:
        """The draft with these steps instead, for a play that was typed or picked from a list; raises as `of` does."""
        self._check("redraft", number)
        return self._changed(Turn.of(self.plays, steps).steps)

    def undo(self, *, number: int | None = None) -> Turn:
        """Take the last step back; raises NotNowError when there is none."""
        self._check("undo", number)
        if not self.steps:
            raise self._not_now("undo", "turn.not-now", "turn.nothing-to-undo")
        return self._changed(self.steps[:-1])

    def undo_all(self, *, number: int | None = None) -> Turn:
        """Take all steps back; a draft without steps stays as it is."""
        self._check("undo_all", number)
        return self._changed(())

    def autocomplete(self, policy: Autocomplete, *, number: int | None = None) -> Turn:
        """Make the steps that the policy says; where it says none the draft stays as it is."""
        self._check("autocomplete", number)
        return self._changed(completed(self.plays, self.steps, policy))

    def commit(self, *, number: int | None = None) -> Played:
        """The action that makes the play in the game.

        Raises RuleError when the play is not whole yet: the obligation, with a play that goes on from here.
        """
        self._check("commit", number)
        return Played(self.plays.play(self.steps), self.side)

    # ------------------------------------------------------------------ helpers

    def _changed(self, steps: tuple[Step, ...]) -> Turn:
        return self if steps == self.steps else evolve(self, steps=steps, number=self.number + 1)

    def _check(self, command: str, number: int | None) -> None:
        """Refuse a command whose sender saw another draft."""
        if number is None:
            return
        if type(number) is not int:
            raise ValueError(f"number is {number!r}; give the number of the draft that the command is for")
        if number != self.number:
            raise self._not_now(command, "turn.stale", number=self.number, given=number)

    def _not_now(self, command: str, rule: str, key: str = "", **said: object) -> NotNowError:
        awaited = Awaited(self.side, Played)
        verdict = Verdict(False, rule, {"side": self.side, "awaited": (awaited.told,), **said}, key)
        return NotNowError(command, Phase.MOVING.value, (str(awaited),), verdict)


#: Why nothing is to be played in a phase; in the others the dice are not thrown yet.
_REASONS = {
    Phase.CUBE: "cube.double-pending",
    Phase.RESIGN: "resign.resignation-pending",
    Phase.CHOOSING: "turn.not-now",
    Phase.OVER: "turn.game-over",
}


def _plays_of(state: Session | Game) -> Plays:
    """The plays of the side that is to play; raises NotNowError when there is none."""
    if state.phase is not Phase.MOVING:
        raise not_now(state, Played.__name__, _REASONS.get(state.phase, "turn.roll-first"))
    return state.game.plays if isinstance(state, Session) else state.plays
