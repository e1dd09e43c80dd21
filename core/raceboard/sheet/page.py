"""A sheet as one HTML page for the printer: A4, black on white, nothing from outside; also well-formed XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from raceboard.pictures import picture
from raceboard.sheet.arrows import arrows
from raceboard.sheet.blocks import Block, Board, Facts, Grid, Section

__all__ = ["write"]

_STYLE = """
@page{size:A4;margin:14mm 14mm 16mm}
*{box-sizing:border-box}
html{background:#fff;color:#000;font:9pt/1.28 "Liberation Serif","Times New Roman","DejaVu Serif",serif}
body{max-width:182mm;margin:8mm auto;padding:0 4mm}
header{border-bottom:2pt solid #000;margin-bottom:3mm;padding-bottom:2mm}
h1{font-size:19pt;line-height:1.15;margin:0 0 1.5mm}
h2{font-size:11.2pt;line-height:1.2;margin:0 0 1mm;border-bottom:.5pt solid #000;break-after:avoid}
dl{margin:0;display:grid;grid-template-columns:max-content 1fr max-content 1fr;gap:0 3mm}
dt{font-weight:bold}dd{margin:0}
ul{margin:0 0 1.5mm;padding-left:4mm}li{margin:0 0 .5mm;break-inside:avoid}
p{margin:0 0 1.5mm}
main{columns:2;column-gap:8mm}
section{margin:0 0 3mm}
#board{display:flex;flex-wrap:wrap;column-gap:5mm}#board h2{flex:0 0 100%}
#board figure{flex:0 0 102mm;margin:0}#board svg{display:block;width:100%;height:auto}
#board ul{flex:1 1 60mm;padding-top:5mm}
div{break-inside:avoid;margin:0 0 2mm}
table{border-collapse:collapse;font-size:8.6pt}
caption{text-align:left;font-style:italic;padding-bottom:.5mm}
th,td{border:.4pt solid #000;padding:.3mm 1mm;text-align:left;vertical-align:top}
thead th{background:#e6e6e6;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.numbers th,.numbers td{text-align:right;padding:.2mm .7mm;font-variant-numeric:tabular-nums}
.numbers{width:100%;table-layout:fixed}.numbers th:first-child{text-align:left;width:19mm}
@media print{body{margin:0;padding:0;max-width:none}}
""".strip()

#: The board in black and white; it stands after the style sheet of the picture, and so goes before it.
_INK = """
.rb-page{fill:#fff}.rb-text,.rb-turn,.rb-value{fill:#000}.rb-frame{fill:#fff;stroke:#000;stroke-width:1.5}
.rb-field{fill:#fff;stroke:#000}.rb-bar{fill:#fff;stroke:#000}.rb-tray{fill:#fff;stroke:#000}
.rb-point0{fill:#c4c4c4;stroke:#000;stroke-width:.6}.rb-point1{fill:#fff;stroke:#000;stroke-width:.6}
.rb-s0{fill:#fff;stroke:#000}.rb-s1{fill:#000;stroke:#000}.rb-s2{fill:#999;stroke:#000}.rb-s3{fill:#555;stroke:#000}
.rb-way path{fill:none;stroke:#000;stroke-width:1.2}.rb-way circle{stroke-width:1.2}
.rb-cube{fill:#fff;stroke:#000}.rb-count{font:15px sans-serif;font-weight:bold}
""".strip()


def write(title: str, subtitle: str, language: str, sections: Iterable[Section]) -> str:
    """The page of a sheet."""
    head, board, *rest = sections
    heading = f"{title}: {subtitle}" if subtitle else title
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html xmlns="http://www.w3.org/1999/xhtml" lang={quoteattr(language)}>',
            f'<head><meta charset="utf-8"/><title>{escape(heading)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<style>{_STYLE}</style></head>",
            f"<body><header><h1>{escape(title)}</h1>",
            *_parts(head.blocks),
            "</header>",
            _section(board),
            "<main>",
            *(_section(section) for section in rest),
            "</main></body></html>",
        ]
    )


def _section(section: Section) -> str:
    title = f"{section.name}-title"
    heading = f"<h2 id={quoteattr(title)}>{escape(section.title)}</h2>"
    inside = "\n".join([heading, *_parts(section.blocks)])
    return f"<section id={quoteattr(section.name)} aria-labelledby={quoteattr(title)}>{inside}</section>"


def _parts(blocks: Iterable[Block]) -> Iterator[str]:
    """Sentences that follow each other as one list, all else by itself."""
    for is_told, run in groupby(blocks, lambda block: isinstance(block, str)):
        if is_told:
            yield "<ul>" + "".join(f"<li>{escape(str(block))}</li>" for block in run) + "</ul>"
        else:
            yield from (_figure(block) for block in run)


def _figure(block: Block) -> str:
    if isinstance(block, Facts):
        rows = (f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in block.rows)
        return f"<dl>{''.join(rows)}</dl>"
    if isinstance(block, Board):
        drawing = picture(block.moment, 0).svg().removesuffix("</svg>")
        return f"<figure>{drawing}{arrows(drawing, block.ways)}<style>{_INK}</style></svg></figure>"
    assert isinstance(block, Grid)
    return _table(block)


def _table(grid: Grid) -> str:
    caption = f"<caption>{escape(grid.caption)}</caption>" if grid.caption else ""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in grid.head)
    rows = (
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in grid.rows
    )
    kind = ' class="numbers"' if grid.numeric else ""
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<div><table{kind}>{caption}{body}</table></div>"
