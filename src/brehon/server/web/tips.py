"""Tips for people who meet something at a table for the first time. The page shows each once on a device (static/tips.js)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.core.text import N_

MOUSE: Final = "(hover: hover)"
FINGER: Final = "(pointer: coarse)"


@dataclass(frozen=True)
class Tip:
    """One thing to know, said when it is first there."""

    name: str  # stays the same for ever: a device remembers it
    at: str  # a selector: what it is about, which must be in sight
    text: str  # of the catalogue, two short sentences
    media: str = ""  # for these devices alone


TIPS: Final = (
    Tip("preview", "#board [data-action]", N_("Point at a place that you can click. Below the board you read what a click would do."), MOUSE),
    Tip("tap", "#board [data-action]", N_("Tap a place on the board to read what it would do. A second tap, or the button, does it."), FINGER),
    Tip("undo", "#undo-button:not([aria-disabled])", N_("“Undo” takes your last decision back. It works until something new was seen.")),
    Tip("recap", "#recap", N_("“Since your last turn” tells what the others did. Each line shows you that moment.")),
    Tip("meaning", "#board [id]", N_("What does this mean? Point at anything on the board for a moment, and it says its name and its rule."), MOUSE),
    Tip("meaning-touch", "#board [id]", N_("What does this mean? Hold a finger on anything on the board, and it says its name and its rule."), FINGER),
    Tip("refused", "#refused", N_("Something is not possible? “Not possible now, and why” has the reason and the rule.")),
    Tip("zoom", "#board", N_("Turn the wheel over the board, or use the keys + and −, to enlarge it. 0 shows all of it again."), MOUSE),
    Tip("zoom-touch", "#board", N_("Spread two fingers on the board to enlarge it. A double tap shows all of it again."), FINGER),
    Tip("hint", "#hint-button", N_("Not sure? “Hint” helps in three small steps. A game with hints counts for no rating.")),
    Tip("plan", ".plan-open button", N_("“Plan ahead from here” opens a sandbox: try moves there, and nothing happens at the table.")),
)  # fmt: skip
