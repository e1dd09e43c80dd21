"""Holding a variant against a hand-worked case: what the case expects, and how the library answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

from attrs import evolve, frozen

from raceboard.action import Choose, Played, Rolled
from raceboard.dice import Roll
from raceboard.errors import RuleError
from raceboard.finish import Outcome, judge
from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.move import Step
from raceboard.notation import read_play
from raceboard.position import Layout, Position
from raceboard.program import TurnContext
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard.testing.cases import Case
from raceboard.testing.symmetry import seats_are_alike

__all__ = ["games_of", "held", "seats_of"]


def held(spec: VariantSpec, case: Case) -> None:
    """Hold a variant against a case, from every seat that the case is about.

    Raises AssertionError where the variant answers otherwise, and what the library raises for a case that it cannot
    read (a position that cannot be, a roll that cannot fall).
    """
    table = spec.with_rules(case.rules)
    for side in seats_of(spec, case):
        _Held(table, case, side).check()


def games_of(spec: VariantSpec, case: Case) -> tuple[Game, ...]:
    """The games that a case goes through: after its throw, then after each thing that is done."""
    table = spec.with_rules(case.rules)
    return tuple(game for side in seats_of(spec, case) for game in _Held(table, case, side).games())


def seats_of(spec: VariantSpec, case: Case) -> tuple[Side, ...]:
    """The seats from which a case is played."""
    said = cast("list[int] | None", case.get("seats"))
    if said is None:
        return tuple(range(spec.players if seats_are_alike(spec) else 1))
    if not all(side in range(spec.players) for side in said):
        raise ValueError(f"{case.place}: seats are {said}; {spec.name} has those from 0 to {spec.players - 1}")
    return tuple(said)


@frozen
class _Held:
    """A case as it is seen from one seat."""

    spec: VariantSpec
    case: Case
    me: Side

    def check(self) -> None:
        if "ends" in self.case.said:
            self._same("ends", self._told(judge(self.spec, self._position(), self.me, self._context())))
        if "roll" not in self.case.said:
            return
        thrown = self._thrown()
        if "choices" in self.case.said:
            names = [name for name, _ in thrown.choice.options] if thrown.choice else []
            self._same("choices", names)
        game = self._at_stage(self._chosen(thrown))
        for key, answer in _OF_PLAYS.items():
            if key in self.case.said:
                answer(self, game.plays)
        if "stages" in self.case.said:
            self._same("stages", [list(stage.dice) for stage in self._chosen(thrown).stages])
        self._check_after(game)

    def games(self) -> list[Game]:
        """The games from the throw on; none without a throw."""
        return self._played(self._at_stage(self._chosen(self._thrown()))) if "roll" in self.case.said else []

    def _played(self, game: Game) -> list[Game]:
        games = [game]
        for text in self.case.texts("play"):
            games.append(self._done(games[-1], text))
        return games

    def _check_after(self, begun: Game) -> None:
        game = self._played(begun)[-1]
        answers: dict[str, Callable[[], object]] = {
            "after": lambda: game.position.text(self.me),
            "next": lambda: self._seat(game),
            "again": lambda: game.on_roll == self.me and game.context.throws > 0 and not game.stages,
            "owed": lambda: [die for stage in game.stages for die in stage.dice] if game.owed else [],
            "outcome": lambda: self._told(game.outcome),
        }
        for key, answer in answers.items():
            if key in self.case.said:
                self._same(key, answer())

    # ------------------------------------------------------------------ what is given

    def _position(self) -> Position:
        text = self.case.get("position")
        return self.spec.start if text is None else Position.parse(self.spec, str(text), self.me)

    def _context(self) -> TurnContext:
        said = cast("Mapping[str, object]", self.case.get("turn") or {})
        taken = cast("Mapping[str, int]", said.get("taken") or {})
        return TurnContext(
            own_turn=cast("int", said.get("own_turn", 2)),
            starter=bool(said.get("starter", False)),
            throws=cast("int", said.get("throws", 1)),
            taken=tuple(taken.items()),
            hits=tuple(cast("list[int]", said.get("hits") or [])),
        )

    def _thrown(self) -> Game:
        """The game in which I have thrown; the others have begun as many turns as fits who has started."""
        context = self._context()
        starter = self.me if context.starter else (self.me + 1) % self.spec.players
        turns = tuple(context.own_turn - (context.starter and side != self.me) for side in range(self.spec.players))
        game = Game.resume(self.spec, self._position(), self.me, turns=turns, starter=starter)
        before = evolve(game, context=evolve(context, throws=context.throws - 1))
        return before.apply(Rolled(Roll.parse(str(self.case.get("roll")))))

    def _chosen(self, game: Game) -> Game:
        return game.apply(Choose(str(self.case.get("choose")))) if self.case.get("choose") is not None else game

    def _at_stage(self, game: Game) -> Game:
        number = cast("int", self.case.get("stage") or 1)
        if number > max(1, len(game.stages)):
            raise AssertionError(f"{self._place}: there is no stage {number}, but {len(game.stages)} in all")
        return evolve(game, stages=game.stages[number - 1 :]) if number > 1 else game

    # ------------------------------------------------------------------ what is answered

    def _same(self, key: str, answer: object) -> None:
        expected = self.case.get(key)
        if answer != expected:
            raise AssertionError(f"{self._place}: {key} should be {expected!r}, but is {answer!r}")

    def results(self, plays: Plays) -> None:
        self._same_set("results", self._found(plays))

    def _same_set(self, key: str, found: set[str]) -> None:
        expected = {self._normal(text) for text in self.case.texts(key)}
        more, less = sorted(found - expected), sorted(expected - found)
        if more or less:
            raise AssertionError(f"{self._place}: {key}: not expected: {more}; missing: {less}")

    def contains(self, plays: Plays) -> None:
        less = {self._normal(text) for text in self.case.texts("contains")} - self._found(plays)
        if less:
            raise AssertionError(f"{self._place}: contains: missing: {sorted(less)}")

    def lacks(self, plays: Plays) -> None:
        more = {self._normal(text) for text in self.case.texts("lacks")} & self._found(plays)
        if more:
            raise AssertionError(f"{self._place}: lacks: not expected: {sorted(more)}")

    def _found(self, plays: Plays) -> set[str]:
        return {result.text(self.me) for result in plays.results}

    def _normal(self, text: str) -> str:
        """Position text as the library writes it."""
        return Position.parse(self.spec, text, self.me).text(self.me)

    def exact_plays(self, plays: Plays) -> None:
        found = {self._read(plays, "plays", text).text(self.me) for text in self.case.texts("plays")}
        more = [str(play) for play in plays if play.result.text(self.me) not in found]
        if more:
            raise AssertionError(f"{self._place}: plays: not expected: {more}")

    def count(self, plays: Plays) -> None:
        self._same("count", len(plays))

    def legal(self, plays: Plays) -> None:
        for text in self.case.texts("legal"):
            self._read(plays, "legal", text)

    def _read(self, plays: Plays, key: str, text: str) -> Position:
        try:
            return read_play(plays, text).result
        except RuleError as error:
            raise AssertionError(f"{self._place}: {key}: {text} is refused: {error}") from None

    def refused(self, plays: Plays) -> None:
        refused = cast("Mapping[str, str]", self.case.get("refused"))
        for text, rule in refused.items():
            why = self._refusal(plays, text)
            if why != rule:
                raise AssertionError(f"{self._place}: {text} should be refused by {rule}, but {why or 'nothing'} does")

    def _refusal(self, plays: Plays, text: str) -> str:
        """The rule that refuses a play, or steps; empty when they are legal."""
        try:
            if " by " in text:
                plays.play(_steps(plays.position.layout, text))
            else:
                read_play(plays, text)
        except RuleError as error:
            return error.rule
        return ""

    def _seat(self, game: Game) -> Literal["me", "opponent", "over"] | int:
        """Who acts, as the case may have put it."""
        if game.is_over or game.on_roll is None:
            return "over"
        on = (game.on_roll - self.me) % self.spec.players
        return "me" if on == 0 else "opponent" if self.case.get("next") == "opponent" and on == 1 else on

    def _told(self, outcome: Outcome | None) -> object:
        """An outcome as the case puts it; only what the case names is compared."""
        if outcome is None:
            return False
        winner = "draw" if outcome.winner is None else "me" if outcome.winner == self.me else "opponent"
        told = {"winner": winner, "level": outcome.level, "points": outcome.points}
        asked = self.case.get("ends") or self.case.get("outcome")
        return {key: told[key] for key in told if key in asked} if isinstance(asked, dict) else told

    def _done(self, game: Game, text: str) -> Game:
        """The game after a throw, a choice or a play."""
        found = re.fullmatch(r"(?:(me|opponent) )?roll (.+)", text)
        if found:
            if found[1] and self._seat(game) not in (found[1], 1 if found[1] == "opponent" else found[1]):
                raise AssertionError(f"{self._place}: {text}, but {self._seat(game)} is on roll")
            return game.apply(Rolled(Roll.parse(found[2])))
        if text.startswith("choose "):
            return game.apply(Choose(text.removeprefix("choose ")))
        return game.apply(Played(read_play(game.plays, text)))

    @property
    def _place(self) -> str:
        rules = f" with {dict(self.case.rules)}" if self.case.rules else ""
        return f"{self.case.place} ({self.case.why}), seat {self.me}{rules}"


_Answer: TypeAlias = Callable[[_Held, Plays], None]

#: What a case may expect of the plays of a stage.
_OF_PLAYS: Mapping[str, _Answer] = MappingProxyType(
    {
        "results": _Held.results,
        "contains": _Held.contains,
        "lacks": _Held.lacks,
        "plays": _Held.exact_plays,
        "count": _Held.count,
        "legal": _Held.legal,
        "refused": _Held.refused,
    }
)


def _steps(layout: Layout, text: str) -> list[Step]:
    """Steps as `24 by 6, hand by 5`: where each begins, and its die."""
    pairs = (words.split(" by ") for words in text.split(","))
    return [Step(layout.index(source.strip()), int(die)) for source, die in pairs]
