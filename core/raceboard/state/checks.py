"""What a state cannot be although it can be read: each as the path of what is wrong, and why it is.

A state that passes can be asked everything and played on. Whether a game could have come to it, nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from raceboard.errors import ConfigError
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.program import Stage
from raceboard.session import Session
from raceboard.side import Side, seat_name
from raceboard.spec import VariantSpec
from raceboard.stakes import length_of

__all__ = ["Fault", "game_faults", "session_faults"]

#: The path of what is wrong, below the state, and what it is.
Fault: TypeAlias = tuple[str, str]

_GAME_PHASES = (Phase.OPENING, Phase.START, Phase.CHOOSING, Phase.MOVING, Phase.OVER)


def game_faults(game: Game) -> Iterator[Fault]:
    """Everything that a game cannot be; what names no seat of the game comes alone."""
    wrong = [*_seats(game), *_per_side(game.spec, "turns", game.turns)]
    yield from wrong or (*_phase(game), *_turn(game), *_dice(game))


def session_faults(session: Session) -> Iterator[Fault]:
    """Everything that a session cannot be; what is wrong with its game comes alone."""
    wrong = [*_within("game", session.game), *_within("last", session.last), *_session_seats(session)]
    yield from wrong or (
        *_states(session),
        *_score(session),
        *_rotation(session),
        *_cube(session),
        *_giving_up(session),
        *_end(session),
    )


def _within(path: str, game: Game | None) -> Iterator[Fault]:
    for below, what in game_faults(game) if game else ():
        yield f"{path}.{below}", what


# ---------------------------------------------------------------------- a game


def _seats(game: Game) -> Iterator[Fault]:
    choice, outcome = game.choice, game.outcome
    yield from _unseated(game.spec, "on_roll", [game.on_roll])
    yield from _unseated(game.spec, "starter", [game.starter])
    yield from _unseated(game.spec, "stages", [stage.side for stage in game.stages])
    yield from _unseated(game.spec, "choice", [choice.side] if choice else [])
    yield from _unseated(game.spec, "last_turns", game.last_turns)
    yield from _unseated(game.spec, "finished", game.finished)
    yield from _unseated(game.spec, "out", game.out)
    yield from _unseated(game.spec, "outcome", [outcome.winner, *outcome.ranking] if outcome else [])


def _unseated(spec: VariantSpec, path: str, sides: Iterable[Side | None]) -> Iterator[Fault]:
    for side in sides:
        if side is not None and not 0 <= side < spec.players:
            yield path, f"names the side {side}; this game has the sides 0 to {spec.players - 1}"


def _per_side(spec: VariantSpec, path: str, numbers: tuple[int, ...], lowest: int = 0) -> Iterator[Fault]:
    if len(numbers) != spec.players or min(numbers) < lowest:
        yield path, f"is {list(numbers)}; it is a number from {lowest} up for each of {spec.players} sides"


def _phase(game: Game) -> Iterator[Fault]:
    """Each phase has what it needs, and nothing of the others."""
    phase = game.phase
    if phase not in _GAME_PHASES:
        yield "phase", f"{phase.value} is a phase of a session, not of a game"
    has = {
        "on_roll": (game.on_roll is not None, phase not in (Phase.OPENING, Phase.OVER)),
        "stages": (bool(game.stages), phase is Phase.MOVING),
        "choice": (game.choice is not None, phase is Phase.CHOOSING),
        "outcome": (game.outcome is not None, phase is Phase.OVER),
    }
    for path, (there, due) in has.items():
        if there != due:
            yield path, f"{'is there' if there else 'is missing'} in the phase {phase.value}"
    if game.last_turns and not game.finished:
        yield "last_turns", "come when somebody has finished, and nobody has"


def _turn(game: Game) -> Iterator[Fault]:
    """Who is on roll still plays, has begun a turn, and has the dice."""
    side = game.on_roll
    if side is None:
        return
    if side not in game.active:
        yield "on_roll", f"{seat_name(side)} plays no more"
    if game.turns[side] < 1:
        yield "turns", f"{seat_name(side)} is on roll and has begun no turn"
    if any(stage.side != side for _, stage in _stages(game)):
        yield "stages", f"are not for {seat_name(side)}, who is on roll"


def _dice(game: Game) -> Iterator[Fault]:
    if game.roll is None and (game.phase is Phase.CHOOSING or (game.phase is Phase.MOVING and not game.owed)):
        yield "roll", f"is missing in the phase {game.phase.value}"
    if game.roll is not None and not game.spec.dice.weight(game.roll):
        yield "roll", f"{game.roll} cannot be thrown in {game.spec.name}"
    for path, stage in _stages(game):
        none = not stage.dice and game.spec.hooks.expand_roll is None and game.spec.hooks.after_turn is None
        if none or min(stage.dice, default=0) < 0 or not game.spec.dice.weight(stage.roll):
            yield path, f"{list(stage.dice)} are no dice of the roll {stage.roll}"


def _stages(game: Game) -> Iterator[tuple[str, Stage]]:
    """The stages that are to be played, and those that can be chosen."""
    yield from (("stages", stage) for stage in game.stages)
    yield from (("choice", stage) for _, program in (game.choice.options if game.choice else ()) for stage in program)


# ---------------------------------------------------------------------- a session


def _session_seats(session: Session) -> Iterator[Fault]:
    spec, cube, resignation = session.table.spec, session.cube, session.resignation
    offer = cube.offer if cube else None
    yield from _unseated(spec, "cube.owner", [cube.owner] if cube else [])
    yield from _unseated(spec, "cube.offer", [offer.doubler, offer.doubled, offer.responder] if offer else [])
    yield from _unseated(spec, "resignation", [resignation.side, resignation.responder] if resignation else [])
    yield from _unseated(spec, "results", [result.winner for result in session.results])
    yield from _unseated(spec, "thrower", [session.thrower])
    yield from _unseated(spec, "winner", [session.winner])
    yield from _per_side(spec, "score", session.score)
    yield from _per_side(spec, "throws", session.throws)
    yield from _per_side(spec, "refused", session.refused, lowest=-1)
    if session.seats and len(session.seats) != spec.players:
        yield "seats", f"names {len(session.seats)} players; the game has {spec.players}"


def _states(session: Session) -> Iterator[Fault]:
    """What optional rules remember is theirs, and such as they remember."""
    for rule in session.cube_rules:
        if rule.name in session.states and not rule.is_state(session.states[rule.name]):
            yield f"states.{rule.name}", f"is {session.states[rule.name]!r}, which the rule cannot have remembered"


def _score(session: Session) -> Iterator[Fault]:
    if session.number < 1:
        yield "number", f"is {session.number}; games count from 1"
    if session.regular_throws < 0:
        yield "regular_throws", f"is {session.regular_throws}; throws count from 0"
    length = session.length
    try:
        if length_of(session.rules, length) != length:
            yield "length", f"is missing; {session.rules.name} is played to a length"
        elif length is not None and max(session.score) >= length and not session.is_over:
            yield "score", f"is {list(session.score)}, but a match to {length} is over then"
    except ConfigError as error:
        yield "length", error.problems[0].what
    except ValueError as error:
        yield "length", str(error)


def _rotation(session: Session) -> Iterator[Fault]:
    named = session.rules["match.rotation"]
    names = tuple(map(str, named)) if isinstance(named, tuple) else ()
    if names != tuple(rules.name for rules in session.rotation):
        yield "rotation", f"is not the rotation of {session.rules.name}: {', '.join(names) or 'none'}"


def _cube(session: Session) -> Iterator[Fault]:
    cube, offer = session.cube, session.cube.offer if session.cube else None
    if (cube is not None) != session.table.is_on("cube"):
        yield "cube", f"{'is missing' if cube is None else 'is there'}, and {session.table.name} says otherwise"
    if cube and (cube.value < 1 or cube.value & (cube.value - 1)):
        yield "cube.value", f"the cube shows a power of two, not {cube.value}"
    if cube and offer and (offer.value != 2 * cube.value or offer.depth < 0):
        yield "cube.offer", f"offers {offer.value} at depth {offer.depth} with the cube at {cube.value}"
    if offer and session.game.phase is not Phase.START:
        yield "cube.offer", f"waits in the phase {session.game.phase.value}; doubles are offered before the throw"
    for rule in session.cube_rules:
        if rule.name not in session.states:
            yield "states", f"{rule.name} is missing; each rule remembers something, if only null"


def _giving_up(session: Session) -> Iterator[Fault]:
    resignation, levels = session.resignation, len(session.table.spec.finish.levels)
    if resignation and not 0 <= resignation.level < levels:
        yield "resignation.level", f"is {resignation.level}; the variant has {levels} levels, the lowest is 0"
    if resignation and (session.phase is Phase.OVER or session.game.phase is Phase.OPENING):
        yield "resignation", "nobody resigns before the opening or after the end"


def _end(session: Session) -> Iterator[Fault]:
    if (session.result is not None) != session.game.is_over:
        yield "result", f"{'is missing' if session.result is None else 'is there'}, and the game says otherwise"
    if session.result is not None and session.results[-1:] != (session.result,):
        yield "results", "the last one is not the result of this game"
    if session.winner is not None and not session.is_over:
        yield "winner", f"{seat_name(session.winner)} has won, but the session goes on"
