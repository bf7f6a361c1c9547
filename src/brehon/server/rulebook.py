"""What is written about a game as a page: its rules, and how to play it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from brehon.core.contract import Game
from brehon.core.text import N_, Message
from brehon.server.errors import NotFound


def rules_page(game: Game, language: str) -> Markup:
    """Every rule with its number."""
    return _set(rules_text(game, language))


def howto_page(game: Game, language: str) -> Markup:
    """The game on one page; a game that has no such page shows its rules."""
    return _set(howto_text(game, language))


def rules_text(game: Game, language: str) -> str:
    found = written(game, "RULES", language)
    if found is None:
        raise NotFound(Message(N_("The rules of %(game)s are not written down here."), game=game.title))
    return found


def howto_text(game: Game, language: str) -> str:
    found = written(game, "HOWTO", language)
    return rules_text(game, language) if found is None else found


@cache
def written(game: Game, what: str, language: str) -> str | None:
    """A text beside the game's code: RULES.de.md, else RULES.md."""
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    for name in (f"{what}.{language}.md", f"{what}.md"):
        path = folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return None


@cache
def _set(text: str) -> Markup:
    """Markdown as HTML; nothing in it can bring HTML of its own."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return Markup(html.replace("<table>", '<table tabindex="0">'))  # a wide one is scrolled by keyboard too
