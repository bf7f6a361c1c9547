"""From a checked card file of Armorica to the tables that the rules use."""

from __future__ import annotations

from typing import Final

from brehon.core.checker import Entry, entries, number
from brehon.core.contract import Components
from brehon.games.armorica.data import ICONS, N_ICONS, SUITS, WHEAT, CardSet, column

PILES: Final = {"gaul": ["A", "B", "C", "D", "E"], "roman": ["I", "II", "III", "IV"]}


class CardFile(Components):
    """A checked card file and its tables."""

    def __init__(
        self,
        name: str,
        digest: str,
        source: str,
        builtin: bool,
        cards: CardSet,
        seats: list[int],
    ) -> None:
        super().__init__(name, digest, source, builtin, [], seats, "K-16")
        self.cards = cards


def build(raw: Entry) -> CardSet:
    """Number the cards of a checked file."""
    names: list[str] = []
    suits: list[int] = []
    columns: list[int] = []
    ends: list[list[int]] = []

    def add(card: Entry) -> None:
        names.append(str(card["id"]))
        suits.append(SUITS.index(str(card["suit"])))
        columns.append(column([number(card, ICONS[icon]) for icon in range(WHEAT, N_ICONS)]))

    for group in PILES:
        ends.append([len(names)])
        piles = raw[f"{group}_piles"]
        assert isinstance(piles, list)
        for pile in piles:
            for card in entries(raw, group):
                if card["pile"] == pile:
                    add(card)
            ends[-1].append(len(names))
    for card in entries(raw, "start"):
        add(card)
    points, row, sole, tied = (raw[name] for name in ("set_points", "row_size", "majority_sole", "majority_tied"))
    assert isinstance(points, list)
    assert isinstance(row, int)
    assert isinstance(sole, int)
    assert isinstance(tied, int)
    return CardSet(names, suits, columns, ends, row, points, sole, tied)
