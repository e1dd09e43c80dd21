"""Redoubles at once (cube.md 5): beaver, raccoon and what may follow, each answering the one before."""

from __future__ import annotations

from collections.abc import Iterator

from raceboard.cube.rule import CubeRule, View
from raceboard.option import Kind
from raceboard.ruleset.checks import Complaint, Terms
from raceboard.ruleset.keys import Key
from raceboard.side import Side

__all__ = ["Beaver", "FurtherRedoubles", "Raccoon"]

_WHY = "redoubling at once exists only in money play; in a match the next turn must be awaited"


class Beaver(CubeRule):
    """The doubled player accepts, proposes twice as much and keeps the cube."""

    name = "beaver"
    answers = ("beaver",)
    source = "cube.md 5; GM, BK, FI"
    keys = (
        Key(
            "cube.beaver",
            Kind(flag=True),
            "A doubled player may redouble at once and keep the cube.",
            {"money": False},
            neutral=False,
            why=_WHY,
        ),
    )

    def reply(self, view: View, depth: int) -> str | None:
        """To a double."""
        return "beaver" if depth == 0 and view.says("cube.beaver", True) else None


class Raccoon(CubeRule):
    """The doubler answers a beaver in kind; who owns the cube then is disputed."""

    name = "raccoon"
    answers = ("raccoon",)
    source = "cube.md 5; S0, GM, AL (last_turner)"
    keys = (
        Key(
            "cube.raccoon",
            Kind(flag=True),
            "A beaver may be redoubled at once.",
            {"money": False},
            neutral=False,
            why=_WHY,
        ),
        Key(
            "cube.raccoon_owner",
            Kind(words=("beaverer", "last_turner")),
            "Who owns the cube after a raccoon.",
            {"money": "beaverer"},
            why=_WHY,
        ),
    )

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """It needs the beaver that it answers."""
        if terms.says("cube.raccoon", True) and terms.says("cube.beaver", False):
            what = "a raccoon answers a beaver, so cube.beaver must be true"
            yield Complaint("needs", "cube.raccoon", what, ("cube.beaver",), "add beaver: true")

    def reply(self, view: View, depth: int) -> str | None:
        """To a beaver."""
        return "raccoon" if depth == 1 and view.says("cube.raccoon", True) else None

    def owner_after(self, view: View, taker: Side) -> Side | None:
        """With `last_turner` who made the last turn of the chain; the doubled side otherwise."""
        offer = view.cube.offer
        if offer is None or offer.depth == 0 or not view.says("cube.raccoon_owner", "last_turner"):
            return None
        return offer.proposer


class FurtherRedoubles(CubeRule):
    """What may follow a raccoon, each side in turn."""

    name = "further-redoubles"
    answers = ("redouble",)
    source = "cube.md 5; GM, FI"
    keys = (
        Key(
            "cube.further_redoubles",
            Kind(words=("unlimited",), whole=(0, None)),
            "How many redoubles at once may follow a raccoon.",
            {"money": 0},
            neutral=0,
            why=_WHY,
        ),
    )

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """They need the raccoon that they follow."""
        path = "cube.further_redoubles"
        if path in terms.settings and not terms.says(path, 0) and terms.says("cube.raccoon", False):
            what = "further redoubles follow a raccoon, so cube.raccoon must be true"
            yield Complaint("needs", path, what, ("cube.raccoon",), "add raccoon: true")

    def reply(self, view: View, depth: int) -> str | None:
        """To a raccoon, and to a redouble that followed one."""
        most = view.number_of("cube.further_redoubles")
        is_free = view.says("cube.further_redoubles", "unlimited") or (most is not None and depth - 1 <= most)
        return "redouble" if depth >= 2 and is_free else None
