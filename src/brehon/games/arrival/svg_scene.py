"""The table of The Arrival as the drawing needs it: the only module of the drawing that reads the rules and the View."""

from __future__ import annotations

from typing import Final, final

from brehon.core.canvas import Canvas
from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.nouns import counted
from brehon.core.sketches import Sketches
from brehon.core.svg import esc
from brehon.core.text import N_, NN_, Message, Seat, Speaker
from brehon.games.arrival import actions
from brehon.games.arrival import svg_tokens as tokens
from brehon.games.arrival.data import (
    BARD,
    CARDS_EACH,
    CAULDRON,
    FIRST_PLAIN,
    LEVELS,
    N_SECTIONS,
    N_SPECIES,
    N_STACKS,
    N_SYMBOLS,
    THREAT_ROWS,
    TILE_ROWS,
    TRIBES,
    copies,
)
from brehon.games.arrival.nouns import SWORDS
from brehon.games.arrival.phases.reach import spread_cost
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, final_corruption, final_fame, ranks
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import BACKS, BLOCK, DRAW, FACE_DOWN, KEEP, OGAM, PORT, REFILL, REVEAL, TAKE, TURN
from brehon.games.arrival.svg_chart import Chart, chart_of
from brehon.games.arrival.view import ArrivalView
from brehon.games.arrival.words import colour_word

PLACE_KINDS: Final = frozenset(
    [
        actions.PORT, actions.BUILD, actions.SPREAD, actions.REPEL,
        actions.RUSE, actions.RUSE_WITH, actions.MIGRATE, actions.MIGRATE_WITH,
    ]
)  # fmt: skip
BAR_KINDS: Final = frozenset([actions.PASS, actions.STOP])

# what the table shows large: the map, or what is being chosen
MAP: Final = 0
DRAWING: Final = 1
CARDS: Final = 2
TAKING: Final = 3
KEEPING: Final = 4
MODES: Final = {
    BACKS: DRAWING,
    DRAW: DRAWING,
    REVEAL: CARDS,
    BLOCK: CARDS,
    OGAM: CARDS,
    REFILL: TAKING,
    TAKE: TAKING,
    KEEP: KEEPING,
}


def mode_of(view: ArrivalView) -> int:
    return MODES.get(view.phase, MAP) if view.round else MAP  # while the table is set up, the map is all there is


@final
class Scene(Canvas[ArrivalRules, ArrivalView]):
    """One position, seen by one seat, in one language, with the possible actions, and the sheet that it is drawn on."""

    tick = 0
    says_both = True
    double_line = False
    pieces_class = "pieces"  # they have dark colours of their own
    sketches = Sketches()

    def __init__(
        self,
        rules: ArrivalRules,
        view: ArrivalView,
        offers: Offers,
        say: Speaker,
        narrow: bool = False,
        prefix: str = "",
    ) -> None:
        super().__init__(rules, view, offers, say, narrow, 390 if narrow else 960)
        self.prefix = prefix or self.prefix
        self.places: list[str] = []  # of the map, with their menus
        self.box = view.table.box
        self.island = view.table.island
        self.deck = view.table.deck
        self.space = view.table.space
        self.chart: Chart = chart_of(
            rules.components, self.island.names, self.box.province_names, self.box.colour_names
        )
        self.state = view.known()
        self.n_seats = view.n_seats
        self.focus = view.seat if view.seat >= 0 else view.active  # for which leader values are computed
        self.is_over = view.to_move() == OVER
        self.at_places: dict[int, list[int]] = {}
        self.in_bar: list[int] = []
        self.keeps: list[int] = []
        self.mode = mode_of(view)
        for action in sorted(offers.reasons):
            self.sort_in(action)

    def sort_in(self, action: int) -> None:
        """Assign an offer to its location, or to the choices without one."""
        kind = self.space.kind_of[action]
        if kind in PLACE_KINDS:
            self.at_places.setdefault(self.place_of(action), []).append(action)
        elif kind == actions.KEEP:
            if self.offers.is_legal(action):  # no button for what the leader does not have
                self.keeps.append(action)
        elif kind == actions.TROPHY or kind == actions.END_TURN:
            if self.offers.is_legal(action):
                self.in_bar.append(action)
        elif kind in BAR_KINDS or (kind == actions.OGAM and self.space.arg(action) == 0):
            self.in_bar.append(action)

    def place_of(self, action: int) -> int:
        arg = self.space.arg(action)
        kind = self.space.kind_of[action]
        if kind == actions.PORT:
            return self.island.port_list[arg]
        return arg // 2 if kind == actions.REPEL else arg

    # -- words of an action

    def status(self) -> str:
        return self.say(self.face.status(self.rules, self.view))

    # -- the map

    def place_title(self, place: int) -> str:
        """What there is to know about a location, one fact per line."""
        say, state = self.say, self.state
        province = self.island.province[place]
        name = self.chart.names[place]
        lines = [name]
        if province >= 0:
            land = self.chart.lands[province].name
            lines = [say(Message(N_("%(place)s in %(province)s"), place=name, province=land))]
        lines.append(self.occupant(place))
        if self.island.ports >> place & 1:
            lines.append(say.word(N_("Port")))
        if self.island.gates >> place & 1:
            lines.append(say.word(N_("Gate: joined to a castle of Balor's Isle")))
        if state.threat(place) < 0 and not self.is_over:
            lines.append(say(Message(N_("To spread here takes %(count)s Fomori"), count=spread_cost(state, place))))
        return "\n".join(lines)

    def occupant(self, place: int) -> str:
        owner, threat = self.state.owner(place), self.state.threat(place)
        if owner >= 0:
            level = LEVELS[self.state.level(place)]
            return self.say(
                Message(
                    N_("%(level)s of %(player)s (%(tribe)s)"), level=level, player=Seat(owner), tribe=TRIBES[owner].name
                )
            )
        if threat < 0:
            return self.say.word(N_("Empty"))
        return self.say(
            Message(
                N_("%(threat)s: repelling takes %(swords)s and gives %(fame)s fame, or takes away 1 corruption"),
                threat=Message(THREAT_ROWS[threat].short), swords=counted(SWORDS, self.box.strength[threat]), fame=self.box.fame[threat],
            )
        )  # fmt: skip

    def land_title(self, province: int) -> str:
        land = self.chart.lands[province]
        lines = [
            self.say(Message(N_("Province %(name)s: %(bonus)s fame for each fort at the end"), name=land.name, bonus=self.box.bonus[province])),
            self.say(Message(N_("%(count)s of 3 shields: each one makes spreading here cost one Fomori more"), count=self.view.guards[province])),
        ]  # fmt: skip
        return "\n".join(lines)

    def on_map(self, threat: int) -> int:
        places = self.view.castles if threat == N_SPECIES else self.view.fomori[threat]
        return places.bit_count()

    def balance(self) -> tuple[int, int]:
        """T and F: forts of the tribes, locations of the Fomori."""
        return count_forts(self.state), count_dark(self.state)

    # -- the leaders

    def supply(self, seat: int) -> list[tuple[str, int, str]]:
        """What a leader holds: sign, number, and what it is."""
        v, say, word = self.view, self.say, self.say.word
        discs = Message(
            N_("Discs in the supply; the general supply has %(count)s more of this colour"), count=v.stock[seat]
        )
        castles = Message(
            N_("Castle trophies, face-up: each can send back up to three Fomori. Used, face-down: %(count)s"),
            count=v.spent[seat],
        )
        out = [
            ("discs", v.discs[seat], say(discs)),
            ("swords", v.swords[seat], word(N_("Swords"))),
            ("shields", v.shields[seat], word(N_("Shields"))),
            ("fomori", v.held[seat], word(N_("Fomori, face-down: no one knows their species"))),
            ("trophy", v.trophies[seat], say(castles)),
        ]
        if v.saved[seat]:
            out.append(("tile-master_builder", v.saved[seat], word(N_("Discs collected by the master-builder"))))
        return out

    def endings(self, seat: int) -> tuple[int, int]:
        """What would count for a leader with the current map: fame if the tribes hold, corruption if they are overrun."""
        return final_fame(self.state, seat), final_corruption(self.state, seat)

    def ranks(self) -> list[int]:
        return ranks(self.state)

    def note(self, seat: int) -> Message | None:
        """Whose turn, who has passed, who is still choosing."""
        v = self.view
        if self.is_over:
            return (
                Message(N_("Victory"))
                if self.ranks()[seat] == 1
                else Message(N_("Place %(place)s"), place=self.ranks()[seat])
            )
        if v.phase == BLOCK:
            if v.choosing >> seat & 1:
                return Message(N_("is blocking"))
            return Message(N_("has chosen")) if v.has_sealed(seat) else None
        if v.to_move() != seat:
            return Message(N_("has passed")) if v.passed >> seat & 1 else None
        if v.phase == TURN:
            return Message(NN_("%(n)s action left", "%(n)s actions left"), n=v.todo)
        if v.phase == TAKE:
            return Message(NN_("%(n)s tile to take", "%(n)s tiles to take"), n=v.owed)
        words = {PORT: Message(N_("lands")), DRAW: Message(N_("draws a card"))}
        return words.get(v.phase, Message(N_("decides")))

    # -- earning cards

    def cards(self, seat: int) -> list[int]:
        """The four cards in front of a leader: a card, -2 - back if it is face-down, -1 if there is none."""
        return self.view.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]

    def amounts(self, card: int, section: int) -> list[int]:
        first = (card * N_SECTIONS + section) * N_SYMBOLS
        return self.deck.shows[first : first + N_SYMBOLS]

    def section_sum(self, seat: int, section: int) -> list[int]:
        """What a section shows on the cards that are face-up."""
        total = [0] * N_SYMBOLS
        for card in self.cards(seat):
            if card >= 0:
                total = [a + b for a, b in zip(total, self.amounts(card, section), strict=True)]
        return total

    def back_of(self, card: int) -> int:
        return FACE_DOWN - card if card <= FACE_DOWN else self.deck.backs[card]

    def blockers(self, seat: int) -> list[tuple[int, bool]]:
        """The blocked sections of a leader, and whether the block is still sealed (the viewer's own)."""
        v = self.view
        found = [(section, False) for section in range(N_SECTIONS) if v.blocked[seat] >> section & 1]
        return [*found, (v.sealed[seat], True)] if v.sealed[seat] >= 0 else found

    def section_action(self, seat: int, section: int) -> int:
        """The action that clicking a section of a leader's cards means; -1 if none is offered."""
        if seat != self.view.to_move():
            return -1
        for action in (self.view.table.block + section, self.view.table.ogam + 1 + section):
            if action in self.offers.reasons:
                return action
        return -1

    def stacks(self) -> list[tuple[int, int, int]]:
        """Of each stack its size, the back on top (or -1), and the action of drawing from it."""
        v = self.view
        return [(v.sizes[i], v.tops[i], v.table.draw + i) for i in range(N_STACKS)]

    # -- tactic tiles

    def display(self) -> list[tuple[int, int]]:
        """The open tiles: tile and number of copies."""
        return self.pile(self.view.display)

    def held(self, seat: int) -> list[tuple[int, int]]:
        return self.pile(self.view.tiles[seat])

    def layers(self) -> tuple[list[str], ...]:
        return (*super().layers(), self.places)

    def whole(self, height: float) -> str:
        defs = tokens.defs(self.prefix, tuple(self.box.strength), tuple(self.box.fame), self.n_seats)
        self.above.append(f'<g class="places">{"".join(self.places)}</g>')
        return self.finish(self.status(), height, defs)

    # -- places that open large

    def put_look(
        self, name: str, x: float, y: float, width: float, height: float, title: str, piece: str, about: str = ""
    ) -> None:
        """A place that only tells what lies there."""
        self.put_spot(name, x, y, round(width, 1), round(height, 1), -1, title)
        self.mark_piece(self.spots, piece, about)

    def put_tile_spot(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        action: int,
        tile: int,
        seat: int,
        piece: str,
        inset: float = 0,
    ) -> None:
        self.put_spot(name, x, y, width, height, action, self.tile_title(tile, seat), inset)
        self.mark_piece(self.spots, piece, self.say(self.tile_rule(tile)))

    def mark_piece(self, spots: list[str], piece: str, about: str) -> None:
        """The last spot shows a piece, which a page may open large."""
        more = f' data-about="{esc(about)}"' if about else ""
        spots[-1] = spots[-1].replace("<g ", f'<g data-piece="{esc(self.ident(piece))}"{more} ', 1)

    def pile(self, pile: int) -> list[tuple[int, int]]:
        return [(tile, copies(pile, tile)) for tile in range(self.box.n_tiles) if copies(pile, tile)]

    def take_action(self, tile: int) -> int:
        return self.view.table.take + tile

    def choice_id(self, action: int) -> str:
        """The id of a button: by the words of its action, which stay, and not by its number."""
        return f"choice-{self.space.texts[action].replace(' ', '-')}"

    def use_action(self, seat: int, tile: int) -> int:
        if seat != self.view.to_move() or tile < FIRST_PLAIN:
            return -1
        return self.view.table.use + tile - FIRST_PLAIN

    def gain(self, seat: int, tile: int) -> int:
        """What using a tile now would bring a leader; -1 for tiles that bring no points."""
        return tile_gain(self.state, seat, tile) if seat >= 0 and tile >= FIRST_PLAIN else -1

    def tile_short(self, tile: int) -> str:
        if tile < CAULDRON:
            return self.say.word(TILE_ROWS[tile].short)
        if tile < self.box.silver:
            return self.chart.lands[tile - CAULDRON].name
        return self.colour_name(tile - self.box.silver)

    def colour_name(self, colour: int) -> str:
        return self.say(colour_word(self.rules, colour))

    def tile_title(self, tile: int, seat: int) -> str:
        """What a tile does, and what it would give now."""
        lines = [self.say(self.tile_rule(tile))]
        gain = self.gain(seat, tile)
        if gain >= 0 and not self.is_over:
            text = (
                N_("Now: %(gain)s corruption less for %(player)s")
                if self.is_bard(tile)
                else N_("Now: %(gain)s fame for %(player)s")
            )
            lines.append(self.say(Message(text, gain=gain, player=Seat(seat))))
        return "\n".join(lines)

    def tile_rule(self, tile: int) -> Message:
        if tile < CAULDRON:
            return Message(TILE_ROWS[tile].text)
        fame = self.box.tile_fame[tile]
        if tile < self.box.silver:
            land = self.chart.lands[tile - CAULDRON].name
            return Message(
                N_("Cauldron of Dagda: %(fame)s fame for each fort of yours in %(province)s"), fame=fame, province=land
            )
        colour = self.colour_name(tile - self.box.silver)
        return Message(
            N_("Silver in the hills: %(fame)s fame for each fort of yours in the provinces of the colour %(colour)s"),
            fame=fame,
            colour=colour,
        )

    def is_bard(self, tile: int) -> bool:
        return tile == BARD
