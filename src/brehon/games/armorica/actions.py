"""The action space of Armorica: every choice and every draw, numbered."""

from typing import Final

from brehon.core.space import ActionSpace
from brehon.games.armorica.data import DECKS, CardSet

# kinds
TAKE_GAUL: Final = 0  # argument: position - 1
TAKE_ROMAN: Final = 1  # argument: position - 1
PASS: Final = 2
STARVE: Final = 3  # argument: card
START: Final = 4  # chance; argument: seat of the first start player
DEAL: Final = 5  # chance; argument: card


def make_space(cards: CardSet, n_seats: int) -> ActionSpace:
    places = [str(position + 1) for position in range(cards.row_size)]
    return ActionSpace(
        [
            (f"take {DECKS[0]}", places),
            (f"take {DECKS[1]}", places),
            ("pass", []),
            ("starve", cards.names),
            ("start", [str(seat) for seat in range(n_seats)]),
            ("deal", cards.names[: cards.first_start]),
        ]
    )
