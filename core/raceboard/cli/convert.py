"""`raceboard convert`: a match record in another format, without a silent loss."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from raceboard.cli.common import given
from raceboard.cli.spoken import command, said
from raceboard.errors import LossError
from raceboard.formats.records import FORMATS, Format, format_of, write
from raceboard.record import MatchRecord

__all__ = ["convert"]

_STREAM = "-"
_SHOWN = 20  # so many losses are told one by one


@command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "from_", type=click.Choice(tuple(FORMATS)), help="The format of IN (default: by its suffix).")
@click.option("--to", type=click.Choice(tuple(FORMATS)), help="The format of OUT (default: by its suffix).")
@click.option("--lossy", is_flag=True, help="Write even if something is lost; it is told all the same.")
@click.option("--force", is_flag=True, help="Overwrite OUT.")
@click.pass_context
def convert(
    context: click.Context, source: str, target: str, from_: str | None, to: str | None, lossy: bool, force: bool
) -> None:
    """Write a match record in another format: .mat text (.mat, .txt, .gam), SGF (.sgf) or lines of JSON (.jsonl).

    Without --lossy nothing is written when something would be lost; each loss is told on standard error, and the exit
    status is 2. `-` stands for standard input or output, with --from or --to.

    Example: raceboard convert match.mat match.sgf
    """
    with given():
        form, into = _format(source, from_, "--from"), _format(target, to, "--to")
        if target != _STREAM and Path(target).exists() and not force:
            raise ValueError(f"{target} exists; add --force to overwrite it, or give another name")
        text = form.decode(_data(source))
        record = form.read(text, source)
        lost = [f"{source}: {one}" for one in form.left_out(text)]
        try:
            written = write(record, into.name, lossy=lossy)
        except LossError as error:
            context.exit(_refused([*lost, *_told(target, error.lost)], target))
    lost += _told(target, written.lost)
    if lost and not lossy:
        context.exit(_refused(lost, target))
    _tell(lost)
    with given():
        _save(target, written.text)
    if target != _STREAM:
        click.echo(_done(target, record))


def _format(path: str, name: str | None, option: str) -> Format:
    if path == _STREAM and name is None:
        raise ValueError(f"- has no suffix that tells a format; add {option} with one of {', '.join(FORMATS)}")
    return format_of(path, name)


def _data(source: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if source == _STREAM else Path(source).read_bytes()
    except OSError as error:
        raise ValueError(f"{source}: cannot be read: {error.strerror}; give the path of a match record") from None


def _told(target: str, lost: Sequence[str]) -> list[str]:
    return [f"{target}: {one}" for one in lost]


def _refused(lost: Sequence[str], target: str) -> int:
    """Tell what would be lost; give the exit status."""
    _tell(lost)
    click.echo(said("convert.refused", target=target), err=True)
    return 2


def _tell(lost: Sequence[str]) -> None:
    for one in lost[:_SHOWN]:
        click.echo(said("convert.lost", what=one), err=True)
    if len(lost) > _SHOWN:
        click.echo(said("convert.more", number=len(lost) - _SHOWN), err=True)


def _save(target: str, text: str) -> None:
    """Write all or nothing: a file that was there before stays until its successor is whole, which gets its mode.

    A link stays one, and what is no file, like a pipe or a device, is written to and not replaced.
    """
    data = text.encode()
    if target == _STREAM:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(os.path.realpath(target))
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".raceboard-") as folder:
            draft = Path(folder) / "draft"
            draft.write_bytes(data)
            if path.exists():
                shutil.copymode(path, draft)
            draft.replace(path)
    except OSError as error:
        raise ValueError(f"{target}: cannot be written: {error.strerror}; give another path") from None


def _done(target: str, record: MatchRecord) -> str:
    """What was written, in one line."""
    entries = sum(len(game.entries) for game in record.games)
    return said("convert.done", target=target, count=len(record.games), entries=entries)
