"""A game goes from state to state by actions; what is refused is refused with a stable reason and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from game_tools import THREE, before_the_last_step, turn
from raceboard import event as ev
from raceboard.action import Action, Choose, Drawn, Forfeit, OpeningRolled, Played, Rolled
from raceboard.bots import RandomBot, play_on
from raceboard.dice import Roll, SeededDice, Stream
from raceboard.errors import NotNowError, RuleError
from raceboard.finish import DRAW
from raceboard.game import Game
from raceboard.legal import is_dead
from raceboard.move import Play, Step
from raceboard.phase import Awaited, Phase
from raceboard.position import Position
from raceboard.registry import Registry
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from variants_for_tests import GAMES, HOOKS, RULES

VARIANTS = Registry.load().variants

# -- What is refused, and why ------------------------------------------------------------------------------------------

OPENING = Game.start(BACKGAMMON)
START = Game.start(BACKGAMMON, 0)
MOVING = START.apply(Rolled(Roll(3, 1)))
OVER = turn(before_the_last_step(), 2, 1)
PLAY = MOVING.plays[0]

REFUSED: Mapping[str, tuple[Game, Action, str]] = {
    "roll-before-the-opening": (OPENING, Rolled(Roll(3, 1)), "opening-first"),
    "choose-before-the-opening": (OPENING, Choose("any"), "opening-first"),
    "play-before-the-opening": (OPENING, Played(PLAY), "roll-first"),
    "a-lot-where-dice-decide": (OPENING, Drawn(0), "not-now"),
    "the-other-side-rolls": (START, Rolled(Roll(3, 1), side=1), "not-your-turn"),
    "play-before-the-roll": (START, Played(PLAY), "roll-first"),
    "the-other-side-plays-before-the-roll": (START, Played(PLAY, side=1), "not-your-turn"),
    "opening-dice-after-the-opening": (START, OpeningRolled((3, 1)), "not-now"),
    "choose-where-nothing-is-on-offer": (START, Choose("any"), "not-now"),
    "roll-again": (MOVING, Rolled(Roll(3, 1)), "dice-rolled"),
    "the-other-side-rolls-after-the-roll": (MOVING, Rolled(Roll(3, 1), side=1), "not-your-turn"),
    "the-other-side-plays": (MOVING, Played(PLAY, side=1), "not-your-turn"),
    "roll-after-the-end": (OVER, Rolled(Roll(3, 1)), "game-over"),
    "play-after-the-end": (OVER, Played(PLAY), "game-over"),
    "forfeit-after-the-end": (OVER, Forfeit(0), "game-over"),
    "open-after-the-end": (OVER, OpeningRolled((3, 1)), "game-over"),
}


@pytest.mark.parametrize(("game", "action", "code"), REFUSED.values(), ids=REFUSED)
def test_an_action_at_the_wrong_time_is_refused_and_changes_nothing(game: Game, action: Action, code: str) -> None:
    """The error says which rule, what was asked, and what the game waits for."""
    before, events = evolve(game), game.events
    with pytest.raises(NotNowError) as caught:
        game.apply(action)
    error = caught.value
    assert (error.rule, error.action, error.phase) == (f"turn.{code}", type(action).__name__, game.phase.value)
    assert error.awaited == tuple(map(str, game.awaited()))
    assert (game, game.events) == (before, events)


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (OPENING, OpeningRolled((7, 1))),
        (OPENING, OpeningRolled((0, 1))),
        (OPENING, OpeningRolled((1,))),
        (OPENING, OpeningRolled((1, 2, 3))),
        (START, Rolled(Roll(7, 1))),
        (START, Rolled(Roll(3))),
        (START, Rolled(Roll(3, 2, 1))),
        (START, Forfeit(2)),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_and_changes_nothing(game: Game, action: Action) -> None:
    """Dice that cannot fall, and a seat that the game does not have."""
    before = evolve(game)
    with pytest.raises(ValueError, match=r"cannot be thrown|is not one die|has the sides 0 to 1"):
        game.apply(action)
    assert game == before


@pytest.mark.parametrize(
    ("steps", "rule"),
    [
        ([Step(24, 3)], "obligation.both-dice"),
        ([Step(24, 3), Step(24, 3)], "dice.not-left"),
        ([Step(6, 3), Step(6, 1), Step(8, 1)], "dice.not-left"),
        ([Step(13, 1), Step(24, 3)], "landing.blocked"),
        ([], "obligation.must-play"),
    ],
)
def test_an_illegal_play_is_refused_and_changes_nothing(steps: Sequence[Step], rule: str) -> None:
    """One die too few, one used twice, one too many, a closed point, none at all; the result it claims is no help."""
    before = evolve(MOVING)
    with pytest.raises(RuleError) as caught:
        MOVING.apply(Played(Play(PLAY.result, tuple(steps))))
    assert caught.value.rule == rule
    assert before == MOVING


def test_a_play_whose_steps_lead_elsewhere_than_it_says_is_refused() -> None:
    """Neither its steps nor its result are believed; who knows only steps asks `plays.play`."""
    claimed = Play(BACKGAMMON.start, PLAY.steps)
    with pytest.raises(RuleError, match="lead to another position"):
        MOVING.apply(Played(claimed))
    assert MOVING.apply(Played(MOVING.plays.play(PLAY.steps))) == MOVING.apply(Played(PLAY))


def test_a_state_cannot_be_changed() -> None:
    """Every transition gives another state; the old one can be gone on from again."""
    with pytest.raises(FrozenInstanceError):
        MOVING.position = BACKGAMMON.start  # type: ignore[misc]
    first, second = (MOVING.apply(Played(play)) for play in MOVING.plays[:2])
    assert first.position != second.position
    assert MOVING.position == BACKGAMMON.start


# -- The opening -------------------------------------------------------------------------------------------------------


def _opened(mode: str, spec: VariantSpec = LONG_NARDY) -> Game:
    return Game.start(spec.with_rules({"opening.mode": mode}))


def test_with_single_dice_the_higher_starts_and_plays_both() -> None:
    """The dice are in seat order."""
    game = _opened("single_dice").apply(OpeningRolled((2, 5)))
    assert (game.phase, game.on_roll, game.starter, game.roll) == (Phase.MOVING, 1, 1, Roll(5, 2))
    assert game.events == (ev.OpeningThrown((2, 5)), ev.Started(1, Roll(5, 2)), ev.ToMove(1, (5, 2)))


def test_equal_opening_dice_are_thrown_again() -> None:
    """As often as it takes; nobody is on roll before."""
    opening = _opened("single_dice")
    tied = opening.apply(OpeningRolled((4, 4)))
    assert tied == opening
    assert tied.events == (ev.OpeningThrown((4, 4)), ev.Tied())
    assert tied.apply(OpeningRolled((6, 6))).apply(OpeningRolled((6, 1))).on_roll == 0


def test_with_two_dice_the_winner_throws_anew() -> None:
    """So that a game can begin with a double."""
    game = _opened("two_dice").apply(OpeningRolled((6, 1)))
    assert (game.phase, game.on_roll, game.starter, game.roll) == (Phase.START, 0, 0, None)
    assert game.apply(Rolled(Roll(6, 6))).phase is Phase.MOVING


def test_a_fixed_opening_begins_with_the_first_seat() -> None:
    """Nothing is thrown for it."""
    game = _opened("fixed")
    assert (game.phase, game.on_roll, game.starter) == (Phase.START, 0, 0)
    assert game.events == (ev.Started(0), ev.ToThrow(0))


def test_a_lot_may_decide_who_starts() -> None:
    """Then opening dice are not awaited."""
    opening = _opened("random")
    assert opening.awaited() == (Awaited(None, Drawn),)
    with pytest.raises(NotNowError, match="a lot decides"):
        opening.apply(OpeningRolled((6, 1)))
    game = opening.apply(Drawn(1))
    assert (game.phase, game.on_roll, game.starter) == (Phase.START, 1, 1)


def test_of_three_players_the_highest_starts_and_the_highest_alone() -> None:
    """Two equal dice below the highest are no tie."""
    opening = Game.start(THREE)
    assert opening.apply(OpeningRolled((2, 2, 5))).on_roll == 2
    assert opening.apply(OpeningRolled((5, 2, 5))).on_roll is None


# -- Turns -------------------------------------------------------------------------------------------------------------


def test_a_turn_is_a_throw_and_a_play() -> None:
    """Then the next player is to throw; turns are counted for each."""
    moved = MOVING.apply(Played(PLAY))
    assert moved.events == (ev.Moved(0, Roll(3, 1), PLAY), ev.ToThrow(1))
    assert (moved.phase, moved.to_act, moved.turns, moved.context.own_turn) == (Phase.START, 1, (1, 1), 1)
    assert turn(moved, 6, 5).turns == (2, 1)


def test_an_empty_play_is_applied_like_any_other() -> None:
    """It ends the turn and says so."""
    shut = Position.parse(BACKGAMMON, "bar:1 6:14 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3")
    game = Game.resume(BACKGAMMON, shut, 0, roll=Roll(6, 5))
    assert game.plays.is_pass
    passed = game.apply(Played(game.plays[0]))
    assert list(map(str, passed.events)) == ["white cannot move", "black to throw"]
    assert passed.position == shut


def test_the_head_exception_holds_in_the_first_turn_of_each_player() -> None:
    """The number of the turn is counted, not read from the board."""
    game = Game.start(LONG_NARDY, 0)
    assert len(game.apply(Rolled(Roll(3, 3))).plays) == 2
    later = Game.resume(LONG_NARDY, LONG_NARDY.start, 0, turns=(2, 1))
    assert len(later.apply(Rolled(Roll(3, 3))).plays) == 1
    second = turn(game, 2, 1)
    assert len(second.apply(Rolled(Roll(3, 3))).plays) == 2


def test_who_is_not_on_roll_has_no_plays() -> None:
    """Nor has anybody while a throw is awaited."""
    assert (len(MOVING.plays), len(MOVING.plays_for(0)), len(MOVING.plays_for(1))) == (16, 16, 0)
    assert [len(START.plays_for(side)) for side in (0, 1)] == [0, 0]
    with pytest.raises(ValueError, match="has the sides 0 to 1"):
        MOVING.plays_for(2)


def test_every_transition_tells_its_own_events_only() -> None:
    """Whoever listens can write the course of a game from them."""
    course = [START, MOVING, MOVING.apply(Played(PLAY))]
    assert [[str(event) for event in game.events] for game in course] == [
        ["white starts", "white to throw"],
        ["white throws 3-1", "white to move"],
        [f"white plays {PLAY}", "black to throw"],
    ]


# -- Games in the middle -----------------------------------------------------------------------------------------------


def test_a_game_can_be_resumed_before_or_after_the_throw() -> None:
    """With the position, the side on roll, and the throw when there is one."""
    text = "24:2 13:5 8:3 6:5 / 24:2 13:4 11:1 8:3 6:5"
    position = Position.parse(BACKGAMMON, text, 1)
    game = Game.resume(BACKGAMMON, position, 1)
    assert (game.phase, game.to_act, game.position.text(1), game.context.is_first) == (Phase.START, 1, text, False)
    assert Game.resume(BACKGAMMON, position, 1, roll=Roll(6, 5)) == game.apply(Rolled(Roll(6, 5)))


def test_a_resumed_game_knows_which_turn_it_is() -> None:
    """The present one included."""
    game = Game.resume(LONG_NARDY, LONG_NARDY.start, 1, turns=(1, 1), starter=0)
    assert (game.turns, game.context.own_turn, game.context.starter) == ((1, 1), 1, False)


@pytest.mark.parametrize(
    ("spec", "position", "side", "reason"),
    [
        (BACKGAMMON, LONG_NARDY.start, 0, "does not fit backgammon"),
        (BACKGAMMON, OVER.position, 1, "white has finished"),
        (BACKGAMMON, BACKGAMMON.start, 2, "has the sides 0 to 1"),
    ],
)
def test_a_game_that_cannot_go_on_is_not_resumed(
    spec: VariantSpec, position: Position, side: Side, reason: str
) -> None:
    """A position of another variant, one that is finished, and a seat that does not exist."""
    with pytest.raises(ValueError, match=reason):
        Game.resume(spec, position, side)


# -- Whole games -------------------------------------------------------------------------------------------------------


def _course(spec: VariantSpec, seed: int) -> list[Game]:
    """A game of random plays, state by state."""
    bots = [RandomBot(Stream(seed, lane=side + 1)) for side in range(spec.players)]
    return list(play_on(Game.start(spec), bots, SeededDice(seed)))


#: How games end beside dead positions: the goal, or what a judge says of mothers.
_ENDS = ("finished", "mother")


@pytest.mark.parametrize("spec", [*VARIANTS.values(), *GAMES, *RULES, *HOOKS], ids=lambda spec: spec.name)
def test_every_game_ends_and_loses_no_checker(spec: VariantSpec) -> None:
    """Whatever is thrown and played, and whatever the rules: it is won or, where nobody can move again, drawn."""
    for seed in range(5):
        course = _course(spec, seed)
        for game in course:
            assert [sum(game.position.counts(side)) for side in range(spec.players)] == list(spec.checkers)
        outcome = course[-1].outcome
        assert outcome is not None
        assert outcome.how in _ENDS or is_dead(spec, course[-1].position)


@pytest.mark.parametrize("spec", VARIANTS.values(), ids=lambda spec: spec.name)
def test_the_games_of_a_shipped_variant_are_won_at_a_level_that_it_knows(spec: VariantSpec) -> None:
    """Each level comes with its points."""
    levels = {(level.name, level.points) for level in spec.finish.levels}
    for seed in range(5, 15):
        outcome = _course(spec, seed)[-1].outcome
        assert outcome is not None
        draw = outcome.winner is None and (outcome.level, outcome.points) == (DRAW, spec.finish.draw_points)
        assert draw or (outcome.level, outcome.points) in levels


@pytest.mark.parametrize("spec", VARIANTS.values(), ids=lambda spec: spec.name)
def test_the_same_seed_plays_the_same_game(spec: VariantSpec) -> None:
    """State by state, event by event; another seed plays another one."""
    first, second, other = _course(spec, 7), _course(spec, 7), _course(spec, 8)
    assert [(game, game.events) for game in first] == [(game, game.events) for game in second]
    assert first != other
