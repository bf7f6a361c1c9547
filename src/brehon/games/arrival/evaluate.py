"""A hand-made estimate of how good a state of The Arrival is for a seat, in points of fame: what Cottar uses.

The game has two endings that reward opposite things, so everything is weighed by how likely the Fomori are to overrun the tribes.
"""

from math import exp
from typing import Final

from brehon.games.arrival.data import (
    CARDS_EACH,
    DISC,
    ELEMENTS,
    FAME,
    FIRST_PLAIN,
    FOMORI,
    N_SECTIONS,
    N_SYMBOLS,
    PER_BROCH,
    PER_CAER,
    SHIELD,
    SWORD,
    TACTIC,
    TILE_BITS,
    TILE_FIELD,
)
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import belongings, bonus, count_dark, count_forts
from brehon.games.arrival.state import BACKS, BLOCK, DRAW, ENDED, FACE_DOWN, KEEP, NO_CARD, OGAM, REVEAL, RISE, Arrival

EARNING: Final = [DRAW, BACKS, REVEAL, BLOCK, OGAM]  # the cards in front are not exploited yet
CORRUPTION: Final = 3.0  # one point of corruption in points of fame, if the tribes are overrun
STEEPNESS: Final = 4.0  # forts of difference that make an ending likely
DRIFT: Final = 1.0  # the Fomori gain on the tribes with every round to come
DISC_WORTH: Final = 1.1  # in a tribe supply, each item for the rounds to come
SWORD_WORTH: Final = 1.2
SHIELD_WORTH: Final = 0.5
FORT_WORTH: Final = 1.0  # links, reach and safety, in addition to its bonus
LEVEL_WORTH: Final = 0.45  # a second and a third disc
GUARD_WORTH: Final = 0.12  # a shield over a fort
PORT_WORTH: Final = 0.5  # the first port
PROVINCE_WORTH: Final = 0.3  # reach into one more province
TILE_WORTH: Final = 1.6  # a tile that is better used later
DULL: Final = 0.4  # how much less holdings are worth when the tribes are overrun
FOMORI_USE: Final = 0.15  # a Fomori in supply hurts rivals more than its owner


def overrun_chance(s: Arrival) -> float:
    """How likely the Fomori are to hold as many locations as the tribes at the end."""
    lead = float(count_dark(s) - count_forts(s))
    if s.phase == RISE:
        lead += 1.0
    rounds = 0.0 if s.flag else float(s.table.rounds - s.round)
    if s.phase == ENDED:
        return 1.0 if lead >= 0.0 else 0.0
    return 1.0 / (1.0 + exp(-(lead + 0.5 + DRIFT * rounds) / STEEPNESS))


def holdings(s: Arrival, seat: int, overrun: float) -> float:
    """What a tribe supply, tiles and the map promise, beyond the points on the tracks."""
    own = s.forts[seat]
    value = FORT_WORTH * float(own.bit_count())
    value += LEVEL_WORTH * float((own & s.brochs).bit_count() + (own & s.caers).bit_count())
    if own & s.table.island.ports:
        value += PORT_WORTH
    lands = s.table.island.lands
    for province in range(len(lands)):
        here = own & lands[province]
        if here:
            value += PROVINCE_WORTH + GUARD_WORTH * float(s.guards[province] * here.bit_count())
    if s.phase != ENDED:
        value += DISC_WORTH * few(s, s.discs[seat]) + SWORD_WORTH * few(s, s.swords[seat])
        value += SHIELD_WORTH * few(s, s.shields[seat]) + FOMORI_USE * float(s.held[seat])
        value += tile_worth(s, seat, overrun)
    return value


def few(s: Arrival, number: int) -> float:
    """Items beyond three are worth less, since they cannot be kept; while the leader chooses what to keep they count as gone."""
    amount = float(number)
    if s.phase == KEEP:
        return min(amount, 3.0)
    return amount if amount <= 3.0 else 3.0 + 0.6 * (amount - 3.0)


def tile_worth(s: Arrival, seat: int, overrun: float) -> float:
    """Tiles in hand: nearly what they would give now, and never less than the expected value of a better moment."""
    pile = s.tiles[seat] >> (TILE_BITS * FIRST_PLAIN)
    tile = FIRST_PLAIN
    is_last = s.flag == 1 or s.round == s.table.rounds
    hope = 0.3 if is_last else TILE_WORTH
    value = hope * float((s.tiles[seat] & ((1 << (TILE_BITS * FIRST_PLAIN)) - 1)).bit_count())
    while pile:
        number = pile & TILE_FIELD
        if number:
            gain = (1.0 - overrun) * 0.7 * float(tile_gain(s, seat, tile))
            value += float(number) * (gain if gain > hope else hope)
        pile >>= TILE_BITS
        tile += 1
    return value


def harvest(s: Arrival, seat: int, overrun: float) -> float:
    """What the earning cards in front of a leader promise in the best section that can still be left open."""
    blocked = s.blocked[seat]
    if s.sealed[seat] >= 0:
        blocked |= 1 << s.sealed[seat]
    best = -1000.0
    for section in range(N_SECTIONS):
        if not blocked >> section & 1:
            best = max(best, section_worth(s, seat, section, overrun))
    return best


def section_worth(s: Arrival, seat: int, section: int, overrun: float) -> float:
    """One section of a leader's cards: what they show, or the mean of all cards with the same back."""
    deck = s.table.deck
    total = [0.0] * N_SYMBOLS
    for place in range(CARDS_EACH):
        card = s.rows[seat * CARDS_EACH + place]
        if card >= 0:
            at = (card * N_SECTIONS + section) * N_SYMBOLS
            for symbol in range(N_SYMBOLS):
                total[symbol] += float(deck.shows[at + symbol])
        elif card != NO_CARD:
            at = ((FACE_DOWN - card) * N_SECTIONS + section) * N_SYMBOLS
            for symbol in range(N_SYMBOLS):
                total[symbol] += deck.means[at + symbol]
    own = s.forts[seat]
    fame = total[FAME] + 2.0 * total[PER_BROCH] * float((own & s.brochs).bit_count())
    fame += 3.0 * total[PER_CAER] * float((own & s.caers).bit_count())
    goods = DISC_WORTH * total[DISC] + SWORD_WORTH * total[SWORD] + SHIELD_WORTH * total[SHIELD]
    goods += TILE_WORTH * total[TACTIC] + FOMORI_USE * total[FOMORI]
    value = (1.0 - overrun) * fame + overrun * (0.02 * fame - CORRUPTION * total[FOMORI])
    return value + goods * (1.0 - DULL * overrun)


def standing(s: Arrival, seat: int, overrun: float) -> float:
    """A leader's prospects: fame if the tribes prevail, corruption if they do not, and what the leader holds."""
    spare = float(belongings(s, seat) // ELEMENTS)
    fame = float(s.fame[seat] + bonus(s, seat)) + spare
    corruption = max(0.0, float(s.corruption[seat]) - spare)
    value = (1.0 - overrun) * fame - overrun * (CORRUPTION * corruption - 0.02 * float(s.fame[seat]))
    return value + holdings(s, seat, overrun) * (1.0 - DULL * overrun)


def prospects(s: Arrival, seat: int, overrun: float) -> float:
    """Prospects, including the cards in front while they are not exploited yet."""
    value = standing(s, seat, overrun)
    if s.phase in EARNING and s.rows[seat * CARDS_EACH] != NO_CARD:
        value += harvest(s, seat, overrun)
    return value
