"""The checker of card files, with the constraints K-1 … K-16."""

from __future__ import annotations

from collections import Counter
from typing import Final

from brehon.core.checker import Checker, Entry, entries, number, word
from brehon.core.errors import Problem
from brehon.core.text import N_, NN_, Message
from brehon.games.armorica.components import PILES, CardFile, build
from brehon.games.armorica.data import ACCESS, COINS, ICONS, MAJORITIES, MAX_ICONS, PATRICIANS, SUITS, TITLES

N_START: Final = 4  # AM-1.11
N_DECK: Final = 29  # AM-1.1: 4 + 1 + 29 + 29 = 63 cards; AM-2.13: 23 are left when six are open
EXAMPLES: Final = ["brown white blue yellow red green", "brown blue yellow brown yellow red blue white yellow white"]
FIELDS: Final = {
    "schema": int, "id": str, "players": list, "row_size": int, "icons": list, "gaul_piles": list, "roman_piles": list,
    "set_points": list, "majority_icons": list, "majority_sole": int, "majority_tied": int, "start": list,
    "start_player_card": str, "gaul": list, "roman": list, "suits": dict,
}  # fmt: skip
OPTIONAL: Final = {"expect": dict, "variant": bool}
MAX_WEAK: Final = 5  # cards of a deck that K-11 names one by one

SEATS: Final = [2, 3, 4]  # K-16
PRINTED: Final[dict[str, tuple[object, str]]] = {  # K-15: the value of the printed game and the rule that fixes it
    "set_points": ([0, 1, 3, 6, 10, 15, 21], "AM-9.5"),
    "majority_sole": (4, "AM-9.8"),
    "majority_tied": (2, "AM-9.9"),
    "row_size": (6, "AM-2.10"),
}


class CardChecker(Checker):
    """The constraints on one card file."""

    rule = "K-1"
    fields = FIELDS
    optional = OPTIONAL

    def make(self, name: str, digest: str, source: str, builtin: bool) -> CardFile:
        players = self.raw["players"]
        assert isinstance(players, list)
        seats = [seats for seats in SEATS if seats in players]
        return CardFile(name if builtin else word(self.raw, "id"), digest, source, builtin, build(self.raw), seats)

    def check(self) -> None:
        self.check_shapes()
        if not self.has_errors:
            self.check_counts()
            self.check_icons()
            self.check_suits()
            self.check_rows()
            self.check_printed()
            self.check_design()

    def cards(self, group: str) -> list[Entry]:
        return entries(self.raw, group)

    def check_shapes(self) -> None:
        """Every card is a table with an id, a suit, six counts, and a number or a pile."""
        for group, key in (("start", "number"), ("gaul", "pile"), ("roman", "pile")):
            for card in self.cards(group):
                if not isinstance(card, dict) or not isinstance(card.get("id"), str):
                    self.error("K-1", N_("group %(group)s holds something that is not a card with an id"), group=group)
                    continue
                name = str(card["id"])
                for field in card:
                    if field not in {"id", "suit", key, *ICONS}:
                        self.error("K-2", N_("card %(card)s has the unknown field %(field)s"), card=name, field=field)
                if not name or any(c.isspace() for c in name) or len(name) > 24:
                    self.error("K-1", N_("card id %(card)s must be one word of at most 24 letters"), card=name)
                if key not in card:
                    self.error("K-1", N_("card %(card)s has no %(field)s"), card=name, field=key)
                for icon in ICONS:
                    self.check_icon_count(name, icon, card.get(icon))
                if card.get("suit") not in SUITS:  # AM-1.4
                    self.error("K-2", N_("card %(card)s: suit %(suit)s is none of %(suits)s"), card=name,
                               suit=str(card.get("suit")), suits=", ".join(SUITS))  # fmt: skip
        for name in ("set_points", "players"):
            values = self.raw[name]
            assert isinstance(values, list)
            if not all(type(value) is int and value >= 0 for value in values):
                self.error("K-2", N_("field %(name)s must be a list of whole numbers"), name=name)
        for name in ("gaul_piles", "roman_piles"):
            piles = self.raw[name]
            assert isinstance(piles, list)
            if not piles or len({str(pile) for pile in piles}) < len(piles) or not all(type(p) is str for p in piles):
                self.error("K-1", N_("field %(name)s must be a list of different texts"), name=name)
        points = self.raw["set_points"]
        assert isinstance(points, list)
        if len(points) != len(SUITS) + 1:
            self.error("K-2", N_("set_points needs %(need)s values, for 0 to 6 colours"), need=len(SUITS) + 1)
        if self.raw["icons"] != ICONS:  # AM-1.5
            self.error("K-2", N_("icons must be %(icons)s, in this order"), icons=", ".join(ICONS))

    def check_icon_count(self, card: str, icon: str, value: object) -> None:
        if type(value) is not int or not 0 <= value <= MAX_ICONS:  # AM-1.6
            self.error("K-2", N_("card %(card)s: %(icon)s is %(value)s; it must be a whole number from 0 to %(most)s"),
                       card=card, icon=icon, value=repr(value), most=MAX_ICONS)  # fmt: skip

    def check_counts(self) -> None:
        """K-1: numbers of cards, piles, unique ids."""
        numbers = [card["number"] for card in self.cards("start")]
        if numbers != list(range(1, N_START + 1)):
            self.error(
                "K-1", N_("the start cards must be numbered 1 to 4 in order, not %(found)s"), found=repr(numbers)
            )
        for group, names in PILES.items():
            if len(self.cards(group)) != N_DECK:
                self.count("K-1", NN_("%(group)s has %(have)s card, it needs %(need)s", "%(group)s has %(have)s cards, it needs %(need)s", "have"), group=group,
                           have=len(self.cards(group)), need=N_DECK)  # fmt: skip
            piles = self.raw[f"{group}_piles"]
            assert isinstance(piles, list)
            if piles != names:
                self.count("K-1", N_("%(group)s_piles must be %(names)s"), group=group, names=", ".join(names))
            for pile in piles:
                if not any(card["pile"] == pile for card in self.cards(group)):
                    self.error("K-1", N_("pile %(pile)s of %(group)s is empty"), pile=str(pile), group=group)
            for card in self.cards(group):
                if card["pile"] not in piles:  # AM-1.2, AM-1.3
                    self.error("K-1", N_("card %(card)s lies in the unknown pile %(pile)s"), card=str(card["id"]),
                               pile=str(card["pile"]))  # fmt: skip
        if not self.raw["start_player_card"]:  # AM-1.12
            self.error("K-1", N_("the start-player card has no id"))
        ids = Counter(str(card["id"]) for group in ("start", "gaul", "roman") for card in self.cards(group))
        for name in sorted(name for name, count in ids.items() if count > 1):
            self.error("K-1", N_("card id %(card)s is used twice"), card=name)

    def check_icons(self) -> None:
        """K-3, K-6, K-10, K-12: the icons."""
        for card in self.cards("start"):
            if card["wheat"] != 2:  # AM-2.14
                self.error("K-3", N_("start card %(card)s shows %(have)s wheat, it needs exactly 2"), card=str(card["id"]),
                           have=str(card["wheat"]))  # fmt: skip
            if card["amphorae"] == 0:
                self.warn("K-10", N_("start card %(card)s shows no amphora, so it can starve"), card=str(card["id"]))
        every = [card for group in ("start", "gaul", "roman") for card in self.cards(group)]
        for icon in [ICONS[i] for i in MAJORITIES] + ["coins", "amphorae"]:
            if not any(card[icon] for card in every):
                self.error("K-6", N_("no card shows %(icon)s"), icon=icon)
        if self.raw["majority_icons"] != [ICONS[i] for i in MAJORITIES]:
            self.error("K-6", N_("majority_icons must be grapes, olives, sheep"))
        mean = 100 * sum(number(card, "amphorae") for card in every) // len(every)
        if not 70 <= mean <= 100:
            self.warn("K-12", N_("there are 0.%(mean)s amphorae per card; 0.70 to 1.00 let winter bite without emptying displays"),
                      mean=f"{mean:02d}" if mean < 100 else f"({mean}/100)")  # fmt: skip

    def check_suits(self) -> None:
        """K-4, K-5, K-7, K-9, K-13: the suits."""
        table = self.raw["suits"]
        assert isinstance(table, dict)
        for suit, name in enumerate(SUITS):
            entry = table.get(name, {})
            kind = "patrician" if suit in PATRICIANS else "plebeian"
            right = {"title": TITLES[suit], "class": kind, "access": ICONS[ACCESS[suit]]}
            if entry != right:
                self.error("K-4", N_("suit %(suit)s must be: %(right)s"), suit=name,
                           right=", ".join(f"{k} = {v}" for k, v in right.items()))  # fmt: skip
        romans = {card["suit"] for card in self.cards("roman")}
        for suit in PATRICIANS:
            if SUITS[suit] not in romans:
                self.error("K-5", N_("no Roman card is %(suit)s"), suit=SUITS[suit])
        if romans <= {SUITS[suit] for suit in PATRICIANS}:
            self.error("K-5", N_("no Roman card is plebeian"))
        for card in self.cards("gaul"):
            if card["suit"] in [SUITS[suit] for suit in PATRICIANS]:
                self.warn("K-9", N_("Gaul card %(card)s has the patrician suit %(suit)s"), card=str(card["id"]),
                          suit=str(card["suit"]))  # fmt: skip
        every = [str(card["suit"]) for group in ("start", "gaul", "roman") for card in self.cards(group)]
        if set(every) != set(SUITS):
            self.warn("K-13", N_("not all six suits occur, so no set of six colours is possible"))
        row = [str(card["suit"]) for card in self.cards("roman")]
        for example, pool in zip(EXAMPLES, (row, every), strict=True):
            if any(pool.count(suit) < example.split().count(suit) for suit in SUITS):
                self.count("K-7", N_("the rulebook's example %(example)s cannot be laid out"), example=example)

    def check_rows(self) -> None:
        """K-8: the rows."""
        size = self.raw["row_size"]
        assert isinstance(size, int)
        if not 1 <= size <= 9:
            self.error("K-8", N_("row_size is %(size)s; it must be from 1 to 9"), size=size)
        for group in PILES:
            if len(self.cards(group)) <= size:
                self.error("K-8", NN_("%(group)s has %(have)s card; it needs more than the row's %(size)s", "%(group)s has %(have)s cards; it needs more than the row's %(size)s", "have"), group=group,
                           have=len(self.cards(group)), size=size)  # fmt: skip

    def check_printed(self) -> None:
        """K-15, K-16: values that the rules fix; a variant may have others. The numbers of players."""
        for name, (need, rule) in PRINTED.items():
            if not self.is_variant and self.raw[name] != need:
                self.warn("K-15", N_("%(name)s is %(have)s; by %(fixed)s it is %(need)s, unless the file says variant = true"),
                          name=name, have=str(self.raw[name]), fixed=rule, need=str(need))  # fmt: skip
        players = self.raw["players"]
        assert isinstance(players, list)
        if not players or any(number not in SEATS for number in players):
            self.warn("K-16", N_("players is %(have)s; it must name some of 2, 3 and 4"), have=str(players))

    def check_design(self) -> None:
        """K-11 and K-14: signs of a weak design; the totals in [expect]."""
        for group in PILES:
            self.check_weak(group)
            piles = self.raw[f"{group}_piles"]
            assert isinstance(piles, list)
            rich = [ICONS[i] for i in [*MAJORITIES, COINS]]
            for names, grows in ((rich, True), (["wheat"], False)):
                first, last = (self.mean(group, pile, names) for pile in (piles[0], piles[-1]))
                if (last <= first) if grows else (last >= first):
                    text = N_(
                        "%(group)s: coins and majority icons should grow from the first pile to the last, wheat shrink"
                    )
                    self.warn("K-14", text, group=group)
                    break
        self.check_expectations()

    def check_weak(self, group: str) -> None:
        """K-11: cards that another one of their pile and suit beats or equals in everything."""
        pairs = _dominated(self.cards(group))
        for weak, strong in pairs[:MAX_WEAK]:
            self.warn("K-11", N_("card %(weak)s is never better than %(strong)s"), weak=str(weak["id"]),
                      strong=str(strong["id"]))  # fmt: skip
        more = len(pairs) - MAX_WEAK
        if more > 0:
            text = NN_("%(group)s: %(n)s more card is never better than another one of its pile",
                       "%(group)s: %(n)s more cards are never better than another one of their pile")  # fmt: skip
            self.problems.add(Problem("K-11", Message(text, n=more, group=group), is_error=False))

    def mean(self, group: str, pile: object, icons: list[str]) -> float:
        cards = [card for card in self.cards(group) if card["pile"] == pile]
        return sum(number(card, icon) for card in cards for icon in icons) / max(1, len(cards))

    def check_expectations(self) -> None:
        """The checksums that a file may contain."""
        expect = self.raw.get("expect", {})
        assert isinstance(expect, dict)
        found: dict[str, object] = {"cards": 1 + sum(len(self.cards(group)) for group in ("start", "gaul", "roman"))}
        for group in ("start", "gaul", "roman"):
            cards = self.cards(group)
            found[f"{group}_icons"] = {icon: sum(number(card, icon) for card in cards) for icon in ICONS}
            suits = [str(card["suit"]) for card in cards]
            found[f"{group}_suits"] = {suit: suits.count(suit) for suit in SUITS if suit in suits}
            if group in PILES:
                piles = [str(card["pile"]) for card in cards]
                found[f"{group}_pile_sizes"] = {pile: piles.count(pile) for pile in sorted(set(piles))}
        for name, value in expect.items():
            if name not in found:
                self.error("K-1", N_("expect.%(name)s is not known"), name=name)
            elif found[name] != value:
                self.error("K-1", N_("expect.%(name)s says %(said)s, the cards give %(found)s"), name=name, said=str(value),
                           found=str(found[name]))  # fmt: skip


def _dominated(cards: list[Entry]) -> list[tuple[Entry, Entry]]:
    """The cards that are never better than another one of their pile and suit, each with one that beats it.

    Cards with the same icons count as one, so there are at most as many to compare as there are columns of icons; and
    they are compared as bit masks: for each icon, the columns that show at least so many of it.
    """
    columns: dict[
        tuple[str, str], dict[tuple[int, ...], Entry]
    ] = {}  # [pile and suit] its columns, with the first card of each
    for card in cards:
        shown = tuple(number(card, icon) for icon in ICONS)
        columns.setdefault((str(card["pile"]), str(card["suit"])), {}).setdefault(shown, card)
    better: dict[tuple[str, str], dict[tuple[int, ...], Entry]] = {}
    for place, alike in columns.items():
        better[place] = _beaten(alike)
    found: list[tuple[Entry, Entry]] = []
    for card in cards:
        shown = tuple(number(card, icon) for icon in ICONS)
        strong = better[str(card["pile"]), str(card["suit"])].get(shown)
        if strong is not None:
            found.append((card, strong))
    return found


def _beaten(alike: dict[tuple[int, ...], Entry]) -> dict[tuple[int, ...], Entry]:
    """Of cards by their icons, those that another one beats, with the first that does."""
    cards = list(alike.values())
    at_least = [[0] * (MAX_ICONS + 1) for _ in ICONS]  # [icon][count] bit mask of cards that show so many or more
    for place, shown in enumerate(alike):
        for icon, count in enumerate(shown):
            for value in range(count + 1):
                at_least[icon][value] |= 1 << place
    out: dict[tuple[int, ...], Entry] = {}
    for place, shown in enumerate(alike):
        strong = ~(1 << place)
        for icon, count in enumerate(shown):
            strong &= at_least[icon][count]
        if strong:
            out[shown] = cards[(strong & -strong).bit_length() - 1]
    return out
