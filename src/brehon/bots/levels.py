"""The levels that people can pick, by name; the same names in terminal, browser, API and lab."""

import re
from difflib import get_close_matches
from typing import Final, final

from brehon.bots.base import Bot, Budget
from brehon.bots.cottar import Cottar
from brehon.bots.ismcts import Searcher, Settings
from brehon.bots.judge import Hand
from brehon.bots.model import Taught
from brehon.bots.wanderer import Wanderer
from brehon.core.errors import BadOptions
from brehon.core.text import N_

BUDGET: Final = re.compile(r"(?P<iterations>[1-9]\d{0,6})|(?P<seconds>\d{1,3}(\.\d{1,4})?)s")


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
        Level("warrior", "Warrior", N_("looks ahead for about a second"), Searcher(Hand(), Settings()), Budget(0, 1.0)),
        Level(
            "brehon",
            "Brehon",
            N_("looks ahead for about two seconds, with a judgement learned from many games"),
            Searcher(Taught(), Settings()),
            Budget(0, 2.0),
        ),
    )
}


def level(name: str) -> Level:
    wanted = name.strip().lower()
    if wanted not in LEVELS:
        close = get_close_matches(wanted, list(LEVELS), n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise BadOptions(f"there is no bot level {name!r}{hint}; there are: {', '.join(LEVELS)}")
    return LEVELS[wanted]


def player(spec: str) -> Level:
    """A level with a budget of its own: `warrior`, `warrior@200` (iterations) or `warrior@0.05s` (seconds a decision)."""
    name, at, budget = (part.strip().lower() for part in spec.partition("@"))
    found = level(name)
    if not at:
        return found
    match = BUDGET.fullmatch(budget)
    if match is None or (match["seconds"] and float(match["seconds"]) <= 0.0):
        raise BadOptions(
            f"the budget {budget!r} of the player {spec!r} cannot be read; "
            "it is a number of iterations as in warrior@200, or of seconds for each decision as in warrior@0.05s"
        )
    given = Budget(int(match["iterations"])) if match["iterations"] else Budget(0, float(match["seconds"]))
    return Level(f"{name}@{budget}", f"{found.title} @{budget}", found.text, found.bot, given)
