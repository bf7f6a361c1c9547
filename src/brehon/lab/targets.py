"""What positions of self-play are learned towards: a mixture of how the game ended and of what the judge said later in it.

This is the λ-return of temporal-difference learning (Sutton 1988), over the kept positions of a game: with λ = 1 only the result
counts, with λ = 0 only the judge's opinion at the next one. Before a random move the judge's opinion ends the chain, because what
such a move spoils says nothing about the position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.bots.weights import Weights
from brehon.lab.learning import Array, Net, Quality, adam, gradient, quality, softmax
from brehon.lab.practice import Lessons
from brehon.lab.selfplay import Positions

BATCH = 2048
SLICE = 65536  # positions that are judged at once


class Pile(NamedTuple):
    """Positions of many games, padded to the largest table."""

    features: NDArray[np.float16]  # [position, seat, feature]
    present: NDArray[np.bool_]  # [position, seat]
    shares: NDArray[np.float32]  # [position, seat] of the win in the end
    estimates: NDArray[np.float32]  # [position, seat] logarithms of the chances by hand
    games: NDArray[np.int32]  # [position] number of its game within its round
    cut: NDArray[np.bool_]  # [position]
    last: NDArray[np.bool_]  # [position] the last kept one of its game


def pile(parts: list[Lessons], width: int) -> Pile:
    """Chunks of one round, in their order."""
    seats = np.concatenate([part.seats for part in parts]).astype(np.int64)
    present = np.arange(width) < seats[:, None]
    rows = np.concatenate([part.features for part in parts])
    features = np.zeros((*present.shape, rows.shape[1]), np.float16)
    features[present] = rows
    shares = np.zeros(present.shape, np.float32)
    shares[present] = np.concatenate([part.shares for part in parts])
    estimates = np.zeros(present.shape, np.float32)
    estimates[present] = np.concatenate([part.estimates for part in parts])
    games = np.concatenate([part.games for part in parts])
    last = np.append(games[1:] != games[:-1], True)
    return Pile(features, present, shares, estimates, games, np.concatenate([part.cut for part in parts]), last)


def heap(piles: list[Pile]) -> Pile:
    return Pile(*(np.concatenate(columns) for columns in zip(*piles, strict=True)))


def chosen(data: Pile, mask: NDArray[np.bool_]) -> Pile:
    return Pile(
        data.features[mask], data.present[mask], data.shares[mask], data.estimates[mask], data.games[mask],
        data.cut[mask], data.last[mask],
    )  # fmt: skip


def network(weights: Weights) -> Net:
    return Net(
        np.array(weights.first, np.float32).reshape(-1, len(weights.features)).T.copy(),
        np.array(weights.bias, np.float32),
        np.array(weights.second, np.float32),
        np.array(weights.direct, np.float32),
    )


def judged(net: Net, data: Pile) -> Array:
    """The shares that the network expects; in slices, so that no large array in full precision is made."""
    found = np.zeros(data.present.shape)
    for at in range(0, len(data.games), SLICE):
        x = data.features[at : at + SLICE].astype(np.float32)
        hidden = np.maximum(x @ net.first + net.bias, 0.0)
        found[at : at + SLICE] = softmax(hidden @ net.second + x @ net.direct, data.present[at : at + SLICE])
    return found


def mixed(data: Pile, values: Array | None, trace: float) -> tuple[Array, NDArray[np.bool_]]:
    """What each position is learned towards, and whether it is learned from at all; without a judge, the results."""
    targets = data.shares.astype(np.float64)
    if values is None:
        return targets, ~data.cut
    to_end = steps_to_end(data.last)
    for steps in range(int(to_end.max(initial=0)) + 1):
        here = np.flatnonzero(to_end == steps)
        if steps > 0:
            targets[here] = (1.0 - trace) * values[here + 1] + trace * targets[here + 1]
        stopped = here[data.cut[here]]
        targets[stopped] = values[stopped]
    return targets, ~data.cut


def steps_to_end(last: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[position] how many kept positions of the same game come after it."""
    places = np.arange(len(last))
    ends = np.flatnonzero(last)
    found: NDArray[np.int64] = ends[np.searchsorted(ends, places)] - places
    return found


def improve(
    net: Net, data: Pile, targets: Array, epochs: int, rate: float, decay: float, rng: np.random.Generator
) -> Net:
    """Adam in small batches; the rate falls evenly to a twentieth."""
    means = Net(*(np.zeros_like(part) for part in net))
    squares = Net(*(np.zeros_like(part) for part in net))
    batches = -(-len(data.games) // BATCH)
    whole = max(1, epochs * batches)
    aims = targets.astype(np.float32)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(data.games))
        for at in range(0, len(order), BATCH):
            now = rate * (1.0 - 0.95 * step / whole)
            step += 1
            some = order[at : at + BATCH]
            x = data.features[some].astype(np.float32)
            slopes = gradient(net, x, data.present[some], aims[some], decay)
            net, means, squares = adam(net, slopes, means, squares, step, now)
    return net


def measured(data: Pile, predicted: Array) -> Quality:
    """How well shares of games were predicted."""
    return quality(as_positions(data), predicted)


def as_positions(data: Pile) -> Positions:
    """Without the features, which nothing that measures predictions looks at."""
    none = np.zeros((0, 0, 0), np.float32)
    return Positions(none, data.present, data.shares, data.estimates, data.games.astype(np.int64))
