"""Do all seats play the same game? A variant claims it by its track: every seat sees the others' paths alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from raceboard.dice import Roll
from raceboard.finish import Outcome, judge
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Play
from raceboard.position import Position, Setup
from raceboard.program import Stage, TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.testing.sights import Throw, aftermath, programs

__all__ = ["moved_on", "same_in_every_seat", "seats_are_alike", "thrown_alike"]

#: After so many plays of a stage it is looked at how the game goes on.
_PLAYS = 4


def seats_are_alike(spec: VariantSpec) -> bool:
    """Is the track the same from every seat, so that moving everybody on by a seat changes no rule of the data?

    Regions, limits and reserves are the same for all as it is; only a start may differ, and that is a position.

    >>> from raceboard import Registry
    >>> seats_are_alike(Registry.load().variant("long-nardy"))
    True
    """
    players, indices = spec.players, range(1, spec.track.points + 1)
    return all(
        spec.track.cross(side, (side + on) % players, index) == spec.track.cross(0, on, index)
        for side in range(1, players)
        for on in range(1, players)
        for index in indices
    )


def moved_on(spec: VariantSpec, position: Position) -> Position:
    """Everybody's checkers in the next seat; raises ConfigError where the seats have different numbers of them."""
    seats = [(side - 1) % spec.players for side in range(spec.players)]
    pins = tuple(map(position.pins, seats)) if spec.pins else ()
    removed = tuple(map(position.gone, seats)) if position.removed else ()
    return Setup(tuple(map(position.counts, seats)), pins, removed).position(spec)


def same_in_every_seat(
    spec: VariantSpec, position: Position, side: Side, stage: Stage, context: TurnContext = TurnContext()
) -> None:
    """Raise AssertionError when the same rows in the next seat have other plays."""
    if len(set(spec.checkers)) > 1:
        return
    following = (side + 1) % spec.players
    here = legal_plays(spec, position, side, stage, context)
    there = legal_plays(spec, moved_on(spec, position), following, evolve(stage, side=following), context)
    mine = {moved_on(spec, result) for result in here.results}
    if mine != set(there.results):
        odd = [result.text(following) for result in mine ^ set(there.results)]
        raise AssertionError(f"seat {side} and seat {following} have other plays in the same position: {odd[:3]}")


def thrown_alike(spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext) -> None:
    """Raise AssertionError when a throw of the next seat gives other stages, outcomes, or another end of the turn.

    The stages are compared for every roll, what follows for the one that was thrown.
    """
    if len(set(spec.checkers)) > 1 or (spec.hooks.judge and judge(spec, position, side, context)):
        return
    following = (side + 1) % spec.players
    here, there = (position, side, roll, context), (moved_on(spec, position), following, roll, context)
    for (what, mine), (_, theirs) in zip(_sights(spec, here), _sights(spec, there), strict=True):
        if mine != theirs:
            raise AssertionError(f"seat {side} and seat {following} have other {what}: {_parted(mine, theirs)}")


def _parted(mine: object, theirs: object) -> str:
    """Two things, of games only where they differ."""
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        keys = [key for key in mine if mine[key] != theirs[key]]
        return ", ".join(f"{key} {mine[key]!r} and {theirs[key]!r}" for key in keys)
    return f"{mine!r} and {theirs!r}"


def _sights(spec: VariantSpec, throw: Throw) -> Iterator[tuple[str, object]]:
    """What can be seen of a throw from the seat that has thrown, each with its name."""
    position, side, roll, context = throw
    for one in spec.dice.rolls:
        offers = programs(spec, (position, side, one, context))
        yield f"stages of {one}", [(name, _stages_from(spec, side, stages)) for name, stages in offers]
    offers = programs(spec, throw)
    for _, (first, *later) in offers:
        plays = sorted(
            legal_plays(spec, position, side, evolve(first, side=side), context),
            key=lambda play: play.result.text(side),
        )
        yield f"plays of {roll}", len(plays)
        for play in plays:
            judged = judge(spec, play.result, side, context)
            yield f"outcomes after {play.result.text(side)}", _outcome_from(spec, side, judged)
        for play in plays[:: max(1, len(plays) // _PLAYS)]:
            yield f"turns after {play.result.text(side)}", _after_from(spec, throw, (first, *later), play)


def _on(spec: VariantSpec, side: Side, seat: Side | None) -> int | None:
    """How many seats on from a side a seat is."""
    return None if seat is None else (seat - side) % spec.players


def _stages_from(spec: VariantSpec, side: Side, stages: tuple[Stage, ...]) -> list[tuple[object, ...]]:
    return [(_on(spec, side, stage.side), stage.dice, stage.again) for stage in stages]


def _outcome_from(spec: VariantSpec, side: Side, outcome: Outcome | None) -> object:
    if outcome is None:
        return None
    ranking = tuple(_on(spec, side, seat) for seat in outcome.ranking)
    return _on(spec, side, outcome.winner), outcome.level, outcome.points, ranking


def _after_from(spec: VariantSpec, throw: Throw, program: tuple[Stage, ...], play: Play) -> object:
    side = throw[1]
    game = aftermath(spec, throw, program, play)
    return None if game is None else _game_from(game, side)


def _game_from(game: Game, side: Side) -> Mapping[str, object]:
    """How a game stands, seats told by how many they are on from a side."""
    spec = game.spec
    return {
        "phase": game.phase.name.lower(),
        "on_roll": _on(spec, side, game.on_roll),
        "throws": game.context.throws,
        "stages": _stages_from(spec, side, game.stages),
        "owed": game.owed,
        "last_turns": sorted(str(_on(spec, side, seat)) for seat in game.last_turns),
        "outcome": _outcome_from(spec, side, game.outcome),
        "position": game.position.text(side),
    }
