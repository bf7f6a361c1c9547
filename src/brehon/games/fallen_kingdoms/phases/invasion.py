"""The invasion step: who invades, surrender, paths, strikes, and the end of an invasion (FK-15)."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.core.text import N_, NN_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    GROUP,
    HIT,
    MAX_PATHS,
    PAIR_WEIGHTS,
    PAIRS,
    TRIPLE_WEIGHTS,
    TRIPLES,
)
from brehon.games.fallen_kingdoms.phases.battle import end_fight
from brehon.games.fallen_kingdoms.phases.common import (
    T_FALL,
    T_FOLLOW,
    T_HANDLE,
    T_PATHS,
    T_REST,
    T_STRIKE,
    add_units,
    city_actions,
    city_id,
    city_of,
    decide,
    go_on,
    push,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.fall import pass_marker
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.phases.rolls import HIGH_DICE
from brehon.games.fallen_kingdoms.state import (
    FOLLOW,
    INVADE,
    PATH,
    PLACE_REST,
    PLACE_TEMPLE,
    STRIKE,
    SURRENDER,
    Fallen,
    Step,
)

FIRST_DICE: Final = 3  # FK-15.24
FOLLOW_DICE: Final = 2
TRIPLE_DICE: Final = [a * 100 + b * 10 + c for a, b, c in TRIPLES]  # [result] as decimal digits


@final
class Handle(Step):
    """FK-14.8: every seat once, in order of priority; then the round is over."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.turn == s.n_seats:
            s.order = []
            pass_marker(s, log)
            return
        seat = s.order[s.turn]
        s.turn += 1
        push(s, T_HANDLE)
        if s.invaders >> seat & 1:  # FK-15.1
            s.invaders -= 1 << seat
            for path in range(s.map.n_paths):
                if s.flags[path] == seat:
                    s.flags[path] = -1
            if log is not None:
                log.append(Event(events.MARKER_OFF, seat))
        elif may_invade(s, seat):
            s.active = seat
            decide(s, INVADE, seat)  # FK-15.2
        elif log is not None:
            log.append(Event(events.STAYS, seat))


def may_invade(s: Fallen, seat: int) -> bool:
    """FK-15.39: a path is open, and FK-15.5: a player can receive the kingdom, if there is one."""
    if s.held[seat] != 0 and receivers(s, seat) == 0:
        return False
    for path in range(s.map.n_paths):
        city = s.map.path_city[path]
        if s.flags[path] < 0 and (not s.temples & BIT[city] or s.temple[seat] == city):
            return True
    return False


def receivers(s: Fallen, seat: int) -> int:
    mask = 0
    for other in range(s.n_seats):
        if other != seat and s.held[other]:
            mask |= 1 << other
    return mask


@final
class Invade(Decision):
    """To invade or not."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.PASS], s.table.first[actions.INVADE]]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        seat = s.active
        if action == s.table.first[actions.PASS]:
            if log is not None:
                log.append(Event(events.STAYS, seat))
            go_on(s)
            return
        s.invaders |= 1 << seat  # FK-15.3; FK-1.9: a marker for every seat that needs one
        if s.held[seat]:
            decide(s, SURRENDER, seat)
            return
        if log is not None:
            log.append(Event(events.INVADES, seat, -1))
        push(s, T_PATHS)
        go_on(s)


def used_paths(s: Fallen) -> int:
    n = 0
    for flag in s.flags:
        if flag == s.active:
            n += 1
    return n


def is_usable(s: Fallen, path: int) -> bool:
    """FK-15.15, FK-15.20: no flag on it; FK-15.16: no temple at its end."""
    return s.flags[path] < 0 and not s.temples & BIT[s.map.path_city[path]]


def is_near(s: Fallen, path: int) -> bool:
    """FK-15.18: next to a path already used; FK-15.19: nothing is skipped. FK-15.17: the first path is free."""
    n = s.map.n_paths
    used = used_paths(s)
    return used == 0 or s.flags[path - 1] == s.active or s.flags[(path + 1) % n] == s.active


def open_paths(s: Fallen) -> list[int]:
    return [path for path in range(s.map.n_paths) if is_usable(s, path) and is_near(s, path)]


@final
class Paths(Step):
    """FK-15.33: a further path, or the end of the invasion."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        end_fight(s)
        s.attacked = 0
        if s.reserve[s.active] > 0 and used_paths(s) < MAX_PATHS and open_paths(s):
            decide(s, PATH, s.active)
        else:
            push(s, T_REST)


@final
class Path(Decision):
    """A path to invade by; after the first one the invader may stop."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.PATH]
        out = [first + path for path in open_paths(s)]
        if used_paths(s) > 0:
            out.insert(0, s.table.first[actions.PASS])
        return out

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.PASS]:
            push(s, T_REST)
            go_on(s)
            return
        path = action - s.table.first[actions.PATH]
        city = s.map.path_city[path]
        s.flags[path] = s.active  # FK-15.21
        if log is not None:
            log.append(Event(events.PATH, s.active, path + 1, city_id(s, city)))
        push(s, T_PATHS)
        push(s, T_FOLLOW, city)
        push(s, T_STRIKE, city, FIRST_DICE)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind == actions.PASS:
            return Reason("must-invade", "FK-15.39", Message(N_("an invader uses at least one path")), 1, 0)
        if kind != actions.PATH:
            return None
        path = action - s.table.first[actions.PATH]
        if path >= s.map.n_paths:
            text = Message(
                NN_("the map has only %(have)s path", "the map has only %(have)s paths", "have"), have=s.map.n_paths
            )
            return Reason("no-path", "FK-2.13", text, path + 1, s.map.n_paths)
        if s.flags[path] == s.active:
            return Reason("again", "FK-15.20", Message(N_("you have already used this path")))
        if s.flags[path] >= 0:
            return Reason("flag", "FK-15.15", Message(N_("a flag of another player blocks this path")))
        if s.temples & BIT[s.map.path_city[path]]:
            return Reason("temple", "FK-15.16", Message(N_("a temple protects the city at the end of this path")))
        return Reason("far", "FK-15.18", Message(N_("this path is not next to one that you have used")))


@final
class Strike(Step):
    """The first strike of a path, or its follow-up, against a city."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        s.target = a
        s.defender = s.owner[a]
        s.stage = b
        if s.defender == s.active:
            return  # FK-15.22
        if s.defender < 0:
            land(s, log)  # FK-15.23
            return
        s.phase = STRIKE


def land(s: Fallen, log: list[Event] | None) -> None:
    """Three units, or what is left (FK-15.27); none: the city is not taken (FK-15.29)."""
    n = min(GROUP, s.reserve[s.active])
    if n == 0:
        return
    s.reserve[s.active] -= n
    add_units(s, s.active, s.target, n)
    if log is not None:
        log.append(Event(events.SETTLED, s.active, city_id(s, s.target), n))


@final
class StrikeRoll(Decision):
    """Three dice, or two for a follow-up; FK-15.25: no knowledge and no intimidation counts."""

    def legal(self, s: Fallen) -> list[int]:
        if s.stage == FIRST_DICE:
            first = s.table.first[actions.DICE3]
            return list(range(first, first + len(TRIPLES)))
        first = s.table.first[actions.DICE]
        return list(range(first, first + len(PAIRS)))

    def weights(self, s: Fallen) -> list[int]:
        return TRIPLE_WEIGHTS[:] if s.stage == FIRST_DICE else PAIR_WEIGHTS[:]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if s.stage == FIRST_DICE:
            s.dice = TRIPLE_DICE[action - s.table.first[actions.DICE3]]
        else:
            s.dice = HIGH_DICE[action - s.table.first[actions.DICE]]
        hits = 0
        left = s.dice
        while left:
            if left % 10 >= HIT:
                hits += 1
            left //= 10
        if log is not None:
            log.append(Event(events.ROLLED, s.active, s.dice, city_id(s, s.target)))
        strike(s, min(hits, s.units[s.target]), log)
        push(s, T_FALL, s.defender, s.active)
        go_on(s)


def strike(s: Fallen, kills: int, log: list[Event] | None) -> None:
    """FK-15.26: every defender left costs the invader a unit; FK-15.28: if he has enough."""
    paid = min(s.units[s.target] - kills, s.reserve[s.active])
    s.reserve[s.defender] += kills + paid
    s.reserve[s.active] -= paid
    s.casualties += paid
    if log is not None:
        log.append(Event(events.STRUCK, s.active, city_id(s, s.target), kills, paid))
    if kills + paid > 0:
        remove_units(s, s.target, kills + paid)
    if s.units[s.target] == 0:
        land(s, log)


def follow_targets(s: Fallen, city: int) -> int:
    """FK-15.31: joined by a road, not the invader's, without temple."""
    return s.map.road[city] & ~s.held[s.active] & ~s.temples


@final
class FollowUp(Step):
    """FK-15.30: after a strike that left the city to the invader."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.owner[a] == s.active and s.reserve[s.active] > 0 and follow_targets(s, a):
            s.place = a
            decide(s, FOLLOW, s.active)


@final
class Follow(Decision):
    """FK-15.32: one city next to the one just struck, or none."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.PASS], *city_actions(s, actions.FOLLOW, follow_targets(s, s.place))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action != s.table.first[actions.PASS]:
            push(s, T_STRIKE, city_of(s, action, actions.FOLLOW), FOLLOW_DICE)
        s.place = -1
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.FOLLOW:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.FOLLOW)
        if not s.map.road[s.place] & BIT[city]:
            return Reason("far", "FK-15.30", Message(N_("no road joins this city to the one just struck")))
        if s.owner[city] == s.active:
            return Reason("yours", "FK-15.31", Message(N_("this city is already yours")))
        return Reason("temple", "FK-15.31", Message(N_("a temple protects this city")))


@final
class Rest(Step):
    """The end of an invasion; FK-15.37: without a city nothing is placed."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        seat = s.active
        end_fight(s)
        if s.held[seat] and s.reserve[seat] > 0:
            push(s, T_REST)
            decide(s, PLACE_REST, seat)
            return
        s.reserve[seat] += s.casualties  # FK-15.35
        s.casualties = 0
        if s.held[seat]:
            decide(s, PLACE_TEMPLE, seat)


@final
class PlaceRest(Decision):
    """FK-15.34: the rest of the reserve goes into the invader's cities, unit by unit."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.PLACE, s.held[s.active])

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.PLACE)
        s.reserve[s.active] -= 1
        add_units(s, s.active, city, 1)
        if log is not None:
            log.append(Event(events.PLACED, s.active, city_id(s, city), 1))
        if s.reserve[s.active] == 0:
            go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.PLACE:
            return None
        return off_map(s, action) or Reason("not-yours", "FK-15.34", Message(N_("you do not control this city")))


def temple_sites(s: Fallen) -> int:
    """FK-15.36: cities without a building; if every one has a building, any of them."""
    held = s.held[s.active]
    bare = held & ~(s.built[0] | s.built[1] | s.built[2])
    return bare if bare else held


@final
class PlaceTemple(Decision):
    """The invader's temple comes back."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.TEMPLE, temple_sites(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.TEMPLE)
        s.temple[s.active] = city
        s.temples |= BIT[city]
        if log is not None:
            log.append(Event(events.TEMPLE_BUILT, s.active, city_id(s, city)))
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.TEMPLE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        if s.owner[city_of(s, action, actions.TEMPLE)] != s.active:
            return Reason("not-yours", "FK-15.36", Message(N_("you do not control this city")))
        text = N_("this city has a building; the temple covers one only if all your cities have one")
        return Reason("built", "FK-15.36", Message(text))
