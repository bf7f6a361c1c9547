"""Who sits where: `me`, `me:Anna`, a bot level, `cottar:Grainne`; and options as `name=value`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from brehon.bots.levels import LEVELS, player, spelled
from brehon.cli.errors import BadInput
from brehon.core.record import Player
from brehon.core.text import N_, Message, Speaker

ME: Final = "me"
MAX_NAME: Final = 40


def parse_seats(text: str, say: Speaker) -> list[Player]:
    """The players of a table, in the order of the seats; all names are different."""
    players: list[Player] = []
    for number, part in enumerate(text.split(","), start=1):
        kind, _, name = (piece.strip() for piece in part.partition(":"))
        if kind.lower() == ME:
            default, bot = say(Message(N_("Player %(number)s"), number=number)), ""
        elif _is_own(kind, name):
            found, _, name = name.partition(":")
            default, bot = found, player(f"{kind}:{found}").name
        else:
            chosen = player(_level(kind))
            default, bot = chosen.title, chosen.name
        players.append(Player(_own_name(_checked(name) or default, bool(name), players), bot))
    return players


def parse_levels(text: str) -> list[str]:
    """The bot levels of a simulation; it has no people."""
    levels = [spelled(part) for part in text.split(",")]
    if ME in levels:
        text = N_("seat %(seat)s is “me”, but a simulation has bots only: %(known)s")
        raise BadInput(text, seat=levels.index(ME) + 1, known=", ".join(LEVELS))
    for name in levels:
        if ":" not in name:
            _level(name.partition("@")[0].strip())
        player(name)
    return levels


def parse_bots(given: list[str]) -> dict[int, str]:
    """`2=cottar`: [seat] the bot that will play there from now on."""
    bots: dict[int, str] = {}
    for text in given:
        seat, equals, name = (piece.strip() for piece in text.partition("="))
        if not equals or not (seat.isascii() and seat.isdecimal() and 0 < int(seat[:9]) < 100):
            raise BadInput(N_("--bot %(given)s cannot be read; write it as seat=level, as in 2=cottar"), given=repr(text))  # fmt: skip
        bots[int(seat) - 1] = player(name if ":" in name else _level(name)).name
    return bots


def _is_own(kind: str, name: str) -> bool:
    """Whether `kind:name` is a custom bot, module:Class, and not a level with a name or a misspelled level."""
    word = kind.lower()
    return name != "" and word not in LEVELS and not get_close_matches(word, [ME, *LEVELS], n=1)


def _level(kind: str) -> str:
    wanted = kind.lower()
    if wanted not in LEVELS:
        known = [ME, *LEVELS]
        close = get_close_matches(wanted, known, n=1)
        listed = ", ".join(known)
        if close:
            text = N_(
                "unknown player %(name)s (did you mean %(close)s?); a seat is one of: %(known)s, each with an optional :NAME"
            )
            raise BadInput(text, name=repr(kind), close=repr(close[0]), known=listed)
        text = N_("unknown player %(name)s; a seat is one of: %(known)s, each with an optional :NAME")
        raise BadInput(text, name=repr(kind), known=listed)
    return wanted


def _checked(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        text = N_("the name %(name)s cannot be used; a name has at most %(limit)s printable characters")
        raise BadInput(text, name=repr(name), limit=MAX_NAME)
    return name


def _own_name(name: str, given: bool, players: list[Player]) -> str:
    taken = [player.name for player in players]
    if name not in taken:
        return name
    if given:
        text = N_("two seats are called %(name)s; give each a name of its own, as in me:Anna,me:Ben")
        raise BadInput(text, name=repr(name))
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
            wrong = N_("--option %(given)s cannot be read; write it as name=value (brehon games lists them)")
            raise BadInput(wrong, given=repr(text))
        if name in options:
            wrong = N_("option %(name)s is given twice: %(first)s and %(second)s")
            raise BadInput(wrong, name=name, first=repr(options[name]), second=repr(value))
        options[name] = value
    return options
