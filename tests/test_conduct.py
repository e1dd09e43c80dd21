"""Table rulings act: throws are repeated, plays taken back, set-ups fixed, found checkers placed (cube.md 12)."""

from __future__ import annotations

import pytest

from raceboard import (
    Accept,
    Double,
    NextGame,
    NotNowError,
    OpeningRolled,
    Played,
    Position,
    Registry,
    Resign,
    Roll,
    Rolled,
    Ruled,
    RuleError,
    Session,
)
from raceboard.phase import Phase
from raceboard.ruling import (
    CockedRoll,
    DieOnChecker,
    IllegalPlay,
    IncompletePlay,
    MissingChecker,
    PrematureRoll,
    Remedy,
    SetupError,
    TouchedDie,
)

REGISTRY = Registry.load()
RULES = REGISTRY.ruleset("dbgv-match")
OPENED = Session.start(RULES).apply(OpeningRolled((6, 1)))
TO_THROW = OPENED.apply(Played(OPENED.game.plays[0]))
THROWN = TO_THROW.apply(Rolled(Roll(6, 5)))


def words(session: Session) -> list[str]:
    """Who may do what."""
    return [str(awaited) for awaited in session.awaited()]


def test_a_cocked_throw_is_made_again_and_the_right_to_double_is_gone() -> None:
    """The phase is that of a throw, without the double, until a throw counts."""
    assert words(TO_THROW) == ["Rolled by black", "Double by black"]
    again = TO_THROW.apply(Ruled(CockedRoll(), Remedy.REROLL_BOTH))
    assert words(again) == ["Rolled by black"]
    with pytest.raises(NotNowError) as caught:
        again.apply(Double(1))
    assert caught.value.rule == "cube.dice-rolled"
    thrown = again.apply(Rolled(Roll(4, 3)))
    assert thrown.thrower is None
    assert words(thrown) == ["Played by black"]


@pytest.mark.parametrize(
    ("situation", "choice"),
    [(CockedRoll(), Remedy.REROLL_BOTH), (TouchedDie(), Remedy.REROLL_TOUCHED), (DieOnChecker(), Remedy.REROLL_BOTH)],
)
def test_a_throw_that_was_told_already_is_taken_back(situation: CockedRoll | TouchedDie, choice: Remedy) -> None:
    """The dice that were rolled are forgotten; the same player throws, and counts one throw in this turn."""
    again = THROWN.apply(Ruled(situation, choice))
    assert again.phase is Phase.START
    assert again.game.roll is None
    assert again.apply(Rolled(Roll(2, 1))).game.context.throws == 1


def test_a_throw_that_came_too_early_costs_the_double_of_the_next_turn() -> None:
    """It was never applied: the mover goes on, and the early thrower may not double before the throw that counts."""
    early = OPENED.apply(Ruled(PrematureRoll(), Remedy.REROLL_BOTH))
    assert words(early) == ["Played by white"]
    assert words(early.apply(Played(early.game.plays[0]))) == ["Rolled by black"]


def test_a_throw_that_came_too_early_costs_nothing_in_the_next_game() -> None:
    """The right to double is gone for a turn, and not for the match."""
    early = OPENED.apply(Ruled(PrematureRoll(), Remedy.REROLL_BOTH))
    following = early.apply(Resign(0, "single")).apply(Accept()).apply(NextGame()).apply(OpeningRolled((6, 1)))
    assert words(following.apply(Played(following.game.plays[0]))) == ["Rolled by black", "Double by black"]


def test_a_throw_whose_beginning_is_not_known_cannot_be_made_again() -> None:
    """A play that was taken back is played with the same dice; a ruling never seems to do what it does not."""
    played = THROWN.apply(Played(THROWN.game.plays[0]))
    back = played.apply(Ruled(IllegalPlay(opponent_acted=False), Remedy.REPLAY))
    with pytest.raises(NotNowError) as caught:
        back.apply(Ruled(CockedRoll(), Remedy.REROLL_BOTH))
    assert caught.value.rule == "table.nothing-to-reroll"


def test_an_illegal_play_is_replayed_from_where_it_was_made() -> None:
    """The last play is taken back with its dice; later, when the opponent has thrown, it stands."""
    played = THROWN.apply(Played(THROWN.game.plays[0]))
    back = played.apply(Ruled(IllegalPlay(opponent_acted=False), Remedy.REPLAY))
    assert back.game == THROWN.game
    later = played.apply(Rolled(Roll(3, 1)))
    with pytest.raises(RuleError, match="nobody decides between stands"):
        later.apply(Ruled(IllegalPlay(opponent_acted=True), Remedy.REPLAY))


def test_a_play_that_stands_ends_the_turn_where_the_checkers_are() -> None:
    """With responsible moves the opponent may let an illegal play stand."""
    rules = REGISTRY.ruleset("club-table-de")
    session = Session.start(rules).apply(OpeningRolled((6, 1)))
    board = Position.parse(rules.spec, "24:2 13:5 8:2 6:5 2:1 / 24:2 13:5 8:3 6:5")
    stands = session.apply(Ruled(IllegalPlay(opponent_acted=False), Remedy.STANDS, board))
    assert stands.game.position == board
    assert words(stands) == ["Rolled by black", "Double by black"]
    assert session.apply(Ruled(IncompletePlay(opponent_acted=False), Remedy.COMPLETE)).game == session.game


def test_a_wrong_set_up_is_fixed_in_time() -> None:
    """Before the roll that the table names; afterwards both must agree."""
    fixed = TO_THROW.apply(Ruled(SetupError(rolls_made=4), Remedy.FIX))
    assert fixed.game.position == RULES.spec.start
    assert fixed.phase is Phase.START
    with pytest.raises(RuleError, match="both decides between stands, fix_by_agreement"):
        TO_THROW.apply(Ruled(SetupError(rolls_made=5), Remedy.FIX))


def test_a_found_checker_goes_to_the_bar_or_the_game_goes_on_with_14() -> None:
    """The host says the position; a checker out of play is counted there, never inferred."""
    on_bar = Position.parse(RULES.spec, "bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 1)
    without = Position.parse(RULES.spec, "24:1 13:5 8:3 6:5 removed:1 / 24:2 13:5 8:3 6:5", 1)
    assert TO_THROW.apply(Ruled(MissingChecker(), Remedy.TO_BAR, on_bar)).game.position.counts(1)[25] == 1
    out = TO_THROW.apply(Ruled(MissingChecker(), Remedy.STAYS_OUT, without))
    assert out.game.position.gone(1) == 1
    with pytest.raises(ValueError, match="say the position as it is now"):
        TO_THROW.apply(Ruled(MissingChecker(), Remedy.TO_BAR))


def test_a_strict_table_knows_no_rulings() -> None:
    """The engine accepts legal actions only, and nothing changes."""
    strict = Session.start(REGISTRY.ruleset("match"), length=3)
    with pytest.raises(NotNowError) as caught:
        strict.apply(Ruled(CockedRoll(), Remedy.REROLL_BOTH))
    assert caught.value.rule == "table.strict"
    assert strict == Session.start(REGISTRY.ruleset("match"), length=3)


def test_a_rotation_plays_its_rulesets_in_turn() -> None:
    """`match.rotation`: each game by the next ruleset; the match keeps its own length and score."""
    rules = type(RULES).of(
        RULES.spec, "match", {"match": {"length": 9, "rotation": ["nardeon", "casual-no-cube"]}, "cube": "none"}
    )
    tables = [REGISTRY.ruleset(name) for name in ("nardeon", "casual-no-cube")]
    session = Session.start(rules, rotation=tables)
    assert session.table.variant == "long-nardy"
    with pytest.raises(ValueError, match="rotates nardeon, casual-no-cube; give these rulesets in this order"):
        Session.start(rules)
