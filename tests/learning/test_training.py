"""Training: from self-play to weights."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from brehon.bots.weights import write_weights
from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.lab.learning import Net, Settings, fit_scale, fold_of, foretell, gradient, quality, softmax, train
from brehon.lab.selfplay import Positions, SelfPlay, join, self_play
from brehon.lab.weights_card import command

SMALL = Settings(games=(40,), positions=6, epochs=3, hidden=4, rounds=2, seed=7)


def a_plan(**changes: Any) -> Any:
    game = registry.game("armorica")
    return SelfPlay("armorica", "", game.default_components, [2, 3], 5, 4, "")._replace(**changes)


def invented(n: int = 400, n_seats: int = 3, n_features: int = 5, seed: int = 0) -> Positions:
    """Positions in which the first feature decides, softly."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, n_seats, n_features)).astype(np.float32)
    present = np.ones((n, n_seats), np.bool_)
    present[::3, -1] = False
    chance = softmax(2.0 * x[:, :, 0], present)
    shares = np.array([rng.multinomial(1, p) for p in chance], np.float32)
    return Positions(x, present, shares, x[:, :, 0], np.arange(n))


def test_the_same_seed_gives_the_same_bytes_whoever_plays() -> None:
    one = write_weights(train("armorica", SMALL))
    assert one == write_weights(train("armorica", SMALL._replace(jobs=2)))
    assert one != write_weights(train("armorica", SMALL._replace(seed=8)))


def test_positions_come_with_the_result_of_their_game() -> None:
    data = join(list(self_play(a_plan(), 12, 1)))
    assert data.features.shape == (len(data.games), 3, len(registry_names()))
    assert np.allclose(data.shares.sum(axis=1), 1.0)
    assert not data.shares[~data.present].any()
    for number in range(12):
        mine = data.games == number
        assert 0 < mine.sum() <= 4
        assert (data.present[mine].sum(axis=1) == [2, 3][number % 2]).all()
        assert (data.shares[mine] == data.shares[mine][0]).all()


@pytest.mark.parametrize("kinds", [2, 3, 4, 5])
def test_every_tenth_of_the_games_meets_every_number_of_seats(kinds: int) -> None:
    games = np.arange(10 * kinds * 5)
    folds = fold_of(games)
    assert sorted(set(fold_of(np.arange(10)).tolist())) == list(range(10))
    for fold in range(10):
        assert set((games[folds == fold] % kinds).tolist()) == set(range(kinds)), (kinds, fold)


def test_only_the_beginnings_of_turns_are_kept_where_that_is_asked() -> None:
    game = registry.game("fallen-kingdoms")
    plan = SelfPlay(game.name, "", game.default_components, [3], 5, 1000, "")
    (whole,), (begins,) = (list(self_play(plan._replace(turns=turns), 1, 1)) for turns in (False, True))
    at = registry.make_ruleset(game, 3).evaluator().feature_names().index("planning")
    assert len(begins.games) < len(whole.games) / 5
    assert whole.features[:, :, at].any()  # in the middle of a plan of moves
    assert not begins.features[:, :, at].any()


def test_later_rounds_learn_from_the_earlier_ones_too() -> None:
    one, two = (train("armorica", SMALL._replace(rounds=rounds)).card["positions"] for rounds in (1, 2))
    assert two > 1.8 * one


def test_a_player_that_searches_plays_other_games_and_searches_by_what_was_learned() -> None:
    plan = a_plan(player="warrior@3")
    searched, greedy = (join(list(self_play(each, 4, 1))) for each in (plan, a_plan()))
    assert not np.array_equal(searched.features, greedy.features)
    weights = write_weights(train("armorica", SMALL._replace(rounds=1)))
    taught = join(list(self_play(plan._replace(weights=weights), 4, 1)))
    assert not np.array_equal(taught.features, searched.features)
    made = train("armorica", SMALL._replace(games=(10,), players=("warrior@2",), rounds=1))
    assert "--players warrior@2" in command(made)


def test_a_player_that_thinks_by_the_clock_is_refused() -> None:
    with pytest.raises(BadOptions, match="warrior@8"):
        train("armorica", SMALL._replace(players=("warrior",)))


def test_each_round_may_have_its_own_games_and_players() -> None:
    two = SMALL._replace(games=(10, 20), players=("cottar", "warrior@2"))
    made = train("armorica", two)
    assert 6 * 28 < made.card["positions"] <= 6 * 30  # of both rounds; what is over is left out
    assert "--games 10,20 --rounds 2" in command(made)
    assert command(made).endswith("--players cottar,warrior@2")


def registry_names() -> Any:
    return registry.make_ruleset(registry.game("armorica"), 2).evaluator().feature_names()


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    data = invented(30)
    rng = np.random.default_rng(1)
    net = Net(*(rng.normal(size=shape).astype(np.float32) for shape in ((5, 4), (4,), (4,), (5,))))
    slopes = gradient(net, data.features, data.present, data.shares, 0.0)
    for part in range(4):
        flat = net[part].reshape(-1)
        for at in range(0, len(flat), 3):
            losses = []
            for step in (-1e-3, 1e-3):
                moved: Any = [array.astype(np.float64).copy() for array in net]
                moved[part].reshape(-1)[at] += step
                losses.append(quality(data, foretell(Net(*moved), data)).log_loss)
            assert slopes[part].reshape(-1)[at] == pytest.approx((losses[1] - losses[0]) / 2e-3, abs=2e-3)


def test_the_scale_that_made_the_results_is_found() -> None:
    assert fit_scale(invented(20_000)) == pytest.approx(2.0, rel=0.1)


def test_quality_is_best_for_the_true_shares() -> None:
    data = invented(20_000)
    truth = quality(data, softmax(2.0 * data.estimates, data.present))
    for scale in (1.0, 4.0):
        other = quality(data, softmax(scale * data.estimates, data.present))
        assert truth.log_loss < other.log_loss
        assert truth.brier < other.brier
        assert truth.calibration < other.calibration


def test_training_needs_enough_games_and_units_in_fours() -> None:
    with pytest.raises(BadOptions, match="at least ten"):
        train("armorica", SMALL._replace(games=(5,)))
    with pytest.raises(BadOptions, match="in fours"):
        train("armorica", SMALL._replace(hidden=6))


def test_the_command_writes_weights_and_says_how_good_they_are(tmp_path: Path) -> None:
    import typer

    from brehon.cli.lab_train import train as command

    app = typer.Typer()
    app.command()(command)
    path = tmp_path / "weights.json"
    done = CliRunner().invoke(
        app, ["armorica", "-n", "20", "--rounds", "1", "--positions", "5", "--hidden", "4", "--out", str(path)]
    )
    assert done.exit_code == 0, done.output
    assert "log-loss" in done.output
    card = json.loads(path.read_text())["card"]
    assert card["held_out_games"] == 2
    assert card["digest"] == registry.builtin(registry.game("armorica"), card["components"]).digest
