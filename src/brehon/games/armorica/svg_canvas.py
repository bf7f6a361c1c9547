"""The sheet that the table of Armorica is drawn on: layers, cards and the places to click."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from brehon.core.face import Offers
from brehon.core.svg import esc, spot
from brehon.core.text import Speaker
from brehon.games.armorica import glyphs, words
from brehon.games.armorica.data import (
    ACCESS,
    DECKS,
    N_DECKS,
    PATRICIANS,
    ROMAN,
)
from brehon.games.armorica.glyphs import INK, OPEN, PAPER, PARCHMENT
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.view import ArmoricaView

FONT: Final = "Georgia, 'Palatino Linotype', 'Book Antiqua', 'DejaVu Serif', serif"


@final
class Canvas:
    """What is being drawn, for whom, and the three layers it goes to."""

    def __init__(
        self, rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker, prefix: str, width: int
    ) -> None:
        self.rules = rules
        self.view = view
        self.cards = view.table.cards
        self.offers = offers
        self.say = say
        self.prefix = prefix
        self.width = width
        self.focus = view.seat if view.seat >= 0 else view.active  # whose reach is shown
        self.piles = words.pile_names(rules.components)
        self.titles = _titles(rules.components.digest, say.language)
        self.ground: list[str] = []
        self.pieces: dict[int, str] = {}
        self.spots: list[str] = []

    def put_card(self, card: int, x: float, y: float, width: int) -> None:
        cards = self.cards
        deck = cards.deck_of(card)
        is_patrician = deck == ROMAN and cards.suits[card] in PATRICIANS
        picture = glyphs.card(
            self.prefix,
            cards.names[card],
            cards.suits[card],
            cards.columns[card],
            width,
            self.piles[deck][cards.pile_of(card)] if deck < N_DECKS else "",
            ACCESS[cards.suits[card]] if is_patrician else -1,
        )
        name = esc(f"{self.prefix}card-{cards.names[card]}")
        origin = (
            f' data-from="{self.prefix}deck-{DECKS[deck]}"' if deck < N_DECKS else ""
        )  # where it is seen coming from
        self.pieces[card] = f'<g id="{name}" class="card"{origin} transform="translate({x},{y})">{picture}</g>'

    def put_spot(self, name: str, x: float, y: float, width: float, height: float, action: int, title: str) -> None:
        """A place over a card or a sign: framed and ticked if it may be taken, veiled if not, else clear."""
        ident = f"{self.prefix}{name}"
        if action not in self.offers.reasons:
            self.spots.append(spot(ident, x, y, clear(width, height), title))
            return
        reason = self.offers.reason(action)
        if reason is not None:
            self.spots.append(spot(ident, x, y, veil(width, height), title, action, self.say.reason(reason)))
            return
        offer = self.say(words.action(self.rules, self.view, action))
        self.spots.append(spot(ident, x, y, frame(width, height), offer, action))

    def finish(self, height: float) -> str:
        title = esc(self.say(words.status(self.view)))
        pieces = "".join(self.pieces[card] for card in sorted(self.pieces))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height}" width="{self.width}" height="{height}" '
            f'class="board armorica" role="group" aria-label="{title}" font-family="{FONT}" fill="{INK}">{glyphs.defs(self.prefix)}'
            f'<rect width="{self.width}" height="{height}" rx="10" fill="{PARCHMENT}" class="table"/>'
            f'{"".join(self.ground)}<g class="cards" aria-hidden="true">{pieces}</g><g class="spots">{"".join(self.spots)}</g></svg>'
        )


def title_of(c: Canvas, card: int) -> str:
    """What a card is, in the language of the table; worked out once."""
    known = c.titles
    if card not in known:
        known[card] = c.say(words.card_title(c.cards, card))
    return known[card]


@lru_cache(maxsize=64)
def _titles(digest: str, language: str) -> dict[int, str]:
    """Filled by `title_of`; the text of a card depends on the card file and the language alone."""
    return {}


def clear(width: float, height: float) -> str:
    return f'<rect width="{width}" height="{height}" rx="5" fill="{PAPER}" fill-opacity="0"/>'


def veil(width: float, height: float) -> str:
    """Dimmed and crossed at the corner: it is there, but cannot be taken."""
    return (
        f'<rect width="{width}" height="{height}" rx="5" fill="{PARCHMENT}" fill-opacity=".5" class="veil"/>'
        f'<path d="M{width - 13} 5l8 8m0-8l-8 8" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
    )


def frame(width: float, height: float) -> str:
    """A strong double frame with a tick at the corner: it may be taken."""
    return (
        f'<rect x="1" y="-2" width="{width - 2}" height="{height + 4}" rx="6" fill="{PAPER}" fill-opacity="0" stroke="{OPEN}" stroke-width="4" class="frame"/>'
        f'<circle cx="{width - 9}" cy="5" r="9" fill="{OPEN}" stroke="{PAPER}" stroke-width="1.5"/>'
        f'<path d="M{width - 13} 5.5l3 3 5.5-6.5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>'
    )
