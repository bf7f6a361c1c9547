"""How much is tried where more would always be possible: kills, damaged files, random games.

`make test` tries a part, `make test LONG=1` (BREHON_LONG=1) all of it, for instance before a release.
"""

from __future__ import annotations

import os

IS_LONG = bool(os.environ.get("BREHON_LONG"))


def tries(usual: int, long: int) -> int:
    return long if IS_LONG else usual
