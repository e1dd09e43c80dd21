"""A turn may have several stages, further throws, a choice, and stages that another player plays.

The games here are small: two checkers each on lanes of thirty points where nobody meets anybody, so that only the
program of a roll decides what happens. A checker that has less to go than a die says cannot play it.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from game_tools import turn
from raceboard import event as ev
from raceboard.action import Choose, Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import NotNowError, RuleError, Verdict
from raceboard.explaining import explain_in
from raceboard.finish import Outcome
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.messages import text
from raceboard.move import Play
from raceboard.notation import parse_play
from raceboard.phase import Awaited, Phase
from raceboard.position import Position
from raceboard.program import Choice, Stage, TurnContext, TurnEnd, stages
from raceboard.side import Side
from raceboard.spec import Again, Departure, Finish, Hooks, Landing, Limit, Opening, Program, VariantSpec
from raceboard.state import game_from_json, game_to_json
from raceboard.testing.naive import naive_results
from raceboard.track import Region, Track
from variants_for_tests import LOOP4

LANES = VariantSpec(
    "lanes",
    Track([range(1, 31), range(31, 61)]),
    {30: 2},
    regions=(Region("end", 1, 1), Region("rest", 24, 24), Region("start", 30, 30)),
    landing=Landing(contact="forbid"),
    opening=Opening("fixed"),
    bear_off=None,
    finish=Finish(goal="end"),
)


def _lanes(program: Program) -> VariantSpec:
    return evolve(LANES, program=program)


def _game(spec: VariantSpec, text: str = "30:2 / 30:2", own_turn: int = 2) -> Game:
    return Game.resume(spec, Position.parse(spec, text), 0, turns=(own_turn, own_turn))


def _dice(game: Game) -> list[tuple[int, ...]]:
    """The dice of the stages that are still to be played."""
    return [stage.dice for stage in game.stages]


def _play(game: Game, *targets: int) -> Game:
    """The game after the first play with a step to each of the targets."""
    plays = (play for play in game.plays if set(targets) <= {step.target for step in play.steps})
    return game.apply(Played(next(plays)))


def _throw(game: Game, *dice: int) -> Game:
    return game.apply(Rolled(Roll(*dice)))


# -- Stages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "own_turn", "dice"),
    [
        (Program(), 1, [(2, 2, 2, 2)]),
        (Program(doubles=2), 1, [(2, 2)]),
        (Program(complement=True), 1, [(2, 2, 2, 2), (5, 5, 5, 5)]),
        (Program(doubles=2, cascade_from=3), 2, [(2, 2)]),
        (Program(doubles=2, cascade_from=3), 3, [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]),
    ],
)
def test_a_double_has_the_stages_of_the_program(program: Program, own_turn: int, dice: list[tuple[int, ...]]) -> None:
    """Once or with its complement, or with all higher numbers from some turn on; other rolls have one stage."""
    game = _game(_lanes(program), own_turn=own_turn)
    assert _dice(_throw(game, 2, 2)) == dice
    assert _dice(_throw(game, 5, 2)) == [(5, 2)]


def test_the_stages_of_a_roll_are_played_one_after_the_other() -> None:
    """By the same player, without another throw; each has its own plays."""
    first = _throw(_game(_lanes(Program(doubles=1, complement=True))), 2, 2)
    assert [str(play) for play in first.plays] == ["30/28"]
    second = _play(first)
    assert second.events[-1] == ev.ToMove(0, (5,))
    assert (second.phase, second.on_roll, second.roll, _dice(second)) == (Phase.MOVING, 0, Roll(2, 2), [(5,)])
    assert {str(play) for play in second.plays} == {"28/23", "30/25"}
    assert _play(second).events[-1] == ev.ToThrow(1)


def test_a_stage_is_begun_only_when_the_one_before_was_played_in_full() -> None:
    """One five of four can be played, so that the twos, which could be, are not begun."""
    game = _throw(_game(_lanes(Program(complement=True)), "6:1 5:1 / 30:2"), 5, 5)
    assert _dice(game) == [(5, 5, 5, 5), (2, 2, 2, 2)]
    after = _play(game)
    assert after.position.text() == "5:1 1:1 / 30:2"
    assert (after.phase, after.on_roll) == (Phase.START, 1)


def test_a_limit_of_departures_holds_for_all_stages_of_a_turn() -> None:
    """And for a further throw in it; the next turn is free again."""
    program = Program(doubles=1, complement=True, again=Again(doubles=True))
    spec = evolve(_lanes(program), departure=Departure((Limit("start"),)))
    second = _play(_throw(_game(spec), 2, 2))
    assert {str(play) for play in second.plays} == {"28/23"}
    further = _throw(_play(second), 3, 1)
    assert further.on_roll == 0
    assert {str(play) for play in further.plays} == {"23/19"}
    later = _throw(turn(_play(further), 3, 1), 3, 1)
    assert {str(play) for play in later.plays} == {"30/27 19/18", "30/29 19/16", "30/26", "19/15"}


def test_the_turn_remembers_all_checkers_that_left_a_limited_region() -> None:
    """Those of one stage and those of the next."""
    program = Program(doubles=1, complement=True, again=Again(doubles=True))
    spec = evolve(_lanes(program), departure=Departure((Limit("start", 2),)))
    moved = _play(_play(_throw(_game(spec), 2, 2)), 25)
    assert moved.context.taken_from("start") == 2


# -- What is left over -------------------------------------------------------------------------------------------------


def test_dice_that_cannot_be_played_are_lost() -> None:
    """Where the program says nothing else."""
    after = _play(_throw(_game(LANES, "6:1 5:1 / 30:2"), 5, 5))
    assert (after.phase, after.on_roll, after.stages) == (Phase.START, 1, ())


def test_who_has_all_checkers_in_the_goal_region_plays_no_more() -> None:
    """A step within the region would be possible."""
    position = Position.parse(LOOP4, "4:1 3:1 2:1 / hand:3 / hand:3 / hand:3")
    stage = Stage(0, (1,), Roll(1))
    assert legal_plays(LOOP4, position, 0, stage).is_pass
    assert naive_results(LOOP4, position, 0, stage) == {position}
    before = Position.parse(LOOP4, "5:1 3:1 2:1 / hand:3 / hand:3 / hand:3")
    assert [str(play) for play in legal_plays(LOOP4, before, 0, stage)] == ["5/4", "2/1"]


def test_dice_that_are_owed_are_played_by_the_opponent_before_he_throws() -> None:
    """With his own checkers, stage by stage, those too that were never begun."""
    spec = _lanes(Program(complement=True, leftover="owed"))
    owing = _play(_throw(_game(spec, "6:1 5:1 / 30:2"), 5, 5))
    assert list(map(str, owing.events[1:])) == ["black plays what is left: 5-5-5-2-2-2-2", "black to move"]
    assert (owing.phase, owing.on_roll, owing.owed) == (Phase.MOVING, 1, True)
    assert [(stage.side, stage.dice) for stage in owing.stages] == [(1, (5, 5, 5)), (1, (2, 2, 2, 2))]
    paid = _play(_play(owing))
    assert 60 - spec.pips(paid.position, 1) == 5 * 3 + 2 * 4
    assert (paid.phase, paid.on_roll, paid.owed, paid.turns) == (Phase.START, 1, False, (2, 3))
    assert _play(_throw(paid, 2, 1)).events[-1] == ev.ToThrow(0)


def test_what_the_opponent_cannot_play_either_lapses() -> None:
    """He throws after the empty play."""
    spec = _lanes(Program(leftover="owed"))
    owing = _play(_throw(_game(spec, "6:1 5:1 / 4:2"), 5, 5))
    assert owing.plays.is_pass
    paid = _play(owing)
    assert (paid.phase, paid.on_roll, paid.position) == (Phase.START, 1, owing.position)


def test_nothing_is_owed_when_all_was_played() -> None:
    """The opponent throws."""
    after = _play(_throw(_game(_lanes(Program(leftover="owed"))), 5, 5))
    assert (after.phase, after.on_roll, after.owed) == (Phase.START, 1, False)


# -- Further throws ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("again", "dice", "further"),
    [
        (Again(), (6, 6), False),
        (Again(dice=(6,)), (6, 1), True),
        (Again(dice=(6,)), (5, 1), False),
        (Again(doubles=True), (2, 2), True),
        (Again(doubles=True), (2, 1), False),
        (Again(completed=True), (2, 2), True),
        (Again(completed=True), (2, 1), False),
    ],
)
def test_some_throws_give_another_one(again: Again, dice: tuple[int, int], further: bool) -> None:
    """In the same turn, to the same player."""
    after = _play(_throw(_game(_lanes(Program(again=again))), *dice))
    assert (after.phase, after.on_roll) == (Phase.START, 0 if further else 1)
    assert after.turns == ((2, 2) if further else (2, 3))


def test_a_program_that_was_not_completed_gives_no_other_throw() -> None:
    """One five of four could be played."""
    spec = _lanes(Program(again=Again(completed=True)))
    assert _play(_throw(_game(spec, "6:1 5:1 / 30:2"), 5, 5)).on_roll == 1


def test_a_landing_gives_one_throw_and_no_more() -> None:
    """A step may go on from there; with the next throw another one must end there."""
    game = _game(_lanes(Program(again=Again(landing=("rest",)))))
    assert _play(_throw(game, 5, 2)).on_roll == 1
    assert _play(_throw(game, 6, 1), 23).on_roll == 0
    landed = _play(_throw(game, 6, 1), 24)
    assert (landed.phase, landed.on_roll) == (Phase.START, 0)
    assert turn(landed, 2, 1).on_roll == 1


def test_further_throws_have_a_limit() -> None:
    """So many in a turn, whatever is thrown."""
    game = _game(_lanes(Program(again=Again(dice=(6,), limit=1))))
    once = turn(game, 6, 1)
    assert (once.on_roll, once.context.throws) == (0, 1)
    assert turn(once, 6, 1).on_roll == 1


# -- Choices and hooks -------------------------------------------------------------------------------------------------


def _any_double_for_ones(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> Choice | None:
    """Who throws 1-1 chooses which double to play."""
    if roll != Roll(1, 1):
        return None
    return Choice(side, tuple((f"{die}-{die}", (Stage(side, (die, die), roll),)) for die in range(1, 7)))


CHOOSING = evolve(LANES, hooks=Hooks(expand_roll=_any_double_for_ones))


def test_a_roll_may_let_the_player_choose() -> None:
    """What is chosen is played; other rolls are played as the program says."""
    game = _throw(_game(CHOOSING), 1, 1)
    names = tuple(f"{die}-{die}" for die in range(1, 7))
    assert (game.phase, game.awaited(), game.events[-1]) == (
        Phase.CHOOSING,
        (Awaited(0, Choose),),
        ev.ToChoose(0, names),
    )
    chosen = game.apply(Choose("4-4"))
    assert (chosen.phase, _dice(chosen), chosen.roll) == (Phase.MOVING, [(4, 4)], Roll(1, 1))
    assert chosen.events == (ev.Chosen(0, "4-4"), ev.ToMove(0, (4, 4)))
    assert _dice(_throw(_game(CHOOSING), 2, 2)) == [(2, 2, 2, 2)]


def test_what_is_not_on_offer_cannot_be_chosen() -> None:
    """The error names what is; nothing changes."""
    game = _throw(_game(CHOOSING), 1, 1)
    before = evolve(game)
    with pytest.raises(RuleError, match="7-7 is not on offer; one of 1-1, 2-2"):
        game.apply(Choose("7-7"))
    with pytest.raises(NotNowError, match="not-your-turn"):
        game.apply(Choose("4-4", side=1))
    with pytest.raises(NotNowError, match="not-now"):
        game.apply(Played(Play(game.position, ())))
    with pytest.raises(NotNowError, match="dice-rolled"):
        _throw(game, 1, 1)
    assert game == before


def test_legal_plays_ask_for_the_choice_first() -> None:
    """A roll that offers several programs has no plays by itself; a stage of one of them has."""
    spec = CHOOSING
    with pytest.raises(ValueError, match="asks for a choice first"):
        legal_plays(spec, spec.start, 0, Roll(1, 1))
    program = stages(spec, spec.start, 0, Roll(1, 1))
    assert isinstance(program, Choice)
    (stage,) = program.chosen("4-4")
    assert {str(play) for play in legal_plays(spec, spec.start, 0, stage)} == {"30/26(2)", "30/22"}


def _unplayed_dice_throw_again(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll,
    context: TurnContext,
    unplayed: tuple[int, ...],
    /,
) -> TurnEnd | None:
    """Who could not play everything throws again; a six gives the opponent a one to play first."""
    if unplayed:
        return TurnEnd(side, again=True)
    return TurnEnd(1 - side, owed=(Stage(1 - side, (1,), roll),)) if 6 in roll else None


def test_the_variant_may_say_what_follows_a_turn() -> None:
    """Another throw, something to play first, or what the program says."""
    spec = evolve(LANES, hooks=Hooks(after_turn=_unplayed_dice_throw_again))
    assert turn(_game(spec, "6:1 5:1 / 30:2"), 5, 5).on_roll == 0
    owing = turn(_game(spec), 6, 1)
    assert (owing.on_roll, owing.owed, _dice(owing)) == (1, True, [(1,)])
    assert (turn(_game(spec), 2, 1).on_roll, turn(_game(spec), 2, 1).owed) == (1, False)


def _rest_wins(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """Whoever reaches the rest has won."""
    return Outcome(side, "rest", 5) if position.counts(side)[24] else None


def test_the_variant_may_judge_a_game() -> None:
    """A decided position ends the play and the game, whatever is left of the turn."""
    spec = evolve(_lanes(Program(complement=True)), hooks=Hooks(judge=_rest_wins))
    game = _throw(_game(spec), 6, 5)
    assert {str(play) for play in game.plays} == {"30/24", "30/19", "30/25 30/24"}
    over = _play(game, 24)
    assert (over.phase, over.outcome) == (Phase.OVER, Outcome(0, "rest", 5))
    assert _play(game, 19).outcome is None
    early = _throw(_game(spec), 2, 2)
    assert {play.steps[-1].target for play in early.plays if play.result.counts(0)[24]} == {24}
    assert _play(early, 24).is_over


# -- Nonsense from hooks -----------------------------------------------------------------------------------------------

ROLL = Roll(2, 1)
STAGE = Stage(0, (2, 1), ROLL)


def _expanding(program: object) -> VariantSpec:
    """A game whose hook says the same of every roll."""

    def hook(
        spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
    ) -> tuple[Stage, ...] | Choice | None:
        return program  # type: ignore[return-value]  # that is the fault

    return evolve(LANES, hooks=Hooks(expand_roll=hook))


@pytest.mark.parametrize(
    ("program", "wrong"),
    [
        ((), "no stages; one without dice plays nothing"),
        (STAGE, "give a tuple of Stage"),
        ((STAGE, (2, 1)), "give a tuple of Stage"),
        ((Stage(0, ("2",), ROLL),), "give a tuple of Stage"),  # type: ignore[arg-type]
        ((Stage(1, (2, 1), ROLL),), "a stage to side 1; it is side 0 that plays"),
        ((STAGE, Stage(1, (2,), ROLL)), "a stage to side 1; it is side 0 that plays"),
        ((STAGE, Stage(0, (7,), ROLL)), "a stage with the die 7; the dice show 1, 2, 3, 4, 5, 6"),
        (Choice(0, ()), r"a choice between \[\]; give one name or more, each once"),
        (Choice(0, (("a", (STAGE,)), ("a", (STAGE,)))), r"a choice between \['a', 'a'\]"),
        (Choice(1, (("a", (STAGE,)),)), "a choice to side 1; side 0 has thrown"),
        (Choice(0, (("a", (STAGE,)), ("b", ()))), "no stages under the name 'b'"),
        (Choice(0, (("a", (STAGE,)), ("b", (Stage(0, (0,), ROLL),)))), "a stage with the die 0"),
    ],
)
def test_a_program_that_cannot_be_is_refused_with_its_hook(program: object, wrong: str) -> None:
    """The error names the hook, the variant and the roll; it comes with the throw, not in the middle of the turn."""
    game = _game(_expanding(program))
    with pytest.raises(ValueError, match=f"the hook expand_roll of lanes gives .*{wrong}.*, for 2-1"):
        game.apply(Rolled(ROLL))
    assert game.phase is Phase.START


@pytest.mark.parametrize(
    ("end", "wrong"),
    [
        (TurnEnd(2), "the turn to side 2; the sides that still play are 0, 1"),
        (TurnEnd(-1), "the turn to side -1"),
        (1, "1; give a TurnEnd, or None"),
        (TurnEnd(1, (STAGE,)), "a stage to side 0; it is side 1 that plays"),
        (TurnEnd(1, (Stage(1, (9,), ROLL),)), "a stage with the die 9"),
    ],
)
def test_a_turn_end_that_cannot_be_is_refused_with_its_hook(end: object, wrong: str) -> None:
    """Nobody is put on roll who does not play."""

    def hook(*_: object) -> TurnEnd:
        return end  # type: ignore[return-value]  # that is the fault

    game = _throw(_game(evolve(LANES, hooks=Hooks(after_turn=hook))), 2, 1)
    with pytest.raises(ValueError, match=f"the hook after_turn of lanes gives {wrong}"):
        _play(game)


def _doubles_give_nothing(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> tuple[Stage, ...] | None:
    """Who throws a double has nothing to play."""
    return (Stage(side, (), roll),) if roll.is_double else None


IDLE = evolve(LANES, name="idle", hooks=Hooks(expand_roll=_doubles_give_nothing))


def test_a_throw_may_give_nothing() -> None:
    """By a stage without dice: the empty play ends it; such a state is saved and read."""
    game = _throw(_game(IDLE), 2, 2)
    assert (game.phase, _dice(game), game.plays.is_pass) == (Phase.MOVING, [()], True)
    assert game_from_json(game_to_json(game), IDLE) == game
    after = game.apply(Played(game.plays[0]))
    assert (after.phase, after.on_roll, after.position) == (Phase.START, 1, game.position)


def test_what_is_said_of_a_throw_that_gives_nothing_has_words() -> None:
    """Of a play that is written all the same, of the empty one, and where the dice are shown."""
    plays = _throw(_game(IDLE), 2, 2).plays
    verdict = parse_play(plays, "18/17")
    assert isinstance(verdict, Verdict)
    assert verdict.rule == "dice.not-left"
    assert verdict.text == "there are no dice to play, so 18/17 cannot be played; legal is pass"
    assert str(explain_in(plays, ())) == "legal: white has no dice to play"
    assert text("picture.plays", {"side": 0, "dice": plays.dice}) == "white to play -"
