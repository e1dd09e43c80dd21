"""How games end, what they are worth, and how the next one begins."""

from __future__ import annotations

import pytest
from attrs import evolve

from game_tools import THREE, before_the_last_step, turn
from raceboard import event as ev
from raceboard.action import Drawn, Forfeit, OpeningRolled, Rolled
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.finish import DRAW, Outcome
from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.registry import Registry
from raceboard.side import Side
from raceboard.spec import Opening
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

VARIANTS = Registry.load().variants

OPENING = Game.start(BACKGAMMON)
START = Game.start(BACKGAMMON, 0)
MOVING = START.apply(Rolled(Roll(3, 1)))

#: Both players hold a wall of six points, with nobody past it: each step leaves the wall as it is, and is forbidden.
#: No game leads there, for the walls could not have been built.
DEAD = "24:3 23:3 22:3 21:2 20:2 19:2"

# -- The end of a game -------------------------------------------------------------------------------------------------


def test_the_first_to_bear_off_everything_wins() -> None:
    """The game awaits nothing more, and nobody has plays."""
    over = turn(before_the_last_step(), 2, 1)
    assert over.outcome == Outcome(0, "single", 1, ranking=(0,))
    assert list(map(str, over.events)) == ["white plays 1/off", "white has finished", "white wins: single, 1 point"]
    assert (over.is_over, over.awaited(), over.to_act) == (True, (), None)
    assert [len(over.plays_for(side)) for side in (0, 1)] == [0, 0]


@pytest.mark.parametrize(
    ("loser", "level", "points"),
    [
        ("off:14 24:1", "single", 1),
        ("6:15", "gammon", 2),
        ("19:1 6:14", "backgammon", 3),
        ("18:1 6:14", "gammon", 2),
        ("bar:1 6:14", "backgammon", 3),
        ("bar:1 6:13 off:1", "single", 1),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_win_has_a_level(loser: str, level: str, points: int, side: Side) -> None:
    """Nothing off is a gammon; with a checker on the bar or in the winner's home besides, a backgammon."""
    text = f"2:1 off:14 / {loser}"
    over = turn(Game.resume(BACKGAMMON, Position.parse(BACKGAMMON, text, side), side), 6, 5)
    assert over.outcome == Outcome(side, level, points, ranking=(side,))


def test_when_both_finish_in_the_same_round_the_game_is_a_draw() -> None:
    """The starter has had one turn more; the other gets it, and both score what the table says."""
    spec = LONG_NARDY.with_rules({"last_turn.mode": "equalise", "last_turn.draw_points": 1})
    game = Game.resume(spec, Position.parse(spec, "1:1 off:14 / 1:2 off:13"), 0, turns=(9, 8), starter=0)
    waiting = turn(game, 2, 1)
    assert list(map(str, waiting.events))[-3:] == ["white has finished", "black has a last turn", "black to throw"]
    drawn = turn(waiting, 2, 1)
    assert drawn.outcome == Outcome(None, DRAW, 1, ranking=(0, 1))
    assert str(drawn.outcome) == "a draw, 1 point each"


def test_who_had_as_many_turns_gets_no_last_one() -> None:
    """The second player wins at once."""
    spec = LONG_NARDY.with_rules({"last_turn.mode": "equalise"})
    game = Game.resume(spec, Position.parse(spec, "1:1 off:14 / 1:2 off:13", 1), 1, turns=(9, 9), starter=0)
    assert turn(game, 2, 1).outcome == Outcome(1, "oyn", 1, ranking=(1,))


def test_a_last_turn_that_does_not_finish_loses() -> None:
    """By the level that the board then shows."""
    spec = LONG_NARDY.with_rules({"last_turn.mode": "equalise"})
    game = Game.resume(spec, Position.parse(spec, "1:1 off:14 / 12:15"), 0, turns=(9, 8), starter=0)
    assert turn(turn(game, 2, 1), 2, 1).outcome == Outcome(0, "mars", 2, ranking=(0,))


def test_a_dead_position_is_a_draw_and_is_reported() -> None:
    """When nobody has a play with any roll the game does not hang."""
    game = Game.resume(LONG_NARDY, Position.parse(LONG_NARDY, f"{DEAD} / {DEAD}"), 0)
    first = turn(game, 6, 5)
    assert not first.is_over
    over = turn(first, 2, 1)
    assert over.outcome == Outcome(None, DRAW, 0, "dead-position")
    assert str(over.events[-1]) == "a draw, 0 points each (dead-position)"


def test_passing_in_turn_is_not_dead_while_some_roll_can_be_played() -> None:
    """Both players stand before closed points, and each has a die that would go."""
    text = "bar:1 1:2 2:2 3:2 4:2 5:2 off:4"
    game = Game.resume(BACKGAMMON, Position.parse(BACKGAMMON, f"{text} / {text}"), 0)
    waiting = turn(turn(turn(game, 5, 4), 3, 2), 1, 1)
    assert (waiting.phase, waiting.on_roll, waiting.passes) == (Phase.START, 1, 3)
    assert waiting.apply(Rolled(Roll(6, 1))).plays


@pytest.mark.parametrize("game", [OPENING, START, MOVING], ids=lambda game: game.phase.value)
@pytest.mark.parametrize("side", [0, 1])
def test_whoever_forfeits_loses_the_lowest_level(game: Game, side: Side) -> None:
    """At any time before the end, in turn or not; the reason is kept."""
    over = game.apply(Forfeit(side, "inactivity"))
    outcome = Outcome(1 - side, "single", 1, "inactivity")
    assert (over.phase, over.outcome) == (Phase.OVER, outcome)
    assert over.events == (ev.Forfeited(side, "inactivity"), ev.Ended(outcome))


def test_of_three_players_the_others_go_on_without_the_one_that_has_forfeited() -> None:
    """The turn passes him by, and the last one who stays wins."""
    game = Game.start(THREE, 0).apply(Forfeit(1))
    assert (game.on_roll, game.phase) == (0, Phase.START)
    after_turn = turn(game, 2, 1)
    assert after_turn.on_roll == 2
    with pytest.raises(NotNowError, match="black plays no more"):
        after_turn.apply(Forfeit(1))
    assert after_turn.apply(Forfeit(2)).outcome == Outcome(0, "single", 1, "left")


def test_who_forfeits_in_turn_leaves_it_to_the_next_player() -> None:
    """Even with a throw that has not been played."""
    game = Game.start(THREE, 0).apply(Rolled(Roll(2, 1))).apply(Forfeit(0))
    assert (game.on_roll, game.phase, game.roll) == (1, Phase.START, None)


def test_who_forfeits_before_the_opening_does_not_start() -> None:
    """His die counts no more, and a lot cannot fall on him."""
    game = Game.start(THREE).apply(Forfeit(2))
    assert game.apply(OpeningRolled((4, 2, 6))).on_roll == 0
    drawing = Game.start(evolve(THREE, opening=Opening("random"))).apply(Forfeit(2))
    with pytest.raises(NotNowError, match="red plays no more"):
        drawing.apply(Drawn(2))


# -- The next game -----------------------------------------------------------------------------------------------------


def _lost_by_the_starter(mode: str) -> Game:
    spec = BACKGAMMON.with_rules({"opening.next_game": mode})
    return turn(before_the_last_step(spec, side=1), 2, 1)


def test_a_new_opening_may_decide_who_starts_the_next_game() -> None:
    """That is the rule of backgammon."""
    assert _lost_by_the_starter("roll").next_game() == Game.start(BACKGAMMON)


def test_the_winner_may_start_the_next_game() -> None:
    """And throws both dice."""
    game = _lost_by_the_starter("winner").next_game()
    assert (game.phase, game.starter, game.position) == (Phase.START, 1, BACKGAMMON.start)


def test_the_players_may_start_in_turn() -> None:
    """Whoever has won."""
    first = _lost_by_the_starter("alternate").next_game()
    assert first.starter == 1
    assert first.apply(Forfeit(0)).next_game().starter == 0


def test_after_a_draw_the_opening_decides() -> None:
    """There is no winner who could start."""
    spec = LONG_NARDY.with_rules({"opening.next_game": "winner"})
    dead = Game.resume(spec, Position.parse(spec, f"{DEAD} / {DEAD}"), 0, starter=0)
    assert turn(turn(dead, 2, 1), 2, 1).next_game() == Game.start(spec)


def test_a_game_that_was_forfeited_before_its_opening_has_a_next_one() -> None:
    """Nobody had started, so that the opening decides again."""
    for mode in ("roll", "alternate"):
        opening = Game.start(BACKGAMMON.with_rules({"opening.next_game": mode}))
        assert opening.apply(Forfeit(0)).next_game() == opening


def test_there_is_no_next_game_while_this_one_goes_on() -> None:
    """The error says what is awaited instead."""
    with pytest.raises(NotNowError, match="next_game in phase moving") as caught:
        MOVING.next_game()
    assert caught.value.awaited == ("Played by white",)
