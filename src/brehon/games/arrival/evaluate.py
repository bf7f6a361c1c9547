"""A hand-made guess of how good a state of The Arrival is for a seat: what Cottar goes by."""

from brehon.games.arrival.state import Arrival


def estimate(s: Arrival, seat: int) -> float:
    return float(s.fame[seat] - s.corruption[seat])
