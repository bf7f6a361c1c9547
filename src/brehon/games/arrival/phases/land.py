"""What changes on the map; the sets that depend on it are updated too."""

from brehon.core.contract import Event
from brehon.games.arrival import events
from brehon.games.arrival.data import MASTER, MAX_LEVEL, OUTPOST_FAME, PLACE, PRIME, copies
from brehon.games.arrival.phases.reach import free_sites
from brehon.games.arrival.state import Arrival, added


def union(table: list[int], places: int) -> int:
    """The union of the entries of a table for every location of a set."""
    found = 0
    while places:
        bit = places & -places
        places ^= bit
        found |= table[PLACE[bit % PRIME]]
    return found


def put_disc(s: Arrival, seat: int, place: int) -> int:
    """Place a disc of a leader on a location; returns its new level."""
    bit = 1 << place
    if not s.built & bit:  # AR-3.1: a location has one kind of occupant, discs of one colour
        s.built |= bit
        s.forts[seat] |= bit
        s.near[seat] |= s.table.island.links[place]  # AR-3.6
        return 1
    if not s.brochs & bit:
        s.brochs |= bit  # AR-3.4: a higher level contains the lower ones
        return 2
    s.caers |= bit
    return 3


def build(s: Arrival, place: int, kind: int, log: list[Event] | None) -> None:
    """Place a disc that has already left its supply; an outpost is paid for only if no free mode applies."""
    cost = 0 if free_sites(s, s.seat) >> place & 1 else OUTPOST_FAME  # AR-8.7
    s.fame[s.seat] -= cost  # AR-8.8: lost, once; AR-3.12: only a leader who has them may
    level = put_disc(s, s.seat, place)
    if log is not None:
        log.append(Event(kind, s.seat, place, level, cost))


def clear_fort(s: Arrival, place: int, log: list[Event] | None) -> None:
    """Fomori destroy everything on a location (AR-8.10: discs leave the map in no other way)."""
    seat = s.owner(place)
    if seat < 0:
        return
    lost = s.level(place)
    bit = 1 << place
    s.built &= ~bit
    s.brochs &= ~bit
    s.caers &= ~bit
    s.forts[seat] &= ~bit
    s.near[seat] = union(s.table.island.links, s.forts[seat])
    room = MAX_LEVEL * copies(s.tiles[seat], MASTER) - s.saved[seat]
    collected = lost if lost <= room else room  # AR-14.10b
    s.saved = added(s.saved, seat, collected)
    s.stock[seat] += lost - collected  # AR-10.9
    if log is not None:
        log.append(Event(events.DESTROYED, seat, place, lost, collected))


def put_threat(s: Arrival, species: int, place: int) -> None:
    """A Fomori is on a location from now on."""
    bit = 1 << place
    s.fomori[species] |= bit
    s.dark |= bit
    s.shadow |= s.table.island.spread[place]


def remove_threat(s: Arrival, threat: int, place: int) -> None:
    """A Fomori or a castle is gone; the location is empty."""
    bit = 1 << place
    if threat < len(s.fomori):
        s.fomori[threat] &= ~bit
    else:
        s.castles &= ~bit
    s.dark &= ~bit
    s.shadow = union(s.table.island.spread, s.dark)


def swap_fomori(s: Arrival, first: int, second: int) -> None:
    one, other = s.threat(first), s.threat(second)
    both = 1 << first | 1 << second
    s.fomori[one] ^= both
    s.fomori[other] ^= both


def swap_forts(s: Arrival, first: int, second: int) -> None:
    one, other = s.owner(first), s.owner(second)
    both = 1 << first | 1 << second
    s.forts[one] ^= both
    s.forts[other] ^= both
    s.near[one] = union(s.table.island.links, s.forts[one])
    s.near[other] = union(s.table.island.links, s.forts[other])
