"""What the phases share: moving units, cards and glory, and the steps that wait on `todo`."""

from typing import Final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING,
    KNOWLEDGE_DISPLAY,
    LENGTH,
    LORE,
    N_KNOWLEDGE,
    NAVIGATION,
    NO_BUILDING_GLORY,
    NO_CARD_GLORY,
    UNIT,
    members,
)
from brehon.games.fallen_kingdoms.scoring import intimidation_of
from brehon.games.fallen_kingdoms.state import DEAL_LORE, STEPS, TAKE_BUILDING, TAKE_LORE, Fallen, Phase

# steps, in the order of the table in phases/table.py
T_DEAL: Final = 0  # the two displays and the rumor deck are set up
T_START: Final = 1  # the next group of the starting placement
T_TURN: Final = 2  # a player turn begins
T_PRODUCE: Final = 3
T_POINTS: Final = 4  # a: seat * 3 + track, b: points
T_FREE: Final = 5
T_SETTLE: Final = 6  # placement of buildings and units
T_MOVE: Final = 7
T_BATTLES: Final = 8  # the next battle, or none
T_BATTLE: Final = 9  # a: stage
T_LEAVE: Final = 10  # the next unit driven out
T_RAMPAGE: Final = 11  # a: city
T_RAMPAGED: Final = 12
T_ADVANCED: Final = 13
T_TEMPLE: Final = 14  # a: city, b: captor
T_RUMOR: Final = 15  # a: seat that takes the top card
T_FALL: Final = 16  # a: loser, b: winner; only if the loser has no unit left
T_SCORE: Final = 17
T_NEXT: Final = 18  # the next player turn, or the end of the round
T_HANDLE: Final = 19  # the next seat of the invasion step
T_TAKE_OVER: Final = 20  # a: receiver
T_PATHS: Final = 21  # the next path, or the end of the invasion
T_STRIKE: Final = 22  # a: city, b: dice
T_FOLLOW: Final = 23
T_REST: Final = 24  # what is left in reserve is placed
T_FINAL: Final = 25  # final rumor adjustment
T_PLAGUE: Final = 26  # Holler's next city
N_STEPS: Final = 27


def push(s: Fallen, step: int, a: int = 0, b: int = 0) -> None:
    """This happens next; what was pushed before it, later."""
    s.todo.append(step | a << 6 | b << 12)


def go_on(s: Fallen) -> None:
    s.phase = STEPS


def decide(s: Fallen, phase: int, seat: int) -> None:
    s.phase = phase
    s.seat = seat


# -- cities and units


def city_id(s: Fallen, city: int) -> int:
    """The number of a city in the whole tile set, as actions and events use it."""
    return s.map.ids[city] if city >= 0 else -1


def city_actions(s: Fallen, kind: int, mask: int) -> list[int]:
    """The actions of a kind for the cities of a mask, ascending."""
    first = s.table.first[kind]
    ids = s.map.ids
    return [first + ids[city] for city in members(mask)]


def city_of(s: Fallen, action: int, kind: int) -> int:
    """The city of the map that an action of a kind names, or -1."""
    return s.map.city[action - s.table.first[kind]]


def add_units(s: Fallen, seat: int, city: int, n: int) -> None:
    """Units of a seat arrive in a city that is its own or empty."""
    s.units[city] += n
    if s.owner[city] != seat:
        s.owner[city] = seat
        s.held[seat] |= BIT[city]


def remove_units(s: Fallen, city: int, n: int) -> None:
    """Units leave or die; without units a city is nobody's."""
    s.units[city] -= n
    if s.units[city] == 0:
        s.held[s.owner[city]] &= ~BIT[city]
        s.owner[city] = -1


def occupied(s: Fallen) -> int:
    mask = 0
    for held in s.held:
        mask |= held
    return mask


def empty_cities(s: Fallen) -> int:
    return s.map.everywhere & ~occupied(s)


def enemy_cities(s: Fallen, seat: int) -> int:
    return occupied(s) & ~s.held[seat]


def road_next_to(s: Fallen, mask: int) -> int:
    """Every city that is road-adjacent to one of these."""
    near = 0
    road = s.map.road
    for city in members(mask):
        near |= road[city]
    return near


def adjacent(s: Fallen, seat: int, city: int) -> int:
    """What is adjacent to a city for a seat: by road or route, and with Navigation every port of its sea."""
    if s.access[seat] >> NAVIGATION & 1:
        return s.map.sailing[city]  # FK-7.13
    return s.map.adjacent[city]


def refuges(s: Fallen, seat: int, city: int) -> int:
    """Adjacent cities that are friendly or empty (FK-8.19: also by sea)."""
    return adjacent(s, seat, city) & (s.held[seat] | empty_cities(s)) & ~BIT[city]


def arrive(s: Fallen, seat: int, city: int, n: int) -> None:
    """Units enter a city that is friendly or empty; a temple of another player in it is captured next (FK-10.2)."""
    if s.temples & BIT[city] and s.owner[city] != seat and s.temple[seat] != city:
        push(s, T_TEMPLE, city, seat)
    add_units(s, seat, city, n)


def marching(s: Fallen, city: int) -> int:
    """Units on their way into a battle."""
    n = 0
    for order in s.orders:
        if order >> 6 & 63 == city:
            n += order & 63
    return n


def pending_targets(s: Fallen) -> int:
    mask = 0
    for order in s.orders:
        mask |= BIT[order >> 6 & 63]
    return mask


# -- glory, intimidation, knowledge


def gain(s: Fallen, seat: int, points: int, reason: int, log: list[Event] | None) -> None:
    """Glory; with hidden scoring only its owner learns how much."""
    s.score[seat] += points
    if log is not None:
        if s.table.switches.hidden_scoring:
            log.append(Event(events.HIDDEN_GLORY, seat, 0, reason))
            log.append(Event(events.GLORY, seat, points, reason, seen_by=1 << seat))
        else:
            log.append(Event(events.GLORY, seat, points, reason))


def has(s: Fallen, seat: int, knowledge: int) -> bool:
    """Access: the card lies in front of the seat and works, or it is public (FK-1.13)."""
    return s.access[seat] >> knowledge & 1 == 1


def intimidation(s: Fallen, seat: int) -> int:
    """FK-8.31: asked for whenever it is needed."""
    return intimidation_of(s.god[seat], s.rumors, s.access[seat], seat)


def refresh_access(s: Fallen) -> None:
    """Work out anew which knowledge works for whom."""
    for seat in range(s.n_seats):
        cards = s.private[seat]
        if s.producing and seat == s.active:
            cards -= s.fresh
        mask = s.public
        for knowledge in range(N_KNOWLEDGE):
            if cards >> 2 * knowledge & 3:
                mask |= 1 << knowledge
        s.access[seat] = mask


def become_private(s: Fallen, seat: int, knowledge: int, log: list[Event] | None) -> None:
    """A card comes in front of a seat; with duplicates a public copy goes (FK-17.6)."""
    s.private[seat] += 1 << 2 * knowledge
    if s.public >> knowledge & 1:
        s.public -= 1 << knowledge
        s.discarded += 1
        if log is not None:
            log.append(Event(events.DISCARDED, seat, knowledge))


def become_public(s: Fallen, knowledge: int, log: list[Event] | None) -> None:
    """A card goes to the common area, unless a copy is there or in front of anybody."""
    for seat in range(s.n_seats):
        if s.private[seat] >> 2 * knowledge & 3 or s.public >> knowledge & 1:
            s.discarded += 1
            if log is not None:
                log.append(Event(events.DISCARDED, -1, knowledge))
            return
    s.public |= 1 << knowledge  # FK-11.8
    if log is not None:
        log.append(Event(events.PUBLIC, -1, knowledge))


def give_back(s: Fallen, seat: int, log: list[Event] | None) -> None:
    """The knowledge on a god card becomes public again."""
    card = s.lent[seat]
    if card < 0:
        return
    s.lent[seat] = -1
    s.private[seat] -= 1 << 2 * card
    if log is not None:
        log.append(Event(events.RETURNED, seat, card))
    become_public(s, card, log)


# -- production points


def add_points(s: Fallen, seat: int, track: int, n: int, log: list[Event] | None) -> None:
    """Points go on a track one at a time (FK-6.2); a choice interrupts, and the rest follows it (FK-6.3)."""
    at = seat * 3 + track
    if track == UNIT:
        total = s.tracks[at] + n
        s.tracks[at] = total % LENGTH[UNIT]
        make_units(s, seat, total // LENGTH[UNIT], log)
        return
    while n > 0:
        missing = LENGTH[track] - s.tracks[at]
        if n < missing:
            s.tracks[at] += n  # FK-6.4
            return
        n -= missing
        s.tracks[at] = 0
        if track == BUILDING and not s.market:
            gain(s, seat, NO_BUILDING_GLORY, events.FOR_NO_BUILDING, log)  # FK-6.8
        elif track == LORE and not s.display:
            gain(s, seat, NO_CARD_GLORY, events.FOR_NO_KNOWLEDGE, log)  # FK-6.11
        else:
            if n > 0:
                push(s, T_POINTS, at, n)
            decide(s, TAKE_BUILDING if track == BUILDING else TAKE_LORE, seat)
            return


def make_units(s: Fallen, seat: int, n: int, log: list[Event] | None) -> None:
    made = min(n, s.reserve[seat])  # FK-6.6, FK-1.11
    if made > 0:
        s.reserve[seat] -= made  # FK-6.5
        s.sheet[seat] += made
        if log is not None:
            log.append(Event(events.MADE_UNITS, seat, made))


def refill_display(s: Fallen) -> None:
    """The next knowledge card is turned up, if a place is free and a card is left."""
    s.phase = DEAL_LORE if s.deck > 0 and len(s.display) < KNOWLEDGE_DISPLAY else STEPS


def deck_outcomes(s: Fallen) -> list[int]:
    """What the top card of the knowledge deck can be: any card not seen, or the one that the Norns put there."""
    first = s.table.first[actions.LORE_CARD]
    if s.deck > len(s.bottom):
        return [first + knowledge for knowledge in range(N_KNOWLEDGE) if s.pool >> 2 * knowledge & 3]
    return [first + s.bottom[0]]


def deck_weights(s: Fallen) -> list[int]:
    if s.table.switches.copies == 1 or s.deck == len(s.bottom):
        return []
    out: list[int] = []
    for knowledge in range(N_KNOWLEDGE):
        copies = s.pool >> 2 * knowledge & 3
        if copies:
            out.append(copies)
    return out


def draw_card(s: Fallen, knowledge: int) -> int:
    """Take the top card off the deck; returns the mask of those who knew that it lay there."""
    known = 0
    if s.deck > len(s.bottom):
        s.pool -= 1 << 2 * knowledge
    else:
        s.bottom.pop(0)
        known = s.bottom_seen.pop(0)
    s.deck -= 1
    return known


# -- why not

CITY_KINDS: Final = [
    actions.PLACE, actions.TREACHERY, actions.PLAGUE, actions.SITE, actions.FROM, actions.TO, actions.BATTLE,
    actions.REINFORCE, actions.FLEE, actions.LOSE, actions.DETACH, actions.WITHDRAW, actions.RAMPAGE, actions.REPLACE,
    actions.STRIP, actions.FOLLOW, actions.TEMPLE,
]  # fmt: skip

# [kind] the rule that says when this is done, and when
WHEN_RULES: Final = [
    "FK-2.14", "FK-3.1", "FK-6.30", "FK-5.1", "FK-4.2", "FK-5.6", "FK-5.21", "FK-5.10", "FK-5.16", "FK-5.25",
    "FK-5.25", "FK-5.25", "FK-5.29", "FK-5.30", "FK-6.7", "FK-6.9", "FK-6.22", "FK-6.26", "FK-6.26", "FK-7.1",
    "FK-7.3", "FK-7.1", "FK-7.2", "FK-8.1", "FK-8.24", "FK-8.5", "FK-8.17", "FK-8.18", "FK-8.16", "FK-8.36",
    "FK-8.36", "FK-8.41", "FK-8.41", "FK-9.4", "FK-9.10", "FK-15.2", "FK-15.4", "FK-15.10", "FK-15.11", "FK-15.14",
    "FK-15.30", "FK-15.36", "FK-13.6",
]  # fmt: skip
WHEN_TEXTS: Final = [
    N_("tiles are laid before the game begins"),
    N_("gods are chosen before the game begins"),
    N_("units are placed at the start, after production, and after an invasion"),
    N_("a god's power is used at the start of one's turn"),
    N_("there is nothing to pass: this has to be decided"),
    N_("only Saga copies another god, at the start of the turn"),
    N_("public knowledge is claimed by Heimdall's power, at the start of the turn"),
    N_("treachery is Loki's power, at the start of the turn"),
    N_("the plague is Holler's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("rumor cards are swapped by Forseti's power, at the start of the turn"),
    N_("a card is kept when the Norns have drawn"),
    N_("a displayed card is replaced when the Norns have drawn"),
    N_("a building is taken when the building track is full"),
    N_("a knowledge card is taken when the knowledge track is full"),
    N_("free points are spent during production"),
    N_("buildings are placed after production"),
    N_("buildings are placed after production"),
    N_("units are ordered in the movement step"),
    N_("a destination is named after a source"),
    N_("a number of units is named after a source and a destination"),
    N_("orders are given and carried out in the movement step"),
    N_("a battle is chosen when the moves have been carried out"),
    N_("only a defender with Cartography reinforces, before a combat roll"),
    N_("dice are rolled in a battle, by the side whose turn it is"),
    N_("only an attacker retreats home, before a roll of his own"),
    N_("only a defender flees to a refuge, before a roll of his own"),
    N_("casualties are chosen by an attacker whose units came from several cities"),
    N_("a unit is chosen when intimidation drives it out"),
    N_("a unit leaves when intimidation drives it out"),
    N_("a city is occupied when its last defender is gone"),
    N_("the army returns when the last defender is gone"),
    N_("a rampage follows a city whose defenders all died on the first roll"),
    N_("units advance when a rampage has emptied a city"),
    N_("invasions come at the end of a round, in order of priority"),
    N_("a kingdom is surrendered by a player who begins an invasion"),
    N_("units are replaced by whoever receives a surrendered kingdom"),
    N_("units are moved in by whoever receives a surrendered kingdom"),
    N_("a path is chosen by an invader"),
    N_("a follow-up comes after a path's first strike"),
    N_("a temple is placed at the start and at the end of an invasion"),
    N_("payers are chosen at the final rumor adjustment"),
]


def not_now(s: Fallen, action: int) -> Reason:
    """The action belongs to another moment, or to chance."""
    kind = s.table.space.kind_of[action]
    if kind >= len(WHEN_TEXTS):
        return Reason("chance", "", Message(N_("only chance can do this")))
    return Reason("phase", WHEN_RULES[kind], Message(WHEN_TEXTS[kind]))


def off_map(s: Fallen, action: int) -> Reason | None:
    """A reason if the action names a city that this map does not have."""
    kind = s.table.space.kind_of[action]
    if kind in CITY_KINDS and s.map.city[action - s.table.first[kind]] < 0:
        return Reason("off-map", "FK-2.4", Message(N_("this city is not on the map")))
    return None


class Decision(Phase):
    """A phase whose reasons are asked for only when an action is not among the legal ones."""

    def why_not(self, s: Fallen, action: int) -> Reason | None:
        if action in self.legal(s):
            return None
        reason = self.refusal(s, s.table.space.kind_of[action], action)
        return reason if reason is not None else not_now(s, action)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        """Why an action that is not legal cannot be done, by the same tests; None if it does not belong here at all."""
        return None
