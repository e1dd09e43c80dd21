"""What a replay has found: a report on every game of a record, and on the match.

Two accounts meet in a report. What the record states is `stated`; what the rules make of the same actions is `counted`.
Where the points differ, a `Reading` says how the statement is to be understood, or a finding says that it is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import frozen

from raceboard.messages import text
from raceboard.record import Entry, GameResult
from raceboard.scores import GameResult as Counted
from raceboard.side import Side

__all__ = ["ILLEGAL", "Ending", "Finding", "GameReport", "Reading", "Report"]

#: The rule of a finding about an illegal play.
ILLEGAL = "play.not-legal"

#: Findings that say something about the writing of a record and nothing against what was played.
_REMARKS = ("play.ambiguous", "record.unplayed-roll")
_SHOWN = 5  # so many legal plays are named in the text of a finding


class Ending(StrEnum):
    """How a recorded game ended."""

    FINISHED = "finished"
    PASSED = "passed"
    RESIGNED = "resigned"
    UNFINISHED = "unfinished"


class Reading(StrEnum):
    """How the stated points of a game are to be understood."""

    #: They are the points by the rules.
    AS_PLAYED = "as-played"
    #: Nobody finished: one side gave the game up, at a level that counts so much.
    GIVEN_UP = "given-up"
    #: Nobody finished, and no resignation counts so much: the game was lost off the board, or the whole match.
    FORFEITED = "forfeited"
    #: No more is stated than the match needed.
    CAPPED = "capped"
    #: The length of the match is stated, which is less than the points by the rules.
    CAPPED_AT_LENGTH = "capped-at-length"
    #: No double was accepted, and the win is stated as one of the lowest level, as the Jacoby rule has it.
    JACOBY = "jacoby"
    #: Nothing is stated.
    UNSTATED = "unstated"
    #: Nothing is stated, and nobody has won.
    UNFINISHED = "unfinished"
    #: The end of the game could not be replayed; the statement is taken as it is.
    UNCHECKED = "unchecked"
    #: None of these: a finding says what contradicts the statement.
    CONTRADICTED = "contradicted"


@frozen
class Finding:
    """Something in a record that is out of order.

    `rule` is the id of the reason why an action was refused (`cube.crawford-game`, `turn.not-your-turn`), or it is
    `play.not-legal`, `play.ambiguous` (it could be another play), `opening.double`, `record.unplayed-roll`,
    `record.unreadable`, `cube.unanswered`, `cube.value` (the stated value is another), `score.differs` (from the score
    after the games before), `result.winner` (it says that another player has won), `result.points`,
    `match.match-over` (a game follows the end of the match), `match.not-over` (it says that the match is over) or
    `replay.stopped` (the rest of the game is not checked).

    `ply` counts the rolls of the game from one, the present one included. `said` is what stands in the record, with its
    side, text and line; None when the whole game is meant. `why` is in the language that the replay spoke. `legal` are
    the plays in place of an illegal one.
    """

    rule: str
    game: int
    ply: int
    said: Entry | GameResult | None
    why: str
    legal: tuple[str, ...] = ()

    @property
    def is_remark(self) -> bool:
        """Is it about the writing alone, and nothing against what was played?"""
        return self.rule in _REMARKS

    def __str__(self) -> str:
        """One line: place, what stands there, what is wrong, and some of the legal plays."""
        told: dict[str, object] = {"game": self.game, "ply": self.ply, "rule": self.rule, "why": self.why}
        if self.said is None:
            found = text("finding.whole", told)
        else:
            entry = {"line": self.said.line, "side": self.said.side, "said": self.said.text}
            found = text("finding.entry", told | entry)
        if not self.legal:
            return found
        plays = ", ".join([*self.legal[:_SHOWN], *(["..."] if len(self.legal) > _SHOWN else [])])
        return text("finding.legal", {"finding": found, "number": len(self.legal), "plays": plays})

    def as_json(self) -> Mapping[str, object]:
        """The finding as values of JSON; `side`, `line` and `text` of what was said are null for a whole game."""
        return {
            "rule": self.rule,
            "ply": self.ply,
            "side": self.said.side if self.said else None,
            "line": self.said.line if self.said else None,
            "text": self.said.text if self.said else None,
            "why": self.why,
            "legal": list(self.legal),
        }


@frozen
class GameReport:
    """What the replay of a game came to.

    `scores`: points of each side before the game, as recorded. `plies`: rolls in the record. `counted`: winner, level
    and points by the rules; None while nobody has won, and where only the statement tells. `cube`: its value at the
    end. `stated`: the result in the record, which `reading` explains. `is_crawford`: nobody could double in this game
    by the Crawford rule. `is_checked` is False when a part of the game could not be replayed; a finding says from where
    on.
    """

    number: int
    scores: tuple[int, ...]
    plies: int
    ending: Ending
    counted: Counted | None
    cube: int
    stated: GameResult | None
    reading: Reading
    findings: tuple[Finding, ...]
    is_crawford: bool
    is_checked: bool

    @property
    def winner(self) -> Side | None:
        """Who has won by the rules, or else as stated; None when nobody has."""
        if self.counted:
            return self.counted.winner
        return self.stated.side if self.stated else None

    @property
    def points(self) -> int | None:
        """The points by the rules: level times cube, whatever a match needed."""
        return self.counted.points if self.counted else None

    @property
    def illegal(self) -> tuple[Finding, ...]:
        """The illegal plays."""
        return tuple(finding for finding in self.findings if finding.rule == ILLEGAL)

    def as_json(self) -> Mapping[str, object]:
        """The report as values of JSON."""
        return {
            "number": self.number,
            "scores": list(self.scores),
            "is_crawford": self.is_crawford,
            "plies": self.plies,
            "ending": self.ending.value,
            "winner": self.winner,
            "level": self.counted.level if self.counted else None,
            "points": self.points,
            "cube": self.cube,
            "stated": _stated(self.stated) if self.stated else None,
            "reading": self.reading.value,
            "is_checked": self.is_checked,
            "findings": [finding.as_json() for finding in self.findings],
        }


def _stated(result: GameResult) -> Mapping[str, object]:
    return {
        "winner": result.side,
        "points": result.points,
        "ends_match": result.ends_match,
        "text": result.text,
        "line": result.line,
    }


@frozen
class Report:
    """What the replay of a match came to.

    `name`: the record's. `ruleset` and `length`: what it was judged by; the length is None outside a match. `score`:
    points at the end, by the statements where they differ from the rules. `winner`: of the match; None while it goes
    on.
    """

    name: str
    ruleset: str
    length: int | None
    games: tuple[GameReport, ...]
    score: tuple[int, ...]
    winner: Side | None

    @property
    def plies(self) -> int:
        """The rolls of all games."""
        return sum(game.plies for game in self.games)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is out of order, in the order of the games."""
        return tuple(finding for game in self.games for finding in game.findings)

    @property
    def illegal(self) -> tuple[Finding, ...]:
        """The illegal plays of all games."""
        return tuple(finding for game in self.games for finding in game.illegal)

    @property
    def crawford_games(self) -> tuple[int, ...]:
        """The numbers of the Crawford games: one at most in a match."""
        return tuple(game.number for game in self.games if game.is_crawford)

    @property
    def readings(self) -> Mapping[Reading, int]:
        """How many games have each reading."""
        return MappingProxyType(Counter(game.reading for game in self.games))

    @property
    def is_clean(self) -> bool:
        """Everything could be read and checked, and nothing was against the rules; remarks do not count."""
        return all(finding.is_remark for finding in self.findings)

    def as_json(self) -> Mapping[str, object]:
        """The report as values of JSON; sides are numbers, from 0, and those of nobody null."""
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "length": self.length,
            "score": list(self.score),
            "winner": self.winner,
            "plies": self.plies,
            "illegal": len(self.illegal),
            "games": [game.as_json() for game in self.games],
        }
