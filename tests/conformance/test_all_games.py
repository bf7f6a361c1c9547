"""The conformance kit over every game, and over a toy game with secrets that a third party could have written."""

from random import Random

import pytest

from brehon.core import conformance, registry
from tests import toy

GAMES = [registry.game(name) for name in registry.names()]
CASES = [pytest.param(game, n, id=f"{game.name}-{n}") for game in [*GAMES, toy.GAME] for n in game.seats]


@pytest.mark.parametrize("game,n_seats", CASES)
def test_every_law_holds_in_random_games(game, n_seats):
    rules = registry.make_ruleset(game, n_seats)
    report = conformance.play_by_the_laws(rules, games=40, seed=11, checks_per_game=4)
    conformance.law_of_secrets(game, report)


@pytest.mark.parametrize("game,n_seats", CASES)
def test_records_replay_to_the_same_states_and_prove_their_chance(game, n_seats, monkeypatch):
    if game is toy.GAME:
        monkeypatch.setattr(registry, "game", lambda name: toy.GAME)
    rules = registry.make_ruleset(game, n_seats)
    for seed in range(5):
        conformance.law_of_records(rules, Random(seed), seed)


@pytest.mark.parametrize("game,n_seats", CASES)
def test_every_option_keeps_the_laws(game, n_seats):
    for option in game.options:
        for value in [choice.value for choice in option.choices] or [str(option.low), str(option.high)]:
            if value != option.default:
                rules = registry.make_ruleset(game, n_seats, {option.name: value})
                conformance.play_by_the_laws(rules, games=4, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game,n_seats", [case for case in CASES if case.values[0] is not toy.GAME])
def test_twenty_thousand_random_games_keep_the_laws(game, n_seats, part):
    """5,000 games for each of four parts, spread over the seat counts: 20,000 in all for each game."""
    rules = registry.make_ruleset(game, n_seats)
    games = -(-5000 // len(game.seats))
    report = conformance.play_by_the_laws(rules, games=games, seed=1000 + part, checks_per_game=1)
    assert report.games == games
