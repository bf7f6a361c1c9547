"""The words of Armorica: cards, buttons, log lines, status and score sheet. Every text is a message of the catalogue."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Final

from brehon.core.contract import OVER, Components, Event
from brehon.core.face import Line
from brehon.core.nouns import POINTS, counted
from brehon.core.text import N_, NN_, Message, Seat
from brehon.games.armorica import actions, events
from brehon.games.armorica.data import (
    AMPHORAE,
    COINS,
    GAUL,
    GRAPES,
    MAJORITIES,
    N_DECKS,
    N_ICONS,
    OLIVES,
    ROMAN,
    SHEEP,
    WHEAT,
    CardSet,
    count,
)
from brehon.games.armorica.nouns import COLOURS, ICON_COUNTS
from brehon.games.armorica.phases import PHASE_WORDS
from brehon.games.armorica.scoring import (
    coin_score,
    majority_score,
    ranks,
    set_lengths,
    set_score,
    total,
)
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import GAUL_TURN, ROMAN_TURN, WINTER, Table
from brehon.games.armorica.view import ArmoricaView

# the names of data.py as texts of the catalogue, in the same order
SUIT_WORDS: Final = [N_("yellow"), N_("blue"), N_("brown"), N_("green"), N_("red"), N_("white")]
TITLE_WORDS: Final = [
    N_("farmers"), N_("workers"), N_("soldiers"), N_("matrons"), N_("generals"), N_("bureaucrats")
]  # fmt: skip
ICON_WORDS: Final = [N_("wheat"), N_("grapes"), N_("olives"), N_("sheep"), N_("coins"), N_("amphorae")]
REACH: Final = [[WHEAT], [WHEAT, GRAPES, OLIVES, SHEEP]]  # [deck] the icons that reach into its row
ROW_WORDS: Final = [N_("Gaul row"), N_("Roman row")]
TAKE: Final = [
    N_("Take the %(suit)s Gaul card %(card)s from place %(place)s: %(icons)s"),
    N_("Take the %(suit)s Roman card %(card)s from place %(place)s: %(icons)s"),
]
TAKE_NOTHING: Final = [
    N_("Take the card in place %(place)s of the Gaul row"),
    N_("Take the card in place %(place)s of the Roman row"),
]
DEALT: Final = [
    N_("New in the Gaul row: %(suit)s card %(card)s (%(icons)s)"),
    N_("New in the Roman row: %(suit)s card %(card)s (%(icons)s)"),
]
TOOK: Final = [
    N_("%(player)s takes the %(suit)s Gaul card %(card)s from place %(place)s (%(icons)s)"),
    N_("%(player)s takes the %(suit)s Roman card %(card)s from place %(place)s (%(icons)s)"),
]
PASSED: Final = [
    N_("%(player)s passes; the %(suit)s Gaul card %(card)s is discarded"),
    N_("%(player)s passes; the %(suit)s Roman card %(card)s is discarded"),
]
CLEARED: Final = [
    N_("End of the turn: the %(suit)s Gaul card %(card)s is discarded"),
    N_("End of the turn: the %(suit)s Roman card %(card)s is discarded"),
]
MAJORITY_LINES: Final = [(N_("Most grapes"), "AM-9.8"), (N_("Most olives"), "AM-9.10"), (N_("Most sheep"), "AM-9.11")]


# -- cards


def icon_count(icon: int, number: int) -> Message:
    """So many icons of a type: "1 amphora", "3 wheat"."""
    return counted(ICON_COUNTS[icon], number)


def icons(goods: int) -> Message:
    """The icons of a column as a list: "2 wheat, 1 amphora"."""
    parts = [icon_count(icon, count(goods, icon)) for icon in range(N_ICONS) if count(goods, icon)]
    if not parts:
        return Message(N_("no icons"))
    listed = parts.pop()
    while parts:
        listed = Message(N_("%(first)s, %(rest)s"), first=parts.pop(), rest=listed)
    return listed


def about(cards: CardSet, text: str, card: int, **more: int | Seat) -> Message:
    """A message about one card."""
    suit = Message(SUIT_WORDS[cards.suits[card]])
    return Message(text, suit=suit, card=cards.names[card], icons=icons(cards.columns[card]), **more)


def card_title(cards: CardSet, card: int) -> Message:
    """What a card is: its id, its suit and its icons."""
    title = Message(TITLE_WORDS[cards.suits[card]])
    text = N_("%(card)s, %(suit)s (%(title)s): %(icons)s")
    suit = Message(SUIT_WORDS[cards.suits[card]])
    return Message(text, card=cards.names[card], suit=suit, title=title, icons=icons(cards.columns[card]))


def pile_names(components: Components) -> list[list[str]]:
    """The letters of the piles of each deck, top pile first."""
    return _pile_names(components.source)


@lru_cache(maxsize=32)
def _pile_names(source: str) -> list[list[str]]:
    raw = tomllib.loads(source)
    return [[str(pile) for pile in raw[field]] for field in ("gaul_piles", "roman_piles")]


# -- the course of the game


def turns_in_all(table: Table) -> int:
    """How many turns the game lasts: every turn draws the same number of cards from each deck (AM-8.5)."""
    drawn = table.n_seats + table.year_steps
    return min(-(-(table.cards.deck_size(deck) - table.row_size) // drawn) for deck in range(N_DECKS))


def hunger(view: ArmoricaView, seat: int) -> int:
    """How many cards of a display must starve if winter came now."""
    return max(0, len(view.displays[seat]) - count(view.goods[seat], AMPHORAE))


def scores(view: ArmoricaView) -> list[int]:
    return [total(view.table.cards, view.displays, view.goods, seat) for seat in range(view.n_seats)]


def places(view: ArmoricaView) -> list[int]:
    return ranks(scores(view), view.goods)


def row_in_play(view: ArmoricaView) -> int:
    """The deck whose row the present decision is about, or -1."""
    return {GAUL_TURN: GAUL, ROMAN_TURN: ROMAN}.get(view.phase, -1)


def deck_line(view: ArmoricaView, piles: list[list[str]], deck: int) -> Message:
    """A deck in one line: how high, which pile comes next, and how many of its cards are discarded."""
    pile = view.current_pile(deck)
    thrown = len(view.discards(deck)) if view.turn else 0
    if pile < 0:
        return Message(N_("deck used up, %(thrown)s discarded"), thrown=thrown)
    return Message(
        N_("deck %(left)s, pile %(pile)s, %(thrown)s discarded"),
        left=view.deck_height(deck),
        pile=piles[deck][pile],
        thrown=thrown,
    )


def reach(view: ArmoricaView, seat: int, icon: int) -> Message:
    """Whose icons reach how far: "your 3 wheat reach here"."""
    is_mine = seat == view.seat
    have = count(view.goods[seat], icon)
    if have == 0:
        what = Message(ICON_WORDS[icon])
        if is_mine:
            return Message(N_("you have no %(icon)s"), icon=what)
        return Message(N_("%(player)s has no %(icon)s"), player=Seat(seat), icon=what)
    goods = icon_count(icon, have)
    if is_mine:
        return Message(NN_("your %(icons)s reaches here", "your %(icons)s reach here"), icons=goods, n=have)
    text = NN_("%(icons)s of %(player)s reaches here", "%(icons)s of %(player)s reach here")
    return Message(text, icons=goods, player=Seat(seat), n=have)


def reach_note(view: ArmoricaView, seat: int) -> Message:
    """What the bars under a row mean."""
    if seat == view.seat:
        return Message(N_("the bars show how far your icons reach"))
    return Message(N_("the bars show how far the icons of %(player)s reach"), player=Seat(seat))


def shown(view: ArmoricaView) -> list[int]:
    """Every card of the row and the pass; in winter every card of the hungry display."""
    table = view.table
    deck = row_in_play(view)
    if deck >= 0:
        first = deck * table.row_size
        return [*range(first, first + len(view.rows[deck])), table.pass_action]
    if view.phase == WINTER:
        return sorted(table.starve + card for card in view.displays[view.active])
    return []


def action(rules: ArmoricaRules, view: ArmoricaView, number: int) -> Message:
    """What a button for an action says."""
    cards = view.table.cards
    kind = rules.space.kind_of[number]
    arg = rules.space.arg(number)
    if kind in (actions.TAKE_GAUL, actions.TAKE_ROMAN):
        deck = GAUL if kind == actions.TAKE_GAUL else ROMAN
        if arg >= len(view.rows[deck]):
            return Message(TAKE_NOTHING[deck], place=arg + 1)
        return about(cards, TAKE[deck], view.rows[deck][arg], place=arg + 1)
    if kind == actions.PASS:
        deck = row_in_play(view)
        if deck < 0 or not view.rows[deck]:
            return Message(N_("Pass"))
        return about(cards, N_("Pass and discard the %(suit)s card %(card)s"), view.rows[deck][0])
    if kind == actions.STARVE:
        return about(cards, N_("Discard the %(suit)s card %(card)s: %(icons)s"), arg)
    if kind == actions.START:
        return Message(N_("%(player)s becomes the first start player"), player=Seat(arg))
    return about(cards, N_("Turn up the %(suit)s card %(card)s: %(icons)s"), arg)


def event(rules: ArmoricaRules, e: Event) -> Message | None:
    """The line of the log for an event."""
    cards = rules.table.cards
    if e.kind == events.STARTED:
        return Message(N_("%(player)s gets the start-player card and begins"), player=Seat(e.seat))
    if e.kind == events.DEALT:
        return about(cards, DEALT[e.b], e.a)
    if e.kind == events.TOOK:
        return about(cards, TOOK[e.b], e.a, player=Seat(e.seat), place=e.c)
    if e.kind == events.PASSED:
        if e.a < 0:
            return Message(N_("%(player)s passes; the row is empty, so nothing is discarded"), player=Seat(e.seat))
        return about(cards, PASSED[e.b], e.a, player=Seat(e.seat))
    if e.kind == events.STARVED:
        text = N_("Winter: %(player)s discards the %(suit)s card %(card)s (%(icons)s)")
        return about(cards, text, e.a, player=Seat(e.seat))
    if e.kind == events.MARKER:
        text = N_("Turn %(turn)s begins; %(player)s has the start-player card")
        return Message(text, turn=e.a, player=Seat(e.seat))
    if e.kind == events.CLEARED:
        return about(cards, CLEARED[e.b], e.a)
    if e.kind == events.ENDED:
        return Message(N_("A deck is used up: the game ends after turn %(turn)s"), turn=e.a)
    return None


def status(view: ArmoricaView) -> Message:
    """Where the game stands."""
    if view.to_move() == OVER:
        return result(view)
    if view.turn == 0 or view.acted < 0:
        return Message(N_("The table is being laid"))
    return Message(
        N_("Turn %(turn)s of %(turns)s, %(phase)s: %(task)s"),
        turn=view.turn,
        turns=turns_in_all(view.table),
        phase=phase_word(view),
        task=task(view),
    )


def phase_word(view: ArmoricaView) -> Message:
    """The phase for people; while a row is refilled, the phase that goes on afterwards."""
    return Message(PHASE_WORDS[view.phase if view.phase >= GAUL_TURN else view.after_deal])


def task(view: ArmoricaView) -> Message:
    """Who decides what."""
    player = Seat(view.active)
    if view.phase in (GAUL_TURN, ROMAN_TURN):
        return Message(N_("%(player)s takes a card or passes"), player=player)
    if view.phase != WINTER:
        return Message(N_("the rows are refilled"))
    text = NN_(
        "%(player)s must discard %(n)s card without an amphora", "%(player)s must discard %(n)s cards without amphorae"
    )
    return Message(text, player=player, n=hunger(view, view.active))


def your_task(view: ArmoricaView) -> Message:
    """What the seat that looks has to decide."""
    if view.phase != WINTER:
        return Message(N_("Your turn: take a marked card, or pass"))
    text = NN_("Your turn: discard %(n)s card without an amphora", "Your turn: discard %(n)s cards without amphorae")
    return Message(text, n=hunger(view, view.active))


def headline(view: ArmoricaView) -> Message:
    """What matters most to whoever looks."""
    if view.to_move() == OVER:
        return result(view)
    if view.turn == 0 or view.acted < 0:
        return Message(N_("The table is being laid"))
    return your_task(view) if 0 <= view.seat == view.to_move() else task(view)


def result(view: ArmoricaView) -> Message:
    """Who has won."""
    best = [seat for seat, place in enumerate(places(view)) if place == 1]
    points = scores(view)[best[0]]
    if len(best) > 1:
        text = NN_(
            "The game is over: %(players)s share the victory with %(points)s point",
            "The game is over: %(players)s share the victory with %(points)s points", "points",
        )  # fmt: skip
        return Message(text, players=listed([Seat(seat) for seat in best]), points=points)
    if scores(view).count(points) > 1:
        text = NN_(
            "The game is over: %(player)s wins with %(points)s point; the tie is broken by %(coins)s",
            "The game is over: %(player)s wins with %(points)s points; the tie is broken by %(coins)s", "points",
        )  # fmt: skip
        coins = icon_count(COINS, count(view.goods[best[0]], COINS))
        return Message(text, player=Seat(best[0]), points=points, coins=coins)
    text = NN_(
        "The game is over: %(player)s wins with %(points)s point",
        "The game is over: %(player)s wins with %(points)s points", "points",
    )  # fmt: skip
    return Message(text, player=Seat(best[0]), points=points)


def listed(seats: list[Seat]) -> Message:
    """Names in a row: "Anna, Ben and Carla"."""
    found = Message(N_("%(first)s and %(last)s"), first=seats[-2], last=seats[-1])
    for seat in reversed(seats[:-2]):
        found = Message(N_("%(first)s, %(rest)s"), first=seat, rest=found)
    return found


# -- points


def score_sheet(view: ArmoricaView) -> list[Line]:
    """Sets, coins, the three majorities, total."""
    cards = view.table.cards
    seats = range(view.n_seats)
    sets = [set_score(cards, display) for display in view.displays]
    coins = [coin_score(goods) for goods in view.goods]
    lines = [
        Line(Message(N_("Sets of different colours")), sets, "AM-9.5", notes=[set_note(view, seat) for seat in seats]),
        Line(Message(N_("Coins")), coins, "AM-9.7"),
    ]
    for icon, (label, rule) in zip(MAJORITIES, MAJORITY_LINES, strict=True):
        points = [majority_score(cards, view.goods, icon, seat) for seat in seats]
        notes = [icon_count(icon, count(view.goods[seat], icon)) for seat in seats]
        lines.append(Line(Message(label), points, rule, notes=notes))
    lines.append(Line(Message(N_("Total")), scores(view), "AM-10.1", is_total=True))
    return lines


def set_note(view: ArmoricaView, seat: int) -> Message:
    """The sets of a display, one by one: what each is worth."""
    cards = view.table.cards
    points = [str(cards.set_points[length]) for length in set_lengths(cards, view.displays[seat])]
    return Message(N_("sets worth %(points)s"), points=" + ".join(points or ["0"]))


def point_count(number: int) -> Message:
    """So many points: "1 point", "3 points"."""
    return counted(POINTS, number)


def set_words(length: int, points: int) -> Message:
    """A set and what it is worth."""
    return Message(N_("%(colours)s, %(points)s"), colours=counted(COLOURS, length), points=point_count(points))


def points_line(view: ArmoricaView, seat: int) -> Message:
    """Where the points of a seat come from, in one line."""
    cards = view.table.cards
    return Message(
        N_("sets %(sets)s, coins %(coins)s, majorities %(majorities)s"),
        sets=set_score(cards, view.displays[seat]),
        coins=coin_score(view.goods[seat]),
        majorities=majority_points(view, seat),
    )


def majority_points(view: ArmoricaView, seat: int) -> int:
    return sum(majority_score(view.table.cards, view.goods, icon, seat) for icon in MAJORITIES)


def seat_note(view: ArmoricaView, seat: int) -> Message | None:
    """What there is to say about a seat now: to act, winner, place."""
    if view.to_move() == OVER:
        ranked = places(view)
        if ranked[seat] > 1:
            return Message(N_("Place %(place)s"), place=ranked[seat])
        return Message(N_("Victory shared") if ranked.count(1) > 1 else N_("Winner"))
    if view.to_move() != seat:
        return None
    return Message(N_("Your turn") if view.seat == seat else N_("to act"))


def total_note(view: ArmoricaView, seat: int, icon: int) -> tuple[Message | None, bool]:
    """What the total of an icon means for a seat, and whether it is a warning."""
    if icon in MAJORITIES:
        points = majority_score(view.table.cards, view.goods, icon, seat)
        if points == 0:
            return None, False
        most = [count(goods, icon) for goods in view.goods]
        if most.count(max(most)) == 1:
            return Message(N_("the most: +%(points)s"), points=points), False
        return Message(N_("tied for most: +%(points)s"), points=points), False
    if icon == COINS and count(view.goods[seat], icon):
        return Message(N_("+%(points)s"), points=count(view.goods[seat], icon)), False
    if icon == AMPHORAE:
        need = hunger(view, seat)
        held = len(view.displays[seat])
        if need:
            text = NN_("for %(n)s card: %(need)s too many", "for %(n)s cards: %(need)s too many")
            return Message(text, n=held, need=need), True
        return Message(NN_("for %(n)s card", "for %(n)s cards"), n=held), False
    return None, False
