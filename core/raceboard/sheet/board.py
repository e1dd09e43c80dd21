"""The head of a sheet, and the board: what stands where in the beginning, and which way everybody goes."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.pictures.geometry import View, view
from raceboard.sheet.blocks import Block, Board, Facts, Subject, Way
from raceboard.sheet.words import joined, point, region, say
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.spec import Hold, Run, VariantSpec

__all__ = ["board", "head"]

#: So many digits of a digest tell rulesets apart.
_DIGEST = 16


def head(subject: Subject) -> Iterator[Block]:
    """Which game under which rules, for how many, and from where."""
    spec, rules = subject.spec, subject.rules
    rows = [("game", say("called", title=spec.title or spec.name)), ("aliases", ", ".join(spec.aliases))]
    if rules is not None:
        rows += [
            ("ruleset", say("called.ruleset", title=rules.title, name=rules.name)),
            ("digest", rules.digest[:_DIGEST]),
        ]
    rows += [("players", str(spec.players)), ("checkers", _checkers(spec)), ("sources", "; ".join(spec.sources))]
    yield Facts(tuple((say(f"label.{name}"), value) for name, value in rows if value))
    if rules is None:
        yield say("table.alone")


def _checkers(spec: VariantSpec) -> str:
    numbers = spec.checkers if len(set(spec.checkers)) > 1 else spec.checkers[:1]
    return ", ".join(map(str, numbers))


def board(subject: Subject) -> Iterator[Block]:
    """The start position as the first seat sees it, the numbers of points, and the ways of all."""
    spec, rules = subject.spec, subject.rules
    is_cubed = spec.cube if rules is None else rules.is_on("cube")
    moment = Snapshot(spec, spec.start, None, cube=1 if is_cubed else None, length=subject.length)
    ways = tuple(Way(side, _legs(view(spec, 0), side)) for side in range(spec.players))
    yield Board(moment, ways)
    yield say("board.numbers." + spec.numbering, points=spec.track.points)
    for way in ways:
        told = joined((say(f"way.{leg}") for leg in way.legs), "then")
        yield _sentence(say("board.way", side=way.side, way=told))
    yield from _start(spec)
    named = [region(spec, name) for name in _used(spec)]
    if named:
        yield say("board.regions", regions="; ".join(named))


def _sentence(words: str) -> str:
    """A sentence that may begin with the name of a seat, which the catalogue has in small letters."""
    return words[:1].upper() + words[1:]


def _legs(seen: View, side: Side) -> tuple[str, ...]:
    """The legs of a seat's way: a row and a direction each, or points beside the board."""
    legs: list[str] = []
    before = None
    for index in range(seen.spec.track.points, 0, -1):
        spot = seen.spot(side, index)
        if spot is None:
            leg = "beside"
        elif before is None or before.row != spot.row:
            after = seen.spot(side, index - 1) if index > 1 else None
            right = after.column > spot.column if after and after.row == spot.row else spot.column == 0
            leg = f"{spot.row}.{'right' if right else 'left'}"
        else:
            leg = f"{spot.row}.{'right' if spot.column > before.column else 'left'}"
        legs += [] if legs and legs[-1] == leg else [leg]
        before = spot
    return tuple(legs)


def _start(spec: VariantSpec) -> Iterator[str]:
    """Where the checkers stand in the beginning, once where it is the same for all."""
    for side in range(spec.players) if len(spec.setup) > 1 else (None,):
        counts = spec.start.counts(side or 0)
        places = [index for index in range(len(counts) - 1, 0, -1) if counts[index]]
        told = ", ".join(f"{_place(spec, index)} ({counts[index]})" for index in places)
        each = side is None
        yield say("board.start.each", places=told) if each else say("board.start.side", side=side, places=told)


def _place(spec: VariantSpec, index: int) -> str:
    return point(spec, index) if index <= spec.track.points else say("reserve", name=spec.layout.name(index))


def _used(spec: VariantSpec) -> list[str]:
    """The regions that some rule speaks of, in the order of the spec."""
    wanted = {limit.region for limit in spec.departure.limits} | {gate.start for gate in spec.departure.gates}
    wanted |= {*spec.landing.safe, *(name for name, _ in spec.landing.caps), spec.finish.goal}
    wanted |= {spec.bear_off.home} if spec.bear_off else set()
    wanted |= {run.home for run in spec.formation if isinstance(run, Run) and run.permit == "opponent_home"}
    wanted |= {hold.region for hold in spec.formation if isinstance(hold, Hold)}
    wanted |= {*spec.program.again.landing}
    wanted |= {test.place for level in spec.finish.levels for group in level.needs for test in group}
    return [one.name for one in spec.regions if one.name in wanted]
