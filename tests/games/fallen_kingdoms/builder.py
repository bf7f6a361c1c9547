"""Positions of Fallen Kingdoms in its own words. Cities are named as in the tile file, cards as in the records."""

from __future__ import annotations

from brehon.core import registry
from brehon.core.contract import CHANCE, Event
from brehon.core.text import Reason
from brehon.games.fallen_kingdoms.data import BIT, BUILDINGS, GODS, KNOWLEDGE, RUMORS, TRACKS
from brehon.games.fallen_kingdoms.phases.common import (
    T_HANDLE,
    T_MOVE,
    T_NEXT,
    T_PRODUCE,
    T_SCORE,
    T_SETTLE,
    T_TURN,
    push,
    refresh_access,
)
from brehon.games.fallen_kingdoms.phases.fall import invasion_order
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import STEPS, Fallen

GAME = registry.game("fallen-kingdoms")


def rules_for(n_seats: int = 3, **options: str) -> FallenRules:
    rules = registry.make_ruleset(GAME, n_seats, {"map_source": "preset-a", **options})
    assert isinstance(rules, FallenRules)
    return rules


class Position:
    """A state under test, and the words to speak to it."""

    def __init__(self, n_seats: int = 3, gods: str = "", **options: str) -> None:
        self.rules = rules_for(n_seats, **options)
        start = self.rules.start()
        assert isinstance(start, Fallen)
        self.s = start
        self.log: list[Event] = []
        self.names = [city.key for city in self.rules.components.tiles.cities]  # type: ignore[attr-defined]
        s = self.s
        chosen = gods.split() or ["odin", "tyr", "freyr", "saga", "holler", "norns"]
        s.god = [GODS.index(god) for god in chosen[:n_seats]]
        s.dealt = [card for god in s.god for card in (god, -1)]
        s.marker = 0
        s.round = 1
        s.phase = STEPS
        self.show("currency ships paper")
        self.stall("barracks workshop")
        s.rumor_top = 0

    # -- given

    def city(self, name: str) -> int:
        city = self.s.map.city[self.names.index(name)]
        assert city >= 0, f"{name} is not on this map"
        return city

    def holds(self, seat: int, **cities: int) -> Position:
        for name, n in cities.items():
            city = self.city(name)
            assert self.s.owner[city] in (-1, seat)
            self.s.owner[city] = seat
            self.s.units[city] += n
            self.s.held[seat] |= BIT[city]
            self.s.reserve[seat] -= n
        return self

    def temple(self, seat: int, name: str) -> Position:
        self.s.temple[seat] = self.city(name)
        self.s.temples |= BIT[self.city(name)]
        return self

    def building(self, kind: str, name: str) -> Position:
        self.s.built[BUILDINGS.index(kind)] |= BIT[self.city(name)]
        self.s.stack -= 1
        return self

    def show(self, cards: str, deck: int = -1) -> Position:
        """The knowledge display; a deck of another height puts the difference out of the game."""
        s = self.s
        for card in s.display:
            s.pool += 1 << 2 * card
            s.deck += 1
        s.display = []
        for card in sorted(KNOWLEDGE.index(word) for word in cards.split()):
            s.display.append(card)
            s.pool -= 1 << 2 * card
            s.deck -= 1
        if deck >= 0:
            s.discarded += s.deck - deck
            s.deck = deck
        return self

    def stall(self, tiles: str, stack: int = -1) -> Position:
        s = self.s
        for tile in s.market:
            s.tiles[tile] += 1
            s.stack += 1
        s.market = []
        for tile in sorted(BUILDINGS.index(word) for word in tiles.split()):
            s.market.append(tile)
            s.tiles[tile] -= 1
            s.stack -= 1
        if stack >= 0:
            s.razed += s.stack - stack
            s.stack = stack
        return self

    def knows(self, seat: int, cards: str) -> Position:
        for word in cards.split():
            card = KNOWLEDGE.index(word)
            self._out_of_deck(card)
            self.s.private[seat] += 1 << 2 * card
        refresh_access(self.s)
        return self

    def public(self, cards: str) -> Position:
        for word in cards.split():
            card = KNOWLEDGE.index(word)
            self._out_of_deck(card)
            self.s.public |= 1 << card
        refresh_access(self.s)
        return self

    def _out_of_deck(self, card: int) -> None:
        s = self.s
        if s.pool >> 2 * card & 3 == 0:  # it lies on display: another card takes its place there
            s.display.remove(card)
            spare = max(k for k in range(18) if s.pool >> 2 * k & 3)
            s.pool -= 1 << 2 * spare
            s.display = sorted([*s.display, spare])
        else:
            s.pool -= 1 << 2 * card
        if s.deck > 0:
            s.deck -= 1
        else:
            s.discarded -= 1

    def rumors(self, seat: int, *values: int) -> Position:
        for value in values:
            self.s.rumors[seat * 6 + RUMORS.index(value)] += 1
            self.s.rumor_left -= 1
        self.s.rumor_top = max([self.s.rumor_top, *(RUMORS.index(value) for value in values)])
        return self

    def tracks(self, seat: int, unit: int, building: int, knowledge: int) -> Position:
        self.s.tracks[seat * 3 : seat * 3 + 3] = [unit, building, knowledge]
        return self

    def scores(self, *points: int) -> Position:
        self.s.score = list(points)
        return self

    # -- when

    def _begin(self, seat: int, *steps: int) -> Position:
        self.s.active = seat
        self.s.todo = []
        push(self.s, T_NEXT)
        for step in reversed(steps):
            push(self.s, step)
        self.s.phase = STEPS
        self.s.proceed(self.log)
        return self

    def turn(self, seat: int) -> Position:
        self.s.turn = (seat - self.s.marker) % self.s.n_seats
        self.s.active = seat
        self.s.todo = []
        push(self.s, T_TURN)
        self.s.phase = STEPS
        self.s.proceed(self.log)
        return self

    def production(self, seat: int) -> Position:
        self.s.turn = (seat - self.s.marker) % self.s.n_seats
        self.s.producing = True
        return self._begin(seat, T_PRODUCE, T_SETTLE, T_MOVE, T_SCORE)

    def movement(self, seat: int) -> Position:
        self.s.turn = (seat - self.s.marker) % self.s.n_seats
        return self._begin(seat, T_MOVE, T_SCORE)

    def scoring(self, seat: int) -> Position:
        self.s.turn = 0
        return self._begin(seat, T_SCORE)

    def step(self, step: int, a: int = 0, b: int = 0) -> Position:
        """Carry out one step, and what follows from it, and nothing else."""
        push(self.s, T_NEXT)
        push(self.s, step, a, b)
        self.s.turn = -99  # so that the next player turn cannot begin
        self.s.phase = STEPS
        while self.s.phase == STEPS and len(self.s.todo) > 1:
            code = self.s.todo.pop()
            self.s.table.steps[code & 63].run(self.s, code >> 6 & 63, code >> 12, self.log)
        return self

    def end_of_round(self) -> Position:
        """The last player turn is over."""
        self.s.turn = self.s.n_seats - 1
        return self._begin(self.s.active)

    def invasions(self) -> Position:
        """The invasion step begins."""
        self.s.turn = 0
        self.s.order = invasion_order(self.s)
        self.s.todo = []
        push(self.s, T_HANDLE)
        self.s.phase = STEPS
        self.s.proceed(self.log)
        return self

    def invader(self, seat: int, reserve: int = 30) -> Position:
        """This seat, without a kingdom, has decided to invade; the units beyond its reserve are casualties."""
        assert self.s.held[seat] == 0
        self.s.reserve[seat] = reserve
        self.s.casualties = 30 - reserve
        self.s.order = [seat]
        self.s.turn = self.s.n_seats
        self.s.active = seat
        self.s.invaders |= 1 << seat
        self.s.todo = []
        push(self.s, T_HANDLE)
        push(self.s, 21)  # T_PATHS
        self.s.phase = STEPS
        self.s.proceed(self.log)
        return self

    def play(self, *words: str) -> Position:
        """One action after the other, each of them legal now."""
        for text in words:
            action = self.rules.space.find(text)
            assert action >= 0, f"there is no action {text!r}"
            assert action in self.s.legal(), f"{text!r} is not legal: {self.why(text) or 'chance'}; {self.legal()}"
            assert self.why(text) is None
            self.s.apply(action, self.log)
        return self

    def dice(self, *rolls: str) -> Position:
        return self.play(*(f"dice {' '.join(sorted(roll.split()))}" for roll in rolls))

    def attack(self, seat: int, target: str, **army: int) -> Position:
        """The whole movement step: units from these cities march on one target, and the battle begins."""
        self.movement(seat)
        for source, n in army.items():
            self.order(source, target, n)
        return self.play("commit")

    def order(self, source: str, target: str, n: int) -> Position:
        self.play(f"from {source}", f"to {target}")
        if any(word.startswith("send") for word in self.legal()):
            self.play(f"send {n}")
        return self

    def forced(self) -> Position:
        """Play on while there is only one thing to do, and no chance in it."""
        while self.s.to_move() >= 0 and len(self.s.legal()) == 1:
            self.s.apply(self.s.legal()[0], self.log)
        return self

    # -- then

    def legal(self) -> list[str]:
        return [self.rules.space.texts[action] for action in self.s.legal()]

    def may(self, verb: str) -> set[str]:
        """The objects of a verb that are legal now."""
        return {text.split(" ", 1)[1] for text in self.legal() if text.split(" ")[0] == verb and " " in text}

    def can(self, text: str) -> bool:
        assert self.rules.space.find(text) >= 0, f"there is no action {text!r}"
        return text in self.legal()

    def why(self, text: str) -> Reason | None:
        return self.s.why_not(self.rules.space.find(text))

    def rule_against(self, text: str) -> str:
        reason = self.why(text)
        assert reason is not None, f"{text!r} is legal"
        return reason.rule

    def units(self, name: str) -> int:
        return self.s.units[self.city(name)]

    def owner(self, name: str) -> int:
        return self.s.owner[self.city(name)]

    def track(self, seat: int) -> tuple[int, ...]:
        return tuple(self.s.tracks[seat * 3 : seat * 3 + 3])

    def has_card(self, seat: int, word: str) -> bool:
        return self.s.private[seat] >> 2 * KNOWLEDGE.index(word) & 3 > 0

    def can_use(self, seat: int, word: str) -> bool:
        return self.s.access[seat] >> KNOWLEDGE.index(word) & 1 == 1

    def rumor_values(self, seat: int) -> list[int]:
        return [RUMORS[v] for v in range(6) for _ in range(self.s.rumors[seat * 6 + v])]

    def waiting(self, seat: int) -> list[str]:
        return [BUILDINGS[b] for b in range(3) for _ in range(self.s.waiting[seat * 3 + b])]

    def spend(self, **points: int) -> Position:
        for track, n in points.items():
            assert track in TRACKS
            for _ in range(n):
                self.play(f"spend {track}")
        return self

    @property
    def is_chance(self) -> bool:
        return self.s.to_move() == CHANCE

    def check(self) -> Position:
        self.rules.check(self.s)
        return self
