"""`raceboard replay`: match records, every play checked."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from raceboard.cli.common import given, load
from raceboard.errors import NotationError
from raceboard.formats import mat
from raceboard.registry import Registry
from raceboard.replay import GameReport, Report
from raceboard.replay import replay as replay_record
from raceboard.side import seat_name

__all__ = ["replay"]


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--variant", help="The variant (default: the one that the record names).")
@click.option("--games", "show_games", is_flag=True, help="Show a line for each game.")
@click.pass_context
def replay(context: click.Context, files: tuple[Path, ...], variant: str | None, show_games: bool) -> None:
    """Replay match records in .mat text and report what is against the rules.

    Every play is checked; an illegal one is reported with its game, ply, roll and the legal plays, and never skipped.
    Cube actions are carried along and not judged yet. The exit status is 1 when an illegal play was found or something
    could not be checked, and 2 when a file could not be read; the others are reported all the same.

    Example: raceboard replay match.mat
    """
    registry = load()
    hidden = len(files) < 2 or not sys.stderr.isatty()
    reports: list[Report] = []
    unread: list[str] = []
    for file in track(files, "replaying", console=Console(stderr=True), transient=True, disable=hidden):
        try:
            reports.append(_report(registry, file, variant))
        except OSError as error:
            unread.append(f"raceboard: {file}: cannot be read: {error.strerror}; give the path of a match record")
        except NotationError as error:
            unread.append(f"raceboard: {error}")
    for report in reports:
        click.echo("\n".join(_lines(report, show_games=show_games)))
    if len(reports) > 1:
        click.echo(_total(reports))
    for line in unread:
        click.echo(line, err=True)
    context.exit(2 if unread else 0 if all(map(_is_clean, reports)) else 1)


def _is_clean(report: Report) -> bool:
    """Everything could be read and checked, and every play was legal."""
    readable = all(finding.rule != "record.unreadable" for finding in report.findings)
    return readable and not report.illegal and all(game.is_checked for game in report.games)


def _report(registry: Registry, file: Path, variant: str | None) -> Report:
    record = mat.read_file(file)
    with given():
        return replay_record(record, registry.variant(variant or mat.variation(record)))


def _lines(report: Report, *, show_games: bool) -> list[str]:
    games = [_game(game) for game in report.games] if show_games else []
    return [f"{report.name}: {_counts([report])}", *games, *(f"  {finding}" for finding in report.findings)]


def _game(game: GameReport) -> str:
    """How a game went, in one line."""
    won = "nobody has won" if game.winner is None else f"{seat_name(game.winner)} has won"
    level = f", {game.outcome.level}" if game.outcome else ""
    stated = f"; stated: {game.result.text.strip()}" if game.result else ""
    return f"  game {game.number}: {game.plies} plies, {game.ending}, {won}{level}, cube {game.cube}{stated}"


def _counts(reports: list[Report]) -> str:
    games = sum(len(report.games) for report in reports)
    plies = sum(report.plies for report in reports)
    illegal = sum(len(report.illegal) for report in reports)
    findings = sum(len(report.findings) for report in reports) - illegal
    return f"games {games}, plies {plies}, illegal plays {illegal}, other findings {findings}"


def _total(reports: list[Report]) -> str:
    return f"all {len(reports)} files: {_counts(reports)}"
