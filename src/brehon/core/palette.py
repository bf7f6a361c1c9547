"""The colours of the boards, each by name, for light and for dark.

An attribute of a picture says `var(--b-ink,#2b2118)`: a dark page sets the variable, everything else shows the light colour.
What is printed on a card, a tile or a map keeps its light colours in dark mode: it is in a `<g class="printed">`.
"""

from __future__ import annotations

import re
from typing import Final, final

VARIABLE: Final = re.compile(r"var\(--b-[a-z0-9-]+,(#[0-9a-f]+)\)")
SHARED: Final = {  # [name] light and dark
    "ink": ("#2b2118", "#f1e6d0"),
    "faint": ("#66563f", "#c2b193"),
    "paper": ("#f8f1de", "#2a231b"),  # of panels
    "parchment": ("#eadcb9", "#1d1812"),  # of the table
    "rule": ("#a68a5b", "#7d6a4a"),  # lines and frames
    "open": ("#0b6a5a", "#63cdb1"),  # what may be done
    "alarm": ("#a01f17", "#ff9d8a"),
    "on": ("#fff", "#15110c"),  # what is written on ink, open or alarm
}


@final
class Palette:
    """The shared colours and those of one game."""

    def __init__(self, own: dict[str, tuple[str, str]] | None = None) -> None:
        self.own = own or {}
        self.colours = {**SHARED, **self.own}

    def __getitem__(self, name: str) -> str:
        """The attribute value for this colour."""
        return f"var(--b-{name},{self.colours[name][0]})"


_shared: Final = Palette()
INK: Final = _shared["ink"]
FAINT: Final = _shared["faint"]
PAPER: Final = _shared["paper"]
PARCHMENT: Final = _shared["parchment"]
RULE: Final = _shared["rule"]
OPEN: Final = _shared["open"]
ALARM: Final = _shared["alarm"]
ON: Final = _shared["on"]


def plain(svg: str) -> str:
    """A picture for a file: its light colours, without variables, which not every program supports."""
    return VARIABLE.sub(r"\1", svg)


def dark(svg: str, game: str, palette: Palette) -> str:
    """A picture for a file in its dark colours: it brings its own style sheet."""
    start = svg.index(">", svg.index("<svg")) + 1
    return f"{svg[:start]}<style>{_rules({game: palette})}</style>{svg[start:]}"


def stylesheet(palettes: dict[str, Palette]) -> str:
    """What a page needs for dark boards; [game] its colours."""
    return "@media screen and (prefers-color-scheme:dark){\n" + _rules(palettes) + "\n}\n"


def _rules(palettes: dict[str, Palette]) -> str:
    rules = [_rule(".board", {name: dark for name, (_, dark) in SHARED.items()})]
    rules += [
        _rule(f".board.{game}", {name: dark for name, (_, dark) in palette.own.items()})
        for game, palette in sorted(palettes.items())
        if palette.own
    ]
    names = dict.fromkeys([*SHARED, *(name for palette in palettes.values() for name in palette.own)], "initial")
    rules.append(_rule(".board .printed", names, f"fill:{SHARED['ink'][0]}"))
    return "\n".join(rules)


def _rule(selector: str, values: dict[str, str], more: str = "") -> str:
    return f"{selector}{{{''.join(f'--b-{name}:{value};' for name, value in values.items())}{more}}}"
