"""AR-12 and AR-16: passing, what is kept, master-builders, and the end of the round."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import Reason
from brehon.games.arrival import events
from brehon.games.arrival.actions import KEEPS
from brehon.games.arrival.data import KEEP_LIMIT, MASTER, copies, one
from brehon.games.arrival.phases.land import build
from brehon.games.arrival.phases.reach import build_sites
from brehon.games.arrival.phases.reasons import not_now, why_not_keep
from brehon.games.arrival.phases.tiles import list_places
from brehon.games.arrival.phases.why import why_not_build
from brehon.games.arrival.scoring import count_dark, count_forts
from brehon.games.arrival.state import (
    ENDED,
    KEEP,
    NEXT_MASTER,
    NEXT_TURN,
    ROUND_ENDS,
    ROUND_STARTS,
    Arrival,
    Phase,
    Station,
    added,
)
from brehon.games.arrival.state import MASTER as MASTER_PHASE


def pass_turn(s: Arrival, log: list[Event] | None) -> None:
    """AR-7.9: the turn ends at once, whatever was left to do."""
    seat = s.seat
    returned = s.held[seat]
    s.held[seat] = 0  # AR-12.7: unseen, to the general supply; AR-19.10
    s.todo = 0
    s.passed |= 1 << seat  # AR-12.9
    if log is not None:
        log.append(Event(events.PASSED, seat, returned))
    if s.next_starter < 0:
        s.next_starter = seat  # AR-12.10
        if log is not None:
            log.append(Event(events.STARTER, seat))
    s.phase = KEEP if items(s, seat) > KEEP_LIMIT else NEXT_TURN


def items(s: Arrival, seat: int) -> int:
    """Discs, swords and shields of a tribe supply; AR-12.8, AR-13.5: tiles and trophies stay without limit."""
    return s.discs[seat] + s.swords[seat] + s.shields[seat]


def has_items(s: Arrival, keep: list[int]) -> bool:
    return keep[0] <= s.discs[s.seat] and keep[1] <= s.swords[s.seat] and keep[2] <= s.shields[s.seat]


@final
class Keep(Phase):
    """DP-8: a leader who passes with more than three items chooses what stays; AR-12.11: again at every pass."""

    def legal(self, s: Arrival) -> list[int]:
        return [s.table.keep + index for index in range(len(KEEPS)) if has_items(s, KEEPS[index])]  # AR-12.5

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        seat = s.seat
        keep = KEEPS[action - s.table.keep]
        s.stock[seat] += s.discs[seat] - keep[0]  # AR-12.6
        s.swords_left += s.swords[seat] - keep[1]
        s.shields_left += s.shields[seat] - keep[2]
        s.discs[seat] = keep[0]
        s.swords[seat] = keep[1]
        s.shields[seat] = keep[2]
        if log is not None:
            log.append(Event(events.KEPT, seat, keep[0], keep[1], keep[2]))
        s.phase = NEXT_TURN

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        index = action - s.table.keep
        if not 0 <= index < len(KEEPS):
            return not_now(s, action)
        return None if has_items(s, KEEPS[index]) else why_not_keep(s, KEEPS[index])


@final
class NextMaster(Station):
    """AR-16.1: in turn order, owners of master-builder tiles build what they have collected; then the tiles go."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        while s.step < s.n_seats:
            s.seat = (s.starter + s.step) % s.n_seats
            if s.saved[s.seat] > 0 and build_sites(s, s.seat):
                s.phase = MASTER_PHASE
                return
            finish_masters(s, log)
            s.step += 1
        s.phase = ROUND_ENDS


def finish_masters(s: Arrival, log: list[Event] | None) -> None:
    number = copies(s.tiles[s.seat], MASTER)
    if number == 0:
        return
    if log is not None:
        log.append(Event(events.MASTER_DONE, s.seat, number, s.saved[s.seat]))
    s.stock[s.seat] += s.saved[s.seat]
    s.saved = added(s.saved, s.seat, -s.saved[s.seat])
    s.tiles[s.seat] -= number * one(MASTER)  # AR-14.10d
    s.used += number * one(MASTER)


@final
class Master(Phase):
    """DP-9: a collected disc is built by the rules of AR-8, or the rest is given up."""

    def legal(self, s: Arrival) -> list[int]:
        out: list[int] = []
        list_places(out, s.table.build, build_sites(s, s.seat))  # AR-14.10c
        out.append(s.table.stop)
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        if action == s.table.stop:
            finish_masters(s, log)
            s.step += 1
        else:
            s.saved = added(s.saved, s.seat, -1)
            build(s, action - s.table.build, events.MASTER_BUILT, log)
        s.phase = NEXT_MASTER

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        place = action - s.table.build
        if action == s.table.stop:
            return None
        if not 0 <= place < s.table.island.n_main:
            return not_now(s, action)
        return why_not_build(s, place)


@final
class RoundEnds(Station):
    """AR-16.2: the round is over; either the game is, or the next round begins."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        if not s.flag and s.round < s.table.rounds:  # AR-17.3, AR-17.4
            s.phase = ROUND_STARTS
            return
        s.phase = ENDED
        s.seat = -1
        if log is not None:
            log.append(Event(events.ENDED, -1, count_dark(s), count_forts(s), s.round))


@final
class End(Phase):
    """The game is over."""

    def legal(self, s: Arrival) -> list[int]:
        return []

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        raise AssertionError("the game is over")

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action)
