"""The sheet that the table of Armorica is drawn on: the shared canvas, and how cards are placed on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final, TypeVarTuple, final

from brehon.core.canvas import FONT, Canvas
from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.palette import FAINT, INK, ON, OPEN, PAPER, PARCHMENT, RULE
from brehon.core.sketches import Sketches
from brehon.core.svg import esc, fit, label
from brehon.core.text import Speaker
from brehon.games.armorica import glyphs, people, words
from brehon.games.armorica.data import DECKS, N_DECKS
from brehon.games.armorica.glyphs import CARD_H
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.view import ArmoricaView

WIDE: Final = 960
HIGH: Final = 650
PHONE: Final = 390
LEAST: Final = 11.5  # size of the smallest text
Ts = TypeVarTuple("Ts")


@final
class Sheet(Canvas[ArmoricaRules, ArmoricaView]):
    """The canvas with the cards of this game."""

    double_line = False
    sketches = Sketches()

    def __init__(
        self, rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker, narrow: bool, width: int
    ) -> None:
        super().__init__(rules, view, offers, say, narrow, width)
        self.cards = view.table.cards
        self.focus = view.seat if view.seat >= 0 else view.active  # whose reach is shown
        self.is_over = view.to_move() == OVER
        self.piles = words.pile_names(rules.components)
        self.people = people.everyone(self.cards)
        self.texts = _texts(rules.components.digest, say.language)
        self.points = words.scores(view)
        self.ids = self.prefix  # in front of ids; `prefix` itself is that of the drawings
        self.own = ""  # in front of the names of the viewer's own cards, where the board has them already

    def draw_once(self, key: tuple[Hashable, ...], draw: Callable[[*Ts], object], *args: *Ts) -> None:
        super().draw_once((self.ids, self.own, key), draw, *args)

    def ident(self, name: str) -> str:
        return self.ids + "-".join(name.split())

    def put_panel(
        self, x: float, y: float, width: float, height: float, cls: str, edge: str = "", at: int = -1
    ) -> None:
        """A sheet that things lie on."""
        line = f'stroke="{edge}" stroke-width="3"' if edge else f'stroke="{RULE}" stroke-width="1.2"'
        shape = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}" rx="7"'
        self.put(f'<rect {shape} fill="{PAPER}" {line} class="area {cls}"/>')

    # -- cards

    def put_card(self, card: int, x: float, y: float, width: float, scale: float = 1) -> None:
        cards, person = self.cards, self.people[card]
        picture = glyphs.card(
            self.prefix, cards.names[card], person.name, person.head, people.kind(cards, card), cards.suits[card],
            cards.columns[card], width, scale,
        )  # fmt: skip
        self._put(card, x, y, picture)

    def put_mini(self, card: int, x: float, y: float, width: float) -> None:
        self._put(card, x, y, glyphs.mini(self.prefix, self.cards.suits[card], self.cards.columns[card], width))

    def put_chip(self, card: int, x: float, y: float, size: float) -> None:
        self._put(card, x, y, glyphs.chip(self.prefix, self.cards.suits[card], size))

    def _put(self, card: int, x: float, y: float, picture: str) -> None:
        deck = self.cards.deck_of(card)
        origin = f"deck-{DECKS[deck]}" if deck < N_DECKS else ""  # where it moves in from
        self.put_piece(f"{self.own}card-{self.cards.names[card]}", x, y, picture, "card", origin)

    def put_place(
        self, name: str, card: int, x: float, y: float, width: float, height: float = CARD_H, action: int = -1
    ) -> None:
        """The place of a card: framed if it may be chosen, dimmed if not; it opens the card large in any case."""
        is_asked = action in self.offers.reasons
        about = (
            f"{self.title_of(card)}. {self.about(card)}" if is_asked else self.about(card)
        )  # its name says what it does
        more = f'data-piece="{esc(self.ident(f"{self.own}card-{self.cards.names[card]}"))}" data-about="{esc(about)}"'
        ident, place = esc(self.ident(name)), f'transform="translate({x:.5g},{y:.5g})"'
        if not is_asked:
            title = esc(self.title_of(card))
            start = f'<g id="{ident}" {place} class="spot" role="img" {more}><title>{title}</title>'
            self.spots.append(f"{start}{clear(width, height)}</g>")
            return
        if self.offers.is_legal(action):
            title, body = esc(self.offer(action)), framed(width, height)
            state = f'class="spot open" data-action="{action}"'
        else:
            title, body = esc(self.refusal(action)), dimmed(width, height)
            state = f'class="spot shut" aria-disabled="true" data-why="{action}"'
        start = f'<g id="{ident}" {place} {state} role="button" tabindex="0" aria-label="{title}" {more}>'
        self.spots.append(f"{start}<title>{title}</title>{body}</g>")

    def title_of(self, card: int) -> str:
        """What a card is, in the language of the table; computed once."""
        if card not in self.texts:
            self.texts[card] = (
                self.say(words.card_title(self.cards, card)),
                self.say(words.about_card(self.cards, card)),
            )
        return self.texts[card][0]

    def about(self, card: int) -> str:
        """What a card does, for its large picture."""
        self.title_of(card)
        return self.texts[card][1]

    # -- words

    def fitting(
        self, x: float, y: float, text: str, size: float, room: float, ink: str = "", anchor: str = "", weight: str = ""
    ) -> None:
        """A line of text, cut to the room there is."""
        self.write(x, y, fit(text, room, size, bool(weight)), size, ink, anchor, weight)

    def put_flag(self, x: float, y: float, width: float, seat: int) -> None:
        """To act, winner, place: what there is to say about a seat now."""
        note = words.seat_note(self.view, seat)
        if note is None:
            return
        fill = INK if self.is_over else OPEN
        text = fit(self.say(note), width - 14, 12.5)
        self.put(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="18" rx="9" fill="{fill}" class="flag"/>'
            f"{label(x + width / 2, y + 13.2, text, 12.5, ON, 'middle', 'bold')}"
        )

    def put_start_mark(self, seat: int, x: float, y: float, size: float = 18) -> bool:
        """The start-player card, if the seat has it."""
        if self.view.marker != seat or self.is_over:
            return False
        mark = glyphs.use(self.prefix, "torc", x, y, size)
        ident = self.ident(f"{self.own}start-{seat}")
        self.put(f'<g id="{ident}"><title>{esc(self.say.word(words.START_PLAYER))}</title>{mark}</g>')
        return True

    # -- the whole

    def whole(self, height: float, defs: str, title: str) -> str:
        """The picture; cards are dark on a dark page too, and always in the same order, so that a page can move them."""
        pieces = "".join(picture for _, picture in sorted(self.pieces.items()))
        size = f'width="{self.width}" height="{height:g}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" {size} class="board armorica" '
            f'role="group" aria-label="{esc(title)}" font-family="{FONT}" fill="{INK}">{defs}'
            f'<rect {size} rx="8" fill="{PARCHMENT}" class="table"/>{"".join(self.ground)}'
            f'<g class="pieces" aria-hidden="true">{pieces}</g><g class="spots">{"".join(self.spots)}</g>'
            f'<g pointer-events="none" aria-hidden="true" font-size="12.5" font-weight="bold" text-anchor="middle">{"".join(self.above)}</g></svg>'
        )


def clear(width: float, height: float) -> str:
    return f'<rect width="{width:.4g}" height="{height:.4g}" fill="none" pointer-events="all"/>'


@lru_cache(maxsize=64)
def framed(width: float, height: float) -> str:
    """A strong frame with a tick at its foot: it may be chosen."""
    return (
        f'<rect x="-.5" y="-.5" width="{width + 1:.4g}" height="{height + 1:.4g}" rx="5" fill="{PAPER}" fill-opacity="0" '
        f'stroke="{OPEN}" stroke-width="3.6" class="frame"/><g transform="translate({width - 8:.4g},{height - 8:.4g})">'
        f'<circle r="8" fill="{OPEN}" stroke="{PAPER}" stroke-width="1.4"/>'
        f'<path d="M-3.5.4l2.6 2.6 4.8-5.7" fill="none" stroke="{ON}" stroke-width="2" stroke-linecap="round"/></g>'
    )


@lru_cache(maxsize=64)
def dimmed(width: float, height: float) -> str:
    """It exists but cannot be chosen; a click explains why."""
    return (
        f'<rect width="{width:.4g}" height="{height:.4g}" rx="3" fill="{PARCHMENT}" fill-opacity=".45" class="veil"/>'
        f'<path d="M{width - 11:.4g} {height - 11:.4g}l7 7m0-7l-7 7" stroke="{FAINT}" stroke-width="1.8" stroke-linecap="round"/>'
    )


@lru_cache(maxsize=64)
def _texts(digest: str, language: str) -> dict[int, tuple[str, str]]:
    """Filled by `title_of`; the texts of a card depend on the card file and the language alone."""
    return {}
