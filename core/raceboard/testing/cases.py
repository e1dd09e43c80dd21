"""Hand-worked cases of a variant: a position and a throw, and what the rules say of it. The form of a case file.

A file is a YAML list of mappings. Positions are position text, plays are play text; the side that plays, `me`, comes
first, then the seats that follow. What a case may say:

    - id: FV01                        # unique in the file
      why: Nobody follows before the first has passed.     # a sentence
      source: the rule book, page 2   # where that comes from
      rules: {gate.target: 12}        # options of the variant; default: none is changed
      position: "24:15 / 24:15"       # default: the start
      roll: 6-5                       # what I have thrown; without it, see `ends`
      turn: {own_turn: 1}             # what the turn remembers (TurnContext): own_turn, starter, throws, taken, hits
      choose: double-3                # where the roll offers a choice
      stage: 2                        # the stage that is meant; default: the first
      seats: [0]                      # who `me` is; default: every seat if all see the same track, else seat 0
      # expected, one or more:
      stages: [[6, 5]]                # the dice of all stages
      choices: [double-1, double-2]   # what the roll offers
      results: ["24:14 13:1 / 24:15"] # exactly these results
      contains: ["24:14 13:1 / 24:15"]    # these results are there, and
      lacks: ["24:15 / 24:15"]        # these are not
      plays: ["24/13"]                # exactly these plays, compared by their results
      count: 7                        # so many results; a pass is one
      legal: ["24/13"]                # these are legal
      refused: {"24/18 24/19": departure.gate}   # these are not, by this rule; or by steps: {"24 by 6, 24 by 5": ...}
      play: "24/13"                   # this is played; a list goes on: a play, `roll 6-5` of whoever is on roll,
                                      # `me roll 6-5`, `opponent roll 6-5`, `choose NAME`. Afterwards:
      after: "24:14 13:1 / 24:15"     # the position
      next: opponent                  # who acts: me, opponent, a number of seats on, or over
      again: true                     # I throw once more in this turn
      owed: [5, 5]                    # dice that come before the next throw
      outcome: {winner: me, level: single, points: 1}      # me, opponent or draw
      ends: {winner: me, level: single, points: 1}         # of a position in which I have just moved; `no`: goes on
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias, cast

import yaml
from attrs import frozen

from raceboard.errors import did_you_mean
from raceboard.option import OptionValue

__all__ = ["Case", "read_cases"]

_TURN = frozenset({"own_turn", "starter", "throws", "taken", "hits"})
_GIVEN = frozenset({"position", "roll", "turn", "choose", "stage", "seats", "rules"})
_EXPECTED = frozenset(
    {
        "stages",
        "choices",
        "results",
        "contains",
        "lacks",
        "plays",
        "count",
        "legal",
        "refused",
        "after",
        "next",
        "again",
        "owed",
    }
    | {"outcome", "ends"}
)
_KEYS = _GIVEN | _EXPECTED | {"id", "why", "source", "play"}

#: The form of a value: in words, and whether a value has it.
_Form: TypeAlias = tuple[str, Callable[[object], bool]]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_word(value: object) -> bool:
    return _is_text(value) or _is_number(value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _lists(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _maps(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(_is_text, value)) and all(map(fits, value.values()))


def _is_option(value: object) -> bool:
    return _is_word(value) or _is_flag(value) or _lists(_is_number)(value)


_TEXT: Final[_Form] = "a text, in quotes", _is_text
_WORD: Final[_Form] = "a text or a whole number", _is_word
_NUMBER: Final[_Form] = "a whole number", _is_number
_FLAG: Final[_Form] = "true or false", _is_flag
_NUMBERS: Final[_Form] = "a list of whole numbers", _lists(_is_number)
_TEXTS: Final[_Form] = "a text, or a list of texts in quotes", lambda value: _is_text(value) or _lists(_is_text)(value)
_WON: Final[_Form] = "a mapping {winner, level, points}, or no", lambda value: value is False or isinstance(value, dict)

#: The forms of what a case says.
_FORMS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        **dict.fromkeys(("position", "after"), _TEXT),
        **dict.fromkeys(("roll", "choose", "next"), _WORD),
        **dict.fromkeys(("results", "contains", "lacks", "plays", "legal", "play"), _TEXTS),
        **dict.fromkeys(("seats", "owed"), _NUMBERS),
        **dict.fromkeys(("outcome", "ends"), _WON),
        "count": _NUMBER,
        "stage": ("a whole number from 1 up", lambda value: _is_number(value) and value != 0),
        "again": _FLAG,
        "turn": (f"a mapping of {', '.join(sorted(_TURN))}", lambda value: isinstance(value, dict)),
        "rules": ("a mapping of options to their values", _maps(_is_option)),
        "stages": ("a list with the dice of each stage, a list each", _lists(_lists(_is_number))),
        "choices": ("a list of texts", _lists(_is_text)),
        "refused": ("a mapping of plays to rule ids", _maps(_is_text)),
    }
)
_TURN_FORMS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        **dict.fromkeys(("own_turn", "throws"), _NUMBER),
        "starter": _FLAG,
        "taken": ("a mapping of regions to whole numbers", _maps(_is_number)),
        "hits": _NUMBERS,
    }
)
_OUTCOME = frozenset({"winner", "level", "points"})
_OUTCOME_FORMS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        "winner": ("me, opponent or draw", lambda value: value in ("me", "opponent", "draw")),
        "level": ("a text", _is_text),
        "points": _NUMBER,
    }
)

#: The keys that say how a game ends.
_ENDS = ("outcome", "ends")

#: What a case says, by key.
_Said: TypeAlias = Mapping[str, object]


@frozen
class Case:
    """A case of a file; `said` is what it says besides `id`, `why`, `source` and `rules`."""

    file: Path
    id: str
    why: str
    source: str
    said: _Said
    rules: Mapping[str, OptionValue]

    @property
    def place(self) -> str:
        """The file and the id."""
        return f"{self.file}: {self.id}"

    def get(self, key: str) -> object:
        """What the case says under a key; None for nothing."""
        return self.said.get(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """The texts under a key: one, or a list of them."""
        value = self.said.get(key)
        several = value if isinstance(value, list) else [] if value is None else [value]
        return tuple(map(str, several))


def read_cases(path: str | Path) -> tuple[Case, ...]:
    """The cases of a file; raises ValueError, with the place, for what is no case."""
    file = Path(path)
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise ValueError(f"{file}: no YAML: {error}") from None
    if not isinstance(data, list):
        raise ValueError(f"{file}: a case file is a list of cases; see raceboard.testing.cases")
    cases = tuple(_case(file, number, one) for number, one in enumerate(data, start=1))
    ids = [case.id for case in cases]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"{file}: {', '.join(twice)} is there twice")
    return cases


def _case(file: Path, number: int, data: object) -> Case:
    """One case, when it says what every case has to and nothing that none can."""
    if not isinstance(data, dict):
        raise ValueError(f"{file}: case {number} is no mapping")
    place = f"{file}: {data.get('id', f'case {number}')}"
    _check_keys(place, data, _KEYS)
    for key in ("id", "why", "source"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise ValueError(f"{place}: {key} is missing; it is a text")
    if not _EXPECTED & data.keys():
        raise ValueError(f"{place}: it expects nothing; say one of {', '.join(sorted(_EXPECTED))}")
    if "roll" not in data and data.keys() & _EXPECTED != {"ends"}:
        raise ValueError(f"{place}: without a roll only `ends` can be asked")
    _check_types(place, data, _FORMS)
    for key, known, forms in (("turn", _TURN, _TURN_FORMS), *((key, _OUTCOME, _OUTCOME_FORMS) for key in _ENDS)):
        inner = data.get(key) or {}
        _check_keys(f"{place}: {key}", inner, known)
        _check_types(f"{place}: {key}", inner, forms)
    rules = {
        key: tuple(value) if isinstance(value, list) else value for key, value in (data.get("rules") or {}).items()
    }
    said = {key: value for key, value in data.items() if key not in ("id", "why", "source", "rules")}
    return Case(file, data["id"], data["why"], data["source"], said, cast("Mapping[str, OptionValue]", rules))


def _check_types(place: str, data: Mapping[object, object], forms: Mapping[str, _Form]) -> None:
    """Refuse a value that is not of the form of its key; nothing at all counts as not said."""
    for key, (words, fits) in forms.items():
        value = data.get(key)
        if value is not None and not fits(value):
            raise ValueError(f"{place}: {key} is {value!r}; it is {words}")


def _check_keys(place: str, data: Mapping[object, object], known: Collection[str]) -> None:
    for key in data:
        if key not in known:
            raise ValueError(
                f"{place}: unknown key {key!r}; {did_you_mean(str(key), known) or ', '.join(sorted(known))}"
            )
