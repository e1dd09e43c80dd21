"""Position IDs are those of GNU Backgammon, in both directions."""

from __future__ import annotations

import json
from typing import TypedDict

import attrs
import pytest

from case_tools import DATA
from raceboard.errors import NotationError
from raceboard.formats import gnubg_id
from raceboard.position import Position, Setup
from raceboard.side import Side
from raceboard.spec import VariantSpec
from raceboard_variants.backgammon import BACKGAMMON
from raceboard_variants.hypergammon import HYPERGAMMON
from raceboard_variants.long_nardy import LONG_NARDY

PINNING = attrs.evolve(BACKGAMMON, landing=attrs.evolve(BACKGAMMON.landing, contact="pin"))


class Known(TypedDict):
    """A line of the file of IDs; the player of `mine` is on roll."""

    name: str
    mine: list[int]
    opp: list[int]
    position_id: str


KNOWN: tuple[Known, ...] = tuple(
    map(json.loads, (DATA / "oracle" / "ids.jsonl").read_text(encoding="utf-8").splitlines())
)
BOARDS = [
    text
    for file in ("contact", "race")
    for text in (DATA / "positions" / f"{file}.csv").read_text(encoding="utf-8").split()
]


@pytest.mark.parametrize("side", [0, 1])
def test_the_id_of_a_position_is_that_of_gnu_backgammon(side: Side) -> None:
    """First comes the player who is not on roll, whatever the seat."""
    for known in KNOWN:
        rows = {side: known["mine"], 1 - side: known["opp"]}
        position = Position.from_counts(BACKGAMMON, [rows[0], rows[1]])
        assert gnubg_id.encode(BACKGAMMON, position, side) == known["position_id"], known["name"]
        assert gnubg_id.decode(BACKGAMMON, known["position_id"], side) == position, known["name"]


def test_reading_and_writing_are_inverse() -> None:
    """2,000 boards from another program come back as they were."""
    read = [gnubg_id.decode(BACKGAMMON, text) for text in BOARDS]
    assert [gnubg_id.encode(BACKGAMMON, position, 0) for position in read] == BOARDS


def test_what_stands_nowhere_is_off() -> None:
    """How many are off follows from the checkers of the variant: three in hypergammon."""
    text = gnubg_id.encode(HYPERGAMMON, Position.parse(HYPERGAMMON, "bar:1 1:1 off:1 / 23:2 off:1"), 0)
    assert gnubg_id.decode(HYPERGAMMON, text).text() == "bar:1 1:1 off:1 / 23:2 off:1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "14 characters, not 0"),
        ("4HPwATDgc/ABM", "14 characters, not 13"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAE", "14 characters, not 27"),
        ("4HPwATDgc?ABMA", "A to Z"),
        ("4HPwATDgc/ABM=", "A to Z"),
        ("4HPwATDgc/ABMä", "A to Z"),
        ("4HPwATDgc/ABMB", "last character"),
        ("//////////////", "last character"),
        ("/////////////w", "25 places"),
        ("AAAAAAAA//8AAA", "16 checkers of 15"),
        ("AAAAAAAAAAAAAA", "have both borne off"),
        ("AQAAAAAAAgAAAA", "point 24 holds checkers of black too (their 1)"),
    ],
)
def test_a_text_that_is_no_id_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Length, alphabet, spare bits, too many checkers, a position that cannot be."""
    with pytest.raises(NotationError) as caught:
        gnubg_id.decode(BACKGAMMON, text)
    assert caught.value.text == text
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    "spec", [LONG_NARDY, attrs.evolve(BACKGAMMON, landing=attrs.evolve(BACKGAMMON.landing, contact="pin"))]
)
def test_a_variant_of_another_shape_has_no_ids(spec: VariantSpec) -> None:
    """Without a bar, or with pinned checkers, the bits would mean something else."""
    with pytest.raises(ValueError, match="has no Position ID"):
        gnubg_id.encode(spec, spec.start, 0)
    with pytest.raises(ValueError, match="has no Position ID"):
        gnubg_id.decode(spec, "4HPwATDgc/ABMA")


def test_a_position_of_another_variant_has_no_id() -> None:
    """A row without a bar is refused before its bits are counted."""
    with pytest.raises(ValueError, match="does not fit backgammon"):
        gnubg_id.encode(BACKGAMMON, LONG_NARDY.start, 0)


def test_checkers_out_of_play_have_no_room_in_an_id() -> None:
    """They would come back as borne off."""
    rows = BACKGAMMON.start.counts(0), (*BACKGAMMON.start.counts(1)[:24], 1, 0)
    with pytest.raises(ValueError, match="out of play"):
        gnubg_id.encode(BACKGAMMON, Setup(rows, removed=(0, 1)).position(BACKGAMMON), 0)


def test_more_checkers_than_bits_have_no_id() -> None:
    """80 bits hold two players with 15 checkers each."""
    crowded = attrs.evolve(BACKGAMMON, name="crowded", setup={24: 16})
    with pytest.raises(ValueError, match="80 bits"):
        gnubg_id.encode(crowded, crowded.start, 0)
