"""Plays as people write them: read against the legal plays of a roll, and written in the spellings of programs.

What is written means a play when its checkers can be moved that way, in some order of the dice. Written stops are kept
to; where none are written, a checker may go by any legal way. What is accepted is listed in
`raceboard.notation.reading`, what can be written in `raceboard.notation.writing`.

Marks of hits are evidence, not conditions: programs leave them out and people set them wrongly (case BG045), so a mark
never makes a play illegal. Where several ways hit differently, the one that agrees best with the marks is meant:
`24/18` hits nothing on the way if it need not. If two ways agree equally well, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from raceboard.errors import NotationError, RuleError, Verdict
from raceboard.legal import Plays
from raceboard.move import Play, Step
from raceboard.notation.matching import Leg, begun, legs, matching
from raceboard.notation.reading import read_moves
from raceboard.notation.refused import refusal_of
from raceboard.notation.shapes import Numbering, head_of
from raceboard.notation.writing import SPELLINGS, Spelling, canonical_text, write_play

__all__ = [
    "SPELLINGS",
    "Answer",
    "Leg",
    "Numbering",
    "Spelling",
    "canonical_text",
    "head_of",
    "legs",
    "matching",
    "parse_play",
    "read_play",
    "read_steps",
    "write_play",
]

#: What a typed text comes to: the play that it means; the plays between which it leaves a choice, two or more; the
#: verdict on a readable text that is no legal play; or the error, as a value, of a text that cannot be read.
Answer: TypeAlias = Play | tuple[Play, ...] | Verdict | NotationError


def parse_play(plays: Plays, text: str, *, numbering: Numbering = "down") -> Answer:
    """What a typed text comes to; nothing is raised, so that a host can tell the four cases apart by their class.

    `numbering` says how the text numbers points. The steps of a play go in the written order where that is legal.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> for text in ("65: 13-7, 13-8", "13/7 7/1", "13/7 jump"):
    ...     match parse_play(plays, text):
    ...         case Play() as play:
    ...             print("played:", play)
    ...         case Verdict() as verdict:
    ...             print("refused:", verdict.rule)
    ...         case NotationError() as error:
    ...             print("what?", error.reason[:17])
    played: 13/8 13/7
    refused: dice.not-left
    what? 'jump' is no move
    """
    try:
        moves = read_moves(plays, text, numbering)
    except NotationError as error:
        return error
    found = matching(plays, moves)
    if not found:
        return refusal_of(plays, text, legs(plays.position.layout, moves))
    return found[0] if len(found) == 1 else found


def read_play(plays: Plays, text: str, *, numbering: Numbering = "down") -> Play:
    """The legal play that a text means; its steps go in the written order where that is legal.

    `numbering` says how the text numbers points. Raises NotationError for a text that cannot be read, and for one that
    several plays fit equally well, with these as candidates; RuleError for a readable text that is no legal play.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> str(read_play(plays, "13-7* 13-8")), str(read_play(plays, "1/12", numbering="up"))
    ('13/8 13/7', '24/13')
    """
    answer = parse_play(plays, text, numbering=numbering)
    if isinstance(answer, Play):
        return answer
    if isinstance(answer, Verdict):
        raise RuleError(answer)
    if isinstance(answer, NotationError):
        raise answer
    raise _ambiguous(text, answer)


def read_steps(plays: Plays, steps: Iterable[Step], text: str, *, numbering: Numbering = "down") -> tuple[Step, ...]:
    """The steps of a turn that is played step by step, with those that a text adds to the ones given.

    For hosts that take a part of a play at a time; a text of several dice adds all of its steps. Raises NotationError
    for a text that cannot be read, adds nothing or leaves a choice, RuleError when no legal play goes on so.

    >>> from raceboard import Registry, Roll, Step, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> [(step.source, step.die) for step in read_steps(plays, [Step(24, 6)], "18-13")]
    [(24, 6), (18, 5)]
    """
    given = tuple(steps)
    moves = read_moves(plays, text, numbering)
    if not moves:
        raise NotationError(text, "this adds no step")
    found = begun(plays, given, moves)
    if not found:
        raise RuleError(refusal_of(plays, text, legs(plays.position.layout, moves), given))
    way, *more = found
    if more:
        raise _ambiguous(text, found)
    return way.steps


def _ambiguous(text: str, found: tuple[Play, ...]) -> NotationError:
    return NotationError(text, "a checker can go several ways that hit differently", tuple(map(str, found)))
