"""The figures of a simulation, all derived from its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen

from raceboard.finish import DRAW
from raceboard.side import Side, seat_name
from raceboard.simulation.estimates import CONFIDENCE, Difference, Mean, Share
from raceboard.simulation.job import Job
from raceboard.simulation.tally import DOUBLED, PASSED, REDOUBLED, TAKEN, Tally

__all__ = ["Simulation"]


@frozen
class Simulation:
    """What came out of a simulation: `wanted` and `done` count units, which are games, or whole matches and series.

    `tally` has the counts; the rest is derived from them: shares with Wilson's intervals, means with normal ones, all
    at `confidence`. Games that one match follows another in are taken as independent. `==` compares job and counts.
    """

    job: Job
    wanted: int
    done: int
    tally: Tally = field(repr=False)
    confidence: float = CONFIDENCE

    @property
    def games(self) -> int:
        """How many games have been finished."""
        return self.tally.games

    @property
    def sides(self) -> range:
        """All seats."""
        return range(self.job.spec.players)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that a win can have, lowest first; of a rotation those of all its games."""
        specs = [table.spec for table in self.job.tables] or [self.job.spec]
        return tuple(dict.fromkeys(level.name for spec in specs for level in spec.finish.levels))

    def wins(self, side: Side | None, level: str | None = None) -> Share:
        """The games that a side has won (None: that nobody has), at any level or at one."""
        count = sum(
            often
            for (winner, reached, _), often in self.tally.endings.items()
            if winner == side and level in (None, reached)
        )
        return self._share(count, self.games)

    @property
    def endings(self) -> Mapping[str, int]:
        """How games have ended (`finished`, `pass`, `dead-position`), and how often."""
        found = Counter[str]()
        for (_, _, how), often in self.tally.endings.items():
            found[how] += often
        return dict(sorted(found.items()))

    @property
    def first_mover(self) -> Share:
        """The games that their starter has won, of those that somebody has won."""
        decided = {key: often for key, often in self.tally.starts.items() if None not in key}
        return self._share(sum(often for (start, won), often in decided.items() if start == won), sum(decided.values()))

    def wins_when(self, side: Side, *, starting: bool) -> Share:
        """The games that a side has won of those that it has started, or of those that others have."""
        games = {key: often for key, often in self.tally.starts.items() if (key[0] == side) is starting}
        return self._share(sum(often for (_, won), often in games.items() if won == side), sum(games.values()))

    def advantage(self, side: Side) -> Difference:
        """How much more often a side wins when it starts than when it does not."""
        return Difference.of(self.wins_when(side, starting=True), self.wins_when(side, starting=False))

    @property
    def turns(self) -> Mapping[int, int]:
        """Games by the turns that all sides have begun, a turn that nothing could be played in counting too."""
        return dict(sorted(self.tally.lengths.items()))

    @property
    def choices(self) -> Mapping[int, int]:
        """Stages by the number of legal plays: distinct results, an empty play being one."""
        return dict(sorted(self.tally.choices.items()))

    @property
    def passes(self) -> Share:
        """The stages with the empty play only; the interval means little, since turns of a game are not independent."""
        return self._share(self.tally.passes, sum(self.tally.choices.values()))

    def points(self, side: Side) -> Mapping[int, int]:
        """Games by the points of a side, less those of the other where there are two; a draw gives each its points."""
        found = Counter[int]()
        for (winner, points), often in self.tally.points.items():
            lost = -points if len(self.sides) == 2 else 0
            drawn = 0 if len(self.sides) == 2 else points
            found[drawn if winner is None else points if winner == side else lost] += often
        return dict(sorted(found.items()))

    def cube(self, what: str) -> int:
        """How often something was done with the cube: `doubled`, `redoubled` (a beaver), `taken`, `passed`."""
        return sum(often for (done, _), often in self.tally.cube.items() if done == what)

    def session_wins(self, side: Side | None) -> Share:
        """The matches or series that a side has won (None: that nobody has)."""
        return self._share(self.tally.sessions[side], sum(self.tally.sessions.values()))

    def mean(self, histogram: Mapping[int, int]) -> Mean:
        """The mean of one of the histograms."""
        return Mean.of(histogram, self.confidence)

    def plain(self) -> dict[str, object]:
        """All figures as JSON can hold them. Nothing in it depends on who has worked, or how fast."""
        told: dict[str, object] = {
            "settings": self.job.settings(),
            "unit": self.job.unit,
            "wanted": self.wanted,
            "done": self.done,
            "games": self.games,
            "unfinished": self.tally.unfinished,
            "confidence": self.confidence,
            "intervals": {"shares": "Wilson", "differences": "Newcombe", "means": "normal"},
            "wins": {seat_name(side): self._wins(side) for side in self.sides},
            "draws": self.wins(None).plain(),
            "endings": dict(self.endings),
            "first_mover": self._first_mover(),
            "turns": {**self.mean(self.turns).plain(), "histogram": _named(self.turns)},
            "choices": {
                **_unbounded(self.mean(self.choices)),
                "passes": _unbounded(self.passes),
                "histogram": _named(self.choices),
            },
        }
        return told | self._stakes()

    def _wins(self, side: Side) -> dict[str, object]:
        names = [*self.levels, *sorted(self._reached(side) - {*self.levels, DRAW})]
        return {**self.wins(side).plain(), "levels": {name: self.wins(side, name).plain() for name in names}}

    def _reached(self, side: Side) -> set[str]:
        return {level for winner, level, _ in self.tally.endings if winner == side}

    def _first_mover(self) -> dict[str, object]:
        by_seat = {
            seat_name(side): {
                "starting": self.wins_when(side, starting=True).plain(),
                "otherwise": self.wins_when(side, starting=False).plain(),
                "advantage": self.advantage(side).plain(),
            }
            for side in self.sides
        }
        return {**self.first_mover.plain(), "seats": by_seat}

    def _stakes(self) -> dict[str, object]:
        """Points, cube, matches and series, where there are any."""
        if self.job.rules is None:
            return {}
        points = {
            seat_name(side): {**self.mean(self.points(side)).plain(), "histogram": _named(self.points(side))}
            for side in self.sides
        }
        told: dict[str, object] = {"points": points}
        if any(table.is_on("cube") for table in self.job.tables):
            told["cube"] = {
                **{what: self._by_seat(what) for what in (DOUBLED, REDOUBLED, TAKEN, PASSED)},
                "value": {**self.mean(self.tally.values).plain(), "histogram": _named(self.tally.values)},
            }
        if self.job.unit != "game":
            wins = {seat_name(side): self.session_wins(side).plain() for side in self.sides}
            told["sessions"] = {"wins": wins, "draws": self.session_wins(None).plain()}
        return told

    def _by_seat(self, what: str) -> dict[str, int]:
        seats = {seat_name(side): self.tally.cube[what, side] for side in self.sides}
        return {"all": self.cube(what), **seats}

    def _share(self, count: int, total: int) -> Share:
        return Share.of(count, total, self.confidence)


def _unbounded(figure: Mean | Share) -> dict[str, object]:
    """A figure of turns, without its interval: the turns of one game are not independent."""
    return {name: value for name, value in figure.plain().items() if name != "interval"}


def _named(histogram: Mapping[int, int]) -> dict[str, int]:
    """A histogram with its numbers as text, in their order."""
    return {str(number): histogram[number] for number in sorted(histogram)}
