"""Why a move is better: what is said holds in the positions compared, and its weight is what the evaluation gives it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from brehon.bots.evaluation import Hand
from brehon.bots.model import Learned, Model, Taught
from brehon.bots.reasons import RESULT, Motive, settled_pairs, weigh
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.text import LANGUAGES, NN_, Message, Reason, Seat, Speaker
from brehon.core.vocabulary import POINTS, Aspect, Saying, Vocabulary, counts
from tests.bots.reasoning import decisions, holds, kernel
from tests.toy import GAME as HARBOUR

NAMES = ["Anna", "Bran"]
COIN = NN_("%(n)s coin more", "%(n)s coins more")
LESS = NN_("%(n)s coin fewer", "%(n)s coins fewer")
RIVAL = NN_("%(player)s has %(n)s coin more", "%(player)s has %(n)s coins more")


# -- how a difference is said


@pytest.mark.parametrize(
    ("differences", "rival", "words"),
    [
        ([2.0, 2.0, 2.0, 2.0], None, "2 coins more"),
        ([1.0], None, "1 coin more"),
        ([-1.0, -1.0], None, "1 coin fewer"),
        ([2.0, 2.0], 1, "Bran has 2 coins more"),
        ([1.0, 1.0, 1.0, 0.0], None, "1 coin more, most likely"),
        ([1.0, 2.0, 3.0, 4.0], None, "2 coins more, on average"),
        ([0.6, 0.6], None, "1 coin more, on average"),
        ([5.0, 0.0, 0.0, 0.0], None, None),  # true in few states
        ([3.0, 3.0, -1.0, -1.0], None, None),  # the contrary is just as possible
        ([0.2, 0.2], None, None),  # too little
        ([0.0, 0.0], None, None),
        ([-2.0], 1, None),  # no words for it
    ],
)
def test_a_difference_is_said_as_surely_as_it_holds(differences: Any, rival: Any, words: Any) -> None:
    saying = Saying(COIN, LESS, RIVAL, measure=lambda state, seat: 0.0)
    text = saying.statement(differences, rival)
    assert (text and Speaker("en", NAMES)(text)) == words
    if text is not None:
        inner, sure = kernel(text)
        number = inner.args["n"]
        assert isinstance(number, int)
        assert holds(differences, -number if "fewer" in str(text) else number, sure)


@pytest.mark.parametrize(("differences", "words"), [([0.1, 0.3], "a lead"), ([1.0, 1.0, 1.0, -1.0], "a lead, most likely"),
                                                    ([1.0, -1.0], None)])  # fmt: skip
def test_what_has_no_unit_is_said_without_a_number(differences: Any, words: Any) -> None:
    text = Saying("a lead", None).statement(differences, None)
    assert (text and str(text)) == words


# -- a game that is nothing but differences


class Stall(State):
    """Seat 0 makes one of several deals, chance may add to it, seat 1 haggles; then it is over."""

    def __init__(self, deals: list[tuple[int, int, int]], ends: bool = False, moves: tuple[int, ...] = ()) -> None:
        super().__init__(2)
        self.deals = deals  # [deal] coins for seat 0, goods for seat 0, coins for seat 1; 9: chance gives 0 or 1 coin
        self.ends = ends  # after the deal
        self.moves = moves
        self.coins, self.goods = [3, 3], [3, 3]
        for move in moves:
            self._do(move)

    def _do(self, move: int) -> None:
        if move >= 100:
            self.coins[0] += move - 100
        elif move < 50:
            coins, goods, theirs = self.deals[move]
            self.coins = [self.coins[0] + (0 if coins == 9 else coins), self.coins[1] + theirs]
            self.goods[0] += goods
        else:
            self.goods[1] += 2

    def to_move(self) -> int:
        if not self.moves:
            return 0
        if self.moves[0] < 50 and self.deals[self.moves[0]][0] == 9 and len(self.moves) == 1:
            return CHANCE
        return OVER if self.ends or self.moves[-1] == 50 else 1

    def legal(self) -> list[int]:
        return {0: list(range(len(self.deals))), CHANCE: [100, 101], 1: [50], OVER: []}[self.to_move()]

    def weights(self) -> list[int]:
        return []

    def apply(self, action: int, log: Any = None) -> None:
        self.moves = (*self.moves, action)
        self._do(action)

    def clone(self) -> Stall:
        return Stall(self.deals, self.ends, self.moves)

    def key(self) -> str:
        return str(self.moves)

    def why_not(self, action: int) -> Reason | None:
        return None if action in self.legal() else Reason("no", "", Message("not now"))

    def view(self, seat: int) -> View:
        return StallView(self)

    def scores(self) -> list[int]:
        return self.coins[:]

    def places(self) -> list[int]:
        return [1 + (self.coins[1 - seat] > self.coins[seat]) for seat in range(2)]

    def evaluator(self) -> Evaluator:
        return PRICES


class StallView(View):
    def __init__(self, state: Stall) -> None:
        super().__init__(0, 2)
        self.state = state

    def to_move(self) -> int:
        return self.state.to_move()

    def movers(self) -> int:
        return 1

    def key(self) -> str:
        return self.state.key()

    def determinize(self, rng: Random) -> State:
        return self.state.clone()


class Prices(Evaluator):
    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, Stall)
        coins, goods = float(state.coins[seat]), float(state.goods[seat])
        return [coins, goods, coins + goods, coins - state.coins[1 - seat]]

    def feature_names(self) -> list[str]:
        return ["coins", "goods", "all", "lead"]


PRICES = Prices()


def judge(coins: float = 0.2, goods: float = 0.1, both: float = 0.0, lead: float = 0.0) -> Learned:
    return Learned(Model([[0.0] * 4] * 4, [0.0] * 4, [0.0] * 4, [coins, goods, both, lead]))


def coins_of(state: State, seat: int) -> float:
    assert isinstance(state, Stall)
    return float(state.coins[seat])


def goods_of(state: State, seat: int) -> float:
    assert isinstance(state, Stall)
    return float(state.goods[seat])


COINS = Aspect("coins", ("coins",), "Look at the coins.", COIN, LESS, RIVAL, "%(player)s has %(n)s less",
               measure=coins_of, is_good=True)  # fmt: skip
GOODS = Aspect("goods", ("goods",), "Look at the goods.", "%(n)s goods more", "%(n)s goods fewer", measure=goods_of)


def reasons(deals: list[tuple[int, int, int]], by: Any, *aspects: Aspect, ends: bool = False, **more: Any) -> Any:
    view = Stall(deals, ends).view(0)
    return weigh(view, 0, 1, Vocabulary(list(aspects), **more), by, 1)


def words(motives: list[Motive]) -> list[str]:
    return [Speaker("en", NAMES)(motive.text) for motive in motives]


def test_the_weightiest_reason_comes_first_and_what_it_costs_is_known() -> None:
    deals = [(2, 0, -3), (0, 1, 0)]
    found = reasons(deals, judge(), COINS, GOODS)
    assert words(found.motives) == ["Bran has 3 less"], "of one aspect the weightiest is said"
    assert words(found.prices) == ["1 goods fewer"]
    assert words(reasons([(2, 3, 0), (0, 0, 0)], judge(0.1, 0.5), COINS, GOODS).motives) == [
        "3 goods more",
        "2 coins more",
    ]


def test_worths_of_independent_aspects_add_up_to_the_gain_about() -> None:
    found = reasons([(1, 2, 0), (0, 0, 0)], judge(), COINS, GOODS)
    assert sum(motive.worth for motive in found.motives) == pytest.approx(found.gain, rel=0.02)
    assert found.gain > 0.05


def test_what_hardly_counts_is_no_reason() -> None:
    assert reasons([(1, 0, 0), (0, 0, 0)], judge(0.0001), COINS).motives == []
    assert reasons([(4, 1, 0), (0, 0, 0)], judge(1.0, 0.05), COINS, GOODS).motives[1:] == [], "next to a weighty one"


def test_a_sum_follows_its_parts() -> None:
    """An evaluation that looks at the sum alone: each part gets its own worth, and nothing is counted twice."""
    sums = {"all": {"coins": 1.0, "goods": 1.0}}
    by = judge(0.0, 0.0, 0.3)
    assert reasons([(2, 1, 0), (0, 0, 0)], by, COINS, GOODS).motives == []
    found = reasons([(2, 1, 0), (0, 0, 0)], by, COINS, GOODS, sums=sums)
    assert words(found.motives) == ["2 coins more", "1 goods more"]
    assert found.motives[0].worth / found.motives[1].worth == pytest.approx(2.0, rel=0.1)


def test_a_loss_of_what_is_good_is_never_a_reason_for_a_move() -> None:
    """An evaluation that likes poverty: the difference is true, but no person would accept it as a reason."""
    found = reasons([(-2, 0, 0), (0, 0, 0)], judge(-0.3), COINS)
    assert found.gain > 0.0
    assert found.motives == found.prices == []
    free = Aspect("coins", ("coins",), "", COIN, LESS, measure=coins_of)
    assert words(reasons([(-2, 0, 0), (0, 0, 0)], judge(-0.3), free).motives) == ["2 coins fewer"]


def test_a_lead_is_weighed_for_all_seats_together() -> None:
    texts = {"more": COIN, "less": LESS, "measure": coins_of}
    apart = Aspect("lead", ("lead",), "", **texts)  # type: ignore[arg-type]
    joint = Aspect("lead", ("lead",), "", is_joint=True, **texts)  # type: ignore[arg-type]
    deals, by = [(2, 0, 0), (0, 0, 0)], judge(0.0, 0.0, 0.0, 0.1)
    one, both = reasons(deals, by, apart), reasons(deals, by, joint)
    assert words(one.motives) == words(both.motives) == ["2 coins more"]
    assert both.motives[0].worth == pytest.approx(both.gain)
    assert one.motives[0].worth < 0.7 * both.motives[0].worth, "the rival's lost lead belongs to it"


def test_a_second_way_to_say_it_is_used_where_the_first_has_nothing_to_say() -> None:
    aspect = Aspect("coins", ("coins", "goods"), "", COIN, LESS, measure=coins_of, is_good=True,
                    also=(Saying("%(n)s goods more", None, measure=goods_of),))  # fmt: skip
    assert words(reasons([(0, 2, 0), (0, 0, 0)], judge(), aspect).motives) == ["2 goods more"]
    assert words(reasons([(1, 2, 0), (0, 0, 0)], judge(), aspect).motives) == ["1 coin more"]
    assert reasons([(-1, 9, 0), (0, 0, 0)], judge(), aspect).motives == [], "the first way contradicts: nothing is said"


def test_luck_is_the_same_after_both_moves_and_named_where_it_matters() -> None:
    assert words(reasons([(9, 2, 0), (9, 0, 0)], judge(), COINS, GOODS).motives) == ["2 goods more"]
    assert words(reasons([(2, 0, 0), (9, 0, 0)], judge(), COINS).motives)[0].endswith(("most likely", "on average"))


def test_positions_are_compared_before_the_next_seat_acts() -> None:
    view = Stall([(1, 0, 0), (9, 0, 0)]).view(0)
    for pair in settled_pairs(view, 0, 1, Vocabulary([COINS]), judge(), 1, 4):
        assert [(state.to_move(), state.goods[1]) for state in pair] == [(1, 3), (1, 3)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("deals", "text"),
    [([(3, 0, 0), (0, 0, 9)], "this wins the game"), ([(0, 0, 0), (0, 0, 9)], "this shares the victory"),
     ([(3, 0, 0), (9, 0, 0)], "this wins the game"), ([(4, 0, 0), (3, 0, 0)], None)],
)  # fmt: skip
def test_a_move_that_ends_the_game_is_judged_by_the_result(deals: Any, text: Any) -> None:
    found = reasons(deals, judge(), COINS, GOODS, POINTS, ends=True)
    said = [str(motive.text) for motive in found.motives if motive.aspect is RESULT]
    assert said == ([text] if text else [])
    assert {motive.aspect.name for motive in found.motives} <= {"result", "points"}, "nothing else counts at the end"


def test_without_an_evaluation_the_size_decides() -> None:
    found = reasons([(2, 5, -1), (0, 0, 0)], Hand(), COINS, GOODS)
    assert words(found.motives) == ["5 goods more", "2 coins more"]
    assert [round(motive.worth, 3) for motive in found.motives] == [0.05, 0.02]


# -- every game


@pytest.mark.parametrize("name", registry.names())
def test_every_number_of_an_evaluation_belongs_to_one_aspect_or_is_never_said(name: str) -> None:
    game = registry.game(name)
    rules = registry.make_ruleset(game, game.seats[0])
    vocabulary = game.face().vocabulary(rules)
    named = [feature for aspect in vocabulary.aspects for feature in aspect.features]
    numbers = rules.start().evaluator().feature_names()
    assert sorted([*named, *vocabulary.silent, *vocabulary.sums]) == sorted(numbers)
    assert len({aspect.name for aspect in vocabulary.aspects}) == len(vocabulary.aspects)


@pytest.mark.parametrize("name", registry.names())
def test_texts_of_aspects_can_be_said_of_anyone_in_every_language(name: str) -> None:
    """A text that names a number has a measure, one of a rival names the rival, and hints point somewhere in a whole sentence."""
    game = registry.game(name)
    vocabulary = game.face().vocabulary(registry.make_ruleset(game, game.seats[0]))
    for aspect in vocabulary.aspects:
        assert aspect.look.endswith((".", "?")), aspect.look
        for saying in aspect.sayings:
            for text, rival in [(saying.more, 0), (saying.less, 0), (saying.rival_more, 1), (saying.rival_less, 1)]:
                if text is None:
                    continue
                assert saying.measure is not None or not counts(text)
                for number in (1, 4177):
                    message = Message(text, n=number, **({"player": Seat(1)} if rival else {}))
                    for language in LANGUAGES:
                        words = Speaker(language, NAMES)(message)
                        assert ("Bran" in words) == bool(rival), words
                        assert ("4177" in words) == (number > 1 and counts(text)), words
                        assert not words.endswith("."), words


@pytest.mark.parametrize(("name", "most"), [("armorica", 20), ("arrival", 12), ("fallen-kingdoms", 10), ("toy", 40)])
def test_what_is_said_holds_in_the_positions_that_were_compared(name: str, most: int) -> None:
    """Worked out again from the measures of the game; a text that names no number must at least have the right sign."""
    game = HARBOUR if name == "toy" else registry.game(name)
    rules, by, rng = registry.make_ruleset(game, game.seats[0]), Taught(), Random(1)
    vocabulary = game.face().vocabulary(rules)
    states = [state for seed in range(most // 10 + 1) for state in decisions(rules, seed)]
    checked = 0
    for number, state in enumerate(rng.sample(states, most)):
        view = state.view(state.to_move())
        one, two = rng.sample(state.legal(), 2)
        found = weigh(view, one, two, vocabulary, by, number, 3)
        pairs = settled_pairs(view, one, two, vocabulary, by, number, 3)
        for motive in [*found.motives, *found.prices]:
            checked += check(motive, view.seat, pairs)
    assert checked > 0


def check(motive: Motive, mine: int, pairs: list[tuple[State, State]]) -> int:
    """1 if a statement could be worked out again, and it holds."""
    inner, sure = kernel(motive.text)
    rival = inner.args.get("player")
    seat = rival.seat if isinstance(rival, Seat) else mine
    for saying in motive.aspect.sayings:
        if saying.measure is not None and inner.text in (
            saying.more,
            saying.less,
            saying.rival_more,
            saying.rival_less,
        ):
            less = inner.text in (saying.less, saying.rival_less)
            differences = [saying.measure(a, seat) - saying.measure(b, seat) for a, b in pairs]
            amount = inner.args["n"]
            assert isinstance(amount, int)
            assert amount > 0
            assert sum(differences) * (-1 if less else 1) > 0
            if counts(inner.text):
                assert holds(differences, -amount if less else amount, sure), (str(motive.text), differences)
            return 1
    return 0
