"""What a learner sees of a game of Fallen Kingdoms: what its seat may know. Cities are those of the whole tile set, as in actions."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import View
from brehon.core.observe import BYTE, Layout, Observer, cut, put_bits, put_wide, seat_names
from brehon.games.fallen_kingdoms.actions import N_PATHS
from brehon.games.fallen_kingdoms.data import (
    BUILDINGS,
    GODS,
    KNOWLEDGE,
    LENGTH,
    N_BUILDINGS,
    N_GODS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    N_UNITS,
    RUMORS,
    TRACKS,
)
from brehon.games.fallen_kingdoms.state import FORSETI_ASK, FORSETI_WITH, N_PHASES, Table
from brehon.games.fallen_kingdoms.view import FallenView

PHASES: Final = [
    "steps", "laying", "gods are dealt", "second gods are dealt", "choose god", "knowledge is dealt", "building is dealt",
    "rumor is turned", "start", "god", "loki's refuge", "loki's source", "forseti with", "forseti asks", "norns draw",
    "norns keep", "norns swap", "take building", "take knowledge", "spending", "which building", "site", "place unit",
    "move", "move to", "move send", "pick battle", "window", "window send", "attack", "defend", "combat", "reroll",
    "casualty", "detach", "withdraw", "victory", "rampage", "advance", "invade", "surrender", "replace", "strip",
    "strip to", "path", "strike", "follow", "place rest", "place temple", "payer", "ended",
]  # fmt: skip
N_STAGES: Final = 10
MAX_TILES: Final = 6
N_FACES: Final = 12
TILE: Final = N_FACES + 4  # entries of a placed tile: its face, its rotation
COUNTS: Final = [
    "round", "turns taken", "knowledge deck", "known end of the deck", "knowledge in hand", "building stack", "rumor deck",
    "knowledge out of the game", "buildings out of the game", "points to spend", "chosen, plus 1", "hits", "rolls",
    "casualties to choose", "units to drive out", "invasion casualties", "die 1", "die 2", "die 3",
]  # fmt: skip
YES: Final = ["production", "missed before", "routed"]
CITY: Final = [
    "on the map", *BUILDINGS, "in question", "chosen", "attacked", "units ordered in", "units ordered away", "units coming",
    "units to replace",
]  # fmt: skip
N_CITY: Final = 11
LORE: Final = ["public", "not working yet", "unseen", "on display", "in hand", "barred", "place at the end of the deck"]
# a seat's sheet, in this order
G_GOD: Final = 0
G_DEALT: Final = N_GODS
G_COUNTS: Final = 2 * N_GODS
SHEET_COUNTS: Final = [
    "reserve",
    "waiting units",
    "invader",
    "has chosen a god",
    "god cards",
    "intimidation",
    "priority",
]
G_WAITING: Final = G_COUNTS + 7
G_TRACKS: Final = G_WAITING + N_BUILDINGS
G_SCORE: Final = G_TRACKS + N_TRACKS
G_RUMORS: Final = G_SCORE + 2
G_PRIVATE: Final = G_RUMORS + N_RUMORS
G_ACCESS: Final = G_PRIVATE + N_KNOWLEDGE
G_LENT: Final = G_ACCESS + N_KNOWLEDGE
G_CLAIMED: Final = G_LENT + N_KNOWLEDGE
SHEET: Final = G_CLAIMED + N_KNOWLEDGE


@final
class FallenObserver(Observer):
    """The course of the game, the map city by city, the cards, and a sheet for each seat."""

    def __init__(self, table: Table, cities: list[str], faces: list[str]) -> None:
        names = seat_names(table.n_seats)
        layout = Layout()
        assert [len(PHASES), len(CITY), len(faces)] == [N_PHASES, N_CITY, N_FACES]
        self.table: Table = table
        self.n_all: int = len(cities)
        self.phase: int = layout.each("phase", PHASES, 1)
        self.mine: int = layout.add("this seat decides", 1)
        self.counts: int = layout.each("count", COUNTS, BYTE)
        self.yes: int = layout.each("is it", YES, 1)
        self.active: int = layout.each("has the turn", names, 1)
        self.decider: int = layout.each("decides", names, 1)
        self.marker: int = layout.each("has the first-player marker", names, 1)
        self.defender: int = layout.each("defends", names, 1)
        self.stage: int = layout.each("stage of battle", [str(stage) for stage in range(N_STAGES)], 1)
        self.power: int = layout.each("power in use", GODS, 1)
        self.tiles: int = len(layout.names)
        for position in range(MAX_TILES):
            layout.each(f"tile {position + 1}", faces, 1)
            layout.each(f"tile {position + 1} turned", ["0", "1", "2", "3"], 1)
        self.cities: int = len(layout.names)
        for what in CITY:
            layout.each(what, cities, N_UNITS if what.startswith("units") else 1)
        self.units: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: units in", cities, N_UNITS)
        self.temples: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: temple in", cities, 1)
        self.flags: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: flag on path", [str(path + 1) for path in range(N_PATHS)], 1)
        self.lore: int = len(layout.names)
        for what in LORE:
            layout.each(what, KNOWLEDGE, BYTE)
        self.stock: int = layout.each("unseen buildings", BUILDINGS, BYTE)
        self.market: int = layout.each("buildings on display", BUILDINGS, BYTE)
        self.rumor: int = layout.each("open rumor", [str(value) for value in RUMORS], 1)
        self.sheets: int = len(layout.names)
        for name in names:
            list_sheet(layout, name)
        super().__init__(layout)
        assert self.size == self.sheets + table.n_seats * SHEET

    def observe(self, view: View) -> bytearray:
        assert isinstance(view, FallenView)
        row = bytearray(self.size)
        n = view.n_seats
        me = max(view.seat, 0)
        self.put_course(row, view, me)
        self.put_counts(row, view)
        self.put_cities(row, view, me)
        self.put_lore(row, view)
        for offset in range(n):
            self.put_seat(row, view, offset, (me + offset) % n)
        for place in range(len(view.order)):
            offset = (view.order[place] - me) % n
            row[self.sheets + offset * SHEET + G_COUNTS + 6] = place + 1
        return row

    def put_course(self, row: bytearray, view: FallenView, me: int) -> None:
        """Phase, who is acting, and the tiles as placed."""
        n = view.n_seats
        row[self.phase + view.phase] = 1
        row[self.mine] = 1 if view.to_move() == view.seat else 0
        row[self.yes] = 1 if view.producing else 0
        row[self.yes + 1] = 1 if view.miss else 0
        row[self.yes + 2] = 1 if view.routed else 0
        row[self.active + (view.active - me) % n] = 1
        mover = view.to_move()
        if mover >= 0:
            row[self.decider + (mover - me) % n] = 1
        if view.marker >= 0:
            row[self.marker + (view.marker - me) % n] = 1
        if view.defender >= 0:
            row[self.defender + (view.defender - me) % n] = 1
        row[self.stage + cut(view.stage, N_STAGES - 1)] = 1
        if view.power >= 0:
            row[self.power + view.power] = 1
        tiles = view.map.tiles if view.map.n_cities > 0 else view.laid
        for position in range(len(tiles)):
            at = self.tiles + position * TILE
            row[at + tiles[position] // 4] = 1
            row[at + N_FACES + tiles[position] % 4] = 1

    def put_counts(self, row: bytearray, view: FallenView) -> None:
        """Numbers that belong to no seat."""
        values = [
            view.round, view.turn, view.deck, len(view.bottom), len(view.drawn), view.stack, view.rumor_left,
            view.discarded, view.razed, view.points, view.place + 1, view.hits, view.rolls,
            view.kills, view.leaving, view.casualties, view.dice % 10, view.dice // 10 % 10, view.dice // 100 % 10,
        ]  # fmt: skip
        for index in range(len(values)):
            if values[index]:
                row[self.counts + index] = cut(values[index], BYTE)

    def put_cities(self, row: bytearray, view: FallenView, me: int) -> None:
        """The map: owners, buildings, temples, orders."""
        n = view.n_seats
        ids = view.map.ids
        step = self.n_all
        for city in range(view.map.n_cities):
            at = self.cities + ids[city]
            row[at] = 1
            owner = view.owner[city]
            if owner >= 0:
                row[self.units + (owner - me) % n * step + ids[city]] = cut(view.units[city], N_UNITS)
            for building in range(N_BUILDINGS):
                if view.built[building] >> city & 1:
                    row[at + (1 + building) * step] = 1
            if view.attacked >> city & 1:
                row[at + 6 * step] = 1
        if view.target >= 0 and view.target < view.map.n_cities:
            row[self.cities + 4 * step + ids[view.target]] = 1
        asks = view.phase == FORSETI_WITH or view.phase == FORSETI_ASK  # `place` then is a value of a rumor
        if not asks and 0 <= view.place < view.map.n_cities:
            row[self.cities + 5 * step + ids[view.place]] = 1
        for order in view.orders:
            row[self.cities + 7 * step + ids[order >> 6 & 63]] += order & 63
        self.put_by_city(row, self.cities + 8 * step, ids, view.sent)
        self.put_by_city(row, self.cities + 9 * step, ids, view.coming)
        self.put_by_city(row, self.cities + 10 * step, ids, view.slots)
        for offset in range(n):
            temple = view.temple[(me + offset) % n]
            if temple >= 0:
                row[self.temples + offset * step + ids[temple]] = 1
        for path in range(len(view.flags)):
            if view.flags[path] >= 0:
                row[self.flags + (view.flags[path] - me) % n * N_PATHS + path] = 1

    def put_by_city(self, row: bytearray, at: int, ids: list[int], values: list[int]) -> None:
        for city in range(len(values)):
            if values[city]:
                row[at + ids[city]] = cut(values[city], N_UNITS)

    def put_lore(self, row: bytearray, view: FallenView) -> None:
        """Knowledge, buildings and rumors that belong to no seat."""
        at = self.lore
        put_bits(row, at, view.public)
        put_copies(row, at + N_KNOWLEDGE, view.fresh)
        put_copies(row, at + 2 * N_KNOWLEDGE, view.pool)
        for card in view.display:
            row[at + 3 * N_KNOWLEDGE + card] += 1
        for card in view.drawn:
            if card >= 0:
                row[at + 4 * N_KNOWLEDGE + card] += 1
        if view.barred >= 0:
            row[at + 5 * N_KNOWLEDGE + view.barred] = 1
        for place in range(len(view.bottom)):
            if view.bottom[place] >= 0:
                row[at + 6 * N_KNOWLEDGE + view.bottom[place]] = cut(place + 1, BYTE)
        for building in range(N_BUILDINGS):
            row[self.stock + building] = cut(view.tiles[building], BYTE)
        for building in view.market:
            row[self.market + building] += 1
        if view.rumor_top >= 0:
            row[self.rumor + view.rumor_top] = 1

    def put_seat(self, row: bytearray, view: FallenView, offset: int, seat: int) -> None:
        """A seat's sheet; gods that this observer does not know are left out."""
        at = self.sheets + offset * SHEET
        if view.god[seat] >= 0:
            row[at + G_GOD + view.god[seat]] = 1
        for index in range(seat * 2, seat * 2 + 2):
            if view.dealt[index] >= 0:
                row[at + G_DEALT + view.dealt[index]] = 1
            if view.dealt[index] != -1:
                row[at + G_COUNTS + 4] += 1
        row[at + G_COUNTS] = cut(view.reserve[seat], BYTE)
        row[at + G_COUNTS + 1] = cut(view.sheet[seat], BYTE)
        row[at + G_COUNTS + 2] = view.invaders >> seat & 1
        row[at + G_COUNTS + 3] = 0 if view.god[seat] == -1 else 1
        row[at + G_COUNTS + 5] = cut(view.intimidation(seat), BYTE)
        for building in range(N_BUILDINGS):
            row[at + G_WAITING + building] = cut(view.waiting[seat * N_BUILDINGS + building], BYTE)
        for track in range(N_TRACKS):
            row[at + G_TRACKS + track] = view.tracks[seat * N_TRACKS + track]
        put_wide(row, at + G_SCORE, view.score[seat])
        for value in range(N_RUMORS):
            if view.rumors[seat * N_RUMORS + value]:
                row[at + G_RUMORS + value] = cut(view.rumors[seat * N_RUMORS + value], BYTE)
        put_copies(row, at + G_PRIVATE, view.private[seat])
        put_bits(row, at + G_ACCESS, view.access[seat])
        if view.lent[seat] >= 0:
            row[at + G_LENT + view.lent[seat]] = 1
        if view.claimed[seat] >= 0:
            row[at + G_CLAIMED + view.claimed[seat]] = 1


def put_copies(row: bytearray, at: int, cards: int) -> None:
    """Knowledge cards, two bits for the copies of each."""
    while cards:
        if cards & 3:
            row[at] = cards & 3
        cards >>= 2
        at += 1


def list_sheet(layout: Layout, name: str) -> None:
    """The entries of a seat, in the order of the offsets G_… above."""
    layout.each(f"{name}: god", GODS, 1)
    layout.each(f"{name}: god card", GODS, 1)
    layout.each(name, SHEET_COUNTS, BYTE)
    layout.each(f"{name}: waiting", BUILDINGS, BYTE)
    for track in range(N_TRACKS):
        layout.add(f"{name}: {TRACKS[track]} track", LENGTH[track])
    layout.wide(f"{name}: glory")
    layout.each(f"{name}: rumors of", [str(value) for value in RUMORS], BYTE)
    layout.each(f"{name}: cards of", KNOWLEDGE, 3)
    layout.each(f"{name}: can use", KNOWLEDGE, 1)
    layout.each(f"{name}: on the god card", KNOWLEDGE, 1)
    layout.each(f"{name}: claimed last", KNOWLEDGE, 1)
