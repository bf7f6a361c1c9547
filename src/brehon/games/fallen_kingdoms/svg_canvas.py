"""The sheet that the table of Fallen Kingdoms is drawn on: three layers, and the places to click."""

from __future__ import annotations

from typing import Final, final

from brehon.core.face import Offers
from brehon.core.svg import esc, label, shorten, spot
from brehon.core.text import Message, Speaker
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.glyphs import INK, OPEN, PAPER, PARCHMENT, RULE
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.view import FallenView

FONT: Final = "Georgia, 'Palatino Linotype', 'Book Antiqua', 'DejaVu Serif', serif"


@final
class Canvas:
    """What is being drawn, for whom, and the layers it goes to."""

    def __init__(
        self, rules: FallenRules, view: FallenView, offers: Offers, say: Speaker, prefix: str, width: int
    ) -> None:
        self.rules = rules
        self.view = view
        self.offers = offers
        self.say = say
        self.prefix = prefix
        self.width = width
        self.is_narrow = prefix != ""
        self.ground: list[str] = []
        self.pieces: dict[str, str] = {}
        self.spots: list[str] = []  # only to look at
        self.open: list[str] = []  # offered, above the others
        self.top: list[str] = []  # texts above all that
        self.copies: dict[int, int] = {}  # [knowledge] copies drawn so far
        # [kind] the offered actions, so that a place finds its own
        self.kinds: set[int] = {view.table.space.kind_of[action] for action in offers.reasons}

    def put(self, name: str, x: float, y: float, body: str, cls: str, way: tuple[str, str] | None = None) -> None:
        """A piece, moved by the transform of its element. `way`: the pieces that it comes from and goes to."""
        ident = esc(f"{self.prefix}{name}")
        ends = ""
        if way is not None:
            ends = f' data-from="{esc(self.prefix + way[0])}" data-to="{esc(self.prefix + way[1])}"'
        self.pieces[ident] = f'<g id="{ident}" class="{cls}"{ends} transform="translate({x:.5g},{y:.5g})">{body}</g>'

    def offered(self, kinds: list[int], arg: int) -> int:
        """The action of one of these kinds that is offered here: an open one before one that is refused; -1 if none."""
        found = -1
        for kind in kinds:
            if kind in self.kinds:
                action = self.view.table.first[kind] + arg
                if action in self.offers.reasons:
                    if self.offers.reasons[action] is None:
                        return action
                    found = action if found < 0 else found
        return found

    def put_spot(
        self, name: str, x: float, y: float, width: float, height: float, action: int, title: str, round_: bool = False
    ) -> None:
        """A place over something: framed if it may be chosen, veiled if not, else clear. A round one lies about x, y."""
        ident = f"{self.prefix}{name}"
        if action < 0 or action not in self.offers.reasons:
            self.spots.append(spot(ident, x, y, clear(width, height, round_), title))
            return
        reason = self.offers.reason(action)
        if reason is not None:
            self.open.append(spot(ident, x, y, veil(width, height, round_), title, action, self.say.reason(reason)))
            return
        offer = self.say(words.action(self.rules, self.view, action))
        self.open.append(spot(ident, x, y, frame(width, height, round_), offer, action))

    def put_button(self, x: float, y: float, width: float, height: float, action: int, text: str) -> None:
        """A button for something that has no place of its own."""
        name = f"{self.prefix}do-{action}"
        size = 15 if len(text) * 10.2 < width else 13  # of a text that is to fit
        words_here = shorten(text, int(width / size / 0.66))
        reason = self.offers.reason(action)
        fill, ink, edge = (OPEN, "#fff", OPEN) if reason is None else (PARCHMENT, glyphs.FAINT, RULE)
        body = (
            f'<rect width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{edge}" class="button"/>'
            f"{label(width / 2, round(height / 2 + size * 0.35, 1), words_here, size, ink, 'middle', 'bold')}"
        )
        why = "" if reason is None else self.say.reason(reason)
        self.open.append(spot(name, x, y, body, text, action, why))

    def text(self, message: Message | str) -> str:
        return self.say(message) if isinstance(message, Message) else self.say.word(message)

    def finish(self, height: float) -> str:
        title = esc(self.say(words.headline(self.rules, self.view)))
        pieces = "".join(self.pieces[name] for name in sorted(self.pieces))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" width="{self.width}" height="{height:g}" '
            f'class="board fallen-kingdoms" role="group" aria-label="{title}" font-family="{FONT}" fill="{INK}">{glyphs.defs(self.prefix)}'
            f'<rect width="{self.width}" height="{height:g}" rx="10" fill="{PARCHMENT}" class="table"/>'
            f'{"".join(self.ground)}<g class="pieces" aria-hidden="true">{pieces}</g>'
            f'<g class="spots">{"".join(self.spots)}{"".join(self.open)}{"".join(self.top)}</g></svg>'
        )


def clear(width: float, height: float, round_: bool) -> str:
    if round_:
        return f'<circle r="{width / 2:g}" fill="{PAPER}" fill-opacity="0"/>'
    return f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PAPER}" fill-opacity="0"/>'


def veil(width: float, height: float, round_: bool) -> str:
    """Crossed out in a corner: it is there, but cannot be chosen; a click says why."""
    if round_:
        r = width / 2
        return (
            f'<circle r="{r:g}" fill="{PARCHMENT}" fill-opacity=".2" class="veil"/>'
            f'<path d="M{r * 0.5:.4g} {-r * 0.82:.4g}l5 5m0-5l-5 5" stroke="{glyphs.FAINT}" stroke-width="1.4" stroke-linecap="round"/>'
        )
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PARCHMENT}" fill-opacity=".5" class="veil"/>'
        f'<path d="M{width - 12:g} 4l8 8m0-8l-8 8" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
    )


def frame(width: float, height: float, round_: bool) -> str:
    """A strong frame with a tick: it may be chosen."""
    if round_:
        r = width / 2
        x, y = r * 0.72, -r * 0.72
        return (
            f'<circle r="{r:g}" fill="{PAPER}" fill-opacity="0" stroke="#fff" stroke-width="5.5" stroke-opacity=".85"/>'
            f'<circle r="{r:g}" fill="none" stroke="{OPEN}" stroke-width="3.4" class="frame"/>'
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="7" fill="{OPEN}" stroke="{PAPER}" stroke-width="1.3"/>'
            f'<path d="M{x - 3:.4g} {y + 0.4:.4g}l2.2 2.2 4-4.8" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round"/>'
        )
    return (
        f'<rect x="1" y="-1" width="{width - 2:g}" height="{height + 2:g}" rx="6" fill="{PAPER}" fill-opacity="0" stroke="{OPEN}" stroke-width="3.4" class="frame"/>'
        f'<circle cx="{width - 6:g}" cy="4" r="7.5" fill="{OPEN}" stroke="{PAPER}" stroke-width="1.3"/>'
        f'<path d="M{width - 9:g} 4.4l2.3 2.3 4.4-5.2" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>'
    )
