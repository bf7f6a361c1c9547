"""A learned judge: a small network over a game's features, in plain floats, so that it needs no NumPy to play."""

from typing import final

from mypy_extensions import i64

from brehon.bots.evaluation import Hand, Judge, result, softmax
from brehon.core.contract import OVER, State


@final
class Model:
    """One hidden layer and a direct way: features of a seat in, its prospects out. Only differences between seats count."""

    def __init__(self, first: list[list[float]], bias: list[float], second: list[float], direct: list[float]) -> None:
        assert len(first) % 4 == 0, "hidden units come in fours"
        spare = len(first) % 8  # computed in eights: units that do nothing fill the last group
        self.n_features: int = len(direct)
        self.n_hidden: int = len(bias) + spare
        self.bias: list[float] = bias + [0.0] * spare  # [unit]
        self.second: list[float] = second + [0.0] * spare  # [unit]
        self.direct: list[float] = direct  # [feature]
        self.first: list[float] = []  # [(unit // 8 * n_features + feature) * 8 + unit % 8]: eight units side by side
        for group in range(0, self.n_hidden, 8):
            for feature in range(len(direct)):
                for unit in range(group, group + 8):
                    self.first.append(first[unit][feature] if unit < len(first) else 0.0)

    def prospects(self, features: list[float]) -> float:
        """Eight units at a time: their sums stay in registers when compiled. A model may know only the first of the features."""
        value = 0.0
        n: i64 = self.n_features
        direct = self.direct
        i: i64 = 0
        while i < n:
            value += features[i] * direct[i]
            i += 1
        first, bias, second = self.first, self.bias, self.second
        at: i64 = 0
        unit: i64 = 0
        units: i64 = self.n_hidden
        while unit < units:
            a = bias[unit]
            b = bias[unit + 1]
            c = bias[unit + 2]
            d = bias[unit + 3]
            e = bias[unit + 4]
            f = bias[unit + 5]
            g = bias[unit + 6]
            h = bias[unit + 7]
            i = 0
            while i < n:
                x = features[i]
                if x != 0.0:
                    a += x * first[at]
                    b += x * first[at + 1]
                    c += x * first[at + 2]
                    d += x * first[at + 3]
                    e += x * first[at + 4]
                    f += x * first[at + 5]
                    g += x * first[at + 6]
                    h += x * first[at + 7]
                at += 8
                i += 1
            if a > 0.0:
                value += a * second[unit]
            if b > 0.0:
                value += b * second[unit + 1]
            if c > 0.0:
                value += c * second[unit + 2]
            if d > 0.0:
                value += d * second[unit + 3]
            if e > 0.0:
                value += e * second[unit + 4]
            if f > 0.0:
                value += f * second[unit + 5]
            if g > 0.0:
                value += g * second[unit + 6]
            if h > 0.0:
                value += h * second[unit + 7]
            unit += 8
        return value


@final
class Learned(Judge):
    """Judges by what it has learned about one game from self-play."""

    def __init__(self, model: Model, asks: bool = False) -> None:
        self.model: Model = model
        self.asks: bool = (
            asks  # the game how far to play on; otherwise always to the end of the turn, as version 0.1 did
        )
        self.hand: Hand = Hand()

    def shares(self, state: State) -> list[float]:
        if state.to_move() == OVER:
            return result(state)
        evaluator = state.evaluator()
        return softmax([self.model.prospects(evaluator.features(state, seat)) for seat in range(state.n_seats)], 1.0)

    def rate(self, state: State, seat: int) -> float:
        """By hand: sorting moves is requested thirty times as often as shares, and the hand-made estimate is fast."""
        return self.hand.rate(state, seat)

    def horizon(self, state: State) -> int:
        """To the end of the turn: the value of the others' reaction has been learned, so the time goes to more iterations instead."""
        return state.evaluator().settling(state) if self.asks else 1


@final
class Taught(Judge):
    """Judges any game: by the weights that come with it, by hand if there are none. `edition` names those of an earlier version."""

    def __init__(self, edition: str = "", asks: bool = False) -> None:
        self.edition: str = edition
        self.asks: bool = asks
        self.judges: dict[str, Judge] = {}

    def judge(self, state: State) -> Judge:
        name = state.evaluator().game
        found = self.judges.get(name)
        if found is None:
            from brehon.bots.weights import has_weights, learned  # which imports this module

            found = learned(name, self.edition, self.asks) if has_weights(name, self.edition) else Hand()
            self.judges[name] = found
        return found

    def shares(self, state: State) -> list[float]:
        return self.judge(state).shares(state)

    def rate(self, state: State, seat: int) -> float:
        return self.judge(state).rate(state, seat)

    def horizon(self, state: State) -> int:
        return self.judge(state).horizon(state)
