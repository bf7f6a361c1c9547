"""What the drawing reads from a view, in one place: names, places, orders, intimidation, and the odds of the next roll."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.contract import OVER
from brehon.core.text import N_, Message, Number
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import (
    ARCHERY,
    BASE,
    BUILDINGS,
    HIT,
    KNOWLEDGE,
    LAWS,
    LITERATURE,
    LITERATURE_VALUE,
    MASONRY,
    MASONRY_HIT,
    N_KNOWLEDGE,
    N_RUMORS,
    NAVIGATION,
    PHILOSOPHY,
    RUMORS,
    STRATEGY,
    size,
)
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.tiles import City, TileSet
from brehon.games.fallen_kingdoms.view import FallenView

CITY_KINDS: Final = [
    a.PLACE, a.TREACHERY, a.PLAGUE, a.SITE, a.FROM, a.TO, a.BATTLE, a.REINFORCE, a.FLEE, a.LOSE, a.DETACH, a.WITHDRAW,
    a.RAMPAGE, a.REPLACE, a.STRIP, a.FOLLOW, a.TEMPLE,
]  # fmt: skip
SEAT_KINDS: Final = [a.SWAP_WITH, a.SURRENDER, a.PAYER]
NUMBER_KINDS: Final = [a.SEND, a.ADVANCE]

SETTING_UP: Final = [st.LAYING, st.DEAL_GOD, st.DEAL_SECOND, st.CHOOSE_GOD]
IN_BATTLE: Final = [
    st.WINDOW, st.WINDOW_SEND, st.ATTACK, st.DEFEND, st.COMBAT, st.REROLL, st.CASUALTY, st.DETACH, st.WITHDRAW, st.VICTORY,
    st.RAMPAGE, st.ADVANCE,
]  # fmt: skip
IN_INVASION: Final = [
    st.INVADE, st.SURRENDER, st.REPLACE, st.STRIP, st.STRIP_TO, st.PATH, st.STRIKE, st.FOLLOW, st.PLACE_REST,
    st.PLACE_TEMPLE,
]  # fmt: skip
GOD_STEP: Final = [
    st.GOD, st.LOKI_REFUGE, st.LOKI_SOURCE, st.FORSETI_WITH, st.FORSETI_ASK, st.NORNS_DRAW, st.NORNS_KEEP,
    st.NORNS_SWAP,
]  # fmt: skip
PLACE_IS_NO_CITY: Final = [  # `place` means something else there
    st.WHICH_BUILDING, st.SITE, st.FORSETI_WITH, st.FORSETI_ASK,
]  # fmt: skip
TARGET_IS_NO_CITY: Final = [st.FORSETI_ASK]  # and `target` does not exist there
MOVING: Final = [st.MOVE, st.MOVE_TO, st.MOVE_SEND, st.PICK_BATTLE]


def tiles_of(rules: FallenRules) -> TileSet:
    assert isinstance(rules.components, TileFile)
    return rules.components.tiles


def grid(rules: FallenRules, v: FallenView) -> tuple[int, int]:
    """Rows and columns of the map, also while it is being built."""
    n = v.table.maps.size
    columns = v.map.columns or n // 2
    return n // columns, columns


def printed(rules: FallenRules, v: FallenView, city: int) -> City:
    """A city of the map as its tile shows it."""
    return tiles_of(rules).cities[v.map.ids[city]]


def building_at(v: FallenView, city: int) -> int:
    for kind in range(len(BUILDINGS)):
        if v.built[kind] >> city & 1:
            return kind
    return -1


def temple_at(v: FallenView, city: int) -> int:
    return v.temple.index(city) if city in v.temple else -1


def orders(v: FallenView) -> list[tuple[int, int, int]]:
    """Planned or marching: from, to, units."""
    return [(order >> 12, order >> 6 & 63, order & 63) for order in v.orders]


def army(v: FallenView, city: int) -> list[tuple[int, int]]:
    """The army marching on a city: city of origin and units."""
    return [(start, n) for start, goal, n in orders(v) if goal == city]


def on_board(v: FallenView, seat: int) -> int:
    n = sum(v.units[city] for city in range(v.map.n_cities) if v.owner[city] == seat)
    if v.active == seat and v.orders and not v.sent:
        n += sum(units for _, _, units in orders(v))
    return n


def n_cities(v: FallenView, seat: int) -> int:
    return size(v.held[seat])


def knowledge_of(v: FallenView, seat: int) -> list[int]:
    """The cards in front of a seat, one for each copy."""
    return [card for card in range(N_KNOWLEDGE) for _ in range(v.private[seat] >> 2 * card & 3)]


def public_knowledge(v: FallenView) -> list[int]:
    return [card for card in range(N_KNOWLEDGE) if v.public >> card & 1]


def is_fresh(v: FallenView, seat: int, card: int) -> bool:
    """Taken this turn, and not working yet."""
    return v.producing and v.active == seat and v.fresh >> 2 * card & 3 != 0 and not v.access[seat] >> card & 1


def rumor_cards(v: FallenView, seat: int) -> list[int]:
    """[value] how many a seat holds."""
    return v.rumors[seat * N_RUMORS : (seat + 1) * N_RUMORS]


def has(v: FallenView, seat: int, knowledge: int) -> bool:
    return seat >= 0 and v.access[seat] >> knowledge & 1 == 1


def intimidation(v: FallenView, seat: int) -> int:
    """The god's base value and the rumor cards; -1 while the god is unknown."""
    if v.god[seat] < 0:
        return -1
    least = LITERATURE_VALUE if has(v, seat, LITERATURE) else 0
    return BASE[v.god[seat]] + sum(n * max(RUMORS[i], least) for i, n in enumerate(rumor_cards(v, seat)))


def score_text(v: FallenView, seat: int) -> str:
    """Glory; of a hidden score only what is left on the track."""
    return f"?{v.score[seat]}" if v.hides_scores and seat != v.seat else str(v.score[seat])


def is_over(v: FallenView) -> bool:
    return v.to_move() == OVER


def best_seats(v: FallenView) -> list[int]:
    most = max(v.score)
    return [seat for seat in range(v.n_seats) if v.score[seat] == most]


def lore_copies(cards: list[int], seen: dict[int, int]) -> list[str]:
    """Names of cards for ids, so that each copy keeps one."""
    found = []
    for card in cards:
        seen[card] = seen.get(card, -1) + 1
        found.append(f"{KNOWLEDGE[card]}-{seen[card]}" if seen[card] else KNOWLEDGE[card])
    return found


def has_battle(v: FallenView) -> bool:
    """Whether the panel of a battle belongs on the table."""
    return v.phase in IN_BATTLE and v.target >= 0


def step_now(v: FallenView) -> int:
    """0 to 4: god, production, movement and battles, scoring is automatic, invasions; -1 before and after."""
    if v.round == 0 or is_over(v) or v.phase in SETTING_UP or v.phase == st.START:
        return -1
    if v.order or v.phase in IN_INVASION:
        return 3
    if v.phase in GOD_STEP:
        return 0
    if v.phase in MOVING or v.phase in IN_BATTLE or v.orders:
        return 2
    return 1 if v.producing or v.phase in (st.SITE, st.WHICH_BUILDING, st.PLACE_UNIT, st.SPENDING) else 2


# -- dice


def digits(dice: int) -> list[int]:
    return [int(digit) for digit in str(dice)] if dice else []


class Roll:
    """The next roll of a battle: who rolls, what hits, and the chances."""

    def __init__(self, v: FallenView, attacking: bool, target: int = -1) -> None:
        """`target` is a city that a rampage could strike; without one, it is the roll of the current battle."""
        is_rampage = v.stage == st.R1 or target >= 0
        defender = v.owner[target] if target >= 0 else v.defender
        target = target if target >= 0 else v.target
        self.attacking = attacking
        self.roller = v.active if attacking else defender
        self.victim = defender if attacking else v.active
        self.need = MASONRY_HIT if attacking and has(v, self.victim, MASONRY) else HIT
        self.strategy = has(v, self.roller, STRATEGY)
        self.archery = has(v, self.roller, ARCHERY)
        self.scare = 0  # the die that drives units out, 0 if none does
        self.immune = attacking and target >= 0 and v.temples >> target & 1 == 1
        self.stronger = intimidation(v, self.roller) > intimidation(v, self.victim)
        allowed = not is_rampage or v.table.switches.rampage_intimidation
        self.refuge = has_refuge(v, self.victim, target)
        if self.stronger and not self.immune and allowed and self.refuge:
            self.scare = 6 if has(v, self.victim, PHILOSOPHY) else HIT
        self.driven = 2 if has(v, self.roller, LAWS) else 1
        there = v.units[target] if attacking else sum(n for _, n in army(v, target))
        self.kills, self.fright = roll_odds(
            self.need, self.strategy, self.archery, self.scare, min(4, there)
        )  # in 1,296ths


def has_refuge(v: FallenView, seat: int, target: int) -> bool:
    """Whether units of a seat can be driven out of a city: to a neighbour that is friendly or empty."""
    if target < 0:
        return False
    near = v.map.sailing[target] if has(v, seat, NAVIGATION) else v.map.adjacent[target]
    return any(near >> city & 1 and v.owner[city] in (-1, seat) for city in range(v.map.n_cities) if city != target)


def one_die(strategy: bool) -> list[int]:
    """[face] of one die, in 36ths."""
    one = [0] * 7
    for face in range(1, 7):
        if strategy and face < HIT:
            for again in range(1, 7):
                one[again] += 1
        else:
            one[face] += 6
    return one


def rampage_odds(v: FallenView, target: int) -> tuple[int, int]:
    """A rampage in a city, in 1,296ths: no unit is left there; no die hits, which costs the rampager a unit."""
    roll = Roll(v, True, target)
    one, units = one_die(roll.strategy), v.units[target]
    emptied = 0
    for low in range(1, 7):
        for high in range(1, 7):
            dead = (low >= roll.need) + (high >= roll.need) + (roll.archery and 6 in (low, high))
            driven = roll.driven if roll.scare and max(low, high) >= roll.scare else 0
            emptied += one[low] * one[high] if dead + driven >= units else 0
    return emptied, sum(one[1 : roll.need]) ** 2


@lru_cache(maxsize=64)
def roll_odds(need: int, strategy: bool, archery: bool, scare: int, units: int) -> tuple[list[int], int]:
    """[kills] and fright, in 1,296ths: two dice, each of which Strategy rolls again if it shows less than 4.

    No more can die than the other side has, and no unit is driven out when none is left.
    """
    one = one_die(strategy)
    kills, fright = [0, 0, 0, 0], 0
    for low in range(1, 7):
        for high in range(1, 7):
            ways = one[low] * one[high]
            dead = min(units, (low >= need) + (high >= need) + (archery and 6 in (low, high)))
            kills[dead] += ways
            fright += ways if scare and max(low, high) >= scare and dead < units else 0
    return kills, fright


def attacker_rolled(v: FallenView) -> bool:
    """Whether the dice on the table are the attacker's."""
    return v.stage in (st.B3, st.B4, st.B5, st.B6, st.R1)


def next_roll(v: FallenView) -> Roll | None:
    """The roll that comes next in a battle or rampage, if there is one."""
    if v.phase == st.ATTACK or (v.phase in (st.WINDOW, st.WINDOW_SEND) and v.stage == st.B1):
        return Roll(v, True)
    if v.phase == st.DEFEND or (v.phase in (st.WINDOW, st.WINDOW_SEND) and v.stage == st.B5):
        return Roll(v, False)
    if v.phase in (st.COMBAT, st.REROLL):
        return Roll(v, v.stage != st.B7)
    if v.phase == st.WITHDRAW and v.stage == st.B3:
        return Roll(v, False)
    return Roll(v, True) if v.phase in (st.CASUALTY, st.DETACH, st.WITHDRAW) and v.stage == st.B7 else None


def strike_odds(n_dice: int) -> list[int]:
    """[hits] of a strike, in eighths or quarters."""
    return [1, 3, 3, 1] if n_dice == 3 else [1, 2, 1]


def percent(ways: int, of: int) -> Message:
    """A chance for people: in per cent, to a tenth."""
    tenths = (2000 * ways + of) // (2 * of)
    return Message(N_("%(number)s %%"), number=Number(tenths / 10, 1 if tenths % 10 else 0))
