"""Where everything of the map lies, in pixels: places pushed apart until a finger can tell them, and names that overlap least."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final, final

from brehon.core.svg import columns
from brehon.games.arrival.svg_chart import Chart, Point

Box = tuple[float, float, float, float]  # left, top, right, bottom
Label = tuple[float, float, str]  # x, base line, and which end of the text x is

SIDES: Final = ["e", "w", "n", "s", "ne", "nw", "se", "sw"]
FINGER: Final = 20  # radius that a finger needs
LEGEND_WIDTH: Final = 300
ROUNDS: Final = 80  # of pushing places apart


@final
class Layout:
    """One size of the map."""

    def __init__(self, chart: Chart, width: float, crop: float, stretch: float, token: float, font: float) -> None:
        self.width = width
        self.font = font
        self.token = token  # radius that a piece needs
        self.scale = width / (chart.width - 2 * crop)
        self.tall = self.scale * stretch
        self.left, self.top = chart.left + crop, chart.top + 8
        apart = 2 * FINGER
        self.height = round((chart.height - 30) * self.tall)
        n = len(chart.at)
        spread = [self.pixel(at) for at in chart.at] + [self.pixel(land.square) for land in chart.lands]
        push_apart(spread, apart, (apart / 2, apart / 2, width - apart / 2, self.height - apart / 2))
        self.places: list[Point] = spread[:n]
        self.squares: list[Point] = spread[n:]
        # plaques that lie in the sea: the balance at the upper left, the threats at the lower right
        plaques: list[Box] = [(0, 96, 218, 246), (width - LEGEND_WIDTH - 12, self.height - 124, width, self.height)]
        spots = [(x - FINGER, y - FINGER, x + FINGER, y + FINGER) for x, y in spread]
        # only where they cover no place of the map; elsewhere they lie beside it
        self.has_plaques = width >= 500 and not any(overlap(spot, box) for spot in spots for box in plaques)
        self.reserved: list[Box] = [*(plaques if self.has_plaques else []), isle_box(self, chart)]
        self.land_names = name_lands(self, chart)
        self.labels = place_labels(self, chart)

    def pixel(self, at: Point) -> Point:
        return round((at[0] - self.left) * self.scale, 1), round((at[1] - self.top) * self.tall, 1)

    def path(self, shape: list[Point]) -> str:
        """A closed shape of the file as path data."""
        corners = [self.pixel(at) for at in shape]
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z" if corners else ""


@lru_cache(maxsize=16)
def layout_of(chart: Chart, is_narrow: bool) -> Layout:
    return Layout(chart, 390, 48, 1.5, 15, 11) if is_narrow else Layout(chart, 680, 40, 1, 17, 14.5)


def obstacles(layout: Layout) -> list[tuple[Box, float]]:
    """What a name must not cover, and how bad it would be."""
    r = layout.token
    taken: list[tuple[Box, float]] = [((x - r, y - r, x + r, y + r), 4.0) for x, y in layout.places]
    taken += [((x - 12, y - 12, x + 12, y + 12), 4.0) for x, y in layout.squares]
    taken += [((x + 12, y - 10, x + 54, y + 10), 0.7) for x, y in layout.squares]  # shields may come there
    return taken + [(box, 6.0) for box in layout.reserved]


def isle_size(layout: Layout) -> int:
    """The size of the letters of the isle's name."""
    return 19 if layout.width > 500 else 13


def isle_box(layout: Layout, chart: Chart) -> Box:
    """Where the name of the isle stands, as wide as in the language that needs most."""
    x, y = layout.pixel(chart.isle_at)
    half, size = columns(chart.isle_name) * (isle_size(layout) * 0.55 + 2.5) / 2, isle_size(layout)
    return x - half, y - size, x + half, y + 6


def name_lands(layout: Layout, chart: Chart) -> list[Point]:
    """The middle and base line of every province's name: where the file says, or round the bonus square where it covers less."""
    taken = obstacles(layout)
    found = []
    for land, square in zip(chart.lands, layout.squares, strict=True):
        half, size = columns(land.name) * layout.font * 0.4, layout.font
        old, at = layout.pixel(land.square), layout.pixel(land.label)
        x, y = square
        side = half + 16
        choices = [
            (at[0] + x - old[0], at[1] + y - old[1] + 5), (x, y - 15), (x, y + 13 + size), (x - side, y + 5), (x + side, y + 5),
            (x, y - 25), (x, y + 24 + size), (x - half, y - 16), (x + half, y - 16), (x - half, y + 13 + size), (x + half, y + 13 + size),
        ]  # fmt: skip
        costs = []
        for i, (cx, cy) in enumerate(choices):
            box = (cx - half, cy - size * 0.8, cx + half, cy + 2)
            cost = sum(weight * overlap(box, other) for other, weight in taken) + 8.0 * i
            costs.append(cost + 40.0 * (max(0, 2 - box[0]) + max(0, box[2] - layout.width + 2)))
        best = costs.index(min(costs))
        cx, cy = choices[best]
        taken.append(((cx - half, cy - size, cx + half, cy + 3), 4.0))
        found.append((round(cx, 1), round(cy, 1)))
    return found


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


def place_labels(layout: Layout, chart: Chart) -> list[Label]:
    """Every name on the side of its place where it covers least; the side of the file is preferred."""
    taken = obstacles(layout)
    for land, (x, y) in zip(chart.lands, layout.land_names, strict=True):
        half = columns(land.name) * layout.font * 0.4
        taken.append(((x - half, y - layout.font, x + half, y + 3), 4.0))
    lines = [(layout.places[a], layout.places[b]) for a, b, _ in chart.links]
    found: list[Label] = []
    for i in range(len(layout.places)):
        best = ""
        least = 1e9
        for side in SIDES:
            box = label_box(layout, chart, i, side)
            cost = 0.0 if side == chart.sides[i] else 26.0
            cost += sum(weight * overlap(box, other) for k, (other, weight) in enumerate(taken) if k != i)
            cost += sum(1.2 * crossing(box, a, b) for a, b in lines)
            cost += 60.0 * (max(0, 3 - box[0]) + max(0, box[2] - layout.width + 3) + max(0, 3 - box[1]))
            if cost < least:
                best, least = side, cost
        box = label_box(layout, chart, i, best)
        taken.append((box, 5.0))
        base = round(box[1] + layout.font * 0.85, 1)
        if "e" in best:
            found.append((round(box[0], 1), base, "start"))
        elif "w" in best:
            found.append((round(box[2], 1), base, "end"))
        else:
            found.append((round((box[0] + box[2]) / 2, 1), base, "middle"))
    return found


def label_box(layout: Layout, chart: Chart, place: int, side: str) -> Box:
    x, y = layout.places[place]
    width, height = columns(chart.names[place]) * layout.font * 0.6, layout.font * 1.05
    r = layout.token
    away, near = r + 4, r - 3
    if chart.is_castle[place]:  # a castle stands there nearly always, with its numbers
        away, near = r + 7, r + 2
    left = x - width / 2
    top = y - height / 2
    if "e" in side:
        left = x + (near if len(side) == 2 else away)
    elif "w" in side:
        left = x - width - (near if len(side) == 2 else away)
    if "n" in side:
        top = y - height - (near if len(side) == 2 else r + 3)
    elif "s" in side:
        top = y + (near if len(side) == 2 else r + 2)
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
