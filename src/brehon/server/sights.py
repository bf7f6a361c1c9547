"""What all onlookers see alike is put together once: a table with a hundred onlookers is not drawn a hundred times at each move.

Whoever has a seat sees what nobody else does, so that is never kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from brehon.core.contract import SPECTATOR
from brehon.core.match import Match
from brehon.core.text import Speaker
from brehon.server.services import Table, Who
from brehon.server.showing import Scene, scene
from brehon.server.store import LOOK

MOST: Final = 8  # scenes of one table: languages, screens, and positions while the onlookers are behind
Mark = tuple[int, int, str, bool]  # version of the match, ply that is shown, language, narrow

_kept: Final[WeakKeyDictionary[Table, dict[Mark, Scene]]] = WeakKeyDictionary()


def seen_by(table: Table, match: Match, who: Who, say: Speaker, narrow: bool) -> Scene:
    """The scene of `match` for whoever asks; `match` is what they may look at, which may be a while ago."""
    if who.seats or table.version == LOOK:  # behind the curtain of a hot seat somebody has a seat, too
        return scene(match, table.view_seat(who), who, say, narrow, table.said)
    kept = _kept.setdefault(table, {})
    mark = (table.version, match.ply, say.language, narrow)
    if mark not in kept:
        for old in [other for other in kept if other[0] != table.version or len(kept) >= MOST]:
            del kept[old]
        kept[mark] = scene(match, SPECTATOR, Who([]), say, narrow, table.said)
    return replace(kept[mark])  # whoever narrows the log down does so for themselves


def remembered(table: Table) -> int:
    """How many scenes of a table are kept."""
    return len(_kept.get(table, {}))
