"""Level 1, rules: every value of an option is played and makes a difference, and options leave each other alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice, product
from typing import TypeAlias

from attrs import evolve, fields

from raceboard.finish import has_finished
from raceboard.game import Game
from raceboard.option import Kind, Option, OptionValue
from raceboard.phase import Phase
from raceboard.spec import Hooks, VariantSpec
from raceboard.testing import paste
from raceboard.testing.cases import Case
from raceboard.testing.playable import throw_is_played
from raceboard.testing.report import Failure, Findings, counted, unwitnessed
from raceboard.testing.sights import Sights, fitted
from raceboard.testing.subject import Subject
from raceboard.testing.walking import Walk, walk
from raceboard.testing.witnesses import why_not

__all__ = ["options_have_witnesses", "same_rules"]

#: With each value so many throws are played, and a game from the start for so many actions.
_THROWS, _SHORT = 2, 12

#: Whether a game can end is seen from so many actions before an end, in so many more; or else in so many whole games.
_BEFORE_END, _LATE, _WHOLE = 24, 600, 2

#: Of a range of numbers so many are applied, from its lowest.
_MIDDLE = 30

#: So many pairs of options that undo each other are told.
_SHOWN = 3

#: An option, a value, and the variant with it.
_Set: TypeAlias = tuple[Option, OptionValue, VariantSpec]


def options_have_witnesses(subject: Subject) -> Findings:
    """Every value of an option is played and has a witness (of a range some are); options do not undo each other."""
    options = subject.spec.options
    faults = [fault for option in options for fault in _of_option(subject, option)]
    faults = faults or [*islice(_quarrels(subject), _SHOWN)]
    if faults:
        return Findings(tuple(faults))
    missing = [failure for option in options for failure in _unseen(subject, subject.sights, option)]
    found = unwitnessed(missing, has_cases=subject.published is not None)
    return evolve(found, notes=(counted(len(options), "option"),))


def _of_option(subject: Subject, option: Option) -> Iterator[Failure]:
    """What is wrong with an option, whatever can be seen of it."""
    spec = subject.spec
    if option.kind.problem(option.default):
        yield _fault(subject, option, f"its default {option.default!r} is no value that it takes")
        return
    fault = next(_faults(subject, option), "")
    if fault:
        yield _fault(subject, option, fault)
    elif not same_rules(option.apply(spec, option.default), spec):
        yield _fault(subject, option, f"its default {option.default!r} is not what the variant does")


def _unseen(subject: Subject, search: Sights, option: Option) -> Iterator[Failure]:
    """The values that nothing tells from the default."""
    for values in _values(option, subject.cases):
        if not any(_is_seen(subject, search, option, value) for value in values):
            told = " and ".join(map(repr, values))
            yield _fault(subject, option, f"{told} changes nothing that can be seen; give a case that needs it")


def _fault(subject: Subject, option: Option, what: str) -> Failure:
    return paste.of_check(subject, "rules.options", f"option {option.key}: {what}", option.key)


def same_rules(one: VariantSpec, other: VariantSpec) -> bool:
    """Are two variants the same, where partial calls of one function with the same arguments are one hook?"""
    return _plain(one) == _plain(other)


def _plain(spec: VariantSpec) -> tuple[object, ...]:
    groups = [getattr(spec, group.name) for group in fields(VariantSpec) if group.eq and group.name != "hooks"]
    return (*groups, *(_hook(getattr(spec.hooks, hook.name)) for hook in fields(Hooks)))


def _hook(hook: object) -> object:
    return (hook.func, hook.args, hook.keywords) if isinstance(hook, partial) else hook


# -- Values ------------------------------------------------------------------------------------------------------------


def _values(option: Option, cases: Sequence[Case]) -> Iterator[tuple[OptionValue, ...]]:
    """Values other than the default, in groups of which one has to be seen: each word alone, all numbers together.

    The numbers are those that cases set, and some of the range.
    """
    kind, default = option.kind, option.default
    for value in _words(kind):
        if value != default:
            yield (value,)
    words = (*kind.words, True, False, default)
    told = [case.rules[option.key] for case in cases if case.rules.get(option.key, default) not in words]
    numbers = tuple(dict.fromkeys((*told, *_numbers(kind, default))))
    if numbers:
        yield numbers


def _words(kind: Kind) -> tuple[OptionValue, ...]:
    return (*kind.words, *((True, False) if kind.flag else ()))


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


def _applied_values(option: Option) -> tuple[OptionValue, ...]:
    """The words, and numbers from the middle of a range too."""
    low, high = option.kind.whole or (1, 0)
    middle = range(low, min(low if high is None else high, low + _MIDDLE) + 1)
    return tuple(dict.fromkeys((*_words(option.kind), *_numbers(option.kind, option.default), *middle)))


def _played_values(option: Option) -> tuple[OptionValue, ...]:
    """The words, and the ends of a range."""
    numbers = _numbers(option.kind, option.default)
    return (*_words(option.kind), *numbers[:1], *numbers[-1:])


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
    return why_not(spec, case) is None and why_not(spec, evolve(case, rules=rules)) is not None


# -- Playing with a value ----------------------------------------------------------------------------------------------


def _faults(subject: Subject, option: Option) -> Iterator[str]:
    """What is wrong with a value as soon as it is applied, or when a game is played with it."""
    played = _played_values(option)
    for value in _applied_values(option):
        try:
            other = option.apply(subject.spec, value)
            if value in played and not same_rules(other, subject.spec):
                _play(subject, other)
        except AssertionError as error:
            yield f"with {value!r} {error}"
        except Exception as error:
            yield f"with {value!r} it raises {type(error).__name__}: {error}"


def _play(subject: Subject, other: VariantSpec) -> None:
    """Play throws and games of another reading of the variant; raises what it raises, AssertionError when none ends."""
    known = subject.sights.throws
    for throw in known[:: max(1, len(known) // _THROWS)][:_THROWS]:
        theirs = fitted(other, throw)
        if theirs and not any(has_finished(other, throw[0], side) for side in range(other.players)):
            throw_is_played(other, *theirs)
    for game in _games(subject, other):
        if game.error is not None:
            raise game.error
        if game.has_winner:
            return
    raise AssertionError(f"no game is won: {_WHOLE} whole ones were played, and the ends of others")


def _games(subject: Subject, other: VariantSpec) -> Iterator[Walk]:
    """The beginning of a game, then the ends of some, then whole games."""
    yield walk(other, subject.seed, cap=_SHORT)
    for number, known in enumerate(subject.walks, start=1):
        begin = _late(known, other)
        if begin is not None:
            yield walk(other, subject.seed, number, cap=_LATE, begin=begin)
    for number in range(1, _WHOLE + 1):
        yield walk(other, subject.seed, number)


def _late(known: Walk, other: VariantSpec) -> Game | None:
    """A game that stands as a known one did shortly before its end; None where it cannot be set up."""
    begun = [state for state in known.states[-_BEFORE_END:] if state.phase is Phase.START and state.on_roll is not None]
    if not begun or not known.has_winner:
        return None
    state, roll = begun[0], other.dice.rolls[0]
    theirs = fitted(other, (state.position, state.on_roll or 0, roll, state.context))
    try:
        return theirs and Game.resume(other, *theirs[:2], turns=state.turns, starter=state.starter)
    except ValueError:  # somebody has finished in this reading
        return None


# -- Pairs of options --------------------------------------------------------------------------------------------------


def _quarrels(subject: Subject) -> Iterator[Failure]:
    """Pairs of options of which one undoes what the other has set, so that it matters which comes first."""
    found = [(option, _sets(subject.spec, option)) for option in subject.spec.options]
    for (one, ones), (two, others) in combinations(found, 2):
        pair = next((pair for pair in product(ones, others) if not _commute(*pair)), None)
        if pair is not None:
            (_, first, _), (_, second, _) = pair
            what = (
                f"options {one.key} ({first!r}) and {two.key} ({second!r}) give another game when they are set in the"
                " other order; an option evolves what it is about (of the hooks: spec.hooks) and leaves the rest"
            )
            yield paste.of_check(subject, "rules.options", what, f"{one.key}_{two.key}")


def _sets(spec: VariantSpec, option: Option) -> list[_Set]:
    """The variant with the values of an option, its default among them: a table may write that too."""
    values = dict.fromkeys((*_words(option.kind), *_numbers(option.kind, option.default), option.default))
    return [(option, value, option.apply(spec, value)) for value in values]


def _commute(one: _Set, two: _Set) -> bool:
    """Do both orders of setting two options give the same? They do too where both are refused."""
    return _both(one, two) == _both(two, one)


def _both(first: _Set, second: _Set) -> object:
    option, value, _ = second
    try:
        return _plain(option.apply(first[2], value))
    except ValueError:
        return None
