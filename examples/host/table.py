"""One table of the host: the session, the draft of the turn, the dice, and the files from which both come back.

Nothing here knows of sockets or of time, so that another program can take this module as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from attrs import define, field, frozen

from raceboard import (
    Accept,
    Autocomplete,
    Choose,
    ConfigError,
    DiceSource,
    Double,
    Drawn,
    Inactive,
    Leave,
    OpeningRolled,
    Pass,
    Phase,
    Redouble,
    Registry,
    Reject,
    Resign,
    Rolled,
    Ruleset,
    SeededDice,
    Session,
    Side,
    SystemDice,
    Take,
    Turn,
)
from raceboard.action import SessionAction
from raceboard.bots import chance_action, session_action
from raceboard.dice import Stream
from raceboard.event import Event
from raceboard.hookspecs import Bot
from raceboard.journal import Journal, read
from raceboard.notation import read_play
from raceboard.phase import Awaited
from raceboard.side import SEAT_NAMES, seat_name
from raceboard.state import turn_from_json, turn_to_json

#: What a seat says that is taken by whoever comes; every other word is the name of a bot.
CLIENT = "client"

#: What a client sends and is sent: an object of JSON.
Message = Mapping[str, object]


@frozen
class RefusedError(ValueError):
    """The host itself refuses a command; raceboard was not even asked."""

    rule: str
    text: str

    def __str__(self) -> str:
        """The text."""
        return self.text


@frozen
class _Shelf:
    """Where a record finds its ruleset: the one of the table."""

    rules: Ruleset

    def ruleset(self, name: str, /) -> Ruleset:
        """The ruleset of the table; raises ValueError for another one."""
        if name != self.rules.name:
            raise ValueError(f"the record is of a table with the ruleset {name}, not {self.rules.name}")
        return self.rules


@frozen
class Setting:
    """What the config file says of a table."""

    name: str
    rules: Ruleset
    seats: tuple[str, ...]
    length: int | None = None
    seed: int | None = None
    autocomplete: Autocomplete = Autocomplete.NONE


#: What a seat may do with its draft.
DRAFT = ("step", "undo", "undo_all", "autocomplete", "play", "commit")

#: What a seat may ask for beside its draft.
ACTIONS: Mapping[str, Callable[[Side, Message], SessionAction]] = {
    "accept": lambda side, said: Accept(side),
    "choose": lambda side, said: Choose(_word(said, "option"), side),
    "double": lambda side, said: Double(side),
    "leave": lambda side, said: Leave(side),
    "pass": lambda side, said: Pass(side),
    "redouble": lambda side, said: Redouble(_word(said, "name"), side),
    "reject": lambda side, said: Reject(side),
    "resign": lambda side, said: Resign(side, _word(said, "level") if "level" in said else None),
    "take": lambda side, said: Take(side),
}


def _word(said: Message, key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str):
        raise RefusedError("host.bad-command", f"give {key}, a text")
    return value


def _throw_again(session: Session, action: SessionAction, dice: DiceSource) -> None:
    """Throw the seeded dice of an action in the record, so that the next throw is the one that follows it."""
    is_throw = isinstance(action, OpeningRolled | Drawn | Rolled) and isinstance(dice, SeededDice)
    if is_throw and chance_action(session.game, dice) != action:
        raise ValueError("the record has a throw that the seed of the config file does not give; put back its own seed")


@define
class Table:
    """A table that is open. `number` grows with every change; a command names the one that its sender saw."""

    setting: Setting
    registry: Registry
    session: Session
    journal: Journal
    notes: Path
    number: int = 0
    turn: Turn | None = None
    keys: dict[Side, str] = field(factory=dict)
    told: list[Event] = field(factory=list)
    _dice: DiceSource = field(factory=SystemDice)
    _bots: tuple[Bot, ...] = ()

    # ------------------------------------------------------------------ opening, also after a restart

    @classmethod
    def open(cls, setting: Setting, registry: Registry, folder: Path) -> Table:
        """The table, new or as its files in the folder say that it was."""
        record, notes = folder / f"{setting.name}.jsonl", folder / f"{setting.name}.draft.json"
        if record.exists() and b"\n" in record.read_bytes():
            return cls._reopened(setting, registry, record, notes)
        record.unlink(missing_ok=True)  # the program died while it wrote the first line: nobody has been told anything
        session = Session.start(setting.rules, length=setting.length)
        table = cls(setting, registry, session, Journal.create(record, session, seed=setting.seed), notes)
        table._begin_game()
        return table

    @classmethod
    def _reopened(cls, setting: Setting, registry: Registry, record: Path, notes: Path) -> Table:
        found = read(record, _Shelf(setting.rules))
        broken = [problem for problem in found.problems if problem.code != "incomplete"]
        if broken:
            raise ConfigError(broken)
        table = cls(setting, registry, found.start, Journal.reopen(record), notes)
        table._begin_game()
        for action in found.actions:
            _throw_again(table.session, action, table._dice)
            table._follow(table.session.apply(action))
        saved = json.loads(notes.read_text("ascii") if notes.exists() else '{"number": 0, "keys": {}, "draft": null}')
        table.keys = {int(side): key for side, key in saved["keys"].items()}
        table._draft_again(saved["number"], saved["draft"])
        return table

    def _draft_again(self, number: int, draft: object) -> None:
        """Go on with the draft that was kept, or begin one: the record may be one action ahead of the notes."""
        self.number = number
        if self.session.phase is Phase.MOVING and draft is not None:
            try:
                self.turn = turn_from_json(draft, self.session)
            except ConfigError:
                self.turn = None
        if self.turn is None:
            self.number += 2
            self._begin_draft()

    # ------------------------------------------------------------------ what the clients do

    def sit(self, side: Side, key: str) -> None:
        """Take a seat, or come back to it with the same key."""
        if self.setting.seats[side] != CLIENT:
            raise RefusedError("host.seat-taken", f"{self.setting.seats[side]} plays {seat_name(side)}")
        digest = hashlib.sha256(key.encode()).hexdigest()
        if self.keys.setdefault(side, digest) != digest:
            raise RefusedError("host.seat-taken", f"somebody else plays {seat_name(side)}")
        self._save()
        self.advance()

    def command(self, side: Side, said: Message) -> None:
        """Do what a seat asks for; raises a ValueError with the reason, and then nothing has changed."""
        do, number = said.get("do"), said.get("number")
        if type(number) is not int:
            raise RefusedError("host.bad-command", "give the number of the state that the command is for")
        if not self.is_ready:
            raise RefusedError("host.not-ready", "the table waits for more players")
        if do in DRAFT:
            self._change_draft(side, str(do), number, said)
        elif number != self.number:
            raise RefusedError("host.stale", f"the table is at number {self.number}, not {number}")
        elif do == "roll":
            self._roll(side)
        elif isinstance(do, str) and do in ACTIONS:
            self._apply(ACTIONS[do](side, said))
        else:
            known = ", ".join(sorted((*DRAFT, "roll", *ACTIONS)))
            raise RefusedError("host.bad-command", f"{do or 'nothing'} is no command; known: {known}")
        self.advance()

    def _change_draft(self, side: Side, do: str, number: int, said: Message) -> None:
        turn = self.turn or Turn.of(self.session)
        if turn.side != side:
            raise RefusedError("turn.not-your-turn", f"{seat_name(turn.side)} is to play")
        if do == "step" and "source" not in said:
            raise RefusedError("host.bad-command", "give source, a point or the name of a reserve")
        if do == "commit":
            self._apply(turn.commit(number=number))
            return
        changes: Mapping[str, Callable[[], Turn]] = {
            "step": lambda: turn.step(
                cast("int", said.get("source")),
                die=cast("int | None", said.get("die")),
                target=cast("int | None", said.get("target")),
                action=cast("str | None", said.get("action")),
                number=number,
            ),
            "undo": lambda: turn.undo(number=number),
            "undo_all": lambda: turn.undo_all(number=number),
            "autocomplete": lambda: turn.autocomplete(Autocomplete(_word(said, "policy")), number=number),
            "play": lambda: turn.redraft(read_play(turn.plays, _word(said, "text")).steps, number=number),
        }
        self.turn = changes[do]()
        self.number = self.turn.number
        self._save()

    def _roll(self, side: Side) -> None:
        """The dice are the host's; nothing is thrown before the throw is due."""
        if not any(awaited.action is Rolled and awaited.side == side for awaited in self.session.awaited()):
            self.session.apply(Rolled(self.session.table.spec.dice.rolls[0], side))  # raises the reason
        thrown = chance_action(self.session.game, self._dice)
        assert thrown is not None
        self._apply(thrown)

    # ------------------------------------------------------------------ what needs no client

    @property
    def is_ready(self) -> bool:
        """Have all seats been taken?"""
        return all(seat != CLIENT or side in self.keys for side, seat in enumerate(self.setting.seats))

    @property
    def patience_s(self) -> int | None:
        """How long the player who is to act may do nothing; None for as long as it takes."""
        acts = self.is_ready and self.session.to_act is not None
        return self.session.table.number("forfeit.inactivity_s") if acts else None

    def inactive(self, seconds: float) -> None:
        """The player who is to act has done nothing for so long; the ruleset says what that costs."""
        if self.session.to_act is not None:
            self._apply(Inactive(self.session.to_act, seconds))
            self.advance()

    def advance(self) -> None:
        """Do what the clients need not be asked for: opening dice, next games, bots, and plays that are a dance."""
        while self.is_ready and not self.session.is_over:
            side = self.session.to_act
            if side is None or self.setting.seats[side] != CLIENT:
                self._apply(session_action(self.session, self._bots, self._dice))
            elif self.turn is not None and self.turn.plays.is_pass:
                self._apply(self.turn.commit())
            else:
                return

    # ------------------------------------------------------------------ changes

    def _apply(self, action: SessionAction) -> None:
        after = self.session.apply(action)
        self.journal.write(action, after)
        self.told += after.events
        self._follow(after)
        self.number += 1
        self._begin_draft()
        self._save()

    def _follow(self, session: Session) -> None:
        is_new = session.number != self.session.number
        self.session, self.turn = session, None
        if is_new:
            self._begin_game()

    def _begin_game(self) -> None:
        """Each game has dice of its own, and each bot chance of its own."""
        seed, number = self.setting.seed, self.session.number
        self._dice = SystemDice() if seed is None else SeededDice(seed, number)
        names = ["racer" if seat == CLIENT else seat for seat in self.setting.seats]  # a client's bot is never asked
        bots = [self.registry.bot(name, Stream(seed or 0, number, lane=side + 1)) for side, name in enumerate(names)]
        self._bots = tuple(bots)

    def _begin_draft(self) -> None:
        side = self.session.to_act
        if self.session.phase is Phase.MOVING and side is not None and self.setting.seats[side] == CLIENT:
            self.turn = Turn.of(self.session, number=self.number).autocomplete(self.setting.autocomplete)
            self.number = self.turn.number

    def _save(self) -> None:
        """Keep what the record does not, whole or not at all: the draft, the number, whose the seats are."""
        draft = None if self.turn is None else turn_to_json(self.turn)
        fresh = self.notes.with_suffix(".new")
        fresh.write_text(json.dumps({"number": self.number, "keys": self.keys, "draft": draft}), "ascii")
        fresh.replace(self.notes)

    # ------------------------------------------------------------------ what the clients see

    def state(self) -> dict[str, object]:
        """The table as everybody may see it."""
        session, turn, cube, choice = self.session, self.turn, self.session.cube, self.session.game.choice
        return {
            "table": self.setting.name,
            "number": self.number,
            "variant": session.table.variant,
            "position": (turn.position if turn else session.game.position).text(),
            "to_act": _seat(session.to_act) if self.is_ready else None,
            "awaited": [_asked(awaited) for awaited in session.awaited()] if self.is_ready else ["players"],
            "options": [] if choice is None else [name for name, _ in choice.options],
            "score": list(session.score),
            "cube": None if cube is None else {"value": cube.value, "owner": _seat(cube.owner)},
            "over": session.is_over,
            "winner": _seat(session.winner),
            "turn": None if turn is None else self._draft(turn),
        }

    def _draft(self, turn: Turn) -> dict[str, object]:
        name = turn.position.layout.name
        return {
            "play": str(turn.play),
            "dice": list(turn.dice),
            "completeness": str(turn.completeness),
            "next": [
                {"source": name(step.source), "die": step.die, "target": name(step.target or 0), "hits": step.hits}
                | ({"action": step.action} if step.action else {})
                for step in turn.next_steps
            ],
        }


def _asked(awaited: Awaited) -> str:
    """`Rolled`, `Redouble beaver`."""
    return f"{awaited.action.__name__} {awaited.name}".strip()


def _seat(side: Side | None) -> str | None:
    return None if side is None else seat_name(side)


def side_of(table: Table, seat: object) -> Side:
    """The side of a seat by its name."""
    names = SEAT_NAMES[: len(table.setting.seats)]
    if seat not in names:
        raise RefusedError("host.bad-command", f"{seat} is no seat; one of {', '.join(names)} is")
    return names.index(str(seat))
