"""What a finished game counts under a ruleset (cube.md 6, 9; DECISIONS 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from raceboard.finish import Outcome
from raceboard.ruleset import Ruleset

__all__ = ["counted_level", "points"]


def counted_level(ruleset: Ruleset, level: str) -> str:
    """The level as which a win counts: `scoring.highest` lowers all that are above it.

    Raises ValueError for a level that the variant does not know.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> counted_level(Ruleset.of(BACKGAMMON, "match", {"scoring": {"highest": "gammon"}}), "backgammon")
    'gammon'
    """
    levels = [known.name for known in ruleset.spec.finish.levels]
    highest = str(ruleset["scoring.highest"])
    return levels[min(levels.index(level), levels.index(highest))]


def points(ruleset: Ruleset, outcome: Outcome) -> int:
    """The points that the winner gets, or in a draw each player.

    A series counts wins, one each. `scoring.values` goes before what the variant says of a level. Raises ValueError
    for a level that the variant does not know.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> gammon = Outcome(winner=0, level="gammon", points=2)
    >>> points(Ruleset.of(BACKGAMMON, "match"), gammon), points(Ruleset.of(BACKGAMMON, "casual"), gammon)
    (2, 1)
    """
    if outcome.winner is None:
        return outcome.points
    if (ruleset.number("series.wins") or 1) > 1:
        return 1
    level = counted_level(ruleset, outcome.level)
    declared = {known.name: known.points for known in ruleset.spec.finish.levels}
    # The variant's judge may give a win of a level other points than the level has by itself.
    given = outcome.points if level == outcome.level else declared[level]
    return cast("Mapping[str, int]", ruleset["scoring.values"]).get(level, given)
