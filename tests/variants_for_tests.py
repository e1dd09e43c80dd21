"""Variants that only the tests play: three small games, and one tiny game for each rule that these do not use.

They prove that nothing in the kernel assumes 24 points, 15 checkers, two players, two dice or mirrored starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from raceboard.dice import Chance, Roll
from raceboard.finish import Outcome
from raceboard.hooks import Meeting
from raceboard.move import Play, Step
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.side import Side, others
from raceboard.spec import (
    Again,
    BearOff,
    Departure,
    Finish,
    Gate,
    Hold,
    Hooks,
    Landing,
    LastTurn,
    Limit,
    Obligation,
    Opening,
    Program,
    Release,
    Reserve,
    Run,
    VariantSpec,
)
from raceboard.track import Region, Track

__all__ = ["GAMES", "HOOKS", "LOOP4", "NANNON_LIKE", "RULES", "TABULA_LIKE", "UR_LIKE"]


# -- Games -------------------------------------------------------------------------------------------------------------


def _immune_beside_a_friend(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> tuple[tuple[str, Meeting], ...] | None:
    """A checker with a friend on the next point cannot be hit."""
    (other,) = others(side, spec.players)
    there = spec.track.cross(side, other, step.target or 0)
    assert there is not None
    neighbours = [index for index in (there - 1, there + 1) if 1 <= index <= spec.track.points]
    return () if any(position.counts(other)[index] for index in neighbours) else None


#: Six points, three checkers, one die (variants.md part 2, row 43): neighbours are immune, one alone is hit to hand.
#: A point takes one checker, and every die that is high enough bears off.
NANNON_LIKE = VariantSpec(
    name="nannon-like",
    track=Track.contrary(6),
    regions=(Region("board", 1, 6),),
    setup={6: 1, 5: 1, "hand": 1},
    dice=Chance.dice(1, 6),
    opening=Opening("two_dice"),
    landing=Landing(hit_to="hand", max_stack=1),
    entry=(Reserve("hand", first=False),),
    bear_off=BearOff("board", overshoot="any", after_entry=False),
    hooks=Hooks(resolve_landing=_immune_beside_a_friend),
)

#: One path for both, fifteen checkers in hand, three dice that are played once each (variants.md part 2, row 33).
#: A single checker is hit back to hand; only exact dice bear off.
TABULA_LIKE = VariantSpec(
    name="tabula-like",
    track=Track.shared(24, 2),
    regions=(Region("home", 1, 6),),
    setup={"hand": 15},
    dice=Chance.dice(3, 6),
    opening=Opening("two_dice"),
    program=Program(doubles=3),
    landing=Landing(hit_to="hand"),
    entry=(Reserve("hand", first=False),),
    bear_off=BearOff(overshoot="exact"),
)


def _loop(ring: int, lane: int, players: int) -> Track:
    """Everybody runs once round the ring, an equal part of it apart, and into a lane of the own."""
    lanes = [range(ring + side * lane, ring + (side + 1) * lane) for side in range(players)]
    rounds = [[(side * ring // players - step) % ring for step in range(1, ring + 1)] for side in range(players)]
    return Track([*lanes[side], *rounds[side]] for side in range(players))


#: Four players, one die, a ring of 24 points and four private lanes of four (variants.md part 2, row 42).
#: A six enters on the start and throws again; checkers are hit to hand and finish in the lane, one on a point.
LOOP4 = VariantSpec(
    name="loop4",
    track=_loop(24, 4, 4),
    regions=(Region("lane", 1, 4),),
    setup={"hand": 3},
    dice=Chance.dice(1, 6),
    opening=Opening("two_dice"),
    program=Program(again=Again(dice=(6,))),
    landing=Landing(hit_to="hand", max_stack=1),
    entry=(Reserve("hand", counts_from=34, first=False, dice=(6,)),),
    bear_off=None,
    finish=Finish(goal="lane", places=3),
)

#: Private ends and a common middle, sticks that may show nothing, safe points (variants.md part 2, row 39).
#: Checkers leave from anywhere with the exact number; a safe point throws again.
UR_LIKE = VariantSpec(
    name="ur-like",
    track=Track([[1, 2, *range(11, 19), 3, 4, 5, 6], [7, 8, *range(11, 19), 19, 20, 21, 22]]),
    regions=(Region("path", 1, 14), Region("rosette", 7, 7)),
    setup={"hand": 4},
    dice=Chance.table({0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
    opening=Opening("two_dice"),
    program=Program(again=Again(landing=("rosette",))),
    landing=Landing(hit_to="hand", max_stack=1, safe=("rosette",)),
    entry=(Reserve("hand", first=False),),
    bear_off=BearOff("path", overshoot="exact", after_entry=False),
)

GAMES = (NANNON_LIKE, TABULA_LIKE, LOOP4, UR_LIKE)


# -- One rule each, on twelve points with five checkers ----------------------------------------------------------------

_REGIONS = (Region("home", 1, 4), Region("middle", 5, 8), Region("start", 10, 12), Region("head", 12, 12))

#: Players run against each other; single checkers are hit to the bar.
SHORT12 = VariantSpec(
    name="short12",
    track=Track.contrary(12),
    regions=_REGIONS,
    setup={12: 2, 8: 2, 4: 1},
    entry=(Reserve("bar"),),
)

#: Players run the same way, half a round apart; every checker closes its point.
LONG12 = VariantSpec(
    name="long12",
    track=Track.rotated(12, (0, 6)),
    regions=_REGIONS,
    setup={12: 5},
    landing=Landing(contact="forbid"),
)

#: A single checker is pinned until nobody holds it down any more (variants.md part 2, rows 14 to 16).
#: Nothing is hit, so there is no reserve.
PIN = attrs.evolve(SHORT12, name="pin", setup={12: 5}, landing=Landing(contact="pin"), entry=())

#: Nothing can be hit at home, so one checker closes a point there.
#: Elsewhere single checkers are hit.
SAFE = attrs.evolve(SHORT12, name="safe", landing=Landing(safe=("home",)))

#: Three checkers close a point, so two are hit at once.
#: Both go to the bar.
BLOCK3 = attrs.evolve(SHORT12, name="block3", landing=Landing(block=3))

#: No pile of more than four, of more than two at the start, of more than one at home.
#: Entering and moving inside fall under it.
CAPS = attrs.evolve(SHORT12, name="caps", landing=Landing(caps=(("start", 2), ("home", 1)), max_stack=4))

#: The bar comes first; the hand enters freely, farther on the path, with small dice.
#: Three of the five checkers begin in hand.
TWO_RESERVES = attrs.evolve(
    SHORT12,
    name="two-reserves",
    setup={12: 2, "hand": 3},
    entry=(Reserve("bar"), Reserve("hand", counts_from=9, first=False, dice=(1, 2, 3))),
)

#: Until one checker has come to 6, the others stay at the start (variants.md part 2, rows 18 to 20).
#: The start is three points deep.
GATE = attrs.evolve(LONG12, name="gate", departure=Departure(gates=(Gate("start", 6),)))

#: Doubles go on with all higher numbers from the second own turn; the opponent plays what is left (row 23).
#: A stage of four is played in full or is the last.
CASCADE = attrs.evolve(LONG12, name="cascade", program=Program(cascade_from=2, leftover="owed"))

#: A double is followed by the number on the other side of the die (row 9).
#: Numbers are played three times.
COMPLEMENT = attrs.evolve(SHORT12, name="complement", program=Program(doubles=3, complement=True))

#: Exact dice only bear off, and nothing moves once all are home.
#: A die that is too high is lost.
EXACT_OFF = attrs.evolve(SHORT12, name="exact-off", bear_off=BearOff(overshoot="exact", inner_moves=False))

#: Any die that is high enough bears off, but not in the turn in which the last checker comes home.
#: Moves inside are free.
ANY_OFF = attrs.evolve(SHORT12, name="any-off", bear_off=BearOff(overshoot="any", same_turn=False))

#: One checker a turn leaves the middle, two with any double, in every turn.
#: Steps inside the middle are free.
MIDDLE_LIMIT = attrs.evolve(
    SHORT12,
    name="middle-limit",
    departure=Departure((Limit("middle", 1, Release("any", limit=2, turns="any")),)),
)

#: One checker leaves the start; two when the roll is blocked. One leaves the middle; two when it alone is stuck.
#: Both limits may be released in every turn.
TWO_LIMITS = attrs.evolve(
    LONG12,
    name="two-limits",
    departure=Departure(
        (
            Limit("start", 1, Release("blocked_roll", turns="any", who="starter")),
            Limit("middle", 1, Release("any", turns="any", condition="only_if_single_stuck")),
        )
    ),
)

#: Two checkers leave the head with any double, but for opponents that have left theirs and are in the way.
#: Their head is never in the way of that.
FIELD = attrs.evolve(
    LONG12,
    name="field",
    departure=Departure((Limit("head", 1, Release("any", turns="any", condition="void_if_field_blocks")),)),
)

#: Three dice, one checker a turn from the middle: what has left may differ where the position does not.
#: A triple is played three times.
THREE_DICE = attrs.evolve(
    SHORT12,
    name="three-dice",
    dice=Chance.dice(3, 6),
    opening=Opening("two_dice"),
    program=Program(doubles=3),
    departure=Departure((Limit("middle", 1),)),
)

#: Three points in a row are forbidden after each step; four at the end of the turn, unless an opponent is home.
#: The second is counted on the owner's path.
TWO_RUNS = attrs.evolve(
    LONG12,
    name="two-runs",
    formation=(
        Run(3, permit="opponent_past"),
        Run(4, permit="opponent_home", contiguity="owner_route", check="end_of_turn", borne_off_counts=False),
    ),
)

#: Two points in a row are forbidden unless an opponent is past them.
#: A hit may send the last one that is past back to the bar.
RUN_AND_HIT = attrs.evolve(SHORT12, name="run-and-hit", formation=(Run(2),))

#: Three points in a row are forbidden unless an opponent that is still on the board is past them.
#: Who is off does not count.
RUN_ON_BOARD = attrs.evolve(LONG12, name="run-on-board", formation=(Run(3, borne_off_counts=False),))

#: At most two of the three points of the start are held, after each step; at most two of the middle when the turn ends.
#: Who stands where else does not matter.
TWO_HOLDS = attrs.evolve(LONG12, name="two-holds", formation=(Hold("start", 2), Hold("middle", 2, check="end_of_turn")))

#: A single checker is pinned, and nothing is borne off while an own one lies so (row 14).
#: Moves inside are free.
PIN_AT_HOME = attrs.evolve(PIN, name="pin-at-home", bear_off=BearOff(while_pinned=False))

#: The player may stop where no die goes on; with a run that only the end of the turn is tested for.
#: If one die is all that anybody can play, it is the higher.
LAX = attrs.evolve(LONG12, name="lax", obligation=Obligation(max_dice=False), formation=(Run(3, check="end_of_turn"),))

#: Nobody leaves the board: the game ends when all stand at home.
#: The player who comes last wins.
GOAL = attrs.evolve(LONG12, name="goal", bear_off=None, finish=Finish(goal="home", winner="last"))

#: Whoever finishes gives the other a last turn, in which both may be off.
#: Otherwise as short12.
LAST_TURN = attrs.evolve(SHORT12, name="last-turn", finish=Finish(last_turn=LastTurn("equalise")))


# -- One hook each -----------------------------------------------------------------------------------------------------


def _lower_die_twice(
    spec: VariantSpec, position: Position, side: Side, roll: Roll, context: TurnContext, /
) -> tuple[Stage, ...] | None:
    """The lower die is played twice before the higher."""
    low, high = min(roll), max(roll)
    return None if low == high else (Stage(side, (low, low), roll), Stage(side, (high,), roll))


def _no_hit_and_run(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """A checker that has hit at home stays there for the turn."""
    return "departure.hit-and-run" if step.source in context.hits and step.source <= 4 else None


def _one_leaves_the_middle(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """One checker leaves the middle in a turn."""
    leaves = step.source in spec.region("middle").indices and step.target not in spec.region("middle").indices
    return "departure.middle" if leaves and context.taken_from("middle") else None


def _hit_or_pin(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> tuple[tuple[str, Meeting], ...] | None:
    """The player chooses; at home the checker is hit."""
    return None if (step.target or 0) <= 4 else (("hit", "hit"), ("pin", "pin"))


def _leaves_a_way_in(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> str | None:
    """At most one of the three points where the opponent starts is held."""
    return "formation.way-in" if sum(map(bool, position.counts(side)[4:7])) > 1 else None


def _must_hit(
    spec: VariantSpec, position: Position, side: Side, plays: Sequence[Play], context: TurnContext, /
) -> Iterable[Play] | None:
    """Plays that hit go before all others."""
    return [play for play in plays if play.hits] or None


def _mother_is_pinned(spec: VariantSpec, position: Position, side: Side, context: TurnContext, /) -> Outcome | None:
    """Who pins a checker on the opponent's first point has won."""
    (other,) = others(side, spec.players)
    return Outcome(side, "mother", 2) if position.pins(other)[spec.track.points] else None


#: The lower die twice, then the higher, in two stages.
#: Doubles as the data says.
LOWER_FIRST = attrs.evolve(SHORT12, name="lower-first", hooks=Hooks(expand_roll=_lower_die_twice))

#: No hit and run at home (rows 12 and 13).
#: The hook reads what this turn has hit.
NO_HIT_AND_RUN = attrs.evolve(SHORT12, name="no-hit-and-run", hooks=Hooks(allow_step=_no_hit_and_run))

#: One checker a turn leaves the middle: a limit in code, for a region that has none in the data.
#: The hook reads what this turn has taken.
ONE_LEAVES = attrs.evolve(SHORT12, name="one-leaves", hooks=Hooks(allow_step=_one_leaves_the_middle))

#: Hit or pin, as the player likes (row 17).
#: Steps differ by their action.
HIT_OR_PIN = attrs.evolve(SHORT12, name="hit-or-pin", hooks=Hooks(resolve_landing=_hit_or_pin))

#: The opponent's start is never closed to more than one of three points (row 19).
#: The position after each step is tested.
WAY_IN = attrs.evolve(LONG12, name="way-in", hooks=Hooks(allow_position=_leaves_a_way_in))

#: Who can hit must (row 42).
#: Of all plays those that hit remain, if there are any.
MUST_HIT = attrs.evolve(SHORT12, name="must-hit", hooks=Hooks(filter_plays=_must_hit))

#: A pinned checker on the opponent's first point ends the game at once (row 14).
#: The rest of the roll lapses.
MOTHER = attrs.evolve(PIN, name="mother", hooks=Hooks(judge=_mother_is_pinned))

RULES = (
    SHORT12,
    LONG12,
    PIN,
    SAFE,
    BLOCK3,
    CAPS,
    TWO_RESERVES,
    GATE,
    CASCADE,
    COMPLEMENT,
    EXACT_OFF,
    ANY_OFF,
    MIDDLE_LIMIT,
    TWO_LIMITS,
    FIELD,
    THREE_DICE,
    TWO_RUNS,
    RUN_AND_HIT,
    RUN_ON_BOARD,
    TWO_HOLDS,
    PIN_AT_HOME,
    LAX,
    GOAL,
    LAST_TURN,
)
HOOKS = (LOWER_FIRST, NO_HIT_AND_RUN, ONE_LEAVES, HIT_OR_PIN, WAY_IN, MUST_HIT, MOTHER)
