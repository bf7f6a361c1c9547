"""Ids of rules in shown text become links to the rules page. What people have written, names and chat, is left as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape

from brehon.core import registry
from brehon.core.contract import Game
from brehon.server.web.rulebook import known_rules, rules_path
from brehon.server.web.rules.booklet import ID


def ruled(text: object, game: Game | None, people: Iterable[object] = (), *, language: str) -> str:
    """A text of ours, escaped, with links. `people`, or their names, of whom it may speak: an id in a name is no id.

    Without a game: an id that only one game has.
    """
    shown = str(text)
    if ID.search(shown) is None:
        return escape(text)
    out, end = Markup(), 0
    names = [str(getattr(one, "name", one)) for one in people]
    theirs = [span for name in names if ID.search(name) for span in _spans(name, shown)]
    for found in ID.finditer(shown):
        path = _path(found[0], game, language)
        if not path or any(first < found.end() and found.start() < last for first, last in theirs):
            continue
        out += Markup('{}<a class="rule" href="{}#{}">{}</a>').format(
            shown[end : found.start()], path, found[0], found[0]
        )
        end = found.end()
    return out + shown[end:]


def _spans(name: str, text: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(re.escape(name), text)]


@cache
def _path(rule: str, game: Game | None, language: str) -> str:
    games = [game] if game is not None else [registry.game(name) for name in registry.names()]
    found = [one for one in games if rule in known_rules(one, language)]
    return rules_path(found[0]) if len(found) == 1 else ""
