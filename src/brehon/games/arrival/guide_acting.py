"""The second half of the guided first game of The Arrival: the actions of round 1, both endings, and the way to play alone."""

from __future__ import annotations

from typing import Final

from brehon.core.guide import NO, ON, STAY, Answer, Step
from brehon.core.text import N_
from brehon.games.arrival import state as st
from brehon.games.arrival.guide_conditions import (
    acting,
    at,
    can_grow,
    has_discs,
    has_shield,
    has_swords,
    has_tile,
    holds_fomori,
    is_done_spreading,
    is_earning,
    is_over,
    is_playing,
)

CASTLES: Final = "castle-tor_conaing castle-dun_balair castle-tor_ethne castle-dun_tethra"
PASS: Final = "choice-pass"  # the button
NEXT_PROVINCE: Final = N_(
    "That one is in the next province, so it would cost you 2 fame too. Repel the Athach at Vidua."
)
ACTING: Final = (
    # -- the first turn: build, use the tile
    Step(
        "build",
        N_(
            "Now the second part: you act in turns. A turn has two actions, only your very first has one. Build a new fort at"
            " Nagnatae, which a line joins to Ravius."
        ),
        ("at-nagnatae",), ("actions", "building"), acting(has_discs(3)),
        {
            "build nagnatae": Answer(ON),
            "build vennicnii": Answer(NO, N_("It is in Magnata as well, but next to three Fomori. Build at Nagnatae, which is safer.")),
            "build ravius": Answer(NO, N_("That makes your fort stronger, but it is still one fort. Build a second one at Nagnatae.")),
            "build": Answer(NO, N_("You may build there, but your tile counts forts in Magnata. Build at Nagnatae.")),
            "shield": Answer(NO, N_("A good idea for your next turn. First build at Nagnatae.")),
            "spread": Answer(NO, N_("Your Fomori can wait for a moment. First build at Nagnatae.")),
            "repel": Answer(NO, N_("You will fight in your next turn. First build at Nagnatae.")),
            "use": Answer(NO, N_("Wait a moment: with a second fort in Magnata it brings twice as much. First build at Nagnatae.")),
        },
    ),
    Step(
        "use-tile",
        N_(
            "A tile is not an action: use as many as you like in your turn. You have two forts in Magnata now, so your Cauldron"
            " brings 8 fame. Use it!"
        ),
        ("use-0-cauldron-magnata",), ("tiles",), acting(has_tile),
        {
            "use cauldron magnata": Answer(ON),
            "end turn": Answer(NO, N_("You may keep a tile for later, but a fort may be gone by then. Use it now.")),
        },
        Answer(NO, N_("Use your tile first: the Cauldron for Magnata.")),
    ),
    # -- the second turn: repel, protect
    Step(
        "repel",
        N_(
            "With swords you repel Fomori near your forts. The Athach at Vidua has strength 2, so it takes two of your three"
            " swords. Click it, and choose your reward: its 3 fame, or 1 corruption less."
        ),
        ("at-vidua",), ("repelling", "fame", "corruption"), acting(has_swords(3)),
        {
            "repel vidua fame": Answer(ON, N_("3 fame for you! Your corruption stays at 2.")),
            "repel vidua corruption": Answer(ON, N_("Your corruption falls to 1. That can decide the game, as you will see.")),
            "repel rhobogdii": Answer(NO, NEXT_PROVINCE),
            "repel ailech": Answer(NO, NEXT_PROVINCE),
            "repel boreum": Answer(NO, N_("You reach this one as well, but it brings only 1 fame. Repel the Athach at Vidua.")),
        },
        Answer(NO, N_("That can wait. Use your swords now: repel the Athach at Vidua.")),
    ),
    Step(
        "shield",
        N_(
            "Your second action: place your shield in Magnata, with a click on its number. It protects every location of the"
            " province: an attack there takes one Fomori more."
        ),
        ("land-magnata",), ("protecting",), acting(has_shield),
        {
            "shield magnata": Answer(ON),
            "build": Answer(NO, N_("You will build again soon. Make Magnata safer first: place your shield there.")),
            "repel": Answer(NO, N_("Keep your last sword for now. Place your shield in Magnata.")),
        },
        Answer(NO, N_("Your Fomori come next. Place your shield in Magnata first.")),
    ),
    # -- the third turn: spread, and what it means for the end of the game
    Step(
        "spreading",
        N_(
            "%(rival)s has put a Fomori on Erdini. That is spreading: everyone has to do it with the Fomori that the cards have"
            " brought. A location takes one of them, and one more for each disc and each shield there."
        ),
        ("at-erdini",), ("spreading", "protecting"), acting(holds_fomori(2)),
    ),
    Step(
        "overrun",
        N_(
            "The map decides the ending, and this bar shows it. If the tribes hold more locations than Fomori and castles, the"
            " most fame wins. If not, they are overrun, and the least corruption wins."
        ),
        ("balance", "#players"), ("endings", "fame", "corruption"), acting(holds_fomori(2)),
    ),
    Step(
        "spread",
        N_(
            "You have two Fomori. Argita is empty and takes one; Emain Macha takes both, and its fort is gone. That is bad for"
            " %(rival)s, but also for the tribes: choose!"
        ),
        ("at-argita at-emain_macha",), ("spreading", "endings"), acting(holds_fomori(2)),
        {
            "spread argita": Answer(ON, N_("One of your Fomori was turned up: a Monghfinn, with strength 3. It is not easy to repel.")),
            "spread emain_macha": Answer(
                ON, N_("The fort at Emain Macha is gone, and a Monghfinn with strength 3 is there. The tribes have one location less.")
            ),
            "spread vidua": Answer(NO, N_("Your shield protects Vidua: it would take both Fomori. Choose Argita or Emain Macha.")),
            "spread vennicnii": Answer(NO, N_("That is next to your own fort, and your shield would be lost. Choose Argita or Emain Macha.")),
            "spread bri_leith": Answer(NO, N_("That is close to your own forts. Choose Argita or Emain Macha.")),
            "spread": Answer(NO, N_("That is possible. But choose between these two: Argita or Emain Macha.")),
        },
        Answer(NO, N_("You may do that later. First spread: to Argita or to Emain Macha.")),
    ),
    Step(
        "spread-rest",
        N_(
            "You have one Fomori left, and as long as you can spread it, you have to. Clochar and Brí Léith are empty. Where it"
            " goes is your choice."
        ),
        ("at-clochar at-bri_leith",), ("spreading",), acting(holds_fomori(1)),
        {"spread": Answer(ON)},
        Answer(NO, N_("First spread your last Fomori, to Clochar or to Brí Léith.")),
    ),
    # -- to the end of the round
    Step(
        "grow",
        N_(
            "Build again, and choose how. At Cruachain you get one more location. A second disc at Ravius makes it a Broch,"
            " which takes more Fomori to destroy."
        ),
        ("at-cruachain at-ravius",), ("building",), acting(can_grow),
        {
            "build cruachain": Answer(ON, N_("One more fort for the tribes, in Rhaeba. If they hold, it is worth 3 fame, the number of its province.")),
            "build ravius": Answer(ON, N_("Ravius is a Broch now. A third disc would make it a Caer, the strongest kind of fort.")),
            "build": Answer(NO, N_("That is possible. But choose between these two: Cruachain or Ravius.")),
        },
        Answer(NO, N_("That can wait. First build: at Cruachain or at Ravius.")),
    ),
    Step(
        "pass",
        N_(
            "Your Fomori are gone, so you may pass: do it now. You keep up to three discs, swords and shields. The first to pass"
            " begins the next round."
        ),
        (PASS,), ("passing", "rounds"), acting(is_done_spreading),
        {"pass": Answer(ON)},
        Answer(NO, N_("You may do that, but then %(rival)s might pass first. Pass now.")),
    ),
    # -- alone
    Step(
        "draw-alone",
        N_(
            "Round 2: draw four cards yourself. The game ends after round 6. If one of you reaches 25 corruption, it ends sooner,"
            " after that round."
        ),
        ("stack-1 stack-2 stack-3",), ("cards", "rounds", "corruption"), at(2, st.DRAW),
        otherwise=Answer(STAY),
    ),
    Step(
        "earn-alone",
        N_(
            "Block two sections yourself, and choose tiles if you earn some. More things mean more Fomori, and so more corruption."
            " Which ending do you expect?"
        ),
        ("section-0-0 section-0-1 section-0-2", "#hint"), ("blocking", "endings"), is_earning,
        otherwise=Answer(STAY),
    ),
    Step(
        "alone",
        N_(
            "You know all actions now. Play on alone, to the end, and ask for a hint if you are not sure. One big goal: a castle"
            " has strength 4 and brings 10 fame."
        ),
        ("#hint", CASTLES), ("repelling",), is_playing,
        otherwise=Answer(STAY),
    ),
    Step(
        "over",
        N_(
            "That was your first game! The score sheet shows which ending it was, and what counted. Another game is one click"
            " away, with new cards and hints."
        ),
        ("#result",), ("end", "endings"), is_over,
    ),
)  # fmt: skip
