"""Level 1, rules: everything that a variant declares makes a difference, and hand-worked cases confirm its hooks.

What makes a difference has a witness: a throw of which the variant with it and without it have other sights, or a
hand-worked case that comes out only with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import attrs
from attrs import evolve

from raceboard.game import Game
from raceboard.option import Kind, Option, OptionValue
from raceboard.spec import Hooks, VariantSpec
from raceboard.testing import paste
from raceboard.testing.ablation import ablations
from raceboard.testing.cases import Case
from raceboard.testing.casework import held
from raceboard.testing.report import Failure, Findings
from raceboard.testing.sights import Sights
from raceboard.testing.subject import Subject

__all__ = ["cases_hold", "hooks_have_cases", "options_have_witnesses", "rules_fire"]

# -- Cases -------------------------------------------------------------------------------------------------------------


def cases_hold(subject: Subject) -> Findings:
    """The hand-worked cases hold, each from all seats that it is about."""
    if subject.published is None:
        return Findings(skipped="no folder with the author's files is given")
    failures = [paste.of_case(subject, case, why) for case in subject.cases if (why := _why_not(subject.spec, case))]
    return Findings(tuple(failures), (f"{len(subject.cases)} cases",))


def _why_not(spec: VariantSpec, case: Case) -> Exception | None:
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
        return Findings(skipped="no folder with the author's files is given")
    bare = [name for name in names if not any(_needs_hook(subject.spec, case, name) for case in subject.cases)]
    what = "no hand-worked case comes out otherwise without the hook {}; write one (raceboard.testing.cases)"
    return Findings(tuple(paste.of_check(subject, "rules.hook-cases", what.format(name), name) for name in bare))


def _hook(spec: VariantSpec, name: str) -> object:
    return getattr(spec.hooks, name)


def _needs_hook(spec: VariantSpec, case: Case, name: str) -> bool:
    """Does a case hold of the variant, and not when one of its hooks is left out?"""
    table = spec.with_rules(case.rules)
    plain = evolve(case, rules={})
    return _why_not(table, plain) is None and _why_not(_without_hook(table, name), plain) is not None


def _without_hook(spec: VariantSpec, name: str) -> VariantSpec:
    hooks = {field.name: _hook(spec, field.name) for field in attrs.fields(Hooks) if field.name != name}
    return evolve(spec, hooks=Hooks(**hooks))  # type: ignore[arg-type]  # each is the hook of that name


# -- Rule coverage -----------------------------------------------------------------------------------------------------


def rules_fire(subject: Subject) -> Findings:
    """Every declared rule fires: without it something else can be seen; every reserve is used in some game."""
    search = subject.sights
    silent = [place for place, other in ablations(subject.spec) if not _fires(subject, search, other)]
    what = "{} makes no difference in {} throws; mend it, take it out, give a case that needs it, or look longer"
    failures = [
        paste.of_check(subject, "rules.coverage", what.format(place, len(search.throws)), place) for place in silent
    ]
    return Findings(
        (*failures, *_unused_reserves(subject)),
        (f"a witness for each in {len(search.throws)} throws",) if not silent else (),
    )


def _fires(subject: Subject, search: Sights, other: VariantSpec) -> bool:
    return any(_needs(subject.spec, other, case) for case in subject.cases) or search.tell_apart(other)


def _needs(spec: VariantSpec, other: VariantSpec, case: Case) -> bool:
    """Does a case hold of the variant, and come out otherwise of another reading of it?"""
    return isinstance(_why_not(other, case), AssertionError) and _why_not(spec, case) is None


def _unused_reserves(subject: Subject) -> Iterator[Failure]:
    """The reserves that no checker has left in any game."""
    points = subject.spec.track.points
    for index, reserve in enumerate(subject.spec.entry, start=points + 1):
        if not any(_is_left(walk.states, index) for walk in subject.walks):
            what = f"in {len(subject.walks)} games nobody has entered from the reserve {reserve.name}"
            yield paste.of_check(subject, "rules.coverage", what, reserve.name)


def _is_left(states: Sequence[Game], index: int) -> bool:
    """Has a side fewer checkers in a place after some state than before?"""
    seats = range(states[0].spec.players)
    pairs = pairwise(state.position for state in states)
    return any(one.counts(side)[index] > two.counts(side)[index] for one, two in pairs for side in seats)


# -- Options -----------------------------------------------------------------------------------------------------------


def options_have_witnesses(subject: Subject) -> Findings:
    """Every value of an option has a witness; of a range of numbers some value has."""
    search = subject.sights
    failures = [failure for option in subject.spec.options for failure in _of_option(subject, search, option)]
    return Findings(tuple(failures), (f"{len(subject.spec.options)} options",))


def _of_option(subject: Subject, search: Sights, option: Option) -> Iterator[Failure]:
    spec = subject.spec
    if option.kind.problem(option.default):
        yield _fault(subject, option, f"its default {option.default!r} is no value that it takes")
    elif option.apply(spec, option.default) != spec:
        yield _fault(subject, option, f"its default {option.default!r} is not what the variant does")
    else:
        for values in _values(option, subject.cases):
            if not any(_is_seen(subject, search, option, value) for value in values):
                told = " and ".join(map(repr, values))
                yield _fault(subject, option, f"{told} changes nothing that can be seen; give a case that needs it")


def _fault(subject: Subject, option: Option, what: str) -> Failure:
    return paste.of_check(subject, "rules.options", f"option {option.key}: {what}", option.key)


def _values(option: Option, cases: Sequence[Case]) -> Iterator[tuple[OptionValue, ...]]:
    """Values other than the default, in groups of which one has to be seen: each word alone, all numbers together.

    The numbers are those that cases set, and some of the range.
    """
    kind, default = option.kind, option.default
    for value in (*kind.words, *((True, False) if kind.flag else ())):
        if value != default:
            yield (value,)
    words = (*kind.words, True, False, default)
    told = [case.rules[option.key] for case in cases if case.rules.get(option.key, default) not in words]
    numbers = tuple(dict.fromkeys((*told, *_numbers(kind, default))))
    if numbers:
        yield numbers


def _numbers(kind: Kind, default: OptionValue) -> tuple[OptionValue, ...]:
    """The ends of a range of numbers and the neighbours of the default; of lists those of one number."""
    found: list[OptionValue] = []
    if kind.whole:
        low, high = kind.whole
        near = [default - 1, default + 1] if type(default) is int else []
        ends = [low, low + 1 if high is None else high]
        found += [number for number in (*near, *ends) if kind.problem(number) is None]
    if kind.items:
        low, high = kind.items
        found += [(number,) for number in range(low, (low if high is None else high) + 1)]
    return tuple(dict.fromkeys(value for value in found if value != default))


def _is_seen(subject: Subject, search: Sights, option: Option, value: OptionValue) -> bool:
    """Is there a difference, or a case that holds with the value and not with the default?"""
    spec = subject.spec
    if any(_needs_value(spec, case, option, value) for case in subject.cases):
        return True
    other = spec.with_rules({option.key: value})
    return other != spec and search.tell_apart(other)


def _needs_value(spec: VariantSpec, case: Case, option: Option, value: OptionValue) -> bool:
    """Does a case that sets the value hold, and not when the option is left as it is?"""
    if case.rules.get(option.key, option.default) != value:
        return False
    rules: Mapping[str, OptionValue] = {key: said for key, said in case.rules.items() if key != option.key}
    return _why_not(spec, case) is None and _why_not(spec, evolve(case, rules=rules)) is not None
