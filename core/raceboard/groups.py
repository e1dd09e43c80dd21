"""The groups of a variant, each an orthogonal piece of data with a default.

A variant names only what differs from the defaults. Regions are named ranges of own indices (`raceboard.track`).
"""

from __future__ import annotations

import ast
from typing import Literal

from attrs import Attribute, frozen
from attrs.validators import in_

__all__ = [
    "Again",
    "BearOff",
    "Count",
    "Departure",
    "Finish",
    "Gate",
    "Hold",
    "Landing",
    "LastTurn",
    "Level",
    "Limit",
    "Obligation",
    "Opening",
    "Program",
    "Release",
    "Reserve",
    "Run",
]


def _words(group: type, fields: list[Attribute[object]]) -> list[Attribute[object]]:
    """Let each field that takes a few words refuse all others, so that a typing mistake is told at once."""
    return [_word(field) if str(field.type).startswith("Literal[") else field for field in fields]


def _word(field: Attribute[object]) -> Attribute[object]:
    """A field of words that knows them; annotations are text here."""
    words = ast.literal_eval(f"({str(field.type).removeprefix('Literal[').removesuffix(']')},)")
    return field.evolve(validator=in_(words))


@frozen(field_transformer=_words)
class Opening:
    """Who starts a game and with which roll.

    `mode`: `single_dice`, every player throws one die, ties again, the highest starts and plays these numbers;
    `difference`, the higher of two starts and plays what its die shows more; `two_dice`, the highest starts and throws
    anew; `fixed`, seat 0 starts and throws; `random`, a lot decides.
    `next_game`: `roll` opens again, `winner` starts, or `alternate`, the player after the previous starter.
    """

    mode: Literal["single_dice", "difference", "two_dice", "fixed", "random"] = "single_dice"
    next_game: Literal["roll", "winner", "alternate"] = "roll"

    @property
    def gives_roll(self) -> bool:
        """Do the opening dice make the first throw too?"""
        return self.mode in ("single_dice", "difference")


@frozen
class Again:
    """When the same player throws once more after a turn: any of the named reasons, at most `limit` times a turn.

    `dice`: a die of the roll shows one of these numbers (0 is a number); `doubles`: the roll is a double; `landing`: a
    step of the turn ended in one of these regions; `completed`: the whole program of a double was played (a hook says
    so of stages that it makes: `Stage.again`).

    `tries`: who cannot play a throw, and has no checker on the board that any throw could move, throws up to so many
    times in a turn.
    """

    dice: tuple[int, ...] = ()
    doubles: bool = False
    landing: tuple[str, ...] = ()
    completed: bool = False
    limit: int | None = None
    tries: int = 1


@frozen(field_transformer=_words)
class Program:
    """From a roll to the ordered stages of a turn.

    Dice that differ are one stage, each played once. A double is one stage in which its number is played `doubles`
    times; `complement` adds a stage with the number opposite on a die (7 - n), played as often; with `cascade_from`,
    from that own turn on, the numbers above follow, one stage each, up to the highest. A stage is begun only when the
    one before was played in full. What is left (`leftover`) is `lost`, or `owed`: the opponent
    plays it before throwing. `again`: when the same player throws once more.
    """

    doubles: int = 4
    complement: bool = False
    cascade_from: int | None = None
    leftover: Literal["lost", "owed"] = "lost"
    again: Again = Again()


@frozen(field_transformer=_words)
class Landing:
    """Where a checker may land. `block` checkers of one opponent close a point.

    Fewer are met as `contact` says: `forbid` closes the point too, `hit` sends them to the reserve `hit_to`, `pin`
    keeps a single one below. A checker in a `safe` region of its own path cannot be met: one is enough to close the
    point. `caps`: (region, most own checkers on one of its points); `max_stack` is a cap for every point.
    """

    block: int = 2
    contact: Literal["forbid", "hit", "pin"] = "hit"
    hit_to: str = "bar"
    safe: tuple[str, ...] = ()
    caps: tuple[tuple[str, int], ...] = ()
    max_stack: int | None = None


@frozen
class Reserve:
    """Checkers beside the board that can enter, by `name`: `bar` (they were hit), `hand` (they have never entered).

    A die d enters on `counts_from` - d (default: one before the first point). `first`: nothing else may move before the
    reserve is empty, or holds no more than `waiting` checkers; of several such reserves the one declared first comes
    first. `dice`: the numbers that enter; empty means all.
    """

    name: str
    counts_from: int | None = None
    first: bool = True
    dice: tuple[int, ...] = ()
    waiting: int = 0


@frozen(field_transformer=_words)
class Release:
    """A turn in which more checkers than usual, up to `limit`, may leave the region of a `Limit`.

    `rolls`: doubles of these numbers (none at all: no release), or `any` double, or `blocked_roll`: any roll that
    cannot be played in full under the usual limit. `who`: `each` player, the `starter`, or the `second` (everybody
    else). `condition`: `always`;
    `only_if_single_stuck`, one checker alone cannot play the roll; `void_if_field_blocks`, not when opponents that
    have left the region themselves keep the roll from being played in full. `turns`: the `first` own turn, or `any`.
    """

    rolls: tuple[int, ...] | Literal["any", "blocked_roll"]
    limit: int = 2
    who: Literal["each", "starter", "second"] = "each"
    condition: Literal["always", "only_if_single_stuck", "void_if_field_blocks"] = "always"
    turns: Literal["first", "any"] = "first"


@frozen
class Limit:
    """At most `most` checkers (None: any number) leave a `region` in a turn, with a `release` for some turns."""

    region: str
    most: int | None = 1
    release: Release | None = None


@frozen
class Gate:
    """Until one own checker has come to index `target` or farther, only one may be outside the region `start`."""

    start: str
    target: int


@frozen
class Departure:
    """From where checkers may leave: `limits` on regions, and `gates` that hold back all but one; all of them hold."""

    limits: tuple[Limit, ...] = ()
    gates: tuple[Gate, ...] = ()


@frozen(field_transformer=_words)
class Run:
    """A forbidden formation: `length` own points in a row.

    In a row on whose path: `contiguity`. `permit`: allowed when an opponent (on an opponent's path: this one) is past
    it, that is with fewer of the own pips to go than each of its points (`opponent_past`); when one is in the region
    `home` or off (`opponent_home`); `never`; `always`. `borne_off_counts`: checkers that are off are past, and home.
    `check`: after `each_step`, or at the `end_of_turn`. A position that stands in one already must be left by the next
    step.
    """

    length: int = 6
    permit: Literal["opponent_past", "opponent_home", "never", "always"] = "opponent_past"
    contiguity: Literal["opponent_route", "owner_route"] = "opponent_route"
    check: Literal["each_step", "end_of_turn"] = "each_step"
    borne_off_counts: bool = True
    home: str = "home"


@frozen(field_transformer=_words)
class Hold:
    """A forbidden formation: own checkers on more than `most` points of a `region`, whoever stands where.

    `check`: after `each_step`, or at the `end_of_turn`. A position that stands in one already must be left by the next
    step.
    """

    region: str
    most: int
    check: Literal["each_step", "end_of_turn"] = "each_step"


@frozen
class Obligation:
    """What must be played.

    `max_dice`: as many dice as possible. `higher_die`: if only one of two different dice can be, the higher of them.
    """

    max_dice: bool = True
    higher_die: bool = True


@frozen(field_transformer=_words)
class BearOff:
    """How checkers leave the board from the region `home`, when all stand there.

    Checkers in a reserve are not home; without `after_entry` they do not count. `overshoot`: a die that is too high
    takes the `farthest` checker, `exact`: none, `any`: every checker nearer than the die. `same_turn`: also in the turn
    in which the last one came home. `inner_moves`: once all are home, checkers may still move inside. `while_pinned`:
    also while an own checker lies pinned at home.
    """

    home: str = "home"
    overshoot: Literal["farthest", "exact", "any"] = "farthest"
    same_turn: bool = True
    inner_moves: bool = True
    after_entry: bool = True
    while_pinned: bool = True


@frozen(field_transformer=_words)
class Count:
    """A test of the loser's checkers in one `place`: `off`, a reserve, or a region.

    There are `at_least` so many, and `at_most` so many (None: any number). `path`: whose the region is.
    """

    place: str
    at_least: int = 0
    at_most: int | None = None
    path: Literal["loser", "winner"] = "loser"

    def holds(self, number: int) -> bool:
        """Is a number of checkers within the bounds?"""
        return self.at_least <= number and (self.at_most is None or number <= self.at_most)


@frozen
class Level:
    """What a win of this `name` is worth: `points` when each group of `needs` has a test that holds of the loser."""

    name: str
    points: int
    needs: tuple[tuple[Count, ...], ...] = ()


@frozen(field_transformer=_words)
class LastTurn:
    """Who may still play when one has finished: `mode` is `none`, or `equalise`.

    `equalise`: those who have had one turn less get theirs, if they have `min_off` off.
    """

    mode: Literal["none", "equalise"] = "none"
    min_off: int = 0


@frozen(field_transformer=_words)
class Finish:
    """When a game ends and what it is worth.

    `goal`: `off`, or a region in which all checkers must stand. `winner`: who reaches it `first`, or `last`. The game
    ends when `places` players have reached it. `levels`: ordered, lowest first. `last_turn`: who may still play then;
    if both have finished it is a draw, and `draw_points` go to each.
    """

    goal: str = "off"
    winner: Literal["first", "last"] = "first"
    places: int = 1
    levels: tuple[Level, ...] = (Level("single", 1),)
    last_turn: LastTurn = LastTurn()
    draw_points: int = 0
