"""The production step: points, free points, cards and tiles taken, placement (FK-6); and the score of the turn (FK-12)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    ARCHITECTURE,
    ARCHITECTURE_GLORY,
    BIT,
    BUILDING,
    BUILDING_POINTS,
    CARD_GLORY,
    CURRENCY,
    LORE,
    MATCHING,
    N_BUILDINGS,
    N_TRACKS,
    PAPER,
    SHIPS,
    UNIT,
    size,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_FREE,
    T_POINTS,
    T_SETTLE,
    add_points,
    add_units,
    become_private,
    city_actions,
    city_id,
    city_of,
    decide,
    gain,
    go_on,
    has,
    push,
    refill_display,
    refresh_access,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.scoring import turn_glory
from brehon.games.fallen_kingdoms.state import (
    DEAL_TILE,
    PLACE_UNIT,
    SITE,
    SPENDING,
    WHICH_BUILDING,
    Fallen,
    Step,
)


def fixed_points(s: Fallen, seat: int, track: int) -> int:
    """What Currency, buildings and resources add to a track, all together (FK-6.24)."""
    held = s.held[seat]
    points = 1 if has(s, seat, CURRENCY) else 0  # FK-6.13
    each = BUILDING_POINTS + 1 if has(s, seat, PAPER) else BUILDING_POINTS  # FK-6.15
    points += each * size(held & s.built[track] & ~s.temples)  # FK-6.14, FK-10.6
    squares = size(held & s.map.square[track])
    points += 2 * squares  # FK-6.16
    if has(s, seat, MATCHING[track]):
        points += squares + size(held & s.map.circle[track])  # FK-6.18, FK-6.17: a circle gives nothing else
    return points


def free_points(s: Fallen, seat: int) -> int:
    ports = size(s.held[seat] & s.map.ports)
    return size(s.held[seat]) + ports * (2 if has(s, seat, SHIPS) else 1)  # FK-6.19, FK-6.20


@final
class Produce(Step):
    """Steps 1 to 4; the free points are counted first (FK-6.21)."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        seat = s.active
        s.points = free_points(s, seat)
        push(s, T_FREE)
        lore = fixed_points(s, seat, LORE)
        buildings = fixed_points(s, seat, BUILDING)
        units = fixed_points(s, seat, UNIT)
        if log is not None:
            log.append(Event(events.PRODUCED, seat, units, buildings, lore))
            log.append(Event(events.FREE, seat, s.points))
        push(s, T_POINTS, seat * N_TRACKS + LORE, lore)
        push(s, T_POINTS, seat * N_TRACKS + BUILDING, buildings)
        add_points(s, seat, UNIT, units, log)


@final
class Points(Step):
    """Points waiting for a track."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        add_points(s, a // N_TRACKS, a % N_TRACKS, b, log)


@final
class Free(Step):
    """FK-6.23: every free point is spent."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.points > 0:
            decide(s, SPENDING, s.active)


@final
class Spending(Decision):
    """FK-6.22: the active seat puts a free point on a track of its choice."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SPEND]
        return [first, first + 1, first + 2]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        track = action - s.table.first[actions.SPEND]
        s.points -= 1
        if log is not None:
            log.append(Event(events.SPENT, s.active, track))
        push(s, T_FREE)
        go_on(s)
        add_points(s, s.active, track, 1, log)


@final
class TakeBuilding(Decision):
    """FK-6.7: the owner of a full building track takes a building of the display; FK-6.12: he must."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.TAKE]
        out = [first + building for building in range(N_BUILDINGS) if building in s.market]
        if s.table.switches.may_decline:
            out.insert(0, s.table.first[actions.PASS])  # FK-6.32
        return out

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.PASS]:
            if log is not None:
                log.append(Event(events.DECLINED, s.seat))
            go_on(s)
            return
        building = action - s.table.first[actions.TAKE]
        s.market.remove(building)
        s.waiting[s.seat * N_BUILDINGS + building] += 1
        if log is not None:
            log.append(Event(events.TOOK_BUILDING, s.seat, building))
        if s.stack > 0:
            s.phase = DEAL_TILE
        else:
            go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.TAKE:
            return None
        return Reason("not-shown", "FK-6.7", Message(N_("no building of this kind is on display")))


@final
class TakeLore(Decision):
    """FK-6.9: the owner of a full knowledge track takes a card of the display."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.LEARN]
        return [first + card for card in sorted(set(s.display))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        card = action - s.table.first[actions.LEARN]
        s.display.remove(card)
        if log is not None:
            log.append(Event(events.LEARNED, s.seat, card))
        become_private(s, s.seat, card, log)
        if s.producing and s.seat == s.active:
            s.fresh += 1 << 2 * card  # FK-6.25: it works after production
        refresh_access(s)  # FK-11.12: any other card works at once
        gain(s, s.seat, CARD_GLORY, events.FOR_KNOWLEDGE, log)  # FK-6.10
        refill_display(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.LEARN:
            return None
        return Reason("not-shown", "FK-6.9", Message(N_("this card is not on display")))


@final
class Settle(Step):
    """Step 5, the new knowledge works; step 6, buildings and then units are placed."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        seat = s.active
        if s.producing:
            s.producing = False
            if s.fresh:
                s.fresh = 0
                refresh_access(s)
        if s.held[seat] & free_slots(s):
            kinds = [building for building in range(N_BUILDINGS) if s.waiting[seat * N_BUILDINGS + building]]
            if kinds:  # FK-6.28
                s.place = kinds[0]
                decide(s, SITE if len(kinds) == 1 else WHICH_BUILDING, seat)
                return
        if s.sheet[seat] > 0:  # FK-6.27: buildings without a place wait
            decide(s, PLACE_UNIT, seat)


def free_slots(s: Fallen) -> int:
    """Cities whose slot holds neither building nor temple (FK-10.5)."""
    return s.map.everywhere & ~(s.built[0] | s.built[1] | s.built[2] | s.temples)


@final
class WhichBuilding(Decision):
    """Which of the waiting buildings is placed next."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.BUILD]
        return [first + kind for kind in range(N_BUILDINGS) if s.waiting[s.active * N_BUILDINGS + kind]]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.place = action - s.table.first[actions.BUILD]
        s.phase = SITE

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind == actions.SITE:
            return Reason("which", "FK-6.26", Message(N_("choose the building first, then its city")))
        if kind == actions.PLACE:
            return no_unit_yet(s)
        return not_waiting() if kind == actions.BUILD else None


def not_waiting() -> Reason:
    return Reason("not-there", "FK-6.26", Message(N_("no building of this kind waits on your sheet")), 1, 0)


def no_unit_yet(s: Fallen) -> Reason:
    """Why no unit is placed while a building can be."""
    if s.sheet[s.active] == 0:
        return Reason("no-unit", "FK-6.30", Message(N_("no unit waits on your sheet")), 1, 0)
    return Reason("buildings-first", "FK-6.28", Message(N_("buildings are placed before units")))


@final
class Site(Decision):
    """FK-6.26: a building goes into a controlled city with a free slot."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.SITE, s.held[s.active] & free_slots(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.SITE)
        s.waiting[s.active * N_BUILDINGS + s.place] -= 1
        s.built[s.place] |= BIT[city]
        if log is not None:
            log.append(Event(events.BUILT, s.active, city_id(s, city), s.place))
        s.place = -1
        if has(s, s.active, ARCHITECTURE):
            gain(s, s.active, ARCHITECTURE_GLORY, events.FOR_ARCHITECTURE, log)  # FK-6.29
        push(s, T_SETTLE)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind == actions.PLACE:
            return no_unit_yet(s)
        if kind == actions.BUILD:
            return self.no_other(s, action - s.table.first[actions.BUILD])
        if kind != actions.SITE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.SITE)
        if s.owner[city] != s.active:
            return Reason("not-yours", "FK-6.26", Message(N_("you do not control this city")))
        if s.temples & BIT[city]:
            return Reason("temple", "FK-10.5", Message(N_("a temple fills the slot of this city")))
        return Reason("built", "FK-6.26", Message(N_("this city already has a building")))

    def no_other(self, s: Fallen, building: int) -> Reason:
        """Why no building is chosen now."""
        if s.waiting[s.active * N_BUILDINGS + building] == 0:
            return not_waiting()
        text = (
            N_("this building is chosen: name its city")
            if building == s.place
            else N_("the chosen building is placed first")
        )
        return Reason("chosen", "FK-6.26", Message(text))


@final
class PlaceUnit(Decision):
    """FK-6.30: units go, one by one, into cities where the player has units. FK-6.31: they have not moved."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.PLACE, s.held[s.active])

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.PLACE)
        s.sheet[s.active] -= 1
        add_units(s, s.active, city, 1)
        if log is not None:
            log.append(Event(events.PLACED, s.active, city_id(s, city), 1))
        if s.sheet[s.active] == 0:
            go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind == actions.BUILD and s.waiting[s.active * N_BUILDINGS + action - s.table.first[actions.BUILD]] == 0:
            return not_waiting()
        if kind in (actions.BUILD, actions.SITE):
            return Reason(
                "no-slot", "FK-6.27", Message(N_("no building is waiting that one of your cities has room for"))
            )
        if kind != actions.PLACE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        return Reason("not-yours", "FK-6.30", Message(N_("you have no units in this city")))


@final
class Score(Step):
    """The last step of a player turn."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        parts = turn_glory(s, s.active)
        for reason in range(len(parts)):
            if parts[reason]:
                gain(s, s.active, parts[reason], events.TURN_REASONS[reason], log)
