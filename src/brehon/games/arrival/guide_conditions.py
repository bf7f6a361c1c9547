"""When the steps of the guided first game of The Arrival fit: conditions on what the learner, in seat 0, sees."""

from __future__ import annotations

from collections.abc import Callable

from brehon.core.contract import View
from brehon.core.face import own
from brehon.core.guide import Condition
from brehon.games.arrival import state as st
from brehon.games.arrival.data import CARDS_EACH
from brehon.games.arrival.view import ArrivalView

Test = Callable[[ArrivalView], bool]


def at(number: int, phase: int, test: Test | None = None) -> Condition:
    """In a phase of a round, and what else must be so."""

    def holds(view: View) -> bool:
        seen = own(view, ArrivalView)
        return seen.round == number and seen.phase == phase and (test is None or test(seen))

    return holds


def drawing(drawn: int) -> Condition:
    """In round 1, with so many cards drawn."""
    return at(1, st.DRAW, lambda seen: sum(card != st.NO_CARD for card in seen.rows[:CARDS_EACH]) == drawn)


def blocking(blocked: int) -> Condition:
    """In round 1, with so many sections blocked."""
    return at(1, st.BLOCK, lambda seen: seen.blocked[0].bit_count() == blocked)


def acting(test: Test) -> Condition:
    """In a turn of round 1."""
    return at(1, st.TURN, test)


def has_discs(number: int) -> Test:
    return lambda seen: seen.discs[0] >= number


def has_swords(number: int) -> Test:
    return lambda seen: seen.swords[0] >= number


def has_shield(seen: ArrivalView) -> bool:
    return seen.shields[0] > 0


def has_tile(seen: ArrivalView) -> bool:
    return seen.tiles[0] > 0


def holds_fomori(number: int) -> Test:
    return lambda seen: seen.held[0] == number


def is_done_spreading(seen: ArrivalView) -> bool:
    return seen.held[0] == 0


def can_grow(seen: ArrivalView) -> bool:
    """The Fomori are gone, and there are discs left."""
    return seen.held[0] == 0 and seen.discs[0] >= 2


def is_earning(view: View) -> bool:
    """In round 2, from the first blocker to the last tile."""
    seen = own(view, ArrivalView)
    return seen.round == 2 and seen.phase in (st.BLOCK, st.OGAM, st.TAKE)


def is_over(view: View) -> bool:
    return own(view, ArrivalView).phase == st.ENDED


def is_playing(view: View) -> bool:
    return not is_over(view)
