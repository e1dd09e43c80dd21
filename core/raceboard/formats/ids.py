"""All ids and lines that a moment can be read from and written as, in one table.

The seat `bottom` is where the text and the table meet: X of an XGID, player 1 of GNU Backgammon (its X), the player who
is named first in a FIBS line, and the player on roll of a text that knows no other (a Position ID, position text).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from attrs import frozen

from raceboard.errors import ConfigError, LossError, NotationError, did_you_mean
from raceboard.formats import fibs, gnubg_id, gnubgid, raceboard_id, xgid
from raceboard.formats.shape import settled
from raceboard.position import Position
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.side import Side, seat_name
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["FORMATS", "IdFormat", "Table", "Written", "format_of", "read_id", "write_id"]

#: What is played: a variant, a ruleset of one, or a registry where the text itself names the variant.
Table: TypeAlias = VariantSpec | Ruleset | Registry


@frozen
class IdFormat:
    """One way to write a moment. `marks`: what a text of it looks like, before it is read.

    `is_relative`: it speaks of the player on roll and does not say which seat that is.
    """

    name: str
    title: str
    marks: re.Pattern[str]
    read: Callable[[VariantSpec, str, Side], Snapshot]
    write: Callable[[Snapshot, Side], str]
    is_relative: bool = False


@frozen
class Written:
    """A moment as text; `lost` says what it cannot hold."""

    text: str
    lost: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The text."""
        return self.text


def format_of(text: str) -> IdFormat:
    """The format that a text looks like; raises NotationError, with all that there are, when it looks like none.

    >>> format_of("4HPwATDgc/ABMA:cAkAAAAAAAAA").name, format_of("24:15 / 24:15").name
    ('gnubg', 'position')
    """
    for one in FORMATS.values():
        if one.marks.match(text.strip()):
            return one
    known = ", ".join(one.title for one in FORMATS.values())
    raise NotationError(text, f"it looks like none of these: {known}")


def read_id(text: str, table: Table, *, bottom: Side = 0) -> Snapshot:
    """The moment that a text tells of, in whichever of the formats; `bottom` is the seat that it calls its own.

    With a registry a raceboard id finds its variant itself, with the options of the ruleset whose digest it has, where
    the registry has that ruleset. Raises NotationError, with the reason, for a text that cannot be read; ConfigError
    for position text of a position that cannot be; UnknownNameError for a variant that the registry does not have;
    ValueError for a variant that has no such id, for a raceboard id from under another ruleset than the given one, and
    for a registry where the text names no variant.

    >>> registry = Registry.load()
    >>> found = read_id("XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:4:2:0:7:10", registry.variant("backgammon"))
    >>> found.on_roll, found.dice, found.cube, found.owner, found.score, found.length
    (1, (5, 2), 2, 0, (4, 2), 7)
    >>> read_id("rb1-backgammon-080g000000000003ww3w01g1ye1y00r03ezjqwr", registry).position.text()
    '24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5'
    """
    kind, text = format_of(text), text.strip()
    spec = _spec(text, table)
    return kind.read(spec, text, spec.layout.seat(bottom))


def write_id(snapshot: Snapshot, name: str, *, bottom: Side = 0, lossy: bool = False) -> Written:
    """A moment in the format of a name, seen from the seat `bottom`.

    What comes back otherwise when the text is read again is lost: then it raises LossError, unless `lossy` allows it.
    The ruleset's digest is no part of the moment and does not count. Raises ValueError for a variant, a number or a
    moment that the format has no room for, and for a name that is none of `FORMATS`.

    >>> spec = Registry.load().variant("backgammon")
    >>> str(write_id(Snapshot(spec, spec.start, dice=(5, 2), length=7), "gnubg"))
    '4HPwATDgc/ABMA:cInqAAAAAAAE'
    >>> write_id(Snapshot(spec, spec.start, dice=(5, 2), beavers=True), "gnubg", lossy=True).lost
    ('beavers: yes, not no',)
    """
    if name not in FORMATS:
        raise ValueError(f"there is no id format {name!r}; {did_you_mean(name, FORMATS) or f'choose of {_NAMES}'}")
    kind, spec = FORMATS[name], snapshot.spec
    text = kind.write(snapshot, spec.layout.seat(bottom))
    on_roll = bottom if snapshot.on_roll is None else snapshot.on_roll
    try:
        again = kind.read(spec, text, on_roll if kind.is_relative else bottom)
    except NotationError as error:
        raise ValueError(f"this moment has no {kind.title}: {error.reason}") from None
    lost = snapshot.differences(again)
    if kind.is_relative and on_roll != bottom:
        lost = (f"on roll: {seat_name(on_roll)}, not {seat_name(bottom)}", *lost)
    if lost and not lossy:
        raise LossError(f"the {kind.title}", lost)
    return Written(text, lost)


# -- What is played ----------------------------------------------------------------------------------------------------


def _spec(text: str, table: Table) -> VariantSpec:
    """The variant of a text at a table."""
    if isinstance(table, VariantSpec):
        return table
    packed = raceboard_id.unpack(text) if format_of(text).name == "raceboard" else None
    if isinstance(table, Ruleset):
        if packed is not None and packed.variant == table.variant and not table.digest.startswith(packed.digest):
            raise ValueError(
                f"the id was written under a ruleset with the digest {packed.digest}..., not under {table.name} "
                f"({table.digest[: len(packed.digest)]}...); give the variant instead to read it all the same"
            )
        return table.spec
    if packed is None:
        raise ValueError("this text does not say what is played; give the variant (--variant NAME)")
    return _played(table, packed.variant, packed.digest)


def _played(registry: Registry, variant: str, digest: str) -> VariantSpec:
    """The variant, with the options of the ruleset that has the digest where there is one."""
    spec = registry.variant(variant)
    for name in registry.rulesets if digest else ():
        try:
            rules = registry.ruleset(name)
        except ConfigError:  # a broken ruleset is told of where it is asked for
            continue
        if rules.variant == spec.name and rules.digest.startswith(digest):
            return rules.spec
    return spec


# -- The table of formats ----------------------------------------------------------------------------------------------


def _bare(spec: VariantSpec, position: Position, side: Side) -> Snapshot:
    return Snapshot(spec, position, side, cube=1 if spec.cube else None)


def _read_position_id(spec: VariantSpec, text: str, bottom: Side) -> Snapshot:
    return _bare(spec, gnubg_id.decode(spec, text, bottom), bottom)


def _write_position_id(snapshot: Snapshot, bottom: Side) -> str:
    side = bottom if snapshot.on_roll is None else snapshot.on_roll
    return gnubg_id.encode(snapshot.spec, settled(snapshot.spec, snapshot.position), side)


def _read_position(spec: VariantSpec, text: str, bottom: Side) -> Snapshot:
    return _bare(spec, Position.parse(spec, text, bottom), bottom)


def _write_position(snapshot: Snapshot, bottom: Side) -> str:
    return snapshot.position.text(bottom if snapshot.on_roll is None else snapshot.on_roll)


def _read_raceboard(spec: VariantSpec, text: str, bottom: Side) -> Snapshot:
    return raceboard_id.decode(spec, text)


def _write_raceboard(snapshot: Snapshot, bottom: Side) -> str:
    return raceboard_id.encode(snapshot)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII | re.IGNORECASE)


#: The formats by name. A text is of the first one whose marks it has, so that a slip further on is told by its reader.
FORMATS: Mapping[str, IdFormat] = MappingProxyType(
    {
        one.name: one
        for one in (
            IdFormat("raceboard", "raceboard id", _pattern(r"rb\d+-"), _read_raceboard, _write_raceboard),
            IdFormat("fibs", "FIBS line", _pattern("board:"), fibs.decode, fibs.encode),
            IdFormat("xgid", "XGID", _pattern("XGID|[a-z-]{20,}:"), xgid.decode, xgid.encode),
            IdFormat("gnubg", "GNUBgID", _pattern(r"[\w+/]{9,}:"), gnubgid.decode, gnubgid.encode),
            IdFormat(
                "gnubg-position",
                "Position ID",
                _pattern(r"[\w+/=-]+$"),
                _read_position_id,
                _write_position_id,
                is_relative=True,
            ),
            IdFormat(
                "position", "position text", _pattern(r"\s*(\w+:|/)"), _read_position, _write_position, is_relative=True
            ),
        )
    }
)

_NAMES = ", ".join(FORMATS)
