"""Plays in the spellings of other programs. The canonical text is `str(play)`.

| spelling | example | a dance | boards |
|---|---|---|---|
| gnu | `bar/22 13/7*(2)`: the canonical text, as GNU Backgammon has it | `cannot move` | any |
| xg | `Bar/22 6/Off(2)`, as in the match texts of eXtreme Gammon | `Cannot Move` | any |
| ubgi | `bar/22 13/7 13/7`: each step by itself, no stars (UBGI, draft 0.01) | an empty line | no reserve but a bar |
| fibs | `m bar-22 13-7 13-7`: a command to FIBS | an empty line | backgammon |
| sgf | `B[33yvmjmj]`: a node of SGF | `B[33]` | backgammon |

FIBS lets one of the players count from 1 to 24; `numbering="up"` writes his commands (direction 1 of the board line).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from raceboard.errors import did_you_mean
from raceboard.legal import Plays
from raceboard.move import Play
from raceboard.notation.sgf import COLOURS, sgf_letters
from raceboard.notation.shapes import SGF_BOARD, Numbering, is_of_sgf, marks_matter

__all__ = ["SPELLINGS", "Spelling", "canonical_text", "write_play"]

Spelling: TypeAlias = Literal["gnu", "xg", "ubgi", "fibs", "sgf"]

#: The names of the spellings.
SPELLINGS: tuple[Spelling, ...] = get_args(Spelling)


def canonical_text(plays: Plays, play: Play) -> str:
    """The one text of a result, whichever way the play goes: that of the play in the list.

    It is `str(play)` where a turn has two dice, or equal ones. With more dice a result may have ways that look
    different, and the list shows one of them (DECISIONS 9). Raises ValueError for a play that is not in the list.

    >>> from raceboard import Registry, Roll, Step, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 0, Roll(6, 5))
    >>> canonical_text(plays, plays.play([Step(13, 5), Step(24, 6)]))
    '24/18 13/8'
    """
    return str(_listed(plays, play))


def write_play(plays: Plays, play: Play, spelling: Spelling = "gnu", *, numbering: Numbering = "down") -> str:
    """A play in a spelling; `read_play` reads it back. Equal plays have one text.

    Raises ValueError for an unknown spelling, a play that is not in the list, a board that the spelling does not know,
    and for `numbering="up"` in any spelling but `fibs`.

    >>> from raceboard import Registry, Roll, legal_plays
    >>> spec = Registry.load().variant("backgammon")
    >>> plays = legal_plays(spec, spec.start, 1, Roll(6, 5))
    >>> [write_play(plays, plays[0], spelling) for spelling in SPELLINGS]
    ['24/13', '24/13', '24/18 18/13', 'm 24-18 18-13', 'B[65aggl]']
    >>> write_play(plays, plays[0], "fibs", numbering="up")
    'm 1-7 7-12'
    """
    if spelling not in _WRITERS:
        hint = did_you_mean(spelling, SPELLINGS)
        raise ValueError(f"{spelling!r} is no spelling; choose one of {', '.join(SPELLINGS)}{hint and '; ' + hint}")
    if numbering != "down" and spelling != "fibs":
        raise ValueError("every play text counts pips to go (DECISIONS 3); only a command to FIBS may count up")
    return _WRITERS[spelling](plays, _listed(plays, play), numbering)


def _listed(plays: Plays, play: Play) -> Play:
    if play not in plays:
        raise ValueError(f"{play} is not one of these plays")
    return plays[plays.index(play)]


def _gnu(plays: Plays, play: Play, numbering: Numbering) -> str:
    return "cannot move" if play.is_pass else str(play)


def _xg(plays: Plays, play: Play, numbering: Numbering) -> str:
    return _gnu(plays, play, numbering).title()


def _ubgi(plays: Plays, play: Play, numbering: Numbering) -> str:
    spec = plays.problem.spec
    if set(spec.layout.reserves) - {"bar"} or marks_matter(spec):
        raise ValueError(f"UBGI knows no reserve but a bar, and no choice whether to hit; {spec.name} needs more")
    return " ".join("/".join(ends) for ends in _steps(plays, play, numbering))


def _fibs(plays: Plays, play: Play, numbering: Numbering) -> str:
    _demand_its_board(plays, "FIBS")
    return " ".join(["m", *("-".join(ends) for ends in _steps(plays, play, numbering))]) if play.steps else ""


def _sgf(plays: Plays, play: Play, numbering: Numbering) -> str:
    _demand_its_board(plays, "SGF")
    legs = [(step.source, step.target or 0) for step in play.steps]
    dice = "".join(map(str, plays.dice[:2]))
    return f"{COLOURS[plays.side]}[{dice}{sgf_letters(legs, plays.side)}]"


def _demand_its_board(plays: Plays, whose: str) -> None:
    if not is_of_sgf(plays.problem.spec):
        raise ValueError(f"{whose} knows {SGF_BOARD}, and no board like that of {plays.problem.spec.name}")


def _steps(plays: Plays, play: Play, numbering: Numbering) -> list[tuple[str, str]]:
    """Source and target of each step, as words, in playing order."""
    layout = plays.position.layout

    def name(index: int) -> str:
        is_up = numbering == "up" and 1 <= index <= layout.points
        return layout.name(layout.points + 1 - index if is_up else index)

    return [(name(step.source), name(step.target or 0)) for step in play.steps]


_WRITERS: Mapping[str, Callable[[Plays, Play, Numbering], str]] = MappingProxyType(
    {"gnu": _gnu, "xg": _xg, "ubgi": _ubgi, "fibs": _fibs, "sgf": _sgf}
)
