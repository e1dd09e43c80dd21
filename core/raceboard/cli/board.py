"""`raceboard board`: the picture of a position, in text, in sentences or as SVG."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from attrs import evolve, fields, frozen

from raceboard.cli.common import given, load, played_by, score_of, seat_of
from raceboard.cli.spoken import command
from raceboard.dice import Roll
from raceboard.formats.ids import read_id
from raceboard.notation import Numbering
from raceboard.pictures import Picture, picture
from raceboard.position import Position
from raceboard.session import Session
from raceboard.snapshot import Snapshot

__all__ = ["board", "save", "shown", "writes_boards"]

#: A terminal that can write these can write a board.
_SIGNS = "○●◇◆·▶─│┌┬┐└┴┘"


def shown(seen: Picture, *, plain: bool = False) -> str:
    """A board as the output can write it: in box drawing characters, or in plain ASCII."""
    return seen.text(unicode=not plain and writes_boards())


def writes_boards() -> bool:
    """Can the output write a board in box drawing characters?"""
    try:
        _SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@frozen
class _Asked:
    """What lies on the table, as the arguments say it; None where they are silent."""

    variant: str | None
    ruleset: str | None
    id: str | None
    position: str | None
    roll: str | None
    side: str | None
    cube: int | None
    owner: str | None
    double: bool
    score: str | None
    length: int | None
    crawford: bool

    def moment(self) -> Snapshot:
        """The moment that the arguments mean; raises ValueError where they do not fit together."""
        if self.id is not None:
            return self._told(self.id)
        fresh = self._fresh()
        spec = fresh.spec
        speaks = self.side or self.position or self.roll or self.double
        side = seat_of(spec, self.side or "white") if speaks else None
        position = spec.start if self.position is None else Position.parse(spec, self.position, side or 0)
        dice = () if self.roll is None else Roll.parse(self.roll).dice
        cube = fresh.cube if self.cube is None else self.cube
        if fresh.cube is None and (self.cube or self.owner or self.double):
            raise ValueError(f"{spec.name} is played without a cube here; leave --cube, --owner and --double out")
        return evolve(
            fresh,
            position=position,
            on_roll=side,
            dice=dice,
            cube=cube,
            owner=None if self.owner is None else seat_of(spec, self.owner),
            offered=2 * (cube or 0) if self.double else 0,
            offered_by=side if self.double else None,
            crawford=fresh.crawford or self.crawford,
        )

    def _told(self, text: str) -> Snapshot:
        """The moment of an id, which says all but what is played."""
        said = [one.name for one in fields(_Asked)[3:] if getattr(self, one.name)]
        if said:
            raise ValueError(f"the id says what lies on the table; leave --{' and --'.join(said)} out")
        if self.ruleset is None:
            return read_id(text, load() if self.variant is None else played_by(self.variant, None))
        played_by(self.variant, self.ruleset)
        return read_id(text, load().ruleset(self.ruleset))

    def _fresh(self) -> Snapshot:
        """The table before anything has happened on it."""
        spec = played_by(self.variant, self.ruleset)
        score = score_of(spec, self.score)
        if self.length is not None and max(score) >= self.length:
            raise ValueError(f"a match to {self.length} is over at {self.score}; give a lower --score or more --length")
        if self.ruleset is None:
            return Snapshot(spec, spec.start, None, cube=1 if spec.cube else None, score=score, length=self.length)
        return Snapshot.of(Session.start(load().ruleset(self.ruleset), length=self.length, score=score))


def save(path: Path, drawn: str) -> None:
    """Write a file; it is bad usage where that cannot be done."""
    try:
        path.write_text(f"{drawn}\n", encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}; write it to another place") from None


@command()
@click.option("--variant", help="The variant, by name or alias (default: that of --ruleset).")
@click.option("--ruleset", help="A ruleset whose table is shown: a name or a YAML file.")
@click.option("--id", help="An XGID, a GNUBgID, a raceboard id or a FIBS line: it says all but what is played.")
@click.option("--position", help="Position text, the side on roll first (default: the start position).")
@click.option("--roll", help="The dice that are to be played, for example 6-4.")
@click.option("--side", help="The seat that is on roll.  [default: white]")
@click.option("--view", help="The seat that looks at the board (default: the one on roll).")
@click.option("--cube", type=click.IntRange(min=1), help="What the cube shows.")
@click.option("--owner", help="The seat that owns the cube (default: it lies in the middle).")
@click.option("--double", is_flag=True, help="The seat on roll has doubled, and waits for the answer.")
@click.option("--score", help="Points of the seats, white first, for example 3-2.")
@click.option("--length", type=click.IntRange(min=1), help="Points that win the match.")
@click.option("--crawford", is_flag=True, help="It is the Crawford game.")
@click.option(
    "--numbering",
    type=click.Choice(["down", "up"]),
    help="How points are labelled: down is pips to go (default: as the variant does).",
)
@click.option("--plain", is_flag=True, help="Draw in ASCII.")
@click.option("--linear", is_flag=True, help="Tell the board in sentences, one fact a line, for screen readers.")
@click.option("--svg", type=click.Path(dir_okay=False, allow_dash=True), help="Draw an SVG file; - prints it.")
def board(
    view: str | None,
    numbering: Numbering | None,
    plain: bool,
    linear: bool,
    svg: str | None,
    **asked: str | int | None,
) -> None:
    """Show a board as one of its seats sees it.

    Examples: raceboard board --variant long-nardy --position "24:14 18:1 / 24:15" --roll 6-4

              raceboard board --ruleset usbgf-match --score 3-2 --cube 2 --owner black --svg board.svg
    """
    with given():
        if plain + linear + (svg is not None) > 1:
            raise ValueError("--plain, --linear and --svg exclude one another; give one of them")
        moment = _Asked(**asked).moment()  # type: ignore[arg-type]
        seen = picture(moment, None if view is None else seat_of(moment.spec, view), numbering)
    drawn = seen.svg() if svg else seen.words() if linear else shown(seen, plain=plain)
    if svg is None or svg == "-":
        click.echo(drawn)
    else:
        save(Path(svg), drawn)
