"""An estimate of how a game of Fallen Kingdoms will end, from what evaluate.py says about each seat's position."""

from typing import Final, final

from brehon.core.contract import State
from brehon.core.evaluator import Evaluator
from brehon.core.odds import softmax
from brehon.games.fallen_kingdoms.evaluate import (
    best_order,
    god_worth,
    is_early,
    is_still_to_score,
    moment,
    rounds_left,
    standing,
)
from brehon.games.fallen_kingdoms.features import NAMES, features
from brehon.games.fallen_kingdoms.scoring import turn_glory
from brehon.games.fallen_kingdoms.state import MOVE_SEND, MOVE_TO, Fallen

SCALE: Final = 8.0  # a lead of so much glory makes the odds e to one at the end ...
SCALE_BY_ROUND: Final = 16.0  # ... and so much more for each round to come
EARLY_SCALE: Final = 20.0  # the same for the worth of a god
LEAD: Final = 0.30  # weight of the best rival against the seat itself


@final
class FallenEvaluator(Evaluator):
    """What Cottar and the searching bots use."""

    def estimate(self, state: State, seat: int) -> float:
        assert isinstance(state, Fallen)
        s = state
        if is_early(s):
            return god_worth(s, seat)
        own = standing(s, seat) + moment(s, seat)
        if s.active == seat and s.phase in (MOVE_TO, MOVE_SEND):
            own += best_order(s, seat) - 0.05  # worth it only if it leads to something better than the plan so far
        best = -1.0e9
        for rival in range(s.n_seats):
            if rival != seat:
                best = max(best, standing(s, rival))
        return own - LEAD * best

    def chances(self, state: State) -> list[float]:
        """The win shares by the current prospects; with many rounds to come a lead says little."""
        assert isinstance(state, Fallen)
        s = state
        if is_early(s):
            return softmax([god_worth(s, seat) for seat in range(s.n_seats)], EARLY_SCALE)
        values = [standing(s, seat) + moment(s, seat) for seat in range(s.n_seats)]
        for seat in range(s.n_seats):
            if is_still_to_score(s, seat):
                for part in turn_glory(s, seat):
                    values[seat] += part
        if s.phase in (MOVE_TO, MOVE_SEND):
            values[s.active] += best_order(s, s.active) - 0.05
        return softmax(values, SCALE + SCALE_BY_ROUND * min(4.0, rounds_left(s)))

    def playout(self, state: State) -> int:
        """As many as the turns of all seats take: plans and battles show what they are worth only at their end."""
        return 70 * state.n_seats

    def horizon(self, state: State) -> int:
        """What can be held shows after every seat has had a turn."""
        return state.n_seats

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, Fallen)
        return features(state, seat)

    def feature_names(self) -> list[str]:
        return NAMES[:]


EVALUATOR: Final = FallenEvaluator("fallen-kingdoms")
