"""The doubling cube as a value: what it shows, who owns it, and an offer that waits for its answer (cube.md 3, 5)."""

from __future__ import annotations

from attrs import evolve, frozen

from raceboard.side import Side

__all__ = ["Cube", "Offer"]


@frozen
class Offer:
    """A double, or a redouble at once, that waits for its answer.

    `doubler` began the chain and `doubled` was offered the first link; `responder` is to answer now. A take accepts
    `value`. `depth`: 0 for the double itself, 1 for the first redouble at once, and so on.
    """

    doubler: Side
    doubled: Side
    responder: Side
    value: int
    depth: int = 0

    @property
    def proposer(self) -> Side:
        """Who has made the last link of the chain."""
        return self.doubled if self.responder == self.doubler else self.doubler


@frozen
class Cube:
    """The cube in a game: `value` is what the game is worth now; `owner` None means that it is in the centre.

    `is_doubled`: a double has been accepted in this game. `is_turned`: there have been offers in this turn.
    """

    value: int = 1
    owner: Side | None = None
    is_doubled: bool = False
    is_turned: bool = False
    offer: Offer | None = None

    def offered(self, doubler: Side, responder: Side) -> Cube:
        """The cube with a double that waits for its answer; nothing else changes until then."""
        return evolve(self, offer=Offer(doubler, responder, responder, 2 * self.value), is_turned=True)

    def redoubled(self) -> Cube:
        """The responder has accepted the offer and proposes twice its value."""
        offer = self._pending()
        following = Offer(offer.doubler, offer.doubled, offer.proposer, 2 * offer.value, offer.depth + 1)
        return evolve(self, value=offer.value, owner=offer.doubled, is_doubled=True, offer=following)

    def taken(self, owner: Side) -> Cube:
        """The responder has taken; `owner` holds the cube from now on."""
        return evolve(self, value=self._pending().value, owner=owner, is_doubled=True, offer=None)

    def settled(self) -> Cube:
        """The cube without an offer: it was passed, or the game ended otherwise; the value stays as it was."""
        return evolve(self, offer=None)

    def raised(self) -> Cube:
        """The value is doubled without a double by a player: nobody owns it for that."""
        return evolve(self, value=2 * self.value)

    def in_new_turn(self) -> Cube:
        """The cube at the beginning of a turn."""
        return evolve(self, is_turned=False)

    def _pending(self) -> Offer:
        if self.offer is None:
            raise ValueError("no double waits for an answer")
        return self.offer
