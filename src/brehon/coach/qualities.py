"""How thorough a review is: iterations for a whole game, shared by its decisions.

A quality is a number for the game, not for a decision, because games differ in how many decisions they have: the fewer, the more each
one gets. docs/coach.md has the times. The interpreted engine is about ten times slower, so it gets fewer iterations.
"""

from __future__ import annotations

from typing import Final

from brehon import MODE
from brehon.core.contract import CHANCE
from brehon.core.match import Match
from brehon.core.text import N_

COMPILED: Final = {"quick": 15_000, "normal": 60_000, "deep": 300_000}  # [quality] iterations for a game
INTERPRETED: Final = {"quick": 3_000, "normal": 12_000, "deep": 60_000}
TEXTS: Final = {
    "quick": N_("quick: finds what is clear"),
    "normal": N_("normal"),
    "deep": N_("deep: about five times as long"),
}
DEFAULT: Final = "normal"
FEWEST: Final = 24  # iterations for a decision
MOST: Final = 5_000


def iterations_for(match: Match, quality: str, mode: str = MODE) -> int:
    """Iterations for each decision of a finished game; the same record gives the same number."""
    whole = (COMPILED if mode.startswith("compiled") else INTERPRETED)[quality]
    return max(FEWEST, min(MOST, whole // max(1, choices(match))))


def choices(match: Match) -> int:
    """Decisions that were not undone in which there was something to choose."""
    state = match.rules.start()
    count = 0
    for ply in match.standing():
        if ply.seat != CHANCE:
            state.turn_to(ply.seat)
            count += len(state.legal()) > 1
        state.apply(ply.action, None)
    return count
