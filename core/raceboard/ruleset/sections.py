"""The one table of keys (cube.md 2; DECISIONS 19): everything that a ruleset file may say, section by section.

Types, contexts, defaults, neutral values and suggestions are all taken from here. The section `cube` is empty here: its
keys come from the optional rules of the cube, see `raceboard.ruleset.schema`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from raceboard.option import Kind
from raceboard.ruleset.keys import CONTEXTS, Context, Key, Section
from raceboard.ruleset.kinds import LevelPoints, NameList, Text, Value

__all__ = ["HEADER", "HIGHEST", "LOWEST", "RULES", "SECTIONS"]

#: Words for a level of the variant, whatever its name.
HIGHEST = "highest"
LOWEST = "lowest"

#: The section in which a ruleset sets the options that its variant declares.
RULES = "rules"

_FLAG = Kind(flag=True)
_NAME = Text("a name of small letters, digits and hyphens", "[a-z0-9][a-z0-9-]*")


def _words(*words: str) -> Kind:
    return Kind(words=words)


def _number(low: int, *words: str) -> Kind:
    return Kind(words=words, whole=(low, None))


def _always(value: Value) -> Mapping[Context, Value]:
    """The same default in every context."""
    return dict.fromkeys(CONTEXTS, value)


#: What stands above the sections of a file; each file says it for itself, except the inherited context and variant.
HEADER: Mapping[str, Key] = {
    key.path: key
    for key in (
        Key("raceboard", Kind(whole=(1, 1)), "The version of the format.", {}),
        Key("name", _NAME, "The name of the ruleset.", {}),
        Key("title", Text(), "What the ruleset is called in lists.", {}),
        Key("extends", _NAME, "The ruleset that this one changes.", {}),
        Key("context", _words(*CONTEXTS), "What it is for, in a ruleset that extends none.", {}),
        Key("variant", Text("the name of a variant"), "The game that is played.", {}),
    )
}

_SESSION = Section(
    "session",
    "A money session.",
    (
        Key(
            "session.games",
            _number(1, "unlimited"),
            "After how many games the session ends.",
            {"money": "unlimited"},
        ),
    ),
    why="only a money session counts its games; a match ends with its score, casual play with its series",
    contexts=("money",),
)

_MATCH = Section(
    "match",
    "A match to a number of points.",
    (
        Key("match.length", _number(1), "Points that win the match; unset: the host says it.", {"match": None}),
        Key(
            "match.allowed_lengths",
            Kind(words=("none",), items=(1, None)),
            "The only lengths that may be played; none: any.",
            {"match": "none"},
            neutral="none",
        ),
        Key(
            "match.score_cap",
            _FLAG,
            "A score never shows more than the length; the result of a game is not touched.",
            {"match": False},
            neutral=False,
        ),
        Key(
            "match.rotation",
            NameList(("none",)),
            "Rulesets whose games are played in turn; none: this ruleset's own game only.",
            {"match": "none"},
            neutral="none",
        ),
    ),
    why="only a match is played to a length",
    contexts=("match",),
)

_SERIES = Section(
    "series",
    "A series of casual games.",
    (Key("series.wins", _number(1), "How many wins decide the series.", {"casual": 1}),),
    why="a series counts wins and is casual play; a match or a money session counts points",
    contexts=("casual",),
)

_SCORING = Section(
    "scoring",
    "What a win is worth.",
    (
        Key(
            "scoring.highest",
            Text("the name of a level of the variant"),
            "The highest level that counts: a level of the variant, highest or lowest.",
            {"money": HIGHEST, "match": HIGHEST, "casual": LOWEST},
        ),
        Key(
            "scoring.values",
            LevelPoints(),
            "Points for levels; a level that is not named counts what the variant says.",
            _always(MappingProxyType({})),
        ),
    ),
)

_CUBE = Section(
    "cube",
    "The doubling cube; none: it is played without.",
    (),
    off="none",
    why="casual play has no doubling cube",
    contexts=("money", "match"),
)

_RESIGN = Section(
    "resign",
    "Giving a game up.",
    (
        Key(
            "resign.mode",
            _words("offer", "immediate", "none"),
            "A resignation is offered and may be refused, ends the game at once, or does not exist.",
            {"money": "offer", "match": "offer", "casual": "immediate"},
        ),
        Key("resign.when", _words("on_turn", "any_time"), "In whose turn one may resign.", _always("on_turn")),
        Key(
            "resign.contact",
            _words("any", "no_contact"),
            "Whether one may resign while the sides can still meet.",
            _always("any"),
        ),
        Key(
            "resign.immediate_value",
            _words("position", "single"),
            "What a resignation without consent loses: the level that the position threatens, or the lowest.",
            _always("position"),
        ),
    ),
)

_LOSE = ("lose_game", "lose_match")

_FORFEIT = Section(
    "forfeit",
    "Losing without playing on.",
    (
        Key("forfeit.inactivity_s", _number(1, "none"), "Idle seconds that lose; none: any number.", _always("none")),
        Key("forfeit.on_inactivity", _words(*_LOSE), "What an idle player loses.", _always("lose_game")),
        Key("forfeit.on_leave", _words("none", *_LOSE), "What a player who leaves loses.", _always("none")),
        Key(
            "forfeit.value",
            _words("single", "position"),
            "The level of a forfeited game: the lowest, or the one that the position threatens.",
            _always("single"),
        ),
    ),
)

_PER_POINT_WHY = "only a match has points to multiply by"

_CLOCK = Section(
    "clock",
    "A clock for each player; none: no clock.",
    (
        Key(
            "clock.type",
            _words("simple_delay", "bronstein"),
            "The delay passes before the reserve runs, or is given back after each segment.",
            _always("simple_delay"),
        ),
        Key("clock.reserve_s", _number(1), "Seconds of reserve.", _always(None)),
        Key(
            "clock.reserve_s_per_point",
            _number(1),
            "Seconds of reserve for each point of the match length.",
            {"match": None},
            why=_PER_POINT_WHY,
        ),
        Key(
            "clock.deduct_s_per_point_scored",
            _number(0),
            "Seconds taken off for each point scored before the clock is brought in.",
            {"match": 60},
            neutral=0,
            why=_PER_POINT_WHY,
        ),
        Key("clock.delay_s", _number(0), "Free seconds in each segment.", _always(12)),
        Key("clock.overtime_s", _number(0), "Seconds that the first expiry gives.", _always(0)),
        Key(
            "clock.on_expiry",
            _words(*_LOSE),
            "What a player without time loses.",
            {"money": "lose_game", "match": "lose_match", "casual": "lose_game"},
        ),
    ),
    off="none",
    starts_on=False,
)

_TABLE = Section(
    "table",
    "Conduct at a real table; strict: only legal actions are accepted, and nothing else can happen.",
    (
        Key(
            "table.move_final",
            _words("dice_lifted", "clock_pressed", "opponent_rolled"),
            "What ends a turn.",
            _always("dice_lifted"),
        ),
        Key(
            "table.dice_on_checker",
            _words("cocked", "valid"),
            "Whether a die flat on a checker counts.",
            _always("cocked"),
        ),
        Key(
            "table.touched_die",
            _words("opponent_chooses", "reroll_both"),
            "What follows when a die is touched while it rolls.",
            _always("opponent_chooses"),
        ),
        Key(
            "table.premature_roll",
            _words("opponent_chooses", "stands", "void"),
            "What becomes of a roll made before the other turn has ended.",
            _always("opponent_chooses"),
        ),
        Key(
            "table.illegal_play",
            _words("legal_moves", "responsible_moves"),
            "An illegal play must be replayed, or the opponent may let it stand.",
            _always("legal_moves"),
        ),
        Key(
            "table.incomplete_play",
            _words("as_illegal", "opponent_may_deny"),
            "What follows when less was played than must be.",
            _always("as_illegal"),
        ),
        Key(
            "table.setup_fix_before_roll",
            _number(2),
            "A wrong set-up is put right when noticed before this roll of the game.",
            _always(5),
        ),
        Key(
            "table.missing_checker",
            _words("stays_out", "to_bar", "opponent_chooses"),
            "What becomes of a checker that is found beside the board.",
            _always("stays_out"),
        ),
    ),
    off="strict",
    starts_on=False,
)

_HOUSE = Section(
    "house",
    "House rules.",
    (
        Key(
            "house.max_stack",
            _number(2, "none"),
            "No checker may end a step on a point that already holds so many of its own.",
            _always("none"),
        ),
    ),
)

_ALL = (_SESSION, _MATCH, _SERIES, _SCORING, _CUBE, _RESIGN, _FORFEIT, _CLOCK, _TABLE, _HOUSE)

#: All sections by name, in the order of the specification, without the keys of the optional rules of the cube.
SECTIONS: Mapping[str, Section] = {section.name: section for section in _ALL}
