"""The cards of Armorica as tables of small ints, and their names."""

from typing import Final, NamedTuple, final

from brehon.core.text import N_, NN_, Plural


class Icon(NamedTuple):
    """AM-1.5: a type of icon."""

    name: str  # in card files and drawings too
    several: Plural  # so many of it


# the icon types in the order of the rows of a card
WHEAT: Final = 0
GRAPES: Final = 1
OLIVES: Final = 2
SHEEP: Final = 3
COINS: Final = 4
AMPHORAE: Final = 5
N_ICONS: Final = 6
ICON_ROWS: Final = [
    Icon(N_("wheat"), NN_("%(n)s wheat", "%(n)s wheat")),
    Icon(N_("grapes"), NN_("%(n)s grape", "%(n)s grapes")),
    Icon(N_("olives"), NN_("%(n)s olive", "%(n)s olives")),
    Icon(N_("sheep"), NN_("%(n)s sheep", "%(n)s sheep")),
    Icon(N_("coins"), NN_("%(n)s coin", "%(n)s coins")),
    Icon(N_("amphorae"), NN_("%(n)s amphora", "%(n)s amphorae")),
]
ICONS: Final = [row.name for row in ICON_ROWS]

# A card's icon column is one int: eight bits for each type. Columns add up like vectors.
BITS: Final = 8
FIELD: Final = 255
MAX_ICONS: Final = 9  # of one type on one card, so that no display can overflow a field
AMPHORA_SHIFT: Final = AMPHORAE * BITS


class Suit(NamedTuple):
    """AM-1.4: a suit of cards, its people, and what it takes to reach a Roman card of it.

    AM-1.9: the count of the access icon is the range (AM-5.6, AM-5.7). It is a property of the suit and not in the card's
    column, so nothing ever counts it (AM-1.10).
    """

    name: str  # in card files and drawings too
    title: str
    access: int  # icon
    rule: str  # that a refusal names


SUIT_ROWS: Final = [
    Suit(N_("yellow"), N_("farmers"), WHEAT, "AM-5.2"),  # AM-1.7
    Suit(N_("blue"), N_("workers"), WHEAT, "AM-5.2"),
    Suit(N_("brown"), N_("soldiers"), WHEAT, "AM-5.2"),
    Suit(N_("green"), N_("matrons"), OLIVES, "AM-5.4"),
    Suit(N_("red"), N_("generals"), GRAPES, "AM-5.3"),
    Suit(N_("white"), N_("bureaucrats"), SHEEP, "AM-5.5"),
]
SUITS: Final = [row.name for row in SUIT_ROWS]
TITLES: Final = [row.title for row in SUIT_ROWS]
ACCESS: Final = [row.access for row in SUIT_ROWS]
PATRICIANS: Final = [suit for suit in range(len(SUIT_ROWS)) if ACCESS[suit] != WHEAT]  # AM-1.8: green, red, white

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
