"""What leaders of The Arrival count, singular and plural."""

from __future__ import annotations

from typing import Final

from brehon.core.text import NN_

DISCS: Final = NN_("%(n)s disc", "%(n)s discs")
SWORDS: Final = NN_("%(n)s sword", "%(n)s swords")
SHIELDS: Final = NN_("%(n)s shield", "%(n)s shields")
TILES: Final = NN_("%(n)s tile", "%(n)s tiles")
TACTIC_TILES: Final = NN_("%(n)s tactic tile", "%(n)s tactic tiles")
ITEMS: Final = NN_("%(n)s item or tile", "%(n)s items and tiles")
LOCATIONS: Final = NN_("%(n)s location", "%(n)s locations")
