"""What the phases share: moving units, cards and glory, and the steps that wait on `todo`."""

from typing import Final

from brehon.core.contract import Event
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING,
    KNOWLEDGE_DISPLAY,
    LENGTH,
    LORE,
    N_KNOWLEDGE,
    NAVIGATION,
    NO_BUILDING_GLORY,
    NO_CARD_GLORY,
    UNIT,
    members,
)
from brehon.games.fallen_kingdoms.scoring import intimidation_of
from brehon.games.fallen_kingdoms.state import DEAL_LORE, STEPS, TAKE_BUILDING, TAKE_LORE, Fallen

# steps, in the order of the table in phases/table.py
T_DEAL: Final = 0  # the two displays and the rumor deck are set up
T_START: Final = 1  # the next group of the starting placement
T_TURN: Final = 2  # a player turn begins
T_PRODUCE: Final = 3
T_POINTS: Final = 4  # a: seat * 3 + track, b: points
T_FREE: Final = 5
T_SETTLE: Final = 6  # placement of buildings and units
T_MOVE: Final = 7
T_BATTLES: Final = 8  # the next battle, or none
T_BATTLE: Final = 9  # a: stage
T_LEAVE: Final = 10  # the next unit driven out
T_RAMPAGE: Final = 11  # a: city
T_RAMPAGED: Final = 12
T_ADVANCED: Final = 13
T_TEMPLE: Final = 14  # a: city, b: captor
T_RUMOR: Final = 15  # a: seat that takes the top card
T_FALL: Final = 16  # a: loser, b: winner; only if the loser has no unit left
T_SCORE: Final = 17
T_NEXT: Final = 18  # the next player turn, or the end of the round
T_HANDLE: Final = 19  # the next seat of the invasion step
T_TAKE_OVER: Final = 20  # a: receiver
T_PATHS: Final = 21  # the next path, or the end of the invasion
T_STRIKE: Final = 22  # a: city, b: dice
T_FOLLOW: Final = 23
T_REST: Final = 24  # what is left in reserve is placed
T_FINAL: Final = 25  # final rumor adjustment
T_PLAGUE: Final = 26  # Holler's next city
N_STEPS: Final = 27


def push(s: Fallen, step: int, a: int = 0, b: int = 0) -> None:
    """This step happens next; steps pushed before it happen later."""
    s.todo.append(step | a << 6 | b << 12)


def go_on(s: Fallen) -> None:
    s.phase = STEPS


def decide(s: Fallen, phase: int, seat: int) -> None:
    s.phase = phase
    s.seat = seat


# -- cities and units


def city_id(s: Fallen, city: int) -> int:
    """The number of a city in the whole tile set, as actions and events use it."""
    return s.map.ids[city] if city >= 0 else -1


def city_actions(s: Fallen, kind: int, mask: int) -> list[int]:
    """The actions of a kind for the cities of a mask, ascending."""
    first = s.table.first[kind]
    ids = s.map.ids
    return [first + ids[city] for city in members(mask)]


def city_of(s: Fallen, action: int, kind: int) -> int:
    """The city of the map that an action of a kind names, or -1."""
    return s.map.city[action - s.table.first[kind]]


def add_units(s: Fallen, seat: int, city: int, n: int) -> None:
    """Units of a seat arrive in a city that is empty or its own."""
    s.units[city] += n
    if s.owner[city] != seat:
        s.owner[city] = seat
        s.held[seat] |= BIT[city]


def remove_units(s: Fallen, city: int, n: int) -> None:
    """Units leave or die; a city without units has no owner."""
    s.units[city] -= n
    if s.units[city] == 0:
        s.held[s.owner[city]] &= ~BIT[city]
        s.owner[city] = -1


def occupied(s: Fallen) -> int:
    mask = 0
    for held in s.held:
        mask |= held
    return mask


def empty_cities(s: Fallen) -> int:
    return s.map.everywhere & ~occupied(s)


def enemy_cities(s: Fallen, seat: int) -> int:
    return occupied(s) & ~s.held[seat]


def road_next_to(s: Fallen, mask: int) -> int:
    """Every city that is road-adjacent to one of these."""
    near = 0
    road = s.map.road
    for city in members(mask):
        near |= road[city]
    return near


def adjacent(s: Fallen, seat: int, city: int) -> int:
    """What is adjacent to a city for a seat: by road or route, and with Navigation every port of its sea."""
    if s.access[seat] >> NAVIGATION & 1:
        return s.map.sailing[city]  # FK-7.13
    return s.map.adjacent[city]


def refuges(s: Fallen, seat: int, city: int) -> int:
    """Adjacent cities that are friendly or empty (FK-8.19: also by sea)."""
    return adjacent(s, seat, city) & (s.held[seat] | empty_cities(s)) & ~BIT[city]


def arrive(s: Fallen, seat: int, city: int, n: int) -> None:
    """Units enter a city that is friendly or empty; a temple of another player in it is captured next (FK-10.2)."""
    if s.temples & BIT[city] and s.owner[city] != seat and s.temple[seat] != city:
        push(s, T_TEMPLE, city, seat)
    add_units(s, seat, city, n)


def marching(s: Fallen, city: int) -> int:
    """Units on their way into a battle."""
    n = 0
    for order in s.orders:
        if order >> 6 & 63 == city:
            n += order & 63
    return n


def pending_targets(s: Fallen) -> int:
    mask = 0
    for order in s.orders:
        mask |= BIT[order >> 6 & 63]
    return mask


# -- glory, intimidation, knowledge


def gain(s: Fallen, seat: int, points: int, reason: int, log: list[Event] | None) -> None:
    """Glory; with hidden scoring only its owner learns how much."""
    s.score[seat] += points
    if log is not None:
        if s.table.switches.hidden_scoring:
            log.append(Event(events.HIDDEN_GLORY, seat, 0, reason))
            log.append(Event(events.GLORY, seat, points, reason, seen_by=1 << seat))
        else:
            log.append(Event(events.GLORY, seat, points, reason))


def has(s: Fallen, seat: int, knowledge: int) -> bool:
    """Access: the card is in front of the seat and works, or it is public (FK-1.13)."""
    return s.access[seat] >> knowledge & 1 == 1


def intimidation(s: Fallen, seat: int) -> int:
    """FK-8.31: computed whenever it is needed."""
    return intimidation_of(s.god[seat], s.rumors, s.access[seat], seat)


def refresh_access(s: Fallen) -> None:
    """Recompute which knowledge works for which seat."""
    for seat in range(s.n_seats):
        cards = s.private[seat]
        if s.producing and seat == s.active:
            cards -= s.fresh
        mask = s.public
        for knowledge in range(N_KNOWLEDGE):
            if cards >> 2 * knowledge & 3:
                mask |= 1 << knowledge
        s.access[seat] = mask


def become_private(s: Fallen, seat: int, knowledge: int, log: list[Event] | None) -> None:
    """A card is placed in front of a seat; with duplicates a public copy is removed (FK-17.6)."""
    s.private[seat] += 1 << 2 * knowledge
    if s.public >> knowledge & 1:
        s.public -= 1 << knowledge
        s.discarded += 1
        if log is not None:
            log.append(Event(events.DISCARDED, seat, knowledge))


def become_public(s: Fallen, knowledge: int, log: list[Event] | None) -> None:
    """A card goes to the common area, unless a copy is there or in front of a seat."""
    for seat in range(s.n_seats):
        if s.private[seat] >> 2 * knowledge & 3 or s.public >> knowledge & 1:
            s.discarded += 1
            if log is not None:
                log.append(Event(events.DISCARDED, -1, knowledge))
            return
    s.public |= 1 << knowledge  # FK-11.8
    if log is not None:
        log.append(Event(events.PUBLIC, -1, knowledge))


def give_back(s: Fallen, seat: int, log: list[Event] | None) -> None:
    """The knowledge on a god card becomes public again."""
    card = s.lent[seat]
    if card < 0:
        return
    s.lent[seat] = -1
    s.private[seat] -= 1 << 2 * card
    if log is not None:
        log.append(Event(events.RETURNED, seat, card))
    become_public(s, card, log)


# -- production points


def add_points(s: Fallen, seat: int, track: int, n: int, log: list[Event] | None) -> None:
    """Points go on a track one at a time (FK-6.2); a choice interrupts, and the rest follows later (FK-6.3)."""
    at = seat * 3 + track
    if track == UNIT:
        total = s.tracks[at] + n
        s.tracks[at] = total % LENGTH[UNIT]
        make_units(s, seat, total // LENGTH[UNIT], log)
        return
    while n > 0:
        missing = LENGTH[track] - s.tracks[at]
        if n < missing:
            s.tracks[at] += n  # FK-6.4
            return
        n -= missing
        s.tracks[at] = 0
        if track == BUILDING and not s.market:
            gain(s, seat, NO_BUILDING_GLORY, events.FOR_NO_BUILDING, log)  # FK-6.8
        elif track == LORE and not s.display:
            gain(s, seat, NO_CARD_GLORY, events.FOR_NO_KNOWLEDGE, log)  # FK-6.11
        else:
            if n > 0:
                push(s, T_POINTS, at, n)
            decide(s, TAKE_BUILDING if track == BUILDING else TAKE_LORE, seat)
            return


def make_units(s: Fallen, seat: int, n: int, log: list[Event] | None) -> None:
    made = min(n, s.reserve[seat])  # FK-6.6, FK-1.11
    if made > 0:
        s.reserve[seat] -= made  # FK-6.5
        s.sheet[seat] += made
        if log is not None:
            log.append(Event(events.MADE_UNITS, seat, made))


def refill_display(s: Fallen) -> None:
    """The next knowledge card is revealed, if there is a free place and a card is left."""
    s.phase = DEAL_LORE if s.deck > 0 and len(s.display) < KNOWLEDGE_DISPLAY else STEPS


def deck_outcomes(s: Fallen) -> list[int]:
    """What the top card of the knowledge deck can be: any card not seen, or the one that the Norns put there."""
    first = s.table.first[actions.LORE_CARD]
    if s.deck > len(s.bottom):
        return [first + knowledge for knowledge in range(N_KNOWLEDGE) if s.pool >> 2 * knowledge & 3]
    return [first + s.bottom[0]]


def deck_weights(s: Fallen) -> list[int]:
    if s.table.switches.copies == 1 or s.deck == len(s.bottom):
        return []
    out: list[int] = []
    for knowledge in range(N_KNOWLEDGE):
        copies = s.pool >> 2 * knowledge & 3
        if copies:
            out.append(copies)
    return out


def draw_card(s: Fallen, knowledge: int) -> int:
    """Take the top card off the deck; returns the mask of the seats that knew it was there."""
    known = 0
    if s.deck > len(s.bottom):
        s.pool -= 1 << 2 * knowledge
    else:
        s.bottom.pop(0)
        known = s.bottom_seen.pop(0)
    s.deck -= 1
    return known
