"""Where everything of the map lies, in pixels: places pushed apart until a finger can tell them, and names that overlap least."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final, final

from brehon.core.svg import columns
from brehon.games.arrival.svg_chart import Chart, Point

Box = tuple[float, float, float, float]  # left, top, right, bottom

SIDES: Final = ["e", "w", "n", "s", "ne", "nw", "se", "sw"]
TOKEN: Final = 17  # radius that a piece needs
ROUNDS: Final = 80  # of pushing places apart


@final
class Layout:
    """One size of the map."""

    def __init__(self, chart: Chart, width: float, stretch: float, apart: float, font: float) -> None:
        self.width = width
        self.font = font
        self.scale = width / (chart.width - 80)
        self.tall = self.scale * stretch
        self.left, self.top = chart.left + 40, chart.top + 8
        self.height = round((chart.height - 30) * self.tall)
        n = len(chart.at)
        spread = [self.pixel(at) for at in chart.at] + [self.pixel(land.square) for land in chart.lands]
        push_apart(spread, apart, (apart / 2, apart / 2, width - apart / 2, self.height - apart / 2))
        self.places: list[Point] = spread[:n]
        self.squares: list[Point] = spread[n:]
        self.land_names = self.name_lands(chart)
        # plaques that lie in the sea: the balance at the upper left, the threats at the lower right
        self.reserved: list[Box] = (
            [] if width < 500 else [(0, 0, 252, 136), (width - 264, self.height - 124, width, self.height)]
        )
        self.labels = place_labels(self, chart)

    def pixel(self, at: Point) -> Point:
        return round((at[0] - self.left) * self.scale, 1), round((at[1] - self.top) * self.tall, 1)

    def path(self, shape: list[Point]) -> str:
        """A closed shape of the file as path data."""
        corners = [self.pixel(at) for at in shape]
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z" if corners else ""

    def name_lands(self, chart: Chart) -> list[Point]:
        """Where the names of the provinces go: their middle and base line, moved as their squares are."""
        found = []
        for land, (x, y) in zip(chart.lands, self.squares, strict=True):
            old = self.pixel(land.square)
            at = self.pixel(land.label)
            if self.scale < 0.5:  # small: above the square, whatever the file says
                found.append((x, y - 14))
            else:
                found.append((at[0] + x - old[0], at[1] + y - old[1] + 5))
        return found


@lru_cache(maxsize=16)
def layout_of(chart: Chart, is_narrow: bool) -> Layout:
    return Layout(chart, 390, 1.3, 40, 10.5) if is_narrow else Layout(chart, 680, 1, 40, 14.5)


def push_apart(spots: list[Point], apart: float, bounds: Box) -> None:
    """Move points that are too near to each other, a little each time."""
    for _ in range(ROUNDS):
        is_done = True
        for i in range(len(spots)):
            for j in range(i):
                dx, dy = spots[i][0] - spots[j][0], spots[i][1] - spots[j][1]
                away = hypot(dx, dy) or 1.0
                if away < apart:
                    is_done = False
                    move = (apart - away) / 2 / away + 0.003
                    spots[i] = inside(spots[i][0] + dx * move, spots[i][1] + dy * move, bounds)
                    spots[j] = inside(spots[j][0] - dx * move, spots[j][1] - dy * move, bounds)
        if is_done:
            return


def inside(x: float, y: float, bounds: Box) -> Point:
    return round(min(max(x, bounds[0]), bounds[2]), 1), round(min(max(y, bounds[1]), bounds[3]), 1)


def place_labels(layout: Layout, chart: Chart) -> list[Box]:
    """A box for every name, on the side of its place where it covers least; the side of the file is preferred."""
    taken: list[tuple[Box, float]] = [((x - TOKEN, y - TOKEN, x + TOKEN, y + TOKEN), 4.0) for x, y in layout.places]
    taken += [((x - 14, y - 14, x + 60, y + 14), 2.0) for x, y in layout.squares]
    for land, (x, y) in zip(chart.lands, layout.land_names, strict=True):
        half = columns(land.name) * layout.font * 0.39
        taken.append(((x - half, y - layout.font, x + half, y + 4), 3.0))
    taken += [(box, 6.0) for box in layout.reserved]
    lines = [(layout.places[a], layout.places[b]) for a, b, _ in chart.links]
    found: list[Box] = []
    for i in range(len(layout.places)):
        best: Box = (0, 0, 0, 0)
        least = 1e9
        for side in SIDES:
            box = label_box(layout, chart, i, side)
            cost = 0.0 if side == chart.sides[i] else 26.0
            cost += sum(weight * overlap(box, other) for k, (other, weight) in enumerate(taken) if k != i)
            cost += sum(1.2 * crossing(box, a, b) for a, b in lines)
            cost += 60.0 * (max(0, 3 - box[0]) + max(0, box[2] - layout.width + 3) + max(0, 3 - box[1]))
            if cost < least:
                best, least = box, cost
        found.append(best)
        taken.append((best, 5.0))
    return found


def label_box(layout: Layout, chart: Chart, place: int, side: str) -> Box:
    x, y = layout.places[place]
    width, height = columns(chart.names[place]) * layout.font * 0.58, layout.font * 1.05
    away, near = TOKEN + 1, TOKEN - 5
    left = x - width / 2
    top = y - height / 2
    if "e" in side:
        left = x + (near if len(side) == 2 else away)
    elif "w" in side:
        left = x - width - (near if len(side) == 2 else away)
    if "n" in side:
        top = y - height - (near if len(side) == 2 else TOKEN - 1)
    elif "s" in side:
        top = y + (near if len(side) == 2 else TOKEN - 1)
    return left, top, left + width, top + height


def overlap(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


def crossing(box: Box, a: Point, b: Point) -> float:
    """About how much of a line runs through a box."""
    if max(a[0], b[0]) < box[0] or min(a[0], b[0]) > box[2] or max(a[1], b[1]) < box[1] or min(a[1], b[1]) > box[3]:
        return 0.0
    steps = 24
    inner = 0
    for k in range(1, steps):
        x, y = a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps
        inner += box[0] < x < box[2] and box[1] < y < box[3]
    return inner * hypot(a[0] - b[0], a[1] - b[1]) / steps
