"""Pictures of a moment at a table: a board in text, in SVG and in sentences, as one of the seats sees it.

>>> from raceboard import Registry, picture
>>> from raceboard.snapshot import Snapshot
>>> spec = Registry.load().variant("hypergammon")
>>> seen = picture(Snapshot(spec, spec.start, 0, (6, 3)))
>>> print(seen.text(unicode=False))
Hypergammon
  O black   pips 69   off 0
    13  14  15  16  17  18         19  20  21  22  23  24
  +------------------------+-----+------------------------+
  |  .   .   .   .   .   . |     |  .   .   .   X   X   X |
  |                        |     |                        |
  |                        |     |                        |
  |                        |     |                        |
  |                        |     |                        |  +---+
  |                        | bar |        [6] [3]         |  | 1 |
  |                        |     |                        |  +---+
  |                        |     |                        |
  |                        |     |                        |
  |                        |     |                        |
  |  .   .   .   .   .   . |     |  .   .   .   O   O   O |
  +------------------------+-----+------------------------+
    12  11  10   9   8   7          6   5   4   3   2   1
> X white   pips 69   off 0
  white to play 6-3
>>> print(seen.words())
Hypergammon, seen by white.
White to play 6, 3.
Cube: 1, in the middle.
Pips to go: white 69, black 69.
Points are numbered as pips to go.
Point 24: white 1.
Point 23: white 1.
Point 22: white 1.
Point 3: black 1.
Point 2: black 1.
Point 1: black 1.
All other points are empty.
Bar: white 0, black 0.
Borne off: white 0, black 0.
"""

from __future__ import annotations

from attrs import frozen

from raceboard.game import Game
from raceboard.notation import Numbering
from raceboard.pictures.ascii import draw
from raceboard.pictures.geometry import view
from raceboard.pictures.labels import Scene
from raceboard.pictures.linear import tell
from raceboard.pictures.svg import paint
from raceboard.session import Session
from raceboard.side import Side
from raceboard.snapshot import Snapshot

__all__ = ["Picture", "picture"]


@frozen
class Picture:
    """A moment as `side` sees it, its points labelled as `numbering` says; words are in the language that is spoken.

    In a notebook it shows itself as SVG, printed it is a board in text.
    """

    moment: Snapshot
    side: Side
    numbering: Numbering

    def text(self, *, unicode: bool = True) -> str:
        """A board in box drawing characters, or in plain ASCII."""
        return draw(self._scene, unicode=unicode)

    def svg(self) -> str:
        """A drawing that stands alone: light or dark as the reader likes it, with a title and a description."""
        return paint(self._scene)

    def words(self) -> str:
        """The board in sentences, one fact a line, for screen readers."""
        return tell(self._scene)

    @property
    def _scene(self) -> Scene:
        return Scene(self.moment, view(self.moment.spec, self.side), self.numbering)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()


def picture(state: Snapshot | Session | Game, side: Side | None = None, numbering: Numbering | None = None) -> Picture:
    """The picture of a moment, a session or a game.

    `side`: who looks (default: who is on roll, else white). `numbering`: how points are labelled (default: as people
    number the boards of the variant); `down` is pips to go. Raises ValueError for a seat that the variant does not
    have, and for another numbering.
    """
    moment = state if isinstance(state, Snapshot) else Snapshot.of(state)
    if numbering not in (None, "down", "up"):
        raise ValueError(f"points are numbered down (pips to go) or up, not {numbering!r}")
    seat = moment.spec.layout.seat((moment.on_roll or 0) if side is None else side)
    return Picture(moment, seat, numbering or moment.spec.numbering)
