"""Cards and tiles of Fallen Kingdoms: knowledge large and small, rumors, gods, and the tiles of the map in miniature."""

from __future__ import annotations

from functools import lru_cache

from brehon.core.palette import FAINT, INK, ON, PAPER, RULE
from brehon.core.svg import label
from brehon.games.fallen_kingdoms.data import BASE, CATEGORIES, GODS, KNOWLEDGE, RUMORS
from brehon.games.fallen_kingdoms.glyphs import (
    COAST,
    GOD_CARD,
    GODLY,
    GOLD,
    LAND,
    LORE_BANDS,
    LORE_BODIES,
    RUMOR,
    SEA,
    use,
)
from brehon.games.fallen_kingdoms.svg_fit import fit, lines_of, width_of
from brehon.games.fallen_kingdoms.tiles import TileSet, turn_point


@lru_cache(maxsize=512)
def lore_card(prefix: str, card: int, name: str, effect: str, width: float, height: float) -> str:
    """A knowledge card: its drawing on a band, its name and what it does, in up to three lines."""
    kind = card // 3
    band = min(34.0, height)
    room = width - band - 12
    size = 13 if width_of(name, 13, True) <= room else 11.5
    lines = lines_of(effect, room, 11.5, most=max(1, int((height - 18) / 13)))
    top = (height - 15 - 13 * len(lines)) / 2 + 12
    texts = label(band + 6, round(top, 1), fit(name, room, size, True), size, "", "", "bold")
    texts += "".join(label(band + 6, round(top + 14 + 13 * i, 1), line, 11.5, FAINT) for i, line in enumerate(lines))
    art = band - 8
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{LORE_BODIES[kind]}" stroke="{LORE_BANDS[kind]}" stroke-width="1.2" class="lore {CATEGORIES[kind]}"/>'
        f'<path d="M5 0h{band - 5:g}v{height:g}h{5 - band:g}a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z" fill="{LORE_BANDS[kind]}"/>'
        f"{use(prefix, f'lore-{KNOWLEDGE[card]}', (band - art) / 2, (height - art) / 2, art, ON)}{texts}"
    )


@lru_cache(maxsize=512)
def lore_icon(prefix: str, card: int, size: float, asleep: bool) -> str:
    """A knowledge card in small: its drawing only; pale with a dashed edge while it does not work yet."""
    kind = card // 3
    fill, ink = (LORE_BODIES[kind], LORE_BANDS[kind]) if asleep else (LORE_BANDS[kind], ON)
    dash = ' stroke-dasharray="3 2"' if asleep else ""
    return (
        f'<rect width="{size:g}" height="{size:g}" rx="4" fill="{fill}" stroke="{LORE_BANDS[kind]}"{dash} class="lore {CATEGORIES[kind]}"/>'
        f"{use(prefix, f'lore-{KNOWLEDGE[card]}', 2, 2, size - 4, ink)}"
    )


@lru_cache(maxsize=64)
def card_back(prefix: str, width: float, height: float) -> str:
    return f'<rect width="{width:g}" height="{height:g}" rx="6" fill="url(#{prefix}fk-back)" stroke="{INK}" stroke-width="1.2"/>'


@lru_cache(maxsize=128)
def rumor(prefix: str, value: int, n: int, width: float, height: float) -> str:
    """A rumor card of a value, and how many of them."""
    size = max(11.5, min(17, height * 0.5))
    text = f"{RUMORS[value]}" if n == 1 else f"{n}×{RUMORS[value]}"
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="4" fill="{RUMOR}" stroke="{GOLD}" class="rumor"/>'
        f"{label(round(width / 2, 1), round(height / 2 + size * 0.36, 1), text, size, '#ffe9b0', 'middle', 'bold')}"
    )


@lru_cache(maxsize=64)
def medallion(prefix: str, god: int, size: float) -> str:
    """A god in a ring, centred on the origin."""
    r = size / 2
    return (
        f'<circle r="{r:g}" fill="{GOD_CARD}" stroke="{GODLY}" stroke-width="{max(1.2, size / 22):.3g}" class="god"/>'
        f'<circle r="{r * 0.86:.3g}" fill="none" stroke="{GODLY}" stroke-width="{size / 60:.2g}" stroke-dasharray="{size / 22:.2g} {size / 16:.2g}"/>'
        f"{use(prefix, f'god-{GODS[god]}', -r * 0.6, -r * 0.6, r * 1.2, GODLY)}"
    )


@lru_cache(maxsize=128)
def god_card(prefix: str, god: int, name: str, power: str, width: float, height: float) -> str:
    """A god to choose: the whole power is on the card."""
    lines = lines_of(power, width - 16, 12.5)
    art = min(64.0, height - 70 - 17 * len(lines))
    top = art + 34
    texts = "".join(
        label(round(width / 2, 1), round(top + 22 + 17 * i, 1), line, 12.5, "", "middle")
        for i, line in enumerate(lines)
    )
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{GOD_CARD}" stroke="{GODLY}" stroke-width="1.5"/>'
        f'<g transform="translate({width / 2:g},{art / 2 + 9:g})">{medallion(prefix, god, art)}</g>'
        f"{label(width / 2, round(top, 1), name, 17, '', 'middle', 'bold')}{texts}"
        f"{use(prefix, 'helm', width / 2 - 22, height - 25, 17, GODLY)}{label(width / 2 + 2, height - 11, BASE[god], 16, '', '', 'bold')}"
    )


@lru_cache(maxsize=400)
def tile_thumb(tiles: TileSet, lay: int, size: float) -> str:
    """A tile in miniature, as it would be placed: land, sea, cities and roads."""
    face = tiles.face_of(lay)
    k = size / 100

    def at(x: float, y: float) -> str:
        px, py = turn_point(x, y, lay % 4)
        return f"{px * k:.3g} {py * k:.3g}"

    seas = "".join("M" + "L".join(at(x, y) for x, y in sea.outline) + "z" for sea in face.seas)
    roads = "".join(
        f"M{at(face.cities[a].x, face.cities[a].y)}L{at(face.cities[b].x, face.cities[b].y)}" for a, b in face.roads
    )
    dots = "".join(f"M{at(city.x, city.y)}h.01" for city in face.cities)
    name = ""
    if size >= 44:
        name = (
            f'<rect x="1" y="{size - 14:g}" width="22" height="13" fill="{PAPER}" fill-opacity=".85"/>'
            f"{label(3, size - 3.5, f'{face.tile}{face.side}', 11.5, '', '', 'bold')}"
        )
    return (
        f'<rect width="{size:g}" height="{size:g}" fill="{LAND}"/><path d="{seas}" fill="{SEA}" stroke="{COAST}" stroke-width=".8"/>'
        f'<path d="{roads}" stroke="{RULE}" stroke-width="1.400" fill="none"/><path d="{dots}" stroke="{INK}" stroke-width="{size * 0.09:.3g}" stroke-linecap="round"/>'
        f'<rect width="{size:g}" height="{size:g}" fill="none" stroke="{INK}"/>{name}'
    )
