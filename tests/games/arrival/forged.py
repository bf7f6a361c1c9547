"""A record and a map of The Arrival that look right at first sight, and are not."""

from __future__ import annotations

import json
from typing import Any

from brehon.core import registry
from brehon.core.record import digest  # type: ignore[attr-defined]
from tests.goldens import GAMES, play


def illegal_record() -> tuple[str, int, str]:
    """A whole game in which one build is put onto a castle's gate that a Fomori holds: text, ply and the line.

    Its digest fits, so nothing but the rules can find it.
    """
    match: Any = play(*GAMES["arrival-2-overrun-by-limit"])
    record = json.loads(match.record(reveal=True).to_json())
    del record["digest"]
    ply = next(number for number, line in enumerate(record["plies"]) if " build " in line)
    island = match.at(ply).state.table.island
    held = next(place for place in range(island.n_main) if match.at(ply).state.dark >> place & 1)
    line = f"{record['plies'][ply].split()[0]} build {island.names[held]}"
    record["plies"][ply] = line
    return json.dumps({**record, "digest": digest(record)}), ply, line


def broken_map() -> str:
    """The default map with a connection to nowhere."""
    source = registry.game("arrival").read_builtin("eriu-1")
    broken = source.replace('{ a = "boreum", b = "vidua" }', '{ a = "boreum", b = "nowhere" }')
    assert broken != source
    return broken
