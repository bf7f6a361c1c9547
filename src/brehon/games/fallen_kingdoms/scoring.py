"""Points of a turn, the end of the game, the final rumor adjustment, and who has won (FK-12, FK-13)."""

from brehon.games.fallen_kingdoms.data import (
    BASE,
    BUILDING_GLORY,
    LITERATURE,
    LITERATURE_VALUE,
    MATHEMATICS,
    N_RUMORS,
    PORTS,
    RUMORS,
    size,
)
from brehon.games.fallen_kingdoms.state import Fallen


def intimidation_of(god: int, rumors: list[int], access: int, seat: int) -> int:
    """FK-8.29: the god's base value and the rumor cards."""
    total = BASE[god]
    least = LITERATURE_VALUE if access >> LITERATURE & 1 else 0  # FK-8.30
    for value in range(N_RUMORS):
        n = rumors[seat * N_RUMORS + value]
        if n:
            total += n * max(RUMORS[value], least)
    return total


def turn_glory(s: Fallen, seat: int) -> list[int]:
    """What a seat scores at the end of its turn: cities, buildings, squares, ports, and its temple if that counts."""
    held = s.held[seat]
    built = s.built[0] | s.built[1] | s.built[2]
    out = [size(held), BUILDING_GLORY * size(held & built & ~s.temples), 0, 0, 0]  # FK-12.1, FK-12.2
    if s.access[seat] >> MATHEMATICS & 1:
        out[2] = size(held & s.map.squares)  # FK-12.3
    if s.access[seat] >> PORTS & 1:
        out[3] = size(held & s.map.ports)  # FK-12.4
    # FK-10.7: a temple scores nothing, unless an option makes it count as a building
    if s.table.switches.temple_scores and s.temple[seat] >= 0 and held >> s.temple[seat] & 1:
        out[4] = BUILDING_GLORY
    return out


def depleted(s: Fallen) -> int:
    """How many trophy types are used up: nothing more can be taken of them (FK-12.5)."""
    gone = 0
    if s.deck == 0 and not s.display:
        gone += 1
    if s.stack == 0 and not s.market:
        gone += 1
    if s.rumor_left == 0:
        gone += 1
    return gone


def rumor_counts(s: Fallen) -> list[int]:
    """[seat] rumor cards held; their values do not matter (FK-13.10)."""
    return [sum(s.rumors[seat * N_RUMORS : seat * N_RUMORS + N_RUMORS]) for seat in range(s.n_seats)]


def lowest_holders(s: Fallen) -> list[int]:
    counts = rumor_counts(s)
    return [seat for seat in range(s.n_seats) if counts[seat] == min(counts)]


def highest_holders(s: Fallen) -> list[int]:
    counts = rumor_counts(s)
    return [seat for seat in range(s.n_seats) if counts[seat] == max(counts)]


def ranks(score: list[int]) -> list[int]:
    """FK-13.9: the most glory wins; equal totals share the place."""
    return [1 + sum(1 for other in score if other > mine) for mine in score]
