"""A moment at a table: what an id writes, what a picture shows, what a line of another program says.

A snapshot is less than a session. It knows the board, whose turn it is, the dice, the cube and the score, but not how
things came to be so: no history, no clock, nothing that optional rules remember.
"""

from __future__ import annotations

from attrs import frozen

from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.session import Session
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = ["Snapshot"]


@frozen
class Snapshot:
    """The board and what lies beside it.

    `on_roll`: whose turn it is, None before the opening roll and after the end. `dice`: those thrown and not yet
    played, in the order of the roll; empty before the throw. `cube`: its value before the pending offer, None for a
    table without one; `owner`: None while it lies in the middle; `offered`: the value that waits for its answer, 0 for
    none, and `offered_by`. `resigned`: the level at which the side `resigned_by` wants to give up, counted from 1 for
    the lowest, 0 for none. `score` in seat order; `length`: points that win the match, None outside one. `crawford`:
    this is the Crawford game. `jacoby`, `beavers`: in force at this table. `cube_max`: the highest value, None for no
    limit. `names` of the players, in seat order, empty when nobody says.
    """

    spec: VariantSpec
    position: Position
    on_roll: Side | None = 0
    dice: tuple[int, ...] = ()
    cube: int | None = 1
    owner: Side | None = None
    offered: int = 0
    offered_by: Side | None = None
    resigned: int = 0
    resigned_by: Side | None = None
    score: tuple[int, ...] = (0, 0)
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_max: int | None = None
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, state: Session | Game) -> Snapshot:
        """The present moment of a session or of a game alone.

        >>> from raceboard import Registry, Session
        >>> moment = Snapshot.of(Session.start(Registry.load().ruleset("usbgf-match"), length=5, score=(4, 2)))
        >>> moment.score, moment.length, moment.crawford, moment.on_roll
        ((4, 2), 5, True, None)
        """
        if isinstance(state, Game):
            return cls(
                state.spec,
                state.position,
                None if state.is_over else state.on_roll,
                _dice(state),
                None,
                score=(0,) * state.spec.players,
            )
        cube, offer, table = state.cube, state.cube and state.cube.offer, state.table
        resignation = state.resignation
        return cls(
            spec=table.spec,
            position=state.game.position,
            on_roll=None if state.phase is Phase.OVER else state.game.on_roll,
            dice=_dice(state.game),
            cube=cube.value if cube else None,
            owner=cube.owner if cube else None,
            offered=offer.value if offer else 0,
            offered_by=offer.proposer if offer else None,
            resigned=resignation.level + 1 if resignation else 0,
            resigned_by=resignation.side if resignation else None,
            score=state.score,
            length=state.length,
            crawford=state.facts.get("crawford") == "now",
            jacoby=bool(cube) and table.settings.get("cube.jacoby") is True,
            beavers=bool(cube) and table.settings.get("cube.beaver") is True,
            cube_max=_limit(table.settings.get("cube.max")) if cube else None,
            names=state.seats,
        )


def _dice(game: Game) -> tuple[int, ...]:
    """The dice of the roll while it waits to be played."""
    return game.roll.dice if game.roll is not None and game.phase in (Phase.MOVING, Phase.CHOOSING) else ()


def _limit(value: object) -> int | None:
    return value if type(value) is int else None
