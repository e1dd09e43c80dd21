"""`raceboard replay`: match records, every action checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from raceboard.cli.common import given, load
from raceboard.cli.spoken import command, said
from raceboard.errors import NotationError
from raceboard.formats import mat, records
from raceboard.messages import text
from raceboard.registry import Registry
from raceboard.replay import replay as replay_record
from raceboard.report import GameReport, Report

__all__ = ["replay"]


@command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--variant", help="The variant (default: the one that the record names).")
@click.option("--ruleset", help="The ruleset, a name or a YAML file (default: match or money as the record says).")
@click.option("--games", "show_games", is_flag=True, help="Show a line for each game, and the score.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output: an object for each file, one a line.")
@click.pass_context
def replay(
    context: click.Context,
    files: tuple[Path, ...],
    variant: str | None,
    ruleset: str | None,
    show_games: bool,
    as_json: bool,
) -> None:
    """Replay match records, .mat text, SGF (.sgf) or lines of JSON (.jsonl), and report what is against the rules.

    Every play is checked, and every action on the cube; so are the points of each game, the scores, the Crawford game
    and the end of the match. What is illegal is reported with its game, ply and line, and never skipped. Points that
    are stated differently from what the rules count are explained by a reading, or reported.

    The exit status is 1 when something was against the rules or could not be checked, and 2 when a file could not be
    read; the others are reported all the same.

    Example: raceboard replay match.mat
    """
    if variant and ruleset:
        raise click.UsageError("a ruleset says which variant is played; leave --variant out")
    reports, unread = _reports(load(), files, variant, ruleset)
    for report in reports:
        click.echo(json.dumps(report.as_json()) if as_json else "\n".join(_lines(report, show_games=show_games)))
    if len(reports) > 1 and not as_json:
        click.echo(_total(reports))
    for line in unread:
        click.echo(line, err=True)
    context.exit(2 if unread else 0 if all(report.is_clean for report in reports) else 1)


def _reports(
    registry: Registry, files: tuple[Path, ...], variant: str | None, ruleset: str | None
) -> tuple[list[Report], list[str]]:
    """The reports on the files, and what is wrong with those that cannot be read."""
    hidden = len(files) < 2 or not sys.stderr.isatty()
    reports: list[Report] = []
    unread: list[str] = []
    for file in track(files, said("replay.running"), console=Console(stderr=True), transient=True, disable=hidden):
        try:
            reports.append(_report(registry, file, variant, ruleset))
        except OSError as error:
            unread.append(f"raceboard: {file}: cannot be read: {error.strerror}; give the path of a match record")
        except NotationError as error:
            unread.append(f"raceboard: {error}")
    return reports, unread


def _report(registry: Registry, file: Path, variant: str | None, ruleset: str | None) -> Report:
    record = records.read_file(file, None if file.suffix.lower() in records.SUFFIXES else "mat")
    with given():
        return replay_record(record, registry.ruleset(ruleset) if ruleset else mat.ruleset(record, registry, variant))


def _lines(report: Report, *, show_games: bool) -> list[str]:
    games = [*map(_game, report.games), _end(report)] if show_games else []
    return [
        said("replay.file", name=report.name, counts=_counts([report])),
        *games,
        *(f"  {finding}" for finding in report.findings),
    ]


def _game(game: GameReport) -> str:
    """How a game went, in one line."""
    facts = ", ".join(_facts(game))
    if game.stated:
        facts = said("replay.stated", facts=facts, text=game.stated.text, reading=game.reading)
    return said("replay.game", number=game.number, facts=facts)


def _facts(game: GameReport) -> Iterator[str]:
    yield _score(game.scores)
    if game.is_crawford:
        yield text("rule.cube.crawford-game")
    yield said("replay.plies", plies=game.plies)
    yield text(f"ending.{game.ending}")
    yield said("replay.nobody" if game.winner is None else "replay.won", winner=game.winner)
    yield said("replay.cube", value=game.cube)
    if game.counted:
        yield said("replay.counted", level=game.counted.level, points=game.counted.points)


def _end(report: Report) -> str:
    key = "replay.score" if report.winner is None else "replay.score-won"
    return said(key, score=_score(report.score), winner=report.winner)


def _score(points: tuple[int, ...]) -> str:
    return ":".join(map(str, points))


def _counts(reports: list[Report]) -> str:
    games = sum(len(report.games) for report in reports)
    plies = sum(report.plies for report in reports)
    illegal = sum(len(report.illegal) for report in reports)
    findings = sum(len(report.findings) for report in reports) - illegal
    return said("replay.counts", games=games, plies=plies, illegal=illegal, findings=findings)


def _total(reports: list[Report]) -> str:
    return said("replay.all", files=len(reports), counts=_counts(reports))
