"""What a finished game counts under a ruleset."""

from __future__ import annotations

import attrs
import pytest

from raceboard.finish import Outcome
from raceboard.ruleset import Context, Ruleset
from raceboard.scoring import counted_level, points
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

LEVELS = {"single": 1, "gammon": 2, "backgammon": 3}


def won(level: str, number: int | None = None) -> Outcome:
    """A win, with the points that the variant gives for it."""
    return Outcome(winner=1, level=level, points=LEVELS[level] if number is None else number)


def counted(rules: Ruleset) -> list[int]:
    """The points of a single win, a gammon and a backgammon."""
    return [points(rules, won(level)) for level in LEVELS]


@pytest.mark.parametrize(
    ("context", "body", "wanted"),
    [
        ("money", {}, [1, 2, 3]),
        ("match", {}, [1, 2, 3]),
        ("casual", {}, [1, 1, 1]),
        ("match", {"scoring": {"highest": "gammon"}}, [1, 2, 2]),
        ("money", {"scoring": {"highest": "lowest"}}, [1, 1, 1]),
        ("casual", {"scoring": {"highest": "highest"}}, [1, 2, 3]),
        ("match", {"scoring": {"values": {"gammon": 3, "backgammon": 5}}}, [1, 3, 5]),
        ("match", {"scoring": {"values": {"gammon": 4}}}, [1, 4, 3]),
        ("match", {"scoring": {"highest": "gammon", "values": {"gammon": 4}}}, [1, 4, 4]),
        ("casual", {"scoring": {"values": {"single": 2}}}, [2, 2, 2]),
        ("casual", {"series": {"wins": 3}, "scoring": {"values": {"single": 2}}}, [1, 1, 1]),
    ],
)
def test_a_level_counts_what_the_ruleset_says(context: Context, body: dict[str, object], wanted: list[int]) -> None:
    """The context's highest level, a lower one, other points, and one point a win in a series (cube.md 6, 9)."""
    assert counted(Ruleset.of(BACKGAMMON, context, body)) == wanted


def test_the_level_stays_what_it_is_and_only_the_points_are_lowered() -> None:
    """A win is a win, and yet the gammon is told (cube.md 6)."""
    rules = Ruleset.of(BACKGAMMON, "match", {"scoring": {"highest": "gammon"}})
    outcome = won("backgammon")
    assert counted_level(rules, outcome.level) == "gammon"
    assert points(rules, outcome) == 2
    assert outcome == won("backgammon")


def test_a_draw_gives_each_player_what_the_variant_says() -> None:
    """No ruleset touches the points of a draw (DECISIONS 12)."""
    draws = Ruleset.of(LONG_NARDY, "match", {"cube": "none", "rules": {"last_turn.draw_points": 1}})
    assert points(draws, Outcome(None, "draw", draws.spec.finish.draw_points)) == 1
    assert points(Ruleset.of(LONG_NARDY, "casual", {"series": {"wins": 3}}), Outcome(None, "draw", 0)) == 0


def test_a_third_level_of_an_option_counts_where_the_context_lets_it() -> None:
    """The levels are those of the variant as the table plays it, koks among them."""
    options = {"rules": {"koks": "quarter"}}
    match = Ruleset.of(LONG_NARDY, "match", {**options, "cube": "none"})
    assert match["scoring.highest"] == "koks"
    assert points(match, Outcome(0, "koks", 3)) == 3
    assert points(Ruleset.of(LONG_NARDY, "casual", options), Outcome(0, "koks", 3)) == 1
    valued = {**options, "cube": "none", "scoring": {"highest": "koks", "values": {"koks": 4}}}
    assert points(Ruleset.of(LONG_NARDY, "match", valued), Outcome(0, "koks", 3)) == 4


def test_points_of_the_judge_count_unless_the_level_is_lowered_or_valued() -> None:
    """A judge may count what is left on the board; a table that names points for the level goes before it."""
    assert points(Ruleset.of(BACKGAMMON, "match"), won("gammon", 7)) == 7
    assert points(Ruleset.of(BACKGAMMON, "match", {"scoring": {"values": {"gammon": 2}}}), won("gammon", 7)) == 2
    assert points(Ruleset.of(BACKGAMMON, "casual"), won("gammon", 7)) == 1


def test_a_level_that_the_variant_does_not_know_is_refused() -> None:
    """Such an outcome is of another game."""
    stranger = attrs.evolve(won("gammon"), level="mars")
    with pytest.raises(ValueError, match="mars"):
        points(Ruleset.of(BACKGAMMON, "match"), stranger)
