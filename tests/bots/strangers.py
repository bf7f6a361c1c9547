"""A package of another author with bots in it, installed into a folder as pip does it: code, metadata and entry points."""

from __future__ import annotations

import os
from pathlib import Path

CODE = '''
import os, time

class Last:
    """Plays the last legal action, and counts what it has seen."""

    def __init__(self):
        self.seen = 0

    def see(self, step):
        self.seen += 1

    def choose(self, view, legal, budget, rng):
        return legal[-1]

class Illegal:
    def choose(self, view, legal, budget, rng):
        return max(legal) + 1

class Boom:
    def choose(self, view, legal, budget, rng):
        raise LookupError("no idea")

class Mute:
    def choose(self, view, legal, budget, rng):
        while True:
            time.sleep(60)

class Quitter:
    def choose(self, view, legal, budget, rng):
        os._exit(7)

class Empty:
    pass

def function():
    return Last()
'''

BOTS = {
    "last": "strangers:Last",
    "thief": "strangers:Illegal",
    "boom": "strangers:Boom",
    "mute": "strangers:Mute",
    "quitter": "strangers:Quitter",
    "lost": "strangers_of_old:Bot",
    "empty": "strangers:Empty",
    "function": "strangers:function",
    "cottar": "strangers:Last",
    "me": "strangers:Last",
    "Loud Name": "strangers:Last",
    "twin": "strangers:Last",
}


def install(folder: Path) -> dict[str, str]:
    """Two packages in this folder; the variables of a process that finds them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "strangers.py").write_text(CODE, "utf-8")
    _write(folder, "strangers", BOTS)
    _write(folder, "others", {"twin": "strangers:Boom"})
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {"PYTHONPATH": os.pathsep.join(path)}


def _write(folder: Path, name: str, bots: dict[str, str]) -> None:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    points = "\n".join(f"{bot} = {target}" for bot, target in bots.items())
    (info / "entry_points.txt").write_text(f"[brehon.bots]\n{points}\n", "utf-8")
