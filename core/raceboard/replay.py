"""Replay of match records: every action is checked against the rules, and every deviation is a finding.

A replay never stops at the first mistake. An action that the rules refuse is reported and then done all the same, as
far as there is a sense in it, so that the rest of the match can be checked; where that is impossible the finding says
that the rest of the game was not checked. At the end of a game the stated points are compared with those by the rules,
and the recorded score before each game with the score so far.

One entry of a record is one whole turn, so a variant that plays a roll in several parts cannot be replayed from it.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve, frozen

from raceboard.action import Double, NextGame, OpeningRolled, Pass, Played, Redouble, Rolled, SessionAction, Take
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.forcing import cube_turned, moved, on_roll, set_up, without_offer
from raceboard.game import Game
from raceboard.judging import Statement, as_stated, settled, unstated
from raceboard.messages import text
from raceboard.notation import matching
from raceboard.phase import Phase
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
from raceboard.report import ILLEGAL, Ending, Finding, GameReport, Reading, Report
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.side import Side, others
from raceboard.stakes import begin_game, length_of

__all__ = ["replay"]


@frozen
class _Table:
    """A game under replay. `winner`: by the entries, also where the board does not say so."""

    session: Session
    record: GameRecord
    plies: int = 0
    ending: Ending = Ending.UNFINISHED
    winner: Side | None = None
    findings: tuple[Finding, ...] = ()
    is_checked: bool = True

    def noting(self, rule: str, said: Entry | GameResult | None, why: str, legal: tuple[str, ...] = ()) -> _Table:
        finding = Finding(rule, self.record.number, self.plies, said, why, legal)
        return evolve(self, findings=(*self.findings, finding))

    def stopped(self, said: Entry | None, why: str) -> _Table:
        return evolve(self.noting("replay.stopped", said, text("finding.stopped", {"why": why})), is_checked=False)

    def at(self, session: Session) -> _Table:
        return evolve(self, session=session)

    def ended(self, ending: Ending, winner: Side | None) -> _Table:
        return evolve(self, ending=ending, winner=winner)


def replay(record: MatchRecord, rules: Ruleset) -> Report:
    """The report on every game of a record, played by a ruleset.

    A match is played to the length that the record states, or else to that of the ruleset. Raises ValueError when the
    variant is for another number of players, or the match has no length.

    >>> from raceboard import Registry
    >>> from raceboard.formats import mat
    >>> record = mat.read('''5 point match
    ...  Game 1
    ...  Ann : 0                        Bob : 4
    ...   1) 31: 8/5 6/5                 Doubles => 2
    ...   2)  Takes                      66: 24/18(2) 13/7
    ... ''')
    >>> report = replay(record, mat.ruleset(record, Registry.load()))
    >>> [finding.rule for finding in report.findings], report.crawford_games
    (['cube.crawford-game', 'play.not-legal'], (1,))
    """
    if len(record.players) != rules.spec.players:
        who = f"{rules.variant} is a game for {rules.spec.players} players"
        raise ValueError(f"{who}, and the record has {len(record.players)}")
    session, games = _started(record, rules), list[GameReport]()
    for game in record.games:
        session, report = _replayed(_seated(session, game, is_first=not games))
        games.append(report)
    return Report(record.name, rules.name, session.length, tuple(games), session.score, session.winner)


def _started(record: MatchRecord, rules: Ruleset) -> Session:
    """The session before the first game; a score that no match begins with is left out."""
    length = length_of(rules, (record.length or None) if rules.context == "match" else None)
    scores = record.games[0].scores
    is_over = length is not None and max(scores) >= length
    return Session.start(rules, length=length, score=None if is_over else scores)


def _seated(session: Session, record: GameRecord, *, is_first: bool) -> _Table:
    """The table before a game, with the recorded scores; what is odd about them is reported."""
    table = _Table(session, record)
    if session.is_over:
        table = table.noting("match.match-over", None, text("finding.match-over", {"score": _shown(session.score)}))
    elif session.score != record.scores:
        told = {"recorded": _shown(record.scores), "score": _shown(session.score)}
        table = table.noting("score.differs", None, text("finding.score", told))
    session = evolve(session, score=record.scores, is_over=False, winner=None, how="")
    if is_first:
        return table.at(session)
    if session.result is not None:
        return table.at(session.apply(NextGame()))
    following = evolve(session, number=session.number + 1)
    return table.at(begin_game(following, Game.start(following.table.spec)))


def _shown(scores: tuple[int, ...]) -> str:
    return ":".join(map(str, scores))


# ---------------------------------------------------------------------- entries


def _replayed(table: _Table) -> tuple[Session, GameReport]:
    """The session after a game, and the report on it."""
    is_crawford = table.session.facts.get("crawford") == "now"
    table = _set_up(table)
    for entry in table.record.entries:
        table = _read(table, entry)
    cube = table.session.cube
    table, reading = _concluded(table)
    return table.session, GameReport(
        number=table.record.number,
        scores=table.record.scores,
        plies=table.plies,
        ending=table.ending,
        counted=table.session.result,
        cube=cube.value if cube else 1,
        stated=table.record.result,
        reading=reading,
        findings=table.findings,
        is_crawford=is_crawford,
        is_checked=table.is_checked,
    )


def _set_up(table: _Table) -> _Table:
    """The table with the position and the cube that the game began with, where these were set up."""
    start, entries = table.record.start, table.record.entries
    if start is None:
        return table
    said = entries[0].side if entries else 0
    try:
        return table.at(set_up(table.session, start, said if start.on_roll is None else start.on_roll))
    except ValueError as error:
        return table.stopped(None, text("finding.set-up", {"position": start.position, "error": error}))


def _read(table: _Table, entry: Entry) -> _Table:
    """Go on with one entry; what follows the end of a game is reported and changes nothing."""
    if isinstance(entry, RolledPlay | UnplayedRoll):
        table = evolve(table, plies=table.plies + 1)
    if table.ending is not Ending.UNFINISHED:
        return table.noting("turn.game-over", entry, text("finding.game-over", {"ending": table.ending}))
    match entry:
        case RolledPlay():
            return _played(table, entry) if table.is_checked else table
        case UnplayedRoll():
            return table.noting("record.unplayed-roll", entry, text("finding.unplayed"))
        case CubeEntry():
            return _cube_said(table, entry)
        case Resignation():
            return table.ended(Ending.RESIGNED, _opponent(table, entry.side))
        case Other():
            return table.noting("record.unreadable", entry, text("finding.unreadable"))
    assert_never(entry)


def _opponent(table: _Table, side: Side) -> Side:
    return others(side, table.session.table.spec.players)[0]


def _cube_said(table: _Table, entry: CubeEntry) -> _Table:
    """Do an action on the cube, whether or not it is possible; it is not judged where the turns are not known."""
    action = _action(entry)
    try:
        table = table.at(table.session.apply(action))
    except NotNowError as error:
        if table.is_checked:
            table = table.noting(error.rule, entry, text("finding.refused", {"rule": error.rule}))
        table = table.at(cube_turned(table.session, entry.side, action))
    if table.session.result:
        return table.ended(Ending.PASSED, table.session.result.winner)
    return _valued(table, entry)


def _action(entry: CubeEntry) -> SessionAction:
    match entry.kind:
        case CubeKind.DOUBLE:
            return Double(entry.side)
        case CubeKind.TAKE:
            return Take(entry.side)
        case CubeKind.PASS:
            return Pass(entry.side)
        case CubeKind.BEAVER | CubeKind.RACCOON:
            return Redouble(entry.kind.value, entry.side)
    assert_never(entry.kind)


def _valued(table: _Table, entry: CubeEntry) -> _Table:
    """A value that is stated for an offer holds, also where it is not twice the one before."""
    cube = table.session.cube
    if cube is None or cube.offer is None or entry.value in (None, cube.offer.value):
        return table
    table = table.noting("cube.value", entry, text("finding.value", {"value": cube.offer.value}))
    offer = evolve(cube.offer, value=entry.value)
    return table.at(evolve(table.session, cube=evolve(cube, offer=offer)))


# ---------------------------------------------------------------------- plays


def _played(table: _Table, entry: RolledPlay) -> _Table:
    """Throw, find the play that is meant, and make it."""
    table = _on_turn(table, entry)
    try:
        session = _thrown(table.session, entry)
        found = matching(session.game.plays, entry.moves)
    except ValueError as error:
        return table.stopped(entry, str(error))
    game = session.game
    if game.phase is not Phase.MOVING or len(game.stages) > 1:
        return table.stopped(entry, text("finding.parts", {"roll": game.roll}))
    if not found:
        return _illegal(table.at(session), entry)
    play, *more = found
    if more:
        told = {"play": play, "others": ", ".join(map(str, more))}
        table = table.noting("play.ambiguous", entry, text("finding.ambiguous", told))
    session = session.apply(Played(play))
    table = table.at(session)
    return table.ended(Ending.FINISHED, session.result.winner) if session.result else table


def _on_turn(table: _Table, entry: RolledPlay) -> _Table:
    """Report what is odd about a throw at this time; a double that nobody answered was taken."""
    game = table.session.game
    if table.session.phase is Phase.CUBE:
        table = table.noting("cube.unanswered", entry, text("finding.unanswered")).at(table.session.apply(Take()))
    if game.phase is Phase.OPENING:
        is_tie = game.spec.opening.mode == "single_dice" and Roll(*entry.roll).is_double
        return table.noting("opening.double", entry, text("finding.opening-double")) if is_tie else table
    if game.on_roll != entry.side:
        return table.noting("turn.not-your-turn", entry, text("finding.not-your-turn"))
    return table


def _thrown(session: Session, entry: RolledPlay) -> Session:
    """The session after the throw of an entry, whose player is put on roll; raises ValueError for impossible dice."""
    game, roll = session.game, Roll(*entry.roll)
    if game.phase is not Phase.OPENING:
        ready = session if game.on_roll == entry.side else on_roll(session, entry.side)
        return ready.apply(Rolled(roll, entry.side))
    if game.spec.opening.mode != "single_dice" or roll.is_double:
        return evolve(session, game=Game.start(game.spec, entry.side)).apply(Rolled(roll, entry.side))
    low, high = sorted(entry.roll)
    return session.apply(OpeningRolled((low, high) if entry.side else (high, low)))


def _illegal(table: _Table, entry: RolledPlay) -> _Table:
    """Report an illegal play, and make it all the same."""
    table = table.noting(ILLEGAL, entry, text("finding.illegal"), tuple(map(str, table.session.game.plays)))
    try:
        return table.at(moved(table.session, entry))
    except ValueError as error:
        return table.stopped(entry, text("finding.cannot-go-on", {"error": error}))


# ---------------------------------------------------------------------- results


def _concluded(table: _Table) -> tuple[_Table, Reading]:
    """The table after a game, with the points that hold there, and the reading of what is stated about them."""
    for result in table.record.results:
        table = _compared(table, result, table.record.results[-1])
    session = table.session if table.session.result else without_offer(table.session)
    if table.record.result is None:
        loser = None if table.winner is None else _opponent(table, table.winner)
        session, reading = unstated(session, loser)
        return table.at(session), reading
    statement = Statement(table.record.result, table.record.scores)
    if table.ending is not Ending.UNFINISHED and table.winner != statement.winner:
        return table.at(as_stated(session, statement)), Reading.CONTRADICTED
    if session.result is None and not table.is_checked:
        return table.at(as_stated(session, statement)), Reading.UNCHECKED
    session, reading = settled(session, statement)
    return _with_points(table.at(session), statement.result, reading), reading


def _compared(table: _Table, statement: GameResult, last: GameResult) -> _Table:
    """Report a statement that names another winner than the game, or than the last statement if nobody has won."""
    is_open = table.ending is Ending.UNFINISHED
    winner = last.side if is_open else table.winner
    if statement.side == winner:
        return table
    key = "finding.won-by-statement" if is_open else "finding.nobody-won" if winner is None else "finding.won"
    told = {"winner": winner, "stated": last.text, "ending": table.ending}
    return table.noting("result.winner", statement, text(key, told))


def _with_points(table: _Table, stated: GameResult, reading: Reading) -> _Table:
    """Report stated points that nothing explains, and an end of the match that has not come."""
    session = table.session
    if reading is Reading.CONTRADICTED:
        result = session.result
        told = {"level": result.level, "points": result.points} if result else {}
        table = table.noting("result.points", stated, text("finding.points" if result else "finding.no-way", told))
    if stated.ends_match and session.length is not None and not session.is_over:
        told = {"length": session.length, "score": _shown(session.score)}
        table = table.noting("match.not-over", stated, text("finding.match-not-over", told))
    return table
