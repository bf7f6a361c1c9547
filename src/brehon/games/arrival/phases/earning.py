"""AR-4 and AR-5: drawing, revealing and blocking earning cards, and Ogam's wisdom."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import Reason
from brehon.games.arrival import events
from brehon.games.arrival.data import (
    CARDS_EACH,
    N_BACKS,
    N_SECTIONS,
    N_STACKS,
    OGAM,
    PLACE,
    PRIME,
    copies,
    one,
)
from brehon.games.arrival.phases.reasons import not_now, why_not_block, why_not_ogam
from brehon.games.arrival.state import (
    BACKS,
    BLOCK,
    DRAW,
    EXPLOIT,
    FACE_DOWN,
    NEXT_DRAW,
    NEXT_OGAM,
    NEXT_REVEAL,
    REVEAL,
    Arrival,
    Phase,
    Station,
)
from brehon.games.arrival.state import OGAM as OGAM_PHASE


@final
class RoundStarts(Station):
    """AR-3.14: a round begins with the earning phase."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        s.round += 1  # AR-16.3, AR-2.3: from 1 on
        s.starter = s.next_starter
        s.next_starter = -1
        s.passed = 0
        s.step = 0
        s.old = 0
        s.mixed = 0
        for seat in range(s.n_seats):
            s.blocked[seat] = 0
        if log is not None:
            log.append(Event(events.ROUND, s.starter, s.round))
        s.phase = NEXT_DRAW


@final
class NextDraw(Station):
    """AR-4.1: lap by lap, in turn order, until every leader has four cards."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        if s.step < CARDS_EACH * s.n_seats:
            s.seat = (s.starter + s.step) % s.n_seats  # AR-3.13
            s.phase = DRAW
        else:
            s.step = 0
            s.phase = NEXT_REVEAL


@final
class Draw(Phase):
    """DP-2: the top card of any stack, by its back."""

    def legal(self, s: Arrival) -> list[int]:
        return [s.table.draw + stack for stack in range(N_STACKS)]

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        stack = action - s.table.draw
        back = s.tops[stack]
        s.rows[s.seat * CARDS_EACH + s.step // s.n_seats] = FACE_DOWN - back  # AR-4.2, AR-4.3
        s.step += 1
        s.sizes[stack] -= 1
        s.tops[stack] = -1
        if log is not None:
            log.append(Event(events.DREW, s.seat, stack, back))
        if s.sizes[stack] == 0:
            split_anew(s, log)
        s.phase = BACKS

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return None if 0 <= action - s.table.draw < N_STACKS else not_now(s, action)


def split_anew(s: Arrival, log: list[Event] | None) -> None:
    """AR-4.5: a stack is empty, so all discards and all cards of the stacks make three new ones."""
    discards = s.table.deck.all & ~s.unseen
    for card in s.rows:
        if card >= 0:
            discards &= ~(1 << card)
    if discards:
        s.old = s.step  # AR-4.6: cards in front stay where they are, so none of them is one of the discards
        s.mixed = discards
        s.unseen |= discards
    in_front = s.n_seats * CARDS_EACH - s.rows.count(-1)
    deal_stacks(s, s.table.deck.n_cards - in_front)
    count_loose(s)
    if log is not None:
        log.append(Event(events.SPLIT, -1, s.sizes[0], s.sizes[1], s.sizes[2]))


def count_loose(s: Arrival) -> None:
    """Recount the backs when no stack shows one: all unseen cards except those face-down in front of leaders."""
    for back in range(N_BACKS):
        unseen = (s.unseen & s.table.deck.by_back[back]).bit_count()
        s.loose[back] = unseen - s.rows.count(FACE_DOWN - back)


def deal_stacks(s: Arrival, cards: int) -> None:
    """Three stacks whose sizes differ by at most one, the larger first (AR-2.10)."""
    for stack in range(N_STACKS):
        s.sizes[stack] = (cards + N_STACKS - 1 - stack) // N_STACKS
        s.tops[stack] = -1


@final
class NextReveal(Station):
    """AR-5.8: two cards of every leader, a blocker of every leader, a third card, the other blocker, the fourth card."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        n = s.n_seats
        blocked = s.blocked[s.starter]  # AR-1.4, AR-2.8: two blockers for each leader
        is_first = s.step == 2 * n and blocked == 0  # AR-5.1, AR-5.2
        is_second = s.step == 3 * n and blocked & (blocked - 1) == 0  # AR-5.3, AR-5.4
        if is_first or is_second:
            start_blocking(s)
        elif s.step == CARDS_EACH * n:  # AR-5.5
            s.step = 0
            s.phase = NEXT_OGAM
        else:
            s.seat = (s.starter + s.step) % n
            s.phase = REVEAL


def start_blocking(s: Arrival) -> None:
    s.seat = s.starter
    s.choosing = (1 << s.n_seats) - 1 if s.table.simultaneous else 1 << s.starter  # AR-5.9
    s.phase = BLOCK


@final
class Reveal(Phase):
    """Chance decides which of the unseen cards with its back a face-down card is. In the order drawn."""

    def fronts(self, s: Arrival) -> int:
        card = s.rows[s.seat * CARDS_EACH + s.step // s.n_seats]
        fronts = s.unseen & s.table.deck.by_back[FACE_DOWN - card]
        return fronts & ~s.mixed if s.step < s.old else fronts

    def legal(self, s: Arrival) -> list[int]:
        first = s.table.reveal
        out: list[int] = []
        left = self.fronts(s)
        while left:
            bit = left & -left
            left ^= bit
            out.append(first + PLACE[bit % PRIME])
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        card = action - s.table.reveal
        place = s.step // s.n_seats
        s.rows[s.seat * CARDS_EACH + place] = card
        s.unseen &= ~(1 << card)
        if log is not None:
            log.append(Event(events.REVEALED, s.seat, card, place))
        s.step += 1
        s.phase = NEXT_REVEAL

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


@final
class Block(Phase):
    """DP-3 and DP-4: every leader blocks one section, secretly and simultaneously, or in turn order."""

    def legal(self, s: Arrival) -> list[int]:
        blocked = s.blocked[s.seat]
        return [s.table.block + section for section in range(N_SECTIONS) if not blocked >> section & 1]

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        section = action - s.table.block
        seat = s.seat
        s.choosing &= ~(1 << seat)
        if not s.table.simultaneous:
            self.show(s, seat, section, log)
            s.seat = (seat + 1) % s.n_seats
            if s.seat != s.starter:
                s.choosing = 1 << s.seat
            else:
                s.phase = NEXT_REVEAL
            return
        s.sealed[seat] = section
        if log is not None:
            log.append(Event(events.SEALED, seat))
        if s.choosing:
            s.seat = s.starter
            while not s.choosing >> s.seat & 1:
                s.seat = (s.seat + 1) % s.n_seats
            return
        for offset in range(s.n_seats):
            other = (s.starter + offset) % s.n_seats
            self.show(s, other, s.sealed[other], log)
            s.sealed[other] = -1
        s.phase = NEXT_REVEAL

    def show(self, s: Arrival, seat: int, section: int, log: list[Event] | None) -> None:
        s.blocked[seat] |= 1 << section  # AR-5.6
        if log is not None:
            log.append(Event(events.BLOCKED, seat, section, reveals=s.table.simultaneous))

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        section = action - s.table.block
        if not 0 <= section < N_SECTIONS:
            return not_now(s, action)
        return why_not_block(s, section)


@final
class NextOgam(Station):
    """AR-5.10: once around the table, holders of Ogam's wisdom may use it; the others are skipped."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        while s.step < s.n_seats:
            s.seat = (s.starter + s.step) % s.n_seats
            if copies(s.tiles[s.seat], OGAM):
                s.phase = OGAM_PHASE
                return
            s.step += 1
        s.phase = EXPLOIT


@final
class Ogam(Phase):
    """DP-5: decline, or move a blocker onto the open section, which opens the section that it leaves (AR-13.2)."""

    def legal(self, s: Arrival) -> list[int]:
        blocked = s.blocked[s.seat]
        out = [s.table.ogam]
        for section in range(N_SECTIONS):
            if blocked >> section & 1:  # AR-14.9b
                out.append(s.table.ogam + 1 + section)
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        choice = action - s.table.ogam
        if choice == 0:
            s.step += 1
        else:
            closed = s.open_section(s.seat)
            s.blocked[s.seat] ^= 1 << (choice - 1) | 1 << closed
            s.tiles[s.seat] -= one(OGAM)
            s.used += one(OGAM)
            if log is not None:
                log.append(Event(events.OGAM, s.seat, choice - 1, closed))
        s.phase = NEXT_OGAM

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        choice = action - s.table.ogam
        if not 0 <= choice <= N_SECTIONS:
            return not_now(s, action)
        return why_not_ogam(s, choice)
