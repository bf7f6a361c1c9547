"""What a test asks the lab for; and studies that make trouble, by name, because a plan is plain text."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from pathlib import Path

from brehon.core import registry
from brehon.lab.plan import make_plan


def a_plan(players="cottar wanderer", seed=1, game="armorica", **more):
    return make_plan(registry.game(game), players.split(), seed, **more)


def without_clock(line):
    """A record of the lab without what depends on the machine."""
    raw = json.loads(line)
    for name in ("thinking", "busy", "cpu"):
        del raw["lab"][name]
    del raw["digest"]
    return raw


def marker(secret):
    return Path(tempfile.gettempdir()) / f"brehon-test-{secret[:24]}"


def die_once(match, played):
    """The process that plays game 5 for the first time is killed, the hard way."""
    if played.number == 5:
        path = marker(match.fair.secret)
        if not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return


def die_always(match, played):
    if played.number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return


def longest(match, played):
    """A study that works: the most choices that anybody had."""
    past, most = match.at(0), 0
    past.start()
    for ply in match.plies[past.ply :]:
        if ply.seat >= 0:
            most = max(most, len(past.legal(ply.seat)))
            past.play(ply.seat, ply.action)
    return {"most": most}
