"""The levels that people can pick, by name; the same names in terminal, browser, API and lab.

`LEVELS` has those that come with Brehon and those of other packages (own.py). `level` looks up a name and imports nothing, so the
server may call it with untrusted input. `player` is for command lines: it also takes a budget and `module:Class`, and loads the bot.
"""

import re
from collections import UserDict
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final, final

from brehon.bots.base import Bot, Budget
from brehon.bots.cottar import Cottar
from brehon.bots.evaluation import Hand
from brehon.bots.ismcts import Searcher, Settings
from brehon.bots.model import Taught
from brehon.bots.own import Offered, OwnBot, offered
from brehon.bots.wanderer import Wanderer
from brehon.core.errors import BadOptions
from brehon.core.text import N_, Message

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


BUILTIN: Final = {
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
UNLISTED: Final = {  # found by name, to measure with, and not offered to people
    level.name: level
    for level in (
        Level(
            "brehon-0.1",
            "Brehon 0.1",
            N_("the strongest level of version 0.1, to measure newer ones against"),
            Searcher(Taught("0.1"), Settings()),
            Budget(0, 2.0),
        ),
        Level(
            "ollam",
            "Ollam",
            N_("as Brehon, and plays on more carefully before it judges; on trial"),
            Searcher(Taught("", True), Settings(width=48, alike=True)),
            Budget(0, 2.0),
        ),
    )
}
THINK: Final = Budget(0, 2.0)  # time limit of a custom bot for a decision, unless it gets another budget


@cache
def own_bots() -> list[Offered]:
    """The bots of other packages: read once, because it opens a file of each installed package."""
    return offered([*BUILTIN, *UNLISTED])


@final
class Levels(UserDict[str, Level]):
    """Every level by name. Other packages are read only when a name is not built in, or when all are listed."""

    def _all(self) -> dict[str, Level]:
        for own in own_bots():
            if own.problem is None and own.name not in self.data:
                bot = OwnBot(own.name, own.target)
                self.data[own.name] = Level(own.name, own.name.title(), N_("comes from another package"), bot, THINK)
        return self.data

    def __contains__(self, name: object) -> bool:
        return name in self.data or name in self._all()

    def __missing__(self, name: str) -> Level:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


LEVELS: Final = Levels(BUILTIN)


def level(name: str) -> Level:
    wanted = name.strip().lower()
    if wanted in UNLISTED:
        return UNLISTED[wanted]
    if wanted not in LEVELS:
        for own in own_bots():
            if own.name == wanted and own.problem is not None:
                raise BadOptions(own.problem)
        close = get_close_matches(wanted, list(LEVELS), n=1)
        meant = Message(N_(" (did you mean %(close)s?)"), close=repr(close[0])) if close else ""
        raise BadOptions(
            N_("there is no bot level %(name)s%(meant)s; there are: %(names)s"),
            name=repr(name),
            meant=meant,
            names=", ".join(LEVELS),
        )
    return LEVELS[wanted]


def spelled(spec: str) -> str:
    """A player as stored in plans and records: names in lower case, `module:Class` unchanged."""
    text = spec.strip()
    return text if ":" in text else text.lower()


def player(spec: str) -> Level:
    """A bot with a budget: `warrior`, `warrior@200` (iterations), `warrior@0.05s` (seconds a decision), `module:Class@200`."""
    name, at, budget = (part.strip() for part in spelled(spec).partition("@"))
    found = Level(name, name, "", OwnBot(name, name), THINK) if ":" in name else level(name)
    if isinstance(found.bot, OwnBot):
        found.bot.sit()  # errors are reported now, not in the middle of a game
    if not at:
        return found
    match = BUDGET.fullmatch(budget)
    if match is None or (match["seconds"] and float(match["seconds"]) <= 0.0):
        raise BadOptions(
            N_(
                "the budget %(budget)s of the player %(spec)s cannot be read; it is a number of iterations as in warrior@200, or of seconds for each decision as in warrior@0.05s"
            ),
            budget=repr(budget),
            spec=repr(spec),
        )
    given = Budget(int(match["iterations"])) if match["iterations"] else Budget(0, float(match["seconds"]))
    return Level(f"{name}@{budget}", f"{found.title} @{budget}", found.text, found.bot, given)
