"""What can happen in Armorica."""

from typing import Final

STARTED: Final = 0  # seat becomes the first start player
DEALT: Final = 1  # a: card, b: deck
TOOK: Final = 2  # a: card, b: deck, c: position
PASSED: Final = 3  # a: card discarded or -1, b: deck
STARVED: Final = 4  # a: card
MARKER: Final = 5  # seat gets the start-player card; a: number of the turn that begins
CLEARED: Final = 6  # two-player step; a: card, b: deck
ENDED: Final = 7  # a: number of turns played
