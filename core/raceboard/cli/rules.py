"""`raceboard rules`: the rule sheet of a variant or of a table, for the terminal or the printer."""

from __future__ import annotations

from pathlib import Path

import click

from raceboard.cli.board import save, writes_boards
from raceboard.cli.common import given, load
from raceboard.cli.spoken import command
from raceboard.ruleset import Ruleset
from raceboard.sheet import rule_sheet
from raceboard.spec import VariantSpec

__all__ = ["rules"]


@command("rules")
@click.argument("variant", required=False)
@click.option("--ruleset", help="The ruleset of the table: a name or a YAML file (default: the variant alone).")
@click.option("--length", type=click.IntRange(min=1), help="Points that win the match.")
@click.option("--html", type=click.Path(dir_okay=False, allow_dash=True), help="Write a page to print; - prints it.")
@click.option("--plain", is_flag=True, help="Draw the board in ASCII.")
def rules(variant: str | None, ruleset: str | None, length: int | None, html: str | None, plain: bool) -> None:
    """Tell the rules by which a table plays, every one derived from what is really played.

    VARIANT may be left out when --ruleset is given. The page that --html writes is for A4 paper, in black and white,
    and needs no other file.

    Examples: raceboard rules long-nardy --ruleset nardy-online --lang de

              raceboard rules --ruleset usbgf-match --length 5 --html sheet.html
    """
    with given():
        if plain and html:
            raise ValueError("--plain draws in text, and --html writes no text; give one of them")
        sheet = rule_sheet(_played(variant, ruleset), length=length)
    if html is None:
        click.echo(sheet.text(unicode=not plain and writes_boards()))
    elif html == "-":
        click.echo(sheet.html())
    else:
        save(Path(html), sheet.html())


def _played(variant: str | None, ruleset: str | None) -> VariantSpec | Ruleset:
    registry = load()
    if ruleset is None:
        if variant is None:
            raise ValueError("say which rules: a VARIANT or --ruleset NAME; raceboard variants lists them")
        return registry.variant(variant)
    found = registry.ruleset(ruleset)
    if variant is not None and registry.variant(variant).name != found.variant:
        raise ValueError(f"the ruleset {ruleset} plays {found.variant}, not {variant}; leave {variant} out")
    return found
