"""The words of Armorica: cards, buttons, log lines, status and score sheet. Every text is a message of the catalogue."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Final

from brehon.core.contract import OVER, Components
from brehon.core.face import Figure
from brehon.core.nouns import POINTS, counted
from brehon.core.text import N_, NN_, Message, Plural, Seat, listed
from brehon.games.armorica.data import (
    AMPHORAE,
    COINS,
    GAUL,
    GRAPES,
    ICON_ROWS,
    ICONS,
    MAJORITIES,
    N_DECKS,
    N_ICONS,
    OLIVES,
    ROMAN,
    SHEEP,
    SUITS,
    WHEAT,
    CardSet,
    count,
)
from brehon.games.armorica.nouns import CARDS, COLOURS
from brehon.games.armorica.people import everyone
from brehon.games.armorica.phases import PHASE_WORDS
from brehon.games.armorica.scoring import coin_score, majority_score, ranks, set_lengths, set_score, total
from brehon.games.armorica.state import GAUL_TURN, ROMAN_TURN, WINTER, Table
from brehon.games.armorica.view import ArmoricaView

START_PLAYER: Final = N_("start player")
REACH: Final = [[WHEAT], [WHEAT, GRAPES, OLIVES, SHEEP]]  # [deck] the icons that reach into its row
ROW_WORDS: Final = [N_("Gaul row"), N_("Roman row")]
TAKE: Final = N_("Take %(name)s (%(suit)s, %(card)s) from place %(place)s: %(icons)s")
TAKE_NOTHING: Final = [
    N_("Take the card in place %(place)s of the Gaul row"),
    N_("Take the card in place %(place)s of the Roman row"),
]
DEALT: Final = [
    N_("New in the Gaul row: %(name)s (%(suit)s, %(card)s: %(icons)s)"),
    N_("New in the Roman row: %(name)s (%(suit)s, %(card)s: %(icons)s)"),
]
TOOK: Final = [
    N_("%(player)s takes the Gaul %(name)s from place %(place)s (%(suit)s, %(card)s: %(icons)s)"),
    N_("%(player)s takes the Roman %(name)s from place %(place)s (%(suit)s, %(card)s: %(icons)s)"),
]
PASSED: Final = [
    N_("%(player)s passes; the Gaul %(name)s is discarded (%(suit)s, %(card)s)"),
    N_("%(player)s passes; the Roman %(name)s is discarded (%(suit)s, %(card)s)"),
]
CLEARED: Final = [
    N_("End of the turn: the Gaul %(name)s is discarded (%(suit)s, %(card)s)"),
    N_("End of the turn: the Roman %(name)s is discarded (%(suit)s, %(card)s)"),
]
MAJORITY_LINES: Final = [(N_("Most grapes"), "AM-9.8"), (N_("Most olives"), "AM-9.10"), (N_("Most sheep"), "AM-9.11")]


# -- cards


def icon_count(icon: int, number: int) -> Message:
    """So many icons of a type: "1 amphora", "3 wheat"."""
    return counted(ICON_ROWS[icon].several, number)


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
    suit = Message(SUITS[cards.suits[card]])
    name = everyone(cards)[card].name
    return Message(text, name=name, suit=suit, card=cards.names[card], icons=icons(cards.columns[card]), **more)


def card_title(cards: CardSet, card: int) -> Message:
    """What a card is: who, its suit, its id and its icons."""
    text = N_("%(name)s, %(trade)s (%(suit)s, %(card)s): %(icons)s")
    person = everyone(cards)[card]
    suit = Message(SUITS[cards.suits[card]])
    return Message(
        text, name=person.name, trade=Message(person.trade), suit=suit, card=cards.names[card],
        icons=icons(cards.columns[card]),
    )  # fmt: skip


def about_card(cards: CardSet, card: int) -> Message:
    """What a card does: how it is reached, and whether winter can take it."""
    deck = cards.deck_of(card)
    fed = count(cards.columns[card], AMPHORAE) > 0
    if deck == N_DECKS:
        text = N_("The first card of a display. It stays in winter.") if fed else N_("The first card of a display.")
        return Message(text)
    icon = Message(ICONS[cards.access[card] // 8])
    if fed:
        text = N_("Needs %(icon)s: as many as its place. It has an amphora and stays in winter.")
    else:
        text = N_("Needs %(icon)s: as many as its place. Winter can take it: no amphora.")
    return Message(text, icon=icon)


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
    """How many cards of a display would starve if winter came now."""
    return max(0, len(view.displays[seat]) - count(view.goods[seat], AMPHORAE))


def scores(view: ArmoricaView) -> list[int]:
    return [total(view.table.cards, view.displays, view.goods, seat) for seat in range(view.n_seats)]


def places(view: ArmoricaView) -> list[int]:
    return ranks(scores(view), view.goods)


def row_in_play(view: ArmoricaView) -> int:
    """The deck whose row the current decision is about, or -1."""
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


def deck_brief(view: ArmoricaView, piles: list[list[str]], deck: int) -> Message:
    """The same without the discards."""
    pile = view.current_pile(deck)
    if pile < 0:
        return Message(N_("deck used up"))
    return Message(N_("deck %(left)s, pile %(pile)s"), left=view.deck_height(deck), pile=piles[deck][pile])


def reach(view: ArmoricaView, seat: int, icon: int) -> Message:
    """Whose icons reach how far: "your 3 wheat reach here"."""
    is_mine = seat == view.seat
    have = count(view.goods[seat], icon)
    if have == 0:
        what = Message(ICONS[icon])
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


def phase_word(view: ArmoricaView) -> Message:
    """The phase for people; while a row is refilled, the phase that continues afterwards."""
    return Message(PHASE_WORDS[view.phase if view.phase >= GAUL_TURN else view.after_deal])


REQUESTS: Final[dict[str, str | Plural]] = {
    "%(player)s takes a card or passes": N_("take a card or pass"),
    "%(player)s must discard %(n)s cards without amphorae": NN_(
        "discard %(n)s card without an amphora", "discard %(n)s cards without amphorae"
    ),
}


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


# -- points


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
            return Message(N_("most: +%(points)s"), points=points), False
        return Message(N_("tied: +%(points)s"), points=points), False
    if icon == COINS and count(view.goods[seat], icon):
        return Message(N_("+%(points)s"), points=count(view.goods[seat], icon)), False
    if icon == AMPHORAE:
        held = len(view.displays[seat])
        return Message(NN_("for %(n)s card", "for %(n)s cards"), n=held), hunger(view, seat) > 0
    return None, False


def winter_lines(view: ArmoricaView, seat: int) -> tuple[Message, Message]:
    """What winter asks of a seat as things are: cards and amphorae, and what follows."""
    held, need = len(view.displays[seat]), hunger(view, seat)
    stores = icon_count(AMPHORAE, count(view.goods[seat], AMPHORAE))
    first = Message(N_("%(cards)s, %(amphorae)s"), cards=counted(CARDS, held), amphorae=stores)
    if need == 0:
        return first, Message(N_("all fed in winter"))
    return first, Message(NN_("winter takes %(n)s card", "winter takes %(n)s cards"), n=need)


# -- majorities


def holders(view: ArmoricaView, icon: int) -> list[int]:
    """The seats with the most of an icon, if it brings them anything."""
    return [seat for seat in range(view.n_seats) if majority_score(view.table.cards, view.goods, icon, seat)]


def together(seats: list[int]) -> Message | Seat:
    """One player, or several in a row."""
    return Seat(seats[0]) if len(seats) == 1 else listed([Seat(seat) for seat in seats])


def majority_lines(view: ArmoricaView, icon: int) -> tuple[Message | Seat, Message]:
    """Who has the most of an icon, and how many and what for."""
    seats = holders(view, icon)
    most = max(count(goods, icon) for goods in view.goods)
    if not seats:
        text = N_("no one has any") if most == 0 else N_("all are level")
        return Message(N_("no one")), Message(text)
    points = majority_score(view.table.cards, view.goods, icon, seats[0])
    text = N_("%(icons)s: +%(points)s") if len(seats) == 1 else N_("%(icons)s: +%(points)s each")
    return together(seats), Message(text, icons=icon_count(icon, most), points=points)


def majority_title(view: ArmoricaView, icon: int) -> Message:
    """The same as one sentence."""
    who, what = majority_lines(view, icon)
    label, _ = MAJORITY_LINES[MAJORITIES.index(icon)]
    return Message(N_("%(majority)s: %(who)s (%(what)s)"), majority=Message(label), who=who, what=what)


def figures(view: ArmoricaView, seat: int) -> list[Figure]:
    """The few numbers of a seat that matter to everyone: reach, winter, and what else brings points."""
    held = len(view.displays[seat])
    coins = count(view.goods[seat], COINS)
    leads = sum(seat in holders(view, icon) for icon in MAJORITIES)
    return [
        Figure(Message(N_("wheat")), count(view.goods[seat], WHEAT)),
        Figure(Message(N_("fed")), held - hunger(view, seat), held),
        Figure(Message(NN_("coin", "coins"), n=coins), coins),
        Figure(Message(NN_("majority", "majorities"), n=leads), leads),
    ]
