"""Positions of everything on the map, in pixels: places pushed apart until a finger can hit them, and names that overlap least."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, final

from brehon.core.svg import columns, text_width
from brehon.games.arrival.svg_chart import Chart, Point

Box = tuple[float, float, float, float]  # left, top, right, bottom
Label = tuple[float, float, str]  # x, base line, and which end of the text x is

SIDES: Final = ["e", "w", "n", "s", "ne", "nw", "se", "sw"]
# where a name may be: its side, how far away, and by how much of its width or height it is shifted
CHOICES: Final = [
    *((side, 0.0, 0.0) for side in SIDES),
    *((side, away, shift) for away in (0.0, 5.0) for side in ("n", "s") for shift in (-0.3, 0.3)),
    *((side, 0.0, shift) for side in ("e", "w") for shift in (-0.6, 0.6)),
    *((side, 5.0, 0.0) for side in SIDES),
    *((side, 10.0, 0.0) for side in SIDES),
]
ROUNDS: Final = 120  # of pushing places apart
CROWDED: Final = 900.0  # a name that costs more would cover too much
NEVER: Final = 100000.0
HARD: Final = 14.0  # what no name may cover
BETTER: Final = 6  # times that every name looks for a better place
WIDE_SIZE: Final = (480, 638)
NARROW_SIZE: Final = (390, 500)
FINGER: Final = {False: 20.0, True: 19.0}  # [narrow] half the distance between two places, at least
PLAQUES: Final = {False: (138, 96), True: (132, 62)}  # [narrow] room that a plaque in a corner of the sea takes


@final
class Layout:
    """One size of the map."""

    def __init__(self, chart: Chart, size: tuple[int, int], crop: float, token: float, font: float) -> None:
        self.width, self.height = size
        self.is_narrow = size == NARROW_SIZE
        self.font = font
        self.token = token  # radius that a piece needs
        self.scale = self.width / (chart.width - 2 * crop)
        self.tall = self.height / (chart.height - 30)
        self.left, self.top = chart.left + crop, chart.top + 8
        half = FINGER[self.is_narrow]
        n = len(chart.at)
        spread = [self.pixel(at) for at in chart.at] + [self.pixel(land.square) for land in chart.lands]
        top = half + (13 if self.is_narrow else 6)  # below the name of the isle
        push_apart(spread, 2 * half, (half, top, self.width - half, self.height - half))
        self.places: list[Point] = spread[:n]
        self.squares: list[Point] = spread[n:]
        self.corners = free_corners(self, [(x - half, y - half, x + half, y + half) for x, y in spread])
        thumbs: Box = (0, 62, 104, 162)  # on a phone, tiles to use are there
        self.has_thumbs = self.is_narrow and not any(
            overlap((x - half, y - half, x + half, y + half), thumbs) for x, y in spread
        )
        self.reserved: list[Box] = [
            *self.corners.values(),
            isle_box(self, chart),
            *([thumbs] if self.has_thumbs else []),
        ]
        self.land_names = name_lands(self, chart)
        self.labels = place_labels(self, chart)

    def pixel(self, at: Point) -> Point:
        return round((at[0] - self.left) * self.scale, 1), round((at[1] - self.top) * self.tall, 1)

    def path(self, shape: list[Point]) -> str:
        """A closed shape of the file as path data: relative steps, which are short."""
        corners = [(round(x), round(y)) for x, y in (self.pixel(at) for at in shape)]
        return shape_path(corners)


def shape_path(corners: list[tuple[int, int]]) -> str:
    if not corners:
        return ""
    out = [f"M{corners[0][0]} {corners[0][1]}l"]
    for (x0, y0), (x, y) in pairwise(corners):
        if (x, y) != (x0, y0):
            out.append(f"{x - x0:d}{y - y0:+d} " if y < y0 else f"{x - x0:d} {y - y0:d} ")
    return "".join(out).strip().replace(" -", "-") + "z"


@lru_cache(maxsize=16)
def layout_of(chart: Chart, is_narrow: bool) -> Layout:
    return Layout(chart, NARROW_SIZE, 48, 12.6, 11) if is_narrow else Layout(chart, WIDE_SIZE, 40, 13.2, 11.5)


def free_corners(layout: Layout, spots: list[Box]) -> dict[str, Box]:
    """The corners of the sea in which a plaque covers no place of the map."""
    wide, high = PLAQUES[layout.is_narrow]
    right, low = layout.width - wide, layout.height - high
    boxes: dict[str, Box] = {
        "nw": (0, 0, wide, high), "se": (right, low, layout.width, layout.height), "ne": (right, 0, layout.width, high),
        "sw": (0, low, wide, layout.height),
    }  # fmt: skip
    free = {name: box for name, box in boxes.items() if not any(overlap(spot, box) for spot in spots)}
    return dict(list(free.items())[:2])


def obstacles(layout: Layout) -> list[tuple[Box, float]]:
    """What a name must not cover, and how bad it would be."""
    r = layout.token
    taken: list[tuple[Box, float]] = [((x - r, y - r, x + r, y + r), 9.0) for x, y in layout.places]
    taken += [((x - 9.5, y - 9.5, x + 9.5, y + 9.5), HARD) for x, y in layout.squares]
    taken += [((x + 10, y - 8, x + 44, y + 8), 4.0) for x, y in layout.squares]  # shields may be placed there
    return taken + [(box, 12.0) for box in layout.reserved] + [(box, HARD) for box in badges(layout)]


def badges(layout: Layout) -> list[Box]:
    """Where a Fomori or a castle has its numbers: above on the right, below on the left or in the middle."""
    far, near = 1.2 * layout.token, 0.32 * layout.token
    boxes: list[Box] = []
    for x, y in layout.places:
        boxes += [(x + near, y - far, x + far, y - near), (x - far, y + near, x + near, y + far)]
    return boxes


def isle_size(layout: Layout) -> int:
    """The size of the letters of the isle's name."""
    return 12 if layout.is_narrow else 14


def isle_box(layout: Layout, chart: Chart) -> Box:
    """Position of the isle's name, as wide as in the language that needs most."""
    x, y = layout.pixel(chart.isle_at)
    half, size = columns(chart.isle_name) * (isle_size(layout) * 0.55 + 1.5) / 2 + 4, isle_size(layout)
    return x - half, y - size, x + half, y + 6


def name_lands(layout: Layout, chart: Chart) -> list[Point | None]:
    """The middle and base line of every province's name: where the file says, or around the bonus square if it covers less there.

    None if it would cover a number everywhere.
    """
    taken = obstacles(layout)
    hard = [box for box, weight in taken if weight == HARD]
    found: list[Point | None] = []
    for land, square in zip(chart.lands, layout.squares, strict=True):
        half, size = land_half(layout, land.name), layout.font
        old, at = layout.pixel(land.square), layout.pixel(land.label)
        x, y = square
        side = half + 13
        choices = [(at[0] + x - old[0], at[1] + y - old[1] + 5)]
        choices += [(x - side, y + 4), (x + side, y + 4)]
        choices += [
            (x + dx * half, y + dy)
            for dy in (-13, 11 + size, -18, 16 + size, -24, 22 + size, -30, 28 + size)
            for dx in (0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9)
        ]
        costs = []
        for i, (cx, cy) in enumerate(choices):
            box = (cx - half, cy - size * 0.85, cx + half, cy + 2)
            cost = sum(weight * overlap(box, other) for other, weight in taken) + (4.0 if i < 31 else 12.0) * i
            cost += NEVER if any(overlap(box, other) > 0 for other in hard) else 0
            costs.append(cost + 40.0 * (max(0, 4 - box[0]) + max(0, box[2] - layout.width + 4)))
        best = costs.index(min(costs))
        if costs[best] >= NEVER:
            found.append(None)
            continue
        cx, cy = choices[best]
        taken.append(((cx - half, cy - size, cx + half, cy + 3), 12.0))
        hard.append((cx - half, cy - size, cx + half, cy + 3))
        found.append((round(cx, 1), round(cy, 1)))
    return found


def land_half(layout: Layout, name: str) -> float:
    """Half the width of a province's name, which is in spaced bold capitals."""
    return (text_width(name.upper(), layout.font) + columns(name) * layout.font * 0.06) / 2 + 1


def push_apart(spots: list[Point], apart: float, bounds: Box) -> None:
    """Move points that are too close to each other, a little each time."""
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


def place_labels(layout: Layout, chart: Chart) -> list[Label | None]:
    """Every name at its place where it covers least; None if it would cover another name or a piece."""
    fixed = obstacles(layout)
    for land, at in zip(chart.lands, layout.land_names, strict=True):
        if at is not None:
            half = land_half(layout, land.name)
            fixed.append(((at[0] - half, at[1] - layout.font, at[0] + half, at[1] + 3), HARD))
    lines = [(layout.places[a], layout.places[b]) for a, b, _ in chart.links]
    n = len(layout.places)
    boxes = [[label_box(layout, chart, i, *choice) for choice in CHOICES] for i in range(n)]
    alone = []
    for i in range(n):
        around = hull(boxes[i])
        here = [(box, weight) for k, (box, weight) in enumerate(fixed) if k != i and overlap(box, around) > 0]
        across = [(a, b) for a, b in lines if crossing(around, a, b) > 0]
        alone.append([own_cost(layout, chart, i, k, box, here, across) for k, box in enumerate(boxes[i])])
    chosen = [costs.index(min(costs)) for costs in alone]
    reach = [hull(choices) for choices in boxes]
    rivals = [[j for j in range(n) if j != i and overlap(reach[i], reach[j]) > 0] for i in range(n)]
    for _ in range(BETTER):
        for i in range(n):
            others = [boxes[j][chosen[j]] for j in rivals[i]]
            costs = [
                own + 14.0 * sum(overlap(box, other) for other in others)
                for own, box in zip(alone[i], boxes[i], strict=True)
            ]
            chosen[i] = costs.index(min(costs))
    hard = [box for box, weight in fixed if weight == HARD]
    fits = [
        [
            cost < CROWDED and not any(overlap(box, other) > 0 for other in hard)
            for box, cost in zip(boxes[i], alone[i], strict=True)
        ]
        for i in range(n)
    ]
    places = settle(boxes, alone, fits, chosen, rivals)
    return [None if k < 0 else anchored(layout, boxes[i][k], CHOICES[k][0]) for i, k in enumerate(places)]


def settle(
    boxes: list[list[Box]], alone: list[list[float]], fits: list[list[bool]], chosen: list[int], rivals: list[list[int]]
) -> list[int]:
    """[place] the choice for its name, so that no two overlap; -1 if there is none, even if one neighbour gives way."""
    found = [-1] * len(boxes)
    orders = [[chosen[i], *sorted(range(len(CHOICES)), key=alone[i].__getitem__)] for i in range(len(boxes))]

    def against(i: int, k: int) -> list[int]:
        return [j for j in rivals[i] if found[j] >= 0 and overlap(boxes[i][k], boxes[j][found[j]]) > 0]

    def free(i: int) -> int:
        return next((k for k in orders[i] if fits[i][k] and not against(i, k)), -1)

    for i in sorted(range(len(boxes)), key=lambda place: alone[place][chosen[place]]):
        found[i] = free(i)
    for i in [place for place, k in enumerate(found) if k < 0]:
        for k in orders[i]:
            rival = against(i, k) if fits[i][k] else []
            if len(rival) != 1:
                continue
            old, found[i], found[rival[0]] = found[rival[0]], k, -1
            found[rival[0]] = free(rival[0])
            if found[rival[0]] >= 0:
                break
            found[i], found[rival[0]] = -1, old
    return found


def hull(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes), max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def own_cost(
    layout: Layout, chart: Chart, place: int, choice: int, box: Box, fixed: list[tuple[Box, float]], lines: list[tuple[Point, Point]]
) -> float:  # fmt: skip
    """How bad a place for a name is, whatever the other names do; the side that the file asks for is preferred."""
    side, away, shift = CHOICES[choice]
    cost = (0.0 if side == chart.sides[place] else 10.0) + 2.5 * away + 12.0 * abs(shift)
    cost += sum(weight * overlap(box, other) for other, weight in fixed)
    cost += sum(0.8 * crossing(box, a, b) for a, b in lines)
    out = (
        max(0, 3 - box[0]) + max(0, box[2] - layout.width + 3) + max(0, 3 - box[1]) + max(0, box[3] - layout.height + 3)
    )
    return cost + 400.0 * out


def anchored(layout: Layout, box: Box, side: str) -> Label:
    base = round(box[1] + layout.font * 0.85, 1)
    if "e" in side:
        return round(box[0], 1), base, "start"
    if "w" in side:
        return round(box[2], 1), base, "end"
    return round((box[0] + box[2]) / 2, 1), base, "middle"


def label_box(layout: Layout, chart: Chart, place: int, side: str, away: float, shift: float) -> Box:
    x, y = layout.places[place]
    width, height = text_width(chart.names[place], layout.font, bold=False) + 2, layout.font * 1.05
    beside, above = 1.2 * layout.token + 0.4 + away, 1.2 * layout.token + 0.2 + away  # past the numbers of a Fomori
    left = x - width / 2 + (shift * width if side in "ns" else 0)
    top = y - height / 2 + (shift * height if side in "ew" else 0)
    if "e" in side:
        left = x + (beside if len(side) == 1 else 0.25 * layout.token)
    elif "w" in side:
        left = x - width - (beside if len(side) == 1 else 0.25 * layout.token)
    if "n" in side:
        top = y - height - above
    elif "s" in side:
        top = y + above
    return left, top, left + width, top + height


def overlap(one: Box, other: Box) -> float:
    if one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]:
        return 0.0  # nearly always, so it comes first
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def crossing(box: Box, a: Point, b: Point) -> float:
    """How much of a line runs through a box."""
    if max(a[0], b[0]) < box[0] or min(a[0], b[0]) > box[2] or max(a[1], b[1]) < box[1] or min(a[1], b[1]) > box[3]:
        return 0.0
    start, end = 0.0, 1.0
    for k in (0, 1):
        step = b[k] - a[k]
        if step == 0:
            continue
        near, far = (box[k] - a[k]) / step, (box[k + 2] - a[k]) / step
        start, end = max(start, min(near, far)), min(end, max(near, far))
    return (end - start) * hypot(a[0] - b[0], a[1] - b[1]) if end > start else 0.0
