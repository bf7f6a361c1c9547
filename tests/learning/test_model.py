"""The learned judge and its file of weights."""

import hashlib
import json
import os
import subprocess
import sys
from math import exp
from random import Random
from typing import Any

import pytest

from brehon.bots.base import Budget
from brehon.bots.evaluation import Hand, result
from brehon.bots.greedy import Greedy
from brehon.bots.ismcts import Search, Searcher, Settings
from brehon.bots.levels import LEVELS, player
from brehon.bots.model import Learned, Model, Taught
from brehon.bots.weights import BadWeights, Weights, has_weights, learned, read_weights, shipped, write_weights
from brehon.core import registry
from brehon.core.contract import OVER
from tests.learning.positions import positions, rules_of

GAMES = sorted(registry.BUILTIN)
FROZEN = {
    "armorica": "88a852ce25e0",
    "arrival": "90651d55f435",
    "fallen-kingdoms": "3c525fbec1e1",
}  # SHA-256 of the weights of version 0.1


def some_weights(name: str = "armorica", hidden: int = 4, seed: int = 3) -> Weights:
    rng = Random(seed)
    names = rules_of(name).evaluator().feature_names()

    def row(size: Any) -> list[Any]:
        return [round(rng.uniform(-1, 1), 4) for _ in range(size)]

    return Weights(name, names, [row(len(names)) for _ in range(hidden)], row(hidden), row(hidden), row(len(names)), {})


def test_the_network_computes_what_its_description_says() -> None:
    weights = some_weights(hidden=8)
    rng = Random(1)
    x = [rng.choice([0.0, rng.uniform(-1, 1)]) for _ in weights.features]
    by_hand = sum(a * b for a, b in zip(x, weights.direct, strict=True))
    for row, bias, second in zip(weights.first, weights.bias, weights.second, strict=True):
        by_hand += second * max(0.0, bias + sum(a * b for a, b in zip(x, row, strict=True)))
    assert weights.model().prospects(x) == pytest.approx(by_hand, abs=1e-9)


def test_shares_follow_the_prospects_of_the_seats() -> None:
    weights = some_weights()
    state = next(s for s in positions("armorica", every=20) if s.to_move() >= 0)
    a, b = (weights.model().prospects(state.evaluator().features(state, seat)) for seat in range(2))
    shares = Learned(weights.model()).shares(state)
    assert shares[0] == pytest.approx(1 / (1 + exp(b - a)), abs=1e-9)


def test_a_learned_judge_is_asked_at_the_end_of_the_turn_and_a_hand_made_one_after_the_round() -> None:
    """Fallen Kingdoms: whose turns are to come is among the features, so the search need not play them."""
    state = next(
        s for s in positions("fallen-kingdoms", every=3) if s.to_move() >= 0 and s.round == 1 and s.active == s.marker
    )
    for judge, turns in ((Hand(), state.n_seats), (learned("fallen-kingdoms"), 1), (Taught(), 1)):
        assert judge.horizon(state) == turns
        search = Search(state.view(state.to_move()), judge, Settings(), Random(1))
        played = state.clone()
        search.play_out(played)
        assert played.turn_of() != state.turn_of()
        everybody_had_one = played.round > state.round or bool(played.order)
        assert everybody_had_one == (turns > 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_shares_of_every_position_add_up_to_one_and_the_end_is_the_result(name: Any) -> None:
    judge = learned(name)
    for state in positions(name, every=9):
        shares = judge.shares(state)
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0.0
        if state.to_move() == OVER:
            assert shares == result(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_knows_where_its_weights_are(name: Any) -> None:
    state = rules_of(name).start()
    assert has_weights(state.evaluator().game)
    assert shipped(state.evaluator().game).features == rules_of(name).evaluator().feature_names()
    assert len(registry.game(name).read_weights()) < 60_000


def test_weights_survive_writing_and_reading() -> None:
    weights = some_weights(hidden=8)
    text = write_weights(weights)
    again = read_weights(text, registry.game("armorica"), weights.features)
    assert again == weights
    assert write_weights(again) == text


def spoil(**changes: Any) -> Any:
    data = json.loads(write_weights(some_weights()))
    data.update(changes)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[]", "not of format 1"),
        (spoil(format=2), "not of format 1"),
        (spoil(game="arrival"), "for 'arrival', not for armorica"),
        (spoil(features=["wheat"]), "missing: amphorae"),
        (spoil(hidden=5), "multiple of four"),
        (spoil(first=[[0.0]] * 3), "a row for each of the 4"),
        (spoil(first=[[0.0]] * 4), "row 1 of 'first' must be a list of"),
        (spoil(bias=[0, 0, 0, "x"]), "'bias' must hold finite numbers"),
        (spoil(second=[0, 0, 0, float("inf")]), "'second' must hold finite numbers"),
        (spoil(direct=None), "'direct' must be a list"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(text: Any, complaint: str) -> None:
    with pytest.raises(BadWeights, match=complaint):
        read_weights(text, registry.game("armorica"), rules_of("armorica").evaluator().feature_names())


def test_features_in_another_order_are_not_taken_for_the_same() -> None:
    names = rules_of("armorica").evaluator().feature_names()
    with pytest.raises(BadWeights, match="another order"):
        read_weights(spoil(features=names[::-1]), registry.game("armorica"), names)


def test_a_model_that_sees_only_points_takes_points() -> None:
    names = rules_of("armorica").evaluator().feature_names()
    zero = [0.0] * len(names)
    greed = Model([zero] * 4, [0.0] * 4, [0.0] * 4, [50.0 if name == "points" else 0.0 for name in names])
    bot = Greedy(Learned(greed))
    for state in positions("armorica", every=4):
        seat = state.to_move()
        if seat < 0 or len(state.legal()) < 2:
            continue
        after = {action: state.clone() for action in state.legal()}
        for action, twin in after.items():
            twin.apply(action, None)
        chosen = bot.choose(state.view(seat), state.legal(), Budget(), Random(1))
        lead = {action: twin.scores()[seat] - twin.scores()[1 - seat] for action, twin in after.items()}
        assert lead[chosen] == max(lead.values())
        return
    raise AssertionError("no decision was met")


@pytest.mark.parametrize("name", GAMES)
def test_the_strongest_level_of_version_0_1_can_still_be_played_against(name: Any) -> None:
    old = player("brehon-0.1@4")
    state = next(s for s in positions(name, every=25) if s.to_move() >= 0 and len(s.legal()) > 1)
    legal = state.legal()
    assert old.bot.choose(state.view(state.to_move()), legal, old.budget, Random(1)) in legal
    frozen = registry.game(name).read_weights("0.1")
    assert hashlib.sha256(frozen.encode()).hexdigest()[:12] == FROZEN[name]  # it never changes again
    assert (
        shipped(name, "0.1").features
        == rules_of(name).evaluator().feature_names()[: len(shipped(name, "0.1").features)]
    )
    assert "brehon-0.1" not in LEVELS  # it is not offered to people
    with pytest.raises(BadWeights, match="comes without"):
        shipped(name, "0.0")


def test_a_judge_may_ask_the_game_how_far_to_play_on() -> None:
    state = rules_of("arrival").start()
    for asks in (False, True):
        judge = learned("arrival", asks=asks)
        assert judge.horizon(state) == (state.evaluator().settling(state) if asks else 1)
    assert isinstance(player("ollam@2").bot, Searcher)


def test_weights_of_an_earlier_version_may_know_only_the_first_features() -> None:
    names = rules_of("armorica").evaluator().feature_names()
    text = write_weights(some_weights())
    more = [*names, "something_new"]
    assert read_weights(text, registry.game("armorica"), more, earlier=True).features == names
    with pytest.raises(BadWeights, match="missing: something_new"):
        read_weights(text, registry.game("armorica"), more)
    features = [0.5] * len(more)
    assert some_weights().model().prospects(features) == some_weights().model().prospects(features[:-1])


DUMP = """
from tests.learning.positions import positions
from brehon.bots.weights import learned
import brehon, sys
for name in sys.argv[1:]:
    for state in positions(name, every=13):
        print(*(repr(x) for x in learned(name).shares(state)))
print(brehon.MODE.split()[0], file=sys.stderr)
"""


@pytest.mark.compiled
def test_compiled_and_interpreted_judges_agree() -> None:
    found = {}
    for pure in ("0", "1"):
        env = {**os.environ, "BREHON_PURE": pure}
        done = subprocess.run(
            [sys.executable, "-c", DUMP, *GAMES], env=env, capture_output=True, text=True, check=True, timeout=120
        )
        found[done.stderr.split()[-1]] = [float(x) for x in done.stdout.split()]
    assert found["compiled"] == pytest.approx(found["interpreted"], abs=1e-9)
