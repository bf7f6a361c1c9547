"""Toy Harbour: an invented game that is small and has everything difficult: secret simultaneous choices, draws that only their
owner sees, uneven chance, an interruption out of turn. It shows how a third party writes a game (interpreted, on a compiled core as
well), and its broken versions prove that the conformance kit catches what it should.

Each seat secretly hides one good (all reveal together). Then seats take turns: fetch a crate (chance; only the owner sees which) or
ship the good they hid (one point for each crate of it). After six turns the game is over.
"""

from __future__ import annotations

from random import Random

from brehon.core.contract import CHANCE, ORACLE, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.errors import Problem
from brehon.core.face import Face
from brehon.core.space import ActionSpace
from brehon.core.text import Message, Reason

GOODS = ["rope", "salt", "wine"]
BAG = [3, 2, 1]
HIDE, FETCH, SHIP, DRAW = range(4)
HIDING, TURN, DRAWING, ENDED = range(4)
TURNS = 6
SPACE = ActionSpace([("hide", GOODS), ("fetch", []), ("ship", []), ("draw", GOODS)])
HIDDEN, SHOWN, FETCHED, SHIPPED = range(4)  # events


class Harbour(State):
    def __init__(self, n_seats: int, broken: str = "") -> None:
        super().__init__(n_seats)
        self.broken = broken  # which planted bug this copy of the game has
        self.phase = HIDING
        self.seat = 0
        self.turns = 0
        self.waiting = (1 << n_seats) - 1  # seats that have not hidden a good yet
        self.hidden = [-1] * n_seats
        self.bag = BAG[:]
        self.store = [0] * (n_seats * len(GOODS))  # [seat * goods + good]
        self.score = [0] * n_seats

    def to_move(self) -> int:
        return {TURN: self.seat, HIDING: self.seat, DRAWING: CHANCE, ENDED: OVER}[self.phase]

    def movers(self) -> int:
        return self.waiting if self.phase == HIDING else super().movers()

    def witnesses(self) -> int:
        if self.phase == HIDING:
            return 1 << self.seat if self.waiting & (self.waiting - 1) else -1
        return 1 << self.seat if self.phase == DRAWING else -1

    def turn_to(self, seat: int) -> None:
        if self.phase == HIDING and self.waiting >> seat & 1:
            self.seat = seat
        else:
            super().turn_to(seat)

    def legal(self) -> list[int]:
        if self.phase == HIDING:
            return [SPACE.encode(HIDE, good) for good in range(3)]
        if self.phase == DRAWING:
            return [SPACE.encode(DRAW, good) for good in range(3) if self.bag[good]]
        if self.phase == TURN:
            return [*([SPACE.encode(FETCH)] if sum(self.bag) else []), SPACE.encode(SHIP)]
        return []

    def weights(self) -> list[int]:
        return [weight for weight in self.bag if weight]

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        events: list[Event] = log if log is not None else []
        kind, arg = SPACE.kind_of[action], SPACE.arg(action)
        if kind == HIDE:
            self.hidden[self.seat] = arg
            self.waiting &= ~(1 << self.seat)
            if self.waiting:
                events.append(Event(HIDDEN, self.seat))
                self.seat = (self.waiting & -self.waiting).bit_length() - 1
                return
            events.append(Event(SHOWN, -1, reveals=True))
            self.phase, self.seat = TURN, 0
            return
        if kind == FETCH:
            self.phase = DRAWING
            return
        at = self.seat * 3
        if kind == DRAW:
            self.bag[arg] -= 1
            self.store[at + arg] += 1
            events.append(Event(FETCHED, self.seat, arg, seen_by=1 << self.seat))
        else:
            good = self.hidden[self.seat]
            self.score[self.seat] += self.store[at + good]
            self.store[at + good] = 0
            events.append(Event(SHIPPED, self.seat, good))
        self.turns += 1
        self.seat = (self.seat + 1) % self.n_seats
        self.phase = ENDED if self.turns == TURNS else TURN

    def clone(self) -> Harbour:
        twin = Harbour(self.n_seats, self.broken)
        twin.phase, twin.seat, twin.turns, twin.waiting = self.phase, self.seat, self.turns, self.waiting
        twin.hidden, twin.bag, twin.score = self.hidden[:], self.bag[:], self.score[:]
        twin.store = self.store if self.broken == "shallow clone" else self.store[:]
        return twin

    def key(self) -> str:
        return (
            f"{self.phase} {self.seat} {self.turns} {self.waiting} {self.hidden} {self.bag} {self.store} {self.score}"
        )

    def why_not(self, action: int) -> Reason | None:
        if action in self.legal():
            return None
        return Reason("phase", "TH-2.1", Message("not now"))

    def view(self, seat: int) -> HarbourView:
        return HarbourView(self, seat)

    def scores(self) -> list[int]:
        return self.score[:]

    def places(self) -> list[int]:
        return [1 + sum(other > own for other in self.score) for own in self.score]

    def estimate(self, seat: int) -> float:
        return float(self.score[seat])


class HarbourView(View):
    """Own store and own choice; the others' only as far as they are open."""

    def __init__(self, s: Harbour, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        everything = seat == ORACLE
        mine = s.phase == HIDING and seat >= 0 and s.waiting >> seat & 1
        self.broken = s.broken
        self.phase, self.turns, self.waiting = s.phase, s.turns, s.waiting
        self.active = seat if mine else s.seat
        self.score = s.score[:]
        self.hidden = [h if s.phase != HIDING or everything or i == seat else (-1 if s.waiting >> i & 1 else -2)
                       for i, h in enumerate(s.hidden)]  # fmt: skip
        self.store = [n if everything or i // 3 == seat else -1 for i, n in enumerate(s.store)]
        self.held = [sum(s.store[i * 3 : i * 3 + 3]) for i in range(s.n_seats)]  # sizes are open
        self.bag = s.bag[:] if everything else [-1]
        self.bag_size = sum(s.bag)
        # shipped crates are open
        self.gone = [
            BAG[good] - s.bag[good] - sum(s.store[i * 3 + good] for i in range(s.n_seats)) for good in range(3)
        ]
        self.leak = s.store[:] if s.broken in ("leak", "peek") else []

    def to_move(self) -> int:
        return {TURN: self.active, HIDING: self.active, DRAWING: CHANCE, ENDED: OVER}[self.phase]

    def movers(self) -> int:
        seat = self.to_move()
        return self.waiting if self.phase == HIDING else (1 << seat if seat >= 0 else 0)

    def key(self) -> str:
        return (f"{self.seat} {self.phase} {self.active} {self.turns} {self.waiting} {self.hidden} {self.store} {self.held} "
                f"{self.bag} {self.bag_size} {self.gone} {self.score} {self.leak}")  # fmt: skip

    def determinize(self, rng: Random) -> Harbour:
        s = Harbour(self.n_seats, self.broken)
        s.phase, s.seat, s.turns, s.waiting = self.phase, self.active, self.turns, self.waiting
        s.score = self.score[:]
        s.hidden = [rng.randrange(3) if h == -2 else h for h in self.hidden]
        left = [good for good in range(3) for _ in range(BAG[good] - self.gone[good] - max(0, self._own(good)))]
        rng.shuffle(left)
        if self.seat == ORACLE or self.broken == "peek":
            s.store = self.store[:] if self.seat == ORACLE else self.leak[:]
            s.bag = [BAG[g] - self.gone[g] - sum(s.store[i * 3 + g] for i in range(self.n_seats)) for g in range(3)]
            return s
        for seat in range(self.n_seats):
            if seat == self.seat:
                s.store[seat * 3 : seat * 3 + 3] = self.store[seat * 3 : seat * 3 + 3]
                continue
            for _ in range(self.held[seat]):
                s.store[seat * 3 + left.pop()] += 1
        s.bag = [left.count(good) for good in range(3)]
        return s

    def _own(self, good: int) -> int:
        return self.store[self.seat * 3 + good] if self.seat >= 0 else 0


class HarbourRules(Ruleset):
    broken = ""

    def start(self) -> State:
        return Harbour(self.n_seats, self.broken)

    def check(self, state: State) -> None:
        assert isinstance(state, Harbour)
        assert all(n >= 0 for n in (*state.bag, *state.store)), "TH-1.1: no negative crates"
        held = [sum(state.store[i * 3 + good] for i in range(state.n_seats)) for good in range(3)]
        assert all(state.bag[good] + held[good] <= BAG[good] for good in range(3)), (
            "TH-1.2: no more crates than there are"
        )

    def max_plies(self) -> int:
        return self.n_seats + 2 * TURNS


class HarbourFace(Face):
    def board(self, rules, view, offers, say, narrow=False):
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def terminal(self, rules, view, offers, say):
        return "harbour"

    def action(self, rules, view, action):
        return Message(SPACE.texts[action])

    def event(self, rules, event):
        return Message("something happened")

    def status(self, rules, view):
        return Message("harbour")

    def score_sheet(self, rules, view):
        return []

    def data(self, rules, view):
        return {}

    def shown(self, rules, view):
        return list(range(SPACE.size))


class HarbourGame(Game):
    def __init__(self, broken: str = "") -> None:
        self.name, self.title, self.designer, self.summary = "toy-harbour", "Toy Harbour", "nobody", "A toy."
        self.seats, self.seat_rule, self.options, self.rules_version = [2, 3], "TH-1.3", [], 1
        self.default_components, self.has_secrets = "toy", True
        self.broken = broken

    def builtin_components(self) -> list[str]:
        return ["toy"]

    def read_builtin(self, name: str) -> str:
        return ""

    def check_components(self, source: str, name: str) -> list[Problem]:
        return []

    def load_components(self, source: str, name: str, builtin: bool = False) -> Components:
        return Components(name, "0", source, builtin, [])

    def make_ruleset(self, n_seats, options, components, version) -> Ruleset:
        rules = HarbourRules(self, n_seats, options, components, version, SPACE)
        rules.broken = self.broken
        return rules

    def face(self) -> Face:
        return HarbourFace()


GAME = HarbourGame()
