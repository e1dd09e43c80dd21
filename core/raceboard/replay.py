"""Replay of match records: every recorded play is checked against the rules, and every deviation is a finding.

A replay never stops at the first mistake. An illegal play is reported and then made all the same, as far as the board
allows, so that the rest of the game can be checked; where that is impossible the finding says that the rest was not
checked. Words about the cube are carried along and not judged.

One entry of a record is one whole turn, so a variant that plays a roll in several parts cannot be replayed from it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from attrs import evolve, frozen

from raceboard.action import Played, Rolled
from raceboard.dice import Roll
from raceboard.finish import Outcome
from raceboard.game import Game
from raceboard.notation import legs, matching
from raceboard.phase import Phase
from raceboard.position import Position, Setup
from raceboard.record import (
    CubeEntry,
    CubeKind,
    Entry,
    GameRecord,
    GameResult,
    MatchRecord,
    Other,
    Resignation,
    RolledPlay,
    UnplayedRoll,
)
from raceboard.side import Side, others, seat_name
from raceboard.spec import VariantSpec

__all__ = ["Ending", "Finding", "GameReport", "Report", "replay", "replay_game"]

_ILLEGAL = "play.not-legal"
_SHOWN = 5  # so many legal plays are named in the text of a finding


class Ending(StrEnum):
    """How a recorded game ended."""

    FINISHED = "finished"
    PASSED = "passed"
    RESIGNED = "resigned"
    UNFINISHED = "unfinished"


@frozen
class Finding:
    """Something in a record that is out of order.

    `rule` is `play.not-legal`, `play.ambiguous` (it could be another play), `opening.double`, `turn.not-your-turn`,
    `turn.game-over`, `record.unplayed-roll`, `record.unreadable`, `result.winner` (it says that another player has won)
    or `replay.stopped` (the rest of the game is not checked).

    `ply` counts the rolls of the game from one, the present one included. `said` is what stands in the record, with its
    side, text and line; None when the whole game is meant. `legal` are the plays in place of an illegal one.
    """

    rule: str
    game: int
    ply: int
    said: Entry | GameResult | None
    why: str
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        """One line: place, what stands there, what is wrong, and some of the legal plays."""
        place = f"game {self.game}, ply {self.ply}"
        said = f", line {self.said.line}: {seat_name(self.said.side)} {self.said.text}" if self.said else ""
        more = ", ..." if len(self.legal) > _SHOWN else ""
        legal = f"; {len(self.legal)} legal: {', '.join(self.legal[:_SHOWN])}{more}" if self.legal else ""
        return f"{place}{said} [{self.rule}]: {self.why}{legal}"


@frozen
class GameReport:
    """What the replay of a game came to.

    `plies`: rolls in the record. `winner`: None while nobody has won. `outcome`: by the rules, for a finished game.
    `cube`: its value at the end, as recorded. `result`: as stated. `is_checked` is False when a part of the game could
    not be replayed; a finding says from where on.
    """

    number: int
    plies: int
    ending: Ending
    winner: Side | None
    outcome: Outcome | None
    cube: int
    result: GameResult | None
    findings: tuple[Finding, ...]
    is_checked: bool

    @property
    def illegal(self) -> tuple[Finding, ...]:
        """The illegal plays."""
        return tuple(finding for finding in self.findings if finding.rule == _ILLEGAL)

    @property
    def points(self) -> int | None:
        """Level times cube; None where only a statement could tell. Tables cap it and have rules that lower it."""
        if self.ending is Ending.PASSED:
            return self.cube
        return self.outcome.points * self.cube if self.outcome else None


@frozen
class Report:
    """What the replay of a match came to; `name` is the record's."""

    name: str
    games: tuple[GameReport, ...]

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


@frozen
class _Table:
    """A game under replay. `game` is None before the first roll, for only that shows who opens."""

    spec: VariantSpec
    number: int
    game: Game | None = None
    plies: int = 0
    cube: int = 1
    offered: int = 1
    ending: Ending = Ending.UNFINISHED
    winner: Side | None = None
    findings: tuple[Finding, ...] = ()
    is_checked: bool = True

    def noting(self, rule: str, said: Entry | GameResult | None, why: str, legal: tuple[str, ...] = ()) -> _Table:
        finding = Finding(rule, self.number, self.plies, said, why, legal)
        return evolve(self, findings=(*self.findings, finding))

    def stopped(self, said: Entry | None, why: str) -> _Table:
        return evolve(self.noting("replay.stopped", said, f"not checked from here on: {why}"), is_checked=False)

    def ended(self, ending: Ending, winner: Side | None) -> _Table:
        return evolve(self, ending=ending, winner=winner)


def replay(record: MatchRecord, spec: VariantSpec) -> Report:
    """The report on every game of a record, played by the rules of a variant.

    Raises ValueError when the variant is for another number of players.

    >>> from raceboard import Registry
    >>> from raceboard.formats import mat
    >>> record = mat.read('''Game 1
    ...  Ann : 0                        Bob : 0
    ...   1) 31: 8/5 6/5                 66: 24/18(2) 13/7
    ... ''')
    >>> [finding.rule for finding in replay(record, Registry.load().variant("backgammon")).findings]
    ['play.not-legal']
    """
    return Report(record.name, tuple(replay_game(game, spec) for game in record.games))


def replay_game(record: GameRecord, spec: VariantSpec) -> GameReport:
    """The report on one game; raises ValueError when the variant is for another number of players."""
    if len(record.players) != spec.players:
        raise ValueError(f"{spec.name} is a game for {spec.players} players, and the record has {len(record.players)}")
    table = _Table(spec, record.number)
    if record.start is not None:
        table = table.stopped(None, f"the game begins in a set-up position, {record.start!r}, which cannot be read")
    for entry in record.entries:
        table = _read(table, entry)
    for statement in record.results:
        table = _compared(table, statement, record.results[-1])
    return GameReport(
        number=record.number,
        plies=table.plies,
        ending=table.ending,
        winner=table.winner,
        outcome=table.game.outcome if table.game else None,
        cube=table.cube,
        result=record.result,
        findings=table.findings,
        is_checked=table.is_checked,
    )


def _read(table: _Table, entry: Entry) -> _Table:
    """Go on with one entry; what follows the end of a game is reported and changes nothing."""
    if isinstance(entry, RolledPlay | UnplayedRoll):
        table = evolve(table, plies=table.plies + 1)
    if table.ending is not Ending.UNFINISHED:
        return table.noting("turn.game-over", entry, f"the game was over ({table.ending})")
    match entry:
        case RolledPlay():
            return _played(table, entry) if table.is_checked else table
        case UnplayedRoll():
            return table.noting("record.unplayed-roll", entry, "nobody played this roll")
        case CubeEntry():
            return _cube_said(table, entry)
        case Resignation():
            return table.ended(Ending.RESIGNED, others(entry.side, table.spec.players)[0])
        case Other():
            return table.noting("record.unreadable", entry, "this cannot be read")
    assert_never(entry)


def _cube_said(table: _Table, entry: CubeEntry) -> _Table:
    """Carry the cube along; a pass ends the game at its old value."""
    match entry.kind:
        case CubeKind.DOUBLE:
            return evolve(table, offered=entry.value or 2 * table.cube)
        case CubeKind.TAKE:
            return evolve(table, cube=table.offered)
        case CubeKind.BEAVER | CubeKind.RACCOON:
            turned = entry.value or 2 * table.offered
            return evolve(table, cube=turned, offered=turned)
        case CubeKind.PASS:
            return table.ended(Ending.PASSED, others(entry.side, table.spec.players)[0])
    assert_never(entry.kind)


# ---------------------------------------------------------------------- plays


def _played(table: _Table, entry: RolledPlay) -> _Table:
    """Throw, find the play that is meant, and make it."""
    table, game = _on_roll(table, entry)
    try:
        game = game.apply(Rolled(Roll(*entry.roll), entry.side))
        found = matching(game.plays, entry.moves)
    except ValueError as error:
        return table.stopped(entry, str(error))
    if game.phase is not Phase.MOVING or len(game.stages) > 1:
        return table.stopped(entry, f"{game.roll} is played in several parts, and the record tells one")
    if not found:
        return _illegal(table, game, entry)
    play, *more = found
    if more:
        table = table.noting("play.ambiguous", entry, f"read as {play}; {', '.join(map(str, more))} fits as well")
    game = game.apply(Played(play))
    table = evolve(table, game=game)
    return table.ended(Ending.FINISHED, game.outcome.winner) if game.outcome else table


def _on_roll(table: _Table, entry: RolledPlay) -> tuple[_Table, Game]:
    """The game with the player of the entry to throw, whoever should be, and the table with what is odd about that."""
    game, opening = table.game, table.spec.opening
    if game is None:
        if Roll(*entry.roll).is_double and opening.mode == "single_dice" and opening.next_game == "roll":
            table = table.noting("opening.double", entry, "equal dice decide no opening")
        return table, Game.start(table.spec, entry.side)
    if game.on_roll == entry.side:
        return table, game
    table = table.noting("turn.not-your-turn", entry, "it was not this player's turn; a turn is missing before it")
    return table, _resumed(game, game.position, entry.side)


def _illegal(table: _Table, game: Game, entry: RolledPlay) -> _Table:
    """Report an illegal play, and make it all the same."""
    table = table.noting(_ILLEGAL, entry, "not a legal play", tuple(map(str, game.plays)))
    following = others(entry.side, table.spec.players)[0]
    try:
        return evolve(table, game=_resumed(game, _forced(game, entry), following))
    except ValueError as error:
        return table.stopped(entry, f"the game cannot go on after it; {error}")


def _resumed(game: Game, position: Position, side: Side) -> Game:
    """The game with a side to throw in a position; its turn counts as begun."""
    turns = tuple(number + (seat == side) for seat, number in enumerate(game.turns))
    return Game.resume(game.spec, position, side, turns=turns, starter=game.starter)


def _forced(game: Game, entry: RolledPlay) -> Position:
    """The position after the moves as they are written; raises ValueError when they cannot be made."""
    layout = game.spec.layout
    rows = [list(game.position.counts(side)) for side in range(game.spec.players)]
    for source, stop in legs(layout, entry.moves):
        if not rows[entry.side][source]:
            raise ValueError(f"{layout.name(source)} is empty")
        rows[entry.side][source] -= 1
        rows[entry.side][stop] += 1
        _hit(game.spec, rows, entry.side, stop)
    return Setup(tuple(map(tuple, rows)), removed=tuple(game.position.removed)).position(game.spec)


def _hit(spec: VariantSpec, rows: list[list[int]], side: Side, index: int) -> None:
    """Send opponents away from a point where `side` has landed; raises ValueError when they hold it."""
    for other in others(side, spec.players):
        there = spec.track.cross(side, other, index)
        if not there or not rows[other][there]:
            continue
        if spec.landing.contact != "hit" or rows[other][there] >= spec.landing.block:
            raise ValueError(f"{spec.layout.name(index)} is held by {seat_name(other)}")
        rows[other][spec.layout.index(spec.landing.hit_to)] += rows[other][there]
        rows[other][there] = 0


# ---------------------------------------------------------------------- results


def _compared(table: _Table, statement: GameResult, last: GameResult) -> _Table:
    """Report a statement that names another winner than the game, or than the last statement if nobody has won."""
    is_open = table.ending is Ending.UNFINISHED
    winner = last.side if is_open else table.winner
    if statement.side == winner:
        return table
    name = "nobody" if winner is None else seat_name(winner)
    won = f"has won by the last statement, {last.text}" if is_open else f"has won ({table.ending})"
    return table.noting("result.winner", statement, f"{name} {won}")
