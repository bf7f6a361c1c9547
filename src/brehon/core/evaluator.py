"""What bots ask about a state; rules never use it. A game may provide its own Evaluator (`State.evaluator`)."""

from typing import Final

from mypy_extensions import mypyc_attr

from brehon.core.contract import OVER, State
from brehon.core.odds import softmax

WON: Final = 1000.0  # a finished game counts more than any lead in points


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Estimates how good a state is for a seat. This one uses the points and, once the game is over, the places."""

    def __init__(self, game: str = "") -> None:
        self.game: str = game  # its name in the registry, if the game comes with a learned evaluation; otherwise empty

    def estimate(self, state: State, seat: int) -> float:
        """How good this state is for a seat; greater is better. Only compared, never shown."""
        scores = state.scores()
        rivals = [scores[other] for other in range(len(scores)) if other != seat]
        lead = float(scores[seat] - max(rivals, default=0))
        if state.to_move() == OVER:
            lead += WON if state.places()[seat] == 1 else -WON
        return lead

    def chances(self, state: State) -> list[float]:
        """Each seat's share of the win, together 1."""
        return softmax([self.estimate(state, seat) for seat in range(state.n_seats)], 1.0)

    def playout(self, state: State) -> int:
        """How many decisions a search should play on before it asks for chances, because the state is in the middle of something."""
        return 6

    def horizon(self, state: State) -> int:
        """How many turns (`turn_of`) these decisions should span: a game in which the others' answer decides wants more than one."""
        return 1

    def settling(self, state: State) -> int:
        """The same for a learned judgement, which knows what others can answer: 1 plays to the end of the turn, 0 not at all."""
        return 1

    def features(self, state: State, seat: int) -> list[float]:
        """The state as numbers about -1 … 1 from a seat's side, for learned evaluations; empty if the game has none.

        Their order is that of `feature_names()`. Only compared and learned from, never shown.
        """
        return []

    def feature_names(self) -> list[str]:
        """What the numbers of `features()` mean, one identifier each; empty if the game has none."""
        return []


PLAIN: Final = Evaluator()
