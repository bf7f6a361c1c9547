"""Pictures of how a game ended: where the points came from, and how they grew. Colours never stand alone: letters and
shapes say the same, and every chart has a table next to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from brehon.core.face import Line, totals
from brehon.core.svg import columns, esc, shorten
from brehon.core.text import N_, Message, Speaker

# each is dark enough for white letters and light enough to stand out from dark paper
COLOURS: Final = (
    "#2a6fb0", "#b5472b", "#4c7d2c", "#8a55a5", "#94690a", "#1d7f7c", "#b23a72", "#6d6a63", "#87603c", "#5a63c4", "#a34a4a", "#3f7a55",
)  # fmt: skip
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHAPES: Final = ("circle", "square", "triangle", "diamond", "cross", "star")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4")
WIDE: Final = 720
NARROW: Final = 360
MARKS: Final = 7  # shapes on every line
POINTS: Final = 160  # steps of a line, at most


@dataclass
class Key:
    """One entry of a legend: its sign and what it stands for."""

    sign: Markup
    text: str


@dataclass
class Chart:
    """A picture, what its signs mean, and what it shows in one sentence."""

    picture: Markup
    keys: list[Key]


@dataclass
class Part:
    """One source of points: a label and what it gave each seat."""

    label: str
    values: list[int]


def breakdown(found: list[Line], names: list[str], say: Speaker) -> Chart | None:
    """The bars, where the lines of the sheet add up to its last one; a sheet of other things has none."""
    parts = [line for line in found if not line.is_total]
    total = totals(found)
    if not parts or any(sum(line.values[seat] for line in parts) != total[seat] for seat in range(len(names))):
        return None
    return bars([Part(say(line.label), line.values) for line in parts], names, total, say)


def bars(parts: list[Part], names: list[str], totals: list[int], say: Speaker) -> Chart:
    """A bar for every seat, made of where its points came from; what was lost lies left of the line."""
    shown = [(index, part) for index, part in enumerate(parts) if any(part.values)]
    title = esc(say(Message(N_("Where the points came from"))))
    pictures = [_bars(shown, names, totals, width, title) for width in (WIDE, NARROW)]
    return Chart(Markup("").join(pictures), [Key(_swatch(index), part.label) for index, part in shown])


def _bars(shown: list[tuple[int, Part]], names: list[str], totals: list[int], width: int, title: str) -> Markup:
    most = max([sum(max(0, part.values[s]) for _, part in shown) for s in range(len(names))] + [1])
    least = min([sum(min(0, part.values[s]) for _, part in shown) for s in range(len(names))] + [0])
    scale = (width - 12) / (most - least)
    zero = 6 - least * scale
    rows = "".join(
        _bar(seat, name, totals[seat], [(i, p.label, p.values[seat]) for i, p in shown], zero, scale, width)
        for seat, name in enumerate(names)
    )
    height = 54 * len(names) + 6
    marks = "".join(f"M{zero:.1f} {54 * seat + 21}v30" for seat in range(len(names)))  # not through the names
    line = f'<path class="axis" d="{marks}" stroke="currentColor" stroke-width="1"/>'
    return _frame("breakdown", width, height, title, rows + (line if least < 0 else ""))


def _bar(
    seat: int, name: str, total: int, parts: list[tuple[int, str, int]], zero: float, scale: float, width: int
) -> str:
    top = 54 * seat
    out = [
        f'<text x="6" y="{top + 17}" class="name" fill="currentColor">{esc(shorten(name, 30))}</text>',
        f'<text x="{width - 6}" y="{top + 17}" text-anchor="end" class="sum" fill="currentColor">{total}</text>',
    ]
    left = right = zero
    for index, label, value in parts:
        if value == 0:
            continue
        size = abs(value) * scale
        x = right if value > 0 else left - size
        right, left = (right + size, left) if value > 0 else (right, left - size)
        out.append(_segment(index, label, value, x, top + 23, size))
    return "".join(out)


def _segment(index: int, label: str, value: int, x: float, y: float, size: float) -> str:
    letter = LETTERS[index % len(LETTERS)]
    text = f"{letter} {value}" if size >= 12 * len(f"{letter} {value}") - 4 else letter if size >= 14 else ""
    words = f'<text x="{x + size / 2:.1f}" y="{y + 18}" text-anchor="middle" fill="#fff">{text}</text>' if text else ""
    rect = f'<rect x="{x + 0.6:.1f}" y="{y}" width="{max(0.8, size - 1.2):.1f}" height="26" rx="2" fill="{_colour(index)}"/>'
    return f'<g class="part"><title>{esc(label)}: {value}</title>{rect}{words}</g>'


def _swatch(index: int) -> Markup:
    letter = LETTERS[index % len(LETTERS)]
    return Markup(
        f'<svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true"><rect width="22" height="22" rx="3" fill="{_colour(index)}"/>'
        f'<text x="11" y="16" text-anchor="middle" font-size="14" font-weight="600" fill="#fff">{letter}</text></svg>'
    )


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


# -- how the points grew


def lines(course: list[tuple[int, list[int]]], names: list[str], say: Speaker) -> Chart:
    """A line for every seat over the plies, each with a shape and a dash of its own."""
    title = esc(say(Message(N_("Points over the course of the game, by ply"))))
    pictures = [_lines(course, names, width, title) for width in (WIDE, NARROW)]
    return Chart(Markup("").join(pictures), [Key(_shape_key(seat), name) for seat, name in enumerate(names)])


def _lines(course: list[tuple[int, list[int]]], names: list[str], width: int, title: str) -> Markup:
    height = 300 if width == WIDE else 240
    last = max(1, course[-1][0])
    values = [value for _, scores in course for value in scores]
    low, high, step = _range(min(values), max(values))
    edge = 10 + 8 * max(columns(str(low)), columns(str(high)))
    right, top, bottom = width - 12, 10, height - 26

    def at(ply: int, value: int) -> tuple[float, float]:
        return edge + (right - edge) * ply / last, bottom - (bottom - top) * (value - low) / (high - low)

    out = [_grid_line(edge, right, at(0, value)[1], value) for value in range(low, high + 1, step)]
    out += [_tick(at(ply, low)[0], bottom, ply, ply == last) for ply in sorted({last * n // 4 for n in range(5)})]
    for seat in range(len(names)):
        out.append(_line(seat, [at(ply, scores[seat]) for ply, scores in course], names[seat], course[-1][1][seat]))
    return _frame(
        "course", width, height, title, "".join(out), f' data-left="{edge}" data-right="{right}" data-last="{last}"'
    )


def _range(low: int, high: int) -> tuple[int, int, int]:
    """Round numbers around what is to be shown, with about five lines between them."""
    span = max(1, high - low)
    step = next(s for s in (n * 10**e for e in range(12) for n in (1, 2, 5)) if span / s <= 6)
    return low // step * step, max(-(-high // step) * step, low // step * step + step), step


def _grid_line(left: float, right: float, y: float, value: int) -> str:
    return (
        f'<path class="grid" d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="currentColor" stroke-opacity="{0.5 if value == 0 else 0.18}"/>'
        f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end" class="scale" fill="currentColor">{value}</text>'
    )


def _tick(x: float, bottom: float, ply: int, is_last: bool) -> str:
    anchor = "start" if ply == 0 else "end" if is_last else "middle"
    return (
        f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="{anchor}" class="scale" fill="currentColor">{ply}</text>'
    )


def _line(seat: int, points: list[tuple[float, float]], name: str, total: int) -> str:
    path = "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(points))
    dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if DASHES[seat % len(DASHES)] else ""
    colour = _colour(seat)
    offset = len(points) * seat // (6 * MARKS)  # shapes of different seats do not lie on one another
    chosen = sorted(
        {min(len(points) - 1, (len(points) - 1) * n // MARKS + offset) for n in range(MARKS)} | {len(points) - 1}
    )
    marks = "".join(_shape(seat, *points[n]) for n in chosen)
    return (
        f'<g class="seat"><title>{esc(name)}: {total}</title>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"{dash}/>{marks}</g>'
    )


OUTLINES: Final = {
    "circle": "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    "square": "M-4.5 -4.5H4.5V4.5H-4.5Z",
    "triangle": "M0 -6L5.5 4.5H-5.5Z",
    "diamond": "M0 -6.5L5.5 0L0 6.5L-5.5 0Z",
    "cross": "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
    "star": "M0 -7L1.9 -2.3L6.9 -2.2L3 1L4.3 5.9L0 3.1L-4.3 5.9L-3 1L-6.9 -2.2L-1.9 -2.3Z",
}


def _shape(seat: int, x: float, y: float) -> str:
    outline = OUTLINES[SHAPES[seat % len(SHAPES)]]
    return f'<path class="mark" transform="translate({x:.1f} {y:.1f})" d="{outline}" fill="{_colour(seat)}"/>'


def _shape_key(seat: int) -> Markup:
    return Markup(
        f'<svg viewBox="-16 -10 32 20" width="32" height="20" aria-hidden="true"><path d="M-16 0H16" stroke="{_colour(seat)}" stroke-width="2.2"'
        f' stroke-dasharray="{DASHES[seat % len(DASHES)] or "none"}"/>{_shape(seat, 0, 0)}</svg>'
    )


def _frame(name: str, width: int, height: int, title: str, body: str, more: str = "") -> Markup:
    size = "wide" if width == WIDE else "narrow"  # the page shows the one that fits
    return Markup(
        f'<svg class="chart {name} {size}" viewBox="0 0 {width} {height}" role="img" aria-label="{title}" font-size="14"{more}>{body}</svg>'
    )
