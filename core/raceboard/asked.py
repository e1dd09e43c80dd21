"""A step as somebody asks for it: a checker, and by which die or to which target."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TypeAlias

from attrs import frozen

from raceboard.autocomplete import remembers_way
from raceboard.errors import NotationError, RuleError, Verdict
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.position import OFF, Layout
from raceboard.tables import tables

__all__ = ["Asked", "Place", "dice_left", "no_move"]

#: An own index, or the name of a place: `bar`, `hand`, `off`.
Place: TypeAlias = int | str

_Steps: TypeAlias = tuple[Step, ...]


@frozen
class Asked:
    """A checker and where it is to go: by a die, to a target, or both. `action`: the way of landing, None for any."""

    source: int
    die: int | None
    target: int | None
    action: str | None

    @classmethod
    def of(cls, layout: Layout, source: Place, die: int | None, target: Place | None, action: str | None) -> Asked:
        """What is asked for; raises ValueError for a place that the board does not have, and for what says too little.

        >>> Asked.of(Layout(2, 24, ("bar",)), "bar", 3, None, None)
        Asked(source=25, die=3, target=None, action=None)
        """
        if die is None and target is None:
            raise ValueError("say a die or a target for the step")
        if die is not None and type(die) is not int:
            raise ValueError(f"die is {die!r}; give the number that it shows")
        if action is not None and not isinstance(action, str):
            raise ValueError(f"action is {action!r}; give its name")
        return cls(_index(layout, source), die, None if target is None else _index(layout, target), action)

    def steps(self, plays: Plays, made: _Steps) -> _Steps:
        """The steps that are meant, behind those that are made: one, or several of one checker.

        Raises RuleError when no legal play goes on so, NotationError with the candidates when several ways are meant.

        >>> from raceboard import Registry, Roll, legal_plays
        >>> spec = Registry.load().variant("backgammon")
        >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
        >>> [step.die for step in Asked.of(spec.layout, 24, None, 13, None).steps(plays, ())]
        [6, 5]
        """
        found = self._direct(plays, made) or self._by_several(plays, made)
        if not found:
            raise RuleError(self._refusal(plays, made))
        return found

    def _direct(self, plays: Plays, made: _Steps) -> _Steps:
        """The step with one die that is meant, the smallest that leads there; empty when there is none."""
        fitting = [step for step in plays.next_steps(made) if step.source == self.source and self._fits(step)]
        smallest = min((step.die for step in fitting), default=0)
        return self._one_of(plays, made, [(step,) for step in fitting if step.die == smallest])

    def _by_several(self, plays: Plays, made: _Steps) -> _Steps:
        """The steps of one checker to the target, with as few and small dice as can be; empty when there are none."""
        if self.die is not None or self.target is None:
            return ()
        ways = list(self._ways(plays, made, self.source, self.target))
        best = min(map(_cost, ways), default=None)
        outcomes: dict[object, _Steps] = {}
        for way in ways:
            if _cost(way) == best:
                outcomes.setdefault(_outcome(plays, made, way), way)
        return self._one_of(plays, made, list(outcomes.values()))

    def _ways(self, plays: Plays, made: _Steps, place: int, target: int) -> Iterator[_Steps]:
        for step in plays.next_steps(made):
            stop = step.target or OFF
            if step.source == place and stop == target and self._fits(step):
                yield (step,)
            elif step.source == place and stop > target:
                yield from ((step, *way) for way in self._ways(plays, (*made, step), stop, target))

    def _fits(self, step: Step) -> bool:
        return (
            self.die in (None, step.die) and self.target in (None, step.target) and self.action in (None, step.action)
        )

    def _one_of(self, plays: Plays, made: _Steps, ways: list[_Steps]) -> _Steps:
        """The only way; raises NotationError when there are several."""
        if len(ways) <= 1:
            return ways[0] if ways else ()
        name = plays.position.layout.name
        text = "/".join([name(self.source), name(ways[0][-1].target or OFF)])
        told = tuple(_told(plays, made, way) for way in ways)
        raise NotationError(text, "there are several ways; make single steps, or name the action", told)

    def _refusal(self, plays: Plays, made: _Steps) -> Verdict:
        """Why not: what is wrong with the first step that the dice show, or that they show none."""
        route = self._route(plays, made)
        left = dice_left(plays, made) if self.die is None else (self.die,)
        if not route and left:
            name = plays.position.layout.name
            source, target = name(self.source), name(self.target or OFF)
            said = {"source": source, "target": target, "dice": left, "move": f"{source}/{target}"}
            key = no_move(plays, self.source, self.target or OFF)
            return Verdict(False, "play.not-legal" if key else "dice.not-left", said, key or "turn.no-die")
        for step in route:
            following, made = plays.next_steps(made), (*made, step)
            if step not in following:
                break
        return plays.refusal(made)

    def _route(self, plays: Plays, made: _Steps) -> _Steps:
        """The steps that the dice alone would allow: few and small dice first, then the higher die first."""
        action = self.action or ""
        origin, left = tables(plays.problem.spec, plays.side).origin, dice_left(plays, made)
        if self.die is not None:
            leads = self.target in (None, max(origin[self.source] - self.die, OFF))
            return (Step(self.source, self.die, action),) if leads else ()
        if not left:
            return (Step(self.source, max(origin[self.source] - (self.target or OFF), 1), action),)
        orders = {dice for count in range(1, len(left) + 1) for dice in permutations(left, count)}
        for dice in sorted(orders, key=lambda dice: (len(dice), sum(dice), [-die for die in dice])):
            places = [self.source]
            for die in dice:
                places.append(max(origin[places[-1]] - die, OFF))
            if places[-1] == self.target and OFF not in places[:-1]:
                *before, last = zip(places, dice, strict=False)
                return (*(Step(place, die) for place, die in before), Step(*last, action))
        return ()


def no_move(plays: Plays, source: int, target: int) -> str:
    """The key of the message on a move that no dice at all make: from nowhere, to nowhere or back; empty for others."""
    if source in (OFF, target) or target > plays.position.layout.points:
        return "notation.no-way"
    return "" if tables(plays.problem.spec, plays.side).origin[source] > target else "notation.backwards"


def dice_left(plays: Plays, made: _Steps) -> tuple[int, ...]:
    """The dice of the plays that the steps have not used."""
    left = list(plays.dice)
    for step in made:
        left.remove(step.die)
    return tuple(left)


def _index(layout: Layout, place: Place) -> int:
    if type(place) is int and 0 <= place < layout.size:
        return place
    return layout.index(str(place))


def _cost(way: _Steps) -> tuple[int, int]:
    return len(way), sum(step.die for step in way)


def _outcome(plays: Plays, made: _Steps, way: _Steps) -> object:
    """What tells ways apart: what they lead to, what may follow, and the stops where a turn remembers them."""
    steps = (*made, *way)
    stops = tuple(step.target for step in way) if remembers_way(plays.problem.spec) else ()
    return plays.after(steps), plays.next_steps(steps), stops


def _told(plays: Plays, made: _Steps, way: _Steps) -> str:
    """A way as text, with the actions that it chooses."""
    actions = [step.action for step in way if step.action]
    return " ".join([str(Play(plays.after((*made, *way)), way)), *actions])
