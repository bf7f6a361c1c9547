"""How much a leader of The Arrival has of what matters, counted by the rules: for vocabulary.py."""

from __future__ import annotations

from math import nan
from typing import Final

from brehon.core.contract import State
from brehon.core.odds import softmax
from brehon.core.vocabulary import MIDDLE, Measure
from brehon.games.arrival.data import BARD, FIRST_PLAIN, TILE_BITS, copies, tile_count
from brehon.games.arrival.evaluate import overrun_chance, prospects
from brehon.games.arrival.features import NAMES, cards, clip
from brehon.games.arrival.phases.reach import free_sites, last_forts, unoccupied
from brehon.games.arrival.phases.tiles import tile_gain
from brehon.games.arrival.scoring import count_dark, count_forts, final_corruption, final_fame
from brehon.games.arrival.state import BLOCK, DRAW, KEEP, MASTER, MIGRATE, RUSE, TAKE, TURN, Arrival

LEAD: Final = 6.0  # points of a lead that make the odds e to one, in the middle of a game
CLEAR: Final = 0.08  # of the win: an ending that is better by less is not called the better one


def known(state: State) -> Arrival:
    assert isinstance(state, Arrival)
    return state


def fame(state: State, seat: int) -> float:
    """What counts if the tribes hold: the track, the provinces of the forts, every three items and tiles."""
    return float(final_fame(known(state), seat))


def corruption(state: State, seat: int) -> float:
    """What counts if the tribes are overrun."""
    return float(final_corruption(known(state), seat))


def margin(state: State, seat: int) -> float:
    """Locations that the tribes have more than the Fomori."""
    s = known(state)
    return float(count_forts(s) - count_dark(s))


def better_ending(state: State, seat: int) -> float:
    """How much likelier the leader is to win if the tribes hold than if they are overrun; 0 if that is about the same."""
    s = known(state)
    held = softmax([prospects(s, leader, 0.0) for leader in range(s.n_seats)], 2.0 * LEAD)[seat]
    lost = softmax([prospects(s, leader, 1.0) for leader in range(s.n_seats)], LEAD)[seat]
    return held - lost if abs(held - lost) >= CLEAR else 0.0


def last_round(state: State, seat: int) -> float:
    """The round with which the game ends, as far as it is known."""
    s = known(state)
    return float(s.round if s.flag else s.table.rounds)


def tile_fame(state: State, seat: int) -> float:
    """Fame that the tiles in hand would bring now."""
    s = known(state)
    pile = s.tiles[seat]
    tiles = [tile for tile in range(FIRST_PLAIN, s.table.box.n_tiles) if tile != BARD and copies(pile, tile)]
    return float(sum(copies(pile, tile) * tile_gain(s, seat, tile) for tile in tiles))


def fame_with_tiles(state: State, seat: int) -> float:
    return fame(state, seat) + tile_fame(state, seat)


def fame_alone(state: State, seat: int) -> float:
    """Not a number, so nothing is said of it, as long as tiles in hand would bring more: a tile that is used up brings no more fame than it had."""
    return fame(state, seat) if tile_fame(state, seat) == 0.0 else nan


def bards(state: State, seat: int) -> float:
    return float(copies(known(state).tiles[seat], BARD))


def special_tiles(state: State, seat: int) -> float:
    """Tiles with a time or a target of their own."""
    return float(tile_count(known(state).tiles[seat] & ((1 << (TILE_BITS * FIRST_PLAIN)) - 1)))


def fame_tiles(state: State, seat: int) -> float:
    """The other tiles but for the bards."""
    return float(tile_count(known(state).tiles[seat])) - bards(state, seat) - special_tiles(state, seat)


def provinces(state: State, seat: int) -> float:
    s = known(state)
    return float(sum(1 for land in s.table.island.lands if land & s.forts[seat]))


def guards(state: State, seat: int) -> float:
    """Shields in the provinces where the leader has forts."""
    s = known(state)
    return float(sum(s.guards[i] for i, land in enumerate(s.table.island.lands) if land & s.forts[seat]))


def exposed(state: State, seat: int) -> float:
    """Forts that Fomori could spread to; a leader's last one is safe."""
    s = known(state)
    return float((s.forts[seat] & s.shadow & ~last_forts(s)).bit_count())


def moment(state: State) -> int:
    """A number for Vocabulary.turn: it changes with every action, and with every tile or trophy that is used."""
    s = known(state)
    if s.phase in (RUSE, MIGRATE, KEEP):
        return MIDDLE
    left = {TURN: s.todo, TAKE: s.owed + 1, DRAW: s.step, BLOCK: s.blocked[s.seat].bit_count(), MASTER: s.saved[s.seat]}
    extras = tile_count(s.tiles[s.seat]) + s.trophies[s.seat]
    return (((s.round * 32 + s.phase) * 8 + s.seat) * 64 + left.get(s.phase, 0)) * 64 + extras


def room(state: State, seat: int) -> float:
    """Empty locations that can be built on without paying fame."""
    s = known(state)
    return float((free_sites(s, seat) & unoccupied(s)).bit_count())


def threats(state: State, seat: int) -> float:
    """Fomori and castles next to own forts."""
    s = known(state)
    return float((s.near[seat] & s.dark).bit_count())


def starts(state: State, seat: int) -> float:
    """Whether the leader begins the next round: the first to pass, once someone has."""
    s = known(state)
    return 1.0 if (s.next_starter if s.next_starter >= 0 else s.starter) == seat else 0.0


def from_cards(name: str, unit: float) -> Measure:
    """What the best section that can still be left open shows, or would on average."""
    place = NAMES.index(name) - NAMES.index("earning")

    def measure(state: State, seat: int) -> float:
        s = known(state)
        out: list[float] = []
        cards(s, seat, overrun_chance(s), out)
        return unit * out[place]

    return measure


# -- features that follow from others

DERIVED: Final = (
    "fame_lead", "corruption_lead", "fame_if_prevailed", "corruption_if_overrun", "fame_lead_if_prevailed", "corruption_lead_if_overrun",
    "dark_lead_at_end", "elements", "supply_to_come", "forts_to_come", "fomori_for_rivals", "rival_forts_in_shadow",
    "card_fomori_if_overrun", "rivals_passed",
)  # fmt: skip
AT: Final = {name: place for place, name in enumerate(NAMES)}


def derive(table: list[list[float]]) -> None:
    """As features.py computes them, from the other features of all seats."""
    for seat, f in enumerate(table):
        rivals = [other for number, other in enumerate(table) if number != seat]
        overrun = (1.0 + f[AT["overrun"]]) / 2.0
        rounds = f[AT["rounds_left"]]
        items = 5.0 * f[AT["discs"]] + 5.0 * f[AT["swords"]] + 4.0 * f[AT["shields"]]
        best_fame = max(other[AT["fame"]] for other in rivals)
        least = min(other[AT["corruption"]] for other in rivals)
        f[AT["fame_lead"]] = clip(40.0 * (f[AT["fame"]] - best_fame) / 15.0)
        f[AT["corruption_lead"]] = clip(20.0 * (least - f[AT["corruption"]]) / 6.0)
        f[AT["fame_if_prevailed"]] = (1.0 - overrun) * f[AT["fame"]]
        f[AT["fame_lead_if_prevailed"]] = (1.0 - overrun) * f[AT["fame_lead"]]
        f[AT["corruption_if_overrun"]] = overrun * f[AT["corruption"]]
        f[AT["corruption_lead_if_overrun"]] = overrun * f[AT["corruption_lead"]]
        f[AT["card_fomori_if_overrun"]] = overrun * f[AT["card_fomori"]]
        f[AT["dark_lead_at_end"]] = clip(2.0 * f[AT["dark_lead"]]) * (1.0 - rounds)
        f[AT["elements"]] = (items + 4.0 * f[AT["tiles"]]) / 6.0
        f[AT["supply_to_come"]] = rounds * items / 8.0
        f[AT["forts_to_come"]] = rounds * f[AT["forts"]]
        f[AT["fomori_for_rivals"]] = sum(6.0 * other[AT["fomori"]] for other in table) / 12.0
        f[AT["rival_forts_in_shadow"]] = sum(6.0 * other[AT["forts_in_shadow"]] for other in rivals) / 10.0
        f[AT["rivals_passed"]] = sum(other[AT["passed"]] for other in rivals) / float(max(1, len(rivals)))
