"""The worked cases of cube, match, resignation and forfeits come out as the rules dossier says."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

import pytest
import yaml

from case_tools import DATA
from raceboard.errors import ConfigError
from raceboard.session import Session
from session_tools import Body, Event, after, begun, refusal, rules_of, seen


class Case(TypedDict):
    """A course of events under a ruleset, and what is seen after it."""

    id: str
    kind: NotRequired[str]
    extends: NotRequired[str]
    rules: NotRequired[Body]
    start: NotRequired[Body]
    events: list[Event | dict[str, Body]]
    expect: dict[str, object]


_FILE: dict[str, list[Case]] = yaml.safe_load((DATA / "cube_cases.yaml").read_text(encoding="utf-8"))
CASES = {case["id"]: case for case in _FILE["cases"] if case.get("kind", "play") == "play"}

#: A match without a length does not begin.
UNBEGUN = {name: case for name, case in CASES.items() if case["expect"].get("error") == "length-missing"}
PLAYED = {name: case for name, case in CASES.items() if name not in UNBEGUN}


@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED)
def test_a_case_comes_out_as_it_says(case: Case) -> None:
    """After each event and at the end; the last one may be refused, by the first of several reasons."""
    session = begun(rules_of(case.get("extends", "money"), case.get("rules")), case.get("start"))
    expect = dict(case["expect"])
    error = expect.pop("error", None)
    events = case["events"][:-1] if error else case["events"]
    for event in events:
        session = _checked(session, event["expect"]) if isinstance(event, dict) else after(session, [event])
    if error:
        assert refusal(session, cast("Event", case["events"][-1])) == error
    _checked(session, expect)


def _checked(session: Session, expect: Body) -> Session:
    """The session, of which a case says what is seen; legal actions have no order."""
    wanted = {key: set(value) if key == "legal" and isinstance(value, list) else value for key, value in expect.items()}
    assert seen(session, wanted) == wanted
    return session


@pytest.mark.parametrize("case", UNBEGUN.values(), ids=UNBEGUN)
def test_a_match_without_a_length_does_not_begin(case: Case) -> None:
    """Neither the host nor the ruleset has said it."""
    rules = rules_of(case.get("extends", "money"))
    with pytest.raises(ConfigError) as refused:
        begun(rules)
    assert [problem.code for problem in refused.value.problems] == [case["expect"]["error"]]


def test_every_played_case_is_run() -> None:
    """The number of the file's cases is known, so that none is lost on the way."""
    assert (len(PLAYED), len(UNBEGUN)) == (129, 1)
