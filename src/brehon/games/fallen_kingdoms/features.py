"""A state of Fallen Kingdoms in numbers, from a seat's side: what a learned evaluation sees."""

from typing import Final

from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING,
    LENGTH,
    LORE,
    N_BUILDINGS,
    N_GODS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    UNIT,
    size,
)
from brehon.games.fallen_kingdoms.evaluate import LORE_WORTH, rounds_left, standing, win_chance
from brehon.games.fallen_kingdoms.phases.production import fixed_points, free_points
from brehon.games.fallen_kingdoms.scoring import depleted, intimidation_of, turn_glory
from brehon.games.fallen_kingdoms.state import (
    B5,
    B6,
    B7,
    ENDED,
    MOVE,
    MOVE_SEND,
    MOVE_TO,
    R1,
    TAKE_BUILDING,
    TAKE_LORE,
    Fallen,
)

NAMES: Final = [
    # the pace of the game
    "rounds_left", "knowledge_left", "buildings_left", "rumors_left", "used_up", "seats", "placing", "invasions",
    # glory
    "score", "score_lead", "score_lead_at_end", "promise", "turn_glory", "turn_glory_to_come", "scores_soon",
    # the kingdom
    "cities", "cities_share", "ports", "squares", "circles", "buildings", "buildings_to_come", "units", "sheet", "reserve",
    "fallen", "invader", "temple", "cities_to_come",
    # production
    "unit_points", "building_points", "knowledge_points", "free_points", "unit_track", "building_track",
    "knowledge_track", "waiting", "takes_building", "takes_knowledge", "production_to_come",
    # knowledge and rumors
    "knowledge", "knowledge_worth", "fights_better", "moves_better", "rumors", "rumors_lead", "intimidation", "most_feared",
    # borders and battles
    "marching", "attack_odds", "attack_prize", "besieged", "planned", "planning",
    # the course of the round
    "active", "turn_to_come", "marker",
    "saga", "loki", "holler", "tyr", "freyr", "heimdall", "forseti", "norns", "odin",
]  # fmt: skip

WHOLE: Final = len(NAMES)
COMBAT: Final = 7 << 9  # strategy, archery, masonry
MOBILITY: Final = 7 << 3  # navigation, horse riding, cartography


def clip(value: float) -> float:
    return 2.0 if value > 2.0 else -2.0 if value < -2.0 else value


def pace(s: Fallen, rounds: float, out: list[float]) -> None:
    whole = float(s.table.switches.trophies * s.n_seats)
    out.append(rounds / 6.0)
    out.append(float(s.deck + len(s.display)) / whole)
    out.append(float(s.stack + len(s.market)) / whole)
    out.append(float(s.rumor_left) / whole)
    out.append(float(depleted(s)) / 2.0)
    out.append(float(s.n_seats - 3) / 3.0)
    out.append(1.0 if s.round == 0 else 0.0)
    out.append(1.0 if s.order else 0.0)


def glory(s: Fallen, seat: int, rounds: float, out: list[float]) -> float:
    best = -1000
    for rival in range(s.n_seats):
        if rival != seat:
            best = max(best, s.score[rival])
    lead = clip(float(s.score[seat] - best) / 40.0)
    each = 0
    for part in turn_glory(s, seat):
        each += part
    out.append(float(s.score[seat]) / 100.0)
    out.append(lead)
    out.append(lead / (1.0 + rounds))
    out.append(standing(s, seat) / 100.0)
    out.append(float(each) / 12.0)
    out.append(float(each) * rounds / 40.0)
    soon = s.round > 0 and not s.order and (s.active == seat or turn_to_come(s, seat))
    out.append(float(each) / 12.0 if soon else 0.0)
    return float(each)


def turn_to_come(s: Fallen, seat: int) -> bool:
    """Whether a seat's turn of this round is still to come."""
    if s.round == 0 or s.order or s.marker < 0:
        return False
    return (seat - s.marker) % s.n_seats > (s.active - s.marker) % s.n_seats


def kingdom(s: Fallen, seat: int, rounds: float, out: list[float]) -> None:
    held = s.held[seat]
    land = s.map
    cities = float(size(held))
    built = (s.built[0] | s.built[1] | s.built[2]) & ~s.temples
    buildings = float(size(held & built))
    units = 30 - s.reserve[seat] - s.sheet[seat]
    out.append(cities / 8.0)
    out.append(cities / float(land.n_cities))
    out.append(float(size(held & land.ports)) / 4.0)
    out.append(float(size(held & land.squares)) / 3.0)
    out.append(float(size(held & (land.circle[0] | land.circle[1] | land.circle[2]))) / 3.0)
    out.append(buildings / 4.0)
    out.append(buildings * rounds / 12.0)
    out.append(float(units) / 20.0)
    out.append(float(s.sheet[seat]) / 4.0)
    out.append(float(s.reserve[seat]) / 15.0)
    out.append(1.0 if held == 0 and s.round > 0 else 0.0)
    out.append(float(s.invaders >> seat & 1))
    out.append(1.0 if s.temple[seat] >= 0 else 0.0)
    out.append(cities * rounds / 24.0)


def production(s: Fallen, seat: int, rounds: float, out: list[float]) -> None:
    fixed = [fixed_points(s, seat, track) for track in range(N_TRACKS)]
    free = free_points(s, seat)
    at = seat * N_TRACKS
    waiting = 0
    for kind in range(N_BUILDINGS):
        waiting += s.waiting[seat * N_BUILDINGS + kind]
    out.append(float(fixed[UNIT]) / 6.0)
    out.append(float(fixed[BUILDING]) / 6.0)
    out.append(float(fixed[LORE]) / 6.0)
    out.append(float(free) / 10.0)
    for track in range(N_TRACKS):
        out.append(float(s.tracks[at + track]) / float(LENGTH[track]))
    out.append(float(waiting) / 2.0)
    out.append(1.0 if s.phase == TAKE_BUILDING and s.seat == seat else 0.0)
    out.append(1.0 if s.phase == TAKE_LORE and s.seat == seat else 0.0)
    out.append(float(fixed[0] + fixed[1] + fixed[2] + free) * rounds / 60.0)


def lore(s: Fallen, seat: int, rounds: float, out: list[float]) -> None:
    """Private knowledge, and what it is worth over the rounds to come; rumors and fear."""
    cards = s.private[seat]
    number = 0
    worth = 0.0
    for card in range(N_KNOWLEDGE):
        if cards >> 2 * card & 3:
            number += 1
            worth += LORE_WORTH[card]
    rumors = 0
    most = 0
    fear = -1
    mine = 0
    for other in range(s.n_seats):
        n = 0
        for value in range(N_RUMORS):
            n += s.rumors[other * N_RUMORS + value]
        dread = intimidation_of(s.god[other], s.rumors, s.access[other], other) if s.god[other] >= 0 else 0
        if other == seat:
            rumors = n
            mine = dread
        else:
            most = max(most, n)
            fear = max(fear, dread)
    out.append(float(number) / 4.0)
    out.append(worth * rounds / 20.0)
    out.append(float(size(s.access[seat] & COMBAT)) / 2.0)
    out.append(float(size(s.access[seat] & MOBILITY)) / 2.0)
    out.append(float(rumors) / 4.0)
    out.append(clip(float(rumors - most) / 3.0))
    out.append(clip(float(mine - fear) / 40.0))
    out.append(1.0 if mine > fear else 0.0)


def battles(s: Fallen, seat: int, out: list[float]) -> None:
    """Units on their way and the odds of their attacks; the seat's own city under attack."""
    marching = 0
    odds = 0.0
    prize = 0.0
    planned = 0.0
    besieged = 0.0
    if s.orders:
        side = 1 if s.stage in (B5, B6, B7) else 0
        built = (s.built[0] | s.built[1] | s.built[2]) & ~s.temples
        seen = 0
        for order in s.orders:
            goal = order >> 6 & 63
            n = order & 63
            if seat == s.active:
                marching += n
            if seen & BIT[goal]:
                continue
            seen |= BIT[goal]
            owner = s.owner[goal]
            if owner == s.active:
                continue
            if owner < 0:
                planned += 1.0 if seat == s.active else 0.0
                continue
            if seat != s.active and seat != owner:
                continue
            army = 0
            for other in s.orders:
                if other >> 6 & 63 == goal:
                    army += other & 63
            win = win_chance(s, army, s.units[goal], owner, side if goal == s.target else 0)
            if seat == owner:
                besieged += win * (1.0 + float(s.units[goal]) / 4.0)
            else:
                odds += win
                prize += win * (2.0 if built & BIT[goal] else 1.0)
    elif s.target >= 0 and s.stage == R1 and s.target < s.map.n_cities and s.owner[s.target] == seat:
        besieged = 0.5
    planning = seat == s.active and s.phase in (MOVE, MOVE_TO, MOVE_SEND)
    out.append(float(marching) / 10.0)
    out.append(odds / 2.0)
    out.append(prize / 4.0)
    out.append(besieged / 3.0)
    out.append(planned / 3.0)
    out.append(1.0 if planning else 0.0)


def course(s: Fallen, seat: int, out: list[float]) -> None:
    out.append(1.0 if s.active == seat and s.round > 0 and not s.order else 0.0)
    out.append(1.0 if turn_to_come(s, seat) else 0.0)
    out.append(1.0 if s.marker == seat else 0.0)


def gods(s: Fallen, seat: int, out: list[float]) -> None:
    mine = s.god[seat] if s.god else -1
    for god in range(N_GODS):
        out.append(1.0 if god == mine else 0.0)


def features(s: Fallen, seat: int) -> list[float]:
    out: list[float] = []
    if s.phase == ENDED or s.map.n_cities == 0 or s.marker < 0:
        for _ in range(WHOLE - N_GODS):  # decided by the result, or only the gods are there yet
            out.append(0.0)
        gods(s, seat, out)
        return out
    rounds = rounds_left(s)
    pace(s, rounds, out)
    glory(s, seat, rounds, out)
    kingdom(s, seat, rounds, out)
    production(s, seat, rounds, out)
    lore(s, seat, rounds, out)
    battles(s, seat, out)
    course(s, seat, out)
    gods(s, seat, out)
    return out
