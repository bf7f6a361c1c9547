"""The table of The Arrival as the picture asks for it: the only module of the drawing that reads the rules and the View."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import OVER
from brehon.core.face import Face, Offers
from brehon.core.nouns import counted
from brehon.core.text import N_, NN_, Message, Reason, Seat, Speaker
from brehon.games.arrival import actions
from brehon.games.arrival.data import (
    BARD,
    CARDS_EACH,
    CAULDRON,
    DISTANT_FAME,
    FIRST_PLAIN,
    LEVELS,
    N_SECTIONS,
    N_SPECIES,
    N_STACKS,
    N_SYMBOLS,
    OUTPOST_FAME,
    TRIBES,
    copies,
)
from brehon.games.arrival.nouns import SWORDS
from brehon.games.arrival.phases.reach import free_reach, free_sites, spread_cost
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, final_corruption, final_fame, ranks
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import BLOCK, DRAW, FACE_DOWN, NO_CARD, PORT, TAKE, TURN
from brehon.games.arrival.svg_chart import Chart, chart_of
from brehon.games.arrival.view import ArrivalView
from brehon.games.arrival.words import colour_word

THREAT_WORDS: Final = [N_("Sineach"), N_("Athach"), N_("Monghfinn"), N_("Balor's castle")]
THREAT_SHORT: Final = [N_("Sineach"), N_("Athach"), N_("Monghfinn"), N_("Castle")]
BACK_WORDS: Final = [N_("discs"), N_("swords and shields"), N_("fame and tactics")]
BACK_SIGNS: Final = [["discs"], ["swords", "shields"], ["fame", "tactics"]]
SECTION_WORDS: Final = [N_("top"), N_("middle"), N_("bottom")]
# [tile below Cauldron] short and full name
TILE_SHORT: Final = [
    N_("Ogam"), N_("Master builder"), N_("Ruse"), N_("Migration"), N_("Wild geese"), N_("Salmon"), N_("Lia Fáil"),
    N_("Emer"), N_("Walls"), N_("Stronghold"), N_("Bard"),
]  # fmt: skip
TILE_RULES: Final = [
    N_("Ogam's wisdom: after both blockers are set, move one of them to your open section"),
    N_("Hour of the master-builder: discs that you lose this round are collected, up to three, and built again when all have passed"),
    N_("Cú Chulainn's ruse: two Fomori on the map change places. Choose the first one on the map"),
    N_("Big migration: two Áits of any leaders change places. Choose the first one on the map"),
    N_("Flight of the wild geese: 2 fame for each province with a fort of yours"),
    N_("Trail of the salmon: 2 fame for each port with a fort of yours"),
    N_("Lia Fáil: 2, 4, 6 or 8 fame if you are first, second, third or fourth in fame; not while any two leaders are level"),
    N_("Emer's mercy: 5 fame if every other leader has more corruption than you"),
    N_("High walls: 2 fame for each Broch and Caer of yours"),
    N_("Sublime stronghold: 3 fame for each Caer of yours"),
    N_("Song of the bard: lose up to 3 corruption"),
]  # fmt: skip
PLACE_KINDS: Final = frozenset(
    [
        actions.PORT, actions.BUILD, actions.SPREAD, actions.REPEL,
        actions.RUSE, actions.RUSE_WITH, actions.MIGRATE, actions.MIGRATE_WITH,
    ]
)  # fmt: skip
BAR_KINDS: Final = frozenset([actions.PASS, actions.END_TURN, actions.STOP, actions.TROPHY])


@final
class Scene:
    """One position, seen by one seat, in one language, with what may be done."""

    def __init__(self, rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker, prefix: str) -> None:
        self.rules = rules
        self.view = view
        self.offers = offers
        self.say = say
        self.prefix = prefix
        self.is_narrow = prefix != ""
        self.box = view.table.box
        self.island = view.table.island
        self.deck = view.table.deck
        self.space = view.table.space
        self.chart: Chart = chart_of(
            rules.components, self.island.names, self.box.province_names, self.box.colour_names
        )
        self.state = view.known()
        self.face: Face = rules.game.face()
        self.n_seats = view.n_seats
        self.focus = view.seat if view.seat >= 0 else view.active  # for whom values are worked out
        self.is_over = view.to_move() == OVER
        self.at_places: dict[int, list[int]] = {}
        self.in_bar: list[int] = []
        for action in sorted(offers.reasons):
            self.sort_in(action)

    def sort_in(self, action: int) -> None:
        """Put an offer to its location, or among the choices without one."""
        kind = self.space.kind_of[action]
        if kind in PLACE_KINDS:
            self.at_places.setdefault(self.place_of(action), []).append(action)
        elif kind == actions.KEEP:
            if self.offers.is_legal(action):  # what one does not have is no choice worth a button
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

    def offer(self, action: int) -> str:
        """What a button for this action says."""
        return self.say(self.face.action(self.rules, self.view, action))

    def refusal(self, action: int) -> str:
        """Why an action that is shown cannot be done; "" if it can."""
        reason: Reason | None = self.offers.reason(action)
        return self.say.reason(reason) if reason is not None else ""

    def status(self) -> str:
        return self.say(self.face.status(self.rules, self.view))

    def verb(self, action: int) -> str:
        """A few words for an item of a place's menu."""
        kind = self.space.kind_of[action]
        place = self.place_of(action)
        if kind == actions.BUILD:
            return self.say(self.build_verb(place))
        if kind == actions.SPREAD:
            return self.say(Message(N_("Spread: %(count)s Fomori"), count=spread_cost(self.state, place)))
        if kind == actions.REPEL:
            return self.say(self.repel_verb(place, self.space.arg(action) % 2))
        if kind in (actions.RUSE, actions.RUSE_WITH):
            return self.say.word(N_("Ruse: exchange"))
        if kind in (actions.MIGRATE, actions.MIGRATE_WITH):
            return self.say.word(N_("Migration: exchange"))
        return self.say.word(N_("Land here"))

    def build_verb(self, place: int) -> Message:
        level = self.state.level(place)
        if level:
            return Message(N_("Raise to a %(level)s"), level=LEVELS[min(3, level + 1)])
        if free_sites(self.state, self.focus) >> place & 1:
            return Message(N_("Build an Áit"))
        return Message(N_("Outpost for %(fame)s fame"), fame=OUTPOST_FAME)

    def repel_verb(self, place: int, for_corruption: int) -> Message:
        threat = self.state.threat(place)
        gain = self.box.fame[threat]
        if free_reach(self.state, self.focus) >> place & 1:
            return (
                Message(N_("Repel: −1 corruption"))
                if for_corruption
                else Message(N_("Repel: +%(fame)s fame"), fame=gain)
            )
        if for_corruption:
            return Message(N_("Repel: −1 corruption, −%(cost)s fame"), cost=DISTANT_FAME)
        return Message(N_("Repel: +%(fame)s −%(cost)s fame"), fame=gain, cost=DISTANT_FAME)

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
                Message(N_("%(level)s of %(player)s (%(tribe)s)"), level=level, player=Seat(owner), tribe=TRIBES[owner])
            )
        if threat < 0:
            return self.say.word(N_("Empty"))
        return self.say(
            Message(
                N_("%(threat)s: repelling takes %(swords)s and gives %(fame)s fame, or takes away 1 corruption"),
                threat=Message(THREAT_WORDS[threat]), swords=counted(SWORDS, self.box.strength[threat]), fame=self.box.fame[threat],
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

    def seats(self) -> list[int]:
        """The seats clockwise, beginning with the one that looks."""
        first = max(0, self.view.seat)
        return [(first + i) % self.n_seats for i in range(self.n_seats)]

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
            ("fomori", v.held[seat], word(N_("Fomori, face-down: nobody knows their species"))),
            ("trophy", v.trophies[seat], say(castles)),
        ]
        if v.saved[seat]:
            out.append(("tile-master_builder", v.saved[seat], word(N_("Discs collected by the master-builder"))))
        return out

    def final_value(self, seat: int) -> int:
        """What would count for a leader if the game ended as the map stands now."""
        t, f = self.balance()
        return final_fame(self.state, seat) if t > f else final_corruption(self.state, seat)

    def places(self) -> list[int]:
        return ranks(self.state)

    def note(self, seat: int) -> Message | None:
        """Whose turn, who has passed, who is still choosing."""
        v = self.view
        if self.is_over:
            return (
                Message(N_("Victory"))
                if self.places()[seat] == 1
                else Message(N_("Place %(place)s"), place=self.places()[seat])
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
        """The four cards in front of a leader: a card, -2 - back if it lies face-down, -1 if there is none."""
        return self.view.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]

    def has_cards(self, seat: int) -> bool:
        return any(card != NO_CARD for card in self.cards(seat))

    def amounts(self, card: int, section: int) -> list[int]:
        first = (card * N_SECTIONS + section) * N_SYMBOLS
        return self.deck.shows[first : first + N_SYMBOLS]

    def section_sum(self, seat: int, section: int) -> list[int]:
        """What a section shows on the cards that lie face-up."""
        total = [0] * N_SYMBOLS
        for card in self.cards(seat):
            if card >= 0:
                total = [a + b for a, b in zip(total, self.amounts(card, section), strict=True)]
        return total

    def back_of(self, card: int) -> int:
        return FACE_DOWN - card if card <= FACE_DOWN else self.deck.backs[card]

    def blockers(self, seat: int) -> list[tuple[int, bool]]:
        """The blocked sections of a leader, and whether the block is still under seal (one's own)."""
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

    def pile(self, pile: int) -> list[tuple[int, int]]:
        return [(tile, copies(pile, tile)) for tile in range(self.box.n_tiles) if copies(pile, tile)]

    def take_action(self, tile: int) -> int:
        return self.view.table.take + tile

    def use_action(self, seat: int, tile: int) -> int:
        if seat != self.view.to_move() or tile < FIRST_PLAIN:
            return -1
        return self.view.table.use + tile - FIRST_PLAIN

    def gain(self, seat: int, tile: int) -> int:
        """What using a tile now would bring a leader; -1 for tiles that bring no points."""
        return tile_gain(self.state, seat, tile) if seat >= 0 and tile >= FIRST_PLAIN else -1

    def tile_short(self, tile: int) -> str:
        if tile < CAULDRON:
            return self.say.word(TILE_SHORT[tile])
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
            return Message(TILE_RULES[tile])
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


COLOURS: Final = [N_("amber"), N_("heather"), N_("chalk"), N_("slate")]  # of the files that come with the game
