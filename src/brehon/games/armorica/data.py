"""The cards of Armorica as tables of small ints, and the names that go with them."""

from typing import Final, final

from brehon.core.text import N_

# AM-1.5: the icon types in the order of the rows of a card
WHEAT: Final = 0
GRAPES: Final = 1
OLIVES: Final = 2
SHEEP: Final = 3
COINS: Final = 4
AMPHORAE: Final = 5
N_ICONS: Final = 6
ICONS: Final = [N_("wheat"), N_("grapes"), N_("olives"), N_("sheep"), N_("coins"), N_("amphorae")]

# A card's icon column is one int: eight bits for each type. Columns add up like vectors.
BITS: Final = 8
FIELD: Final = 255
MAX_ICONS: Final = 9  # of one type on one card, so that no display can overflow a field
AMPHORA_SHIFT: Final = AMPHORAE * BITS

# AM-1.4: the six suits
YELLOW: Final = 0
BLUE: Final = 1
BROWN: Final = 2
GREEN: Final = 3
RED: Final = 4
WHITE: Final = 5
SUITS: Final = [N_("yellow"), N_("blue"), N_("brown"), N_("green"), N_("red"), N_("white")]
TITLES: Final = [N_("farmers"), N_("workers"), N_("soldiers"), N_("matrons"), N_("generals"), N_("bureaucrats")]
PATRICIANS: Final = [GREEN, RED, WHITE]  # AM-1.8

# AM-1.9: the icon that gives access to a Roman card of the suit; its count is the range (AM-5.6, AM-5.7). It is a property
# of the suit and not in the card's column, so nothing ever counts it (AM-1.10)
ACCESS: Final = [
    WHEAT,  # AM-1.7
    WHEAT,
    WHEAT,
    OLIVES,
    GRAPES,
    SHEEP,
]
RANGE_RULE: Final = [  # the rule that a refusal names, by suit
    "AM-5.2",
    "AM-5.2",
    "AM-5.2",
    "AM-5.4",
    "AM-5.3",
    "AM-5.5",
]

GAUL: Final = 0
ROMAN: Final = 1
N_DECKS: Final = 2
DECKS: Final = ["gaul", "roman"]
MAJORITIES: Final = [GRAPES, OLIVES, SHEEP]


def column(icons: list[int]) -> int:
    """Six icon counts as one int."""
    packed = 0
    for icon in range(N_ICONS):
        packed |= icons[icon] << (BITS * icon)
    return packed


def count(goods: int, icon: int) -> int:
    """How many icons of a type are in a column, or in the sum of a display's columns."""
    return (goods >> (BITS * icon)) & FIELD


@final
class CardSet:
    """A card file, numbered: the Gaul cards by pile, then the Roman cards by pile, then the start cards 1 to 4."""

    def __init__(
        self,
        names: list[str],
        suits: list[int],
        columns: list[int],
        piles: list[list[int]],
        row_size: int,
        set_points: list[int],
        majority_sole: int,
        majority_tied: int,
    ) -> None:
        self.names: list[str] = names  # [card] "G-A1"
        self.suits: list[int] = suits  # [card]
        self.columns: list[int] = columns  # [card] packed icon counts
        # [deck] where each of its piles begins and the last one ends, top pile first (AM-1.2, AM-1.3)
        self.piles: list[list[int]] = piles
        self.row_size: int = row_size
        self.set_points: list[int] = set_points  # [number of colours]
        self.majority_sole: int = majority_sole
        self.majority_tied: int = majority_tied
        self.n_cards: int = len(names)
        self.first_start: int = piles[ROMAN][-1]  # number of the card Start 1
        # [card] the shift that brings the icon giving access to the low bits; wheat for every Gaul (AM-4.4)
        self.access: list[int] = []
        for card in range(self.n_cards):
            is_roman = piles[ROMAN][0] <= card < piles[ROMAN][-1]
            self.access.append(BITS * ACCESS[suits[card]] if is_roman else BITS * WHEAT)

    def deck_size(self, deck: int) -> int:
        return self.piles[deck][-1] - self.piles[deck][0]

    def deck_of(self, card: int) -> int:
        """GAUL, ROMAN, or N_DECKS for a start card."""
        if card >= self.first_start:
            return N_DECKS
        return GAUL if card < self.piles[GAUL][-1] else ROMAN

    def pile_of(self, card: int) -> int:
        """Which pile of its deck a card belongs to."""
        ends = self.piles[self.deck_of(card)]
        pile = 0
        while card >= ends[pile + 1]:
            pile += 1
        return pile
