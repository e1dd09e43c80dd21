"""Games in a row at one table: match, money session or series, with the cube and what else decides a game.

Sans-I/O like `Game`: the host applies actions and gets the next immutable state. A `Session` holds the `Game` that is
played, the cube, the scores, and what each optional rule remembers; it names no optional rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from attrs import evolve, field, frozen

from raceboard.action import Accept, NextGame, Pass, Redouble, Reject, SessionAction, Take
from raceboard.conduct import Before
from raceboard.cube.rule import CubeRule, RuleState, View
from raceboard.cube.state import Cube
from raceboard.dice import Roll
from raceboard.doubling import allows_value, may_double, replies
from raceboard.errors import Verdict
from raceboard.event import Event
from raceboard.game import Game
from raceboard.giving_up import Resignation, resign_levels
from raceboard.phase import Awaited, Phase, verdict_on
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.scores import GameResult
from raceboard.side import Side
from raceboard.stakes import apply, begin_game, length_of

__all__ = ["GameResult", "Session"]


def _plain(states: Mapping[str, RuleState]) -> Mapping[str, RuleState]:
    return MappingProxyType(dict(states))


@frozen(slots=False)
class Session:
    """An immutable state of a session; `apply` gives the next one.

    `length`: points that win the match, None outside one. `score`: points (in a series wins) of each side. `number`: of
    the game, from 1. `throws`: throws of each side in this game, the opening roll of its winner included;
    `regular_throws` does not count opening rolls. `states`: what each optional rule remembers. `refused`: the highest
    level that each side was refused until its turn is over, -1 for none. `result`: of the present game once it is over,
    `results`: of all finished ones. `winner`: of the whole session. `how` it ended: `score`, or a forfeit's reason.
    `thrower`: who has thrown in vain, or too early, and may not double before the throw that counts. `last`: the game
    before the last play, and `before`: all before the last throw, where the table may have them made again.
    """

    rules: Ruleset = field(repr=False)
    game: Game
    score: tuple[int, ...]
    length: int | None = None
    number: int = 1
    cube: Cube | None = None
    throws: tuple[int, ...] = ()
    regular_throws: int = 0
    states: Mapping[str, RuleState] = field(factory=dict, converter=_plain, hash=False)
    resignation: Resignation | None = None
    refused: tuple[int, ...] = ()
    thrower: Side | None = None
    last: Game | None = field(default=None, repr=False)
    before: Before | None = field(default=None, repr=False)
    result: GameResult | None = None
    results: tuple[GameResult, ...] = ()
    is_over: bool = False
    winner: Side | None = None
    how: str = ""
    rotation: tuple[Ruleset, ...] = field(default=(), repr=False)
    seats: tuple[str, ...] = ()
    events: tuple[Event, ...] = field(default=(), eq=False)

    # ------------------------------------------------------------------ beginnings

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        *,
        length: int | None = None,
        score: tuple[int, ...] | None = None,
        states: Mapping[str, RuleState] | None = None,
        rotation: Sequence[Ruleset] = (),
        seats: Sequence[str] = (),
    ) -> Session:
        """A new session. `length` of a match goes before the ruleset's; `score` is a handicap.

        `states`: what optional rules remember from before, by name. `rotation`: rulesets whose games are played in
        turn, those that `match.rotation` names. `seats`: who sits where, white first, as the players have chosen or a
        lot has decided. Raises ConfigError for a match without a length, or with one that the ruleset does not allow;
        ValueError for an impossible score, a rotation that the ruleset does not name, or a seat too many.
        """
        session = _blank(cls, rules, length, score, 1, rotation, seats)
        _check_states(begin_game(session, session.game), states or {})
        return begin_game(evolve(session, states=states or {}), session.game)

    @classmethod
    def resume(
        cls,
        rules: Ruleset,
        position: Position,
        on_roll: Side,
        *,
        roll: Roll | None = None,
        cube: int = 1,
        owner: Side | None = None,
        length: int | None = None,
        score: tuple[int, ...] | None = None,
        number: int = 1,
        states: Mapping[str, RuleState] | None = None,
        throws: tuple[int, ...] | None = None,
        turns: tuple[int, ...] | None = None,
        starter: Side | None = None,
        results: Sequence[GameResult] = (),
        rotation: Sequence[Ruleset] = (),
        seats: Sequence[str] = (),
    ) -> Session:
        """A session in the middle of a game: `on_roll` is to throw or double, or to play `roll` when it is given.

        `cube` and `owner`: its value, a power of two, and who owns it; a cube that somebody owns has been doubled.
        `throws`: throws of each side in this game so far, the opening roll and `roll` included (default: two each, past
        the beginning). `states`: what optional rules remember in this game; the others begin it. `results`: of games
        before. Raises as `start` and `Game.resume` do.
        """
        blank = _blank(cls, rules, length, score, number, rotation, seats)
        spec = blank.table.spec
        game = Game.resume(spec, position, on_roll, roll=roll, turns=turns, starter=starter)
        begun = begin_game(blank, game)
        made = (2,) * spec.players if throws is None else tuple(throws)
        if len(made) != spec.players or any(type(count) is not int or count < 0 for count in made):
            raise ValueError(f"throws are {_listed(made)}; give a number from 0 up for each of {spec.players} sides")
        _check_states(begun, states or {})
        return evolve(
            begun,
            cube=_cube(begun, cube, None if owner is None else spec.layout.seat(owner)),
            throws=made,
            regular_throws=max(sum(made) - _opens_with_throw(blank), 0),
            states={**begun.states, **(states or {})},
            results=_checked_results(results),
            events=(),
        )

    # ------------------------------------------------------------------ questions

    @property
    def phase(self) -> Phase:
        """What the session waits for."""
        if self.result is not None or self.is_over:
            return Phase.OVER
        if self.resignation is not None:
            return Phase.RESIGN
        return Phase.CUBE if self.cube is not None and self.cube.offer is not None else self.game.phase

    @property
    def to_act(self) -> Side | None:
        """The side that is to act; None where chance or the host is, or nobody."""
        return next((awaited.side for awaited in self.awaited()), None)

    @property
    def table(self) -> Ruleset:
        """The ruleset of the present game: the next one of a rotation, or that of the session.

        A ruleset of a rotation rules its games whole, cube, resignations and forfeits included; length and score are
        those of the match.
        """
        return self.rotation[(self.number - 1) % len(self.rotation)] if self.rotation else self.rules

    @property
    def cube_rules(self) -> tuple[CubeRule, ...]:
        """The optional rules that are asked: none without a cube."""
        return () if self.cube is None else self.table.cube_rules

    @cached_property
    def facts(self) -> Mapping[str, object]:
        """What each optional rule says of itself, by its name."""
        return {rule.name: rule.fact(self.view, self.states.get(rule.name)) for rule in self.cube_rules}

    @property
    def notes(self) -> tuple[str, ...]:
        """What people should know of the present game (`Crawford game`)."""
        said = (rule.note(self.view, self.states.get(rule.name)) for rule in self.cube_rules)
        return tuple(note for note in said if note)

    @cached_property
    def view(self) -> View:
        """What optional rules may look at."""
        return View(
            settings=self.table.settings,
            cube=self.cube or Cube(),
            scores=self.score,
            length=self.length,
            number=self.number,
            throws=self.throws,
            regular_throws=self.regular_throws,
            on_roll=self.game.on_roll,
            states=self.states,
        )

    def awaited(self) -> tuple[Awaited, ...]:
        """Who may do what now; empty when the session is over. Resigning and leaving are not listed."""
        if self.phase is Phase.OVER:
            return () if self.is_over else (Awaited(None, NextGame),)
        if self.resignation is not None:
            return tuple(Awaited(self.resignation.responder, action) for action in (Accept, Reject))
        if self.cube is not None and self.cube.offer is not None:
            side = self.cube.offer.responder
            answers = [Awaited(side, action) for action in (Take, Pass)]
            return (*answers, *(Awaited(side, Redouble, name) for name in replies(self)))
        return (*self.game.awaited(), *may_double(self))

    def resign_levels(self, side: Side) -> tuple[str, ...]:
        """The levels at which a side may resign now; empty when it may not."""
        return resign_levels(self, side)

    def explain(self, action: SessionAction) -> Verdict:
        """The verdict on an action: awaited and legal, or the rule that forbids it; nothing is changed.

        Raises ValueError for what is no action at this table, for example dice that cannot fall.

        >>> from raceboard import Double, Registry, Session
        >>> rules = Registry.load().ruleset("usbgf-match")
        >>> session = Session.resume(rules, rules.spec.start, on_roll=0, length=5, score=(4, 2))
        >>> print(session.explain(Double()))
        illegal [cube.crawford-game]: nobody may double in the Crawford game
        """
        return verdict_on(self, action)

    # ------------------------------------------------------------------ transitions

    def apply(self, action: SessionAction) -> Session:
        """The state after an action.

        Raises NotNowError when it is not awaited, with the code of the reason (`cube.crawford-game`), RuleError when a
        rule of the game forbids it; this state stays as it is.
        """
        return apply(self, action)


def _blank(
    kind: type[Session],
    rules: Ruleset,
    length: int | None,
    score: tuple[int, ...] | None,
    number: int,
    rotation: Sequence[Ruleset],
    seats: Sequence[str],
) -> Session:
    """A session in which no game has begun; its arguments are checked."""
    length = length_of(rules, length)
    if type(number) is not int or number < 1:
        raise ValueError(f"number is {number!r}; games count from 1")
    games = rules.number("session.games")
    if games is not None and number > games:
        raise ValueError(f"number is {number}, but the session is over after {games} games")
    start = (0,) * rules.spec.players if score is None else tuple(score)
    _check_score(rules, length, start)
    _check_rotation(rules, rotation)
    if seats and len(seats) != rules.spec.players:
        raise ValueError(f"the seats are {', '.join(map(str, seats))}; name {rules.spec.players} players, white first")
    first = Game.start((rotation[(number - 1) % len(rotation)] if rotation else rules).spec)
    return kind(rules, first, start, length, number, rotation=tuple(rotation), seats=tuple(seats))


def _opens_with_throw(session: Session) -> bool:
    """Is the first throw of the present game that of its opening, which no player makes alone?"""
    opening = session.table.spec.opening
    return opening.gives_roll and (session.number == 1 or opening.next_game == "roll")


def _checked_results(results: Sequence[GameResult]) -> tuple[GameResult, ...]:
    for result in results:
        if not isinstance(result, GameResult):
            raise ValueError(f"results has {result!r}; give a GameResult for each game that is over")
    return tuple(results)


def _check_states(session: Session, states: Mapping[str, RuleState]) -> None:
    """States from outside are of rules that the table has, and such as they remember."""
    rules = {rule.name: rule for rule in session.table.cube_rules}
    for name, state in states.items():
        if name not in rules:
            raise ValueError(
                f"states names the rule {name!r}, which this table does not have; it has {', '.join(rules)}"
            )
        if not rules[name].is_state(state):
            raise ValueError(f"the rule {name} cannot have remembered {state!r}")


def _cube(session: Session, value: int, owner: Side | None) -> Cube | None:
    """The cube in the middle of a game; raises ValueError for a value that it cannot show, or where there is none."""
    if type(value) is not int or value < 1 or value & (value - 1):
        raise ValueError(f"the cube shows a power of two, not {value!r}")
    if session.cube is None:
        if value != 1 or owner is not None:
            raise ValueError(f"the ruleset {session.table.name} is played without a cube; leave cube and owner out")
        return None
    if value == 1 and owner is not None:
        raise ValueError("a cube that shows 1 is nobody's; leave owner out")
    if not allows_value(session, value):
        raise ValueError(f"the ruleset {session.table.name} does not let the cube show {value}")
    return Cube(value, owner, is_doubled=owner is not None)


def _listed(values: tuple[object, ...]) -> str:
    """Numbers of the sides as people write them: 3-2."""
    return "-".join(map(str, values)) or "empty"


def _check_score(rules: Ruleset, length: int | None, score: tuple[int, ...]) -> None:
    if len(score) != rules.spec.players or any(type(points) is not int or points < 0 for points in score):
        raise ValueError(f"the score is {_listed(score)}; give points from 0 up for each of {rules.spec.players} sides")
    target = rules.number("series.wins") if length is None else length
    if target is not None and max(score) >= target:
        raise ValueError(f"the score is {_listed(score)}, but a match or series to {target} is over then")


def _check_rotation(rules: Ruleset, rotation: Sequence[Ruleset]) -> None:
    """The rulesets of a rotation are those that the ruleset names, in this order, for as many players."""
    named = rules["match.rotation"]
    names = tuple(map(str, named)) if isinstance(named, tuple) else ()
    if tuple(one.name for one in rotation) != names:
        raise ValueError(f"{rules.name} rotates {', '.join(names) or 'nothing'}; give these rulesets in this order")
    nested = [one.name for one in rotation if isinstance(one["match.rotation"], tuple)]
    if nested:
        raise ValueError(f"{nested[0]} is itself a rotation; name the rulesets of its games instead")
    if any(one.context == "money" for one in rotation):
        raise ValueError("a match rotates match and casual rulesets, not those of money play")
    if any(one.spec.players != rules.spec.players for one in rotation):
        raise ValueError(f"all games of a rotation are for {rules.spec.players} players")
