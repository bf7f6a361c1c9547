"""The reliability diagram: what was predicted against what was won."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from brehon.core.text import N_, NN_, Message, Speaker
from brehon.lab.plot import STYLE

LINES = ("o-", "s--", "^:", "d-.")


def draw_calibration(found: dict[str, Any], title: str, say: Speaker, path: Path) -> None:
    """One line for each number of seats; on the diagonal, chances are right."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(4.2, 3.8), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 100], [0, 100], color="#999999", linewidth=0.8)
        for number, (seats, one) in enumerate(found["seats"].items()):
            bins = [row for row in one["bins"] if row[2] >= 20]  # fewer say nothing
            label = say(Message(NN_("%(n)s seat", "%(n)s seats"), n=int(seats)))
            style = LINES[number % len(LINES)]
            axes.plot(
                [100 * row[0] for row in bins],
                [100 * row[1] for row in bins],
                style,
                label=label,
                markersize=4,
                linewidth=1.2,
            )
        axes.set_xlabel(say.word(N_("predicted share of the win, in %")))
        axes.set_ylabel(say.word(N_("share won, in %")))
        axes.set_title(title, fontsize=10)
        axes.grid(color="#dddddd")
        axes.legend(fontsize=8)
        figure.savefig(path, format="svg", metadata={"Date": None})
