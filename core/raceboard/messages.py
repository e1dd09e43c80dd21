"""Texts for people, from keys: gettext catalogues in English, German and Russian.

A key names a message, and its parameters are neutral values: a side is a number, a roll a tuple of numbers. How they
look is said in the catalogue: `{side:seat}` is the name of a seat, `{dice:dice}` is `6-3`, `{levels:list}` has commas,
`{count:number}` has its thousands apart, `{rule:code}` is the code of a rule as words. `{level:name}` is the name of a
thing of the game: the key `name.gammon`, or the word itself where there is none; `FAMILIES` are the families of names.
A message that counts is given its plural form by the parameter `count`.
"""

from __future__ import annotations

import gettext
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources

from raceboard.side import SEAT_NAMES

__all__ = ["FAMILIES", "LANGUAGES", "has", "language", "speaking", "text"]

#: The languages of the catalogues; the first one is spoken until another is chosen.
LANGUAGES = ("en", "de", "ru")

#: What a parameter may be the name of; `{title:title}` is looked up under `title.` and the English title.
FAMILIES = frozenset({"action", "context", "ending", "how", "name", "phase", "reading", "remedy", "rule", "title"})

_NO_PARAMETERS: Mapping[str, object] = {}
_spoken: ContextVar[str] = ContextVar("raceboard_language", default=LANGUAGES[0])


def language() -> str:
    """The language that is spoken now.

    >>> language()
    'en'
    """
    return _spoken.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Speak a language inside; raises ValueError for one that has no catalogue.

    >>> with speaking("de"):
    ...     text("name.gammon")
    'Gammon'
    """
    token = _spoken.set(_known(wanted))
    try:
        yield
    finally:
        _spoken.reset(token)


def text(key: str, parameters: Mapping[str, object] = _NO_PARAMETERS, wanted: str | None = None) -> str:
    """The message of a key in a language (default: the one that is spoken).

    Raises KeyError for a key that the catalogue lacks, or a parameter that its message needs.

    >>> text("cube.cube-not-yours", {"side": 1})
    'the cube is not yours to turn: black owns it'
    """
    spoken = language() if wanted is None else _known(wanted)
    return _Form(spoken).vformat(_template(spoken, key, parameters.get("count")), (), parameters)


def has(key: str, wanted: str | None = None) -> bool:
    """Does the catalogue of a language (default: the one that is spoken) have a message?

    >>> has("play.legal"), has("play.leagl")
    (True, False)
    """
    catalogue = _catalogue(language() if wanted is None else _known(wanted))
    return catalogue.gettext(key) != key or catalogue.ngettext(key, key, 1) != key


def _known(wanted: str) -> str:
    if wanted not in LANGUAGES:
        raise ValueError(f"there is no catalogue for {wanted!r}; choose one of {', '.join(LANGUAGES)}")
    return wanted


@cache
def _catalogue(spoken: str) -> gettext.GNUTranslations:
    file = resources.files("raceboard") / "locale" / spoken / "LC_MESSAGES" / "raceboard.mo"
    with file.open("rb") as stream:
        return gettext.GNUTranslations(stream)


def _template(spoken: str, key: str, count: object) -> str:
    catalogue = _catalogue(spoken)
    if isinstance(count, int) and (found := catalogue.ngettext(key, key, count)) != key:
        return found
    found = catalogue.gettext(key)
    if found == key:
        raise KeyError(f"the catalogue {spoken} has no message {key}")
    return found


class _Form(string.Formatter):
    """Lets a message say how its parameters look."""

    def __init__(self, spoken: str) -> None:
        self._spoken = spoken

    def format_field(self, value: object, format_spec: str) -> str:
        """A parameter in the form that the message asks for."""
        if format_spec in FAMILIES:
            return self._named(format_spec, value)
        forms = {
            "code": _code,
            "dice": _dice,
            "list": self._list,
            "number": self._number,
            "seat": self._seat,
            "seats": self._seats,
        }
        shown = forms.get(format_spec)
        return format(value, format_spec) if shown is None else shown(value)

    def _seat(self, value: object) -> str:
        if isinstance(value, int) and value < len(SEAT_NAMES):
            return text(f"seat.{SEAT_NAMES[value]}", wanted=self._spoken)
        return text("seat.other", {"number": value + 1 if isinstance(value, int) else value}, self._spoken)

    def _seats(self, value: object) -> str:
        return ", ".join(map(self._seat, value)) if isinstance(value, (tuple, list)) else str(value)

    def _list(self, value: object) -> str:
        if not isinstance(value, (tuple, list)):
            return str(value)
        return ", ".join(self._named("name", one) for one in value)

    def _named(self, family: str, value: object) -> str:
        key = f"{family}.{value}"
        return text(key, wanted=self._spoken) if has(key, self._spoken) else str(value)

    def _number(self, value: object) -> str:
        return f"{value:,}".replace(",", text("number.group", wanted=self._spoken))


def _code(value: object) -> str:
    return str(value).partition(".")[2].replace("-", " ")


def _dice(value: object) -> str:
    return "-".join(map(str, value)) or "-" if isinstance(value, (tuple, list)) else str(value)
