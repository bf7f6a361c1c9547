"""What a seat may know of a game of Fallen Kingdoms, and a state that is possible as far as it knows (part F of the specification).

Hidden are: god cards not chosen or not revealed, what the Norns saw and put under the deck, and with hidden scoring the scores of
the others. The order of a deck that no one has seen does not exist and needs no hiding.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from brehon.core.contract import CHANCE, ORACLE, OVER, View
from brehon.games.fallen_kingdoms.data import N_GODS, N_KNOWLEDGE
from brehon.games.fallen_kingdoms.scoring import intimidation_of
from brehon.games.fallen_kingdoms.state import CHANCES, CHOOSE_GOD, DEAL_GOD, DEAL_SECOND, ENDED, LAYING, Fallen, Open

HIDDEN: Final = -9  # there is something, but this seat does not know what
SCORE_STEP: Final = 5  # FK-17.1: what is left on the track is the score modulo 5


@final
class FallenView(View, Open):
    """The open fields, and the rest as far as this seat knows it. Cards that it has not seen are merged into `pool`, wherever they are."""

    def __init__(self, s: Fallen, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        self.take(s)
        # what this seat does not know in full
        self.decider: int = s.seat
        self.dealt: list[int] = _seen_gods(s, seat)
        self.god: list[int] = _seen_choices(s, seat)
        self.drawn: list[int] = s.drawn[:] if seat == ORACLE or seat == s.active else [HIDDEN] * len(s.drawn)
        self.bottom: list[int] = []  # the known end of the knowledge deck, HIDDEN where only others know the card
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
        self.score: list[int] = s.score[:]  # [seat] for the others only what is left on the track, if scores are hidden
        if self.hides_scores:
            for i in range(s.n_seats):
                if i != seat:
                    self.score[i] %= SCORE_STEP

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
        return self.key_at([self.phase, self.active, self.round, self.turn, self.marker, self.to_move()])

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
        """A player who has not counted assumes that the others are about where he is himself."""
        base = s.score[self.seat] if self.seat >= 0 else 50
        for seat in range(s.n_seats):
            if seat != self.seat:
                near = max(0, base + int(rng.random() * 41.0) - 20)
                s.score[seat] = near - near % SCORE_STEP + self.score[seat]

    def known_state(self) -> Fallen:
        """Everything as this seat knows it, with HIDDEN where it does not."""
        return Fallen(self.table, self, self.decider)


def knows(mask: int, seat: int) -> bool:
    """Whether a seat is among those who have seen a card; a mask of -1 means all seats."""
    return mask == -1 or seat == ORACLE or (seat >= 0 and mask >> seat & 1 == 1)


def _seen_gods(s: Fallen, seat: int) -> list[int]:
    """[seat * 2 + i] the god cards dealt: the seat's own; for the others only how many."""
    if seat == ORACLE:
        return s.dealt[:]
    out: list[int] = []
    for i in range(len(s.dealt)):
        out.append(s.dealt[i] if i // 2 == seat or s.dealt[i] < 0 else HIDDEN)
    return out


def _seen_choices(s: Fallen, seat: int) -> list[int]:
    """[seat] the gods: all once revealed; before that the seat's own, and whether the others have chosen."""
    if seat == ORACLE or s.phase not in (DEAL_GOD, DEAL_SECOND, CHOOSE_GOD):
        return s.god[:]
    return [s.god[i] if i == seat or s.god[i] < 0 else HIDDEN for i in range(s.n_seats)]


def guess_gods(s: Fallen, seat: int, rng: Random) -> None:
    """Deal the unseen gods to the hidden places, so that every known or completed choice is possible."""
    free = [god for god in range(N_GODS) if god not in s.god and god not in s.dealt]
    s.god, s.dealt = s.god[:], s.dealt[:]  # they are shared with the view
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
