"""The words of Armorica for people who learn it, and the pictures of its rules."""

from __future__ import annotations

from typing import Final

from brehon.core.primer import Picture, Term
from brehon.core.text import N_

TERMS: Final = [
    Term(N_("Amphora"), N_("Stores for the winter: every card in your display needs one."), "AM-6.1 AM-6.3 AM-1.5", N_("jar, jug, vase, food, stores, feed the cards")),
    Term(N_("Bureaucrat"), N_("A white Roman; you reach him with sheep."), "AM-5.5 AM-1.4", N_("white card, official")),
    Term(N_("Coin"), N_("One point each at the end, and the first tie-break."), "AM-9.7 AM-10.2", N_("gold, money, yellow circle")),
    Term(N_("Deck"), N_("The cards that are still to come; the game ends when one of the two runs out."), "AM-8.1 AM-2.7", N_("draw pile, stack, cards left, pile letters A B C D E"), on="deck-"),
    Term(N_("Discards"), N_("Cards that have left the game; none of them comes back."), "AM-7.5 AM-6.3 AM-4.8", N_("discard pile, cards that are gone, out of the game"), on="discards-"),
    Term(N_("Display"), N_("The cards in front of you, in the order in which they were played."), "AM-4.6 AM-2.4", N_("my cards, tableau, order of my cards"), on="display-"),
    Term(N_("End of the game"), N_("After the turn in which one of the two decks runs out, winter included."), "AM-8.1 AM-8.3 AM-8.5", N_("when does it end, how many turns, last turn, how long")),
    Term(N_("Gaul"), N_("A card of the upper row; wheat alone decides how far you reach."), "AM-4.1 AM-4.3 AM-1.2", N_("Gallic card, first row, take a Gaul")),
    Term(N_("General"), N_("A red Roman; you reach him with grapes."), "AM-5.3 AM-1.4", N_("red card, commander")),
    Term(N_("Grapes"), N_("They attract generals, and the most of them bring points."), "AM-9.8 AM-5.3", N_("wine, bunch, purple")),
    Term(N_("Majority"), N_("Having the most grapes, olives or sheep: 4 points alone, 2 if shared."), "AM-9.8 AM-9.9 AM-9.12", N_("laurel, wreath, most of an icon, tie for the most"), on="majority-"),
    Term(N_("Matron"), N_("A green Roman; you reach her with olives."), "AM-5.4 AM-1.4", N_("green card, woman")),
    Term(N_("Olives"), N_("They attract matrons, and the most of them bring points."), "AM-9.10 AM-5.4", N_("olive branch, green fruit")),
    Term(N_("Pass"), N_("Taking no card; the card in place 1 of the row is lost."), "AM-4.8 AM-5.12 AM-4.2", N_("do nothing, skip, take no card, discard the card"), on="pass-"),
    Term(N_("Patrician"), N_("A green, red or white Roman: it is reached by one kind of goods only."), "AM-1.8 AM-1.9 AM-5.7", N_("noble, small icon in the corner, lower right")),
    Term(N_("Place in a row"), N_("The position of a card in a row, counted from the right; what it costs stands below it."), "AM-4.3 AM-2.12 AM-5.6", N_("position, number below the card, price, cost of a card, bar")),
    Term(N_("Plebeian"), N_("A yellow, blue or brown Roman: wheat reaches it."), "AM-1.7 AM-5.2", N_("farmer, worker, soldier, yellow card, blue card, brown card")),
    Term(N_("Reach"), N_("How far along a row you may choose: as many places as you have of the goods that the card asks for."), "AM-4.3 AM-5.2", N_("reachable, bars below the row, why can I not take this card")),
    Term(N_("Refill"), N_("After every choice the row moves to the right and a new card comes in at the left."), "AM-4.9 AM-4.10 AM-5.13", N_("move up, slide, new card, empty place")),
    Term(N_("Roman"), N_("A card of the lower row; what it asks for depends on its colour."), "AM-5.1 AM-5.2 AM-1.3", N_("second row, take a Roman")),
    Term(N_("Set"), N_("Neighbouring cards of different colours; six colours bring 21 points."), "AM-9.3 AM-9.4 AM-9.5", N_("run, series, brackets, different colours, points for colours, same colour again")),
    Term(N_("Sheep"), N_("They attract bureaucrats, and the most of them bring points."), "AM-9.11 AM-5.5", N_("animal, lamb, wool")),
    Term(N_("Start card"), N_("The first card of your display, with two wheat."), "AM-2.4 AM-2.2 AM-2.14", N_("first card, golden ring, torc, start player card, who begins"), on="start-"),
    Term(N_("Starvation"), N_("In winter, cards without an amphora leave until there are as many cards as amphorae."), "AM-6.3 AM-6.4 AM-6.5", N_("winter, snowflake, hunger, lose cards, discard in winter")),
    Term(N_("Two players"), N_("At the end of each turn the card in place 1 of both rows is discarded."), "AM-7.2 AM-7.3", N_("game of two, extra step, cards vanish after winter")),
    Term(N_("Wheat"), N_("It reaches Gauls and plebeians; it brings no points."), "AM-4.3 AM-5.2 AM-9.14", N_("ear, grain, corn, yellow ear")),
    Term(N_("Who wins"), N_("The most points; then the most coins; then the victory is shared."), "AM-10.1 AM-10.2 AM-10.3", N_("who wins, tie, draw, same points")),
]  # fmt: skip

# prepared positions, as `State.text()` writes them
SETUP: Final = "phase=2 turn=1 cursor=0 first=0 marker=0 seat=0 acted=0 after_deal=2 clearing=0 left=[536870848,288230249450176512] rows=[[5,3,1,2,0,4],[35,29,30,36,32,34]] displays=[[58],[59]] goods=[2199023255554,2203335000066]"
GAULS: Final = "phase=2 turn=2 cursor=0 first=0 marker=1 seat=0 acted=1 after_deal=2 clearing=0 left=[536869376,288221442619736064] rows=[[0,4,8,7,10,6],[36,32,34,33,31,43]] displays=[[58,3,29],[59,1,30,2]] goods=[4398063354115,5501886726404]"
ROMANS: Final = "phase=3 turn=2 cursor=0 first=0 marker=1 seat=0 acted=1 after_deal=3 clearing=0 left=[536868864,288220892863922176] rows=[[0,8,7,10,6,9],[32,34,33,31,43,39]] displays=[[58,3,29,4],[59,1,30,2]] goods=[5497575047428,5501886726404]"
WINTER: Final = "phase=4 turn=5 cursor=0 first=0 marker=0 seat=1 acted=1 after_deal=3 clearing=0 left=[534249472,286189682570559488] rows=[[11,13,16,12,21,18],[38,42,45,50,48,44]] displays=[[58,3,29,4,31,8,43,17,40,14,41],[59,1,30,2,9,39,6,37,15,49]] goods=[12107596956933,9912885380358]"
LATE: Final = "phase=3 turn=8 cursor=0 first=0 marker=1 seat=0 acted=1 after_deal=3 clearing=0 left=[0,9007199254740992] rows=[[21,22,20,19,27,25],[50,47,56,54,52,55]] displays=[[58,3,29,4,31,8,43,17,40,14,41,12,46,23,48,24],[59,1,30,2,39,6,37,15,49,18,44,26,57,28,51]] goods=[18717602088198,16514317223687]"
PICTURES: Final = [
    Picture("setup", N_("The beginning of a game for two: six Gauls and six Romans in two rows, and a start card for each player."), "chapter-2", SETUP, 2),
    Picture("gauls", N_("The Gaul row. Below each card stands what it costs; the bar shows how far your wheat reaches. What has a green frame can be taken."), "chapter-4", GAULS, 2, part=(0, 0, 480, 255), howto=1, has_offers=True),
    Picture("romans", N_("The Roman row. Each colour asks for its own goods, and each of the four bars shows how far yours reach."), "chapter-5", ROMANS, 2, part=(480, 0, 480, 255), has_offers=True),
    Picture("winter", N_("Winter: ten cards, nine amphorae. One card without an amphora must leave; a snowflake marks those that may."), "chapter-6", WINTER, 2, seat=1, part=(0, 250, 960, 200), has_offers=True),
    Picture("scoring", N_("A display near the end. The brackets are the sets: 34 points. Six coins bring 6 points, the most olives 4."), "chapter-9", LATE, 2, part=(0, 250, 960, 200), howto=2),
]  # fmt: skip
