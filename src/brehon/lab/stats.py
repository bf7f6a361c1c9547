"""How sure a share of victories is. docs/lab.md explains the methods in words.

The games of a deal share their draws, so they are not independent; the deals are. Everything here works on one value per deal:
the mean of a player's parts of the victories over the rotations.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

import numpy as np

ALPHA: Final = 0.05
Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


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


class Watch:
    """A 95 % interval that may be looked at after every deal: with probability 95 % none of them all is ever wrong.

    For every share m of a fine grid two gamblers bet on each next deal, one that the true share is above m, one that it is below;
    the bets depend on earlier deals only. If the true share is m, neither can expect to win, so a fortune of 2 / 5 % = 40 times
    the stake happens with probability 2.5 % at most, whenever one looks (Ville's inequality). Shares against which somebody
    got that rich are ruled out. This is the betting confidence sequence of Waudby-Smith and Ramdas (2024).
    """

    STEPS: Final = 1000
    CAUTION: Final = 0.5  # the greatest part of a fortune that a gambler can lose at once

    def __init__(self) -> None:
        self._grid = np.linspace(0.0, 1.0, self.STEPS + 1)
        self._above = np.zeros(self.STEPS + 1)  # logarithm of the fortune of who bets on more than m
        self._below = np.zeros(self.STEPS + 1)
        self._out = np.zeros(self.STEPS + 1, dtype=bool)
        self._sum, self._squares, self.count = 0.5, 0.25, 0  # as if one deal had been shared, widely spread

    def add(self, value: float) -> None:
        """The next deal, 0 … 1."""
        m = self._grid
        mean = self._sum / (self.count + 1)
        variance = self._squares / (self.count + 1)
        gap = mean - m
        bet = gap / (variance + gap * gap)  # about what makes a fortune grow fastest if the past goes on
        with np.errstate(divide="ignore"):
            up = np.clip(bet, 0.0, self.CAUTION / m)
            down = np.clip(-bet, 0.0, self.CAUTION / (1.0 - m))
        self._above += np.log1p(up * (value - m))
        self._below += np.log1p(down * (m - value))
        self._out |= np.maximum(self._above, self._below) >= np.log(2.0 / ALPHA)
        self.count += 1
        self._sum += value
        self._squares += (value - self._sum / (self.count + 1)) ** 2

    @property
    def interval(self) -> Interval:
        left = self._grid[~self._out]
        if not len(left):  # every share of the grid ruled out: the truth lies between two of them
            middle = self._sum / (self.count + 1)
            return Interval(middle, middle)
        step = 1.0 / self.STEPS
        return Interval(max(0.0, float(left[0]) - step), min(1.0, float(left[-1]) + step))

    def decides(self, fair: float) -> bool:
        """Whether the share is surely not this one."""
        low, high = self.interval
        return not low <= fair <= high
