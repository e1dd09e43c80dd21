"""Level 2, host-ready: whatever a host writes down or sends comes back the same, at every step of a game."""

from __future__ import annotations

import io
import json
from itertools import pairwise

from attrs import frozen

from raceboard.action import Played
from raceboard.errors import ConfigError
from raceboard.formats import lines, raceboard_id
from raceboard.game import Game
from raceboard.journal import Journal, read_text
from raceboard.move import Step
from raceboard.notation import canonical_text, read_play
from raceboard.phase import Phase
from raceboard.position import OFF, Layout, Position
from raceboard.record import Entry, GameRecord, GameResult, MatchRecord, Move, Place, RolledPlay
from raceboard.replay import replay
from raceboard.ruleset import Ruleset
from raceboard.scoring import points
from raceboard.session import Session
from raceboard.side import seat_name
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec
from raceboard.state import game_from_json, game_to_json, turn_from_json, turn_to_json
from raceboard.testing import paste
from raceboard.testing.examples import each_state
from raceboard.testing.report import Findings, counted
from raceboard.testing.subject import Subject
from raceboard.testing.walking import Walk, follow, scripted, walk
from raceboard.turn import Completeness, Turn

__all__ = [
    "id_round_trip",
    "ids",
    "json_round_trip",
    "records",
    "same_seed",
    "states",
    "text_round_trip",
    "texts",
    "turn_is_legal_plays",
    "turns",
]

#: So many games are recorded, and so many played again.
_RECORDED = 1

#: So many actions of a game are written into a journal.
_WRITTEN = 120

#: Of so many plays of a state the texts are read again, and drafts are followed for so many steps.
_PLAYS, _DRAFTS = 12, 400


# -- Checks of one state -----------------------------------------------------------------------------------------------


def text_round_trip(game: Game) -> None:
    """Raise AssertionError when a text of the position or of a legal play is read as another."""
    for side in range(game.spec.players):
        text = game.position.text(side)
        if Position.parse(game.spec, text, side) != game.position:
            raise AssertionError(f"the position {text} is read as {Position.parse(game.spec, text, side).text(side)}")
    plays = game.plays
    for play in plays[:: max(1, len(plays) // _PLAYS)]:
        text = canonical_text(plays, play)
        if read_play(plays, text) != play:
            raise AssertionError(f"{text} is read as {read_play(plays, text)}")


def json_round_trip(game: Game) -> None:
    """Raise AssertionError when a game, or the draft of its turn, is another after it was saved as JSON and loaded.

    Also when it cannot be loaded.
    """
    saved = json.dumps(game_to_json(game))
    try:
        loaded = game_from_json(json.loads(saved), game.spec)
    except ConfigError as error:
        raise AssertionError(f"saved, the game cannot be loaded: {error}") from error
    if loaded != game:
        raise AssertionError(f"saved and loaded the game is another: {saved}")
    if game.phase is Phase.MOVING:
        turn = Turn.of(game, game.plays[0].steps[:1])
        if turn_from_json(json.loads(json.dumps(turn_to_json(turn))), loaded) != turn:
            raise AssertionError(f"saved and loaded the draft {turn.play} is another")


def id_round_trip(game: Game) -> None:
    """Raise AssertionError when the raceboard id of a moment is read as another moment."""
    moment = Snapshot.of(game)
    text = raceboard_id.encode(moment)
    if raceboard_id.decode(game.spec, text) != moment:
        raise AssertionError(f"{text} is read as another moment")


def turn_is_legal_plays(game: Game) -> None:
    """Raise AssertionError when drafting step by step ends in other positions than the legal plays."""
    if game.phase is not Phase.MOVING:
        return
    begun, ends = [Turn.of(game)], set[Position]()
    for turn in begun:
        if turn.completeness is not Completeness.NOT_YET:
            ends.add(turn.commit().play.result)
        elif not turn.next_steps:
            raise AssertionError(f"the draft {turn.play} can neither go on nor be committed")
        if len(begun) < _DRAFTS:
            begun += [_stepped(turn, step) for step in turn.next_steps]
    if not ends <= set(game.plays.results) or (len(begun) < _DRAFTS and ends != set(game.plays.results)):
        odd = sorted(result.text() for result in ends ^ set(game.plays.results))
        raise AssertionError(f"drafts and legal plays differ in {odd[:3]}")


def _stepped(turn: Turn, step: Step) -> Turn:
    return turn.step(step.source, die=step.die, action=step.action or None)


# -- Checks of a variant -----------------------------------------------------------------------------------------------


def texts(subject: Subject) -> Findings:
    """Position text and play text are read back at every step."""
    return each_state(subject, text_round_trip)


def states(subject: Subject) -> Findings:
    """JSON is read back at every step."""
    return each_state(subject, json_round_trip)


def ids(subject: Subject) -> Findings:
    """The raceboard id is read back at every step."""
    return each_state(subject, id_round_trip)


def turns(subject: Subject) -> Findings:
    """Drafting a turn step by step equals the legal plays."""
    return each_state(subject, turn_is_legal_plays)


def same_seed(subject: Subject) -> Findings:
    """A seed gives the same game again, also when it goes on from a saved state in the middle."""
    for number, first in enumerate(subject.walks[:_RECORDED], start=1):
        again = walk(subject.spec, subject.seed, number)
        what = _difference(subject.spec, first, again)
        if what:
            return Findings((paste.of_check(subject, "host.seed", f"game {number}: {what}"),))
    return Findings(notes=(counted(len(subject.walks[:_RECORDED]), "game"),))


def _difference(spec: VariantSpec, first: Walk, again: Walk) -> str:
    """Where two runs of one seed part, or a game and its continuation from a saved state."""
    pairs = zip(first.states, again.states, strict=False)
    parted = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    if parted is not None or first.script != again.script:
        return f"the same seed gives another game after {parted or len(again.script)} actions"
    middle = len(first.script) // 2
    saved = json.loads(json.dumps(game_to_json(first.states[middle])))
    try:
        end = follow(game_from_json(saved, spec), first.script[middle:])
    except ValueError as error:
        return f"saved after {middle} actions, it cannot be played on: {error}"
    return "" if end == first.states[-1] else f"saved after {middle} actions, it ends in another way"


# -- Records -----------------------------------------------------------------------------------------------------------


def records(subject: Subject) -> Findings:
    """A game as journal and as match record is read back, and replayed without a finding."""
    for number, game in enumerate(subject.walks[:_RECORDED], start=1):
        what = _of_journal(subject.spec, game) or _of_record(subject.spec, game)
        if what:
            return Findings((paste.of_check(subject, "host.record", f"game {number}: {what}"),))
    told = "" if _is_recorded(subject.walks[0]) else "; match records know two players and one stage"
    return Findings(notes=(f"{counted(len(subject.walks[:_RECORDED]), 'game')}{told}",))


@frozen
class _Library:
    """A library with one ruleset."""

    rules: Ruleset

    def ruleset(self, name: str, /) -> Ruleset:
        """The ruleset, whatever is asked for."""
        return self.rules


def _of_journal(spec: VariantSpec, game: Walk) -> str:
    """What is wrong with the journal of a session in which the game is played."""
    rules = Ruleset.of(spec)
    session, stream = Session.start(rules), io.StringIO()
    journal = Journal.begin(stream, session)
    for word, value in game.script[:_WRITTEN]:
        action = scripted(session.game, word, value)
        session = session.apply(action)
        journal.write(action, session)
    replayed = read_text(stream.getvalue(), _Library(rules))
    if replayed.problems:
        return f"its journal: {replayed.problems[0]}"
    return "" if replayed.session == session else "its journal leads to another session"


def _is_recorded(game: Walk) -> bool:
    """Can a match record hold the game: two players, and each throw one stage without a choice?"""
    words = [word for word, _ in game.script]
    is_plain = "choose" not in words and ("play", "play") not in {*pairwise(words)}
    return game.states[0].spec.players == 2 and is_plain and not game.is_capped


def _of_record(spec: VariantSpec, game: Walk) -> str:
    """What is wrong with the match record of a game, where there can be one."""
    if not _is_recorded(game):
        return ""
    rules = Ruleset.of(spec)
    record = _recorded(rules, game)
    if lines.read(lines.write(record)) != record:
        return "its match record is read as another"
    report = replay(record, rules)
    return f"its match record: {report.findings[0]}" if report.findings else ""


def _recorded(rules: Ruleset, game: Walk) -> MatchRecord:
    """The game as a match record, a move for each step."""
    entries, roll = list[Entry](), tuple[int, ...]()
    for state, (word, value) in zip(game.states, game.script, strict=False):
        if word != "play":
            thrown = state.apply(scripted(state, word, value)).roll
            roll = thrown.dice if thrown else ()
            continue
        done = scripted(state, word, value)
        assert isinstance(done, Played)
        play = done.play
        moves = tuple(_move(play.result.layout, step) for step in play.steps)
        entries.append(RolledPlay(state.plays.side, roll, moves, str(play), len(entries) + 1))
    outcome = game.states[-1].outcome
    results: tuple[GameResult, ...] = ()
    if outcome is not None and outcome.winner is not None:
        results = (GameResult(outcome.winner, points(rules, outcome), False, "wins", len(entries) + 1),)
    names = tuple(map(seat_name, range(2)))
    return MatchRecord("kit", {}, None, (GameRecord(1, names, (0, 0), None, tuple(entries), results),))


def _move(layout: Layout, step: Step) -> Move:
    """A step as a recorded move."""
    source, target = (_place(layout, index) for index in (step.source, step.target or OFF))
    return Move(source, (target,), (step.hits,))


def _place(layout: Layout, index: int) -> Place:
    return index if OFF < index <= layout.points else layout.name(index)
