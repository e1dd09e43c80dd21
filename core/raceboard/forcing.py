"""What the rules refuse and a record did all the same: the state after it, as far as there is one.

A replay goes on with these states, so that the rest of a game can be checked. Nothing here is judged.
"""

from __future__ import annotations

from attrs import evolve

from raceboard.action import Double, Pass, Redouble, SessionAction
from raceboard.game import Game
from raceboard.notation import legs
from raceboard.position import Position, Setup
from raceboard.record import RolledPlay, SetUp
from raceboard.scores import lost
from raceboard.session import Session
from raceboard.side import Side, others, seat_name
from raceboard.spec import VariantSpec

__all__ = ["cube_turned", "moved", "on_roll", "set_up", "without_offer"]


def on_roll(session: Session, side: Side, position: Position | None = None) -> Session:
    """A side is to throw, whoever should be, in the position on the board or another; its turn counts as begun.

    Raises ValueError when the game cannot go on so.
    """
    game = session.game
    turns = tuple(number + (seat == side) for seat, number in enumerate(game.turns))
    resumed = Game.resume(game.spec, position or game.position, side, turns=turns, starter=game.starter)
    return evolve(session, game=resumed, cube=session.cube.in_new_turn() if session.cube else None)


def set_up(session: Session, start: SetUp, side: Side) -> Session:
    """The session before the first roll of a game that was set up, with `side` on roll in its position.

    Where only the cube was set up, the opening still decides who is on roll. A cube that somebody owns has been
    doubled. Raises ValueError for a position that cannot be read or cannot be, and for a cube that shows nothing.
    """
    spec, cube = session.table.spec, session.cube
    if start.cube < 1:
        raise ValueError(f"a cube shows 1 at least, not {start.cube}")
    if cube is not None:
        cube = evolve(cube, value=start.cube, owner=start.owner, is_doubled=start.owner is not None)
    session = evolve(session, cube=cube)
    if start.position is None and start.on_roll is None:
        return session
    position = spec.start if start.position is None else Position.parse(spec, start.position)
    return evolve(session, game=Game.resume(spec, position, side))


def without_offer(session: Session) -> Session:
    """A double that waits for its answer is void."""
    if session.cube is None or session.cube.offer is None:
        return session
    return evolve(session, cube=session.cube.settled())


def cube_turned(session: Session, side: Side, action: SessionAction) -> Session:
    """An action of a side on the cube is done: a double is offered, a redouble too, and a pass loses the game.

    What has no sense, like a take where no double waits for its answer, changes nothing.
    """
    cube = session.cube
    if isinstance(action, Pass):
        return lost(without_offer(session), side, 0, "pass")
    if cube is None:
        return session
    if isinstance(action, Double):
        opponent = others(side, session.table.spec.players)[0]
        return evolve(session, cube=cube.offered(side, opponent))
    if isinstance(action, Redouble) and cube.offer is not None:
        return evolve(session, cube=cube.redoubled())
    return session


def moved(session: Session, entry: RolledPlay) -> Session:
    """The moves are made as they are written, and the next player is to throw.

    Raises ValueError when the board does not allow them at all.
    """
    spec = session.game.spec
    return on_roll(session, others(entry.side, spec.players)[0], _position(session.game, entry))


def _position(game: Game, entry: RolledPlay) -> Position:
    layout = game.spec.layout
    rows = [list(game.position.counts(side)) for side in range(game.spec.players)]
    for source, stop in legs(layout, entry.moves):
        if not rows[entry.side][source]:
            raise ValueError(f"{layout.name(source)} is empty")
        rows[entry.side][source] -= 1
        rows[entry.side][stop] += 1
        _hit(game.spec, rows, entry.side, stop)
    return Setup(tuple(map(tuple, rows)), removed=tuple(game.position.removed)).position(game.spec)


def _hit(spec: VariantSpec, rows: list[list[int]], side: Side, index: int) -> None:
    """Send opponents away from a point where `side` has landed; raises ValueError when they hold it."""
    for other in others(side, spec.players):
        there = spec.track.cross(side, other, index)
        if not there or not rows[other][there]:
            continue
        if spec.landing.contact != "hit" or rows[other][there] >= spec.landing.block:
            raise ValueError(f"{spec.layout.name(index)} is held by {seat_name(other)}")
        rows[other][spec.layout.index(spec.landing.hit_to)] += rows[other][there]
        rows[other][there] = 0
