"""Positions of Armorica in a line or two.

A card is written `name=suit/icons`: suit is one of y b n g r w (n: brown), icons are letters w g o s c a with a number. `A=y/w2a1` is
a yellow card called A with two wheat and an amphora; name and icons may be left out. Rows are written as they lie: position 1 is
the last. Decks are written from the top.
"""

from __future__ import annotations

from typing import Any

from brehon.core import registry
from brehon.core.contract import Components, Event
from brehon.games.armorica import GAME
from brehon.games.armorica import state as phases
from brehon.games.armorica.data import GAUL, ROMAN, CardSet, column
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import Armorica

SUIT_LETTERS = "ybngrw"
ICON_LETTERS = "wgosca"
POINTS = [0, 1, 3, 6, 10, 15, 21]
GAULS, ROMANS, WINTER = phases.GAUL_TURN, phases.ROMAN_TURN, phases.WINTER


def read_card(text: str, number: int) -> tuple[str, int, int]:
    name, _, face = text.rpartition("=")
    suit, _, icons = face.partition("/")
    counts = [0] * 6
    for letter, digit in zip(icons[::2], icons[1::2], strict=True):
        counts[ICON_LETTERS.index(letter)] = int(digit)
    return name or f"card{number}", SUIT_LETTERS.index(suit), column(counts)


def a_state(
    displays: list[str],
    gaul: str = "",
    roman: str = "",
    gaul_deck: str = "",
    roman_deck: str = "",
    phase: int = GAULS,
    seat: int = 0,
    marker: int = 0,
    acted: int = 0,
    voluntary_pass: bool = True,
    year_steps: int = 0,
    row_size: int = 6,
) -> Armorica:
    """A state with these cards and no others. Every deck card is a pile of its own, so the order of the deck is known."""
    names: list[str] = []
    suits: list[int] = []
    columns: list[int] = []

    def add(texts: str) -> list[int]:
        added = []
        for text in texts.split():
            name, suit, icons = read_card(text, len(names))
            added.append(len(names))
            names.append(name)
            suits.append(suit)
            columns.append(icons)
        return added

    piles: list[list[int]] = []
    rows: list[list[int]] = []
    left: list[int] = []
    shown: list[list[int]] = []
    for row, deck in ((gaul, gaul_deck), (roman, roman_deck)):
        first = len(names)
        undrawn = add(deck)
        rows.append(add(row)[::-1])
        if len(piles) == GAUL:
            shown = [add(display) for display in displays]
        piles.append([first, *(card + 1 for card in undrawn), len(names)])
        left.append(sum(1 << card for card in undrawn))
    add("S1=n/w2a2 S2=n/w2a2 S3=n/w2a2 S4=n/w2a2")
    cards = CardSet(names, suits, columns, piles, row_size, POINTS, 4, 2)
    options = {"voluntary_pass": "true" if voluntary_pass else "false", "two_player_step": "off"}
    table = ArmoricaRules(GAME, len(displays), options, Components("test", "", "", False, []), 1, cards)
    table.year_steps = year_steps
    s = Armorica(table)
    s.phase, s.turn, s.first, s.marker, s.seat, s.acted = phase, 1, 0, marker, seat, acted
    s.left, s.rows, s.displays = left, rows, shown
    s.goods = [sum(columns[card] for card in display) for display in shown]
    return s


def icons(**counts: int) -> str:
    """A brown card with so many icons: icons(wheat=3, olives=2)."""
    letters = {"wheat": "w", "grapes": "g", "olives": "o", "sheep": "s", "coins": "c", "amphorae": "a"}
    return "n/" + "".join(f"{letters[name]}{count}" for name, count in counts.items())


def words(s: Armorica) -> list[str]:
    """The legal actions in words."""
    return [s.table.space.texts[action] for action in s.legal()]


def do(s: Armorica, text: str) -> list[Event]:
    """Carry out an action given in words; it must be legal."""
    action = s.table.space.find(text)
    assert action in s.legal(), f"{text} is not legal: {s.why_not(action)}; legal: {words(s)}"
    log: list[Event] = []
    s.apply(action, log)
    return log


def refused(s: Armorica, text: str) -> str:
    """The code of the reason why this cannot be done."""
    reason = s.why_not(s.table.space.find(text))
    assert reason is not None, f"{text} is legal"
    return f"{reason.code} {reason.rule}"


def names(s: Armorica, cards: list[int]) -> str:
    return " ".join(s.table.cards.names[card] for card in cards)


def row(s: Armorica, deck: int) -> str:
    """A row as it lies, position 1 last."""
    return names(s, s.rows[deck][::-1])


def display(s: Armorica, seat: int) -> str:
    return names(s, s.displays[seat])


def default_rules(n_seats: int, **options: str) -> Any:
    return registry.make_ruleset(registry.game("armorica"), n_seats, options)


def deal_all(s: Armorica) -> None:
    """Let chance do whatever it has to, always the first outcome."""
    while s.to_move() == -1:
        s.apply(s.legal()[0])


__all__ = ["GAUL", "GAULS", "ROMAN", "ROMANS", "WINTER", "a_state", "deal_all", "default_rules", "display", "do", "icons",
           "names", "refused", "row", "words"]  # fmt: skip
