"""Words and numbers that all pictures share."""

from __future__ import annotations

from attrs import frozen

from raceboard.finish import has_finished
from raceboard.messages import text
from raceboard.notation import Numbering
from raceboard.pictures.geometry import View
from raceboard.side import Side
from raceboard.snapshot import Snapshot

__all__ = ["Scene"]

#: A name has so many letters at most.
_NAME = 40


@frozen
class Scene:
    """A moment, the view of the seat who looks, and how its points are numbered."""

    moment: Snapshot
    view: View
    numbering: Numbering

    def number(self, index: int) -> str:
        """The label of a point of any seat, from that seat's own index."""
        return str(self.view.spec.track.points + 1 - index if self.numbering == "up" else index)

    @property
    def title(self) -> str:
        """The game, and by whom it is seen."""
        spec = self.view.spec
        return text("picture.title", {"title": spec.title or spec.name, "side": self.view.side})

    @property
    def context(self) -> tuple[str, ...]:
        """The game and what is special about it at this table."""
        moment, spec = self.moment, self.view.spec
        found = [text("picture.game", {"title": spec.title or spec.name})]
        found += [text("picture.match", {"length": moment.length})] if moment.length else []
        flags = ("crawford", moment.crawford), ("jacoby", moment.jacoby), ("beavers", moment.beavers)
        return (*found, *(text(f"picture.{name}") for name, is_on in flags if is_on))

    @property
    def scored(self) -> bool:
        """Is there a score to show?"""
        return self.moment.length is not None or any(self.moment.score)

    @property
    def is_over(self) -> bool:
        """Has the game been won on this board, whoever is said to be on roll? A last turn is still to be played."""
        spec, moment = self.view.spec, self.moment
        done = [seat for seat in range(spec.players) if has_finished(spec, moment.position, seat)]
        waits = spec.finish.last_turn.mode != "none" and moment.on_roll not in done
        return len(done) >= spec.finish.places and not waits

    @property
    def pending(self) -> str | None:
        """The offer that waits for an answer."""
        moment = self.moment
        if moment.offered:
            return text("picture.doubles", {"side": moment.offered_by, "value": moment.offered})
        if moment.resigned:
            level = self.view.spec.finish.levels[moment.resigned - 1].name
            return text("picture.resigns", {"side": moment.resigned_by, "level": level})
        return None

    @property
    def status(self) -> str:
        """What is awaited, and from whom."""
        moment = self.moment
        if self.pending is not None:
            return self.pending
        if self.is_over:
            return text("picture.over")
        if moment.on_roll is None:
            return text("picture.nobody" if moment.position == self.view.spec.start else "picture.over")
        if moment.dice:
            return text("picture.plays", {"side": moment.on_roll, "dice": moment.dice})
        return text("picture.throws", {"side": moment.on_roll})

    @property
    def cube_seat(self) -> Side | None:
        """On whose side the cube lies: the owner's, or that of the seat who is to answer; None for the middle."""
        moment = self.moment
        if not moment.offered or moment.offered_by is None:
            return moment.owner
        return next(seat for seat in self.view.seats if seat != moment.offered_by)

    def seat(self, seat: Side) -> str:
        """A seat, and who plays it."""
        names = self.moment.names
        name = _printable(names[seat]) if seat < len(names) else ""
        return text("picture.seat", {"side": seat}) + (f" ({name})" if name else "")

    def facts(self, seat: Side) -> tuple[str, ...]:
        """What stands beside the board for a seat: pips, checkers that are not on it, points."""
        moment, layout, spec = self.moment, self.view.spec.layout, self.view.spec
        counts, gone = moment.position.counts(seat), moment.position.gone(seat)
        found = [text("picture.pips", {"number": spec.pips(moment.position, seat)})]
        for index in self.view.beside:
            found.append(text("picture.beside", {"reserve": layout.name(index), "number": counts[index]}))
        if spec.bear_off or counts[0]:
            found.append(text("picture.off", {"number": counts[0]}))
        if gone:
            found.append(text("picture.removed", {"number": gone}))
        return (*found, *self.score(seat))

    def score(self, seat: Side) -> tuple[str, ...]:
        """The points of a seat, where there is a score."""
        score = self.moment.score
        return (text("picture.score", {"number": score[seat]}),) if self.scored and seat < len(score) else ()


def _printable(name: str) -> str:
    """A name in one line, not too long, without characters that do not print or turn the direction of writing."""
    whole = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    return whole if len(whole) <= _NAME else f"{whole[: _NAME - 3]}..."
