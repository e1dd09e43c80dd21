"""Each rule that the library refuses by is documented, has a source and a name, and is produced by a case."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

import raceboard
from case_tools import DATA
from raceboard import messages
from raceboard.action import Choose, Drawn, Flagged, Forfeit, Played, Rolled, Ruled
from raceboard.cli.explain import action_of
from raceboard.dice import Roll
from raceboard.errors import NotNowError, RuleError, Verdict
from raceboard.explaining import explain
from raceboard.game import Game
from raceboard.legal import legal_plays
from raceboard.move import Play, Step
from raceboard.notation import read_play
from raceboard.position import Position, Setup
from raceboard.program import Choice, Stage, TurnContext, stages
from raceboard.registry import Registry
from raceboard.rulebook import FINDINGS, RULES
from raceboard.ruleset import Ruleset
from raceboard.ruling import CockedRoll, IllegalPlay, Remedy
from raceboard.session import Session
from raceboard.spec import Hooks, Opening, VariantSpec
from raceboard.turn import Turn
from raceboard_variants.backgammon import BACKGAMMON
from session_tools import rules_of
from variants_for_tests import GAMES, HOOKS
from variants_for_tests import RULES as RULE_VARIANTS

REGISTRY = Registry.load()
SPECS = {**REGISTRY.variants, **{spec.name: spec for spec in (*GAMES, *RULE_VARIANTS, *HOOKS)}}
CASES: Mapping[str, Mapping[str, Any]] = yaml.safe_load((DATA / "verdicts.yaml").read_text("utf-8"))

KERNEL = Path(raceboard.__file__).parent
MONEY = rules_of("money")
AT_TABLE = rules_of("money", {"table": {"illegal_play": "legal_moves"}})


def _spec(case: Mapping[str, Any]) -> VariantSpec:
    return SPECS[case["variant"]].with_rules(case.get("rules", {}))


def _play(case: Mapping[str, Any]) -> tuple[str, str]:
    spec = _spec(case)
    position = Position.parse(spec, case["position"]) if "position" in case else spec.start
    context = TurnContext(own_turn=case.get("turn", 2))
    stage = stages(spec, position, 0, Roll.parse(case["roll"]), context)
    assert isinstance(stage, tuple)
    steps = [_step(spec, word) for word in case["steps"].split()]
    return _said(explain(spec, position, 0, stage[0], steps, context, begun=case.get("begun", False)))


def _said(verdict: Verdict) -> tuple[str, str]:
    return verdict.rule, verdict.text


def _step(spec: VariantSpec, word: str) -> Step:
    source, die, action = (*word.split("-"), "")[:3]
    return Step(spec.layout.index(source), int(die), action)


def _act(case: Mapping[str, Any]) -> tuple[str, str]:
    rules = rules_of(case["ruleset"], case.get("with", {}))
    *before, last = case["actions"]
    session = _resumed(rules, **case.get("at", {}))
    for words in before:
        session = session.apply(action_of(session, words))
    try:
        return _said(session.explain(action_of(session, last)))
    except RuleError as error:
        return _said(error.verdict)


def _resumed(
    rules: Ruleset,
    position: str | None = None,
    roll: str | None = None,
    score: list[int] | None = None,
    throws: list[int] | None = None,
    **at: Any,  # noqa: ANN401  # the rest of what Session.resume takes
) -> Session:
    return Session.resume(
        rules,
        rules.spec.start if position is None else Position.parse(rules.spec, position),
        0,
        roll=None if roll is None else Roll.parse(roll),
        score=None if score is None else tuple(score),
        throws=None if throws is None else tuple(throws),
        **at,
    )


def _setup(case: Mapping[str, Any]) -> tuple[str, str]:
    spec = _spec(case)
    setup = Setup.parse(spec, case["position"]) if "position" in case else Setup(tuple(map(tuple, case["rows"])))
    problem, *_ = setup.problems(spec)
    return problem.code, problem.what


KINDS: Mapping[str, Callable[[Mapping[str, Any]], tuple[str, str]]] = {"play": _play, "act": _act, "setup": _setup}


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_refused_by_its_rule_and_says_why(name: str) -> None:
    """The rule of the verdict, and its words in English."""
    case, rule = CASES[name], name.partition("/")[0]
    kind = next(kind for kind in KINDS if kind in case)
    assert KINDS[kind](case[kind]) == (case.get("rule", rule), case["says"])


def _other_result() -> object:
    game = Game.resume(SPECS["backgammon"], SPECS["backgammon"].start, 0, roll=Roll(3, 1))
    return game.apply(Played(Play(game.position, game.plays[0].steps)))


def _stale() -> object:
    turn = Turn.of(Game.resume(SPECS["backgammon"], SPECS["backgammon"].start, 0, roll=Roll(3, 1)))
    return turn.step(8, die=3).step(6, die=1, number=0)


def _no_choice() -> object:
    spec = attrs.evolve(SPECS["backgammon"], hooks=Hooks(expand_roll=_choice))
    return Game.resume(spec, spec.start, 0, roll=Roll(2, 1)).apply(Choose("any"))


def _choice(spec: VariantSpec, position: Position, side: int, roll: Roll, context: TurnContext, /) -> Choice:
    return Choice(side, tuple((str(die), (Stage(side, (die,) * 4, roll),)) for die in (1, 2)))


def _plays_no_more() -> object:
    spec = attrs.evolve(SPECS["loop4"], opening=Opening("random"))
    return Game.start(spec).apply(Forfeit(2)).apply(Drawn(2))


def _at(rules: Ruleset) -> Session:
    return Session.resume(rules, rules.spec.start, 0)


#: The rules whose case needs more than an action or a play in words.
MADE: Mapping[str, Callable[[], object]] = {
    "clock.clock-off": lambda: _at(MONEY).apply(Flagged(0)),
    "play.not-legal": lambda: read_play(legal_plays(BACKGAMMON, BACKGAMMON.start, 0, Roll(6, 5)), "18/24 13/8"),
    "play.other-result": _other_result,
    "program.choice": _no_choice,
    "table.nothing-to-replay": lambda: _at(AT_TABLE).apply(Ruled(IllegalPlay(opponent_acted=False), Remedy.REPLAY)),
    "table.nothing-to-reroll": lambda: Session.resume(AT_TABLE, BACKGAMMON.start, 0, roll=Roll(6, 5)).apply(
        Ruled(CockedRoll(), Remedy.REROLL_BOTH)
    ),
    "table.ruling": lambda: _at(AT_TABLE).apply(Ruled(CockedRoll(), Remedy.FIX)),
    "table.strict": lambda: _at(MONEY).apply(Ruled(CockedRoll(), Remedy.REROLL_BOTH)),
    "turn.not-over": lambda: Game.start(BACKGAMMON).next_game(),
    "turn.opening-first": lambda: Game.start(BACKGAMMON).apply(Rolled(Roll(6, 5))),
    "turn.plays-no-more": _plays_no_more,
    "turn.stale": _stale,
}


@pytest.mark.parametrize("rule", MADE)
def test_a_refusal_that_is_made_carries_its_rule(rule: str) -> None:
    """Tables, drafts, choices and the like."""
    error = _refused(MADE[rule])
    assert error.rule == rule
    assert error.verdict.text in str(error)


def _refused(make: Callable[[], object]) -> NotNowError | RuleError:
    """The error that something is refused with."""
    try:
        return pytest.fail(f"{make()} was not refused")
    except (NotNowError, RuleError) as error:
        return error


def test_every_rule_has_a_case() -> None:
    """What nothing produces is no rule; what no catalogue of rules has is not documented."""
    assert {name.partition("/")[0] for name in (*CASES, *MADE)} == set(RULES)


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("rule", [*RULES, *FINDINGS])
def test_every_rule_has_a_source_and_a_name_in_every_language(rule: str, language: str) -> None:
    """And a verdict where something is refused by it."""
    assert {**RULES, **FINDINGS}[rule]
    assert messages.has(f"rule.{rule}", language)
    assert rule in FINDINGS or messages.has(rule, language)


#: Calls whose arguments name a rule, and places in the code that hold rules as data.
NAMING = ("Verdict", "not_now", "noting", "_problem", "_Rule")
RULE_ID = re.compile(r"[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*")
GROUPS = {rule.partition(".")[0] for rule in {**RULES, **FINDINGS}}


def _named(tree: ast.AST) -> Iterator[str]:
    """The rule ids that stand in calls that name a rule, and in pairs of a rule and its test."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in NAMING:
            given = [one for one in node.args[:3] if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Lambda | ast.Name):
            given = [one for one in node.elts[:1] if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.Yield | ast.Return) and isinstance(node.value, ast.Constant):
            given = [node.value]
        else:
            continue
        yield from (one.value for one in given if isinstance(one.value, str) and RULE_ID.fullmatch(one.value))


def test_every_rule_that_the_code_names_is_in_the_rulebook() -> None:
    """Wherever a verdict, a refusal, a finding or a problem of a position is made."""
    found = {rule for file in KERNEL.rglob("*.py") for rule in _named(ast.parse(file.read_text("utf-8")))}
    known = {rule for rule in found if rule.partition(".")[0] in GROUPS}
    assert len(known) > 60
    assert known - {*RULES, *FINDINGS} == set()
