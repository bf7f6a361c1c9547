"""The words of The Arrival for people who learn it, and the pictures of its rules."""

from __future__ import annotations

from typing import Final

from brehon.core.primer import Picture, Term
from brehon.core.text import N_
from brehon.games.arrival.data import TILE_ROWS
from brehon.games.arrival.svg_tiles import EFFECTS

WORDS: Final = [
    Term(N_("Áit, Broch, Caer"), N_("Forts of one, two and three discs."), "AR-3.3 AR-8.5", N_("fort level, upgrade, stack of discs, two discs, three discs, tower")),
    Term(N_("Blocker"), N_("Two of them cover two sections of your earning cards; the open section counts."), "AR-5.2 AR-5.6 AR-5.9", N_("block, cover a section, cross, secret choice"), on="blocker- section- total-"),
    Term(N_("Build"), N_("An action: one disc goes onto the map."), "AR-8.1 AR-8.2 AR-8.4", N_("place a disc, where may I build, port, link")),
    Term(N_("C on the track"), N_("The space to which the round counter goes when a leader's corruption has reached the limit: this round is the last."), "AR-17.1 AR-1.2 AR-6.16", N_("letter C, red hexagon, counter on C, last space of the round track, end of the game too early")),
    Term(N_("Castle"), N_("A threat of strength 4 on Balor's Isle; the leader who repels it gets a trophy."), "AR-2.4 AR-1.17 AR-11.9", N_("Balor, black tower, tower on the isle"), on="castle- legend-castle"),
    Term(N_("Corruption"), N_("One point for each Fomori you are given; if the tribes are overrun, the least wins."), "AR-6.12 AR-18.5 AR-17.1", N_("purple drop, bad points, corruption limit"), on="corruption-"),
    Term(N_("Disc"), N_("What forts are made of; seventeen of each colour."), "AR-8.1 AR-1.3 AR-6.6", N_("brown disc, round piece, wooden disc, building material"), on="discs-"),
    Term(N_("Earning card"), N_("Four of them each round; their open section gives discs, swords, shields, fame, tiles and Fomori."), "AR-4.1 AR-1.15 AR-6.2", N_("card with three sections, back of a card, draw cards, stack, face-down card"), on="stack- drawn-"),
    Term(N_("Elements"), N_("Discs, swords, shields and tiles that are left at the end; every three count."), "AR-18.3 AR-18.4 AR-18.8", N_("items left over, leftover, what I kept, unused swords")),
    Term(N_("Fame"), N_("The points that count if the tribes prevail."), "AR-18.9 AR-6.3 AR-2.14", N_("star, glory, points, fame track"), on="fame-"),
    Term(N_("Fomori"), N_("The enemies from the sea. Those you are given must be spread as long as you can."), "AR-10.1 AR-6.11 AR-12.1", N_("eye, monster, demon, face-down counter, snake"), on="fomori- legend-sineach legend-athach legend-monghfinn"),
    Term(N_("Fort"), N_("A location with discs of one leader."), "AR-3.5 AR-10.10", N_("fortified location, my last fort, settlement"), on="fort-"),
    Term(N_("From afar"), N_("Repelling a threat in a neighbouring province, for 2 fame."), "AR-11.3d AR-11.4", N_("neighbouring province, next province, range of swords, attack far away")),
    Term(N_("General supply"), N_("What belongs to no one: swords, shields, face-down Fomori, and the Fomori that were repelled."), "AR-2.1 AR-6.7 AR-1.10", N_("stock, how many swords are left, how many shields are left, discarded Fomori"), on="general-"),
    Term(N_("Master-builder"), N_("A tile that collects the discs you lose in this round and lets you build them again."), "AR-14.10a AR-14.10b AR-14.10c", N_("collect lost discs, rebuild")),
    Term(N_("Outpost"), N_("Building next to a rival's fort, for 2 fame."), "AR-8.3 AR-8.8", N_("build next to another leader, pay fame to build, neighbour of a rival")),
    Term(N_("Overrun"), N_("The ending in which Fomori and castles hold at least as many locations as the tribes: the least corruption wins."), "AR-18.2 AR-18.5 AR-18.1a", N_("tribes against Fomori, dark ending, who wins, who has won, tied"), on="overrun-"),
    Term(N_("Pass"), N_("You are out for this round and keep three items; not while you can spread Fomori."), "AR-12.1 AR-12.5 AR-12.10", N_("stop, why may I not pass, keep three items, first to pass")),
    Term(N_("Port"), N_("A location by the sea. If you hold one, you may build on any free port."), "AR-8.4 AR-11.3b AR-2.12", N_("anchor, harbour, coast"), on="port-"),
    Term(N_("Prevail"), N_("The ending in which the tribes hold more locations: the most fame wins."), "AR-18.9 AR-18.7 AR-18.8", N_("tribes win, good ending, province bonus, number of the province"), on="hold-"),
    Term(N_("Province"), N_("Several locations of one colour; its number is fame for each fort in it if the tribes prevail."), "AR-18.7 AR-3.8", N_("region, coloured area, green number"), on="land-"),
    Term(N_("Repel"), N_("An action: pay swords to remove a Fomori or a castle, for its fame or for 1 corruption less."), "AR-11.2 AR-11.6 AR-11.3", N_("fight, attack, kill a Fomori, what does it cost, drive away")),
    Term(N_("Round counter"), N_("It shows the round; two leaders play six rounds, three five, four four."), "AR-1.19 AR-17.4 AR-16.3", N_("number of rounds, how long, last round, round track"), on="round-"),
    Term(N_("Shield"), N_("It protects every location of its province: each shield makes spreading there cost one Fomori more."), "AR-9.1 AR-9.3 AR-9.2", N_("protect, defend, defence, place a shield"), on="guard- shields-"),
    Term(N_("Spread"), N_("An action: Fomori of yours go to a location next to a Fomori or a castle."), "AR-10.1 AR-10.3 AR-10.2", N_("how many Fomori, destroy a fort, place Fomori, lose a fort")),
    Term(N_("Starting player"), N_("The leader who begins the round: the one who passed first in the round before."), "AR-12.10 AR-2.11 AR-3.13", N_("golden ring, torc, SP, who begins, turn order, first player"), on="first-"),
    Term(N_("Sword"), N_("What repelling costs: as many as the strength of the threat."), "AR-11.2 AR-1.17 AR-1.12", N_("weapon, strength, number on the Fomori"), on="swords-"),
    Term(N_("Tactic tile"), N_("Used in your own turn, before or after an action; it does what it says."), "AR-13.1 AR-6.17 AR-13.3", N_("tile, special power, display of six, when can I use a tile")),
    Term(N_("Tribes and Fomori"), N_("The bar compares the locations of all tribes with those of Fomori and castles: it says which ending it would be now."), "AR-18.2 AR-18.5 AR-18.9", N_("bar, balance, two numbers at the top, golden and dark bar"), on="balance"),
    Term(N_("Trophy"), N_("A castle you have repelled; once, it sends up to three of your Fomori back."), "AR-15.1 AR-15.2", N_("castle in front of me, turn a castle, give Fomori back"), on="trophy-"),
    Term(N_("Two actions"), N_("A turn has exactly two actions; your very first turn has one."), "AR-7.2 AR-7.3 AR-7.5", N_("how many actions, what can I do in my turn, one action only")),
]  # fmt: skip

SOUGHT: Final = {
    "ruse": N_("swap, exchange two Fomori"),
    "migration": N_("swap, exchange two Áits"),
    "bard": N_("lose corruption, less corruption"),
}
TERMS: Final = [
    *WORDS,
    *(Term(row.name, EFFECTS[row.key], row.rule, SOUGHT.get(row.key, "")) for row in TILE_ROWS),
    Term(N_("Cauldron of Dagda"), N_("A tile: its number in fame for each fort of yours in its province."), "AR-14.1", N_("kettle, tile of a province")),
    Term(N_("Silver in the hills"), N_("A tile: its number in fame for each fort of yours in provinces of its colour."), "AR-14.2", N_("hills, tile of a colour")),
]  # fmt: skip

# prepared positions, as `State.text()` writes them
SETUP: Final = "phase=7 round=1 seat=0 starter=0 next_starter=-1 flag=0 step=0 choosing=0 begun=0 passed=0 owed=0 todo=0 allowed=0 target=-1 brochs=0 caers=0 castles=1055531162664960 dark=1055531162665059 shadow=1055531162683367 built=384 display=1116692807760 used=0 unseen=18014398509481983 mixed=0 old=0 swords_left=20 shields_left=12 forts=[128,256] near=[608,262720] fomori=[96,3,0] hidden=[30,10,6] discard=[0,0,0] guards=[0,0,0,0,0,0,0,0,0,0] fame=[4,4] corruption=[0,0] earned=[] stock=[12,12] discs=[2,2] saved=[0,0] swords=[0,0] shields=[0,0] held=[0,0] tiles=[0,0] trophies=[0,0] spent=[0,0] blocked=[0,0] sealed=[-1,-1] rows=[-1,-1,-1,-1,-1,-1,-1,-1] sizes=[18,18,18] tops=[2,1,2] loose=[18,17,16]"
BLOCKING: Final = "phase=8 round=2 seat=0 starter=0 next_starter=-1 flag=0 step=6 choosing=3 begun=3 passed=0 owed=-1 todo=0 allowed=2 target=-1 brochs=0 caers=0 castles=1055531162664960 dark=1055531162714211 shadow=1055531163572199 built=33555848 display=1116692807760 used=0 unseen=8425502567821310 mixed=0 old=0 swords_left=17 shields_left=12 forts=[128,33555720] near=[608,92561020] fomori=[16480,32771,0] hidden=[29,9,6] discard=[0,0,0] guards=[0,0,0,0,0,0,0,0,0,0] fame=[6,4] corruption=[1,1] earned=[] stock=[11,11] discs=[3,0] saved=[0,0] swords=[0,3] shields=[0,0] held=[0,0] tiles=[0,0] trophies=[0,0] spent=[0,0] blocked=[1,2] sealed=[-1,-1] rows=[0,34,53,-4,12,28,31,-3] sizes=[13,15,10] tops=[0,0,0] loose=[13,9,13]"
ACTING: Final = "phase=11 round=4 seat=0 starter=0 next_starter=-1 flag=0 step=2 choosing=0 begun=3 passed=0 owed=-1 todo=2 allowed=2 target=-1 brochs=0 caers=0 castles=1055531162664960 dark=1055531162964487 shadow=211106233581551 built=33555848 display=68720854017 used=1048576 unseen=5781644649375206 mixed=0 old=0 swords_left=13 shields_left=11 forts=[128,33555720] near=[608,92561020] fomori=[4612,294915,0] hidden=[25,8,6] discard=[4,0,0] guards=[0,0,0,0,0,0,0,0,0,0] fame=[10,9] corruption=[2,5] earned=[] stock=[10,10] discs=[4,1] saved=[0,0] swords=[1,6] shields=[1,0] held=[2,3] tiles=[17179869200,1099511627840] trophies=[0,0] spent=[0,0] blocked=[3,3] sealed=[-1,-1] rows=[-1,-1,-1,-1,-1,-1,-1,-1] sizes=[7,5,10] tops=[2,0,0] loose=[8,5,6]"
PICTURES: Final = [
    Picture("pieces", N_("Pieces and signs of the map, as the table explains them."), "chapter-1", ACTING, 2, part=(490, 466, 470, 184)),
    Picture("setup", N_("The beginning: four castles on Balor's Isle, a Fomori next to each of them, and the first discs on ports."), "chapter-2", SETUP, 2, part=(0, 0, 490, 470)),
    Picture("blocking", N_("Earning: three cards lie open, and the top section is already blocked. The column on the right adds up what each section would bring."), "chapter-5", BLOCKING, 2, part=(490, 94, 470, 256), howto=1, has_offers=True),
    Picture("actions", N_("The action phase. A green ring marks each place where you can build, spread, repel or put a shield; a small sign means several of these."), "chapter-7", ACTING, 2, part=(0, 0, 490, 650), has_offers=True),
    Picture("tiles", N_("The display of tactic tiles. The number in a corner is what a tile would bring you now."), "chapter-13", ACTING, 2, part=(490, 94, 470, 112)),
    Picture("ending", N_("Which ending it would be now: the tribes hold 5 locations, Fomori and castles 11. The counter is in round 4; C is the space for an early end."), "chapter-18", ACTING, 2, part=(490, 4, 470, 88), howto=2),
]  # fmt: skip
