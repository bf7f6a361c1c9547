"""The rules of a game as a page."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from brehon.core.contract import Game
from brehon.core.text import N_, Message
from brehon.server.errors import NotFound


@cache
def rules_page(game: Game, language: str) -> Markup:
    """The game's RULES.md (or RULES.de.md), set as HTML; nothing in it can bring HTML of its own."""
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    for name in (f"RULES.{language}.md", "RULES.md"):
        path = folder / name
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    raise NotFound(Message(N_("The rules of %(game)s are not written down here."), game=game.title))
