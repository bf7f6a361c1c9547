"""What drawing, blocking and Ogam's wisdom would do: the sections of one's cards in numbers."""

from __future__ import annotations

from brehon.core.face import Preview
from brehon.core.text import N_, Message, Number, listed
from brehon.games.arrival import state as st
from brehon.games.arrival.data import (
    BACK_WORDS,
    CARDS_EACH,
    FAME,
    FOMORI,
    N_SECTIONS,
    N_SYMBOLS,
    PER_BROCH,
    PER_CAER,
    SECTIONS,
    SYMBOL_ROWS,
)


def section_sum(s: st.Arrival, seat: int, section: int) -> list[int]:
    """What a section shows on the cards that are face-up, by symbol."""
    deck = s.table.deck
    row = s.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]
    return [
        sum(deck.amount(card, section, symbol) for card in row if card >= 0) for symbol in range(N_SYMBOLS)
    ]  # fmt: skip


def fame_of(s: st.Arrival, seat: int, amounts: list[int]) -> int:
    """Fame of a section with the current forts."""
    own = s.forts[seat]
    brochs, caers = (own & s.brochs).bit_count(), (own & s.caers).bit_count()
    return amounts[FAME] + 2 * amounts[PER_BROCH] * brochs + 3 * amounts[PER_CAER] * caers


def goods_words(s: st.Arrival, seat: int, amounts: list[int]) -> Message:
    """A section in words; symbols that count forts as the fame that they give now."""
    shown = [
        Message(SYMBOL_ROWS[symbol].several, n=n)
        for symbol, n in enumerate(amounts)
        if n and symbol not in (FAME, PER_BROCH, PER_CAER)
    ]
    fame = fame_of(s, seat, amounts)
    if fame:
        shown.insert(0, Message(SYMBOL_ROWS[FAME].several, n=fame))
    return all_of(shown) if shown else Message(N_("nothing"))


def all_of(parts: list[Message]) -> Message:
    return listed([*parts]) if len(parts) > 1 else parts[0]


def section_words(s: st.Arrival, seat: int, section: int) -> Message:
    goods = goods_words(s, seat, section_sum(s, seat, section))
    return Message(N_("%(section)s: %(goods)s"), section=Message(SECTIONS[section]), goods=goods)


def block_preview(s: st.Arrival, seat: int, section: int) -> Preview:
    """What the blocked section would have given, and what every section that stays open gives so far."""
    open_ones = [other for other in range(N_SECTIONS) if not s.blocked[seat] >> other & 1 and other != section]
    lost = goods_words(s, seat, section_sum(s, seat, section))
    if len(open_ones) == 1:
        found = [Message(N_("you get %(section)s"), section=section_words(s, seat, open_ones[0]))]
        found += corruption_words(s, seat, section_sum(s, seat, open_ones[0])[FOMORI])
    else:
        found = [Message(N_("leaves %(section)s"), section=section_words(s, seat, other)) for other in open_ones]
    found.append(Message(N_("gives up %(goods)s"), goods=lost))
    hidden = [card for card in s.rows[seat * CARDS_EACH : (seat + 1) * CARDS_EACH] if card <= st.FACE_DOWN]
    if hidden:
        backs = [Message(BACK_WORDS[st.FACE_DOWN - card]) for card in hidden]
        text = N_("one card face-down: more %(a)s") if len(backs) == 1 else N_("face-down: more %(a)s; more %(b)s")
        found.append(Message(text, a=backs[0], b=backs[-1]))
    return Preview(found)


def corruption_words(s: st.Arrival, seat: int, fomori: int) -> list[Message]:
    """Where the corruption would stand."""
    then, limit = s.corruption[seat] + fomori, s.table.limit
    if then >= limit:
        return [Message(N_("corruption %(n)s of %(limit)s: the game ends with this round"), n=then, limit=limit)]
    return [Message(N_("corruption %(n)s of %(limit)s"), n=then, limit=limit)]


def ogam_preview(s: st.Arrival, seat: int, choice: int) -> Preview:
    """What the cards give as they are, or after the blocker has moved."""
    now = s.open_section(seat)
    section = now if choice == 0 else choice - 1
    found = [Message(N_("you get %(section)s"), section=section_words(s, seat, section))]
    found += corruption_words(s, seat, section_sum(s, seat, section)[FOMORI])
    if choice:
        found.append(Message(N_("instead of %(section)s"), section=section_words(s, seat, now)))
        found.append(Message(N_("the tile is used up")))
    return Preview(found)


def draw_preview(s: st.Arrival, stack: int) -> Preview:
    """What cards with this back show on average."""
    back = s.tops[stack]
    if back < 0:
        return Preview()
    deck = s.table.deck
    found = []
    for section in range(N_SECTIONS):
        means = [deck.means[(back * N_SECTIONS + section) * N_SYMBOLS + symbol] for symbol in range(N_SYMBOLS)]
        goods = sum(means) - means[FOMORI]
        found.append(
            Message(
                N_("%(section)s on average %(goods)s good signs, %(fomori)s Fomori"),
                section=Message(SECTIONS[section]), goods=Number(goods), fomori=Number(means[FOMORI]),
            )
        )  # fmt: skip
    return Preview(found)
