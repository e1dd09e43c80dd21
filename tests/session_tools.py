"""What the tests of sessions share: rulesets in a line, courses of events as the cube cases write them, what is seen.

A course is a list of events, each a list: a verb, then a player (`A` is side 0, `B` side 1) and what else it needs.
Most verbs are actions; `play` takes the first legal play and `turn` throws before it; `setup` and `finish` go on from
another position of the same game, so that a case need not be played there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TypeAlias, cast

import pytest
import yaml
from attrs import evolve

from raceboard.action import (
    Accept,
    Double,
    Flagged,
    Inactive,
    Leave,
    NextGame,
    OpeningRolled,
    Pass,
    Penalty,
    Played,
    Redouble,
    Reject,
    Resign,
    Rolled,
    SessionAction,
    Take,
)
from raceboard.dice import Roll
from raceboard.errors import NotNowError
from raceboard.phase import Awaited
from raceboard.position import Position
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.ruleset_file import Source, load_ruleset
from raceboard.session import Session
from raceboard.side import Side
from raceboard.spec import VariantSpec

__all__ = [
    "PLAYERS",
    "REGISTRY",
    "Body",
    "Event",
    "after",
    "begun",
    "possible",
    "refusal",
    "resumed",
    "rules_of",
    "seen",
]

REGISTRY = Registry.load()

PLAYERS = "AB"

#: Sections of a ruleset, as a file writes them.
Body: TypeAlias = Mapping[str, object]

#: A verb and what it needs.
Event: TypeAlias = Sequence[object]

# -- Rulesets and beginnings -------------------------------------------------------------------------------------------


def rules_of(extends: str = "money", body: Body | None = None) -> Ruleset:
    """A ruleset that changes a shipped one; raises ConfigError as the file would."""
    return _loaded(yaml.safe_dump({"raceboard": 1, "name": "table", "extends": extends, **(body or {})}))


@cache
def _loaded(text: str) -> Ruleset:
    return load_ruleset(Source("table.yaml", text), REGISTRY)


def begun(rules: Ruleset, start: Body | None = None) -> Session:
    """A session with the length, the score and the Crawford game behind it that a case gives."""
    given = dict(start or {})
    rotation = rules["match.rotation"]
    score = cast("Iterable[int] | None", given.get("score"))
    return Session.start(
        rules,
        length=cast("int | None", given.get("length")),
        score=None if score is None else tuple(score),
        states={"crawford": "after"} if given.get("crawford_played") else None,
        rotation=[REGISTRY.ruleset(str(name)) for name in rotation] if isinstance(rotation, tuple) else [],
    )


def resumed(
    session: Session,
    position: Position,
    on_roll: Side,
    *,
    roll: Roll | None = None,
    cube: int = 1,
    owner: Side | None = None,
) -> Session:
    """The session of the same match, in the same game, going on from another position."""
    return Session.resume(
        session.rules,
        position,
        on_roll,
        roll=roll,
        cube=cube,
        owner=owner,
        length=session.length,
        score=session.score,
        number=session.number,
        states=session.states,
        throws=session.throws,
        results=session.results,
        rotation=session.rotation,
        seats=session.seats,
    )


# -- Events ------------------------------------------------------------------------------------------------------------

_ACTIONS: Mapping[str, Callable[..., SessionAction]] = MappingProxyType(
    {
        "opening": lambda *dice: OpeningRolled(dice),
        "roll": lambda side, *dice: Rolled(Roll(*(dice or (2, 1))), side),
        "double": Double,
        "take": Take,
        "pass": Pass,
        "beaver": lambda side: Redouble("beaver", side),
        "raccoon": lambda side: Redouble("raccoon", side),
        "redouble": lambda side: Redouble("redouble", side),
        "resign": Resign,
        "accept": Accept,
        "reject": Reject,
        "inactive": Inactive,
        "leave": Leave,
        "flag": Flagged,
        "penalty": Penalty,
        "next_game": NextGame,
    }
)


def after(session: Session, events: Iterable[Event]) -> Session:
    """The session after a course; raises what the first refused event raises."""
    for verb, *words in events:
        session = _COURSES[str(verb)](session, *(_side(word) for word in words))
    return session


def refusal(session: Session, event: Event) -> str:
    """The code with which an event is refused; the session is the same as before."""
    before = evolve(session)
    with pytest.raises(NotNowError) as refused:
        after(session, [event])
    assert session == before
    return refused.value.rule.rpartition(".")[2]


def _side(word: object) -> object:
    return PLAYERS.index(word) if isinstance(word, str) and word in PLAYERS else word


def _play(session: Session, side: Side) -> Session:
    return session.apply(Played(session.game.plays[0], side))


def _turn(session: Session, side: Side, *dice: int) -> Session:
    return _play(session.apply(_ACTIONS["roll"](side, *dice)), side)


def _setup(session: Session, facts: Body) -> Session:
    """The facts of a case: whose turn, the cube, and what the board must have."""
    owner = facts.get("owner")
    return resumed(
        session,
        _board(session.table.spec, facts),
        cast("Side", _side(facts["on_roll"])),
        roll=Roll(6, 5) if facts.get("phase") == "moving" else None,
        cube=cast("int", facts.get("value", 1)),
        owner=None if owner is None else cast("Side", _side(owner)),
    )


def _board(spec: VariantSpec, facts: Body) -> Position:
    """The set-up, or a board of backgammon with checkers off, with none behind, or without contact."""
    if not {"borne_off", "back", "contact"} & set(facts):
        return spec.start
    off = cast("Mapping[str, int]", facts.get("borne_off", {}))
    back = cast("Mapping[str, bool]", facts.get("back", {}))
    rows = [_row(off.get(name, 0), is_behind=back.get(name, True)) for name in PLAYERS]
    return Position.parse(spec, " / ".join(["6:15", "6:15"] if facts.get("contact") is False else rows))


def _row(off: int, *, is_behind: bool) -> str:
    """Checkers of a player: some off, or two behind and none off, or all past the opponent's home."""
    if off:
        return f"6:{15 - off} off:{off}"
    return "24:2 13:5 8:3 6:5" if is_behind else "13:7 8:3 6:5"


#: How the loser stands for a level.
_LOSERS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "single": {"borne_off": 1},
        "oyn": {"borne_off": 1},
        "gammon": {},
        "mars": {},
        "backgammon": {"bar": 1},
    }
)


def _finish(session: Session, side: Side, loser: str | Mapping[str, int]) -> Session:
    """The player bears off the last checker while the loser stands as the case says."""
    spec, cube = session.table.spec, session.cube
    facts = _LOSERS[loser] if isinstance(loser, str) else loser
    rows = f"1:1 off:{spec.checkers[side] - 1} / {_loser(spec.checkers[1 - side], facts)}"
    last = resumed(
        session,
        Position.parse(spec, rows, side),
        side,
        roll=Roll(2, 1),
        cube=cube.value if cube else 1,
        owner=cube.owner if cube else None,
    )
    return _play(last, side)


def _loser(checkers: int, facts: Mapping[str, int]) -> str:
    """The checkers of a loser: those that the case names, the rest at home."""
    places = {"bar": facts.get("bar", 0), "20": facts.get("winner_home", 0), "off": facts.get("borne_off", 0)}
    removed = checkers - facts.get("on_board", checkers)
    places |= {"6": checkers - removed - sum(places.values()), "removed": removed}
    return " ".join(f"{place}:{count}" for place, count in places.items() if count)


def _acted(verb: str) -> Callable[..., Session]:
    return lambda session, *words: session.apply(_ACTIONS[verb](*words))


_COURSES: Mapping[str, Callable[..., Session]] = MappingProxyType(
    {**{verb: _acted(verb) for verb in _ACTIONS}, "play": _play, "turn": _turn, "setup": _setup, "finish": _finish}
)

# -- What is seen ------------------------------------------------------------------------------------------------------

_NAMES: Mapping[type[SessionAction], str] = MappingProxyType(
    {
        OpeningRolled: "opening",
        Rolled: "roll",
        Played: "play",
        Double: "double",
        Take: "take",
        Pass: "pass",
        Accept: "accept",
        Reject: "reject",
        NextGame: "next_game",
    }
)


def _player(side: Side | None) -> str | None:
    return None if side is None else PLAYERS[side]


def _legal(session: Session) -> set[str]:
    return {awaited.name or _NAMES[awaited.action] for awaited in session.awaited()}


def _cube(session: Session) -> list[object] | None:
    cube = session.cube
    return None if cube is None else [cube.value, _player(cube.owner) or "centre"]


_SEEN: Mapping[str, Callable[[Session], object]] = MappingProxyType(
    {
        "to_act": lambda session: _player(session.to_act),
        "phase": lambda session: session.phase.value,
        "legal": _legal,
        "resign_levels": lambda session: list(session.resign_levels(session.game.on_roll or 0)),
        "cube": _cube,
        "offered": lambda session: session.cube and session.cube.offer and session.cube.offer.value,
        "points": lambda session: session.result and session.result.points,
        "level": lambda session: session.result and session.result.level,
        "how": lambda session: session.result.how if session.result else session.how,
        "game_winner": lambda session: session.result and _player(session.result.winner),
        "score": lambda session: list(session.score),
        "crawford": lambda session: session.facts.get("crawford") == "now",
        "post_crawford": lambda session: session.facts.get("crawford") == "after",
        "variant": lambda session: session.table.variant,
        "match_over": lambda session: session.is_over,
        "match_winner": lambda session: _player(session.winner),
    }
)


def seen(session: Session, what: Iterable[str]) -> dict[str, object]:
    """What a session says of some things, in the words of the cases."""
    return {name: _SEEN[name](session) for name in what}


# -- What is possible --------------------------------------------------------------------------------------------------


def possible(session: Session, dice: tuple[int, ...], choice: int = 0) -> list[SessionAction]:
    """Every action that the session says may be done, with these dice; of the plays the one of a number."""
    actions = [_action(session, awaited, dice, choice) for awaited in session.awaited()]
    for side in range(session.table.spec.players):
        levels = session.resign_levels(side)
        names = (None, *levels) if levels and session.table["resign.mode"] == "immediate" else levels
        actions += [Resign(side, name) for name in names]
    return actions


def _action(session: Session, awaited: Awaited, dice: tuple[int, ...], choice: int) -> SessionAction:
    """The action that is awaited, with what it needs."""
    kind, side = awaited.action, awaited.side
    if kind is OpeningRolled:
        return OpeningRolled(dice)
    if kind is NextGame:
        return NextGame()
    if kind is Rolled:
        return Rolled(Roll(*dice), side)
    if kind is Played:
        return Played(session.game.plays[choice % len(session.game.plays)], side)
    if kind is Redouble:
        return Redouble(awaited.name, side)
    return cast("Callable[[Side | None], SessionAction]", kind)(side)
