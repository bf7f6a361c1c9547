"""From options to the state before the first ply (FK-3), and the invariants of every state."""

from typing import final

from brehon.core.contract import Components, Game, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.position import Field
from brehon.games.fallen_kingdoms.actions import make_space
from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING_DISPLAY,
    KNOWLEDGE_DISPLAY,
    LENGTH,
    MAX_ROUNDS,
    N_BUILDINGS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    N_UNITS,
)
from brehon.games.fallen_kingdoms.evaluator import EVALUATOR
from brehon.games.fallen_kingdoms.phases.opening import spread_map
from brehon.games.fallen_kingdoms.phases.table import PHASES, STEPS
from brehon.games.fallen_kingdoms.scoring import ranks, rumor_counts
from brehon.games.fallen_kingdoms.state import (
    CHOOSE_GOD,
    DEAL_GOD,
    DEAL_LORE,
    DEAL_SECOND,
    DEAL_TILE,
    ENDED,
    LAYING,
    PICK_BATTLE,
    TURN_RUMOR,
    Fallen,
    Maps,
    Switches,
    Table,
)
from brehon.games.fallen_kingdoms.view import FallenView


@final
class FallenRules(Table):
    """Fallen Kingdoms with its tiles and options."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int,
        lays: list[str], cities: list[str], switches: Switches, maps: Maps,
    ) -> None:  # fmt: skip
        space = make_space(lays, cities, n_seats)
        super().__init__(game, n_seats, options, components, version, space, len(cities), switches, maps, PHASES, STEPS)

    def view_of(self, s: Fallen, seat: int) -> View:
        return FallenView(s, seat)

    def places_of(self, s: Fallen) -> list[int]:
        return ranks(s.score)

    def evaluator(self) -> Evaluator:
        return EVALUATOR

    def start(self) -> State:
        n = self.n_seats
        switches = self.switches
        s = Fallen(self)
        s.held = [0] * n
        s.temple = [-1] * n
        s.god = [-1] * n
        s.dealt = [-1] * (2 * n)
        s.reserve = [N_UNITS] * n
        s.sheet = [0] * n
        s.waiting = [0] * (N_BUILDINGS * n)
        s.tracks = [0] * (N_TRACKS * n)  # FK-3.6
        s.score = [0] * n  # FK-3.7, FK-1.12: there is no upper limit
        s.rumors = [0] * (N_RUMORS * n)
        s.private = [0] * n
        s.access = [0] * n
        s.lent = [-1] * n
        s.claimed = [-1] * n
        for card in range(N_KNOWLEDGE):
            s.pool |= switches.copies << 2 * card  # FK-17.4
        s.deck = s.stack = s.rumor_left = switches.trophies * n  # FK-17.2
        s.tiles = [switches.tiles] * N_BUILDINGS  # FK-17.5
        s.phase = LAYING
        if self.maps.fixed:
            spread_map(s, self.maps.fixed)
            s.phase = DEAL_GOD
        return s

    def max_plies(self) -> int:
        """A round has at most a few thousand plies for each seat, and there are at most 60."""
        return 3000 * self.n_seats * MAX_ROUNDS

    def fields(self) -> list[Field]:
        from brehon.games.fallen_kingdoms.fields import fields_of

        return fields_of(self)

    def check(self, state: State) -> None:
        assert isinstance(state, Fallen)
        check_pieces(state)
        check_cards(state)
        check_flow(state)


def check_pieces(s: Fallen) -> None:
    """INV-1, INV-2, INV-3, INV-6: units, tracks, buildings and temples."""
    on_board = [0] * s.n_seats
    for city in range(s.map.n_cities):
        owner = s.owner[city]
        assert (s.units[city] > 0) == (owner >= 0), "INV-2: a city without units is nobody's"
        for seat in range(s.n_seats):
            assert (s.held[seat] & BIT[city] != 0) == (owner == seat), "INV-2: one player has units in a city"
        if owner >= 0:
            on_board[owner] += s.units[city]
    if not s.sent:
        for order in s.orders:
            on_board[s.active] += order & 63
    for seat in range(s.n_seats):
        lost = s.casualties if seat == s.active else 0
        assert on_board[seat] + s.sheet[seat] + s.reserve[seat] + lost == N_UNITS, f"INV-1: units of seat {seat}"
        assert min(on_board[seat], s.sheet[seat], s.reserve[seat]) >= 0, "INV-1: less than no units"
        for track in range(N_TRACKS):
            assert 0 <= s.tracks[seat * N_TRACKS + track] < LENGTH[track], "INV-3: a track is overfull"
    assert s.built[0] & s.built[1] == s.built[0] & s.built[2] == s.built[1] & s.built[2] == 0, "INV-6: two buildings"
    temples = 0
    for city in s.temple:
        if city >= 0:
            assert not temples & BIT[city], "INV-6: two temples in a city"
            temples |= BIT[city]
    assert temples == s.temples, "INV-6: the temples are where their owners have them"


def check_cards(s: Fallen) -> None:
    """INV-4, INV-5: nothing is lost, and displays are full as long as there are cards."""
    n = s.n_seats
    total = s.table.switches.trophies * n
    held = 0
    for seat in range(n):
        for card in range(N_KNOWLEDGE):
            held += s.private[seat] >> 2 * card & 3
    public = bin(s.public).count("1")
    assert s.deck + len(s.display) + held + public + len(s.drawn) + s.discarded == total, "INV-4: knowledge"
    for card in range(N_KNOWLEDGE):
        copies = (s.pool >> 2 * card & 3) + s.display.count(card) + s.drawn.count(card) + s.bottom.count(card)
        copies += (s.public >> card & 1) + sum(s.private[seat] >> 2 * card & 3 for seat in range(n))
        assert copies <= s.table.switches.copies, "INV-4: a knowledge card too many"
    placed = sum(bin(mask).count("1") for mask in s.built)
    assert s.stack + len(s.market) + sum(s.waiting) + placed + s.razed == total, "INV-4: buildings"
    rumors = s.rumor_left + sum(rumor_counts(s))
    assert rumors == total or (s.phase == ENDED and rumors <= total), "INV-4: rumor cards"
    if s.phase > TURN_RUMOR:
        assert len(s.display) == KNOWLEDGE_DISPLAY or s.deck == 0, "INV-5: the knowledge display"
        assert len(s.market) == BUILDING_DISPLAY or s.stack == 0, "INV-5: the building display"
        assert s.rumor_top >= 0 or s.rumor_left == 0, "INV-5: the rumor deck"
    assert s.deck >= len(s.bottom), "the end of the deck is part of it"


def check_flow(s: Fallen) -> None:
    """INV-8, INV-9: targets of marching armies are enemies, and the active seat keeps its kingdom."""
    if s.round == 0 or s.phase in (LAYING, DEAL_GOD, DEAL_SECOND, CHOOSE_GOD, DEAL_LORE, DEAL_TILE, TURN_RUMOR):
        return
    if s.orders and not s.sent:
        assert s.held[s.active] != 0, "INV-9: the active seat has lost its kingdom"
    if s.phase == PICK_BATTLE:
        for order in s.orders:
            owner = s.owner[order >> 6 & 63]
            assert owner not in (-1, s.active), "INV-8: an army marches on a city that is not an enemy's"
