"""Level 1, rules: everything that a variant declares makes a difference, and hand-worked cases confirm its hooks.

What makes a difference has a witness: a throw of which the variant with it and without it have other sights, or a
hand-worked case that comes out only with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs
from attrs import evolve

from raceboard.game import Game
from raceboard.spec import Hooks, Reserve, VariantSpec
from raceboard.testing import paste
from raceboard.testing.ablation import ablations
from raceboard.testing.cases import Case
from raceboard.testing.casework import games_of, held
from raceboard.testing.report import NO_FOLDER, Failure, Findings, counted, unwitnessed
from raceboard.testing.sights import Sights
from raceboard.testing.subject import Subject
from raceboard.testing.walking import Walk, walk

__all__ = ["cases_hold", "hooks_have_cases", "rules_fire", "why_not"]

#: So many more games are played before it is said that a reserve is never used.
_MORE_GAMES = 12

# -- Cases -------------------------------------------------------------------------------------------------------------


def cases_hold(subject: Subject) -> Findings:
    """The hand-worked cases hold, each from all seats that it is about."""
    if subject.published is None:
        return Findings(skipped=NO_FOLDER)
    failures = [paste.of_case(subject, case, why) for case in subject.cases if (why := why_not(subject.spec, case))]
    return Findings(tuple(failures), (counted(len(subject.cases), "case"),))


def why_not(spec: VariantSpec, case: Case) -> Exception | None:
    """Why a case does not hold of a variant; None when it does."""
    try:
        held(spec, case)
    except Exception as error:
        return error
    return None


def hooks_have_cases(subject: Subject) -> Findings:
    """Whatever a hook decides has a hand-worked case: one that comes out otherwise when the hook is not asked."""
    names = [field.name for field in attrs.fields(Hooks) if _hook(subject.spec, field.name)]
    if names and subject.published is None:
        return Findings(skipped=NO_FOLDER)
    bare = [name for name in names if not any(_needs_hook(subject.spec, case, name) for case in subject.cases)]
    what = "no hand-worked case comes out otherwise without the hook {}; write one (raceboard.testing.cases)"
    return Findings(tuple(paste.of_check(subject, "rules.hook-cases", what.format(name), name) for name in bare))


def _hook(spec: VariantSpec, name: str) -> object:
    return getattr(spec.hooks, name)


def _needs_hook(spec: VariantSpec, case: Case, name: str) -> bool:
    """Does a case hold of the variant, and not when one of its hooks is left out?"""
    table = spec.with_rules(case.rules)
    plain = evolve(case, rules={})
    return why_not(table, plain) is None and why_not(_without_hook(table, name), plain) is not None


def _without_hook(spec: VariantSpec, name: str) -> VariantSpec:
    hooks = {field.name: _hook(spec, field.name) for field in attrs.fields(Hooks) if field.name != name}
    return evolve(spec, hooks=Hooks(**hooks))  # type: ignore[arg-type]  # each is the hook of that name


# -- Rule coverage -----------------------------------------------------------------------------------------------------


def rules_fire(subject: Subject) -> Findings:
    """Every declared rule fires: without it something else can be seen; every reserve is used in a game or a case."""
    search = subject.sights
    silent = [place for place, other in ablations(subject.spec) if not _fires(subject, search, other)]
    what = "{} makes no difference in {}; mend it, take it out, give a case that needs it, or look longer"
    seen = counted(len(search.throws), "throw")
    failures = [paste.of_check(subject, "rules.coverage", what.format(place, seen), place) for place in silent]
    failures += _unused_reserves(subject)
    if not failures:
        return Findings(notes=(f"a witness for each in {seen}",))
    return unwitnessed(failures, has_cases=subject.published is not None)


def _fires(subject: Subject, search: Sights, other: VariantSpec) -> bool:
    return any(_needs(subject.spec, other, case) for case in subject.cases) or search.tell_apart(other)


def _needs(spec: VariantSpec, other: VariantSpec, case: Case) -> bool:
    """Does a case hold of the variant, and come out otherwise of another reading of it?"""
    return isinstance(why_not(other, case), AssertionError) and why_not(spec, case) is None


def _unused_reserves(subject: Subject) -> Iterator[Failure]:
    """The reserves that no checker leaves in any game, nor in a case."""
    spec, tried = subject.spec, len(subject.walks) + _MORE_GAMES
    for index, reserve in enumerate(spec.entry, start=spec.track.points + 1):
        in_a_case = any(_is_left_in(spec, case, index) for case in subject.cases)
        if not in_a_case and not any(_is_left(game.states, index) for game in _many_games(subject)):
            what = (
                f"in {tried} games nobody has entered from the reserve {reserve.name}; take it out"
                f" ({_without(spec, reserve)}), or give a case in which a checker can enter from it"
            )
            yield paste.of_check(subject, "rules.coverage", what, reserve.name)


def _without(spec: VariantSpec, reserve: Reserve) -> str:
    """How `entry` is written without a reserve."""
    return f"entry: [{', '.join(one.name for one in spec.entry if one != reserve)}]"


def _many_games(subject: Subject) -> Iterator[Walk]:
    """The games that all checks look at, then more of them."""
    yield from subject.walks
    first = len(subject.walks) + 1
    yield from (walk(subject.spec, subject.seed, number) for number in range(first, first + _MORE_GAMES))


def _is_left_in(spec: VariantSpec, case: Case, index: int) -> bool:
    """Does a case hold in which a checker can leave a place?"""
    if why_not(spec, case) is not None:
        return False
    return any(
        play.result.counts(game.plays.side)[index] < game.position.counts(game.plays.side)[index]
        for game in games_of(spec, case)
        for play in game.plays
    )


def _is_left(states: Sequence[Game], index: int) -> bool:
    """Has a side fewer checkers in a place after some state than before?"""
    seats = range(states[0].spec.players)
    pairs = pairwise(state.position for state in states)
    return any(one.counts(side)[index] > two.counts(side)[index] for one, two in pairs for side in seats)
