"""The guided first game: its first steps, from the god to the end of round 1."""

from __future__ import annotations

from typing import Final

from brehon.core.guide import NO, ON, STAY, Answer, Step
from brehon.core.text import N_
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.guide_conditions import at, attacking, placed, planning, spending

CITIES: Final = " ".join(
    f"city-{name}" for name in ["lundby", "myrvik", "askby", "birkey", "ulfey", "vikby", "ylvoy", "galtoy", "hofby"]
)
# the buttons of the table, by the number of their action
USE_POWER: Final = "do-87"
PASS: Final = "do-88"
COMMIT: Final = "do-374"
ROLL: Final = "do-435"
OCCUPY: Final = "do-557"
INVADE: Final = "do-619"
SURRENDER: Final = "do-621 do-622"

FIRST: Final = (
    # -- the beginning: a god, the map, seven groups
    Step(
        "welcome",
        N_(
            "You, %(rival)s and %(other)s are three gods of the north. Each of you leads people on a small map, and the most glory"
            " wins. Glory is the points of this game."
        ),
        ("dealt-0 dealt-1",), ("glory",), at(0, st.CHOOSE_GOD),
    ),
    Step(
        "god",
        N_(
            "Which god do you want to be? Each one has a power, which you may use once in each of your turns. Take Freyr: his power"
            " is useful from the first turn on."
        ),
        ("dealt-0 dealt-1",), ("gods",), at(0, st.CHOOSE_GOD),
        {
            "choose freyr": Answer(ON),
            "choose heimdall": Answer(NO, N_("Heimdall guards things that all players share, and there are none yet. Take Freyr.")),
        },
    ),
    Step(
        "map",
        N_(
            "This is the map: nine cities, and roads between them. Cities joined by a road are neighbours. %(rival)s and %(other)s"
            " have placed their first units; the number says how many."
        ),
        (CITIES,), ("map", "units"), placed(0),
    ),
    Step(
        "first-city",
        N_(
            "Everyone places seven groups of three units. Put your first group in Myrvik: click it or tap it. Your temple comes with"
            " it, and as long as it stands, you have your power."
        ),
        ("city-myrvik",), ("temple",), placed(0),
        {"place myrvik": Answer(ON)},
        Answer(NO, N_("You could begin here. But Myrvik has three neighbours, so you can grow in three directions. Take Myrvik.")),
    ),
    Step(
        "second-city",
        N_(
            "Now an empty city next to yours: Ylvoy. Look at its icon, wood in a square. Such icons help you in every turn, and"
            " round ones only later."
        ),
        ("city-ylvoy",), ("map",), placed(1),
        {"place ylvoy": Answer(ON)},
        Answer(NO, N_("That is allowed, but a square icon is worth more. Take Ylvoy.")),
    ),
    Step(
        "third-city",
        N_("Askby has a square icon, too: metal. It is also next to Hofby, a city of %(other)s. Place a group there."),
        ("city-askby",), ("map",), placed(2),
        {"place askby": Answer(ON)},
        Answer(NO, N_("Later, perhaps. First take Askby: it has a square icon, and it is next to Hofby.")),
    ),
    Step(
        "army",
        N_("Four groups are left. Place all of them in Askby: one large army can do more than many small ones."),
        ("city-askby",), ("units",), placed(3, 4, 5, 6),
        {"place askby": Answer(STAY)},
        Answer(NO, N_("Your army should be in one place. Put this group in Askby.")),
    ),
    # -- round 1: power, production
    Step(
        "war",
        N_(
            "Round 1 has begun, and both others had their turn. They fought each other, and both have lost many units: look at Hofby"
            " and Ulfey. That is your chance."
        ),
        ("city-hofby city-ulfey",), ("map",), at(1, st.GOD),
    ),
    Step(
        "power",
        N_(
            "Your turn begins with the power of your god. Freyr puts two points on each of your three tracks. Use the power: it costs"
            " nothing."
        ),
        (USE_POWER,), ("gods", "production"), at(1, st.GOD),
        {"power": Answer(ON), "pass": Answer(NO, N_("Then six points would be lost. Use the power: it costs nothing."))},
    ),
    Step(
        "tracks",
        N_(
            "Next comes production. You have a track for units, one for buildings and one for knowledge. A track is full with 3, 6 or 9"
            " points; then you get what it makes, and it begins again."
        ),
        ("spend-0 spend-1 spend-2",), ("production",), spending(1, is_built=False),
    ),
    Step(
        "icons",
        N_(
            "The square icons of your cities have just brought two points each: metal for units, wood for buildings. Wheat would be for"
            " knowledge. One new unit is ready already."
        ),
        ("city-askby city-ylvoy",), ("production",), spending(1, is_built=False),
    ),
    Step(
        "free-points",
        N_(
            "Each of your cities also brings a free point, for any track. Put two on buildings, so that the track is full, and one on"
            " knowledge. The table proposes the same: “Spend these points”."
        ),
        ("#at-once", "spend-1"), ("production",), spending(1, is_built=False),
        {"spend building": Answer(STAY)},
        Answer(NO, N_("Two points are missing for a building, and a building helps you in every turn. First put two on buildings.")),
    ),
    Step(
        "farm",
        N_(
            "The track is full, so choose a building. Take the Farm: it brings two points for knowledge in each of your turns. Each"
            " building also brings 2 glory, turn after turn."
        ),
        ("market-spot-0 market-spot-1",), ("buildings",), at(1, st.TAKE_BUILDING),
        {
            "take farm": Answer(ON),
            "take workshop": Answer(NO, N_("A Workshop brings points for buildings. You have wood for that, but no wheat. Take the Farm.")),
        },
    ),
    Step(
        "last-point",
        N_("One free point is left. Put it on knowledge. A full track there brings a card and 8 glory, and you will see it soon."),
        ("spend-2",), ("production",), spending(1, is_built=True),
        {"spend knowledge": Answer(ON)},
        Answer(NO, N_("One point would not fill this track. On knowledge it will help you in your next turn.")),
    ),
    Step(
        "site",
        N_(
            "Where should the Farm stand? A city holds one building or a temple. The building works for the player who has the city, so"
            " choose a safe place: Askby."
        ),
        ("city-askby",), ("buildings",), at(1, st.SITE),
        {
            "site askby": Answer(ON),
            "site ylvoy": Answer(NO, N_("Next to Ylvoy is Vikby, with nine units of %(rival)s. Askby is safer.")),
        },
    ),
    Step(
        "new-unit",
        N_("Last in production, your new unit. It may go to any city where you have units already. Place it in Askby, with your army."),
        ("city-askby",), ("units",), at(1, st.PLACE_UNIT),
        {"place askby": Answer(ON)},
        Answer(NO, N_("Here it would be alone. Place it in Askby, with your army.")),
    ),
    # -- round 1: a battle
    Step(
        "moving",
        N_(
            "Now your units may move. Each one can go to a neighbour of its city. An empty city is simply taken, but for a city of"
            " another player you have to fight."
        ),
        ("city-askby city-hofby",), ("orders",), planning(1, is_ready=False),
    ),
    Step(
        "order",
        N_(
            "Give an order: drag from Askby to Hofby, or tap first the one and then the other. 15 units go, and one has to stay. Then"
            " “Carry out one order”."
        ),
        ("city-askby city-hofby",), ("orders",), planning(1, is_ready=False),
        {
            "from askby": Answer(STAY),
            "to hofby": Answer(STAY),
            "send 15": Answer(ON),
            "from": Answer(NO, N_("These three units guard their city. Your army is in Askby: send it to Hofby.")),
            "to": Answer(NO, N_("This is a neighbour as well. But Hofby is weak now: send your army there.")),
            "send": Answer(NO, N_("More units are safer, and one is enough to hold Askby. Send 15.")),
            "commit": Answer(NO, N_("Then your army would stay at home. First give the order from Askby to Hofby.")),
        },
    ),
    Step(
        "carry-out",
        N_("An arrow shows your order. Nothing has happened yet. Carry it out, and your army goes."),
        (COMMIT,), ("orders",), planning(1, is_ready=True),
        {"commit": Answer(ON)},
        Answer(NO, N_("One order is enough for now. The others guard their cities. Carry it out.")),
    ),
    Step(
        "battle",
        N_(
            "In a battle you roll two dice, however many units you have. Each 4, 5 or 6 is a hit and kills one unit; then the others"
            " roll. You are 15 against 4: roll!"
        ),
        (f"city-hofby {ROLL}",), ("battles",), attacking(1, is_first=True),
        {"roll": Answer(ON), "retreat": Answer(NO, N_("Then your army would go home again. You are far stronger: roll!"))},
    ),
    Step(
        "intimidation",
        N_(
            "You hit once, and a second unit ran away. That was intimidation: if yours is higher, a roll with a 4 or more also drives"
            " one unit out. Freyr has 4, and Tyr has only 3."
        ),
        ("god-of-0-spot god-of-2-spot", "city-hofby"), ("intimidation",), attacking(1, is_first=False),
    ),
    Step(
        "second-roll",
        N_("Then %(other)s hit twice, so you have 13 units left. But there are only two against you. Roll again!"),
        (f"city-hofby {ROLL}",), ("battles",), attacking(1, is_first=False),
        {"roll": Answer(ON), "retreat": Answer(NO, N_("You are 13 against 2, and it is your roll. Do not stop now!"))},
    ),
    Step(
        "move-in",
        N_("No one is left in Hofby: you have won. Now all your units move in, or all of them go home. Move in!"),
        (f"city-hofby {OCCUPY}",), ("battles",), at(1, st.VICTORY),
        {"occupy": Answer(ON), "return": Answer(NO, N_("Then Hofby would be empty, and its metal would be of no use to you. Move in!"))},
    ),
    Step(
        "scoring",
        N_("At the end of your turn you scored: 1 glory for each city and 2 for each building. Four cities and a Farm made 6."),
        ("seat-0", "#players"), ("scoring",), at(1, st.INVADE),
    ),
    Step(
        "not-yet",
        N_(
            "After each round, everyone may invade. Then you give up all your cities and come back with a new army from outside. You are"
            " doing well, so do not invade yet."
        ),
        (PASS,), ("invasion",), at(1, st.INVADE),
        {
            "pass": Answer(ON),
            "invade": Answer(NO, N_("You would give away four good cities, and get little for them. Your time will come. Do not invade now.")),
        },
    ),
)  # fmt: skip
