"""The fields of a state of The Arrival and their valid values, for positions as text."""

from __future__ import annotations

from typing import Final

from brehon.core.position import Field, lists, numbers
from brehon.games.arrival.data import CARDS_EACH, N_BACKS, N_SECTIONS, N_SPECIES, N_STACKS, tile_count
from brehon.games.arrival.state import ENDED, FACE_DOWN, Table

MANY: Final = 9999  # more fame or corruption than any game has seen


def fields_of(table: Table) -> list[Field]:
    n, box, island, deck = table.n_seats, table.box, table.island, table.deck
    everyone, everywhere, tiles = (1 << n) - 1, island.main | island.isle, box.all_tiles
    each, species = [n], [N_SPECIES]
    return [
        *numbers("phase", 0, ENDED),
        *numbers("round", 0, table.rounds + 1),
        *numbers("seat starter next_starter", -1, n - 1),
        *numbers("flag", 0, 1),
        *numbers("step", 0, CARDS_EACH * n),
        *numbers("choosing begun passed", 0, everyone),
        *numbers("owed", -1, tile_count(tiles)),
        *numbers("todo allowed", 0, 9),
        *numbers("target", -1, island.n_places - 1),
        *numbers("brochs caers castles dark shadow built", 0, everywhere),
        *numbers("display used", 0, tiles),
        *numbers("unseen mixed old", 0, deck.all),
        *numbers("swords_left", 0, box.swords),
        *numbers("shields_left", 0, box.shields),
        *lists("forts near", each, 0, everywhere),
        *lists("fomori", species, 0, everywhere),
        *lists("hidden discard", species, 0, sum(box.copies)),
        *lists("guards", [island.n_provinces], 0, box.shields),
        *lists("fame corruption", each, 0, MANY),
        *lists("earned", each if table.earned_total else [0], 0, MANY),
        *lists("stock discs saved", each, 0, box.discs),
        *lists("swords", each, 0, box.swords),
        *lists("shields", each, 0, box.shields),
        *lists("held", each, 0, sum(box.copies)),
        *lists("tiles", each, 0, tiles),
        *lists("trophies spent", each, 0, island.n_places),
        *lists("blocked", each, 0, (1 << N_SECTIONS) - 1),
        *lists("sealed", each, -1, N_SECTIONS - 1),
        *lists("rows", [CARDS_EACH * n], FACE_DOWN - N_BACKS + 1, deck.n_cards - 1),
        *lists("sizes", [N_STACKS], 0, deck.n_cards),
        *lists("tops", [N_STACKS], -1, N_BACKS - 1),
        *lists("loose", [N_BACKS], 0, deck.n_cards),
    ]
