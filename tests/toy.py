"""Toy Harbour: an invented game that is small and has everything difficult: secret simultaneous choices, draws that only their
owner sees, uneven chance, an interruption out of turn. It shows how a third party writes a game (interpreted, on a compiled core as
well), and its broken versions prove that the conformance kit catches what it should.

Each seat secretly hides one good (all reveal together). Then seats take turns: fetch a crate (chance; only the owner sees which) or
ship the good they hid (two points for each crate of it). After six turns the game is over.

Version 1 of its rules gave one point for each crate; its records (tests/records/toy-harbour/v1) keep replaying by that rule.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rich.text import Text

from brehon.core.contract import CHANCE, ORACLE, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.errors import Problem
from brehon.core.face import Face, Line, Offers
from brehon.core.guide import NO, ON, STAY, Answer, Concept, Condition, Guide, Step
from brehon.core.observe import Layout, Observer
from brehon.core.position import Field, lists, numbers
from brehon.core.space import ActionSpace
from brehon.core.svg import esc, label, spot
from brehon.core.text import Message, Reason, Seat, Speaker

GOODS = ["rope", "salt", "wine"]
BAG = [3, 2, 1]
HIDE, FETCH, SHIP, DRAW = range(4)
HIDING, TURN, DRAWING, ENDED = range(4)
TURNS = 6
SPACE = ActionSpace([("hide", GOODS), ("fetch", []), ("ship", []), ("draw", GOODS)])
HIDDEN, SHOWN, FETCHED, SHIPPED = range(4)  # events
POINTS = {1: 1, 2: 2}  # [version of the rules] TH-3.1: for each crate that is shipped


class Harbour(State):
    def __init__(self, rules: HarbourRules) -> None:
        super().__init__(rules.n_seats)
        n_seats = rules.n_seats
        self.rules = rules  # what does not change during a game: the version of the rules among it
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
            self.score[self.seat] += POINTS[self.rules.version] * self.store[at + good]
            self.store[at + good] = 0
            events.append(Event(SHIPPED, self.seat, good))
        self.turns += 1
        self.seat = (self.seat + 1) % self.n_seats
        self.phase = ENDED if self.turns == TURNS else TURN

    def clone(self) -> Harbour:
        twin = Harbour(self.rules)
        twin.phase, twin.seat, twin.turns, twin.waiting = self.phase, self.seat, self.turns, self.waiting
        twin.hidden, twin.bag, twin.score = self.hidden[:], self.bag[:], self.score[:]
        twin.store = self.store if self.rules.broken == "shallow clone" else self.store[:]
        return twin

    def key(self) -> str:
        return (
            f"{self.phase} {self.seat} {self.turns} {self.waiting} {self.hidden} {self.bag} {self.store} {self.score}"
        )

    def why_not(self, action: int) -> Reason | None:
        if action in self.legal():
            return None
        return Reason("phase", "TH-2.1", Message("not now"))

    def ruleset(self) -> HarbourRules:
        return self.rules

    def view(self, seat: int) -> HarbourView:
        return HarbourView(self, seat)

    def scores(self) -> list[int]:
        return self.score[:]

    def places(self) -> list[int]:
        return [1 + sum(other > own for other in self.score) for own in self.score]


class HarbourView(View):
    """Own store and own choice; the others' only as far as they are open."""

    def __init__(self, s: Harbour, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        everything = seat == ORACLE
        mine = s.phase == HIDING and seat >= 0 and s.waiting >> seat & 1
        self.rules = s.rules
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
        self.leak = s.store[:] if s.rules.broken in ("leak", "peek") else []

    def to_move(self) -> int:
        return {TURN: self.active, HIDING: self.active, DRAWING: CHANCE, ENDED: OVER}[self.phase]

    def movers(self) -> int:
        seat = self.to_move()
        return self.waiting if self.phase == HIDING else (1 << seat if seat >= 0 else 0)

    def key(self) -> str:
        return (f"{self.seat} {self.phase} {self.active} {self.turns} {self.waiting} {self.hidden} {self.store} {self.held} "
                f"{self.bag} {self.bag_size} {self.gone} {self.score} {self.leak}")  # fmt: skip

    def determinize(self, rng: Random) -> Harbour:
        s = Harbour(self.rules)
        s.phase, s.seat, s.turns, s.waiting = self.phase, self.active, self.turns, self.waiting
        s.score = self.score[:]
        s.hidden = [rng.randrange(3) if h == -2 else h for h in self.hidden]
        left = [good for good in range(3) for _ in range(BAG[good] - self.gone[good] - max(0, self._own(good)))]
        rng.shuffle(left)
        if self.seat == ORACLE or self.rules.broken == "peek":
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
    broken = ""  # which planted bug this copy of the game has

    def start(self) -> State:
        return Harbour(self)

    def check(self, state: State) -> None:
        assert isinstance(state, Harbour)
        assert all(n >= 0 for n in (*state.bag, *state.store)), "TH-1.1: no negative crates"
        held = [sum(state.store[i * 3 + good] for i in range(state.n_seats)) for good in range(3)]
        assert all(state.bag[good] + held[good] <= BAG[good] for good in range(3)), (
            "TH-1.2: no more crates than there are"
        )

    def max_plies(self) -> int:
        return self.n_seats + 2 * TURNS

    def fields(self) -> list[Field]:
        n = self.n_seats
        return [
            *numbers("phase", HIDING, ENDED),
            *numbers("seat", 0, n - 1),
            *([] if self.broken == "forgotten field" else numbers("turns", 0, TURNS)),
            *numbers("waiting", 0, (1 << n) - 1),
            *lists("hidden", [n], -1, len(GOODS) - 1),
            *lists("bag", [len(GOODS)], 0, max(BAG)),
            *lists("store", [n * len(GOODS)], 0, max(BAG)),
            *lists("score", [n], 0, sum(BAG) * TURNS),
        ]


class HarbourObserver(Observer):
    """What a learner sees: the points, the number of crates and the hidden good of each seat, and one's own crates."""

    def __init__(self, rules: Ruleset) -> None:
        layout = Layout()
        layout.each("phase", ["hiding", "turn", "drawing", "ended"], 1)
        for seat in range(rules.n_seats):
            layout.each(f"+{seat}", ["points", "crates", "hides, plus 2"], 12)
        layout.each("mine", GOODS, 6)
        super().__init__(layout)

    def observe(self, view: View) -> bytearray:
        assert isinstance(view, HarbourView)
        row = bytearray([view.phase == phase for phase in range(4)])
        me = max(0, view.seat)
        for offset in range(view.n_seats):
            seat = (me + offset) % view.n_seats
            row += bytes([view.score[seat], view.held[seat], view.hidden[seat] + 2])
        return row + bytes(max(0, n) for n in view.store[me * 3 : me * 3 + 3])


def in_phase(phase: int) -> Condition:
    return lambda view: isinstance(view, HarbourView) and view.phase == phase


HARBOUR_GUIDE = Guide(
    seats=("", "cottar"),
    seed=2,
    minutes=2,
    concepts={"hiding": Concept("Hiding", ("hide",)), "fetching": Concept("Fetching", ("fetch",)), "shipping": Concept("Shipping", ("ship",))},
    steps=(
        Step("hide", "Hide a good. Take rope.", ("a0",), ("hiding",), in_phase(HIDING),
             {"hide rope": Answer(ON), "hide": Answer(NO, "There is more rope than that.")}),
        Step("fetch", "Now fetch a crate.", ("a3",), ("fetching",), in_phase(TURN),
             {"fetch": Answer(STAY, "Fetch another one, or ship."), "ship": Answer(ON, "Shipped.")}),
        Step("ship", "When you ship, crates are points.", ("a4", "#players"), ("shipping",), in_phase(TURN)),
        Step("alone", "Play on.", ("#moves",), (), in_phase(TURN), otherwise=Answer(STAY)),
        Step("over", "That was it.", ("#result",), (), in_phase(ENDED)),
    ),
)  # fmt: skip


class HarbourFace(Face):
    """The pictures and words: see docs/writing-a-game.md."""

    def guide(self) -> Guide:
        return HARBOUR_GUIDE

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        width, prefix = (390, "n-") if narrow else (720, "")
        body = [label(20, 30 + 20 * line, text) for line, text in enumerate(self._lines(rules, view, say))]
        for place, action in enumerate(self.shown(rules, view)):
            reason, title = offers.reason(action), say(self.action(rules, view, action))
            can = action if action in offers.reasons else -1
            drawn = f'<rect width="110" height="40" rx="6" fill="#e8dfc8"/>{label(10, 25, title)}'
            why = say.reason(reason) if reason is not None else ""
            body.append(spot(f"{prefix}a{action}", 20 + 120 * (place % 3), 140, drawn, title, can, why))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 200" width="{width}" height="200" '
            f'class="board" role="group" aria-label="{esc(say(self.status(rules, view)))}">{"".join(body)}</svg>'
        )

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> Text:
        return Text("\n".join(self._lines(rules, view, say)))

    def _lines(self, rules: Ruleset, view: View, say: Speaker) -> list[str]:
        assert isinstance(view, HarbourView)
        text = "%(player)s: %(points)s points, %(crates)s crates"
        return [
            say(Message(text, player=Seat(seat), points=view.score[seat], crates=view.held[seat]))
            for seat in range(view.n_seats)
        ]

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        return Message("to %(what)s", what=SPACE.texts[action])

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        texts = {HIDDEN: "%(player)s has hidden a good", SHOWN: "all goods are shown", FETCHED: "%(player)s fetches %(good)s",
                 SHIPPED: "%(player)s ships %(good)s"}  # fmt: skip
        return Message(texts[event.kind], player=Seat(event.seat), good=GOODS[event.a])

    def status(self, rules: Ruleset, view: View) -> Message:
        assert isinstance(view, HarbourView)
        return Message("Turn %(turn)s of %(last)s", turn=min(TURNS, view.turns + 1), last=TURNS)

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        assert isinstance(view, HarbourView)
        return [Line(Message("Crates shipped"), view.score, "TH-3.1", is_total=True)]

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        assert isinstance(view, HarbourView)
        return {"turn": view.turns, "points": view.score, "crates": view.held}

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        assert isinstance(view, HarbourView)
        kinds = {HIDING: [HIDE], TURN: [FETCH, SHIP]}.get(view.phase, [])
        return [action for action in range(SPACE.size) if SPACE.kind_of[action] in kinds]


class HarbourGame(Game):
    def __init__(self, broken: str = "", face: Face | None = None) -> None:
        self.name, self.title, self.designer, self.summary = "toy-harbour", "Toy Harbour", "nobody", "A toy."
        self.seats, self.seat_rule, self.options, self.versions = [2, 3], "TH-1.3", [], [1, 2]
        self.default_components, self.has_secrets = "toy", True
        self.broken, self.shown_by = broken, face or HarbourFace()

    def describe_version(self, version: int) -> Message | None:
        return Message("a crate that was shipped gave one point, not two (TH-3.1)") if version == 1 else None

    def builtin_components(self) -> list[str]:
        return ["toy"]

    def read_builtin(self, name: str) -> str:
        return ""

    def check_components(self, source: str, name: str) -> list[Problem]:
        return []

    def load_components(self, source: str, name: str, builtin: bool = False) -> Components:
        return Components(name, "0", source, builtin, [])

    def make_ruleset(self, n_seats: int, options: Any, components: Any, version: Any) -> Ruleset:
        rules = HarbourRules(self, n_seats, options, components, version, SPACE)
        rules.broken = self.broken
        return rules

    def face(self) -> Face:
        return self.shown_by

    def observer(self, rules: Ruleset) -> Observer:
        return HarbourObserver(rules)


GAME = HarbourGame()
