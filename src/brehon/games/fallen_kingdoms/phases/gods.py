"""The god step of a player turn (FK-5)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    BUILDING,
    FORSETI,
    FREYR,
    HEIMDALL,
    HOLLER,
    LOKI,
    LORE,
    N_GODS,
    N_KNOWLEDGE,
    N_RUMORS,
    NORNS,
    NORNS_CARDS,
    ODIN,
    SAGA,
    TYR,
    UNIT,
    members,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_FALL,
    T_MOVE,
    T_NEXT,
    T_PLAGUE,
    T_POINTS,
    T_PRODUCE,
    T_SCORE,
    T_SETTLE,
    add_points,
    become_private,
    city_actions,
    city_id,
    decide,
    enemy_cities,
    give_back,
    go_on,
    make_units,
    push,
    refresh_access,
    refuges,
    remove_units,
    road_next_to,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, no_power, off_map
from brehon.games.fallen_kingdoms.state import (
    FORSETI_ASK,
    FORSETI_WITH,
    GOD,
    LOKI_REFUGE,
    NORNS_DRAW,
    Fallen,
    Step,
)


@final
class Turn(Step):
    """FK-4.2: god power, production, movement and attack, scoring."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        seat = s.active
        push(s, T_NEXT)
        s.barred = s.claimed[seat]
        s.claimed[seat] = -1
        if s.held[seat] == 0:  # FK-4.4, FK-4.5
            s.barred = -1
            give_back(s, seat, log)
            refresh_access(s)
            if log is not None:
                log.append(Event(events.SKIPPED, seat, s.round))
            return
        if log is not None:
            log.append(Event(events.TURN, seat, s.round))
        s.producing = True
        s.fresh = 0
        s.attacked = 0
        if s.lent[seat] >= 0:
            give_back(s, seat, log)  # FK-5.22
            refresh_access(s)
        push(s, T_SCORE)
        push(s, T_MOVE)
        push(s, T_SETTLE)
        push(s, T_PRODUCE)  # FK-5.1
        s.power = s.god[seat]
        # FK-5.3: with a temple on the board; FK-10.9: even in an empty city
        if s.temple[seat] >= 0 and is_usable(s, s.power):
            decide(s, GOD, seat)


def is_usable(s: Fallen, god: int) -> bool:
    """Whether the active seat could do anything with the power of this god."""
    seat = s.active
    if god == SAGA:
        return copies(s) != 0
    if god == LOKI:
        return treachery_targets(s) != 0
    if god == HOLLER:
        return plague_targets(s) != 0
    if god == TYR:
        return s.reserve[seat] > 0
    if god == FREYR:
        return True
    if god == HEIMDALL:
        return claimable(s) != 0
    if god == FORSETI:  # FK-5.27
        return rumor_cards(s, seat) > 0 and swap_partners(s) != 0
    if god == NORNS:
        return s.deck > 0
    return False  # FK-5.31: Odin


def copies(s: Fallen) -> int:
    """Mask of the gods that Saga may copy: those of other players whose power can be used, and Odin."""
    mask = 0
    for seat in range(s.n_seats):
        god = s.god[seat]
        # FK-5.6; FK-5.7: whatever its owner has on the board; FK-5.8: Odin, for nothing
        if seat != s.active and (god == ODIN or is_usable(s, god)):
            mask |= 1 << god
    return mask


def treachery_targets(s: Fallen) -> int:
    """FK-5.10, and FK-5.14: a unit to send in must be spare."""
    if spare_cities(s, s.active) == 0:
        return 0
    mask = 0
    near = enemy_cities(s, s.active) & road_next_to(s, s.held[s.active]) & ~s.temples
    for city in members(near):
        if refuges(s, s.owner[city], city):
            mask |= BIT[city]
    return mask


def plague_targets(s: Fallen) -> int:
    """FK-5.16; FK-5.4: a temple protects its city."""
    near = road_next_to(s, s.held[s.active])
    return enemy_cities(s, s.active) & near & ~s.temples & ~s.attacked


def spare_cities(s: Fallen, seat: int) -> int:
    """Cities of a seat with two units or more."""
    mask = 0
    for city in members(s.held[seat]):
        if s.units[city] >= 2:
            mask |= BIT[city]
    return mask


def claimable(s: Fallen) -> int:
    """Mask of the public knowledge that Heimdall may take; FK-5.23: not the same twice in a row."""
    return s.public & ~(1 << s.barred) if s.barred >= 0 else s.public


def rumor_cards(s: Fallen, seat: int) -> int:
    return sum(s.rumors[seat * N_RUMORS : seat * N_RUMORS + N_RUMORS])


def swap_partners(s: Fallen) -> int:
    mask = 0
    for seat in range(s.n_seats):
        if seat != s.active and rumor_cards(s, seat) > 0:
            mask |= 1 << seat
    return mask


@final
class God(Decision):
    """FK-5.2: the active seat may use its power. FK-5.5: only powers that act on cities care for temples."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first
        stop = first[actions.PASS]
        power = s.power
        if power == SAGA:
            mask = copies(s)
            return [stop] + [first[actions.COPY] + god for god in range(N_GODS) if mask >> god & 1]
        if power == HEIMDALL:
            mask = claimable(s)
            return [stop] + [first[actions.CLAIM] + card for card in range(N_KNOWLEDGE) if mask >> card & 1]
        if power == LOKI:
            return [stop, *city_actions(s, actions.TREACHERY, treachery_targets(s))]
        if power == HOLLER:
            return [stop, *city_actions(s, actions.PLAGUE, plague_targets(s))]
        if power == FORSETI:
            own = s.active * N_RUMORS
            return [stop] + [first[actions.OFFER] + value for value in range(N_RUMORS) if s.rumors[own + value]]
        return [first[actions.POWER], stop]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        kind = s.table.space.kind_of[action]
        arg = action - s.table.first[kind]
        if kind == actions.PASS:
            if log is not None and s.points == 0:
                log.append(Event(events.NO_POWER, s.active))
            end_power(s)
        elif kind == actions.COPY:
            s.power = arg
            if arg in (TYR, FREYR, NORNS, ODIN):
                self.use(s, log)  # FK-5.9: only the power, nothing else of the god
        elif kind == actions.CLAIM:
            self.claim(s, arg, log)
        elif kind == actions.TREACHERY:
            if log is not None:
                log.append(Event(events.POWER, s.active, LOKI))
            s.target = s.map.city[arg]
            # FK-5.12, or the victim, by an option of the table
            decide(s, LOKI_REFUGE, s.owner[s.target] if s.table.switches.victim_chooses else s.active)
        elif kind == actions.PLAGUE:
            self.plague(s, s.map.city[arg], log)
        elif kind == actions.OFFER:
            s.place = arg
            decide(s, FORSETI_WITH, s.active)
        else:
            self.use(s, log)

    def use(self, s: Fallen, log: list[Event] | None) -> None:
        """Powers without their own choice."""
        seat = s.active
        power = s.power
        if log is not None:
            log.append(Event(events.POWER, seat, power))
        end_power(s)
        if power == TYR:
            make_units(s, seat, 3, log)  # FK-5.19
        elif power == FREYR:  # FK-5.20
            push(s, T_POINTS, seat * 3 + LORE, 2)
            push(s, T_POINTS, seat * 3 + BUILDING, 2)
            add_points(s, seat, UNIT, 2, log)
        elif power == NORNS:
            s.power = NORNS
            s.drawn = []
            s.points = min(NORNS_CARDS, s.deck)  # FK-5.28
            if log is not None:
                log.append(Event(events.LOOKED, seat, s.points))
            s.phase = NORNS_DRAW

    def claim(self, s: Fallen, card: int, log: list[Event] | None) -> None:
        """FK-5.21; FK-5.24: for no glory. The card still works for its new owner, who had access to it before."""
        seat = s.active
        s.public -= 1 << card
        s.lent[seat] = card
        s.claimed[seat] = card
        become_private(s, seat, card, log)
        refresh_access(s)
        if log is not None:
            log.append(Event(events.POWER, seat, HEIMDALL))
            log.append(Event(events.CLAIMED, seat, card))
        end_power(s)

    def plague(self, s: Fallen, city: int, log: list[Event] | None) -> None:
        if s.points == 0:
            s.points = 3
            if log is not None:
                log.append(Event(events.POWER, s.active, HOLLER))
        s.points -= 1
        loser = s.owner[city]
        s.attacked |= BIT[city]  # each city once
        if log is not None:
            log.append(Event(events.PLAGUED, s.active, city_id(s, city), loser))
        remove_units(s, city, 1)  # FK-5.17
        s.reserve[loser] += 1
        push(s, T_PLAGUE)
        push(s, T_FALL, loser, s.active)  # FK-5.18
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        missing = off_map(s, action)
        power = s.power
        arg = action - s.table.first[kind]
        if kind == actions.TREACHERY and power == LOKI:
            return missing if missing is not None else no_treachery(s, s.map.city[arg])
        if kind == actions.PLAGUE and power == HOLLER:
            return missing if missing is not None else no_plague(s, s.map.city[arg])
        if kind == actions.COPY and power == SAGA:
            if all(s.god[seat] != arg for seat in range(s.n_seats) if seat != s.active):
                return Reason("no-god", "FK-5.6", Message(N_("no other player has this god")))
            return Reason("useless", "FK-5.6", Message(N_("this god's power cannot be used now")))
        if kind == actions.CLAIM and power == HEIMDALL:
            if s.public >> arg & 1:
                return Reason("again", "FK-5.23", Message(N_("you took this card on your last turn")))
            return Reason("not-public", "FK-5.21", Message(N_("this knowledge is not public")))
        if kind == actions.OFFER and power == FORSETI:
            return Reason("no-card", "FK-5.25", Message(N_("you have no rumor card of this value")), 1, 0)
        own = no_power(s, kind)
        if own is not None:
            return own
        if kind in (actions.POWER, actions.COPY, actions.CLAIM, actions.TREACHERY, actions.PLAGUE, actions.OFFER):
            return Reason("other-god", "FK-5.1", Message(N_("this is not the power of your god")))
        return None


def end_power(s: Fallen) -> None:
    s.power = -1
    s.barred = -1
    s.points = 0
    s.attacked = 0
    go_on(s)


def no_treachery(s: Fallen, city: int) -> Reason:
    if not enemy_cities(s, s.active) & BIT[city]:
        return Reason("not-enemy", "FK-5.10", Message(N_("no other player has units in this city")))
    if s.temples & BIT[city]:
        return Reason("temple", "FK-5.4", Message(N_("a temple protects this city from the powers of gods")))
    if not road_next_to(s, s.held[s.active]) & BIT[city]:
        return Reason("far", "FK-5.10", Message(N_("no road joins this city to one of yours")))
    return Reason("no-refuge", "FK-5.10", Message(N_("the units there have nowhere to go")))


def no_plague(s: Fallen, city: int) -> Reason:
    if s.attacked & BIT[city]:
        return Reason("again", "FK-5.16", Message(N_("this city has already lost a unit to the plague")))
    if not enemy_cities(s, s.active) & BIT[city]:
        return Reason("not-enemy", "FK-5.16", Message(N_("no other player has units in this city")))
    if s.temples & BIT[city]:
        return Reason("temple", "FK-5.4", Message(N_("a temple protects this city from the powers of gods")))
    return Reason("far", "FK-5.16", Message(N_("no road joins this city to one of yours")))


@final
class NextPlague(Step):
    """Up to three cities; the player may stop after the first."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.points > 0 and plague_targets(s):
            decide(s, GOD, s.active)
        else:
            end_power(s)


@final
class ForsetiWith(Decision):
    """The opponent whose card Forseti takes."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SWAP_WITH]
        mask = swap_partners(s)
        return [first + seat for seat in range(s.n_seats) if mask >> seat & 1]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.target = action - s.table.first[actions.SWAP_WITH]
        decide(s, FORSETI_ASK, s.active)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.SWAP_WITH:
            return None
        return Reason("no-card", "FK-5.27", Message(N_("this player is yourself or has no rumor card")), 1, 0)


@final
class ForsetiAsk(Decision):
    """FK-5.25: one card for another; FK-5.26: no score changes."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.ASK]
        return [first + value for value in range(N_RUMORS) if s.rumors[s.target * N_RUMORS + value]]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        value = action - s.table.first[actions.ASK]
        s.rumors[s.active * N_RUMORS + s.place] -= 1
        s.rumors[s.active * N_RUMORS + value] += 1
        s.rumors[s.target * N_RUMORS + value] -= 1
        s.rumors[s.target * N_RUMORS + s.place] += 1
        if log is not None:
            log.append(Event(events.POWER, s.active, FORSETI))
            log.append(Event(events.SWAPPED, s.active, s.place, s.target, value))
        s.target = -1
        s.place = -1
        end_power(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.ASK:
            return None
        return Reason("no-card", "FK-5.25", Message(N_("this player has no rumor card of this value")), 1, 0)
