"""How Armorica is shown: the entry point to its pictures (svg.py, terminal.py) and its words (words.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from brehon.core.contract import OVER, Event, Ruleset, View
from brehon.core.face import Face, Figure, Line, Offers, Preview, Topic, own
from brehon.core.guide import Guide
from brehon.core.palette import Palette
from brehon.core.primer import Picture, Term
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.core.vocabulary import Vocabulary
from brehon.core.witness import Witness
from brehon.games.armorica import actions, events, words
from brehon.games.armorica.data import (
    DECKS,
    GAUL,
    ICONS,
    MAJORITIES,
    N_DECKS,
    N_ICONS,
    ROMAN,
    SUITS,
    CardSet,
    count,
)
from brehon.games.armorica.scoring import coin_score, majority_score, set_lengths, set_score
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import GAUL_TURN, ROMAN_TURN, WINTER
from brehon.games.armorica.view import ArmoricaView

if TYPE_CHECKING:
    from rich.console import RenderableType

PHASE_NAMES: Final = {GAUL_TURN: "gaul", ROMAN_TURN: "roman", WINTER: "winter"}  # for programs

GROUPS: Final = {
    actions.TAKE_GAUL: words.ROW_WORDS[GAUL],
    actions.TAKE_ROMAN: words.ROW_WORDS[ROMAN],
    actions.PASS: N_("Pass"),
    actions.STARVE: N_("Winter"),
}


@final
class ArmoricaFace(Face):
    """The pictures and words of Armorica."""

    requests = words.REQUESTS

    def search_speed(self) -> int:
        return 3000

    def guide(self) -> Guide:
        from brehon.games.armorica.guide import GUIDE

        return GUIDE

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        from brehon.games.armorica import svg

        return svg.board(own(rules, ArmoricaRules), own(view, ArmoricaView), offers, say, narrow=narrow)

    def seats(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> str:
        from brehon.games.armorica import svg

        return svg.seats(own(rules, ArmoricaRules), own(view, ArmoricaView), offers, say)

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        from brehon.games.armorica import terminal

        return terminal.table(own(rules, ArmoricaRules), own(view, ArmoricaView), offers, say)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        v = own(view, ArmoricaView)
        cards = v.table.cards
        kind = rules.space.kind_of[action]
        arg = rules.space.arg(action)
        if kind in (actions.TAKE_GAUL, actions.TAKE_ROMAN):
            deck = GAUL if kind == actions.TAKE_GAUL else ROMAN
            if arg >= len(v.rows[deck]):
                return Message(words.TAKE_NOTHING[deck], place=arg + 1)
            return words.about(cards, words.TAKE, v.rows[deck][arg], place=arg + 1)
        if kind == actions.PASS:
            deck = words.row_in_play(v)
            if deck < 0 or not v.rows[deck]:
                return Message(N_("Pass"))
            return words.about(cards, N_("Pass; %(name)s leaves (%(suit)s, %(card)s)"), v.rows[deck][0])
        if kind == actions.STARVE:
            return words.about(cards, N_("Discard %(name)s (%(suit)s, %(card)s): %(icons)s"), arg)
        if kind == actions.START:
            return Message(N_("%(player)s becomes the first start player"), player=Seat(arg))
        return words.about(cards, N_("Turn up %(name)s (%(suit)s, %(card)s): %(icons)s"), arg)

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        cards = own(rules, ArmoricaRules).cards
        if event.kind == events.STARTED:
            return Message(N_("%(player)s gets the start-player card and begins"), player=Seat(event.seat))
        if event.kind == events.DEALT:
            return words.about(cards, words.DEALT[event.b], event.a)
        if event.kind == events.TOOK:
            return words.about(cards, words.TOOK[event.b], event.a, player=Seat(event.seat), place=event.c)
        if event.kind == events.PASSED:
            if event.a < 0:
                return Message(
                    N_("%(player)s passes; the row is empty, so nothing is discarded"), player=Seat(event.seat)
                )
            return words.about(cards, words.PASSED[event.b], event.a, player=Seat(event.seat))
        if event.kind == events.STARVED:
            text = N_("Winter: %(player)s discards %(name)s (%(suit)s, %(card)s: %(icons)s)")
            return words.about(cards, text, event.a, player=Seat(event.seat))
        if event.kind == events.MARKER:
            text = N_("Turn %(turn)s begins; %(player)s has the start-player card")
            return Message(text, turn=event.a, player=Seat(event.seat))
        if event.kind == events.CLEARED:
            return words.about(cards, words.CLEARED[event.b], event.a)
        if event.kind == events.ENDED:
            return Message(N_("A deck is used up: the game ends after turn %(turn)s"), turn=event.a)
        return None

    def status(self, rules: Ruleset, view: View) -> Message:
        v = own(view, ArmoricaView)
        if v.to_move() == OVER:
            return words.result(v)
        if v.turn == 0 or v.acted < 0:
            return Message(N_("Setting up the table"))
        return Message(
            N_("Turn %(turn)s of %(turns)s, %(phase)s: %(task)s"),
            turn=v.turn,
            turns=words.turns_in_all(v.table),
            phase=words.phase_word(v),
            task=words.task(v),
        )

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        v = own(view, ArmoricaView)
        cards = v.table.cards
        seats = range(v.n_seats)
        sets = [set_score(cards, display) for display in v.displays]
        coins = [coin_score(goods) for goods in v.goods]
        lines = [
            Line(
                Message(N_("Sets of different colours")),
                sets,
                "AM-9.5",
                notes=[words.set_note(v, seat) for seat in seats],
            ),
            Line(Message(N_("Coins")), coins, "AM-9.7"),
        ]
        for icon, (label, rule) in zip(MAJORITIES, words.MAJORITY_LINES, strict=True):
            points = [majority_score(cards, v.goods, icon, seat) for seat in seats]
            notes = [words.icon_count(icon, count(v.goods[seat], icon)) for seat in seats]
            lines.append(Line(Message(label), points, rule, notes=notes))
        lines.append(Line(Message(N_("Total")), words.scores(v), "AM-10.1", is_total=True))
        return lines

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        v = own(view, ArmoricaView)
        table = v.table
        deck = words.row_in_play(v)
        if deck >= 0:
            first = deck * table.row_size
            return [*range(first, first + len(v.rows[deck])), table.pass_action]
        if v.phase == WINTER:
            return sorted(table.starve + card for card in v.displays[v.active])
        return []

    def group(self, rules: Ruleset, view: View, action: int) -> Message | None:
        kind = rules.space.kind_of[action]
        return Message(GROUPS[kind]) if kind in GROUPS else None

    def preview(self, rules: Ruleset, view: View, action: int) -> Preview:
        from brehon.games.armorica import previews

        return previews.preview(own(view, ArmoricaView), action)

    def is_on_board(self, rules: Ruleset, view: View) -> bool:
        return True

    def figures(self, rules: Ruleset, view: View) -> list[list[Figure]]:
        v = own(view, ArmoricaView)
        return [words.figures(v, seat) for seat in range(v.n_seats)]

    def heading(self, rules: Ruleset, event: Event) -> Message | None:
        if event.kind == events.STARTED:
            return Message(N_("Turn %(turn)s"), turn=1)
        if event.kind == events.MARKER:
            return Message(N_("Turn %(turn)s"), turn=event.a)
        return Message(N_("The end of the game")) if event.kind == events.ENDED else None

    def marks(self, rules: Ruleset, event: Event) -> list[str]:
        cards = own(rules, ArmoricaRules).cards
        if event.kind in (events.TOOK, events.DEALT):
            return ["-".join(f"card-{cards.names[event.a]}".split())]
        if event.kind in (events.PASSED, events.CLEARED):
            return [f"discards-{DECKS[event.b]}"]
        if event.kind == events.STARVED:
            return [f"display-{event.seat}"]
        return [f"start-{event.seat}"] if event.kind in (events.STARTED, events.MARKER) else []

    def topics(self) -> list[Topic]:
        return [
            Topic("cards", N_("Cards taken and passed"), [events.TOOK, events.PASSED]),
            Topic("winter", N_("Winter"), [events.STARVED]),
        ]

    def terms(self) -> list[Term]:
        from brehon.games.armorica.primer import TERMS

        return TERMS

    def pictures(self) -> list[Picture]:
        from brehon.games.armorica.primer import PICTURES

        return PICTURES

    def palette(self) -> Palette:
        from brehon.games.armorica.motifs import PALETTE

        return PALETTE

    def vocabulary(self, rules: Ruleset) -> Vocabulary:
        from brehon.games.armorica.vocabulary import VOCABULARY

        return VOCABULARY

    def witness(self, rules: Ruleset) -> Witness:
        from brehon.games.armorica.witness import ArmoricaWitness

        return ArmoricaWitness(rules)

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        v = own(view, ArmoricaView)
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
