"""Every rule that the library can refuse by, or find against in a record: its id, and where it comes from.

The id is `group.code`. It names two messages as well: `rule.ID` is the rule's name, and `ID` the verdict. Sources are
short: DBGV and USBGF are the backgammon federations of Germany and the United States, WBGF the world federation, FNR
the Russian federation of Nardy, bkgm the backgammon library of that name, gnubg the program GNU Backgammon;
`variants.md` and `cube.md` are the rule dossiers of the project. A variant's own rules, which its hooks name, are not
here; their source is the variant's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FINDINGS", "RULES", "source_of"]

_TURN = "DBGV rules and USBGF rules 2024, movement; FNR 2026, 20; variants.md 1.5"
_LANDING = "DBGV rules, movement; FNR 2026; variants.md 1.1"
_OFF = "DBGV rules, bearing off; variants.md 1.6"
_CUBE = "gnubg manual and bkgm glossary, doubling; cube.md 3"
_REDOUBLE = "gnubg manual and bkgm glossary, beaver; cube.md 5"
_ORDER = "the order of a turn; cube.md 1"
_RESIGN = "gnubg manual and FIBS reference, resignation; cube.md 8"
_TABLE = "USBGF 2024 and WBGF 2023 table rules; cube.md 12"
_SETUP = "what a position is: rows and pins (raceboard.position)"
_RECORD = "the record held against the rules; cube.md 3 and 7"

#: The id of each rule, and its source.
RULES: Mapping[str, str] = MappingProxyType(
    {
        "bear-off.exact": _OFF + "; exact as in Gul Bara",
        "bear-off.farther-checker": _OFF,
        "bear-off.inner-moves": _OFF + "; Gul Bara",
        "bear-off.none": "the variant: nothing is borne off",
        "bear-off.not-home": _OFF,
        "bear-off.pinned": "rules of Plakoto; variants.md part 2",
        "bear-off.same-turn": _OFF,
        "clock.clock-off": "the table (clock); US clock rules 2013; cube.md 11",
        "cube.already-doubled-this-turn": "one row of offers a turn; cube.md 3.5",
        "cube.beaver-not-allowed": _REDOUBLE,
        "cube.crawford-game": "bkgm glossary, Crawford rule; USBGF 2024; cube.md 7",
        "cube.cube-at-max": "the table (cube.max); cube.md 3.6",
        "cube.cube-dead": "gnubg; bgonline threads on the dead cube; cube.md 7",
        "cube.cube-not-in-play": _CUBE,
        "cube.cube-not-yours": _CUBE,
        "cube.dice-rolled": _CUBE,
        "cube.double-pending": _CUBE,
        "cube.holland-wait": "bkgm glossary, Holland rule; cube.md 7",
        "cube.no-double-pending": _CUBE,
        "cube.raccoon-not-allowed": _REDOUBLE,
        "cube.redouble-not-allowed": _REDOUBLE,
        "departure.gate": "rules of Fevga and Moultezim; variants.md part 2",
        "departure.head": "FNR 2026; variants.md 1.3",
        "departure.limit": "the variant; variants.md 1.3",
        "dice.not-left": "a die is played once, a double four times; variants.md 1.1",
        "dice.zero": "Ur and Nannon: a 0 moves nothing; variants.md part 2",
        "entry.closed": "the variant: numbers that enter; variants.md part 2",
        "entry.first": "DBGV rules, entering; variants.md part 2",
        "formation.hold": "rules of Fevga and Moultezim; variants.md part 2",
        "formation.wall": "FNR 2026; variants.md 1.4",
        "landing.blocked": _LANDING,
        "landing.choice": "Never-Finishing Game: hit or pin, as the player says; variants.md part 2",
        "landing.full": "the variant or the table (house.max_stack); cube.md 13",
        "match.match-over": "a match ends at its length; cube.md 7",
        "obligation.both-dice": _TURN,
        "obligation.higher-die": _TURN,
        "obligation.most-dice": _TURN,
        "obligation.must-play": _TURN,
        "obligation.play-on": "the table (must.max_dice: false); variants.md 1.5",
        "play.begun": _TURN,
        "play.dance": _TURN,
        "play.legal": _TURN,
        "play.not-legal": _TURN,
        "play.other-result": "a play is its steps and what they lead to",
        "position.both-finished": "the first to finish has won; variants.md 1.7",
        "position.checkers": _SETUP,
        "position.counts": _SETUP,
        "position.pin": _SETUP,
        "position.row-length": _SETUP,
        "position.rows": _SETUP,
        "position.shared-point": _LANDING,
        "program.choice": "a roll that offers a choice (American Acey-Deucey); variants.md part 2",
        "resign.already-refused": _RESIGN,
        "resign.contact-remains": "US rules 2009, 4.9; cube.md 8",
        "resign.level-not-possible": _RESIGN,
        "resign.no-resignation-pending": _RESIGN,
        "resign.resign-not-allowed": _RESIGN,
        "resign.resignation-pending": _RESIGN,
        "step.no-checker": "a step moves an own checker",
        "step.pinned": "rules of Plakoto; variants.md part 2",
        "table.nothing-to-replay": _TABLE,
        "table.nothing-to-reroll": _TABLE,
        "table.ruling": _TABLE,
        "table.strict": _TABLE,
        "turn.game-over": _ORDER,
        "turn.legal": _ORDER,
        "turn.not-now": _ORDER,
        "turn.not-over": _ORDER,
        "turn.not-your-turn": _ORDER,
        "turn.opening-first": "who starts is decided first; variants.md 1.2",
        "turn.plays-no-more": "a game of more than two players goes on without who forfeits; cube.md 10",
        "turn.dice-rolled": _ORDER,
        "turn.roll-first": _ORDER,
        "turn.stale": "a host's draft of a turn: commands name the draft that they saw",
        "variant.play": "the variant: what its own filter leaves",
    }
)

#: What a replay finds against a record and nothing else refuses by.
FINDINGS: Mapping[str, str] = MappingProxyType(
    {
        "cube.unanswered": _RECORD,
        "cube.value": _RECORD,
        "match.not-over": _RECORD,
        "opening.double": "with single dice nobody opens with a double; variants.md 1.2",
        "play.ambiguous": _RECORD,
        "record.unplayed-roll": _RECORD,
        "record.unreadable": _RECORD,
        "replay.stopped": _RECORD,
        "result.points": _RECORD,
        "result.winner": _RECORD,
        "score.differs": _RECORD,
    }
)


def source_of(rule: str) -> str:
    """Where a rule comes from; empty for a rule that is not the library's own.

    >>> source_of("cube.crawford-game")
    'bkgm glossary, Crawford rule; USBGF 2024; cube.md 7'
    """
    return RULES.get(rule, "")
