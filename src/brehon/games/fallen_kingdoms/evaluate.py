"""A hand-made guess of how good a state of Fallen Kingdoms is for a seat: what Cottar goes by."""

from brehon.games.fallen_kingdoms.state import Fallen


def estimate(s: Fallen, seat: int) -> float:
    return float(s.score[seat])
