"""The action space of The Arrival: every choice and every draw, numbered."""

from typing import Final

from brehon.core.space import ActionSpace
from brehon.games.arrival.data import (
    BACKS,
    FIRST_PLAIN,
    KEEP_LIMIT,
    N_STACKS,
    SECTIONS,
    SPECIES,
    Box,
)

# kinds, in the order in which a turn lists them
PORT: Final = 0  # argument: index into the list of ports
DRAW: Final = 1  # argument: stack
BLOCK: Final = 2  # argument: section
OGAM: Final = 3  # argument: 0 to decline, otherwise 1 + section to open
TAKE: Final = 4  # argument: tile
BUILD: Final = 5  # argument: location
SHIELD: Final = 6  # argument: province
SPREAD: Final = 7  # argument: location
REPEL: Final = 8  # argument: 2 * location + reward
USE: Final = 9  # argument: tile - FIRST_PLAIN
RUSE: Final = 10  # argument: location of the first Fomori
RUSE_WITH: Final = 11  # argument: location of the second
MIGRATE: Final = 12  # argument: location of the first Áit
MIGRATE_WITH: Final = 13  # argument: location of the second
TROPHY: Final = 14  # argument: number of Fomori - 1
PASS: Final = 15
END_TURN: Final = 16
KEEP: Final = 17  # argument: index into KEEPS
STOP: Final = 18  # no more master-building
START: Final = 19  # chance; argument: seat
SHOW_TILE: Final = 20  # chance; argument: tile
RISE: Final = 21  # chance; argument: species
SHOW_BACK: Final = 22  # chance; argument: back
REVEAL: Final = 23  # chance; argument: card

REWARDS: Final = ["fame", "corruption"]

# the mixes of discs, swords and shields that may be kept
KEEPS: Final[list[list[int]]] = [
    [discs, swords, shields]
    for discs in range(KEEP_LIMIT + 1)
    for swords in range(KEEP_LIMIT + 1 - discs)
    for shields in range(KEEP_LIMIT + 1 - discs - swords)
]


def make_space(box: Box, n_seats: int) -> ActionSpace:
    island = box.island
    places = island.names
    main = places[: island.n_main]
    return ActionSpace(
        [
            ("port", [places[place] for place in island.port_list]),
            ("draw", [str(stack + 1) for stack in range(N_STACKS)]),
            ("block", list(SECTIONS)),
            ("ogam", ["none", *SECTIONS]),
            ("take", list(box.tile_names)),
            ("build", main),  # AR-8.9: no location of Balor's Isle among them
            ("shield", list(box.province_names)),
            ("spread", places),
            ("repel", [f"{place} {reward}" for place in places for reward in REWARDS]),
            ("use", box.tile_names[FIRST_PLAIN:]),
            ("ruse", places),
            ("ruse with", places),
            ("migrate", main),
            ("migrate with", main),
            ("trophy", ["1", "2", "3"]),
            ("pass", []),
            ("end turn", []),
            ("keep", [f"{d}-{w}-{h}" for d, w, h in KEEPS]),
            ("stop", []),
            ("start", [str(seat) for seat in range(n_seats)]),
            ("tile", list(box.tile_names)),
            ("rise", list(SPECIES)),
            ("back", list(BACKS)),
            ("card", list(box.deck.names)),
        ]
    )
