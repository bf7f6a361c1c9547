"""What a test asks the lab for; and studies that make trouble, by name, because a plan is plain text."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from pathlib import Path
from typing import Any

from brehon.core import registry
from brehon.lab.plan import make_plan


def a_plan(players: str = "cottar wanderer", seed: int = 1, game: str = "armorica", **more: Any) -> Any:
    return make_plan(registry.game(game), players.split(), seed, **more)


def without_clock(line: Any) -> Any:
    """A record of the lab without what depends on the machine."""
    raw = json.loads(line)
    for name in ("thinking", "busy", "cpu"):
        del raw["lab"][name]
    del raw["digest"]
    return raw


def marker(secret: Any) -> Any:
    return Path(tempfile.gettempdir()) / f"brehon-test-{secret[:24]}"


def die_once(match: Any, played: Any) -> None:
    """The process that plays game 5 for the first time is killed, the hard way."""
    if played.number == 5:
        path = marker(match.fair.secret)
        if not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return


def die_always(match: Any, played: Any) -> None:
    if played.number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return


def longest(match: Any, played: Any) -> dict[str, Any]:
    """A study that works: the most choices that anybody had."""
    past, most = match.at(0), 0
    past.start()
    for ply in match.plies[past.ply :]:
        if ply.seat >= 0:
            most = max(most, len(past.legal(ply.seat)))
            past.play(ply.seat, ply.action)
    return {"most": most}
