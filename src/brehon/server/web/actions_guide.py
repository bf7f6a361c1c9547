"""The guide of a first game as an action of a table: reading on and back, playing without it."""

from __future__ import annotations

from typing import Final, Literal

from brehon.server.table.guided import go
from brehon.server.web.actions import SEATED, Action, Body


class Way(Body):
    """`next` and `back` turn the pages of the guide, `skip` plays without it, `resume` goes on with it."""

    way: Literal["next", "back", "skip", "resume"]


ACTIONS: Final = (
    Action(name="guide", right=SEATED, body=Way, call=go, summary="Turn the pages of the guide of a first game"),
)
