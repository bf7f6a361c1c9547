"""The end of a game of Armorica: points, line by line, and who has won (AM-9, AM-10)."""

from brehon.games.armorica.data import COINS, MAJORITIES, CardSet, count


def set_lengths(cards: CardSet, display: list[int]) -> list[int]:
    """How many colours each set of a display has, from the left."""
    lengths: list[int] = []
    seen = 0
    size = 0
    for card in display:  # AM-9.1, AM-9.2
        suit = 1 << cards.suits[card]
        if seen & suit:  # AM-9.3, AM-9.4
            lengths.append(size)
            seen = 0
            size = 0
        seen |= suit
        size += 1
    if size > 0:
        lengths.append(size)  # AM-9.6
    return lengths


def set_score(cards: CardSet, display: list[int]) -> int:
    return sum(cards.set_points[length] for length in set_lengths(cards, display))  # AM-9.5


def coin_score(goods: int) -> int:
    return count(goods, COINS)  # AM-9.7


def majority_score(cards: CardSet, goods: list[int], icon: int, seat: int) -> int:
    """Points of a seat for having the most grapes, olives or sheep."""
    most = 0
    holders = 0
    for other in goods:
        have = count(other, icon)
        if have > most:
            most = have
            holders = 0
        if have == most:
            holders += 1
    if most == 0 or count(goods[seat], icon) < most:  # AM-9.13
        return 0
    if holders == 1:
        return cards.majority_sole  # AM-9.8
    return cards.majority_tied if holders <= 3 else 0  # AM-9.9, AM-9.12


def total(cards: CardSet, displays: list[list[int]], goods: list[int], seat: int) -> int:
    """All points of a seat; nothing else scores (AM-9.14, AM-9.15: the displays as they are)."""
    points = set_score(cards, displays[seat]) + coin_score(goods[seat])
    for icon in MAJORITIES:  # AM-9.10, AM-9.11
        points += majority_score(cards, goods, icon, seat)
    return points


def ranks(points: list[int], goods: list[int]) -> list[int]:
    """Rank of each seat: most points (AM-10.1), then most coins (AM-10.2); still tied, they share it (AM-10.3)."""
    values = [points[seat] * 1000 + count(goods[seat], COINS) for seat in range(len(points))]
    return [1 + sum(1 for other in values if other > value) for value in values]
