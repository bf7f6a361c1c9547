"""The words of Fallen Kingdoms for people who learn it, and the pictures of its rules."""

from __future__ import annotations

from typing import Final

from brehon.core.primer import Picture, Term
from brehon.core.text import N_
from brehon.games.fallen_kingdoms.data import GOD_ROWS, KNOWLEDGE_ROWS

WORDS: Final = [
    Term(N_("Adjacent"), N_("Joined by a road or by a route over the sea."), "FK-2.6 FK-2.7 FK-7.1", N_("neighbour, road, dashed line, route, connected")),
    Term(N_("Attack"), N_("Units that are sent into an enemy city fight there in one battle."), "FK-7.4 FK-8.4 FK-8.2", N_("fight, war, battle begins")),
    Term(N_("Battle"), N_("Both sides roll two dice in turn; a 4 or more hits."), "FK-8.6 FK-8.8 FK-8.4", N_("dice, hit, how many dice, roll, combat, fight"), on="die- outlook"),
    Term(N_("City building"), N_("Barracks, workshop or farm: 2 points of production and 2 glory each turn."), "FK-6.14 FK-12.2 FK-6.26", N_("barracks, workshop, farm, house, where may I place a building"), on="built- market- waiting- stack-"),
    Term(N_("Circle"), N_("A resource that gives nothing until you have the matching knowledge."), "FK-6.17 FK-6.18 FK-1.15", N_("round icon, dashed circle")),
    Term(N_("Control"), N_("You control a city while at least one of your units is in it."), "FK-7.8 FK-10.1", N_("own a city, take an empty city, whose city"), on="city-"),
    Term(N_("End of the game"), N_("After the round in which two kinds of trophies are used up."), "FK-12.6 FK-12.5 FK-12.7", N_("when does it end, last round, depleted, trophies used up"), on="left-"),
    Term(N_("Exhaustion"), N_("Two rolls in a row without a hit end the battle; the attackers go home."), "FK-8.27 FK-8.28", N_("both miss, no hit twice, battle ends, stalemate")),
    Term(N_("Fall"), N_("A kingdom falls with its last unit; the player who took it gets a rumor card and 8 glory."), "FK-11.1 FK-11.3 FK-11.7", N_("lose all units, eliminated, kingdom destroyed, last unit")),
    Term(N_("First-player marker"), N_("It shows who begins the round, and moves on to the next player who did not invade."), "FK-16.1 FK-3.16", N_("crown, who begins, start player, turn order"), on="marker"),
    Term(N_("Flag"), N_("It marks a path that an invader has used; others cannot use it meanwhile."), "FK-15.21 FK-15.15", N_("banner, pennant on the rim, blocked path"), on="flag-"),
    Term(N_("Free point"), N_("One for each city and one for each port; you put it on the track of your choice."), "FK-6.19 FK-6.22 FK-6.23", N_("choose a track, points to spend, distribute points")),
    Term(N_("Garrison"), N_("Every city that was yours must keep at least one unit."), "FK-7.5 FK-7.6", N_("leave one unit behind, empty my city, last unit stays")),
    Term(N_("Glory"), N_("The points: for cities and buildings each turn, for knowledge, temples and falls."), "FK-12.1 FK-18.6 FK-13.9", N_("points, score, star, who wins")),
    Term(N_("God"), N_("Your card: a power that you may use once each turn, and a base intimidation."), "FK-5.1 FK-5.3 FK-18.5", N_("power, god card")),
    Term(N_("Intimidation"), N_("Your god's number plus your rumor cards; if it is higher, a 4 or more drives a unit away."), "FK-8.32 FK-8.29 FK-8.39", N_("horned mask, fear, frighten, driven away, unit must move out"), on="fear-"),
    Term(N_("Invader marker"), N_("Anyone who has invaded keeps it for a round and cannot invade in the next."), "FK-15.3 FK-15.1", N_("invade again, twice in a row"), on="invader-"),
    Term(N_("Invasion"), N_("With 30 fresh units from beyond the rim of the map, over up to three paths."), "FK-15.2 FK-15.14 FK-15.24", N_("invade, come back, new kingdom, enter from the edge")),
    Term(N_("Invasion path"), N_("A road or route that leads from a city to the rim of the map; it has a number."), "FK-2.10 FK-2.13 FK-15.17", N_("number at the rim, number on the edge of the map, way in"), on="path-"),
    Term(N_("Invasion priority"), N_("The weakest choose first whether they invade."), "FK-14.1 FK-14.4", N_("order of invasions, who invades first"), on="order-"),
    Term(N_("Knowledge"), N_("A card that works from the end of the step in which you take it, and 8 glory."), "FK-6.9 FK-6.10 FK-6.25", N_("knowledge card, technology, learn, card with an effect"), on="counts-"),
    Term(N_("Port"), N_("A city by the sea: a free point, and routes to other ports."), "FK-6.19 FK-2.7 FK-12.4", N_("anchor, harbour, coast")),
    Term(N_("Production"), N_("Points on three tracks: 3 make a unit, 6 a building, 9 knowledge."), "FK-6.1 FK-6.2 FK-6.16", N_("track, production track, how many points, bar with spaces"), on="spend- track-"),
    Term(N_("Public knowledge"), N_("The cards of a fallen kingdom; they work for everyone."), "FK-11.7 FK-11.8 FK-1.13", N_("common cards, cards for everyone, cards in the middle")),
    Term(N_("Rampage"), N_("After a first roll that kills all defenders: one roll against another city by road."), "FK-9.1 FK-9.5 FK-9.2", N_("second attack, free roll, go on, raid")),
    Term(N_("Refuge"), N_("An adjacent city that is yours or empty; there your units may flee."), "FK-8.18 FK-8.20 FK-8.38", N_("flee, where can I retreat to, escape")),
    Term(N_("Reserve"), N_("Those of your 30 units that are not on the map."), "FK-1.11 FK-6.6", N_("units left, unit limit, no more units")),
    Term(N_("Retreat"), N_("Before each of your rolls you may give up the battle."), "FK-8.5 FK-8.17 FK-8.18", N_("withdraw, give up a battle, go home, run away")),
    Term(N_("Rumor card"), N_("Adds to your intimidation; you get one for a temple and one for a fall."), "FK-10.3 FK-11.3 FK-13.2", N_("card with a number, value 3 to 34, most rumor cards, rumor at the end"), on="deck-"),
    Term(N_("Setup"), N_("Seven groups of three units each, the first with your temple."), "FK-3.17 FK-3.20 FK-3.23", N_("beginning, start, first placement, where do I begin")),
    Term(N_("Square"), N_("A resource that gives 2 points: metal for units, wood for buildings, wheat for knowledge."), "FK-6.16 FK-1.15 FK-18.2", N_("square icon, sword, hammer, scroll, metal, wood, wheat, resource")),
    Term(N_("Surrender"), N_("An invader first gives his kingdom to another player."), "FK-15.4 FK-15.7 FK-15.9", N_("give my kingdom away, hand over")),
    Term(N_("Temple"), N_("Your god's power needs it; anyone who enters its city destroys it, for a rumor card and 8 glory."), "FK-10.2 FK-10.3 FK-5.3", N_("pagoda, tower with roofs, destroy a temple, protects the city"), on="temple-"),
    Term(N_("Unit"), N_("A piece of your people; you have 30. Each may move once in a turn."), "FK-1.10 FK-7.1 FK-6.5", N_("soldier, army, figure, number in a city"), on="units- army- sheet-"),
]  # fmt: skip

GOD_RULES: Final = [
    "FK-5.6",
    "FK-5.10",
    "FK-5.16",
    "FK-5.19",
    "FK-5.20",
    "FK-5.21",
    "FK-5.25",
    "FK-5.28",
    "FK-5.31",
]  # [god]
KNOWLEDGE_RULES: Final = [  # [knowledge]
    "FK-6.13", "FK-6.20", "FK-6.15", "FK-7.13", "FK-7.10 FK-7.11 FK-7.12", "FK-8.24 FK-8.25", "FK-6.18", "FK-6.18", "FK-6.18",
    "FK-8.11 FK-8.12", "FK-8.13", "FK-8.9 FK-8.10", "FK-8.30", "FK-8.34", "FK-8.35", "FK-6.29", "FK-12.3", "FK-12.4",
]  # fmt: skip
TERMS: Final = [
    *WORDS,
    *(Term(row.name, row.about, rules) for row, rules in zip(GOD_ROWS, GOD_RULES, strict=True)),
    *(Term(row.name, row.about, rules) for row, rules in zip(KNOWLEDGE_ROWS, KNOWLEDGE_RULES, strict=True)),
]

# prepared positions, as `State.text()` writes them
PRODUCING: Final = "map=[3,33,27,19] phase=19 todo=[18,17,7,6] seat=2 active=2 round=1 turn=1 marker=1 defender=-1 laid=[] owner=[1,1,1,1,2,2,0,2,2,0,0,0,0,1,1,1,1,2] units=[7,1,2,2,3,3,3,3,3,3,3,4,6,3,4,3,1,7] sent=[] coming=[] slots=[] held=[7744,122895,131504] built=[0,0,8] temple=[12,16,7] temples=69760 attacked=0 flags=[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1] god=[4,3,6] dealt=[4,7,3,0,6,1] reserve=[11,7,11] sheet=[0,0,0] waiting=[0,0,0,0,0,0,0,0,0] tracks=[0,0,0,2,4,2,0,5,4] score=[0,10,0] rumors=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] private=[0,0,0] access=[0,0,0] lent=[-1,-1,-1] claimed=[-1,-1,-1] invaders=0 public=0 fresh=0 pool=21564314964 deck=6 stack=6 rumor_left=9 discarded=0 razed=0 bottom=[] bottom_seen=[] display=[0,14,15] drawn=[] tiles=[6,6,3] market=[2,2] rumor_top=0 producing=1 miss=0 routed=0 power=6 barred=-1 points=4 place=-1 target=-1 orders=[] stage=0 dice=0 hits=0 kills=0 leaving=0 rolls=0 casualties=0 order=[]"
MOVING: Final = "map=[3,33,27,19] phase=23 todo=[18,17] seat=2 active=2 round=1 turn=1 marker=1 defender=-1 laid=[] owner=[1,1,1,1,2,2,0,2,2,0,0,0,0,1,1,1,1,2] units=[7,1,2,2,3,3,3,3,3,3,3,4,6,3,4,3,1,7] sent=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4] coming=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] slots=[] held=[7744,122895,131504] built=[0,0,40] temple=[12,16,7] temples=69760 attacked=0 flags=[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1] god=[4,3,6] dealt=[4,7,3,0,6,1] reserve=[11,7,11] sheet=[0,0,0] waiting=[0,0,0,0,0,0,0,0,0] tracks=[0,0,0,2,4,2,0,3,4] score=[0,10,0] rumors=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] private=[0,0,0] access=[0,0,0] lent=[-1,-1,-1] claimed=[-1,-1,-1] invaders=0 public=0 fresh=0 pool=21564314964 deck=6 stack=5 rumor_left=9 discarded=0 razed=0 bottom=[] bottom_seen=[] display=[0,14,15] drawn=[] tiles=[6,5,3] market=[1,2] rumor_top=0 producing=0 miss=0 routed=0 power=6 barred=-1 points=0 place=-1 target=-1 orders=[70660] stage=0 dice=0 hits=0 kills=0 leaving=0 rolls=0 casualties=0 order=[]"
FIGHTING: Final = "map=[3,33,27,19] phase=29 todo=[18,17,8] seat=1 active=1 round=1 turn=0 marker=1 defender=2 laid=[] owner=[0,1,1,1,2,2,0,2,2,0,0,0,0,1,1,2,1,2] units=[3,1,2,2,3,3,3,3,3,3,3,3,6,1,4,3,1,6] sent=[] coming=[] slots=[] held=[7745,90126,164272] built=[0,0,8] temple=[12,16,7] temples=69760 attacked=32768 flags=[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1] god=[4,3,6] dealt=[4,7,3,0,6,1] reserve=[9,7,9] sheet=[0,0,0] waiting=[0,0,0,0,0,0,0,0,0] tracks=[0,0,0,2,4,2,0,0,0] score=[0,0,0] rumors=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] private=[0,0,0] access=[0,0,0] lent=[-1,-1,-1] claimed=[-1,-1,-1] invaders=0 public=0 fresh=0 pool=21564314964 deck=6 stack=6 rumor_left=9 discarded=0 razed=0 bottom=[] bottom_seen=[] display=[0,14,15] drawn=[] tiles=[6,6,3] market=[2,2] rumor_top=0 producing=0 miss=0 routed=0 power=-1 barred=-1 points=0 place=-1 target=15 orders=[53698,58307,8196,4099] stage=2 dice=16 hits=1 kills=0 leaving=0 rolls=2 casualties=0 order=[]"
PICTURES: Final = [
    Picture("signs", N_("Signs of the map, as the table explains them."), "FK-1", MOVING, 3, seat=2, part=(614, 108, 340, 122), has_offers=True),
    Picture("trophies", N_("Knowledge cards on display, buildings, and the top rumor card, each with the number that is left."), "FK-12", FIGHTING, 3, seat=1, part=(610, 286, 350, 176)),
    Picture("production", N_("Production: free points to spend, and the three tracks of 3, 6 and 9 spaces."), "FK-6", PRODUCING, 3, seat=2, part=(610, 0, 350, 172), howto=1, has_offers=True),
    Picture("movement", N_("Orders: four units march from Oxdal to Skogheim. Cities with a green ring can still send units; numbers at the rim are invasion paths."), "FK-7", MOVING, 3, seat=2, part=(0, 40, 610, 610), has_offers=True),
    Picture("battle", N_("A battle: the latest dice, the intimidation of both sides, the chances, and the choice between rolling and retreating."), "FK-8", FIGHTING, 3, seat=1, part=(610, 0, 350, 285), howto=2, has_offers=True),
]  # fmt: skip
