"""A few bricks for SVG built with f-strings: escaping, text, and the places that can be clicked.

Whatever is free text (names, translations, ids of somebody's card file) goes through `esc`. Pictures carry presentation attributes,
so that they look right on their own, and classes, so that a page may restyle them; never `style`, which a strict
Content-Security-Policy refuses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import combining, east_asian_width

from markupsafe import escape

MANY: Final = 4096  # texts that are remembered: boards say the same words again and again
# characters that no XML document may hold
UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def esc(text: object) -> str:
    """Free text, fit for an element or an attribute in double quotes."""
    return _escaped(str(text))


@lru_cache(maxsize=MANY)
def _escaped(text: str) -> str:
    return str(escape(UNWRITABLE.sub("\ufffd", text)))


@lru_cache(maxsize=MANY)
def columns(text: str) -> int:
    """How wide a text is, in columns of a plain letter."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


@lru_cache(maxsize=MANY)
def shorten(text: str, width: int) -> str:
    """A text cut to so many columns, with an ellipsis where something is missing. Line breaks become spaces."""
    line = " ".join(text.split())
    if columns(line) <= width:
        return line
    while line and columns(line) > width - 1:
        line = line[:-1]
    return f"{line.rstrip()}…"


def wrap(text: str, width: int) -> list[str]:
    """A text broken into lines of at most so many columns; a word that is longer is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if columns(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, width))
    return [line for line in lines if line]


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


def group(body: str, title: str = "", cls: str = "") -> str:
    """Things that belong together, with the words that a pointer or a reader finds there."""
    more = f' class="{cls}"' if cls else ""
    return f"<g{more}><title>{esc(title)}</title>{body}</g>" if title else f"<g{more}>{body}</g>"


def spot(ident: str, x: float, y: float, body: str, title: str, action: int = -1, why: str = "") -> str:
    """A place on the table, always a <g> with the same id: open to click, refused with a reason, or only to look at.

    Without an action it only has its title; with an action it is a button; with a `why` too, a button that explains itself.
    """
    if action < 0:
        attributes, words = 'class="spot" role="img"', esc(title)
    elif why:
        words = esc(why)
        attributes = f'class="spot shut" role="button" tabindex="0" aria-disabled="true" data-why="{action}" aria-label="{words}"'
    else:
        words = esc(title)
        attributes = f'class="spot open" role="button" tabindex="0" data-action="{action}" aria-label="{words}"'
    return f'<g id="{esc(ident)}" transform="translate({x},{y})" {attributes}><title>{words}</title>{body}</g>'
