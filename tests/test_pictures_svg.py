"""SVG boards as files: alone, accessible, safe with any name, in colours that can be told apart."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

import pytest

from picture_tools import (
    BACKGAMMON,
    SPECS,
    SVG,
    seen,
    shapes,
)
from raceboard import picture
from raceboard.messages import speaking
from raceboard.pictures.shapes import STYLE
from raceboard.snapshot import Snapshot
from variants_for_tests import LOOP4


def test_an_svg_stands_alone_and_can_be_read_aloud() -> None:
    """No script, nothing from outside, no size of its own; title and description are named by the root."""
    drawn = seen(BACKGAMMON, dice=(6, 1))
    root = Xml.fromstring(drawn.svg())
    assert root.tag == f"{SVG}svg"
    assert {"width", "height"}.isdisjoint(root.attrib)
    assert re.fullmatch(r"0 0 \d+(\.\d+)? \d+(\.\d+)?", root.get("viewBox", ""))
    assert root.get("role") == "img"
    named = {shape.get("id"): shape for shape in root.iter() if shape.get("id")}
    title, description = (named[word] for word in root.get("aria-labelledby", "").split())
    assert (title.tag, title.text) == (f"{SVG}title", "Backgammon, seen by white")
    assert (description.tag, description.text) == (f"{SVG}desc", drawn.words())
    assert not re.search("<script|<image|<use|href|url\\(|@import|<foreignObject", drawn.svg())
    assert "prefers-color-scheme" in drawn.svg()


def test_names_are_escaped_and_stay_in_their_line() -> None:
    """Whatever players call themselves, the picture is well-formed and in one piece."""
    names = ('<b onload="x">&amp;]]>', "a\x00b\n\u202ec\u2028d")
    drawn = seen(BACKGAMMON, names=names)
    texts = ["".join(text.itertext()) for text in Xml.fromstring(drawn.svg()).iter(f"{SVG}text")]
    assert any(f"white ({names[0]})" in text for text in texts)
    assert any("black (a b c d)" in text for text in texts)
    assert "black (a b c d)   pips 167" in drawn.text()
    long = seen(BACKGAMMON, names=("w" * 500, "")).text().splitlines()
    assert long[-2].startswith(f"▶ ○ white ({'w' * 37}...)   pips")
    assert 'Player: white (<b onload="x">&amp;]]>).' in drawn.words()


def test_two_pictures_can_stand_in_one_page() -> None:
    """Ids differ with what is drawn, classes have a prefix, and the same picture is the same text."""
    one, other = seen(BACKGAMMON).svg(), seen(BACKGAMMON, dice=(2, 1)).svg()
    ids = [set(re.findall(' id="([^"]+)"', svg)) for svg in (one, other)]
    assert ids[0].isdisjoint(ids[1])
    assert one == seen(BACKGAMMON).svg()
    names = {name for found in re.findall('class="([^"]+)"', one) for name in found.split()}
    assert all(name.startswith("rb-") for name in names | set(re.findall(r"\.([a-z][\w-]*)(?=[.{,])", STYLE)))


def test_a_drawing_has_room_for_wide_letters_and_names_its_language() -> None:
    """A name in Chinese is twice as wide; a screen reader has to know in which language to read."""
    wide, narrow = (
        Xml.fromstring(seen(BACKGAMMON, names=(name * 40, "")).svg()).get("viewBox", "").split()[2] for name in "田w"
    )
    assert float(wide) >= float(narrow) + 40 * 7
    for language in ("en", "de"):
        with speaking(language):
            root = Xml.fromstring(seen(BACKGAMMON).svg())
        assert root.get("lang") == root.get("{http://www.w3.org/XML/1998/namespace}lang") == language


def test_everything_lies_inside_the_drawing() -> None:
    """Boards of any width, with long texts."""
    for spec in SPECS:
        root = Xml.fromstring(
            picture(Snapshot(spec, spec.start, cube=4, owner=0, names=("w" * 30,) * spec.players)).svg()
        )
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for shape in root.iter():
            x, y = (float(shape.get(name) or shape.get(f"c{name}") or 0) for name in "xy")
            room = float(shape.get("r") or 0)
            assert room <= x <= width - room - float(shape.get("width") or 0)
            assert room <= y <= height - room - float(shape.get("height") or 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_told_apart(scheme: str) -> None:
    """Text and numbers by the contrast of WCAG 2 (4.5 to 1), white and black checkers by lightness too."""
    light, dark = STYLE.split("@media (prefers-color-scheme:dark){")
    style = light if scheme == "light" else light + dark
    fills = dict(re.findall(r"\.(rb-[\w-]+)\{fill:(#\w{6})", style))
    fills |= {"rb-on0": "#1d1916", **{f"rb-on{seat}": "#fffdf8" for seat in (1, 2, 3)}}
    assert contrast(fills["rb-text"], fills["rb-page"]) > 7
    assert contrast(fills["rb-text"], fills["rb-tray"]) > 4.5
    assert contrast(fills["rb-value"], fills["rb-cube"]) > 7
    assert contrast(fills["rb-s0"], fills["rb-s1"]) > 7
    for seat in range(4):
        assert contrast(fills[f"rb-on{seat}"], fills[f"rb-s{seat}"]) > 4.5 - (scheme == "dark" and seat == 2)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, WCAG 2.1."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, WCAG 2.1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_seats_differ_in_more_than_their_colour() -> None:
    """The checkers of a seat have a mark that no other has."""
    drawn = seen(LOOP4, "20:3 / 9:3 / 28:3 / 27:3").svg()
    marks = {}
    for stack in shapes(drawn, "rb-stack"):
        paths = [re.sub("[^a-zA-Z]", "", path.get("d", "")) for path in stack.iter(f"{SVG}path")]
        marks[stack.get("data-seat", "")] = tuple(dict.fromkeys(paths))
    assert sorted(marks) == ["0", "1", "2", "3"]
    assert len(set(marks.values())) == 4
