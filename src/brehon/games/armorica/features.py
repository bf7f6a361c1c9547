"""A state of Armorica in numbers, from a seat's side: what a learned evaluation sees."""

from typing import Final

from brehon.games.armorica.data import (
    AMPHORAE,
    COINS,
    FIELD,
    GAUL,
    GRAPES,
    MAJORITIES,
    OLIVES,
    ROMAN,
    SHEEP,
    WHEAT,
    count,
)
from brehon.games.armorica.scoring import majority_score, set_lengths
from brehon.games.armorica.state import DEALING, ENDED, GAUL_TURN, ROMAN_TURN, WINTER, Armorica

NAMES: Final = [
    # current points
    "set_points", "coins", "grapes_majority", "olives_majority", "sheep_majority", "points",
    # the display
    "wheat", "grapes", "olives", "sheep", "amphorae", "cards", "wheat_first", "wheat_second", "wheat_third",
    "grapes_lead", "olives_lead", "sheep_lead", "spare_amphorae", "starving", "starving_now",
    "set_colours", "set_colours_squared", "wheat_to_come", "grapes_to_come", "olives_to_come", "sheep_to_come",
    "colours_to_come", "amphorae_to_come",
    # the rows
    "gauls_in_reach", "romans_in_reach", "new_gauls_in_reach", "new_romans_in_reach",
    "best_coins", "best_amphorae", "best_wheat", "best_roman_amphorae",
    # the course of the game
    "takes_gaul", "takes_roman", "wait", "marker", "picks_to_come", "seats",
]  # fmt: skip


def picks_to_come(s: Armorica) -> float:
    """Turns after this one, as a share of a whole game."""
    used = s.n_seats + s.table.year_steps
    cards = s.table.cards
    whole = min(cards.deck_size(GAUL), cards.deck_size(ROMAN))
    left = min(s.left[GAUL].bit_count(), s.left[ROMAN].bit_count())
    return float((left + used - 1) // used) * float(used) / float(max(1, whole))


def has_acted(s: Armorica, seat: int) -> bool:
    """Whether a seat has finished the current phase; its own refill counts as the next seat's time."""
    if s.phase == DEALING and s.after_deal == WINTER:
        return True  # the two-player step after the winter
    acted = s.acted + 1 if s.phase == DEALING else s.acted
    return (seat - s.marker) % s.n_seats < acted


def stage(s: Armorica) -> int:
    """The current phase, or the one that continues when the rows are full."""
    return s.after_deal if s.phase == DEALING else s.phase


def lead(s: Armorica, icon: int, seat: int) -> float:
    """Icons more than the best rival."""
    best = 0
    for rival in range(s.n_seats):
        if rival != seat:
            best = max(best, count(s.goods[rival], icon))
    return clip(0.25 * float(count(s.goods[seat], icon) - best))


def clip(value: float) -> float:
    return 1.0 if value > 1.0 else -1.0 if value < -1.0 else value


def rows(s: Armorica, seat: int, out: list[float]) -> None:
    """What the seat could take of the two rows, and the best of it."""
    cards = s.table.cards
    goods = s.goods[seat]
    seen = last_set(s, seat)
    in_reach = [0, 0]
    new = [0, 0]
    coins = amphorae = wheat = roman = 0
    for deck in range(2):
        row = s.rows[deck]
        for position in range(len(row)):
            card = row[position]
            if position < goods >> cards.access[card] & FIELD:
                in_reach[deck] += 1
                new[deck] += 1 - (seen >> cards.suits[card] & 1)
                icons = cards.columns[card]
                coins = max(coins, count(icons, COINS))
                wheat = max(wheat, count(icons, WHEAT))
                if deck == GAUL:
                    amphorae = max(amphorae, count(icons, AMPHORAE))
                else:
                    roman = max(roman, count(icons, AMPHORAE))
    out.append(float(in_reach[0]) / 6.0)
    out.append(float(in_reach[1]) / 6.0)
    out.append(float(new[0]) / 6.0)
    out.append(float(new[1]) / 6.0)
    out.append(float(coins) / 4.0)
    out.append(float(amphorae) / 3.0)
    out.append(float(wheat) / 3.0)
    out.append(float(roman) / 3.0)


def last_set(s: Armorica, seat: int) -> int:
    """The colours of the set in progress, as a mask; none once all six are there."""
    suits = s.table.cards.suits
    seen = 0
    for card in s.displays[seat]:
        suit = 1 << suits[card]
        seen = suit if seen & suit else seen | suit
    return 0 if seen == 63 else seen


def features(s: Armorica, seat: int) -> list[float]:
    if s.phase == ENDED or not s.displays or not s.displays[seat]:
        return [0.0] * len(NAMES)  # not begun, or decided by the result
    cards = s.table.cards
    goods = s.goods[seat]
    display = s.displays[seat]
    lengths = set_lengths(cards, display)
    turns = picks_to_come(s)
    now = stage(s)
    acted = has_acted(s, seat)
    sets = 0
    for length in lengths:
        sets += cards.set_points[length]
    majorities = [majority_score(cards, s.goods, icon, seat) for icon in MAJORITIES]
    coins = count(goods, COINS)
    colours = lengths[-1] % 6
    wheat = count(goods, WHEAT)
    balance = count(goods, AMPHORAE) - len(display)
    starving = float(max(0, -balance)) / 3.0
    eats = turns > 0.0 or now != WINTER or not acted
    out = [
        float(sets) / 20.0,
        float(coins) / 10.0,
        float(majorities[0]) / 5.0,
        float(majorities[1]) / 5.0,
        float(majorities[2]) / 5.0,
        float(sets + coins + majorities[0] + majorities[1] + majorities[2]) / 30.0,
        float(wheat) / 6.0,
        float(count(goods, GRAPES)) / 6.0,
        float(count(goods, OLIVES)) / 6.0,
        float(count(goods, SHEEP)) / 6.0,
        float(count(goods, AMPHORAE)) / 12.0,
        float(len(display)) / 12.0,
        1.0 if wheat > 2 else 0.0,
        1.0 if wheat > 3 else 0.0,
        1.0 if wheat > 4 else 0.0,
        lead(s, GRAPES, seat),
        lead(s, OLIVES, seat),
        lead(s, SHEEP, seat),
        float(max(0, balance)) / 4.0,
        starving,
        starving if eats and turns == 0.0 else 0.0,
        float(colours) / 6.0,
        float(colours * colours) / 36.0,
        turns * float(min(wheat, 6)) / 6.0,
        turns * float(min(count(goods, GRAPES), 6)) / 6.0,
        turns * float(min(count(goods, OLIVES), 6)) / 6.0,
        turns * float(min(count(goods, SHEEP), 6)) / 6.0,
        turns * float(colours) / 6.0,
        turns * clip(0.25 * float(balance)),
    ]
    rows(s, seat, out)
    out.append(1.0 if now == GAUL_TURN and not acted else 0.0)
    out.append(1.0 if now == GAUL_TURN or (now == ROMAN_TURN and not acted) else 0.0)
    out.append(0.0 if acted else float((seat - s.marker) % s.n_seats - max(0, s.acted)) / 3.0)
    out.append(1.0 if s.marker == seat else 0.0)
    out.append(turns)
    out.append(float(s.n_seats - 2) / 2.0)
    return out
