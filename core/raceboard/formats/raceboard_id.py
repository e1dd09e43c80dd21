"""The raceboard id: any moment of any variant, exactly, with a checksum.

    rb1-backgammon-080g000000000003ww3w01g1ye1y00r03ezjqwr

`rb`, the version of this format (1), a hyphen, the name of the variant, a hyphen, the payload. An id is of small
letters, digits and hyphens, so that it can stand in an address or a file name, and its payload can be read aloud: it is
in Crockford's base 32 (`0123456789abcdefghjkmnpqrstvwxyz`, no i, l, o, u). Capitals are read like small letters, in the
payload `o` as 0, and `i` and `l` as 1.

The payload is a string of bytes, five bits a letter, the highest bit first, filled up with zero bits. Its last four
bytes are the CRC-32 of everything before, highest byte first; everything is `rb1-`, the name and the hyphen, in ASCII,
and then the other bytes. So up to six wrong letters in a row are always told, and other mistakes but once in 2^32. The
other bytes, where a *number* is an unsigned LEB128 number (seven bits a byte, the lowest first, the highest bit set
where more follow):

1. one byte of flags: 1 there is a digest, 2 a cube, 4 a match, 8 this is the Crawford game, 16 the Jacoby rule holds,
   32 there are beavers, 64 the cube has a limit, 128 the players have names;
2. with a digest eight bytes: the beginning of the digest of the ruleset;
3. a number: whose turn it is, 0 nobody, else the side + 1;
4. a number: how many dice, then a number for each;
5. with a cube three numbers: its power of two; its owner + 1, or 0; who has offered twice the value + 1, or 0;
6. with a limit a number: its power of two;
7. a number: the level of a resignation, 0 for none; else then a number: the side that offers it, + 1;
8. a number for the points of each side; in a match one for its length;
9. with names for each side a number and so many bytes: the name in UTF-8;
10. the board, as bits, highest first, filled up with zero bits to a whole byte. A count is so many ones and a zero.
    First for each side the indices 0 (off), 1 to n, the reserves; in a variant that pins then, for each side, how many
    are pinned at each index where it has checkers; then for each side how many are out of play.

A moment has one spelling: an id that could be written otherwise is refused.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Iterator

from attrs import frozen

from raceboard.errors import ConfigError, NotationError
from raceboard.formats.packing import Reader, from_letters, letters, number, packed_counts
from raceboard.formats.shape import faulty, understood
from raceboard.position import Position, Setup
from raceboard.side import Side
from raceboard.snapshot import Snapshot
from raceboard.spec import VariantSpec

__all__ = ["PREFIX", "Packed", "decode", "encode", "unpack"]

PREFIX = "rb1-"

_SUM = 4
_DIGEST = 8
_FLAGS = ("digest", "cube", "length", "crawford", "jacoby", "beavers", "cube_max", "names")


@frozen
class Packed:
    """A raceboard id with the right checksum. `variant` is a name, `digest` 16 hexadecimal digits or empty."""

    text: str
    variant: str
    digest: str
    data: bytes


def encode(snapshot: Snapshot) -> str:
    """The raceboard id of a moment.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("long-nardy")
    >>> encode(Snapshot(spec, spec.start, 1, (6, 3), None))
    'rb1-long-nardy-001041g30000000003zzw00003zzw04rv4mt8'
    """
    head = f"{PREFIX}{snapshot.spec.name}-"
    data = b"".join(_told(snapshot)) + packed_counts(_counts(snapshot.spec, snapshot.position))
    return head + letters(data + _checksum(head, data))


def unpack(text: str) -> Packed:
    """Check an id and say what it is of, without the rules of the variant.

    Raises NotationError for another version, for a letter that is none, and where the checksum is not right.

    >>> unpack("rb1-long-nardy-001041g30000000003zzw00003zzw04rv4mt8").variant
    'long-nardy'
    """
    version, *middle = text.casefold().split("-")
    if not re.fullmatch(r"rb\d{1,3}", version, re.ASCII) or len(middle) < 2:
        raise NotationError(text, f"a raceboard id is {PREFIX}, the name of a variant, a hyphen and letters")
    if f"{version}-" != PREFIX:
        raise NotationError(text, f"it has version {version[2:]} of the format; known is {PREFIX[2:-1]}")
    variant = "-".join(middle[:-1])
    data = from_letters(text, middle[-1])
    told, checksum = data[:-_SUM], data[-_SUM:]
    if not told or _checksum(f"{PREFIX}{variant}-", told) != checksum:
        raise NotationError(text, "its checksum is not right: a letter is wrong or missing")
    digest = told[1 : 1 + _DIGEST].hex() if told[0] & 1 else ""
    return Packed(text, variant, digest, told)


def decode(spec: VariantSpec, text: str) -> Snapshot:
    """The moment of a raceboard id; the options of the variant are those of `spec`.

    Raises NotationError, with the reason, for a text that is no id of a moment of this variant.

    >>> from raceboard import Registry
    >>> spec = Registry.load().variant("long-nardy")
    >>> typed = "RB1-LONG-NARDY-OOIO4IG3OOOOOOOOO3ZZWOOOO3ZZWO4RV4MT8"
    >>> decode(spec, typed) == Snapshot(spec, spec.start, 1, (6, 3), None)
    True
    """
    packed = unpack(text)
    if packed.variant != spec.name:
        raise NotationError(text, f"this is a moment of {packed.variant}, not of {spec.name}")
    snapshot = _snapshot(spec, Reader(text, packed.data))
    if from_letters(text, encode(snapshot).rpartition("-")[2])[:-_SUM] != packed.data:
        raise NotationError(text, "it is not written in the one way in which this moment can be")
    return snapshot


def _checksum(head: str, data: bytes) -> bytes:
    return crc32(head.encode() + data).to_bytes(_SUM, "big")


# -- Writing -----------------------------------------------------------------------------------------------------------


def _seat(side: Side | None) -> bytes:
    return number(0 if side is None else side + 1)


def _power(value: int) -> bytes:
    return number(value.bit_length() - 1)


def _told(snapshot: Snapshot) -> Iterator[bytes]:
    """Everything beside the board, in its order."""
    yield bytes([sum(bool(getattr(snapshot, name)) << place for place, name in enumerate(_FLAGS))])
    yield bytes.fromhex(snapshot.digest)
    yield _seat(snapshot.on_roll)
    yield from map(number, (len(snapshot.dice), *snapshot.dice))
    if snapshot.cube is not None:
        yield from (_power(snapshot.cube), _seat(snapshot.owner), _seat(snapshot.offered_by))
    if snapshot.cube_max is not None:
        yield _power(snapshot.cube_max)
    yield number(snapshot.resigned)
    if snapshot.resigned:
        yield _seat(snapshot.resigned_by)
    yield from map(number, snapshot.score)
    if snapshot.length is not None:
        yield number(snapshot.length)
    for name in snapshot.names:
        data = name.encode(errors="surrogatepass")
        yield number(len(data)) + data


def _counts(spec: VariantSpec, position: Position) -> Iterator[int]:
    """The counts of a board, in their order."""
    for side in range(spec.players):
        yield from position.counts(side)
    for side in range(spec.players) if spec.pins else ():
        yield from (pinned for pinned, count in zip(position.pins(side), position.counts(side), strict=True) if count)
    yield from map(position.gone, range(spec.players))


# -- Reading -----------------------------------------------------------------------------------------------------------


def _snapshot(spec: VariantSpec, reader: Reader) -> Snapshot:
    """Read everything in its order."""
    (flags,) = reader.bytes(1)
    said = {name: bool(flags >> place & 1) for place, name in enumerate(_FLAGS)}
    digest = reader.bytes(_DIGEST).hex() if said["digest"] else ""
    on_roll = _side(reader)
    dice = tuple(reader.number() for _ in range(reader.number()))
    cube, owner, offered_by = (_value(reader), _side(reader), _side(reader)) if said["cube"] else (None, None, None)
    cube_max = _value(reader) if said["cube_max"] else None
    resigned = reader.number()
    resigned_by = _side(reader) if resigned else None
    score = tuple(reader.number() for _ in range(spec.players))
    length = reader.number() if said["length"] else None
    names = tuple(_name(reader) for _ in range(spec.players)) if said["names"] else ()
    position = _position(spec, reader)
    with understood(reader.text):
        return Snapshot(
            spec=spec,
            position=position,
            on_roll=on_roll,
            dice=dice,
            cube=cube,
            owner=owner,
            offered=0 if offered_by is None else 2 * (cube or 0),
            offered_by=offered_by,
            resigned=resigned,
            resigned_by=resigned_by,
            score=score,
            length=length,
            crawford=said["crawford"],
            jacoby=said["jacoby"],
            beavers=said["beavers"],
            cube_max=cube_max,
            names=names,
            digest=digest,
        )


def _side(reader: Reader) -> Side | None:
    seat = reader.number()
    return seat - 1 if seat else None


def _value(reader: Reader) -> int:
    power = reader.number()
    if power > 64:
        raise NotationError(reader.text, f"a cube of 2 to the power of {power} is too large")
    return 1 << power


def _name(reader: Reader) -> str:
    try:
        return reader.bytes(reader.number()).decode(errors="surrogatepass")
    except UnicodeDecodeError:
        raise NotationError(reader.text, "a name in it is not UTF-8") from None


def _position(spec: VariantSpec, reader: Reader) -> Position:
    """The board; raises NotationError for one that cannot be."""
    size, seats = spec.layout.size, range(spec.players)
    rows = tuple(tuple(reader.count() for _ in range(size)) for _ in seats)
    pins = tuple(tuple(reader.count() if count else 0 for count in row) for row in rows) if spec.pins else ()
    removed = tuple(reader.count() for _ in seats)
    try:
        return Setup(rows, pins, removed).position(spec)
    except ConfigError as error:
        raise faulty(reader.text, error) from None
