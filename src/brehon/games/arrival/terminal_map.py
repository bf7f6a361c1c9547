"""The island in a terminal: places and their names, the ways between them as fine lines, the provinces as tinted ground."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from rich.style import Style
from rich.text import Text

from brehon.core.svg import columns, shorten
from brehon.games.arrival.svg_chart import BAY, CASTLE_WAY, Chart, Point

Cell = tuple[int, int]  # column, row

TOKEN: Final = (
    4  # columns of a place: two for what is on it, one on each side for the brackets of what may be done there
)
DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille character, [row][column]
NAME: Final = 13  # columns of a name at most
SHORTER: Final = (9, 6, 4)  # if there is no room
SQUARE: Final = 6  # columns of a province's bonus and shields
ISLE_NAME: Final = 14
SEA: Final = -1
ISLE: Final = -2
DARK: Final = 0.3  # how much of a province's colour its ground has
INK: Final = "#e9e1cf"
WAY: Final = "#a89d86"
WATER: Final = "#6fa3b5"
RED_WAY: Final = "#c06a5a"
ISLE_GROUND: Final = "#33262b"
FAR: Final = 1000.0


@final
class Sheet:
    """The map at one size: where everything is, as cells. Pieces are put on it later."""

    def __init__(self, chart: Chart, width: int, height: int) -> None:
        self.width, self.height = width, height
        xs, ys = [x for x, _ in chart.at], [y for _, y in chart.at]
        self.origin = min(xs), min(ys)
        self.span = max(1.0, max(xs) - min(xs)), max(1.0, max(ys) - min(ys))
        self.places = apart([self.cell(at) for at in chart.at], width, height)
        self.ways = drawn_ways(chart, self.places)  # [cell] the dots, and what kind of way they are
        self.ground = [[ground_at(chart, self.point((x, y))) for x in range(width)] for y in range(height)]
        taken: dict[Cell, float] = {}
        for x, y in self.places:
            taken.update(((x + i, y), FAR) for i in range(TOKEN))
        self.lands = [(self.beside(land_cell(chart, self, i), SQUARE, taken), "") for i in range(len(chart.lands))]
        self.names = name_places(chart, self, taken)
        x, y = self.cell(chart.isle_at)
        self.isle = self.beside((x - ISLE_NAME // 2, max(0, y)), ISLE_NAME, taken)
        self.lands = [
            self.named(at, land.name.upper(), taken) for (at, _), land in zip(self.lands, chart.lands, strict=True)
        ]

    def cell(self, at: Point) -> Cell:
        x = 3 + (at[0] - self.origin[0]) / self.span[0] * (self.width - TOKEN - 7)
        y = (at[1] - self.origin[1]) / self.span[1] * (self.height - 1)
        return round(x), round(y)

    def point(self, cell: Cell) -> Point:
        x = (cell[0] - 3 - 1.5) / (self.width - TOKEN - 7) * self.span[0] + self.origin[0]
        return x, cell[1] / (self.height - 1) * self.span[1] + self.origin[1]

    def beside(self, wanted: Cell, size: int, taken: dict[Cell, float]) -> Cell:
        """A free row of cells near where something should be; it is taken from then on."""
        choices = [(wanted[0] + dx, wanted[1] + dy) for dy in (0, 1, -1, 2, -2, 3) for dx in range(-12, 13, 2)]
        best = min(
            choices, key=lambda at: self.cost(at, size, taken) + abs(at[0] - wanted[0]) / 4 + abs(at[1] - wanted[1])
        )
        taken.update(((best[0] + i, best[1]), FAR) for i in range(size))
        return best

    def named(self, at: Cell, name: str, taken: dict[Cell, float]) -> tuple[Cell, str]:
        """The square of a province with its name before it, if there is room."""
        for size in (NAME, *SHORTER):
            word = shorten(name, size)
            n = columns(word) + 1
            if self.cost((at[0] - n, at[1]), n, taken) < 0.6 * n:
                taken.update(((at[0] - 1 - i, at[1]), FAR) for i in range(n))
                return (at[0] - n, at[1]), f"{word} "
        return at, ""

    def cost(self, at: Cell, size: int, taken: dict[Cell, float]) -> float:
        """How much a text of this size covers there."""
        x, y = at
        if x < 0 or x + size > self.width or not 0 <= y < self.height:
            return 10 * FAR
        cells = [(x + i, y) for i in range(size)]
        return sum(taken.get(cell, 0.0) + (0.6 if cell in self.ways else 0.0) for cell in cells)


@lru_cache(maxsize=16)
def sheet_of(chart: Chart, width: int, height: int) -> Sheet:
    return Sheet(chart, width, height)


def can_draw(chart: Chart) -> bool:
    """Whether the component file says where the places are."""
    return len(set(chart.at)) > len(chart.at) // 2


def apart(cells: list[Cell], width: int, height: int) -> list[Cell]:
    """Each place at its cell, or at the nearest one that keeps it clear of those before it."""
    found: list[Cell] = []
    offsets = sorted(
        ((dx, dy) for dx in range(-12, 13) for dy in range(-3, 4)), key=lambda d: (abs(d[0]) + 3 * abs(d[1]), d)
    )
    for x, y in cells:
        choices = [(x + dx, y + dy) for dx, dy in offsets if 0 <= x + dx <= width - TOKEN and 0 <= y + dy < height]
        clear = (at for at in choices if all(at[1] != row or abs(at[0] - column) >= TOKEN for column, row in found))
        found.append(next(clear, (x, y)))
    return found


def drawn_ways(chart: Chart, places: list[Cell]) -> dict[Cell, tuple[int, int]]:
    """The ways as dots of braille characters."""
    found: dict[Cell, tuple[int, int]] = {}
    for a, b, kind in chart.links:
        (x1, y1), (x2, y2) = ((2 * x + 3, 4 * y + 2) for x, y in (places[a], places[b]))
        steps = max(abs(x2 - x1), abs(y2 - y1), 1)
        for i in range(steps + 1):
            if kind == BAY and i % 4 > 1:
                continue  # over water: dashed
            x, y = round(x1 + (x2 - x1) * i / steps), round(y1 + (y2 - y1) * i / steps)
            dots, _ = found.get((x // 2, y // 4), (0, kind))
            found[x // 2, y // 4] = dots | DOTS[y % 4][x % 2], kind
    return found


def ground_at(chart: Chart, at: Point) -> int:
    """The province there, or what else is there."""
    for number, land in enumerate(chart.lands):
        if is_inside(at, land.polygon):
            return number
    for number, shape in chart.islets:
        if is_inside(at, shape):
            return number
    return ISLE if is_inside(at, chart.isle) else SEA


def is_inside(at: Point, shape: list[Point]) -> bool:
    x, y = at
    is_in = False
    for i, (x1, y1) in enumerate(shape):
        x2, y2 = shape[i - 1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_in = not is_in
    return is_in


def land_cell(chart: Chart, sheet: Sheet, land: int) -> Cell:
    x, y = sheet.cell(chart.lands[land].square)
    return x - 1, y


def name_places(chart: Chart, sheet: Sheet, taken: dict[Cell, float]) -> list[tuple[Cell, str]]:
    """Every name next to its place, where it covers least; shorter where there is no room."""
    found: list[tuple[Cell, str]] = []
    for (x, y), name in zip(sheet.places, chart.names, strict=True):
        least, best = 100 * FAR, ((x, y), "")
        for size in (NAME, *SHORTER):
            word = shorten(name, size)
            n = columns(word)
            middle = x + TOKEN // 2 - n // 2
            sides = [
                (x + TOKEN, y),
                (x - n, y),
                (middle, y + 1),
                (middle, y - 1),
                (x + 2, y + 1),
                (x + 2, y - 1),
                (x + 2 - n, y + 1),
                (x + 2 - n, y - 1),
            ]
            for preference, at in enumerate(sides):
                cost = sheet.cost(at, n, taken) + 0.3 * preference
                if cost < least:
                    least, best = cost, (at, word)
            if least < FAR:
                break
        (left, row), word = best
        taken.update(((left + i, row), FAR) for i in range(-1, columns(word) + 1))
        found.append(best)
    return found


# -- colours


def tint(colour: str, share: float) -> str:
    """A colour made darker; for a ground that light letters are read on."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"#{round(red * share):02x}{round(green * share):02x}{round(blue * share):02x}"


@lru_cache(maxsize=256)
def style(ink: str, ground: str, bold: bool = False) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold)


@final
class Picture:
    """The map with its pieces, as lines of text."""

    def __init__(self, chart: Chart, sheet: Sheet, colours: list[int]) -> None:
        self.sheet = sheet
        fills = [tint(fill, DARK) if len(fill) == 7 else "" for fill in chart.fills]
        grounds = [fills[colour % len(fills)] for colour in colours]
        self.grounds = {**dict(enumerate(grounds)), SEA: "", ISLE: ISLE_GROUND}
        self.chars = [[" "] * sheet.width for _ in range(sheet.height)]
        self.styles = [[style("", self.grounds[kind]) for kind in row] for row in sheet.ground]
        for (x, y), (dots, kind) in sheet.ways.items():
            if 0 <= x < sheet.width and 0 <= y < sheet.height:
                ink = RED_WAY if kind == CASTLE_WAY else WATER if sheet.ground[y][x] == SEA else WAY
                self.chars[y][x] = chr(0x2800 + dots)
                self.styles[y][x] = style(ink, self.ground((x, y)))

    def ground(self, cell: Cell) -> str:
        return self.grounds[self.sheet.ground[cell[1]][cell[0]]]

    def write(self, at: Cell, text: str, ink: str = "", ground: str | None = None, bold: bool = False) -> None:
        """A text on the map; what is wider than one column, or outside, is left out."""
        x, y = at
        for char in text:
            if columns(char) == 1 and 0 <= x < self.sheet.width and 0 <= y < self.sheet.height:
                self.chars[y][x] = char
                own = self.ground((x, y)) if ground is None else ground
                self.styles[y][x] = style(ink or (INK if own else ""), own, bold)
                x += 1

    def lines(self) -> Text:
        out = Text(no_wrap=True, overflow="crop")
        for number, (chars, styles) in enumerate(zip(self.chars, self.styles, strict=True)):
            if number:
                out.append("\n")
            begin = 0
            for i in range(1, len(chars) + 1):
                if i == len(chars) or styles[i] is not styles[begin]:
                    out.append("".join(chars[begin:i]), style=styles[begin])
                    begin = i
        return out
