"""What bots ask: a game may bring an Evaluator; without one they go by points and places."""

from random import Random
from typing import Any

import pytest

from brehon.bots.base import Budget
from brehon.bots.cottar import Cottar
from brehon.bots.evaluation import Hand
from brehon.bots.ismcts import Searcher, Settings
from brehon.core import conformance, registry
from brehon.core.contract import OVER
from brehon.core.evaluator import PLAIN, Evaluator
from brehon.core.laws import BrokenLaw
from brehon.core.play import run_chance
from tests import toy

GAMES = sorted(registry.BUILTIN)


def a_harbour(score: tuple[int, int] = (0, 0), phase: Any = toy.TURN) -> Any:
    state: Any = registry.make_ruleset(toy.GAME, 2).start()
    state.score, state.phase = list(score), phase
    return state


def test_the_plain_evaluator_counts_the_lead_in_points() -> None:
    state = a_harbour(score=(5, 3))
    assert (PLAIN.estimate(state, 0), PLAIN.estimate(state, 1)) == (2.0, -2.0)
    assert sum(PLAIN.chances(state)) == pytest.approx(1.0)
    assert PLAIN.chances(state)[0] > 0.9


def test_the_plain_evaluator_does_not_count_less_than_nothing_as_nothing() -> None:
    assert PLAIN.estimate(a_harbour(score=(-4, -6)), 0) == 2.0


def test_a_won_game_is_worth_more_than_any_lead() -> None:
    won = a_harbour(score=(1, 0), phase=toy.ENDED)
    assert won.to_move() == OVER
    assert PLAIN.estimate(won, 0) > PLAIN.estimate(a_harbour(score=(200, 0)), 0)
    assert PLAIN.estimate(won, 1) < PLAIN.estimate(a_harbour(score=(200, 0)), 1)


def test_cottar_ships_what_scores_in_a_game_without_an_evaluator() -> None:
    state = a_harbour()
    state.hidden, state.waiting, state.store = [0, 1], 0, [2, 0, 0, 0, 0, 0]
    ship = toy.SPACE.encode(toy.SHIP)
    assert Cottar().choose(state.view(0), state.legal(), Budget(), Random(1)) == ship


def test_a_search_plays_a_game_without_an_evaluator_to_the_end() -> None:
    state, rng, bot = registry.make_ruleset(toy.GAME, 2).start(), Random(3), Searcher(Hand(), Settings())
    decisions = 0
    while state.to_move() != OVER:
        run_chance(state, rng)
        if state.to_move() >= 0:
            state.apply(bot.choose(state.view(state.to_move()), state.legal(), Budget(12), rng))
            decisions += 1
    assert decisions > toy.TURNS


@pytest.mark.parametrize("name", GAMES)
def test_every_built_in_game_brings_an_evaluator_that_knows_its_weights_and_features(name: Any) -> None:
    rules = registry.make_ruleset(registry.game(name), registry.game(name).seats[0])
    state = rules.start()
    evaluator = state.evaluator()
    assert type(evaluator) is not Evaluator
    assert evaluator is rules.evaluator()
    assert evaluator.game == name
    names = evaluator.feature_names()
    assert len(names) == len(set(names)) == len(evaluator.features(state, 0)) > 30


class Another(Evaluator):
    pass


class TwoMinds(toy.HarbourRules):
    def evaluator(self) -> Another:
        return Another()


def test_a_ruleset_that_names_another_evaluator_than_its_states_is_caught() -> None:
    rules = TwoMinds(toy.GAME, 2, {}, toy.GAME.load_components("", "toy"), 1, toy.SPACE)
    with pytest.raises(BrokenLaw, match="different evaluators"):
        conformance.play_by_the_laws(rules, games=1, seed=1, checks_per_game=6)
