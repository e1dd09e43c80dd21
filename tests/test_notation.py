"""Plays are read as people write them, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raceboard import (
    NotationError,
    Play,
    Plays,
    Position,
    Registry,
    Roll,
    RuleError,
    Step,
    VariantSpec,
    legal_plays,
    stages,
)
from raceboard.legal import no_plays
from raceboard.notation import matching, read_play
from raceboard.record import Move
from raceboard.testing.strategies import adversarial_positions, rolls
from variants_for_tests import GAMES, HOOKS, RULES

_REGISTRY = Registry.load()
BACKGAMMON = _REGISTRY.variant("backgammon")
LONG_NARDY = _REGISTRY.variant("long-nardy")
SPECS = (BACKGAMMON, LONG_NARDY, *GAMES, *RULES, *HOOKS)

#: White runs from 24 with 5-1 by 23 or by 19. A blot on one, on both, or a blot on 23 while 19 is closed.
ONE_BLOT = "24:1 6:14 / 20:14 2:1"
TWO_BLOTS = "24:1 6:14 / 20:13 6:1 2:1"
BLOT_AND_BLOCK = "24:1 6:14 / 20:11 6:3 2:1"

#: One checker on the bar and a closed 19.
ON_THE_BAR = "bar:1 6:14 / 6:15"


def _plays(position: str, roll: str, spec: VariantSpec = BACKGAMMON) -> Plays:
    return legal_plays(spec, Position.parse(spec, position), 0, Roll.parse(roll))


def _opening(roll: str, spec: VariantSpec = BACKGAMMON) -> Plays:
    return legal_plays(spec, spec.start, 0, Roll.parse(roll))


def _word(play: Play, step: Step) -> str:
    """A step as people write it."""
    name = play.result.layout.name
    return f"{name(step.source)}/{name(step.target or 0)}{'*' * step.hits}"


@st.composite
def _some_plays(draw: st.DrawFn) -> Plays:
    """What is legal somewhere, in some variant."""
    spec = draw(st.sampled_from(SPECS))
    position, roll = draw(adversarial_positions(spec)), draw(rolls(spec))
    program = stages(spec, position, 0, roll)
    assert isinstance(program, tuple)
    return legal_plays(spec, position, 0, program[0])


@st.composite
def _some_path(draw: st.DrawFn) -> tuple[Plays, Play]:
    """What is legal somewhere, and one of the plays by any of its paths."""
    plays = draw(_some_plays())
    steps: list[Step] = []
    while following := plays.next_steps(steps):
        steps.append(draw(st.sampled_from(following)))
    return plays, plays.play(steps)


# -- What is written ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("24/18 13/8", "24/18 13/8"),
        ("13/8 24/18", "24/18 13/8"),
        ("13/8, 24/18", "24/18 13/8"),
        ("24-18 13-8", "24/18 13/8"),
        (" 24/18\t13/8 ", "24/18 13/8"),
        ("24/13", "24/13"),
        ("24/18/13", "24/13"),
        ("24/18 18/13", "24/13"),
        ("18/13 24/18", "24/13"),
    ],
)
def test_moves_come_in_any_order_with_stops_merged_or_listed(text: str, canonical: str) -> None:
    """A play is what its checkers do; an order that cannot be played stands for one that can."""
    assert str(read_play(_opening("6-5"), text)) == canonical


def test_the_steps_keep_the_written_order_where_that_is_legal() -> None:
    """A host may show the checkers moving as they were written."""
    plays = _opening("6-5")
    assert read_play(plays, "13/8 24/18").steps == (Step(13, 5), Step(24, 6))
    assert read_play(plays, "18/13 24/18").steps == (Step(24, 6), Step(18, 5))


@pytest.mark.parametrize("text", ["13/7(2) 8/2*(2)", "8/2(2) 13/7(2)", "13/7 8/2 13/7 8/2*", "13/7(2) 8/2* 8/2"])
def test_equal_moves_are_counted_or_written_out(text: str) -> None:
    """The canonical text counts them (case BG100)."""
    assert str(read_play(_plays("13:2 8:2 6:11 / 23:1 1:14", "6-6"), text)) == "13/7(2) 8/2*(2)"


@pytest.mark.parametrize("text", ["6/off 5/off", "5/off 6/off", "6/0 5/0", "6/Off 5/OFF", "6-off 5-0"])
def test_off_is_a_word_or_nought(text: str) -> None:
    """In any case of letters."""
    assert str(read_play(_plays("6:2 5:1 off:12 / 3:2 off:13", "6-5"), text)) == "6/off 5/off"


@pytest.mark.parametrize("text", ["bar/22/16", "Bar/16", "25/22 22/16", "BAR-22-16"])
def test_the_bar_is_a_word_or_the_number_behind_the_last_point(text: str) -> None:
    """Numbers are the own indices of the variant."""
    assert str(read_play(_plays(ON_THE_BAR, "6-3"), text)) == "bar/16"


@pytest.mark.parametrize("text", ["pass", "Dance", "cannot move", "Cannot  Move", "(no play)", "no play", "", "  "])
def test_the_empty_play_is_a_word_or_nothing(text: str) -> None:
    """Where nothing can be played."""
    assert read_play(_plays(ON_THE_BAR, "6-6"), text).is_pass


@pytest.mark.parametrize("text", ["bar/24", "Bar/24 Pass", "bar/24*"])
def test_a_word_for_the_rest_and_a_mark_where_nothing_is_hit_say_nothing(text: str) -> None:
    """Case BG045: one die can be played, and no mark or word is required or held against a play."""
    plays = _plays("bar:1 6:5 5:3 4:3 3:3 / 7:2 6:3 5:3 4:3 3:2 2:2", "6-1")
    assert str(read_play(plays, text)) == "bar/24"


@pytest.mark.parametrize(("text", "canonical"), [("1/12", "24/13"), ("1/7 7/12", "24/13"), ("1-6-12", "24/13")])
def test_points_may_be_numbered_from_the_start_of_the_path(text: str, canonical: str) -> None:
    """As people count in Long Nardy; only when the caller says so."""
    assert str(read_play(_opening("6-5", LONG_NARDY), text, numbering="up")) == canonical
    with pytest.raises(RuleError):
        read_play(_opening("6-5", LONG_NARDY), text)


def test_the_other_numbering_turns_the_numbers_of_off_and_bar_round_too() -> None:
    """Off is behind the last point, and the bar is before the first."""
    plays = _plays("bar:1 6:14 / 4:15", "6-1")
    assert str(read_play(plays, "0/1/7", numbering="up")) == "bar/18"
    assert str(read_play(_plays("6:2 5:1 off:12 / 3:2 off:13", "6-5"), "19/25 20/off", numbering="up")) == "6/off 5/off"


# -- Which way was meant -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text", "hits"),
    [
        (ONE_BLOT, "24/18", ()),
        (ONE_BLOT, "24/18*", ()),
        (ONE_BLOT, "24/23/18", (23,)),
        (ONE_BLOT, "24/23*/18", (23,)),
        (ONE_BLOT, "24/23 23/18", (23,)),
        (TWO_BLOTS, "24/23/18", (23,)),
        (TWO_BLOTS, "24/19/18", (19,)),
        (BLOT_AND_BLOCK, "24/18", (23,)),
    ],
)
def test_written_stops_and_marks_say_what_is_hit(position: str, text: str, hits: tuple[int, ...]) -> None:
    """A written stop on a blot hits it; without stops nothing is hit that need not be."""
    assert read_play(_plays(position, "5-1"), text).hits == hits


def test_where_a_point_is_full_another_checker_may_have_gone_on() -> None:
    """`7/3` hits nothing: the checker on 4 goes on to 3 and makes room for one of the 7; the other way hits on 6."""
    (caps,) = (spec for spec in RULES if spec.name == "caps")
    plays = _plays("7:2 4:1 2:1 1:1 / 7:1 4:1 3:1 2:1 1:1", "3-1", caps)
    assert {str(play): play.hits for play in plays} == {"7/3": (), "7/6*/3": (6,)}
    assert [read_play(plays, text).hits for text in ("7/3", "7/6*/3", "7/6/3", "7/3*")] == [(), (6,), (6,), ()]


def test_two_moves_share_three_dice_as_they_can() -> None:
    """The first move could take the 4, but the second one needs it, because 6 and 4 are closed."""
    (three,) = (spec for spec in RULES if spec.name == "three-dice")
    plays = _plays("12:1 7:1 1:3 / 9:2 7:2 3:1", "4-3-1", three)
    play = read_play(plays, "12/8 7/3")
    assert sorted(step.die for step in play.steps if step.source != 7) == [1, 3]


def test_two_ways_that_hit_differently_are_not_guessed() -> None:
    """The error names both, and each of these texts is read as itself."""
    plays = _plays(TWO_BLOTS, "5-1")
    with pytest.raises(NotationError) as refused:
        read_play(plays, "24/18")
    assert set(refused.value.candidates) == {"24/23*/18", "24/19*/18"}
    assert [str(read_play(plays, text)) for text in refused.value.candidates] == [*refused.value.candidates]
    assert len(matching(plays, [Move(24, (18,), (False,))])) == 2


# -- What is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "text", "rule", "said"),
    [
        (_opening("6-5"), "24/19", "landing.blocked", "24/19 is blocked"),
        (_opening("6-5"), "24/18", "obligation.both-dice", "both dice can be played"),
        (_opening("6-5"), "13/7 24/19", "landing.blocked", "24/19 is blocked"),
        (_opening("6-5"), "24/18 14/9", "step.no-checker", "no checker of white stands on 14"),
        (_opening("6-5"), "pass", "obligation.must-play", "passing is not allowed"),
        (_opening("6-5"), "6/off", "bear-off.not-home", "6 is not borne off"),
        (_opening("6-5", LONG_NARDY), "24/18 24/19", "departure.head", "only 1 checker may leave the head"),
        (_plays(BLOT_AND_BLOCK, "5-1"), "24/19/18", "landing.blocked", "24/19 is blocked"),
        (_plays(ON_THE_BAR, "6-6"), "bar/19", "landing.blocked", "bar/19 is blocked"),
        (_plays(ON_THE_BAR, "6-3"), "6/off bar/22", "bear-off.not-home", "6 is not borne off"),
        (_opening("6-5"), "13/7 13/9", "dice.not-left", "6-5 does not make 13/7 13/9; legal is, for example, 24/13"),
        (_opening("6-5"), "24/18 13/8 13/7", "dice.not-left", "6-5 does not make"),
        (_opening("6-5"), "24/18(99)", "dice.not-left", "6-5 does not make"),
        (_opening("6-5"), "18/24 13/8", "play.not-legal", "18/24 goes backwards"),
        (_opening("6-5"), "24/24", "play.not-legal", "24/24 is no move"),
        (_opening("6-5"), "off/6", "play.not-legal", "off/6 is no move"),
        (_plays(ON_THE_BAR, "6-3"), "6/bar", "play.not-legal", "6/bar is no move"),
    ],
)
def test_a_readable_play_that_is_not_legal_breaks_a_rule_and_changes_nothing(
    plays: Plays, text: str, rule: str, said: str
) -> None:
    """Its moves are held against the rules as steps; moves that no dice give have a verdict of their own."""
    before = tuple(plays)
    with pytest.raises(RuleError) as refused:
        read_play(plays, text)
    verdict = refused.value.verdict
    assert (verdict.rule, verdict.parameters["text"]) == (rule, text)
    assert verdict.text.startswith(said)
    assert tuple(plays) == before


def test_that_moves_are_written_in_an_order_that_cannot_be_played_is_no_reason() -> None:
    """The verdict is on the order that gets farthest: here a checker that cannot enter, and a point that is closed."""
    plays = _plays("bar:1 24:1 6:13 / 6:15", "6-3")
    assert str(read_play(plays, "24/18 bar/22")) == "bar/22 24/18"
    for text in ("6/3 bar/19", "bar/19 6/3", "19/16 bar/19"):
        with pytest.raises(RuleError, match=r"landing.blocked\]: bar/19 is blocked"):
            read_play(plays, text)
    with pytest.raises(RuleError, match=r"landing.blocked\]: 21/15 is blocked"):
        read_play(_plays("24:1 6:14 / 7:5 10:5 2:5", "6-3"), "24/15")
    with pytest.raises(RuleError, match=r"landing.blocked\]: 24/18 is blocked"):
        read_play(_plays("bar:1 24:1 6:13 / 7:5 6:10", "6-3"), "24/18 bar/22")


def test_a_side_that_is_not_on_roll_has_no_play_to_read() -> None:
    """Not even the empty one."""
    with pytest.raises(RuleError):
        read_play(no_plays(BACKGAMMON, BACKGAMMON.start, 1), "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("24", "'24' is no move"),
        ("24/", "'24/' is no move"),
        ("/18", "'/18' is no move"),
        ("24//18", "'24//18' is no move"),
        ("24>18", "'24>18' is no move"),
        ("24/18(0)", "'24/18(0)' is no move"),
        ("24/18(x)", "'24/18(x)' is no move"),
        ("13/8 24\u0663/18", "'24\u0663/18' is no move"),
        ("24/18 jump", "'jump' is no move"),
        ("26/20", "'26' is not a point from 1 to 24 or off, bar"),
        ("24/-1", "'24/-1' is no move"),
        ("bra/20", "did you mean bar?"),
        ("9" * 5000 + "/8", "is no move"),
    ],
)
def test_an_unreadable_play_is_refused_with_the_word_and_an_example(text: str, reason: str) -> None:
    """The error says what a play looks like."""
    with pytest.raises(NotationError) as refused:
        read_play(_opening("6-5"), text)
    assert refused.value.text == text
    assert reason in refused.value.reason
    assert "a play looks like '8/5 6/5'" in refused.value.reason


@pytest.mark.parametrize("place", ["hand", 26, -1])
def test_a_recorded_place_that_the_board_does_not_have_is_refused(place: int | str) -> None:
    """A record may come from another game."""
    with pytest.raises(NotationError, match="is not a point from 1 to 24 or off, bar"):
        matching(_opening("6-5"), [Move(place, (5,), (False,))])


# -- Everywhere --------------------------------------------------------------------------------------------------------


@given(_some_plays())
def test_the_canonical_text_of_every_legal_play_is_read_as_that_play(plays: Plays) -> None:
    """In every variant: whatever the library prints, it reads."""
    for play in plays:
        assert read_play(plays, str(play)) == play


@given(_some_path(), st.data())
def test_every_legal_path_is_read_step_by_step_in_any_order(found: tuple[Plays, Play], data: st.DataObject) -> None:
    """With its marks and all of its stops a path means its own result."""
    plays, play = found
    words = data.draw(st.permutations([_word(play, step) for step in play.steps]))
    assert read_play(plays, " ".join(words)) == play


@given(_some_plays(), st.text(alphabet="0123456/-*()bar of", max_size=12))
def test_any_text_is_a_legal_play_or_is_refused(plays: Plays, text: str) -> None:
    """Nothing but the two errors escapes."""
    try:
        play = read_play(plays, text)
    except (NotationError, RuleError):
        return
    assert play in plays
