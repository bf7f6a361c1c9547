"""What the bots of a table do: by the script of a guided game, else by their level, with random numbers that can be repeated."""

from __future__ import annotations

import hashlib
from random import Random

from brehon.bots.levels import LEVELS
from brehon.core.guide import Guide
from brehon.core.match import Match


def seed(match: Match) -> bytes:
    """The random numbers of a bot depend on secret and ply, so a resumed match goes on as it would have."""
    return hashlib.sha256(f"brehon bot {match.fair.secret} {match.ply}".encode()).digest()


def choose(match: Match, seat: int, level: str, numbers: bytes) -> int:
    """What the bot in this seat does, from its own view."""
    found = LEVELS[level]
    return found.bot.choose(match.view(seat), match.legal(seat), found.budget, Random(numbers))


def at_once(match: Match, seat: int, level: str) -> int:
    """What the bot does if it needs no time to think, or has nothing to decide; else -1."""
    legal = match.legal(seat)
    if len(legal) == 1:
        return legal[0]
    return -1 if LEVELS[level].budget.seconds > 0.0 else choose(match, seat, level, seed(match))


def scripted(guide: Guide, match: Match, seat: int) -> int:
    """What a bot of a guided game does by its guide; -1 where it decides by itself."""
    script = guide.script.get(seat, ())
    made = sum(
        ply.seat == seat and ply.action >= 0 and match.is_standing(number) for number, ply in enumerate(match.plies)
    )
    action = match.rules.space.find(script[made]) if made < len(script) else -1
    return action if action in match.legal(seat) else -1
