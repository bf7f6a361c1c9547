"""How Armorica shows itself: the door to its pictures (svg.py, terminal.py) and its words (words.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Face, Line, Offers, Topic
from brehon.core.facts import Witness
from brehon.core.text import N_, Message, Speaker
from brehon.games.armorica import events, words
from brehon.games.armorica.data import DECKS, ICONS, N_DECKS, N_ICONS, SUITS, CardSet, count
from brehon.games.armorica.scoring import set_lengths
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import GAUL_TURN, ROMAN_TURN, WINTER
from brehon.games.armorica.view import ArmoricaView

if TYPE_CHECKING:
    from rich.console import RenderableType

PHASE_NAMES: Final = {GAUL_TURN: "gaul", ROMAN_TURN: "roman", WINTER: "winter"}  # for programs


@final
class ArmoricaFace(Face):
    """The pictures and words of Armorica."""

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.armorica import svg

        return svg.board(_rules(rules), _view(view), offers, say, narrow=narrow)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.armorica import terminal

        return terminal.table(_rules(rules), _view(view), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        return words.action(_rules(rules), _view(view), action)

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        return words.event(_rules(rules), event)

    def status(self, rules: Ruleset, view: View) -> Message:
        return words.status(_view(view))

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        return words.score_sheet(_view(view))

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        return words.shown(_view(view))

    def topics(self) -> list[Topic]:
        return [
            Topic("cards", N_("Cards taken and passed"), [events.TOOK, events.PASSED]),
            Topic("winter", N_("Winter"), [events.STARVED]),
        ]

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.armorica.facts import ArmoricaWitness

        return ArmoricaWitness(rules)

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = _view(view)
        is_over = v.to_move() == OVER
        return {
            "turn": v.turn,
            "turns": words.turns_in_all(v.table),
            "phase": "over" if is_over else PHASE_NAMES.get(v.phase, "setup" if v.acted < 0 else "refill"),
            "to_move": v.to_move() if v.to_move() >= 0 else None,
            "start_player": v.marker if v.marker >= 0 else None,
            "rows": {DECKS[deck]: _row(v, deck) for deck in range(N_DECKS)},
            "decks": {DECKS[deck]: _deck(rules, v, deck) for deck in range(N_DECKS)},
            "discards": {
                DECKS[deck]: [_card(v.table.cards, card) for card in v.discards(deck)] for deck in range(N_DECKS)
            },
            "displays": [_display(v, seat) for seat in range(v.n_seats)],
            "scores": words.scores(v),
            "places": words.places(v) if is_over else None,
        }


def _view(view: View) -> ArmoricaView:
    assert isinstance(view, ArmoricaView)
    return view


def _rules(rules: Ruleset) -> ArmoricaRules:
    assert isinstance(rules, ArmoricaRules)
    return rules


# -- plain data for programs


def _icons(goods: int) -> dict[str, int]:
    return {ICONS[icon]: count(goods, icon) for icon in range(N_ICONS)}


def _card(cards: CardSet, card: int) -> dict[str, object]:
    return {"id": cards.names[card], "suit": SUITS[cards.suits[card]], "icons": _icons(cards.columns[card])}


def _row(v: ArmoricaView, deck: int) -> list[dict[str, object]]:
    """A row by position: 1 is the rightmost card; `access` is the icon that reaches it."""
    cards = v.table.cards
    return [
        {"position": place + 1, **_card(cards, card), "access": ICONS[cards.access[card] // 8]}
        for place, card in enumerate(v.rows[deck])
    ]


def _deck(rules: Ruleset, v: ArmoricaView, deck: int) -> dict[str, object]:
    """A deck: its height, the pile the next card comes from, and what that pile still holds, in no order."""
    pile = v.current_pile(deck)
    held: list[int] = []
    if pile >= 0:
        ends = v.table.cards.piles[deck]
        held = [card for card in range(ends[pile], ends[pile + 1]) if v.left[deck] >> card & 1]
    return {
        "left": v.deck_height(deck),
        "pile": words.pile_names(rules.components)[deck][pile] if pile >= 0 else None,
        "pile_cards": [_card(v.table.cards, card) for card in held],
    }


def _display(v: ArmoricaView, seat: int) -> dict[str, object]:
    cards = v.table.cards
    return {
        "seat": seat,
        "cards": [_card(cards, card) for card in v.displays[seat]],
        "sets": set_lengths(cards, v.displays[seat]),
        "totals": _icons(v.goods[seat]),
        "starving": words.hunger(v, seat),
    }


FACE: Final = ArmoricaFace()
