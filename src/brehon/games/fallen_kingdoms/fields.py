"""The fields of a state of Fallen Kingdoms and their valid values, for positions as text."""

from __future__ import annotations

from typing import Final

from brehon.core.errors import BadPosition
from brehon.core.position import Field, flags, lists, numbers
from brehon.core.text import N_, Message
from brehon.games.fallen_kingdoms.data import (
    BUILDING_DISPLAY,
    KNOWLEDGE_DISPLAY,
    MAX_ROUNDS,
    N_BUILDINGS,
    N_GODS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    N_UNITS,
    NORNS_CARDS,
)
from brehon.games.fallen_kingdoms.state import N_PHASES, R1, Fallen, Table

MANY: Final = 9999  # more glory or points than any game has seen
MAX_STEPS: Final = 64  # waiting at a time
STEP: Final = (1 << 18) - 1  # code, a and b of six bits each


def fields_of(table: Table) -> list[Field]:
    n, cities = table.n_seats, table.n_all
    everyone, everywhere = (1 << n) - 1, (1 << cities) - 1
    cards, lore, all_lore = table.switches.trophies * n, N_KNOWLEDGE - 1, (1 << N_KNOWLEDGE) - 1
    pile = (1 << 2 * N_KNOWLEDGE) - 1
    each, per_city = [n], range(cities + 1)
    return [
        Field("map", 0, MANY, range(table.maps.size + 1), get=_tiles, put=_lay),
        *numbers("phase", 1, N_PHASES - 1),
        *lists("todo", range(MAX_STEPS), 0, STEP),
        *numbers("seat active", 0, n - 1),
        *numbers("round", 0, MAX_ROUNDS + 1),
        *numbers("turn", 0, MANY),
        *numbers("marker defender", -1, n - 1),
        *lists("laid", range(table.maps.size + 1), 0, MANY),
        *lists("owner", per_city, -1, n - 1),
        *lists("units sent coming slots", per_city, 0, N_UNITS),
        *lists("held", each, 0, everywhere),
        *lists("built", [N_BUILDINGS], 0, everywhere),
        *lists("temple", each, -1, cities - 1),
        *numbers("temples attacked", 0, everywhere),
        *lists("flags", range(MANY), -1, n - 1),
        *lists("god", each, -1, N_GODS - 1),
        *lists("dealt", [2 * n], -1, N_GODS - 1),
        *lists("reserve sheet", each, 0, N_UNITS),
        *lists("waiting", [N_BUILDINGS * n], 0, cards),
        *lists("tracks", [N_TRACKS * n], 0, 99),
        *lists("score", each, 0, MANY),
        *lists("rumors", [N_RUMORS * n], 0, cards),
        *lists("private", each, 0, pile),
        *lists("access", each, 0, all_lore),
        *lists("lent claimed", each, -1, lore),
        *numbers("invaders", 0, everyone),
        *numbers("public", 0, all_lore),
        *numbers("fresh pool", 0, pile),
        *numbers("deck stack rumor_left discarded razed", 0, cards),
        *lists("bottom", range(cards + 1), 0, lore),
        *lists("bottom_seen", range(cards + 1), -1, everyone),
        *lists("display", range(KNOWLEDGE_DISPLAY + 1), 0, lore),
        *lists("drawn", range(NORNS_CARDS + 1), 0, lore),
        *lists("tiles", [N_BUILDINGS], 0, 99),
        *lists("market", range(BUILDING_DISPLAY + 1), 0, N_BUILDINGS - 1),
        *numbers("rumor_top", -1, N_RUMORS - 1),
        *flags("producing miss routed"),
        *numbers("power", -1, N_GODS - 1),
        *numbers("barred", -1, lore),
        *numbers("points", 0, MANY),
        *numbers("place target", -1, cities - 1),
        *lists("orders", range(MAX_STEPS), 0, STEP),
        *numbers("stage", 0, R1),
        *numbers("dice", 0, 666),
        *numbers("hits kills leaving", 0, N_UNITS),
        *numbers("rolls casualties", 0, MANY),
        *lists("order", range(n + 1), 0, n - 1),
    ]


def _tiles(s: Fallen) -> list[int]:
    return s.map.tiles


def _lay(s: Fallen, lays: list[int]) -> None:
    """The map with these tiles, if they fit together."""
    maps = s.table.maps
    if not lays:
        s.map = s.table.no_map
        return
    if maps.fixed:
        fit = lays == maps.fixed
    else:
        fit = len(lays) == maps.size and all(maps.fits(lays[:place], lay) for place, lay in enumerate(lays))
    if not fit or not maps.is_fit(lays):
        raise BadPosition(Message(N_("the tiles of this position do not make a map")))
    s.map = maps.build(lays)
