"""How much a seat has of what matters in Fallen Kingdoms: what the words of vocabulary.py count."""

from __future__ import annotations

from brehon.core.contract import State
from brehon.core.vocabulary import Measure
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.data import N_KNOWLEDGE, N_RUMORS, N_TRACKS, N_UNITS, members, size
from brehon.games.fallen_kingdoms.evaluate import threat
from brehon.games.fallen_kingdoms.phases.production import fixed_points
from brehon.games.fallen_kingdoms.scoring import depleted, intimidation_of, turn_glory
from brehon.games.fallen_kingdoms.state import Fallen


def fallen(state: State) -> Fallen:
    assert isinstance(state, Fallen)
    return state


def has_board(s: Fallen) -> bool:
    """Before that, only gods have been dealt."""
    return s.map.n_cities > 0 and s.marker >= 0


def glory(state: State, seat: int) -> float:
    return float(fallen(state).score[seat])


def cities(state: State, seat: int) -> float:
    s = fallen(state)
    return float(size(s.held[seat])) if has_board(s) else 0.0


def ports(state: State, seat: int) -> float:
    s = fallen(state)
    return float(size(s.held[seat] & s.map.ports)) if has_board(s) else 0.0


def points(number: int) -> Measure:
    """What buildings, icons and knowledge add to one of the tracks in a turn."""

    def produced(state: State, seat: int) -> float:
        s = fallen(state)
        return float(fixed_points(s, seat, number)) if has_board(s) else 0.0

    return produced


def buildings(state: State, seat: int) -> float:
    """Those that work: not the ones under a temple."""
    s = fallen(state)
    return float(size(s.held[seat] & (s.built[0] | s.built[1] | s.built[2]) & ~s.temples)) if has_board(s) else 0.0


def income(state: State, seat: int) -> float:
    """Glory at the end of a turn."""
    s = fallen(state)
    return float(sum(turn_glory(s, seat))) if has_board(s) else 0.0


def extra_income(state: State, seat: int) -> float:
    """The part of it that knowledge and a temple bring."""
    s = fallen(state)
    return float(sum(turn_glory(s, seat)[2:])) if has_board(s) else 0.0


def units(state: State, seat: int) -> float:
    """On the map and on the sheet."""
    s = fallen(state)
    return float(N_UNITS - s.reserve[seat]) if has_board(s) else 0.0


def in_danger(state: State, seat: int) -> float:
    """Cities next to a rival's city from which more units could come than they hold."""
    s = fallen(state)
    if not has_board(s):
        return 0.0
    return float(sum(1 for city in members(s.held[seat]) if threat(s, seat, city) > s.units[city]))


def track(number: int) -> Measure:
    """Points on one of the tracks."""

    def points(state: State, seat: int) -> float:
        s = fallen(state)
        return float(s.tracks[seat * N_TRACKS + number]) if has_board(s) else 0.0

    return points


def cards(state: State, seat: int) -> float:
    """Kinds of knowledge in front of a seat."""
    s = fallen(state)
    return float(sum(1 for card in range(N_KNOWLEDGE) if s.private[seat] >> 2 * card & 3)) if has_board(s) else 0.0


def access(mask: int) -> Measure:
    """How much of this knowledge works for a seat."""

    def number(state: State, seat: int) -> float:
        s = fallen(state)
        return float(size(s.access[seat] & mask)) if has_board(s) else 0.0

    return number


def rumors(state: State, seat: int) -> float:
    s = fallen(state)
    return float(sum(s.rumors[seat * N_RUMORS : seat * N_RUMORS + N_RUMORS]))


def intimidation(state: State, seat: int) -> float:
    s = fallen(state)
    return float(intimidation_of(s.god[seat], s.rumors, s.access[seat], seat)) if has_board(s) else 0.0


def is_most_feared(state: State, seat: int) -> float:
    """Above all others."""
    s = fallen(state)
    mine = intimidation(s, seat)
    return float(has_board(s) and all(intimidation(s, other) < mine for other in range(s.n_seats) if other != seat))


def has_temple(state: State, seat: int) -> float:
    s = fallen(state)
    return float(has_board(s) and s.temple[seat] >= 0)


def has_fallen(state: State, seat: int) -> float:
    s = fallen(state)
    return float(has_board(s) and s.round > 0 and s.held[seat] == 0)


def has_marker(state: State, seat: int) -> float:
    return float(fallen(state).invaders >> seat & 1)


def serves(god: int) -> Measure:
    """Whether this is the seat's god."""

    def is_served(state: State, seat: int) -> float:
        s = fallen(state)
        return float(bool(s.god) and s.god[seat] == god)

    return is_served


# -- when


def turn(state: State) -> int:
    """As `State.turn_of`; the choice of the gods is a turn of its own, so that placement after it is not compared."""
    s = fallen(state)
    return -3 - s.seat if s.phase == st.CHOOSE_GOD else s.turn_of()


def phase(state: State) -> int:
    """The beginning, the growth, and the end as soon as one kind of trophy is used up."""
    s = fallen(state)
    if s.round == 0:
        return 0
    return 2 if depleted(s) else 1
