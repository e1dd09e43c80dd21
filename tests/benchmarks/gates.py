"""What the figures are meant to be, and whether they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from benchmarks import ours
from benchmarks.agree import FLAGSHIPS
from benchmarks.contest import Result
from benchmarks.contests import CALLS, GAMES, SPIEL

__all__ = ["Gate", "gates", "told"]

_CALL, _LOOP, _BATCH = 8, 5, 25  # times as fast as OpenSpiel
_TURNS = 1_500_000  # a second, on a machine on which OpenSpiel's loop makes so many:
_SUPPOSED = 50_000, 70_000


@frozen
class Gate:
    """A goal: `figure` shall be `goal` or more, or less where `is_most`."""

    name: str
    goal: float
    figure: float
    is_most: bool = False

    @property
    def is_met(self) -> bool:
        """Is it?"""
        return self.figure <= self.goal if self.is_most else self.figure >= self.goal

    @property
    def entry(self) -> Mapping[str, str | float | bool]:
        """The gate as data."""
        return {"name": self.name, "goal": self.goal, "figure": round(self.figure, 4), "met": self.is_met}


def gates(results: Sequence[Result]) -> tuple[Gate, ...]:
    """The goals of both flagships; none where there is no OpenSpiel to compare with."""
    found = {(result.contest.name, result.entrant): result for result in results}
    if (CALLS.format("backgammon"), SPIEL) not in found:
        return ()
    made = []
    for name in FLAGSHIPS:
        calls, games = CALLS.format(name), GAMES.format(name)
        kernel = found[games, ours.KERNEL]
        made += [
            Gate(f"{name}: a call, times OpenSpiel", _CALL, found[calls, ours.CALL].speed),
            Gate(f"{name}: games from a loop, times OpenSpiel", _LOOP, found[games, ours.LOOP].speed),
            Gate(f"{name}: a batch, times OpenSpiel's calls", _BATCH, found[calls, ours.BATCH].speed),
            Gate(f"{name}: turns a second in a batch", _TURNS, 1e6 / found[calls, ours.BATCH].median),
            Gate(f"{name}: games in the kernel, times OpenSpiel", _BATCH, kernel.speed),
            Gate(f"{name}: turns a second in the kernel", _TURNS, 1e6 / kernel.median),
        ]
    return tuple(made)


def told(made: Iterable[Gate], results: Sequence[Result] = ()) -> str:
    """One line for each goal, and what one of them supposes."""
    lines = [f"{gate.name:<50}{_goal(gate):>14}{gate.figure:>14,.2f}  {_MET[gate.is_met]}" for gate in made]
    for result in results:
        if lines and (result.contest.name, result.entrant) == (GAMES.format("backgammon"), SPIEL):
            least, most = _SUPPOSED
            supposed = f"supposes a machine on which OpenSpiel's loop makes {least:,} to {most:,}"
            lines.append(f"(turns a second {supposed}; it makes {1e6 / result.median:,.0f} here)")
    return "\n".join([f"{'goal':<50}{'':>14}{'figure':>14}", *lines])


_MET = {True: "met", False: "MISSED"}


def _goal(gate: Gate) -> str:
    return f"{'at most' if gate.is_most else 'at least'} {gate.goal:,g}" if gate.goal < 1e6 else f">= {gate.goal:,.0f}"
