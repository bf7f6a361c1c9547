"""The course of a game of Armorica: one handler per kind of decision or draw."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.core.nouns import counted
from brehon.core.text import N_, NN_, Message, Reason
from brehon.games.armorica import events
from brehon.games.armorica.data import AMPHORA_SHIFT, FIELD, GAUL, ICON_ROWS, N_DECKS, ROMAN, SUIT_ROWS, SUITS
from brehon.games.armorica.state import DEALING, ENDED, GAUL_TURN, WINTER, Armorica, Phase

# results of the tests below; OPEN means legal
OPEN: Final = 0
NOT_NOW: Final = 1
NO_CARD: Final = 2
OUT_OF_RANGE: Final = 3
MUST_TAKE: Final = 4
NO_PASS_IN_WINTER: Final = 5
NOT_HELD: Final = 6
HAS_AMPHORA: Final = 7
LEFT_OF_CHOSEN: Final = 8
TOO_FEW_LEFT: Final = 9

TAKE_WORDS: Final = [N_("Gaul"), N_("Roman")]
DEAL_WORDS: Final = [
    N_("the Gaul piles are shuffled: chance turns up their cards"),
    N_("the Roman piles are shuffled: chance turns up their cards"),
]
REFILL_WORDS: Final = [
    N_("the next card of the Gaul deck fills the row; chance turns it up"),
    N_("the next card of the Roman deck fills the row; chance turns it up"),
]
PHASE_WORDS: Final = [
    N_("seating"), N_("dealing"), N_("Gaul immigration"), N_("Roman immigration"), N_("winter starvation"), N_("the end")
]  # fmt: skip


@final
class Seating(Phase):
    """AM-2: chance names the first start player; start cards are dealt in turn order from there."""

    def legal(self, s: Armorica) -> list[int]:
        return [s.table.seating + seat for seat in range(s.n_seats)]  # AM-2.1

    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None:
        table = s.table
        first = action - table.seating
        s.first = first
        s.marker = first  # AM-2.2
        for seat in range(s.n_seats):
            card = table.cards.first_start + (seat - first) % s.n_seats  # AM-2.3
            s.displays[seat].append(card)  # AM-2.4
            s.goods[seat] = table.cards.columns[card]
        s.phase = DEALING
        s.seat = first
        s.turn = 1
        if log is not None:
            log.append(Event(events.STARTED, first))

    def why_not(self, s: Armorica, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


@final
class Dealing(Phase):
    """Chance reveals the next card of a deck; its order exists only from now on (AM-2.6, AM-2.8)."""

    def legal(self, s: Armorica) -> list[int]:
        deck = short_row(s)
        left = s.left[deck]
        ends = s.table.cards.piles[deck]
        deal = s.table.deal
        for pile in range(len(ends) - 1):  # AM-2.7, AM-2.9: the upper pile is used up first
            if left & ((1 << ends[pile + 1]) - 1):
                return [deal + card for card in range(ends[pile], ends[pile + 1]) if left >> card & 1]
        raise AssertionError("nothing is left to deal")

    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None:
        deck = short_row(s)
        card = action - s.table.deal
        s.left[deck] -= 1 << card
        s.rows[deck].append(card)  # AM-2.12, AM-4.10, AM-5.14: a new card is the leftmost
        if log is not None:
            log.append(Event(events.DEALT, -1, card, deck))
        if short_row(s) < 0:
            s.phase = s.after_deal
            after_refill(s, log)

    def why_not(self, s: Armorica, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


@final
class Immigration(Phase):
    """AM-4 and AM-5: in turn order each seat takes one card of the row, or passes and discards the rightmost."""

    def __init__(self, deck: int) -> None:
        self.deck: int = deck

    def refusal(self, s: Armorica, action: int) -> int:
        """OPEN, or why this action cannot be done."""
        table = s.table
        position = action - self.deck * table.row_size  # counted from 0
        if 0 <= position < table.row_size:
            row = s.rows[self.deck]
            if position >= len(row):  # AM-4.11, AM-5.15: a short row has fewer positions
                return NO_CARD
            return OPEN if position < reach(s, row[position]) else OUT_OF_RANGE
        if action == table.pass_action:
            if table.voluntary_pass:  # AM-4.2, AM-5.11
                return OPEN
            return MUST_TAKE if self.can_take(s) else OPEN  # AM-5.10: without a legal card one must pass
        return NOT_NOW

    def can_take(self, s: Armorica) -> bool:
        row = s.rows[self.deck]
        return any(position < reach(s, row[position]) for position in range(len(row)))

    def legal(self, s: Armorica) -> list[int]:
        row = s.rows[self.deck]
        first = self.deck * s.table.row_size
        out = [first + position for position in range(len(row)) if position < reach(s, row[position])]
        if self.refusal(s, s.table.pass_action) == OPEN:
            out.append(s.table.pass_action)  # AM-4.1, AM-5.1: exactly one card, or pass
        return out

    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None:
        deck = self.deck
        row = s.rows[deck]
        if action == s.table.pass_action:
            card = row.pop(0) if row else -1  # AM-4.8, AM-5.12
            if log is not None:
                log.append(Event(events.PASSED, s.seat, card, deck))
        else:
            position = action - deck * s.table.row_size
            card = row.pop(position)  # AM-4.9, AM-5.13: the others close up to the right
            s.displays[s.seat].append(card)  # AM-4.6, AM-4.7, AM-5.9
            s.goods[s.seat] += s.table.cards.columns[card]
            if log is not None:
                log.append(Event(events.TOOK, s.seat, card, deck, position + 1))
        if s.left[deck] != 0:  # AM-3.5: the refill comes before the next seat
            s.after_deal = s.phase
            s.phase = DEALING
        else:
            after_refill(s, log)

    def why_not(self, s: Armorica, action: int) -> Reason | None:
        code = self.refusal(s, action)
        if code == OPEN:
            return None
        row = s.rows[self.deck]
        if code == NO_CARD:
            rule = "AM-4.11" if self.deck == GAUL else "AM-5.15"
            text = Message(NN_("the row has only %(n)s card", "the row has only %(n)s cards"), n=len(row))
            return Reason("no-card", rule, text, action % s.table.row_size + 1, len(row))
        if code == MUST_TAKE:
            rule = "AM-4.2" if self.deck == GAUL else "AM-5.11"
            return Reason("must-take", rule, Message(N_("at this table only who can take no card may pass")))
        if code == OUT_OF_RANGE:
            return self.out_of_range(s, row[action - self.deck * s.table.row_size], action)
        return not_now(s, action)

    def out_of_range(self, s: Armorica, card: int, action: int) -> Reason:
        cards = s.table.cards
        need = action - self.deck * s.table.row_size + 1
        icon = cards.access[card] // 8
        have = reach(s, card)
        rule = "AM-4.3" if self.deck == GAUL else SUIT_ROWS[cards.suits[card]].rule
        text = Message(
            N_("%(suit)s card in place %(place)s: needs %(goods)s, you have %(have)s"),
            suit=Message(SUITS[cards.suits[card]]), place=need, goods=counted(ICON_ROWS[icon].several, need), have=have,
        )  # fmt: skip
        return Reason("range", rule, text, need, have)


@final
class Winter(Phase):
    """AM-6: a seat with more cards than amphorae discards cards without amphorae, one at a time, from left to right."""

    def refusal(self, s: Armorica, action: int) -> int:
        table = s.table
        if action == table.pass_action:
            return NO_PASS_IN_WINTER
        card = action - table.starve
        if not 0 <= card < table.cards.n_cards:
            return NOT_NOW
        display = s.displays[s.seat]
        if card not in display:
            return NOT_HELD
        if table.cards.columns[card] >> AMPHORA_SHIFT:  # AM-6.5
            return HAS_AMPHORA
        place = display.index(card)
        if place < s.cursor:
            return LEFT_OF_CHOSEN
        return OPEN if bare_cards(s, s.seat, place) >= hunger(s, s.seat) else TOO_FEW_LEFT

    def legal(self, s: Armorica) -> list[int]:
        starve = s.table.starve
        display = s.displays[s.seat]
        out = [starve + card for card in display if self.refusal(s, starve + card) == OPEN]  # AM-6.4
        out.sort()
        return out

    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None:
        card = action - s.table.starve
        display = s.displays[s.seat]
        s.cursor = display.index(card)
        del display[s.cursor]  # AM-6.6
        s.goods[s.seat] -= s.table.cards.columns[card]
        if log is not None:
            log.append(Event(events.STARVED, s.seat, card))
        if hunger(s, s.seat) == 0:  # AM-6.7
            s.acted += 1
            s.seat = (s.seat + 1) % s.n_seats
            go_on_with_winter(s, log)

    def why_not(self, s: Armorica, action: int) -> Reason | None:
        code = self.refusal(s, action)
        if code == OPEN:
            return None
        need = hunger(s, s.seat)
        if code == NO_PASS_IN_WINTER:
            text = Message(
                N_("in winter you must discard until you have no more cards than amphorae: %(need)s to go"), need=need
            )
            return Reason("must-starve", "AM-6.3", text, need, 0)
        if code == NOT_NOW:
            return not_now(s, action)
        if code == NOT_HELD:
            return Reason("not-held", "AM-6.4", Message(N_("this card is not in your display")))
        if code == HAS_AMPHORA:
            return Reason("amphora", "AM-6.5", Message(N_("a card with an amphora may never be discarded")))
        if code == LEFT_OF_CHOSEN:
            return Reason(
                "order",
                "AM-6.4",
                Message(N_("choose from left to right: you have already discarded a card further right")),
            )
        bare = bare_cards(s, s.seat, s.displays[s.seat].index(action - s.table.starve))
        text = Message(
            NN_(
                "choose from left to right: %(need)s must go, but from here on only %(have)s has no amphora",
                "choose from left to right: %(need)s must go, but from here on only %(have)s have no amphora",
                "have",
            ),
            need=need,
            have=bare,
        )
        return Reason("too-few", "AM-6.3", text, need, bare)


@final
class End(Phase):
    """The game is over."""

    def legal(self, s: Armorica) -> list[int]:
        return []

    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None:
        raise AssertionError("the game is over")

    def why_not(self, s: Armorica, action: int) -> Reason | None:
        return not_now(s, action)


PHASES: Final[list[Phase]] = [  # AM-3.1: in this order
    Seating(), Dealing(), Immigration(GAUL), Immigration(ROMAN), Winter(), End()
]  # fmt: skip


def not_now(s: Armorica, action: int) -> Reason:
    """The action belongs to another phase, or to chance."""
    table = s.table
    now = Message(PHASE_WORDS[s.phase])
    if action < table.pass_action:
        deck = GAUL if action < table.row_size else ROMAN
        text = Message(
            N_("a %(kind)s card cannot be taken now: this is %(phase)s"), kind=Message(TAKE_WORDS[deck]), phase=now
        )
        return Reason("phase", "AM-3.1", text)
    if action == table.pass_action:
        return Reason("phase", "AM-3.1", Message(N_("there is nothing to pass: this is %(phase)s"), phase=now))
    if action < table.seating:
        return Reason("phase", "AM-6.7", Message(N_("cards are only discarded in winter, and only as many as must go")))
    if action < table.deal:
        return Reason("chance", "AM-2.1", Message(N_("only chance can do this")))
    return Reason("chance", *why_chance_deals(s, action - table.deal))


def why_chance_deals(s: Armorica, card: int) -> tuple[str, Message]:
    """The rule by which a card comes into its row, and its words."""
    deck = GAUL if card < s.table.cards.piles[ROMAN][0] else ROMAN
    if s.turn == 0 or s.acted < 0:  # the first rows are not complete
        rule = "AM-2.6" if deck == GAUL else "AM-2.8"
        return rule, Message(DEAL_WORDS[deck])
    rule = "AM-4.10" if deck == GAUL else "AM-5.14"
    return rule, Message(REFILL_WORDS[deck])


def short_row(s: Armorica) -> int:
    """The deck whose row must be filled next, or -1."""
    size = s.table.row_size  # AM-2.10, AM-2.11
    if len(s.rows[GAUL]) < size and s.left[GAUL] != 0:
        return GAUL
    if len(s.rows[ROMAN]) < size and s.left[ROMAN] != 0:
        return ROMAN
    return -1


def reach(s: Armorica, card: int) -> int:
    """How many positions from the right are in range of the seat to act, for this card."""
    # AM-4.3, AM-4.12: a Gaul by wheat; a Roman by the icon of its suit; AM-4.5, AM-5.8: before it is added
    return s.goods[s.seat] >> s.table.cards.access[card] & FIELD


def hunger(s: Armorica, seat: int) -> int:
    """How many cards a seat has beyond its amphorae (AM-6.1, AM-6.3); none if negative (AM-6.2)."""
    return max(0, len(s.displays[seat]) - (s.goods[seat] >> AMPHORA_SHIFT))


def bare_cards(s: Armorica, seat: int, place: int) -> int:
    """Cards without amphorae in a display from a place on."""
    columns = s.table.cards.columns
    display = s.displays[seat]
    return sum(1 for i in range(place, len(display)) if columns[display[i]] >> AMPHORA_SHIFT == 0)


def after_refill(s: Armorica, log: list[Event] | None) -> None:
    """The rows are full again: the next seat, the next phase, or the rest of the end of the turn."""
    if s.phase == WINTER:
        end_turn(s, log)
        return
    if s.acted < 0:  # the first rows have been dealt
        s.acted = 0
        return
    s.acted += 1
    s.seat = (s.seat + 1) % s.n_seats  # AM-3.2, AM-3.3: once each, clockwise from the marker
    if s.acted < s.n_seats:
        return
    s.acted = 0  # AM-3.4; s.seat is the marker's again
    s.phase += 1
    if s.phase == WINTER:
        go_on_with_winter(s, log)


def go_on_with_winter(s: Armorica, log: list[Event] | None) -> None:
    """Skip the seats that need not discard."""
    s.cursor = 0
    while s.acted < s.n_seats:
        need = hunger(s, s.seat)
        if need > 0:
            assert bare_cards(s, s.seat, 0) >= need  # AM-6.8
            return
        s.acted += 1
        s.seat = (s.seat + 1) % s.n_seats
    s.marker = (s.marker + 1) % s.n_seats  # AM-7.1
    s.seat = s.marker
    s.acted = 0
    s.clearing = s.table.year_steps  # AM-7.4: none with three or four seats
    end_turn(s, log)


def end_turn(s: Armorica, log: list[Event] | None) -> None:
    """AM-7 after the marker has moved: the two-player step, the end of the game, or the next turn."""
    while s.clearing > 0:
        s.clearing -= 1
        for deck in range(N_DECKS):
            if s.rows[deck]:
                card = s.rows[deck].pop(0)  # AM-7.2
                if log is not None:
                    log.append(Event(events.CLEARED, -1, card, deck))
        if short_row(s) >= 0:  # AM-7.3
            s.phase = DEALING
            s.after_deal = WINTER
            return
    if s.left[GAUL] == 0 or s.left[ROMAN] == 0:  # AM-8.1, AM-8.2; AM-8.3, AM-8.4: checked only here
        s.phase = ENDED
        if log is not None:
            log.append(Event(events.ENDED, -1, s.turn))
        return
    s.turn += 1
    s.phase = GAUL_TURN
    if log is not None:
        log.append(Event(events.MARKER, s.marker, s.turn))
