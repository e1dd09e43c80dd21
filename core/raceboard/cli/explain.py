"""`raceboard explain`: why a play, a dance, an action or a position is legal or not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import click
from attrs import frozen

from raceboard.action import (
    Accept,
    Double,
    Leave,
    NextGame,
    Pass,
    Played,
    Redouble,
    Reject,
    Resign,
    Rolled,
    SessionAction,
    Take,
)
from raceboard.cli.common import given, load, played_by, score_of, seat_of, stage_of
from raceboard.cli.spoken import command
from raceboard.dice import Roll
from raceboard.errors import NotationError, RuleError, Verdict
from raceboard.explaining import explain_in, why_no_play
from raceboard.legal import legal_plays
from raceboard.messages import has, text
from raceboard.move import Play
from raceboard.notation import Numbering, parse_play, read_play
from raceboard.position import Position
from raceboard.program import Stage, TurnContext, stages
from raceboard.session import Session
from raceboard.side import SEAT_NAMES
from raceboard.spec import VariantSpec

__all__ = ["action_of", "explain"]

#: The actions that are a word alone.
_WORDS: Mapping[str, type[Accept | Double | Pass | Reject | Take]] = {
    "accept": Accept,
    "double": Double,
    "pass": Pass,
    "reject": Reject,
    "take": Take,
}
_ACTIONS = (
    f"{', '.join(_WORDS)}, next, roll 6-5, play 13/8 6/5, resign [LEVEL], leave, beaver or another redouble at once"
)


@frozen
class _Asked:
    """The position and what is known of the turn."""

    spec: VariantSpec
    position: Position
    side: int
    context: TurnContext


@command()
@click.option("--variant", help="The variant, by name or alias (default: that of --ruleset).")
@click.option("--ruleset", help="The table: a ruleset by name, or a YAML file.")
@click.option("--position", "where", help="Position text, the side on roll first (default: the start position).")
@click.option("--side", "seat", default="white", show_default=True, help="The seat that is on roll.")
@click.option("--roll", "roll_text", help="The roll to be played, for example 6-3.")
@click.option("--move", help="The play; without it: why nothing can be played.")
@click.option("--numbering", type=click.Choice(["down", "own"]), default="down", show_default=True, help="Of --move.")
@click.option("--own-turn", type=click.IntRange(min=1), help="The number of this turn of the side; 1 is its first.")
@click.option("--starter", is_flag=True, help="The side on roll has started the game.")
@click.option("--choice", help="The program to play, where a roll offers a choice.")
@click.option("--action", "actions", multiple=True, help=f"What somebody wants to do: {_ACTIONS}. Repeat it for a row.")
@click.option("--cube", type=click.IntRange(min=1), default=1, help="What the cube shows.")
@click.option("--owner", help="The seat that owns the cube.")
@click.option("--score", help="The points before the game, white first, for example 4-2.")
@click.option("--length", type=click.IntRange(min=1), help="The points that win the match.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
@click.pass_context
def explain(
    context: click.Context,
    variant: str | None,
    ruleset: str | None,
    where: str | None,
    seat: str,
    roll_text: str | None,
    move: str | None,
    numbering: str,
    own_turn: int | None,
    starter: bool,
    choice: str | None,
    actions: tuple[str, ...],
    cube: int,
    owner: str | None,
    score: str | None,
    length: int | None,
    as_json: bool,
) -> None:
    """Say whether a play or an action is legal, and if not why: the rule, its source, what would be legal.

    With --roll and --move: a play. With --roll alone: why nothing can be played. With --action: what somebody wants to
    do at the table of --ruleset; of several the last one is explained and the others are done; a seat may stand in
    front (black double). The exit status is 1 for what is illegal.

    Example: raceboard explain --ruleset usbgf-match --score 4-2 --length 5 --action double
    """
    with given():
        spec = played_by(variant, ruleset)
        side = seat_of(spec, seat)
        position = spec.start if where is None else Position.parse(spec, where, side)
        turn = TurnContext(own_turn=own_turn, starter=starter) if own_turn else TurnContext(starter=starter)
        asked = _Asked(spec, position, side, turn)
        if actions:
            if ruleset is None:
                raise ValueError("an action needs a table: add --ruleset; raceboard rulesets lists them")
            session = _session(ruleset, asked, roll_text, cube, owner, score, length)
            verdicts: tuple[Verdict, ...] = (_on_action(session, actions),)
        elif roll_text is None:
            raise ValueError("say what is to be explained: --roll with --move, --roll alone, or --action")
        else:
            stage = stage_of(stages(spec, position, side, Roll.parse(roll_text), turn), choice)
            verdicts = _on_roll(asked, stage, move, "up" if numbering == "own" else "down")
    click.echo(json.dumps([_plain(one) for one in verdicts], indent=2, default=str) if as_json else _shown(verdicts))
    context.exit(0 if all(verdict.ok for verdict in verdicts[:1]) else 1)


def _session(
    ruleset: str,
    asked: _Asked,
    roll: str | None,
    cube: int,
    owner: str | None,
    score: str | None,
    length: int | None,
) -> Session:
    """The table in the middle of a game."""
    rules = load().ruleset(ruleset)
    return Session.resume(
        rules,
        asked.position,
        asked.side,
        roll=None if roll is None else Roll.parse(roll),
        cube=cube,
        owner=None if owner is None else seat_of(asked.spec, owner),
        score=score_of(rules.spec, score),
        length=length,
    )


def _on_action(session: Session, actions: tuple[str, ...]) -> Verdict:
    """The verdict on the last of some actions; those before it are done."""
    for before in actions[:-1]:
        session = session.apply(action_of(session, before))
    try:
        return session.explain(action_of(session, actions[-1]))
    except RuleError as error:  # a play that is none cannot be made an action
        return error.verdict


def action_of(session: Session, words: str) -> SessionAction:
    """The action that is written; raises ValueError with those that are known."""
    first, *rest = words.split() or [""]
    side = SEAT_NAMES.index(first.lower()) if first.lower() in SEAT_NAMES else None
    name, *more = [first, *rest] if side is None else rest or [first]
    actor = side if side is not None else session.game.on_roll or 0
    redoubles = [answer for rule in session.cube_rules for answer in rule.answers]
    match name.lower():
        case "next" if not more:
            return NextGame()
        case word if word in _WORDS and not more:
            return _WORDS[word](side)
        case word if word in redoubles and not more:
            return Redouble(word, side)
        case "roll" if more:
            return Rolled(Roll.parse(" ".join(more)), side)
        case "play" if more and not len(session.game.plays):  # the reason is the time, whatever the play
            return Played(Play(session.game.position, ()), side)
        case "play" if more:
            return Played(read_play(session.game.plays, " ".join(more)), side)
        case "resign" if len(more) < 2:
            return Resign(actor, *more)
        case "leave" if not more:
            return Leave(actor)
    raise ValueError(f"{words!r} is no action; known: {_ACTIONS}")


def _on_roll(asked: _Asked, stage: Stage, move: str | None, numbering: Numbering) -> tuple[Verdict, ...]:
    """The verdict on a play, or on there being none, with what keeps each checker."""
    situation = (asked.spec, asked.position, asked.side, stage)
    plays = legal_plays(*situation, asked.context)
    if move is None:
        if not plays.is_pass:
            raise ValueError(
                f"there are legal plays, for example {plays[0]}; add --move, or list them: raceboard plays"
            )
        return (explain_in(plays, ()), *why_no_play(*situation, asked.context))
    answer = parse_play(plays, move, numbering=numbering)
    if isinstance(answer, NotationError):
        raise answer
    if isinstance(answer, tuple):
        raise NotationError(move, "it means several plays", tuple(map(str, answer)))
    return (explain_in(plays, answer.steps) if isinstance(answer, Play) else answer,)


def _shown(verdicts: Iterable[Verdict]) -> str:
    """The verdict with its rule and source; what keeps single checkers is told in lines of their own."""
    first, *more = verdicts
    lines = [str(first)]
    if not first.ok:
        name = text(f"rule.{first.rule}") if has(f"rule.{first.rule}") else first.rule
        lines += [f"  {text('explain.rule')}: {name}", f"  {text('explain.source')}: {first.source}"]
    return "\n".join([*lines, *(f"  {verdict.text} [{verdict.rule}]" for verdict in more)])


def _plain(verdict: Verdict) -> dict[str, object]:
    example = verdict.counter_example
    return {
        "ok": verdict.ok,
        "rule": verdict.rule,
        "key": verdict.key or verdict.rule,
        "parameters": dict(verdict.parameters),
        "text": verdict.text,
        "source": verdict.source,
        "counter_example": None if example is None else str(example),
    }
