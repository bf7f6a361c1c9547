"""An estimate of how a game of The Arrival will end, from what evaluate.py says about each leader's position."""

from typing import Final, final

from brehon.core.contract import State
from brehon.core.evaluator import Evaluator
from brehon.core.odds import logistic, softmax
from brehon.games.arrival.evaluate import overrun_chance, prospects, standing
from brehon.games.arrival.features import NAMES, features
from brehon.games.arrival.scoring import count_dark, count_forts
from brehon.games.arrival.state import ENDED, RISE, Arrival

BIAS: Final = 1.0  # log-odds that the Fomori overrun the tribes at equal numbers of locations
TIP: Final = 0.57  # how much one more location changes these in the last round ...
TIP_BY_ROUND: Final = 0.06  # ... and so much less for each round to come
SCALE: Final = 2.5  # a lead of so many points makes the odds e to one in the last round ...
SCALE_BY_ROUND: Final = 1.1  # ... and so many more for each round to come
OTHERS: Final = 0.35  # how much the rivals behind the best one count


@final
class ArrivalEvaluator(Evaluator):
    """What Cottar and the searching bots use."""

    def estimate(self, state: State, seat: int) -> float:
        assert isinstance(state, Arrival)
        s = state
        overrun = overrun_chance(s)
        own = prospects(s, seat, overrun)
        best = -1000.0
        total = 0.0
        for rival in range(s.n_seats):
            if rival != seat:
                value = standing(s, rival, overrun)
                best = max(best, value)
                total += value
        return own - (1.0 - OTHERS) * best - OTHERS * total / float(max(1, s.n_seats - 1))

    def chances(self, state: State) -> list[float]:
        """Two games in one: who would win if the tribes are overrun, and who if they prevail, each with its chance.

        The numbers fit the results of 300 games of Cottars: the fewer rounds are left, the more a lead is worth.
        """
        assert isinstance(state, Arrival)
        s = state
        rounds = 0.0 if s.flag else float(s.table.rounds - s.round)
        lead = float(count_dark(s) - count_forts(s))
        if s.phase == RISE:
            lead += 1.0
        overrun = logistic(BIAS + lead * max(0.25, TIP - TIP_BY_ROUND * rounds))
        if s.phase == ENDED:
            overrun = 1.0 if lead >= 0.0 else 0.0
        scale = SCALE + SCALE_BY_ROUND * rounds
        lost = softmax([prospects(s, seat, 1.0) for seat in range(s.n_seats)], scale)
        won = softmax([prospects(s, seat, 0.0) for seat in range(s.n_seats)], 2.0 * scale)
        return [overrun * lost[seat] + (1.0 - overrun) * won[seat] for seat in range(s.n_seats)]

    def settling(self, state: State) -> int:
        """Not at all: the learned judgement knows the middle of a turn, and playing on adds more scatter than knowledge."""
        return 0

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, Arrival)
        return features(state, seat)

    def feature_names(self) -> list[str]:
        return NAMES[:]


EVALUATOR: Final = ArrivalEvaluator("arrival")
