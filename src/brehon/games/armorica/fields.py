"""The fields of a state of Armorica and their valid values, for positions as text."""

from __future__ import annotations

from brehon.core.position import Field, lists, numbers
from brehon.games.armorica.data import BITS, N_DECKS, N_ICONS
from brehon.games.armorica.state import ENDED, GAUL_TURN, WINTER, Table


def fields_of(table: Table) -> list[Field]:
    n, last = table.n_seats, table.cards.n_cards - 1
    return [
        *numbers("phase", 0, ENDED),
        *numbers("turn cursor", 0, last),
        *numbers("first marker seat", -1, n - 1),
        *numbers("acted", -1, n),
        *numbers("after_deal", GAUL_TURN, WINTER),
        *numbers("clearing", 0, table.year_steps),
        *lists("left", [N_DECKS], 0, (1 << last + 1) - 1),
        Field("rows", 0, last, range(table.row_size + 1), N_DECKS),
        Field("displays", 0, last, range(last + 2), n),
        *lists("goods", [n], 0, (1 << BITS * N_ICONS) - 1),
    ]
