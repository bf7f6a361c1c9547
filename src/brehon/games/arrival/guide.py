"""The guided first game of The Arrival: two tribes, six rounds, of which the first is explained.

The deal: the learner begins and lands at Ravius, next to the Fomori. Of the four cards the top section has eight Fomori, the middle
one two and a little of everything. The tile counts forts in Magnata, the three swords reach the Athach at Vidua, and the rival has a
fort at Emain Macha that two Fomori can destroy. From round 2 on the learner plays alone. The steps are in guide_earning.py
and guide_acting.py.
"""

from __future__ import annotations

from typing import Final

from brehon.core.guide import Concept, Guide
from brehon.core.text import N_
from brehon.games.arrival.guide_acting import ACTING
from brehon.games.arrival.guide_earning import EARNING

CONCEPTS: Final = {
    "fomori": Concept(N_("Fomori and castles"), ("Fomori", "castle")),
    "map": Concept(N_("Locations and provinces"), ("location", "province")),
    "forts": Concept(N_("Forts, discs and ports"), ("fort", "disc", "port")),
    "rounds": Concept(N_("Rounds"), ("round",)),
    "cards": Concept(N_("Earning cards"), ("card", "stack")),
    "arms": Concept(N_("Swords and shields"), ("sword", "shield")),
    "fame": Concept(N_("Fame"), ("fame",)),
    "corruption": Concept(N_("Corruption"), ("corruption",)),
    "sections": Concept(N_("The sections of a card"), ("section",)),
    "blocking": Concept(N_("Blocking"), ("block",)),
    "tiles": Concept(N_("Tactic tiles"), ("tile",)),
    "actions": Concept(N_("Turns and actions"), ("action",)),
    "building": Concept(N_("Building"), ("build",)),
    "repelling": Concept(N_("Repelling Fomori"), ("repel", "strength")),
    "protecting": Concept(N_("Protecting a province"), ("protect",)),
    "spreading": Concept(N_("Spreading Fomori"), ("spread",)),
    "endings": Concept(N_("The two endings"), ("overrun", "ending")),
    "passing": Concept(N_("Passing"), ("pass",)),
    "end": Concept(N_("The end of the game")),
}

GUIDE: Final = Guide(
    seats=("", "cottar"),
    seed=57987,
    steps=EARNING + ACTING,
    concepts=CONCEPTS,
    minutes=15,
    components="eriu-1",
    script={
        1: (
            "port logia", "draw 1", "draw 1", "draw 1", "draw 1", "block top", "block middle", "take cauldron eblana",
            "build emain_macha",
            "spread erdini", "build voluntii", "use cauldron eblana",
            "spread bri_leith", "shield eblana",
        )
    },
)  # fmt: skip
