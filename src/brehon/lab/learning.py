"""Training of a learned evaluation: from self-play to a file of weights, the same bytes for the same seed.

The model gives each seat a number from its own features; the softmax of these numbers over the seats is the expected share of
the win for each. It is fitted by cross-entropy against how the games ended. Games, not positions, are split into training games,
games that decide when to stop, and games for the report of the card, which nothing was fitted to.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.bots.levels import player
from brehon.bots.weights import DIGITS, Weights, write_weights
from brehon.core import registry
from brehon.core.contract import Components, Game
from brehon.core.errors import BadOptions
from brehon.lab.selfplay import Floats, Positions, SelfPlay, join, make_rules, self_play

BATCH: Final = 1024
PATIENCE: Final = 6  # epochs without progress before it stops
RATE: Final = 0.003
BINS: Final = 10  # of the calibration
Array = NDArray[np.float64]


class Settings(NamedTuple):
    """How to train; the card of the weights repeats these values."""

    games: tuple[int, ...] = (4000,)  # of each round; the last number is used for all further rounds
    seed: int = 1
    jobs: int = 1
    positions: int = 20  # kept of each game
    hidden: int = 16
    epochs: int = 60
    decay: float = 1e-4  # pull of the weights towards 0
    rounds: int = 2  # of self-play: after the first one, players use what was learned; all rounds are learned from
    turns: bool = False  # learn only from the beginning of turns, where a search asks that plays turns to their end
    players: tuple[str, ...] = ("cottar",)  # who plays each round; with a budget in iterations if it searches


class Net(NamedTuple):
    """The parameters while they are trained."""

    first: Floats  # [feature, unit]
    bias: Floats  # [unit]
    second: Floats  # [unit]
    direct: Floats  # [feature]


class Quality(NamedTuple):
    """How well shares were predicted: smaller is better."""

    log_loss: float
    brier: float
    calibration: float  # mean distance between the predicted share and the share won, by tenths


Progress = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


def quiet(text: str, done: int, whole: int) -> None:
    """Shows no progress."""


def train(
    game_name: str, settings: Settings, components: Components | None = None, progress: Progress = quiet
) -> Weights:
    """Play, learn, and report how good the result is."""
    game = registry.game(game_name)
    chosen = components or registry.builtin(game, game.default_components)
    if settings.hidden < 4 or settings.hidden % 4:
        raise BadOptions(f"the hidden units come in fours, so there can be 4, 8, 12 …, not {settings.hidden}")
    for name in settings.players:
        if player(name).budget.seconds > 0.0:
            raise BadOptions(
                f"{name!r} would think by the clock, and no training could be repeated; "
                f"give it iterations, as in {name.partition('@')[0]}@8"
            )
    source = "" if chosen.builtin else chosen.source
    plan = SelfPlay(game.name, source, chosen.name, game.seats, settings.seed, settings.positions, "", settings.turns)
    rules = make_rules(plan)[game.seats[0]]
    names = rules.evaluator().feature_names()
    if not names:
        raise BadOptions(f"{game.title} has no features to learn from (Evaluator.features)")
    made: Weights | None = None
    parts: list[Positions] = []
    for number in range(settings.rounds):
        who = settings.players[min(number, len(settings.players) - 1)]
        plan = plan._replace(seed=settings.seed * 1000 + number, player=who)
        if made is not None:
            plan = plan._replace(weights=write_weights(made))
        n_games = settings.games[min(number, len(settings.games) - 1)]
        parts.append(collect(plan, n_games, settings.jobs, progress))
        made = fit(join(parts), names, game.name, settings, progress)
        made.card.update(components=chosen.name, digest=chosen.digest, rules_version=rules.version, code=code_of(game))
    assert made is not None
    return made


def code_of(game: Game) -> str:
    """A fingerprint of everything that affects self-play and training: core, the game, bots and this folder."""
    home = Path(__file__).parent.parent
    own = sys.modules[type(game).__module__].__file__
    assert own is not None
    found = hashlib.sha256()
    for folder in (home / "core", home / "bots", Path(own).parent):
        for path in sorted(folder.rglob("*.py")):
            found.update(path.read_bytes())
    for name in ("lab/selfplay.py", "lab/learning.py", "lab/practice.py", "lab/targets.py", "lab/rounds.py"):
        found.update((home / name).read_bytes())
    return found.hexdigest()[:16]


def collect(plan: SelfPlay, n_games: int, jobs: int, progress: Progress) -> Positions:
    parts: list[Positions] = []
    done = 0
    for part in self_play(plan, n_games, jobs):
        parts.append(part)
        done = int(part.games[-1]) + 1
        progress("play", done, n_games)
    return join(parts)


def fit(data: Positions, names: list[str], game: str, settings: Settings, progress: Progress) -> Weights:
    """Train on eight of ten games, stop by the ninth, report on the tenth."""
    fold = fold_of(data.games)
    learn, stop, test = (select(data, chosen) for chosen in (fold < 8, fold == 8, fold == 9))
    if min(len(part.games) for part in (learn, stop, test)) == 0:
        raise BadOptions("too few games to learn from: at least ten are needed")
    net = descend(learn, stop, settings, progress)
    rounded = Net(*(np.round(part.astype(np.float64), DIGITS).astype(np.float32) for part in net))
    scale = fit_scale(learn)
    card: dict[str, Any] = {
        "settings": {key: value for key, value in settings._asdict().items() if key != "jobs"},
        "positions": len(data.games),
        "held_out_games": len(set(test.games.tolist())),
        "learned": quality(test, foretell(rounded, test))._asdict(),
        "by_hand": quality(test, softmax(scale * test.estimates.astype(np.float64), test.present))._asdict(),
        "even": quality(test, softmax(np.zeros_like(test.shares, np.float64), test.present))._asdict(),
        "hand_scale": scale,
    }
    return Weights(
        game, names, rounded.first.T.tolist(), rounded.bias.tolist(), rounded.second.tolist(), rounded.direct.tolist(),
        plain_figures(card),
    )  # fmt: skip


def fold_of(games: NDArray[np.int64]) -> NDArray[np.int64]:
    """Tenths of the games, shifted with every ten, so that each tenth meets all numbers of seats, which take turns."""
    return (games + 3 * (games // 10)) % 10


def select(data: Positions, chosen: NDArray[np.bool_]) -> Positions:
    """Some of the positions."""
    return Positions(
        data.features[chosen], data.present[chosen], data.shares[chosen], data.estimates[chosen], data.games[chosen]
    )


def begin(n_features: int, hidden: int, rng: np.random.Generator) -> Net:
    spread = np.sqrt(2.0 / n_features)
    return Net(
        rng.normal(0.0, spread, (n_features, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        rng.normal(0.0, 0.1, hidden).astype(np.float32),
        np.zeros(n_features, np.float32),
    )


def descend(learn: Positions, stop: Positions, settings: Settings, progress: Progress) -> Net:
    """Adam in small batches, until the validation games show no more progress."""
    rng = np.random.default_rng(settings.seed)
    net = begin(learn.features.shape[2], settings.hidden, rng)
    best, lowest, since = net, np.inf, 0
    means = Net(*(np.zeros_like(part) for part in net))
    squares = Net(*(np.zeros_like(part) for part in net))
    step = 0
    rate = RATE
    for epoch in range(settings.epochs):
        order = rng.permutation(len(learn.games))
        for at in range(0, len(order), BATCH):
            step += 1
            chosen = order[at : at + BATCH]
            slopes = gradient(net, learn.features[chosen], learn.present[chosen], learn.shares[chosen], settings.decay)
            net, means, squares = adam(net, slopes, means, squares, step, rate)
        loss = quality(stop, foretell(net, stop)).log_loss
        progress("learn", epoch + 1, settings.epochs)
        if loss < lowest - 1e-5:
            best, lowest, since = net, loss, 0
            continue
        since += 1
        rate *= 0.6
        if since >= PATIENCE:
            break
    progress("learn", settings.epochs, settings.epochs)
    return best


def gradient(net: Net, x: Floats, present: NDArray[np.bool_], shares: Floats, decay: float) -> Net:
    """Of the cross-entropy of a batch."""
    hidden = x @ net.first + net.bias
    active = np.maximum(hidden, 0.0)
    values = active @ net.second + x @ net.direct
    error = (softmax(values, present) - shares).astype(np.float32) / np.float32(len(x))
    flat = x.reshape(-1, x.shape[2])
    back = (error[:, :, None] * net.second * (hidden > 0.0)).reshape(-1, len(net.bias))
    return Net(
        flat.T @ back + decay * net.first,
        back.sum(axis=0),
        active.reshape(-1, len(net.bias)).T @ error.ravel() + decay * net.second,
        flat.T @ error.ravel() + decay * net.direct,
    )


def adam(net: Net, slopes: Net, means: Net, squares: Net, step: int, rate: float) -> tuple[Net, Net, Net]:
    means = Net(*(0.9 * m + np.float32(0.1) * g for m, g in zip(means, slopes, strict=True)))
    squares = Net(*(0.999 * v + np.float32(0.001) * g * g for v, g in zip(squares, slopes, strict=True)))
    a, b = 1.0 - 0.9**step, 1.0 - 0.999**step
    moved = (
        part - np.float32(rate) * (m / np.float32(a)) / (np.sqrt(v / np.float32(b)) + np.float32(1e-8))
        for part, m, v in zip(net, means, squares, strict=True)
    )
    return Net(*(part.astype(np.float32) for part in moved)), means, squares


def softmax(values: Floats | Array, present: NDArray[np.bool_]) -> Array:
    """Over the seats that are there."""
    masked = np.where(present, values.astype(np.float64), -np.inf)
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    shares: Array = weights / weights.sum(axis=1, keepdims=True)
    return shares


def foretell(net: Net, data: Positions) -> Array:
    hidden = np.maximum(data.features @ net.first + net.bias, 0.0)
    return softmax(hidden @ net.second + data.features @ net.direct, data.present)


def quality(data: Positions, predicted: Array) -> Quality:
    won = data.shares.astype(np.float64)
    log_loss = -np.mean(np.sum(won * np.log(np.maximum(predicted, 1e-12)), axis=1))
    brier = np.mean(np.sum((predicted - won) ** 2, axis=1))
    p, y = predicted[data.present], won[data.present]
    bins = np.minimum((p * BINS).astype(np.int64), BINS - 1)
    apart = sum(abs(float(np.sum(p[bins == k]) - np.sum(y[bins == k]))) for k in range(BINS))
    return Quality(float(log_loss), float(brier), apart / len(p))


def fit_scale(data: Positions) -> float:
    """The factor that turns hand-made estimates into shares: the one with the lowest log-loss, by golden section."""
    low, high = np.log(0.01), np.log(100.0)
    ratio = (np.sqrt(5.0) - 1.0) / 2.0
    for _ in range(16):  # by then it is known to within half a percent
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if _scale_loss(data, a) < _scale_loss(data, b):
            high = b
        else:
            low = a
    return float(np.exp((low + high) / 2.0))


def _scale_loss(data: Positions, log_scale: float) -> float:
    return quality(data, softmax(np.exp(log_scale) * data.estimates.astype(np.float64), data.present)).log_loss


def plain_figures(value: Any) -> Any:
    """Figures for people: five significant digits."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: plain_figures(item) for key, item in value.items()}
    return value
