"""Counts, probabilities and expected values that are known of these games come out of `legal_plays`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.nackgammon import NACKGAMMON

BAR = 25
SPECS = {"backgammon": BACKGAMMON, "hyper": HYPERGAMMON, "long_nardy": LONG_NARDY, "nackgammon": NACKGAMMON}


class StartCounts(TypedDict):
    """Plays from the start of a variant, by roll and in all."""

    setup: NotRequired[dict[int, int]]
    per_roll: dict[str, int]
    sum_21_rolls: int
    distinct_positions_after_one_roll: NotRequired[int]
    sum_15_opening_rolls: NotRequired[int]
    distinct_positions_after_opening: NotRequired[int]
    distinct_after_one: NotRequired[int]
    sequences_two_rolls: int
    distinct_after_two: NotRequired[int]
    distinct_positions_after_two_rolls: NotRequired[int]


class NardyCounts(TypedDict):
    """Plays of the first turns of Long Nardy: of the starter by roll, of the second player whatever the first did."""

    per_roll: dict[str, int]
    second_player_first_turn: dict[str, list[int]]


class Known(TypedDict):
    """A position of another program's tests, with a roll and how many plays it has; 0 for none."""

    position_id: str
    dice: list[int]
    plays: int


class Published(TypedDict):
    """Another program's counts."""

    rows: list[Known]
    totals: dict[str, int]


class Most(TypedDict):
    """A roll with many plays, and the position that has them."""

    results: int
    position: dict[str, int]
