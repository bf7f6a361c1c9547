"""Building blocks for SVG made with f-strings: escaping, text, and the places that can be clicked.

Free text (names, translations, ids of a card file) goes through `esc`. Pictures carry presentation attributes, so that they look
right on their own, and classes, so that a page may restyle them; never `style`, which a strict Content-Security-Policy refuses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, final
from unicodedata import combining, east_asian_width

from markupsafe import escape

from brehon.core.advances import advance, table_of

MANY: Final = 4096  # texts that are cached: boards repeat the same words often
# characters that no XML document may hold
UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def esc(text: object) -> str:
    """Free text, escaped for an element or an attribute in double quotes."""
    return _escaped(str(text))


@lru_cache(maxsize=MANY)
def _escaped(text: str) -> str:
    return str(escape(UNWRITABLE.sub("\ufffd", text)))


@lru_cache(maxsize=MANY)
def columns(text: str) -> int:
    """How wide a text is, in columns of a plain letter."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


@lru_cache(maxsize=MANY)
def text_width(text: str, size: float, bold: bool = True, sans: bool = False) -> float:
    """The width of a line of our typefaces: what a browser measures, or a hair more (it sets some pairs of letters closer)."""
    table = table_of(bold, sans)
    return sum(advance(c, table) for c in text) * size / 1000


@lru_cache(maxsize=MANY)
def fit(text: str, width: float, size: float, bold: bool = True, sans: bool = False) -> str:
    """A text cut to so many units at this size, with an ellipsis where something is missing. Line breaks become spaces."""
    line = " ".join(text.split())
    if text_width(line, size, bold, sans) <= width:
        return line
    while line and text_width(f"{line.rstrip()}…", size, bold, sans) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=MANY)
def fit_lines(
    text: str, width: float, size: float, bold: bool = False, sans: bool = False, most: int = 0
) -> tuple[str, ...]:
    """A text broken into lines of so many units at this size; a word that is longer is cut, and so is what follows line `most`."""
    lines: list[str] = []
    words = text.split()
    for i, word in enumerate(words):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold, sans) <= width:
            lines[-1] = longer
        elif lines and len(lines) == most:
            lines[-1] = fit(" ".join([lines[-1], *words[i:]]), width, size, bold, sans)
            break
        else:
            lines.append(fit(word, width, size, bold, sans))
    return tuple(lines)


@lru_cache(maxsize=MANY)
def shorten(text: str, width: int) -> str:
    """A text cut to so many columns, with an ellipsis where something is missing. Line breaks become spaces."""
    line = " ".join(text.split())
    if columns(line) <= width:
        return line
    while line and columns(line) > width - 1:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=MANY)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """A text broken into lines of at most so many columns; a word that is longer is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if columns(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, width))
    return tuple(line for line in lines if line)


def label(
    x: float,
    y: float,
    text: object,
    size: float = 13,
    fill: str = "",
    anchor: str = "",
    weight: str = "",
    cls: str = "",
) -> str:
    """A line of text; `y` is its base line."""
    more = f' fill="{fill}"' if fill else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    more += f' font-weight="{weight}"' if weight else ""
    more += f' class="{cls}"' if cls else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{more}>{esc(text)}</text>'


def group(body: str, title: str = "", cls: str = "", ident: str = "") -> str:
    """Things that belong together, with a title for pointers and screen readers; with an id, the glossary may explain them."""
    more = (f' id="{esc(ident)}"' if ident else "") + (f' class="{cls}"' if cls else "")
    return f"<g{more}><title>{esc(title)}</title>{body}</g>" if title else f"<g{more}>{body}</g>"


def spot(
    ident: str, x: float, y: float, body: str, title: str, action: int = -1, why: str = "", role: str = "button"
) -> str:
    """A place on the table, always a <g> with the same id: open to click, refused with a reason, or only to look at.

    Without an action it only has its title; with an action it is a button (or an item of a menu); with a `why` too, one that
    explains itself.
    """
    cls = "spot item" if role == "menuitem" else "spot"
    if action < 0:
        attributes, words = f'class="{cls}" role="img"', esc(title)
    elif why:
        words = esc(why)
        attributes = f'class="{cls} shut" role="{role}" tabindex="0" aria-disabled="true" data-why="{action}" aria-label="{words}"'
    else:
        words = esc(title)
        attributes = f'class="{cls} open" role="{role}" tabindex="0" data-action="{action}" aria-label="{words}"'
    return f'<g id="{esc(ident)}" transform="translate({x:g},{y:g})" {attributes}><title>{words}</title>{body}</g>'


def at(x: float, y: float, body: str, cls: str = "") -> str:
    """Something centred on its own point."""
    more = f' class="{cls}"' if cls else ""
    return f'<g transform="translate({x:.5g},{y:.5g})"{more}>{body}</g>'


@final
class Drawings:
    """The small drawings of one game, each written once into the picture and referred to from there."""

    def __init__(self, short: str) -> None:
        self.short = short  # prefix of their ids, after that of the layout

    def symbol(self, prefix: str, name: str, box: str, art: str, one_colour: bool = False) -> str:
        """A drawing on a field such as "16 16"; one in a single colour takes that of its use."""
        body = f'<g fill="currentColor">{art}</g>' if one_colour else art
        return f'<symbol id="{prefix}{self.short}-{name}" viewBox="0 0 {box}">{body}</symbol>'

    def pattern(self, prefix: str, name: str, width: int, height: int, art: str, more: str = "") -> str:
        size = f'width="{width}" height="{height}" patternUnits="userSpaceOnUse"{more}'
        return f'<pattern id="{prefix}{self.short}-{name}" {size}>{art}</pattern>'

    def use(self, prefix: str, name: str, x: float, y: float, size: float, color: str = "", height: float = 0) -> str:
        more = f' color="{color}"' if color else ""
        place = f'x="{x:.5g}" y="{y:.5g}" width="{size:.4g}" height="{height or size:.4g}"'
        return f'<use href="#{prefix}{self.short}-{name}" {place}{more}/>'

    def strip(self, prefix: str, name: str, x: float, y: float, width: float) -> str:
        """A band of ornament, twelve high, of one of the patterns."""
        return at(x, y, f'<rect width="{width:g}" height="12" fill="url(#{prefix}{self.short}-{name})"/>')
