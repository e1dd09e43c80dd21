"""A board in sentences, for screen readers and for telling it to somebody: one fact a line, no symbols, no tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from raceboard.messages import text
from raceboard.pictures.geometry import Group
from raceboard.pictures.labels import Scene

__all__ = ["tell"]


def tell(scene: Scene) -> str:
    """A scene in sentences, from the side of the seat who looks."""
    return "\n".join(f"{line[:1].upper()}{line[1:]}." for line in _lines(scene))


def _lines(scene: Scene) -> Iterator[str]:
    yield scene.title
    for seat, name in enumerate(scene.moment.names):
        if name:
            yield text("picture.line.name", {"name": scene.seat(seat)})
    yield from scene.context[1:]
    yield _turn(scene)
    yield from _cube(scene)
    if scene.scored:
        yield text("picture.line.score", {"holders": _each(scene, scene.moment.score)})
    yield text("picture.line.pips", {"holders": _each(scene, _pips(scene))})
    yield text(f"picture.line.numbering-{scene.numbering}")
    yield from _points(scene)
    yield from _lanes(scene)
    yield from _beside(scene)


def _turn(scene: Scene) -> str:
    """Whose turn it is, with the dice in words."""
    moment = scene.moment
    if scene.pending is None and moment.dice and not scene.is_over:
        return text("picture.line.plays", {"side": moment.on_roll, "dice": moment.dice})
    return scene.status


def _cube(scene: Scene) -> Iterator[str]:
    moment = scene.moment
    if moment.cube is not None and moment.owner is None:
        yield text("picture.line.cube-middle", {"value": moment.cube})
    elif moment.cube is not None:
        yield text("picture.line.cube-owned", {"value": moment.cube, "side": moment.owner})


def _points(scene: Scene) -> Iterator[str]:
    """The points on the way of the seat who looks, from its beginning, that are not empty."""
    view = scene.view
    for spot in view.spots:
        groups = view.standing(scene.moment.position, view.side, spot.index)
        if groups:
            yield text("picture.line.point", {"point": scene.number(spot.index), "holders": _holders(groups)})


def _lanes(scene: Scene) -> Iterator[str]:
    """The points where only others come."""
    for lane in scene.view.lanes:
        for index in lane.indices:
            groups = scene.view.standing(scene.moment.position, lane.owner, index)
            if groups:
                told = {"side": lane.owner, "point": scene.number(index), "holders": _holders(groups)}
                yield text("picture.line.own-point", told)
    yield text("picture.line.empty")


def _beside(scene: Scene) -> Iterator[str]:
    """Checkers that are not on a point: in the reserves, borne off, out of play."""
    view, position = scene.view, scene.moment.position
    for index in range(view.spec.track.points + 1, view.spec.layout.size):
        there = _each(scene, [position.counts(seat)[index] for seat in range(view.spec.players)])
        yield text("picture.line.beside", {"reserve": view.spec.layout.name(index), "holders": there})
    off = [position.off(seat) for seat in range(view.spec.players)]
    if view.spec.bear_off or any(off):
        yield text("picture.line.off", {"holders": _each(scene, off)})
    gone = [position.gone(seat) for seat in range(view.spec.players)]
    if any(gone):
        yield text("picture.line.removed", {"holders": _each(scene, gone)})


def _pips(scene: Scene) -> list[int]:
    spec = scene.view.spec
    return [spec.pips(scene.moment.position, seat) for seat in range(spec.players)]


def _each(scene: Scene, numbers: Sequence[int]) -> str:
    """A number for every seat, the one who looks first."""
    seats = [seat for seat in scene.view.seats if seat < len(numbers)]
    return ", ".join(text("picture.holder", {"side": seat, "number": numbers[seat]}) for seat in seats)


def _holders(groups: Sequence[Group]) -> str:
    return ", ".join(
        text("picture.pinned" if group.pinned else "picture.holder", {"side": group.seat, "number": group.count})
        for group in groups
    )
