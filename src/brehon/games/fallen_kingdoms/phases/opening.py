"""Before the first round: the map, the gods, the decks and the starting placement (FK-2, FK-3)."""

from math import comb
from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BASE,
    BIT,
    BUILDING_DISPLAY,
    COPIES,
    GROUP,
    KNOWLEDGE_DISPLAY,
    N_BUILDINGS,
    N_GODS,
    N_RUMORS,
    PASSES,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_DEAL,
    T_START,
    T_TURN,
    add_units,
    city_actions,
    city_id,
    city_of,
    decide,
    deck_outcomes,
    deck_weights,
    draw_card,
    empty_cities,
    enemy_cities,
    go_on,
    occupied,
    push,
    road_next_to,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import (
    CHOOSE_GOD,
    DEAL_GOD,
    DEAL_LORE,
    DEAL_SECOND,
    DEAL_TILE,
    START,
    STEPS,
    TURN_RUMOR,
    Fallen,
    Step,
    choosing,
)


@final
class Laying(Decision):
    """FK-2.14: the map is built tile by tile, row by row, by chance so that every valid map is equally likely, or by hand."""

    def legal(self, s: Fallen) -> list[int]:
        ways = s.table.maps.ways(s.laid)
        return [lay for lay in range(len(ways)) if ways[lay] > 0]

    def weights(self, s: Fallen) -> list[int]:
        return [ways for ways in s.table.maps.ways(s.laid) if ways > 0]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if log is not None:
            log.append(Event(events.LAID, -1, action, len(s.laid)))
        s.laid.append(action)
        if len(s.laid) == s.table.maps.size:
            if s.table.maps.is_fit(s.laid):
                spread_map(s, s.laid)
                s.phase = DEAL_GOD
            s.laid = []  # an unplayable map is drawn again

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.LAY:
            return None
        if action // 8 in [lay // 8 for lay in s.laid]:
            return Reason("laid", "FK-2.1", Message(N_("this tile is already laid")))
        if not s.table.maps.fits(s.laid, action):
            text = N_("its halves do not match those next to it: land meets land and water meets water")
            return Reason("mismatch", "FK-2.5", Message(text))
        return Reason("dead-end", "FK-2.4", Message(N_("no map with the right number of cities begins like this")))


def spread_map(s: Fallen, lays: list[int]) -> None:
    """The finished map is on the table, empty."""
    s.map = s.table.maps.build(lays)
    s.owner = [-1] * s.map.n_cities
    s.units = [0] * s.map.n_cities
    s.flags = [-1] * s.map.n_paths


@final
class DealGod(Decision):
    """FK-3.1: chance deals a god card to the next seat; only that seat sees it."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.GOD_CARD]
        return [first + god for god in range(N_GODS) if god not in s.dealt]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        god = action - s.table.first[actions.GOD_CARD]
        dealt = s.dealt[:]
        dealt[s.seat * 2 + (0 if dealt[s.seat * 2] < 0 else 1)] = god
        s.dealt = dealt
        if log is not None:
            log.append(Event(events.GOD_DEALT, s.seat, god, seen_by=1 << s.seat))
        next_god_card(s, log)


def next_god_card(s: Fallen, log: list[Event] | None) -> None:
    """One card for each seat, then a second one while there are cards: 9 - n seats with five or six players."""
    n = s.n_seats
    for seat in range(n):
        if s.dealt[seat * 2] < 0:
            decide(s, DEAL_GOD, seat)
            return
    seconds = 0
    for seat in range(n):
        if s.dealt[seat * 2 + 1] >= 0:
            seconds += 1
    if seconds < min(n, N_GODS - n):  # FK-3.2
        for seat in range(n):
            if s.table.switches.newcomers >> seat & 1 and s.dealt[seat * 2 + 1] < 0 and n > N_GODS - n:
                decide(s, DEAL_GOD, seat)  # FK-3.26
                return
        if n <= N_GODS - n:
            decide(s, DEAL_GOD, seconds)
        else:
            s.phase = DEAL_SECOND
        return
    god = s.god[:]
    for seat in range(n):
        if s.dealt[seat * 2 + 1] < 0:
            god[seat] = s.dealt[seat * 2]  # no choice
    s.god = god
    decide(s, CHOOSE_GOD, lowest_chooser(s))


def lowest_chooser(s: Fallen) -> int:
    for seat in range(s.n_seats):
        if s.god[seat] < 0:
            return seat
    return 0


@final
class DealSecond(Decision):
    """Chance selects a seat that gets a second god card."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SECOND]
        return [first + seat for seat in range(s.n_seats) if s.dealt[seat * 2 + 1] < 0]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        decide(s, DEAL_GOD, action - s.table.first[actions.SECOND])


@final
class ChooseGod(Decision):
    """FK-3.3: every seat chooses in secret; the last choice reveals all."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.CHOOSE]
        a = s.dealt[s.seat * 2]
        b = s.dealt[s.seat * 2 + 1]
        return [first + min(a, b), first + max(a, b)]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        god = s.god[:]
        god[s.seat] = action - s.table.first[actions.CHOOSE]
        s.god = god
        if log is not None:
            log.append(Event(events.CHOSE, s.seat))
        if choosing(s.god):
            s.seat = lowest_chooser(s)
            return
        s.seat = 0  # the same, whichever seat chose last
        first = 0
        for seat in range(s.n_seats):
            if log is not None:
                log.append(Event(events.REVEALED, seat, s.god[seat], reveals=True))  # FK-3.4: the other card is not
            if BASE[s.god[seat]] < BASE[s.god[first]]:
                first = seat
        s.marker = first  # FK-3.16
        if log is not None:
            log.append(Event(events.FIRST, first, 0))
        push(s, T_DEAL)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.CHOOSE:
            return None
        return Reason("not-dealt", "FK-3.1", Message(N_("this god was not dealt to you")))


@final
class Deal(Step):
    """The displays and the rumor deck; each card is drawn only now (FK-3.8, FK-3.10, FK-3.12)."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        push(s, T_DEAL)
        if len(s.display) < min(KNOWLEDGE_DISPLAY, s.deck + len(s.display)):  # FK-3.9
            s.phase = DEAL_LORE
        elif len(s.market) < min(BUILDING_DISPLAY, s.stack + len(s.market)):  # FK-3.11
            s.phase = DEAL_TILE
        elif s.rumor_top < 0:
            s.phase = TURN_RUMOR
        else:
            s.todo.pop()
            push(s, T_START)


@final
class DealLore(Decision):
    """Chance reveals the top card of the knowledge deck."""

    def legal(self, s: Fallen) -> list[int]:
        return deck_outcomes(s)

    def weights(self, s: Fallen) -> list[int]:
        return deck_weights(s)

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        knowledge = action - s.table.first[actions.LORE_CARD]
        draw_card(s, knowledge)
        s.display.append(knowledge)
        s.display.sort()
        if log is not None:
            log.append(Event(events.KNOWLEDGE_UP, -1, knowledge))
        go_on(s)


@final
class DealTile(Decision):
    """Chance reveals the top building of the stack."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.TILE]
        return [first + building for building in range(N_BUILDINGS) if s.tiles[building] > 0]

    def weights(self, s: Fallen) -> list[int]:
        return [n for n in s.tiles if n > 0]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        building = action - s.table.first[actions.TILE]
        s.tiles[building] -= 1
        s.stack -= 1
        s.market.append(building)
        s.market.sort()
        if log is not None:
            log.append(Event(events.BUILDING_UP, -1, building))
        go_on(s)


@final
class TurnRumor(Decision):
    """Chance reveals the next rumor card: the lowest of a hidden, sorted hand out of all that may be in it (FK-3.13)."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.RUMOR]
        weights = rumor_weights(s)
        return [first + value for value in range(N_RUMORS) if weights[value] > 0]

    def weights(self, s: Fallen) -> list[int]:
        return [weight for weight in rumor_weights(s) if weight > 0]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.rumor_top = action - s.table.first[actions.RUMOR]  # FK-3.14: only this card is open
        if log is not None:
            log.append(Event(events.RUMOR_UP, -1, s.rumor_top))
        go_on(s)


def rumor_weights(s: Fallen) -> list[int]:
    """[value] in how many ways the deck can be made up if its next card has this value.

    FK-3.15: there is no need to sort the deck. It is any choice of the unseen cards that are not lower than the last one seen.
    """
    each = COPIES * s.table.switches.copies
    last = 0
    for value in range(N_RUMORS):
        for seat in range(s.n_seats):
            if s.rumors[seat * N_RUMORS + value] > 0:
                last = value
    seen = 0  # cards of the last value drawn so far
    for seat in range(s.n_seats):
        seen += s.rumors[seat * N_RUMORS + last]
    out = [0] * N_RUMORS
    higher = each * (N_RUMORS - 1 - last)
    for more in range(1, each - seen + 1):
        if more <= s.rumor_left:
            out[last] += comb(each, seen + more) * comb(higher, s.rumor_left - more)
    for value in range(last + 1, N_RUMORS):
        above = each * (N_RUMORS - value)
        lowest = comb(above, s.rumor_left) - comb(above - each, s.rumor_left)
        out[value] = comb(each, seen) * lowest
    return out


@final
class NextGroup(Step):
    """FK-3.18: seven passes, clockwise and counter-clockwise in turn; then the first round begins."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        n = s.n_seats
        if s.turn == PASSES * n:
            s.turn = 0
            s.round = 1
            s.active = s.marker
            push(s, T_TURN)
            return
        at = s.turn % n
        if s.turn // n % 2:
            at = n - 1 - at
        decide(s, START, (s.marker + at) % n)


@final
class StartPlace(Decision):
    """FK-3.17: a group of three units goes into one city; the first one with the temple."""

    def choices(self, s: Fallen) -> int:
        mine = s.held[s.seat]
        if s.turn < s.n_seats:
            empty = empty_cities(s)  # FK-3.19
            apart = empty & ~road_next_to(s, enemy_cities(s, s.seat))  # FK-3.20
            return apart if apart else empty  # FK-3.22
        near = 0
        for city in range(s.map.n_cities):
            if mine & BIT[city]:
                near |= s.map.adjacent[city]
        return mine | (near & empty_cities(s))  # FK-3.23, FK-3.24, FK-3.25

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.PLACE, self.choices(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.PLACE)
        s.reserve[s.seat] -= GROUP
        add_units(s, s.seat, city, GROUP)
        if log is not None:
            log.append(Event(events.PLACED, s.seat, city_id(s, city), GROUP))
        if s.turn < s.n_seats:
            s.temple[s.seat] = city  # FK-3.21
            s.temples |= BIT[city]
            if log is not None:
                log.append(Event(events.TEMPLE_BUILT, s.seat, city_id(s, city)))
        s.turn += 1
        push(s, T_START)
        s.phase = STEPS

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.PLACE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.PLACE)
        if occupied(s) & BIT[city]:
            rule = "FK-3.19" if s.turn < s.n_seats else "FK-3.23"
            return Reason("occupied", rule, Message(N_("another player has units in this city")))
        if s.turn < s.n_seats:
            text = N_("your first city may not be joined by a road to a city of another player")
            return Reason("too-near", "FK-3.20", Message(text))
        return Reason("too-far", "FK-3.23", Message(N_("this city is not adjacent to any of yours")))
