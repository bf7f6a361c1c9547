"""A hand-made estimate of how good a state of Fallen Kingdoms is for a seat, in glory: what Cottar uses.

Glory now, and what the kingdom will bring in the remaining rounds: cities by their worth and by the chance to hold them,
buildings, knowledge, tracks, units. A battle counts by its odds; a plan of moves by what it would lead to.
"""

from typing import Final

from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING,
    BUILDING_ROWS,
    GOD_ROWS,
    KNOWLEDGE_ROWS,
    LORE,
    MASONRY,
    N_BUILDINGS,
    N_TRACKS,
    UNIT,
    members,
    size,
)
from brehon.games.fallen_kingdoms.phases.common import marching
from brehon.games.fallen_kingdoms.phases.movement import may_send, reach
from brehon.games.fallen_kingdoms.phases.rampage import rampage_targets
from brehon.games.fallen_kingdoms.phases.retreat import origins
from brehon.games.fallen_kingdoms.scoring import intimidation_of, turn_glory
from brehon.games.fallen_kingdoms.state import (
    ATTACK,
    B5,
    B6,
    B7,
    CHOOSE_GOD,
    COMBAT,
    ENDED,
    FOLLOW,
    LOKI_REFUGE,
    LOKI_SOURCE,
    MOVE_SEND,
    NORNS_DRAW,
    PATH,
    PLACE_REST,
    PLACE_TEMPLE,
    R1,
    RAMPAGE,
    STRIKE,
    SURRENDER,
    TAKE_BUILDING,
    TAKE_LORE,
    WITHDRAW,
    Fallen,
)

POINT: Final = 0.75  # a production point, in glory
UNIT_WORTH: Final = 0.9
TEMPLE_WORTH: Final = 5.0
FEAR_WORTH: Final = 0.12  # a point of intimidation
DENIAL: Final = 0.4  # share of a city's worth that its loss to a rival is worth
NEW_KINGDOM: Final = 5.0  # cities that an invasion can be expected to take
GOD_WORTH: Final = [row.worth for row in GOD_ROWS]
LORE_WORTH: Final = [row.worth for row in KNOWLEDGE_ROWS]
BUILDING_BONUS: Final = [row.bonus for row in BUILDING_ROWS]
MOST: Final = 31


def _battle_tables(need: int) -> list[list[list[float]]]:
    """[side to roll: attacker, defender][attackers][defenders] the chance that the attacker wins if no one retreats.

    Exhaustion is taken as a draw that the attacker does not win.
    """
    good = (7.0 - need) / 6.0
    first = [(1.0 - good) ** 2, 2.0 * good * (1.0 - good), good * good]
    second = [0.25, 0.5, 0.25]
    a_turn = [[0.0] * MOST for _ in range(MOST)]
    d_turn = [[0.0] * MOST for _ in range(MOST)]
    for a in range(1, MOST):
        a_turn[a][0] = 1.0
        d_turn[a][0] = 1.0
    for total in range(2, 2 * MOST - 1):
        for a in range(max(1, total - MOST + 1), min(MOST, total)):
            d = total - a
            # x: the attacker rolls, y: the defender rolls; after two misses the attacker has not won
            x = 0.0
            for hits in (1, 2):
                x += first[hits] * d_turn[a][max(0, d - hits)]
            y = 0.0
            for hits in (1, 2):
                y += second[hits] * (a_turn[max(0, a - hits)][d] if a > hits else 0.0)
            a_turn[a][d] = x + first[0] * y
            d_turn[a][d] = y + second[0] * x
    return [a_turn, d_turn]


EVEN: Final = _battle_tables(4)
WALLS: Final = _battle_tables(5)


def win_chance(s: Fallen, attackers: int, defenders: int, defender: int, side: int) -> float:
    if attackers <= 0:
        return 0.0
    walled = defender >= 0 and s.access[defender] >> MASONRY & 1
    table = WALLS if walled else EVEN
    return table[side][min(attackers, MOST - 1)][min(defenders, MOST - 1)]


def rounds_left(s: Fallen) -> float:
    """After the current one. Two kinds of trophies have to run out: usually knowledge and buildings, about one per round and player each."""
    lore = s.deck + len(s.display)
    tiles = s.stack + len(s.market)
    return max(0.3, max(lore, tiles) * 1.6 / s.n_seats - 1.0)


def city_worth(s: Fallen, city: int, rounds: float) -> float:
    """What a city brings its owner in the remaining rounds, without its building."""
    bit = BIT[city]
    worth = 1.0 + POINT
    if s.map.ports & bit:
        worth += POINT
    if s.map.squares & bit:
        worth += 2.0 * POINT
    elif (s.map.circle[0] | s.map.circle[1] | s.map.circle[2]) & bit:
        worth += 0.2
    if not s.temples & bit:
        for kind in range(N_BUILDINGS):
            if s.built[kind] & bit:
                worth += 2.0 + 2.0 * POINT * BUILDING_BONUS[kind]
    return worth * rounds


def threat(s: Fallen, seat: int, city: int) -> int:
    """The largest army that a rival could send against a city next turn."""
    near = s.map.adjacent[city] & ~s.held[seat]
    if near == 0:
        return 0
    most = 0
    for other in members(near):
        if s.owner[other] >= 0 and s.units[other] - 1 > most:
            most = s.units[other] - 1
    return most


def keep_chance(units: int, danger: int) -> float:
    """How likely a garrison is to hold a city for some time."""
    if danger <= 0:
        return 1.0 if units >= 2 else 0.97
    ratio = units / (danger + 0.5)
    return (0.35 + ratio) / (0.7 + ratio) if ratio < 2.0 else 0.9


def holdings(s: Fallen, seat: int, rounds: float) -> float:
    """Cities, as the plan of moves of this seat would leave them."""
    value = 0.0
    if seat != s.active or not s.orders:
        for city in members(s.held[seat]):
            value += garrison_value(s, seat, city, s.units[city], rounds)
        return value
    cities = s.held[seat]
    for order in s.orders:
        cities |= BIT[order >> 6 & 63]
    for city in members(cities):
        value += planned_value(s, seat, city, 0, 0, rounds)
    return value


def garrison_value(s: Fallen, seat: int, city: int, units: int, rounds: float) -> float:
    """A city of the seat and the units in it."""
    chance = keep_chance(units, threat(s, seat, city))
    return city_worth(s, city, rounds) * chance + UNIT_WORTH * units * (0.6 + 0.4 * chance)


def planned_value(s: Fallen, seat: int, city: int, leaving: int, coming: int, rounds: float) -> float:
    """A city after the plan of the active seat, if so many more units left it and so many more arrived."""
    owner = s.owner[city]
    for order in s.orders:
        if order >> 6 & 63 == city:
            coming += order & 63
    planning = bool(s.sent)
    peaceful = planning and (owner < 0 or owner == seat)  # armies that only move in and do not fight
    value = 0.0
    if owner == seat:
        units = s.units[city] - leaving
        if peaceful:
            units += coming
        if planning:
            units -= s.sent[city]
        value = garrison_value(s, seat, city, units, rounds)
    elif peaceful and coming:
        value = garrison_value(s, seat, city, coming, rounds)
        if s.temples & BIT[city]:
            value += 8.0
    if coming and not peaceful:
        value += army_value(s, seat, city, coming, rounds)
    return value


def army_value(s: Fallen, seat: int, city: int, army: int, rounds: float) -> float:
    """Units that march on a city: the odds of taking it, and what is left of them."""
    side = 1 if s.target == city and s.stage in (B5, B6, B7) else 0
    units = s.units[city] if s.owner[city] != seat else 0
    if units == 0:
        return city_worth(s, city, rounds) + UNIT_WORTH * army + (8.0 if s.temples & BIT[city] else 0.0)
    win = win_chance(s, army, units, s.owner[city], side)
    left = max(1.0, army - 0.7 * units)
    chance = keep_chance(int(left), threat(s, seat, city))
    prize = city_worth(s, city, rounds) * (chance + DENIAL) + (8.0 if s.temples & BIT[city] else 0.0)
    if s.owner[city] >= 0 and size(s.held[s.owner[city]]) == 1:
        prize += 8.0
    home = UNIT_WORTH * max(0.0, army - 0.55 * units)
    return win * (prize + UNIT_WORTH * left + 0.5 * units) + (1.0 - win) * home * 0.8


def besieged(s: Fallen, seat: int, rounds: float) -> float:
    """What a defender may lose in the current battle."""
    if s.defender != seat or s.target < 0 or s.stage == R1 or s.owner[s.target] != seat:
        return 0.0
    side = 1 if s.stage in (B5, B6, B7) else 0
    win = win_chance(s, marching(s, s.target), s.units[s.target], seat, side)
    stake = city_worth(s, s.target, rounds) + UNIT_WORTH * s.units[s.target]
    if s.temples & BIT[s.target]:
        stake += 8.0
    return -win * stake * 0.9


def lore_value(s: Fallen, seat: int, rounds: float) -> float:
    value = 0.0
    card = 0
    left = s.private[seat]
    while left:
        if left & 3:
            value += LORE_WORTH[card] * rounds
        left >>= 2
        card += 1
    return value


def tracks_value(s: Fallen, seat: int, rounds: float) -> float:
    """Points on the tracks, and what will soon be taken for them."""
    lore = 8.0 + 1.2 * rounds if s.display or s.deck else 3.0
    tile = (2.0 + 2.0 * POINT) * rounds * 0.85 if s.market or s.stack else 2.0
    at = seat * N_TRACKS
    unit = UNIT_WORTH if s.reserve[seat] > 2 else 0.1
    value = s.tracks[at + UNIT] * unit / 3.0 + s.tracks[at + BUILDING] * tile / 6.0 + s.tracks[at + LORE] * lore / 9.0
    value += UNIT_WORTH * s.sheet[seat]
    for kind in range(N_BUILDINGS):
        value += s.waiting[seat * N_BUILDINGS + kind] * rounds * (2.0 + 2.0 * POINT * BUILDING_BONUS[kind]) * 0.8
    if s.seat == seat:
        if s.phase == TAKE_BUILDING:
            value += tile
        elif s.phase == TAKE_LORE:
            value += lore
    return value


def invasion_value(s: Fallen, seat: int, rounds: float) -> float:
    """What a started invasion will still bring."""
    if s.active != seat or s.phase not in (SURRENDER, PATH, STRIKE, FOLLOW, PLACE_REST, PLACE_TEMPLE):
        return 0.0
    worth = 2.6 * rounds
    value = UNIT_WORTH * s.reserve[seat] * 0.9 + (0.0 if s.temple[seat] >= 0 else TEMPLE_WORTH)
    used = 0
    for flag in s.flags:
        if flag == seat:
            used += 1
    if s.phase == PATH:
        value += (3 - used) * 1.6 * worth * 0.7
    elif s.phase == FOLLOW:
        value += ((3 - used) * 1.6 + 0.8) * worth * 0.7
    elif s.phase == STRIKE:
        dice = 1.5 if s.stage == 3 else 1.0
        loss = max(0.0, s.units[s.target] - dice)
        value += city_worth(s, s.target, rounds) * (1.0 + DENIAL) * 0.9 - UNIT_WORTH * loss
        value += ((3 - used) * 1.6 + (0.8 if s.stage == 3 else 0.0)) * worth * 0.7
    return value


def standing(s: Fallen, seat: int) -> float:
    """Glory now and to come."""
    rounds = rounds_left(s)
    value = float(s.score[seat])
    if s.phase == ENDED:
        return value
    if s.phase == SURRENDER and s.active == seat:
        value += NEW_KINGDOM * 2.6 * rounds + 17.0 * UNIT_WORTH - 6.0
    elif s.held[seat] == 0 and not s.invaders >> seat & 1:
        value += NEW_KINGDOM * 2.2 * max(0.0, rounds - 1.0)
    else:
        value += holdings(s, seat, rounds) + besieged(s, seat, rounds)
        if s.temple[seat] >= 0:
            value += TEMPLE_WORTH
    value += lore_value(s, seat, rounds) + tracks_value(s, seat, rounds) + invasion_value(s, seat, rounds)
    if s.god[seat] >= 0:
        value += FEAR_WORTH * intimidation_of(s.god[seat], s.rumors, s.access[seat], seat)
    if is_scoring_ahead(s, seat):
        for part in turn_glory(s, seat):
            value += part
    return value


def is_scoring_ahead(s: Fallen, seat: int) -> bool:
    """The seat's own turn is running, so its glory is as good as scored."""
    return s.active == seat and s.round > 0 and not s.order and s.phase != ENDED


def is_still_to_score(s: Fallen, seat: int) -> bool:
    """The seat's turn comes later in this round. Without this, a seat whose turn has begun would seem to have gained."""
    if s.active == seat or s.round == 0 or s.order:
        return False
    return (seat - s.marker) % s.n_seats > s.turn


def moment(s: Fallen, seat: int) -> float:
    """What the current decision promises its owner."""
    rounds = rounds_left(s)
    if s.phase in (LOKI_REFUGE, LOKI_SOURCE) and s.active == seat:
        return city_worth(s, s.target, rounds) * 0.8
    if s.phase == NORNS_DRAW and s.active == seat:
        return 0.5
    if s.phase == COMBAT and s.stage == R1 and s.active == seat:
        few = s.units[s.target] <= 2
        return 1.0 + (0.4 * city_worth(s, s.target, rounds) if few else 0.0)
    if s.phase == RAMPAGE and s.active == seat and rampage_targets(s, s.place):
        return 1.0
    if s.phase == WITHDRAW and s.seat == seat and s.stage == B7:
        return UNIT_WORTH * size(origins(s))
    if s.phase == ATTACK and s.active == seat:
        return 0.1
    return 0.0


def best_order(s: Fallen, seat: int) -> float:
    """The best use of a source that has been chosen (and a destination, if that is chosen too)."""
    goals = [s.target] if s.phase == MOVE_SEND else members(reach(s, seat, s.place))
    most = may_send(s, s.place)
    start = s.place
    rounds = rounds_left(s)
    amounts = {1, (most + 1) // 2, most}
    losses = {n: planned_value(s, seat, start, n, 0, rounds) for n in amounts}
    best = -1.0e9
    for goal in goals:
        before = planned_value(s, seat, goal, 0, 0, rounds)
        for n in amounts:
            best = max(best, losses[n] + planned_value(s, seat, goal, 0, n, rounds) - before)
    return best - planned_value(s, seat, start, 0, 0, rounds)


def is_early(s: Fallen) -> bool:
    """Before there is a kingdom to evaluate."""
    return s.phase == CHOOSE_GOD or s.map.n_cities == 0 or s.marker < 0


def god_worth(s: Fallen, seat: int) -> float:
    return GOD_WORTH[s.god[seat]] if s.god and s.god[seat] >= 0 else 0.0
