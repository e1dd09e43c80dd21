"""Words that all sections share: messages of the sheet, places on the board, numbers of points."""

from __future__ import annotations

from collections.abc import Iterable

from raceboard.messages import has, text
from raceboard.spec import VariantSpec
from raceboard.track import Region

__all__ = ["joined", "point", "region", "say", "span", "stretch", "varied"]


def say(key: str, /, **parameters: object) -> str:
    """A message of the sheet in the language that is spoken.

    >>> say("object.off.first")
    'Whoever bears off all checkers first wins the game.'
    """
    return text(f"sheet.{key}", parameters)


def varied(key: str, name: str, /, **parameters: object) -> str:
    """A message in the words that players have for a place (`from the head`), or in general ones that name it.

    >>> varied("place", "bar", name="bar"), varied("place", "lagoon", name="lagoon")
    ('on the bar', 'in the region lagoon')
    """
    special = f"{key}.{name}"
    return say(special if has(f"sheet.{special}") else key, **parameters)


def point(spec: VariantSpec, index: int) -> str:
    """The number that a point has on the board of a variant, from its owner's index.

    >>> from raceboard import Registry
    >>> point(Registry.load().variant("long-nardy"), 24)
    '1'
    """
    return str(spec.track.points + 1 - index if spec.numbering == "up" else index)


def stretch(spec: VariantSpec, low: int, high: int) -> str:
    """Points in words: `point 1`, or `points 19-24`; the indices are own ones."""
    first, last = sorted((int(point(spec, low)), int(point(spec, high))))
    return say("points.one", point=first) if first == last else say("points.many", first=first, last=last)


def region(spec: VariantSpec, name: str) -> str:
    """A region with its points: `home (points 1-6)`."""
    found: Region = spec.region(name)
    return f"{varied('region', name, name=name)} ({stretch(spec, found.low, found.high)})"


def span(numbers: Iterable[int]) -> str:
    """Whole numbers, those in a row shortened: `1-6`, `3, 4, 6`."""
    found = sorted(numbers)
    if len(found) > 2 and found == [*range(found[0], found[-1] + 1)]:
        return f"{found[0]}-{found[-1]}"
    return ", ".join(map(str, found))


def joined(parts: Iterable[str], by: str) -> str:
    """Parts of a sentence with a word of the catalogue between them."""
    return say(f"joint.{by}").join(parts)
