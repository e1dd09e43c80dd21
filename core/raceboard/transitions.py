"""The transitions of a game: (phase, action) leads to a function that gives the next state.

Two rules of this file. Everything that a transition does is here or is data of the spec; and a refused action raises
and changes nothing, for every state is a value. `TRANSITIONS` is the whole table; a miss is the error `not-now`.

The empty play is a play: it is applied like any other and ends the stage. What a stage leaves unplayed ends the turn;
where it is owed, the next player plays it before throwing. A turn may contain further throws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Never, TypeAlias

from attrs import evolve

from raceboard import event as ev
from raceboard.action import Action, Choose, Drawn, Forfeit, OpeningRolled, Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import RuleError, Verdict
from raceboard.event import Event
from raceboard.finish import DEAD_POSITION, DRAW, Outcome, has_finished, outcome_of
from raceboard.history import History
from raceboard.legal import Plays, can_move_on_board, is_dead
from raceboard.move import Play
from raceboard.phase import Phase, not_now
from raceboard.position import OFF, Position
from raceboard.program import Choice, Stage, TurnContext, TurnEnd, checked_end, opening_roll, rolls_again, stages
from raceboard.side import Side, others
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.game import Game

__all__ = ["TRANSITIONS", "active", "begin_turn", "end_game", "told", "with_position"]

#: Values that many games have at once: each is made once, so that a game that waits is small.
_KEPT = 4096
_context = lru_cache(_KEPT)(TurnContext)
_thrown = lru_cache(_KEPT)(ev.Thrown)
_to_move = lru_cache(_KEPT)(ev.ToMove)
_to_throw = lru_cache(_KEPT)(ev.ToThrow)


@lru_cache(_KEPT)
def _begun(turns: tuple[int, ...], side: Side) -> tuple[int, ...]:
    """The turns of each side with one more of a side."""
    return tuple(number + (seat == side) for seat, number in enumerate(turns))


# ---------------------------------------------------------------------- the opening


def _opening_rolled(game: Game, action: OpeningRolled) -> Game:
    """The highest die starts, in `moving` with these numbers or in `start` for its own throw; a tie opens again."""
    if game.spec.opening.mode == "random":
        raise not_now(game, action, "turn.not-now", "turn.lot-decides")
    faces = game.spec.dice.die
    if len(action.dice) != game.spec.players or not all(type(d) is int and faces.weight(Roll(d)) for d in action.dice):
        raise ValueError(f"{'-'.join(map(str, action.dice))} is not one die for each of {game.spec.players} players")
    thrown = ev.OpeningThrown(action.dice)
    contenders = active(game)
    highest = max(action.dice[side] for side in contenders)
    side, *level = [side for side in contenders if action.dice[side] == highest]
    if level:
        return evolve(game, events=(thrown, ev.Tied()))
    roll = opening_roll(game.spec, action.dice)
    if roll is None:
        return begin_turn(evolve(game, starter=side), side, (thrown, ev.Started(side)))
    begun = begin_turn(evolve(game, starter=side), side, ())
    return _expand(begun, roll, (thrown, ev.Started(side, roll)))


def _drawn(game: Game, action: Drawn) -> Game:
    """The player whom the lot has drawn is in `start`."""
    if game.spec.opening.mode != "random":
        raise not_now(game, action, "turn.not-now", "turn.dice-decide")
    side = game.spec.layout.seat(action.side)
    if side not in active(game):
        raise not_now(game, action, "turn.plays-no-more", side=side)
    return begin_turn(evolve(game, starter=side), side, (ev.Started(side),))


# ---------------------------------------------------------------------- a turn


def begin_turn(game: Game, side: Side, events: tuple[Event, ...], owed: tuple[Stage, ...] = ()) -> Game:
    """Put a side on roll, with stages that another player's throw has left it."""
    turns = _begun(game.turns, side)
    told: tuple[Event, ...] = (_to_throw(side),)
    if owed:
        told = (ev.Owed(side, tuple(die for stage in owed for die in stage.dice)), _to_move(side, owed[0].dice))
    return evolve(
        game,
        phase=Phase.MOVING if owed else Phase.START,
        turns=turns,
        on_roll=side,
        context=_context(own_turn=turns[side], starter=side == game.starter, throws=0),
        landings=(),
        roll=None,
        stages=owed,
        choice=None,
        owed=bool(owed),
        events=(*events, *told),
    )


def _rolled(game: Game, action: Rolled) -> Game:
    """The player is in `moving` with the first stage, or in `choosing` where the roll offers a choice."""
    assert game.on_roll is not None
    roll = _own(game.spec, action.roll)
    return _expand(game, roll, (_thrown(game.on_roll, roll),))


def _own(spec: VariantSpec, roll: Roll) -> Roll:
    """The roll of the variant's dice that is equal, which all games share; one that cannot fall as it is."""
    return spec.dice.outcomes[spec.dice.place(roll)][0] if spec.dice.weight(roll) else roll


def _expand(game: Game, roll: Roll, events: tuple[Event, ...]) -> Game:
    """Give the player on roll the stages of a roll, or the choice between several."""
    side = game.on_roll
    assert side is not None
    before = game.context
    context = _context(before.own_turn, before.starter, before.throws + 1, before.taken, before.hits)
    program = stages(game.spec, game.position, side, roll, context)
    if isinstance(program, Choice):
        told: Event = ev.ToChoose(side, tuple(name for name, _ in program.options))
        phase, begun, choice = Phase.CHOOSING, tuple[Stage, ...](), program
    else:
        told = _to_move(side, program[0].dice)
        phase, begun, choice = Phase.MOVING, program, None
    return evolve(
        game,
        phase=phase,
        roll=roll,
        context=context,
        owed=False,
        stages=begun,
        choice=choice,
        events=(*events, told),
    )


def _chose(game: Game, action: Choose) -> Game:
    """The player is in `moving` with the first stage of the program that was chosen."""
    assert game.choice is not None
    assert game.on_roll is not None
    names = [name for name, _ in game.choice.options]
    if action.option not in names:
        said = {"option": action.option, "options": tuple(names)}
        raise RuleError(Verdict(False, "program.choice", said))
    program = game.choice.chosen(action.option)
    told = (ev.Chosen(game.on_roll, action.option), _to_move(game.on_roll, program[0].dice))
    return evolve(game, phase=Phase.MOVING, stages=program, choice=None, events=told)


def _played(game: Game, action: Played) -> Game:
    """The next stage in `moving`, another throw or the next player in `start`, or `over` when the game is decided."""
    side, play = game.on_roll, action.play
    assert side is not None
    unplayed = game.stages[0].dice if play.is_pass else _left(game.stages[0].dice, play)
    moved = evolve(
        game,
        position=play.result,
        context=_remember(game.spec, game.context, play),
        landings=(*game.landings, *(step.target for step in play.steps if step.target)),
        passes=game.passes + 1 if play.is_pass else 0,
        events=(ev.Moved(side, game.stages[0].roll, play),),
    )
    judged = game.spec.hooks.judge(game.spec, moved.position, side, moved.context) if game.spec.hooks.judge else None
    if judged:
        return end_game(moved, judged)
    if has_finished(game.spec, moved.position, side) and side not in game.finished:
        return _reached(moved, side)
    later = moved.stages[1:]
    if later and not unplayed:
        return evolve(moved, stages=later, events=(*moved.events, _to_move(side, later[0].dice)))
    return _end_turn(moved, unplayed + tuple(die for stage in later for die in stage.dice))


def told(game: Game, action: Action) -> Action:
    """The action in full: a play with all that its steps do; raises RuleError for one that is not legal."""
    if not isinstance(action, Played):
        return action
    play = _legal(game.plays, action.play)
    return action if play is action.play else Played(play, action.side)


def _legal(plays: Plays, play: Play) -> Play:
    """The play with its steps told in full; raises RuleError when it is not legal as it was made."""
    if plays.has_made(play):
        return play
    for legal in plays:
        if legal == play and legal.steps == play.steps:
            return legal
    made = plays.play(play.steps)
    if made != play:
        raise RuleError(Verdict(False, "play.other-result", {"play": str(play), "steps": play.steps}))
    return made


def _left(dice: tuple[int, ...], play: Play) -> tuple[int, ...]:
    """The dice that a play has not used."""
    left = list(dice)
    for step in play.steps:
        left.remove(step.die)
    return tuple(left)


def _remember(spec: VariantSpec, context: TurnContext, play: Play) -> TurnContext:
    """The turn context after a play: what was taken from watched regions, and where it hit."""
    taken = dict(context.taken)
    for name in spec.watched:
        region = spec.region(name).indices
        left = sum(step.source in region and step.target not in region for step in play.steps)
        if left:
            taken[name] = taken.get(name, 0) + left
    return _context(context.own_turn, context.starter, context.throws, tuple(taken.items()), context.hits + play.hits)


def _end_turn(game: Game, unplayed: tuple[int, ...]) -> Game:
    """Go on after the last play of a turn."""
    side = game.on_roll
    assert side is not None
    if game.passes >= len(active(game)) and is_dead(game.spec, game.position, active(game)):
        return end_game(game, Outcome(None, DRAW, game.spec.finish.draw_points, DEAD_POSITION, game.finished))
    if game.owed:
        return _throw_again(game, side)
    if side in game.last_turns:
        return _last_turn_played(game, side)
    end = _turn_end(game, unplayed)
    if end.again:
        return _throw_again(game, side)
    return begin_turn(game, end.side, game.events, end.owed)


def _throw_again(game: Game, side: Side) -> Game:
    """The same side is to throw, within its turn; what its last dice reached gives no further throw."""
    told = (*game.events, _to_throw(side))
    return evolve(game, phase=Phase.START, stages=(), owed=False, landings=(), events=told)


def _turn_end(game: Game, unplayed: tuple[int, ...]) -> TurnEnd:
    """What the variant says of the end of a turn: its hook, then its program."""
    side, roll, spec = game.on_roll, game.roll, game.spec
    assert side is not None
    assert roll is not None
    if spec.hooks.after_turn:
        end = spec.hooks.after_turn(spec, game.position, side, roll, game.context, unplayed)
        if end is not None:
            return checked_end(spec, active(game), end)
    completed = not unplayed and game.stages[-1].again
    if rolls_again(spec, roll, game.context, game.landings, completed=completed) or _has_another_try(game, side):
        return TurnEnd(side, again=True)
    following = _next_side(game, side)
    if spec.program.leftover == "lost" or not unplayed:
        return TurnEnd(following)
    left = tuple(evolve(stage, side=following, again=False) for stage in _owed_stages(game.stages, unplayed))
    return TurnEnd(following, left)


def _has_another_try(game: Game, side: Side) -> bool:
    """May a player throw once more who could not play, since nothing on the board can move whatever falls?"""
    within = game.context.throws < game.spec.program.again.tries
    return within and game.passes > 0 and not can_move_on_board(game.spec, game.position, side)


def _owed_stages(program: tuple[Stage, ...], unplayed: tuple[int, ...]) -> tuple[Stage, ...]:
    """The stages that are left: the rest of the present one, and those that were never begun."""
    present, *later = program
    begun = unplayed[: len(unplayed) - sum(len(stage.dice) for stage in later)]
    return (evolve(present, dice=begun), *later) if begun else tuple(later)


def with_position(game: Game, position: Position, *, ends_turn: bool) -> Game:
    """The game with another position on the board; with `ends_turn` the player on roll has played.

    No action leads there, so that the history begins anew.
    """
    placed = evolve(game, position=position, history=History(), events=())
    return _end_turn(placed, ()) if ends_turn else placed


def active(game: Game) -> tuple[Side, ...]:
    """The sides that still play."""
    return tuple(side for side in range(game.spec.players) if side not in (*game.finished, *game.out))


def _next_side(game: Game, side: Side) -> Side:
    """The next side in turn order that still plays."""
    return next(other for other in (*others(side, game.spec.players), side) if other in active(game))


# ---------------------------------------------------------------------- the end of a game


def _reached(game: Game, side: Side) -> Game:
    """A side has reached the goal: the game ends, or others have a last turn, or play on for the places."""
    game = evolve(game, finished=(*game.finished, side), events=(*game.events, ev.Reached(side)))
    if side in game.last_turns:
        return _last_turn_played(game, side)
    due = _last_turns(game, side)
    if due:
        return begin_turn(evolve(game, last_turns=due), due[0], (*game.events, ev.LastTurn(due[0])))
    outcome = outcome_of(game.spec, game.position, game.finished)
    if outcome:
        return end_game(game, outcome)
    return begin_turn(game, _next_side(game, side), game.events)


def _last_turns(game: Game, side: Side) -> tuple[Side, ...]:
    """The sides that have had one turn less than the one that has finished, and are near enough."""
    last_turn = game.spec.finish.last_turn
    if last_turn.mode == "none":
        return ()
    return tuple(
        other
        for other in others(side, game.spec.players)
        if other in active(game)
        and game.turns[other] < game.turns[side]
        and game.position.counts(other)[OFF] >= last_turn.min_off
    )


def _last_turn_played(game: Game, side: Side) -> Game:
    left = tuple(other for other in game.last_turns if other != side)
    game = evolve(game, last_turns=left)
    if left:
        return begin_turn(game, left[0], (*game.events, ev.LastTurn(left[0])))
    outcome = outcome_of(game.spec, game.position, game.finished)
    assert outcome is not None  # somebody had finished before the last turns
    return end_game(game, outcome)


def _forfeit(game: Game, action: Forfeit) -> Game:
    """A player is out; `over` when one is left, who wins the lowest level, else the others play on."""
    side = game.spec.layout.seat(action.side)
    if side not in active(game):
        raise not_now(game, action, "turn.plays-no-more", side=side)
    game = evolve(game, out=(*game.out, side), events=(ev.Forfeited(side, action.reason),))
    if side in game.last_turns:
        return _last_turn_played(game, side)
    remaining = active(game)
    if len(remaining) == 1:
        ahead = game.finished[:1] if game.spec.finish.winner == "first" else ()
        lowest = game.spec.finish.levels[0]
        return end_game(
            game, Outcome((*ahead, *remaining)[0], lowest.name, lowest.points, action.reason, game.finished)
        )
    if game.on_roll == side:
        return begin_turn(game, _next_side(game, side), game.events)
    return game


def end_game(game: Game, outcome: Outcome) -> Game:
    """The game, over with an outcome."""
    return evolve(
        game,
        phase=Phase.OVER,
        on_roll=None,
        stages=(),
        choice=None,
        outcome=outcome,
        events=(*game.events, ev.Ended(outcome)),
    )


_Transition: TypeAlias = "Callable[[Game, Never], Game]"

TRANSITIONS: Mapping[tuple[Phase, type[Action]], _Transition] = MappingProxyType(
    {
        (Phase.OPENING, OpeningRolled): _opening_rolled,
        (Phase.OPENING, Drawn): _drawn,
        (Phase.START, Rolled): _rolled,
        (Phase.CHOOSING, Choose): _chose,
        (Phase.MOVING, Played): _played,
        (Phase.OPENING, Forfeit): _forfeit,
        (Phase.START, Forfeit): _forfeit,
        (Phase.CHOOSING, Forfeit): _forfeit,
        (Phase.MOVING, Forfeit): _forfeit,
    }
)
