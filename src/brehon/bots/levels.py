"""The levels that people can pick, by name; the same names in terminal, browser, API and lab."""

from difflib import get_close_matches
from typing import Final, final

from brehon.bots.base import Bot, Budget
from brehon.bots.cottar import Cottar
from brehon.bots.wanderer import Wanderer
from brehon.core.errors import BadOptions
from brehon.core.text import N_


@final
class Level:
    """A bot with the budget that it plays with against people."""

    def __init__(self, name: str, title: str, text: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.bot = bot
        self.budget = budget


LEVELS: Final = {
    level.name: level
    for level in (
        Level("wanderer", "Wanderer", N_("plays any legal move; for learning the rules"), Wanderer(), Budget()),
        Level("cottar", "Cottar", N_("takes what looks best right now"), Cottar(), Budget()),
    )
}


def level(name: str) -> Level:
    wanted = name.strip().lower()
    if wanted not in LEVELS:
        close = get_close_matches(wanted, list(LEVELS), n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise BadOptions(f"there is no bot level {name!r}{hint}; there are: {', '.join(LEVELS)}")
    return LEVELS[wanted]
