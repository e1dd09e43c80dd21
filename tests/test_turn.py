"""The draft of a turn: steps, their undoing, what is made for the player, and the play at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bug_cases import CASES, LISTS, SEATS, Case, plays_of, thrown
from case_tools import moves, position
from raceboard.action import Double, OpeningRolled, Played, Resign, Rolled
from raceboard.autocomplete import Autocomplete
from raceboard.dice import Roll
from raceboard.errors import NotationError, NotNowError, RuleError
from raceboard.game import Game
from raceboard.legal import Plays, legal_plays, no_plays
from raceboard.move import Step
from raceboard.notation import read_play
from raceboard.phase import Phase
from raceboard.position import Position
from raceboard.session import Session
from raceboard.side import SEAT_NAMES, Side
from raceboard.spec import Again, VariantSpec
from raceboard.testing.strategies import Situation, situations
from raceboard.track import Region
from raceboard.turn import Completeness, Turn
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from session_tools import REGISTRY
from variants_for_tests import GAMES, HOOKS, RULES

#: What the properties are tried with: both flagships, and the small games with one rule each.
SPECS = {spec.name: spec for spec in (BACKGAMMON, LONG_NARDY, *GAMES, *RULES, *HOOKS)}
TRIES = {**dict.fromkeys(SPECS, 6), "backgammon": 25, "long-nardy": 25}

#: More orders of steps than this are not walked one by one.
MOST_WALKS = 300


def about(*names: str) -> pytest.MarkDecorator:
    """Run a test for cases of other programs' faults."""
    return pytest.mark.parametrize("case", [CASES[name] for name in names], ids=names)


def _draft(board: str, *dice: int, spec: VariantSpec = BACKGAMMON, side: Side = 0) -> Turn:
    """A draft in a position, the side on roll first."""
    return Turn.of(Game.resume(spec, Position.parse(spec, board, side), side, roll=Roll(*dice)))


def _start(*dice: int) -> Turn:
    return Turn.of(Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(*dice)))


def _state(turn: Turn) -> object:
    """All of a draft but its number."""
    return evolve(turn, number=0), turn.position, turn.dice, turn.next_steps, turn.completeness


# -- Every order of steps ----------------------------------------------------------------------------------------------


def _walks(turn: Turn) -> Iterator[Turn]:
    """The drafts that every legal order of steps comes to; each step is taken back once and made again."""
    if turn.completeness is Completeness.FINISHED:
        yield turn
    for step in turn.next_steps:
        after = turn.step(step.source, die=step.die, action=step.action)
        back = after.undo()
        assert _state(back) == _state(turn)
        assert back.number == turn.number + 2
        yield from _walks(after)


def _reaches_all(spec: VariantSpec, situation: Situation) -> None:
    plays = legal_plays(spec, *situation)
    start = Turn.of(plays)
    drafts = []
    for draft in _walks(start):
        drafts.append(draft)
        assume(len(drafts) <= MOST_WALKS)
    assert {draft.position for draft in drafts} == set(plays.results)
    for draft in drafts:
        assert plays.accepts(draft.steps)
        assert draft.commit().play in plays
        assert draft.commit().play.steps == draft.steps
        assert _state(draft.undo_all()) == _state(start)


@pytest.mark.parametrize("name", SPECS)
def test_every_order_of_steps_leads_to_a_legal_play_and_all_are_reached(name: str) -> None:
    """Neither more nor less than the legal plays; taking one step or all back restores everything but the number."""

    @settings(max_examples=TRIES[name])
    @given(situations(SPECS[name]))
    def attempt(situation: Situation) -> None:
        _reaches_all(SPECS[name], situation)

    attempt()


def _keeps_what_it_must(spec: VariantSpec, situation: Situation, data: st.DataObject) -> None:
    plays = legal_plays(spec, *situation)
    turn = Turn.of(plays)
    for _ in range(data.draw(st.integers(0, 2))):
        if turn.next_steps:
            step = data.draw(st.sampled_from(turn.next_steps))
            turn = turn.step(step.source, die=step.die, action=step.action)
    forced = turn.autocomplete(Autocomplete.FORCED)
    assert forced.steps[: len(turn.steps)] == turn.steps
    assert plays.results_after(forced.steps) == plays.results_after(turn.steps)
    assert forced.number == turn.number + (forced.steps != turn.steps)
    assert forced.autocomplete(Autocomplete.FORCED) == forced
    if len(turn.next_steps) == 1:
        assert len(forced.steps) > len(turn.steps)
    further = turn.autocomplete(Autocomplete.BEAR_OFF)
    assert further.steps[: len(forced.steps)] == forced.steps
    assert all(step.target == 0 for step in further.steps[len(forced.steps) :])
    if further.steps != forced.steps:
        assert further.completeness is Completeness.FINISHED


@pytest.mark.parametrize("name", SPECS)
def test_what_is_made_for_the_player_takes_no_result_away(name: str) -> None:
    """Forced steps leave open what was open; beyond them checkers are only borne off, and the play is whole then."""

    @settings(max_examples=TRIES[name] * 2)
    @given(situations(SPECS[name]), st.data())
    def attempt(situation: Situation, data: st.DataObject) -> None:
        _keeps_what_it_must(SPECS[name], situation, data)

    attempt()


# -- Steps -------------------------------------------------------------------------------------------------------------


def test_a_step_is_told_in_full() -> None:
    """Its target and whether it hits, whatever the host has given."""
    (step,) = _draft("24:2 13:5 8:3 6:5 / 24:1 21:1 13:5 8:3 6:5", 4, 2).step(8, die=4).steps
    assert (step.target, step.hits) == (4, True)


@pytest.mark.parametrize("place", ["bar", 25])
def test_places_have_names_and_numbers(place: str | int) -> None:
    """A host may pass on what its client says."""
    turn = _draft("bar:1 13:5 8:4 6:5 / 24:2 13:5 8:3 6:5", 4, 2)
    assert str(turn.step(place, target="21").play) == "bar/21"


def test_a_die_and_a_target_may_both_be_named() -> None:
    """Both must hold."""
    assert _start(6, 1).step(13, die=6, target=7).steps == (Step(13, 6),)
    with pytest.raises(RuleError):
        _start(6, 1).step(13, die=1, target=7)


@SEATS
@about("BG030")
def test_off_takes_the_die_that_leads_there_and_no_other(case: Case, side: Side) -> None:
    """The six for the man on 5, and the four or, once the five has moved in, the six for the one on 4."""
    turn = Turn.of(thrown(case, side))
    assert turn.step(5, target="off").dice == (4,)
    assert turn.step(4, target="off").dice == (6,)
    moved_in = turn.step(5, die=4)
    assert moved_in.step(4, target="off").dice == ()
    assert {str(draft.commit().play) for draft in _walks(turn)} == {"5/1 4/off", "5/off 4/off"}


def test_of_several_dice_that_lead_off_the_smallest_is_taken() -> None:
    """The larger one can be named, and then it is used and not exchanged."""
    turn = _draft("2:1 1:1 off:13 / 1:2 off:13", 6, 2)
    assert turn.step(2, target="off").dice == (6,)
    assert turn.step(2, die=6).dice == (2,)
    assert turn.step(2, die=6).steps[0].die == 6


def test_the_smallest_die_is_not_taken_where_the_play_could_not_go_on() -> None:
    """Both dice must be played: with the 3 used on 3, the 4 would bear off as well, but the 1 comes first here."""
    turn = _draft("4:1 1:1 off:13 / 1:2 off:13", 4, 1)
    assert turn.step(1, target="off").dice == (4,)
    with pytest.raises(RuleError) as refused:
        turn.step(1, die=4)
    assert refused.value.rule == "bear-off.farther-checker"


@SEATS
@about("BG010")
def test_a_die_is_used_once_however_steps_are_asked_for(case: Case, side: Side) -> None:
    """Neither by its number nor by a target can it be had twice."""
    turn = Turn.of(thrown(case, side)).step(13, die=5)
    assert turn.dice == (1,)
    with pytest.raises(RuleError, match="no 5 is left"):
        turn.step(13, die=5)
    with pytest.raises(RuleError, match="no way with 1 leads from 13 to 8"):
        turn.step(13, target=8)


@pytest.mark.parametrize(("dice", "source", "target", "count"), [((6, 4), 24, 14, 2), ((2, 2), 13, 7, 3)])
def test_a_checker_goes_to_a_target_by_several_dice(
    dice: tuple[int, int], source: int, target: int, count: int
) -> None:
    """In one command, that counts as one change; each step can be taken back."""
    turn = _start(*dice).step(source, target=target)
    assert (len(turn.steps), turn.number) == (count, 1)
    assert len(turn.undo().steps) == count - 1


def test_several_ways_are_one_when_they_hit_alike() -> None:
    """Nothing stands on either stop."""
    assert str(_draft("24:2 13:5 8:3 6:5 / 23:2 13:5 8:3 6:5", 6, 4).step(24, target=14).play) == "24/14"


def test_several_ways_that_hit_differently_are_not_guessed_at() -> None:
    """The candidates are told; single steps say which is meant."""
    turn = _draft("24:2 13:5 8:3 6:5 / 22:1 7:1 13:4 8:4 6:5", 6, 4)
    with pytest.raises(NotationError) as refused:
        turn.step(24, target=14)
    assert refused.value.candidates == ("24/18*/14", "24/14")
    assert str(turn.step(24, die=6).step(18, target=14).play) == "24/18*/14"


def test_of_several_ways_off_the_one_with_the_small_dice_is_taken() -> None:
    """With three dice: 5/4/off by the 1 and the 4, so that the 6 is left for another checker."""
    turn = _draft("5:1 3:2 off:2 / 1:1 off:4", 6, 4, 1, spec=SPECS["three-dice"])
    assert turn.step(5, target="off").dice == (6,)


#: A game in which a checker that comes to the points from 13 to 18 gives another throw.
AGAIN = evolve(
    BACKGAMMON,
    name="again",
    regions=(*BACKGAMMON.regions, Region("spring", 13, 18)),
    program=evolve(BACKGAMMON.program, again=Again(landing=("spring",))),
)


def test_where_the_stop_counts_several_ways_are_not_one() -> None:
    """By 18 the checker throws again, by 19 it does not: the player says which."""
    with pytest.raises(NotationError):
        _draft("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 6, 4, spec=AGAIN).step(24, target=14)


def test_of_several_ways_the_legal_one_is_taken() -> None:
    """The other stop is closed."""
    assert str(_draft("24:2 13:5 8:3 6:5 / 24:2 13:5 7:3 6:5", 6, 4).step(24, target=14).steps[0].die) == "4"


@pytest.mark.parametrize("asked", [{"die": 4}, {"target": 8}, {"target": 5}], ids=["die", "target", "beyond"])
def test_where_a_landing_offers_several_ways_the_action_is_named(asked: dict[str, int]) -> None:
    """Hit or pin: without a word it is not guessed."""
    turn = _draft("12:2 9:2 4:1 / 5:1 3:4", 4, 3, spec=SPECS["hit-or-pin"])
    with pytest.raises(NotationError) as refused:
        turn.step(12, die=asked.get("die"), target=asked.get("target"))
    assert {word for text in refused.value.candidates for word in text.split()} >= {"hit", "pin"}
    named = turn.step(12, target=8, action="pin")
    assert [(step.action, step.hits) for step in named.steps] == [("pin", False)]


REFUSED: dict[str, tuple[Callable[[Turn], object], str]] = {
    "closed": (lambda turn: turn.step(24, die=5), "landing.blocked"),
    "closed-target": (lambda turn: turn.step(24, target=19), "landing.blocked"),
    "no-checker": (lambda turn: turn.step(12, die=6), "step.no-checker"),
    "no-such-die": (lambda turn: turn.step(13, die=4), "dice.not-left"),
    "no-way": (lambda turn: turn.step(13, target=10), "dice.not-left"),
    "backwards": (lambda turn: turn.step(6, target=13), "play.not-legal"),
    "another-die": (lambda turn: turn.step(13, die=6, target=8), "dice.not-left"),
    "where-it-stands": (lambda turn: turn.step(6, target=6), "play.not-legal"),
    "from-off": (lambda turn: turn.step("off", target="off"), "play.not-legal"),
    "off-too-early": (lambda turn: turn.step(6, target="off"), "bear-off.not-home"),
    "several-dice": (lambda turn: turn.step(12, target=1), "step.no-checker"),
    "second-die-closed": (lambda turn: turn.step(24, die=6).step(18, die=6), "dice.not-left"),
    "unknown-action": (lambda turn: turn.step(24, die=6, action="pin"), "play.not-legal"),
    "too-early": (lambda turn: turn.commit(), "obligation.must-play"),
    "half": (lambda turn: turn.step(24, die=6).commit(), "obligation.both-dice"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_illegal_is_refused_by_its_rule_and_changes_nothing(name: str) -> None:
    """A player broke a rule; the verdict says which, and the draft is as it was."""
    command, rule = REFUSED[name]
    turn = _start(6, 5)
    before = _state(turn), turn.number
    with pytest.raises(RuleError) as refused:
        command(turn)
    assert refused.value.rule == rule
    assert (_state(turn), turn.number) == before


@pytest.mark.parametrize(
    ("text", "source", "target", "rule"),
    [
        ("13/11", 13, 11, "dice.not-left"),
        ("24/21", 24, 21, "dice.not-left"),
        ("13/20", 13, 20, "play.not-legal"),
        ("13/13", 13, 13, "play.not-legal"),
        ("off/6", "off", 6, "play.not-legal"),
        ("8/bar", 8, "bar", "play.not-legal"),
        ("24/18", 24, 18, "landing.blocked"),
        ("6/off", 6, "off", "bear-off.not-home"),
        ("14/8", 14, 8, "step.no-checker"),
    ],
)
def test_a_step_and_a_text_that_say_the_same_are_refused_by_the_same_rule(
    text: str, source: int | str, target: int | str, rule: str
) -> None:
    """One reason, one id, however a host asks."""
    turn = _draft("24:2 13:5 8:3 6:5 / 24:2 13:5 6:5 7:3", 6, 5)
    for ask in (lambda: turn.step(source, target=target), lambda: read_play(turn.plays, text)):
        with pytest.raises(RuleError) as refused:
            ask()
        assert refused.value.rule == rule


def test_the_refusal_names_the_way_that_the_dice_show() -> None:
    """Of a way by several dice the step is told that cannot be made; without a way the dice that are left."""
    with pytest.raises(RuleError, match="24/18 is blocked"):
        _draft("24:2 13:5 8:3 6:5 / 24:2 13:5 6:5 7:3", 6, 5).step(24, target=13)
    with pytest.raises(RuleError, match="no way with 6-5 leads from 13 to 10"):
        _start(6, 5).step(13, target=10)
    with pytest.raises(RuleError, match="no way with 6 leads from 13 to 8"):
        _start(6, 5).step(13, die=6, target=8)


def test_the_action_of_a_way_by_several_dice_is_that_of_its_last_step() -> None:
    """Nothing is met on 8, so that is not what is refused: 5 is closed; or nothing is met there either."""
    for board, why in (("8:4 3:1", "8/5 is blocked"), ("2:4 3:1", "this is no legal play")):
        turn = _draft(f"12:2 9:2 4:1 / {board}", 4, 3, spec=SPECS["hit-or-pin"])
        with pytest.raises(RuleError, match=why):
            turn.step(12, target=5, action="hit")


def test_an_incomplete_play_says_what_is_still_to_be_played() -> None:
    """With a play that goes on from the steps that are made."""
    with pytest.raises(RuleError) as refused:
        _start(6, 1).step(13, die=6).commit()
    example = refused.value.verdict.counter_example
    assert str(example) in str(refused.value)
    assert str(example).startswith("13/7 ") or "13/7" in str(example)


MISUSED: dict[str, tuple[Callable[[Turn], object], str]] = {
    "neither": (lambda turn: turn.step(13), "a die or a target"),
    "no-place": (lambda turn: turn.step(26, die=6), "26"),
    "no-name": (lambda turn: turn.step("baar", die=6), "did you mean bar"),
    "no-target": (lambda turn: turn.step(13, target=-1), "-1"),
    "flag-for-a-place": (lambda turn: turn.step(True, die=6), "True"),
    "text-for-a-die": (lambda turn: turn.step(13, die="6"), "number that it shows"),  # type: ignore[arg-type]
    "text-for-a-number": (lambda turn: turn.undo(number="0"), "number of the draft"),  # type: ignore[arg-type]
    "negative-number": (lambda turn: Turn.of(turn.plays, number=-1), "count from 0 up"),
    "no-policy": (lambda turn: turn.autocomplete("all"), "all"),  # type: ignore[arg-type]
    "not-on-roll": (lambda turn: Turn.of(no_plays(BACKGAMMON, BACKGAMMON.start, 1)), "not to play"),
}


@pytest.mark.parametrize("name", MISUSED)
def test_misuse_is_told(name: str) -> None:
    """The host made a mistake, no player did."""
    command, why = MISUSED[name]
    with pytest.raises(ValueError, match=why) as refused:
        command(_start(6, 5))
    assert not isinstance(refused.value, RuleError)


# -- Undo --------------------------------------------------------------------------------------------------------------


@SEATS
@about("BG082", "BG084")
def test_a_step_that_is_taken_back_leaves_nothing_behind(case: Case, side: Side) -> None:
    """No checker too many on the bar, all dice left, and the game is not over."""
    turn = Turn.of(thrown(case, side))
    ((source, target, _),) = moves(BACKGAMMON, case["input"]["do"][0])
    back = turn.step(source, target=target).undo()
    assert _state(back) == _state(turn)
    assert list(back.dice) == sorted(case["answer"]["remaining_dice"], reverse=True)
    assert back.position == thrown(case, side).position
    assert back.completeness is Completeness.NOT_YET


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    """Taking all back is done already then, and changes nothing."""
    turn = _start(6, 5)
    with pytest.raises(NotNowError, match="no step to take back"):
        turn.undo()
    assert turn.undo_all() is turn


# -- Completeness ------------------------------------------------------------------------------------------------------


@SEATS
@about("BG042", "BG086")
def test_after_one_step_the_other_die_is_left(case: Case, side: Side) -> None:
    """The steps that may follow use it, the roll is the same, and the play is not whole."""
    game = thrown(case, side)
    text = case["input"].get("first_step") or case["input"]["do"][0]
    ((source, target, _),) = moves(BACKGAMMON, text)
    turn = Turn.of(game).step(source, target=target)
    assert list(turn.dice) == case["answer"]["remaining_dice"]
    expected = case["answer"].get("legal_second_steps")
    assert expected is None or {f"{step.source}/{step.target}" for step in turn.next_steps} == set(expected)
    assert turn.completeness is Completeness.NOT_YET


@SEATS
@about("BG027", "BG035", "BG060")
def test_a_draft_is_finished_with_the_last_checker(case: Case, side: Side) -> None:
    """Whatever dice are left: the first that wins may be committed, and the game is over then."""
    game = thrown(case, side)
    turn = Turn.of(game)
    source = next(iter(turn.next_steps)).source
    won = turn.step(source, die=max(case["input"]["dice"]))
    assert won.completeness is Completeness.FINISHED
    assert len(won.dice) == len(turn.dice) - 1
    assert won.next_steps == ()
    assert game.apply(won.commit()).is_over


@about("BG027")
def test_the_longer_way_to_the_same_win_is_legal_too(case: Case) -> None:
    """5/4 and then 4/off: neither may be refused."""
    turn = Turn.of(thrown(case, 0)).step(5, die=1)
    assert turn.completeness is Completeness.NOT_YET
    assert thrown(case, 0).apply(turn.step(4, die=6).commit()).is_over


@SEATS
@about(*LISTS)
def test_each_listed_play_can_be_made_step_by_step(case: Case, side: Side) -> None:
    """The first order that is legal leads to the play of the list."""
    plays = plays_of(case, side)
    for play in plays:
        turn = Turn.of(plays)
        for step in play.steps:
            turn = turn.step(step.source, die=step.die)
        assert turn.commit() == Played(play, side)


@SEATS
@about("NA016")
def test_a_dance_is_finished_at_once(case: Case, side: Side) -> None:
    """Nothing is made for the player that is not there; the empty play is committed."""
    turn = Turn.of(plays_of(case, side))
    assert turn.completeness is Completeness.FINISHED
    assert turn.autocomplete(Autocomplete.BEAR_OFF) is turn
    assert turn.commit().play.is_pass


class _Lenient(Plays):
    """Plays of a game in which the player may stop after any die; no rule of the library says so today."""

    def accepts(self, steps: Iterable[Step]) -> bool:
        """Whatever some legal play begins with."""
        given = tuple(steps)
        return bool(given) and (super().accepts(given) or bool(self.next_steps(given)))


def test_a_whole_play_that_can_go_on_may_stop() -> None:
    """Such a rule would reach the hosts: they may commit, and they may go on; nothing is forced beyond."""
    plays = legal_plays(BACKGAMMON, BACKGAMMON.start, 0, Roll(6, 5))
    lenient = copy(plays)
    lenient.__class__ = _Lenient
    turn = Turn.of(lenient).step(24, die=6)
    assert turn.completeness is Completeness.MAY_STOP
    assert turn.commit().play.steps == turn.steps
    assert turn.step(18, die=5).completeness is Completeness.FINISHED


@pytest.mark.parametrize("name", SPECS)
def test_no_rule_of_the_library_lets_a_whole_play_go_on(name: str) -> None:
    """A play ends where its obligation is met: whoever adds a rule that says otherwise finds `MAY_STOP` ready."""

    @settings(max_examples=TRIES[name])
    @given(situations(SPECS[name]), st.data())
    def attempt(situation: Situation, data: st.DataObject) -> None:
        turn = Turn.of(legal_plays(SPECS[name], *situation))
        while turn.next_steps:
            assert turn.completeness is Completeness.NOT_YET
            step = data.draw(st.sampled_from(turn.next_steps))
            turn = turn.step(step.source, die=step.die, action=step.action)
        assert turn.completeness is Completeness.FINISHED

    attempt()


# -- Steps that are made for the player --------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", Autocomplete)
def test_what_is_open_stays_open(policy: Autocomplete) -> None:
    """At the start nothing is forced."""
    turn = _start(6, 5)
    assert turn.autocomplete(policy) is turn


def test_without_a_policy_even_the_only_play_is_the_players() -> None:
    """`none` makes nothing."""
    turn = _draft("bar:1 13:6 8:3 6:5 / 24:2 13:5 8:3 6:5", 6, 6)
    assert turn.autocomplete(Autocomplete.NONE) is turn


def test_the_only_result_is_played_out() -> None:
    """Whatever ways lead to it."""
    turn = _draft("5:1 off:14 / 2:3 off:12", 6, 1).autocomplete(Autocomplete.FORCED)
    assert turn.completeness is Completeness.FINISHED
    assert turn.number == 1


def test_where_the_way_counts_only_a_single_step_is_forced() -> None:
    """One result is left, but a way to it may be worth another throw; with one step there is nothing to choose."""
    turn = _draft("5:1 off:14 / 2:3 off:12", 6, 1, spec=AGAIN)
    assert len(turn.plays) == 1
    assert turn.autocomplete(Autocomplete.FORCED) is turn
    single = _draft("bar:1 13:6 8:3 6:5 / 13:4 8:3 6:6 2:2", 4, 2, spec=AGAIN)
    assert len(single.autocomplete(Autocomplete.FORCED).steps) == 1


def test_only_what_every_play_contains_is_made() -> None:
    """The checker on the bar can enter with the 4 only; what the 2 plays is the player's choice."""
    turn = _draft("bar:1 13:6 8:3 6:5 / 13:4 8:3 6:6 2:2", 4, 2).autocomplete("forced")  # type: ignore[arg-type]
    assert [str(step.source) for step in turn.steps] == ["25"]
    assert turn.completeness is Completeness.NOT_YET


def test_a_forced_step_is_made_in_either_order() -> None:
    """The 6 has one play whatever the 1 does, so it is made first although the 1 could come before it."""
    turn = _draft("13:1 3:2 2:2 1:3 off:7 / 5:2 off:13", 6, 1)
    assert len({step.die for step in turn.next_steps}) == 2
    made = turn.autocomplete(Autocomplete.FORCED)
    assert [(step.source, step.die) for step in made.steps] == [(13, 6)]


def test_the_obvious_bear_off_is_made() -> None:
    """No contact, all home, every die bears a checker off: there is nothing better, though there is something else."""
    turn = _draft("5:1 4:1 2:2 off:11 / 3:2 off:13", 4, 2)
    assert turn.autocomplete(Autocomplete.FORCED) is turn
    made = turn.autocomplete(Autocomplete.BEAR_OFF)
    assert str(made.commit().play) == "4/off 2/off"


@pytest.mark.parametrize(
    ("board", "dice", "why"),
    [
        ("6:2 4:1 3:1 2:1 off:10 / 3:2 off:13", (6, 1), "the 1 moves inside"),
        ("7:1 5:2 4:2 2:2 off:8 / 3:2 off:13", (4, 2), "one is outside"),
        ("5:1 4:1 2:2 off:11 / 24:1 3:1 off:13", (4, 2), "they can still meet"),
    ],
)
def test_a_bear_off_that_is_not_obvious_is_left_to_the_player(board: str, dice: tuple[int, int], why: str) -> None:
    """Then only what is forced is made."""
    turn = _draft(board, *dice)
    assert turn.autocomplete(Autocomplete.BEAR_OFF) == turn.autocomplete(Autocomplete.FORCED), why
    assert turn.autocomplete(Autocomplete.BEAR_OFF).completeness is Completeness.NOT_YET


def test_where_the_last_player_wins_nobody_is_borne_off_unasked() -> None:
    """More checkers off are no advantage there."""
    spec = evolve(BACKGAMMON, name="last-wins", finish=evolve(BACKGAMMON.finish, winner="last"))
    turn = _draft("5:1 4:1 2:2 off:11 / 3:2 off:13", 4, 2, spec=spec)
    assert turn.autocomplete(Autocomplete.BEAR_OFF) is turn


@pytest.mark.parametrize(
    ("overshoot", "board", "dice", "why"),
    [
        ("exact", "3:1 1:1 off:13 / 3:2 off:13", (6, 1), "the 6 bears nothing off"),
        ("exact", "6:1 3:1 2:1 1:3 off:9 / 3:2 off:13", (2, 1), "with the one on 6 nearer, fewer dice are lost"),
        ("any", "4:1 1:2 off:12 / 3:2 off:13", (2, 1), "4/2 1/off wins with the next throw, whatever it is"),
    ],
)
def test_a_bear_off_is_obvious_only_as_the_variant_has_it(
    overshoot: str, board: str, dice: tuple[int, int], why: str
) -> None:
    """Where a die is lost, or would be spent on a checker that is nearer than need be, the player decides."""
    turn = _draft(board, *dice, spec=BACKGAMMON.with_rules({"bear_off.overshoot": overshoot}))
    assert turn.autocomplete(Autocomplete.BEAR_OFF) is turn, why


def test_where_any_high_die_bears_off_the_farthest_checker_is_the_obvious_one() -> None:
    """The 6 could take the one on 3 as well, and nobody would."""
    turn = _draft("4:1 3:1 1:2 off:11 / 3:2 off:13", 6, 1, spec=BACKGAMMON.with_rules({"bear_off.overshoot": "any"}))
    assert turn.autocomplete(Autocomplete.FORCED) is turn
    assert str(turn.autocomplete(Autocomplete.BEAR_OFF).commit().play) == "4/off 1/off"


# -- Numbers -----------------------------------------------------------------------------------------------------------

COMMANDS: dict[str, Callable[[Turn, int], object]] = {
    "step": lambda turn, number: turn.step(13, die=5, number=number),
    "redraft": lambda turn, number: turn.redraft([Step(24, 6)], number=number),
    "undo": lambda turn, number: turn.undo(number=number),
    "undo_all": lambda turn, number: turn.undo_all(number=number),
    "autocomplete": lambda turn, number: turn.autocomplete(Autocomplete.FORCED, number=number),
    "commit": lambda turn, number: turn.step(13, die=5).commit(number=number + 1),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("off", [-1, 1], ids=["older", "newer"])
def test_a_command_for_another_draft_is_refused(name: str, off: int) -> None:
    """It names the number that its sender saw; with the present one it is done."""
    turn = _start(6, 5).step(13, die=6)
    before = _state(turn), turn.number
    with pytest.raises(NotNowError) as refused:
        COMMANDS[name](turn, turn.number + off)
    assert refused.value.rule == "turn.stale"
    assert (refused.value.action, refused.value.awaited) == (name, ("Played by white",))
    assert (_state(turn), turn.number) == before
    COMMANDS[name](turn, turn.number)


def test_the_number_grows_with_every_change_also_back() -> None:
    """No two drafts of a turn have the same one, even when they are alike."""
    first = _start(6, 5)
    drafts = [first, first.step(13, die=6), first.step(13, die=6).undo(), first.step(13, die=6).undo().step(13, die=6)]
    assert [draft.number for draft in drafts] == [0, 1, 2, 3]
    assert drafts[1] != drafts[3]


def test_a_host_counts_on_from_turn_to_turn() -> None:
    """What is left over from an older turn is stale then."""
    game = Game.start(BACKGAMMON, starter=0).apply(Rolled(Roll(6, 5)))
    turn = Turn.of(game).step(24, target=13)
    later = game.apply(turn.commit()).apply(Rolled(Roll(6, 5)))
    following = Turn.of(later, number=turn.number + 1)
    with pytest.raises(NotNowError, match="number 2, not 1"):
        following.step(24, target=13, number=turn.number)


# -- When there is a draft ---------------------------------------------------------------------------------------------


def test_a_draft_changes_no_game() -> None:
    """Provisional moves are free: a touched checker need not move, and the game waits for the play."""
    game = Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(3, 1))
    turn = Turn.of(game).step(24, die=3).undo().step(8, die=3).step(6, die=1)
    assert game == Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(3, 1))
    assert str(*game.apply(turn.commit()).events[:1]) == "white plays 8/5 6/5"


def test_equal_games_have_equal_drafts() -> None:
    """Whatever object they are; another roll, another turn or another number is another draft."""
    game = Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(3, 1))
    assert Turn.of(game) == Turn.of(evolve(game))
    assert hash(Turn.of(game)) == hash(Turn.of(evolve(game)))
    assert Turn.of(game) != Turn.of(Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(3, 2)))
    first = Game.resume(LONG_NARDY, LONG_NARDY.start, 0, roll=Roll(3, 2), turns=(1, 1))
    assert Turn.of(first) != Turn.of(Game.resume(LONG_NARDY, LONG_NARDY.start, 0, roll=Roll(3, 2)))


@about("BG089")
def test_the_winner_of_the_opening_roll_has_a_draft_at_once(case: Case) -> None:
    """Whoever sits there, a bot too: both opening dice are to be played."""
    given = case["input"]
    game = Game.start(BACKGAMMON).apply(OpeningRolled((given["white_die"], given["black_die"])))
    turn = Turn.of(game)
    assert f"{SEAT_NAMES[turn.side]} to move" == case["answer"]["events"][-1]
    assert turn.dice == (6, 1)


def _sessions() -> Iterator[tuple[str, Session | Game, str]]:
    """States in which nothing is to be played, and the rule that says so."""
    start = Session.start(REGISTRY.ruleset("match"), length=5)
    begun = start.apply(OpeningRolled((3, 1)))
    waiting = begun.apply(Played(begun.game.plays[0]))
    yield "opening", start, "turn.roll-first"
    yield "throw", waiting, "turn.roll-first"
    yield "double", waiting.apply(Double()), "cube.double-pending"
    yield "resignation", begun.apply(Resign(0, "single")), "resign.resignation-pending"
    yield "game-alone", waiting.game, "turn.roll-first"
    last = Game.resume(BACKGAMMON, position(BACKGAMMON, {1: 1}, {1: 15}), 0, roll=Roll(6, 5))
    yield "over", last.apply(Played(last.plays[0])), "turn.game-over"


WAITING = {name: (state, rule) for name, state, rule in _sessions()}


@pytest.mark.parametrize("name", WAITING)
def test_without_dice_to_play_there_is_no_draft(name: str) -> None:
    """The error says what is awaited instead."""
    state, rule = WAITING[name]
    with pytest.raises(NotNowError) as refused:
        Turn.of(state)
    assert refused.value.rule == rule
    assert refused.value.awaited == tuple(map(str, state.awaited()))


def test_a_draft_goes_on_from_steps_that_were_made_before() -> None:
    """They are told in full; illegal ones are refused."""
    plays = _start(6, 1).plays
    turn = Turn.of(plays, [Step(13, 6)], number=4)
    assert (turn.steps[0].target, turn.number, turn.dice) == (7, 4, (1,))
    with pytest.raises(RuleError) as refused:
        Turn.of(plays, [Step(13, 6), Step(13, 6)])
    assert refused.value.rule == "dice.not-left"


def test_other_steps_can_take_the_place_of_those_made() -> None:
    """For a play that was typed: one change, or none when they are the same; illegal ones change nothing."""
    turn = _start(6, 1).step(24, die=6)
    other = turn.redraft([Step(13, 6), Step(8, 1)])
    assert (str(other.play), other.number) == ("13/7 8/7", 2)
    assert other.redraft(other.steps) is other
    with pytest.raises(RuleError):
        other.redraft([Step(13, 6), Step(13, 6)])
    assert other.steps == (Step(13, 6), Step(8, 1))


def test_a_later_stage_is_a_draft_of_its_own() -> None:
    """Where a turn has several stages each is played out by itself."""
    spec = SPECS["lower-first"]
    game = Game.resume(spec, spec.start, 0, roll=Roll(2, 1))
    assert Turn.of(game).dice == (1, 1)
    first = next(draft for draft in _walks(Turn.of(game)))
    second = game.apply(first.commit())
    assert second.phase is Phase.MOVING
    assert Turn.of(second).dice == (2,)
