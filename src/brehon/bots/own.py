"""Bots of other packages (entry-point group `brehon.bots`) and, on a command line, `module:Class`. docs/bots.md is the contract.

Their code is imported only where it plays or is requested by name; to list them, their metadata is enough.
"""

from __future__ import annotations

import operator
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple, final

from brehon.bots.base import Bot, Budget
from brehon.core.contract import View
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message, Speaker

GROUP: Final = "brehon.bots"
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")
RESERVED: Final = ("me", "open", "friend", "link", "ban")  # words that pages and commands use in place of a level


class BotFailed(BrehonError):
    """A bot that cannot be loaded or breaks the contract. `detail` is for its author, not for the people at a table."""

    def __init__(self, text: Message, detail: str = "") -> None:
        super().__init__(text)
        self.message = text
        self.detail = detail

    def __reduce__(self) -> tuple[type[BotFailed], tuple[Message, str]]:
        return BotFailed, (self.message, self.detail)  # it is sent between processes

    def __str__(self) -> str:
        return self.said(Speaker())

    def said(self, say: Speaker) -> str:
        return f"{say(self.message)}: {self.detail}" if self.detail else say(self.message)


class Offered(NamedTuple):
    """A bot that another package offers, or why it cannot be picked."""

    name: str
    target: str  # module:Class
    package: str
    problem: Message | None


def offered(taken: list[str]) -> list[Offered]:
    """Every bot of other packages, by name. None of them is imported. `taken` are the names of the levels that come with Brehon."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    names = [point.name for point in points]
    found = []
    for point in points:
        package = point.dist.name if point.dist is not None else "?"
        problem = _problem(point.name, names.count(point.name), taken)
        found.append(Offered(point.name, point.value, package, problem))
    return found


def _problem(name: str, times: int, taken: list[str]) -> Message | None:
    if name in taken or name in RESERVED:
        return Message(N_("the name %(name)s is taken: no other bot can have it"), name=name)
    if not NAME.fullmatch(name):
        return Message(N_("a bot cannot be called %(name)s: small letters, digits and hyphens, 31 at most"), name=repr(name))  # fmt: skip
    if times > 1:
        return Message(N_("several packages offer a bot called %(name)s; uninstall all but one"), name=name)
    return None


@final
class OwnBot(Bot):
    """A custom bot, loaded when it is needed. Every seat gets its own instance."""

    def __init__(self, name: str, target: str) -> None:
        self.name = name
        self.target = target

    def sit(self) -> Bot:
        return Guarded(self.name, made(self.name, self.target))

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        return self.sit().choose(view, legal, budget, rng)


@final
class Guarded(Bot):
    """One instance in one seat. Checks its answers."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name = name
        self.bot = bot
        self.watches = callable(getattr(bot, "see", None))

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        try:
            answer = self.bot.choose(view, legal[:], budget, rng)
        except (Exception, SystemExit) as error:
            raise self._failed(error) from error
        try:
            action = -1 if isinstance(answer, bool) else operator.index(answer)
        except TypeError:
            action = -1
        if action not in legal:
            text = N_("the bot %(name)s answered %(answer)s, which is not one of the legal actions")
            raise BotFailed(Message(text, name=self.name, answer=repr(answer)[:60]))
        return action

    def see(self, step: int) -> None:
        if self.watches:
            try:
                self.bot.see(step)
            except (Exception, SystemExit) as error:
                raise self._failed(error) from error

    def _failed(self, error: BaseException) -> BotFailed:
        return BotFailed(Message(N_("the bot %(name)s stopped with an error"), name=self.name), _detail(error))


def made(name: str, target: str) -> Any:
    """A new instance; BotFailed says what is wrong with it."""
    factory = _factory(name, target)
    try:
        bot = factory()
        if isinstance(bot, Bot):
            bot = bot.sit()
    except (Exception, SystemExit) as error:
        raise BotFailed(Message(N_("the bot %(name)s cannot be set up"), name=name), _detail(error)) from error
    if not callable(getattr(bot, "choose", None)):
        text = N_("the bot %(name)s cannot be used: %(target)s has no method choose(view, legal, budget, rng)")
        raise BotFailed(Message(text, name=name, target=target))
    return bot


@cache
def _factory(name: str, target: str) -> Callable[[], Any]:
    module, _, path = target.partition(":")
    try:
        found: Any = _module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        text = N_("the bot %(name)s cannot be loaded")
        raise BotFailed(Message(text, name=name), _detail(error)) from error
    if not isinstance(found, type):
        text = N_("the bot %(name)s cannot be used: %(target)s is not a class")
        raise BotFailed(Message(text, name=name, target=target))
    return found


def _module(name: str) -> ModuleType:
    """Installed modules come first; then files in the current folder."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        here = os.getcwd()
        if error.name != name.partition(".")[0] or here in sys.path:
            raise
        sys.path.append(here)
        return import_module(name)


def source_of(bot: OwnBot) -> bytes:
    """The code of a bot, for fingerprints: different code may play differently."""
    _factory(bot.name, bot.target)
    path = sys.modules[bot.target.partition(":")[0]].__file__
    if path is None or not path.endswith(".py"):
        return path.encode() if path else b""
    with open(path, "rb") as file:
        return file.read()


def _detail(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:300]
