"""What can happen in The Arrival. Nothing that stays hidden is ever an argument of an event."""

from typing import Final

TILE_SHOWN: Final = 0  # chance; a: tile placed in the display
GATE: Final = 1  # chance; a: location, b: species
BACK_SHOWN: Final = 2  # chance; a: stack, b: back now on top
STARTED: Final = 3  # seat is the first starting player
LANDED: Final = 4  # a: port
ROUND: Final = 5  # seat begins; a: number of the round
DREW: Final = 6  # a: stack, b: back
SPLIT: Final = 7  # a, b, c: sizes of the new stacks
REVEALED: Final = 8  # a: card, b: which of the four
SEALED: Final = 9  # the seat has chosen a section in secret
BLOCKED: Final = 10  # a: section
OGAM: Final = 11  # a: section opened, b: section blocked instead
FAME: Final = 12  # a: fame earned
DISCS: Final = 13  # a: received, b: claimed
SWORDS: Final = 14  # a: received, b: claimed
SHIELDS: Final = 15  # a: received, b: claimed
FOMORI: Final = 16  # a: received, b: claimed
FOMORI_MIXED: Final = 17  # a: number of discarded Fomori turned down
LIMIT: Final = 18  # seat has reached the corruption limit; a: corruption, b: limit
TILES_MIXED: Final = 19  # a: number of used tiles shuffled
TOOK: Final = 20  # a: tile
BUILT: Final = 21  # a: location, b: level, c: fame paid
SHIELDED: Final = 22  # a: province
SPREAD: Final = 23  # a: location, b: Fomori spent, c: shields smashed
DESTROYED: Final = 24  # seat has lost; a: location, b: discs, c: of these, collected on master-builder tiles
APPEARED: Final = 25  # chance; a: location, b: species
REPELLED: Final = 26  # a: location, b: threat, c: fame paid
REWARD: Final = 27  # a: fame gained, b: corruption lost
USED: Final = 28  # a: tile, b: fame gained, c: corruption lost
SWAPPED: Final = 29  # a, b: locations whose Fomori changed places
MIGRATED: Final = 30  # a, b: locations whose Áits changed places
TROPHY: Final = 31  # a: Fomori returned
PASSED: Final = 32  # a: Fomori returned unseen
STARTER: Final = 33  # seat was the first to pass and begins the next round
KEPT: Final = 34  # a: discs, b: swords, c: shields
MASTER_BUILT: Final = 35  # a: location, b: level, c: fame paid
MASTER_DONE: Final = 36  # a: tiles discarded, b: discs back to the supply
ENDED: Final = 37  # a: locations of the Fomori, b: forts of the tribes, c: rounds played
TURN: Final = 38  # seat is on turn; a: actions
