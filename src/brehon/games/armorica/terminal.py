"""The table of Armorica in a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.armorica import words
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.view import ArmoricaView


def table(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> RenderableType:
    """The whole table."""
    lines = [say(words.status(view))]
    lines += [say(words.card_title(view.table.cards, card)) for row in view.rows for card in row]
    return Group(*[Text(line) for line in lines])
