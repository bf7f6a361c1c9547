"""A state of The Arrival in numbers, from a seat's side: what a learned evaluation sees.

Fame counts if the tribes prevail and corruption if they are overrun, so both are also given weighed by how likely that is.
"""

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
from brehon.games.arrival.evaluate import overrun_chance
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import belongings, bonus, count_dark, count_forts
from brehon.games.arrival.state import (
    BACKS,
    BLOCK,
    DRAW,
    ENDED,
    FACE_DOWN,
    KEEP,
    MASTER,
    NO_CARD,
    OGAM,
    PORT,
    REVEAL,
    RISE,
    TAKE,
    Arrival,
)

NAMES: Final = [
    # the ending
    "overrun", "dark_lead", "dark_lead_at_end", "rounds_left", "last_round", "seats",
    # points
    "fame", "fame_lead", "corruption", "corruption_lead", "fame_if_prevailed", "corruption_if_overrun",
    "fame_lead_if_prevailed", "corruption_lead_if_overrun", "to_limit", "bonus", "elements",
    # what is held
    "discs", "swords", "shields", "fomori", "fomori_for_rivals", "tiles", "tile_fame", "special_tiles", "discs_to_earn",
    "saved", "trophies", "supply_to_come",
    # the map
    "forts", "brochs", "caers", "ports", "provinces", "guards", "forts_in_shadow", "rival_forts_in_shadow",
    "free_neighbours", "threats_in_reach", "forts_to_come",
    # the cards in front
    "earning", "card_fame", "card_discs", "card_swords", "card_shields", "card_tiles", "card_fomori", "card_fomori_if_overrun",
    "cards_drawn", "blocked",
    # the course of the round
    "to_move", "passed", "starts", "starts_next", "rivals_passed", "keeping", "takes_tile",
]  # fmt: skip

WHOLE: Final = len(NAMES)


def clip(value: float) -> float:
    return 2.0 if value > 2.0 else -2.0 if value < -2.0 else value


def number(places: int) -> float:
    return float(places.bit_count())


def is_earning(s: Arrival) -> bool:
    """The cards of the round are not drawn or exploited yet."""
    return s.phase == DRAW or s.phase == BACKS or s.phase == REVEAL or s.phase == BLOCK or s.phase == OGAM


def best_rivals(s: Arrival, seat: int) -> tuple[int, int]:
    """Fame with bonus of the best rival, and the least corruption of one."""
    fame = -1000
    corruption = 1000
    for rival in range(s.n_seats):
        if rival != seat:
            fame = max(fame, s.fame[rival] + bonus(s, rival) + belongings(s, rival) // ELEMENTS)
            corruption = min(corruption, s.corruption[rival] - belongings(s, rival) // ELEMENTS)
    return fame, corruption


def ending(s: Arrival, seat: int, overrun: float, rounds: float, out: list[float]) -> None:
    lead = float(count_dark(s) - count_forts(s)) + (1.0 if s.phase == RISE else 0.0)
    out.append(2.0 * overrun - 1.0)
    out.append(clip(lead / 10.0))
    out.append(clip(lead / 5.0) * (1.0 - rounds))
    out.append(rounds)
    out.append(1.0 if rounds == 0.0 else 0.0)
    out.append(float(s.n_seats - 2) / 2.0)


def points(s: Arrival, seat: int, overrun: float, out: list[float]) -> None:
    own = bonus(s, seat)
    spare = belongings(s, seat)
    fame = float(s.fame[seat] + own + spare // ELEMENTS)
    corruption = max(0.0, float(s.corruption[seat] - spare // ELEMENTS))
    rival_fame, rival_corruption = best_rivals(s, seat)
    fame_lead = clip((fame - float(rival_fame)) / 15.0)
    corruption_lead = clip((float(max(0, rival_corruption)) - corruption) / 6.0)
    out.append(fame / 40.0)
    out.append(fame_lead)
    out.append(corruption / 20.0)
    out.append(corruption_lead)
    out.append((1.0 - overrun) * fame / 40.0)
    out.append(overrun * corruption / 20.0)
    out.append((1.0 - overrun) * fame_lead)
    out.append(overrun * corruption_lead)
    out.append(float(max(0, s.table.limit - s.corruption[seat])) / 20.0)
    out.append(float(own) / 15.0)
    out.append(float(spare) / 6.0)


def held(s: Arrival, seat: int, rounds: float, out: list[float]) -> None:
    fomori = float(s.held[seat])
    out.append(float(s.discs[seat]) / 5.0)
    out.append(float(s.swords[seat]) / 5.0)
    out.append(float(s.shields[seat]) / 4.0)
    out.append(fomori / 6.0)
    out.append(float(sum(s.held)) / 12.0)
    tiles(s, seat, out)
    out.append(float(s.stock[seat]) / 15.0)
    out.append(float(s.saved[seat]) / 3.0)
    out.append(float(s.trophies[seat]) / 2.0)
    out.append(rounds * float(s.discs[seat] + s.swords[seat] + s.shields[seat]) / 8.0)


def tiles(s: Arrival, seat: int, out: list[float]) -> None:
    """Tiles in hand, the fame that they would give now, and those with another use."""
    pile = s.tiles[seat]
    tile = 0
    total = 0
    special = 0
    fame = 0
    while pile:
        copies = pile & TILE_FIELD
        if copies:
            total += copies
            if tile < FIRST_PLAIN:
                special += copies
            else:
                fame += copies * tile_gain(s, seat, tile)
        pile >>= TILE_BITS
        tile += 1
    out.append(float(total) / 4.0)
    out.append(float(fame) / 12.0)
    out.append(float(special) / 2.0)


def land(s: Arrival, seat: int, rounds: float, out: list[float]) -> None:
    island = s.table.island
    own = s.forts[seat]
    provinces = 0
    guarded = 0
    for province in range(len(island.lands)):
        here = own & island.lands[province]
        if here:
            provinces += 1
            guarded += s.guards[province] * here.bit_count()
    free = island.main & ~(s.built | s.dark)
    out.append(number(own) / 8.0)
    out.append(number(own & s.brochs) / 4.0)
    out.append(number(own & s.caers) / 3.0)
    out.append(number(own & island.ports) / 3.0)
    out.append(float(provinces) / 6.0)
    out.append(float(guarded) / 8.0)
    out.append(number(own & s.shadow) / 6.0)
    out.append(number(s.built & ~own & s.shadow) / 10.0)
    out.append(number(s.near[seat] & free) / 10.0)
    out.append(number(s.near[seat] & s.dark) / 6.0)
    out.append(rounds * number(own) / 8.0)


def section_totals(s: Arrival, seat: int, section: int) -> list[float]:
    """What a leader's cards show in a section, or would on average."""
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
    return total


def worth(total: list[float], brochs: float, caers: float, overrun: float) -> float:
    """A rough estimate of which section a leader will leave open."""
    fame = total[FAME] + 2.0 * brochs * total[PER_BROCH] + 3.0 * caers * total[PER_CAER]
    goods = 1.1 * total[DISC] + 1.2 * total[SWORD] + 0.5 * total[SHIELD] + 1.6 * total[TACTIC]
    return (1.0 - overrun) * fame + goods * (1.0 - 0.4 * overrun) - 3.0 * overrun * total[FOMORI]


def cards(s: Arrival, seat: int, overrun: float, out: list[float]) -> None:
    """The best section that can still be left open."""
    if not is_earning(s) or s.rows[seat * CARDS_EACH] == NO_CARD:
        out.append(1.0 if is_earning(s) else 0.0)
        for _ in range(9):
            out.append(0.0)
        return
    own = s.forts[seat]
    brochs = number(own & s.brochs)
    caers = number(own & s.caers)
    blocked = s.blocked[seat]
    if s.sealed[seat] >= 0:
        blocked |= 1 << s.sealed[seat]
    best: list[float] = []
    highest = 0.0
    for section in range(N_SECTIONS):
        if not blocked >> section & 1:
            total = section_totals(s, seat, section)
            value = worth(total, brochs, caers, overrun)
            if not best or value > highest:
                best = total
                highest = value
    drawn = 0
    for place in range(CARDS_EACH):
        if s.rows[seat * CARDS_EACH + place] != NO_CARD:
            drawn += 1
    out.append(1.0)
    out.append((best[FAME] + 2.0 * brochs * best[PER_BROCH] + 3.0 * caers * best[PER_CAER]) / 10.0)
    out.append(best[DISC] / 5.0)
    out.append(best[SWORD] / 5.0)
    out.append(best[SHIELD] / 4.0)
    out.append(best[TACTIC] / 3.0)
    out.append(best[FOMORI] / 6.0)
    out.append(overrun * best[FOMORI] / 6.0)
    out.append(float(drawn) / 4.0)
    out.append(number(blocked) / 2.0)


def course(s: Arrival, seat: int, out: list[float]) -> None:
    passed = s.passed >> seat & 1
    out.append(1.0 if s.seat == seat and s.phase >= PORT else 0.0)
    out.append(float(passed))
    out.append(1.0 if s.starter == seat else 0.0)
    out.append(1.0 if s.next_starter == seat else 0.0)
    out.append(float((s.passed & ~(1 << seat)).bit_count()) / float(max(1, s.n_seats - 1)))
    out.append(1.0 if s.phase == KEEP and s.seat == seat else 0.0)
    out.append(1.0 if (s.phase == TAKE or s.phase == MASTER) and s.seat == seat else 0.0)


def features(s: Arrival, seat: int) -> list[float]:
    if s.phase == ENDED:
        return [0.0] * WHOLE  # decided by the result
    overrun = overrun_chance(s)
    rounds = 0.0 if s.flag else float(s.table.rounds - s.round) / float(s.table.rounds)
    out: list[float] = []
    ending(s, seat, overrun, rounds, out)
    points(s, seat, overrun, out)
    held(s, seat, rounds, out)
    land(s, seat, rounds, out)
    cards(s, seat, overrun, out)
    course(s, seat, out)
    return out
