"""Variants with one fault each, such as authors make, and what the conformance kit has to say of each.

`HONEST` has no fault. The others are it, or it with the players running the same way, and one thing wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from raceboard.dice import Roll
from raceboard.finish import Outcome
from raceboard.hooks import Meeting
from raceboard.move import Play, Step
from raceboard.position import OFF, Position
from raceboard.program import Stage, TurnContext, TurnEnd
from raceboard.side import Side, others
from raceboard.spec import (
    BearOff,
    Finish,
    Hooks,
    Kind,
    Landing,
    Obligation,
    Option,
    OptionValue,
    Program,
    Reserve,
    Run,
    VariantSpec,
)
from raceboard.track import Region, Track

__all__ = ["BROKEN", "HONEST", "Broken"]


def _doubles(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    assert isinstance(value, int)
    return attrs.evolve(spec, program=attrs.evolve(spec.program, doubles=value))


#: Twelve points, five checkers each, who run against each other, are hit to the bar and borne off.
HONEST = VariantSpec(
    name="honest",
    title="Honest",
    summary="A small backgammon on twelve points with five checkers each.",
    sources=("made up for the tests",),
    track=Track.contrary(12),
    regions=(Region("home", 1, 4), Region("head", 12, 12)),
    setup={12: 2, 8: 2, 4: 1},
    entry=(Reserve("bar"),),
    options=(Option("program.doubles", Kind(whole=(2, 4)), 4, "How often a double is played.", "made up", _doubles),),
)

#: The same with both running the same way from a head, half a round apart; one checker closes a point.
_PARALLEL = attrs.evolve(
    HONEST, track=Track.rotated(12, (0, 6)), setup={12: 5}, landing=Landing(contact="forbid"), entry=()
)


@attrs.frozen
class Broken:
    """A broken variant: its fault in words, the level that promises to catch it, and the checks that do.

    `cases`: what its author has worked out by hand. `golden_of`: whose golden game is published under its name.
    `counted`: the nodes that its author has published for depth 1, if they are not those that are counted.
    `is_random`: it does not fail twice in the same way.
    """

    spec: VariantSpec
    fault: str
    level: int
    checks: frozenset[str]
    cases: str = "[]"
    golden_of: VariantSpec | None = None
    counted: int | None = None
    is_random: bool = False


def _broken(
    base: VariantSpec,
    name: str,
    fault: str,
    level: int,
    *checks: str,
    cases: Sequence[str] = (),
    **changes: object,
) -> Broken:
    """The base with some groups changed, under a name."""
    rows = "\n".join(f"- {{id: A{number}, why: A., source: s., {case}}}" for number, case in enumerate(cases))
    changed = attrs.evolve(base, name=name, **changes)  # type: ignore[arg-type]  # groups by their names
    return Broken(changed, fault, level, frozenset(checks), rows or "[]")


# -- Level 0 -----------------------------------------------------------------------------------------------------------


def _looks_at_24(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """Asks for a point that only other boards have."""
    return "departure.crowd" if position.counts(side)[24] > 3 else None


_LEVEL_0 = (
    _broken(
        HONEST,
        "board-of-24",
        "a hook that takes every board to have 24 points crashes",
        0,
        "playable.start",
        "playable.throws",
        "playable.ends",
        hooks=Hooks(allow_step=_looks_at_24),
    ),
    _broken(
        _PARALLEL,
        "no-way-to-win",
        "five checkers have to stand on four points with room for one each",
        0,
        "playable.ends",
        bear_off=None,
        finish=Finish(goal="home"),
        landing=Landing(contact="forbid", caps=(("home", 1),)),
    ),
)


# -- Level 1 -----------------------------------------------------------------------------------------------------------


def _longest_row(position: Position, side: Side) -> int:
    held = "".join(".#"[count > 0] for count in position.counts(side)[1:13])
    return max(map(len, held.split(".")))


def _drops_walls(
    spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
) -> Iterable[Play] | None:
    """Takes two in a row out of the finished list, so that shorter plays are never found."""
    return [play for play in plays if _longest_row(play.result, side) < 2]


def _leaves_the_blot(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> tuple[tuple[str, Meeting], ...] | None:
    """Stands on a single checker and never sends it back."""
    return (("", "pin"),)


def _waits_for_15(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """The number of another game."""
    return Outcome(side, "single", 1) if position.counts(side)[OFF] == 15 else None


def _head_once_a_game(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """Counts on the board who has left the head, not in the turn."""
    away = any(position.counts(side)[5:12])
    return "departure.head" if step.source == 12 and away else None


def _draws_at_home(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """A draw that is called a win."""
    home = [sum(position.counts(seat)[: 4 + 1]) == spec.checkers[seat] for seat in range(spec.players)]
    return Outcome(None, "single", 1) if all(home) else None


def _forgets_leftovers(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll,
    context: TurnContext,
    unplayed: tuple[int, ...],
    /,
) -> TurnEnd | None:
    """The next player, and nothing of what is left."""
    return TurnEnd(others(side, spec.players)[0])


def _white_home(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """Counts the home of black in white's numbers."""
    home = range(1, 5) if side == 0 else range(9, 13)
    return "departure.home-ace" if step.die == 1 and step.source in home else None


def _says_why(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """A sentence in place of a rule id."""
    return "you may not hit and run" if step.source in context.hits else None


def _nothing(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """A region that no rule looks at."""
    return attrs.evolve(spec, regions=(*spec.regions, Region("quiet", 5, 8))) if value else spec


def _black_doubles_twice(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> tuple[Stage, ...] | None:
    """A double is worth less to one of them."""
    return (Stage(side, roll.dice, roll),) if side and roll.is_double else None


def _black_goes_on(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll,
    context: TurnContext,
    unplayed: tuple[int, ...],
    /,
) -> TurnEnd | None:
    """A six gives one of them another throw."""
    return TurnEnd(side, again=True) if side and 6 in roll and context.throws == 1 else None


def _white_wins(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """Whoever is off first."""
    return Outcome(0, "single", 1) if position.counts(side)[OFF] == spec.checkers[side] else None


def _other_wins(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """Seats taken for each other."""
    return Outcome(1 - side, "single", 1) if position.counts(side)[OFF] == spec.checkers[side] else None


def _not_by_ones(spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /) -> str | None:
    """No ones."""
    return "departure.ones" if step.die == 1 else None


def _two_on_8(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> str | None:
    """No crowd."""
    return "formation.crowd" if position.counts(side)[8] > 2 else None


def _all_but_7(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    if value == 7:
        raise RuntimeError("seven")
    return _doubles(spec, value)


def _narrow(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Five checkers shall come where there is room for four."""
    return attrs.evolve(spec, landing=Landing(contact="forbid", caps=(("home", 1),) if value else ()))


def _ones(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """All hooks are replaced."""
    return attrs.evolve(spec, hooks=Hooks(allow_step=_not_by_ones if value else None))


def _crowd(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """All hooks are replaced."""
    return attrs.evolve(spec, hooks=Hooks(allow_position=_two_on_8 if value else None))


_LEVEL_1 = (
    _broken(
        HONEST,
        "seats-throw-otherwise",
        "a hook gives one seat fewer dice for a double",
        1,
        "rules.symmetry",
        cases=("seats: [1], roll: 1-1, stages: [[1, 1]]",),
        hooks=Hooks(expand_roll=_black_doubles_twice),
    ),
    _broken(
        HONEST,
        "seats-go-on-otherwise",
        "a hook gives one seat another throw",
        1,
        "rules.symmetry",
        cases=('seats: [1], position: "12:1 off:4 / 12:1 off:4", roll: 6-3, play: "12/3", again: true',),
        hooks=Hooks(after_turn=_black_goes_on),
    ),
    _broken(
        HONEST,
        "white-wins",
        "the judge gives every game to the first seat",
        1,
        "rules.symmetry",
        "rules.outcomes",
        cases=('seats: [1], position: "off:5 / 1:5", ends: {winner: opponent}',),
        hooks=Hooks(judge=_white_wins),
    ),
    _broken(
        HONEST,
        "wrong-winner",
        "the judge gives the game to the side that has not finished",
        1,
        "rules.outcomes",
        cases=('position: "off:5 / 1:5", ends: {winner: opponent}',),
        hooks=Hooks(judge=_other_wins),
    ),
    _broken(
        HONEST,
        "option-raises",
        "an option raises for a value in the middle of its range",
        1,
        "rules.options",
        options=(Option("program.doubles", Kind(whole=(2, 9)), 4, "How often.", "made up", _all_but_7),),
    ),
    _broken(
        _PARALLEL,
        "option-without-end",
        "with a value of an option nobody can win",
        1,
        "rules.options",
        bear_off=None,
        finish=Finish(goal="home"),
        options=(Option("home.narrow", Kind(flag=True), False, "Home is narrow.", "made up", _narrow),),
    ),
    _broken(
        HONEST,
        "options-wipe",
        "each of two options takes back what the other has set",
        1,
        "rules.options",
        options=(
            Option("ones", Kind(flag=True), False, "Nobody moves by ones.", "made up", _ones),
            Option("crowd", Kind(flag=True), False, "Two may stand on 8.", "made up", _crowd),
        ),
    ),
    _broken(
        _PARALLEL,
        "post-filtered-wall",
        "a wall of two is taken out of the finished list of plays, so that who could play one die passes",
        1,
        "rules.obligation",
        cases=('position: "11:1 9:1 off:3 / 12:5", roll: 2-1, lacks: ["9:1 8:1 off:3 / 12:5"]',),
        hooks=Hooks(filter_plays=_drops_walls),
    ),
    _broken(
        HONEST,
        "blot-not-returned",
        "a checker that was hit stays where it is, and the bar that the variant declares is never used",
        1,
        "rules.coverage",
        cases=(
            'position: "12:1 off:4 / 5:1 off:4", roll: 4-4, contains: ["off:5 / 5:1 off:4"], count: 1',
            'position: "12:1 off:4 / 4:1 off:4", roll: 3-3, lacks: ["9:1 off:4 / bar:1 off:4"]',
            'position: "12:1 off:4 / 4:1 off:4", roll: 2-1, results: ["9:1 off:4 / 4:1! off:4"]',
        ),
        hooks=Hooks(resolve_landing=_leaves_the_blot),
    ),
    _broken(
        HONEST,
        "oversize-from-any",
        "a die that is too high takes any checker, and the rules say the farthest",
        1,
        "rules.cases",
        cases=(
            'position: "3:1 2:1 off:3 / bar:5", roll: 6-4, results: ["off:5 / bar:5"]',
            'position: "3:1 2:1 off:3 / bar:5", roll: 6-6, refused: {"2 by 6": bear-off.farther-checker}',
        ),
        bear_off=BearOff("home", overshoot="any"),
    ),
    _broken(
        HONEST,
        "hard-coded-15",
        "the judge waits for fifteen checkers in a game of five",
        1,
        "rules.coverage",
        "rules.hook-cases",
        hooks=Hooks(judge=_waits_for_15),
    ),
    _broken(
        _PARALLEL,
        "head-once-a-game",
        "one checker leaves the head in a game, not in a turn",
        1,
        "rules.cases",
        cases=(
            'roll: 2-1, results: ["12:4 9:1 / 12:5"]',
            'position: "12:4 9:1 / 12:5", roll: 2-1, contains: ["12:3 11:1 7:1 / 12:5"]',
        ),
        hooks=Hooks(allow_step=_head_once_a_game),
    ),
    _broken(
        _PARALLEL,
        "draw-unknown",
        "a draw has the name of a level that somebody wins",
        1,
        "rules.outcomes",
        cases=('position: "4:5 / 1:5", ends: {winner: draw}',),
        hooks=Hooks(judge=_draws_at_home),
    ),
    _broken(
        _PARALLEL,
        "lost-leftovers",
        "what is left shall be played by the opponent, and a hook forgets it",
        1,
        "rules.coverage",
        cases=('position: "8:1 off:4 / 12:4 1:1", roll: 2-2, play: pass, next: opponent, owed: []',),
        program=Program(leftover="owed"),
        hooks=Hooks(after_turn=_forgets_leftovers),
    ),
    _broken(
        HONEST,
        "asymmetric-regions",
        "a hook knows where the home of the first seat is, and takes the other's for it",
        1,
        "rules.symmetry",
        cases=('seats: [0], position: "3:1 2:1 off:3 / bar:5", roll: 1-1, count: 1, play: pass',),
        hooks=Hooks(allow_step=_white_home),
    ),
    _broken(
        HONEST,
        "unread-toggle",
        "an option changes what no rule looks at",
        1,
        "rules.options",
        options=(Option("quiet.middle", Kind(flag=True), False, "The middle is quiet.", "made up", _nothing),),
    ),
    _broken(
        _PARALLEL,
        "dead-rule",
        "a wall of six in a game of five checkers",
        1,
        "rules.coverage",
        formation=(Run(6),),
    ),
    _broken(
        HONEST,
        "refusal-without-id",
        "a hook refuses with a sentence",
        1,
        "rules.refusals",
        cases=('position: "6:1 off:4 / 9:1 off:4", roll: 2-1, results: ["3:1 off:4 / 9:1 off:4"]',),
        hooks=Hooks(allow_step=_says_why),
    ),
)


# -- Level 2 -----------------------------------------------------------------------------------------------------------

_asked: list[int] = []


def _remembers(
    spec: VariantSpec,
    position: Position,
    side: Side,
    roll: Roll,
    context: TurnContext,
    unplayed: tuple[int, ...],
    /,
) -> TurnEnd | None:
    """A first turn has another throw; so has every seventh that anybody has ever asked about."""
    _asked.append(side)
    again = context.is_first and context.throws == 1
    return TurnEnd(side, again=True) if again or len(_asked) % 7 == 0 else None


def _lists_stages(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> tuple[Stage, ...] | None:
    """A list where a tuple is due: the lower die, then the higher."""
    stages = [Stage(side, (die,), roll) for die in sorted(roll)]
    return None if roll.is_double else stages  # type: ignore[return-value]  # that is the fault


_LEVEL_2 = (
    attrs.evolve(
        _broken(
            HONEST,
            "hidden-state",
            "a hook counts how often it was asked",
            2,
            "host.json",
            "host.record",
            "host.seed",
            setup=({12: 2, 8: 2, 4: 1}, {12: 1, 8: 2, 4: 1}),  # so that no check compares the seats
            cases=('seats: [0], turn: {own_turn: 1}, roll: 2-1, play: "12/10 12/11", again: true',),
            hooks=Hooks(after_turn=_remembers),
        ),
        is_random=True,
    ),
    _broken(
        HONEST,
        "list-for-tuple",
        "the stages of a roll are a list, so that no saved game is equal to itself",
        2,
        "host.json",
        "host.seed",
        cases=("roll: 2-1, stages: [[1], [2]]",),
        hooks=Hooks(expand_roll=_lists_stages),
    ),
)


# -- Level 3 -----------------------------------------------------------------------------------------------------------

_LEVEL_3 = (
    attrs.evolve(
        _broken(HONEST, "stale-golden", "the golden game is of other rules", 3, "published.golden"),
        golden_of=attrs.evolve(HONEST, name="stale-golden", obligation=Obligation(max_dice=False)),
    ),
    attrs.evolve(
        _broken(HONEST, "miscounted", "the counts by depth are of other rules", 3, "published.perft"), counted=1
    ),
    _broken(HONEST, "no-source", "nobody knows where the rules come from", 3, "published.sources", sources=()),
    _broken(HONEST, "no-words", "title and summary are missing", 3, "published.docs", title="", summary=" "),
)

#: All broken variants by name.
BROKEN: Mapping[str, Broken] = MappingProxyType(
    {one.spec.name: one for one in (*_LEVEL_0, *_LEVEL_1, *_LEVEL_2, *_LEVEL_3)}
)
