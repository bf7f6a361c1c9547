"""AR-13, AR-14 and AR-15: tactic tiles and castle trophies in a leader's own turn."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.core.text import Reason
from brehon.games.arrival import events
from brehon.games.arrival.data import (
    AMOUNT,
    BARD,
    CAULDRON,
    EMER,
    FIRST_PLAIN,
    GEESE,
    HIGH_WALLS,
    LIA_FAIL,
    MIGRATION,
    PLACE,
    PRIME,
    RUSE,
    SALMON,
    STRONGHOLD,
    TILE_BITS,
    TILE_FIELD,
    copies,
    one,
)
from brehon.games.arrival.phases.land import swap_fomori, swap_forts
from brehon.games.arrival.phases.reach import migration_first, migration_second, ruse_first, ruse_second
from brehon.games.arrival.phases.reasons import not_now, why_not_second
from brehon.games.arrival.state import MIGRATE, SETTLE, Arrival, Phase, added
from brehon.games.arrival.state import RUSE as RUSE_PHASE

TROPHY_LIMIT: Final = 3


def tile_gain(s: Arrival, seat: int, tile: int) -> int:
    """What a tile without a target gives: fame, or for the Bard the corruption lost. AR-13.6: at 0 it cannot be used."""
    own = s.forts[seat]
    if tile >= CAULDRON:
        return s.table.box.tile_fame[tile] * (own & s.table.box.tile_lands[tile]).bit_count()  # AR-14.1, AR-14.2
    if tile == GEESE:
        return AMOUNT[tile] * sum(1 for land in s.table.island.lands if own & land)  # AR-14.3
    if tile == SALMON:
        return AMOUNT[tile] * (own & s.table.island.ports).bit_count()  # AR-14.4
    if tile == HIGH_WALLS:
        return AMOUNT[tile] * (own & s.brochs).bit_count()  # AR-14.7
    if tile == STRONGHOLD:
        return AMOUNT[tile] * (own & s.caers).bit_count()  # AR-14.8
    if tile == BARD:
        return min(AMOUNT[tile], s.corruption[seat])  # AR-14.13
    if tile == LIA_FAIL:
        if fame_tie(s):  # AR-14.5b
            return 0
        return AMOUNT[tile] * sum(1 for fame in s.fame if fame >= s.fame[seat])  # AR-14.5a
    if tile == EMER:
        for rival in range(s.n_seats):
            if rival != seat and s.corruption[rival] <= s.corruption[seat]:
                return 0
        return AMOUNT[tile]  # AR-14.6
    return 0


def fame_tie(s: Arrival) -> bool:
    """Whether any two leaders are level on the fame track."""
    for seat in range(1, s.n_seats):
        for other in range(seat):
            if s.fame[seat] == s.fame[other]:
                return True
    return False


def can_use(s: Arrival, seat: int, tile: int) -> bool:
    """Whether a tile that the leader holds can be used in his turn; AR-14.9a: Ogam's wisdom cannot."""
    if tile >= FIRST_PLAIN:
        return tile_gain(s, seat, tile) > 0
    if tile == RUSE:
        return ruse_first(s) != 0
    return tile == MIGRATION and migration_first(s) != 0


def has_extras(s: Arrival, seat: int) -> bool:
    """Whether the leader could use a tile or a trophy now (AR-7.6)."""
    if trophy_limit(s, seat) > 0:
        return True
    pile = s.tiles[seat]
    tile = 0
    while pile:
        if pile & TILE_FIELD and can_use(s, seat, tile):
            return True
        pile >>= TILE_BITS
        tile += 1
    return False


def trophy_limit(s: Arrival, seat: int) -> int:
    """How many Fomori a face-up trophy can send back; AR-15.3: none without one."""
    if s.trophies[seat] == 0:
        return 0
    return min(TROPHY_LIMIT, s.held[seat])  # AR-15.2


def list_extras(s: Arrival, seat: int, out: list[int]) -> None:
    """Append the uses of tiles and trophies, in the order of the action space."""
    table = s.table
    pile = s.tiles[seat]
    if pile:
        plain = pile >> (TILE_BITS * FIRST_PLAIN)
        tile = FIRST_PLAIN
        while plain:
            if plain & TILE_FIELD and tile_gain(s, seat, tile) > 0:
                out.append(table.use + tile - FIRST_PLAIN)
            plain >>= TILE_BITS
            tile += 1
        if copies(pile, RUSE):
            list_places(out, table.ruse, ruse_first(s))
        if copies(pile, MIGRATION):
            list_places(out, table.migrate, migration_first(s))
    for number in range(trophy_limit(s, seat)):
        out.append(table.trophy + number)


def list_places(out: list[int], first: int, places: int) -> None:
    """Append the actions of one kind for every location of a set."""
    while places:
        bit = places & -places
        places ^= bit
        out.append(first + PLACE[bit % PRIME])


def discard_tile(s: Arrival, tile: int) -> None:
    s.tiles[s.seat] -= one(tile)
    s.used += one(tile)  # AR-13.3


def use_tile(s: Arrival, tile: int, log: list[Event] | None) -> None:
    """Carry out a tile that has no target."""
    gain = tile_gain(s, s.seat, tile)
    if tile == BARD:
        s.corruption[s.seat] -= gain  # AR-3.11: it never gives more than there is
    else:
        s.gain_fame(s.seat, gain)
    discard_tile(s, tile)
    if log is not None:
        log.append(Event(events.USED, s.seat, tile, 0 if tile == BARD else gain, gain if tile == BARD else 0))


def use_trophy(s: Arrival, number: int, log: list[Event] | None) -> None:
    """AR-15.1: a castle is turned face-down and takes Fomori back; AR-15.4: the corruption stays."""
    s.trophies = added(s.trophies, s.seat, -1)
    s.spent = added(s.spent, s.seat, 1)
    s.held[s.seat] -= number
    if log is not None:
        log.append(Event(events.TROPHY, s.seat, number))


def start_pair(s: Arrival, tile: int, place: int, log: list[Event] | None) -> None:
    """The first of two locations to swap is chosen; if only one second location is possible, there is no question."""
    s.target = place
    second = ruse_second(s, place) if tile == RUSE else migration_second(s, place)
    if second & (second - 1) == 0:
        finish_pair(s, tile, PLACE[second % PRIME], log)
    else:
        s.phase = RUSE_PHASE if tile == RUSE else MIGRATE


def finish_pair(s: Arrival, tile: int, place: int, log: list[Event] | None) -> None:
    if tile == RUSE:
        swap_fomori(s, s.target, place)  # AR-14.11
    else:
        swap_forts(s, s.target, place)  # AR-14.12
    if log is not None:
        log.append(Event(events.SWAPPED if tile == RUSE else events.MIGRATED, s.seat, s.target, place))
    discard_tile(s, tile)
    s.target = -1
    s.phase = SETTLE


@final
class Second(Phase):
    """The other location of a Ruse or a Migration."""

    def __init__(self, tile: int) -> None:
        self.tile: int = tile

    def choices(self, s: Arrival) -> int:
        return ruse_second(s, s.target) if self.tile == RUSE else migration_second(s, s.target)

    def first_action(self, s: Arrival) -> int:
        return s.table.ruse_with if self.tile == RUSE else s.table.migrate_with

    def legal(self, s: Arrival) -> list[int]:
        out: list[int] = []
        list_places(out, self.first_action(s), self.choices(s))
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        finish_pair(s, self.tile, action - self.first_action(s), log)

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        place = action - self.first_action(s)
        island = s.table.island
        if not 0 <= place < (island.n_places if self.tile == RUSE else island.n_main):
            return not_now(s, action)
        return None if self.choices(s) >> place & 1 else why_not_second(s, self.tile, place)
