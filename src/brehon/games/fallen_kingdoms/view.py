"""What a seat may know of a game of Fallen Kingdoms, and a state that it must hold possible (part F of the specification).

Hidden are: god cards not chosen or not revealed, what the Norns saw and put under the deck, and with hidden scoring the scores of
the others. The order of a deck that nobody has seen does not exist and needs no hiding.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from brehon.core.contract import CHANCE, ORACLE, OVER, View
from brehon.games.fallen_kingdoms.data import N_GODS, N_KNOWLEDGE, Map
from brehon.games.fallen_kingdoms.scoring import intimidation_of
from brehon.games.fallen_kingdoms.state import CHANCES, CHOOSE_GOD, DEAL_GOD, DEAL_SECOND, ENDED, LAYING, Fallen, Table

HIDDEN: Final = -9  # something is there, but this seat does not know what
SCORE_STEP: Final = 5  # FK-17.1: what is left on the track is the score modulo 5


@final
class FallenView(View):
    """Listed field by field. Cards that this seat has not seen are merged into `pool`, wherever they lie."""

    def __init__(self, s: Fallen, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        self.table: Table = s.table
        self.map: Map = s.map
        self.phase: int = s.phase
        self.todo: list[int] = s.todo[:]
        self.active: int = s.active
        self.round: int = s.round
        self.turn: int = s.turn
        self.marker: int = s.marker
        self.laid: list[int] = s.laid[:]
        self.owner: list[int] = s.owner[:]
        self.units: list[int] = s.units[:]
        self.held: list[int] = s.held[:]
        self.built: list[int] = s.built[:]
        self.temple: list[int] = s.temple[:]
        self.temples: int = s.temples
        self.flags: list[int] = s.flags[:]
        self.reserve: list[int] = s.reserve[:]
        self.sheet: list[int] = s.sheet[:]
        self.waiting: list[int] = s.waiting[:]
        self.tracks: list[int] = s.tracks[:]
        self.rumors: list[int] = s.rumors[:]
        self.private: list[int] = s.private[:]
        self.access: list[int] = s.access[:]
        self.lent: list[int] = s.lent[:]
        self.claimed: list[int] = s.claimed[:]
        self.invaders: int = s.invaders
        self.public: int = s.public
        self.fresh: int = s.fresh
        self.deck: int = s.deck
        self.display: list[int] = s.display[:]
        self.tiles: list[int] = s.tiles[:]
        self.stack: int = s.stack
        self.market: list[int] = s.market[:]
        self.rumor_left: int = s.rumor_left
        self.rumor_top: int = s.rumor_top
        self.discarded: int = s.discarded
        self.razed: int = s.razed
        self.producing: bool = s.producing
        self.power: int = s.power
        self.barred: int = s.barred
        self.points: int = s.points
        self.place: int = s.place
        self.orders: list[int] = s.orders[:]
        self.sent: list[int] = s.sent[:]
        self.coming: list[int] = s.coming[:]
        self.attacked: int = s.attacked
        self.target: int = s.target
        self.defender: int = s.defender
        self.stage: int = s.stage
        self.dice: int = s.dice
        self.miss: bool = s.miss
        self.hits: int = s.hits
        self.rolls: int = s.rolls
        self.routed: bool = s.routed
        self.kills: int = s.kills
        self.leaving: int = s.leaving
        self.order: list[int] = s.order[:]
        self.casualties: int = s.casualties
        self.slots: list[int] = s.slots[:]
        # what this seat does not know in full
        self.decider: int = s.seat
        self.dealt: list[int] = _seen_gods(s, seat)
        self.god: list[int] = _seen_choices(s, seat)
        self.drawn: list[int] = s.drawn[:] if seat == ORACLE or seat == s.active else [HIDDEN] * len(s.drawn)
        self.bottom: list[int] = []  # the known end of the knowledge deck, HIDDEN where only others know the card
        self.bottom_seen: list[int] = s.bottom_seen[:]  # who knows is open, what is not
        self.pool: int = s.pool
        for i in range(len(s.bottom)):
            if knows(s.bottom_seen[i], seat):
                self.bottom.append(s.bottom[i])
            else:
                self.bottom.append(HIDDEN)
                self.pool += 1 << 2 * s.bottom[i]
        if seat != ORACLE and seat != s.active:
            for card in s.drawn:
                self.pool += 1 << 2 * card
        self.hides_scores: bool = s.table.switches.hidden_scoring and s.phase != ENDED and seat != ORACLE
        self.score: list[int] = [
            s.score[i] % SCORE_STEP if self.hides_scores and i != seat else s.score[i] for i in range(s.n_seats)
        ]  # [seat] of the others only what is left on the track, if scores are hidden

    def intimidation(self, seat: int) -> int:
        """As the rules see it; 0 before the gods are revealed."""
        return intimidation_of(self.god[seat], self.rumors, self.access[seat], seat) if self.god[seat] >= 0 else 0

    def intimidation_order(self) -> list[int]:
        """FK-1.16, FK-3.5: the order that the board displays, highest first; it follows from the rest."""
        order = list(range(self.n_seats))
        for i in range(1, self.n_seats):
            j = i
            while j > 0 and self.intimidation(order[j]) > self.intimidation(order[j - 1]):
                order[j], order[j - 1] = order[j - 1], order[j]
                j -= 1
        return order

    def to_move(self) -> int:
        phase = self.phase
        if CHANCES >> phase & 1:
            return self.table.switches.layer(len(self.laid), self.n_seats) if phase == LAYING else CHANCE
        if phase == CHOOSE_GOD and self.seat >= 0 and self.movers() >> self.seat & 1:
            return self.seat
        return OVER if phase == ENDED else self.decider

    def movers(self) -> int:
        if self.phase == CHOOSE_GOD:
            mask = 0
            for seat in range(self.n_seats):
                if self.god[seat] == -1:
                    mask |= 1 << seat
            return mask
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def key(self) -> str:
        place = [self.phase, self.active, self.round, self.turn, self.marker, self.to_move()]
        board = f"{self.map.tiles}{self.laid}{self.owner}{self.units}{self.held}{self.built}{self.temple}{self.flags}"
        seats = f"{self.god}{self.dealt}{self.reserve}{self.sheet}{self.waiting}{self.tracks}{self.score}{self.rumors}"
        lore = f"{self.private}{self.access}{self.lent}{self.claimed}"
        cards = [self.invaders, self.public, self.fresh, self.pool, self.deck, self.stack, self.rumor_left,
                 self.rumor_top, self.discarded, self.razed]  # fmt: skip
        rows = f"{self.bottom}{self.bottom_seen}{self.display}{self.drawn}{self.tiles}{self.market}"
        turn = [int(self.producing), self.power, self.barred, self.points, self.place, self.attacked]
        fight = [self.target, self.defender, self.stage, self.dice, int(self.miss), self.hits, self.rolls,
                 int(self.routed), self.kills, self.leaving, self.casualties]  # fmt: skip
        plans = f"{self.orders}{self.sent}{self.coming}{self.order}{self.slots}"
        return f"{place}{self.todo}{board}{seats}{lore}{cards}{rows}{turn}{fight}{plans}"

    def determinize(self, rng: Random) -> Fallen:
        s = self.known_state()
        if self.seat == ORACLE:
            return s
        guess_gods(s, self.seat, rng)
        cards = unpacked(self.pool)
        shuffle(cards, rng)
        for i in range(len(s.bottom)):
            if s.bottom[i] == HIDDEN:
                s.bottom[i] = cards.pop()
        for i in range(len(s.drawn)):
            if s.drawn[i] == HIDDEN:
                s.drawn[i] = cards.pop()
        s.pool = packed(cards)
        if self.hides_scores:
            self.guess_scores(s, rng)
        if s.phase == CHOOSE_GOD and self.seat >= 0 and s.god[self.seat] < 0:
            s.seat = self.seat
        return s

    def guess_scores(self, s: Fallen, rng: Random) -> None:
        """Somebody who has not counted takes the others to be about where he is himself."""
        base = s.score[self.seat] if self.seat >= 0 else 50
        for seat in range(s.n_seats):
            if seat != self.seat:
                near = max(0, base + int(rng.random() * 41.0) - 20)
                s.score[seat] = near - near % SCORE_STEP + self.score[seat]

    def known_state(self) -> Fallen:
        """Everything as this seat knows it, with HIDDEN where it does not."""
        s = Fallen(self.table)
        s.map = self.map
        s.phase = self.phase
        s.todo = self.todo[:]
        s.seat = self.decider
        s.active = self.active
        s.round = self.round
        s.turn = self.turn
        s.marker = self.marker
        s.laid = self.laid[:]
        s.owner = self.owner[:]
        s.units = self.units[:]
        s.held = self.held[:]
        s.built = self.built[:]
        s.temple = self.temple[:]
        s.temples = self.temples
        s.flags = self.flags[:]
        s.god = self.god[:]
        s.dealt = self.dealt[:]
        s.reserve = self.reserve[:]
        s.sheet = self.sheet[:]
        s.waiting = self.waiting[:]
        s.tracks = self.tracks[:]
        s.score = self.score[:]
        s.rumors = self.rumors[:]
        s.private = self.private[:]
        s.access = self.access[:]
        s.lent = self.lent[:]
        s.claimed = self.claimed[:]
        s.invaders = self.invaders
        s.public = self.public
        s.fresh = self.fresh
        s.pool = self.pool
        s.deck = self.deck
        s.bottom = self.bottom[:]
        s.bottom_seen = self.bottom_seen[:]
        s.display = self.display[:]
        s.drawn = self.drawn[:]
        s.tiles = self.tiles[:]
        s.stack = self.stack
        s.market = self.market[:]
        s.rumor_left = self.rumor_left
        s.rumor_top = self.rumor_top
        s.discarded = self.discarded
        s.razed = self.razed
        s.producing = self.producing
        s.power = self.power
        s.barred = self.barred
        s.points = self.points
        s.place = self.place
        s.orders = self.orders[:]
        s.sent = self.sent[:]
        s.coming = self.coming[:]
        s.attacked = self.attacked
        s.target = self.target
        s.defender = self.defender
        s.stage = self.stage
        s.dice = self.dice
        s.miss = self.miss
        s.hits = self.hits
        s.rolls = self.rolls
        s.routed = self.routed
        s.kills = self.kills
        s.leaving = self.leaving
        s.order = self.order[:]
        s.casualties = self.casualties
        s.slots = self.slots[:]
        return s


def knows(mask: int, seat: int) -> bool:
    """Whether a seat is among those who have seen a card; a mask of -1 means everybody."""
    return mask == -1 or seat == ORACLE or (seat >= 0 and mask >> seat & 1 == 1)


def _seen_gods(s: Fallen, seat: int) -> list[int]:
    """[seat * 2 + i] the god cards dealt: one's own; of the others only how many."""
    if seat == ORACLE:
        return s.dealt[:]
    out: list[int] = []
    for i in range(len(s.dealt)):
        out.append(s.dealt[i] if i // 2 == seat or s.dealt[i] < 0 else HIDDEN)
    return out


def _seen_choices(s: Fallen, seat: int) -> list[int]:
    """[seat] the gods: all once revealed; before that one's own, and whether the others have chosen."""
    if seat == ORACLE or s.phase not in (DEAL_GOD, DEAL_SECOND, CHOOSE_GOD):
        return s.god[:]
    return [s.god[i] if i == seat or s.god[i] < 0 else HIDDEN for i in range(s.n_seats)]


def guess_gods(s: Fallen, seat: int, rng: Random) -> None:
    """Deal the unseen gods to the hidden places, so that every choice that is known or made can have been made."""
    free = [god for god in range(N_GODS) if god not in s.god and god not in s.dealt]
    shuffle(free, rng)
    for other in range(s.n_seats):
        at = other * 2
        if s.dealt[at] != HIDDEN:
            continue
        known = s.god[other]
        first = known if known >= 0 else free.pop()
        if s.dealt[at + 1] == HIDDEN:
            second = free.pop()
            if rng.random() < 0.5:
                first, second = second, first
            s.dealt[at + 1] = second
        s.dealt[at] = first
        if known == HIDDEN:
            both = s.dealt[at + 1] >= 0 and rng.random() < 0.5
            s.god[other] = s.dealt[at + 1] if both else s.dealt[at]


def unpacked(pool: int) -> list[int]:
    """The cards of a pool, one by one."""
    out: list[int] = []
    for card in range(N_KNOWLEDGE):
        for _ in range(pool >> 2 * card & 3):
            out.append(card)
    return out


def packed(cards: list[int]) -> int:
    pool = 0
    for card in cards:
        pool += 1 << 2 * card
    return pool


def shuffle(items: list[int], rng: Random) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        items[i], items[j] = items[j], items[i]
