"""The constraints on the cards, tiles and pieces of a component file, CK-7 … CK-12."""

from __future__ import annotations

from typing import Final

from brehon.core.checker import Checker, Entry, entries, number, table, word
from brehon.core.text import N_, NN_, Number
from brehon.games.arrival.data import (
    BACK_ROWS,
    BACKS,
    MAX_BITS,
    SECTIONS,
    SYMBOLS,
    THREAT_ROWS,
    THREATS,
    TILE_FIELD,
    TILE_ROWS,
    TILES,
)

N_CARDS: Final = 54
MIN_CARDS: Final = 40  # so that three stacks last for a round of four leaders
# AR-1.3, AR-1.12, AR-1.13, AR-1.8: discs of a colour, swords, shields, spaces of the round track by number of leaders
PIECES: Final[Entry] = {"discs": 17, "swords": 20, "shields": 12, "limit": [25, 21, 17], "rounds": [6, 5, 4]}
FIGURES: Final = {row.key: {"strength": row.strength, "fame": row.fame, "copies": row.copies} for row in THREAT_ROWS}
N_GATES: Final = 4


def check_contents(c: Checker) -> None:
    check_cards(c)
    check_deck(c)
    check_tiles(c)
    check_pieces(c)


def amount(card: Entry, section: str, symbol: str) -> int:
    """How often a section of a card shows a symbol."""
    symbols = table(card, section)
    return number(symbols, symbol) if symbol in symbols else 0


def pairs(raw: Entry) -> list[tuple[str, str]]:
    """The two ends of every connection."""
    return [(word(entry, "a"), word(entry, "b")) for entry in entries(raw, "connections")]


def check_ids(c: Checker, rule: str, names: list[str]) -> None:
    for name in sorted({name for name in names if names.count(name) > 1}):
        c.error(rule, N_("the id %(name)s is used twice"), name=name)
    for name in names:
        if not name or any(letter.isspace() for letter in name) or len(name) > 24:
            c.error(rule, N_("the id %(name)s must be one word of at most 24 letters"), name=repr(name))


def check_cards(c: Checker) -> None:
    """CK-7 and CK-8: 54 cards with three backs; symbols of the sections."""
    cards = entries(c.raw, "cards")
    check_ids(c, "CK-7", [word(card, "id") for card in cards])
    if len(cards) != N_CARDS:
        c.count(
            "CK-7",
            NN_(
                "there is %(have)s earning card, there must be %(need)s",
                "there are %(have)s earning cards, there must be %(need)s",
                "have",
            ),
            have=len(cards),
            need=N_CARDS,
        )
    if not MIN_CARDS <= len(cards) <= MAX_BITS:
        c.error("CK-7", NN_("there is %(have)s earning card; this engine plays with %(least)s to %(most)s", "there are %(have)s earning cards; this engine plays with %(least)s to %(most)s", "have"),
                have=len(cards), least=MIN_CARDS, most=MAX_BITS)  # fmt: skip
    for card in cards:
        if card["back"] not in BACKS:
            c.error("CK-7", N_("card %(card)s: back %(back)s is none of %(backs)s"), card=word(card, "id"),
                    back=word(card, "back"), backs=", ".join(BACKS))  # fmt: skip
        for section in SECTIONS:
            symbols = card[section]
            assert isinstance(symbols, dict)
            for name, value in symbols.items():
                if name not in SYMBOLS or type(value) is not int or not 1 <= value <= 9:
                    c.error("CK-8", N_("card %(card)s, %(section)s: %(name)s = %(value)s; allowed are %(symbols)s with 1 to 9"),
                            card=word(card, "id"), section=section, name=name, value=repr(value),
                            symbols=", ".join(SYMBOLS))  # fmt: skip
    for back in BACKS:
        if not any(card["back"] == back for card in cards):
            c.error("CK-7", N_("no card has the back %(back)s"), back=back)


def mean(c: Checker, section: str, symbol: str, back: str = "") -> float:
    cards = [card for card in entries(c.raw, "cards") if back in ("", card["back"])]
    return sum(amount(card, section, symbol) for card in cards) / max(1, len(cards))


def check_deck(c: Checker) -> None:
    """CK-9 and CK-10: richer sections carry more of everything; the fronts match what the back promises."""
    if c.has_errors:
        return
    for symbol in ("discs", "swords", "shields", "tactics", "fame", "fomori"):
        top, middle, bottom = (mean(c, section, symbol) for section in SECTIONS)
        if not top > middle > bottom:
            c.count("CK-9", N_("%(symbol)s: the mean must fall from top to middle to bottom, it is %(top)s, %(middle)s, %(bottom)s"),
                    symbol=symbol, top=Number(top, 2), middle=Number(middle, 2), bottom=Number(bottom, 2))  # fmt: skip
    for back, symbols in ((row.key, row.symbols) for row in BACK_ROWS):
        for symbol in symbols:
            for section in SECTIONS:
                best = max(mean(c, section, symbol, other) for other in BACKS if other != back)
                if mean(c, section, symbol, back) <= best:
                    c.count("CK-10", N_("back %(back)s must show more %(symbol)s in the %(section)s section than any other back"),
                            back=back, symbol=symbol, section=section)  # fmt: skip


def check_tiles(c: Checker) -> None:
    """CK-11: the tiles of AR-14; the numbers on Cauldrons and Silver."""
    tiles, silver = table(c.raw, "tiles"), table(c.raw, "silver")
    for row in TILE_ROWS:
        have = number(tiles, row.key) if row.key in tiles else 0
        if row.copies and have != row.copies:
            text = NN_("there is %(have)s tile %(name)s, there must be %(need)s",
                       "there are %(have)s tiles %(name)s, there must be %(need)s", "have")  # fmt: skip
            c.count("CK-11", text, have=have, name=row.key, need=row.copies)
        if have > TILE_FIELD:
            text = NN_("there is %(have)s tile %(name)s; this engine plays with up to %(most)s",
                       "there are %(have)s tiles %(name)s; this engine plays with up to %(most)s", "have")  # fmt: skip
            c.error("CK-11", text, have=have, name=row.key, most=TILE_FIELD)
    printed = [(word(p, "id"), number(p, "cauldron")) for p in entries(c.raw, "provinces")]
    for name, value in [*printed, *((colour, number(silver, colour)) for colour in silver)]:
        if value < 1:
            c.error("CK-11", N_("the tile of %(name)s shows %(value)s; it must show 1 or more"), name=name, value=value)
    if len(TILES) + len(printed) + len(silver) > MAX_BITS // 2:
        c.error("CK-11", N_("there are more kinds of tiles than this engine plays with (%(most)s)"), most=MAX_BITS // 2)


def check_pieces(c: Checker) -> None:
    """CK-12: the numbers of AR-1."""
    for group, right in (("pieces", PIECES), ("threats", FIGURES)):
        table = c.raw[group]
        assert isinstance(table, dict)
        for name, value in right.items():
            if table[name] != value:
                c.count("CK-12", N_("[%(group)s] %(name)s is %(have)s, it must be %(need)s"), group=group, name=name,
                        have=repr(table[name]), need=repr(value))  # fmt: skip
    pieces, threats = c.raw["pieces"], c.raw["threats"]
    assert isinstance(pieces, dict)
    assert isinstance(threats, dict)
    castles = len(entries(c.raw, "castles"))
    if threats["castle"]["copies"] != castles:
        c.count("CK-12", NN_("there is %(have)s castle on the map, but %(need)s in the box", "there are %(have)s castles on the map, but %(need)s in the box", "have"), have=castles,
                need=threats["castle"]["copies"])  # fmt: skip
    if pieces["discs"] < 6 or min(pieces["rounds"]) < 1 or min(pieces["limit"]) < 1:
        c.error("CK-12", N_("a leader needs 6 discs or more, and every game a round and a limit of 1 or more"))
    if sum(threats[name]["copies"] for name in THREATS[:3]) < N_GATES:
        c.error("CK-12", N_("there must be a Fomori for each location before a castle"))
