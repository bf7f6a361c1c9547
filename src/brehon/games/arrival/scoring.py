"""The end of a game of The Arrival: overrun or prevailed, the final values, and who has won (AR-18)."""

from brehon.games.arrival.data import ELEMENTS, KEEP_LIMIT, MASTER, copies, tile_count
from brehon.games.arrival.state import Arrival


def count_dark(s: Arrival) -> int:
    """F: locations that hold a Fomori or a castle."""
    return s.dark.bit_count()  # AR-18.1a


def count_forts(s: Arrival) -> int:
    """T: fortified locations of all leaders together."""
    return s.built.bit_count()  # AR-18.1b


def is_overrun(s: Arrival) -> bool:
    return count_dark(s) >= count_forts(s)  # AR-18.2


def elements(s: Arrival, seat: int) -> int:
    """What counts of a leader's items and tiles at the end: the leader passes first, and active master-builders are removed."""
    kept = min(KEEP_LIMIT, s.discs[seat] + s.swords[seat] + s.shields[seat])
    return kept + tile_count(s.tiles[seat]) - copies(s.tiles[seat], MASTER)  # AR-18.3


def belongings(s: Arrival, seat: int) -> int:
    """All items and tiles of a leader, including those that he will not keep."""
    return s.discs[seat] + s.swords[seat] + s.shields[seat] + tile_count(s.tiles[seat])


def bonus(s: Arrival, seat: int) -> int:
    """Fame for the provinces: their number for each own fort, whatever its level."""
    box = s.table.box
    lands = s.table.island.lands
    total = 0
    for province in range(len(lands)):
        total += box.bonus[province] * (s.forts[seat] & lands[province]).bit_count()
    return total


def final_corruption(s: Arrival, seat: int) -> int:
    """What counts when the tribes are overrun."""
    return max(0, s.corruption[seat] - elements(s, seat) // ELEMENTS)  # AR-18.4; AR-18.12: no province counts


def final_fame(s: Arrival, seat: int) -> int:
    """What counts when the tribes prevail; AR-18.13: corruption is left as it is."""
    return s.fame[seat] + bonus(s, seat) + elements(s, seat) // ELEMENTS  # AR-18.7, AR-18.8


def totals(s: Arrival) -> list[int]:
    """Greater is better: fame if the tribes prevail, corruption as a loss if they are overrun."""
    if is_overrun(s):
        return [-final_corruption(s, seat) for seat in range(s.n_seats)]
    return [final_fame(s, seat) for seat in range(s.n_seats)]


def tiebreak_fame(s: Arrival, seat: int) -> int:
    """The fame that decides between leaders of an overrun island: on the track, or all that was ever earned."""
    return s.earned[seat] if s.table.earned_total else s.fame[seat]  # AR-18.6


def ranks(s: Arrival) -> list[int]:
    """Rank of each leader by the ending that the map shows now."""
    overrun = is_overrun(s)
    points = totals(s)  # AR-18.5, AR-18.9
    values = [
        points[seat] * 10000 + (tiebreak_fame(s, seat) if overrun else -s.corruption[seat])  # AR-18.10
        for seat in range(s.n_seats)
    ]
    return [1 + sum(1 for other in values if other > value) for value in values]  # AR-18.11
