"""Cards and tiles of Fallen Kingdoms: knowledge large and small, rumors, gods, and the tiles of the map in miniature."""

from __future__ import annotations

from functools import lru_cache

from brehon.core.svg import label, shorten, wrap
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import BASE, CATEGORIES, GODS, RUMORS
from brehon.games.fallen_kingdoms.glyphs import COAST, FAINT, INK, LAND, LORE_BANDS, LORE_BODIES, PAPER, RULE, SEA, use
from brehon.games.fallen_kingdoms.tiles import TileSet, turn_point


@lru_cache(maxsize=512)
def lore_card(prefix: str, card: int, name: str, effect: str, width: float, height: float) -> str:
    """A knowledge card with its effect."""
    kind = card // 3
    room = int((width - 28) / 8)
    size = 12.5 if len(name) <= room else 10.5
    lines = wrap(effect, int((width - 10) / 7.2))[:3]
    texts = "".join(label(7, 36 + 14 * i, line, 12) for i, line in enumerate(lines))
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{LORE_BODIES[kind]}" stroke="{INK}" stroke-width="1.2" class="lore {CATEGORIES[kind]}"/>'
        f'<path d="M.6 21V6.600a6 6 0 0 1 6-6H{width - 6.6:g}a6 6 0 0 1 6 6V21z" fill="{LORE_BANDS[kind]}"/>'
        f"{use(prefix, f'lore-{CATEGORIES[kind]}', 5, 3.500, 15, '#fff')}"
        f"{label(23, 15.5, shorten(name, int((width - 25) / size / 0.6)), size, '#fff', '', 'bold')}{texts}"
    )


@lru_cache(maxsize=512)
def lore_chip(prefix: str, card: int, name: str, width: float, height: float, asleep: bool) -> str:
    """A knowledge card that is only named; dashed while it does not work yet."""
    kind = card // 3
    dash = ' stroke-dasharray="4 2.500"' if asleep else ""
    size = 12 if height < 30 else 13
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="4" fill="{LORE_BODIES[kind]}" stroke="{LORE_BANDS[kind]}" stroke-width="1.3"{dash} class="lore {CATEGORIES[kind]}"/>'
        f'<rect width="19" height="{height:g}" rx="4" fill="{LORE_BANDS[kind]}"/>{use(prefix, f"lore-{CATEGORIES[kind]}", 2.5, height / 2 - 7, 14, "#fff")}'
        f"{label(23, height / 2 + 4.2, shorten(name, int((width - 24) / 6.6)), size)}"
    )


@lru_cache(maxsize=64)
def card_back(prefix: str, width: float, height: float) -> str:
    return f'<rect width="{width:g}" height="{height:g}" rx="6" fill="url(#{prefix}fk-back)" stroke="{INK}" stroke-width="1.2"/>'


@lru_cache(maxsize=128)
def rumor(prefix: str, value: int, n: int, width: float, height: float) -> str:
    """A rumor card of a value, and how many of them."""
    size = min(17, height * 0.5)
    many = label(width - 3, height - 4, f"×{n}", 10.5, "#fff", "end", "bold") if n > 1 else ""
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="4" fill="#473a52" stroke="{INK}" class="rumor"/>'
        f"{label(width / 2, round(height / 2 + size * 0.36 - (4 if n > 1 else 0), 1), RUMORS[value], size, '#ffe9b0', 'middle', 'bold')}{many}"
    )


@lru_cache(maxsize=128)
def god_card(prefix: str, god: int, name: str, power: str, width: float, height: float) -> str:
    """A god to choose."""
    texts = "".join(
        label(width / 2, 94 + 15 * i, line, 12.5, "", "middle")
        for i, line in enumerate(wrap(power, int(width / 7.4))[:4])
    )
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="#f3ead2" stroke="{INK}" stroke-width="1.4" class="god"/>'
        f"{use(prefix, f'god-{GODS[god]}', width / 2 - 20, 8, 40, '#5a3d1c')}"
        f"{label(width / 2, 70, name, 16, '', 'middle', 'bold')}{texts}"
        f"{use(prefix, 'helm', width / 2 - 22, height - 25, 16, FAINT)}{label(width / 2 + 2, height - 11, BASE[god], 15, '', '', 'bold')}"
    )


def god_words(say: Speaker, god: int) -> tuple[str, str]:
    return say.word(words.GOD_NAMES[god]), say.word(words.GOD_POWERS[god])


_thumbs: dict[tuple[str, int, float], str] = {}


def tile_thumb(digest: str, tiles: TileSet, lay: int, size: float) -> str:
    """A tile in miniature, as it would lie: land, sea, cities and roads; drawn once for each tile file."""
    key = (digest, lay, size)
    if key not in _thumbs:
        if len(_thumbs) > 400:
            _thumbs.clear()
        _thumbs[key] = _draw_thumb(tiles, lay, size)
    return _thumbs[key]


def _draw_thumb(tiles: TileSet, lay: int, size: float) -> str:
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
    return (
        f'<rect width="{size:g}" height="{size:g}" fill="{LAND}"/><path d="{seas}" fill="{SEA}" stroke="{COAST}" stroke-width=".8"/>'
        f'<path d="{roads}" stroke="{RULE}" stroke-width="1.400" fill="none"/><path d="{dots}" stroke="{INK}" stroke-width="{size * 0.09:.3g}" stroke-linecap="round"/>'
        f'<rect width="{size:g}" height="{size:g}" fill="none" stroke="{INK}"/><rect x="1" y="{size - 14:g}" width="22" height="13" fill="{PAPER}" fill-opacity=".85"/>'
        f"{label(3, size - 3.5, f'{face.tile}{face.side}', 11, '', '', 'bold')}"
    )
