"""What golden games say of themselves: every event with its numbers and who may see it, summed up in one line per game."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

from brehon.core.match import Match

FILE = Path(__file__).with_name("happened.txt")


def line(name: str, match: Match) -> str:
    """`armorica-2: 65 events, 0:1 1:40 ... #9f3a81c2`: how often each kind happened, and a sum over everything about them."""
    happened = [
        (ply, event.kind, event.seat, event.a, event.b, event.c, event.seen_by, event.reveals)
        for ply, events in enumerate(match.events)
        for event in events
    ]
    kinds = Counter(kind for _, kind, *_ in happened)
    counts = " ".join(f"{kind}:{count}" for kind, count in sorted(kinds.items()))
    return f"{name}: {len(happened)} events, {counts} #{hashlib.sha256(repr(happened).encode()).hexdigest()[:12]}"
