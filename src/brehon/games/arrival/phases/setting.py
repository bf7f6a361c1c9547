"""AR-2: chance sets up the pieces, then each leader lands at a port."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import Reason
from brehon.games.arrival import events
from brehon.games.arrival.data import (
    DISPLAY,
    N_BACKS,
    N_SPECIES,
    PLACE,
    PRIME,
    TILE_BITS,
    TILE_FIELD,
    one,
    tile_count,
)
from brehon.games.arrival.phases.land import put_disc, put_threat
from brehon.games.arrival.phases.reach import unoccupied
from brehon.games.arrival.phases.reasons import not_now, why_not_port
from brehon.games.arrival.state import (
    BACKS,
    GATES,
    NEXT_DRAW,
    NEXT_TAKER,
    PORT,
    ROUND_STARTS,
    START,
    Arrival,
    Phase,
)


@final
class Refill(Phase):
    """Chance places the next tile in the display; the order of the face-down tiles exists only from now on."""

    def legal(self, s: Arrival) -> list[int]:
        out: list[int] = []
        list_tiles(out, s.table.show_tile, s.face_down_tiles())
        return out

    def weights(self, s: Arrival) -> list[int]:
        out: list[int] = []
        pile = s.face_down_tiles()
        while pile:
            if pile & TILE_FIELD:
                out.append(pile & TILE_FIELD)
            pile >>= TILE_BITS
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        tile = action - s.table.show_tile
        s.display += one(tile)
        if log is not None:
            log.append(Event(events.TILE_SHOWN, -1, tile))
        if needs_tiles(s, log):
            return
        s.phase = NEXT_TAKER if s.round > 0 else GATES  # AR-2.2: six are face-up at the start

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


def list_tiles(out: list[int], action: int, pile: int) -> None:
    """Append the actions of one kind, from its first on, for every kind of tile in a pile."""
    while pile:
        if pile & TILE_FIELD:
            out.append(action)
        pile >>= TILE_BITS
        action += 1


def needs_tiles(s: Arrival, log: list[Event] | None) -> bool:
    """Whether the display is not full and a tile can be added; used tiles are shuffled when no other is left."""
    if tile_count(s.display) >= DISPLAY:
        return False
    if s.face_down_tiles() == 0 and s.used != 0:
        if log is not None:
            log.append(Event(events.TILES_MIXED, -1, tile_count(s.used)))
        s.used = 0  # AR-6.21, AR-19.7: they are face-down again, and come back in no other way
    return s.face_down_tiles() != 0  # AR-6.22


@final
class Gates(Phase):
    """Chance reveals the four Fomori in front of the castles."""

    def legal(self, s: Arrival) -> list[int]:
        return rising(s)

    def weights(self, s: Arrival) -> list[int]:
        return hidden_weights(s)

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        species = action - s.table.rise
        left = s.table.island.gates & ~s.dark
        place = PLACE[(left & -left) % PRIME]
        s.hidden[species] -= 1
        put_threat(s, species, place)  # AR-2.6
        if log is not None:
            log.append(Event(events.GATE, -1, place, species))
        if s.table.island.gates & ~s.dark == 0:
            s.phase = BACKS

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


def rising(s: Arrival) -> list[int]:
    """The species that a hidden Fomori may turn out to be."""
    rise = s.table.rise
    return [rise + species for species in range(N_SPECIES) if s.hidden[species] > 0]


def hidden_weights(s: Arrival) -> list[int]:
    """AR-1.11: every hidden Fomori is as likely as any other, wherever it is."""
    return [number for number in s.hidden if number > 0]


@final
class Backs(Phase):
    """The card now on top of a stack shows its back (AR-4.4); the cards under it stay unknown."""

    def legal(self, s: Arrival) -> list[int]:
        return [s.table.show_back + back for back in range(N_BACKS) if s.loose[back] > 0]

    def weights(self, s: Arrival) -> list[int]:
        return [number for number in s.loose if number > 0]

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        back = action - s.table.show_back
        stack = s.tops.index(-1)
        s.tops[stack] = back
        s.loose[back] -= 1
        if log is not None:
            log.append(Event(events.BACK_SHOWN, -1, stack, back))
        if -1 not in s.tops:
            s.phase = NEXT_DRAW if s.round > 0 else START

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


@final
class Start(Phase):
    """Chance names the first starting player."""

    def legal(self, s: Arrival) -> list[int]:
        return [s.table.first_starter + seat for seat in range(s.n_seats)]  # AR-2.11

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        s.starter = action - s.table.first_starter  # AR-1.7a
        s.seat = s.starter
        s.step = 0
        s.phase = PORT
        if log is not None:
            log.append(Event(events.STARTED, s.starter))

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


@final
class Port(Phase):
    """DP-1: each leader in turn order sets his first disc on a free port."""

    def legal(self, s: Arrival) -> list[int]:
        ports = s.table.island.port_list
        free = unoccupied(s)
        return [s.table.port + index for index in range(len(ports)) if free >> ports[index] & 1]

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        place = s.table.island.port_list[action - s.table.port]
        put_disc(s, s.seat, place)  # AR-2.12
        if s.table.setup_discs == "three_kept":
            s.stock[s.seat] -= 1
        else:
            s.discs[s.seat] -= 1  # AR-2.13
        if log is not None:
            log.append(Event(events.LANDED, s.seat, place))
        s.step += 1
        s.seat = (s.seat + 1) % s.n_seats
        if s.step == s.n_seats:
            s.next_starter = s.starter
            s.phase = ROUND_STARTS

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        table = s.table
        if not table.port <= action < table.draw:
            return not_now(s, action)
        return why_not_port(s, table.island.port_list[action - table.port])
