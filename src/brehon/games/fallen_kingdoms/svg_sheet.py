"""The sheet that the table of Fallen Kingdoms is drawn on: the shared canvas, and which action belongs to a place."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ClassVar, TypeVarTuple, final

from brehon.core.canvas import Canvas, pill, round_clear
from brehon.core.face import Offers
from brehon.core.palette import FAINT, ON, OPEN, PARCHMENT
from brehon.core.sketches import Sketches
from brehon.core.svg import esc, label
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_fit import fit, lines_of, width_of
from brehon.games.fallen_kingdoms.view import FallenView

Ts = TypeVarTuple("Ts")


@final
class Sheet(Canvas[FallenRules, FallenView]):
    """The canvas; cities are close together, so what is offered is above what is only to look at."""

    double_line: ClassVar[bool] = False
    tick: ClassVar[float] = 0
    pieces_class: ClassVar[str] = "pieces"
    sketches: ClassVar[Sketches] = Sketches()

    def __init__(
        self, rules: FallenRules, view: FallenView, offers: Offers, say: Speaker, narrow: bool, width: int
    ) -> None:
        super().__init__(rules, view, offers, say, narrow, width)
        self.offered_spots = []
        self._is_offered = False  # whether the place that was put last can be chosen, or says why not
        self.copies: dict[int, int] = {}  # [knowledge] copies drawn so far
        self.feared: list[int] | None = None  # [seat] worked out when it is first asked for
        # [kind] the offered actions, so that a place finds its own
        self.kinds: set[int] = {view.table.space.kind_of[action] for action in offers.reasons}

    def offered(self, kinds: list[int], arg: int) -> int:
        """The action of one of these kinds that is offered here: an open one before one that is refused; -1 if none."""
        first = self.view.table.first
        here = [first[kind] + arg for kind in kinds if kind in self.kinds and first[kind] + arg in self.offers.reasons]
        return next((action for action in here if self.offers.is_legal(action)), here[0] if here else -1)

    def draw_cards_once(
        self, cards: list[int], key: tuple[Hashable, ...], draw: Callable[[*Ts], object], *args: *Ts
    ) -> None:
        """`draw_once` for a part with these knowledge cards, in this order: it also depends on which copy each of them is."""
        before, after = [self.copies.get(card, -1) for card in cards], dict(self.copies)
        for card in cards:
            after[card] = after.get(card, -1) + 1
        self.draw_once((key, tuple(cards), tuple(before)), draw, *args)
        self.copies = after

    # -- texts that fit

    def fit(self, x: float, y: float, width: float, text: str, size: float, ink: str = "", anchor: str = "", weight: str = "") -> None:  # fmt: skip
        """A line of text in a place so wide."""
        self.ground.append(label(x, y, fit(text, width, size, weight == "bold"), size, ink, anchor, weight))

    def fit_lines(
        self, x: float, y: float, width: float, text: str, size: float, ink: str = "", most: int = 0, weight: str = ""
    ) -> float:
        """A text in lines, the first on the base line `y`; the base line after the last."""
        for line in lines_of(text, width, size, weight == "bold", most):
            self.ground.append(label(x, round(y, 1), line, size, ink, "", weight))
            y += size + 3
        return y

    # -- things that open large

    def put_card(self, name: str, x: float, y: float, width: float, height: float, body: str, title: str, about: str, action: int = -1, spot: str = "") -> None:  # fmt: skip
        """A card that opens large, with the place to click on it."""
        self.put_piece(name, x, y, body, "card")
        self.put_spot(spot or f"{name}-spot", x, y, width, height, action, title)
        self.enlarge(name, title, about)

    def enlarge(self, name: str, title: str, about: str) -> None:
        """The piece opens large, and so does the place that was put last, which lies on it."""
        drawing = esc(self.ident(name))
        more = f'data-piece="{drawing}" data-name="{esc(title)}" data-about="{esc(about)}"'
        spots = self.offered_spots if self._is_offered else self.spots
        spots[-1] = spots[-1].replace("<g ", f"<g {more} ", 1)

    def put_spot(
        self, name: str, x: float, y: float, width: float, height: float, action: int, title: str, inset: float = 0
    ) -> None:
        """On a telephone the place is large enough for a finger, however small the thing is."""
        self._is_offered = action in self.offers.reasons
        if self.is_narrow and self._is_offered and min(width, height) < 44:
            more_x, more_y = max(0.0, 44 - width) / 2, max(0.0, 44 - height) / 2
            inset = max(more_x, more_y)
            x, y, width, height = x - inset, y - inset, width + 2 * inset, height + 2 * inset
        super().put_spot(name, x, y, width, height, action, title, inset)

    def put_round_spot(self, name: str, x: float, y: float, size: float, action: int, title: str) -> None:
        """A city or a path; one that cannot be chosen looks as always and says why when it is asked."""
        self._is_offered = action in self.offers.reasons
        if self._is_offered and not self.offers.is_legal(action):
            self._put_offer(name, x, y, round_clear(size / 2), title, action)
        else:
            super().put_round_spot(name, x, y, size, action, title)

    def put_button(self, name: str, x: float, y: float, width: float, height: float, action: int, text: str) -> None:
        """A button for something without a place on the table; a long text gets two lines."""
        is_legal = self.offers.is_legal(action)
        fill, ink = (OPEN, ON) if is_legal else (PARCHMENT, FAINT)
        size = next((size for size in (14, 13, 12) if width_of(text, size, True) < width - 10), 12)
        if width_of(text, size, True) < width - 10 or height < 32:
            body = pill(fit(text, width - 10, size, True), width, height, size, fill, ink)
        else:
            lines = lines_of(text, width - 8, 12, True, max(2, int(height / 15)))
            top = height / 2 - 7.5 * len(lines) + 11.5
            texts = "".join(
                label(round(width / 2, 1), round(top + 15 * i, 1), line, 12, ink, "middle", "bold")
                for i, line in enumerate(lines)
            )
            body = f'<rect width="{width:g}" height="{height:g}" rx="7" fill="{fill}" class="button"/>{texts}'
        self.put_choice(name, x, y, body, action, text)

    def whole(self, height: float) -> str:
        self.pieces = dict(sorted(self.pieces.items()))  # always in the same order, so that a page can move them
        return self.finish(self.say(words.headline(self.rules, self.view)), height, glyphs.defs(self.prefix))
