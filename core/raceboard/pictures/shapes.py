"""What SVG boards are made of: checkers, dice, a cube, text, and the style sheet for light and dark.

Seats differ in lightness and in a mark, not in hue alone. All names begin with `rb-`: a picture may stand in a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from raceboard.side import Side

__all__ = ["DIE", "RADIUS", "STYLE", "checker", "cube", "die", "group", "label", "rect", "slab", "triangle"]

#: Half the width of a checker, and the side of a die, in units of the drawing.
RADIUS = 17.0
DIE = 30.0

_SEATS = 4

STYLE = """
.rb-page{fill:#faf7f2}.rb-text{fill:#2b2622;font:14px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
.rb-strong{font-weight:700}.rb-middle{text-anchor:middle}.rb-small{font-size:12px}
.rb-frame{fill:#6a4c36}.rb-field{fill:#efe2cb}.rb-bar{fill:#7d5c43}.rb-tray{fill:#dcc9aa;stroke:#6a4c36}
.rb-point0{fill:#b27a4c}.rb-point1{fill:#d9b98c}.rb-turn{fill:#2b2622}
.rb-s0{fill:#fffdf8;stroke:#2b2622}.rb-s1{fill:#2b2622;stroke:#100e0c}
.rb-s2{fill:#c2402d;stroke:#4a130b}.rb-s3{fill:#2f7d5b;stroke:#0e3324}
.rb-disc{stroke-width:1.5}.rb-mark{fill:none;stroke:#fffdf8;stroke-width:2}
.rb-on0{fill:#1d1916}.rb-on1,.rb-on2,.rb-on3{fill:#fffdf8}.rb-mark.rb-on0{fill:none;stroke:#1d1916}
.rb-mark.rb-on1,.rb-mark.rb-on2,.rb-mark.rb-on3{fill:none}
.rb-count{font:700 15px system-ui,"Segoe UI","DejaVu Sans",sans-serif;text-anchor:middle}
.rb-cube{fill:#fffdf8;stroke:#2b2622;stroke-width:2}.rb-offer{stroke:#b4400f;stroke-width:4}.rb-value{fill:#1d1916}
@media (prefers-color-scheme:dark){
.rb-page{fill:#1a1c20}.rb-text{fill:#ebe8e3}.rb-frame{fill:#14161a;stroke:#565d68}.rb-field{fill:#2c313a}.rb-bar{fill:#1f232a}
.rb-tray{fill:#23272e;stroke:#565d68}.rb-point0{fill:#5d6878}.rb-point1{fill:#434b58}.rb-turn{fill:#ebe8e3}
.rb-s0{fill:#f3f0ea;stroke:#0c0d0f}.rb-s1{fill:#131519;stroke:#d5d1ca}
.rb-s2{fill:#d0513e;stroke:#ffd9d2}.rb-s3{fill:#2f7d5b;stroke:#c9f0df}
.rb-cube{fill:#f3f0ea;stroke:#0c0d0f}.rb-offer{stroke:#f0a35e}
}
""".strip()

#: Where the pips of a die lie, in thirds from its middle.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def group(kind: str, parts: Iterable[str], **data: int | str) -> str:
    """Shapes that belong together; what a program may want to know stands in data attributes."""
    told = "".join(f' data-{name}="{escape(str(value))}"' for name, value in data.items())
    return f'<g class="rb-{kind}"{told}>{"".join(parts)}</g>'


def rect(kind: str, x: float, y: float, width: float, height: float, round_: float = 0) -> str:
    """A rectangle."""
    corner = f' rx="{round_:g}"' if round_ else ""
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}/>'


def triangle(kind: str, x: float, y: float, width: float, height: float) -> str:
    """A triangle on a base that begins at x, y; a negative height points up."""
    return f'<path class="{kind}" d="M{x:g} {y:g}h{width:g}l{-width / 2:g} {height:g}z"/>'


def label(text: str, x: float, y: float, kind: str = "") -> str:
    """A line of text on the base line y."""
    return f'<text class="{f"rb-text {kind}".strip()}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def checker(seat: Side, x: float, y: float, *, number: int = 0, pinned: bool = False, radius: float = RADIUS) -> str:
    """A checker around x, y: with a number, with the sign of a pinned one, or with the mark of its seat."""
    disc = f'<circle class="rb-disc {_seat(seat)}" cx="{x:g}" cy="{y:g}" r="{radius:g}"{_dashes(seat)}/>'
    said = f"{number or ''}{'!' if pinned else ''}"
    if said:
        return disc + f'<text class="rb-count {_on(seat)}" x="{x:g}" y="{y + 5.5:g}">{said}</text>'
    return disc + _mark(seat, x, y, radius)


def slab(seat: Side, x: float, y: float, width: float, height: float) -> str:
    """A checker that lies on its edge; each seat has ticks of its own."""
    body = (
        f'<rect class="rb-slab {_seat(seat)}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1.5"'
        f"{_dashes(seat)}/>"
    )
    ticks = seat % _SEATS
    places = (x + width * (tick + 1) / (ticks + 1) for tick in range(ticks))
    path = "".join(f"M{place:g} {y + 1:g}v{max(height - 2, 1):g}" for place in places)
    return body + (f'<path class="rb-mark {_on(seat)}" d="{path}"/>' if path else "")


def die(seat: Side, number: int, x: float, y: float) -> str:
    """A die around x, y in the colours of a seat; numbers without a picture are written."""
    body = rect(f"rb-disc {_seat(seat)}", x - DIE / 2, y - DIE / 2, DIE, DIE, 6)
    third = DIE * 0.27
    if number not in _PIPS:
        face = f'<text class="rb-count {_on(seat)}" x="{x:g}" y="{y + 5.5:g}">{number}</text>'
    else:
        face = "".join(
            f'<circle class="{_on(seat)}" cx="{x + right * third:g}" cy="{y + down * third:g}" r="3"/>'
            for right, down in _PIPS[number]
        )
    return group("die", [body, face], number=number)


def cube(value: int, x: float, y: float, *, offered: bool) -> str:
    """The cube around x, y."""
    size = 38.0
    body = rect(f"rb-cube{' rb-offer' if offered else ''}", x - size / 2, y - size / 2, size, size, 7)
    text = f'<text class="rb-count rb-value" x="{x:g}" y="{y + 5.5:g}">{value}{"?" if offered else ""}</text>'
    return group("doubling", [body, text], value=value)


def _seat(seat: Side) -> str:
    return f"rb-s{seat % _SEATS}"


def _on(seat: Side) -> str:
    """What is drawn on a checker of a seat."""
    return f"rb-on{seat % _SEATS}"


def _dashes(seat: Side) -> str:
    """Seats that share a colour have rims of different dashes."""
    return f' stroke-dasharray="{9 - seat // _SEATS} 3"' if seat >= _SEATS else ""


def _mark(seat: Side, x: float, y: float, radius: float) -> str:
    """The mark of a seat: none, a ring, a cross, a square that stands on its corner."""
    size = radius * 0.6
    paths = {
        1: f"M{x - size:g} {y:g}a{size:g} {size:g} 0 1 0 {2 * size:g} 0a{size:g} {size:g} 0 1 0 {-2 * size:g} 0z",
        2: f"M{x - size:g} {y:g}h{2 * size:g}M{x:g} {y - size:g}v{2 * size:g}",
        3: f"M{x - size:g} {y:g}l{size:g} {size:g}l{size:g} {-size:g}l{-size:g} {-size:g}z",
    }
    path = paths.get(seat % _SEATS)
    return f'<path class="rb-mark {_on(seat)}" d="{path}"/>' if path else ""
