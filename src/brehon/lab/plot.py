"""Pictures of the lab, as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brehon.core.text import N_, Speaker
from brehon.lab.ladder import Ladder

INK: Final = "#1f4e5f"
STYLE: Final[Any] = {"svg.hashsalt": "brehon", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10.0}


def draw_ladder(found: Ladder, title: str, say: Speaker, path: Path) -> None:
    """The ratings with their intervals, and next to them who is ahead of whom."""
    n = len(found.rungs)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.5, 1.9 + 0.5 * n), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1, 1.15])
        figure.suptitle(title)
        _ratings(left, found, say)
        _matrix(right, found, say)
        figure.savefig(path, format="svg", metadata={"Date": None})


def _ratings(axes: Axes, found: Ladder, say: Speaker) -> None:
    values = [rung.rating.value for rung in found.rungs]
    reach = [rung.rating.reach for rung in found.rungs]
    rows = list(range(len(values)))
    axes.errorbar(values, rows, xerr=reach, fmt="o", color=INK, capsize=4, markersize=6)
    for row, value in enumerate(values):
        axes.annotate(f"{value:.1f}", (value, row), (0, 7), textcoords="offset points", ha="center", fontsize=9)
    axes.set_yticks(rows, [rung.label for rung in found.rungs])
    axes.set_ylim(len(rows) - 0.5, -0.6)
    axes.set_xlabel(say.word(N_("rating (OpenSkill), with 95 % interval")))
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _matrix(axes: Axes, found: Ladder, say: Speaker) -> None:
    n = len(found.rungs)
    grid = [[float("nan")] * n for _ in range(n)]
    for meeting in found.meetings:
        grid[meeting.first][meeting.second] = 100 * meeting.ahead
        grid[meeting.second][meeting.first] = 100 - 100 * meeting.ahead
    axes.imshow(grid, cmap="BrBG", vmin=0, vmax=100, aspect="auto")
    for row in range(n):
        for column in range(n):
            if row != column:
                value = grid[row][column]
                colour = "white" if abs(value - 50) > 32 else "black"
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour)
    names = [rung.label for rung in found.rungs]
    axes.set_xticks(range(n), names, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(n), names)
    axes.set_title(say.word(N_("the row finishes ahead of the column, in % (a tie counts half)")), fontsize=10)
