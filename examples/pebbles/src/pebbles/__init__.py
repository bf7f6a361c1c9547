"""Pebbles, a small game with everything that a table, a terminal and a bot ask for."""

from __future__ import annotations

from random import Random

from rich.text import Text

from brehon.core.contract import CHANCE, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.errors import Problem
from brehon.core.face import Face, Line, Offers
from brehon.core.position import Field, lists, numbers
from brehon.core.space import ActionSpace
from brehon.core.svg import esc, label, spot
from brehon.core.text import Message, Reason, Seat, Speaker

HEAP = 15
MOST = 3
BONUS = 4
TAKE, BEGIN = range(2)  # kinds of actions
SPACE = ActionSpace([("take", ["1", "2", "3"]), ("begin", ["1", "2", "3", "4"])])
TOOK = 0  # kinds of events


class Pebbles(State):
    """Who moves, how many pebbles lie in the heap and in front of each seat, who took the last one."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.n_seats)
        self.rules = rules
        self.seat = CHANCE
        self.heap = HEAP
        self.taken = [0] * rules.n_seats  # [seat]
        self.last = -1

    def to_move(self) -> int:
        return self.seat if self.heap else OVER

    def legal(self) -> list[int]:
        return [action for action in range(SPACE.size) if self.why_not(action) is None]

    def why_not(self, action: int) -> Reason | None:
        kind, arg = SPACE.kind_of[action], SPACE.arg(action)
        if self.to_move() == OVER:
            return Reason("over", "PB-3.1", Message("the heap is empty"))
        if (kind == BEGIN) != (self.seat == CHANCE) or (kind == BEGIN and arg >= self.n_seats):
            return Reason("phase", "PB-1.2", Message("not now"))
        if kind == TAKE and arg + 1 > self.heap:
            text = Message("only %(heap)s are left", heap=self.heap)
            return Reason("range", "PB-2.1", text, need=arg + 1, have=self.heap)
        return None

    def weights(self) -> list[int]:
        return []  # PB-1.2: all are equally likely

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        arg = SPACE.arg(action)
        if SPACE.kind_of[action] == BEGIN:
            self.seat = arg
            return
        self.heap -= arg + 1
        self.taken[self.seat] += arg + 1
        if log is not None:
            log.append(Event(TOOK, self.seat, arg + 1))
        if self.heap == 0:
            self.last = self.seat
        self.seat = (self.seat + 1) % self.n_seats

    def clone(self) -> Pebbles:
        twin = Pebbles(self.rules)
        twin.seat, twin.heap, twin.taken, twin.last = self.seat, self.heap, self.taken[:], self.last
        return twin

    def key(self) -> str:
        return f"{self.seat} {self.heap} {self.taken} {self.last}"

    def scores(self) -> list[int]:
        return [n + BONUS * (seat == self.last) for seat, n in enumerate(self.taken)]  # PB-3.1, PB-3.2

    def places(self) -> list[int]:
        points = self.scores()
        return [1 + sum(other > own for other in points) for own in points]  # PB-3.3

    def view(self, seat: int) -> PebblesView:
        return PebblesView(self, seat)

    def ruleset(self) -> Ruleset:
        return self.rules


class PebblesView(View):
    """All that a seat may know: in this game, everything."""

    def __init__(self, state: Pebbles, seat: int) -> None:
        super().__init__(seat, state.n_seats)
        self.rules = state.rules
        self.active = state.seat
        self.heap = state.heap
        self.taken = state.taken[:]
        self.last = state.last

    def to_move(self) -> int:
        return self.active if self.heap else OVER

    def movers(self) -> int:
        return 1 << self.active if self.to_move() >= 0 else 0

    def key(self) -> str:
        return f"{self.active} {self.heap} {self.taken} {self.last}"

    def determinize(self, rng: Random) -> Pebbles:
        state = Pebbles(self.rules)
        state.seat, state.heap, state.taken, state.last = self.active, self.heap, self.taken[:], self.last
        return state


class PebblesRules(Ruleset):
    """The game with everything fixed that is fixed before the first move."""

    def start(self) -> State:
        return Pebbles(self)

    def check(self, state: State) -> None:
        assert isinstance(state, Pebbles)
        assert state.heap + sum(state.taken) == HEAP, "PB-1.1: no pebble gets lost"

    def max_plies(self) -> int:
        return 1 + HEAP

    def fields(self) -> list[Field]:
        return [
            *numbers("seat", CHANCE, self.n_seats - 1),
            *numbers("heap", 0, HEAP),
            *lists("taken", [self.n_seats], 0, HEAP),
            *numbers("last", -1, self.n_seats - 1),
        ]


class PebblesFace(Face):
    """The pictures and words."""

    def status(self, rules: Ruleset, view: View) -> Message:
        assert isinstance(view, PebblesView)
        return Message("%(heap)s pebbles are left", heap=view.heap)

    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        if SPACE.kind_of[action] == BEGIN:
            return Message("%(player)s begins", player=Seat(SPACE.arg(action)))
        return Message("Take %(n)s", n=SPACE.arg(action) + 1)

    def shown(self, rules: Ruleset, view: View) -> list[int]:
        return [SPACE.encode(TAKE, arg) for arg in range(MOST)]

    def event(self, rules: Ruleset, event: Event) -> Message | None:
        return Message("%(player)s takes %(n)s", player=Seat(event.seat), n=event.a)

    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        assert isinstance(view, PebblesView)
        last = [BONUS * (seat == view.last) for seat in range(view.n_seats)]
        total = [a + b for a, b in zip(view.taken, last, strict=True)]
        return [
            Line(Message("Pebbles"), view.taken, "PB-3.1"),
            Line(Message("The last pebble"), last, "PB-3.2"),
            Line(Message("Points"), total, is_total=True),
        ]

    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        assert isinstance(view, PebblesView)
        return {"heap": view.heap, "pebbles": view.taken}

    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> Text:
        assert isinstance(view, PebblesView)
        seats = [f"{say.seat(seat)}: {n}" for seat, n in enumerate(view.taken)]
        return Text("\n".join([say(self.status(rules, view)), *seats]))

    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        assert isinstance(view, PebblesView)
        width, prefix = (390, "n-") if narrow else (780, "")
        body = [f'<circle cx="{35 + 24 * n}" cy="40" r="10" fill="#8a8f98"/>' for n in range(view.heap)]
        for place, action in enumerate(self.shown(rules, view)):
            title = say(self.action(rules, view, action))
            why = offers.reason(action)
            shape = f'<rect width="110" height="40" rx="8" fill="#e8dfc8"/>{label(55, 26, title, anchor="middle")}'
            body.append(
                spot(f"{prefix}take-{place + 1}", 20 + 120 * place, 80, shape, title,
                     action if action in offers.reasons else -1, "" if why is None else say.reason(why))
            )  # fmt: skip
        title = esc(say(self.status(rules, view)))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 140" width="{width}" height="140" '
            f'class="board" role="group" aria-label="{title}">{"".join(body)}</svg>'
        )


class PebblesGame(Game):
    """The only door to the game."""

    def __init__(self) -> None:
        self.name, self.title, self.designer = "pebbles", "Pebbles", "traditional"
        self.summary = "Take pebbles from a heap; the last one counts more."
        self.seats, self.seat_rule, self.options = [2, 3, 4], "PB-1.1", []
        self.versions = [1]
        self.default_components, self.has_secrets = "pebbles-1", False

    def builtin_components(self) -> list[str]:
        return ["pebbles-1"]

    def read_builtin(self, name: str) -> str:
        return ""

    def check_components(self, source: str, name: str) -> list[Problem]:
        return []

    def load_components(self, source: str, name: str, builtin: bool = False) -> Components:
        return Components(name, "none", source, builtin, [])

    def make_ruleset(self, n_seats: int, options: dict[str, str], components: Components, version: int) -> Ruleset:
        return PebblesRules(self, n_seats, options, components, version, SPACE)

    def face(self) -> Face:
        return PebblesFace()


GAME = PebblesGame()
