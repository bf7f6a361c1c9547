"""The table of Armorica as one SVG."""

from __future__ import annotations

from markupsafe import escape

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.armorica import words
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.view import ArmoricaView


def board(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table."""
    lines = [say(words.status(view))]
    lines += [say(words.card_title(view.table.cards, card)) for row in view.rows for card in row]
    out = [f'<text x="10" y="{20 + 18 * i}" font-size="13">{escape(line)}</text>' for i, line in enumerate(lines)]
    for i, (act, why) in enumerate(sorted(offers.reasons.items())):
        tag = f'data-action="{act}"' if why is None else f'data-why="{act}"'
        text = say(words.action(rules, view, act)) if why is None else say.reason(why)
        out.append(
            f'<g {tag} role="button" tabindex="0" aria-label="{escape(text)}" transform="translate(10,{280 + 24 * i})">'
            f'<title>{escape(text)}</title><text font-size="13">{escape(text)}</text></g>'
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1180 640">{"".join(out)}</svg>'
