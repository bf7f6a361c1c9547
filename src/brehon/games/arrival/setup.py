"""From options to the state before the first ply (AR-2), and the invariants of every state (AR-19)."""

from typing import Final, final

from brehon.core.contract import Components, Game, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.position import Field
from brehon.games.arrival.actions import make_space
from brehon.games.arrival.data import (
    CARDS_EACH,
    DISPLAY,
    KEEP_LIMIT,
    MASTER,
    MAX_LEVEL,
    MAX_PROVINCE_SHIELDS,
    N_BACKS,
    N_SPECIES,
    START_FAME,
    TRACKERS,
    Box,
    copies,
    tile_count,
)
from brehon.games.arrival.evaluator import EVALUATOR
from brehon.games.arrival.phases.earning import deal_stacks
from brehon.games.arrival.phases.land import union
from brehon.games.arrival.phases.table import PHASES, STATIONS
from brehon.games.arrival.scoring import ranks, totals
from brehon.games.arrival.state import (
    BLOCK,
    DRAW,
    ENDED,
    FACE_DOWN,
    NO_CARD,
    OGAM,
    PORT,
    REVEAL,
    Arrival,
    Table,
)
from brehon.games.arrival.view import ArrivalView

START_DISCS: Final = 3


@final
class ArrivalRules(Table):
    """The Arrival with its box and options."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int, box: Box
    ) -> None:
        space = make_space(box, n_seats)
        super().__init__(game, n_seats, options, components, version, space, box, PHASES, STATIONS)

    def view_of(self, s: Arrival, seat: int) -> View:
        return ArrivalView(s, seat)

    def scores_of(self, s: Arrival) -> list[int]:
        return totals(s)

    def places_of(self, s: Arrival) -> list[int]:
        return ranks(s)

    def evaluator(self) -> Evaluator:
        return EVALUATOR

    def start(self) -> State:
        return start_state(self)

    def max_plies(self) -> int:
        """Every action spends an item of a supply, and items come with the cards only (AR-19.13)."""
        box = self.box
        items = self.n_seats * (box.discs + MAX_LEVEL) + box.swords + box.shields + 2 * sum(box.copies)
        per_round = items + 4 * CARDS_EACH * self.n_seats + 4 * tile_count(box.all_tiles) + 12 * self.n_seats
        return 32 + per_round * self.rounds

    def fields(self) -> list[Field]:
        from brehon.games.arrival.fields import fields_of

        return fields_of(self)

    def check(self, state: State) -> None:
        assert isinstance(state, Arrival)
        check_invariants(state)


def start_state(table: Table) -> Arrival:
    """Everything that needs neither chance nor choice."""
    s = Arrival(table)
    box = table.box
    s.castles = table.island.isle  # AR-2.4
    s.dark = s.castles
    s.shadow = union(table.island.spread, s.dark)
    assert s.in_supply() == sum(box.copies[:N_SPECIES])  # AR-2.5
    deal_stacks(s, table.deck.n_cards)
    for seat in range(table.n_seats):  # AR-2.7, AR-2.17: one colour for each leader, the others stay in the box
        own = START_DISCS
        if table.setup_discs == "all_three_used":
            own -= TRACKERS
        s.discs[seat] = own  # AR-2.9
        s.stock[seat] = box.discs - own  # AR-2.1, AR-2.15: the trackers are not among them
        s.gain_fame(seat, START_FAME)  # AR-2.14, AR-2.16
    return s


def check_invariants(s: Arrival) -> None:
    check_supplies(s)
    check_map(s)
    check_cards(s)
    check_course(s)


def check_supplies(s: Arrival) -> None:
    """Nothing is lost and nothing appears."""
    box = s.table.box
    for seat in range(s.n_seats):
        own = s.forts[seat]
        on_map = own.bit_count() + (own & s.brochs).bit_count() + (own & s.caers).bit_count()
        everywhere = on_map + s.discs[seat] + s.stock[seat] + s.saved[seat]
        assert everywhere == box.discs, "AR-19.1: 15 discs of each colour"  # AR-19.1
        amounts = [s.discs[seat], s.stock[seat], s.swords[seat], s.shields[seat], s.held[seat], s.fame[seat]]
        assert min(min(amounts), s.corruption[seat]) >= 0, "AR-3.11: nothing is below 0"
        room = MAX_LEVEL * copies(s.tiles[seat], MASTER)
        assert 0 <= s.saved[seat] <= room, "AR-14.10b: three discs on a tile"
        if s.earned:
            assert s.earned[seat] >= s.fame[seat], "AR-18.6: nobody has more fame than he has earned"
    assert min(s.swords_left, s.shields_left, s.in_supply(), min(s.hidden)) >= 0, "a supply is below 0"
    assert s.swords_left + sum(s.swords) == box.swords, "swords"  # AR-19.2
    shields = s.shields_left + sum(s.shields) + sum(s.guards)
    assert shields == box.shields, "shields"  # AR-19.3
    for species in range(N_SPECIES):
        number = s.fomori[species].bit_count() + s.hidden[species] + s.discard[species]
        assert number == box.copies[species], "Fomori"  # AR-19.4
    for tile in range(box.n_tiles):
        number = copies(s.display, tile) + copies(s.used, tile) + copies(s.face_down_tiles(), tile)
        for seat in range(s.n_seats):
            number += copies(s.tiles[seat], tile)
        assert number == box.tile_copies[tile], "tiles"  # AR-19.6
    castles = s.castles.bit_count() + sum(s.trophies) + sum(s.spent)
    assert castles == s.table.island.isle.bit_count(), "castles"  # AR-19.9


def check_map(s: Arrival) -> None:
    """Every location has one kind of occupant, and the sets that follow from the map are right."""
    island = s.table.island
    seen = 0
    for places in [*s.forts, *s.fomori, s.castles]:
        assert seen & places == 0, "AR-3.1: two occupants on one location"
        seen |= places
    assert [s.built, s.dark] == [sum(s.forts), sum(s.fomori) + s.castles]
    assert s.caers & ~s.brochs | s.brochs & ~s.built == 0
    assert s.built & ~island.main == 0, "AR-8.9: nobody builds on Balor's Isle"
    assert s.castles & ~island.isle == 0
    assert s.shadow == union(island.spread, s.dark)
    for seat in range(s.n_seats):
        assert s.near[seat] == union(island.links, s.forts[seat])
        assert s.round == 0 or s.forts[seat] != 0, "every leader has a fort"  # AR-19.11
    assert max(s.guards) <= MAX_PROVINCE_SHIELDS, "AR-9.2: three shields in a province"


def check_cards(s: Arrival) -> None:
    """54 cards in stacks, in front of leaders and in the discard."""
    deck = s.table.deck
    in_front = [card for card in s.rows if card != NO_CARD]
    face_up = [card for card in in_front if card >= 0]
    face_down = len(in_front) - len(face_up)
    discards = deck.n_cards - s.unseen.bit_count() - len(face_up)
    assert discards + sum(s.sizes) + len(in_front) == deck.n_cards, "earning cards"  # AR-19.8
    assert s.unseen.bit_count() == sum(s.sizes) + face_down
    assert len(set(face_up)) == len(face_up)
    assert all(not s.unseen >> card & 1 for card in face_up)
    for back in range(N_BACKS):
        known = s.tops.count(back) + s.rows.count(FACE_DOWN - back)
        assert known + s.loose[back] == (s.unseen & deck.by_back[back]).bit_count(), "backs"


def check_course(s: Arrival) -> None:
    """What holds at certain times."""
    earning = s.round > 0 and s.phase in (DRAW, REVEAL, BLOCK, OGAM)
    if earning or s.phase == ENDED:
        assert sum(s.held) == 0, "AR-19.10: nobody holds Fomori between action phase and earnings"
        for seat in range(s.n_seats):
            items = s.discs[seat] + s.swords[seat] + s.shields[seat]
            assert items <= KEEP_LIMIT, "AR-12.5: three items are kept"
            assert not copies(s.tiles[seat], MASTER), "AR-14.10d: no master-builder is kept"
    if s.phase == PORT:
        assert tile_count(s.display) == DISPLAY, "AR-2.2: six tiles lie open"
    assert s.flag == 1 or max(s.corruption) < s.table.limit, "AR-17.1: the flag is set at once"
