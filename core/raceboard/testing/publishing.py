"""Level 3, published: a golden game and counts by depth that hold, sources, and words for people."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.game import Game
from raceboard.perft import perft
from raceboard.program import Choice, TurnContext, stages
from raceboard.spec import VariantSpec
from raceboard.testing import paste
from raceboard.testing.counts import Block, read_perft
from raceboard.testing.golden import differences
from raceboard.testing.naive import naive_results
from raceboard.testing.report import NO_FOLDER, Findings, counted
from raceboard.testing.subject import Subject

__all__ = ["DEEP", "docs", "golden", "perft_file", "sources"]

#: A figure above this is not counted again by the kit.
DEEP = 5_000


def golden(subject: Subject) -> Findings:
    """The golden game is played again exactly as it was written."""
    if subject.published is None:
        return Findings(skipped=NO_FOLDER)
    path = subject.published.golden
    if path is None:
        return _missing(subject, "published.golden", "jsonl")
    return _all(subject, "published.golden", differences(subject.spec, path))


def perft_file(subject: Subject) -> Findings:
    """The counts by depth hold, as far as they are quickly counted: depth 1 from the start, and depth 2.

    Depth 2 is counted from the start or, where a throw there has too many results, from a position with few checkers.
    """
    if subject.published is None:
        return Findings(skipped=NO_FOLDER)
    path = subject.published.perft
    if path is None:
        return _missing(subject, "published.perft", "perft")
    blocks = read_perft(subject.spec, path)
    left = sum(nodes > DEEP for block in blocks for nodes in block.figures.values())
    found = _all(subject, "published.perft", _miscounts(subject.spec, blocks))
    return Findings(found.failures, (f"{counted(left, 'figure')} above {DEEP} not counted again",) if left else ())


def _missing(subject: Subject, check: str, suffix: str) -> Findings:
    name, folder = subject.spec.name, subject.published and subject.published.folder
    what = f"there is no {name}.{suffix} under {folder}; write it: raceboard conform {name} --data {folder} --write"
    return Findings((paste.of_check(subject, check, what),))


def _all(subject: Subject, check: str, faults: Iterator[str]) -> Findings:
    return Findings(tuple(paste.of_check(subject, check, what) for what in faults))


def _miscounts(spec: VariantSpec, blocks: tuple[Block, ...]) -> Iterator[str]:
    start = next((block for block in blocks if block.game == Game.start(block.game.spec, 0)), None)
    if start is None or 1 not in start.figures:
        yield "it has not depth 1 from the start, with every roll for the first seat"
    if not any(2 in block.figures for block in blocks):
        yield "it has no depth 2, neither from the start nor, if that is too much, from another position"
    for block in blocks:
        for depth, nodes in block.figures.items():
            if nodes <= DEEP and perft(block.game, depth) != nodes:
                yield f"{block.name}: depth {depth} has {perft(block.game, depth)} plays, not {nodes}"
    if start is not None and 1 in start.figures and _is_one_stage(start.game):
        by_rules = _by_rules(start.game)
        if by_rules != start.figures[1]:
            yield f"{start.name}: the naive enumerator finds {by_rules} plays at depth 1, not {start.figures[1]}"


def _is_one_stage(game: Game) -> bool:
    programs = [stages(game.spec, game.position, 0, roll, _FIRST) for roll in game.spec.dice.rolls]
    return not any(isinstance(program, Choice) or len(program) > 1 for program in programs)


_FIRST = TurnContext(own_turn=1, starter=True)


def _by_rules(game: Game) -> int:
    """Depth 1, counted by the naive enumerator."""
    total = 0
    for roll in game.spec.dice.rolls:
        program = stages(game.spec, game.position, 0, roll, _FIRST)
        assert not isinstance(program, Choice)
        total += len(naive_results(game.spec, game.position, 0, program[0], _FIRST))
    return total


def sources(subject: Subject) -> Findings:
    """The variant says where its rules come from."""
    said = [source for source in subject.spec.sources if source.strip()]
    if said and len(said) == len(subject.spec.sources):
        return Findings()
    return Findings((paste.of_check(subject, "published.sources", "sources is empty, or names an empty one"),))


def docs(subject: Subject) -> Findings:
    """Title, summary, and for each option a sentence and a source."""
    spec = subject.spec
    faults = [f"{name} is empty" for name in ("title", "summary") if not getattr(spec, name).strip()]
    for option in spec.options:
        faults += [] if option.doc.strip().endswith((".", ";")) else [f"option {option.key}: doc is no sentence"]
        faults += [] if option.source.strip() else [f"option {option.key}: source is empty"]
    return _all(subject, "published.docs", iter(faults))
