"""The plots of a report: rows of a label, a dot with its interval on a shared scale, and the figure in words.

Every row is text and its own small SVG, so that a phone can put the label above the plot and nothing gets too small to read.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from brehon.core.svg import esc
from brehon.lab.intervals import Estimate

WIDTH: Final = 300
HEIGHT: Final = 18
MIDDLE: Final = HEIGHT / 2


class Scale(NamedTuple):
    """What the plots of one section share."""

    low: float
    high: float
    fair: float  # where nothing would be remarkable
    slack: float  # how far from there is still acceptable
    ticks: list[float]

    def x(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return round(4 + (WIDTH - 8) * (inside - self.low) / (self.high - self.low), 1)


class Row(NamedTuple):
    """One line of a plot."""

    label: str
    note: str  # small print under the label
    figures: list[Estimate]  # one for each side
    words: list[str]  # the same in words
    mark: str  # "", or what stands out, in one word
    ident: str = ""


def scale_around(fair: float, slack: float, figures: list[Estimate], least: float) -> Scale:
    """A scale with the fair value in its middle, wide enough for the values and most of their intervals."""
    far = max([abs(f.value - fair) for f in figures] + [least])
    reach = sorted(max(f.high - f.value, f.value - f.low) for f in figures)
    if reach:
        far = max(far, min(far + reach[len(reach) // 2], 1.6 * far))
    step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 10.0) if far / s <= 4)
    width = step * (int(far / step - 1e-9) + 1)
    n = round(width / step)
    return Scale(fair - width, fair + width, fair, slack, [fair + step * k for k in range(-n, n + 1)])


def scale_of_shares(fair: float, slack: float) -> Scale:
    """0 … 100 %."""
    return Scale(0.0, 1.0, fair, slack, [0.0, 0.25, 0.5, 0.75, 1.0])


def axis(scale: Scale, labels: list[str]) -> str:
    """The numbers above the plots."""
    marks = "".join(
        f'<text x="{scale.x(tick)}" y="12" text-anchor="{_anchor(scale, tick)}">{esc(label)}</text>'
        for tick, label in zip(scale.ticks, labels, strict=True) if label
    )  # fmt: skip
    return f'<svg class="axis" viewBox="0 0 {WIDTH} 14" role="presentation">{marks}</svg>'


def _anchor(scale: Scale, tick: float) -> str:
    at = scale.x(tick)
    return "start" if at < 16 else "end" if at > WIDTH - 16 else "middle"


def picture(scale: Scale, row: Row) -> str:
    """A dot and its interval for each side; the band is what is still acceptable."""
    left, right = scale.x(scale.fair - scale.slack), scale.x(scale.fair + scale.slack)
    parts = [f'<rect class="band" x="{left}" y="0" width="{round(right - left, 1)}" height="{HEIGHT}"/>'] if scale.slack else []  # fmt: skip
    parts.append(f'<line class="fair" x1="{scale.x(scale.fair)}" x2="{scale.x(scale.fair)}" y1="0" y2="{HEIGHT}"/>')
    for side, figure in enumerate(row.figures):
        y = MIDDLE if len(row.figures) == 1 else MIDDLE + (4.5 if side else -4.5)
        name = f"side{side}" + (" out" if row.mark and len(row.figures) == 1 else "")
        parts.append(
            f'<g class="{name}"><line x1="{scale.x(figure.low)}" x2="{scale.x(figure.high)}" y1="{y}" y2="{y}"/>'
        )
        shape = f'<circle cx="{scale.x(figure.value)}" cy="{y}" r="4"/>' if side == 0 else (
            f'<rect x="{scale.x(figure.value) - 3.5}" y="{y - 3.5}" width="7" height="7"/>')  # fmt: skip
        parts.append(f"{shape}</g>")
    title = esc(f"{row.label}: {'; '.join(row.words)}")
    body = "".join(parts)
    return f'<svg class="dots" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{body}</svg>'


def rows(scale: Scale, labels: list[str], lines: list[Row]) -> str:
    """A whole plot."""
    out = [f'<div class="plot"><div class="row head"><span></span>{axis(scale, labels)}<span></span></div>']
    for row in lines:
        mark = f'<b class="mark">{esc(row.mark)}</b>' if row.mark else ""
        note = f"<small>{esc(row.note)}</small>" if row.note else ""
        ident = f' id="{esc(row.ident)}"' if row.ident else ""
        words = "".join(f"<span>{esc(text)}</span>" for text in row.words)
        flagged = " flagged" if row.mark else ""
        out.append(
            f'<div class="row{flagged}"{ident}><div class="name">{esc(row.label)} {mark}{note}</div>'
            f'{picture(scale, row)}<div class="words">{words}</div></div>'
        )
    return "".join(out) + "</div>"
