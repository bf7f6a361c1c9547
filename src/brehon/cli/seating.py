"""Who sits where: `me`, `me:Anna`, a bot level, `cottar:Grainne`; and options as `name=value`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from brehon.bots.levels import LEVELS, level
from brehon.core.errors import BadOptions
from brehon.core.record import Player
from brehon.core.text import N_, Message, Speaker

ME: Final = "me"
MAX_NAME: Final = 40


def parse_seats(text: str, say: Speaker) -> list[Player]:
    """The players of a table, in the order of the seats; everybody has a name of their own."""
    players: list[Player] = []
    for number, part in enumerate(text.split(","), start=1):
        kind, _, name = (piece.strip() for piece in part.partition(":"))
        if kind.lower() == ME:
            default, bot = say(Message(N_("Player %(number)s"), number=number)), ""
        else:
            found = _level(kind)
            default, bot = level(found).title, found
        players.append(Player(_own_name(_checked(name) or default, bool(name), players), bot))
    return players


def parse_levels(text: str) -> list[str]:
    """The bot levels of a simulation; nobody is asked there."""
    levels = [part.strip().lower() for part in text.split(",")]
    if ME in levels:
        raise BadOptions(f"seat {levels.index(ME) + 1} is 'me', but a simulation has bots only: {', '.join(LEVELS)}")
    return [_level(name) for name in levels]


def _level(kind: str) -> str:
    wanted = kind.lower()
    if wanted not in LEVELS:
        known = [ME, *LEVELS]
        close = get_close_matches(wanted, known, n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise BadOptions(f"nobody called {kind!r} can take a seat{hint}; a seat is one of: {', '.join(known)}, each with :NAME if you like")  # fmt: skip
    return wanted


def _checked(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        raise BadOptions(f"the name {name!r} cannot be used; a name has at most {MAX_NAME} printable characters")
    return name


def _own_name(name: str, given: bool, players: list[Player]) -> str:
    taken = [player.name for player in players]
    if name not in taken:
        return name
    if given:
        raise BadOptions(f"two seats are called {name!r}; give each a name of its own, as in me:Anna,me:Ben")
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def parse_options(given: list[str]) -> dict[str, str]:
    """`name=value` as the registry wants it, which checks names and values."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals or not name:
            raise BadOptions(f"--option {text!r} cannot be read; write it as name=value (brehon games lists them)")
        if name in options:
            raise BadOptions(f"option {name} is given twice: {options[name]!r} and {value!r}")
        options[name] = value
    return options
