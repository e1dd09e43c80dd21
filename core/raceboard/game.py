"""One game without stakes: the host applies actions, dice included, and reads events.

A game opens (`opening`), then turns follow. In a turn a player throws (`start`), chooses where a roll offers a choice
(`choosing`) and plays stage after stage (`moving`), until the game is `over`.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve, field, frozen

from raceboard import event as ev
from raceboard.action import Action, Choose, Drawn, OpeningRolled, Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import Verdict
from raceboard.event import Event
from raceboard.finish import Outcome, has_finished
from raceboard.history import History
from raceboard.legal import Plays, legal_plays, no_plays
from raceboard.phase import Awaited, Phase, check_time, not_now, verdict_on
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext
from raceboard.side import Side, others, seat_name
from raceboard.spec import VariantSpec
from raceboard.transitions import TRANSITIONS, active, begin_turn, told

__all__ = ["Game"]


#: The plays of the games that were asked last, by the identity of the game: a game that waits does not keep its plays.
_PLAYS: dict[int, tuple[Game, Plays]] = {}
_KEPT = 16


@frozen
class Game:
    """An immutable state of a game; `apply` gives the next one.

    `turns`: turns begun by each side. `stages`: those still to play, the first of them now. `owed`: they come from
    another player's throw. `finished`: sides that reached the goal, in order. `out`: sides that have forfeited.
    `events`: what the last transition made happen. `history`: all actions since the game began or was resumed; like the
    events it takes no part in comparisons. A game of 50 turns takes less than 1 KB with its history, and one that was
    resumed 300 bytes more, for the state that it was resumed in.

    >>> from raceboard import Game, OpeningRolled, Registry
    >>> game = Game.start(Registry.load().variant("backgammon")).apply(OpeningRolled((1, 6)))
    >>> [str(event) for event in game.events]
    ['opening roll 1-6', 'black starts with 6-1', 'black to move']
    """

    spec: VariantSpec = field(repr=False)
    position: Position
    phase: Phase
    turns: tuple[int, ...]
    on_roll: Side | None = None
    starter: Side | None = None
    roll: Roll | None = None
    stages: tuple[Stage, ...] = ()
    choice: Choice | None = None
    owed: bool = False
    context: TurnContext = TurnContext(own_turn=0)
    landings: tuple[int, ...] = ()
    passes: int = 0
    last_turns: tuple[Side, ...] = ()
    finished: tuple[Side, ...] = ()
    out: tuple[Side, ...] = ()
    outcome: Outcome | None = None
    events: tuple[Event, ...] = field(default=(), eq=False)
    history: History = field(default=History(), eq=False, repr=False)

    # ------------------------------------------------------------------ beginnings

    @classmethod
    def start(cls, spec: VariantSpec, starter: Side | None = None) -> Game:
        """A new game; with `starter` that side is on roll, else the variant's opening decides."""
        return _beginning(spec, None if starter is None else spec.layout.seat(starter))

    @classmethod
    def resume(
        cls,
        spec: VariantSpec,
        position: Position,
        on_roll: Side,
        *,
        roll: Roll | None = None,
        turns: tuple[int, ...] | None = None,
        starter: Side | None = None,
    ) -> Game:
        """A game in the middle: `on_roll` is to throw, or to play `roll` when it is given.

        `turns`: turns begun by each side, the present one included (default: all are past their first). Raises
        ValueError for a position that is finished or of another shape.
        """
        if position.layout != spec.layout:
            raise ValueError(f"the position does not fit {spec.name}: {position.layout} instead of {spec.layout}")
        finished = tuple(side for side in range(spec.players) if has_finished(spec, position, side))
        if len(finished) >= spec.finish.places or on_roll in finished:
            raise ValueError(f"{', '.join(map(seat_name, finished))} has finished; this game cannot go on so")
        spec.layout.seat(on_roll)
        begun = (2,) * spec.players if turns is None else turns
        if len(begun) != spec.players or min(begun) < 0 or begun[on_roll] < 1:
            given = "-".join(map(str, begun))
            raise ValueError(f"turns are {given}; give one number for each side, the present turn included")
        before = tuple(number - (side == on_roll) for side, number in enumerate(begun))
        game = cls(spec, position, Phase.START, before, starter=starter, finished=finished)
        game = begin_turn(game, on_roll, ())
        return game if roll is None else game.apply(Rolled(roll))

    def next_game(self) -> Game:
        """The game that follows this one; raises NotNowError while this game goes on."""
        return Game.start(self.spec, self.next_starter())

    def next_starter(self) -> Side | None:
        """Who starts the next game, by the variant's opening; None when it opens anew.

        Where nobody won, or nobody had started, the opening decides. Raises NotNowError while this game goes on.
        """
        if self.outcome is None:
            raise not_now(self, "next_game", "turn.not-over")
        mode = self.spec.opening.next_game
        if mode == "winner":
            return self.outcome.winner
        if mode == "alternate" and self.starter is not None:
            return others(self.starter, self.spec.players)[0]
        return None

    # ------------------------------------------------------------------ questions

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.phase is Phase.OVER

    @property
    def active(self) -> tuple[Side, ...]:
        """The sides that still play: they have neither finished nor forfeited."""
        return active(self)

    @property
    def to_act(self) -> Side | None:
        """The side that is to act; None where chance is, or nobody."""
        return self.awaited()[0].side if self.awaited() else None

    def awaited(self) -> tuple[Awaited, ...]:
        """Who may do what now; empty when the game is over."""
        if self.phase is Phase.OPENING:
            return (Awaited(None, Drawn if self.spec.opening.mode == "random" else OpeningRolled),)
        actions: dict[Phase, type[Action]] = {
            Phase.START: Rolled,
            Phase.CHOOSING: Choose,
            Phase.MOVING: Played,
        }
        return (Awaited(self.on_roll, actions[self.phase]),) if self.phase in actions else ()

    @property
    def plays(self) -> Plays:
        """The legal plays of the stage that is to be played; none at all in another phase.

        They are found when they are asked for, and kept for the games that were asked last.
        """
        kept = _PLAYS.get(id(self))
        if kept is not None and kept[0] is self:
            return kept[1]
        plays = self._find_plays()
        if len(_PLAYS) >= _KEPT:
            _PLAYS.clear()
        _PLAYS[id(self)] = self, plays
        return plays

    def _find_plays(self) -> Plays:
        if self.phase is not Phase.MOVING or self.on_roll is None:
            return no_plays(self.spec, self.position, self.on_roll or 0)
        return legal_plays(self.spec, self.position, self.on_roll, self.stages[0], self.context)

    def plays_for(self, side: Side) -> Plays:
        """The legal plays of a side; none, without error, for a side that is not to play."""
        if side == self.on_roll:
            return self.plays
        return no_plays(self.spec, self.position, self.spec.layout.seat(side))

    def explain(self, action: Action) -> Verdict:
        """The verdict on an action: awaited and legal, or the rule that forbids it; nothing is changed.

        Raises ValueError for dice that cannot fall.

        >>> from raceboard import Game, Registry, Roll, Rolled
        >>> game = Game.start(Registry.load().variant("backgammon"))
        >>> print(game.explain(Rolled(Roll(6, 5))))
        illegal [turn.opening-first]: the opening comes first: who starts is not decided yet
        """
        return verdict_on(self, action)

    # ------------------------------------------------------------------ transitions

    def apply(self, action: Action) -> Game:
        """The state after an action.

        Raises NotNowError when the action is not awaited, RuleError when a rule of the game forbids it, ValueError
        for dice that cannot fall; this state stays as it is.
        """
        check_time(self, action)
        if (self.phase, type(action)) not in TRANSITIONS:
            raise not_now(self, action, "turn.not-now")
        action = told(self, action)
        after = self._after(action)
        # nobody has seen the new state yet, so that it need not be copied once more
        object.__setattr__(after, "history", self.history.then(self, action))
        return after

    def _after(self, action: Action) -> Game:
        """The state after an action that is told in full and legal, the history left as it is: `History` replays so."""
        transition = TRANSITIONS.get((self.phase, type(action)))
        if transition is None:
            raise not_now(self, action, "turn.not-now")
        return transition(self, action)  # type: ignore[arg-type]  # the key of the table is its type

    def undo(self, actions: int = 1) -> Game:
        """The state before the last actions of the history, equal to what it was.

        What a session has decided, a pass or a ruling, is no action of the game. Raises NotNowError when there are not
        so many actions, ValueError for a number that is not from 1 up.

        >>> from raceboard import Game, Registry, Roll, Rolled
        >>> game = Game.start(Registry.load().variant("backgammon"), starter=0)
        >>> game.apply(Rolled(Roll(6, 5))).undo() == game
        True
        """
        if type(actions) is not int or actions < 1:
            raise ValueError(f"actions is {actions!r}; take back a whole number from 1 up")
        done = len(self.history)
        if actions > done:
            raise not_now(self, "undo", "turn.not-now", "turn.history-begins", actions=done)
        return self.history.before(done - actions)


@lru_cache(maxsize=64)
def _beginning(spec: VariantSpec, starter: Side | None) -> Game:
    """A new game; all that begin alike share it, and their histories refer to it."""
    game = Game(spec, spec.start, Phase.OPENING, (0,) * spec.players)
    if starter is None and spec.opening.mode != "fixed":
        return game
    first = 0 if starter is None else starter
    return begin_turn(evolve(game, starter=first), first, (ev.Started(first),))
