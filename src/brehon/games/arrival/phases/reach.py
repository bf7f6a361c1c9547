"""What a leader can reach: the tests behind build, shield, spread, repel and pass, as sets of locations.

`legal()` lists the members of these sets and `why_not()` explains why a location is missing from them.
"""

from brehon.games.arrival.data import (
    DISTANT_FAME,
    MAX_LEVEL,
    MAX_PROVINCE_SHIELDS,
    N_SPECIES,
    OUTPOST_FAME,
    PLACE,
    PRIME,
)
from brehon.games.arrival.state import Arrival


def unoccupied(s: Arrival) -> int:
    """Main-island locations without disc, Fomori or castle (AR-8: there is no building elsewhere)."""
    return s.table.island.main & ~(s.built | s.dark)  # AR-3.2


def free_sites(s: Arrival, seat: int) -> int:
    """Where a leader can build without paying: by the leader's own link, from port to port, or on top."""
    island = s.table.island
    own = s.forts[seat]
    reached = s.near[seat]  # AR-8.2
    if own & island.ports:
        reached |= island.ports  # AR-8.4
    return (unoccupied(s) & reached) | (own & ~s.caers)  # AR-8.5, AR-8.6: a Caer is not extended


def outposts(s: Arrival, seat: int) -> int:
    """Unoccupied locations next to another leader's fort."""
    beside = 0
    for rival in range(s.n_seats):
        if rival != seat:
            beside |= s.near[rival]
    return unoccupied(s) & beside


def build_sites(s: Arrival, seat: int) -> int:
    """Where a leader who has a disc can build now, in any mode."""
    sites = free_sites(s, seat)
    if s.fame[seat] >= OUTPOST_FAME:  # AR-8.3
        sites |= outposts(s, seat)
    return sites


def shield_lands(s: Arrival, seat: int) -> int:
    """Bit mask of the provinces in which a leader may place a shield."""
    lands = s.table.island.lands
    own = s.forts[seat]
    found = 0
    for province in range(len(lands)):
        if own & lands[province] and s.guards[province] < MAX_PROVINCE_SHIELDS:  # AR-9.1, AR-9.2
            found |= 1 << province
    return found


def last_forts(s: Arrival) -> int:
    """The forts that are their leader's only one."""
    found = 0
    for seat in range(s.n_seats):
        own = s.forts[seat]
        if own & (own - 1) == 0:
            found |= own
    return found


def spread_cost(s: Arrival, place: int) -> int:
    """Number of Fomori needed to spread to a location; AR-9.3: shields protect every location of their province."""
    province = s.table.island.province[place]
    guards = s.guards[province] if province >= 0 else 0
    return guards + s.level(place) + 1  # AR-10.3, AR-10.15: nothing but 1 on Balor's Isle


def spread_open(s: Arrival) -> int:
    """Where Fomori can spread to at all, for any leader and any number of Fomori."""
    targets = s.shadow & ~s.dark  # AR-10.1, AR-10.2
    if not s.table.into_castle:
        targets &= s.table.island.main
    return targets & ~last_forts(s)  # AR-10.10


def at_most(s: Arrival, discs: int) -> int:
    """All locations with no more than so many discs."""
    if discs >= MAX_LEVEL:
        return -1
    if discs == 2:
        return ~s.caers
    if discs == 1:
        return ~s.brochs
    return ~s.built if discs == 0 else 0


def spread_targets(s: Arrival, seat: int) -> int:
    """Where a leader can spread the Fomori that he holds; AR-10.11: his own forts are included."""
    held = s.held[seat]
    if held == 0:
        return 0
    targets = spread_open(s) & at_most(s, held - 1)  # AR-10.4
    lands = s.table.island.lands
    for province in range(len(lands)):
        guards = s.guards[province]
        if guards and targets & lands[province]:
            targets &= ~lands[province] | at_most(s, held - 1 - guards)
    return targets


def free_reach(s: Arrival, seat: int) -> int:
    """Where a leader can repel without paying (AR-11.3)."""
    island = s.table.island
    own = s.forts[seat]
    reach = s.near[seat]  # AR-11.3a; AR-11.11: the only way to Balor's Isle
    if own & island.ports:
        reach |= island.ports  # AR-11.3b
    home = island.home
    while own:
        bit = own & -own
        own ^= bit
        reach |= home[PLACE[bit % PRIME]]  # AR-11.3c
    return reach


def distant_reach(s: Arrival, seat: int) -> int:
    """All of the provinces next to those that hold a fort of the leader."""
    reach = 0
    own = s.forts[seat]
    around = s.table.island.around
    while own:
        bit = own & -own
        own ^= bit
        reach |= around[PLACE[bit % PRIME]]  # AR-11.3d
    return reach


def beatable(s: Arrival, seat: int) -> int:
    """The threats that a leader has enough swords for."""
    swords = s.swords[seat]
    strength = s.table.box.strength
    found = 0
    for species in range(N_SPECIES):
        if swords >= strength[species]:
            found |= s.fomori[species]
    if swords >= strength[N_SPECIES]:
        found |= s.castles
    return found


def repel_targets(s: Arrival, seat: int) -> int:
    """What a leader can repel now (AR-11.1)."""
    found = beatable(s, seat)
    if found == 0:
        return 0
    reach = free_reach(s, seat)
    if s.fame[seat] >= DISTANT_FAME:  # AR-11.4
        reach |= distant_reach(s, seat)
    return found & reach


def can_pass(s: Arrival, seat: int, targets: int) -> bool:
    """Whether a leader may pass, given his targets of a spread; AR-12.3: not while he can spread Fomori."""
    if s.held[seat] == 0:
        return True  # AR-12.1; AR-12.4: whatever other actions are possible
    if not s.table.self_attack:
        targets &= ~s.forts[seat]
    return targets == 0  # AR-12.2


def single_discs(s: Arrival) -> int:
    """The Áits of all leaders."""
    return s.built & ~s.brochs


def migration_first(s: Arrival) -> int:
    """Áits that can change places with one of another leader."""
    singles = single_discs(s)
    owners = 0
    for seat in range(s.n_seats):
        if s.forts[seat] & singles:
            owners += 1
    return singles if owners >= 2 else 0


def migration_second(s: Arrival, first: int) -> int:
    """Áits of other leaders than the owner of the first."""
    return single_discs(s) & ~s.forts[s.owner(first)]


def ruse_first(s: Arrival) -> int:
    """Fomori that can change places with one of another species; castles never."""
    found = 0
    kinds = 0
    for species in range(N_SPECIES):
        if s.fomori[species]:
            found |= s.fomori[species]
            kinds += 1
    return found if kinds >= 2 else 0


def ruse_second(s: Arrival, first: int) -> int:
    """Fomori of another species than the first."""
    return s.dark & ~s.castles & ~s.fomori[s.threat(first)]
