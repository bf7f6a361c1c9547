"""Two tiny games whose best move is known, and is another one for whoever peeks.

Cups: a pea lies under one of three cups; nobody is told which. Seat 0 may settle for a draw, or look on while seat 1 nods and then
lift a cup: right wins, wrong loses. Lifting is worth 1/3, a draw 1/2. Who knows where the pea is lifts; so does who believes that he
will know when the time comes.

Doors: both choose in secret together. Seat 0 leaves by one of three doors or stays; seat 1 guards one door. The guarded door loses,
another one wins, staying is a draw. Leaving is worth 2/3, unless the guard knew the door: then it is worth nothing.
"""

from __future__ import annotations

from random import Random

from brehon.core.contract import CHANCE, OVER, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.text import Message, Reason

SETTLE, LOOK, NOD = 0, 1, 2
LIFT = 3  # and the next two
HIDE = 6  # chance, and the next two
STAY = 0
LEAVE = 1  # and the next two
GUARD = 4  # and the next two


class Blind(Evaluator):
    """Sees no difference between states, so that only the search can find the best move."""

    def estimate(self, state: State, seat: int) -> float:
        return 0.0


BLIND = Blind()


class Toy(State):
    """Moves so far are all there is to know; who wins follows from them."""

    def __init__(self, moves: list[int] | None = None) -> None:
        super().__init__(2)
        self.moves = moves or []

    def weights(self) -> list[int]:
        return []

    def clone(self) -> Toy:
        return type(self)(self.moves[:])

    def key(self) -> str:
        return str(self.moves)

    def why_not(self, action: int) -> Reason | None:
        return None if action in self.legal() else Reason("no", "", Message("not now"))

    def scores(self) -> list[int]:
        return [1, 1]

    def evaluator(self) -> Evaluator:
        return BLIND


class Cups(Toy):
    def to_move(self) -> int:
        if self.moves[1:] == [SETTLE] or len(self.moves) == 4:
            return OVER
        return (CHANCE, 0, 1, 0)[len(self.moves)]

    def legal(self) -> list[int]:
        if self.to_move() == OVER:
            return []
        return ([HIDE, HIDE + 1, HIDE + 2], [SETTLE, LOOK], [NOD], [LIFT, LIFT + 1, LIFT + 2])[len(self.moves)]

    def apply(self, action: int, log: object = None) -> None:
        self.moves.append(action)

    def witnesses(self) -> int:
        return 0 if not self.moves else -1

    def places(self) -> list[int]:
        if len(self.moves) < 4:
            return [1, 1]
        return [1, 2] if self.moves[3] - LIFT == self.moves[0] - HIDE else [2, 1]

    def view(self, seat: int) -> CupsView:
        return CupsView(self, seat)


class CupsView(View):
    def __init__(self, s: Cups, seat: int) -> None:
        super().__init__(seat, 2)
        self.moves = s.moves[1:]
        self.mover = s.to_move()

    def to_move(self) -> int:
        return self.mover

    def movers(self) -> int:
        return 1 << self.mover if self.mover >= 0 else 0

    def key(self) -> str:
        return str(self.moves)

    def determinize(self, rng: Random) -> Cups:
        return Cups([HIDE + int(rng.random() * 3), *self.moves])


class PeekingView(CupsView):
    """What must never be: a view that knows where the pea is."""

    def __init__(self, s: Cups, seat: int) -> None:
        super().__init__(s, seat)
        self.pea = s.moves[0]

    def determinize(self, rng: Random) -> Cups:
        return Cups([self.pea, *self.moves])


class Doors(Toy):
    """`moves` are [choice of seat 0, choice of seat 1], -1 where it is still to come."""

    def __init__(self, moves: list[int] | None = None, turn: int = 0) -> None:
        super().__init__(moves or [-1, -1])
        self.turn = turn

    def clone(self) -> Doors:
        return Doors(self.moves[:], self.turn)

    def movers(self) -> int:
        return sum(1 << seat for seat in range(2) if self.moves[seat] < 0)

    def to_move(self) -> int:
        return self.turn if self.movers() else OVER

    def turn_to(self, seat: int) -> None:
        assert self.moves[seat] < 0
        self.turn = seat

    def legal(self) -> list[int]:
        if not self.movers():
            return []
        return [GUARD, GUARD + 1, GUARD + 2] if self.turn else [STAY, LEAVE, LEAVE + 1, LEAVE + 2]

    def apply(self, action: int, log: object = None) -> None:
        self.moves[self.turn] = action
        self.turn = 1 - self.turn

    def witnesses(self) -> int:
        return 1 << self.turn if self.movers() == 3 else -1

    def places(self) -> list[int]:
        if self.moves[0] == STAY or self.movers():
            return [1, 1]
        return [2, 1] if self.moves[0] - LEAVE == self.moves[1] - GUARD else [1, 2]

    def view(self, seat: int) -> DoorsView:
        return DoorsView(self, seat)


class InTurn(Doors):
    """The same with open cards: the guard sees which door is taken."""

    def movers(self) -> int:
        mask = super().movers()
        return mask & -mask

    def to_move(self) -> int:
        return self.movers() - 1 if self.movers() else OVER

    def clone(self) -> InTurn:
        return InTurn(self.moves[:], self.turn)

    def witnesses(self) -> int:
        return -1

    def view(self, seat: int) -> OpenView:
        return OpenView(self, seat)


class DoorsView(View):
    def __init__(self, s: Doors, seat: int) -> None:
        super().__init__(seat, 2)
        self.mask = s.movers()
        self.chosen = s.moves[seat]

    def to_move(self) -> int:
        return self.seat if self.mask >> self.seat & 1 else 1 - self.seat

    def movers(self) -> int:
        return self.mask

    def key(self) -> str:
        return f"{self.mask} {self.chosen}"

    def determinize(self, rng: Random) -> Doors:
        moves = [-1, -1]
        moves[self.seat] = self.chosen
        other = 1 - self.seat
        if not self.mask >> other & 1:
            moves[other] = (GUARD + int(rng.random() * 3)) if other else int(rng.random() * 4)
        return Doors(moves, self.to_move())


class OpenView(DoorsView):
    def __init__(self, s: InTurn, seat: int) -> None:
        super().__init__(s, seat)
        self.moves = s.moves[:]

    def determinize(self, rng: Random) -> InTurn:
        return InTurn(self.moves[:])
