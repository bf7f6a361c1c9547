"""What all spectators see is rendered once: a table with a hundred spectators is not drawn a hundred times at each move.

The view of a seat may hold secrets, so it is never kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from brehon.core.text import Speaker
from brehon.server.storage.store import LOOK
from brehon.server.table.log_view import ALL, latest_turns
from brehon.server.table.table import Mark, Position, Table, Who
from brehon.server.table.table_view import PAGE_LOG, Scene, scene

MOST: Final = 8  # scenes of one table: languages, screens, and positions of delayed spectators


def seen_by_onlooker(table: Table, position: Position, say: Speaker, narrow: bool, log_of: str) -> Scene:
    """The scene for a person without a seat; `position` is what they may look at, which may be a while ago."""
    if table.version == LOOK:
        return scene(position, Who([]), say, narrow, table.said, log_of)
    kept: dict[Mark, Scene] = table.scenes
    mark = (table.version, position.match.ply, say.language, narrow)
    if mark not in kept:
        for old in [other for other in kept if other[0] != table.version or len(kept) >= MOST]:
            del kept[old]
        kept[mark] = scene(position, Who([]), say, narrow, table.said)
    turns = kept[mark].turns if log_of == ALL else latest_turns(position, say, PAGE_LOG, table.said, log_of)
    return replace(kept[mark], turns=turns)


def remembered(table: Table) -> int:
    """How many scenes of a table are kept."""
    return len(table.scenes)
