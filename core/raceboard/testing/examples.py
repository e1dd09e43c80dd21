"""Driving checks: over situations that Hypothesis draws and shrinks, and over states of seeded games.

This is the one module of the kit that runs Hypothesis; what it draws depends on the seed of the subject alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from raceboard.game import Game
from raceboard.phase import Phase as Waiting
from raceboard.testing.paste import failure, of_game, of_situation
from raceboard.testing.report import TWO_ANSWERS, Failure, Findings, counted
from raceboard.testing.strategies import situations, throws
from raceboard.testing.subject import Subject

__all__ = ["drawn", "each_situation", "each_state", "each_throw", "nearest"]

_T = TypeVar("_T")
_Case: TypeAlias = tuple[object, ...]


def each_situation(subject: Subject, check: Callable[..., None], share: float = 1) -> Findings:
    """Call `check(spec, position, side, stage, context)` in so many situations; `share` of the subject's examples."""
    return _tried(subject, situations(subject.spec), "situations", check, share)


def each_throw(subject: Subject, check: Callable[..., None], share: float = 1) -> Findings:
    """Call `check(spec, position, side, roll, context)`; no hook of the variant is asked before."""
    return _tried(subject, throws(subject.spec), "throws", check, share)


def drawn(subject: Subject, strategy: st.SearchStrategy[_T], number: int) -> tuple[_T, ...]:
    """So many examples of a strategy."""
    found: list[_T] = []
    _run(subject, strategy, found.append, number)
    return tuple(found[:number])


def _tried(
    subject: Subject, strategy: st.SearchStrategy[_Case], name: str, check: Callable[..., None], share: float
) -> Findings:
    """The smallest failure of a check, if there is one."""
    last: list[_Case] = []

    def attempt(case: _Case) -> None:
        last[:] = [case]
        check(subject.spec, *case)
        last.clear()

    number = max(5, int(subject.examples * share))
    try:
        _run(subject, strategy, attempt, number)
    except Exception as error:
        return Findings((_shown(subject, name, check, (share, last), error),))
    return Findings(notes=(counted(number, name.removesuffix("s")),))


def _shown(
    subject: Subject, name: str, check: Callable[..., None], tried: tuple[float, Sequence[_Case]], error: Exception
) -> Failure:
    """The failure of the last case, or of all when it passes now, or the variant fails while an example is drawn.

    `tried`: which share of the examples was tried, and the case, if it was the check that failed.
    """
    share, last = tried
    if last and not isinstance(error, Flaky) and _fails(subject, check, last[0]):
        return of_situation(subject, check, last[0], error)
    error = AssertionError(TWO_ANSWERS) if last or isinstance(error, Flaky) else error
    body = [
        f"from raceboard.testing.examples import each_{name.removesuffix('s')}",
        "from raceboard.testing.subject import Subject",
        f"from {check.__module__} import {check.__name__}",
        f"subject = Subject(spec, examples={subject.examples}, seed={subject.seed})",
        f"found = each_{name.removesuffix('s')}(subject, {check.__name__}, {share})",
        "assert not found.failures, found.failures[0].what",
    ]
    return failure(subject, check.__name__, error, body)


def _fails(subject: Subject, check: Callable[..., None], case: _Case) -> bool:
    try:
        check(subject.spec, *case)
    except Exception:
        return True
    return False


def _run(subject: Subject, strategy: st.SearchStrategy[_T], use: Callable[[_T], None], number: int) -> None:
    """Let Hypothesis draw so many examples and shrink the first that fails; nothing is kept for later runs."""

    @seed(subject.seed)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        verbosity=Verbosity.quiet,
    )
    @given(strategy)
    def attempt(example: _T) -> None:
        use(example)

    attempt()


# -- States of games ---------------------------------------------------------------------------------------------------


def each_state(subject: Subject, check: Callable[[Game], None]) -> Findings:
    """Call `check(game)` with states of seeded games; a failure is shown from as near as it can be set up."""
    for state in subject.states:
        try:
            check(state)
        except Exception as error:
            return Findings((nearest(subject, check, state, error),))
    return Findings(notes=(f"{counted(len(subject.states), 'state')} of {counted(len(subject.walks), 'game')}",))


def nearest(subject: Subject, check: Callable[[Game], None], state: Game, error: Exception) -> Failure:
    """Set up right before the failure, if it fails there too, else by the whole script."""
    for start, game in _set_up(state):
        try:
            check(game)
        except Exception as same:
            return of_game(subject, check, same, start)
    walk = next(walk for walk in subject.walks if any(known is state for known in walk.states))
    return of_game(subject, check, error, "Game.start(spec)", walk.until(state))


def _set_up(state: Game) -> Iterator[tuple[str, Game]]:
    """Games like a state that can be told in a line."""
    if state.phase is Waiting.OPENING:
        yield "Game.start(spec)", Game.start(state.spec)
    if state.on_roll is None or state.owed or state.phase not in (Waiting.START, Waiting.MOVING):
        return
    thrown = state.roll if state.phase is Waiting.MOVING else None
    roll = f", roll=Roll{thrown.dice!r}".replace(",)", ")") if thrown else ""
    text = f'Position.parse(spec, "{state.position.text()}"), {state.on_roll}{roll}'
    try:
        game = Game.resume(
            state.spec, state.position, state.on_roll, roll=thrown, turns=state.turns, starter=state.starter
        )
    except ValueError:
        return
    yield f"Game.resume(spec, {text}, turns={state.turns}, starter={state.starter})", game
