"""The sheet that a table is drawn on: its layers, its panels, its pieces and the places to click. Games bring geometry and motifs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import ClassVar, Final, Generic, TypeVar, TypeVarTuple

from brehon.core.advances import SANS, SERIF
from brehon.core.contract import Ruleset, View
from brehon.core.face import Offers
from brehon.core.palette import FAINT, INK, ON, OPEN, PAPER, PARCHMENT, RULE
from brehon.core.sketches import Sketches
from brehon.core.svg import at, esc, fit, label, spot, text_width
from brehon.core.text import Message, Speaker, fingerprint

# The second name is that of the whole typeface, for programs that draw a picture with the fonts of the machine.
FONT: Final = f"'{SERIF}', 'Source Serif Pro', Georgia, 'Palatino Linotype', 'DejaVu Serif', serif"
SMALL_PRINT: Final = (
    f"'{SANS}', 'Source Sans Pro', 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"  # font-family of a <g> or <text>
)
RulesT = TypeVar("RulesT", bound=Ruleset)
ViewT = TypeVar("ViewT", bound=View)
Ts = TypeVarTuple("Ts")


class Canvas(Generic[RulesT, ViewT]):
    """What is being drawn, for whom, and the layers: the ground, the pieces (moved by their `transform`), and the spots.

    Ids begin with `n-` in the narrow layout, so that both fit on one page.
    """

    tick: ClassVar[float] = 7.5  # radius of the tick at a frame; 0: a pale line around the frame instead
    says_both: ClassVar[bool] = False  # a spot that can be chosen or is refused says what it is, too
    double_line: ClassVar[bool] = True  # around a panel
    pieces_class: ClassVar[str] = "pieces printed"  # without `printed`: pieces that have dark colours of their own
    sketches: ClassVar[Sketches] = Sketches()  # a game whose boards are large has its own

    def __init__(self, rules: RulesT, view: ViewT, offers: Offers, say: Speaker, narrow: bool, width: int) -> None:
        self.rules = rules
        self.view = view
        self.offers = offers
        self.say = say
        self.is_narrow = narrow
        self.prefix = "n-" if narrow else ""
        self.width = width
        self.face = rules.game.face()
        self.ground: list[str] = []
        self.pieces: dict[str, str] = {}  # [id]
        self.spots: list[str] = []
        self.offered_spots = self.spots  # a separate list if they must be above the others
        self.above: list[str] = []  # after all spots
        self._same: tuple[Hashable, ...] | None = None

    def ident(self, name: str) -> str:
        """A name as an id of this layout: without blanks."""
        return self.prefix + "-".join(name.split())

    # -- words

    def text(self, message: Message | str) -> str:
        return self.say(message) if isinstance(message, Message) else self.say.word(message)

    def offer(self, action: int) -> str:
        """What a button for this action says."""
        return self.say(self.face.action(self.rules, self.view, action))

    def refusal(self, action: int) -> str:
        """Why an action that is shown cannot be done; "" if it can."""
        reason = self.offers.reason(action)
        return self.say.reason(reason) if reason is not None else ""

    def seats(self) -> list[int]:
        """The seats clockwise, starting with the viewer."""
        first, n = max(0, self.view.seat), self.rules.n_seats
        return [(first + i) % n for i in range(n)]

    # -- parts that were drawn before

    def same(self) -> tuple[Hashable, ...]:
        """What every part depends on: the rules, the language and the layout; the names of people are not in it."""
        rules, components = self.rules, self.rules.components
        options = tuple(sorted(rules.options.items()))
        return (
            rules.game.name, self.say.language, self.prefix, self.width, rules.n_seats, rules.version, components.digest, components.source, options,
        )  # fmt: skip

    def layers(self) -> tuple[list[str], ...]:
        """Where parts are put, apart from the pieces."""
        own = () if self.offered_spots is self.spots else (self.offered_spots,)
        return (self.ground, self.spots, self.above, *own)

    def offered_here(self, actions: Iterable[int]) -> tuple[Hashable, ...]:
        """For the key of a part: which of these actions can be chosen or are refused there, and with which words."""
        reasons, out = self.offers.reasons, list[Hashable]()
        for action in actions:
            if action in reasons:
                reason = reasons[action]
                words = self.face.action(self.rules, self.view, action) if reason is None else reason.text
                out.append((action, "" if reason is None else f"no {reason.rule}", fingerprint(words)))
        return (*out, *self.say.names) if out else ()

    def draw_once(self, key: tuple[Hashable, ...], draw: Callable[[*Ts], object], *args: *Ts) -> None:
        """Draw a part that depends on nothing but the key, unless it was drawn before, here or on another board.

        The key has everything that the part shows: also what only the viewer may know, names of people, and whether
        something can be clicked. What is in `same` need not be in it.
        """
        if self._same is None:
            self._same = self.same()
        whole, layers = (key, self._same), self.layers()
        sketch = self.sketches.get(whole)
        if sketch is None:
            before, n = [len(layer) for layer in layers], len(self.pieces)
            draw(*args)
            parts = tuple("".join(layer[first:]) for layer, first in zip(layers, before, strict=True))
            self.sketches.put(whole, (parts, dict(islice(self.pieces.items(), n, None))))
            return
        parts, pieces = sketch
        for layer, part in zip(layers, parts, strict=True):
            if part:
                layer.append(part)
        self.pieces.update(pieces)

    # -- the ground

    def put(self, *parts: str) -> None:
        self.ground += parts

    def write(
        self, x: float, y: float, text: object, size: float, ink: str = "", anchor: str = "", weight: str = ""
    ) -> None:
        self.ground.append(label(x, y, text, size, ink, anchor, weight))

    def put_panel(
        self, x: float, y: float, width: float, height: float, cls: str, edge: str = "", at: int = -1
    ) -> None:
        """A sheet that things lie on; `edge` is the colour of a thick line. `at`: below what came since then."""
        picture = panel(x, y, width, height, cls, edge, self.double_line)
        self.ground.insert(len(self.ground) if at < 0 else at, picture)

    # -- pieces

    def put_piece(self, name: str, x: float, y: float, body: str, cls: str, origin: str = "", goal: str = "") -> None:
        """A piece; `origin` and `goal` name the pieces from or to which it moves when it appears or disappears."""
        ident = esc(self.ident(name))
        ways = f' data-from="{esc(self.ident(origin))}"' if origin else ""
        ways += f' data-to="{esc(self.ident(goal))}"' if goal else ""
        self.pieces[ident] = f'<g id="{ident}" class="{cls}"{ways} transform="translate({x:.5g},{y:.5g})">{body}</g>'

    # -- places to click

    def put_spot(
        self, name: str, x: float, y: float, width: float, height: float, action: int, title: str, inset: float = 0
    ) -> None:
        """A place on top of a thing: framed if it may be chosen, veiled if not, otherwise transparent.

        `inset`: how much smaller than the place its frame is, where a finger needs more room than the thing.
        """
        if action not in self.offers.reasons:
            self.spots.append(spot(self.ident(name), x, y, clear(width, height), title))
        elif self.offers.is_legal(action):
            body = frame(width - 2 * inset, height - 2 * inset, self.tick)
            self._put_offer(name, x, y, clear(width, height) + at(inset, inset, body) if inset else body, title, action)
        else:
            self._put_offer(name, x, y, clear(width, height) if inset else veil(width, height), title, action)

    def put_round_spot(self, name: str, x: float, y: float, size: float, action: int, title: str) -> None:
        """The same, centred on x, y."""
        if action not in self.offers.reasons:
            self.spots.append(spot(self.ident(name), x, y, round_clear(size / 2), title))
        else:
            body = round_frame(size / 2) if self.offers.is_legal(action) else round_veil(size / 2)
            self._put_offer(name, x, y, body, title, action)

    def _put_offer(self, name: str, x: float, y: float, body: str, title: str, action: int) -> None:
        why = self.refusal(action)
        words = why or self.offer(action)
        if self.says_both:
            words = f"{title}\n{why}" if why else f"{words}\n{title}"
        self.offered_spots.append(spot(self.ident(name), x, y, body, words, action, words if why else ""))

    def put_button(self, name: str, x: float, y: float, width: float, height: float, action: int, text: str) -> None:
        """A button for something without a place on the table."""
        size = 15 if text_width(text, 15) < width - 8 else 13  # of a text that has to fit
        fill, ink = (OPEN, ON) if self.offers.is_legal(action) else (PARCHMENT, FAINT)
        body = pill(fit(text, width - 8, size), width, height, size, fill, ink)
        self.put_choice(name, x, y, body, action, text)

    def put_choice(self, name: str, x: float, y: float, body: str, action: int, title: str = "") -> None:
        """The same, drawn by the game."""
        words = title or self.offer(action)
        self.offered_spots.append(spot(self.ident(name), x, y, body, words, action, self.refusal(action)))

    # -- the whole

    def finish(self, title: str, height: float, defs: str) -> str:
        """The picture; `title` describes the state of the game in words."""
        size = f'width="{self.width}" height="{height:g}"'
        spots = self.spots if self.offered_spots is self.spots else self.spots + self.offered_spots
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" {size} class="board {self.rules.game.name}" '
            f'role="group" aria-label="{esc(title)}" font-family="{FONT}" fill="{INK}">{defs}'
            f'<rect {size} rx="10" fill="{PARCHMENT}" class="table"/>{"".join(self.ground)}'
            f'<g class="{self.pieces_class}" aria-hidden="true">{"".join(self.pieces.values())}</g>'
            f'<g class="spots">{"".join(spots)}</g>{"".join(self.above)}</svg>'
        )


# -- shapes


def panel(x: float, y: float, width: float, height: float, cls: str, edge: str = "", double_line: bool = True) -> str:
    """A sheet with a line around it, or two."""
    line = f'stroke="{edge}" stroke-width="3"' if edge else f'stroke="{RULE}" stroke-width="1.5"'
    out = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}" {line} class="panel {esc(cls)}"/>'
    if not double_line:
        return out
    inner = f'x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}" rx="5"'
    return f'{out}<rect {inner} fill="none" stroke="{RULE}" stroke-width=".7"/>'


def printed(body: str) -> str:
    """Things that keep their light colours in dark mode: cards, tiles, maps."""
    return f'<g class="printed">{body}</g>'


def clear(width: float, height: float) -> str:
    return f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PAPER}" fill-opacity="0"/>'


def veil(width: float, height: float) -> str:
    """Dimmed, with a cross in the corner: it exists but cannot be chosen; a click explains why."""
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PARCHMENT}" fill-opacity=".5" class="veil"/>'
        f'<path d="M{width - 12:g} 4l8 8m0-8l-8 8" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
    )


def frame(width: float, height: float, tick: float) -> str:
    """A strong frame with a tick or a pale line: it may be chosen."""
    if not tick:
        rect = (
            f'<rect x="-1" y="-1" width="{width + 2:g}" height="{height + 2:g}" rx="6" fill="{PAPER}" fill-opacity="0"'
        )
        return f'{rect} stroke="{ON}" stroke-width="5.5"/>{rect} stroke="{OPEN}" stroke-width="3.2" class="frame"/>'
    rect = f'<rect x="1" y="-1" width="{width - 2:g}" height="{height + 2:g}" rx="6" fill="{PAPER}" fill-opacity="0"'
    return f'{rect} stroke="{OPEN}" stroke-width="3.6" class="frame"/>{_tick(width - tick + 1, 4, tick)}'


def _tick(x: float, y: float, r: float) -> str:
    k = r / 7.5
    return (
        f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{r:g}" fill="{OPEN}" stroke="{PAPER}" stroke-width="1.4"/>'
        f'<path d="M{x - 3.2 * k:.4g} {y + 0.4 * k:.4g}l{2.4 * k:.3g} {2.4 * k:.3g} {4.5 * k:.3g}-{5.3 * k:.3g}" '
        f'fill="none" stroke="{ON}" stroke-width="{1.9 * k:.3g}" stroke-linecap="round"/>'
    )


def round_clear(r: float) -> str:
    return f'<circle r="{r:g}" fill="{PAPER}" fill-opacity="0"/>'


def round_veil(r: float) -> str:
    return (
        f'<circle r="{r:g}" fill="{PARCHMENT}" fill-opacity=".2" class="veil"/>'
        f'<path d="M{r * 0.5:.4g} {-r * 0.82:.4g}l5 5m0-5l-5 5" stroke="{FAINT}" stroke-width="1.4" stroke-linecap="round"/>'
    )


def round_frame(r: float) -> str:
    return (
        f'<circle r="{r:g}" fill="{PAPER}" fill-opacity="0" stroke="{ON}" stroke-width="5.5" stroke-opacity=".85"/>'
        f'<circle r="{r:g}" fill="none" stroke="{OPEN}" stroke-width="3.4" class="frame"/>{_tick(r * 0.72, -r * 0.72, 7)}'
    )


def pill(text: str, width: float, height: float, size: float, fill: str = OPEN, ink: str = ON, edge: str = "") -> str:
    """A button, or a note that looks like one."""
    shape = f'rx="{min(7.0, height / 2):g}" fill="{fill}" stroke="{edge or (RULE if fill == PARCHMENT else fill)}"'
    words = label(round(width / 2, 1), round(height / 2 + size * 0.36, 1), text, size, ink, "middle", "bold")
    return f'<rect width="{width:g}" height="{height:g}" {shape} class="button"/>{words}'


def step(x: float, y: float, width: float, word: str, is_now: bool, height: float = 26, size: float = 13) -> str:
    """One step of a track of phases, an arrow pointing forward; the current one is dark."""
    fill, ink = (INK, PAPER) if is_now else (PARCHMENT, FAINT)
    half, long = height / 2, width - 10
    path = f"M{x:g} {y:g}h{long:g}l10 {half:g}l-10 {half:g}h-{long:g}l8-{half:g}z"
    words = label(
        x + width / 2 + 1, round(y + half + size * 0.36, 1), word, size, ink, "middle", "bold" if is_now else ""
    )
    return f'<path d="{path}" fill="{fill}" stroke="{RULE}"/>{words}'
