"""The faults that other programs had are not ours: each case has the right answer, from either seat."""

from __future__ import annotations

import pytest

from bug_cases import CASES, LISTS, RUN, SEATS, STAKES, Case, about, plays_of, spec_of, start_of, text_of, thrown
from case_tools import after, moves, position, row, steps
from raceboard.action import OpeningRolled, Played
from raceboard.bots import RacerBot, play_on
from raceboard.dice import Roll, SeededDice
from raceboard.errors import RuleError
from raceboard.finish import Outcome, judge
from raceboard.formats import gnubg_id
from raceboard.formats.ids import read_id, write_id
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Play, Step
from raceboard.notation import read_play
from raceboard.side import SEAT_NAMES, Side
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.gul_bara import GUL_BARA
from raceboard_variants.long_nardy import LONG_NARDY
from raceboard_variants.royal_ur import ROYAL_UR
from raceboard_variants.tabula import TABULA

#: Cases that are run where their module is tested.
ELSEWHERE = {"BG077": "test_mat", "BG087": "test_state", **dict.fromkeys(STAKES, "test_stakes_bugs")}


# -- Legal plays -------------------------------------------------------------------------------------------------------


def _contains(play: Play, text: str) -> bool:
    """Has a play the steps of a text such as `6/5 6/5`, or, where it names none, one that bears off?"""
    told = [f"{step.source}/{step.target or 'off'}" for step in play.steps]
    wanted = [word for word in text.split() if "/" in word]
    return all(told.count(step) >= wanted.count(step) for step in wanted) if wanted else "/off" in " ".join(told)


@SEATS
@about(*LISTS)
def test_there_are_as_many_plays_as_the_case_says(case: Case, side: Side) -> None:
    """Distinct results, each with as many dice; none at all is a pass."""
    plays = plays_of(case, side)
    number = case["answer"]["distinct_results"]
    assert len(plays) == max(number, 1)
    assert plays.is_pass == (number == 0)
    assert {len(play.steps) for play in plays} == {case["answer"]["dice_played"]}


@SEATS
@about(*[name for name in LISTS if CASES[name]["answer"].get("plays")])
def test_the_plays_are_those_of_the_case(case: Case, side: Side) -> None:
    """The texts of the case, played by hand, lead to the results of the legal plays and to no others."""
    plays = plays_of(case, side)
    texts = [text_of(case, text) for text in case["answer"]["plays"]]
    assert {after(spec_of(case), plays.position, side, text) for text in texts} == set(plays.results)


@SEATS
@about("BG003", "BG010", "BG015")
def test_no_play_contains_what_is_impossible(case: Case, side: Side) -> None:
    """A step to a closed point, one die used twice, a checker borne off while others are outside."""
    for text in case["answer"]["must_not_contain"]:
        assert not [str(play) for play in plays_of(case, side) if _contains(play, text)]


@SEATS
@about("BG006", "BG013", "BG033", "BG037")
def test_plays_hit_as_many_checkers_as_the_case_says(case: Case, side: Side) -> None:
    """With a hit and without it a result is another one."""
    assert {len(play.hits) for play in plays_of(case, side)} == set(case["answer"]["hits_possible"])


@SEATS
@about("NA007", "NA008", "NA010")
def test_a_step_is_offered_exactly_when_it_builds_no_forbidden_wall(case: Case, side: Side) -> None:
    """As the first step of the turn."""
    (step,) = steps(LONG_NARDY, text_of(case, case["answer"]["step"]))
    assert (step in plays_of(case, side).next_steps()) == case["answer"]["step_legal_as_first_step"]


@about("BG102")
def test_a_double_has_few_results_and_many_ways_to_them(case: Case) -> None:
    """Each result is listed once, whatever the order of the steps."""
    plays = plays_of(case, 0)

    def ways(prefix: tuple[Step, ...]) -> int:
        following = plays.next_steps(prefix)
        return sum(ways((*prefix, step)) for step in following) if following else 1

    assert len(plays) == case["answer"]["distinct_results"]
    assert ways(()) == case["answer"]["ordered_sequences"]


@SEATS
@about("BG093")
def test_with_exact_dice_a_higher_one_bears_nothing_off(case: Case, side: Side) -> None:
    """In European acey-deucey, which bears off so."""
    plays = plays_of(case, side)
    assert [str(play) for play in plays] == case["answer"]["plays"]
    assert {len(play.steps) for play in plays} == {case["answer"]["dice_played"]}


@SEATS
@about("BG097")
def test_the_last_six_points_of_the_own_route_are_home(case: Case, side: Side) -> None:
    """Where both run the same way the opponent's route ends elsewhere; with all at home both dice bear off."""
    start = position(GUL_BARA, {6: 5, 4: 5, 1: 5}, {24: 15}, side)
    plays = legal_plays(GUL_BARA, start, side, Roll(*case["input"]["dice"]))
    assert any(play.result.off(side) == 2 for play in plays) == case["answer"]["legal"]


@SEATS
@about("BG095")
def test_checkers_in_hand_go_first_on_a_table_that_says_so(case: Case, side: Side) -> None:
    """Entry duty is an option: with it no checker on the board may move before, without it any may."""
    given = case["input"]
    assert given.get("me") == {"start": 3, 20: 2}
    waiting: dict[int | str, int] = {"hand": 3, 20: 2}
    start = position(TABULA, waiting, {"hand": 15}, side)
    for value, legal in ((True, case["answer"]["legal"]), (False, True)):
        plays = legal_plays(TABULA.with_rules({"entry.hand_first": value}), start, side, Roll(*given["dice"], 1))
        assert any(step.source == 20 for step in plays.next_steps()) == legal


@SEATS
@about("BG092")
def test_an_order_that_plays_more_dice_goes_first(case: Case, side: Side) -> None:
    """A checker that retires, and leaves dice unplayed, may not when another order plays them all."""
    assert case["answer"]["rule"].startswith("an order that plays both dice")
    start = position(TABULA, {20: 1, 3: 1}, {17: 2}, side)
    retire = steps(TABULA, "3/off 20/18")
    plays = legal_plays(TABULA, start, side, Roll(3, 2, 1))
    assert {len(play.steps) for play in plays} == {3}
    assert not any(play.result.off(side) > start.off(side) for play in plays)
    assert plays.refusal(retire).rule == "obligation.most-dice"
    lax = legal_plays(TABULA.with_rules({"must.max_dice": False}), start, side, Roll(3, 2, 1))
    assert lax.accepts(retire)


@SEATS
@about("BG078", "BG080")
def test_a_recorded_play_that_is_illegal_is_refused(case: Case, side: Side) -> None:
    """It is among no legal plays, however many there are."""
    plays = plays_of(case, side)
    assert len(plays) == case["answer"].get("legal_results", len(plays))
    with pytest.raises(RuleError):
        read_play(plays, case["input"]["play"])


@about("BG045")
def test_marks_and_words_beside_a_play_do_not_change_it(case: Case) -> None:
    """Every text means the one play that there is."""
    plays = plays_of(case, 0)
    assert [str(play) for play in plays] == case["answer"]["plays"]
    assert {read_play(plays, text) for text in case["input"]["texts"]} == set(plays)


@about("BG100")
def test_equal_steps_are_written_once(case: Case) -> None:
    """With their number; one of them that hits gives the mark to all."""
    told = [
        Step(source, source - target, target=target, hits=hits)
        for source, target, hits in moves(BACKGAMMON, " ".join(case["input"]["steps"]))
    ]
    assert str(Play(BACKGAMMON.start, tuple(told))) == case["answer"]["text"]


# -- Hits and the rest of a turn ---------------------------------------------------------------------------------------


@SEATS
@about("BG039")
def test_a_play_says_which_of_its_steps_hit(case: Case, side: Side) -> None:
    """And the checker stands on the bar afterwards."""
    play = plays_of(case, side).play(steps(BACKGAMMON, case["input"]["play"]))
    assert [f"{step.source}/{step.target}" for step in play.steps if step.hits] == case["answer"]["hits"]
    assert play.result.counts(1 - side) == row(BACKGAMMON, 1 - side, case["answer"]["opp_after"])


@SEATS
@about("BG042", "BG086")
def test_after_one_step_the_other_die_is_left(case: Case, side: Side) -> None:
    """The steps that may follow use it and no other, and nothing is thrown anew."""
    game = thrown(case, side)
    first = steps(BACKGAMMON, case["input"].get("first_step") or case["input"]["do"][0])
    following = game.plays.next_steps(first)
    assert {step.die for step in following} == set(case["answer"]["remaining_dice"])
    expected = case["answer"].get("legal_second_steps")
    assert expected is None or {f"{step.source}/{step.target}" for step in following} == set(expected)
    assert game.roll == Roll(*case["input"]["dice"])


@SEATS
@about("BG082", "BG084")
def test_a_step_that_is_taken_back_leaves_nothing_behind(case: Case, side: Side) -> None:
    """Steps change no state: whoever forgets one is where he was, with all dice, and the game is not over."""
    game = thrown(case, side)
    offered = game.plays.next_steps()
    ((source, target, _),) = moves(BACKGAMMON, case["input"]["do"][0])
    done = next(step for step in offered if (step.source, step.target) == (source, target))
    assert done not in game.plays.next_steps([done])
    assert game.plays.next_steps() == offered
    assert game == thrown(case, side)
    assert sorted(game.plays.dice, reverse=True) == case["answer"]["remaining_dice"]


@about("BG038")
def test_who_is_not_on_roll_has_no_plays(case: Case) -> None:
    """Asking for them is no error."""
    assert list(map(str, thrown(case, 0).plays_for(1))) == case["answer"]["plays"]


# -- The beginning and the end of games --------------------------------------------------------------------------------


def _opened(case: Case) -> Game:
    given = case["input"]
    return Game.start(BACKGAMMON).apply(OpeningRolled((given["white_die"], given["black_die"])))


@about("BG063")
def test_the_higher_opening_die_starts_and_plays_both(case: Case) -> None:
    """The dice belong to the seats."""
    game = _opened(case)
    assert game.to_act == game.starter == SEAT_NAMES.index(case["answer"]["starter"])
    assert sorted(game.plays.dice, reverse=True) == case["answer"]["dice"]


@about("BG089")
def test_the_events_of_the_opening_say_who_is_to_move(case: Case) -> None:
    """Whoever sits there."""
    assert list(map(str, _opened(case).events)) == case["answer"]["events"]


@SEATS
@about("BG041", "BG060")
def test_bearing_off_the_last_checker_ends_the_game(case: Case, side: Side) -> None:
    """At once, and with as many checkers as the variant has; the level is the one of the loser's board."""
    game = thrown(case, side)
    over = game.apply(Played(game.plays[0]))
    assert over.is_over == case["answer"]["over"]
    assert over.awaited() == ()
    assert over.outcome == Outcome(side, "single", 1, ranking=(side,))


@SEATS
@about("BG060")
def test_the_dice_behind_the_last_checker_are_not_played(case: Case, side: Side) -> None:
    """Nothing is left that could use them."""
    plays = plays_of(case, side)
    assert [len(plays.dice) - len(play.steps) for play in plays] == [case["answer"]["unused_dice"]]


@SEATS
@about("BG044", "BG046", "BG048")
def test_a_win_has_the_level_of_the_case(case: Case, side: Side) -> None:
    """Nothing off, and a checker on the bar or in the winner's home: the points of the level times the cube."""
    outcome = judge(BACKGAMMON, start_of(case, side), side)
    answer = case["answer"]
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (side, answer["win_type"])
    assert outcome.points * case["input"]["cube"] == (answer.get("points") or answer["me"])


@about("BG065")
def test_the_next_game_opens_with_new_dice(case: Case) -> None:
    """Whoever has won: each player throws a die, and equal ones are thrown again."""
    following = _won_by(BACKGAMMON, 0).next_game()
    assert following.awaited() == Game.start(BACKGAMMON).awaited()
    assert following.apply(OpeningRolled((4, 4))).awaited() == following.awaited()


@pytest.mark.parametrize("spec", [BACKGAMMON, ROYAL_UR], ids=["backgammon", "royal-ur"])
@about("BG090")
def test_a_new_game_forgets_the_last_one(case: Case, spec: VariantSpec) -> None:
    """It begins with nothing off, and the first checker borne off does not end it."""
    following = _won_by(spec, 0).next_game()
    assert following == Game.start(spec)
    course = play_on(following, [RacerBot(), RacerBot()], SeededDice(seed=1))
    first = next(game for game in course if game.position.off(0) + game.position.off(1) == case["answer"]["off_count"])
    assert first.is_over == case["answer"]["over"]


def _won_by(spec: VariantSpec, side: Side) -> Game:
    """A game that a side has just won with its last checker."""
    waiting: dict[int | str, int] = {spec.layout.reserves[-1]: spec.checkers[1 - side]}
    last = position(spec, {1: 1}, waiting, side)
    game = Game.resume(spec, last, side, roll=spec.dice.rolls[1], starter=side)
    return game.apply(Played(game.plays[0]))


# -- Ids ---------------------------------------------------------------------------------------------------------------


@SEATS
@about(*[name for name in LISTS if "position_id" in CASES[name]["input"]], "BG075")
def test_the_id_of_a_position_names_all_its_checkers(case: Case, side: Side) -> None:
    """Those on the bar too; it leads back to the position."""
    start = start_of(case, side)
    text = case["input"].get("position_id") or case["answer"]["position_id"]
    assert gnubg_id.encode(BACKGAMMON, start, side) == text
    assert gnubg_id.decode(BACKGAMMON, text, side) == start


@SEATS
@about("BG101")
def test_the_player_on_roll_comes_second_in_an_id(case: Case, side: Side) -> None:
    """The first has to enter, the other moves freely; an ID with both bars tells them apart."""
    mine, theirs = (gnubg_id.decode(BACKGAMMON, known["position_id"], side) for known in case["input"]["cases"])
    assert (mine.counts(side)[25], mine.counts(1 - side)[25]) == (1, 0)
    assert (theirs.counts(side)[25], theirs.counts(1 - side)[25]) == (0, 1)
    assert len(legal_plays(BACKGAMMON, mine, side, Roll(3, 1))) == 7
    assert len(legal_plays(BACKGAMMON, theirs, side, Roll(3, 1))) == 16
    both = gnubg_id.decode(BACKGAMMON, "AAAAAQAADAAAAA", side)
    assert both.text(side) == "bar:2 off:13 / bar:1 off:14"


@SEATS
@about("BG070", "BG071", "BG073")
def test_an_xgid_is_read_as_it_was_meant(case: Case, side: Side) -> None:
    """X is whichever seat is at the bottom: checkers, cube and owner, whose turn, dice, scores and rules."""
    moment, answer = read_id(case["input"]["xgid"], BACKGAMMON, bottom=side), case["answer"]
    seats = {"X": side, "O": 1 - side, "centre": None}
    assert moment.position == position(BACKGAMMON, answer["x"], answer["o"], side)
    assert (moment.position.off(side), moment.position.off(1 - side)) == (answer["x_off"], answer["o_off"])
    assert (moment.cube, moment.owner) == (answer["cube"], seats[answer["cube_owner"]])
    assert (moment.on_roll, "".join(map(str, moment.dice)) or "00") == (seats[answer["on_roll"]], str(answer["dice"]))
    assert (moment.score[side], moment.score[1 - side]) == (answer["score_x"], answer["score_o"])
    assert (moment.length or 0, moment.jacoby, moment.beavers) == (answer["length"], answer["jacoby"], answer["beaver"])
    assert write_id(moment, "xgid", bottom=side).text == case["input"]["xgid"]


def test_every_case_is_run_or_has_a_reason_why_not() -> None:
    """A case that is added to the file cannot be overlooked."""
    assert {*RUN, *ELSEWHERE} == set(CASES)
    assert not RUN & {*ELSEWHERE}
