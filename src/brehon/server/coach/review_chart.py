"""The graph of win chances: a line for every seat over the game, with a place to click for every ply and signs for mistakes and luck.

Colours never stand alone: each seat has a dash of its own, each kind of mistake its own shape; the lists next to the graph say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from brehon.coach.data import BLUNDER, INACCURACY, MISTAKE, Moment, Review
from brehon.core.svg import esc
from brehon.server.table.charts import COLOURS, DASHES, NARROW, WIDE, Key

SIGNS: Final = {  # larger and with more corners the worse it is
    INACCURACY: "M-3.6 0A3.6 3.6 0 1 0 3.6 0A3.6 3.6 0 1 0 -3.6 0Z",
    MISTAKE: "M0 -6L5.6 4.4H-5.6Z",
    BLUNDER: "M-6 0L0 -6.5L6 0L0 6.5Z",
}
LUCK: Final = "M-4 -1.2H4M-4 2.2H4"  # drawn below the axis, not in a line
MUCH_LUCK: Final = 0.04  # of the win: smaller changes by a draw have no sign
LINKS: Final = 160  # places to click, at most: more would be too narrow to hit
TOP, BOTTOM, LEFT, RIGHT = 12, 30, 40, 10


@dataclass
class Point:
    """A moment in the graph."""

    moment: Moment
    shares: list[float]  # [seat] after it
    link: str
    title: str


@dataclass
class Plan:
    """What is to be drawn."""

    first: list[float]  # [seat] before the first moment
    points: list[Point]
    names: list[str]
    chosen: int  # index of the moment that is shown; -1 for none
    seats: list[int]  # whose mistakes are marked


def first_shares(review: Review) -> list[float]:
    return [seating.first for seating in review.seats]


def graph(plan: Plan, title: str) -> Markup:
    """Twice, for wide and for narrow pages; the page shows the one that fits."""
    return Markup("").join(_graph(plan, width, title) for width in (WIDE, NARROW))


def _graph(plan: Plan, width: int, title: str) -> Markup:
    height = 250 if width == WIDE else 200
    last = max(1, len(plan.points))

    def at(index: float, share: float) -> tuple[float, float]:
        return LEFT + (width - LEFT - RIGHT) * index / last, height - BOTTOM - (height - TOP - BOTTOM) * share

    out = [_scale(share, at(0, share)[1], width) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    if plan.chosen >= 0:
        x = at(plan.chosen + 1, 0.0)[0]
        out.append(f'<path class="here" d="M{x:.1f} {TOP}V{height - BOTTOM}" stroke="currentColor" stroke-width="2"/>')
    rows = [plan.first, *(point.shares for point in plan.points)]
    for seat, name in enumerate(plan.names):
        out.append(_line(seat, name, [at(index, shares[seat]) for index, shares in enumerate(rows)]))
    for index, point in enumerate(plan.points):
        out.append(_sign(plan, point, at(index + 1, 0.0)[0], [at(0, share)[1] for share in point.shares], height))
    out.append(_places(plan, width, height, at(1, 0.0)[0] - at(0, 0.0)[0]))
    size = "wide" if width == WIDE else "narrow"
    return Markup(
        f'<svg class="chart chances {size}" viewBox="0 0 {width} {height}" role="group" aria-label="{esc(title)}" font-size="13">'
        f"{''.join(out)}</svg>"
    )


def _scale(share: float, y: float, width: int) -> str:
    strong = 0.45 if share in (0.0, 1.0) else 0.18
    words = (
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" class="scale" fill="currentColor">{share:.0%}</text>'
    )
    return f'<path d="M{LEFT} {y:.1f}H{width - RIGHT}" stroke="currentColor" stroke-opacity="{strong}"/>' + (
        words if share in (0.0, 0.5, 1.0) else ""
    )


def _line(seat: int, name: str, points: list[tuple[float, float]]) -> str:
    path = "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(points))
    dash = DASHES[seat % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path class="seat" d="{path}" fill="none" stroke="{COLOURS[seat % len(COLOURS)]}" stroke-width="2.2" '
        f'stroke-linejoin="round"{dashed}><title>{esc(name)}</title></path>'
    )


def _sign(plan: Plan, point: Point, x: float, heights: list[float], height: int) -> str:
    moment = point.moment
    if moment.is_luck:
        if max(abs(moment.change(seat)) for seat in range(len(heights))) < MUCH_LUCK:
            return ""
        return f'<path class="luck" transform="translate({x:.1f} {height - BOTTOM + 9})" d="{LUCK}" stroke="currentColor" stroke-width="1.6"/>'
    if moment.judged is None or moment.judged.kind not in SIGNS or moment.seat not in plan.seats:
        return ""
    return (
        f'<path class="{moment.judged.kind}" transform="translate({x:.1f} {heights[moment.seat]:.1f})" d="{SIGNS[moment.judged.kind]}" '
        f'fill="{COLOURS[moment.seat % len(COLOURS)]}" stroke="var(--card)" stroke-width="1.2"/>'
    )


def _places(plan: Plan, width: int, height: int, step: float) -> str:
    """Where one can click: a strip for every moment, or for several in a long game; then it leads to the most important one."""
    bundle = max(1, -(-len(plan.points) // LINKS))
    out = []
    for start in range(0, len(plan.points), bundle):
        inside = plan.points[start : start + bundle]
        point = max(inside, key=lambda one: one.moment.judged.loss if one.moment.judged else 0.0)
        x = LEFT + step * (start + 0.5)
        out.append(
            f'<a href="{esc(point.link)}" data-step="" tabindex="-1"><title>{esc(point.title)}</title>'
            f'<rect x="{x:.1f}" y="0" width="{step * len(inside):.2f}" height="{height}" fill="transparent"/></a>'
        )
    return "".join(out)


def kind_sign(kind: str) -> Markup:
    """The sign of a kind of mistake, for lists."""
    return Markup(
        f'<svg class="sign {kind}" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true"><path d="{SIGNS[kind]}" fill="currentColor"/></svg>'
    )


def luck_key(text: str) -> Key:
    return Key(
        Markup(
            f'<svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true"><path d="{LUCK}" stroke="currentColor" stroke-width="1.6"/></svg>'
        ),
        text,
    )


def seat_key(seat: int, name: str) -> Key:
    dash = DASHES[seat % len(DASHES)] or "none"
    colour = COLOURS[seat % len(COLOURS)]
    return Key(
        Markup(
            f'<svg viewBox="0 0 32 12" width="32" height="12" aria-hidden="true"><path d="M0 6H32" stroke="{colour}" stroke-width="2.6" '
            f'stroke-dasharray="{dash}"/></svg>'
        ),
        name,
    )
