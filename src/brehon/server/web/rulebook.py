"""What is written about a game as a page: its rules, and how to play it."""

from __future__ import annotations

import asyncio
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from brehon.core.contract import Game
from brehon.core.primer import Picture
from brehon.core.text import N_, Message, Speaker
from brehon.server.errors import NotFound
from brehon.server.web.rules.booklet import ID, Booklet, Rule, booklet
from brehon.server.web.rules.finder import Entry, Index, Name

WHOLE: Final = (0, 0, 960, 650)  # of a wide board


def rules_text(game: Game, language: str) -> str:
    found = written(game, "RULES", language)
    if found is None:
        raise NotFound(Message(N_("The rules of %(game)s are not written down here."), game=game.title))
    return found


def howto_text(game: Game, language: str) -> str:
    found = written(game, "HOWTO", language)
    return rules_text(game, language) if found is None else found


def aloud_text(game: Game, language: str) -> str:
    found = written(game, "ALOUD", language)
    if found is None:
        raise NotFound(Message(N_("%(game)s has no text to read out to friends."), game=game.title))
    return found


def has_aloud(game: Game, language: str) -> bool:
    return written(game, "ALOUD", language) is not None


def rules_book(game: Game, language: str) -> Booklet:
    """Every rule with its number."""
    figures = tuple((picture.anchor, _figure(game, picture, language)) for picture in game.face().pictures())
    return booklet(rules_text(game, language), figures=figures)


def howto_book(game: Game, language: str) -> Booklet:
    """The game on one page; a game that has no such page shows its rules."""
    text = howto_text(game, language)
    if written(game, "HOWTO", language) is None:
        return rules_book(game, language)
    bare = booklet(text, rules_path(game))
    figures = tuple(
        (bare.headings[one.howto].anchor, _figure(game, one, language))
        for one in game.face().pictures()
        if 0 < one.howto < len(bare.headings)
    )
    return booklet(text, rules_path(game), figures)


def aloud_book(game: Game, language: str) -> Booklet:
    """The game as a host explains it to friends: to be read out in five minutes, or printed."""
    return booklet(aloud_text(game, language), rules_path(game))


def _figure(game: Game, picture: Picture, language: str) -> Markup:
    """A drawn position; a tap opens it alone, where it can be enlarged."""
    path, words = f"/picture/{game.name}/{picture.name}.svg?l={language}", Speaker(language).word(picture.caption)
    _, _, width, height = picture.part or WHOLE
    return Markup(
        '<figure class="drawn"><a href="{path}"><picture><source media="(prefers-color-scheme: dark)" srcset="{path}&amp;dark=1">'
        '<img src="{path}" alt="{words}" width="{width}" height="{height}" loading="lazy"></picture></a>'
        '<figcaption><span aria-hidden="true">{words}</span>'
        '<form class="try-it" method="post" action="/examples/{game}/{name}"><button aria-label="{play}: {words}">{play}</button></form>'
        "</figcaption></figure>\n"
    ).format(
        path=path, words=words, width=width, height=height, game=game.name, name=picture.name,
        play=Speaker(language).word(N_("Play from here")),
    )  # fmt: skip


def rules_path(game: Game) -> str:
    return f"/rules/{game.name}"


@cache
def written(game: Game, what: str, language: str) -> str | None:
    """A text next to the game's code: RULES.de.md, else RULES.md."""
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    for name in (f"{what}.{language}.md", f"{what}.md"):
        path = folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return None


# -- one rule, and rules by words


@cache
def known_ids(game: Game, language: str) -> frozenset[str]:
    """The ids of all rules; none if the game has no written rules. The text is not set for it, which takes tenths of a second."""
    return frozenset(found[0] for found in ID.finditer(written(game, "RULES", language) or ""))


async def prepare_rules(game: Game, language: str) -> None:
    """Sets the rules in a thread the first time, so that no one else has to wait. NotFound if there are none."""
    await asyncio.to_thread(index_of, game, language)


def rule_called(game: Game, name: str, language: str) -> Rule:
    found = rules_book(game, language).rules.get(name)
    if found is None:
        raise NotFound(Message(N_("%(game)s has no rule of this number."), game=game.title))
    return found


@cache
def index_of(game: Game, language: str) -> Index:
    """What the search looks through: rules, passages without a number, and the words of the game."""
    book, say = rules_book(game, language), Speaker(language)
    entries = [Entry(one.id, one.text, one.chapter, one.anchor) for one in [*book.rules.values(), *book.passages]]
    names = [
        Name(f"{say.word(term.name)} {say.word(term.also)}", tuple(term.ids)) for term in game.face().terms()
    ]  # fmt: skip
    return Index(entries, names, language)


class Word(NamedTuple):
    """A term in the reader's language."""

    name: str
    meaning: str
    rules: list[str]
    on: list[str]  # how the ids begin of what it explains on the board


def glossary(game: Game, say: Speaker) -> list[Word]:
    """Every term, by the alphabet of the reader's language."""
    found = [
        Word(say.word(term.name), _sentence(say.word(term.meaning)), term.ids, term.on.split())
        for term in game.face().terms()
    ]
    return sorted(found, key=lambda one: one.name.casefold())


def _sentence(text: str) -> str:
    """Some texts of the catalogue are phrases, because they stand on a piece."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def rule_data(rule: Rule | Entry, game: Game) -> dict[str, Any]:
    """A rule as programs read it."""
    return {
        "id": rule.id or None, "text": rule.text, "chapter": rule.chapter, "link": f"{rules_path(game)}#{rule.anchor}",
    }  # fmt: skip
