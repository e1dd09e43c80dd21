"""What counts say: shares and means with their confidence intervals.

A share has Wilson's interval (Wilson, 1927), which holds for few games and for shares near 0 or 1 too; the difference
of two shares has Newcombe's (1998, method 10), made of two of Wilson's; a mean has the normal one, by its standard
error.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

from attrs import frozen

__all__ = ["CONFIDENCE", "Difference", "Mean", "Share", "quantile"]

#: How often an interval holds what it is about, where nobody says otherwise.
CONFIDENCE = 0.95


def quantile(confidence: float) -> float:
    """How many standard deviations an interval reaches to each side; raises ValueError for no share between 0 and 1.

    The share may come as near to 1 as a float can.

    >>> round(quantile(0.95), 4)
    1.96
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is a share between 0 and 1, for example 0.95, not {confidence!r}")
    return -NormalDist().inv_cdf((1 - confidence) / 2)


@frozen
class Share:
    """`count` of `total`, as a rate with the bounds `low` and `high`; without any cases the rate is None.

    >>> share = Share.of(8, 10)
    >>> share.rate, round(share.low, 4), round(share.high, 4)
    (0.8, 0.4902, 0.9433)
    """

    count: int
    total: int
    rate: float | None
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int, confidence: float = CONFIDENCE) -> Share:
        """A share with Wilson's interval."""
        if total == 0:
            return cls(0, 0, None, 0.0, 1.0)
        z, rate = quantile(confidence), count / total
        centre = rate + z * z / (2 * total)
        reach = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total))
        scale = 1 + z * z / total
        low = 0.0 if count == 0 else (centre - reach) / scale
        return cls(count, total, rate, low, 1.0 if count == total else (centre + reach) / scale)

    def plain(self) -> dict[str, object]:
        """For JSON."""
        return {"count": self.count, "of": self.total, "rate": self.rate, "interval": [self.low, self.high]}


@frozen
class Difference:
    """How much higher one share is than another, with bounds; None where one of them has no cases."""

    value: float | None
    low: float
    high: float

    @classmethod
    def of(cls, one: Share, other: Share) -> Difference:
        """The first share less the second, with Newcombe's interval at the confidence of both."""
        if one.rate is None or other.rate is None:
            return cls(None, -1.0, 1.0)
        value = one.rate - other.rate
        below = sqrt((one.rate - one.low) ** 2 + (other.high - other.rate) ** 2)
        above = sqrt((one.high - one.rate) ** 2 + (other.rate - other.low) ** 2)
        return cls(value, value - below, value + above)

    def plain(self) -> dict[str, object]:
        """For JSON."""
        return {"value": self.value, "interval": [self.low, self.high]}


@frozen
class Mean:
    """The mean of whole numbers with bounds, their deviation, and least, middle and greatest; None without any.

    >>> mean = Mean.of({2: 1, 4: 2, 8: 1})
    >>> mean.value, round(mean.deviation, 3), mean.least, mean.median, mean.most
    (4.5, 2.517, 2, 4, 8)
    """

    count: int
    value: float | None
    low: float | None
    high: float | None
    deviation: float | None
    least: int | None
    median: int | None
    most: int | None

    @classmethod
    def of(cls, histogram: Mapping[int, int], confidence: float = CONFIDENCE) -> Mean:
        """The mean of a histogram: number to how often. The bounds need two numbers at least."""
        count = sum(histogram.values())
        if not count:
            return cls(0, *(None,) * 7)
        total = sum(number * often for number, often in histogram.items())
        value, deviation = total / count, None
        low = high = None
        if count > 1:
            squares = sum(number * number * often for number, often in histogram.items())
            # Whole numbers up to the last division: nothing is lost where the mean is far from zero.
            deviation = sqrt((count * squares - total * total) / (count * (count - 1)))
            reach = quantile(confidence) * deviation / sqrt(count)
            low, high = value - reach, value + reach
        return cls(count, value, low, high, deviation, min(histogram), _middle(histogram, count), max(histogram))

    def plain(self) -> dict[str, object]:
        """For JSON."""
        bounds = {"mean": self.value, "interval": [self.low, self.high], "deviation": self.deviation}
        return {"count": self.count, **bounds, "least": self.least, "median": self.median, "most": self.most}


def _middle(histogram: Mapping[int, int], count: int) -> int:
    """The lower median."""
    before = 0
    for number in sorted(histogram):
        before += histogram[number]
        if 2 * before >= count:
            return number
    raise ValueError("an empty histogram has no middle")
