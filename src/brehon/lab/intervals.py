"""How certain a share of victories is: 95 % intervals, for numbers of games that were fixed beforehand. docs/lab.md explains them.

The games of a deal share their draws, so they are not independent; the deals are. `interval` works on one value per deal: the mean
of a player's parts of the victories over the rotations. `wilson` is for games that are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Estimate(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def minus(self, other: Estimate) -> Estimate:
        """The difference of two independent figures; the half-widths of their intervals add up like errors."""
        down = sqrt((self.value - self.low) ** 2 + (other.high - other.value) ** 2)
        up = sqrt((self.high - self.value) ** 2 + (other.value - other.low) ** 2)
        value = self.value - other.value
        return Estimate(value, value - down, value + up)


class Interval(NamedTuple):
    low: float
    high: float


def t_quantile(freedom: int) -> float:
    """95 % of Student's distribution lie within so much of 0: Fisher's expansion, right to 1 % from 2 degrees of freedom on."""
    z, n = Z, float(freedom)
    terms = (
        z,
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4),
    )
    return sum(terms)


def interval(values: Sequence[float]) -> Interval:
    """95 % interval of the mean of a number of deals that was fixed beforehand.

    Student's interval with one deal won by all and one lost by all added (the remedy of Agresti and Coull, for deals instead of
    games), so that ten victories in ten games do not look certain.
    """
    padded = [*values, 0.0, 1.0]
    reach = t_quantile(len(padded) - 1) * stdev(padded) / sqrt(len(padded))
    middle = fmean(padded)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def wilson(wins: float, games: int) -> Estimate:
    """A share with Wilson's interval, right also near 0 and 1."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return Estimate(share, max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


NOTICEABLE: Final = 0.02  # a difference that is smaller than this is not worth the games


class Settling(NamedTuple):
    """What would decide whether a share is the fair one."""

    games: int  # about so many
    difference: float  # from the fair share: as large as it looks, at least noticeable


def settling(games: int, share: float, known: Interval, fair: float) -> Settling:
    """How many games would rule the fair share out, if the true share is as far from it as it looks: intervals shrink with the root."""
    difference = max(abs(share - fair), NOTICEABLE)
    reach = (known.high - known.low) / 2
    return Settling(rounded_up(games * max(1.0, reach / difference) ** 2), difference)


def rounded_up(games: float) -> int:
    """To whole hundreds."""
    return -(-int(games) // 100) * 100


def two_sided(z: float) -> float:
    """How often pure chance is at least so far off."""
    return erfc(abs(z) / sqrt(2))
