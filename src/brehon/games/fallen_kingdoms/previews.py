"""What a move of Fallen Kingdoms would do, said before it is made: chances, losses, points, glory, and what is given away for good.

What nothing random decides is found by carrying the move out on a state that the viewer must hold possible; the rest are chances.
"""

from __future__ import annotations

from random import Random
from typing import Final

from brehon.core.face import Preview
from brehon.core.text import N_, NN_, Message, Number, Seat, listed
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.chances import percent
from brehon.games.fallen_kingdoms.data import (
    BASE,
    BUILDING_GLORY,
    BUILDING_POINTS,
    CARD_GLORY,
    LENGTH,
    N_TRACKS,
    NORNS,
    PAPER,
    RUMORS,
    TYR,
    members,
    size,
)
from brehon.games.fallen_kingdoms.phases.movement import reach
from brehon.games.fallen_kingdoms.phases.production import fixed_points, free_points
from brehon.games.fallen_kingdoms.scoring import turn_glory
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.view import FallenView

GLORY: Final = N_("+%(n)s glory")
YEARLY: Final = N_("%(n)s glory each turn")
YEARLY_BUILT: Final = N_("once built, %(n)s glory each turn")
FREE: Final = N_("free points each turn: %(n)s")
FIXED: Final = [
    N_("unit points each turn: %(n)s"),
    N_("building points each turn: %(n)s"),
    N_("knowledge points each turn: %(n)s"),
]
WINS: Final = N_("wins the city: %(chance)s")
HOLDS: Final = N_("holds the city: %(chance)s")
LOSSES: Final = N_("expected losses: %(own)s, of the enemy %(other)s")
FULL: Final = [N_("makes a unit"), N_("brings a building"), N_("brings a knowledge card")]
STEPPED: Final = N_("%(track)s: %(n)s of %(length)s")
EACH_TURN: Final = {  # actions after which a kingdom is larger, smaller or richer
    a.PLACE, a.SITE, a.OCCUPY, a.RETURN, a.ADVANCE, a.FLEE, a.TREACHERY, a.TEMPLE, a.LEARN, a.CLAIM, a.COMMIT, a.SURRENDER, a.PLAGUE,
}  # fmt: skip


def preview(rules: FallenRules, v: FallenView, action: int) -> Preview:
    """What a legal action of the current decision would do."""
    kind = v.table.space.kind_of[action]
    arg = action - v.table.first[kind]
    about = _Question(rules, v, kind, arg)
    effects = about.effects()
    seat = v.to_move()
    if v.phase != st.CHOOSE_GOD and kind not in (a.ROLL, a.FROM, a.TO, a.SEND, a.PASS) and seat == v.seat:
        before = v.determinize(Random(0))
        after = before.clone()
        after.apply(action, None)
        effects += _gains(before, after, seat, kind)
    return Preview(effects, about.warning())


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _gains(before: Fallen, after: Fallen, seat: int, kind: int) -> list[Message]:
    """Glory at once, and what each further turn brings more or less."""
    found: list[Message] = []
    glory = after.score[seat] - before.score[seat]
    if glory:
        found.append(Message(GLORY, n=glory))
    if kind not in EACH_TURN:
        return found
    changes = [(YEARLY, sum(turn_glory(after, seat)) - sum(turn_glory(before, seat)))]
    changes += [(FIXED[track], fixed_points(after, seat, track) - fixed_points(before, seat, track)) for track in range(N_TRACKS)]  # fmt: skip
    changes.append((FREE, free_points(after, seat) - free_points(before, seat)))
    return found + [Message(text, n=_signed(change)) for text, change in changes if change]


class _Question:
    """One action of the current decision, in words."""

    def __init__(self, rules: FallenRules, v: FallenView, kind: int, arg: int) -> None:
        self.rules = rules
        self.v = v
        self.kind = kind
        self.arg = arg
        self.city = v.map.city[arg] if kind in m.CITY_KINDS else -1

    def name(self, city: int) -> Message:
        return words.city(self.rules, self.v, city)

    def effects(self) -> list[Message]:
        v, kind, arg, city = self.v, self.kind, self.arg, self.city
        if kind == a.CHOOSE:
            return [Message(N_("intimidation %(n)s"), n=BASE[arg])]
        if kind == a.COPY:
            return [Message(words.GOD_POWERS[arg])]
        if kind in (a.LEARN, a.KEEP, a.CLAIM, a.SWAP):
            return self.card()
        if kind in (a.TAKE, a.BUILD):
            each = BUILDING_POINTS + m.has(v, v.to_move(), PAPER)
            return [Message(FIXED[arg], n=_signed(each)), Message(YEARLY_BUILT, n=_signed(BUILDING_GLORY))]
        if kind == a.SPEND:
            return self.point()
        if kind == a.POWER:
            return self.power()
        if kind == a.PASS:
            return self.nothing()
        if kind in (a.OFFER, a.ASK):
            return self.swap()
        if kind in (a.SURRENDER, a.INVADE):
            return self.surrender()
        if kind == a.PATH:
            return self.strike(v.map.path_city[arg], 3)
        if kind == a.FOLLOW:
            return self.strike(city, 2)
        if kind == a.PAYER:
            return [Message(N_("%(seat)s loses %(n)s glory"), seat=Seat(arg), n=CARD_GLORY)]
        return self.on_map() if city >= 0 else self.in_battle()

    # -- cards and points

    def card(self) -> list[Message]:
        if self.kind == a.CLAIM:
            return [Message(words.LORE_EFFECTS[self.arg]), Message(N_("the others lose it until your next turn"))]
        if self.kind == a.SWAP:
            return [Message(N_("%(card)s goes under the deck"), card=Message(words.LORE_NAMES[self.arg]))]
        return []

    def point(self) -> list[Message]:
        v, track = self.v, self.arg
        now = v.tracks[v.active * N_TRACKS + track] + 1
        if now == LENGTH[track]:
            return [Message(FULL[track])]
        return [Message(STEPPED, track=Message(words.TRACK_NAMES[track]), n=now, length=LENGTH[track])]

    def power(self) -> list[Message]:
        v = self.v
        if v.power == TYR:
            n = min(3, v.reserve[v.active])
            return [Message(NN_("+%(n)s unit to place", "+%(n)s units to place"), n=n)]
        if v.power == NORNS:
            return [Message(NN_("you see the next card", "you see the next %(n)s cards"), n=min(3, v.deck))]
        return [Message(words.GOD_POWERS[v.power])] if v.power >= 0 else []

    def swap(self) -> list[Message]:
        v, seat = self.v, self.v.active
        if self.kind == a.OFFER:
            return [Message(N_("you give away a value of %(n)s"), n=RUMORS[self.arg])]
        change = RUMORS[self.arg] - (RUMORS[v.place] if 0 <= v.place < len(RUMORS) else 0)
        feared = m.intimidation(v, seat)
        return [
            Message(
                N_("values change by %(n)s; intimidation now %(now)s"), n=_signed(change) if change else 0, now=feared
            )
        ]

    def nothing(self) -> list[Message]:
        v = self.v
        if v.phase == st.GOD:
            return [Message(N_("the power is not used this turn"))]
        if v.phase == st.INVADE:
            n = size(v.held[v.to_move()])
            return (
                [Message(NN_("you keep your kingdom of one city", "you keep your kingdom of %(n)s cities"), n=n)]
                if n
                else []
            )
        if v.phase == st.WINDOW:
            return [Message(HOLDS, chance=percent(1 - self.outlook().won))]
        return []

    # -- invasions

    def surrender(self) -> list[Message]:
        """What an invader gives away, and to whom."""
        v = self.v
        seat = v.to_move()
        n = size(v.held[seat])
        if n == 0:
            return [Message(N_("you come back from the rim with thirty units"))]
        found = [Message(NN_("you give one city away", "you give %(n)s cities away"), n=n)]
        cards = len(m.knowledge_of(v, seat))
        if cards:
            found.append(
                Message(NN_("one knowledge card becomes public", "%(n)s knowledge cards become public"), n=cards)
            )
        if self.kind == a.SURRENDER:
            if v.rumor_left:
                text = N_("%(seat)s gets the cities, the rumor of %(rumor)s and %(n)s glory")
                found.append(Message(text, seat=Seat(self.arg), rumor=RUMORS[v.rumor_top], n=CARD_GLORY))
            points = v.tracks[seat * N_TRACKS + 2]
            if points:
                text = N_("%(seat)s gets your %(n)s knowledge points")
                found.append(Message(text, seat=Seat(self.arg), n=points))
        else:
            found.append(Message(N_("then you come back from the rim with thirty units")))
        return found

    def strike(self, city: int, dice: int) -> list[Message]:
        v = self.v
        seat = v.active
        if v.owner[city] == seat:
            return [Message(N_("%(city)s is yours already; you may strike on from it"), city=self.name(city))]
        hit = chances.strike(v, seat, city, dice)
        if v.owner[city] < 0:
            return [Message(N_("%(city)s is empty: three units move in"), city=self.name(city))]
        lost = Message(N_("costs %(least)s to %(most)s units, on average %(mean)s"), least=hit.least, most=hit.most, mean=Number(hit.cost))  # fmt: skip
        who = Message(N_("%(seat)s has %(n)s there"), seat=Seat(v.owner[city]), n=v.units[city])
        found = [who, lost] if hit.most else [who, Message(N_("costs no unit"))]
        if hit.taken < 1:
            found.append(Message(N_("taken: %(chance)s"), chance=percent(hit.taken)))
        return found

    # -- cities

    def on_map(self) -> list[Message]:
        v, kind, city = self.v, self.kind, self.city
        seat, owner = v.to_move(), v.owner[city]
        if kind == a.FROM and v.phase == st.MOVE:
            names = [self.name(goal) for goal in members(reach(v.determinize(Random(0)), v.active, city))]
            there = listed(names) if len(names) > 1 else names[0] if names else Message(N_("nowhere"))
            return [Message(N_("reaches %(cities)s"), cities=there)]
        if kind == a.TO and v.phase == st.MOVE_TO:
            return self.march(v.units[v.place] - v.sent[v.place] - (0 if v.coming[v.place] else 1), city)
        if kind == a.BATTLE:
            return self.fight(chances.attack_on(v, city, sum(n for _, n in m.army(v, city)), v.active), True)
        if kind == a.REINFORCE:
            return [Message(N_("units that may come: %(n)s"), n=v.units[city] - 1),
                    Message(HOLDS, chance=percent(1 - self.outlook(v.units[city] - 1).won))]  # fmt: skip
        if kind == a.FLEE:
            text = NN_(
                "one unit goes to %(city)s, and %(target)s is lost",
                "%(n)s units go to %(city)s, and %(target)s is lost",
            )
            return [Message(text, n=v.units[v.target], city=self.name(city), target=self.name(v.target))]
        if kind == a.PLAGUE and v.units[city] == 1:
            return [Message(N_("%(seat)s loses the last unit there: the city is empty"), seat=Seat(owner))]
        if kind in (a.PLAGUE, a.TREACHERY):
            return [Message(N_("%(seat)s has %(n)s there"), seat=Seat(owner), n=v.units[city])]
        if kind in (a.LOSE, a.DETACH):
            left = sum(n for start, n in m.army(v, v.target) if start == city) - 1
            return [Message(N_("%(n)s from %(city)s go on"), n=left, city=self.name(city))]
        if kind == a.RAMPAGE and owner not in (-1, v.active):
            emptied, missed = m.rampage_odds(v, city)
            return [Message(N_("emptied: %(chance)s"), chance=m.percent(emptied, 1296)),
                    Message(N_("costs you a unit: %(chance)s"), chance=m.percent(missed, 1296))]  # fmt: skip
        if kind == a.PLACE and owner == seat and v.phase != st.START:
            return [Message(N_("units there then: %(n)s"), n=v.units[city] + 1)]
        return []

    def march(self, n: int, city: int) -> list[Message]:
        """So many units to a city."""
        v = self.v
        owner = v.owner[city]
        if owner == v.active:
            return [Message(N_("units there already: %(n)s"), n=v.units[city])]
        if owner < 0:
            return [Message(N_("takes the empty city without a battle"))]
        n += sum(there for _, there in m.army(v, city))
        with_all = Message(NN_("with one unit against %(other)s", "with %(n)s units against %(other)s"), n=n, other=v.units[city])  # fmt: skip
        return [with_all, *self.fight(chances.attack_on(v, city, n, v.active), True)]

    def fight(self, outlook: chances.Outlook, as_attacker: bool) -> list[Message]:
        own, other = outlook.attackers, outlook.defenders
        if as_attacker:
            chance = Message(WINS, chance=percent(outlook.won))
        else:
            chance, own, other = Message(HOLDS, chance=percent(1 - outlook.won)), other, own
        return [chance, Message(LOSSES, own=Number(own), other=Number(other))]

    # -- battles

    def outlook(self, more: int = 0) -> chances.Outlook:
        v = self.v
        return chances.battle_now(v, chances.next_is_attack(v) or False, more)

    def in_battle(self) -> list[Message]:
        v, kind = self.v, self.kind
        if kind == a.SEND and v.phase == st.MOVE_SEND:
            return self.march(self.arg + 1, v.target)
        if kind == a.SEND:
            return [Message(HOLDS, chance=percent(1 - self.outlook(self.arg + 1).won))]
        if kind == a.ROLL and v.phase in (st.ATTACK, st.DEFEND):
            return self.fight(self.outlook(), v.phase == st.ATTACK)
        if kind == a.RETREAT:
            n = sum(n for _, n in m.army(v, v.target))
            return [Message(NN_("one unit goes home, %(city)s stays with %(seat)s", "%(n)s units go home, %(city)s stays with %(seat)s"),
                            n=n, city=self.name(v.target), seat=Seat(v.defender))]  # fmt: skip
        if kind == a.OCCUPY:
            return self.prize()
        if kind == a.RETURN:
            return [Message(N_("%(city)s is left empty"), city=self.name(v.target))]
        if kind == a.ADVANCE:
            return (
                [Message(N_("units that stay: %(n)s"), n=v.units[v.place] - self.arg)]
                if 0 <= v.place < v.map.n_cities
                else []
            )
        if kind == a.COMMIT:
            return self.plan()
        return []

    def prize(self) -> list[Message]:
        """What goes with a city that was won."""
        v = self.v
        found: list[Message] = []
        temple = m.temple_at(v, v.target)
        if temple >= 0 and temple != v.active:
            text = N_("destroys the temple of %(seat)s: a rumor card")
            found.append(Message(text, seat=Seat(temple)))
        if v.held[v.defender] == 0:
            found.append(
                Message(
                    N_("the kingdom of %(seat)s falls: a rumor card, its knowledge becomes public"),
                    seat=Seat(v.defender),
                )
            )
        return found

    def plan(self) -> list[Message]:
        v = self.v
        goals = {goal for _, goal, _ in m.orders(v)}
        if not goals:
            return [Message(N_("no unit moves"))]
        found: list[Message] = []
        for goal in sorted(goals):
            if v.owner[goal] not in (-1, v.active):
                n = sum(there for _, there in m.army(v, goal))
                won = chances.attack_on(v, goal, n, v.active).won
                found.append(Message(N_("%(city)s: %(chance)s"), city=self.name(goal), chance=percent(won)))
        return found

    # -- what cannot be taken back

    def warning(self) -> Message | None:
        v, kind = self.v, self.kind
        seat = v.to_move()
        if kind == a.INVADE and v.held[seat]:
            n = size(v.held[seat])
            text = NN_(
                "If you invade, you give your whole kingdom away: one city, its units and your temple go to a player of your choice.",
                "If you invade, you give your whole kingdom away: %(n)s cities, their units and your temple go to a player of your choice.",
            )
            return Message(text, n=n)
        if kind == a.FLEE and v.temples >> v.target & 1:
            return Message(N_("Your temple stays behind: the attacker destroys it and gets a rumor card and 8 glory."))
        return None
