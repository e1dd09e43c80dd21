"""`raceboard id`: what an id says, and the same moment as another id."""

from __future__ import annotations

import json

import click
from attrs import fields

from raceboard.cli.board import shown
from raceboard.cli.common import given, load, played_by, titled
from raceboard.cli.spoken import command, said
from raceboard.formats.ids import FORMATS, IdFormat, Table, format_of, read_id, write_id
from raceboard.pictures import picture
from raceboard.side import SEAT_NAMES, seat_name
from raceboard.snapshot import SIDES, Snapshot

__all__ = ["identify"]


@command("id")
@click.argument("text", metavar="ID")
@click.option("--variant", help="The variant, by name or alias (default: that of --ruleset or of the raceboard id).")
@click.option("--ruleset", help="A ruleset whose options hold: a name or a YAML file.")
@click.option("--to", "wanted", type=click.Choice(tuple(FORMATS)), help="Write the moment in this format.")
@click.option("--lossy", is_flag=True, help="Write even if something is lost; it is told on standard error.")
@click.option(
    "--bottom",
    type=click.Choice(SEAT_NAMES),
    default=SEAT_NAMES[0],
    show_default=True,
    help="The seat that is X, or named first.",
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def identify(
    text: str, variant: str | None, ruleset: str | None, wanted: str | None, lossy: bool, bottom: str, as_json: bool
) -> None:
    """Show the moment that an ID tells of, or write it in another format.

    The ID is an XGID, a GNUBgID (Position ID:Match ID), a Position ID, a raceboard id, position text or a FIBS board
    line; which one it is shows by itself. X of an XGID, player 1 of GNU Backgammon and the first player of a FIBS line
    sit where --bottom says. When something would be lost nothing is written without --lossy, and the exit status is 2.

    Example: raceboard id --variant backgammon "XGID=-b----E-C---eE---c-e----B-:1:1:1:52:4:2:0:7:10" --to gnubg
    """
    side = SEAT_NAMES.index(bottom)
    with given():
        moment = read_id(text, _table(variant, ruleset), bottom=side)
        written = None if wanted is None else write_id(moment, wanted, bottom=side, lossy=lossy)
    if written is None:
        looks = format_of(text)
        click.echo(json.dumps({"format": looks.name, **_plain(moment)}) if as_json else _described(looks, moment))
        return
    for loss in () if as_json else written.lost:
        click.echo(said("id.lost", what=loss), err=True)
    told = {"format": wanted, "id": written.text, "lost": written.lost}
    click.echo(json.dumps(told) if as_json else written.text)


def _table(variant: str | None, ruleset: str | None) -> Table:
    """What is played; the registry where only the id can say it."""
    if ruleset is not None:
        played_by(variant, ruleset)
        return load().ruleset(ruleset)
    return load() if variant is None else played_by(variant, None)


def _described(looks: IdFormat, moment: Snapshot) -> str:
    """The picture of a moment, between what the text is and the position as text."""
    side = moment.on_roll or 0
    return "\n".join([f"{titled(looks.title)}:", shown(picture(moment)), "", moment.position.text(side)])


def _plain(moment: Snapshot) -> dict[str, object]:
    """The fields of a moment; sides by name, the position as text with white first."""
    said = {one.name: getattr(moment, one.name) for one in fields(Snapshot) if one.name != "spec"}
    seats = {name: None if said[name] is None else seat_name(said[name]) for name in SIDES}
    return {"variant": moment.spec.name, **said, **seats, "position": moment.position.text()}
