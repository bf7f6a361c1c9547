"""The guided first game of Fallen Kingdoms: three players on a map of nine cities, of which the first two rounds are explained.

The deal: the learner serves Freyr. The two bots fight each other first. In round 1 the learner makes a farm
and takes Hofby, where a unit is driven out by intimidation. In round 2 a knowledge card comes, and Galtoy, the last city of the
second bot, with its temple: a kingdom falls. Its player comes back as an invader and takes most of what the learner has, so that
the learner surrenders and invades as well. From there on the learner plays alone.
"""

from __future__ import annotations

from typing import Final

from brehon.core.guide import Concept, Guide
from brehon.core.text import N_
from brehon.games.fallen_kingdoms.guide_start import FIRST
from brehon.games.fallen_kingdoms.guide_steps import SECOND

CONCEPTS: Final = {
    "glory": Concept(N_("Glory"), ("glory", "Glory")),
    "gods": Concept(N_("Your god and its power"), ("power",)),
    "map": Concept(N_("The map: cities and roads"), ("road", "neighbour")),
    "units": Concept(N_("Units"), ("unit",)),
    "temple": Concept(N_("Your temple"), ("temple",)),
    "production": Concept(N_("Production on three tracks"), ("production", "track", "free point")),
    "buildings": Concept(N_("Buildings"), ("Farm", "Workshop")),
    "orders": Concept(N_("Orders to move"), ("order",)),
    "battles": Concept(N_("Battles"), ("battle", "dice", "hit", "roll")),
    "intimidation": Concept(N_("Intimidation"), ("intimidation",)),
    "scoring": Concept(N_("Scoring"), ("scor",)),
    "knowledge": Concept(N_("Knowledge cards"), ("knowledge card",)),
    "rumors": Concept(N_("Rumor cards"), ("rumor",)),
    "falls": Concept(N_("The fall of a kingdom"), ("fall", "surrender")),
    "retreat": Concept(N_("Retreat"), ("retreat", "Retreat")),
    "invasion": Concept(N_("Invasions"), ("invade", "Invade", "invasion", "path")),
    "end": Concept(N_("The end of the game")),
}

RIVAL: Final = (
    # the beginning: the god, and seven groups
    "choose loki", "place ulfey", *["place vikby"] * 3, *["place ulfey"] * 3,
    # round 1: an attack on Hofby, which fails
    "pass", *["spend knowledge"] * 2, "from ulfey", "to hofby", "send 11", "commit", "roll", "withdraw ulfey", *["roll"] * 2,
    "withdraw ulfey", "roll", "withdraw ulfey", "roll", "withdraw ulfey", *["roll"] * 3,
    # round 1: defence of Ulfey, then no invasion
    *["roll"] * 2, "pass",
    # round 2: an attack on Ylvoy, then no invasion
    "pass", *["spend knowledge"] * 2, "place ulfey", "from vikby", "to ylvoy", "send 8", "commit", "roll", "occupy", "pass",
)  # fmt: skip
OTHER: Final = (
    "choose tyr", "place galtoy", "place hofby", "place galtoy", *["place hofby"] * 4,
    # round 1: defence of Hofby, an attack on Ulfey, Hofby is lost; no invasion
    *["roll"] * 7, "pass", *["spend unit"] * 2, "place galtoy", "from hofby", "to ulfey", "send 6", "commit", *["roll"] * 3,
    "withdraw galtoy", "roll", "pass",
    # round 2: waiting in Galtoy, which is lost; then the invasion
    "pass", "spend knowledge", "commit", *["roll"] * 4, "invade", "path 7", "follow hofby", "path 6", "follow askby", "pass",
    *["place birkey"] * 3, *["place askby"] * 3, *["place hofby"] * 4, *["place galtoy"] * 2, "temple galtoy",
)  # fmt: skip

GUIDE: Final = Guide(
    seats=("", "cottar", "wanderer"),
    seed=517,
    steps=FIRST + SECOND,
    concepts=CONCEPTS,
    minutes=20,
    options={"cities_per_player": "3", "trophies_per_player": "1"},
    components="fallen-small-1",
    script={1: RIVAL, 2: OTHER},
)
