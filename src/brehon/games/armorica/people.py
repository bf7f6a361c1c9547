"""Who is on the cards of Armorica: names and trades of our own, by people and suit.

A card file has no names, so a card gets the person of its number among the cards of its deck and suit. A file with more cards than
we have names for begins again with "II" after the name, so every card file has a name for each of its cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from brehon.core.text import N_
from brehon.games.armorica.data import GAUL, N_DECKS, ROMAN, SUITS, CardSet
from brehon.games.armorica.motifs import HOME, N_GAULISH


class Person(NamedTuple):
    """A name, what the person does (a text of the catalogue), and the head (motifs.HEADS)."""

    name: str
    trade: str
    head: str


_GAUL_FARMERS: Final = [
    Person("Togirix", N_("reaper"), "g1"),
    Person("Banona", N_("dairywoman"), "g3"),
    Person("Carantos", N_("ploughman"), "g2"),
    Person("Acco", N_("swineherd"), "g1"),
    Person("Litavia", N_("beekeeper"), "g3"),
    Person("Senorix", N_("miller"), "g2"),
    Person("Divico", N_("shepherd"), "g1"),
    Person("Virica", N_("brewster"), "g3"),
    Person("Matugen", N_("cider maker"), "g2"),
    Person("Bellos", N_("headman"), "g1"),
]
_GAUL_WORKERS: Final = [
    Person("Gobanos", N_("smith"), "g1"),
    Person("Nemeta", N_("weaver"), "g3"),
    Person("Cotus", N_("cooper"), "g2"),
    Person("Atepo", N_("salt boiler"), "g1"),
    Person("Sacrilla", N_("potter"), "g3"),
    Person("Morinos", N_("shipwright"), "g2"),
    Person("Comux", N_("tanner"), "g1"),
    Person("Tarvos", N_("wheelwright"), "g2"),
    Person("Vindulla", N_("dyer"), "g3"),
    Person("Lucotios", N_("goldsmith"), "g1"),
]
_GAUL_SOLDIERS: Final = [
    Person("Ambiorix", N_("spearman"), "g1"),
    Person("Drappes", N_("scout"), "g2"),
    Person("Catuvir", N_("swordsman"), "g1"),
    Person("Onomaris", N_("archer"), "g3"),
    Person("Vertico", N_("messenger"), "g2"),
    Person("Camulos", N_("horn blower"), "g1"),
    Person("Segomar", N_("horseman"), "g2"),
    Person("Esuvios", N_("charioteer"), "g1"),
    Person("Nertomar", N_("guard"), "g2"),
]
_ROMAN_FARMERS: Final = [
    Person("Rufus", N_("tenant"), "r1"),
    Person("Faustus", N_("olive grower"), "r2"),
    Person("Agricola", N_("settler"), "r3"),
    Person("Silvanus", N_("vintner"), "r1"),
    Person("Campanus", N_("steward"), "r2"),
]
_ROMAN_WORKERS: Final = [
    Person("Vitalis", N_("builder"), "r1"),
    Person("Fuscus", N_("surveyor"), "r2"),
    Person("Tertius", N_("mosaicist"), "r3"),
    Person("Lepidus", N_("mason"), "r1"),
]
_ROMAN_SOLDIERS: Final = [
    Person("Cassius", N_("legionary"), "r1"),
    Person("Vorenus", N_("centurion"), "r3"),
    Person("Balbus", N_("veteran"), "r2"),
    Person("Drusus", N_("standard-bearer"), "r1"),
    Person("Crispus", N_("sentry"), "r3"),
]
_MATRONS: Final = [
    Person("Livia", N_("hostess"), "m1"),
    Person("Cornelia", N_("estate owner"), "m2"),
    Person("Sabina", N_("priestess"), "m3"),
    Person("Aurelia", N_("patroness"), "m1"),
    Person("Claudia", N_("poet"), "m2"),
]
_GENERALS: Final = [
    Person("Marcius", N_("tribune"), "r1"),
    Person("Labienus", N_("legate"), "r3"),
    Person("Sabinus", N_("camp prefect"), "r2"),
    Person("Galba", N_("cavalry commander"), "r1"),
    Person("Brutus", N_("admiral"), "r3"),
]
_BUREAUCRATS: Final = [
    Person("Priscus", N_("scribe"), "r1"),
    Person("Plancus", N_("tax collector"), "r2"),
    Person("Seneca", N_("notary"), "r2"),
    Person("Varro", N_("archivist"), "r3"),
    Person("Paulinus", N_("magistrate"), "r1"),
]
_HOMES: Final = [
    Person("Veneti", N_("home village"), ""),
    Person("Osismii", N_("home village"), ""),
    Person("Redones", N_("home village"), ""),
    Person("Namnetes", N_("home village"), ""),
]
# [deck][suit]; the Gauls of a card file of one's own may have every suit
_ROMANS: Final = [_ROMAN_FARMERS, _ROMAN_WORKERS, _ROMAN_SOLDIERS, _MATRONS, _GENERALS, _BUREAUCRATS]
_GAULS: Final = [_GAUL_FARMERS, _GAUL_WORKERS, _GAUL_SOLDIERS, *_ROMANS[3:]]
PEOPLE: Final = [_GAULS, _ROMANS, [_HOMES] * len(SUITS)]
NUMERALS: Final = ["", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X"]


@lru_cache(maxsize=64)
def everyone(cards: CardSet) -> list[Person]:
    """[card] the person on it."""
    met: dict[tuple[int, int], int] = {}
    found = []
    for card in range(cards.n_cards):
        deck, suit = cards.deck_of(card), cards.suits[card]
        group = (deck, suit if deck < N_DECKS else 0)
        number = met.get(group, 0)
        met[group] = number + 1
        rows = PEOPLE[deck][suit]
        again, place = divmod(number, len(rows))
        suffix = NUMERALS[again] if again < len(NUMERALS) else f" {again + 1}"
        found.append(rows[place]._replace(name=rows[place].name + suffix))
    return found


def kind(cards: CardSet, card: int) -> int:
    """Which of motifs.KINDS is drawn on a card."""
    deck, suit = cards.deck_of(card), cards.suits[card]
    if deck == GAUL and suit < N_GAULISH:
        return suit
    return N_GAULISH + suit if deck in (GAUL, ROMAN) else HOME
