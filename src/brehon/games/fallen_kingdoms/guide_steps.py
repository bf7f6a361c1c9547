"""The guided first game: its later steps, from round 2 to the end of the game."""

from __future__ import annotations

from typing import Final

from brehon.core.guide import NO, ON, STAY, Answer, Step
from brehon.core.text import N_
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.guide_conditions import (
    after_round,
    at,
    invading,
    is_over,
    is_playing,
    planning,
    spending,
)
from brehon.games.fallen_kingdoms.guide_start import COMMIT, INVADE, OCCUPY, ROLL, SURRENDER, USE_POWER

SECOND: Final = (
    # -- round 2: a knowledge card
    Step(
        "round-two",
        N_("Round 2. The player who begins changes with every round, and now it was %(other)s. You know how to begin: use your power."),
        (USE_POWER,), ("gods",), at(2, st.GOD),
        {"power": Answer(ON), "pass": Answer(NO, N_("Freyr gives you six points, and that is free. Use the power."))},
    ),
    Step(
        "two-tracks",
        N_(
            "Four cities, so four free points. Two on buildings and two on knowledge fill both tracks. Begin with buildings, or take"
            " what the table proposes."
        ),
        ("#at-once", "spend-1"), ("production",), spending(2, is_built=False),
        {"spend building": Answer(STAY)},
        Answer(NO, N_("First two points on buildings: then this track is full. Two more will do for knowledge.")),
    ),
    Step(
        "second-building",
        N_("Choose a building yourself: a Workshop makes the next buildings come sooner, and a Farm the next cards."),
        ("market-spot-0 market-spot-1",), ("buildings",), at(2, st.TAKE_BUILDING),
        {
            "take workshop": Answer(ON, N_("A Workshop: two points for buildings in each turn.")),
            "take farm": Answer(ON, N_("A second Farm: two more points for knowledge in each turn.")),
        },
    ),
    Step(
        "two-more",
        N_("The other two free points now: put them on knowledge."),
        ("#at-once", "spend-2"), ("production",), spending(2, is_built=True),
        {"spend knowledge": Answer(STAY)},
        Answer(NO, N_("Knowledge needs two points, and you have two. That is a card and 8 glory: put them there.")),
    ),
    Step(
        "knowledge",
        N_(
            "Nine points are a knowledge card, and 8 glory at once. The card helps you as long as you keep it. Take Currency: one more"
            " point on each track in every turn."
        ),
        ("display-0", "lore-currency"), ("knowledge",), at(2, st.TAKE_LORE),
        {
            "learn currency": Answer(ON),
            "learn strategy": Answer(NO, N_("Strategy helps your dice in battles. Currency helps in every turn: take that one.")),
            "learn laws": Answer(NO, N_("Laws makes your intimidation stronger. Currency helps in every turn: take that one.")),
        },
    ),
    Step(
        "second-site",
        N_("Your new building goes to a city without a building or a temple. Hofby has your army next to it: choose Hofby."),
        ("city-hofby",), ("buildings",), at(2, st.SITE),
        {
            "site hofby": Answer(ON),
            "site ylvoy": Answer(NO, N_("Next to Ylvoy is the army of %(rival)s. Choose Hofby.")),
        },
    ),
    Step(
        "two-units",
        N_("Two new units are ready, too. Place both in Hofby, with your army."),
        ("city-hofby",), ("units",), at(2, st.PLACE_UNIT),
        {"place hofby": Answer(STAY)},
        Answer(NO, N_("You need them where you attack. Place them in Hofby.")),
    ),
    # -- round 2: a kingdom falls
    Step(
        "last-city",
        N_(
            "%(other)s has only one city left: Galtoy. Send your army there from Hofby: 14 units, and one stays. Then “Carry out one"
            " order”."
        ),
        ("city-hofby city-galtoy",), ("orders",), planning(2, is_ready=False),
        {
            "from hofby": Answer(STAY),
            "to galtoy": Answer(STAY),
            "send 14": Answer(ON),
            "from": Answer(NO, N_("These units guard their city. Your army is in Hofby: send it to Galtoy.")),
            "to": Answer(NO, N_("This is a neighbour as well. But the last city of %(other)s is Galtoy: send your army there.")),
            "send": Answer(NO, N_("There are eight units in Galtoy, so send as many as you can: 14.")),
            "commit": Answer(NO, N_("First give the order from Hofby to Galtoy.")),
        },
    ),
    Step(
        "march",
        N_("Carry out your order, and the battle begins."),
        (COMMIT,), ("orders",), planning(2, is_ready=True),
        {"commit": Answer(ON)},
        Answer(NO, N_("This order is enough. The others guard their cities. Carry it out.")),
    ),
    Step(
        "temple-battle",
        N_(
            "There is a temple in Galtoy. It protects its city from intimidation, so only hits count here. Roll until the battle is"
            " over."
        ),
        (f"city-galtoy {ROLL}",), ("battles", "temple"), at(2, st.ATTACK),
        {
            "roll": Answer(STAY),
            "retreat": Answer(NO, N_("You still have more units than %(other)s. Keep rolling!")),
        },
    ),
    Step(
        "temple-falls",
        N_("The last defender is gone. Move in: that destroys the temple, and it takes the last city of %(other)s."),
        (f"city-galtoy {OCCUPY}",), ("temple",), at(2, st.VICTORY),
        {"occupy": Answer(ON), "return": Answer(NO, N_("Only if you move in, the temple is destroyed. Move in!"))},
    ),
    Step(
        "fall",
        N_(
            "%(other)s has no unit left: the kingdom has fallen. The player who makes a kingdom fall gets 8 glory and a rumor card. The"
            " temple brought you the same once more."
        ),
        ("seat-0", "#players"), ("falls", "rumors"), at(2, st.DEFEND),
    ),
    Step(
        "rumors",
        N_(
            "A rumor card adds its number to your intimidation. You have Freyr with 4, and cards of 3 and 5: that makes 12. In the list"
            " of the players it is called “fear”."
        ),
        ("rumor-0-0-spot rumor-0-1-spot", "seat-0", "#players"), ("rumors", "intimidation"), at(2, st.DEFEND),
    ),
    Step(
        "defence",
        N_(
            "%(rival)s attacks Ylvoy: eight units, and you have two. Before each of your rolls you may retreat instead. Then the city"
            " is lost, but the units live: retreat to Myrvik."
        ),
        ("city-ylvoy city-myrvik",), ("retreat",), at(2, st.DEFEND),
        {
            "flee myrvik": Answer(ON),
            "flee hofby": Answer(NO, N_("Hofby is yours, too, but it is hardly safer. Myrvik has your temple: retreat to Myrvik.")),
            "roll": Answer(NO, N_("Two against eight: you would lose both units, and the city as well. Retreat to Myrvik.")),
        },
    ),
    # -- the invasions
    Step(
        "invaders",
        N_(
            "A player whose kingdom fell is not out. %(other)s has invaded with 30 new units and has four cities again, three of them"
            " from you. Only Myrvik is left: no one can invade a city with a temple."
        ),
        ("city-galtoy city-hofby city-askby city-birkey", "#players"), ("invasion",), at(2, st.INVADE),
    ),
    Step(
        "invade",
        N_("Now it is your turn to invade. You lose only one city, and no one can take your glory from you. Come back with 30 new units!"),
        (INVADE,), ("invasion",), at(2, st.INVADE),
        {
            "invade": Answer(ON),
            "pass": Answer(NO, N_("With one city you would make very little. 30 new units are much better: invade!")),
        },
    ),
    Step(
        "surrender",
        N_(
            "First you surrender what you have to another player. That counts as a fall: this player gets your city, 8 glory and a rumor"
            " card. Choose who it will be."
        ),
        (SURRENDER,), ("falls",), at(2, st.SURRENDER),
        {
            "surrender 1": Answer(ON, N_("%(rival)s gets Myrvik. In glory you are still far ahead.")),
            "surrender 2": Answer(ON, N_("%(other)s gets Myrvik. In glory you are still far ahead.")),
        },
    ),
    Step(
        "public",
        N_(
            "When a kingdom falls, its knowledge becomes public. So Currency now works for everyone, and for you as well. Your temple is"
            " gone, but you will get a new one."
        ),
        ("lore-currency", "#players"), ("knowledge", "falls"), invading(0),
    ),
    Step(
        "first-path",
        N_(
            "The numbers at the rim are paths into the map. Path 14 leads to Vikby. Three dice kill defenders, and each one left"
            " costs you a unit; then three units move in."
        ),
        ("path-14 city-vikby", "#moves"), ("invasion",), invading(0),
        {"path 14": Answer(ON)},
        Answer(NO, N_("You may begin wherever you like. But Vikby has only one defender: take path 14.")),
    ),
    Step(
        "first-follow",
        N_("Vikby is yours. From there you may strike one more city next to it, with two dice: Ylvoy. It costs some units, but you have many."),
        ("city-ylvoy",), ("invasion",), at(2, st.FOLLOW),
        {"follow ylvoy": Answer(ON), "pass": Answer(NO, N_("A second city for the same path: do not miss it. Strike Ylvoy."))},
    ),
    Step(
        "second-path",
        N_("You may use three paths, side by side. Path 15 is next to yours and leads to Lundby. The city is empty, so it costs nothing."),
        ("path-15 city-lundby", "#moves"), ("invasion",), invading(1),
        {
            "path 15": Answer(ON),
            "path": Answer(NO, N_("This path leads to Vikby again, which you have. Path 15 leads to a new city.")),
            "pass": Answer(NO, N_("You still have many units to come. Take path 15.")),
        },
    ),
    Step(
        "second-follow",
        N_("From Lundby there is a road to Myrvik. Strike once more, and your old city is yours again."),
        ("city-myrvik",), ("invasion",), at(2, st.FOLLOW),
        {"follow myrvik": Answer(ON), "pass": Answer(NO, N_("Four cities are better than three. Strike Myrvik."))},
    ),
    Step(
        "enough",
        N_("The paths next to yours lead to cities that you have already. So end the invasion here."),
        ("#move-88",), ("invasion",), invading(2),
        {"pass": Answer(ON)},
        Answer(NO, N_("This path brings nothing new: the city is yours already. End the invasion.")),
    ),
    Step(
        "settle",
        N_("All your other units come now. Divide them as you like, or take what the table proposes."),
        ("#at-once", "#moves", "#players"), ("invasion",), at(2, st.PLACE_REST),
        otherwise=Answer(STAY),
    ),
    Step(
        "new-temple",
        N_("Last comes your new temple. Its city cannot be invaded, and with it you have your power again. Which city is your choice."),
        ("city-lundby city-myrvik city-vikby city-ylvoy", "#moves"), ("temple",), at(2, st.PLACE_TEMPLE),
        otherwise=Answer(ON),
    ),
    # -- alone
    Step(
        "end",
        N_(
            "Buildings, knowledge cards and rumor cards: when two of these kinds are used up, the game ends after that round. The rumor"
            " cards are gone already. Then the most glory wins."
        ),
        ("left-all", "left-knowledge left-building left-helm", "#players"), ("end",), after_round(2),
    ),
    Step(
        "alone",
        N_("You know the game now. Play on alone, to the end. If you are not sure, ask for a hint: it helps in three small steps."),
        ("#hint",), (), is_playing,
        otherwise=Answer(STAY),
    ),
    Step(
        "over",
        N_(
            "That was your first game! The score sheet shows where the glory came from. Play again on a small map, or set up the full"
            " game on the front page: it has twice as many cities."
        ),
        ("#result",), ("end",), is_over,
    ),
)  # fmt: skip
