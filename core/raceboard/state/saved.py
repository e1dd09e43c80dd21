"""The saved documents: a version, rulesets by name and digest, the state of a session or game, or a draft of a turn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final, Protocol, cast

from attrs import evolve, frozen

from raceboard.action import SessionAction
from raceboard.errors import ConfigError, Problem
from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.move import Step
from raceboard.ruleset import Ruleset
from raceboard.session import Session
from raceboard.spec import VariantSpec
from raceboard.state.checks import Fault, game_faults, session_faults
from raceboard.state.histories import history_to_plain, with_history
from raceboard.state.plain import check_keys, from_plain, to_plain
from raceboard.turn import Turn

__all__ = [
    "Library",
    "action_from_json",
    "action_to_json",
    "dumps",
    "fingerprint",
    "game_from_json",
    "game_to_json",
    "loads",
    "read_json",
    "session_from_json",
    "session_to_json",
    "turn_from_json",
    "turn_to_json",
]

#: The version of the documents that this module writes and reads.
FORMAT: Final = 1

#: The key of the version.
_VERSION: Final = "raceboard"

#: The key of the histories, which older documents do not have.
_HISTORY: Final = "history"


class Library(Protocol):
    """Where rulesets are found by name: a `raceboard.registry.Registry` is one."""

    def ruleset(self, name: str, /) -> Ruleset:
        """A ruleset by name; raises ValueError when there is none."""
        ...


# ---------------------------------------------------------------------- sessions


def session_to_json(session: Session) -> Mapping[str, object]:
    """A session as data for JSON, with its game; the events of the last action are not kept.

    >>> from raceboard.registry import Registry
    >>> saved = session_to_json(Session.start(Registry.load().ruleset("money")))
    >>> list(saved), saved["variant"]
    (['raceboard', 'ruleset', 'rotation', 'variant', 'session', 'history'], 'backgammon')
    """
    return {
        _VERSION: FORMAT,
        "ruleset": _named(session.rules),
        "rotation": [_named(rules) for rules in session.rotation],
        "variant": session.table.variant,
        "session": to_plain(session),
        _HISTORY: {name: history_to_plain(game) for name, game in _games(session).items()},
    }


def session_from_json(data: object, library: Library, *, trust: bool = False) -> Session:
    """The session that was saved, equal to what it was, without events.

    Its rulesets come from the library, by name. Raises ConfigError with the path of everything that is wrong, also when
    a ruleset is not what it was; with `trust` the session then goes on under that of the library, and games that could
    not have gone so by its rules are without their histories.

    >>> from raceboard.registry import Registry
    >>> registry = Registry.load()
    >>> session = Session.start(registry.ruleset("usbgf-match"), length=5)
    >>> session_from_json(session_to_json(session), registry) == session
    True
    """
    document = _document(_with_key(data), ("ruleset", "rotation", "variant", "session", _HISTORY))
    rules = _ruleset(document["ruleset"], "ruleset", library, trust=trust)
    rotation = _rotation(document["rotation"], library, trust=trust)
    spec = _spec(document["session"], rules, rotation)
    _check_variant(document["variant"], spec)
    session = from_plain(document["session"], Session, "session", spec, {"rules": rules, "rotation": rotation})
    _check("session", session_faults(session))
    return _with_histories(session, document[_HISTORY], trust=trust)


def _games(session: Session) -> Mapping[str, Game]:
    """The games of a session, each under the name of its field."""
    games = {"game": session.game, "last": session.last, "before": session.before.game if session.before else None}
    return {name: game for name, game in games.items() if game is not None}


def _with_histories(session: Session, data: object, *, trust: bool) -> Session:
    if data is None:
        return session
    games = _games(session)
    saved = check_keys(data, tuple(games), _HISTORY)
    told = {name: with_history(game, saved[name], f"{_HISTORY}.{name}", trust=trust) for name, game in games.items()}
    before = evolve(session.before, game=told["before"]) if session.before else None
    return evolve(session, game=told["game"], last=told.get("last"), before=before)


def dumps(session: Session) -> str:
    """A session as one line of JSON, in ASCII."""
    return json.dumps(session_to_json(session))


def loads(text: str, library: Library, *, trust: bool = False) -> Session:
    """The session that `dumps` wrote; raises ConfigError as `session_from_json` does, and for what is no JSON."""
    return session_from_json(read_json(text), library, trust=trust)


def fingerprint(session: Session) -> str:
    """A short hash of a state, for comparing: 12 hexadecimal digits. Rulesets take no part in it."""
    text = json.dumps(to_plain(session), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# ---------------------------------------------------------------------- games


def game_to_json(game: Game) -> Mapping[str, object]:
    """A game without a session as data for JSON; of its variant only the name is kept."""
    return {_VERSION: FORMAT, "variant": game.spec.name, "game": to_plain(game), _HISTORY: history_to_plain(game)}


def game_from_json(data: object, spec: VariantSpec) -> Game:
    """The game that was saved, equal to what it was, without events.

    `spec` is the variant as it was played, options included: what a table changes is kept by rulesets, which only
    sessions have. Raises ConfigError with the path of everything that is wrong.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> game = Game.start(BACKGAMMON, starter=1)
    >>> game_from_json(game_to_json(game), BACKGAMMON) == game
    True
    """
    document = _document(_with_key(data), ("variant", "game", _HISTORY))
    _check_variant(document["variant"], spec)
    game = from_plain(document["game"], Game, "game", spec)
    _check("game", game_faults(game))
    return with_history(game, document[_HISTORY], _HISTORY)


# ---------------------------------------------------------------------- actions


@frozen
class _Done:
    """What an action is read as a part of, so that its kind is looked at."""

    action: SessionAction


def action_to_json(action: SessionAction) -> Mapping[str, object]:
    """An action as data for JSON; dice are in the order of the roll, and a play tells its steps and its result.

    >>> from raceboard.action import Resign
    >>> action_to_json(Resign(1, "gammon"))
    {'kind': 'Resign', 'side': 1, 'level': 'gammon'}
    """
    return cast("Mapping[str, object]", to_plain(action))


def action_from_json(data: object, spec: VariantSpec) -> SessionAction:
    """The action that was saved; `session.table.spec` is the variant of a session's game.

    Raises ConfigError with the path of everything that is wrong. Whether the action is legal, its session says.
    """
    return from_plain({"action": data}, _Done, "", spec).action


# ---------------------------------------------------------------------- drafts


@frozen
class _Draft:
    """What is kept of a draft: what it is a draft of, its number, its steps."""

    stage: str
    number: int
    steps: tuple[Step, ...]


def turn_to_json(turn: Turn) -> Mapping[str, object]:
    """The draft of a turn as data for JSON, to be kept beside the session or the game that it belongs to."""
    draft = _Draft(_stage(turn.plays), turn.number, turn.steps)
    return {_VERSION: FORMAT, "variant": turn.plays.problem.spec.name, "turn": to_plain(draft)}


def turn_from_json(data: object, state: Session | Game) -> Turn:
    """The draft that was saved, equal to what it was, in the session or game that it belongs to.

    Raises ConfigError with the path of everything that is wrong, also when the draft is of another position, roll or
    turn, or its steps are not legal; NotNowError when nothing is to be played now.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> from raceboard.dice import Roll
    >>> game = Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(6, 1))
    >>> turn = Turn.of(game).step(13, die=6)
    >>> turn_from_json(turn_to_json(turn), game) == turn
    True
    """
    plays = Turn.of(state).plays
    document = _document(data, ("variant", "turn"))
    _check_variant(document["variant"], plays.problem.spec)
    draft = from_plain(document["turn"], _Draft, "turn", plays.problem.spec)
    if draft.stage != _stage(plays):
        what, hint = "this is the draft of another position, roll or turn", "begin a new one with Turn.of"
        raise ConfigError([Problem("digest", "turn.stage", what, hint=hint, file="<state>")])
    try:
        return Turn.of(state, draft.steps, number=draft.number)
    except ValueError as error:
        raise ConfigError([_problem("impossible", "turn", str(error))]) from None


def _stage(plays: Plays) -> str:
    """A short hash of what is to be played and of what is legal: 12 hexadecimal digits."""
    results = [(result.data.hex(), result.pinned.hex()) for result in plays.results]
    text = json.dumps([to_plain(plays.problem), results], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# ---------------------------------------------------------------------- documents


def read_json(text: str) -> object:
    """What a text of JSON says; raises ConfigError when it is none."""
    try:
        data: object = json.loads(text)
    except json.JSONDecodeError as error:
        what, line, column = f"no JSON: {error.msg}", error.lineno, error.colno
        raise ConfigError([Problem("unreadable", "", what, file="<state>", line=line, column=column)]) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError([_problem("unreadable", "", f"no JSON: {error}")]) from None
    return data


def _document(data: object, keys: tuple[str, ...]) -> Mapping[str, object]:
    """The document, when it is of our version and has all parts."""
    version = data.get(_VERSION, FORMAT) if isinstance(data, Mapping) else FORMAT
    if version != FORMAT:
        raise ConfigError([_problem("format", _VERSION, f"is version {version!r}; this library reads {FORMAT}")])
    return check_keys(data, (_VERSION, *keys))


def _with_key(data: object) -> object:
    """A document of a session or a game, with no history where it is older than those."""
    return {_HISTORY: None, **data} if isinstance(data, Mapping) else data


def _named(rules: Ruleset) -> Mapping[str, str]:
    return {"name": rules.name, "digest": rules.digest}


def _rotation(data: object, library: Library, *, trust: bool) -> tuple[Ruleset, ...]:
    if not isinstance(data, list):
        raise ConfigError([_problem("unreadable", "rotation", "is no list of rulesets")])
    return tuple(_ruleset(one, f"rotation[{place}]", library, trust=trust) for place, one in enumerate(data))


def _spec(session: object, rules: Ruleset, rotation: tuple[Ruleset, ...]) -> VariantSpec:
    """The variant of the game: in a rotation its number says which."""
    number = session.get("number") if isinstance(session, Mapping) else None
    return rotation[(number - 1) % len(rotation)].spec if rotation and isinstance(number, int) else rules.spec


def _ruleset(data: object, path: str, library: Library, *, trust: bool) -> Ruleset:
    saved = check_keys(data, ("name", "digest"), path)
    try:
        rules = library.ruleset(str(saved["name"]))
    except ConfigError:
        raise
    except ValueError as error:
        raise ConfigError([_problem("unknown-name", f"{path}.name", str(error))]) from None
    if rules.digest != saved["digest"] and not trust:
        what = f"{rules.name} has other rules than when this was saved"
        hint = "get the ruleset as it was, or pass trust=True to go on under the one of today"
        raise ConfigError([Problem("digest", f"{path}.digest", what, hint=hint, file="<state>")])
    return rules


def _check_variant(name: object, spec: VariantSpec) -> None:
    if name != spec.name:
        raise ConfigError([_problem("unknown-name", "variant", f"is {name!r}, but {spec.name} is played")])


def _check(path: str, faults: Iterable[Fault]) -> None:
    found = [_problem("impossible", f"{path}.{where}", what) for where, what in faults]
    if found:
        raise ConfigError(found)


def _problem(code: str, path: str, what: str) -> Problem:
    return Problem(code, path, what, file="<state>")
