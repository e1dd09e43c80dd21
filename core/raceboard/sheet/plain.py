"""A sheet as text for a terminal: lines that are wrapped, tables in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from raceboard.pictures import picture
from raceboard.sheet.blocks import Block, Board, Facts, Section

__all__ = ["write"]

_BETWEEN = 2


def write(title: str, sections: Iterable[Section], *, width: int, unicode: bool) -> str:
    """The text of a sheet, its lines no wider than the board or `width`, whichever is wider."""
    lines = [title, "=" * len(title)]
    for section in sections:
        lines += ["", section.title, "-" * len(section.title)]
        for block in section.blocks:
            lines += _block(block, width, unicode=unicode)
    return "\n".join(line.rstrip() for line in lines)


def _block(block: Block, width: int, *, unicode: bool) -> list[str]:
    if isinstance(block, str):
        return wrap(block, width, initial_indent="- ", subsequent_indent="  ")
    if isinstance(block, Board):
        return ["", *picture(block.moment, 0).text(unicode=unicode).splitlines(), ""]
    if isinstance(block, Facts):
        return [*_columns(block.rows, width)]
    caption = wrap(block.caption, width) if block.caption else []
    filled = [row for row in (block.head, *block.rows) if any(row)]
    return ["", *caption, *(f"  {line}" for line in _columns(filled, width - 2, right=block.numeric))]


def _columns(rows: Sequence[Sequence[str]], width: int, *, right: bool = False) -> Iterator[str]:
    """Rows in columns; what is too long for the last one goes on below it."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    room = max(width - sum(widths[:-1]) - _BETWEEN * (len(widths) - 1), 20)
    for row in rows:
        lead = "".join(
            (cell.rjust(size) if right and column else cell.ljust(size)) + " " * _BETWEEN
            for column, (cell, size) in enumerate(zip(row[:-1], widths[:-1], strict=True))
        )
        first, *more = wrap(row[-1], room) or [""]
        yield lead + (first.rjust(widths[-1]) if right else first)
        yield from (" " * len(lead) + line for line in more)
