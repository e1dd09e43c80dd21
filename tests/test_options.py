"""Every option of every variant does something: each of its values has a witness that sees the difference.

A witness is a sight of a game (plays of a position, the opening, an outcome) that is another one than with the default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import pytest
from attrs import field, frozen

from case_tools import Counts, position
from raceboard.action import OpeningRolled, Played, Rolled
from raceboard.dice import Roll
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.option import Kind, Option, OptionValue
from raceboard.program import TurnContext
from raceboard.registry import Registry
from raceboard.spec import VariantSpec

#: What can be seen of a variant.
Sight: TypeAlias = Callable[[VariantSpec], object]


@frozen
class Witness:
    """What shows that a value differs from the default, both under the `given` options.

    `artificial`: no game leads there; so it must be where no position of a game can show the difference.
    """

    sight: Sight
    given: Mapping[str, OptionValue] = field(factory=dict)
    artificial: bool = False


# -- Sights ------------------------------------------------------------------------------------------------------------


def plays(me: Counts, opponent: Counts, *dice: int, own_turn: int = 2, starter: bool = False) -> Sight:
    """The results of a roll; what is not on the board is off."""

    def sight(spec: VariantSpec) -> object:
        context = TurnContext(own_turn=own_turn, starter=starter)
        return frozenset(legal_plays(spec, position(spec, me, opponent), 0, Roll(*dice), context).results)

    return sight


def ending(loser: Counts, *, turns: int = 1) -> Sight:
    """How a game stands after so many turns: in the first of them the starter bears off the last checker."""

    def sight(spec: VariantSpec) -> object:
        game = Game.resume(spec, position(spec, {1: 1}, loser), 0, turns=(10, 9), starter=0)
        for _ in range(turns):
            game = _turn(game)
        return game.outcome, game.to_act

    return sight


def _turn(game: Game) -> Game:
    """A turn with 2-1 in which as much as possible is borne off."""
    thrown = game.apply(Rolled(Roll(2, 1)))
    return thrown.apply(Played(max(thrown.plays, key=lambda play: play.result.off(thrown.plays.side))))


def opening(spec: VariantSpec) -> object:
    """What a new game waits for, before and after the opening dice."""
    game = Game.start(spec)
    rolled = game.apply(OpeningRolled((6, 1))) if game.awaited()[0].action is OpeningRolled else game
    return game.awaited(), rolled.awaited()


def next_game(spec: VariantSpec) -> object:
    """What the game waits for that follows one that the starter has lost."""
    game = Game.resume(spec, position(spec, {1: 1}, {1: 1}, side=1), 1, starter=0)
    return _turn(game).next_game().awaited()


# -- Witnesses ---------------------------------------------------------------------------------------------------------

Witnesses: TypeAlias = Mapping[str, Callable[[OptionValue], Witness]]

HEAD: Counts = {24: 15}
EQUALISE: Mapping[str, OptionValue] = {"last_turn.mode": "equalise"}


def _same(sight: Sight, given: Mapping[str, OptionValue] | None = None) -> Callable[[OptionValue], Witness]:
    """One witness for all values."""
    return lambda value: Witness(sight, given or {})


def _each(sights: Mapping[OptionValue, Sight]) -> Callable[[OptionValue], Witness]:
    """A witness for each value."""
    return lambda value: Witness(sights[value])


COMMON: Witnesses = {
    "opening.next_game": _same(next_game),
    "bear_off.overshoot": _each({"exact": plays({3: 1}, {}, 6, 5), "any": plays({6: 1, 2: 2}, {}, 5, 4)}),
    "bear_off.same_turn": _same(plays({7: 1, 1: 1}, {}, 6, 1)),
    "bear_off.inner_moves": _same(plays({5: 1, 4: 1}, {}, 2, 1)),
}

SHORT: Witnesses = {
    **COMMON,
    "must.max_dice": _same(plays({7: 1, 6: 1}, {21: 2}, 6, 2)),
    "must.higher_die": _same(plays({24: 1}, {12: 2}, 6, 5)),
}


def _released_doubles(value: OptionValue) -> Witness:
    """A first turn with a double that only the default list releases, or only the other value."""
    if value == "blocked_roll":
        return Witness(plays(HEAD, {24: 14, 21: 1}, 5, 5, own_turn=1))
    released = set(value) if isinstance(value, tuple) else set(range(1, 7)) if value == "any" else set()
    number = min(released ^ {3, 4, 6})
    return Witness(plays(HEAD, HEAD, number, number, own_turn=1))


def _short_of(value: OptionValue) -> Witness:
    """The other player has one checker less off than he needs for a last turn."""
    assert isinstance(value, int)
    return Witness(ending({1: 16 - value}), EQUALISE)


def _completed_wall(value: OptionValue) -> Witness:
    """A step that makes so many points in a row, or six where that is less; nobody is past them."""
    assert isinstance(value, int)
    behind = {11 - place: 1 for place in range(1, min(value, 6))}
    return Witness(plays({**behind, 13: 1, 24: 14 - len(behind)}, HEAD, 2, 1))


#: Five points in a row and a checker that makes the sixth, with an opponent past them who is not at home.
NEARLY_A_WALL: Counts = {24: 9, 13: 1, 10: 1, 9: 1, 8: 1, 7: 1, 6: 1}

LONG: Witnesses = {
    **COMMON,
    "must.max_dice": _same(plays({22: 13, 20: 1, 9: 1}, {24: 12, 18: 1, 7: 1, 5: 1}, 5, 3)),
    "must.higher_die": _same(plays(HEAD, {24: 14, 4: 1}, 6, 2)),
    "opening.mode": _same(opening),
    "program.doubles": _same(plays(HEAD, HEAD, 2, 2)),
    "head.limit": _same(plays(HEAD, HEAD, 1, 1)),
    "head.first.rolls": _released_doubles,
    "head.first.limit": _same(plays(HEAD, HEAD, 3, 3, own_turn=1)),
    "head.first.who": _each(
        {
            "second": plays(HEAD, HEAD, 3, 3, own_turn=1, starter=True),
            "starter": plays(HEAD, HEAD, 3, 3, own_turn=1, starter=False),
        }
    ),
    "head.first.condition": lambda value: (
        # The opponent's head is always in the way of a single checker in a first turn of a game.
        Witness(plays(HEAD, {1: 15}, 3, 3, own_turn=1), artificial=True)
        if value == "only_if_single_stuck"
        else Witness(plays(HEAD, {24: 14, 4: 1}, 4, 4, own_turn=1))
    ),
    "head.first.turns": _same(plays(HEAD, HEAD, 3, 3)),
    "wall.permit": _each(
        {
            "opponent_home": plays(NEARLY_A_WALL, {24: 14, 13: 1}, 2, 1),
            "never": plays(NEARLY_A_WALL, {24: 14, 13: 1}, 2, 1),
            "always": plays(NEARLY_A_WALL, HEAD, 2, 1),
        }
    ),
    "wall.contiguity": _same(plays({24: 10, 23: 1, 22: 1, 21: 1, 8: 1, 1: 1}, HEAD, 4, 1)),
    "wall.check": _same(plays({24: 9, 21: 1, 19: 1, 18: 1, 17: 1, 16: 1, 14: 1}, {24: 14, 8: 1}, 6, 1)),
    "wall.length": _completed_wall,
    # Whoever has borne off has all others at home, past every wall.
    "wall.borne_off_counts": lambda value: Witness(
        plays({24: 10, 20: 1, 19: 1, 18: 1, 17: 1, 16: 1}, {24: 14}, 5, 4), artificial=True
    ),
    "last_turn.mode": _same(ending({1: 3})),
    "last_turn.min_off": _short_of,
    "last_turn.draw_points": _same(ending({1: 2}, turns=2), EQUALISE),
    "koks": _each(
        {
            "quarter": ending({22: 2, 5: 13}),
            "no_home": ending({10: 15}),
            "home_mars": ending({5: 15}),
        }
    ),
}

VARIANTS = Registry.load().variants

#: The witnesses that are written down here; those of the other variants are found by the conformance kit (its check
#: rules.options), or are cases of tests/data/family.
WITNESSES = {"backgammon": SHORT, "hypergammon": SHORT, "nackgammon": SHORT, "long-nardy": LONG}
ARTIFICIAL = {("head.first.condition", "only_if_single_stuck"), ("wall.borne_off_counts", False)}


# -- Tests -------------------------------------------------------------------------------------------------------------


def _values(kind: Kind) -> Iterator[OptionValue]:
    """Every value that an option takes; of its lists those with one number."""
    yield from kind.words
    yield from (True, False) if kind.flag else ()
    yield from _span(kind.whole) if kind.whole else ()
    yield from ((number,) for number in _span(kind.items)) if kind.items else ()


def _span(bounds: tuple[int, int | None]) -> range:
    least, most = bounds
    assert most is not None  # without an end there would be no last value to try
    return range(least, most + 1)


OPTIONS = [(spec, option) for spec in VARIANTS.values() for option in spec.options]
CHANGES = [
    pytest.param(spec, option, value, id=f"{spec.name}-{option.key}-{value}")
    for spec, option in OPTIONS
    if spec.name in WITNESSES
    for value in _values(option.kind)
    if value != option.default
]


@pytest.mark.parametrize(("spec", "option", "value"), CHANGES)
def test_each_value_of_an_option_has_a_witness(spec: VariantSpec, option: Option, value: OptionValue) -> None:
    """It sees something else than with the default."""
    witness = WITNESSES[spec.name][option.key](value)
    table = spec.with_rules(witness.given)
    assert witness.sight(table.with_rules({option.key: value})) != witness.sight(table)
    assert witness.artificial == ((option.key, value) in ARTIFICIAL)


@pytest.mark.parametrize(
    ("spec", "option"), [pytest.param(spec, option, id=f"{spec.name}-{option.key}") for spec, option in OPTIONS]
)
def test_the_default_of_an_option_is_what_the_variant_does(spec: VariantSpec, option: Option) -> None:
    """Setting it changes nothing, and it is a value that the option takes."""
    assert option.kind.problem(option.default) is None
    assert option.apply(spec, option.default) == spec


@pytest.mark.parametrize(
    ("spec", "option"), [pytest.param(spec, option, id=f"{spec.name}-{option.key}") for spec, option in OPTIONS]
)
def test_an_option_says_what_it_means_and_where_that_comes_from(spec: VariantSpec, option: Option) -> None:
    """A sentence for the people at the table, and a source."""
    assert option.doc.endswith(".")
    assert option.source
    assert spec.option(option.key) is option


def test_a_list_of_doubles_counts_as_a_whole() -> None:
    """All six numbers are the word `any`."""
    long_nardy = VARIANTS["long-nardy"]
    every = long_nardy.with_rules({"head.first.rolls": (1, 2, 3, 4, 5, 6)})
    for number in range(1, 7):
        sight = plays(HEAD, HEAD, number, number, own_turn=1)
        assert sight(every) == sight(long_nardy.with_rules({"head.first.rolls": "any"}))


@pytest.mark.parametrize(
    ("key", "value"),
    [("head.limit", 0), ("head.limit", True), ("head.first.rolls", ()), ("head.first.rolls", (7,)), ("koks", "mars")],
)
def test_a_value_that_an_option_does_not_take_is_refused(key: str, value: OptionValue) -> None:
    """The error names the variant, the key and what it takes; the variant stays as it is."""
    spec = VARIANTS["long-nardy"]
    with pytest.raises(ValueError, match=rf"long-nardy: {key} takes "):
        spec.with_rules({key: value})
    assert spec == VARIANTS["long-nardy"]


def test_an_unknown_option_is_refused_with_a_suggestion() -> None:
    """A misspelt key is nobody's option."""
    with pytest.raises(ValueError, match=r"did you mean head\.limit\?"):
        VARIANTS["long-nardy"].with_rules({"head.limits": 1})


def test_the_head_stack_of_the_opponent_voids_no_exception() -> None:
    """With `void_if_field_blocks` checkers in the field count alone: 6-6 stops at the head, and two leave."""
    spec = Registry.load().variant("long-nardy").with_rules({"head.first.condition": "void_if_field_blocks"})
    plays = legal_plays(spec, spec.start, 0, Roll(6, 6), TurnContext(own_turn=1))
    assert [str(play) for play in plays] == ["24/18(2)"]
