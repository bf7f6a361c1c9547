"""What leaders of The Arrival count, in both numbers; and threats with their article."""

from __future__ import annotations

from typing import Final

from brehon.core.text import N_, NN_

DISCS: Final = NN_("%(n)s disc", "%(n)s discs")
SWORDS: Final = NN_("%(n)s sword", "%(n)s swords")
SHIELDS: Final = NN_("%(n)s shield", "%(n)s shields")
TILES: Final = NN_("%(n)s tile", "%(n)s tiles")
TACTIC_TILES: Final = NN_("%(n)s tactic tile", "%(n)s tactic tiles")
ITEMS: Final = NN_("%(n)s item or tile", "%(n)s items and tiles")
LOCATIONS: Final = NN_("%(n)s location", "%(n)s locations")

# [threat], the castle has none: castles never appear
STANDS: Final = [
    N_("A Sineach stands on %(place)s"),
    N_("An Athach stands on %(place)s"),
    N_("A Monghfinn stands on %(place)s"),
]
APPEARS: Final = [
    N_("A Sineach appears on %(place)s"),
    N_("An Athach appears on %(place)s"),
    N_("A Monghfinn appears on %(place)s"),
]
