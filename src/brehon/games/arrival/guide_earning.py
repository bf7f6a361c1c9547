"""The first half of the guided first game of The Arrival: the map, landing, and the cards of round 1."""

from __future__ import annotations

from typing import Final

from brehon.core.guide import NO, ON, Answer, Step
from brehon.core.text import N_
from brehon.games.arrival import state as st
from brehon.games.arrival.guide_conditions import at, blocking, drawing

STACKS: Final = "stack-1 stack-2 stack-3"
DARK: Final = "castle-tor_conaing castle-dun_balair castle-tor_ethne castle-dun_tethra fomori-boreum fomori-vidua fomori-ailech fomori-rhobogdii"
EARNING: Final = (
    # -- before round 1: the map, and where to land
    Step(
        "welcome",
        N_(
            "You and %(rival)s each lead a tribe that comes to settle the island of Ériu. Your common enemies are the Fomori. They come"
            " from Balor's four castles in the north."
        ),
        (DARK,), ("fomori",), at(0, st.PORT),
    ),
    Step(
        "map",
        N_(
            "The circles are locations, and lines join them. Each coloured area is a province, with a name and a number. This is"
            " Magnata, in the north-west."
        ),
        ("land-magnata",), ("map",), at(0, st.PORT),
    ),
    Step(
        "land",
        N_(
            "A location with your discs is a fort. The first one is at a port, a location with an anchor. Land at Ravius:"
            " click it or tap it."
        ),
        ("at-ravius",), ("forts",), at(0, st.PORT),
        {"port ravius": Answer(ON)},
        Answer(NO, N_("You may land there, but your story begins at Ravius, where the Fomori are near. Land at Ravius.")),
    ),
    # -- round 1: four cards
    Step(
        "rounds",
        N_(
            "%(rival)s has landed too. Now the first of six rounds begins. Each round has two parts: first you earn, then you act."
        ),
        ("round-counter", STACKS), ("rounds",), drawing(0),
    ),
    Step(
        "draw-discs",
        N_(
            "To earn, you each draw four cards, one at a time. The back of a card shows what it has more of. Draw one with discs,"
            " for more forts: the stack in the middle."
        ),
        ("stack-2",), ("cards", "forts"), drawing(0),
        {
            "draw 2": Answer(ON),
            "draw 1": Answer(NO, N_("Swords and shields come next. Take discs first: the stack in the middle.")),
            "draw 3": Answer(NO, N_("Fame and tiles can wait. Take discs first: the stack in the middle.")),
        },
    ),
    Step(
        "draw-arms",
        N_(
            "The next card is for swords and shields. You fight with swords, and keep your land safe with shields. Draw"
            " from the first stack."
        ),
        ("stack-1",), ("arms",), drawing(1),
        {"draw 1": Answer(ON)},
        Answer(NO, N_("A card like this one comes next. Draw from the first stack: swords and shields.")),
    ),
    Step(
        "draw-fame",
        N_(
            "Now a card with more stars. A star is fame, and fame is the good number of this game: you want a lot of it. Draw"
            " from the stack in the middle."
        ),
        ("stack-2",), ("fame",), drawing(2),
        {
            "draw 2": Answer(ON),
            "draw 1": Answer(NO, N_("This one has more discs. Look for a star: draw from the stack in the middle.")),
            "draw 3": Answer(NO, N_("Just as good, but the guide has prepared the other one. Draw from the stack in the middle.")),
        },
    ),
    Step(
        "draw-last",
        N_("Your last card: swords and shields again. You will need the swords soon. Draw from the stack in the middle."),
        ("stack-2",), ("cards", "arms"), drawing(3),
        {"draw 2": Answer(ON)},
        Answer(NO, N_("Not this time: you will need swords soon. Draw from the stack in the middle.")),
    ),
    # -- round 1: two blockers
    Step(
        "sections",
        N_(
            "Two of your cards are open now. Each has three sections: top, middle and bottom. Only one section will count, the"
            " same one on all four cards."
        ),
        ("card-D09 card-A06",), ("sections",), blocking(0),
    ),
    Step(
        "corruption",
        N_(
            "The top section brings the most, but it shows four eyes. Each eye is a Fomori that you get, and a point of"
            " corruption. Corruption is the bad number of this game."
        ),
        ("section-0-0",), ("corruption", "fomori"), blocking(0),
    ),
    Step(
        "block-top",
        N_(
            "You choose a section by blocking the two others: one now, one after the third card. Block the top section, because"
            " four Fomori are too many. Click it or tap it."
        ),
        ("section-0-0",), ("blocking",), blocking(0),
        {
            "block top": Answer(ON),
            "block middle": Answer(NO, N_("The middle is good for you: much to gain, and only one Fomori. Block the top section.")),
            "block bottom": Answer(
                NO, N_("You may need the bottom: it has only one Fomori so far. Block the top section first, with its four.")
            ),
        },
    ),
    Step(
        "block-bottom",
        N_(
            "The third card is open. Middle and bottom have two Fomori each, but only the middle has a disc, a shield and fame."
            " Block the bottom section."
        ),
        ("section-0-2",), ("blocking",), blocking(1),
        {
            "block bottom": Answer(ON),
            "block middle": Answer(
                NO, N_("Then the bottom would count: as many Fomori, but no disc and no shield. Block the bottom section.")
            ),
        },
    ),
    Step(
        "earned",
        N_(
            "The middle section has counted on all four cards. You got 2 fame, one disc, three swords and one shield. You also"
            " got two Fomori, and 2 corruption with them."
        ),
        ("fame-0 corruption-0 discs-0 swords-0 shields-0 fomori-0", "#player-0"), ("fame", "corruption"), at(1, st.TAKE),
    ),
    Step(
        "tile",
        N_(
            "You have also earned a tactic tile, and may choose one. Take the Cauldron of Dagda for Magnata: it brings 4 fame for"
            " each fort that you have there."
        ),
        ("take-cauldron-magnata",), ("tiles",), at(1, st.TAKE),
        {
            "take cauldron magnata": Answer(ON),
            "take silver": Answer(
                NO, N_("Silver in the hills counts more provinces, but brings less for each fort. Take the Cauldron for Magnata.")
            ),
        },
        Answer(NO, N_("You have no fort in that province yet. Take the Cauldron for Magnata.")),
    ),
)  # fmt: skip
