"""The figures of a simulation as tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from raceboard.cli.common import columns, table, titled
from raceboard.cli.spoken import said
from raceboard.simulation import Difference, Mean, Share, Simulation
from raceboard.simulation.tally import DOUBLED, PASSED, REDOUBLED, TAKEN

__all__ = ["figures", "histogram"]

#: A histogram has at most so many rows, and bars of at most so many characters.
_ROWS, _BAR = 15, 40

#: The widths that a row of a histogram may have, times a power of ten.
_WIDTHS = (1, 2, 5)


def figures(simulation: Simulation) -> str:
    """All figures for people, in the language that is spoken."""
    parts = [
        "\n".join(_head(simulation)),
        table(columns("what", "share", "interval", "count", "of"), _shares(simulation)),
        table(columns("what", "mean", "interval", "deviation", "least", "median", "most"), _means(simulation)),
        "\n".join(_cube(simulation)),
        f"{said('simulate.turns')}\n{histogram(simulation.turns)}",
        f"{said('simulate.choices')}\n{histogram(simulation.choices)}",
        said("simulate.confidence", percent=f"{100 * simulation.confidence:g}"),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(simulation: Simulation) -> Iterator[str]:
    """What has been played, by whom, and how it ended."""
    job = simulation.job
    title = titled(job.rules.title or job.rules.name) if job.rules else titled(job.spec.title or job.spec.name)
    seats = ", ".join(said("play.seat", side=side, name=seat.name) for side, seat in enumerate(job.seats))
    yield said("simulate.head", title=title, seats=seats, seed=job.seed)
    counted = [] if job.unit == "game" else [said(f"simulate.{job.unit}", count=simulation.done)]
    counted.append(said("simulate.game", count=simulation.games))
    if simulation.tally.unfinished:
        counted.append(said("simulate.unfinished", count=simulation.tally.unfinished, limit=job.limit))
    yield ", ".join(counted)
    if set(simulation.endings) - {"finished"}:
        yield ", ".join(_ending(how, often) for how, often in simulation.endings.items())


def _ending(how: str, often: int) -> str:
    if how == "finished":
        return said("simulate.finished", count=often)
    return said("simulate.ending", how=how, count=often)


def _shares(simulation: Simulation) -> Iterator[tuple[str, ...]]:
    """Wins by seat and level, draws, and what it is worth to start."""
    for side in simulation.sides:
        yield _share(said("simulate.wins", side=side), simulation.wins(side))
        for level in simulation.levels:
            yield _share(said("simulate.level", level=level), simulation.wins(side, level))
    if simulation.wins(None).count:
        yield _share(said("simulate.draws"), simulation.wins(None))
    yield _share(said("simulate.first"), simulation.first_mover)
    for side in simulation.sides:
        yield _share(said("simulate.starting", side=side), simulation.wins_when(side, starting=True))
        yield _share(said("simulate.otherwise", side=side), simulation.wins_when(side, starting=False))
        yield _difference(said("simulate.advantage", side=side), simulation.advantage(side))
    yield _share(said("simulate.passes"), simulation.passes, has_bounds=False)
    if simulation.job.unit != "game":
        for side in simulation.sides:
            yield _share(said(f"simulate.won.{simulation.job.unit}", side=side), simulation.session_wins(side))
        if simulation.session_wins(None).count:
            yield _share(said("simulate.tied"), simulation.session_wins(None))


def _means(simulation: Simulation) -> Iterator[tuple[str, ...]]:
    """Turns, choices and points."""
    yield _mean(said("simulate.turns"), simulation.mean(simulation.turns))
    yield _mean(said("simulate.choices"), simulation.mean(simulation.choices), has_bounds=False)
    if simulation.job.rules is not None:
        for side in simulation.sides:
            yield _mean(said("simulate.points", side=side), simulation.mean(simulation.points(side)))
    if simulation.tally.values:
        yield _mean(said("simulate.value"), simulation.mean(simulation.tally.values))


def _cube(simulation: Simulation) -> Iterator[str]:
    """What was done with the cube, where there is one."""
    if simulation.tally.values:
        done = {what: simulation.cube(what) for what in (DOUBLED, REDOUBLED, TAKEN, PASSED)}
        yield said("simulate.cube", **done)


def _share(what: str, share: Share, *, has_bounds: bool = True) -> tuple[str, ...]:
    if share.rate is None:
        return (what, "-", "-", f"{share.count}", f"{share.total}")
    between = _between(share.low, share.high) if has_bounds else "-"
    return (what, _percent(share.rate), between, f"{share.count}", f"{share.total}")


def _difference(what: str, difference: Difference) -> tuple[str, ...]:
    if difference.value is None:
        return (what, "-", "-", "", "")
    return (what, _percent(difference.value, "+"), _between(difference.low, difference.high, "+"), "", "")


def _mean(what: str, mean: Mean, *, has_bounds: bool = True) -> tuple[str, ...]:
    bounds = has_bounds and mean.low is not None and mean.high is not None
    between = f"{mean.low:.2f}..{mean.high:.2f}" if bounds else "-"
    places = ["-" if one is None else str(one) for one in (mean.least, mean.median, mean.most)]
    return (what, _number(mean.value), between, _number(mean.deviation), *places)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _percent(rate: float, sign: str = "") -> str:
    return f"{100 * rate:{sign}.2f} %"


def _between(low: float, high: float, sign: str = "") -> str:
    return f"{100 * low:{sign}.2f}..{100 * high:{sign}.2f} %"


def histogram(counted: Mapping[int, int]) -> str:
    """Bars, of equal ranges of numbers."""
    if not counted:
        return "-"
    width = _width(max(counted) - min(counted) + 1)
    first = min(counted) // width * width
    rows = dict.fromkeys(range(first, max(counted) + 1, width), 0)
    for number, often in counted.items():
        rows[number // width * width] += often
    most = max(rows.values())
    labels = [f"{start}" if width == 1 else f"{start}-{start + width - 1}" for start in rows]
    bars = ["#" * max(round(_BAR * often / most), often > 0) for often in rows.values()]
    return _lines(labels, [str(often) for often in rows.values()], bars)


def _width(reach: int) -> int:
    """The smallest round width with which a histogram has few enough rows."""
    widths: Iterator[int] = (digit * 10**power for power in range(10) for digit in _WIDTHS)
    return next(width for width in widths if reach / width < _ROWS)


def _lines(labels: Sequence[str], numbers: Sequence[str], bars: Iterable[str]) -> str:
    left, right = max(map(len, labels)), max(map(len, numbers))
    rows = zip(labels, numbers, bars, strict=True)
    return "\n".join(f"  {label:>{left}}  {number:>{right}}  {bar}".rstrip() for label, number, bar in rows)
