"""What a move of Armorica would do, said before it is made: points, majorities, winter and reach, from the View alone."""

from __future__ import annotations

from typing import Final, final

from brehon.core.face import Preview
from brehon.core.nouns import counted
from brehon.core.text import N_, NN_, Message, Seat
from brehon.games.armorica import actions, words
from brehon.games.armorica.data import (
    AMPHORAE,
    FIELD,
    GAUL,
    GRAPES,
    ICONS,
    MAJORITIES,
    OLIVES,
    ROMAN,
    SHEEP,
    SUITS,
    WHEAT,
    count,
)
from brehon.games.armorica.nouns import CARDS, COLOURS
from brehon.games.armorica.people import everyone
from brehon.games.armorica.scoring import coin_score, majority_score, set_lengths, set_score, total
from brehon.games.armorica.view import ArmoricaView

POINTS: Final = N_("points %(before)s → %(after)s")
SAME_POINTS: Final = N_("points stay at %(points)s")
RIVAL: Final = N_("%(player)s %(change)s for %(icon)s")
ROMANS: Final = N_("Romans in reach %(before)s → %(after)s")
REACHING: Final = [WHEAT, GRAPES, OLIVES, SHEEP]


@final
class Outlook:
    """The displays after an action, next to those before it."""

    def __init__(self, view: ArmoricaView, action: int) -> None:
        self.view = view
        self.cards = view.table.cards
        self.seat = view.active
        self.kind = view.table.space.kind_of[action]
        self.card = -1  # that joins or leaves the display; with a pass, that leaves the row
        self.displays = [display[:] for display in view.displays]
        self.goods = view.goods[:]
        arg = view.table.space.arg(action)
        if self.kind in (actions.TAKE_GAUL, actions.TAKE_ROMAN):
            self.card = view.rows[GAUL if self.kind == actions.TAKE_GAUL else ROMAN][arg]
            self.displays[self.seat].append(self.card)
            self.goods[self.seat] += self.cards.columns[self.card]
        elif self.kind == actions.STARVE:
            self.card = arg
            self.displays[self.seat].remove(arg)
            self.goods[self.seat] -= self.cards.columns[arg]
        elif self.kind == actions.PASS:
            row = view.rows[words.row_in_play(view)]
            self.card = row[0] if row else -1

    def points(self) -> list[int]:
        """[seat] the points after the action."""
        return [total(self.cards, self.displays, self.goods, seat) for seat in range(self.view.n_seats)]

    def majority(self, icon: int, seat: int) -> tuple[int, int]:
        """The points of a seat for an icon, before and after."""
        before = majority_score(self.cards, self.view.goods, icon, seat)
        return before, majority_score(self.cards, self.goods, icon, seat)


def preview(view: ArmoricaView, action: int) -> Preview:
    """What a legal action of the seat to act would bring and cost, the most important first."""
    look = Outlook(view, action)
    if look.kind not in (actions.TAKE_GAUL, actions.TAKE_ROMAN, actions.PASS, actions.STARVE):
        return Preview()
    effects = []
    if look.kind == actions.PASS and look.card >= 0:
        name = everyone(look.cards)[look.card].name
        effects.append(Message(N_("%(name)s leaves the game"), name=name))
    effects += [_points(look), *_sets(look), *_coins(look), *_majorities(look), _winter(look), *_reach(look)]
    return Preview(effects)


def signed(change: int) -> Message:
    return Message(N_("+%(points)s") if change >= 0 else N_("−%(points)s"), points=abs(change))


def _points(look: Outlook) -> Message:
    before = words.scores(look.view)[look.seat]
    after = look.points()[look.seat]
    if before == after:
        return Message(SAME_POINTS, points=before)
    return Message(POINTS, before=before, after=after)


def _sets(look: Outlook) -> list[Message]:
    """What happens to the sets: a longer one, a new one, or what the loss of a card does."""
    cards, seat = look.cards, look.seat
    change = set_score(cards, look.displays[seat]) - set_score(cards, look.view.displays[seat])
    if look.kind == actions.STARVE:
        return [Message(N_("sets %(change)s"), change=signed(change))] if change else []
    if look.kind == actions.PASS:
        return []
    length = set_lengths(cards, look.displays[seat])[-1]
    if length > 1:
        text = N_("set of %(colours)s: %(change)s")
        return [Message(text, colours=counted(COLOURS, length), change=signed(change))]
    suit = Message(SUITS[cards.suits[look.card]])
    if len(look.displays[seat]) == 1:
        return [Message(N_("the first set begins: %(change)s"), change=signed(change))]
    return [Message(N_("%(suit)s again, a new set: %(change)s"), suit=suit, change=signed(change))]


def _coins(look: Outlook) -> list[Message]:
    change = coin_score(look.goods[look.seat]) - coin_score(look.view.goods[look.seat])
    return [Message(N_("coins %(change)s"), change=signed(change))] if change else []


def _majorities(look: Outlook) -> list[Message]:
    """Who gains and who loses a majority."""
    found = []
    for icon in MAJORITIES:
        before, after = look.majority(icon, look.seat)
        if before != after:
            found.append(_own_majority(look, icon, after - before))
        for seat in range(look.view.n_seats):
            old, new = look.majority(icon, seat)
            if seat != look.seat and old != new:
                name = Message(ICONS[icon])
                found.append(Message(RIVAL, player=Seat(seat), change=signed(new - old), icon=name))
    return found


def _own_majority(look: Outlook, icon: int, change: int) -> Message:
    """The seat's own change for one icon: the most alone, level with others, or behind them."""
    have = [count(goods, icon) for goods in look.goods]
    mine = have[look.seat]
    level = [seat for seat, number in enumerate(have) if number == max(have) and seat != look.seat]
    what, gain = Message(ICONS[icon]), signed(change)
    if not level:
        text = N_("most %(icon)s: %(change)s") if mine else N_("no more %(icon)s: %(change)s")
        return Message(text, icon=what, change=gain)
    if mine == 0 and max(have) == 0:
        return Message(N_("no more %(icon)s: %(change)s"), icon=what, change=gain)
    text = N_("level with %(who)s in %(icon)s: %(change)s")
    if mine < max(have):
        text = N_("behind %(who)s in %(icon)s: %(change)s")
    return Message(text, who=words.together(level), icon=what, change=gain)


def _winter(look: Outlook) -> Message:
    """How the seat would stand if winter came after this action."""
    held = len(look.displays[look.seat])
    stores = count(look.goods[look.seat], AMPHORAE)
    need = max(0, held - stores)
    if look.kind == actions.STARVE:
        if need == 0:
            return Message(N_("then all are fed"))
        return Message(NN_("%(n)s more card must leave", "%(n)s more cards must leave"), n=need)
    if need == 0:
        return Message(N_("winter: all fed"))
    text = NN_("winter: %(cards)s, %(amphorae)s: %(n)s leaves", "winter: %(cards)s, %(amphorae)s: %(n)s leave")
    return Message(text, cards=counted(CARDS, held), amphorae=words.icon_count(AMPHORAE, stores), n=need)


def _reach(look: Outlook) -> list[Message]:
    """How far the seat reaches afterwards, for each icon that changes; more than a whole row is of no use."""
    view = look.view
    is_last = view.turn == words.turns_in_all(view.table)
    if is_last and look.kind != actions.TAKE_GAUL:  # nothing will be taken any more
        return []
    most = view.table.row_size
    changes = []
    for icon in REACHING:
        before = min(most, count(look.view.goods[look.seat], icon))
        after = min(most, count(look.goods[look.seat], icon))
        if before != after:
            text = N_("%(icon)s %(before)s → %(after)s")
            changes.append(Message(text, icon=Message(ICONS[icon]), before=before, after=after))
    if not changes:
        return []
    listing = changes.pop()
    while changes:
        listing = Message(N_("%(first)s, %(rest)s"), first=changes.pop(), rest=listing)
    return [Message(N_("reach: %(changes)s"), changes=listing), *_romans(look)]


def _romans(look: Outlook) -> list[Message]:
    """How many cards of the Roman row, as it lies now, a Gaul brings into reach."""
    if look.kind != actions.TAKE_GAUL:
        return []
    row = look.view.rows[ROMAN]
    before, after = (
        sum(place < goods >> look.cards.access[card] & FIELD for place, card in enumerate(row))
        for goods in (look.view.goods[look.seat], look.goods[look.seat])
    )
    return [Message(ROMANS, before=before, after=after)] if before != after else []
