"""The graph of win chances as SVG: one line for each seat, marks where something was lost. It needs the classes of keepsake.css."""

from __future__ import annotations

from typing import Final

from brehon.coach import wording
from brehon.coach.data import BLUNDER, INACCURACY, KINDS, MISTAKE, Moment, Review
from brehon.core.match import Match
from brehon.core.svg import esc
from brehon.core.text import N_, Message, Speaker

WIDTH: Final = 960
HEIGHT: Final = 320
LEFT: Final = 46
RIGHT: Final = 120
EDGE: Final = 14
DASHES: Final = ("none", "9 4", "2 4", "14 4 2 4", "5 5", "1 3")  # colours are never the only sign
SHAPES: Final = {  # around 0, 0: more corners for less harm
    BLUNDER: "M-7,6 L0,-7 L7,6 Z",
    MISTAKE: "M-6,-6 H6 V6 H-6 Z",
    INACCURACY: "M0,-6 L6,0 L0,6 L-6,0 Z",
}


def curve(match: Match, review: Review, say: Speaker) -> str:
    """The whole graph."""
    seats = range(len(review.seats))
    title = esc(say.word(N_("Win chances of all players, ply by ply")))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
        *_grid(),
        *(_line(review, seat) for seat in seats),
        *_names(review, say),
        *(_mark(match, review, index, moment, say) for index, moment in enumerate(review.moments) if moment.judged is not None and moment.judged.kind),
        "</svg>",
    ]  # fmt: skip
    return "".join(parts)


def _x(review: Review, index: int) -> float:
    """Of the position after so many moments."""
    return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(review.moments))


def _y(share: float) -> float:
    return EDGE + (HEIGHT - 2 * EDGE) * (1.0 - min(1.0, max(0.0, share)))


def _grid() -> list[str]:
    found: list[str] = []
    for hundredth in (0, 25, 50, 75, 100):
        y = _y(hundredth / 100)
        found.append(f'<path class="grid" d="M{LEFT},{y:g} H{WIDTH - RIGHT}"/>')
        found.append(f'<text class="axis" x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{hundredth} %</text>')
    return found


def _line(review: Review, seat: int) -> str:
    values = [review.seats[seat].first] + [moment.after[seat] for moment in review.moments]
    points = " ".join(f"{_x(review, i):.1f},{_y(value):.1f}" for i, value in enumerate(values))
    return f'<polyline class="line s{seat}" points="{points}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'


def _names(review: Review, say: Speaker) -> list[str]:
    """At the right, where the lines have their last bend: moved apart where they would touch."""
    last = review.moments[-1].before if review.moments else []
    order = sorted(range(len(review.seats)), key=lambda seat: (-review.seats[seat].final, -last[seat]))
    found: list[str] = []
    low = 0.0
    for place, seat in enumerate(order):
        y = max(_y(review.seats[seat].final) + 4, low + 16)
        y = min(y, HEIGHT - 4 - 16 * (len(order) - 1 - place))
        low = y
        found.append(
            f'<path class="line s{seat}" d="M{WIDTH - RIGHT + 6},{y - 4:g} h24" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'
            f'<text class="name" x="{WIDTH - RIGHT + 34}" y="{y:g}">{esc(say.seat(seat)[:12])}</text>'
        )
    return found


def _mark(match: Match, review: Review, index: int, moment: Moment, say: Speaker) -> str:
    """A mistake, where it was made; a link to what is said of it."""
    assert moment.judged is not None
    said = wording.mistake(match, moment, moment.judged)
    title = say(Message(N_("Ply %(ply)s: %(said)s"), ply=moment.ply, said=said))
    x, y = _x(review, index + 1), _y(moment.after[moment.seat])
    kind = moment.judged.kind
    assert kind in KINDS
    return (
        f'<a href="#m{moment.ply}" aria-label="{esc(title)}"><title>{esc(title)}</title>'
        f'<path class="mark {kind} s{moment.seat}" transform="translate({x:.1f},{y:.1f})" d="{SHAPES[kind]}"/></a>'
    )
