"""Verdicts: what `explain` says of steps and plays is what the naive rules say, and every refusal has its rule."""

from __future__ import annotations

import os
from collections.abc import Sequence

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raceboard.action import Accept, Double, NextGame, Pass, Played, Resign, Rolled, SessionAction, Take
from raceboard.dice import Roll
from raceboard.errors import NotNowError, RuleError, Verdict
from raceboard.explaining import explain, explain_in, why_no_play
from raceboard.finish import has_finished
from raceboard.legal import legal_plays
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.registry import Registry
from raceboard.session import Session
from raceboard.spec import Landing, VariantSpec
from raceboard.testing.naive import naive_plays, setting_of
from raceboard.testing.naive_steps import Moment, Setting, broken, may_end, steps
from raceboard.testing.strategies import Situation, situations
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY
from session_tools import possible
from variants_for_tests import GAMES, HOOKS, PIN, WAY_IN
from variants_for_tests import RULES as RULE_VARIANTS

#: The flagships, ways to play them at a table, and small games of other shapes.
SPECS: dict[str, VariantSpec] = {
    **{spec.name: spec for spec in (BACKGAMMON, HYPERGAMMON, LONG_NARDY, *GAMES, *RULE_VARIANTS, *HOOKS)},
    "any order": BACKGAMMON.with_rules({"must.max_dice": False}),
    "exact": BACKGAMMON.with_rules({"bear_off.overshoot": "exact", "bear_off.inner_moves": False}),
    "late": BACKGAMMON.with_rules({"bear_off.same_turn": False, "must.higher_die": False}),
    "short walls": LONG_NARDY.with_rules({"wall.length": 3}),
    "walls at the end": LONG_NARDY.with_rules({"wall.length": 3, "wall.check": "end_of_turn"}),
    "free head": LONG_NARDY.with_rules({"head.limit": 2, "bear_off.overshoot": "any"}),
}

#: Of each game; with the environment variable a long run.
LONG = bool(os.environ.get("RACEBOARD_LONG"))
EXAMPLES = 1000 if LONG else 20

by_spec = pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)


@st.composite
def attempts(draw: st.DrawFn, spec: VariantSpec) -> tuple[Situation, tuple[Step, ...]]:
    """A situation and steps that somebody might try: of checkers and dice that are there, or of others."""
    situation = draw(situations(spec))
    position, side, stage, _ = situation
    there = [index for index, count in enumerate(position.counts(side)) if index and count]
    source = st.sampled_from(there) if there else st.just(1)
    sources = source | source | st.integers(1, spec.layout.size - 1)
    dice = st.sampled_from(stage.dice) | st.sampled_from(stage.dice) | st.integers(1, 6)
    return situation, tuple(draw(st.lists(st.builds(Step, sources, dice), max_size=len(stage.dice) + 1)))


def _moments(setting: Setting, moment: Moment, dice: Sequence[int], tried: Sequence[Step]) -> list[Moment]:
    """The moments before each of the tried steps, as far as the naive rules let them be made."""
    found, left = [moment], list(dice)
    for step in tried:
        ways = [after for one, after in steps(setting, found[-1], step.die) if one == step]
        if step.die not in left or not ways or _is_won(setting, found[-1]):
            break
        left.remove(step.die)
        found.append(ways[0])
    return found


def _confirms(situation: Situation, spec: VariantSpec, tried: Sequence[Step], verdict: Verdict) -> bool:
    """Does a search by brute force say the same: the rule of a step, or the obligation?"""
    position, side, stage, context = situation
    setting = setting_of(spec, position, side, stage, context)
    moments = _moments(setting, Moment(position, context), stage.dice, tried)
    if len(moments) <= len(tried):
        step = tried[len(moments) - 1]
        used = [one.die for one in tried[: len(moments) - 1]]
        if verdict.rule == "dice.not-left":
            return used.count(step.die) >= stage.dice.count(step.die)
        if verdict.rule == "landing.choice":
            return any(way.source == step.source and way.action for way, _ in steps(setting, moments[-1], step.die))
        if verdict.rule == "turn.game-over":
            return _is_won(setting, moments[-1])
        return verdict.rule in broken(setting, moments[-1], step.source, step.die)
    return _is_owed(_all_plays(spec, situation), tried, verdict, may_end(setting, moments[-1].position))


def _all_plays(spec: VariantSpec, situation: Situation) -> Sequence[Play]:
    """Every order of steps that is a play, by brute force where that is done in a moment."""
    _, _, stage, _ = situation
    if spec.checkers[0] > 10 and len(stage.dice) > 2 and not LONG:
        return tuple(legal_plays(spec, *situation))
    return naive_plays(spec, *situation)


def _is_won(setting: Setting, moment: Moment) -> bool:
    """The player has reached the goal, or the variant's judge says that the game is over."""
    ask = setting.spec.hooks.judge
    is_judged = ask is not None and ask(setting.spec, moment.position, setting.side, moment.context) is not None
    return is_judged or has_finished(setting.spec, moment.position, setting.side)


def _is_owed(plays: Sequence[Play], tried: Sequence[Step], verdict: Verdict, ends: bool) -> bool:
    """Does a verdict on an obligation name the right one, and show a play that keeps it?"""
    most = max(len(play.steps) for play in plays)
    assert isinstance(verdict.counter_example, Play)
    assert verdict.counter_example in plays
    assert len(verdict.counter_example.steps) == most or verdict.rule == "obligation.play-on"
    match verdict.rule:
        case "obligation.must-play":
            return not tried and most > 0
        case "obligation.both-dice" | "obligation.most-dice":
            return 0 < len(tried) < most
        case "obligation.higher-die":
            return len(tried) == most == 1 and max(play.steps[0].die for play in plays) > tried[0].die
        case "formation.wall" | "formation.hold":
            return not ends
        case "obligation.play-on":
            return any(set(tried) < set(play.steps) or len(play.steps) > len(tried) for play in plays)
        case "variant.play":
            return all(play.steps != tuple(tried) for play in plays)
        case _:
            return False


@by_spec
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_an_illegal_attempt_breaks_the_rule_that_the_verdict_names(spec: VariantSpec, data: st.DataObject) -> None:
    """Random steps of random positions: a brute force confirms each verdict, and a legal play is called legal."""
    situation, tried = data.draw(attempts(spec))
    position, side, stage, context = situation
    verdict = explain(spec, position, side, stage, tried, context)
    legal = legal_plays(spec, *situation).accepts(tried)
    assert verdict.ok is legal, verdict
    assert legal or _confirms(situation, spec, tried, verdict), verdict


@by_spec
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_every_legal_play_is_explained_as_legal(spec: VariantSpec, data: st.DataObject) -> None:
    """Also where it is none, and all its beginnings are beginnings."""
    position, side, stage, context = data.draw(situations(spec))
    plays = legal_plays(spec, position, side, stage, context)
    for play in plays:
        assert explain_in(plays, play.steps).ok
        assert all(explain_in(plays, play.steps[:length], begun=True).ok for length in range(1, len(play.steps)))


@by_spec
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_dance_is_explained_for_every_checker_and_die(spec: VariantSpec, data: st.DataObject) -> None:
    """Each reason is one that the naive rules confirm; where something can be played there is nothing to explain."""
    position, side, stage, context = data.draw(situations(spec))
    reasons = why_no_play(spec, position, side, stage, context)
    if legal_plays(spec, position, side, stage, context):
        assert reasons == ()
        return
    there = [index for index, count in enumerate(position.counts(side)) if index and count]
    assert len(reasons) == len(there) * len({*stage.dice})
    setting, start = setting_of(spec, position, side, stage, context), Moment(position, context)
    for verdict in reasons:
        step = verdict.parameters.get("step")
        assert verdict.rule in ("formation.wall", "formation.hold") or isinstance(step, Step)
        if verdict.rule == "turn.game-over":  # in a game of several, who is in plays no more
            assert _is_won(setting, start)
        elif isinstance(step, Step):
            assert verdict.rule in broken(setting, start, step.source, step.die)


@settings(max_examples=EXAMPLES)
@given(data=st.data(), name=st.sampled_from(["usbgf-match", "money-jacoby-beavers", "nardy-online", "series-of-wins"]))
def test_an_action_is_explained_as_it_is_taken(data: st.DataObject, name: str) -> None:
    """Every action, awaited or not: `explain` says what `apply` does, and changes nothing."""
    rules = Registry.load().ruleset(name)
    session = Session.start(rules, length=3 if rules.context == "match" else None)
    for _ in range(data.draw(st.integers(0, 12))):
        following = possible(session, _dice(data), data.draw(st.integers(0, 99)))
        session = session.apply(data.draw(st.sampled_from(following or [NextGame()])))
        for action in (
            Played(Play(session.game.position, ())),
            Double(),
            Take(),
            Pass(),
            Resign(0),
            Resign(1),
            Accept(),
            Rolled(Roll(6, 5)),
            NextGame(),
        ):
            before, verdict = session, session.explain(action)
            refusal = _refusal(session, action)
            assert (verdict.ok, verdict) == (refusal is None, refusal or verdict)
            assert verdict.source
            assert session == before
        if session.is_over:
            break


def _refusal(session: Session, action: SessionAction) -> Verdict | None:
    try:
        session.apply(action)
    except (NotNowError, RuleError) as error:
        return error.verdict
    return None


def _dice(data: st.DataObject) -> tuple[int, ...]:
    dice = st.integers(1, 6)
    return data.draw(st.tuples(dice, dice))


def test_each_verdict_on_a_play_names_its_source_and_shows_a_play() -> None:
    """The longer play, and the higher die."""
    position = Position.parse(BACKGAMMON, "13:1 off:14 / 24:2 19:2 8:4 6:5 5:2")
    verdict = explain(BACKGAMMON, position, 0, Roll(6, 1), [Step(13, 1)])
    assert (verdict.rule, str(verdict.counter_example)) == ("obligation.higher-die", "13/7")
    assert "USBGF" in verdict.source


@by_spec
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_the_beginning_of_a_play_is_explained_too(spec: VariantSpec, data: st.DataObject) -> None:
    """It is legal when a legal play goes on from it or ends with it, and refused by a verdict otherwise."""
    situation, tried = data.draw(attempts(spec))
    position, side, stage, context = situation
    plays = legal_plays(spec, position, side, stage, context)
    verdict = explain(spec, position, side, stage, tried, context, begun=True)
    assert verdict.ok is bool((tried and plays.next_steps(tried)) or plays.accepts(tried))


def test_two_checkers_cannot_be_pinned() -> None:
    """They close the point, whatever number would block."""
    spec = attrs.evolve(PIN, landing=Landing(block=3, contact="pin"))
    position = Position.parse(spec, "12:5 / 12:3 5:2")
    assert explain(spec, position, 0, Roll(4, 1), [Step(12, 4)]).rule == "landing.blocked"


def test_the_source_of_a_rule_of_a_hook_is_that_of_the_variant() -> None:
    """The rulebook does not know it."""
    spec = attrs.evolve(WAY_IN, sources=("a book", "a club"))
    position = Position.parse(spec, "12:3 7:1 6:1 / 10:5")
    verdict = explain(spec, position, 0, Roll(2, 1), [Step(7, 2)])
    assert (verdict.rule, verdict.source) == ("formation.way-in", "a book; a club")


def test_a_die_that_leads_from_a_reserve_to_no_point_is_no_way_in() -> None:
    """The verdict says so, and the naive rules too, which ask nothing more of a point that is not there."""
    spec = SPECS["loop4"]
    stage, context = Stage(0, (1,), Roll(1)), TurnContext()
    setting = setting_of(spec, spec.start, 0, stage, context)
    hand = spec.layout.index("hand")
    assert broken(setting, Moment(spec.start, context), hand, 1) == {"entry.closed"}
    assert explain(spec, spec.start, 0, stage, [Step(hand, 1)]).rule == "entry.closed"


def test_an_early_win_does_not_show_how_many_dice_can_be_played() -> None:
    """The 4 bears the last checker off at once; the play that is shown keeps the rule and uses both."""
    position = Position.parse(BACKGAMMON, "3:1 off:14 / 3:2 off:13")
    verdict = explain(BACKGAMMON, position, 0, Roll(4, 2), [])
    assert isinstance(verdict.counter_example, Play)
    assert [step.die for step in verdict.counter_example.steps] == [2, 4]
