"""The sheet that the table of The Arrival is drawn on: its layers, the places to click and their menus."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from brehon.core.svg import columns, esc, label, shorten, spot, wrap
from brehon.games.arrival import svg_tokens
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_tokens import INK, OPEN, PAPER, PARCHMENT

FONT: Final = "Georgia, 'Palatino Linotype', 'Book Antiqua', 'DejaVu Serif', serif"


@final
class Sheet:
    """Four layers: the ground, the pieces (moved by their `transform`), the spots, and the places of the map with their menus."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.prefix = scene.prefix
        self.width = width
        self.ground: list[str] = []
        self.pieces: list[str] = []
        self.spots: list[str] = []
        self.places: list[str] = []

    def put_piece(self, name: str, x: float, y: float, body: str, cls: str, origin: str = "") -> None:
        """A piece; `origin` names the one from whose place it is seen coming when it is new."""
        came = f' data-from="{esc(self.prefix + slug(origin))}"' if origin else ""
        self.pieces.append(
            f'<g id="{esc(self.prefix + slug(name))}" class="{cls}"{came} transform="translate({x:g},{y:g})">{body}</g>'
        )

    def put_spot(
        self, name: str, x: float, y: float, width: float, height: float, action: int, title: str, inset: float = 0
    ) -> None:
        """A place over a thing: framed if it may be chosen, veiled if not, else clear. Its title says what it is.

        `inset`: how much smaller than the place its frame is, where a finger needs more room than the thing.
        """
        scene = self.scene
        ident = self.prefix + slug(name)
        if action not in scene.offers.reasons:
            self.spots.append(spot(ident, x, y, clear(width, height), title))
            return
        why = scene.refusal(action)
        if why:
            body = clear(width, height) if inset else veil(width, height)
            self.spots.append(spot(ident, x, y, body, title, action, f"{title}\n{why}"))
            return
        body = frame(width - 2 * inset, height - 2 * inset)
        if inset:
            body = f'{clear(width, height)}<g transform="translate({inset:g},{inset:g})">{body}</g>'
        self.spots.append(spot(ident, x, y, body, f"{scene.offer(action)}\n{title}", action))

    def finish(self, height: float) -> str:
        scene = self.scene
        box = scene.box
        drawings = svg_tokens.defs(self.prefix, tuple(box.strength), tuple(box.fame), scene.n_seats)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" width="{self.width}" height="{height:g}" '
            f'class="board arrival" role="group" aria-label="{esc(scene.status())}" font-family="{FONT}" fill="{INK}">{drawings}'
            f'<rect width="{self.width}" height="{height:g}" rx="10" fill="{PARCHMENT}" class="table"/>'
            f'{"".join(self.ground)}<g class="pieces" aria-hidden="true">{"".join(self.pieces)}</g>'
            f'<g class="spots">{"".join(self.spots)}</g><g class="places">{"".join(self.places)}</g></svg>'
        )


def slug(name: str) -> str:
    """A name as part of an id: without blanks."""
    return "-".join(name.split())


def clear(width: float, height: float) -> str:
    return f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PAPER}" fill-opacity="0"/>'


def veil(width: float, height: float) -> str:
    """Dimmed and crossed at the corner: it is there, but cannot be chosen."""
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="{PARCHMENT}" fill-opacity=".45" class="veil"/>'
        f'<path d="M{width - 12:g} 4l8 8m0-8l-8 8" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
    )


def frame(width: float, height: float) -> str:
    """A strong frame: it may be chosen."""
    return (
        f'<rect x="-1" y="-1" width="{width + 2:g}" height="{height + 2:g}" rx="6" fill="{PAPER}" fill-opacity="0" stroke="#fff" stroke-width="5.5"/>'
        f'<rect x="-1" y="-1" width="{width + 2:g}" height="{height + 2:g}" rx="6" fill="{PAPER}" fill-opacity="0" stroke="{OPEN}" stroke-width="3.2" class="frame"/>'
    )


def pill(text: str, width: float, height: float, size: float, fill: str = OPEN, ink: str = "#fff") -> str:
    """A button, or a note that looks like one."""
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="{min(8.0, height / 2):g}" fill="{fill}" stroke="{INK}" stroke-width="1"/>'
        f"{label(round(width / 2, 1), round(height / 2 + size * 0.36, 1), text, size, ink, 'middle', 'bold')}"
    )


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """About how wide a bold line is; rather too wide."""
    return columns(text) * size * 0.66


@lru_cache(maxsize=4096)
def cut(text: str, width: int) -> str:
    """`shorten`, remembered: the same names come in every picture."""
    return shorten(text, width)


@lru_cache(maxsize=4096)
def fold(text: str, width: int) -> list[str]:
    """`wrap`, remembered; the list is not to be changed."""
    return wrap(text, width)
