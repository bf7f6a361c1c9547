"""AR-7 to AR-12: a leader's turn."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.core.text import Reason
from brehon.games.arrival import actions, events
from brehon.games.arrival.data import (
    DISTANT_FAME,
    FIRST_PLAIN,
    MIGRATION,
    N_SPECIES,
    PLACE,
    PRIME,
    RUSE,
)
from brehon.games.arrival.phases.land import build, clear_fort, put_threat, remove_threat
from brehon.games.arrival.phases.passing import pass_turn
from brehon.games.arrival.phases.reach import (
    build_sites,
    can_pass,
    free_reach,
    free_sites,
    repel_targets,
    shield_lands,
    spread_cost,
    spread_targets,
)
from brehon.games.arrival.phases.reasons import not_now
from brehon.games.arrival.phases.setting import hidden_weights, rising
from brehon.games.arrival.phases.tiles import (
    has_extras,
    list_extras,
    list_places,
    start_pair,
    use_tile,
    use_trophy,
)
from brehon.games.arrival.phases.why import why_not_in_turn
from brehon.games.arrival.state import NEXT_MASTER, NEXT_TURN, RISE, SETTLE, TURN, Arrival, Phase, Station, added

ACTIONS_PER_TURN: Final = 2


@final
class NextTurn(Station):
    """AR-7.1: the next leader who has not passed; AR-7.14: the last one continues alone."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        n = s.n_seats
        if s.passed == (1 << n) - 1:  # AR-7.4
            s.step = 0
            s.phase = NEXT_MASTER
            return
        s.seat = (s.seat + 1) % n
        while s.passed >> s.seat & 1:  # AR-7.13
            s.seat = (s.seat + 1) % n
        is_first = s.round == 1 and (s.table.whole_round or not s.begun >> s.seat & 1)
        s.allowed = 1 if is_first else ACTIONS_PER_TURN  # AR-7.3, AR-7.2
        s.todo = s.allowed
        s.begun |= 1 << s.seat
        if log is not None:
            log.append(Event(events.TURN, s.seat, s.todo))
        s.phase = SETTLE


@final
class Settle(Station):
    """After every action of a turn: it continues, it is over, or only Pass is left."""

    def run(self, s: Arrival, log: list[Event] | None) -> None:
        if s.todo == 0:
            s.phase = TURN if has_extras(s, s.seat) else NEXT_TURN
        elif must_pass(s, s.seat):
            pass_turn(s, log)  # AR-7.11
        else:
            s.phase = TURN


def must_pass(s: Arrival, seat: int) -> bool:
    """Whether Pass is the only thing that a leader can do."""
    if s.discs[seat] and (free_sites(s, seat) or build_sites(s, seat)):
        return False
    if s.shields[seat] and shield_lands(s, seat):
        return False
    if s.swords[seat] and repel_targets(s, seat):
        return False
    return spread_targets(s, seat) == 0 and not has_extras(s, seat)


@final
class Turn(Phase):
    """DP-7: actions (AR-7.5), and tiles and trophies before, between and after them."""

    def legal(self, s: Arrival) -> list[int]:
        seat = s.seat
        table = s.table
        out: list[int] = []
        if s.todo == 0:
            list_extras(s, seat, out)
            out.append(table.end_turn)
            return out
        if s.discs[seat]:  # AR-8.1
            list_places(out, table.build, build_sites(s, seat))
        if s.shields[seat]:
            list_places(out, table.shield, shield_lands(s, seat))
        targets = spread_targets(s, seat)
        list_places(out, table.spread, targets)
        if s.swords[seat]:
            list_repels(s, out)
        list_extras(s, seat, out)
        if can_pass(s, seat, targets):
            out.append(table.pass_action)  # AR-7.10; AR-7.8: after one action there is no other way to end the turn
        assert out  # AR-7.12
        return out

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        table = s.table
        kind = table.kind_of[action]
        s.phase = SETTLE  # AR-7.7: every action is completed before the next
        if kind == actions.BUILD:
            s.discs[s.seat] -= 1
            build(s, action - table.build, events.BUILT, log)
            s.todo -= 1
        elif kind == actions.SPREAD:
            spread(s, action - table.spread, log)
            s.todo -= 1
        elif kind == actions.REPEL:
            argument = action - table.repel
            repel(s, argument >> 1, argument & 1, log)
            s.todo -= 1
        elif kind == actions.SHIELD:
            place_shield(s, action - table.shield, log)
            s.todo -= 1
        elif kind == actions.PASS:
            pass_turn(s, log)
        elif kind == actions.USE:
            use_tile(s, action - table.use + FIRST_PLAIN, log)  # AR-13.1, AR-13.4
        elif kind == actions.RUSE:
            start_pair(s, RUSE, action - table.ruse, log)
        elif kind == actions.MIGRATE:
            start_pair(s, MIGRATION, action - table.migrate, log)
        elif kind == actions.TROPHY:
            use_trophy(s, action - table.trophy + 1, log)
        else:
            s.phase = NEXT_TURN

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return None if action in self.legal(s) else why_not_in_turn(s, action)


def list_repels(s: Arrival, out: list[int]) -> None:
    """Each target with its rewards; AR-11.7: without corruption there is none to lose."""
    left = repel_targets(s, s.seat)
    for_corruption = s.corruption[s.seat] > 0
    first = s.table.repel
    while left:
        bit = left & -left
        left ^= bit
        action = first + 2 * PLACE[bit % PRIME]
        out.append(action)
        if for_corruption:
            out.append(action + 1)


def place_shield(s: Arrival, province: int, log: list[Event] | None) -> None:
    s.shields[s.seat] -= 1
    s.guards = added(s.guards, province, 1)  # AR-9.4: it has no owner from now on
    if log is not None:
        log.append(Event(events.SHIELDED, s.seat, province))


def spread(s: Arrival, place: int, log: list[Event] | None) -> None:
    """Pay, destroy what is there; chance decides which species appears. AR-10.14: no fame, no corruption."""
    cost = spread_cost(s, place)
    s.held[s.seat] -= cost  # AR-10.5; AR-10.7: all but one are in the general supply again, unseen
    province = s.table.island.province[place]
    smashed = 0
    if province >= 0:
        smashed = s.guards[province]
        s.guards = added(s.guards, province, -s.guards[province])  # AR-10.8
        s.shields_left += smashed
    if log is not None:
        log.append(Event(events.SPREAD, s.seat, place, cost, smashed))
    clear_fort(s, place, log)
    s.target = place  # AR-10.12: from here on nothing can keep the Fomori away
    s.phase = RISE


@final
class Rise(Phase):
    """One of the Fomori spent is revealed on the target, chosen at random."""

    def legal(self, s: Arrival) -> list[int]:
        return rising(s)

    def weights(self, s: Arrival) -> list[int]:
        return hidden_weights(s)

    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None:
        species = action - s.table.rise
        s.hidden[species] -= 1
        put_threat(s, species, s.target)  # AR-10.6
        if log is not None:
            log.append(Event(events.APPEARED, s.seat, s.target, species))
        s.target = -1
        s.phase = SETTLE

    def why_not(self, s: Arrival, action: int) -> Reason | None:
        return not_now(s, action) if action not in self.legal(s) else None


def repel(s: Arrival, place: int, reward: int, log: list[Event] | None) -> None:
    """Pay swords and, for a distant attack, fame (AR-11.12: first); then the reward."""
    box = s.table.box
    seat = s.seat
    threat = s.threat(place)
    cost = 0 if free_reach(s, seat) >> place & 1 else DISTANT_FAME  # AR-11.5
    s.fame[seat] -= cost
    s.swords[seat] -= box.strength[threat]  # AR-11.2
    s.swords_left += box.strength[threat]
    remove_threat(s, threat, place)  # AR-11.10
    if threat < N_SPECIES:
        s.discard = added(s.discard, threat, 1)  # AR-11.8
    else:
        s.trophies = added(s.trophies, seat, 1)  # AR-11.9
    gain = box.fame[threat] if reward == 0 else 0
    s.gain_fame(seat, gain)  # AR-11.6
    s.corruption[seat] -= reward
    if log is not None:
        log.append(Event(events.REPELLED, seat, place, threat, cost))
        log.append(Event(events.REWARD, seat, gain, reward))
