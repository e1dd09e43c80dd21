"""Bytes as the raceboard id packs them: numbers, texts, counts as bits, and Crockford's base 32."""

from __future__ import annotations

from base64 import b32decode, b32encode
from binascii import Error as Base32Error
from collections.abc import Iterable

from attrs import define

from raceboard.errors import NotationError

__all__ = ["Reader", "from_letters", "letters", "number", "packed_counts"]

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_ALIKE = str.maketrans("oil", "011")
_RFC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_OURS, _TO_RFC = str.maketrans(_RFC, _ALPHABET), str.maketrans(_ALPHABET, _RFC)
_LARGEST = 10  # bytes of a number


def number(value: int) -> bytes:
    """A number from 0 up as unsigned LEB128: seven bits a byte, the lowest first.

    >>> number(5).hex(), number(300).hex()
    ('05', 'ac02')
    """
    groups = [value & 127]
    while value := value >> 7:
        groups.append(value & 127)
    return bytes(group | 128 for group in groups[:-1]) + bytes(groups[-1:])


def packed_counts(counts: Iterable[int]) -> bytes:
    """Counts as so many ones and a zero each, filled up to a whole byte.

    >>> packed_counts([2, 0, 1]).hex()
    'c8'
    """
    bits = "".join("1" * count + "0" for count in counts)
    size = -(-len(bits) // 8)
    return int(bits.ljust(8 * size, "0") or "0", 2).to_bytes(size, "big")


def letters(data: bytes) -> str:
    r"""Bytes in letters, five bits each, filled up with zero bits.

    >>> letters(b"\xff\x00")
    'zw00'
    """
    return b32encode(data).decode().rstrip("=").translate(_TO_OURS)


def from_letters(text: str, word: str) -> bytes:
    """The bytes of letters, small or capital; raises NotationError, with the whole text, for what is no letter.

    >>> from_letters("an id", "ZWOO").hex()
    'ff00'
    """
    plain = word.lower().translate(_ALIKE)
    strange = next((letter for letter in plain if letter not in _ALPHABET), None)
    if strange is not None:
        raise NotationError(text, f"{strange!r} is no letter of an id; there are {_ALPHABET}")
    try:
        data = b32decode(plain.translate(_TO_RFC) + "=" * (-len(plain) % 8))
    except Base32Error:
        data = b""
    if letters(data) != plain:
        raise NotationError(text, "its last letter stands for more than whole bytes; a letter is wrong or missing")
    return data


@define
class Reader:
    """Reads from the front of `data`; `text` is named when something is missing. `at`: bits read so far."""

    text: str
    data: bytes
    at: int = 0

    def bytes(self, size: int) -> bytes:
        """The next bytes; raises NotationError when there are not so many."""
        begin = self.at // 8
        if begin + size > len(self.data):
            raise NotationError(self.text, "it ends before everything is said")
        self.at += 8 * size
        return self.data[begin : begin + size]

    def number(self) -> int:
        """The next number."""
        value = 0
        for group in range(_LARGEST):
            (byte,) = self.bytes(1)
            value |= (byte & 127) << 7 * group
            if byte < 128:
                return value
        raise NotationError(self.text, "a number in it is too large")

    def count(self) -> int:
        """The next count: how many ones stand before a zero."""
        found = 0
        while self._bit():
            found += 1
        return found

    def _bit(self) -> int:
        if self.at >= 8 * len(self.data):
            raise NotationError(self.text, "it ends before everything is said")
        self.at += 1
        return self.data[(self.at - 1) // 8] >> 7 - (self.at - 1) % 8 & 1
