"""The clock of one player: what a segment costs, and when time is gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any, get_args

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from case_tools import DATA
from raceboard.clock import Clock
from raceboard.registry import Registry
from raceboard.ruleset import Context, Ruleset
from raceboard.ruleset_file import Source, load_ruleset
from raceboard_variants.backgammon import BACKGAMMON

REGISTRY = Registry.load()
CASES = [
    case
    for case in yaml.safe_load((DATA / "cube_cases.yaml").read_text(encoding="utf-8"))["cases"]
    if case.get("kind") == "clock"
]

TYPES = ("simple_delay", "bronstein")
DELAY = 12
SECONDS = st.integers(0, 400) | st.floats(0, 400)


def with_clock(**keys: object) -> Ruleset:
    """A match with a clock; its length is left to the host."""
    return Ruleset.of(BACKGAMMON, "match", {"clock": {"delay_s": DELAY, **keys}})


FLAT = {kind: with_clock(type=kind, reserve_s=300) for kind in TYPES}
OVERTIME = {kind: with_clock(type=kind, reserve_s=300, overtime_s=60) for kind in TYPES}
EVERY = (*FLAT.values(), *OVERTIME.values())


def clocks(rules: Ruleset, segments: Iterable[float], reserve: float | None = None) -> list[Clock]:
    """The clock at the start and after each segment, up to the one in which time runs out."""
    found = [Clock.start(rules) if reserve is None else Clock(reserve)]
    for used in segments:
        if not found[-1].ran_out:
            found.append(found[-1].after(rules, used))
    return found


# ------------------------------------------------------------------------------------------------ the worked cases


def _rules(case: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a case: a shipped one with what the case changes, and the length that it is played to."""
    body = {"raceboard": 1, "name": "case", "extends": case["extends"], "match": {"length": case["length"]}}
    return load_ruleset(Source("case.yaml", yaml.safe_dump({**body, **case.get("rules", {})})), REGISTRY)


def test_all_worked_cases_of_clocks_are_here() -> None:
    """None is left out."""
    assert len(CASES) == 9


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_clock_agrees_with_the_worked_case(case: Mapping[str, Any]) -> None:
    """Seconds at the start, seconds left, the segment in which time ran out, and the overtime."""
    rules = _rules(case)
    start = Clock.start(rules, scored=case.get("scored", 0)).reserve_s
    found = clocks(rules, case.get("segments", ()), case.get("reserve"))
    last = found[-1]
    facts = {
        "start": start,
        "left": last.reserve_s,
        "ran_out_in": len(found) - 2 if last.ran_out else None,
        "overtime_used": last.overtime_used,
    }
    assert {key: facts[key] for key in case["expect"]} == case["expect"]


# ------------------------------------------------------------------------------------------------ the start


def test_the_length_that_the_host_says_goes_before_the_one_of_the_ruleset() -> None:
    """A ruleset may leave the length open or be played to another one."""
    rules = Ruleset.of(BACKGAMMON, "match", {"match": {"length": 7}, "clock": {"reserve_s_per_point": 120}})
    assert Clock.start(rules) == Clock(840)
    assert Clock.start(rules, length=3) == Clock(360)


@pytest.mark.parametrize(("deducted", "left"), [(60, 420), (0, 600), (30, 510), (300, 0)])
def test_a_clock_brought_in_late_has_less_but_never_less_than_nothing(deducted: int, left: int) -> None:
    """Each point scored by either side takes `deduct_s_per_point_scored` off."""
    rules = with_clock(reserve_s=600, deduct_s_per_point_scored=deducted)
    assert Clock.start(rules, scored=3) == Clock(left)


@pytest.mark.parametrize("context", ["money", "casual"])
def test_only_points_of_a_match_take_time_off(context: Context) -> None:
    """Elsewhere a clock that comes in late is whole."""
    assert Clock.start(Ruleset.of(BACKGAMMON, context, {"clock": {"reserve_s": 600}}), scored=5) == Clock(600)


@pytest.mark.parametrize("length", [None, 0, -1])
def test_a_reserve_per_point_needs_a_length(length: int | None) -> None:
    """Without one there is nothing to multiply by."""
    with pytest.raises(ValueError, match=r"(there is no length|length is (0|-1)); .* needs the points of the match"):
        Clock.start(with_clock(reserve_s_per_point=120), length=length)


def test_points_scored_are_not_below_zero() -> None:
    """A score that does not exist is refused."""
    with pytest.raises(ValueError, match="scored is -1"):
        Clock.start(with_clock(reserve_s=600), scored=-1)


@pytest.mark.parametrize("context", get_args(Context))
def test_a_ruleset_without_a_clock_says_so(context: Context) -> None:
    """Asking is the host's mistake, at the start and later."""
    rules = Ruleset.of(BACKGAMMON, context, name="friends")
    with pytest.raises(ValueError, match="the ruleset friends has no clock"):
        Clock.start(rules)
    with pytest.raises(ValueError, match="the ruleset friends has no clock"):
        Clock(60).after(rules, 5)


# ------------------------------------------------------------------------------------------------ segments


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: str(rules["clock.type"]))
@given(reserve=st.integers(DELAY + 1, 900), used=st.integers(0, DELAY) | st.floats(0, DELAY))
def test_a_segment_inside_the_delay_costs_nothing(rules: Ruleset, reserve: int, used: float) -> None:
    """The delay is free in each segment while more than it is left."""
    assert Clock(reserve).after(rules, used) == Clock(reserve)


@given(reserve=st.integers(0, 900), used=SECONDS)
def test_both_types_leave_the_same_reserve_while_more_than_the_delay_is_left(reserve: int, used: float) -> None:
    """They differ only in whether a player who has less than the delay may use it up."""
    simple, bronstein = (Clock(reserve).after(FLAT[kind], used) for kind in TYPES)
    assert simple == bronstein or (bronstein.ran_out and simple.reserve_s <= DELAY)


@pytest.mark.parametrize(("kind", "wanted"), [("simple_delay", Clock(5)), ("bronstein", Clock(0, ran_out=True))])
def test_the_types_differ_when_less_than_the_delay_is_left(kind: str, wanted: Clock) -> None:
    """Six seconds with five in reserve: inside the simple delay, out of time under Bronstein."""
    assert Clock(5).after(FLAT[kind], 6) == wanted


@pytest.mark.parametrize(("kind", "limit"), [("simple_delay", 112), ("bronstein", 100)])
def test_time_is_gone_with_the_last_second(kind: str, limit: int) -> None:
    """Used up is out of time; a fraction less is not."""
    assert Clock(100).after(FLAT[kind], limit) == Clock(0, ran_out=True)
    assert not Clock(100).after(FLAT[kind], limit - 0.5).ran_out


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: str(rules["clock.type"]))
@given(st.lists(SECONDS, max_size=8))
def test_the_reserve_never_grows_but_by_the_overtime_and_is_never_negative(
    rules: Ruleset, segments: list[float]
) -> None:
    """Nothing is given back that was not taken in the same segment; time that is gone is no debt."""
    overtime = rules.number("clock.overtime_s") or 0
    found = clocks(rules, segments)
    assert all(clock.reserve_s >= 0 for clock in found)
    assert all(clock.reserve_s == 0 for clock in found if clock.ran_out)
    totals = [clock.reserve_s + (0 if clock.overtime_used else overtime) for clock in found]
    assert totals == list(accumulate(totals, min))


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: str(rules["clock.type"]))
@given(reserve=st.integers(0, 300), used=st.integers(0, 400))
def test_a_longer_segment_never_leaves_more(rules: Ruleset, reserve: int, used: int) -> None:
    """Neither more seconds of the same reserve nor an expiry undone."""
    sooner, later = (Clock(reserve).after(rules, seconds) for seconds in (used, used + 1))
    assert (sooner.ran_out, sooner.overtime_used) <= (later.ran_out, later.overtime_used)
    assert later.reserve_s <= sooner.reserve_s or later.overtime_used > sooner.overtime_used


@pytest.mark.parametrize(
    ("kind", "used", "left"),
    [
        ("simple_delay", 17, 60),
        ("simple_delay", 27, 50),
        ("bronstein", 5, 60),
        ("bronstein", 17, 60),
        ("bronstein", 27, 50),
    ],
)
def test_the_overtime_runs_on_in_the_segment_that_opened_it(kind: str, used: int, left: int) -> None:
    """Five seconds of reserve; what was used beyond them and the delay comes off the overtime."""
    assert Clock(5).after(OVERTIME[kind], used) == Clock(left, overtime_used=True)


@pytest.mark.parametrize(("kind", "used"), [("simple_delay", 77), ("bronstein", 65)])
def test_one_long_segment_can_use_up_the_overtime_too(kind: str, used: int) -> None:
    """Reserve and overtime are gone, and nothing is left to begin."""
    assert Clock(5).after(OVERTIME[kind], used) == Clock(0, overtime_used=True, ran_out=True)
    assert not Clock(5).after(OVERTIME[kind], used - 1).ran_out


def test_overtime_is_given_once() -> None:
    """The second expiry ends it."""
    assert Clock(0, overtime_used=True).after(OVERTIME["bronstein"], 0).ran_out
    assert not Clock(0).after(OVERTIME["bronstein"], 0).ran_out


@pytest.mark.parametrize("used", [-1, -0.5, float("nan")])
def test_a_segment_that_no_clock_can_show_is_refused(used: float) -> None:
    """Seconds are counted from 0 up, and the clock stays as it was."""
    clock = Clock(60)
    with pytest.raises(ValueError, match="a segment takes 0 seconds or more"):
        clock.after(FLAT["bronstein"], used)
    assert clock == Clock(60)


def test_no_segment_follows_on_a_clock_that_has_run_out() -> None:
    """The game, or the match, is lost by then."""
    with pytest.raises(ValueError, match="has run out"):
        Clock(0, ran_out=True).after(FLAT["simple_delay"], 1)


# ------------------------------------------------------------------------------------------------ witnesses


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("type", ["simple_delay", "bronstein"]),
        ("reserve_s", [60, 90]),
        ("reserve_s_per_point", [60, 90]),
        ("deduct_s_per_point_scored", [0, 5]),
        ("delay_s", [0, 12]),
        ("overtime_s", [0, 60]),
    ],
)
def test_every_key_of_the_arithmetic_has_a_witness(key: str, values: list[object]) -> None:
    """Each value shows other clocks in the same segments; `clock.on_expiry` is no arithmetic."""
    reserve = {} if key.startswith("reserve") else {"reserve_s": 60}
    tables = [with_clock(**{"deduct_s_per_point_scored": 0, **reserve, key: value}) for value in values]
    starts = [Clock.start(rules, length=1, scored=1).reserve_s for rules in tables]
    found = {tuple(clocks(rules, (61, 25), start)) for rules, start in zip(tables, starts, strict=True)}
    assert len(found) == len(values)
