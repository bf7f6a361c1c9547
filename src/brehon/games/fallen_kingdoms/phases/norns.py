"""FK-5: the Norns look at knowledge cards and display one."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.phases.common import decide, deck_outcomes, deck_weights, draw_card
from brehon.games.fallen_kingdoms.phases.gods import end_power
from brehon.games.fallen_kingdoms.phases.refusals import Decision
from brehon.games.fallen_kingdoms.state import NORNS_KEEP, NORNS_SWAP, Fallen


@final
class NornsDraw(Decision):
    """Chance draws for the Norns; only the active seat sees the cards."""

    def legal(self, s: Fallen) -> list[int]:
        return deck_outcomes(s)

    def weights(self, s: Fallen) -> list[int]:
        return deck_weights(s)

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        knowledge = action - s.table.first[actions.LORE_CARD]
        known = draw_card(s, knowledge)
        # temporarily `bottom_seen` extends beyond the deck: who already knew the drawn cards
        s.bottom_seen.append(known)
        s.drawn.append(knowledge)
        if log is not None:
            log.append(Event(events.SAW, s.active, knowledge, seen_by=1 << s.active))
        if len(s.drawn) == s.points:
            decide(s, NORNS_KEEP, s.active)


@final
class NornsKeep(Decision):
    """FK-5.29: one card is kept, the rest go under the deck in the order drawn."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.KEEP]
        return [first + card for card in sorted(set(s.drawn))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        card = action - s.table.first[actions.KEEP]
        known = -1
        for _ in range(len(s.drawn)):
            known &= s.bottom_seen.pop()
        s.drawn.remove(card)
        for other in s.drawn:
            s.bottom.append(other)
            # seats that knew all the drawn cards, and the active seat, know what is there now
            s.bottom_seen.append(known | 1 << s.active if known >= 0 else known)
            s.deck += 1
        s.drawn = [card]
        decide(s, NORNS_SWAP, s.active)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.KEEP:
            return None
        return Reason("not-drawn", "FK-5.29", Message(N_("this card was not drawn")))


@final
class NornsSwap(Decision):
    """FK-5.30: the kept card replaces one of the display, which goes to the bottom of the deck."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SWAP]
        return [first + card for card in sorted(set(s.display))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        card = action - s.table.first[actions.SWAP]
        kept = s.drawn[0]
        s.drawn = []
        s.display.remove(card)
        s.display.append(kept)
        s.display.sort()
        s.bottom.append(card)
        s.bottom_seen.append(-1)
        s.deck += 1
        if log is not None:
            log.append(Event(events.DISPLAYED, s.active, kept, card, reveals=True))
        end_power(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.SWAP:
            return None
        return Reason("not-shown", "FK-5.30", Message(N_("this card is not on display")))
