"""An interval that may be checked after every deal. docs/lab.md explains the method in words."""

from __future__ import annotations

from typing import Final

import numpy as np

from brehon.lab.intervals import Interval

ALPHA: Final = 0.05


class Watch:
    """A 95 % interval that may be checked after every deal: with probability 95 % none of them is ever wrong.

    For every share m of a fine grid two gamblers bet on each next deal, one that the true share is above m, one that it is below;
    the bets depend on earlier deals only. If the true share is m, neither can expect to win, so a fortune of 2 / 5 % = 40 times
    the stake happens with probability 2.5 % at most, whenever one looks (Ville's inequality). Shares against which a gambler
    got that rich are ruled out. This is the betting confidence sequence of Waudby-Smith and Ramdas (2024).
    """

    STEPS: Final = 1000
    CAUTION: Final = 0.5  # the greatest part of a fortune that a gambler can lose at once

    def __init__(self) -> None:
        self._grid = np.linspace(0.0, 1.0, self.STEPS + 1)
        self._above = np.zeros(self.STEPS + 1)  # logarithm of the fortune of the gambler who bets on more than m
        self._below = np.zeros(self.STEPS + 1)
        self._out = np.zeros(self.STEPS + 1, dtype=bool)
        self._sum, self._squares, self.count = 0.5, 0.25, 0  # as if one deal had been shared, widely spread

    def add(self, value: float) -> None:
        """The next deal, 0 … 1."""
        m = self._grid
        mean = self._sum / (self.count + 1)
        variance = self._squares / (self.count + 1)
        gap = mean - m
        bet = gap / (variance + gap * gap)  # about the bet that makes a fortune grow fastest, judged by the past
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
        if not len(left):  # every share of the grid is ruled out: the true one is between two of them
            middle = self._sum / (self.count + 1)
            return Interval(middle, middle)
        step = 1.0 / self.STEPS
        return Interval(max(0.0, float(left[0]) - step), min(1.0, float(left[-1]) + step))

    def decides(self, fair: float) -> bool:
        """Whether the share is certainly not this one."""
        low, high = self.interval
        return not low <= fair <= high
