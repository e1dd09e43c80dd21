"""What differs between two variants: group by group, each difference with a witness where one is found.

A witness is a position and a roll in which the plays, the stages, or what follows differ, or an ending that is worth
something else. It is looked for with nothing changed but the field in question; only where that cannot be played are
more fields changed (`Compared.alone` is then False).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from raceboard.comparing.differences import SILENT, Difference, differences
from raceboard.comparing.positions import Moment, moments, played
from raceboard.comparing.witness import Pair, Witness, smaller, told_at_once, witnessed
from raceboard.errors import ConfigError
from raceboard.spec import VariantSpec

__all__ = ["BUDGET", "Compared", "Difference", "Witness", "compare"]

#: How many positions are tried for a difference, where nobody says otherwise.
BUDGET = 2_000


@frozen
class Compared:
    """A difference and its witness; `tried`: moments that were looked at; `searched`: could one show it at all?

    `alone`: the witness differs by this field alone, and not together with others.
    """

    difference: Difference
    witness: Witness | None
    tried: int
    alone: bool = True
    searched: bool = True


def compare(left: VariantSpec, right: VariantSpec, *, budget: int = BUDGET) -> tuple[Compared, ...]:
    """All differences of two variants; the same two always give the same answer.

    >>> from raceboard import Registry
    >>> registry = Registry.load()
    >>> (found,) = compare(registry.variant("backgammon"), registry.variant("hypergammon"))
    >>> found.difference.path, found.witness.left, found.witness.right
    ('setup', ('24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5',), ('24:1 23:1 22:1 / 24:1 23:1 22:1',))
    """
    found = tuple(differences(left, right))
    games = (*played(left), *(played(right) if found else ()))
    return tuple(_compared(one, left, right, games, budget) for one in found)


def _compared(
    difference: Difference, left: VariantSpec, right: VariantSpec, games: Sequence[Moment], budget: int
) -> Compared:
    if difference.group in SILENT:
        return Compared(difference, None, 0, searched=False)
    at_once = told_at_once(difference, left, right)
    if at_once is not None:
        return Compared(difference, at_once, 1)
    alone = _searched(difference, tuple(_pairs(difference, left, right)), games, budget)
    if alone is not None:
        return alone
    whole = _searched(difference, (Pair(left, right),), games, budget)
    return evolve(whole or Compared(difference, None, 0), alone=False)


def _searched(difference: Difference, pairs: Sequence[Pair], games: Sequence[Moment], budget: int) -> Compared | None:
    """The outcome of a search in some pairs, which share the budget; None when none of them can be played."""
    tried, playable = 0, False
    for place, pair in enumerate(pairs):
        fitting = [moment for moment in map(pair.fitted, games) if moment is not None]
        try:
            for moment in moments(pair.left, fitting, (budget - tried) // (len(pairs) - place)):
                tried += 1
                witness = witnessed(pair, moment)
                if witness is not None:
                    return Compared(difference, smaller(pair, moment, witness), tried)
        except Exception:  # a hook may ask for what only its own variant has: then this pair is no game
            continue
        playable = True
    return Compared(difference, None, tried) if playable else None


def _pairs(difference: Difference, left: VariantSpec, right: VariantSpec) -> Iterator[Pair]:
    """Each of the two with the one field of the other, where that is a variant."""
    for base, other, turned in ((left, right, False), (right, left, True)):
        try:
            changed = difference.applied(base, other)
            evolve(changed, name=base.name).start  # noqa: B018  # a set-up that does not fit is refused here
        except (ValueError, ConfigError, KeyError):
            continue
        yield Pair(changed, base) if turned else Pair(base, changed)
