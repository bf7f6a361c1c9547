"""A hand-made estimate of how good a state of Armorica is for a seat, in victory points: what Cottar uses."""

from typing import Final, final

from brehon.core.contract import State
from brehon.core.evaluator import Evaluator
from brehon.core.odds import softmax
from brehon.games.armorica.data import AMPHORAE, GAUL, GRAPES, MAJORITIES, OLIVES, ROMAN, SHEEP, WHEAT, count
from brehon.games.armorica.features import NAMES, features
from brehon.games.armorica.scoring import coin_score, majority_score, set_lengths, set_score
from brehon.games.armorica.state import Armorica

# worth of one more icon in reach for each turn to come; the first ones count most
WHEAT_WORTH: Final = [0.0, 1.9, 3.2, 4.1, 4.8, 5.1, 5.3]
PATRICIAN_WORTH: Final = [0.0, 0.13, 0.22, 0.27, 0.31, 0.33, 0.34]
GROWTH: Final = 0.2  # share of the next colour's points that a set in progress is good for, for each turn to come
SURPLUS_AMPHORA: Final = 4.0  # an amphora beyond the cards feeds a future card
STARVING_CARD: Final = 10.0  # a card that will have to be discarded
SCALE: Final = 4.5  # a lead of so many points makes the odds e to one on the last turn ...
SCALE_BY_TURN: Final = 2.0  # ... and so many more for each turn to come
LEAD: Final = 0.35  # weight of the best rival's points against the seat's own


def turns_to_come(s: Armorica) -> int:
    """Whole turns after the current one."""
    used = s.n_seats + s.table.year_steps
    left = min(s.left[GAUL].bit_count(), s.left[ROMAN].bit_count())
    return (left + used - 1) // used


def standing(s: Armorica, seat: int) -> float:
    """Points now and what the display promises."""
    cards = s.table.cards
    goods = s.goods[seat]
    display = s.displays[seat]
    turns = float(turns_to_come(s))
    value = float(set_score(cards, display) + coin_score(goods))
    for icon in MAJORITIES:
        value += float(majority_score(cards, s.goods, icon, seat))
    if turns > 0.0:
        value += turns * WHEAT_WORTH[min(6, count(goods, WHEAT))]
        for icon in (GRAPES, OLIVES, SHEEP):
            value += turns * PATRICIAN_WORTH[min(6, count(goods, icon))]
        lengths = set_lengths(cards, display)
        if lengths and lengths[-1] < 6:
            value += GROWTH * min(turns, 2.0) * float(lengths[-1])
    balance = count(goods, AMPHORAE) - len(display)
    if balance < 0:
        value += STARVING_CARD * float(balance)
    else:
        value += SURPLUS_AMPHORA * min(float(balance), 2.0 * turns)
    return value


@final
class ArmoricaEvaluator(Evaluator):
    """What Cottar and the searching bots use."""

    def estimate(self, state: State, seat: int) -> float:
        assert isinstance(state, Armorica)
        s = state
        own = standing(s, seat)
        best = -1000.0
        for rival in range(s.n_seats):
            if rival != seat:
                best = max(best, standing(s, rival))
        return own - LEAD * best

    def chances(self, state: State) -> list[float]:
        """The win shares by the current points; a lead counts more, the fewer turns are left."""
        assert isinstance(state, Armorica)
        s = state
        scale = SCALE + SCALE_BY_TURN * float(turns_to_come(s))
        return softmax([standing(s, seat) for seat in range(s.n_seats)], scale)

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, Armorica)
        return features(state, seat)

    def feature_names(self) -> list[str]:
        return NAMES[:]


EVALUATOR: Final = ArmoricaEvaluator("armorica")
