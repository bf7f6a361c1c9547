"""The learning curves of a long training, as SVG."""

from __future__ import annotations

import io

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brehon.core.text import N_, Speaker
from brehon.lab.plot import INK, STYLE
from brehon.lab.rounds import Step

OTHER = "#b5651d"
PALE = "#999999"
SURE = 1.96  # standard errors: 95 %


def draw_curves(steps: list[Step], title: str, say: Speaker) -> bytes:
    """How well games are predicted, and what a new judgement wins, over the games played."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.5, 4.2), layout="constrained")
        left, right = figure.subplots(1, 2)
        figure.suptitle(title)
        _losses(left, steps, say)
        _wins(right, steps, say)
        data = io.BytesIO()
        figure.savefig(data, format="svg", metadata={"Date": None})
    return data.getvalue()


def _losses(axes: Axes, steps: list[Step], say: Speaker) -> None:
    games = [step.games for step in steps]
    axes.plot(games, [step.by_hand for step in steps], color=PALE, marker=".", label=say.word(N_("hand-made")))
    axes.plot(games, [step.before for step in steps], color=OTHER, marker=".", label=say.word(N_("the judgement that played")))  # fmt: skip
    axes.plot(games, [step.learned for step in steps], color=INK, marker="o", label=say.word(N_("newly learned")))
    axes.set_title(say.word(N_("log-loss on held-out games of the round (lower is better)")), fontsize=10)
    _finish(axes, say)


def _wins(axes: Axes, steps: list[Step], say: Speaker) -> None:
    axes.axhline(0.0, color=PALE, linewidth=1)
    games = [step.games for step in steps]
    axes.errorbar(
        games, [100 * step.ahead for step in steps], yerr=[100 * SURE * step.error for step in steps], fmt=".",
        color=OTHER, capsize=3, label=say.word(N_("against the judgement before it")),
    )  # fmt: skip
    taken = [step for step in steps if step.accepted]
    if taken:
        axes.errorbar(
            [step.games for step in taken], [100 * step.over_start for step in taken],
            yerr=[100 * SURE * step.start_error for step in taken], fmt="o-", color=INK, capsize=3,
            label=say.word(N_("accepted ones against the first")),
        )  # fmt: skip
    axes.set_title(say.word(N_("wins above those of equals, in percentage points")), fontsize=10)
    _finish(axes, say)


def _finish(axes: Axes, say: Speaker) -> None:
    axes.set_xlabel(say.word(N_("games played")))
    axes.grid(color="#dddddd")
    axes.set_axisbelow(True)
    axes.legend(fontsize=9, frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
