"""The conformance kit over every game, and over a toy game with secrets that a third party could have written."""

import os
from random import Random
from typing import Any

import pytest

import brehon
from brehon.core import conformance, registry
from brehon.core.contract import OVER
from brehon.core.errors import BadOptions
from brehon.core.face_laws import show_by_the_laws
from tests import toy
from tests.effort import IS_LONG

GAMES = [registry.game(name) for name in registry.names()]
CASES = [pytest.param(game, n, id=f"{game.name}-{n}") for game in [*GAMES, toy.GAME] for n in game.seats]


LONG_RUN = 400_000  # plies of each of the longer games
PARTS = 4
IS_QUICK = bool(os.environ.get("BREHON_QUICK"))  # make quick
PLAYED = PARTS if brehon.MODE == "compiled" and IS_LONG else 1  # all of it, or the first part


def typical_length(rules: Any) -> Any:
    """Plies of a random game."""
    lengths = []
    for seed in range(5):
        state, rng, plies = rules.start(), Random(seed), 0
        while state.to_move() != OVER:
            state.apply(conformance.random_action(state, rng))
            plies += 1
        lengths.append(plies)
    return sorted(lengths)[2]


@pytest.mark.parametrize("game,n_seats", CASES)
def test_every_law_holds_in_random_games(game: Any, n_seats: Any) -> None:
    rules = registry.make_ruleset(game, n_seats)
    games = 1 + 400 // typical_length(rules) if IS_QUICK else 4 + 4000 // typical_length(rules)
    report = conformance.play_by_the_laws(rules, games, seed=11, checks_per_game=4)
    if not IS_QUICK:  # a few games need not come to a position with secrets
        conformance.law_of_secrets(game, report)


@pytest.mark.parametrize("game,n_seats", CASES)
def test_records_replay_to_the_same_states_and_prove_their_chance(
    game: Any, n_seats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game is toy.GAME:
        monkeypatch.setattr(registry, "game", lambda name: toy.GAME)
    rules = registry.make_ruleset(game, n_seats)
    for seed in range(1 + 400 // typical_length(rules)):
        conformance.law_of_records(rules, Random(seed), seed)


@pytest.mark.parametrize("game,n_seats", CASES)
def test_every_law_about_its_face_holds(game: Any, n_seats: Any) -> None:
    for version in game.versions:
        assert show_by_the_laws(registry.make_ruleset(game, n_seats, version=version), seed=7, positions=3) == 4


@pytest.mark.parametrize("game", [*GAMES, toy.GAME], ids=lambda game: game.name)
def test_versions_of_the_rules_are_numbered_and_described(game: Any) -> None:
    conformance.law_of_versions(game)


@pytest.mark.parametrize("game,n_seats", CASES)
def test_every_option_keeps_the_laws(game: Any, n_seats: Any) -> None:
    for option in game.options:
        around = (
            [option.low, int(option.default) - 1, int(option.default) + 1, option.high] if not option.choices else []
        )
        played = 0
        seats = ["2", f"1+{n_seats}"] if option.of_seats else []
        for value in [*(choice.value for choice in option.choices), *seats] or sorted(
            {str(n) for n in around if option.low <= n <= option.high}
        ):
            try:
                rules = registry.make_ruleset(game, n_seats, {option.name: value})
            except BadOptions:
                continue  # a combination that cannot be played; its message has tests in the game's own folder
            conformance.play_by_the_laws(rules, 1 + 400 // typical_length(rules), seed=3)
            played += 1
        assert played > 1, f"{option.name} has one playable value only"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PLAYED))
@pytest.mark.parametrize("game,n_seats", [case for case in CASES if case.values[0] is not toy.GAME])
def test_long_random_play_keeps_the_laws(game: Any, n_seats: Any, part: int) -> None:
    """`python -m brehon.core.conformance GAME -n 20000` plays 20,000 games of any of them."""
    rules = registry.make_ruleset(game, n_seats)
    shares = PARTS * len(game.seats)
    length = typical_length(rules)
    games = -(-20_000 // shares) if length < 150 else LONG_RUN // length // shares
    report = conformance.play_by_the_laws(rules, games=games, seed=1000 + part, checks_per_game=1)
    assert report.games == games > 10
