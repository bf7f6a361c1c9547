"""What players of Armorica count, in both numbers."""

from __future__ import annotations

from typing import Final

from brehon.core.text import NN_

ICON_COUNTS: Final = [  # [icon]
    NN_("%(n)s wheat", "%(n)s wheat"),
    NN_("%(n)s grape", "%(n)s grapes"),
    NN_("%(n)s olive", "%(n)s olives"),
    NN_("%(n)s sheep", "%(n)s sheep"),
    NN_("%(n)s coin", "%(n)s coins"),
    NN_("%(n)s amphora", "%(n)s amphorae"),
]
COLOURS: Final = NN_("%(n)s colour", "%(n)s colours")
