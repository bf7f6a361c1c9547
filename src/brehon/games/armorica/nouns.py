"""What players of Armorica count, singular and plural."""

from __future__ import annotations

from typing import Final

from brehon.core.text import NN_

COLOURS: Final = NN_("%(n)s colour", "%(n)s colours")
CARDS: Final = NN_("%(n)s card", "%(n)s cards")
