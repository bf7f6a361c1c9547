"""Temples captured, rumor cards taken, kingdoms fallen (FK-10, FK-11); and the end of a round (FK-4.3, FK-12, FK-13, FK-16)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    CARD_GLORY,
    LORE,
    MAX_ROUNDS,
    N_BUILDINGS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    NO_CARD_GLORY,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_FINAL,
    T_HANDLE,
    T_POINTS,
    T_RUMOR,
    T_TURN,
    become_public,
    city_id,
    decide,
    gain,
    go_on,
    intimidation,
    push,
    refresh_access,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision
from brehon.games.fallen_kingdoms.scoring import depleted, highest_holders, lowest_holders, rumor_counts
from brehon.games.fallen_kingdoms.state import ENDED, PAYER, TURN_RUMOR, Fallen, Step


@final
class Temple(Step):
    """FK-10.2: a player who enters a city with the temple of another player destroys it."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        for seat in range(s.n_seats):
            if seat != b and s.temple[seat] == a:
                lose_temple(s, seat, b, log)
                push(s, T_RUMOR, b)  # FK-10.3


def lose_temple(s: Fallen, seat: int, captor: int, log: list[Event] | None) -> None:
    """The temple goes back to its owner; only an invasion brings it back (FK-10.8)."""
    if log is not None:
        log.append(Event(events.TEMPLE_LOST, seat, city_id(s, s.temple[seat]), captor))
    s.temples &= ~BIT[s.temple[seat]]  # FK-10.1: the building in the city stays, and works again
    s.temple[seat] = -1


@final
class Rumor(Step):
    """A seat takes the top rumor card and reveals the next."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.rumor_left == 0:
            gain(s, a, NO_CARD_GLORY, events.FOR_NO_RUMOR, log)  # FK-10.4
            return
        s.rumors[a * N_RUMORS + s.rumor_top] += 1
        s.rumor_left -= 1
        if log is not None:
            log.append(Event(events.TOOK_RUMOR, a, s.rumor_top))
        s.rumor_top = -1
        gain(s, a, CARD_GLORY, events.FOR_RUMOR, log)
        if s.rumor_left > 0:
            s.phase = TURN_RUMOR


@final
class Fall(Step):
    """FK-11.1: a kingdom without units falls, to the player who removed the last one (FK-11.2, FK-15.38)."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.held[a] == 0:
            fall(s, a, b, log)


def fall(s: Fallen, loser: int, winner: int, log: list[Event] | None) -> None:
    """FK-11.9: rumor cards and glory stay with the loser."""
    if log is not None:
        log.append(Event(events.FELL, loser, winner))
    push(s, T_POINTS, winner * N_TRACKS + LORE, s.tracks[loser * N_TRACKS + LORE])  # FK-11.5
    push(s, T_RUMOR, winner)  # FK-11.3, FK-11.4: in addition to the one for the temple
    for track in range(N_TRACKS):
        s.tracks[loser * N_TRACKS + track] = 0  # FK-11.6
    cards = s.private[loser]
    s.private[loser] = 0
    s.lent[loser] = -1
    for card in range(N_KNOWLEDGE):
        for _ in range(cards >> 2 * card & 3):
            become_public(s, card, log)  # FK-11.7
    refresh_access(s)
    if s.temple[loser] >= 0:
        lose_temple(s, loser, -1, log)  # FK-11.10, FK-15.8
    for building in range(N_BUILDINGS):
        s.razed += s.waiting[loser * N_BUILDINGS + building]  # FK-11.11
        s.waiting[loser * N_BUILDINGS + building] = 0


@final
class Next(Step):
    """FK-4.1: the next player turn, clockwise from the marker; after the last one, the end of the round."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        s.turn += 1
        s.barred = -1
        if s.turn < s.n_seats:
            s.active = (s.marker + s.turn) % s.n_seats
            push(s, T_TURN)
            return
        s.turn = 0
        gone = depleted(s)
        if log is not None:
            log.append(Event(events.ROUND, -1, s.round, gone))
        if gone >= 2 or s.round >= MAX_ROUNDS:  # FK-12.6; FK-12.7: checked only here; FK-12.8: no invasions then
            push(s, T_FINAL)
            return
        s.order = invasion_order(s)  # FK-14.7: once for the whole step
        if log is not None:
            for place in range(s.n_seats):
                log.append(Event(events.PREVAILED, s.order[place], place))
        push(s, T_HANDLE)  # FK-4.3


def invasion_order(s: Fallen) -> list[int]:
    """FK-14.1: all seats by priority."""
    order: list[int] = []
    for seat in range(s.n_seats):
        at = len(order)
        while at > 0 and comes_before(s, seat, order[at - 1]):
            at -= 1
        order.insert(at, seat)
    return order


def comes_before(s: Fallen, a: int, b: int) -> bool:
    """Whether a seat has priority over another."""
    marks = (s.invaders >> a & 1) - (s.invaders >> b & 1)  # FK-14.2
    if marks:
        return marks < 0
    if (s.held[a] == 0) != (s.held[b] == 0):  # FK-14.3
        return s.held[a] == 0
    if s.score[a] != s.score[b]:  # FK-14.4
        return s.score[a] < s.score[b]
    fear = intimidation(s, a) - intimidation(s, b)  # FK-14.5
    if fear:
        return fear < 0
    return (a - s.marker) % s.n_seats > (b - s.marker) % s.n_seats  # FK-14.6


@final
class Final(Step):
    """FK-13: those with the fewest rumor cards pay those with the most."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        counts = rumor_counts(s)
        least = min(counts)
        if least == max(counts) or least == 0:  # FK-13.1
            finish(s, log)
            return
        payers = lowest_holders(s)
        s.points = least % len(payers)  # FK-13.5: cards that cannot be shared out evenly
        s.attacked = 0  # mask of the seats chosen to pay one of them
        if s.points:
            decide(s, PAYER, chooser(s))
        else:
            adjust(s, log)


def chooser(s: Fallen) -> int:
    """FK-13.6: the seat with the most rumor cards; if tied, the first one clockwise from the marker."""
    top = highest_holders(s)
    for i in range(s.n_seats):
        seat = (s.marker + i) % s.n_seats
        if seat in top:
            return seat
    raise AssertionError("somebody has the most")


@final
class Payer(Decision):
    """Who pays one card more than the others; each at most one."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.PAYER]
        return [first + seat for seat in lowest_holders(s) if not s.attacked >> seat & 1]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.attacked |= 1 << (action - s.table.first[actions.PAYER])
        s.points -= 1
        if s.points == 0:
            adjust(s, log)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.PAYER:
            return None
        if s.attacked >> (action - s.table.first[actions.PAYER]) & 1:
            return Reason("again", "FK-13.5", Message(N_("this player already pays one card more than the others")))
        return Reason("not-lowest", "FK-13.2", Message(N_("only players with the fewest rumor cards pay")))


def adjust(s: Fallen, log: list[Event] | None) -> None:
    counts = rumor_counts(s)
    least = min(counts)
    payers = lowest_holders(s)
    tops = highest_holders(s)
    paid: list[int] = []
    for seat in payers:
        n = least // len(payers) + (s.attacked >> seat & 1)  # FK-13.2, FK-13.4
        if n == 0:  # nothing to report
            continue
        for _ in range(n):
            paid.append(give_card(s, seat))
        gain(s, seat, -CARD_GLORY * n, events.FOR_ADJUSTMENT, log)  # FK-13.3
        if log is not None:
            log.append(Event(events.PAID, seat, n))
    share = least // len(tops)  # FK-13.7, FK-13.8: what cannot be shared is discarded
    for seat in tops:
        if share == 0:
            break
        for _ in range(share):
            s.rumors[seat * N_RUMORS + paid.pop()] += 1
        gain(s, seat, CARD_GLORY * share, events.FOR_ADJUSTMENT, log)
        if log is not None:
            log.append(Event(events.RECEIVED, seat, share))
    finish(s, log)


def give_card(s: Fallen, seat: int) -> int:
    """The lowest card of a seat is removed."""
    value = 0
    while s.rumors[seat * N_RUMORS + value] == 0:
        value += 1
    s.rumors[seat * N_RUMORS + value] -= 1
    return value


def finish(s: Fallen, log: list[Event] | None) -> None:
    s.phase = ENDED
    s.points = 0
    s.attacked = 0
    if log is not None:
        log.append(Event(events.ENDED, -1, s.round, reveals=True))


def pass_marker(s: Fallen, log: list[Event] | None) -> None:
    """FK-16.1: clockwise to the next seat that did not invade; FK-16.2: if there is none it stays."""
    seat = s.marker
    for i in range(1, s.n_seats):
        at = (s.marker + i) % s.n_seats
        if not s.invaders >> at & 1:
            seat = at
            break
    s.marker = seat
    s.round += 1
    s.turn = 0
    s.active = seat  # FK-16.3
    if log is not None:
        log.append(Event(events.FIRST, seat, s.round))
    push(s, T_TURN)
    go_on(s)
