"""Bots: players that choose among legal plays. `random` and `racer` are enough to play whole games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from raceboard.action import (
    Accept,
    Action,
    Choose,
    Double,
    Drawn,
    NextGame,
    OpeningRolled,
    Pass,
    Played,
    Redouble,
    Reject,
    Rolled,
    SessionAction,
    Take,
)
from raceboard.dice import Chance, DiceSource, Stream
from raceboard.game import Game
from raceboard.move import Play
from raceboard.phase import Awaited, Phase
from raceboard.plugin import hookimpl
from raceboard.position import Position
from raceboard.session import Session
from raceboard.side import Side, others
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.hookspecs import Bot, RegisterBot

__all__ = ["RacerBot", "RandomBot", "bot_action", "chance_action", "play_on", "session_action", "stake_action"]

#: The versions of the plugin interface that this plugin is for.
raceboard_api = ">=0.1,<0.2"


@frozen
class RandomBot:
    """Takes each legal play with the same probability."""

    chance: Stream

    def play(self, game: Game) -> Play:
        """Any of the plays."""
        return game.plays[self.chance.below(len(game.plays))]

    def choose(self, game: Game) -> str:
        """Any of the names."""
        names = _names(game)
        return names[self.chance.below(len(names))]

    def stake(self, session: Session) -> SessionAction | None:
        """Any of the actions that are awaited."""
        awaited = session.awaited()
        return stake_action(awaited[self.chance.below(len(awaited))])


@frozen
class RacerBot:
    """Maximises the opponents' pips less its own, then has the fewest blots, then canonical order (DECISIONS 21)."""

    def play(self, game: Game) -> Play:
        """The first of the best plays."""
        plays = game.plays
        merits = [_merit(game.spec, plays.side, result) for result in plays.results]
        return plays[merits.index(max(merits))]

    def choose(self, game: Game) -> str:
        """The first of the programs with the most pips."""
        assert game.choice is not None
        pips = {name: sum(sum(stage.dice) for stage in program) for name, program in game.choice.options}
        return max(_names(game), key=lambda name: pips[name])

    def stake(self, session: Session) -> SessionAction | None:
        """Never doubles, takes every double, accepts every resignation."""
        return stake_action(session.awaited()[0])


def _names(game: Game) -> Sequence[str]:
    assert game.choice is not None
    return [name for name, _ in game.choice.options]


def _merit(spec: VariantSpec, side: Side, result: Position) -> tuple[int, int]:
    lead = sum(spec.pips(result, rival) for rival in others(side, spec.players)) - spec.pips(result, side)
    blots = result.counts(side)[1 : spec.track.points + 1].count(1)
    return lead, -blots


def chance_action(game: Game, dice: DiceSource) -> Action | None:
    """What chance does now: a throw, the opening dice, a lot; None when a player is to decide."""
    spec = game.spec
    if game.phase is Phase.START:
        return Rolled(dice.roll(spec.dice))
    if game.phase is not Phase.OPENING:
        return None
    if spec.opening.mode == "random":
        return Drawn(dice.roll(Chance.table(dict.fromkeys(game.active, 1))).dice[0])
    return OpeningRolled(dice.roll(spec.dice.die).dice[0] for _ in range(spec.players))


def bot_action(game: Game, bot: Bot) -> Action:
    """What a bot does now."""
    return Choose(bot.choose(game)) if game.phase is Phase.CHOOSING else Played(bot.play(game))


def play_on(game: Game, bots: Sequence[Bot], dice: DiceSource, *, limit: int = 100_000) -> Iterator[Game]:
    """Play a game on with bots, one for each seat, and give each state; the last one is over.

    Raises ValueError for another number of bots, and when the game is not over after `limit` actions.

    >>> from raceboard import Game, Registry, SeededDice
    >>> game = Game.start(Registry.load().variant("hypergammon"))
    >>> *_, last = play_on(game, [RacerBot(), RacerBot()], SeededDice(seed=1))
    >>> last.is_over
    True
    """
    if len(bots) != game.spec.players:
        raise ValueError(f"{game.spec.name} has {game.spec.players} seats, not {len(bots)}; give one bot for each")
    for _ in range(limit):
        if game.is_over:
            return
        action = chance_action(game, dice)
        game = game.apply(action or bot_action(game, bots[game.on_roll or 0]))
        yield game
    raise ValueError(f"the game is not over after {limit} actions")


def stake_action(awaited: Awaited) -> SessionAction | None:
    """The action of the cube or of a resignation that is awaited; None for a throw."""
    if awaited.action is Redouble:
        return Redouble(awaited.name, awaited.side)
    plain: dict[type[SessionAction], SessionAction] = {
        Double: Double(awaited.side),
        Take: Take(awaited.side),
        Pass: Pass(awaited.side),
        Accept: Accept(awaited.side),
        Reject: Reject(awaited.side),
    }
    return plain.get(awaited.action)


def session_action(session: Session, bots: Sequence[Bot], dice: DiceSource) -> SessionAction:
    """What happens next in a session of bots: a decision about the stakes, a throw, a play, or the next game.

    Raises ValueError when the session is over.
    """
    if session.is_over:
        raise ValueError("the session is over; start another one")
    if session.phase is Phase.OVER:
        return NextGame()
    awaited = session.awaited()
    side = awaited[0].side
    if side is not None and (len(awaited) > 1 or session.phase is Phase.RESIGN):
        decided = bots[side].stake(session)
        if decided is not None:
            return decided
    return chance_action(session.game, dice) or bot_action(session.game, bots[side or 0])


@hookimpl
def raceboard_register_bots(register: RegisterBot) -> None:
    """Bring the bots of this module."""
    register("random", RandomBot)
    register("racer", lambda chance: RacerBot())
